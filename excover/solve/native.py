"""The matrix in the form of the native core."""

from __future__ import annotations

from excover._core import Problem
from excover.cover.matrix import Matrix
from excover.cover.sums import refuse_sums


def native_problem(matrix: Matrix) -> Problem:
    """A copy of the arrays, checked by the core: ValueError if they do not describe a problem.

    The core has no bounds on sums: SpecError if there are any, so that nothing ignores them by mistake. What
    keeps to them by itself gives the core a matrix without them.
    """
    refuse_sums(matrix.sums, "this search")
    m = matrix
    return Problem(m.lower, m.upper, m.colored, m.starts, m.entries, m.colors)
