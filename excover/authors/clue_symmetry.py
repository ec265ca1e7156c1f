"""Patterns of clues: of cells that a symmetry maps to each other, all have a clue or none has.

>>> Symmetry.HALF_TURN.orbit((0, 0, 1), 3, 3), Symmetry.DIAGONAL.orbit((0, 0, 1), 3, 3)
([(0, 0, 1), (0, 2, 1)], [(0, 0, 1), (0, 1, 0)])
>>> len(Symmetry.FULL.orbit((0, 0, 1), 4, 4))
8
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from excover.lattices import Cell

CellMotion = Callable[[int, int, int, int], tuple[int, int]]
"""Maps a row and a column, and the numbers of rows and columns, to the image of the cell."""


class Symmetry(Enum):
    """Symmetries of a drawing, layer by layer."""

    HALF_TURN = "half-turn"
    QUARTER_TURN = "quarter-turn"
    LEFT_RIGHT = "left-right"
    UP_DOWN = "up-down"
    DIAGONAL = "diagonal"
    """From the upper left to the lower right."""
    ANTIDIAGONAL = "antidiagonal"
    FULL = "full"
    """All of them."""

    @property
    def needs_square(self) -> bool:
        """Whether it exchanges rows and columns."""
        return self not in (Symmetry.HALF_TURN, Symmetry.LEFT_RIGHT, Symmetry.UP_DOWN)

    def orbit(self, cell: Cell, rows: int, columns: int) -> list[Cell]:
        """The orbit of a cell under the symmetry, the cell itself first."""
        layer, row, column = cell
        reached = [(row, column)]
        for at in reached:
            for motion in MOTIONS[self]:
                image = motion(*at, rows, columns)
                if image not in reached:
                    reached.append(image)
        return [(layer, *at) for at in reached]


def _half_turn(row: int, column: int, rows: int, columns: int) -> tuple[int, int]:
    return rows - 1 - row, columns - 1 - column


def _quarter_turn(row: int, column: int, rows: int, _columns: int) -> tuple[int, int]:
    return column, rows - 1 - row


def _left_right(row: int, column: int, _rows: int, columns: int) -> tuple[int, int]:
    return row, columns - 1 - column


def _up_down(row: int, column: int, rows: int, _columns: int) -> tuple[int, int]:
    return rows - 1 - row, column


def _diagonal(row: int, column: int, _rows: int, _columns: int) -> tuple[int, int]:
    return column, row


def _antidiagonal(row: int, column: int, rows: int, columns: int) -> tuple[int, int]:
    return columns - 1 - column, rows - 1 - row


MOTIONS: dict[Symmetry, tuple[CellMotion, ...]] = {
    Symmetry.HALF_TURN: (_half_turn,),
    Symmetry.QUARTER_TURN: (_quarter_turn,),
    Symmetry.LEFT_RIGHT: (_left_right,),
    Symmetry.UP_DOWN: (_up_down,),
    Symmetry.DIAGONAL: (_diagonal,),
    Symmetry.ANTIDIAGONAL: (_antidiagonal,),
    Symmetry.FULL: (_quarter_turn, _left_right),
}
