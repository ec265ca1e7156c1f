r"""Bounds on sums that no solution keeps to, as few as possible.

>>> from excover.problem.problem import parse
>>> shop = parse("item a[1..2] option x(i in 1..2, k in 3..5) covers a[i] cost k cost at most 5")
>>> print(conflicting_bounds(shop.matrix).text)
no solution keeps to `cost at most 5`: the least is 6

Global constraints that no solution keeps to, as few as possible.

>>> from excover.problem.problem import parse
>>> ends = parse(
...     "board strip 1x3 item end[1..2] optional option paint(r, c in 1..3) where r = 1 covers strip[r, c], "
...     "(end[k] for k in {1, 2} where c = 2*k - 1) option plain() covers strip[1, 2] "
...     "require paint connected"
... )
>>> conflicting_constraints(ends.matrix).text
'no solution keeps to `require paint connected`'

Rules about what items are covered at most that no solution keeps to, as few as possible.

>>> from excover.problem.problem import parse
>>> text = "board b 1x4 shapes p\n  |AA\nplace free p on b each 2 times require p apart"
>>> broken_rules(parse(text).matrix, {"p_apart": "require p apart"})
'no solution keeps to `require p apart`'
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeVar

from excover.authors.infeasibility import Kind, Reason
from excover.base.words import listed
from excover.language.meaning.puzzle import COST
from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.search.optimizer import Optimizer
from excover.search.outcome import Unfinished
from excover.search.run import UNLIMITED, Run
from excover.search.search import Search

T = TypeVar("T")

NODES = 200_000
"""How many nodes a question may take before a bound is taken to be needed."""
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
        best = _best_without(matrix, needed[0], run) if len(needed) == 1 and not needed[0].is_rule else ""
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
    """The reason of each sum, with both its bounds if both are needed."""
    for name, sides in groupby(needed, lambda side: side.name):
        first, *rest = sides
        both = first.replaced(upper=rest[0].upper) if rest else first
        units = "" if name == COST else " units"
        yield f"`{name}`" if both.is_rule else f"`{name} {both.in_words}{units}`"


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


def conflicting_rules(matrix: Matrix, run: Run = UNLIMITED) -> Reason | None:
    """The reason why there is no solution, if it is in bounds on sums or in global constraints."""
    return conflicting_bounds(matrix.without_constraints(), run) or conflicting_constraints(matrix, run)


def conflicting_constraints(matrix: Matrix, run: Run = UNLIMITED) -> Reason | None:
    """The reason why there is no solution, if it is in the global constraints; None if there is none without
    them.

    A budget of nodes is for each question. Raises Unfinished if the run ends before it is known that the
    reason is in the constraints.
    """
    if not matrix.constraints or not has_solution(matrix.without_constraints(), run):
        return None
    needed = list(dict.fromkeys(each.name for each in matrix.constraints))
    for name in list(needed):
        others = [each for each in needed if each != name]
        try:
            asked = run.aside(nodes=run.budget.nodes or NODES)
            if others and not has_solution(_with_constraints(matrix, others), asked):
                needed = others
        except Unfinished:
            run.check()
    names = [f"require {name}" for name in needed]
    together = " together" if len(names) > 1 else ""
    return Reason(Kind.CONSTRAINTS, f"no solution keeps to {listed(names, 'and')}{together}", ())


def _with_constraints(matrix: Matrix, names: Collection[str]) -> Matrix:
    """With some of the constraints alone."""
    return matrix.replaced(constraints=[each for each in matrix.constraints if each.name in names])


def broken_rules(matrix: Matrix, rules: Mapping[str, str], run: Run = UNLIMITED) -> str:
    """Which of the ``rules`` of families of items there is no solution with, in words, for a matrix that has
    none; empty if it has none without them either, or if that is not known within a budget of nodes.
    """
    families = {item.family for item in matrix.items} & rules.keys()
    stated = [rule for rule in dict.fromkeys(rules.values()) if any(rules[each] == rule for each in families)]
    asked = run.aside(nodes=min(run.budget.nodes or NODES, NODES))
    try:
        if not stated or not has_solution(_with_families(matrix, rules, ()), asked):
            return ""
    except Unfinished:
        return ""

    def refutes(kept: Sequence[str]) -> bool:
        try:
            return bool(kept) and not has_solution(_with_families(matrix, rules, kept), asked)
        except Unfinished:
            return False

    needed = fewest(stated, refutes)
    return f"no solution keeps to {listed(needed, 'and')}{' together' if len(needed) > 1 else ''}"


def _with_families(matrix: Matrix, rules: Mapping[str, str], kept: Collection[str]) -> Matrix:
    """The items of the other rules may be covered any number of times."""
    lower, upper = array("I", matrix.lower), array("I", matrix.upper)
    for number, item in enumerate(matrix.items):
        if item.family in rules and rules[item.family] not in kept:
            lower[number], upper[number] = 0, UNBOUNDED
    return matrix.replaced(lower=lower, upper=upper)
