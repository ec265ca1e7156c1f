"""Small puzzles on every lattice, counted by a second program: `small_puzzles.toml`.

It reads the drawings, turns the pieces as points in space (`naive` of test_placements.py), and covers the
board cell by cell; none of this is code of excover.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import atan2
from pathlib import Path
from typing import Any

import pytest
from slow_values import with_slow
from test_placements import GEOMETRIES, Geometry, as_cell, naive

import excover
from excover.lattices import LATTICE_NAMES
from excover.lattices.cubic import BLOCK

PUZZLES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "small_puzzles.toml").read_text("utf-8")
)["puzzle"]
Place = tuple[int, int, int]
Placed = tuple[int, frozenset[Place]]


def cells_of(lines: Sequence[str], empty: str) -> list[Place]:
    """Layers are side by side, with a bar between them, and blocks of them with a double bar."""
    return [
        (block * BLOCK + layer, row, column)
        for row, line in enumerate(lines)
        for block, layers in enumerate(line.split("||"))
        for layer, part in enumerate(layers.split("|"))
        for column, mark in enumerate(part)
        if mark not in empty
    ]


def ends(geometry: Geometry, edge: Place) -> list[tuple[float, ...]]:
    return sorted(as_cell(geometry.corners(*edge)))


def chords(geometry: Geometry, piece: frozenset[Place]) -> Iterator[tuple[tuple[float, ...], list[float]]]:
    """The joints at which two edges of a piece meet, and the directions in which they lie."""
    for one, other in combinations(piece, 2):
        for joint in set(ends(geometry, one)) & set(ends(geometry, other)):
            far = [next(end for end in ends(geometry, edge) if end != joint) for edge in (one, other)]
            yield joint, sorted(atan2(y - joint[1], x - joint[2]) for _, y, x in far)


def cross(geometry: Geometry, one: frozenset[Place], other: frozenset[Place]) -> bool:
    """Whether, at some joint, exactly one direction of the one is between those of the other."""
    return any(
        joint == there and sum(low < way < high for way in ways) == 1
        for joint, ways in chords(geometry, one)
        for there, (low, high) in chords(geometry, other)
    )


def count(puzzle: dict[str, Any]) -> int:
    geometry = GEOMETRIES[puzzle["lattice"]]
    board = cells_of(puzzle["board"], "# +")
    ways = [
        (number, cells)
        for number, drawing in enumerate(puzzle["pieces"])
        for cells in naive(geometry, board, cells_of(drawing, ". +"), puzzle["group"])
    ]
    at = {cell: [way for way in ways if cell in way[1]] for cell in board}
    sticks = puzzle["lattice"].endswith("edges")
    low, high = puzzle["each"]
    used: Counter[int] = Counter()

    def covered(left: list[Place], chosen: list[Placed]) -> int:
        if not left:
            return all(used[number] >= low for number in range(len(puzzle["pieces"])))
        found = 0
        for number, cells in at[left[0]]:
            free = used[number] < high and cells.issubset(left)
            if free and not (sticks and any(cross(geometry, cells, other) for _, other in chosen)):
                used[number] += 1
                rest = [cell for cell in left if cell not in cells]
                found += covered(rest, [*chosen, (number, cells)])
                used[number] -= 1
        return found

    return covered(board, [])


def text_of(puzzle: dict[str, Any]) -> str:
    lattice, (low, high) = puzzle["lattice"], puzzle["each"]
    lines = [f"board b {lattice}", *(f"  |{line}" for line in puzzle["board"])]
    for number, drawing in enumerate(puzzle["pieces"]):
        lines += [f"shapes p{number} {lattice}", *(f"  |{line}" for line in drawing)]
        lines += [f"place {puzzle['group']} p{number} on b each {low}..{high} times"]
    return "\n".join(lines)


def test_there_are_ten_of_each_lattice() -> None:
    assert Counter(puzzle["lattice"] for puzzle in PUZZLES) == dict.fromkeys(LATTICE_NAMES, 10)


@pytest.mark.parametrize("lattice", with_slow(LATTICE_NAMES, slow=["hypercube"]))
def test_a_second_program_counts_as_many(lattice: str) -> None:
    for puzzle in PUZZLES:
        if puzzle["lattice"] == lattice:
            text = text_of(puzzle)
            assert (count(puzzle), excover.parse(text).count()) == (puzzle["solutions"],) * 2, text
