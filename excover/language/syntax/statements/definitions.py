"""What gives a name a meaning: values, functions, parameters, symbols, tables, lattices; imports; the title.

``let half = n div 2``: a name for a value; ``def f(x, y) = x + 2*y``: a function;
``param n = 8 in 1..64``: a constant that can be set when the puzzle is solved;
``enum Color = red, green``: new symbols, and the set of them;
``table Words from "words.csv"``: records from a drawing or a CSV file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, node, only, spanned, spread, unpacked
from excover.language.syntax.nodes import Drawing, Expr, Loop, Name, Node, Text
from excover.language.syntax.statements.base import (
    BaseStatement,
    Clause,
    Entry,
    Many,
    NamedStatement,
    NameKind,
    One,
    StatementForm,
    named_maps,
)
from excover.language.syntax.yaml_forms import (
    DRAWING,
    EXPRESSION,
    NAME,
    PATH,
    Data,
    Form,
    Key,
    KeyedForm,
    Phrase,
    Raw,
    Reader,
    Scalar,
    ValueForm,
    Verbatim,
    YamlNode,
    inline,
    line_schema,
    members,
    ref,
    several,
)


class Let(NamedStatement):
    declares = NameKind.VALUE

    value: Expr

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"let {self.name.id} = {phrases.expression(self.value)}")


LET_FORM = StatementForm(
    named_maps(
        "let",
        "Names for values: numbers, texts, tuples, sets.",
        ValueForm(Let, Key("value", EXPRESSION, needed=True)),
        brief=True,
    ),
    {"let": node(Let)},
    {"let": "a name for a value"},
    names="nothing",
)


class Def(NamedStatement):
    declares = NameKind.FUNCTION

    parameters: tuple[Name, ...]
    body: Expr

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"def {self.yaml_key} = {phrases.expression(self.body)}")

    @property
    def yaml_key(self) -> str:
        return f"{self.name.id}({', '.join(parameter.id for parameter in self.parameters)})"


DEF_FORM = StatementForm(
    named_maps(
        "def",
        "Functions: `f(x, y): x + 2*y`.",
        ValueForm(Def, Key("body", EXPRESSION, needed=True)),
        head=Key("head", Phrase("signature", ref("head")), fields="name parameters"),
    ),
    {"def_": spread(Def), "signature": as_tuple},
    {"def": "a function"},
    names="nothing",
)


class Param(NamedStatement):
    declares = NameKind.PARAM

    value: Expr
    domain: Expr | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"param {self.name.id} = {phrases.number(self.value)}")
        yield Clause(f"in {phrases.domain(self.domain)}" if self.domain else "")


@spanned
def _param(_builder: Builder, span: Span, children: list[Any]) -> Param:
    name, value, *domain = (child for child in children if not isinstance(child, slice))
    return Param(span, name, value, *domain or [None])


_DEFAULT = Key("default", EXPRESSION, "The value if none is set.", needed=True, fields="value")
_IN = Key("in", EXPRESSION, "The values it may have, such as `1..64`.", fields="domain")

PARAM_FORM = StatementForm(
    named_maps(
        "params",
        "Constants that can be set when the puzzle is solved.",
        ValueForm(Param, Key("value", EXPRESSION, needed=True), domain=None),
        KeyedForm(Param, "a parameter", "A value and the set it may be chosen from.", _DEFAULT, _IN),
        brief=True,
    ),
    {"param": _param},
    {"param": "a value that can be set from outside: by `-p n=5`, or by a slider of the playground"},
    names="nothing",
)


class Enum(NamedStatement):
    declares = NameKind.SYMBOL

    symbols: tuple[Name, ...]

    def declared(self) -> tuple[Name, ...]:
        return (self.name, *self.symbols)

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"enum {self.name.id} =", [symbol.id for symbol in self.symbols])


_SYMBOLS: Form[tuple[Name, ...]] = Form(
    lambda reader, node: tuple(NAME.read(reader, member) for member in members(node)),
    {"anyOf": [NAME.schema, {"type": "array", "items": NAME.schema, "minItems": 1}]},
    lambda symbols: inline(symbol.id for symbol in symbols),
)

ENUM_FORM = StatementForm(
    named_maps(
        "enums",
        "New symbols, and the set of them: `Colour: [red, green, blue]`.",
        ValueForm(Enum, Key("symbols", _SYMBOLS, needed=True)),
        brief=True,
    ),
    {"enum": node(Enum)},
    {"enum": "symbols, and the set of them"},
    names="nothing",
)


class Table(NamedStatement):
    """Records from a drawing whose first line names the columns, or from a CSV file."""

    declares = NameKind.TABLE

    origin: Drawing | Text

    def clauses(self) -> Iterator[Clause | Drawing]:
        if isinstance(self.origin, Text):
            yield Clause(f"table {self.name.id} from {phrases.text(self.origin)}")
        else:
            yield Clause(f"table {self.name.id}")
            yield self.origin

    def to_yaml(self) -> Entry:
        form = _IN_A_FILE if isinstance(self.origin, Text) else _DRAWN
        return self.section.entry(form.written(self), self.name.id)


_ART = Key("art", DRAWING, needed=True, fields="origin")
_FILE = Key("file", PATH, "The path of a CSV file.", needed=True, fields="origin")
_DRAWN = KeyedForm(Table, "a table", "A table as it stands here.", _ART)
_IN_A_FILE = KeyedForm(Table, "a table", "A table in a CSV file.", _FILE)

TABLE_FORM = StatementForm(
    named_maps(
        "tables",
        "Records, drawn or from a CSV file; the first line names the columns.",
        *(_DRAWN, _IN_A_FILE),
        brief=True,
    ),
    {"table": node(Table)},
    {"table": "records, drawn or from a CSV file; the first line names the columns"},
    names="nothing",
)


# ``lattice snub`` and a drawing of its cells: a lattice that a description declares.


class Period(Node):
    """``(4, 0) along (1, 2)``: a translation in the drawing, and in the plane of the corners."""

    step: Expr
    along: Expr | None


class OnCell(Node):
    """``"A" = {"B", (1, 4)}``: a statement about a cell."""

    cell: Expr
    value: Expr


class OnCells(Node):
    """Statements about some cells, for each binding of the loop."""

    entries: tuple[OnCell, ...]
    loop: Loop | None


class LatticeMotion(Node):
    """``(r, c) -> (c, -r)``: where a cell goes."""

    names: tuple[Name, ...]
    image: Expr


class LatticeStatement(NamedStatement):
    """The cells of one period, or all of them if there are no ``periods``."""

    declares = NameKind.LATTICE

    drawing: Drawing
    periods: tuple[Period, ...]
    angle: Expr | None
    corners: OnCells | None
    neighbors: OnCells | None
    moves: tuple[LatticeMotion, ...]

    def clauses(self) -> Iterator[Clause | Drawing]:
        yield Clause(f"lattice {self.name.id}")
        yield self.drawing
        yield Clause("periods" if self.periods else "", list(map(_period, self.periods)))
        yield Clause(f"angle {phrases.number(self.angle)}" if self.angle else "")
        yield Clause("corners" if self.corners else "", _on_cells(self.corners))
        yield Clause("neighbors" if self.neighbors else "", _on_cells(self.neighbors))
        yield Clause("motions" if self.moves else "", list(map(_move, self.moves)))


def _period(period: Period) -> str:
    along = f" along {phrases.number(period.along)}" if period.along else ""
    return phrases.number(period.step) + along


def _on_cells(on: OnCells | None) -> list[str]:
    if on is None:
        return []
    texts = [f"{phrases.number(entry.cell)} = {phrases.number(entry.value)}" for entry in on.entries]
    texts[-1] += phrases.optional_loop(on.loop)
    return texts


def _move(move: LatticeMotion) -> str:
    return f"({', '.join(name.id for name in move.names)}) -> {phrases.expression(move.image)}"


@spanned
def _lattice(_builder: Builder, span: Span, children: list[Any]) -> LatticeStatement:
    name, drawing, periods, angle, corners, neighbors, moves = children
    return LatticeStatement(span, name, drawing, periods or (), angle, corners, neighbors, moves or ())


_ON_CELLS = Phrase("on_cells", write=lambda on: ", ".join(_on_cells(on)))
_DECLARED = KeyedForm(
    LatticeStatement,
    "a lattice",
    "A lattice: cells, neighbors and motions.",
    Key("art", DRAWING, "The cells of one period, or of the whole lattice.", needed=True, fields="drawing"),
    Key(
        "periods",
        Phrase("periods", write=several(_period), absent=()),
        "Translations in the drawing: `(4, 0), (0, 4)`.",
    ),
    Key("angle", EXPRESSION, "The angle between the directions in which corners are given, in degrees."),
    Key("corners", _ON_CELLS, 'The polygons: `"A" = ((0, 0), (1, 0), (1, 1), (0, 1))`.'),
    Key("neighbors", _ON_CELLS, 'Neighbors of some cells: `"A" = {"B", (1, 4)}`.'),
    Key(
        "motions",
        Phrase("moves", write=several(_move), absent=()),
        "Generators of its motions: `(r, c) -> (c, -r)`.",
        fields="moves",
    ),
)

LATTICE_FORM = StatementForm(
    named_maps(
        "lattices",
        "Lattices on which boards and pieces are drawn, besides those that come with excover.",
        _DECLARED,
    ),
    {
        "lattice_statement": _lattice,
        **{"repeating": only, "periods": as_tuple, "period": node(Period), "along": only, "angle": only},
        **{"corners": only, "neighbors": only, "on_cells": node(OnCells), "of_cells": as_tuple},
        **{"on_cell": node(OnCell), "moving": only, "moves": as_tuple, "move": node(LatticeMotion)},
    },
    {"lattice": "cells, neighbors and motions of your own, for boards and shapes"},
    names="nothing",
)


# What stands above: ``puzzle "Queens"``, the title, and the names of another description,
# ``import pentominoes``, ``import "pieces.xc" as p``.


class PuzzleStatement(BaseStatement):
    title: Text

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"puzzle {phrases.text(self.title)}")

    def to_yaml(self) -> Entry:
        return _PUZZLE.entry(Raw(self.title.value))


_TITLE = Verbatim("a title")


def _puzzle_from_yaml(reader: Reader, node: YamlNode) -> PuzzleStatement:
    return PuzzleStatement(node.span, _TITLE.read(reader, node))


_PUZZLE = One("puzzle", "", _puzzle_from_yaml, line_schema("The title, as it is shown."))

PUZZLE_FORM = StatementForm(_PUZZLE, {"puzzle": node(PuzzleStatement)}, {"puzzle": "the title"})


class Import(BaseStatement):
    """A shipped description by its name, or a file by its path; ``prefix`` goes before its names."""

    is_definition = True

    library: Name | Text
    prefix: Name | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"import {self._library()}")

    def to_yaml(self) -> Entry:
        if isinstance(self.library, Name):
            return self.section.entry(self._library())
        return super().to_yaml()

    def _library(self) -> str:
        name = self.library.id if isinstance(self.library, Name) else phrases.text(self.library)
        return f"{name} as {self.prefix.id}" if self.prefix else name


_LIBRARY = Phrase("library")
_FILE = Key("file", PATH, needed=True, fields="library")
_AS = Key("as", NAME, "What goes before its names.", fields="prefix")
_IMPORT = KeyedForm(Import, "an import", "A file in this file's folder, by its path.", _FILE, _AS)


def _import_from_yaml(reader: Reader, node: YamlNode) -> Import:
    if isinstance(node, Scalar):
        return Import(node.span, *_LIBRARY.read(reader, node))
    return cast(Import, _IMPORT.read(reader, node, node.span))


class _Imports(Many):
    def joined(self, entries: Sequence[Entry]) -> list[Data]:
        """A single import needs no list."""
        return [entries[0].value] if len(entries) == 1 else super().joined(entries)


Import.keyed = (_IMPORT,)
Import.section = _Imports(
    "import",
    "A shipped library by its name, `pentominoes` or `pentominoes as p`, or a file.",
    _import_from_yaml,
    {"anyOf": [_LIBRARY.schema, _IMPORT.schema]},
)

IMPORT_FORM = StatementForm(
    Import.section,
    {"import_": unpacked(Import), "library": as_tuple, "as_name": only},
    {"import": "definitions from a library or another file"},
    names="library",
)
