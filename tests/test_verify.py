"""Both verifiers, the one in Python and the one in the core, against the definition."""

from __future__ import annotations

from array import array
from itertools import combinations

import naive
import pytest
from effort import examples
from hypothesis import given, settings
from matrices import COLORED, exact, general
from test_search import random_matrices

from excover._core import Problem, fault
from excover.cover.matrix import UNBOUNDED, Matrix
from excover.solve.verify import CoverError, verify


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
