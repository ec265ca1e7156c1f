"""The linear program of a problem with a goal: a bound, and the price of each item, for column generation.

>>> from excover.problem.problem import parse
>>> text = "item a[1..3]  option pair(n in 1..3) covers (a[i] for i in 1..3 where i != n) cost 2"
>>> text += "  option one(n in 1..3) covers a[n] cost 2  minimize"
>>> found = parse(text).relaxation()
>>> found.bound, found.price("a[1]"), parse(text).best().cost
(3.0, 1.0, 4)
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

from excover.base.frozen import Frozen
from excover.language.meaning.puzzle import Objective
from excover.matrix.compiled import Compiled
from excover.matrix.goals import priced
from excover.matrix.name_resolution import each_name
from excover.search.native import linear_prices
from excover.search.outcome import StoppedBy
from excover.search.portfolio.until_proved import sign_of
from excover.search.run import Run

OPTIMAL, IMPOSSIBLE = 1, 2
WITHOUT_LIMIT = 3600.0


class Relaxation(Frozen):
    """No solution has a better first goal than the ``bound``. ``prices`` are those of items, also in units,
    by their names: how much the bound changes if one is demanded once more.

    What an option costs beyond the prices of its items is its reduced cost: below 0 (above, to maximize), it
    would improve the bound if it were added to the problem.
    """

    bound: float
    prices: Mapping[str, float]

    def price(self, item: Any) -> float:
        """That of an item: its name, also as a text, or an item of a model, `demand[45]`. Raises KeyError."""
        (name,) = each_name(item)
        return self.prices[str(name)]


def relaxation(compiled: Compiled, objective: Objective, run: Run) -> Relaxation | None:
    """None if even fractions have no solution. Raises Unfinished if the run ended first."""
    run, sign = run.started(), sign_of(objective.direction)
    matrix, originals = priced(compiled.matrix, objective), compiled.originals
    costs = array("q", (sign * cost for cost in matrix.prices()))
    left = run.seconds_left
    status, value, items, rates = linear_prices(matrix, costs, WITHOUT_LIMIT if left is None else left)
    if status == IMPOSSIBLE:
        return None
    if status != OPTIMAL:
        raise run.unfinished(run.stopped_by or StoppedBy.TIME)
    parts = originals.cost.per_unit if objective.item is None else _parts(compiled, objective.name)
    prices = {str(name): sign * price / parts for name, price in zip(matrix.items, items, strict=True)}
    for bound, price in _prices_of_sums(matrix.bounds, rates):
        prices[bound] = prices.get(bound, 0.0) + sign * price * _parts(compiled, bound) / parts
    return Relaxation(sign * value / parts, prices)


def _parts(compiled: Compiled, name: str) -> int:
    scale = compiled.originals.sums.get(name)
    return 1 if scale is None else scale.per_unit


def _prices_of_sums(bounds: Sequence[Any], rates: Sequence[float]) -> list[tuple[str, float]]:
    """Each sum with the price of a unit, in the order of `upper_rows`."""
    found, rest = [], iter(rates)
    for bound in bounds:
        if bound.lower is not None:
            found.append((bound.name, next(rest)))
        if bound.upper is not None:
            found.append((bound.name, -next(rest)))
    return found
