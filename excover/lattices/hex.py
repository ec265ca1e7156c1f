"""Hexagons, drawn as bricks: neighbours are two columns apart in a row, and one column apart in the next row.

They have corners at the top, in rows that are shifted by half a cell.

>>> [len(HEX.motions(group)) for group in ("fixed", "one-sided", "free")]
[1, 6, 12]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt

from excover.lattices.lattice import ORIGIN, Cell, Corner, Lattice, Polygons, Script, Side, Spot
from excover.lattices.point_groups import Vector, hexagonal


def _straight(cell: Cell) -> Vector:
    """Axial coordinates: along the row, and down to the right."""
    layer, row, column = cell
    return layer, row, (column - row) // 2


def _cell(vector: Vector) -> Cell:
    layer, row, along = vector
    return layer, row, 2 * along + row


def _parallelogram(_layers: int, rows: int, columns: int) -> Iterable[Cell]:
    return ((0, r, 2 * c + r) for r in range(rows) for c in range(columns))


def _corners(row: int, column: int) -> tuple[Corner, ...]:
    x, y = column + 1, 3 * row + 2
    return (x, y - 2), (x + 1, y - 1), (x + 1, y + 1), (x, y + 2), (x - 1, y + 1), (x - 1, y - 1)


def _side(side: Side) -> Iterator[tuple[Spot, str]]:
    (x, y), (x2, y2) = side
    if x == x2:
        yield (2 * (y // 3) + 1, 2 * x), "│"
    else:
        yield (2 * (min(y, y2) // 3), 2 * x + 1), "╲" if y < y2 else "╱"


HEX = Lattice(
    "hex",
    ("hexagon", "hexagons"),
    hexagonal(),
    _straight,
    _cell,
    {ORIGIN: [(0, 0, 2), (0, 0, -2), (0, 1, 1), (0, 1, -1), (0, -1, 1), (0, -1, -1)]},
    Polygons(_corners, (1 / 2, 1 / sqrt(12)), 1 / 2),
    Script(
        lambda corners: (2 * (corners[0][1] // 3) + 1, 2 * corners[0][0] - 1),
        3,
        _side,
        2,
        lambda corner: (2 * (corner[1] // 3), 2 * corner[0]),
    ),
    translations=((1, 0, 0), (0, 1, 1), (0, 0, 2)),
    sites="hexagons stand in every other column, shifted by one column from row to row",
    box=_parallelogram,
    sides=((0, 1, 1), (0, 0, 2)),
    libraries={(4, "free"): "tetrahexes"},
)
