"""Options that are taken out before a search: only dead ones, all that the rule finds, and numbered back."""

from __future__ import annotations

import json

import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matrices import AT_MOST_ONCE, COLORED, ONCE, exact, general, langford, queens
from random_matrices import random_matrices

from excover.apps.cli import main
from excover.matrix.matrix import Matrix
from excover.problem.problem import load
from excover.search.reduction import reduce
from excover.search.run import Run
from excover.search.search import Search, count
from excover.search.strategy import Strategy
from excover.search.tuning import tuning

REDUCED = Run(strategy=Strategy(reduce=True))


@given(random_matrices())
def test_same_covers(matrix: Matrix) -> None:
    found = list(Search(matrix, REDUCED))
    assert len(found) == len(set(found))
    assert set(found) == set(naive.covers(matrix))
    assert count(matrix, REDUCED).count == len(found)


@given(random_matrices())
def test_idempotent(matrix: Matrix) -> None:
    once = reduce(matrix)
    again = reduce(once.matrix)
    assert again.removed == 0
    assert again.matrix is once.matrix
    assert once.removed + len(once.kept) == len(matrix.options)


@given(random_matrices())
def test_removes_what_the_definition_says(matrix: Matrix) -> None:
    assert list(reduce(matrix).kept) == sorted(_left_by_definition(matrix))


@given(random_matrices(), st.integers(0, 9))
def test_right_whenever_stopped(matrix: Matrix, unions: int) -> None:
    part = reduce(matrix, most_work=unions * tuning.reduction_step)
    assert {part.original(cover) for cover in naive.covers(part.matrix)} == set(naive.covers(matrix))
    assert set(reduce(matrix).kept) <= set(part.kept)


def _left_by_definition(matrix: Matrix) -> set[int]:
    """Options that leave every item enough, pair by pair, again and again."""
    entries = [
        dict(zip(matrix.option_items(o), matrix.colors[matrix.starts[o] : matrix.starts[o + 1]], strict=True))
        for o in range(len(matrix.options))
    ]

    def meet(a: int, b: int) -> bool:
        shared = entries[a].keys() & entries[b].keys()
        colors = all(entries[a][i] == entries[b][i] for i in shared if matrix.colored[i])
        return a == b or (colors and all(matrix.colored[i] or matrix.upper[i] > 1 for i in shared))

    def enough(o: int, item: int) -> bool:
        return sum(item in entries[x] and meet(o, x) for x in left) >= matrix.lower[item]

    left = {o for o in range(len(entries)) if all(matrix.upper[i] for i in entries[o])}
    while dead := {o for o in left if not all(enough(o, i) for i in range(len(matrix.items)))}:
        left -= dead
    return left


@pytest.mark.parametrize(
    ("matrix", "kept"),
    [
        pytest.param(exact(3, [[0, 1], [1, 2], [0, 2], [0], [2]]), [0, 4, 1, 3], id="blocked"),
        pytest.param(exact(3, [[0, 1], [1], [1, 2], [2]]), [0, 3], id="forced"),
        pytest.param(exact(3, [[0, 1, 2], [0, 1], [1, 2], [2]]), [0, 1, 3], id="dominated"),
        pytest.param(exact(2, [[0, 2], [1, 2], [1]], secondary=1), [0, 2], id="secondary"),
        pytest.param(exact(2, [[0], [0, 1], [0]]), [1], id="item without another option"),
        pytest.param(exact(2, [[0]]), [], id="item without options"),
        pytest.param(
            general(
                [ONCE, ONCE, COLORED], [False] * 2 + [True], [[(0, 0), (2, 1)], [(1, 0), (2, 2)], [(1, 0)]]
            ),
            [0, 2],
            id="color",
        ),
        pytest.param(
            general(
                [(2, 3), AT_MOST_ONCE],
                [False] * 2,
                [[(0, 0), (1, 0)], [(0, 0), (1, 0)], [(0, 0)], [(1, 0)]],
            ),
            [0, 1, 2],
            id="covered twice",
        ),
        pytest.param(general([(0, 0), ONCE], [False] * 2, [[(0, 0), (1, 0)], [(1, 0)]]), [1], id="never"),
    ],
)
def test_every_rule(matrix: Matrix, kept: list[int]) -> None:
    assert list(reduce(matrix).kept) == sorted(kept)


def test_one_removal_leads_to_the_next() -> None:
    path = exact(50, [[k, k + 1] for k in range(49)])
    assert list(reduce(path).kept) == list(range(0, 49, 2))


@pytest.mark.parametrize(("matrix", "solutions"), [(queens(8), 92), (langford(8), 300)])
def test_published_counts(matrix: Matrix, solutions: int) -> None:
    assert count(matrix, REDUCED).count == len(list(Search(matrix, REDUCED))) == solutions


def test_a_bound_on_the_work() -> None:
    path = exact(50, [[k, k + 1] for k in range(49)])
    part = reduce(path, most_work=50 * tuning.reduction_step)
    assert part.ended == "until its bound of work"
    assert 0 < part.removed < reduce(path).removed == 24


def test_solutions_are_the_same_puzzles() -> None:
    soma = load("scott")
    for symmetric in (False, True):
        plain, fewer = (
            {frozenset(s) for s in soma.solutions(run, up_to_symmetry=symmetric)} for run in (Run(), REDUCED)
        )
        assert plain == fewer


def test_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "scott", "--reduce", "--stats"]) == 0
    counted = capsys.readouterr()
    assert counted.out == "520\n"
    assert "152 of 1,568 options removed in" in counted.err
    assert main(["solve", "scott", "--reduce", "--json"]) == 0
    outcome = json.loads(capsys.readouterr().err.splitlines()[-1])["outcome"]
    assert "until no more is dead" in outcome["reduction"]
