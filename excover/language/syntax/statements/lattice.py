"""``lattice snub`` and a drawing of its cells: a lattice that a description declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, node, only, spanned
from excover.language.syntax.nodes import Drawing, Expr, Loop, Name, Node
from excover.language.syntax.statements.base import Clause, NamedStatement, NameKind, StatementForm
from excover.language.syntax.yaml_forms import (
    DRAWING,
    EXPRESSION,
    NAME,
    Data,
    Key,
    KeyedForm,
    Phrase,
    Reader,
    drawn,
)
from excover.language.syntax.yaml_sections import Entry, Named, Pair


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
        for words, texts in self._texts():
            yield Clause(words, texts)

    def to_yaml(self) -> Entry:
        written: dict[str, Data] = {"art": drawn(self.drawing)}
        written |= {words: ", ".join(texts) for words, texts in self._texts()}
        return _SECTION.entry(written, self.name.id)

    def _texts(self) -> Iterator[tuple[str, list[str]]]:
        """The words of each part, and what follows it."""
        if self.periods:
            yield "periods", list(map(_period, self.periods))
        if self.angle:
            yield "angle", [phrases.number(self.angle)]
        if self.corners:
            yield "corners", _on_cells(self.corners)
        if self.neighbors:
            yield "neighbors", _on_cells(self.neighbors)
        if self.moves:
            yield "motions", list(map(_move, self.moves))


def _period(period: Period) -> str:
    along = f" along {phrases.number(period.along)}" if period.along else ""
    return phrases.number(period.step) + along


def _on_cells(on: OnCells) -> list[str]:
    texts = [f"{phrases.number(entry.cell)} = {phrases.number(entry.value)}" for entry in on.entries]
    texts[-1] += phrases.optional_loop(on.loop)
    return texts


def _move(move: LatticeMotion) -> str:
    return f"({', '.join(name.id for name in move.names)}) -> {phrases.expression(move.image)}"


@spanned
def _lattice(_builder: Builder, span: Span, children: list[Any]) -> LatticeStatement:
    name, drawing, periods, angle, corners, neighbors, moves = children
    return LatticeStatement(span, name, drawing, periods or (), angle, corners, neighbors, moves or ())


_ART = Key("art", DRAWING, "The cells of one period, or of the whole lattice.", needed=True)
_PERIODS = Key("periods", Phrase("periods"), "Translations in the drawing: `(4, 0), (0, 4)`.")
_ANGLE = Key("angle", EXPRESSION, "The angle between the directions in which corners are given, in degrees.")
_CORNERS = Key("corners", Phrase("on_cells"), 'The polygons: `"A" = ((0, 0), (1, 0), (1, 1), (0, 1))`.')
_NEIGHBORS = Key("neighbors", Phrase("on_cells"), 'Neighbors of some cells: `"A" = {"B", (1, 4)}`.')
_MOTIONS = Key("motions", Phrase("moves"), "Generators of its motions: `(r, c) -> (c, -r)`.")
_DECLARED = KeyedForm(
    "a lattice",
    "A lattice: cells, neighbors and motions.",
    *(_ART, _PERIODS, _ANGLE, _CORNERS, _NEIGHBORS, _MOTIONS),
)


def _from_yaml(reader: Reader, pair: Pair) -> LatticeStatement:
    fields = _DECLARED.read(reader, pair.value)
    return LatticeStatement(
        pair.span,
        NAME.read(reader, pair.key),
        fields[_ART],
        fields.get(_PERIODS) or (),
        fields.get(_ANGLE),
        fields.get(_CORNERS),
        fields.get(_NEIGHBORS),
        fields.get(_MOTIONS) or (),
    )


_SECTION = Named(
    "lattices",
    "Lattices on which boards and pieces are drawn, besides those that come with excover.",
    _from_yaml,
    NAME.schema,
    _DECLARED.schema,
)

FORM = StatementForm(
    _SECTION,
    {
        "lattice_statement": _lattice,
        **{"repeating": only, "periods": as_tuple, "period": node(Period), "along": only, "angle": only},
        **{"corners": only, "neighbors": only, "on_cells": node(OnCells), "of_cells": as_tuple},
        **{"on_cell": node(OnCell), "moving": only, "moves": as_tuple, "move": node(LatticeMotion)},
    },
    {"lattice": "cells, neighbors and motions of your own, for boards and shapes"},
    names="nothing",
)
