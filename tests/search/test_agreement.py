"""Every engine and thread count agree, with symmetry and without: on the gallery and on random problems."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_matrices import random_matrices
from slow_values import VARIED
from test_burnside import group_of, permuted, symmetric
from test_orbits import at_once

import excover
from excover.language.gallery import names
from excover.matrix.matrix import Matrix
from excover.search.permutation_group import Permutation
from excover.search.run import Budget, Run
from excover.search.search import Search, count
from excover.search.strategy import EngineName, Strategy, Unsuitable

ENGINES: tuple[EngineName, ...] = ("auto", "sparse", "lanes", "graph")
STRATEGIES = [
    Strategy(engine, threads=threads, symmetry=symmetry)
    for engine in ENGINES
    for threads in (1, 2)
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
            assert strategy.engine in ("lanes", "graph")


@pytest.mark.slow
@given(st.one_of(symmetric(), permuted()))
def test_random_symmetric_problems(case: tuple[Matrix, list[Permutation]]) -> None:
    with at_once():
        agree(*case)


@given(random_matrices())
def test_random_problems(matrix: Matrix) -> None:
    agree(matrix, [array("I", range(len(matrix.options)))])
