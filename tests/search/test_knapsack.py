"""Problems most of whose options are optional, which begin with a greedy cover: knapsacks and packings."""

from array import array
from dataclasses import replace
from random import Random

import pytest
from effort import examples
from matrices import COLORED, general
from test_goals import allowed

from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix import Matrix
from excover.search.portfolio.until_proved import Optimizer
from excover.search.run import Run


def packing(random: Random, things: int, rows: int, worth: int = 1000) -> Matrix:
    """Things to take or to leave, with an amount in every row; some exclude each other, or share a color."""
    bounds = [(1, 1)] * things + [(0, 1)] * (things // 4 + 1) + [COLORED]
    colored = [bound == COLORED for bound in bounds]
    taken = []
    for thing in range(things):
        rival = random.randrange(things, len(bounds) - 1)
        taken.append([(thing, 0), *([(rival, 0)] if random.random() < 0.2 else [])])
        if random.random() < 0.1:
            taken[-1].append((len(bounds) - 1, random.randint(1, 2)))
    left = [[(thing, 0)] for thing in range(things)]
    amounts = [[random.randint(1, worth) for _ in range(things)] for _ in range(rows)]
    sums = [
        WeightedSum.of(f"load[{k}]", [*each, *[0] * things], None, sum(each) // random.randint(2, 4))
        for k, each in enumerate(amounts)
    ]
    gains = array("q", [random.randint(1, worth) for _ in taken] + [0] * things)
    return replace(general(bounds, colored, [*taken, *left]), costs=gains, sums=sums)


@pytest.mark.slow
@pytest.mark.parametrize("rows", [1, 5])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_large_knapsack_soon_has_a_solution_that_is_nearly_the_best(rows: int, seed: int) -> None:
    search = Optimizer(packing(Random(seed), 2000, rows), "maximize", Run.within(nodes=5000))
    assert list(search)
    outcome = search.outcome
    assert outcome.cost is not None
    assert outcome.bound is not None
    assert outcome.bound * 95 // 100 <= outcome.cost <= outcome.bound


@pytest.mark.parametrize("seed", range(5))
def test_the_best_is_that_of_the_definition(seed: int) -> None:
    random = Random(seed)
    for _ in range(examples(20)):
        matrix = packing(random, random.randint(1, 8), random.randint(0, 3), random.choice([3, 10, 10**6]))
        if matrix.sums and random.random() < 0.4:  # at least so much of one
            first, *others = matrix.sums
            total = sum(first.weights)
            matrix = replace(matrix, sums=[replace(first, lower=random.randint(0, total // 2)), *others])
        goal = random.choice(["maximize", "minimize"])
        costs = matrix.prices()
        totals = [sum(costs[option] for option in cover) for cover in allowed(matrix)]
        search = Optimizer(matrix, goal)
        found = [sum(costs[option] for option in cover) for cover in search]
        assert found[-1:] == ([(max if goal == "maximize" else min)(totals)] if totals else [])
        assert search.outcome.exhausted
