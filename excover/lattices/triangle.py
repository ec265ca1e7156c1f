"""Triangles, which alternate in a row; one points up if the sum of its row and column is even.

>>> [len(TRIANGLE.motions(group)) for group in ("fixed", "one-sided", "free")]
[1, 6, 12]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt

from excover.lattices.lattice import ORIGIN, Cell, Corner, Lattice, Polygons, Script, Side, Spot
from excover.lattices.point_groups import Vector, hexagonal

_SIDE = 1.6
"""The height and width of a triangle on paper, in widths of a square."""


def _straight(cell: Cell) -> Vector:
    """Three times the centroid, in steps to the right and up to the right: (1, 1) or (2, 2) modulo 3."""
    layer, row, column = cell
    points_down = (row + column) % 2
    up = -(row + 1)
    right = (column - up - 1 - points_down) // 2
    return layer, 3 * right + 1 + points_down, 3 * up + 1 + points_down


def _cell(vector: Vector) -> Cell:
    layer, x, y = vector
    points_down = x % 3 - 1
    right, up = (x - 1 - points_down) // 3, (y - 1 - points_down) // 3
    return layer, -(up + 1), 2 * right + up + 1 + points_down


def _parallelogram(_layers: int, rows: int, columns: int) -> Iterable[Cell]:
    """That many rows of pairs of triangles."""
    first = (rows - 1) % 2  # the lower left triangle points up
    return ((0, r, first + rows - 1 - r + c) for r in range(rows) for c in range(2 * columns))


def _corners(row: int, column: int) -> tuple[Corner, ...]:
    if (row + column) % 2:
        return (column, row), (column + 2, row), (column + 1, row + 1)
    return (column + 1, row), (column + 2, row + 1), (column, row + 1)


def _side(side: Side) -> Iterator[tuple[Spot, str]]:
    (x, y), (x2, y2) = side
    if y == y2:
        yield from (((3 * y, 2 * x + at), "─") for at in range(4))
    elif y < y2:
        yield from (((3 * y + 1, 2 * x), "╲"), ((3 * y + 2, 2 * x + 1), "╲"))
    else:
        yield from (((3 * y2 + 1, 2 * x2 - 1), "╱"), ((3 * y2 + 2, 2 * x2 - 2), "╱"))


def _seat(corners: tuple[Corner, ...]) -> Spot:
    (x, y), (_, second), _ = corners
    return (3 * y + 1, 2 * x + 1) if second == y else (3 * y + 2, 2 * x - 1)


TRIANGLE = Lattice(
    "triangle",
    ("triangle", "triangles"),
    hexagonal(),
    _straight,
    _cell,
    {
        ORIGIN: [(0, 0, 1), (0, 0, -1), (0, 1, 0)],
        (0, 0, 1): [(0, 0, 1), (0, 0, -1), (0, -1, 0)],
    },
    Polygons(_corners, (_SIDE / 2, _SIDE * sqrt(3) / 2), _SIDE / sqrt(12), _SIDE),
    Script(_seat, 2, _side, 2),
    translations=((1, 0, 0), (0, 1, 1), (0, 0, 2)),
    box=_parallelogram,
    sides=((0, 1, -1), (0, 0, 2)),
    libraries={(6, "free"): "hexiamonds"},
)
