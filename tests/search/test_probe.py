"""Lists and counts of what has no solution, which another search may see much earlier."""

import gc
from random import Random

import naive
import pytest
from matrices import exact, queens

import excover
from excover.authors.unique import Verdict, unique
from excover.matrix.matrix import Matrix
from excover.search.outcome import StoppedBy
from excover.search.portfolio.until_enough import UntilEnough
from excover.search.run import Run
from excover.search.search import Search, count
from excover.search.strategy import Strategy
from excover.search.tuning import tuned

THERMOMETERS = """
board grid 9x9
fill grid with 1..9, once per row, column, block 3x3
let thermometers = {
  ((1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)),
  ((9, 9), (9, 8), (8, 8), (8, 7), (7, 7)),
  ((1, 9), (2, 9), (3, 9), (4, 9), (4, 8), (4, 7), (3, 7), (2, 7), (1, 7))}
let steps = {(path[i], path[i + 1]) for path in thermometers, i in 1..len(path) - 1}
item rise[steps, 1..9] at most once
also grid(r, c, v)
  covers (rise[(a, b), s] for (a, b) in steps, s in 1..v where a = (r, c)),
    (rise[(a, b), s] for (a, b) in steps, s in v..9 where b = (r, c))
"""
"""The thermometers contradict each other: no digit fits (5, 5)."""

MOST = 20_000_000
"""Nodes: a tenth of a minute, where a list alone takes hours."""


def test_thermometers_without_a_solution_are_seen_by_all_questions() -> None:
    problem = excover.parse(THERMOMETERS)
    assert problem.count() == 0
    assert list(problem.solutions()) == []
    assert list(problem.solutions(Run.within(solutions=2))) == []
    found = unique(problem)
    assert found.verdict is Verdict.NONE
    assert found.outcome.statistics.nodes < MOST
    assert "saw that there is none" in found.outcome.statistics.reason


@pytest.mark.parametrize("solutions", [None, 2, 5])
@pytest.mark.parametrize("seed", range(3))
def test_a_probe_changes_no_answer(seed: int, solutions: int | None) -> None:
    rng = Random(seed)
    run = Run() if solutions is None else Run.within(solutions=solutions)
    empty = 0
    for _ in range(60):
        matrix = exact(6, [rng.sample(range(6), rng.randint(1, 3)) for _ in range(rng.randint(5, 12))])
        every = set(map(frozenset, naive.covers(matrix)))
        head_start = rng.choice([0, 100, 1_000])
        with tuned(probe_head_start=head_start, count_head_start=0, hybrid_head_start=0, **ANY_RARITY):
            search = Search(matrix, run)
            listed = list(map(frozenset, search))
            number = count(matrix, run)
        found = set(listed)
        assert found <= every
        assert len(listed) == len(found) == number.count
        assert number.count == len(every if solutions is None else list(every)[:solutions])
        is_whole = solutions is None or len(every) < solutions
        assert (search.outcome.exhausted, number.exhausted) == (is_whole, is_whole)
        empty += not every
    assert 10 < empty < 50


ANY_RARITY = {"probe_rarity": 0, "probe_rules_rarity": 0, "portfolio_turn": 1}

CONNECTED = """
board field 3x3
option paint(cell in field) covers field[cell]
option plain(cell in field) covers field[cell]
require paint connected
require sum(cell[1] * paint(cell) for cell in field) >= 4
"""


@pytest.mark.slow
@pytest.mark.parametrize("head_start", [0, 1_000, 10_000])
def test_with_rules_a_probe_and_a_list_share_their_solutions(head_start: int) -> None:
    matrix = excover.parse(CONNECTED).matrix
    every = set(Search(matrix, Run.within().by(Strategy("sparse"))))
    assert len(every) > 100
    with tuned(portfolio_head_start=head_start, **ANY_RARITY):
        for limit in (5, 100, len(every) - 1, len(every), 1_000, None):
            run = Run.within(solutions=limit)
            listed, number = list(Search(matrix, run)), count(matrix, run)
            assert len(set(listed)) == len(listed) == number.count == min(limit or 1_000, len(every))
            assert every.issuperset(listed)
            assert number.exhausted == (limit is None or limit > len(every))


def test_the_same_work_each_time() -> None:
    def outcome() -> tuple[int, int, str]:
        with tuned(probe_head_start=50):
            statistics = count(pigeons(7)).statistics
        return statistics.nodes, statistics.updates, statistics.engine

    assert outcome() == outcome()


def pigeons(holes: int) -> Matrix:
    """One more than holes."""
    pairs = [(pigeon, hole) for pigeon in range(holes + 1) for hole in range(holes)]
    one, at_most_one = (1, 1), (0, 1)
    from matrices import general

    bounds = [one] * (holes + 1) + [at_most_one] * holes
    options = [[(pigeon, 0), (holes + 1 + hole, 0)] for pigeon, hole in pairs]
    return general(bounds, [False] * len(bounds), options)


def test_limits_hold_while_it_doubts() -> None:
    problem = excover.parse(THERMOMETERS)
    with tuned(probe_head_start=100):
        outcome = count(problem.matrix, Run.within(seconds=0.0))
        assert (outcome.exhausted, outcome.stopped_by) == (False, StoppedBy.TIME)
        outcome = count(problem.matrix, Run.within(nodes=50_000))
        assert (outcome.exhausted, outcome.stopped_by) == (False, StoppedBy.NODES)
        named = count(problem.matrix, Run.within(nodes=50_000).by(Strategy("lanes")))
        assert named.stopped_by is StoppedBy.NODES


def test_what_has_solutions_is_not_doubted_for_long() -> None:
    with tuned(probe_head_start=0):
        assert count(queens(8)).count == 92
        search = Search(queens(8))
        assert len(list(search)) == 92
        assert search.outcome.statistics.nodes < 20_000


@pytest.mark.slow
def test_the_memory_of_the_probe_is_free_once_there_is_a_solution() -> None:
    def races() -> int:
        gc.collect()
        return sum(isinstance(each, UntilEnough) for each in gc.get_objects())

    alone = Search(queens(8))
    assert len(list(alone)) == 92
    before = races()
    with tuned(probe_head_start=0, portfolio_most_learnt=5):
        search = Search(queens(8))
        first = {next(search) for _ in range(20)}
        assert races() == before
        assert len({*first, *search}) == 92
        assert search.outcome.statistics.nodes > alone.outcome.statistics.nodes, "its work still counts"
