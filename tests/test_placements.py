"""Placements on every lattice, made again with points of space instead of drawings, and nothing of excover.

A cell is the set of its corners. A piece lies where a turned copy of it, moved so that its first cell is at
some cell of the board, has every cell on the board.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations, product
from random import Random
from typing import NamedTuple

import pytest

from excover.cover.placements import placements
from excover.lattices import LATTICE_NAMES, LATTICES, Cell, extent
from excover.puzzle.puzzle import Board
from excover.source import Source, Span

Point = tuple[float, float, float]
Matrix = tuple[Point, Point, Point]
Polyhedron = frozenset[Point]
NOWHERE = Span(Source("<made>", ""), 0, 0)


class Geometry(NamedTuple):
    """The corners of a cell, whether there is one at a place of a drawing, and the motions."""

    corners: Callable[[int, int, int], Iterable[Point]]
    motions: Sequence[Matrix]
    exists: Callable[[int, int, int], bool] = lambda layer, row, column: True
    layers: int = 1
    begins_anywhere: bool = False


def in_plane(turns: int) -> list[Matrix]:
    found: list[Matrix] = []
    for turn, side in product(range(turns), (1, -1)):
        c, s = math.cos(math.tau * turn / turns), math.sin(math.tau * turn / turns)
        found.append(((1, 0, 0), (0, c, -s * side), (0, s, c * side)))
    return found


def in_space() -> list[Matrix]:
    signs = product((1, -1), repeat=3)
    return [
        tuple(tuple(sign[k] * (order[k] == axis) for axis in range(3)) for k in range(3))  # type: ignore[misc]
        for order, sign in product(permutations(range(3)), list(signs))
    ]


def hexagon(layer: int, row: int, column: int) -> list[Point]:
    y, x, radius = row * math.sqrt(3) / 2, column / 2, 1 / math.sqrt(3)
    ways = (math.tau * (k + 0.5) / 6 for k in range(6))
    return [
        (layer, y + radius * math.cos(way + math.pi / 2), x + radius * math.sin(way + math.pi / 2))
        for way in ways
    ]


def triangle(layer: int, row: int, column: int) -> list[Point]:
    height, (tip, base) = math.sqrt(3) / 2, (row, row + 1) if (row + column) % 2 == 0 else (row + 1, row)
    return [
        (layer, tip * height, column / 2),
        (layer, base * height, (column - 1) / 2),
        (layer, base * height, (column + 1) / 2),
    ]


def box(*size: int) -> Callable[[int, int, int], list[Point]]:
    return lambda *cell: [tuple(map(sum, zip(cell, by, strict=True))) for by in product(*map(range, size))]


GEOMETRIES = {
    "square": Geometry(box(1, 2, 2), in_plane(4)),
    "cube": Geometry(box(2, 2, 2), in_space(), layers=3),
    "hex": Geometry(
        hexagon, in_plane(6), lambda _layer, row, column: (row + column) % 2 == 0, begins_anywhere=True
    ),
    "triangle": Geometry(triangle, in_plane(6)),
}


def determinant(matrix: Matrix) -> float:
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def turned(motion: Matrix, points: Iterable[Point]) -> list[Point]:
    return [tuple(sum(a * x for a, x in zip(row, point, strict=True)) for row in motion) for point in points]  # type: ignore[misc]


def middle(points: Sequence[Point]) -> Point:
    return tuple(sum(axis) / len(points) for axis in zip(*points, strict=True))


def as_cell(points: Iterable[Point], by: Sequence[float] = (0, 0, 0)) -> Polyhedron:
    """Corners that are the same have the same digits."""
    return frozenset(tuple(round(x + b, 3) + 0.0 for x, b in zip(p, by, strict=True)) for p in points)  # type: ignore[misc]


def group_of(geometry: Geometry, group: str) -> list[Matrix]:
    identity: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    if group == "fixed":
        return [identity]
    return [m for m in geometry.motions if group == "free" or determinant(m) > 0]


def naive(
    geometry: Geometry, board: Iterable[Cell], piece: Sequence[Cell], group: str
) -> set[frozenset[Cell]]:
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
    layers, rows, columns = min(size[0], geometry.layers), *size[1:]
    places = product(range(layers), range(rows), range(columns))
    cells = [(n, r, c) for n, r, c in places if geometry.exists(n, r, c + begin)]
    return sorted(cell for cell in cells if random.random() < 0.85) or cells[:1]


def at_places(geometry: Geometry, begin: int) -> Geometry:
    """The same where the drawing begins so many columns later."""
    return geometry._replace(corners=lambda layer, row, column: geometry.corners(layer, row, column + begin))


def test_every_lattice_has_another_geometry() -> None:
    assert GEOMETRIES.keys() == set(LATTICE_NAMES)


@pytest.mark.parametrize("group", ["fixed", "one-sided", "free"])
@pytest.mark.parametrize("name", LATTICE_NAMES)
def test_placements_are_those_of_points_in_space(name: str, group: str) -> None:
    lattice, geometry = LATTICES[name], GEOMETRIES[name]
    random = Random(f"{name} {group}")
    placed = 0
    for _ in range(25):
        begin, other = (random.randrange(2) if geometry.begins_anywhere else 0 for _ in range(2))
        board = drawn(
            random, geometry, (random.randint(1, 3), random.randint(2, 4), random.randint(2, 5)), begin
        )
        near = drawn(random, geometry, (2, 3, 3), other)
        piece = random.sample(near, min(len(near), random.randint(1, 4)))
        there = Board("b", NOWHERE, lattice, tuple(board), extent(board))
        made = placements(there, lattice.normalized(piece), group, 1, 10**6)
        cells = {frozenset(board[number] for number in each) for each in made}
        assert len(cells) == len(made)
        shape = [(layer, row, column + other - begin) for layer, row, column in piece]
        assert cells == naive(at_places(geometry, begin), board, shape, group), (board, piece)
        placed += len(cells)
    assert placed > 15


FREE = {
    "square": [1, 1, 2, 5, 12, 35],  # OEIS A000105
    "hex": [1, 1, 3, 7, 22],  # A000228
    "triangle": [1, 1, 1, 3, 4, 12, 24],  # A000577
    "cube": [1, 1, 2, 7, 23],  # A038119
}


@pytest.mark.parametrize("name", LATTICE_NAMES)
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
