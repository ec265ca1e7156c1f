"""Global constraints that no solution keeps to, as few as possible.

>>> from excover.problem.problem import parse
>>> ends = parse(
...     "board strip 1x3 item end[1..2] optional option paint(r, c in 1..3) where r = 1 covers strip[r, c], "
...     "(end[k] for k in {1, 2} where c = 2*k - 1) option plain() covers strip[1, 2] "
...     "require paint connected"
... )
>>> conflicting_constraints(ends.matrix).text
'no solution keeps to `require paint connected`'
"""

from __future__ import annotations

from collections.abc import Collection

from excover.authors.infeasibility.bounds import NODES, conflicting_bounds, has_solution
from excover.authors.infeasibility.reasons import Kind, Reason
from excover.base.words import listed
from excover.matrix.matrix import Matrix
from excover.search.outcome import Unfinished
from excover.search.run import UNLIMITED, Run


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
            if others and not has_solution(_with(matrix, others), asked):
                needed = others
        except Unfinished:
            run.check()
    names = [f"require {name}" for name in needed]
    together = " together" if len(names) > 1 else ""
    return Reason(Kind.CONSTRAINTS, f"no solution keeps to {listed(names, 'and')}{together}", ())


def _with(matrix: Matrix, names: Collection[str]) -> Matrix:
    """With some of the constraints alone."""
    return matrix.replaced(constraints=[each for each in matrix.constraints if each.name in names])
