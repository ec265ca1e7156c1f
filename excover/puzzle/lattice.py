"""Cells, and the motions that move a piece: the isometries of squares, cubes, hexagons and triangles.

A cell is ``(layer, row, column)``; layer 0 is the top one, and a flat board has only that. Hexagons are drawn
as bricks: neighbours are two columns apart in a row, and one column apart in the next. Triangles alternate in
a row; one points up where row and column add up to an even number.

>>> [len(SQUARE.motions(group)) for group in GROUPS], [len(CUBE.motions(group)) for group in GROUPS]
([1, 4, 8], [1, 24, 48])
>>> [len(HEX.motions(group)) for group in GROUPS], [len(TRIANGLE.motions(group)) for group in GROUPS]
([1, 6, 12], [1, 6, 12])
>>> len(SQUARE.orientations([(0, 0, 0), (0, 1, 0), (0, 1, 1)], "free"))
4
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int, int]
Vector: TypeAlias = tuple[int, int, int]
GROUPS = ("fixed", "one-sided", "free")


@dataclass(frozen=True, slots=True)
class Motion:
    """A linear isometry: its matrix by rows, in the coordinates in which the lattice is straight."""

    rows: tuple[Vector, Vector, Vector]

    def __call__(self, vector: Vector) -> Vector:
        x, y, z = vector
        (a, b, c), (d, e, f), (g, h, i) = self.rows
        return a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z

    def __matmul__(self, first: Motion) -> Motion:
        """First the other motion, then this one."""
        columns = [self(column) for column in zip(*first.rows, strict=True)]
        return Motion(tuple(zip(*columns, strict=True)))  # type: ignore[arg-type]

    @property
    def is_proper(self) -> bool:
        """A rotation, not a motion that contains a reflection."""
        (a, b, c), (d, e, f), (g, h, i) = self.rows
        return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) > 0


@dataclass(frozen=True)
class Lattice:
    """``straight`` gives a cell's coordinates in which motions are linear, ``cell`` is its inverse.

    ``all_motions`` begins with the identity; ``steps`` are the ways to a neighbour, for a cell of even and of
    odd row + column. In a ``parted`` lattice only translations by an even row + column move it onto itself.
    """

    name: str
    all_motions: tuple[Motion, ...]
    straight: Callable[[Cell], Vector]
    cell: Callable[[Vector], Cell]
    steps: tuple[Sequence[Vector], Sequence[Vector]]
    parted: bool = False

    def motions(self, group: str) -> tuple[Motion, ...]:
        """``fixed`` the identity, ``one-sided`` the rotations, ``free`` the reflections too."""
        if group == "fixed":
            return self.all_motions[:1]
        return self.all_motions if group == "free" else self._rotations

    @cached_property
    def _rotations(self) -> tuple[Motion, ...]:
        return tuple(motion for motion in self.all_motions if motion.is_proper)

    def moved(self, motion: Motion, cells: Iterable[Cell]) -> list[Cell]:
        return [self.cell(motion(self.straight(cell))) for cell in cells]

    def shift(self, cells: Iterable[Cell]) -> Vector:
        """The translation of the lattice that brings cells to the origin's planes, as near as it can."""
        layers, rows, columns = zip(*cells, strict=True)
        row, column = -min(rows), -min(columns)
        return -min(layers), row, column + ((row + column) % 2 if self.parted else 0)

    def normalized(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Moved by ``shift`` and sorted: equal for translates, and only for them."""
        given = list(cells)
        return tuple(sorted(translated(given, self.shift(given))))

    def orientations(self, cells: Sequence[Cell], group: str) -> list[tuple[Cell, ...]]:
        """The distinct shapes, up to translation, that the motions of a group make of some cells."""
        moved = (self.normalized(self.moved(motion, cells)) for motion in self.motions(group))
        return list(dict.fromkeys(moved))

    def parts(self, cells: Iterable[Cell]) -> int:
        """The number of pieces that hang together from cell to neighbouring cell."""
        left = set(cells)
        count = 0
        while left:
            count += 1
            reached = [left.pop()]
            while reached:
                cell = reached.pop()
                around = {_sum(cell, step) for step in self.steps[(cell[1] + cell[2]) % 2]}
                reached += around & left
                left -= around
        return count


def translated(cells: Iterable[Cell], by: Vector) -> list[Cell]:
    return [_sum(cell, by) for cell in cells]


def _sum(cell: Cell, by: Vector) -> Cell:
    return cell[0] + by[0], cell[1] + by[1], cell[2] + by[2]


def extent(cells: Iterable[Cell]) -> Cell:
    """The numbers of layers, rows and columns of the box from the origin that holds the cells."""
    layers, rows, columns = zip(*cells, strict=True)
    return max(layers) + 1, max(rows) + 1, max(columns) + 1


def _straight_hex(cell: Cell) -> Vector:
    """Axial coordinates: along the row, and down to the right."""
    layer, row, column = cell
    return layer, row, (column - row) // 2


def _cell_of_hex(vector: Vector) -> Cell:
    layer, row, along = vector
    return layer, row, 2 * along + row


def _straight_triangle(cell: Cell) -> Vector:
    """Three times the centroid, in steps to the right and up to the right: (1, 1) or (2, 2) modulo 3."""
    layer, row, column = cell
    points_down = (row + column) % 2
    up = -(row + 1)
    right = (column - up - 1 - points_down) // 2
    return layer, 3 * right + 1 + points_down, 3 * up + 1 + points_down


def _cell_of_triangle(vector: Vector) -> Cell:
    layer, x, y = vector
    points_down = x % 3 - 1
    right, up = (x - 1 - points_down) // 3, (y - 1 - points_down) // 3
    return layer, -(up + 1), 2 * right + up + 1 + points_down


def _signed_permutations(axes: Iterable[tuple[int, ...]], signs: Iterable[tuple[int, ...]]) -> list[Motion]:
    unit = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    found = []
    for order, sign in product(list(axes), list(signs)):
        (a, b, c), (i, j, k) = (unit[axis] for axis in order), sign
        found.append(Motion((_times(i, a), _times(j, b), _times(k, c))))
    return found


def _times(factor: int, vector: Vector) -> Vector:
    return factor * vector[0], factor * vector[1], factor * vector[2]


def _hexagonal() -> tuple[Motion, ...]:
    """The twelve isometries of the plane of two unit vectors 60 degrees apart."""
    turns = [(1, 0, 0, 1)]
    for _ in range(5):
        a, b, c, d = turns[-1]
        turns.append((-c, -d, a + c, b + d))
    planar = turns + [(c, d, a, b) for a, b, c, d in turns]
    return tuple(Motion(((1, 0, 0), (0, a, b), (0, c, d))) for a, b, c, d in planar)


def _same(cell: Cell) -> Cell:
    return cell


_FLAT: list[Vector] = [(0, 0, 1), (0, 0, -1), (0, 1, 0), (0, -1, 0)]
_BRICK: list[Vector] = [(0, 0, 2), (0, 0, -2), (0, 1, 1), (0, 1, -1), (0, -1, 1), (0, -1, -1)]
_SOLID: list[Vector] = [*_FLAT, (1, 0, 0), (-1, 0, 0)]
_BOTH = (1, -1)

SQUARE = Lattice(
    "square",
    tuple(_signed_permutations([(0, 1, 2), (0, 2, 1)], product((1,), _BOTH, _BOTH))),
    _same,
    _same,
    (_FLAT, _FLAT),
)
CUBE = Lattice(
    "cube",
    tuple(_signed_permutations(permutations(range(3)), product(_BOTH, repeat=3))),
    _same,
    _same,
    (_SOLID, _SOLID),
)
HEX = Lattice("hex", _hexagonal(), _straight_hex, _cell_of_hex, (_BRICK, _BRICK), parted=True)
TRIANGLE = Lattice(
    "triangle",
    _hexagonal(),
    _straight_triangle,
    _cell_of_triangle,
    ([(0, 0, 1), (0, 0, -1), (0, 1, 0)], [(0, 0, 1), (0, 0, -1), (0, -1, 0)]),
    parted=True,
)
LATTICES = {lattice.name: lattice for lattice in (SQUARE, CUBE, HEX, TRIANGLE)}
