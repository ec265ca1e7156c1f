"""The matrix in the form of the native core."""

from __future__ import annotations

from excover._core import Problem
from excover.cover.matrix import Matrix


def native_problem(matrix: Matrix) -> Problem:
    """A copy of the arrays, checked by the core: ValueError if they do not describe a problem."""
    m = matrix
    return Problem(m.lower, m.upper, m.colored, m.starts, m.entries, m.colors)
