"""One bound is told, prunes and ends a search for the best: it never lies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from effort import examples
from matrices import general
from naive import covers
from test_best import priced, random_costly, set_partition
from test_best_runs import begun
from test_external import ENGINES, EngineName, by

from excover.language.meaning.puzzle import Objective
from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix import Matrix
from excover.runs.campaign import RunCoordinator
from excover.runs.journal import Incumbent, Journal, PartReport
from excover.search.external.external_search import ExternalSearch
from excover.search.external.worker import Message
from excover.search.lexicographic import LexicographicOptimizer
from excover.search.outcome import Cancellation, Outcome, Statistics, StoppedBy
from excover.search.portfolio.objective_cuts import ObjectiveCuts
from excover.search.portfolio.portfolio import Improving
from excover.search.portfolio.until_proved import Optimizer
from excover.search.run import Budget, Progress, Run
from excover.search.strategy import Strategy


def with_sums(matrix: Matrix, random: Random) -> Matrix:
    """With bounds on a sum of small weights, and on the costs, that some covers keep to; or without."""
    weights = [random.randint(-3, 5) for _ in matrix.options]
    some = random.choice(list(covers(matrix)) or [()])
    load = sum(weights[option] for option in some) + random.randint(-1, 2)
    paid = sum(matrix.prices()[option] for option in some) + random.randint(-1, 1)
    sums = [WeightedSum.of("load", weights, None, load), WeightedSum.of("cost", matrix.prices(), None, paid)]
    return matrix.replaced(sums=random.sample(sums, random.randint(0, 2)))


def totals_of(matrix: Matrix) -> list[int]:
    """The costs of the covers that keep to the bounds, from the definition."""
    kept = [cover for cover in covers(matrix.without_sums()) if all(b.holds(cover) for b in matrix.bounds)]
    return [sum(matrix.prices()[option] for option in cover) for cover in kept]


Begin = Callable[[Matrix, str, Run, float], Improving]


def by_goals(matrix: Matrix, goal: str, run: Run, gap: float) -> Improving:
    direction = "maximize" if goal == "maximize" else "minimize"
    return LexicographicOptimizer(matrix, [Objective(direction, None)], run, gap)


class Look:
    """Notes what a search tells, whenever it tells something."""

    search: Improving

    def __init__(self) -> None:
        self.told: list[Outcome] = []

    def __call__(self, _progress: Progress | None = None) -> None:
        self.told.append(self.search.outcome)


@pytest.mark.parametrize("begin", [Optimizer, ObjectiveCuts, by_goals])
def test_what_is_told_at_any_time_is_true(begin: Begin) -> None:
    """The bound is never beyond the best, nor beyond what the costs allow; `Outcome` holds the rest."""
    random = Random(6)
    for _ in range(examples(120)):
        matrix, sign = with_sums(random_costly(random), random), random.choice([1, -1])
        prices = [sign * price for price in matrix.prices()]
        totals = [sign * total for total in totals_of(matrix)]
        least = sum(price for price in prices if price < 0)
        look = Look()
        budget = Budget(nodes=random.choice([None, None, 1, 5]), solutions=random.choice([None, 1]))
        gap = random.choice([0.0, 0.0, 0.2])
        run = Run(budget, Strategy(threads=random.choice([1, 2])), progress=look)
        look.search = begin(matrix, "minimize" if sign > 0 else "maximize", run, gap)
        look()
        for _cover in look.search:
            look()
        look()
        for each in look.told:
            if each.bound is not None:
                assert sign * each.bound >= least
                assert not totals or sign * each.bound <= min(totals)
                assert each.cost is None or sign * each.cost >= sign * each.bound
            assert each.cost is None or sign * each.cost in totals
        end = look.told[-1]
        assert not end.exhausted or end.cost == (sign * min(totals) if totals else None)
        assert end.exhausted or end.stopped_by is not None


def cutting(demands: list[int], patterns: list[list[int]]) -> Matrix:
    """Each pattern in as many copies as may be needed, each at a cost of 1: they are all alike."""
    cuts = [
        pattern
        for pattern in patterns
        for _ in range(max(-(-demand // each) for demand, each in zip(demands, pattern, strict=True) if each))
    ]
    sums = [
        WeightedSum.of(f"width {item}", [cut[item] for cut in cuts] + [0] * len(cuts), demand, None)
        for item, demand in enumerate(demands)
    ]
    rows = [[(cut, 0)] for _ in ("chosen", "left out") for cut in range(len(cuts))]
    matrix = general([(1, 1)] * len(cuts), [False] * len(cuts), rows)
    return priced(matrix, [1] * len(cuts) + [0] * len(cuts)).replaced(sums=sums)


PATTERNS = [[2, 0, 0, 0], [1, 1, 0, 1], [1, 0, 1, 1], [0, 2, 0, 2], [0, 1, 2, 0], [0, 0, 3, 0], [0, 0, 0, 7]]


@pytest.mark.parametrize(("gap", "goal"), [(0.0, "minimize"), (0.001, "minimize"), (0.0, "maximize")])
def test_a_cost_that_its_bound_has_reached_is_the_end(gap: float, goal: str) -> None:
    """Copies that are all alike: a tree below the bound would take hundreds of thousands of nodes."""
    matrix = cutting([36, 33, 35, 29], PATTERNS)
    if goal == "maximize":
        matrix = priced(matrix, [-price for price in matrix.prices()])
    search = Optimizer(matrix, goal, Run(Budget(nodes=20_000)), gap)
    assert list(search)
    assert search.outcome.exhausted
    assert search.outcome.cost == search.outcome.bound


def test_a_bound_on_costs_prunes() -> None:
    """What costs more is not sought, before a solution is known, too."""
    matrix = set_partition(80, 1500, 2)
    search = Optimizer(matrix, "minimize")
    list(search)
    best, nodes = search.outcome.cost, search.outcome.statistics.nodes
    assert best is not None
    below = WeightedSum.of("cost", matrix.prices(), None, best - 1)
    nothing = Optimizer(matrix.replaced(sums=[below]), "minimize")
    assert list(nothing) == []
    assert nothing.outcome.exhausted
    assert nothing.outcome.statistics.nodes < nodes


@pytest.mark.parametrize("engine", ENGINES)
def test_the_bound_of_another_program_ends_its_search(
    engine: EngineName, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It need not say that it is done, and it is its word that counts."""
    matrix = priced(general([(1, 1)], [False], [[(0, 0)], [(0, 0)]]), [3, 3])
    search = ExternalSearch(matrix, by(engine), "minimize")
    news: list[Message] = [("bound", 2), ("bound", 3)]
    monkeypatch.setattr(search._process, "next_message", lambda _seconds: news.pop(0))
    assert [sum(matrix.prices()[option] for option in cover) for cover in search] == [3]
    assert search.outcome.exhausted
    assert search.outcome.claimed_by == search._program.title
    assert (search.outcome.cost, search.outcome.bound) == (3, 3)


def test_a_stopped_run_whose_parts_are_without_hope_is_complete(tmp_path: Path) -> None:
    begun(tmp_path / "j")
    with Journal(tmp_path / "j") as journal:
        journal.improve(1, Incumbent(5, "{}"))
        (root,) = journal.open_parts()
        journal.record([PartReport(root.number, "one", 0, 1, 0.0, (root.rest,), bound=5)])
        button = Cancellation()
        coordinator = RunCoordinator(journal, 1, Run(cancellation=button))
        button.cancel()
        outcome = coordinator.finish()
    assert outcome.exhausted
    assert (outcome.cost, outcome.bound) == (5, 5)


def test_no_outcome_leaves_a_proved_best_open() -> None:
    work = Statistics(0, 0, 0, 0.0, "cost")
    with pytest.raises(AssertionError, match="proved"):
        Outcome(1, False, StoppedBy.TIME, work, 18, 18)
    Outcome(1, True, None, work, 18, 18)
    Outcome(1, False, StoppedBy.TIME, work, 18, 18, goals=(("first", 18), ("second", 4)))


def test_with_prices_that_are_not_kept_the_best_is_the_same() -> None:
    """With hardly any memory, a tree goes on with the prices at hand: the answer does not depend on them."""
    matrix = cutting([36, 33, 35, 29], PATTERNS)
    searches = [Optimizer(matrix, "minimize", Run(strategy=Strategy(memory=m))) for m in (0, 1000, 10**9)]
    for search in searches:
        list(search)
    assert (
        {search.outcome.cost for search in searches} == {search.outcome.bound for search in searches} == {46}
    )
