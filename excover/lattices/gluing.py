"""Sides of boards that are glued together: cells that differ by a translation are the same.

A torus of two rows of three hexagons; the last of a row touches the first one:

>>> from excover.lattices import HEX
>>> torus = gluing(HEX, {"torus"}, 2, 3)
>>> torus.wraps, torus.reduced((0, 0, 6)), torus.reduced((0, 2, 2)), torus.contains((0, 2, 2))
(((0, 2, 2), (0, 0, 6)), (0, 0, 0), (0, 0, 0), True)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product

from excover.base.frozen import Frozen
from excover.lattices.lattice import ORIGIN, Cell, Lattice, plus
from excover.lattices.point_groups import Vector, times


class Gluing(Frozen):
    """``wraps`` are the translations that lead from a side to the one it is glued to.

    They are combinations of ``height`` rows down and ``aside`` columns to the right, and of ``width`` columns
    to the right; of the latter alone if ``height`` is 0. ``steps`` generate the translations of the board
    onto itself, and there are as many multiples of each as ``counts`` has; all of the first are ``turn`` of
    the second.
    """

    wraps: tuple[Vector, ...]
    height: int
    aside: int
    width: int
    steps: tuple[Vector, Vector]
    counts: tuple[int, int]
    turn: int = 0

    def reduced(self, cell: Cell) -> Cell:
        """The same cell, in the first ``width`` columns, and the first ``height`` rows."""
        layer, row, column = cell
        if self.height:
            often, row = divmod(row, self.height)
            column -= often * self.aside
        return layer, row, column % self.width

    def contains(self, vector: Vector) -> bool:
        """Whether cells that differ by it are the same."""
        return self.reduced(vector) == ORIGIN

    def shift(self, down: int, right: int) -> Vector:
        """The translation by so many steps."""
        return plus(times(down, self.steps[0]), times(right, self.steps[1]))

    def together(self, one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
        """Two shifts after each other, as the same shift by less than ``counts``."""
        rows, columns = self.counts
        often, down = divmod(one[0] + other[0], rows)
        return down, (one[1] + other[1] + often * self.turn) % columns

    @property
    def ways_round(self) -> Iterator[Vector]:
        """The translations that may lead from somewhere on the rim to the place to which it is glued."""
        for many in product((-1, 0, 1), repeat=len(self.wraps)):
            if any(many):
                by = ORIGIN
                for often, wrap in zip(many, self.wraps, strict=True):
                    by = plus(by, times(often, wrap))
                yield by


def gluing(
    lattice: Lattice, flags: Collection[str], rows: int, columns: int, shift: int = 0
) -> Gluing | None:
    """That of a board with a size and flags; None if no sides are glued. Below column ``c`` of the last row
    of a torus is column ``c + shift`` of the first.
    """
    if not lattice.sides or not {"torus", "cylinder"} & {*flags}:
        return None
    down, right = lattice.sides
    across = times(columns, right)
    if "torus" in flags:
        below = plus(times(rows, down), times(-shift, right))
        return glued_by((below, across), lattice.sides, (rows, columns)).replaced(turn=shift % columns)
    return glued_by((across,), lattice.sides, (1, columns))


def glued_by(
    wraps: tuple[Vector, ...],
    steps: tuple[Vector, Vector] = (ORIGIN, ORIGIN),
    counts: tuple[int, int] = (1, 1),
) -> Gluing:
    """``wraps`` are two vectors of different directions, or one along the rows."""
    (_, a, b), *others = wraps
    if not others:
        return Gluing(wraps, 0, 0, abs(b), steps, counts)
    ((_, c, d),) = others
    while c:  # Euclid's algorithm, until one of them goes along the rows
        often = a // c
        a, b, c, d = c, d, a - often * c, b - often * d
    return Gluing(wraps, abs(a), (b if a > 0 else -b) % abs(d), abs(d), steps, counts)
