"""Bounds on sums that no solution keeps to, as few as possible.

>>> from excover.problem.problem import parse
>>> shop = parse("item a[1..2] option x(i in 1..2, k in 3..5) covers a[i] cost k cost at most 5")
>>> print(conflicting_bounds(shop.matrix).text)
no solution keeps to `cost at most 5`: the least is 6
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from excover.authors.infeasibility.reasons import Kind, Reason
from excover.language.meaning.puzzle import COST
from excover.matrix.matrix import Matrix
from excover.matrix.sums import WeightedSum
from excover.search.optimum.optimizer import Optimizer
from excover.search.outcome import Unfinished
from excover.search.run import UNLIMITED, Run
from excover.search.search import Search

T = TypeVar("T")

NODES = 200_000
"""How many nodes a question may take before a bound is said to be needed."""
NONE = "no solution keeps to"
SHOWN = 3
"""The most bounds that are named where there is only a line for the reason."""


def conflicting_bounds(matrix: Matrix, run: Run = UNLIMITED) -> Reason | None:
    """The reason why there is no solution, if it is in the bounds; None if there is none without them.

    A budget of nodes is for each question. Raises Unfinished if the run ends before it is known that the
    reason is in the bounds.
    """
    if not matrix.bounds or not has_solution(matrix.replaced(sums=()), run):
        return None

    def refutes(sides: Sequence[WeightedSum]) -> bool:
        try:
            return not has_solution(matrix.replaced(sums=sides), run.aside(nodes=run.budget.nodes or NODES))
        except Unfinished:
            run.check()
            return False

    needed = fewest(list(_sides(matrix.bounds)), refutes)
    *names, last = _in_words(needed)
    if not names:
        best = _best_without(matrix, needed[0], run) if len(needed) == 1 else ""
        return Reason(Kind.BOUNDS, f"{NONE} {last}{best}", ())
    text = f"{NONE} {', '.join(names)} and {last} together"
    more = len(names) + 1 - SHOWN
    brief = f"{NONE} {', '.join(names[:SHOWN])} and {more:,} more together; `excover why` names all"
    return Reason(Kind.BOUNDS, text, (), brief=brief if more > 0 else "")


def _sides(bounds: Sequence[WeightedSum]) -> Iterator[WeightedSum]:
    for bound in bounds:
        if bound.lower is not None:
            yield bound.replaced(upper=None)
        if bound.upper is not None:
            yield bound.replaced(lower=None)


def fewest(parts: Sequence[T], refutes: Callable[[Sequence[T]], bool]) -> Sequence[T]:
    """As few of the parts as still refute, of which none can be left out as far as is known."""
    needed = parts
    for part in parts:
        others = [each for each in needed if each is not part]
        if refutes(others):
            needed = others
    return needed


def has_solution(matrix: Matrix, run: Run) -> bool:
    """Raises Unfinished."""
    search = Search(matrix, run.aside(solutions=1, nodes=run.budget.nodes))
    found = next(search, None)
    if found is None and not search.outcome.exhausted:
        raise Unfinished(search.outcome)
    return found is not None


def _in_words(needed: Sequence[WeightedSum]) -> Iterator[str]:
    """What is said of each sum, with both its bounds if both are needed."""
    for name, sides in groupby(needed, lambda side: side.name):
        first, *rest = sides
        both = first.replaced(upper=rest[0].upper) if rest else first
        yield f"`{name} {both.in_words}{'' if name == COST else ' units'}`"


def _best_without(matrix: Matrix, bound: WeightedSum, run: Run) -> str:
    """What the sum can be at best; empty if that takes long."""
    goal = "minimize" if bound.lower is None else "maximize"
    priced = matrix.replaced(costs=bound.dense(len(matrix.options)), sums=())
    search = Optimizer(priced, goal, run.aside(nodes=run.budget.nodes or NODES))
    deque(search, maxlen=0)
    outcome = search.outcome
    if not outcome.exhausted or outcome.cost is None:
        return ""
    return f": the {'least' if goal == 'minimize' else 'greatest'} is {outcome.cost:,}"
