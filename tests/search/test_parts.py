"""Parts of a search tree: what one search gives away and another one takes."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable

import naive
import pytest
from matrices import COLORED, exact, general, langford, queens

from excover.matrix.matrix import Matrix
from excover.search._core import LaneSearch, Problem, SparseSearch, Stop, TreeSearch
from excover.search.engine_table import ENGINES as BY_NAME
from excover.search.native import native_problem

ENDLESS = 2**64 - 1
NO_OPTION = 2**32 - 1

Making = Callable[[Problem], TreeSearch]


def lanes(problem: Problem) -> TreeSearch:
    return LaneSearch(problem, True, "best")


def sparse(problem: Problem) -> TreeSearch:
    return SparseSearch(problem, True, False)


ENGINES = [pytest.param(make, id=make.__name__) for make in (lanes, sparse)]


def found_by(search: TreeSearch) -> list[tuple[int, ...]]:
    covers: list[tuple[int, ...]] = []
    assert search.hand_over(covers) is None
    return covers


def searched_in_parts(make: Making, problem: Problem, grain: int) -> tuple[list[tuple[int, ...]], int]:
    """All covers and the number of nodes, with a rest given away after every few nodes."""
    root, other = make(problem), make(problem)
    before = other.nodes
    rests: list[tuple[tuple[int, ...], float]] = []

    def run_out(search: TreeSearch) -> None:
        while search.run(ENDLESS, grain, 60) is not Stop.EXHAUSTED:
            if rest := search.split():
                rests.append(rest)

    run_out(root)
    while rests:
        path, share = rests.pop()
        other.enter(array("I", path), share)
        assert 1 - other.progress == pytest.approx(share)
        run_out(other)
    return found_by(root) + found_by(other), root.nodes + other.nodes - before


@pytest.mark.parametrize("make", ENGINES)
@pytest.mark.parametrize("grain", [1, 7, 100])
def test_the_parts_of_a_tree_are_the_tree(make: Making, grain: int) -> None:
    for matrix in (queens(6), langford(7), exact(3, [[0], [1, 2], [0, 1], [2]]), exact(0, [])):
        problem = native_problem(matrix, BY_NAME["sparse"])
        whole = make(problem)
        assert whole.run(ENDLESS, ENDLESS, 60) is Stop.EXHAUSTED
        covers, nodes = searched_in_parts(make, problem, grain)
        assert sorted(covers) == sorted(found_by(whole))
        assert nodes == whole.nodes


def several_times(rng: random.Random) -> Matrix:
    """Items covered several times, some with colors."""
    bounds = [rng.choice([(0, 2), (1, 1), (1, 2), (2, 3), (1, 3)]) for _ in range(4)] + [COLORED]
    colored = [False] * 4 + [True]
    options = [
        [(item, rng.randrange(1, 4) if item == 4 else 0) for item in sorted(rng.sample(range(5), 3))]
        for _ in range(9)
    ]
    return general(bounds, colored, options)


def test_items_covered_several_times() -> None:
    rng = random.Random(1)
    counts = []
    for _ in range(40):
        matrix = several_times(rng)
        covers, _ = searched_in_parts(sparse, native_problem(matrix, BY_NAME["sparse"]), rng.randrange(1, 5))
        assert sorted(covers) == sorted(naive.covers(matrix))
        counts.append(len(covers))
    assert sum(count > 1 for count in counts) > 10


@pytest.mark.parametrize("make", ENGINES)
def test_paths_that_are_none_are_refused(make: Making) -> None:
    """Random paths: either the tree has them, or they are refused, and the search is still a right one."""
    rng, matrix = random.Random(2), queens(6)
    problem = native_problem(matrix, BY_NAME["sparse"])
    whole = make(problem)
    whole.run(ENDLESS, ENDLESS, 60)
    all_covers = set(found_by(whole))
    search, refused = make(problem), 0
    for _ in range(500):
        numbers = [rng.randrange(len(matrix.options)), NO_OPTION, *rng.choice(sorted(all_covers))]
        path = [rng.choice(numbers) for _ in range(rng.randrange(8))]
        try:
            search.enter(array("I", path), 0.5)
        except ValueError:
            refused += 1
            assert search.split() is None
            assert search.run(ENDLESS, ENDLESS, 60) is Stop.EXHAUSTED
            assert found_by(search) == []
        else:
            search.run(ENDLESS, ENDLESS, 60)
            assert set(found_by(search)) <= all_covers
    assert 300 < refused < 500
    search.enter(array("I", [0]), 0.5)
    search.run(ENDLESS, ENDLESS, 60)
    assert set(found_by(search)) == {cover for cover in all_covers if 0 not in cover}


def test_a_search_in_another_order_has_no_parts() -> None:
    problem = native_problem(queens(6), BY_NAME["sparse"])
    for search in (LaneSearch(problem, True, "best", 1), SparseSearch(problem, True, True)):
        with pytest.raises(RuntimeError):
            search.split()
        with pytest.raises(RuntimeError):
            search.enter(array("I", [0]), 0.5)
