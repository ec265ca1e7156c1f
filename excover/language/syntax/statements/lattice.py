"""``lattice snub`` and a drawing of its cells: a lattice that a description declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, node, only, spanned
from excover.language.syntax.nodes import Drawing, Expr, Loop, Name, Node
from excover.language.syntax.statements.base import (
    Clause,
    NamedStatement,
    NameKind,
    StatementForm,
    named_maps,
)
from excover.language.syntax.yaml_forms import DRAWING, EXPRESSION, Key, KeyedForm, Phrase, several


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

FORM = StatementForm(
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
