"""Every engine and thread count agree, with symmetry and without: on the gallery and on random problems.

There, so does every member of a portfolio that is left alone; CONTRIBUTING.md tries 10,000 problems.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import partial
from random import Random

import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matrices import exact
from random_matrices import random_matrices, random_pairs
from slow_values import VARIED
from test_best import priced
from test_burnside import group_of, permuted, symmetric
from test_clause_proof import random_problem
from test_orbits import at_once
from test_until_enough import covers_within

import excover
from excover.language.gallery import names
from excover.matrix.matrix import Matrix
from excover.search.engine import ENDLESS, Cover, Engine
from excover.search.outcome import Outcome, StoppedBy
from excover.search.permutation_group import Permutation
from excover.search.portfolio.background import Background
from excover.search.portfolio.by_forecast import ByForecast, HybridEnumeration
from excover.search.portfolio.objective_cuts import ObjectiveCuts
from excover.search.portfolio.portfolio import Entrant
from excover.search.portfolio.until_enough import UntilEnough
from excover.search.portfolio.until_proved import CostSearch, Optimizer, UntilProved
from excover.search.run import Budget, Run
from excover.search.search import Search, count
from excover.search.strategy import EngineName, Strategy, Unsuitable

ENGINES: tuple[EngineName, ...] = ("auto", "sparse", "lanes", "graph", "learning")
STRATEGIES = [
    Strategy(engine, threads=threads, symmetry=symmetry)
    for engine in ENGINES
    for threads in ((1,) if engine == "learning" else (1, 2))
    for symmetry in (True, False)
]


def few(problem: excover.Problem, nodes: int) -> int | None:
    """Its number of solutions, if the tree of the sparse sets has so few nodes."""
    outcome = problem.tally(Run(Budget(nodes=nodes), Strategy("sparse")))
    return outcome.count if outcome.exhausted else None


def agree_on_the_gallery(names: Iterable[str], nodes: int) -> int:
    """How many puzzles were compared, each with the engines that end within as many nodes, or states."""
    compared = 0
    for name in names:
        problem = excover.load(name)
        if (expected := few(problem, nodes)) is None:
            continue
        compared += 1
        for strategy in STRATEGIES:
            try:
                outcome = problem.tally(Run(Budget(nodes=nodes), strategy))
            except (Unsuitable, excover.SpecError):
                continue  # as the lanes are where an item is covered several times
            if outcome.exhausted:
                assert (name, strategy, outcome.count) == (name, strategy, expected)
    return compared


@pytest.mark.slow
def test_small_puzzles_of_the_gallery() -> None:
    with at_once():
        assert agree_on_the_gallery(VARIED, 1_000) > 5


@pytest.mark.slow
def test_larger_puzzles_of_the_gallery() -> None:
    assert agree_on_the_gallery(names(), 300_000) > 40


def agree(matrix: Matrix, elements: list[Permutation]) -> None:
    expected, group = sorted(naive.covers(matrix)), group_of(elements)
    for strategy in STRATEGIES:
        run = Run(strategy=strategy)
        try:
            assert (strategy, sorted(Search(matrix, run, lambda: group))) == (strategy, expected)
            assert (strategy, count(matrix, run, lambda: group).count) == (strategy, len(expected))
        except ValueError:  # not for the lanes or the frontier search
            assert strategy.engine in ("lanes", "graph", "learning")


@pytest.mark.slow
@given(st.one_of(symmetric(), permuted()))
def test_random_symmetric_problems(case: tuple[Matrix, list[Permutation]]) -> None:
    with at_once():
        agree(*case)


FEW = 3
"""Solutions that are wanted where a few are."""


def members(matrix: Matrix) -> Iterator[tuple[Entrant, int | None]]:
    """All that take turns where a portfolio answers, and up to how many solutions they search."""
    for wanted in (1, FEW):
        enough = UntilEnough(matrix, Run.within(solutions=wanted).started())
        yield from ((each, wanted) for each in [*enough.entries, *enough.others()])
    run = Run().started()
    for scheduler in (
        ByForecast(matrix, run),
        HybridEnumeration(matrix, run),
        Background(Engine(matrix, run, True), matrix, run),
    ):
        yield from ((each, None) for each in scheduler.entries)


def alone(entry: Entrant) -> tuple[list[Cover], Outcome]:
    """What a member has at its end, without the turns of others."""
    member, covers = entry.prepared(), list[Cover]()
    while not member.is_over:
        member.run_slice()
        member.hand_over(covers)
    member.hand_over(covers)
    return covers, member.outcome


def each_member_is_right(matrix: Matrix) -> set[str]:
    """The names of those that the problem suits."""
    expected, tried = {tuple(sorted(cover)) for cover in covers_within(matrix)}, set()
    for entry, wanted in members(matrix):
        try:
            covers, outcome = alone(entry)
        except Unsuitable:
            continue
        tried.add(entry.name)
        assert set(covers) <= expected
        assert len(covers) == len(set(covers))
        if outcome.exhausted:
            assert (entry.name, outcome.count) == (entry.name, len(expected))
        elif outcome.stopped_by is StoppedBy.LIMIT:
            assert (entry.name, outcome.count) == (entry.name, wanted)
        else:
            assert (entry.name, outcome.count) == ("linear", 0)  # all others go on to their end
        if outcome.count > len(covers):
            assert entry.name in ("search", "graph", "pfaffian", "main")
    return tried


def cost(matrix: Matrix, cover: Cover) -> int:
    return sum(map(matrix.costs.__getitem__, cover))


def each_member_has_the_best(matrix: Matrix) -> None:
    costs = [cost(matrix, cover) for cover in naive.covers(matrix)]
    for goal, best in (("minimize", min), ("maximize", max)):
        expected, run = [best(costs)] if costs else [], Run().started()
        proof = CostSearch(matrix, goal, run, 0.0, None)
        proof.turn_ends = ENDLESS
        main, *others = UntilProved(proof, matrix, run, seeks_first=True).entries
        covers, outcome = alone(main)
        assert outcome.exhausted
        assert [cost(matrix, cover) for cover in covers[-1:]] == expected
        for entry in others:
            covers, outcome = alone(entry)
            assert {cost(matrix, cover) for cover in covers} <= set(costs)
            assert not costs or covers or not outcome.exhausted
        for search in (Optimizer(matrix, goal), ObjectiveCuts(matrix, goal)):
            assert [cost(matrix, cover) for cover in [*search][-1:]] == expected
            assert search.outcome.exhausted


@given(st.one_of(random_matrices(), random_pairs()))
def test_random_problems(matrix: Matrix) -> None:
    agree(matrix, [array("I", range(len(matrix.options)))])
    each_member_is_right(matrix)


@given(st.integers(0, 2**64 - 1).map(Random).map(random_problem))
def test_random_problems_with_rules(matrix: Matrix) -> None:
    """Sums, and what is connected, one loop, or areas."""
    each_member_is_right(matrix)


def with_costs(matrix: Matrix) -> st.SearchStrategy[Matrix]:
    size = len(matrix.options)
    return st.lists(st.integers(-3, 3), min_size=size, max_size=size).map(partial(priced, matrix))


@given(random_matrices().flatmap(with_costs))
def test_random_problems_with_costs(matrix: Matrix) -> None:
    each_member_has_the_best(matrix)


def test_every_member_is_tried() -> None:
    square = exact(4, [[0, 1], [2, 3], [0, 2], [1, 3]])
    names = {
        "sparse",
        "linear",
        "matching",
        "learning",
        "lanes",
        "graph",
        "search",
        "pfaffian",
        "diagram",
        "main",
        "probe",
    }
    assert each_member_is_right(square) == names
