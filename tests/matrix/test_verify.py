"""Both verifiers, the one in Python and the one in the core, against the definition."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import naive
import pytest
from effort import examples
from hypothesis import given, settings
from matrices import COLORED, exact, general
from random_matrices import random_matrices

import excover
from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.matrix.verify import CoverError, broken_rule, verify
from excover.search._core import Problem, fault


def is_verified(matrix: Matrix, cover: tuple[int, ...]) -> bool:
    try:
        verify(matrix, cover)
    except CoverError:
        return False
    return True


@settings(max_examples=examples(50))
@given(random_matrices())
def test_both_agree_with_the_definition(matrix: Matrix) -> None:
    m = matrix
    problem = Problem(m.lower, m.upper, m.colored, m.starts, m.entries, m.colors)
    solutions = set(naive.covers(matrix))
    for size in range(len(m.options) + 1):
        for cover in combinations(range(len(m.options)), size):
            assert is_verified(matrix, cover) == (cover in solutions)
            assert (fault(problem, array("I", cover)) is None) == (cover in solutions)


def two_items() -> Matrix:
    return exact(2, [[0], [1], [0, 1]])


@pytest.mark.parametrize(
    ("cover", "message"),
    [
        ((0,), r"i\[1\] is covered 0 times; it may be covered 1..1 times"),
        ((2, 0), r"i\[0\] is covered 2 times, by o\(0\), o\(2\); it may be covered 1..1 times"),
        ((2, 2), r"o\(2\) is chosen twice"),
        ((3,), "there is no option number 3"),
        ((-1,), "there is no option number -1"),
    ],
)
def test_it_says_what_is_wrong(cover: tuple[int, ...], message: str) -> None:
    with pytest.raises(CoverError, match=message):
        verify(two_items(), cover)


def test_it_says_what_is_wrong_with_bounds_and_colors() -> None:
    matrix = general(
        [(2, UNBOUNDED), COLORED], [False, True], [[(0, 0), (1, 1)], [(0, 0), (1, 2)], [(0, 0), (1, 1)]]
    )
    verify(matrix, (2, 0))
    with pytest.raises(CoverError, match=r"i\[1\] gets 2 colors, by o\(0\), o\(1\)"):
        verify(matrix, (0, 1))
    with pytest.raises(CoverError, match="it may be covered at least 2 times"):
        verify(matrix, (0,))


PAIRS = """
    item seat[1..4]
    item lamp at most once
    option pair(a, b in 1..4) where a < b covers seat[a], seat[b] cost a * b
    optional option light() covers lamp cost 5
    minimize
"""


def test_a_cover_is_numbers_or_names() -> None:
    problem = excover.parse(PAIRS)
    names = [excover.OptionName("pair", (1, 2)), "pair(3, 4)"]
    solution = problem.decode(names)
    assert (str(solution), solution.cost) == ("pair(1, 2), pair(3, 4)", 14)
    assert problem.decode([0, 5]) == solution
    assert problem.decode([*names, "light()"]).cost == 19
    for found in problem.solutions():
        assert problem.decode(found) == found
        assert problem.decode(found.numbers).cost == found.cost


@pytest.mark.parametrize(
    ("cover", "message"),
    [
        (["pair(1, 2)"], r"seat\[3\] is covered 0 times"),
        (["pair(1, 2)", "pair(4, 3)"], r"there is no option pair\(4, 3\)"),
        ([0, 5, 99], "there is no option number 99"),
        ([0, 5, 5], r"pair\(3, 4\) is chosen twice"),
        ([-1], "there is no option number -1"),
    ],
)
def test_what_is_no_solution_is_refused_by_name(cover: list[int | str], message: str) -> None:
    problem = excover.parse(PAIRS)
    with pytest.raises(excover.CoverError, match=message):
        problem.verify(cover)
    with pytest.raises(excover.CoverError, match=message):
        problem.decode(cover)


def test_options_of_one_name_are_told_apart_by_numbers() -> None:
    problem = excover.parse("| twice the same\na b | s\na s\na s\nb\n")
    with pytest.raises(excover.CoverError, match="several options are named a s: give its number"):
        problem.verify(["a s", "b"])
    problem.verify([1, 2])


class CountedCover(Sequence[int]):
    """Counts the options that are looked at."""

    def __init__(self, options: Sequence[int]) -> None:
        self.options, self.looks = options, 0

    def __getitem__(self, place: Any) -> Any:
        self.looks += 1
        return self.options[place]

    def __len__(self) -> int:
        return len(self.options)


def test_a_cover_is_read_once_for_all_rows() -> None:
    rows = [WeightedSum("two", array("I", [k, k + 1]), array("q", [1, 1]), 2, 2) for k in range(99)]
    cover = CountedCover(range(100))
    assert not broken_rule(rows, [cover])
    assert cover.looks <= 101
    assert broken_rule(rows, [range(1, 100)]) == "the sum of two is 1, not 2"
