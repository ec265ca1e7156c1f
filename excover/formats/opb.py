"""An exact cover problem for pseudo-Boolean and integer solvers, in the OPB format.

>>> from excover.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 2)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> print(*(line for line in opb_lines(matrix) if "exact cover" not in line), sep="\\n")
* #variable= 2 #constraint= 1
* x1 x()
* x2 y()
+1 x1 +1 x2 >= 1 ;

O. Roussel and V. Manquinho, "Input/output format and solver requirements for the competitions of
pseudo-Boolean solvers": constraints with = and >=, and a sum to be minimized. Variable k is option k; further
ones, for colors, are functions of these. The answers are read back by `excover.formats.answers`.
"""

from __future__ import annotations

from collections.abc import Iterator

from excover.cover.matrix import Matrix
from excover.formats.cnf import users_by_color
from excover.words import visible

HEADER = "An exact cover problem: variable xk is 1 where option k is chosen; its name follows the variable."


def opb_lines(matrix: Matrix, title: str = "", goal: str = "minimize") -> Iterator[str]:
    """The lines of the file, without their ends; of solutions with costs one of least cost is asked for, or,
    where the goal is to ``maximize``, of greatest.
    """
    constraints = list(_constraints(matrix))
    colors = sum(len(users) for item, users in enumerate(users_by_color(matrix)) if matrix.colored[item])
    variables = len(matrix.options) + colors or min(1, len(constraints))  # see `_sum`
    yield f"* #variable= {variables} #constraint= {len(constraints)}"
    comments = [title] if title else []
    comments += [HEADER, *(f"x{k} {option}" for k, option in enumerate(matrix.options, 1))]
    yield from (f"* {visible(comment)}" for comment in comments)
    if any(matrix.prices()):
        sign = -1 if goal == "maximize" else 1
        terms = (f"{sign * cost:+} x{k}" for k, cost in enumerate(matrix.prices(), 1) if cost)
        yield f"min: {' '.join(terms)} ;"
    yield from constraints


def _constraints(matrix: Matrix) -> Iterator[str]:
    color = len(matrix.options)
    for item, users in enumerate(users_by_color(matrix)):
        if not matrix.colored[item]:
            yield from _bounds(users.get(0, []), matrix.lower[item], matrix.upper[item])
            continue
        first = color + 1
        for options in users.values():
            color += 1
            yield from _any_of(color, options)
        yield from _bounds(list(range(first, color + 1)), 0, 1)


def _bounds(variables: list[int], low: int, high: int) -> Iterator[str]:
    if low == high and (low or variables):
        yield f"{_sum(1, variables)} = {low} ;"
        return
    if low > 0:
        yield f"{_sum(1, variables)} >= {low} ;"
    if high < len(variables):
        yield f"{_sum(-1, variables)} >= -{high} ;"


def _any_of(color: int, options: list[int]) -> Iterator[str]:
    """The variable is 1 if one of the options is chosen, and else 0."""
    yield f"+{len(options)} x{color} {_sum(-1, options)} >= 0 ;"
    yield f"-1 x{color} {_sum(1, options)} >= 0 ;"


def _sum(factor: int, variables: list[int]) -> str:
    """A sum of nothing, which is never enough, is said with a variable times zero: there is no empty sum."""
    return " ".join(f"{factor:+} x{variable}" for variable in variables) or "+0 x1"
