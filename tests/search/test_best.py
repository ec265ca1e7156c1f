"""The best solution against the definition: the least cost of all solutions, and a bound that never lies."""

import pickle
from array import array
from dataclasses import replace
from random import Random

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from matrices import COLORED, exact, general
from naive import covers
from random_matrices import random_matrices

import excover
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.search.engine import Engine
from excover.search.outcome import StoppedBy
from excover.search.portfolio.portfolio import leaving_out
from excover.search.portfolio.until_proved import CostSearch, Optimizer
from excover.search.run import Budget, Run
from excover.search.strategy import Strategy, Unsuitable
from excover.search.tuning import tuned


def priced(matrix: Matrix, costs: list[int]) -> Matrix:
    return replace(matrix, costs=array("q", costs))


def set_partition(items: int, options: int, seed: int) -> Matrix:
    """Random sets of two to four at random costs, and each item alone at a high one."""
    random = Random(seed)
    rows = [[item] for item in range(items)]
    rows += [random.sample(range(items), random.randint(2, 4)) for _ in range(options)]
    return priced(exact(items, rows), [40 * len(row) - random.randint(0, 60) for row in rows])


@given(st.data(), st.sampled_from(["minimize", "maximize"]))
def test_the_last_improvement_is_a_best_solution(data: st.DataObject, goal: str) -> None:
    matrix = data.draw(random_matrices())
    costs = data.draw(
        st.lists(st.integers(-9, 9), min_size=len(matrix.options), max_size=len(matrix.options))
    )
    totals = [sum(costs[option] for option in cover) for cover in covers(matrix)]
    search = Optimizer(priced(matrix, costs), goal)
    found = [sum(costs[option] for option in cover) for cover in search]
    better = min if goal == "minimize" else max
    assert found[-1:] == ([better(totals)] if totals else [])
    assert found == sorted(set(found), reverse=goal == "minimize")
    assert search.outcome.exhausted
    assert search.outcome.cost == search.outcome.bound == (found[-1] if found else None)


BOUNDS = [(1, 1), (1, 1), (1, 1), (0, 2), (1, 2), (2, 2), (0, 1), (1, 3), (2, UNBOUNDED), (0, UNBOUNDED)]


def random_costly(random: Random) -> Matrix:
    """Bounds of all kinds, colored items, slacks, options that cover the same, and costs up to 2^57."""
    items = random.randint(1, 7)
    bounds = [random.choice(BOUNDS[:3]), *(random.choice(BOUNDS) for _ in range(items - 1))]
    primary = [item for item in range(items) if bounds[item] != (0, 1)]
    bounds += [COLORED] * random.randint(0, 2)
    colored = [item >= items for item in range(len(bounds))]
    rows = []
    for _ in range(random.randint(0, 12)):
        most = 1 if random.random() < 0.15 else min(4, len(bounds))
        row = {random.choice(primary), *random.sample(range(len(bounds)), random.randint(0, most - 1))}
        rows.append([(item, random.randint(1, 2) if colored[item] else 0) for item in sorted(row)])
    unit = random.choice([1, 1, 7, 10**6, 2**53, 2**54])
    return priced(
        general(bounds, colored, rows), [random.randint(-5, 9) * unit + random.randint(0, 2) for _ in rows]
    )


@pytest.mark.parametrize("seed", range(10))
def test_a_stopped_search_says_no_more_than_it_knows(seed: int) -> None:
    random = Random(seed)
    for _ in range(examples(40)):
        matrix, sign = random_costly(random), random.choice([1, -1])
        costs = matrix.prices()
        totals = {sign * sum(costs[option] for option in cover) for cover in covers(matrix)}
        gap, nodes = random.choice([0, 0, 0.1, 0.5]), random.choice([None, 1, 3, 10])
        search = Optimizer(matrix, "minimize" if sign == 1 else "maximize", Run(Budget(nodes=nodes)), gap)
        found = [sign * sum(costs[option] for option in cover) for cover in search]
        outcome = search.outcome
        assert totals.issuperset(found)
        assert outcome.cost == (sign * found[-1] if found else None)
        if outcome.bound is not None and totals:
            assert sign * outcome.bound <= min(totals)
        if outcome.exhausted:
            assert found[-1:] == sorted(totals)[:1]
        elif outcome.stopped_by is StoppedBy.GAP:
            assert (found[-1] - min(totals)) <= gap * abs(found[-1]) * (1 + 1e-12)
        else:
            assert outcome.stopped_by is StoppedBy.NODES
            assert nodes is not None


def test_costs_beyond_floating_point_are_exact() -> None:
    """Of ten solutions whose costs are one number in floating point, the cheapest is found and proved."""
    large = 2**55
    assert float(large) == float(large + 1)
    pairs = [[k, 10] for k in range(10)] + [[j for j in range(10) if j != k] for k in range(10)]
    costs = [large + (5 * k) % 10 - (k == 7) for k in range(10)] + [large] * 10
    search = Optimizer(priced(exact(11, pairs), costs), "minimize")
    best = min(costs[k] + large for k in range(10))
    assert [sum(costs[option] for option in cover) for cover in search][-1] == best
    assert (search.outcome.cost, search.outcome.bound) == (best, best)


def test_the_bound_prunes() -> None:
    """Nodes, not seconds: branch and bound with shares of costs that never changed took millions."""
    search = Optimizer(set_partition(40, 1000, 1), "minimize")
    assert list(search)
    assert search.outcome.exhausted
    assert search.outcome.statistics.nodes < 20_000


def test_the_same_search_gives_the_same_improvements() -> None:
    one, other = (Optimizer(set_partition(30, 600, 2), "minimize") for _ in range(2))
    assert list(one) == list(other)
    assert one.outcome.statistics.nodes == other.outcome.statistics.nodes


CREW = """
    table pairing
      |name cost legs*
      |p1   5    1,2
      |p2   6    3,4
      |p3   16   1,2,3,4
    item leg[1..4]
    option fly(p in pairing) covers (leg[l] for l in p.legs) cost p.cost
    minimize
"""


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_find_a_best_solution(threads: int) -> None:
    """They join at once and meet after every few steps."""
    random = Random(threads)
    with tuned(cost_alone=0, cost_team_turn=random.choice([1, 200])):
        for _ in range(examples(100)):
            matrix, goal = random_costly(random), random.choice(["minimize", "maximize"])
            totals = [sum(map(matrix.prices().__getitem__, cover)) for cover in covers(matrix)]
            best = (min if goal == "minimize" else max)(totals, default=None)
            search = Optimizer(matrix, goal, Run(strategy=Strategy(threads=threads)))
            assert all(sum(map(matrix.prices().__getitem__, cover)) in totals for cover in search)
            assert search.outcome.exhausted
            assert search.outcome.cost == best
            assert search.outcome.bound == best


def test_threads_say_the_same_in_every_run() -> None:
    """They meet after turns of equal work, so it does not matter how fast each of them is."""
    run = Run(strategy=Strategy(threads=2))
    alone = Optimizer(set_partition(40, 800, 3), "minimize")
    with tuned(cost_alone=1000, cost_team_turn=20_000):
        one, other = (Optimizer(set_partition(40, 800, 3), "minimize", run) for _ in range(2))
        assert list(one) == list(other)
    assert one.outcome.statistics.nodes == other.outcome.statistics.nodes
    assert one.outcome.statistics.threads == 2
    assert list(alone)
    assert (one.outcome.cost, one.outcome.bound) == (alone.outcome.cost, alone.outcome.bound)


def test_a_budget_of_nodes_is_for_one_thread() -> None:
    with tuned(cost_alone=0):
        search = Optimizer(set_partition(40, 800, 3), "minimize", Run(Budget(nodes=200), Strategy(threads=2)))
        assert list(search)
    assert search.outcome.statistics.threads == 1


def test_a_description_says_what_is_best() -> None:
    best = excover.parse(CREW).best()
    assert best is not None
    assert (best.cost, [str(option) for option in best]) == (11, ['fly(pairing["p1"])', 'fly(pairing["p2"])'])


LARGE = """
    let n = 20
    item row[1..n], column[1..n]
    item up[2..2*n] at most once, down[1-n..n-1] at most once
    option queen(r, c in 1..n) covers row[r], column[c], up[r+c], down[r-c]
      cost (r * 7919 + c * 104729) mod 1009
    minimize
"""


def test_what_was_found_is_handed_over_where_the_run_ends() -> None:
    problem = excover.parse(LARGE)
    with pytest.raises(excover.Unproved) as ended:
        problem.best(excover.Run.within(nodes=3000))
    unproved = pickle.loads(pickle.dumps(ended.value))
    assert unproved.outcome.cost == unproved.solution.cost
    assert unproved.outcome.bound <= unproved.outcome.cost
    assert f"cost {unproved.outcome.cost:,}, bound" in str(unproved)
    near = problem.best(excover.Run.within(nodes=3000), gap=1.0)
    assert near is not None


def test_without_a_solution_so_far_the_run_is_unfinished() -> None:
    with pytest.raises(excover.Unfinished) as ended:
        excover.parse(LARGE).best(excover.Run.within(nodes=1))
    assert not isinstance(ended.value, excover.Unproved)


@pytest.mark.parametrize(
    ("gap", "instead"),
    [
        (-0.1, "0.05` for 5%"),
        (float("nan"), "0.05` for 5%"),
        (20, "0.2` for 20%"),
        (1.5, "0.015` for 1.5%"),
        (1e300, "0.05` for 5%"),
        (float("inf"), "0.05` for 5%"),
    ],
)
def test_a_gap_is_a_part(gap: float, instead: str) -> None:
    with pytest.raises(ValueError, match=f"a gap is a part of the cost, .* write `gap={instead}"):
        excover.parse(CREW).best(gap=gap)


def test_with_a_gap_of_all_any_solution_will_do() -> None:
    assert excover.parse(CREW).best(gap=1) is not None


def test_a_cover_lost_to_an_interrupt_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = replace(exact(2, [[0], [1], [0, 1]]), costs=array("q", [1, 1, 3]))
    search = Optimizer(matrix, "minimize")
    monkeypatch.setattr(Engine, "hand_over", lambda engine, covers: None)
    assert list(search)[-1:] == [(0, 1)]
    assert search.outcome.exhausted


@pytest.mark.parametrize("search_in_turn", ["first", "best"])
def test_what_was_found_before_an_interrupt_is_drained(
    search_in_turn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C between the slice that finds a cover and the look at it."""
    matrix = set_partition(30, 600, 2)
    owner, name = (Engine, "run_slice") if search_in_turn == "first" else (CostSearch, "take")
    real = Engine.run_slice

    def interrupted(member: Engine | CostSearch, solutions: int = 0, nodes: int = 0) -> None:
        if isinstance(member, Engine):
            real(member, solutions, nodes)
        raise KeyboardInterrupt

    with tuned(best_first_nodes=10**9), leaving_out(*(["sparse"] if search_in_turn == "best" else [])):
        search = Optimizer(matrix, "minimize")
    with monkeypatch.context() as patch, tuned(slice_seconds=1.0):
        patch.setattr(owner, name, interrupted)
        with pytest.raises(KeyboardInterrupt):
            next(search)
    (cover,) = search.drain()
    assert search.outcome.cost == sum(matrix.prices()[option] for option in cover)
    assert search.outcome.exhausted or search.outcome.stopped_by is StoppedBy.INTERRUPT
    rest = list(search)
    assert search.outcome.exhausted
    assert search.outcome.cost == sum(matrix.prices()[option] for option in (rest or [cover])[-1])


@pytest.mark.parametrize("strategy", [Strategy("lanes")])
def test_a_strategy_without_effect_is_refused(strategy: Strategy) -> None:
    with pytest.raises(Unsuitable, match="best solution"):
        excover.parse(CREW).best(Run(strategy=strategy))


def test_ctrl_c_in_best_says_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = excover.parse("item a option x(k in 1..9) covers a cost 10 - k minimize")
    real = excover.Improvements.__next__
    found: list[excover.Solution] = []

    def interrupted(self: excover.Improvements) -> excover.Solution:
        if found:
            raise KeyboardInterrupt
        found.append(real(self))
        return found[-1]

    monkeypatch.setattr(excover.Improvements, "__next__", interrupted)
    with pytest.raises(KeyboardInterrupt) as ended:
        problem.best()
    (note,) = ended.value.__notes__
    assert f"best() had found cost {found[0].cost}" in note
    assert "problem.improvements()" in note
