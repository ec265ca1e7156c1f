"""Listing that goes over to the diagram on its way: every cover once, whereever the way is cut."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

import interrupted
import naive
import pytest
from effort import with_more_time
from hypothesis import given
from hypothesis import strategies as st
from matrices import dominoes, exact, langford, queens
from random_matrices import matrices_for_lanes, random_matrices

import excover
from excover.matrix.matrix import Matrix
from excover.search.engine import Engine, TooLarge
from excover.search.outcome import StoppedBy
from excover.search.portfolio.by_forecast import HybridEnumeration
from excover.search.run import Run
from excover.search.search import Search
from excover.search.strategy import EngineName, Strategy
from excover.search.tuning import tuned, tuning


@contextmanager
def taking_over_after(nodes: int) -> Iterator[None]:
    """The diagram is never given up, and takes over after so many nodes of the search."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HybridEnumeration, "_is_hopeless", lambda _self: False)
        with tuned(hybrid_head_start=nodes, hybrid_worth=0):
            yield


@given(random_matrices(), st.integers(1, 12), st.sampled_from([1, 2]))
def test_small_problems(matrix: Matrix, nodes: int, threads: int) -> None:
    with taking_over_after(nodes):
        search = Search(matrix, Run(strategy=Strategy(threads=threads)))
        found = list(search)
    assert sorted(found) == sorted(naive.covers(matrix))
    assert (search.outcome.count, search.outcome.exhausted) == (len(found), True)


@given(matrices_for_lanes(), st.integers(1, 500))
def test_larger_problems(matrix: Matrix, nodes: int) -> None:
    if not Engine(matrix, Run.within(nodes=1), True).is_over:
        few = Search(matrix, Run.within(solutions=200, nodes=5000))
        if expected := list(few):
            with taking_over_after(nodes):
                if few.outcome.exhausted:
                    assert sorted(Search(matrix)) == sorted(expected)


@pytest.mark.parametrize("nodes", [10, 100, 1000, 3000])
def test_it_takes_over(nodes: int) -> None:
    matrix = dominoes(6, 6)
    with taking_over_after(nodes):
        search = Search(matrix)
        found = list(search)
        assert found == list(Search(matrix)), "the order is always the same"
    assert len(found) == len(set(found)) == 6728
    assert search.outcome.statistics.engine == "graph"
    assert search.outcome.statistics.reason.startswith("the diagram was done when ")


@pytest.mark.parametrize("matrix", [queens(8), langford(7)], ids=["queens", "langford"])
def test_multiplicities_and_secondary_items(matrix: Matrix) -> None:
    for nodes in (5, 50, 200):
        with taking_over_after(nodes):
            assert sorted(Search(matrix)) == sorted(Search(matrix, Run(strategy=Strategy("sparse"))))


@pytest.mark.slow
def test_kanoodle_goes_over() -> None:
    search = Search(excover.load("kanoodle").matrix)
    first = next(search)
    assert search.outcome.statistics.nodes < tuning.hybrid_head_start, "the first one comes at once"
    assert len({first, *search}) == 371020
    assert search.outcome.statistics.engine == "graph"


def test_where_the_diagram_is_too_large_the_search_goes_on() -> None:
    with taking_over_after(100):
        search = Search(queens(9), Run(strategy=Strategy(memory=50_000, threads=2)))
        assert len(list(search)) == 352
    assert search.outcome.statistics.engine == "lanes"


@pytest.mark.parametrize(
    ("worth", "patience", "engine"), [(0.0, 1e9, "graph"), (0.0, 0.0, "lanes"), (1e9, 1e9, "lanes")]
)
def test_a_diagram_is_built_where_the_search_seems_to_have_more_left(
    worth: float, patience: float, engine: EngineName
) -> None:
    often = {"hybrid_head_start": 100, "hybrid_turn": 10, "hybrid_states": 1}
    with tuned(**often, hybrid_worth=worth, hybrid_patience=patience):
        search = Search(dominoes(6, 6))
        assert len(set(search)) == 6728
    assert search.outcome.statistics.engine == engine


def test_the_levels_of_a_diagram_that_is_built() -> None:
    """What the forecast goes by: they are left behind one by one, and the last ones in the end."""
    engine = Engine(dominoes(6, 6), Run(strategy=Strategy("graph")), True)
    levels, behind = engine.levels, [engine.level]
    while engine.diagram is None:
        engine.run_slice(0, 1)
        if engine.diagram is None:
            behind.append(engine.level)
    assert behind == sorted(behind)
    assert len(set(behind)) > 10
    assert behind[0] == 0
    assert levels - 5 < behind[-1] <= levels
    assert engine.level == engine.levels == 0


@pytest.mark.parametrize("engine", ["graph", "auto"])
def test_a_listing_refused_for_memory_is_refused_again_in_the_same_words(engine: EngineName) -> None:
    """As often as it is asked; one that has another engine goes on with that."""
    search = Search(dominoes(8, 8), Run(strategy=Strategy(engine, memory=30_000)))
    if engine == "auto":
        assert len(list(islice(search, 1000))) == 1000
        return
    refusals = []
    for _ in range(3):
        with pytest.raises(TooLarge) as refused:
            next(search)
        refusals.append(str(refused.value))
    assert len(set(refusals)) == 1
    assert "takes more than 30000 bytes" in refusals[0]
    assert not search.outcome.exhausted


def test_interrupted_again_and_again_it_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = sorted(Search(dominoes(6, 6), Run(strategy=Strategy("sparse"))))
    with taking_over_after(2000):
        assert sorted(interrupted.covers_of(Search(dominoes(6, 6)), monkeypatch)) == expected


def test_a_time_limit_is_honest() -> None:
    def found_in(seconds: float) -> int:
        search = Search(dominoes(12, 12), Run.within(seconds=seconds))
        found = sum(1 for _ in search)
        assert (search.outcome.exhausted, search.outcome.stopped_by) == (False, StoppedBy.TIME)
        assert search.outcome.count >= found
        return found

    with_more_time(found_in, lambda found: found > 0)


def test_the_empty_problem() -> None:
    with taking_over_after(0):
        assert list(Search(exact(0, []))) == [()]
        assert list(Search(exact(1, []))) == []
