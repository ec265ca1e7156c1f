"""Cells, and the motions that move a piece: the isometries of the square and of the cube lattice.

A cell is ``(layer, row, column)``; layer 0 is the top one, and a flat board has only that.

>>> [len(isometries(group, flat=True)) for group in GROUPS], [len(isometries(g, flat=False)) for g in GROUPS]
([1, 4, 8], [1, 24, 48])
>>> corner = [(0, 0, 0), (0, 1, 0), (0, 1, 1)]
>>> len(orientations(corner, isometries("free", flat=True)))
4
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int, int]
GROUPS = ("fixed", "one-sided", "free")
_EVEN = {(0, 1, 2), (1, 2, 0), (2, 0, 1)}


@dataclass(frozen=True, slots=True)
class Isometry:
    """A signed permutation of the axes: coordinate ``i`` of the image is ``signs[i] * cell[axes[i]]``."""

    axes: tuple[int, int, int]
    signs: tuple[int, int, int]

    @property
    def determinant(self) -> int:
        """1 for a rotation, -1 for a motion that contains a reflection."""
        parity = 1 if self.axes in _EVEN else -1
        return parity * self.signs[0] * self.signs[1] * self.signs[2]

    def __call__(self, cell: Cell) -> Cell:
        (i, j, k), (a, b, c) = self.axes, self.signs
        return a * cell[i], b * cell[j], c * cell[k]


def isometries(group: str, *, flat: bool) -> list[Isometry]:
    """The motions of a group: ``fixed`` the identity, ``one-sided`` rotations, ``free`` reflections too.

    Flat: those of the square, within the plane. Otherwise those of the cube. The identity comes first.
    """
    axes = permutations(range(3))
    motions = [Isometry(a, s) for a, s in product(axes, product((1, -1), repeat=3))]  # type: ignore[arg-type]
    if flat:
        motions = [motion for motion in motions if motion.axes[0] == 0 and motion.signs[0] == 1]
    if group == "fixed":
        return motions[:1]
    return motions if group == "free" else [motion for motion in motions if motion.determinant == 1]


def normalized(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Moved to touch the origin's three planes, and sorted: equal for translates, and only for them."""
    layers, rows, columns = zip(*(given := list(cells)), strict=True)
    layer, row, column = min(layers), min(rows), min(columns)
    return tuple(sorted((a - layer, b - row, c - column) for a, b, c in given))


def orientations(cells: Sequence[Cell], motions: Iterable[Isometry]) -> list[tuple[Cell, ...]]:
    """The distinct shapes, up to translation, that the motions make of some cells."""
    return list(dict.fromkeys(normalized(map(motion, cells)) for motion in motions))


def extent(cells: Iterable[Cell]) -> Cell:
    """The numbers of layers, rows and columns that normalized cells take."""
    layers, rows, columns = zip(*cells, strict=True)
    return max(layers) + 1, max(rows) + 1, max(columns) + 1


def parts(cells: Iterable[Cell]) -> int:
    """The number of pieces that hang together by common faces."""
    left = set(cells)
    count = 0
    while left:
        count += 1
        reached = [left.pop()]
        while reached:
            a, b, c = reached.pop()
            around = {
                (a + 1, b, c),
                (a - 1, b, c),
                (a, b + 1, c),
                (a, b - 1, c),
                (a, b, c + 1),
                (a, b, c - 1),
            }
            reached += around & left
            left -= around
    return count
