"""Cutting stock by column generation: the prices of a linear program say which pattern is missing.

python examples/cutting.py
"""

from __future__ import annotations

import excover

ROLL = 100
DEMAND = {45: 97, 36: 610, 31: 395, 14: 211}
"""How many pieces of each width are wanted, from as few rolls as possible."""


def most(pattern: dict[int, int]) -> int:
    """How many rolls are cut so at most."""
    return max(-(-DEMAND[width] // count) for width, count in pattern.items())


def master(patterns: list[dict[int, int]]) -> excover.Problem:
    model = excover.Model("As few rolls as possible")
    wanted = model.items("wanted", list(DEMAND), units=True, at_least=list(DEMAND.values()))
    for number, pattern in enumerate(patterns):
        covers = [wanted[width].by(count) for width, count in pattern.items()]
        model.option("cut", number, covers=covers, cost=1, most=most(pattern), optional=True)
    model.minimize()
    return model.problem()


def missing_pattern(prices: dict[int, float]) -> tuple[float, dict[int, int]]:
    """The pattern of the greatest value: a knapsack."""
    model = excover.Model("A roll")
    load = model.item("load", units=True, at_most=ROLL)
    for width, price in prices.items():
        worth = round(price, 6)
        model.option("take", width, covers=load.by(width), cost=worth, most=ROLL // width, optional=True)
    model.maximize()
    best = model.problem().best()
    return best.cost, dict(best.by_family["take"])


def cut() -> tuple[list[dict[int, int]], excover.Solution, float]:
    patterns = [{width: ROLL // width} for width in DEMAND]
    problem = master(patterns)
    while True:
        relaxed = problem.relaxation()
        worth, pattern = missing_pattern({width: relaxed.price(f"wanted[{width}]") for width in DEMAND})
        if worth <= 1 + 1e-4 or pattern in patterns:
            return patterns, problem.best(), relaxed.bound
        covers = {f"wanted[{width}]": count for width, count in pattern.items()}
        number, times = len(patterns), most(pattern)
        problem = problem.with_option("cut", number, covers=covers, cost=1, most=times, optional=True)
        patterns.append(pattern)


def main() -> None:
    patterns, plan, bound = cut()
    print(f"{len(patterns)} patterns: {plan.cost} rolls, and no plan takes less than {bound:.2f}")
    for number, times in plan.by_family["cut"]:
        print(f"{times:4} times {patterns[number]}")


if __name__ == "__main__":
    main()
