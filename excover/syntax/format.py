"""Writes a syntax tree as text, and texts in one layout that keeps their comments.

>>> from excover.source import Source
>>> from excover.syntax.parse import parse
>>> source = Source("x.xc", "item a , b # both\\noption x( ) covers a,b")
>>> print(text_of(parse(source)), end="")
item a, b
option x() covers a, b
>>> print(formatted(source), end="")
item a, b  # both
option x() covers a, b
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from excover.limits import DEFAULT, Limits
from excover.source import Source
from excover.syntax import ast, phrases
from excover.syntax.comments import Remarks, remarks_of
from excover.syntax.parse import parse

WIDTH = 110
INDENT = "  "


def text_of(spec: ast.Spec) -> str:
    """The text form of a tree; read again it gives the same tree."""
    return "".join(f"{_statement(statement)}\n" for statement in spec.statements)


def formatted(source: Source, limits: Limits = DEFAULT) -> str:
    """A text in the layout of `text_of`, with its comments and single empty lines.

    The tree is the same, and formatting twice changes nothing. Raises SpecError where the text has no tree.
    """
    spec = parse(source, limits)
    *remarks, end = remarks_of(source, spec)
    statements = map(_statement, spec.statements)
    blocks = [_remarked(text, about) for text, about in zip(statements, remarks, strict=True)]
    return "".join(f"{line}\n" for block in [*blocks, end.before] for line in block)


def _remarked(text: str, remarks: Remarks) -> list[str]:
    return [*remarks.before, f"{text}  {remarks.beside}" if remarks.beside else text]


class _Clause(NamedTuple):
    """Words, and a list behind them that may be broken after its commas."""

    words: str
    parts: Sequence[str] = ()

    def __str__(self) -> str:
        return " ".join(filter(None, [self.words, ", ".join(self.parts)]))


def _statement(statement: ast.Statement) -> str:
    match statement:
        case (
            ast.Board(drawing=ast.Drawing() as drawing, legend=legend)
            | ast.Shapes(drawing=drawing, legend=legend)
        ):
            return "\n".join([_laid_out(_opening(statement)), *_drawn(drawing), *_below(legend)])
        case ast.GivenDrawing(_, drawing):
            return "\n".join(["given", *_drawn(drawing)])
        case ast.Table(_, name, ast.Drawing() as drawing):
            return "\n".join([f"table {name.id}", *_drawn(drawing)])
        case ast.Board(legend=legend):
            return _laid_out([*_opening(statement), *_legend(legend)])
        case _:
            return _laid_out(list(_clauses(statement)))


def _drawn(drawing: ast.Drawing) -> list[str]:
    return [f"{INDENT}|{line.text}" for line in drawing.lines]


def _opening(statement: ast.Board | ast.Shapes) -> list[_Clause]:
    if isinstance(statement, ast.Shapes):
        return [_Clause(" ".join(filter(None, ["shapes", statement.name.id, statement.lattice])))]
    words = ["board", statement.name.id, statement.lattice, phrases.size(statement)]
    flags = map(phrases.flag, statement.flags)
    return [_Clause(", ".join([" ".join(filter(None, words)), *flags]))]


def _legend(legend: Sequence[ast.Meaning]) -> list[_Clause]:
    return [_Clause("legend", list(map(phrases.meaning, legend)))] if legend else []


def _below(legend: Sequence[ast.Meaning]) -> list[str]:
    return [line for clause in _legend(legend) for line in _filled(clause, INDENT)]


def _laid_out(clauses: Sequence[_Clause]) -> str:
    """On one line if it fits, else every clause on lines of its own."""
    clauses = [clause for clause in clauses if str(clause)]
    line = " ".join(map(str, clauses))
    if len(line) <= WIDTH:
        return line
    first, *others = clauses
    lines = list(_filled(first, ""))
    for clause in others:
        lines += _filled(clause, INDENT)
    return "\n".join(lines)


def _filled(clause: _Clause, indent: str) -> Iterator[str]:
    """As many parts on a line as fit."""
    line = f"{indent}{clause.words}"
    for number, part in enumerate(clause.parts, 1):
        ended = part if number == len(clause.parts) else f"{part},"
        if len(line) + 1 + len(ended) > WIDTH and number > 1:
            yield from _broken(line)
            line = f"{indent}{INDENT}{ended}"
        else:
            line = f"{line} {ended}"
    yield from _broken(line)


_TOKEN = re.compile(r'"[^"]*"|[\[({]|[\])}]|, |[^"\[({\])},]+|,')


def _broken(line: str) -> Iterator[str]:
    """A line that is too long, broken after commas within as few brackets as there is need for."""
    if len(line) <= WIDTH:
        yield line
        return
    indent = " " * (len(line) - len(line.lstrip()) + 2 * len(INDENT))
    parts = next(parts for depth in count(1) if (parts := _split(line, depth, WIDTH - len(indent))))
    line = parts[0]
    for part in parts[1:]:
        if len(line) + 1 + len(part) > WIDTH:
            yield line
            line = f"{indent}{part}"
        else:
            line = f"{line} {part}"
    yield line


def _split(line: str, most: int, width: int) -> list[str]:
    """Cut after the commas in ``most`` brackets or fewer; empty if a part is too wide and could be cut."""
    parts, depth, deepest = [""], 0, 0
    for token in _TOKEN.findall(line):
        if token == ", ":
            deepest = max(deepest, depth)
            if depth <= most:
                parts[-1] += ","
                parts.append("")
                continue
        depth += (token in "[({") - (token in "])}")
        parts[-1] += token
    return parts if most >= deepest or all(len(part) <= width for part in parts) else []


def _clauses(statement: ast.Statement) -> Iterator[_Clause]:  # noqa: C901, PLR0912
    match statement:
        case ast.Puzzle(_, title):
            yield _Clause(f"puzzle {phrases.text(title)}")
        case ast.Import():
            yield _Clause(f"import {phrases.library(statement)}")
        case ast.Param(_, name, value, domain):
            yield _Clause(f"param {name.id} = {phrases.number(value)}")
            yield _Clause(f"in {phrases.domain(domain)}" if domain else "")
        case ast.Let(_, name, value):
            yield _Clause(f"let {name.id} = {phrases.expression(value)}")
        case ast.Enum(_, name, symbols):
            yield _Clause(f"enum {name.id} =", [symbol.id for symbol in symbols])
        case ast.Table(_, name, ast.Text() as file):
            yield _Clause(f"table {name.id} from {phrases.text(file)}")
        case ast.Def(_, _, _, body):
            yield _Clause(f"def {phrases.signature(statement)} = {phrases.expression(body)}")
        case ast.Items(_, families, multiplicity):
            yield _Clause("item", list(map(phrases.family, families)))
            yield _Clause(phrases.bounds(multiplicity))
        case ast.Option():
            yield from _option(statement)
        case ast.Place():
            yield from _place(statement)
        case ast.Fill(_, board, values, units):
            once_per = ", once per" if units else ""
            yield _Clause(
                f"fill {board.id} with {phrases.domain(values)}{once_per}", list(map(phrases.unit, units))
            )
        case ast.GivenOptions(_, options):
            yield _Clause("given", list(map(phrases.option, options)))
        case ast.GivenColor():
            yield _Clause(f"given {phrases.given_color(statement)}")
        case ast.Forbid():
            yield _Clause(f"forbid {phrases.forbidden(statement)}")
        case ast.Symmetry(_, motions):
            yield _Clause("symmetry", list(map(phrases.motion, motions)))
        case ast.Draw(_, option, position, mark, color):
            yield _Clause(f"draw {phrases.option(option)}")
            yield _Clause(f"at {phrases.expression(position)}")
            yield _Clause(f"as {phrases.expression(mark)}" if mark else "")
            yield _Clause(f"color {phrases.expression(color)}" if color else "")
        case ast.DrawItem(_, item, position):
            yield _Clause(f"draw {phrases.family(item)}")
            yield _Clause(f"at {phrases.expression(position)}")
        case ast.DrawMark(_, mark):
            yield _Clause(f"draw as {phrases.expression(mark)}")
            yield _Clause(f"color {phrases.seen_in(statement)}")
        case ast.Goal(_, direction):
            yield _Clause(direction)
        case ast.Expect(_, _, _, operator, value, settings):
            yield _Clause(f"expect {phrases.subject(statement)} {operator} {phrases.number(value)}")
            yield _Clause("when" if settings else "", list(map(phrases.setting, settings)))


def _option(option: ast.Option) -> Iterator[_Clause]:
    yield _Clause(f"{'optional ' if option.optional else ''}option {phrases.head(option)}")
    yield _Clause(f"where {phrases.expression(option.loop.where)}" if option.loop.where else "")
    yield _Clause("distinct" if option.distinct else "")
    yield _Clause("covers", list(map(phrases.cover, option.covers)))
    yield _Clause(f"cost {phrases.expression(option.cost)}" if option.cost else "")


def _place(place: ast.Place) -> Iterator[_Clause]:
    yield _Clause(f"place {place.group} {place.shapes.id} on {place.board.id}")
    yield _Clause(f"each {phrases.bounds(place.each)}" if place.each else "")
    yield _Clause(f"covering {phrases.least(place.at_least)}" if place.at_least else "")
    yield _Clause(f"where {phrases.expression(place.where)}" if place.where else "")
