"""Decorations: what belongs to the puzzle and not to a solution, on the cells of the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from excover.base.diagnostics import SpecError
from excover.base.names import OrderedSet, Symbol, Value
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import UNIT, Column, Frame
from excover.language.messages.about_drawings import (
    DecorationWithoutBoard,
    NotADrawingColor,
    NotAPosition,
    PositionOutsideBoard,
    TextOfDecoration,
    TooFewCells,
)
from excover.language.messages.about_limits import DrawingTooLarge
from excover.language.syntax import ast
from excover.lattices import Cell
from excover.lattices.lattice import DIMENSIONS
from excover.matrix.compiled import Canvas, Decoration
from excover.matrix.mark_colors import css_color
from excover.matrix.matrix_room import MatrixRoom

LEAST = {"line": 2, "thermometer": 2, "arrow": 2, "wall": 2}
"""The number of cells that a decoration needs, if it is not one."""


def with_decorations(
    canvases: list[Canvas], statements: Sequence[ast.Decorate], evaluator: Evaluator, room: MatrixRoom
) -> list[Canvas]:
    """The canvases with what the statements draw on the only one. Raises SpecError."""
    if not statements:
        return canvases
    if not canvases:
        raise SpecError(DecorationWithoutBoard(statements[0].span, statements[0].look))
    (canvas,) = canvases
    found: list[Decoration] = []
    cells = 0
    for statement in statements:
        for each in _DecorationReader(statement, canvas, evaluator).decorations():
            found.append(each)
            room.note(statement.span, each.cells)
            cells += len(each.cells)
            if cells > room.limits.cells:
                raise SpecError(DrawingTooLarge(statement.span, cells, room.limits.cells, cells))
    return [canvas.replaced(decorations=tuple(found))]


class _DecorationReader:
    """Reads the decorations of one statement."""

    def __init__(self, statement: ast.Decorate, canvas: Canvas, evaluator: Evaluator) -> None:
        self._statement, self._canvas, self._evaluator = statement, canvas, evaluator
        self._frame: Frame = evaluator.expand(statement.loop)[0] if statement.loop else UNIT
        self._lengths = {2, DIMENSIONS, canvas.lattice.axes}

    def decorations(self) -> Iterator[Decoration]:
        """One for each binding of the loop."""
        texts, colors = self._column(self._statement.text), self._column(self._statement.color)
        for row, place in enumerate(self._evaluator.column(self._statement.position, self._frame)):
            cells = tuple(self._cells(place, row))
            self._check(cells, row)
            yield Decoration(
                self._statement.look, cells, self._text(texts[row], row), self._color(colors[row], row)
            )

    def _column(self, expr: ast.Expr | None) -> Column:
        return [None] * self._frame.size if expr is None else self._evaluator.column(expr, self._frame)

    def _binding(self, row: int) -> str:
        return self._frame.binding(row)

    def _cells(self, place: Value, row: int) -> Iterator[Cell]:
        """Of a cell, or of the members of a set or a path."""
        span = self._statement.position.span
        for each in _members(place):
            if not _is_position(each, self._lengths):
                raise SpecError(NotAPosition(span, each, self._binding(row), max(self._lengths)))
            position = cast(tuple[int, ...], each)
            cell = self._canvas.cell(position)
            if cell is None:
                raise SpecError(PositionOutsideBoard(span, each, self._canvas.name, self._binding(row)))
            yield cell

    def _check(self, cells: Sequence[Cell], row: int) -> None:
        look, span = self._statement.look, self._statement.position.span
        if len(cells) < LEAST.get(look, 0) or (look == "wall" and not self._touch(cells)):
            positions = list(map(self._canvas.position, cells))
            raise SpecError(TooFewCells(span, look, positions, self._binding(row)))

    def _touch(self, cells: Sequence[Cell]) -> bool:
        """Whether two of them share a side."""
        sides = set()
        for layer, row, column in cells:
            corners = self._canvas.lattice.polygons.corners(row, column)
            sides |= {(layer, *side) for side in zip(corners, corners[1:] + corners[:1], strict=True)}
        return any((layer, end, start) in sides for layer, start, end in sides)

    def _text(self, value: Value | None, row: int) -> str:
        if value is None:
            return ""
        if isinstance(value, int | str | Symbol):
            return value.name if isinstance(value, Symbol) else str(value)
        assert self._statement.text is not None
        span, look = self._statement.text.span, self._statement.look
        raise SpecError(TextOfDecoration(span, look, value, self._binding(row)))

    def _color(self, value: Value | None, row: int) -> str:
        if value is None:
            return ""
        color = css_color(value)
        if color is None:
            assert self._statement.color is not None
            raise SpecError(NotADrawingColor(self._statement.color.span, value, self._binding(row)))
        return color


def _members(place: Value) -> Sequence[Value]:
    """Of a set or a path; a cell is alone."""
    if isinstance(place, OrderedSet) or (
        isinstance(place, tuple) and all(isinstance(each, tuple) for each in place)
    ):
        return tuple(place)
    return (place,)


def _is_position(value: Value, lengths: set[int]) -> bool:
    return isinstance(value, tuple) and len(value) in lengths and {*map(type, value)} == {int}
