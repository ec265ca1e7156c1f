"""The tuning constants: each has a range, and whatever its value, the answers are the same."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from dataclasses import replace
from random import Random

import naive
import pytest
from effort import examples
from matrices import dominoes, general, quasigroup_with_holes, queens
from slow_values import with_slow
from tuned_questions import QUESTIONS

from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.search import _core
from excover.search.engine import Engine
from excover.search.estimate import estimate
from excover.search.portfolio.until_proved import Optimizer
from excover.search.run import Budget, Run
from excover.search.search import Search, count
from excover.search.strategy import EngineName, Strategy
from excover.search.tuning import TuningConstant, constants, set_tuning, tuned

NAMES = [constant.name for constant in constants()]


@pytest.mark.parametrize("constant", constants(), ids=NAMES)
def test_every_constant_is_in_its_range(constant: TuningConstant) -> None:
    assert constant.least <= constant.standard <= constant.most
    assert constant.value == constant.standard, "a test has not put it back"
    assert constant.meaning
    assert constant.meaning[-1] not in ". "


def test_a_name_is_in_one_table_only() -> None:
    assert len(NAMES) == len(set(NAMES))


@pytest.mark.parametrize("constant", constants(), ids=NAMES)
def test_what_is_out_of_range_is_refused(constant: TuningConstant) -> None:
    for wrong in (constant.least - 1, constant.most + 1, math.inf, math.nan, -(2**70), 2**70):
        with pytest.raises(ValueError, match=constant.name):
            set_tuning(constant.name, wrong)
    for right in (constant.least, constant.most):
        with tuned(**{constant.name: right}):
            assert next(row.value for row in constants() if row.name == constant.name) == right


@pytest.mark.parametrize("name", ["", "nonsense", "graph_state", "__class__"])
def test_unknown_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"there is no constant `{name}`"):
        set_tuning(name, 1)
    with pytest.raises(ValueError, match="there is no constant"):
        _core.set_tuning(name, 1)


@pytest.mark.parametrize("name", ["graph_states", "count_head_start"])
def test_a_whole_number_is_wanted(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        set_tuning(name, 100.5)
    with pytest.raises(ValueError, match=name):
        set_tuning(name, True)


def test_whatever_fails_all_values_are_as_before() -> None:
    refused, failing = {"hybrid_turn": 3, "nonsense": 1}, {"graph_states": 7, "hybrid_turn": 3}
    with pytest.raises(ValueError, match="nonsense"), tuned(**refused):
        pass
    with pytest.raises(ZeroDivisionError), tuned(**failing):
        raise ZeroDivisionError
    assert all(constant.value == constant.standard for constant in constants())


def random_matrix(random: Random) -> Matrix:
    bounds = [random.choice([(1, 1), (1, 1), (1, 1), (0, 2), (1, 2)]) for _ in range(random.randint(1, 7))]
    bounds[0] = (1, 1)
    secondary = [random.choice([(0, 1), (0, UNBOUNDED)]) for _ in range(random.randint(0, 3))]
    colored = [False] * len(bounds) + [most == UNBOUNDED for _, most in secondary]
    options = []
    for _ in range(random.randint(0, 14)):
        items = {random.randrange(len(bounds))} | {
            item for item in range(len(colored)) if random.random() < 0.3
        }
        options.append([(item, random.randint(1, 2) if colored[item] else 0) for item in sorted(items)])
    return general(bounds + secondary, colored, options)


RANDOM = [random_matrix(Random(seed)) for seed in range(2 * examples(20))]
SOLUTIONS = [set(naive.covers(matrix)) for matrix in RANDOM]


def covers(matrix: Matrix, engine: EngineName) -> list[tuple[int, ...]] | None:
    """All of an engine, in its order; None where it does not apply."""
    try:
        search = Engine(matrix, Run(strategy=Strategy(engine)), keep_covers=True)
    except ValueError:
        return None
    found: list[tuple[int, ...]] = []
    while not search.is_over:
        search.run_slice()
    search.hand_over(found)
    return found


def work(matrix: Matrix, engine: EngineName) -> tuple[int, int]:
    """Nodes and updates of a count by an engine."""
    search = Engine(matrix, Run(strategy=Strategy(engine)), keep_covers=False)
    while not search.is_over:
        search.run_slice()
    statistics = search.outcome.statistics
    return statistics.nodes, statistics.updates


def nodes_of_first(matrix: Matrix) -> int:
    with tuned(portfolio_head_start=10**9):
        search = Search(matrix, Run(Budget(solutions=1)))
        assert next(search, None)
    return search.outcome.statistics.nodes


def check_answers(matrix: Matrix, solutions: set[tuple[int, ...]]) -> None:
    for engine in ("sparse", "lanes", "graph"):
        found = covers(matrix, engine)
        if found is not None:
            assert len(found) == len(set(found))
            assert set(found) == solutions, engine
    assert count(matrix).count == len(solutions)
    assert set(Search(matrix)) == solutions
    first = next(Search(matrix, Run(Budget(solutions=1))), None)
    assert first in solutions if solutions else first is None
    costs = [(7 * option) % 11 - 3 for option in range(len(matrix.options))]
    best = Optimizer(replace(matrix, costs=array("q", costs)), "minimize")
    assert list(best) or not solutions
    assert best.outcome.exhausted
    assert best.outcome.cost == min((sum(costs[o] for o in cover) for cover in solutions), default=None)


@pytest.mark.parametrize("constant", constants(), ids=NAMES)
def test_the_answers_are_the_same_at_both_ends(constant: TuningConstant) -> None:
    at_hand = list(zip(RANDOM, SOLUTIONS, strict=True))
    for k, end in enumerate((constant.least, constant.most)):
        with tuned(**{constant.name: end}):
            for matrix, solutions in at_hand[k::2]:
                check_answers(matrix, solutions)


def group_of(name: str) -> str:
    return name.partition("_")[0]


def test_each_group_has_a_question() -> None:
    assert {group_of(name) for name in NAMES} == QUESTIONS.keys()


ALL_QUESTIONS = {ask.__name__: ask for group in QUESTIONS.values() for ask in group}


@pytest.mark.parametrize("question", ALL_QUESTIONS.values(), ids=ALL_QUESTIONS)
def test_questions_have_their_answers(question: Callable[[], None]) -> None:
    question()


@pytest.mark.parametrize("name", with_slow(NAMES, slow=["orbit_turn", "group_quiet", "conflict_patience"]))
def test_what_reads_a_constant_answers_at_both_ends(name: str) -> None:
    """Turns of a single node take seconds."""
    constant = next(each for each in constants() if each.name == name)
    for end in (constant.least, constant.most):
        with tuned(**{constant.name: end}):
            for ask in QUESTIONS[group_of(constant.name)]:
                ask()


HOLES = quasigroup_with_holes(20, 168, 3)


@pytest.mark.parametrize(
    ("name", "value", "work"),
    [
        ("sparse_cover", 1, lambda: work(queens(7), "sparse")),
        ("first_failures", 1, lambda: nodes_of_first(HOLES)),
        ("walks_mean_nodes", 1, lambda: estimate(queens(9), 100).nodes.mean),
        ("lanes_entry_cost", 0, lambda: work(dominoes(6, 6), "lanes")),
        ("lanes_least_subtree", 1 << 24, lambda: work(dominoes(6, 6), "lanes")),
        ("order_most_work", 0, lambda: work(dominoes(9, 4), "graph")),
        ("order_items", 2, lambda: work(dominoes(9, 4), "graph")),
        ("count_head_start", 10**9, lambda: count(dominoes(6, 6)).statistics.nodes),
    ],
)
def test_a_value_changes_what_it_costs(name: str, value: int, work: Callable[[], object]) -> None:
    """Here for those whose work is counted; the others change seconds and bytes."""
    before = work()
    with tuned(**{name: value}):
        assert work() != before
    assert work() == before
