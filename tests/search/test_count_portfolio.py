"""An automatic count costs little more than the better engine, in units of work that are always the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from matrices import boxed_sudoku, dominoes, langford, latin_squares, partitions, queens
from slow_values import with_slow

import excover
from excover.matrix.matrix import Matrix
from excover.search.engine import Engine
from excover.search.outcome import StoppedBy, work
from excover.search.portfolio.by_forecast import counted
from excover.search.portfolio.portfolio import Portfolio, leaving_out
from excover.search.portfolio.until_enough import found_first
from excover.search.run import Run
from excover.search.strategy import EngineName, Strategy
from excover.search.tuning import tuned

slow = pytest.mark.slow
SMALL = 2e7
"""A head start and the first turns: about a fiftieth of a second."""


def alone(matrix: Matrix, name: EngineName, patience: float) -> float:
    """The work of an engine, which is not followed further than that."""
    engine = Engine(matrix, Run(strategy=Strategy(name)), False)
    while not engine.is_over and work(engine.outcome.statistics) < patience:
        engine.run_slice(nodes=5000)
    return work(engine.outcome.statistics)


def finished(matrix: Matrix) -> Portfolio:
    portfolio = counted(matrix, Run())
    while not portfolio.is_over:
        portfolio.run_slice()
    return portfolio


def costs(matrix: Matrix) -> tuple[float, float]:
    """Of the portfolio, and of the better engine alone."""
    total = sum(each.done for each in finished(matrix).scheduler.everyone)
    return total, min(alone(matrix, "lanes", total), alone(matrix, "graph", total))


CASES = {
    "dominoes 8x8": lambda: dominoes(8, 8),
    "dominoes 6x7": lambda: dominoes(6, 7),
    "queens 11": lambda: queens(11),
    "Langford 10": lambda: langford(10),
    "Latin squares 5": lambda: latin_squares(5),
    "reduced Latin squares 6": lambda: latin_squares(6, reduced=True),
    "partitions of 11": lambda: partitions(11),
    "Sudoku 4x4": lambda: boxed_sudoku(2, 2),
    "hexiamonds": lambda: excover.load("hexiamonds").matrix,
    "Soma": lambda: excover.load("soma").matrix,
    "Scott": lambda: excover.load("scott").matrix,
    "Kanoodle": lambda: excover.load("kanoodle").matrix,
}


@pytest.mark.parametrize("name", with_slow(CASES, slow=["Kanoodle"]))
def test_a_count_costs_little_more_than_the_better_engine(name: str) -> None:
    portfolio, best = costs(CASES[name]())
    assert portfolio <= 2.5 * best + SMALL


@pytest.mark.thorough
@slow
@pytest.mark.parametrize("name", ["pentominoes", "iq-fit", "solid-pentominoes"])
def test_larger_counts_too(name: str) -> None:
    portfolio, best = costs(excover.load(name).matrix)
    assert portfolio <= 2.5 * best + SMALL


def test_the_same_matrix_has_the_same_winner_and_statistics() -> None:
    for name in ("dominoes 8x8", "Langford 10", "Scott"):
        one, other = (finished(CASES[name]()).outcome.statistics for _ in range(2))
        assert replace(one, seconds=0) == replace(other, seconds=0)


def largest_frontier(portfolio: Portfolio) -> int:
    """The bytes that a frontier search takes at most, until there is an answer."""
    most = 0
    while not portfolio.is_over:
        portfolio.run_slice(nodes=200)
        frontiers = [each.member for each in portfolio.scheduler.entries if each.name == "graph"]
        most = max([most, *(each.bytes for each in frontiers if isinstance(each, Engine))])
    return most


@pytest.mark.parametrize(
    ("matrix", "make"),
    [
        (queens(12), lambda matrix: counted(matrix, Run())),
        pytest.param(langford(13), lambda matrix: found_first(matrix, Run.within(solutions=1)), marks=slow),
    ],
)
def test_a_frontier_that_does_not_pay_takes_little_memory(
    matrix: Matrix, make: Callable[[Matrix], Portfolio]
) -> None:
    """In either portfolio, in which it is not the first at its end."""
    few = {"count_head_start": 100, "portfolio_head_start": 1000, "frontier_thrift": 10**9}
    with leaving_out("linear", "matching"):
        with tuned(frontier_bytes=2**40, **few):
            free = largest_frontier(make(matrix))
        with tuned(frontier_bytes=10**4, **few):
            assert 8 * largest_frontier(make(matrix)) < free
        with tuned(frontier_bytes=10**4, **{**few, "frontier_thrift": 1}):
            assert largest_frontier(make(matrix)) == free


def test_the_limit_of_seconds_counts_what_passes_between_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the engines measure of themselves stands still; the clock of the run strikes at every look."""
    seconds = iter(range(100))
    monkeypatch.setattr("excover.search.engine.perf_counter", lambda: 0.0)
    monkeypatch.setattr("excover.search.linear_refutation.perf_counter", lambda: 0.0)
    monkeypatch.setattr("excover.search.run.perf_counter", lambda: next(seconds))
    portfolio, slices = counted(queens(20), Run.within(seconds=3)), 0
    while not portfolio.is_over:
        portfolio.run_slice()
        slices += 1
    assert (slices, portfolio.outcome.stopped_by, portfolio.outcome.statistics.seconds) == (
        2,
        StoppedBy.TIME,
        0,
    )


def test_the_sweep_takes_part_in_a_count_with_a_seed() -> None:
    with leaving_out("pfaffian"):
        portfolio = counted(dominoes(8, 8), Run(strategy=Strategy(seed=1)))
    while not portfolio.is_over:
        portfolio.run_slice()
    assert (portfolio.outcome.count, portfolio.outcome.statistics.engine) == (12_988_816, "graph")


def test_a_fault_of_a_member_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*_: object) -> None:
        raise ValueError("a fault")

    monkeypatch.setattr("excover.search.linear_refutation.LinearRefutation", faulty)
    with pytest.raises(ValueError, match="a fault"):
        finished(queens(12))
