"""One tiling under many drawings: longer periods, other cells of each kind, in any order, at any place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import TypeAlias

import pytest
from effort import examples
from test_declared_lattices import BRICKS, CAIRO, HEXAGONS, OCTAGONS, SQUARES, TRIANGLES, lattice_of, snub

import excover
from excover.language.meaning.puzzle import Board
from excover.language.syntax.ast import UpTo
from excover.lattices import Cell, DeclaredLattice, Isometry, Lattice
from excover.lattices.cell_motions import Periods
from excover.lattices.lattice import plus
from excover.lattices.plane import PlanePoint, added, scaled
from excover.lattices.polyforms import polyforms
from excover.lattices.tilings import TilePolygon, Tiling
from excover.matrix.motions import Moves, moves

TILINGS = {
    "squares": SQUARES,
    "bricks": BRICKS,
    "hexagons": HEXAGONS,
    "triangles": TRIANGLES,
    "snub square": snub(),
    "octagons": OCTAGONS,
    "Cairo": CAIRO,
}
GROUPS = ("free", "one-sided", "fixed")
UP_TO: tuple[UpTo | None, ...] = ("symmetry", "rotations", None)


def tiling_of(declared: str) -> tuple[DeclaredLattice, Tiling]:
    lattice = lattice_of(declared)
    assert isinstance(lattice, DeclaredLattice)
    assert lattice.defined.tiling
    return lattice, lattice.defined.tiling


Place: TypeAlias = tuple[int, int]


@dataclass
class Redrawn:
    """A tiling drawn again: its text, and how many of its own periods are one of the new ones."""

    text: str
    many: int


def sublattice(random: Random, most: int = 5) -> tuple[Place, Place]:
    """Two independent vectors whose area is at most ``most``."""
    while True:
        a, b, c, d = (random.randint(-3, 3) for _ in range(4))
        if 1 <= abs(a * d - b * c) <= most:
            return (a, b), (c, d)


def redrawn(tiling: Tiling, random: Random) -> Redrawn:
    """The same polygons with periods of a sublattice; each at a random place, and as any translate."""
    longer = sublattice(random)
    polygons = one_of_each(tiling, longer, random)
    (rows, aside), (_, columns) = drawn = drawn_periods(random, len(polygons))
    places: dict[Place, Place] = {}
    while len(places) < len(polygons):
        row, column = random.randrange(6), random.randrange(9)
        often, kind_row = divmod(row, rows)
        places.setdefault((kind_row, (column - often * aside) % columns), (row, column))
    at = dict(zip(places.values(), polygons, strict=True))
    ways = [tiling.way(*vector) for vector in longer]
    return Redrawn(lattice_text(tiling.angle, at, drawn, ways), len(polygons) // len(tiling.polygons))


def lattice_text(
    angle: int, at: Mapping[Place, TilePolygon], drawn: Sequence[Place], ways: Sequence[PlanePoint]
) -> str:
    height, width = (1 + max(place[axis] for place in at) for axis in (0, 1))
    lines = ["".join("*" if (r, c) in at else "." for c in range(width)) for r in range(height)]
    corners = ", ".join(f"{(r + 1, c + 1)} = {polygon}" for (r, c), polygon in at.items())
    periods = ", ".join(f"{step} along {way}" for step, way in zip(drawn, ways, strict=True))
    drawing = "\n  |".join(["lattice tiling", *lines])
    return f"{drawing}\n  periods {periods}\n  angle {angle}\n  corners {corners}\n"


def drawn_periods(random: Random, kinds: int) -> tuple[Place, Place]:
    while True:
        rows, columns = random.randint(1, 6), random.randint(1, 9)
        if rows * columns >= kinds:
            return (rows, random.randint(-2, 2)), (0, columns)


def one_of_each(tiling: Tiling, longer: tuple[Place, Place], random: Random) -> list[TilePolygon]:
    """A polygon of each kind that there is with longer periods, in any order."""
    modulo = Periods.of([(0, *vector) for vector in longer])
    assert modulo
    found: dict[object, TilePolygon] = {}
    ways = list(product(range(-8, 9), repeat=2))
    random.shuffle(ways)
    for (kind, polygon), way in product(tiling.polygons, ways):
        moved = tuple(added(corner, tiling.way(*way)) for corner in polygon)
        found.setdefault((kind, modulo.split((0, way[0], way[1]))[0]), moved)
    polygons = list(found.values())
    random.shuffle(polygons)
    return polygons


def counts(lattice: Lattice, sizes: range) -> list[int]:
    return [len(polyforms(lattice, size, group)) for size in sizes for group in GROUPS]


@pytest.mark.whole
@pytest.mark.parametrize("name", TILINGS)
def test_a_tiling_is_the_same_lattice_however_it_is_drawn(name: str) -> None:
    lattice, tiling = tiling_of(TILINGS[name])
    random, sizes = Random(name), range(1, 4)
    for _ in range(examples(8)):
        drawn = redrawn(tiling, random)
        other, _ = tiling_of(drawn.text)
        assert counts(other, sizes) == counts(lattice, sizes), drawn.text
        assert orientations(other) == orientations(lattice), drawn.text
        for group in GROUPS:
            assert len(other.motions(group)) == drawn.many * len(lattice.motions(group)), drawn.text


def orientations(lattice: Lattice) -> list[list[int]]:
    """Of all shapes of three cells, as `excover info` shows them."""
    shapes = polyforms(lattice, 3, "free")
    return [sorted(lattice.count_orientations(each, group) for each in shapes) for group in GROUPS]


TURNS = ["(r, c) -> (c, -r)", "(r, c) -> (r, -c)", "(r, c) -> (3 - r, 2 - c)", "(r, c) -> (c, r)"]


@pytest.mark.parametrize("chosen", [TURNS[:1], TURNS[1:2], TURNS[2:3], TURNS[1:3], TURNS[:2], TURNS[3:]])
def test_stated_motions_need_not_keep_the_periods(chosen: list[str]) -> None:
    """Squares drawn in their rows and columns, with periods of any sublattice."""
    stated = f"motions {', '.join(chosen)}\n"
    expected = lattice_of(SQUARES + stated)
    random = Random(stated)
    for _ in range(examples(8)):
        one, other = sublattice(random)
        modulo = Periods.of([(0, *one), (0, *other)])
        assert modulo
        at: dict[object, Place] = {}
        for _ in range(1000):
            place = random.randrange(6), random.randrange(6)
            at.setdefault(modulo.split((0, *place))[0], place)
        squares = {(r, c): square(r, c) for r, c in at.values()}
        ways = [(column, -row) for row, column in (one, other)]
        found = lattice_of(lattice_text(90, squares, (one, other), ways) + stated)
        assert counts(found, range(1, 5)) == counts(expected, range(1, 5))
        for group in GROUPS:
            assert len(found.motions(group)) == len(at) * len(expected.motions(group))


def square(row: int, column: int) -> TilePolygon:
    return (column, -row), (column + 1, -row), (column + 1, 1 - row), (column, 1 - row)


def answers(declared: str, board: str, group: str) -> list[int]:
    problem = excover.parse(
        f"{declared}board b on tiling{board}\nshapes p = all {group} 1..2 of tiling\n"
        f"place {group} p on b each at most 3 times\n"
    )
    return [problem.count(up_to=up_to) for up_to in UP_TO]


def board_of(cells: list[Cell]) -> str:
    """A drawing of some cells."""
    height, width = (1 + max(cell[axis] for cell in cells) for axis in (1, 2))
    return "".join(
        "\n  |" + "".join("." if (0, row, column) in cells else " " for column in range(width))
        for row in range(height)
    )


@pytest.mark.whole
@pytest.mark.parametrize("name", TILINGS)
def test_boards_have_the_symmetries_of_their_tiling(name: str) -> None:
    """Some cells around one, in both drawings: the same polygons."""
    lattice, tiling = tiling_of(TILINGS[name])
    random = Random(name)
    for group in random.choices(GROUPS, k=examples(8)):
        drawn = redrawn(tiling, random)
        other, redone = tiling_of(drawn.text)
        cells = region(lattice, random)
        moved = [redone.cell_of(tiling.polygon(cell)) for cell in cells]
        there = other.normalized([cell for cell in moved if cell is not None])
        assert len(there) == len(cells)
        found = answers(drawn.text, board_of(list(there)), group)
        assert found == answers(TILINGS[name], board_of(cells), group), drawn.text


def region(lattice: DeclaredLattice, random: Random) -> list[Cell]:
    """A few connected cells, often those of a symmetric figure: a cell and its neighbors."""
    first = random.choice(sorted(lattice.steps))
    cells = [first, *lattice.neighbours(first)][: random.choice([3, 9, 9])]
    if len(cells) < 5:
        cells += [near for near in lattice.neighbours(cells[-1]) if near not in cells][:2]
    return list(lattice.normalized(cells))


def torus(name: str, size: Place) -> Iterator[tuple[str, str]]:
    """Drawings of a torus: all of it is one period, or as many as it has rows."""
    _, tiling = tiling_of(TILINGS[name])
    rows, columns = size
    lines = tiling.periods.translations[1:]
    for parts in (1, rows):
        part = product(range(rows // parts), range(columns))
        ways = [tiling.periods.vector((0, *way)) for way in part]
        cells = [plus(kind, way) for way in ways for kind, _ in tiling.polygons]
        at = {(row, column + 9): tiling.polygon((0, row, column)) for _, row, column in cells}
        many = rows // parts, columns
        steps = [scaled(step, often) for step, often in zip(tiling.steps, many, strict=True)]
        drawn = [(often * row, often * column) for (_, row, column), often in zip(lines, many, strict=True)]
        text = lattice_text(tiling.angle, at, drawn, steps)
        yield text, f" {parts}x1, torus"


TORI = [("squares", (2, 3)), ("triangles", (2, 2)), ("octagons", (2, 2))]


@pytest.mark.whole
@pytest.mark.parametrize(("name", "size"), TORI)
def test_a_torus_has_the_symmetries_of_its_tiling(name: str, size: Place) -> None:
    rows, columns = size
    expected = answers(TILINGS[name], f" {rows}x{columns}, torus", "free")
    for text, board in torus(name, size):
        assert answers(text, board, "free") == expected, text


Permutation: TypeAlias = tuple[int, ...]


def generators(board: Board, colors: Mapping[Cell, int]) -> list[Permutation]:
    """The motions of a board that keep the colors of cells, as permutations of these."""
    numbers = {cell: number for number, cell in enumerate(board.cells)}

    def accept(moved: Moves, _motion: Isometry) -> Permutation | None:
        to = moved[board.name]
        if any(colors[cell] != colors[to[cell]] for cell in board.cells):
            return None
        return tuple(numbers[to[cell]] for cell in board.cells)

    return list(moves([board], "symmetry", accept))


def group(found: Sequence[Permutation], size: int) -> set[Permutation]:
    reached = {tuple(range(size))}
    waiting = list(reached)
    while waiting:
        one = waiting.pop()
        new = {tuple(other[at] for at in one) for other in found} - reached
        reached |= new
        waiting += new
    return reached


def board_on(declared: str, board: str) -> Board:
    size = f"board b on tiling{board} shapes p = all free 1 of tiling place free p on b"
    return excover.parse(f"{declared}{size}").puzzle.boards[0]


@pytest.mark.parametrize(("name", "size"), [("squares", (4, 4)), ("squares", (2, 4)), ("hexagons", (3, 3))])
def test_a_colored_torus_has_the_symmetries_of_its_tiling(name: str, size: Place) -> None:
    """Colors are those of the orbits of one or two motions."""
    random = Random(f"{name} {size}")
    rows, columns = size
    plain = board_on(TILINGS[name], f" {rows}x{columns}, torus")
    _, tiling = tiling_of(TILINGS[name])
    many = len(plain.cells)
    every = sorted(group(generators(plain, dict.fromkeys(plain.cells, 0)), many))
    for text, drawn in torus(name, size):
        other = board_on(text, drawn)
        assert isinstance(other.lattice, DeclaredLattice)
        assert other.lattice.defined.tiling
        there = {cell: tiling.cell_of(other.lattice.defined.tiling.polygon(cell)) for cell in other.cells}
        for _ in range(examples(16)):
            kept = sorted(group(random.choices(every, k=random.randint(1, 2)), many))
            colors = {cell: min(to[at] for to in kept) for at, cell in enumerate(plain.cells)}
            again = {cell: colors[plain.wrapped(at)] for cell, at in there.items() if at}
            expected = len(group(generators(plain, colors), many))
            assert len(group(generators(other, again), many)) == expected >= len(kept)
