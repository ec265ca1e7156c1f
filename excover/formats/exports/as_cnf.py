"""An exact cover problem as a formula for SAT solvers, in the DIMACS format.

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> print(*(line for line in export(matrix) if "exact cover" not in line), sep="\\n")
c 1 x()
c 2 y()
p cnf 2 2
-1 -2 0
1 2 0

Variable k is option k, as the comments state; the further variables are functions of these (see `clauses`),
so that the formula has exactly one model for each solution. `excover.formats.answers` reads its models.
"""

from __future__ import annotations

from collections.abc import Iterator

from excover.base.diagnostics import SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.words import visible
from excover.formats.clauses import Clauses, counters
from excover.formats.exporter import Export, Exported
from excover.language.messages.about_consumers import FormulaTooLong
from excover.matrix.consumer import ITEMS, Consumer
from excover.matrix.linear_model import cardinality_constraints
from excover.matrix.matrix import Matrix

HEADER = "An exact cover problem: variable k is true where option k is chosen; its name follows the number."


def _lines(problem: Exported) -> Iterator[str]:
    """Raises SpecError if counting would take more variables than a matrix may have entries."""
    clauses = formula(problem.matrix, export, problem.limits)
    names = (f"{k} {option}" for k, option in enumerate(problem.matrix.options, 1))
    comments = [*problem.comments, HEADER, *names]
    yield from (f"c {visible(comment)}" for comment in comments)
    yield f"p cnf {clauses.variables} {len(clauses)}"
    yield from (" ".join(map(str, (*clause, 0))) for clause in clauses)


def formula(matrix: Matrix, consumer: Consumer, limits: Limits = DEFAULT) -> Clauses:
    """True if the first variables, one per option, are a solution. SpecError if it would be too long."""
    _check_size(matrix, limits)
    clauses = Clauses(len(matrix.options))
    for groups, lower, upper in cardinality_constraints(matrix, consumer):
        chosen = [clauses.any_of([option + 1 for option in group]) for group in groups]
        clauses.bound(chosen, lower, upper)
    return clauses


def _check_size(matrix: Matrix, limits: Limits) -> None:
    size = sum(
        counters(len(column), matrix.lower[item], matrix.upper[item])
        for item, column in enumerate(matrix.columns)
        if not matrix.colored[item]
    )
    if size > limits.entries:
        raise SpecError(FormulaTooLong("variables", size, limits.entries, "entries"))


export = Export("cnf", "CNF", ITEMS, help="a formula for SAT solvers, in the DIMACS format", write=_lines)
