"""An exact cover problem as a formula for SAT solvers, in the DIMACS format.

>>> from excover.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> print(*(line for line in cnf_lines(matrix) if "exact cover" not in line), sep="\\n")
c 1 x()
c 2 y()
p cnf 2 2
-1 -2 0
1 2 0

Variable k is option k, as the comments say; the further ones are functions of these (see `counting`), so that
the formula has exactly one model for each solution. Its models are read back by `excover.formats.answers`.
"""

from __future__ import annotations

from collections.abc import Iterator

from excover.cover.matrix import Matrix
from excover.diagnostics import SpecError
from excover.formats.counting import Clauses, counters
from excover.limits import DEFAULT, Limits
from excover.messages.about_answers import FormulaTooLong
from excover.words import visible

HEADER = "An exact cover problem: variable k is true where option k is chosen; its name follows the number."


def cnf_lines(matrix: Matrix, title: str = "", limits: Limits = DEFAULT) -> Iterator[str]:
    """The lines of the file, without their ends; costs are left out, for the format has none.

    Raises SpecError where counting would take more variables than a matrix may have entries.
    """
    clauses = formula(matrix, limits)
    comments = [title] if title else []
    comments += [HEADER, *(f"{k} {option}" for k, option in enumerate(matrix.options, 1))]
    yield from (f"c {visible(comment)}" for comment in comments)
    yield f"p cnf {clauses.variables} {len(clauses)}"
    yield from (" ".join(map(str, (*clause, 0))) for clause in clauses)


def formula(matrix: Matrix, limits: Limits = DEFAULT) -> Clauses:
    """True where the first variables, one an option, are a solution. Raises SpecError as `cnf_lines`."""
    users = users_by_color(matrix)
    _check_size(matrix, users, limits)
    clauses = Clauses(len(matrix.options))
    for item, colors in enumerate(users):
        if matrix.colored[item]:
            given = [clauses.any_of(options) for options in colors.values()]
            clauses.bound(given, 0, 1)
        else:
            clauses.bound(colors.get(0, []), matrix.lower[item], matrix.upper[item])
    return clauses


def users_by_color(matrix: Matrix) -> list[dict[int, list[int]]]:
    """For each item, the options that cover it, numbered from 1, by the color they give it (0 is none)."""
    users: list[dict[int, list[int]]] = [{} for _ in matrix.items]
    for option in range(len(matrix.options)):
        for entry in range(matrix.starts[option], matrix.starts[option + 1]):
            users[matrix.entries[entry]].setdefault(matrix.colors[entry], []).append(option + 1)
    return users


def _check_size(matrix: Matrix, users: list[dict[int, list[int]]], limits: Limits) -> None:
    size = sum(
        counters(len(colors.get(0, [])), matrix.lower[item], matrix.upper[item])
        for item, colors in enumerate(users)
        if not matrix.colored[item]
    )
    if size > limits.entries:
        raise SpecError(FormulaTooLong("variables", size, limits.entries, "entries"))
