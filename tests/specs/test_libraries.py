"""The pieces that can be imported: as many as are known, and all that there are.

All pieces of a size are made again here, from the lattice's geometry and nothing of excover: each is a set of
points in the plane or in space, turned by real matrices.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import permutations, product
from typing import NamedTuple

import pytest

import excover
from excover.language import gallery
from excover.language.meaning.puzzle import Placing
from excover.lattices import LATTICES as LATTICES_OF_EXCOVER
from excover.lattices.polyforms import polyforms
from excover.problem.problem import Problem

Point = tuple[float, float, float]
Matrix = tuple[Point, Point, Point]
Polyform = frozenset[Point]


# Geometry


def rounded(point: Iterable[float], digits: int = 9) -> Point:
    x, y, z = (round(coordinate, digits) + 0.0 for coordinate in point)
    return x, y, z


def turned(matrix: Matrix, point: Point) -> Point:
    return rounded(sum(a * b for a, b in zip(row, point, strict=True)) for row in matrix)


def determinant(matrix: Matrix) -> float:
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def planar(turns: int) -> list[Matrix]:
    """The turns and reflections of a regular polygon."""
    angles = [2 * math.pi * turn / turns for turn in range(turns)]
    found: list[Matrix] = []
    for sign, angle in product((1, -1), angles):
        sin, cos = math.sin(angle), math.cos(angle)
        found.append(((cos, -sign * sin, 0.0), (sin, sign * cos, 0.0), (0.0, 0.0, 1.0)))
    return found


def spatial() -> list[Matrix]:
    """The turns and reflections of a cube."""
    units = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    signed = product(permutations(units), product((1, -1), repeat=3))
    found: list[Matrix] = []
    for axes, signs in signed:
        x, y, z = (rounded(sign * c for c in axis) for axis, sign in zip(axes, signs, strict=True))
        found.append((x, y, z))
    return found


def square(_layer: int, row: int, column: int) -> Point:
    return rounded((column, -row, 0))


def cube(layer: int, row: int, column: int) -> Point:
    return rounded((column, -row, -layer))


def hexagon(_layer: int, row: int, column: int) -> Point:
    """Neighbours in a row are two columns apart, and one unit."""
    return rounded((column / 2, -row * math.sqrt(3) / 2, 0))


def triangle(_layer: int, row: int, column: int) -> Point:
    """The centre of a triangle of side 1 that points up where row + column is even."""
    points_down = (row + column) % 2
    height = math.sqrt(3) / 2
    return rounded((column / 2, -row * height + (height / 6 if points_down else -height / 6), 0))


class Lattice(NamedTuple):
    place: Callable[[int, int, int], Point]
    motions: list[Matrix]
    distance: float
    """Between the centres of two neighbours, which no other cells have."""


LATTICES = {
    "square": Lattice(square, planar(4), 1.0),
    "cube": Lattice(cube, spatial(), 1.0),
    "hex": Lattice(hexagon, planar(6), 1.0),
    "triangle": Lattice(triangle, planar(6), math.sqrt(3) / 3),
}


def neighbours(cell: Point, cells: Iterable[Point], distance: float) -> set[Point]:
    return {other for other in cells if abs(math.dist(cell, other) - distance) < 0.001}


def canonical(cells: Iterable[Point], lattice: Lattice, group: str) -> tuple[Point, ...]:
    """The same for all that a motion of the group and a translation make of some cells."""
    motions = [m for m in lattice.motions if group == "free" or determinant(m) > 0]
    own = list(cells)
    return min(moved_to_origin([turned(motion, cell) for cell in own]) for motion in motions)


def moved_to_origin(cells: list[Point]) -> tuple[Point, ...]:
    least = [min(axis) for axis in zip(*cells, strict=True)]
    moved = ([c - low for c, low in zip(cell, least, strict=True)] for cell in cells)
    return tuple(sorted(rounded(cell, digits=3) for cell in moved))


@cache
def around(lattice: str) -> tuple[Point, ...]:
    """The cells near a middle one, far enough for every piece that is made here."""
    reach = range(-7, 8)
    layers = reach if lattice == "cube" else range(1)
    places = product(layers, reach, reach if lattice != "hex" else range(-14, 15))
    kept = (p for p in places if lattice != "hex" or sum(p) % 2 == 0)
    return tuple(LATTICES[lattice].place(*place) for place in kept)


@cache
def all_polyforms(lattice: str, size: int, group: str) -> frozenset[tuple[Point, ...]]:
    """Every connected piece of so many cells, grown cell by cell from a middle one."""
    kind = LATTICES[lattice]
    beside = {cell: neighbours(cell, around(lattice), kind.distance) for cell in near(lattice, size)}
    grown: dict[tuple[Point, ...], Polyform] = {}
    for middle in (kind.place(0, 0, 0), kind.place(0, 0, 1 if lattice != "hex" else 2)):
        grown[middle,] = frozenset({middle})
    for _ in range(size - 1):
        larger: dict[tuple[Point, ...], Polyform] = {}
        for piece in grown.values():
            for cell in {other for own in piece for other in beside[own]} - piece:
                larger.setdefault(canonical(piece | {cell}, kind, group), piece | {cell})
        grown = larger
    return frozenset(grown)


def near(lattice: str, size: int) -> Iterator[Point]:
    return (cell for cell in around(lattice) if math.dist(cell, (0, 0, 0)) <= size)


# The libraries


class Library(NamedTuple):
    name: str
    lattice: str
    size: int
    group: str
    number: int
    source: str


LIBRARIES = [
    Library("tetrominoes", "square", 4, "free", 5, "OEIS A000105"),
    Library("one_sided_tetrominoes", "square", 4, "one-sided", 7, "OEIS A000988"),
    Library("pentominoes", "square", 5, "free", 12, "OEIS A000105"),
    Library("one_sided_pentominoes", "square", 5, "one-sided", 18, "OEIS A000988"),
    Library("hexominoes", "square", 6, "free", 35, "OEIS A000105"),
    Library("hexiamonds", "triangle", 6, "free", 12, "OEIS A000577"),
    Library("tetrahexes", "hex", 4, "free", 7, "OEIS A000228"),
    Library("pentahexes", "hex", 5, "free", 22, "OEIS A000228"),
    Library("tetracubes", "cube", 4, "one-sided", 8, "OEIS A000162"),
    Library("pentacubes", "cube", 5, "one-sided", 29, "OEIS A000162"),
]


@cache
def pieces(name: str) -> dict[str, list[tuple[int, int, int]]]:
    """The cells of each piece as they are drawn, by its letter."""
    lattice = next((library.lattice for library in LIBRARIES if library.name == name), "cube")
    (placing,) = (s for s in placed(name, lattice).puzzle.sources if isinstance(s, Placing))
    return {piece.letter: list(piece.cells) for piece in placing.shapes.pieces}


def placed(name: str, lattice: str) -> Problem:
    size = {"square": "6x6", "cube": "5x5x5", "hex": "hex 6x6", "triangle": "triangle 6x6"}[lattice]
    return excover.parse(
        f"import {name} board room {size} place one-sided {name} on room each at least 0 times"
    )


def shapes(library: Library) -> list[tuple[Point, ...]]:
    lattice = LATTICES[library.lattice]
    drawn = ([lattice.place(*cell) for cell in cells] for cells in pieces(library.name).values())
    return [canonical(cells, lattice, library.group) for cells in drawn]


by_name = pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library.name)


@by_name
def test_has_the_known_number_of_pieces(library: Library) -> None:
    assert len(pieces(library.name)) == library.number


@by_name
def test_has_all_pieces_of_its_size_once(library: Library) -> None:
    drawn = shapes(library)
    assert len(set(drawn)) == len(drawn)
    assert set(drawn) == all_polyforms(library.lattice, library.size, library.group)


@by_name
def test_pieces_hang_together(library: Library) -> None:
    lattice = LATTICES[library.lattice]
    for letter, cells in pieces(library.name).items():
        left = {lattice.place(*cell) for cell in cells}
        assert len(left) == library.size, letter
        reached = {left.pop()}
        while more := {cell for cell in left if neighbours(cell, reached, lattice.distance)}:
            reached |= more
            left -= more
        assert not left, letter


@by_name
def test_can_be_placed_without_a_warning(library: Library) -> None:
    assert not placed(library.name, library.lattice).warnings


def test_small_letters_are_mirror_images() -> None:
    for name, lattice in (("one_sided_pentominoes", LATTICES["square"]), ("pentacubes", LATTICES["cube"])):
        drawn = pieces(name)
        for letter in filter(str.islower, drawn):
            one, other = ([lattice.place(*cell) for cell in drawn[each]] for each in (letter, letter.upper()))
            assert canonical(one, lattice, "free") == canonical(other, lattice, "free")
            assert canonical(one, lattice, "one-sided") != canonical(other, lattice, "one-sided")


def test_soma_is_all_that_is_not_convex_of_three_and_four_cubes() -> None:
    """P. Hein's definition: the ways to join at most four cubes that are no box."""
    lattice = LATTICES["cube"]
    wanted = {
        form
        for size in (3, 4)
        for form in all_polyforms("cube", size, "one-sided")
        if math.prod(max(axis) - min(axis) + 1 for axis in zip(*form, strict=True)) > size
    }
    drawn = [
        canonical([cube(*cell) for cell in cells], lattice, "one-sided") for cells in pieces("soma").values()
    ]
    assert len(drawn) == 7
    assert set(drawn) == wanted


def test_tetrasticks_are_all_sixteen() -> None:
    """OEIS A019988; that the lattice makes them all is tested by another geometry in `test_placements.py`."""
    problem = excover.parse(
        "import tetrasticks board room square_edges 5x5 place free tetrasticks on room each at least 0 times"
    )
    (placing,) = (s for s in problem.puzzle.sources if isinstance(s, Placing))
    edges = LATTICES_OF_EXCOVER["square_edges"]
    drawn = {min(edges.orientations(piece.cells, "free")) for piece in placing.shapes.pieces}
    assert len(drawn) == len(placing.shapes.pieces) == 16
    assert drawn == {*polyforms(edges, 4, "free")}


def test_every_library_is_tested() -> None:
    shipped = {path.stem for path in (gallery.folder() / "libraries").iterdir()}
    assert shipped == {library.name for library in LIBRARIES} | {"soma", "iq_fit", "tetrasticks"}
