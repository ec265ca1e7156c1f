"""Boards whose sides are glued together, on all flat lattices of polygons: counted again in plain Python.

Hexagons are points of a triangular grid with the coordinates (x, y); triangles are points between those,
three times as large: (1, 1) modulo 3 points up, (2, 2) down. A turn by 60 degrees takes (x, y) to
(-y, x + y).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from random import Random

import pytest
from commands import Run
from slow_values import with_slow

import excover
from excover.base.source import Source, Span
from excover.language.meaning.puzzle import Board
from excover.language.meaning.requirements import points as corners
from excover.lattices import LATTICES, Cell, Lattice, translated
from excover.lattices.gluing import gluing
from excover.lattices.lattice import plus
from excover.lattices.point_groups import times
from excover.matrix.placements import Grid, Ways

Point = tuple[int, int]
Motion = Callable[[Point], Point]
NOWHERE = Span(Source("", ""), 0, 0)


def turned(point: Point) -> Point:
    return -point[1], point[0] + point[1]


def motions(reflections: bool = True) -> Iterator[Motion]:
    for turns, mirror in product(range(6), (False, True) if reflections else (False,)):

        def moved(point: Point, turns: int = turns, mirror: bool = mirror) -> Point:
            for _ in range(turns):
                point = turned(point)
            return point[::-1] if mirror else point

        yield moved


def around(name: str, cell: Point) -> list[Point]:
    x, y = cell
    if name == "hex":
        ways = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    else:
        ways = [(1, 1), (-2, 1), (1, -2)] if x % 3 == 1 else [(-1, -1), (2, -1), (-1, 2)]
    return [(x + a, y + b) for a, b in ways]


def normal(cells: Iterable[Point], unit: int) -> tuple[Point, ...]:
    """Moved by a translation of the grid, so that translates become equal."""
    cells = sorted(cells)
    x, y = (min(axis) // unit * unit for axis in zip(*cells, strict=True))
    return tuple((a - x, b - y) for a, b in cells)


class Torus:
    """A parallelogram of ``rows`` and ``columns`` in plain Python, glued along all sides, or only left to
    right."""

    def __init__(self, name: str, rows: int, columns: int, flag: str) -> None:
        self.name, self.rows, self.columns = name, rows, columns
        self.flag, _, by = flag.partition(" shifted by ")
        self.shift = int(by or 0) * (1 if name == "hex" else -1)  # rows lean to the right, or to the left
        self.unit = 1 if name == "hex" else 3
        inside = [(0, 0)] if name == "hex" else [(1, 1), (2, 2)]
        self.cells = [
            (self.unit * x + a, self.unit * y + b)
            for x, y in product(range(columns), range(rows))
            for a, b in inside
        ]

    def wrapped(self, point: Point) -> Point:
        x, y = point
        if self.flag == "torus":
            often, y = divmod(y, self.unit * self.rows)
            x += often * self.unit * self.shift
        return x % (self.unit * self.columns), y

    def pieces(self, size: int) -> list[tuple[Point, ...]]:
        shapes = {(cell,) for cell in self.cells[:2]}
        for _ in range(size - 1):
            shapes = {
                (*shape, further)
                for shape in shapes
                for cell in shape
                for further in around(self.name, cell)
                if further not in shape
            }
            shapes = {self.canonical(shape) for shape in shapes}
        return sorted({self.canonical(shape) for shape in shapes})

    def canonical(self, shape: Sequence[Point]) -> tuple[Point, ...]:
        return min(normal(map(motion, shape), self.unit) for motion in motions())

    def placements(self, piece: Sequence[Point]) -> set[frozenset[Point]]:
        reach = [self.unit * k for k in range(-7, 8)]
        found = set()
        for motion, x, y in product(motions(), reach, reach):
            cells = {self.wrapped((a + x, b + y)) for a, b in map(motion, piece)}
            if len(cells) == len(piece) and cells <= {*self.cells}:
                found.add(frozenset(cells))
        return found

    def solutions(self, size: int) -> list[frozenset[tuple[int, frozenset[Point]]]]:
        """Each free piece of a size at most once."""
        ways = [(k, cells) for k, piece in enumerate(self.pieces(size)) for cells in self.placements(piece)]

        by_cell = {cell: [(k, cells) for k, cells in ways if cell in cells] for cell in self.cells}

        def filled(
            free: frozenset[Point], used: frozenset[int]
        ) -> Iterator[list[tuple[int, frozenset[Point]]]]:
            if not free:
                yield []
                return
            for k, cells in by_cell[min(free)]:
                if k not in used and cells <= free:
                    for rest in filled(free - cells, used | {k}):
                        yield [(k, cells), *rest]

        return [frozenset(each) for each in filled(frozenset(self.cells), frozenset())]

    def symmetries(self, reflections: bool) -> Iterator[Motion]:
        """All that map the board to itself, and translates to translates."""
        shifts = [
            self.unit * k for k in range(-max(self.rows, self.columns) - 3, self.rows + self.columns + 3)
        ]
        for motion, x, y in product(motions(reflections), shifts, shifts):

            def moved(point: Point, motion: Motion = motion, x: int = x, y: int = y) -> Point:
                a, b = motion(point)
                return self.wrapped((a + x, b + y))

            across, up = (self.unit * self.columns, 0), (-self.unit * self.shift, self.unit * self.rows)
            ends = [across, up] if self.flag == "torus" else [across]
            fits = all(self.wrapped(motion(end)) == (0, 0) for end in ends)
            if fits and {*map(moved, self.cells)} == {*self.cells}:
                yield moved

    def orbits(self, size: int, reflections: bool) -> int:
        left, orbits = set(self.solutions(size)), 0
        group = list(self.symmetries(reflections))
        while left:
            solution = left.pop()
            orbits += 1
            left -= {
                frozenset((k, frozenset(map(motion, cells))) for k, cells in solution) for motion in group
            }
        return orbits


def described(name: str, rows: int, columns: int, size: int, flag: str) -> excover.Problem:
    return excover.parse(
        f"board b {name} {rows}x{columns}, {flag}\nshapes s = all free {size} of {name}\n"
        "place free s on b each at most once\n"
    )


CASES = [
    ("hex", 2, 4, 4, "torus"),
    ("hex", 2, 6, 4, "torus"),
    ("hex", 3, 4, 4, "torus"),
    ("hex", 1, 8, 4, "torus shifted by 3"),
    ("hex", 2, 6, 4, "torus shifted by 2"),
    ("triangle", 2, 5, 5, "torus shifted by 1"),
    ("triangle", 2, 5, 5, "torus shifted by -2"),
    ("hex", 2, 6, 4, "cylinder"),
    ("hex", 4, 3, 4, "cylinder"),
    ("triangle", 2, 5, 5, "torus"),
    ("triangle", 3, 2, 6, "torus"),
    ("triangle", 1, 5, 5, "torus"),
    ("triangle", 3, 3, 6, "cylinder"),
    ("triangle", 2, 3, 6, "cylinder"),
]
SLOW = [("hex", 2, 4, 4, "torus"), ("triangle", 3, 2, 6, "torus"), ("triangle", 2, 3, 6, "cylinder")]


@pytest.mark.parametrize(("name", "rows", "columns", "size", "flag"), with_slow(CASES, slow=SLOW))
def test_counts_are_those_of_plain_python(name: str, rows: int, columns: int, size: int, flag: str) -> None:
    torus = Torus(name, rows, columns, flag)
    problem = described(name, rows, columns, size, flag)
    assert len(problem.matrix.options) == sum(len(torus.placements(piece)) for piece in torus.pieces(size))
    assert problem.count() == len(torus.solutions(size)) > 0
    if size * rows * columns < 48:
        assert problem.count(up_to="symmetry") == torus.orbits(size, reflections=True)
        assert problem.count(up_to="rotations") == torus.orbits(size, reflections=False)


@pytest.mark.parametrize(
    ("board", "size", "counts"),
    [
        ("kite 1x3, torus", 3, (90, 2135, 234, 417)),
        ("kite 2x2, cylinder", 3, (92, 1930, 293, 572)),
        ("tan 2x2, torus", 4, (100, 409, 35, 47)),
        ("tan 2x2, cylinder", 4, (72, 85, 22, 34)),
        ("drafter 1x2, torus", 6, (744, 10762, 1591, 2886)),
    ],
)
def test_counts_of_parts_of_hexagons_and_squares(board: str, size: int, counts: tuple[int, ...]) -> None:
    """Options, solutions, and those up to all motions and up to rotations. A plain program counted the same
    by corners in the plane; only the board's cells, the pieces and the glued sides were those of excover."""
    problem = excover.parse(
        f"board b {board}\nshapes s = all free {size} of {board.split()[0]}\n"
        "place free s on b each 0..24 times\n"
    )
    rotated = problem.count(up_to="rotations")
    assert (len(problem.matrix.options), problem.count(), problem.count(up_to="symmetry"), rotated) == counts


FLAT = [name for name in LATTICES if LATTICES[name].sides]


@pytest.mark.parametrize("name", FLAT)
def test_the_sides_of_a_board_are_translations_of_it(name: str) -> None:
    """A torus of more rows and columns is tiled by its boards."""
    lattice = LATTICES[name]
    assert lattice.sides
    down, right = lattice.sides
    cells = list(lattice.box(1, 2, 3))
    copies = [
        cell
        for i, j in product(range(-1, 3), repeat=2)
        for cell in translated(cells, plus(times(2 * i, down), times(3 * j, right)))
    ]
    assert len({*copies}) == len(copies)
    near = {
        plus(cell, by)
        for cell in cells
        for by in ((0, 1, 0), (0, 0, 1))
        if not strays(lattice, plus(cell, by))
    }
    assert near <= {*copies}


def strays(lattice: Lattice, cell: tuple[int, int, int]) -> bool:
    return lattice.kind(cell) not in lattice.steps


@pytest.mark.parametrize("flag", ["torus", "cylinder"])
@pytest.mark.parametrize("name", FLAT)
def test_placements_are_all_translates_that_wrap(name: str, flag: str) -> None:
    lattice, chance, most = LATTICES[name], Random(name + flag), 0
    assert lattice.sides
    for _ in range(6):
        rows, columns = chance.randint(1, 3), chance.randint(1, 3)
        cells = tuple(sorted(lattice.box(1, rows, columns)))
        glued = gluing(lattice, {flag}, rows, columns)
        assert glued
        board = Board("b", NOWHERE, lattice, cells, lattice.extent(cells), frozenset({flag}), gluing=glued)
        piece = [chance.choice(sorted(lattice.box(1, 1, 1)))]
        while len(piece) < 4:
            piece.append(chance.choice(lattice.neighbours(chance.choice(piece))))
        piece = lattice.normalized({*piece})
        found, same = set(), homes(glued.wraps, cells)
        for image in lattice.images(piece, "free"):
            for i, j in product(range(-5, 6), repeat=2):
                by = plus(times(i, lattice.sides[0]), times(j, lattice.sides[1]))
                covered = {same.get(cell) for cell in translated(image, by)}
                if None not in covered and len(covered) == len(piece):
                    found.add(frozenset(covered))
        made = Ways(Grid(board), piece, "free", 1).made()
        assert {frozenset(cells[number] for number in each) for each in made} == found
        most = max(most, len(made))
    assert most > 2


def homes(wraps: Sequence[Cell], cells: Sequence[Cell]) -> dict[Cell, Cell]:
    """By each cell in a wide area, the one of a board that is the same."""
    found = {}
    for many in product(range(-10, 11), repeat=len(wraps)):
        by: Cell = (0, 0, 0)
        for often, wrap in zip(many, wraps, strict=True):
            by = plus(by, times(often, wrap))
        found |= dict(zip(translated(cells, by), cells, strict=True))
    return found


@pytest.mark.parametrize(
    ("name", "rim", "rows", "columns", "free"),
    [
        ("hex", "sides", 2, 2, 12),
        ("hex", "corners", 2, 3, 12),
        ("triangle", "sides", 2, 2, 12),
        ("triangle", "corners", 3, 3, 9),
        ("square", "corners", 3, 3, 9),
    ],
)
def test_all_colorings_of_a_torus_by_tiles(name: str, rim: str, rows: int, columns: int, free: int) -> None:
    """A hexagon has three sides, and two corners, of its own; two triangles three sides, and one corner."""
    problem = excover.parse(
        f"board b {name} {rows}x{columns}, torus\nshapes t = all fixed tiles of {name} with {rim} in 1..2\n"
        "place fixed t on b each at least 0 times\n"
    )
    assert problem.count() == 2**free


@pytest.mark.parametrize(("board", "points"), [("hex 3x4", 24), ("triangle 3x4", 12), ("square 3x4", 12)])
def test_corners_of_a_torus(board: str, points: int) -> None:
    shapes = f"shapes d {board.split()[0]}\n  |D\nplace fixed d on b each at least 0 times\n"
    found = excover.parse(f"board b {board}, torus\n{shapes}")
    around = corners(found.puzzle.boards[0])
    assert len(around) == points
    assert {len(cells) for cells in around.values()} == {3 if "hex" in board else 6 if "tri" in board else 4}


PERIODS = "(1, 0) along (1, -1), (0, 1) along (1, 0)", "(1, 0) along (0, -1), (0, 1) along (1, 0)"


def squares(periods: str, size: str, flag: str = "torus") -> excover.Problem:
    return excover.parse(
        f"""
lattice l
  |A
  periods {periods}
  corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1))
shapes s = all free 4 of l
board b on l {size}, {flag}
place free s on b each 0..2 times
"""
    )


def test_a_torus_of_a_declared_lattice() -> None:
    """Squares, in a drawing that leans or not; leaning, the torus is another one."""
    assert (
        squares(PERIODS[1], "4x5").count()
        == excover.parse(
            "board b 4x5, torus\nshapes s = all free 4 of square\nplace free s on b each 0..2 times\n"
        ).count()
        > 0
    )
    assert squares(PERIODS[0], "4x4").count() == squares(PERIODS[1], "4x4").count() > 0


def test_a_cylinder_needs_straight_rows(run: Run) -> None:
    slanting = "(0, 1) along (1, 0), (1, 0) along (1, -1)"
    with pytest.raises(excover.SpecError, match="the second period slants"):
        squares(slanting, "4x4", "cylinder")
    assert squares(slanting, "4x4").count() == squares(PERIODS[0], "4x4").count()
