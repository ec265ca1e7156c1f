"""Writes a syntax tree in the YAML form.

>>> from excover.source import Source
>>> from excover.syntax.parse import parse
>>> spec = parse(Source("x.xc", 'item a, b at most once  option x(n in 1..2) covers a, b if n = 1'))
>>> print(yaml_of(spec), end="")
excover: 1
items:
  - a, b: at most once
options:
  x(n in 1..2):
    covers: [a, b if n = 1]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from excover.syntax import ast, phrases
from excover.syntax.yaml import VERSION
from excover.syntax.yaml_text import TRUE, Data, Drawn, Inline, Raw, written


def yaml_of(spec: ast.Spec) -> str:
    """The YAML form of a tree; read again it gives the same tree. Comments have no place in a tree."""
    first, *others = _chapters(spec.statements) or [{}]
    document: dict[str, Data] = {"excover": VERSION, **first}
    if others:
        document["statements"] = others
    return written(document)


class _Part(NamedTuple):
    """What one statement is in its section: a value, under a key where the section is a map."""

    section: str
    value: Data
    key: str | None = None


_LISTS = {"import", "items", "place", "fill", "given", "forbid", "symmetry", "draw"}
_INLINE = {"params", "let", "enums", "tables", "boards"}


def _chapters(statements: Iterable[ast.Statement]) -> list[dict[str, Data]]:
    """Maps of sections in the order of the statements, a new one where a section would come again."""
    chapters: list[dict[str, Data]] = []
    for name, group in groupby(map(_part, statements), key=lambda part: part.section):
        for section in _sections(name, list(group)):
            if not chapters or name in chapters[-1]:
                chapters.append({})
            chapters[-1][name] = section
    return chapters


def _sections(name: str, parts: Sequence[_Part]) -> list[Data]:
    """One section, but for titles and goals, of which a section holds one."""
    if name in _LISTS:
        return [_members(name, [part.value for part in parts])]
    if parts[0].key is None:
        return [part.value for part in parts]
    return [_map(name, [(part.key or "", part.value) for part in parts])]


def _members(name: str, values: list[Data]) -> Data:
    return values[0] if name == "import" and len(values) == 1 else values


def _map(name: str, entries: list[tuple[str, Data]]) -> Data:
    """A map, or a list of maps where a key comes again or has company."""
    if name == "expect":
        return _expectations(entries)
    if len({key for key, _ in entries}) < len(entries):
        return [Inline({key: value}) for key, value in entries]
    return Inline(entries) if len(entries) == 1 and name in _INLINE else dict(entries)


def _expectations(entries: list[tuple[str, Data]]) -> Data:
    claims = [(key, value if isinstance(value, Inline) else Inline({key: value})) for key, value in entries]
    alone = len({key for key, _ in claims}) == len(claims) and all(len(claim) == 1 for _, claim in claims)
    if alone:
        return Inline(item for _, claim in claims for item in claim.items())
    return [claim for _, claim in claims]


def _part(statement: ast.Statement) -> _Part:  # noqa: C901, PLR0912
    match statement:
        case ast.Puzzle(_, title):
            return _Part("puzzle", Raw(title.value))
        case ast.Import():
            return _Part("import", _import(statement))
        case ast.Param(_, name):
            return _Part("params", _param(statement), name.id)
        case ast.Let(_, name, value):
            return _Part("let", phrases.expression(value), name.id)
        case ast.Enum(_, name, symbols):
            return _Part("enums", _inline(symbol.id for symbol in symbols), name.id)
        case ast.Table(_, name):
            return _Part("tables", _table(statement), name.id)
        case ast.Def(_, _, _, body):
            return _Part("def", phrases.expression(body), phrases.signature(statement))
        case ast.Items(_, families, multiplicity):
            names = ", ".join(map(phrases.family, families))
            return _Part("items", {names: phrases.bounds(multiplicity)} if multiplicity else names)
        case ast.Option():
            return _Part("options", dict(_option(statement)), phrases.head(statement))
        case ast.Board(_, name):
            return _Part("boards", Inline(_board(statement)), name.id)
        case ast.Shapes(_, name):
            return _Part("shapes", dict(_shapes(statement)), name.id)
        case ast.Place():
            return _Part("place", Inline(_place(statement)))
        case ast.Fill():
            return _Part("fill", Inline(_fill(statement)))
        case ast.GivenOptions(_, options):
            return _Part("given", ", ".join(map(phrases.option, options)))
        case ast.GivenDrawing(_, drawing):
            return _Part("given", {"art": _drawn(drawing)})
        case ast.GivenColor():
            return _Part("given", phrases.given_color(statement))
        case ast.Forbid():
            return _Part("forbid", phrases.forbidden(statement))
        case ast.Symmetry(_, motions):
            return _Part("symmetry", ", ".join(map(phrases.motion, motions)))
        case ast.Draw():
            return _Part("draw", Inline(_draw(statement)))
        case ast.DrawItem(_, item, position):
            shown = {"item": phrases.family(item), "at": phrases.expression(position)}
            return _Part("draw", Inline(shown))
        case ast.DrawMark(_, mark):
            seen = {"as": phrases.expression(mark), "color": phrases.seen_in(statement)}
            return _Part("draw", Inline(seen))
        case ast.Goal(_, direction):
            return _Part("goal", direction)
        case ast.Expect():
            return _Part("expect", Inline(_expect(statement)), phrases.subject(statement))


def _inline(texts: Iterable[str]) -> Data:
    """A list that may stand in one line."""
    return tuple(texts)


def _drawn(drawing: ast.Drawing) -> Drawn:
    """Bars are written only where the reader would take the drawing's own for bars."""
    lines = [line.text for line in drawing.lines]
    bar = "|" if all(line.startswith("|") for line in lines) else ""
    return Drawn(f"{bar}{line}" for line in lines)


def _import(statement: ast.Import) -> Data:
    if isinstance(statement.library, ast.Name):
        return phrases.library(statement)
    prefix = {"as": statement.prefix.id} if statement.prefix else {}
    return Inline({"file": Raw(statement.library.value), **prefix})


def _table(table: ast.Table) -> Data:
    if isinstance(table.origin, ast.Text):
        return Inline({"file": Raw(table.origin.value)})
    return {"art": _drawn(table.origin)}


def _param(param: ast.Param) -> Data:
    default = phrases.expression(param.value)
    return Inline({"default": default, "in": phrases.expression(param.domain)}) if param.domain else default


def _option(option: ast.Option) -> Iterator[tuple[str, Data]]:
    if option.loop.where:
        yield "where", phrases.expression(option.loop.where)
    if option.optional:
        yield "optional", TRUE
    if option.distinct:
        yield "distinct", TRUE
    yield "covers", _inline(map(phrases.cover, option.covers))
    if option.cost:
        yield "cost", phrases.expression(option.cost)


def _board(board: ast.Board) -> Iterator[tuple[str, Data]]:
    if board.lattice:
        yield "lattice", board.lattice
    if board.sizes:
        yield "size", phrases.size(board)
    if board.flags:
        yield "flags", _inline(map(phrases.flag, board.flags))
    if board.drawing:
        yield "art", _drawn(board.drawing)
    yield from _legend(board.legend)


def _shapes(shapes: ast.Shapes) -> Iterator[tuple[str, Data]]:
    if shapes.lattice:
        yield "lattice", shapes.lattice
    yield "art", _drawn(shapes.drawing)
    yield from _legend(shapes.legend)


def _legend(legend: Sequence[ast.Meaning]) -> Iterator[tuple[str, Data]]:
    if legend:
        entries: list[tuple[str, Data]] = [(Raw(m.character.value), m.meaning.id) for m in legend]
        distinct = len({key for key, _ in entries}) == len(entries)
        yield "legend", Inline(entries) if distinct else tuple(Inline([entry]) for entry in entries)


def _place(place: ast.Place) -> Iterator[tuple[str, Data]]:
    yield "shapes", place.shapes.id
    yield "board", place.board.id
    yield "as", place.group
    if place.each:
        yield "each", phrases.bounds(place.each)
    if place.at_least:
        yield "covering", phrases.least(place.at_least)
    if place.where:
        yield "where", phrases.expression(place.where)


def _fill(fill: ast.Fill) -> Iterator[tuple[str, Data]]:
    yield "board", fill.board.id
    yield "with", phrases.expression(fill.values)
    if fill.units:
        yield "once per", _inline(map(phrases.unit, fill.units))


def _draw(draw: ast.Draw) -> Iterator[tuple[str, Data]]:
    yield "option", phrases.option(draw.option)
    yield "at", phrases.expression(draw.position)
    if draw.mark:
        yield "as", phrases.expression(draw.mark)
    if draw.color:
        yield "color", phrases.expression(draw.color)


def _expect(expect: ast.Expect) -> Iterator[tuple[str, Data]]:
    value = phrases.number(expect.value)
    yield phrases.subject(expect), value if expect.operator == "=" else f"{expect.operator} {value}"
    if expect.settings:
        yield "when", ", ".join(map(phrases.setting, expect.settings))
