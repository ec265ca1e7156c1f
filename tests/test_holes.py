"""Boards of which some cells may stay empty, compared with all ways to place pieces."""

from __future__ import annotations

from itertools import combinations, product

import pytest

import excover

SPEC = """
param rows = 3 in 1..9
param k = 0 in 0..99
board tray rows by 3, at most k holes
shapes corner
  |LL
  |L
place free corner on tray each at least 0 times
"""


def packings(rows: int, holes: int) -> int:
    """The ways to place corners without overlap that leave at most so many cells empty."""
    squares = product(range(rows - 1), range(2))
    corners = [
        frozenset({(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} - {(r + i, c + j)})
        for r, c in squares
        for i, j in product(range(2), repeat=2)
    ]
    count = 0
    for number in range(rows + 1):
        for chosen in combinations(corners, number):
            covered = len(frozenset().union(*chosen))
            count += covered == 3 * number and 3 * rows - covered <= holes
    return count


@pytest.mark.parametrize(("rows", "holes"), [*product((2, 3, 4), (0, 1, 3, 5, 9, 20))])
def test_counts_are_those_of_all_packings(rows: int, holes: int) -> None:
    assert excover.parse(SPEC, {"rows": rows, "k": holes}).count() == packings(rows, holes)


def test_holes_are_drawn_as_empty_cells() -> None:
    drawings = {str(each) for each in excover.parse(SPEC, {"rows": 2, "k": 3}).solutions()}
    assert "LL.\nL.." in drawings
    assert {mark for drawing in drawings for mark in drawing} == {"L", ".", "\n"}


def test_symmetries_move_holes() -> None:
    problem = excover.parse(SPEC, {"rows": 3, "k": 3})
    assert problem.count(up_to_symmetry=True) < problem.count()


def test_a_hole_can_be_given_and_forbidden() -> None:
    assert excover.parse(SPEC + "given no_tray((1, 1))", {"rows": 2, "k": 3}).count() == 5
    assert excover.parse(SPEC + "forbid no_tray((1, 1))", {"rows": 2, "k": 3}).count() == 5
