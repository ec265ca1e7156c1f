"""Several goals as one cost: the best by it are the best by the first goal, of these by the second, ..

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName(name), [0]) for name in "xyz"])
>>> sums = [WeightedSum.of("late", [1, 0, 0]), WeightedSum.of("far", [2, 7, 3])]
>>> matrix = matrix.replaced(sums=sums)
>>> extent(matrix, sums[1])
(2, 7)
>>> late, far = Objective("minimize", ItemName("late")), Objective("maximize", ItemName("far"))
>>> combined = one_cost(matrix, [late, far])
>>> combined.matrix.costs.tolist(), combined.unit
([4, -7, -3], 6)

How large costs may be.

>>> most_cost(options=1)
2305843009213693951
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from excover.base.diagnostics import SpecError
from excover.base.frozen import Frozen
from excover.language import messages
from excover.language.meaning.puzzle import COST, Bottleneck, Objective
from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix import UNBOUNDED, Matrix


def most_cost(options: int) -> int:
    """The largest cost that each of so many options may have.

    Twice the sum of all costs must fit into 64 bits (excover/native/cost/cost_model.cpp).
    """
    return (2**63 - 1) // (2 * (options + 1))


def fit(costs: Sequence[int]) -> bool:
    """Whether the search for the best solution takes these costs, one for each option. Amounts of items in
    units may be larger.
    """
    return max(map(abs, costs), default=0) <= most_cost(len(costs))


PARTS = 5040
"""The parts of a unit, so many that most options divide their weight among their items exactly."""


def goal_sum(matrix: Matrix, objective: Objective) -> WeightedSum:
    """What a goal adds up, without bounds. Raises SpecError if it is the worst of several sums."""
    if isinstance(objective.item, Bottleneck):
        raise SpecError(messages.GoalIsNoSum(objective.name))
    (found,) = goal_sums(matrix, objective)
    return found


def goal_sums(matrix: Matrix, objective: Objective) -> Sequence[WeightedSum]:
    """The sum of a goal, or those of which it is the worst."""
    if objective.item is None:
        return [WeightedSum.of(COST, matrix.prices())]
    by_name = {each.name: each for each in matrix.sums}
    return [by_name[str(item)].replaced(lower=None, upper=None) for item in objective.items]


class Measure(Frozen):
    """What a goal is worth in a cover: a sum, or the worst of several."""

    objective: Objective
    sums: Sequence[WeightedSum]

    @property
    def is_sum(self) -> bool:
        return not isinstance(self.objective.item, Bottleneck)

    def total(self, cover: Sequence[int]) -> int:
        """The value of a cover."""
        chosen = frozenset(cover)
        return self.objective.worst(each.total(chosen) for each in self.sums)

    def as_good(self, value: int) -> list[WeightedSum]:
        """The sums with bounds by which the goal is at least as good as this value."""
        if self.objective.direction == "maximize":
            return [each.replaced(lower=value) for each in self.sums]
        return [each.replaced(upper=value) for each in self.sums]

    def limit(self, matrix: Matrix) -> int:
        """No cover is better than this value."""
        sign = -1 if self.objective.direction == "maximize" else 1
        together = array("q", bytes(8 * len(matrix.options)))
        for each in self.sums:
            for weight, option in each.terms:
                together[option] += weight
        of_all = WeightedSum.of(self.objective.name, together)
        mean = -(-_least(matrix, of_all, sign) // len(self.sums))
        return sign * max(mean, *(_least(matrix, each, sign) for each in self.sums))


def measure(matrix: Matrix, objective: Objective) -> Measure:
    """That of a goal."""
    return Measure(objective, goal_sums(matrix, objective))


def priced(matrix: Matrix, objective: Objective) -> Matrix:
    """The matrix with what the goal adds up as its costs."""
    if objective.item is None:
        return matrix
    return matrix.replaced(costs=goal_sum(matrix, objective).dense(len(matrix.options)))


def with_one_cost(matrix: Matrix, objectives: Sequence[Objective]) -> tuple[Matrix, str]:
    """The matrix with costs whose least or greatest sum is what all goals want, and which of both.

    Without a goal, the matrix itself and an empty text. SpecError if that may not fit 64 bits.
    """
    if len(objectives) < 2:
        return (priced(matrix, objectives[0]), objectives[0].direction) if objectives else (matrix, "")
    combined = one_cost(matrix, objectives)
    if combined is None:
        raise SpecError(messages.GoalsTooLarge([objective.name for objective in objectives]))
    return combined.matrix, "minimize"


class Combined(Frozen):
    """One cost to minimize in place of several goals: that of the first, times ``unit``, and of the others,
    which add at most ``most_after``.
    """

    matrix: Matrix
    unit: int
    most_after: int


def one_cost(matrix: Matrix, objectives: Sequence[Objective]) -> Combined | None:
    """None if the costs may not fit 64 bits.

    A unit of a goal costs more than all that later goals can differ by (`extent`).
    """
    costs = [0] * len(matrix.options)
    width = unit = 1
    most = most_after = 0
    for objective in reversed(objectives):
        goal = goal_sum(matrix, objective)
        sign = -1 if objective.direction == "maximize" else 1
        unit, most_after = width, most
        for weight, option in goal.terms:
            costs[option] += sign * unit * weight
        low, high = extent(matrix, goal)
        most += unit * (high if sign > 0 else -low)
        width *= max(1, high - low + 1)
    if not fit(costs):
        return None
    return Combined(matrix.replaced(costs=array("q", costs)), unit, most_after)


def extent(matrix: Matrix, of: WeightedSum) -> tuple[int, int]:
    """A least and a greatest number between which every solution has its sum."""
    return _least(matrix, of, 1), -_least(matrix, of, -1)


def _least(matrix: Matrix, of: WeightedSum, sign: int) -> int:
    """Every option divides its weight among its items; no item gets less than its cheapest options give."""
    weights = of.dense(len(matrix.options))
    negative = sum(min(0, sign * weight) for weight in weights)
    cheapest: dict[int, int] = {}
    covers = [0] * len(matrix.items)
    alone = 0
    for option, weight in enumerate(weights):
        items = [item for item in matrix.option_items(option) if not matrix.colored[item]]
        if not items:
            alone += min(0, sign * weight)
            continue
        part = sign * weight * PARTS // len(items)
        for item in items:
            covers[item] += 1
            cheapest[item] = min(part, cheapest.get(item, part))
    total = PARTS * alone
    for item, part in cheapest.items():
        most = covers[item] if matrix.upper[item] == UNBOUNDED else min(matrix.upper[item], covers[item])
        total += part * (matrix.lower[item] if part > 0 else most)
    return max(negative, -(-total // PARTS))
