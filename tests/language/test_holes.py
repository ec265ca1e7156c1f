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
    assert "L1 L1  .\nL1  .  ." in drawings
    assert {mark for drawing in drawings for mark in drawing.split()} == {"L1", "L2", "L3", "L4", "."}


def test_symmetries_move_holes() -> None:
    problem = excover.parse(SPEC, {"rows": 3, "k": 3})
    assert problem.count(up_to_symmetry=True) < problem.count()


def test_a_hole_can_be_given_and_forbidden() -> None:
    assert excover.parse(SPEC + "given no_tray((1, 1))", {"rows": 2, "k": 3}).count() == 5
    assert excover.parse(SPEC + "forbid no_tray((1, 1))", {"rows": 2, "k": 3}).count() == 5


@pytest.mark.parametrize("holes", [0, 1, 2, 5])
def test_optional_cells_are_no_holes(holes: int) -> None:
    """They may stay empty besides, so that each way to place the pieces is one solution."""
    board = f"board b, at most {holes} holes\n  |..?\n  |...\n"
    found = excover.parse(board + "shapes p\n  |AA\nplace free p on b each 0..3 times")
    placings = {frozenset(str(o) for o in each if o.family == "p") for each in found.solutions()}
    cells = set(product((1, 2), (1, 2, 3)))
    dominoes = [
        frozenset({a, b})
        for a, b in combinations(sorted(cells), 2)
        if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    ]
    ways = 0
    for number in range(4):
        for chosen in combinations(dominoes, number):
            covered = frozenset().union(*chosen)
            ways += len(covered) == 2 * number and len(cells - covered - {(1, 3)}) <= holes
    assert found.count() == len(placings) == ways


def test_a_board_of_optional_cells_has_no_holes() -> None:
    found = excover.parse(
        "board b, at most 1 holes\n  |??\nshapes p\n  |A\nplace free p on b each 0..2 times"
    )
    assert found.count() == 4


def test_no_holes_at_all_is_a_number_like_others() -> None:
    """The options have a meaning, so that statements about them do not depend on the number."""
    rest = "shapes d |AA\nplace free d on b each at least 0 times"
    text = f"board b 2x3, at most {{}} holes {{}} {rest}"
    none, plain = excover.parse(text.format(0, "")), excover.parse(f"board b 2x3 {rest}")
    assert none.count() == plain.count() == len(list(none.solutions())) == 3
    assert none.count(up_to_symmetry=True) == plain.count(up_to_symmetry=True)
    assert excover.parse(text.format(0, "forbid no_b((1, 1))")).count() == 3
    assert excover.parse(text.format(2, "forbid no_b((1, 1))")).count() == 10
