"""Puzzles of the gallery counted again: placements from points in space, and a search in plain Python."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

import pytest
from test_placements import GEOMETRIES, Point, naive

import excover
from excover.language.meaning.puzzle import Placing

PUZZLES = [
    "ball-tetrahedron",
    "tetrahexes",
    pytest.param("polysticks", marks=pytest.mark.slow),
]


Turn = tuple[Point, float, float]
"""A joint, and the directions of two edges there, the lesser first, in quarters."""


class Way(NamedTuple):
    """A piece, the cells that it takes as bits, and for sticks the turns that it makes at joints."""

    piece: tuple[str, str]
    cells: int
    turns: frozenset[Turn] = frozenset()


@pytest.mark.parametrize("name", PUZZLES)
def test_counted_again(name: str) -> None:
    problem = excover.load(name)
    ways, bounds, board = of_points(problem)
    assert len(ways) == len(problem.full.matrix.own_options())
    assert covers(ways, bounds, board) == problem.count() > 0


@pytest.mark.parametrize("flag", ["", ", crossing"])
@pytest.mark.parametrize(
    ("board", "pieces", "times"),
    [
        ("square_edges 2x2", "|+A+A+ +B+\n  |        B\n  |        +", "at least 0 times"),
        ("triangle_edges 2x2", "|+ A + A +   + B +\n  |               B\n  |                +", "4 times"),
        ("hex_edges 1x2", "|  +   +\n  | A   B\n  |+   +\n  |A   B\n  |+   +\n  | A", "at least 0 times"),
    ],
)
def test_sticks_counted_again(board: str, pieces: str, times: str, flag: str) -> None:
    text = (
        f"board grid {board}{flag}\nshapes stick {board.split()[0]}\n  {pieces}\n"
        f"place free stick on grid each {times}"
    )
    problem = excover.parse(text)
    ways, bounds, cells = of_points(problem)
    assert len(ways) == len(problem.full.matrix.own_options())
    assert covers(ways, bounds, cells, bool(flag)) == problem.count() > 0


def test_crossings_are_forbidden_unless_allowed() -> None:
    """Two straight sticks on the edges of four squares."""
    cross = "board b square_edges\n  |   +\n  |   |\n  |+-+-+\n  |  |\n  |  +"
    cross = cross.replace("  |   +\n  |   |", "  |  +\n  |  |")
    pieces = "shapes s square_edges\n  |+A+A+\nplace free s on b each 2 times"
    assert excover.parse(f"{cross}\n{pieces}").count() == 0
    assert excover.parse(f"{cross.replace('edges', 'edges, crossing', 1)}\n{pieces}").count() == 1


@pytest.mark.slow
def test_options_of_the_pyramid() -> None:
    """Its solutions are too many nodes for plain Python."""
    problem = excover.load("kanoodle-pyramid")
    ways, _, _ = of_points(problem)
    assert len(set(ways)) == len(problem.full.matrix.own_options()) == 1646


def of_points(problem: excover.Problem) -> tuple[list[Way], dict[tuple[str, str], tuple[int, int]], int]:
    """All ways to lay the pieces; how often each is used; the cells to be covered."""
    placings = [source for source in problem.puzzle.sources if isinstance(source, Placing)]
    (board,) = {placing.board.name: placing.board for placing in placings}.values()
    assert not board.optional
    assert not board.flags - {"crossing"}
    bit = {cell: 1 << number for number, cell in enumerate(board.cells)}
    ways, bounds = [], {}
    for placing in placings:
        family = next(f for f in problem.puzzle.families if f.name == placing.shapes.name)
        for piece in placing.shapes.pieces:
            key = placing.shapes.name, piece.letter
            times = family.bounds[family.keys.index((piece.letter,))]
            bounds[key] = times.lower, len(board.cells) if times.upper is None else times.upper
            geometry = GEOMETRIES[board.lattice.name]
            found = naive(geometry, board.cells, piece.cells, placing.group)
            edges = ([frozenset(geometry.corners(*cell)) for cell in sorted(cells)] for cells in found)
            bits = (sum(map(bit.__getitem__, cells)) for cells in found)
            ways += [Way(key, cells, turns_of(lines)) for cells, lines in zip(bits, edges, strict=True)]
    return ways, bounds, sum(bit.values())


def turns_of(lines: Sequence[frozenset[Point]]) -> frozenset[Turn]:
    """Of lines from point to point; there are none of other cells."""
    found = set()
    for one, other in combinations(lines if all(len(line) == 2 for line in lines) else [], 2):
        near = [(p, q) for p, q in product(one, other) if math.dist(p, q) < 0.01]
        for p, q in near:
            (a,), (b,) = one - {p}, other - {q}
            ways = sorted(math.atan2(end[1] - p[1], end[2] - p[2]) for end in (a, b))
            joint = tuple(round(x, 1) + 0.0 for x in p)
            found.add((joint, ways[0], ways[1]))
    return frozenset(found)  # type: ignore[arg-type]


def cross(one: Way, other: Way) -> bool:
    """Whether a turn of the one goes through between the edges of a turn of the other."""
    return any(
        joint == there and (a < c < b) != (a < d < b)
        for (joint, a, b), (there, c, d) in product(one.turns, other.turns)
    )


def covers(
    ways: Sequence[Way], bounds: Mapping[tuple[str, str], tuple[int, int]], board: int, crossing: bool = False
) -> int:
    """The number of sets of ways that cover each cell once; the cell with fewest ways is covered first."""
    if not board:
        return all(least <= 0 for least, _ in bounds.values())
    over: dict[int, list[Way]] = {1 << n: [] for n in range(board.bit_length()) if board >> n & 1}
    for way in ways:
        left = way.cells
        while left:
            over[left & -left].append(way)
            left &= left - 1
    found = 0
    for way in min(over.values(), key=len):
        least, most = bounds[way.piece]
        after = {**bounds, way.piece: (least - 1, most - 1)}
        kept = [w for w in ways if not w.cells & way.cells and after[w.piece][1] > 0]
        kept = kept if crossing else [w for w in kept if not cross(w, way)]
        found += covers(kept, after, board & ~way.cells, crossing)
    return found
