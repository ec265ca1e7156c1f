"""Best solutions by the linear program of the root: without it, timetables have hardly a bound above 0."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import product
from operator import mul
from random import Random

import pytest
from effort import examples
from matrices import general
from test_best import random_costly
from test_best_bounds import totals_of, with_sums

from excover.base.names import ItemName, OptionName
from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix import Matrix
from excover.search.portfolio.until_proved import Optimizer
from excover.search.run import Budget, Run
from excover.search.strategy import Strategy
from excover.search.tuning import tuned

AT_ONCE = {
    "cost_first_steps": 1,
    "cost_node_program": 1,
    "cost_node_start": 0,
    "cost_program_start": 0,
    "cost_program_gap": 0,
    "cost_program_gain": 0,
}


@pytest.mark.parametrize("threads", [1, 2])
def test_the_best_solution_with_the_linear_program_at_once(threads: int) -> None:
    """Costs of both signs, bounds, colors and sums, against all solutions; the outcome is true on the way."""
    random = Random(threads)
    with tuned(**AT_ONCE, cost_alone=0):
        for _ in range(examples(300)):
            matrix, sign = random_costly(random), random.choice([1, -1])
            if random.random() < 0.5:
                matrix = with_sums(matrix, random)
            totals = [sign * total for total in totals_of(matrix)]
            search = Optimizer(
                matrix, "minimize" if sign > 0 else "maximize", Run(strategy=Strategy(threads=threads))
            )
            for _cover in search:
                known = search.outcome
                assert sign * known.cost in totals
                assert sign * known.bound <= min(totals)
            assert search.outcome.exhausted
            assert search.outcome.cost == search.outcome.bound == (sign * min(totals) if totals else None)


@pytest.mark.parametrize("threads", [1, 2])
def test_rows_that_round_others_and_amounts_that_are_divided_keep_the_best(threads: int) -> None:
    """Patterns, each cut so many times that enough is made of all: against all numbers of times."""
    random = Random(threads)
    for _ in range(examples(200)):
        patterns, most = random.randint(3, 5), random.randint(2, 4)
        price = [random.randint(1, 30) for _ in range(patterns)]
        made = [[random.randint(-1, 6) for _ in range(patterns)] for _ in range(random.randint(1, 3))]
        wanted = [random.randint(1, 2 + most * sum(map(abs, each)) * 2 // 3) for each in made]
        chosen = list(product(range(patterns), range(most + 1)))
        matrix = general(
            [(1, 1)] * patterns, [False] * patterns, [[(pattern, 0)] for pattern, _ in chosen]
        ).replaced(
            costs=array("q", [times * price[pattern] for pattern, times in chosen]),
            sums=[
                WeightedSum.of(f"made[{k}]", [times * each[pattern] for pattern, times in chosen], least)
                for k, (each, least) in enumerate(zip(made, wanted, strict=True))
            ],
        )
        costs = [
            sum(map(mul, times, price))
            for times in product(range(most + 1), repeat=patterns)
            if all(sum(map(mul, times, each)) >= least for each, least in zip(made, wanted, strict=True))
        ]
        with tuned(**{**AT_ONCE, "cost_program_gain": random.choice([0, 5]), "cost_alone": 0}):
            search = Optimizer(matrix, "minimize", Run(strategy=Strategy(threads=threads)))
            assert all(search.outcome.bound <= min(costs) for _cover in search)
        assert search.outcome.exhausted
        assert search.outcome.cost == min(costs, default=None)


def placed(
    sizes: Sequence[Sequence[int]], room: Sequence[int], costs: Iterable[int], optional: bool = False
) -> Matrix:
    """Things in bins of limited room; `sizes`: of a thing in each bin; `optional`: any may stay out."""
    things, bins = range(len(sizes)), range(len(room))
    places = [*product(things, bins), *product(things, [None] * optional)]
    loads = [
        WeightedSum.of(f"load[{k}]", [sizes[thing][k] * (place == k) for thing, place in places], None, limit)
        for k, limit in enumerate(room)
    ]
    plain = general([(1, 1)] * len(things), [False] * len(things), [[(thing, 0)] for thing, _ in places])
    return plain.replaced(costs=array("q", [*costs, *[0] * len(things) * optional]), sums=loads)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_fits_a_row_keeps_the_best(threads: int) -> None:
    """Things in bins, with sizes that depend on the bin or not, against all ways to place them."""
    random = Random(threads)
    for _ in range(examples(150)):
        things, bins, optional = random.randint(4, 6), random.randint(2, 3), random.random() < 0.3
        alike = [random.randint(1, 30) for _ in range(things)]
        sizes = [
            [size if random.random() < 0.6 else random.randint(-3, 30) for _ in range(bins)] for size in alike
        ]
        room = [random.choice([sum(alike) // bins + random.randint(0, 9), 40]) for _ in range(bins)]
        costs = [random.randint(-20 * optional, 20) for _ in range(things * bins)]
        totals = []
        for place in product(range(bins + optional), repeat=things):
            chosen = [(thing, k) for thing, k in enumerate(place) if k < bins]
            if all(sum(sizes[t][k] for t, k in chosen if k == each) <= room[each] for each in range(bins)):
                totals.append(sum(costs[t * bins + k] for t, k in chosen))
        with tuned(**{**AT_ONCE, "cost_program_gain": random.choice([0, 5]), "cost_alone": 0}):
            matrix = placed(sizes, room, costs, optional)
            search = Optimizer(matrix, "minimize", Run(strategy=Strategy(threads=threads)))
            assert all(search.outcome.bound <= min(totals) for _cover in search)
        assert search.outcome.exhausted
        assert search.outcome.cost == min(totals, default=None)


def test_bins_are_proved_by_what_fits_a_row() -> None:
    """Fifteen things in seven bins, later ones dearer: 118,836 nodes were too few with rounded rows alone."""
    sizes = [25, 47, 44, 18, 33, 48, 40, 50, 47, 14, 48, 10, 40, 26, 45]
    costs = [place * place * size // 10 for size in sizes for place in range(7)]
    matrix = placed([[size] * 7 for size in sizes], [100] * 7, costs)
    search = Optimizer(matrix, "minimize", Run(Budget(nodes=20_000)))
    assert list(search)
    assert search.outcome.exhausted
    assert search.outcome.cost == 395


def conference(talks: int, rooms: int, seed: int) -> Matrix:
    """Talks in slots and rooms, of which there are just enough; two talks have a listener in common."""
    random = Random(seed)
    slots = talks // rooms
    rows, costs = [], []
    for talk in range(talks):
        listeners = random.sample(range(talks), 2)
        for slot in range(slots):
            price = random.randint(0, 9)
            for room in range(rooms):
                place = talks + room * slots + slot
                rows.append([talk, place, *(talks + talks + k * slots + slot for k in listeners)])
                costs.append(price)
    bounds = [(1, 1)] * talks + [(0, 1)] * (talks + talks * slots)
    matrix = general(bounds, [False] * len(bounds), [[(item, 0) for item in sorted(row)] for row in rows])
    return matrix.replaced(costs=array("q", costs))


def test_a_timetable_is_proved_by_the_linear_program() -> None:
    """Without it, 20,000 nodes do not prove the cost of 24 talks."""
    search = Optimizer(conference(48, 6, 1), "minimize", Run(Budget(nodes=10_000)))
    assert list(search)
    assert search.outcome.exhausted
    assert search.outcome.statistics.nodes < 1_000


def machines(jobs: int, machines: int, seed: int) -> Matrix:
    """Each job on a machine; the hours of all are not much below what there is."""
    random = Random(seed)
    places = list(product(range(jobs), range(machines)))
    hours, costs = ([random.randint(low, high) for _ in places] for low, high in ((3, 20), (5, 30)))
    sizes = [hours[job * machines : (job + 1) * machines] for job in range(jobs)]
    return placed(sizes, [sum(map(min, sizes)) * 5 // (4 * machines)] * machines, costs)


def test_rows_that_round_others_count_before_a_solution_is_known() -> None:
    """A dive finds one, where half a million nodes without them find none. HiGHS proves the same cost."""
    search = Optimizer(machines(50, 10, 1), "minimize", Run(Budget(nodes=400_000)))
    assert list(search)
    assert search.outcome.exhausted
    assert search.outcome.cost == 585


def test_a_further_dive_finds_what_the_first_one_has_missed() -> None:
    """The gap is narrow by then, and its prices rule out most options; with one dive, it takes 475 nodes."""
    search = Optimizer(conference(36, 6, 15), "minimize")
    assert list(search)
    assert search.outcome.exhausted
    assert search.outcome.statistics.nodes < 300


def test_a_timetable_is_the_same_in_every_run() -> None:
    one, other = (Optimizer(conference(30, 5, 2), "minimize") for _ in range(2))
    assert list(one) == list(other)
    assert one.outcome.statistics.replaced(seconds=0) == other.outcome.statistics.replaced(seconds=0)


def test_a_dive_finds_a_good_cover_where_no_option_excludes_another() -> None:
    """Each of its choices takes many pivots, since the program takes a little of many options."""
    random = Random(1)
    rows = sorted({tuple(sorted(random.sample(range(60), random.randint(3, 12)))) for _ in range(300)})
    matrix = Matrix.build(
        [(ItemName("place", (item,)), 2 if item % 4 == 0 else 1, len(rows)) for item in range(60)],
        [(OptionName("serve", (number,)), row) for number, row in enumerate(rows)],
    )
    costs = array("q", (len(row) * random.randint(8, 14) for row in rows))
    search = Optimizer(matrix.replaced(costs=costs), "minimize", Run.within(nodes=400))
    assert list(search)
    assert search.outcome.gap < 0.2
