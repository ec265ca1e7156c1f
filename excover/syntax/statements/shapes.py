"""``shapes pieces`` and a drawing, one letter or digit for each piece; or ``= all free 5 of square``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.source import Span
from excover.syntax import phrases
from excover.syntax.actions import Builder, node, only, spanned, word
from excover.syntax.expr import Expr, Name
from excover.syntax.parts import Drawing, Meaning
from excover.syntax.statements.base import BaseStatement, Clause, StatementForm
from excover.syntax.yaml_data import Data, Inline, drawn, legend
from excover.syntax.yaml_forms import (
    DRAWING,
    EXPRESSION,
    LATTICE,
    LEGEND,
    NAME,
    Key,
    KeyedForm,
    Reader,
    Word,
)
from excover.syntax.yaml_sections import Entry, Named, Pair
from excover.syntax.yaml_tree import Mapping


class ShapesStatement(BaseStatement):
    """``lattice`` is empty if omitted. ``labels`` are drawn at the places of the cells that have one."""

    is_definition = True

    name: Name
    lattice: str
    drawing: Drawing
    legend: tuple[Meaning, ...]
    labels: Drawing | None

    def declared(self) -> tuple[Name, ...]:
        return (self.name,)

    def clauses(self) -> Iterator[Clause | Drawing]:
        yield Clause(" ".join(filter(None, ["shapes", self.name.id, self.lattice])))
        yield self.drawing
        yield Clause("legend" if self.legend else "", list(map(phrases.meaning, self.legend)))
        if self.labels:
            yield Clause("labels")
            yield self.labels

    def to_yaml(self) -> Entry:
        return _SECTION.entry(dict(self._fields()), self.name.id)

    def _fields(self) -> Iterator[tuple[str, Data]]:
        if self.lattice:
            yield "lattice", self.lattice
        yield "art", drawn(self.drawing)
        if self.legend:
            yield "legend", legend(self.legend)
        if self.labels:
            yield "labels", drawn(self.labels)


class AllShapes(BaseStatement):
    """All shapes of some numbers of connected cells of a lattice, up to the motions of ``group``."""

    is_definition = True

    name: Name
    group: str
    sizes: Expr
    lattice: str
    holes: bool

    def declared(self) -> tuple[Name, ...]:
        return (self.name,)

    def clauses(self) -> Iterator[Clause]:
        sizes = phrases.domain(self.sizes)
        yield Clause(f"shapes {self.name.id} = all {self.group} {sizes} of {self.lattice}")
        yield Clause("" if self.holes else "without holes")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(Inline(self._fields()), self.name.id)

    def _fields(self) -> Iterator[tuple[str, Data]]:
        yield "all", self.group
        yield "cells", phrases.expression(self.sizes)
        yield "lattice", self.lattice
        if not self.holes:
            yield "without", "holes"


@spanned
def _polyforms(builder: Builder, span: Span, children: list[Any]) -> AllShapes:
    name, group, sizes, lattice, without = children
    return AllShapes(span, name, builder.written(group), sizes, builder.written(lattice), not without)


_ART = Key("art", DRAWING, needed=True)
_ON = Key("lattice", LATTICE)
_LEGEND = Key("legend", LEGEND)
_LABELS = Key("labels", DRAWING, "The labels of cells, drawn at their places.")
_SHAPES = KeyedForm("a set of shapes", "Pieces.", *(_ART, _ON, _LEGEND, _LABELS))


_ALL = Key(
    "all",
    Word(("free", "one-sided", "fixed")),
    "Which shapes are the same: those that can be turned and turned over, turned, or only moved.",
    needed=True,
)
_CELLS = Key("cells", EXPRESSION, "How many cells a shape has: `5`, or `1..5`.", needed=True)
_OF = Key("lattice", LATTICE, needed=True)
_WITHOUT = Key("without", Word(("holes",)), "Only shapes that enclose no cell.")
_POLYFORMS = KeyedForm("a set of all shapes", "All shapes of some cells.", _ALL, _CELLS, _OF, _WITHOUT)


def _from_yaml(reader: Reader, pair: Pair) -> ShapesStatement | AllShapes:
    if isinstance(pair.value, Mapping) and _ALL.name in (key.text for key, _ in pair.value.entries):
        return _all_from_yaml(reader, pair)
    fields = _SHAPES.read(reader, pair.value)
    return ShapesStatement(
        pair.span,
        NAME.read(reader, pair.key),
        fields.get(_ON) or "",
        fields[_ART],
        fields.get(_LEGEND) or (),
        fields.get(_LABELS),
    )


def _all_from_yaml(reader: Reader, pair: Pair) -> AllShapes:
    fields = _POLYFORMS.read(reader, pair.value)
    name, holes = NAME.read(reader, pair.key), not fields.get(_WITHOUT)
    return AllShapes(pair.span, name, fields[_ALL], fields[_CELLS], fields[_OF], holes)


_SECTION = Named(
    "shapes",
    "Pieces: drawn, a letter or digit each, or all of some numbers of cells.",
    _from_yaml,
    NAME.schema,
    {"anyOf": [_SHAPES.schema, _POLYFORMS.schema]},
)

FORM = StatementForm(
    _SECTION,
    {
        **{"shapes": node(ShapesStatement), "cell_labels": only},
        **{"polyforms": _polyforms, "without_holes": word},
    },
)
