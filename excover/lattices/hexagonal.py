"""Triangles, hexagons, and prisms, which are layers of them.

Triangles alternate in a row; one points up if the sum of its row and column is even.

>>> [len(TRIANGLE.motions(group)) for group in ("fixed", "one-sided", "free")]
[1, 6, 12]

Hexagons, drawn as bricks: neighbours are two columns apart in a row, and one column apart in the next row.
They have corners at the top, in rows that are shifted by half a cell.

>>> [len(HEX.motions(group)) for group in ("fixed", "one-sided", "free")]
[1, 6, 12]

Prisms: layers of triangles or hexagons, one upon the other.

>>> [len(PRISM.motions(group)) for group in ("fixed", "one-sided", "free")]
[1, 12, 24]
>>> HEXPRISM.components([(0, 0, 0), (1, 0, 0), (1, 0, 2)])
1
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt

from excover.lattices.lattice import ORIGIN, Cell, Corner, Lattice, Point3, Polygons, Script, Side, Spot
from excover.lattices.point_groups import Vector, hexagonal, turned_over

_SIDE = 1.6
"""The height and width of a triangle on paper, in widths of a square."""


def _triangle_straight(cell: Cell) -> Vector:
    """Three times the centroid, in steps to the right and up to the right: (1, 1) or (2, 2) modulo 3."""
    layer, row, column = cell
    points_down = (row + column) % 2
    up = -(row + 1)
    right = (column - up - 1 - points_down) // 2
    return layer, 3 * right + 1 + points_down, 3 * up + 1 + points_down


def _triangle_cell(vector: Vector) -> Cell:
    layer, x, y = vector
    points_down = x % 3 - 1
    right, up = (x - 1 - points_down) // 3, (y - 1 - points_down) // 3
    return layer, -(up + 1), 2 * right + up + 1 + points_down


def _triangle_parallelogram(_layers: int, rows: int, columns: int) -> Iterable[Cell]:
    """That many rows of pairs of triangles."""
    first = (rows - 1) % 2  # the lower left triangle points up
    return ((0, r, first + rows - 1 - r + c) for r in range(rows) for c in range(2 * columns))


def _triangle_corners(row: int, column: int) -> tuple[Corner, ...]:
    if (row + column) % 2:
        return (column, row), (column + 2, row), (column + 1, row + 1)
    return (column + 1, row), (column + 2, row + 1), (column, row + 1)


def _triangle_side(side: Side) -> Iterator[tuple[Spot, str]]:
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
    _triangle_straight,
    _triangle_cell,
    {
        ORIGIN: [(0, 0, 1), (0, 0, -1), (0, 1, 0)],
        (0, 0, 1): [(0, 0, 1), (0, 0, -1), (0, -1, 0)],
    },
    Polygons(_triangle_corners, (_SIDE / 2, _SIDE * sqrt(3) / 2), _SIDE / sqrt(12), _SIDE),
    Script(_seat, 2, _triangle_side, 2),
    translations=((1, 0, 0), (0, 1, 1), (0, 0, 2)),
    box=_triangle_parallelogram,
    sides=((0, 1, -1), (0, 0, 2)),
    libraries={(6, "free"): "hexiamonds"},
)


def _hex_straight(cell: Cell) -> Vector:
    """Axial coordinates: along the row, and down to the right."""
    layer, row, column = cell
    return layer, row, (column - row) // 2


def _hex_cell(vector: Vector) -> Cell:
    layer, row, along = vector
    return layer, row, 2 * along + row


def _hex_parallelogram(_layers: int, rows: int, columns: int) -> Iterable[Cell]:
    return ((0, r, 2 * c + r) for r in range(rows) for c in range(columns))


def _hex_corners(row: int, column: int) -> tuple[Corner, ...]:
    x, y = column + 1, 3 * row + 2
    return (x, y - 2), (x + 1, y - 1), (x + 1, y + 1), (x, y + 2), (x - 1, y + 1), (x - 1, y - 1)


def _hex_side(side: Side) -> Iterator[tuple[Spot, str]]:
    (x, y), (x2, y2) = side
    if x == x2:
        yield (2 * (y // 3) + 1, 2 * x), "│"
    else:
        yield (2 * (min(y, y2) // 3), 2 * x + 1), "╲" if y < y2 else "╱"


HEX = Lattice(
    "hex",
    ("hexagon", "hexagons"),
    hexagonal(),
    _hex_straight,
    _hex_cell,
    {ORIGIN: [(0, 0, 2), (0, 0, -2), (0, 1, 1), (0, 1, -1), (0, -1, 1), (0, -1, -1)]},
    Polygons(_hex_corners, (1 / 2, 1 / sqrt(12)), 1 / 2),
    Script(
        lambda corners: (2 * (corners[0][1] // 3) + 1, 2 * corners[0][0] - 1),
        3,
        _hex_side,
        2,
        lambda corner: (2 * (corner[1] // 3), 2 * corner[0]),
    ),
    translations=((1, 0, 0), (0, 1, 1), (0, 0, 2)),
    sites="hexagons stand in every other column, shifted by one column from row to row",
    box=_hex_parallelogram,
    sides=((0, 1, 1), (0, 0, 2)),
    libraries={(4, "free"): "tetrahexes"},
)


_UP_AND_DOWN = [(-1, 0, 0), (1, 0, 0)]


def _stacked(flat: Lattice, name: str, cell_names: tuple[str, str]) -> Lattice:
    def box(layers: int, rows: int, columns: int) -> Iterable[Cell]:
        return ((n, r, c) for n in range(layers) for _, r, c in flat.box(1, rows, columns))

    def point(cell: Cell) -> Point3:
        """A prism is as high as a side of a triangle, or as a hexagon is wide."""
        layer, row, column = cell
        corners, (across, down) = flat.polygons.corners(row, column), flat.polygons.unit
        x, y = (sum(axis) / len(corners) / flat.polygons.width for axis in zip(*corners, strict=True))
        return x * across, y * down, layer

    steps = {kind: [*around, *_UP_AND_DOWN] for kind, around in flat.steps.items()}
    motions = turned_over(flat.all_motions)
    changed = flat.replaced(all_motions=motions, steps=steps, solid=True, box=box, point=point, libraries={})
    return changed.replaced(name=name, cell_names=cell_names, sides=None)


PRISM = _stacked(TRIANGLE, "prism", ("prism", "prisms")).replaced(
    slides=((1, 0, 0), (0, 0, 2), (0, 1, 1), (0, 1, -1))
)
HEXPRISM = _stacked(HEX, "hexprism", ("hexagonal prism", "hexagonal prisms"))
