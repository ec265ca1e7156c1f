"""Cutting stock by column generation: the prices of a linear program say which pattern is missing.

python examples/cutting.py
"""

from typing import Any

import excover

ROLL = 100
DEMAND = {45: 97, 36: 610, 31: 395, 14: 211}  # so many pieces of each width, from as few rolls as possible


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
    model = excover.Model("As few rolls as possible")
    wanted = model.items("wanted", list(DEMAND), units=True, at_least=list(DEMAND.values()))

    def column(pattern: dict[int, int]) -> dict[str, Any]:
        most = max(-(-DEMAND[width] // count) for width, count in pattern.items())
        covers = [wanted[width].by(count) for width, count in pattern.items()]
        return {"covers": covers, "cost": 1, "most": most, "optional": True}

    patterns = [{width: ROLL // width} for width in DEMAND]
    for number, pattern in enumerate(patterns):
        model.option("cut", number, **column(pattern))
    model.minimize()
    problem = model.problem()
    while True:
        relaxed = problem.relaxation()
        worth, pattern = missing_pattern({width: relaxed.price(f"wanted[{width}]") for width in DEMAND})
        if worth <= 1 + 1e-4:
            return patterns, problem.best(), relaxed.bound
        problem = problem.with_option("cut", len(patterns), **column(pattern))
        patterns.append(pattern)


if __name__ == "__main__":
    patterns, plan, bound = cut()
    print(f"{len(patterns)} patterns: {plan.cost} rolls, and no plan takes less than {bound:.2f}")
    for number, times in plan.by_family["cut"]:
        print(f"{times:4} times {patterns[number]}")
