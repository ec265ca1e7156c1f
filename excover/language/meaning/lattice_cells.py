"""The cells in the drawing of a ``lattice`` statement, and what the statement says of some of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from excover.base.diagnostics import SpecError
from excover.base.names import Value, show
from excover.base.source import Span
from excover.language.expressions.check import check, check_loop
from excover.language.expressions.frame import UNIT
from excover.language.meaning.drawing import Mark
from excover.language.meaning.state import State
from excover.language.messages.about_lattices import NotACell
from excover.language.syntax import ast
from excover.lattices import Cell, Vector
from excover.lattices.cell_motions import Periods
from excover.lattices.lattice import ORIGIN, plus
from excover.lattices.point_groups import times


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
            raise SpecError(NotACell(span, self.name, self._why(value)))
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
        """What is said of cells: their values as they are given, with the places of both."""
        local: frozenset[str] = check_loop(stated.loop, state.scope) if stated.loop else frozenset()
        frame = state.evaluator.expand(stated.loop)[0] if stated.loop else UNIT
        for entry in stated.entries:
            check(entry.cell, state.scope, local)
            check(entry.value, state.scope, local)
            keys = state.evaluator.column(entry.cell, frame)
            values = state.evaluator.column(entry.value, frame)
            for key, value in zip(keys, values, strict=True):
                yield key, value, entry.cell.span, entry.value.span
