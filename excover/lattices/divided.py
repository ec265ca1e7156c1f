"""Parts of polygons as cells: kites, drafters and tans around their middles, and their edges, sticks.

A hexagon is cut into six kites, or twelve drafters (half kites, with angles of 30, 60 and 90 degrees); a
square by both diagonals into four tans. A drawing has a ring of places for each hexagon or square::

     A         AB        A
    F B       L  C      D B
    E C      K    D      C
     D       J    E
              I  F
               HG

>>> [(len(lattice.steps), len(lattice.all_motions)) for lattice in (KITE, DRAFTER, TAN)]
[(6, 12), (12, 12), (4, 8)]
>>> [len(around) for lattice in (KITE, DRAFTER, TAN) for around in list(lattice.steps.values())[:1]]
[4, 3, 3]

The edges of squares, triangles and hexagons are sticks, which meet at their ends.

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

from collections.abc import Iterable, Sequence
from itertools import product
from math import sqrt
from typing import NamedTuple

from excover.lattices.lattice import Cell, Corner, Lattice, Polygons, as_drawn, plus, sides_around, translated
from excover.lattices.point_groups import Isometry, Vector, hexagonal, planar_square, times

_HEXAGON: tuple[Corner, ...] = ((0, -4), (2, -2), (2, 2), (0, 4), (-2, 2), (-2, -2))
"""Its corners from the top, clockwise; four units to the right are as wide as itself."""
_SIDES: tuple[Corner, ...] = ((1, -3), (2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3))
"""The middles of its sides."""
_MIDDLE: Corner = (0, 0)


class _Ring(NamedTuple):
    """The parts of a polygon, clockwise: their places, corners, and coordinates where motions are linear.

    ``down`` and ``right`` move a drawing to the next polygon, and each part's corners and coordinates.
    """

    places: Sequence[Cell]
    corners: Sequence[tuple[Corner, ...]]
    points: Sequence[Vector]
    down: tuple[Vector, Corner, Vector]
    right: tuple[Vector, Corner, Vector]

    def found(self, row: int, column: int) -> tuple[int, int, int]:
        """How many polygons down and to the right a place is, and the number of its part, or -1."""
        (_, tall, aside), (_, _, wide) = self.down[0], self.right[0]
        down = row // tall
        right = (column - down * aside) // wide
        place = (0, row - down * tall, column - down * aside - right * wide)
        return down, right, self.places.index(place) if place in self.places else -1

    def corners_of(self, row: int, column: int) -> tuple[Corner, ...]:
        """Those of a part; a place without one is a point."""
        down, right, part = self.found(row, column)
        if part < 0:
            return ((column, row),)
        (a, b), (c, d) = self.down[1], self.right[1]
        return tuple((x + down * a + right * c, y + down * b + right * d) for x, y in self.corners[part])

    def straight(self, cell: Cell) -> Vector:
        down, right, part = self.found(*cell[1:])
        by = plus(times(down, self.down[2]), times(right, self.right[2]))
        return plus((cell[0], 0, 0), plus(self.points[part], by))

    def cell(self, vector: Vector) -> Cell:
        """Every point is at a translation of that of one part; ``down`` and ``right`` are nearly axes."""
        layer, x, y = vector
        (_, a, b), (_, c, d) = self.down[2], self.right[2]
        area = a * d - b * c
        for place, (_, px, py) in zip(self.places, self.points, strict=True):
            down, off = divmod((x - px) * d - (y - py) * c, area)
            right, aside = divmod((y - py) * a - (x - px) * b, area)
            if off == aside == 0:
                return plus(
                    (layer, 0, 0), plus(place, plus(times(down, self.down[0]), times(right, self.right[0])))
                )
        raise AssertionError("a motion takes parts to parts")

    def box(self, _layers: int, rows: int, columns: int) -> Iterable[Cell]:
        """Of so many rows and columns of polygons."""
        for down, right in product(range(rows), range(columns)):
            yield from translated(self.places, plus(times(down, self.down[0]), times(right, self.right[0])))

    def steps(self) -> dict[Vector, list[Vector]]:
        """To the parts with which each part has a side in common."""
        near = [
            plus(place, plus(times(down, self.down[0]), times(right, self.right[0])))
            for down, right in product((-1, 0, 1), repeat=2)
            for place in self.places
        ]
        across = {
            (end, start): cell for cell in near for start, end in sides_around(self.corners_of(*cell[1:]))
        }
        return {
            place: [plus(across[side], times(-1, place)) for side in sides_around(corners) if side in across]
            for place, corners in zip(self.places, self.corners, strict=True)
        }


def _lattice(
    name: str,
    cell_names: tuple[str, str],
    motions: tuple[Isometry, ...],
    ring: _Ring,
    polygons: Polygons,
    sites: str,
) -> Lattice:
    return Lattice(
        name,
        cell_names,
        motions,
        ring.straight,
        ring.cell,
        ring.steps(),
        polygons,
        translations=((1, 0, 0), ring.down[0], ring.right[0]),
        sites=sites,
        box=ring.box,
        sides=(ring.down[0], ring.right[0]),
    )


# Hexagons


def _turned(*points: tuple[int, int]) -> list[Vector]:
    """Points at the top of a hexagon, and all that they are turned to by 60 degrees, clockwise."""
    found: list[Vector] = []
    for _ in range(6):
        found += [(0, right, up) for right, up in points]
        points = tuple((right + up, -right) for right, up in points)
    return found


def _of_hexagon(
    places: Sequence[Cell], corners: Sequence[tuple[Corner, ...]], points: list[Vector], size: int
) -> _Ring:
    """``size``: the way between hexagons in the coordinates of the points, right and up to the right."""
    tall, wide = max(row for _, row, _ in places) + 1, max(column for _, _, column in places) + 1
    wide += wide % 2
    down, right = ((0, tall, wide // 2), (2, 6), (0, size, -size)), ((0, 0, wide), (4, 0), (0, size, 0))
    return _Ring(places, corners, points, down, right)


_KITES = _of_hexagon(
    [(0, 0, 1), (0, 1, 2), (0, 2, 2), (0, 3, 1), (0, 2, 0), (0, 1, 0)],
    [(_MIDDLE, _SIDES[k - 1], _HEXAGON[k], _SIDES[k]) for k in range(6)],
    _turned((-1, 2)),
    4,
)
_KITE_SIZE = 1.4
"""The sides of a hexagon of kites, in widths of a square."""
KITE = _lattice(
    "kite",
    ("kite", "kites"),
    hexagonal(),
    _KITES,
    Polygons(
        _KITES.corners_of, (_KITE_SIZE * sqrt(3) / 4, _KITE_SIZE / 4), _KITE_SIZE * 0.31, _KITE_SIZE * 0.86
    ),
    "six kites stand around the middle of each hexagon, in four rows, the top one in the second column; "
    "hexagons are four columns apart, and two further to the right in the next row of hexagons",
)

_DRAFTERS = _of_hexagon(
    [
        *((0, 0, 2), (0, 0, 3), (0, 1, 4), (0, 2, 5), (0, 3, 5), (0, 4, 4)),
        *((0, 5, 3), (0, 5, 2), (0, 4, 1), (0, 3, 0), (0, 2, 0), (0, 1, 1)),
    ],
    [
        corners
        for k in range(6)
        for corners in ((_MIDDLE, _SIDES[k - 1], _HEXAGON[k]), (_MIDDLE, _HEXAGON[k], _SIDES[k]))
    ],
    _turned((-2, 3), (-1, 3)),
    7,
)
_DRAFTER_SIZE = 2.2
DRAFTER = _lattice(
    "drafter",
    ("drafter", "drafters"),
    hexagonal(),
    _DRAFTERS,
    Polygons(
        _DRAFTERS.corners_of,
        (_DRAFTER_SIZE * sqrt(3) / 4, _DRAFTER_SIZE / 4),
        _DRAFTER_SIZE * 0.18,
        _DRAFTER_SIZE * 0.5,
    ),
    "twelve drafters stand in a ring around the middle of each hexagon, in six rows, the top two in columns "
    "three and four; hexagons are six columns apart, and three further to the right in the next row",
)

# Squares

_TANS = _Ring(
    [(0, 0, 1), (0, 1, 2), (0, 2, 1), (0, 1, 0)],
    [(_MIDDLE, *side) for side in sides_around(((-1, -1), (1, -1), (1, 1), (-1, 1)))],
    [(0, -1, 0), (0, 0, 1), (0, 1, 0), (0, 0, -1)],
    ((0, 3, 0), (0, 2), (0, 3, 0)),
    ((0, 0, 3), (2, 0), (0, 0, 3)),
)
TAN = _lattice(
    "tan",
    ("tan", "tans"),
    planar_square(),
    _TANS,
    Polygons(_TANS.corners_of, (1, 1), sqrt(2) - 1, 1),
    "four tans stand around the middle of each square of three rows and columns, whose rows are drawn as "
    "` .`, `. .` and ` .`",
)


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

_CENTER = (0, 3, 2)
"""Of the first hexagon."""


def _hex_straight(cell: Cell) -> Vector:
    """In eighths of the way between hexagons, seen from the middle of one."""
    layer, row, column = cell
    down, right = row - _CENTER[1], column - _CENTER[2]
    return layer, down + 2 * right, -2 * down


def _hex_cell(vector: Vector) -> Cell:
    layer, right, up = vector
    down = -up // 2
    return layer, down + _CENTER[1], (right - down) // 2 + _CENTER[2]


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
    middles = (plus(_CENTER, (0, 4 * i, 2 * i + 4 * j)) for i, j in product(range(rows), range(columns)))
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
