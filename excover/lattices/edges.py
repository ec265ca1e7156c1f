"""The edges of squares, triangles and hexagons: sticks, which meet at their ends.

A drawing has a place for each edge, and one for each joint where edges meet::

    +-+-+    + - + - +         + - +       +   +
    | | |     \\ / \\ / \\       / \\ /       / \\ / \\
    +-+-+      + - + - +    + - +       +   +   +
                                        |   |   |

>>> for lattice in (SQUARE_EDGES, TRIANGLE_EDGES, HEX_EDGES):
...     len(lattice.all_motions), len(list(lattice.box(1, 2, 2)))
(8, 12)
(12, 16)
(12, 19)
>>> [len(SQUARE_EDGES.crossings(list(SQUARE_EDGES.box(1, n, n)))) for n in (1, 2, 3)]
[0, 1, 4]
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import sqrt

from excover.lattices.lattice import Cell, Corner, Lattice, Polygons, as_drawn, plus
from excover.lattices.point_groups import Vector, hexagonal, planar_square, times

_TEXT = 0.17
"""Room for text on an edge, in lengths of one."""


def _joined(lattice: Lattice) -> Lattice:
    """With the steps from each edge to those at its ends."""
    steps: dict[Vector, list[Vector]] = {kind: [] for kind in lattice.strokes}
    for joint, ways in lattice.around.items():
        for way, other in product(ways, repeat=2):
            if way != other:
                edge = lattice.kind(plus(joint, way))
                steps[edge].append(plus(other, times(-1, way)))
    return lattice.replaced(steps=steps)


# Squares


def _square_ends(row: int, column: int) -> tuple[Corner, ...]:
    return ((column, row - 1), (column, row + 1)) if row % 2 else ((column - 1, row), (column + 1, row))


def _square_grid(_layers: int, rows: int, columns: int) -> Iterable[Cell]:
    places = product(range(2 * rows + 1), range(2 * columns + 1))
    return ((0, row, column) for row, column in places if (row + column) % 2)


SQUARE_EDGES = _joined(
    Lattice(
        "square_edges",
        ("edge", "edges"),
        planar_square(),
        as_drawn,
        as_drawn,
        {},
        Polygons(_square_ends, (1 / 2, 1 / 2), _TEXT),
        translations=((1, 0, 0), (0, 2, 0), (0, 0, 2)),
        sites="joints stand in the first row and every other one, two columns apart, and edges between them",
        box=_square_grid,
        around={(0, 0, 0): [(0, -1, 0), (0, 0, 1), (0, 1, 0), (0, 0, -1)]},
        strokes={(0, 0, 1): "-", (0, 1, 0): "|"},
        libraries={(4, "free"): "tetrasticks"},
    )
)


# Triangles: two rows are half of the square root of 3, four columns are 1


def _triangle_straight(cell: Cell) -> Vector:
    """In quarters of an edge, to the right and up to the right."""
    layer, row, column = cell
    return layer, row + column, -2 * row


def _triangle_cell(vector: Vector) -> Cell:
    layer, right, up = vector
    return layer, -up // 2, right + up // 2


def _triangle_ends(row: int, column: int) -> tuple[Corner, ...]:
    if row % 2 == 0:
        return (column - 2, row), (column + 2, row)
    falls = 1 if (row - column) % 4 == 0 else -1
    return (column - falls, row - 1), (column + falls, row + 1)


def _triangle_grid(_layers: int, rows: int, columns: int) -> Iterable[Cell]:
    """Of so many rows of pairs of triangles, each half an edge further to the right."""
    for i, j in product(range(rows + 1), range(columns + 1)):
        joint = (0, 2 * i, 2 * i + 4 * j)
        ways = [(0, 0, 2)] * (j < columns) + [(0, 1, 1)] * (i < rows) + [(0, 1, -1)] * (i < rows and j > 0)
        yield from (plus(joint, way) for way in ways)


TRIANGLE_EDGES = _joined(
    Lattice(
        "triangle_edges",
        ("edge", "edges"),
        hexagonal(),
        _triangle_straight,
        _triangle_cell,
        {},
        Polygons(_triangle_ends, (1 / 4, sqrt(3) / 4), _TEXT),
        translations=((1, 0, 0), (0, 2, 2), (0, 0, 4)),
        sites="joints stand in every other row, four columns apart and shifted by two from row to row, "
        "and edges between them",
        box=_triangle_grid,
        around={(0, 0, 0): [(0, 0, 2), (0, 1, 1), (0, 1, -1), (0, 0, -2), (0, -1, -1), (0, -1, 1)]},
        strokes={(0, 0, 2): "-", (0, 1, 1): "\\", (0, 1, 3): "/"},
    )
)


# Hexagons: the middles of edges, not the joints, are where a linear map takes their places

_MIDDLE = (0, 3, 2)
"""Of the first hexagon."""


def _hex_straight(cell: Cell) -> Vector:
    """In eighths of the way between hexagons, seen from the middle of one."""
    layer, row, column = cell
    down, right = row - _MIDDLE[1], column - _MIDDLE[2]
    return layer, down + 2 * right, -2 * down


def _hex_cell(vector: Vector) -> Cell:
    layer, right, up = vector
    down = -up // 2
    return layer, down + _MIDDLE[1], (right - down) // 2 + _MIDDLE[2]


def _hex_ends(row: int, column: int) -> tuple[Corner, ...]:
    if row % 4 == 3:
        return _hex_joint(row - 1, column), _hex_joint(row + 1, column)
    falls = 1 if (column - row // 4 * 2) % 4 == 3 else -1
    return _hex_joint(row - 1, column - falls), _hex_joint(row + 1, column + falls)


def _hex_joint(row: int, column: int) -> Corner:
    """A slanting edge is half as high as an upright one."""
    return column, 3 * (row // 4) + row % 4 // 2


_AROUND_HEXAGON = [(0, -2, -1), (0, -2, 1), (0, 0, 2), (0, 2, 1), (0, 2, -1), (0, 0, -2)]


def _hex_grid(_layers: int, rows: int, columns: int) -> Iterable[Cell]:
    """Of a parallelogram of hexagons, each row half of one further to the right."""
    middles = (plus(_MIDDLE, (0, 4 * i, 2 * i + 4 * j)) for i, j in product(range(rows), range(columns)))
    return {plus(middle, way) for middle in middles for way in _AROUND_HEXAGON}


HEX_EDGES = _joined(
    Lattice(
        "hex_edges",
        ("edge", "edges"),
        hexagonal(),
        _hex_straight,
        _hex_cell,
        {},
        Polygons(_hex_ends, (sqrt(3) / 4, 1 / 2), _TEXT),
        translations=((1, 0, 0), (0, 4, 2), (0, 0, 4)),
        sites="slanting edges stand in the second row and every fourth one, all two columns apart from the "
        "second column on; upright ones two rows below",
        box=_hex_grid,
        around={
            (0, 0, 2): [(0, -1, 0), (0, 1, 1), (0, 1, -1)],
            (0, 2, 0): [(0, -1, 1), (0, 1, 0), (0, -1, -1)],
        },
        strokes={(0, 1, 1): "/", (0, 1, 3): "\\", (0, 3, 0): "|"},
    )
)
