"""The linear program of a problem: its bound and its prices prove each other, and are those of scipy."""

from __future__ import annotations

from random import Random

import pytest
from effort import examples
from extras import module_or_skip

import excover
from excover import Model, SpecError, Unfinished

TOLERANCE = 1e-6


class Program:
    """Random options of items, some of which are optional, and of two sums, with fractions."""

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        self.items, self.sign = random.randint(1, 5), random.choice([1, -1])
        some = range(self.items)
        self.bounds = [(random.randint(0, 3), random.randint(3, 9)), (0, random.randint(3, 9))]
        self.rows = [
            (
                sorted({random.choice(some) for _ in range(random.randint(1, 2))}),
                sorted({random.choice(some) for _ in range(random.randint(0, 2))}),
                [random.randint(0, 4) * random.choice([1, 0.5]), random.randint(0, 4)],
                random.choice([random.randint(-5, 9), random.randint(0, 9) / 2]),
            )
            for _ in range(random.randint(3, 14))
        ]

    def model(self) -> Model:
        model = Model()
        must, may = model.items("must", range(self.items)), model.items("may", range(self.items), at_most=1)
        low, high = zip(*self.bounds, strict=True)
        load = model.items("load", [0, 1], units=True, at_least=list(low), at_most=list(high))
        for number, (first, second, amounts, cost) in enumerate(self.rows):
            loads = [load[k].by(amount) for k, amount in enumerate(amounts) if amount]
            covers = [*(must[i] for i in first), *(may[i] for i in second), *loads]
            model.option("x", number, covers=covers, cost=cost)
        (model.minimize if self.sign > 0 else model.maximize)()
        return model

    def reduced(self, found: excover.types.Relaxation, row: int) -> float:
        first, second, amounts, cost = self.rows[row]
        prices = [found.price(f"must[{i}]") for i in first] + [found.price(f"may[{i}]") for i in second]
        return cost - sum(prices) - sum(found.price(f"load[{k}]") * each for k, each in enumerate(amounts))


def test_random_programs() -> None:
    optimize = module_or_skip("scipy.optimize")
    for seed in range(examples(150)):
        program = Program(seed)
        try:
            found = program.model().problem().relaxation()
        except SpecError:  # an item that nothing covers
            continue
        rows, sign = program.rows, program.sign
        at_most = [[float(i in row[1]) for row in rows] for i in range(program.items)]
        most = [1.0] * program.items
        for k, (low, high) in enumerate(program.bounds):
            at_most += [[row[2][k] for row in rows], [-row[2][k] for row in rows]]
            most += [high, -low]
        exactly = [[float(i in row[0]) for row in rows] for i in range(program.items)]
        costs = [sign * row[3] for row in rows]
        known = optimize.linprog(costs, at_most, most, exactly, [1.0] * program.items, (0, 1))
        assert (found is None) == (known.status == 2), seed
        if found is None:
            continue
        assert abs(found.bound - sign * known.fun) < TOLERANCE, seed
        dual = sum(price for name, price in found.prices.items() if not name.startswith("load"))
        for k, (low, high) in enumerate(program.bounds):
            price = sign * found.price(f"load[{k}]")
            dual += sign * (max(0, price) * low - max(0, -price) * high)
        assert abs(dual - found.bound) < TOLERANCE, seed
        assert all(sign * program.reduced(found, row) > -TOLERANCE for row in range(len(rows))), seed


def test_a_program_needs_a_goal_and_time() -> None:
    with pytest.raises(SpecError, match="minimize"):
        excover.load("queens").relaxation()
    problem = excover.parse("item a  option x(n in 1..3) covers a cost n  minimize")
    with pytest.raises(Unfinished):
        problem.relaxation(excover.Run.within(seconds=0))
    assert problem.relaxation().bound == 1.0
    with pytest.raises(KeyError, match=r"no item is named b'"):
        problem.relaxation().price("b")
    with pytest.raises(KeyError, match=r"no item is named A; did you mean `a`\?"):
        problem.relaxation().price("A")


def test_a_price_is_that_of_one_item() -> None:
    model = excover.Model()
    task = model.items("task", ["cook", "wash"])
    model.options("do", covers=task[["cook", "wash"]], cost=[2, 3])
    model.minimize()
    found = model.problem().relaxation()
    assert found.price(task["wash"]) == 3.0
    with pytest.raises(
        SpecError, match=r'(?s)takes one item, not 2 items.*`task\["cook"\]`.*`relaxation.prices`'
    ):
        found.price(task)
    with pytest.raises(SpecError, match="takes one item, not 0 items"):
        found.price([])


def test_prices_are_those_of_stated_items_alone() -> None:
    rolls = Model()
    piece = rolls.items("piece", [45, 36], units=True, at_least=[3, 4])
    rolls.options("cut", [1, 2], covers=piece[[45, 36]].by([2, 2]), cost=1, most=9, optional=True)
    rolls.minimize()
    problem = rolls.problem()
    found = problem.relaxation()
    assert found is not None
    assert found.prices.keys() == {"piece[45]", "piece[36]"}
    with pytest.raises(SpecError, match=r"`peice\[36\]` does not exist"):
        problem.with_option("cut", 3, covers={"piece[45]": 1, "peice[36]": 1}, cost=1, most=9)
