"""Placements on every lattice, made again with points of space instead of drawings, and nothing of excover.

A cell is the set of its corners. A piece lies where a turned copy of it, moved so that its first cell is at
some cell of the board, has every cell on the board.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, permutations, product, repeat
from random import Random
from typing import NamedTuple

import pytest
from effort import examples
from slow_values import with_slow

from excover.base.source import Source, Span
from excover.language.meaning.puzzle import Board
from excover.lattices import LATTICE_NAMES, LATTICES, Cell, extent
from excover.lattices.cubic import BLOCK
from excover.lattices.gluing import gluing
from excover.matrix.placements import Grid, Ways

Point = tuple[float, ...]
Matrix = tuple[Point, ...]
Triple = tuple[Point, Point, Point]
Sides = tuple[float, ...]
Polyhedron = frozenset[Point]
NOWHERE = Span(Source("<made>", ""), 0, 0)


class Geometry(NamedTuple):
    """The corners of a cell, whether there is one at a place of a drawing, and the motions."""

    corners: Callable[[int, int, int], Iterable[Point]]
    motions: Sequence[Matrix]
    exists: Callable[[int, int, int], bool] = lambda layer, row, column: True
    layers: int = 1
    scale: int = 1
    """Places that a cube of cells is wide, or fewer."""
    shared: int = 2
    """So many corners have cells in common that are neighbours; those of balls touch instead."""
    begins_anywhere: bool = False
    blocks: int = 1
    """A drawing has so many, whose layers begin `BLOCK` further each: see hypercube.py."""


def in_plane(turns: int) -> list[Matrix]:
    found: list[Matrix] = []
    for turn, side in product(range(turns), (1, -1)):
        c, s = math.cos(math.tau * turn / turns), math.sin(math.tau * turn / turns)
        found.append(((1, 0, 0), (0, c, -s * side), (0, s, c * side)))
    return found


def in_space(axes: int = 3) -> list[Matrix]:
    signs = product((1, -1), repeat=axes)
    return [
        tuple(tuple(sign[k] * (order[k] == axis) for axis in range(axes)) for k in range(axes))
        for order, sign in product(permutations(range(axes)), list(signs))
    ]


def hexagon(layer: int, row: int, column: int) -> list[Point]:
    y, x, radius = row * math.sqrt(3) / 2, column / 2, 1 / math.sqrt(3)
    ways = (math.tau * (k + 0.5) / 6 for k in range(6))
    return [
        (layer, y + radius * math.cos(way + math.pi / 2), x + radius * math.sin(way + math.pi / 2))
        for way in ways
    ]


def in_bricks(_layer: int, row: int, column: int) -> bool:
    return (row + column) % 2 == 0


def triangle(layer: int, row: int, column: int) -> list[Point]:
    height, (tip, base) = math.sqrt(3) / 2, (row, row + 1) if (row + column) % 2 == 0 else (row + 1, row)
    return [
        (layer, tip * height, column / 2),
        (layer, base * height, (column - 1) / 2),
        (layer, base * height, (column + 1) / 2),
    ]


def box(*size: int) -> Callable[[int, int, int], list[Point]]:
    return lambda *cell: [tuple(map(sum, zip(cell, by, strict=True))) for by in product(*map(range, size))]


def hypercube(layer: int, row: int, column: int) -> list[Point]:
    """Its middle."""
    return [(*divmod(layer, BLOCK), row, column)]


def ball(layer: int, row: int, column: int) -> list[Point]:
    """Its middle. Balls are one wide; each layer is half of that left of, and behind, the one above."""
    return [(layer / math.sqrt(2), row - layer / 2, column - layer / 2)]


def round_the_vertical(matrices: Iterable[Matrix]) -> list[Matrix]:
    """The same motions, of a cube that is turned by an eighth."""
    h = math.sqrt(1 / 2)
    turn, back = ((1, 0, 0), (0, h, -h), (0, h, h)), ((1, 0, 0), (0, h, h), (0, -h, h))
    return [times(turn, times(matrix, back)) for matrix in matrices]


def times(one: Matrix, other: Matrix) -> Matrix:
    columns = list(zip(*other, strict=True))
    return tuple(tuple(sum(a * b for a, b in zip(row, c, strict=True)) for c in columns) for row in one)  # type: ignore[misc,return-value]


Corners = Callable[[int, int, int], list[Point]]


def stacked(flat: Corners) -> Corners:
    return lambda layer, row, column: [*flat(layer, row, column), *flat(layer + 1, row, column)]


def and_over(matrices: Iterable[Matrix]) -> list[Matrix]:
    return [((side, 0, 0), *matrix[1:]) for matrix in matrices for side in (1, -1)]


def is_in_dodecahedra(*cell: int) -> bool:
    return sorted(abs(at % 5 - 2) for at in cell) == [0, 1, 2]


def of_dodecahedra(*cell: int) -> list[Point]:
    """The middle of a cube five wide, the middle of a face, and the ends of one of its edges."""
    middle = [at // 5 * 5 + 2 for at in cell]
    ways = [at - m for at, m in zip(cell, middle, strict=True)]
    found = []
    for out, end in ((0, 0), (1, 0), (2, 1), (2, -1)):
        reach = {2: min(out, 1), 1: out // 2, 0: end}
        signs = ((way > 0) - (way < 0) or 1 for way in ways)
        found.append(
            [m + 2.5 * reach[abs(way)] * sign for m, way, sign in zip(middle, ways, signs, strict=True)]
        )
    return list(map(tuple, found))  # type: ignore[arg-type]


def is_in_octahedra(*cell: int) -> bool:
    place = [at % 3 for at in cell]
    return place == [1, 1, 1] or (1 not in place and sum(at // 3 + (at % 3 == 2) for at in cell) % 2 == 0)


def of_octahedra(*cell: int) -> list[Point]:
    """Of a cube, four corners that are no middle of an octahedron; or one that is, and those next to it."""
    corner = [at // 3 + (at % 3 == 2) for at in cell]
    near = list(product(*((at // 3, at // 3 + 1) for at in cell)))
    if 1 in (at % 3 for at in cell):
        return [point for point in near if sum(point) % 2]
    return [point for point in near if math.dist(point, corner) <= 1]


def square_edge(layer: int, row: int, column: int) -> list[Point]:
    ways = (-1, 1)
    return [(layer, row + way * (row % 2), column + way * (column % 2)) for way in ways]


def triangle_edge(layer: int, row: int, column: int) -> list[Point]:
    """The side of a triangle is 4."""
    slope = 0 if row % 2 == 0 else 1 if (column - row) % 4 == 0 else -1
    wide = 1 if slope else 2
    return [
        (layer, (row + way * abs(slope)) * math.sqrt(3), column + way * wide * (slope or 1))
        for way in (-1, 1)
    ]


def is_triangle_edge(_layer: int, row: int, column: int) -> bool:
    return column % 2 == 1 if row % 2 else (column - row) % 4 == 2


def hex_edge(layer: int, row: int, column: int) -> list[Point]:
    """The side of a hexagon is 2, and its middle at row 3, column 2; four rows are three high."""
    height, x = 0.75 * (row - 3), (column - 2) * math.sqrt(3) / 2
    if row % 4 == 3:
        return [(layer, height - 1, x), (layer, height + 1, x)]
    slope = -1 if (column - row // 4 * 2) % 4 == 1 else 1
    return [(layer, height + way / 2, x + way * slope * math.sqrt(3) / 2) for way in (-1, 1)]


def is_hex_edge(_layer: int, row: int, column: int) -> bool:
    return (column % 2 == 1) if row % 4 == 1 else row % 4 == 3 and (column - row // 4 * 2) % 4 == 0


class Rings(NamedTuple):
    """A drawing of one polygon, a letter for each of its parts, and how the next ones are moved."""

    art: str
    aside: int = 0
    """Columns to the right in the next row of polygons."""

    def part(self, row: int, column: int) -> tuple[int, int, str]:
        """How many polygons down and to the right, and the letter there; a blank is none."""
        lines = self.art.split("|")
        down, row = divmod(row, len(lines))
        right, column = divmod(column - down * self.aside, len(lines[0]))
        return down, right, lines[row][column]

    def exists(self, _layer: int, row: int, column: int) -> bool:
        return self.part(row, column)[2] != " "

    def corners(self, layer: int, row: int, column: int) -> list[Point]:
        """Of a hexagon with sides of 1, or a square of 2, by the angles of its corners and sides."""
        down, right, letter = self.part(row, column)
        k = ord(letter) - ord("A")
        middle_of_side = math.sqrt(3) / 2
        if self is KITES:
            ends = [(120 - 60 * k, middle_of_side), (90 - 60 * k, 1), (60 - 60 * k, middle_of_side)]
        elif self is DRAFTERS:
            ends = [(90 - 60 * (k // 2), 1), (120 - 60 * ((k + 1) // 2), middle_of_side)]
        else:
            ends = [(135 - 90 * k, math.sqrt(2)), (45 - 90 * k, math.sqrt(2))]
        y, x = (2 * down, 2 * right) if self is TANS else (1.5 * down, math.sqrt(3) * (right + down / 2))
        ways = ((math.radians(angle), far) for angle, far in ends)
        return [
            (layer, y, x),
            *((layer, y - far * math.sin(way), x + far * math.cos(way)) for way, far in ways),
        ]


KITES = Rings(" A  |F B |E C | D  ", 2)
DRAFTERS = Rings("  AB  | L  C |K    D|J    E| I  F |  HG  ", 3)
TANS = Rings(" A |D B| C ")

GEOMETRIES = {
    "square": Geometry(box(1, 2, 2), in_plane(4)),
    "cube": Geometry(box(2, 2, 2), in_space(), layers=3, shared=3),
    "hypercube": Geometry(hypercube, in_space(4), layers=2, blocks=2),
    "hex": Geometry(hexagon, in_plane(6), in_bricks, begins_anywhere=True),
    "triangle": Geometry(triangle, in_plane(6)),
    "sphere": Geometry(ball, round_the_vertical(in_space()), layers=3, shared=0),
    "prism": Geometry(stacked(triangle), and_over(in_plane(6)), layers=3, shared=3),
    "hexprism": Geometry(
        stacked(hexagon), and_over(in_plane(6)), in_bricks, layers=3, shared=4, begins_anywhere=True
    ),
    "square_edges": Geometry(
        square_edge, in_plane(4), lambda _layer, row, column: (row + column) % 2 == 1, scale=2, shared=1
    ),
    "triangle_edges": Geometry(triangle_edge, in_plane(6), is_triangle_edge, scale=2, shared=1),
    "hex_edges": Geometry(hex_edge, in_plane(6), is_hex_edge, scale=3, shared=1),
    "kite": Geometry(KITES.corners, in_plane(6), KITES.exists, scale=3),
    "drafter": Geometry(DRAFTERS.corners, in_plane(6), DRAFTERS.exists, scale=3),
    "tan": Geometry(TANS.corners, in_plane(4), TANS.exists, scale=2),
    "rhombic": Geometry(of_dodecahedra, in_space(), is_in_dodecahedra, layers=6, scale=2, shared=3),
    "tetraocta": Geometry(of_octahedra, in_space(), is_in_octahedra, layers=6, scale=2, shared=3),
}


def determinant(matrix: Matrix) -> float:
    if not matrix:
        return 1
    first, *others = matrix
    return sum(
        (-1) ** at * x * determinant(tuple((*row[:at], *row[at + 1 :]) for row in others))
        for at, x in enumerate(first)
        if x
    )


def turned(motion: Matrix, points: Iterable[Point]) -> list[Point]:
    return [tuple(sum(a * x for a, x in zip(row, point, strict=True)) for row in motion) for point in points]


def middle(points: Sequence[Point]) -> Point:
    return tuple(sum(axis) / len(points) for axis in zip(*points, strict=True))


def as_cell(points: Iterable[Point], by: Sequence[float] = ()) -> Polyhedron:
    """Corners that are the same have the same digits."""
    return frozenset(tuple(round(x + b, 3) + 0.0 for x, b in zip(p, by or repeat(0))) for p in points)  # noqa: B905


def is_planar(points: Sequence[Point]) -> bool:
    ways = [tuple(x - y for x, y in zip(p, points[0], strict=True)) for p in points]
    return all(abs(determinant(three)) < 1e-6 for three in combinations(ways, 3))  # type: ignore[arg-type]


def group_of(geometry: Geometry, group: str) -> list[Matrix]:
    if group == "fixed":
        size = len(geometry.motions[0])
        return [tuple(tuple(float(row == column) for column in range(size)) for row in range(size))]
    return [m for m in geometry.motions if group == "free" or determinant(m) > 0]


def naive(
    geometry: Geometry, board: Iterable[Cell], piece: Sequence[Cell], group: str
) -> set[frozenset[Cell]]:
    """Balls in a plane have mirror images that are rotations in space."""
    if geometry.shared == 0 and group == "one-sided" and is_planar([ball(*cell)[0] for cell in piece]):
        group = "free"
    at = {as_cell(geometry.corners(*cell)): cell for cell in board}
    middles = [middle(list(geometry.corners(*cell))) for cell in at.values()]
    found = set()
    for motion in group_of(geometry, group):
        images = [turned(motion, geometry.corners(*cell)) for cell in piece]
        start = middle(images[0])
        for target in middles:
            by = [b - a for a, b in zip(start, target, strict=True)]
            cells = [at.get(as_cell(image, by)) for image in images]
            if None not in cells:
                found.add(frozenset(filter(None, cells)))
    return found


def drawn(random: Random, geometry: Geometry, size: Cell, begin: int) -> list[Cell]:
    """The places of a drawing that have a cell; it begins a column later for every step of ``begin``."""
    layers, rows, columns = (length * geometry.scale for length in size)
    heights = [n + b * BLOCK for b in range(geometry.blocks) for n in range(min(layers, geometry.layers))]
    places = product(heights, range(rows), range(columns))
    cells = [(n, r, c) for n, r, c in places if geometry.exists(n, r, c + begin)]
    return sorted(cell for cell in cells if random.random() < 0.85) or cells[:1]


def at_places(geometry: Geometry, begin: int) -> Geometry:
    """The same where the drawing begins so many columns later."""
    return geometry._replace(corners=lambda layer, row, column: geometry.corners(layer, row, column + begin))


def test_every_lattice_has_another_geometry() -> None:
    assert GEOMETRIES.keys() == set(LATTICE_NAMES)


@pytest.mark.parametrize("group", ["fixed", "one-sided", "free"])
@pytest.mark.parametrize("name", with_slow(LATTICE_NAMES, slow=["hypercube"]))
def test_placements_are_those_of_points_in_space(name: str, group: str) -> None:
    lattice, geometry = LATTICES[name], GEOMETRIES[name]
    random = Random(f"{name} {group}")
    placed = 0
    for _ in range(examples(100)):
        begin, other = (random.randrange(2) if geometry.begins_anywhere else 0 for _ in range(2))
        board = drawn(
            random, geometry, (random.randint(1, 3), random.randint(2, 4), random.randint(2, 5)), begin
        )
        near = drawn(random, geometry, (2, 3, 3), other)
        piece = random.sample(near, min(len(near), random.randint(1, 4)))
        there = Board("b", NOWHERE, lattice, tuple(board), lattice.extent(board))
        ways = Ways(Grid(there), lattice.normalized(piece), group, 1)
        made = ways.made()
        assert (ways.least, ways.entries) == (len(made), sum(map(len, made)))
        cells = {frozenset(board[number] for number in each) for each in made}
        assert len(cells) == len(made)
        shape = [(layer, row, column + other - begin) for layer, row, column in piece]
        assert cells == naive(at_places(geometry, begin), board, shape, group), (board, piece)
        placed += len(cells)
    assert placed > 3


def laid_by_distances(
    triples: Mapping[Sides, Sequence[Triple]], board: Sequence[Cell], piece: Sequence[Cell]
) -> set[frozenset[Cell]]:
    """Every rotation of space that takes three balls of a piece to balls of the board, and the rest, too."""
    at = {as_cell(ball(*cell)): cell for cell in board}
    points = [ball(*cell)[0] for cell in piece]
    first = next(three for three in combinations(points, 3) if not is_straight(three))
    back = inverse(tuple(zip(*frame(*first), strict=True)))  # type: ignore[arg-type]
    found = set()
    for target in triples.get(sides(first), []):
        turn = times(tuple(zip(*frame(*target), strict=True)), back)  # type: ignore[arg-type]
        by = [b - a for a, b in zip(turned(turn, first)[0], target[0], strict=True)]
        cells = [at.get(as_cell([image], by)) for image in turned(turn, points)]
        if None not in cells:
            found.add(frozenset(filter(None, cells)))
    return found


def cross(p: Point, q: Point, r: Point) -> Point:
    (a, b, c), (d, e, f) = ([y - x for x, y in zip(p, end, strict=True)] for end in (q, r))
    return b * f - c * e, c * d - a * f, a * e - b * d


def frame(p: Point, q: Point, r: Point) -> Matrix:
    return *([y - x for x, y in zip(p, end, strict=True)] for end in (q, r)), cross(p, q, r)  # type: ignore[return-value]


def sides(points: Sequence[Point]) -> Sides:
    return tuple(round(math.dist(p, q), 6) for p, q in combinations(points, 2))


def is_straight(three: Triple) -> bool:
    return math.dist(cross(*three), (0, 0, 0)) < 1e-6


def inverse(matrix: Matrix) -> Matrix:
    origin, size = (0.0, 0.0, 0.0), determinant(matrix)
    x, y, z = zip(*matrix, strict=True)
    columns = [cross(origin, y, z), cross(origin, z, x), cross(origin, x, y)]  # type: ignore[arg-type]
    return tuple(tuple(at / size for at in column) for column in columns)  # type: ignore[return-value]


def test_balls_that_touch_turn_in_space() -> None:
    """Those in one plane can be turned where the packing cannot go with them: no rotation is missing."""
    lattice, random = LATTICES["sphere"], Random(3)
    board = tuple((n, r, c) for n in range(3) for r in range(3) for c in range(3) if r + c < 4)
    there = Board("b", NOWHERE, lattice, board, extent(board))
    triples: dict[Sides, list[Triple]] = {}
    for three in permutations([ball(*cell)[0] for cell in board], 3):
        triples.setdefault(sides(three), []).append(three)
    planar = 0
    for _ in range(16):
        piece = [(0, 0, 0)]
        while len(piece) < 4 or all(map(is_straight, combinations([ball(*c)[0] for c in piece], 3))):
            piece = sorted({*piece, random.choice(lattice.neighbours(random.choice(piece)))})
        made = Ways(Grid(there), lattice.normalized(piece), "one-sided", 1).made()
        cells = {frozenset(board[number] for number in each) for each in made}
        assert cells == laid_by_distances(triples, board, piece)
        planar += bool(cells) and is_planar([ball(*cell)[0] for cell in piece])
    assert 2 < planar < 14


def naive_with_sides(
    size: Cell, flags: frozenset[str], piece: Sequence[Cell], group: str, at_least: int
) -> set[frozenset[Cell]]:
    """Every motion and every translation of a piece of 3x3x3 tried, on a full board of squares or cubes."""
    layers, rows, columns = size
    geometry = GEOMETRIES["cube" if flags & {"above", "below"} else "square"]
    reach = [range(-2, length + 2) for length in size] if geometry.layers > 1 else list(map(range, size))
    found = set()
    for motion in group_of(geometry, group):
        turns = [turned(motion, [cell])[0] for cell in piece]
        corner = [min(axis) for axis in zip(*turns, strict=True)]
        shape = [[round(at - least) for at, least in zip(turn, corner, strict=True)] for turn in turns]
        for by in product(*reach):
            cells = [(a + by[0], b + by[1], c + by[2]) for a, b, c in shape]
            if "torus" in flags:
                cells = [(a, b % rows, c) for a, b, c in cells]
            if flags & {"torus", "cylinder"}:
                cells = [(a, b, c % columns) for a, b, c in cells]
            held = [cell for cell in cells if 0 <= cell[0] < layers]
            inside = all(0 <= b < rows and 0 <= c < columns for _, b, c in held)
            out = all("above" in flags if a < 0 else "below" in flags for a, *_ in set(cells) - set(held))
            if inside and out and len(set(cells)) == len(piece) and len(held) >= at_least:
                found.add(frozenset(held))
    return found


@pytest.mark.parametrize(
    "flags", [("torus",), ("cylinder",), ("below",), ("above",), ("above", "below")], ids="-".join
)
def test_placements_on_boards_with_glued_or_open_sides(flags: tuple[str, ...]) -> None:
    random, sides = Random("-".join(flags)), frozenset(flags)
    solid = bool(sides & {"above", "below"})
    lattice, counted = LATTICES["cube" if solid else "square"], 0
    for _ in range(6):
        rows, columns = (
            (random.randint(3, 4), random.randint(3, 4)) if solid else random.choices(range(2, 9), k=2)
        )
        size = (random.randint(1, 2), rows, columns) if solid else (1, rows, columns)
        cells = tuple(product(*map(range, size)))
        near = list(product(range(3 if solid else 1), range(3), range(3)))
        piece = random.sample(near, random.randint(1, 4))
        group, at_least = random.choice(["fixed", "one-sided", "free"]), random.randint(1, 2)
        glued = gluing(lattice, sides, rows, columns)
        grid = Grid(Board("b", NOWHERE, lattice, cells, size, sides, gluing=glued))
        ways = Ways(grid, lattice.normalized(piece), group, at_least)
        made = ways.made()
        found = {frozenset(cells[number] for number in each) for each in made}
        assert found == naive_with_sides(size, sides, piece, group, at_least), (size, piece, group)
        assert len(found) == len(made)
        assert ways.least <= len(made)
        if not any(map(grid.wraps, lattice.orientations(piece, group))):
            assert ways.least == len(made)
            counted += len(made)
    assert counted > 40


FREE = {
    "square": [1, 1, 2, 5, 12, 35],  # OEIS A000105
    "hex": [1, 1, 3, 7, 22],  # A000228
    "triangle": [1, 1, 1, 3, 4, 12, 24],  # A000577
    "cube": [1, 1, 2, 7, 23],  # A038119
    "hypercube": [1, 1, 2, 7, 26],  # sums of rows of A049430, up to four dimensions
    "sphere": [1, 1, 4, 20],
    "prism": [1, 2, 3, 11],
    "hexprism": [1, 2, 5, 20],
    "rhombic": [1, 3, 4, 16],
    "square_edges": [1, 2, 5, 16, 55],  # A019988
    "triangle_edges": [1, 3, 12, 60],  # A159867
    "hex_edges": [1, 1, 3, 4, 12],  # A197459
    "tetraocta": [2, 2, 3, 9],
    "kite": [1, 2, 4, 10, 27, 85],  # A057786
    "drafter": [1, 3, 3, 9, 14],
    "tan": [1, 2, 2, 6, 8, 22, 42],  # A197465
}


@pytest.mark.parametrize("name", with_slow(LATTICE_NAMES, slow=["hypercube"]))
def test_free_polyforms_are_as_many_as_published(name: str) -> None:
    lattice = LATTICES[name]
    shapes = {min(lattice.orientations([kind], "free")) for kind in lattice.steps}
    for count in FREE[name]:
        assert len(shapes) == count
        shapes = {
            min(lattice.orientations([*shape, further], "free"))
            for shape in shapes
            for cell in shape
            for further in lattice.neighbours(cell)
            if further not in shape
        }


@pytest.mark.parametrize(
    "name", [name for name in FREE if name not in ("square", "cube", "hypercube") and "edges" not in name]
)
def test_free_polyforms_of_points_in_space_are_as_many(name: str) -> None:
    """Grown from cells in the middle of a box, by corners that they share and nothing of excover."""
    geometry, sizes = GEOMETRIES[name], FREE[name][:3]
    reach = range(-8, 9) if geometry.layers > 1 else range(-8 * geometry.scale, 8 * geometry.scale)
    places = product(reach if geometry.layers > 1 else [0], reach, reach)
    every = [as_cell(geometry.corners(*place)) for place in places if geometry.exists(*place)]
    nearby = [cell for cell in every if within(cell, 4 * geometry.scale)]
    shapes = {free_form(geometry, [cell]): [cell] for cell in nearby if within(cell, 1.1 * geometry.scale)}
    for count in sizes:
        assert len(shapes) == count
        shapes = {
            free_form(geometry, [*shape, cell]): [*shape, cell]
            for shape in shapes.values()
            for cell in nearby
            if cell not in shape and any(touch(geometry, cell, other) for other in shape)
        }


def within(cell: Polyhedron, radius: float) -> bool:
    return math.dist(middle(list(cell)), (0, 0, 0)) < radius


def touch(geometry: Geometry, one: Polyhedron, other: Polyhedron) -> bool:
    if geometry.shared:
        return len(one & other) >= geometry.shared
    return abs(math.dist(*one, *other) - 1) < 0.01


def free_form(geometry: Geometry, cells: Iterable[Polyhedron]) -> tuple[tuple[int, ...], ...]:
    """The corners of the image of some cells that is least, each image moved to begin at the origin."""
    found = []
    for motion in geometry.motions:
        points = [point for cell in cells for point in turned(motion, cell)]
        least = [min(axis) for axis in zip(*points, strict=True)]
        moved = (zip(point, least, strict=True) for point in points)
        found.append(tuple(sorted(tuple(math.floor((x - low) * 60 + 0.37) for x, low in p) for p in moved)))
    return min(found)
