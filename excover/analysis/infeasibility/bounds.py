"""Bounds on sums that no solution keeps to, as few as possible.

>>> from excover.problem import parse
>>> shop = parse("item a[1..2] option x(i in 1..2, k in 3..5) covers a[i] cost k cost at most 5")
>>> print(conflicting_bounds(shop.matrix).text)
no solution keeps to `cost at most 5`: the least is 6
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from excover.analysis.infeasibility.reasons import Kind, Reason
from excover.cover.matrix import Matrix
from excover.cover.sums import WeightedSum
from excover.puzzle.puzzle import COST
from excover.solve.outcome import Unfinished
from excover.solve.races.cheapest import BetterCovers
from excover.solve.run import UNLIMITED, Run
from excover.solve.search import Search

NODES = 200_000
"""How many nodes a question may take before a bound is said to be needed."""


def conflicting_bounds(matrix: Matrix, run: Run = UNLIMITED) -> Reason | None:
    """The reason why there is no solution, if it is in the bounds; None if there is none without them.

    A budget of nodes is for each question. Raises Unfinished if the run ends before it is known that the
    reason is in the bounds.
    """
    if not matrix.bounds or not has_solution(matrix.replaced(sums=()), run):
        return None
    needed = list(_sides(matrix.bounds))
    for side in list(needed):
        others = [each for each in needed if each is not side]
        try:
            if not has_solution(matrix.replaced(sums=others), run.aside(nodes=run.budget.nodes or NODES)):
                needed = others
        except Unfinished:
            run.check()
    return Reason(Kind.BOUNDS, _in_words(matrix, needed, run), ())


def _sides(bounds: Sequence[WeightedSum]) -> Iterator[WeightedSum]:
    for bound in bounds:
        if bound.lower is not None:
            yield bound.replaced(upper=None)
        if bound.upper is not None:
            yield bound.replaced(lower=None)


def has_solution(matrix: Matrix, run: Run) -> bool:
    """Raises Unfinished."""
    search = Search(matrix, run.aside(solutions=1, nodes=run.budget.nodes))
    found = next(search, None)
    if found is None and not search.outcome.exhausted:
        raise Unfinished(search.outcome)
    return found is not None


def _in_words(matrix: Matrix, needed: Sequence[WeightedSum], run: Run) -> str:
    names = [f"`{each.name} {each.in_words}{'' if each.name == COST else ' units'}`" for each in needed]
    if len(needed) > 1:
        return f"no solution keeps to {', '.join(names[:-1])} and {names[-1]} together"
    return f"no solution keeps to {names[0]}{_best_without(matrix, needed[0], run)}"


def _best_without(matrix: Matrix, bound: WeightedSum, run: Run) -> str:
    """What the sum can be at best; empty if that takes long."""
    goal = "minimize" if bound.lower is None else "maximize"
    priced = matrix.replaced(costs=bound.dense(len(matrix.options)), sums=())
    search = BetterCovers(priced, goal, run.aside(nodes=run.budget.nodes or NODES))
    deque(search, maxlen=0)
    outcome = search.outcome
    if not outcome.exhausted or outcome.cost is None:
        return ""
    return f": the {'least' if goal == 'minimize' else 'greatest'} is {outcome.cost:,}"
