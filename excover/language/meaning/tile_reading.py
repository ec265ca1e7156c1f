"""The polygons of a ``lattice`` statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from excover.base.diagnostics import SpecError
from excover.base.names import Value, show
from excover.base.source import Span
from excover.language import messages
from excover.language.expressions.frame import UNIT
from excover.language.expressions.scope import check, check_loop
from excover.language.meaning.drawing import Mark
from excover.language.meaning.state import State
from excover.language.syntax import ast
from excover.lattices import Cell, Vector
from excover.lattices.cell_motions import Periods
from excover.lattices.lattice import ORIGIN, plus
from excover.lattices.plane import WIDEST, Plane, PlanePoint, added, crosses_itself, touches_itself
from excover.lattices.point_groups import times
from excover.lattices.tilings import TilePolygon, TileSideShared, Tiling, area_of

# The cells in the drawing of a ``lattice`` statement, and what the statement states of some of them.


class DrawnCells:
    """``kinds`` are moved so that one that is alone is at the origin; ``steps`` are the stated periods."""

    def __init__(
        self, name: str, shown: Sequence[Mark], periods: Periods, steps: tuple[Vector, ...], solid: bool
    ) -> None:
        self.name, self.periods, self.steps, self.solid = name, periods, steps, solid
        self._marks = shown
        only = len(shown) == 1
        self._back = times(-1, shown[0].cell) if only else ORIGIN
        kinds = {periods.split(plus(mark.cell, self._back))[0]: mark for mark in shown}
        self.kinds = tuple(sorted(kinds))
        self._drawn = {kind: plus(mark.cell, self._back) for kind, mark in kinds.items()}
        self._lettered: dict[str, list[Cell]] = {}
        for mark in shown:
            self._lettered.setdefault(mark.text, []).append(plus(mark.cell, self._back))

    def twins(self) -> tuple[Mark, Mark] | None:
        """Two marks that are translates of each other."""
        seen: dict[Cell, Mark] = {}
        for mark in self._marks:
            kind = self.periods.split(plus(mark.cell, self._back))[0]
            if kind in seen:
                return seen[kind], mark
            seen[kind] = mark
        return None

    def position(self, cell: Cell) -> tuple[int, ...]:
        """The place in the drawing, counted from 1: row and column, in space with the layer before them."""
        layer, row, column = plus(cell, times(-1, self._back))
        return (layer + 1, row + 1, column + 1)[0 if self.solid else 1 :]

    def shown(self, cell: Cell) -> str:
        return show(self.position(cell))

    def named(self, cell: Cell) -> str:
        """As a description names it: by its letter, if no other cell has it, and else by its place."""
        letters = (letter for letter, cells in self._lettered.items() if cells == [cell])
        return next((f'"{letter}"' for letter in letters), "") or self.shown(cell)

    def at(self, value: Value) -> Cell | None:
        """The cell with this letter, or at this place; None if there is none."""
        if isinstance(value, str):
            found = self._lettered.get(value, [])
            return found[0] if len(found) == 1 else None
        dimensions = 3 if self.solid else 2
        if not isinstance(value, tuple) or len(value) != dimensions:
            return None
        if any(type(part) is not int or abs(part) > 10**6 for part in value):
            return None
        layer, row, column = (1, *value) if len(value) == 2 else value
        cell = plus((layer - 1, row - 1, column - 1), self._back)
        return cell if self.periods.split(cell)[0] in self._drawn and self._near(cell) else None

    def is_drawn(self, cell: Cell) -> bool:
        return self._drawn.get(self.periods.split(cell)[0]) == cell

    def as_drawn(self, kind: Cell) -> Cell:
        """The cell of this kind that is in the drawing."""
        return self._drawn[kind]

    def _near(self, cell: Cell) -> bool:
        """Without periods, there are only the cells drawn."""
        return bool(self.steps) or self.is_drawn(cell)

    def cell(self, value: Value, span: Span) -> Cell:
        """Raises SpecError."""
        found = self.at(value)
        if found is None:
            raise SpecError(messages.NotACell(span, self.name, self._why(value)))
        return found

    def _why(self, value: Value) -> str:
        if isinstance(value, str):
            if value not in self._lettered:
                return f"`{value}` is not drawn"
            first, *others = self._lettered[value]
            return (
                f"{len(others) + 1} cells are drawn as `{value}`: give a place, such as {self.shown(first)}"
            )
        what = "(layer, row, column)" if self.solid else "(row, column)"
        return f"{show(value)} is no letter of the drawing, and no place {what} of a cell"

    def stated(self, state: State, stated: ast.OnCells) -> Iterator[tuple[Value, Value, Span, Span]]:
        """The statements about cells: their values as they are given, with the places of both."""
        local: frozenset[str] = check_loop(stated.loop, state.scope) if stated.loop else frozenset()
        frame = state.evaluator.expand(stated.loop)[0] if stated.loop else UNIT
        for entry in stated.entries:
            check(entry.cell, state.scope, local)
            check(entry.value, state.scope, local)
            keys = state.evaluator.column(entry.cell, frame)
            values = state.evaluator.column(entry.value, frame)
            for key, value in zip(keys, values, strict=True):
                yield key, value, entry.cell.span, entry.value.span


_SMALL = 1e-9
_LARGEST = 10**9


def tiling_of(state: State, statement: ast.LatticeStatement, cells: DrawnCells) -> Tiling | None:
    """None if the lattice has no polygons. Raises SpecError."""
    angle = 90
    if statement.angle:
        angle = _angle(state, statement.angle)
    along = next((period.along for period in statement.periods if period.along), None)
    if statement.corners is None:
        wrong = statement.angle or along
        if wrong:
            raise SpecError(messages.WrongAngle(wrong.span, "there are no corners that it could be about"))
        return None
    if cells.solid:
        raise SpecError(messages.NotAPolygon(statement.corners.span, "a lattice in space has no polygons"))
    plane = Plane(angle)
    frame = Tiling(angle, cells.periods, (), _ways(state, statement, cells, plane))
    polygons = _polygons(state, statement.corners, cells, frame)
    missing = next((kind for kind in cells.kinds if kind not in polygons), None)
    if missing:
        raise SpecError(
            messages.CellWithoutPolygon(statement.corners.span, cells.named(cells.as_drawn(missing)))
        )
    tiling = replace(frame, polygons=tuple(sorted(polygons.items())))
    try:
        tiling.neighbors()
    except TileSideShared as shared:
        one, other = map(cells.named, shared.cells)
        raise SpecError(messages.TilesOverlap(statement.corners.span, one, other)) from None
    if tiling.steps and (fault := _fault(statement, tiling)):
        both = tiling.overlapping if fault == "overlaps" else None
        shown = _named(cells, *both) if both else ()
        state.found.append(messages.TilingHasGaps(statement.name.span, statement.name.id, fault, shown))
    return tiling


def _named(cells: DrawnCells, one: Cell, other: Cell) -> tuple[str, str]:
    """Two cells in words; both are moved so that the first is in the drawing."""
    drawn = cells.as_drawn(one)
    beside = plus(other, plus(drawn, times(-1, one)))
    origin = cells.as_drawn(cells.periods.split(other)[0])
    what = "" if origin == beside else f", a translate of {cells.named(origin)},"
    return cells.named(drawn), cells.shown(beside) + what


def _fault(statement: ast.LatticeStatement, tiling: Tiling) -> messages.TilingFault | None:
    """How polygons fail to fill the plane side to side, if they do."""
    gap = tiling.gap()
    if abs(gap) > _SMALL:
        return "gaps" if gap > 0 else "overlaps"
    return None if statement.neighbors or tiling.is_side_to_side else "lone sides"


def _angle(state: State, expr: ast.Expr) -> int:
    value = state.constant(expr)
    if type(value) is not int or not 1 <= value <= WIDEST or 360 % value:
        raise SpecError(messages.WrongAngle(expr.span, "it must be a divisor of 360, at most 120"))
    return value


def _polygons(state: State, stated: ast.OnCells, cells: DrawnCells, frame: Tiling) -> dict[Cell, TilePolygon]:
    """Those of the kinds, which may be translates of the cells that are drawn."""
    found: dict[Cell, TilePolygon] = {}
    for key, value, at, span in cells.stated(state, stated):
        cell = cells.cell(key, at)
        if not cells.is_drawn(cell):
            raise SpecError(
                messages.NotAPolygon(at, "give the polygon of a cell of the drawing, not of its translate")
            )
        kind, (_, down, along) = cells.periods.split(cell)
        if kind in found:
            raise SpecError(messages.NotAPolygon(at, f"the cell {cells.named(cell)} has two polygons"))
        by = frame.way(-down, -along)
        found[kind] = tuple(added(corner, by) for corner in _polygon(value, span, frame.plane))
    return found


def _polygon(value: Value, span: Span, plane: Plane) -> TilePolygon:
    """Clockwise on paper."""
    if not isinstance(value, tuple) or len(value) < 3:
        raise SpecError(messages.NotAPolygon(span, "a polygon is a tuple of three corners or more"))
    corners = tuple(_point(corner, span, plane) for corner in value)
    points = [plane.shown(corner) for corner in corners]
    area, crossed = area_of(points), crosses_itself(points)
    if len(set(corners)) < len(corners) or (abs(area) < _SMALL and not crossed):
        raise SpecError(messages.NotAPolygon(span, "corners are the same, or all on one line"))
    if crossed or touches_itself(points):
        raise SpecError(
            messages.NotAPolygon(
                span, "its sides cross or touch: list the corners in their order around the cell"
            )
        )
    return corners if area < 0 else corners[::-1]


def _point(value: Value, span: Span, plane: Plane) -> PlanePoint:
    steps = _steps(value)
    if steps is None:
        why = f"{show(value)} is no corner: that is a tuple of two numbers or more, such as `(1, 0)`"
        raise SpecError(messages.NotAPolygon(span, why))
    if len(steps) > plane.directions:
        raise SpecError(
            messages.NotAPolygon(
                span, f"a corner has at most {plane.directions} numbers, one for each direction"
            )
        )
    return plane.point(steps)


def _along(value: Value, span: Span, plane: Plane) -> PlanePoint:
    """Where a period leads."""
    steps = _steps(value)
    if steps is None:
        fixed = "write a tuple, as in `along (1, 0)`: one step to the right, and none in the next direction"
        raise SpecError(
            messages.WrongPeriods(span, "`along` needs the steps in each direction of the plane", fixed)
        )
    if len(steps) > plane.directions:
        why = f"the plane has {plane.directions} directions, and here are {len(steps)} numbers"
        raise SpecError(messages.WrongPeriods(span, why, "write at most one number for each direction"))
    return plane.point(steps)


def _steps(value: Value) -> list[int] | None:
    """The numbers of a tuple; None if it is none, or one is too large."""
    parts = value if isinstance(value, tuple) else [value]
    steps = [part for part in parts if type(part) is int and abs(part) <= _LARGEST]
    return steps if isinstance(value, tuple) and len(steps) == len(parts) else None


def _ways(
    state: State, statement: ast.LatticeStatement, cells: DrawnCells, plane: Plane
) -> tuple[PlanePoint, ...]:
    """Where the translations of ``cells.periods`` lead in the plane."""
    if not cells.steps:
        return ()
    stated = []
    for period in statement.periods:
        if period.along is None:
            why = "nothing states where this period leads in the plane of the polygons"
            fixed = "write the steps in its directions behind it, as in `(4, 0) along (1, 2)`"
            raise SpecError(messages.WrongPeriods(period.span, why, fixed))
        stated.append(_along(state.constant(period.along), period.along.span, plane))
    (_, a, b), (_, c, d) = cells.steps
    area = a * d - b * c
    found: list[PlanePoint] = []
    for _, row, column in cells.periods.translations[1:]:
        first, second = (row * d - column * c) // area, (a * column - b * row) // area
        found.append(tuple(first * x + second * y for x, y in zip(*stated, strict=True)))
    tiling = Tiling(90, cells.periods, (), (found[0], found[1]))
    if not tiling.is_flat_pair:
        why = "this period leads in the same direction of the plane as the other one, or nowhere"
        raise SpecError(messages.WrongPeriods(statement.periods[-1].span, why, "change what follows `along`"))
    return tuple(found)
