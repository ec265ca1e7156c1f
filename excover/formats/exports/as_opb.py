"""An exact cover problem for pseudo-Boolean and integer solvers, in the OPB format.

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 2)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> print(*(line for line in export(matrix) if "exact cover" not in line), sep="\\n")
* #variable= 2 #constraint= 1
* x1 x()
* x2 y()
+1 x1 +1 x2 >= 1 ;

O. Roussel and V. Manquinho, "Input/output format and solver requirements for the competitions of
pseudo-Boolean solvers": constraints with = and >=, and a sum to minimize. Variable k is option k; further
variables, for colors, are functions of these. `excover.formats.answers` reads the answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from excover.base.words import visible
from excover.formats.exports import Export, Exported
from excover.matrix.capabilities import ITEMS, Feature, LinearRow, Term, linear_model

HEADER = "An exact cover problem: variable xk is 1 where option k is chosen; its name follows the variable."


def _lines(problem: Exported) -> Iterator[str]:
    """The costs are the objective, to minimize without a goal."""
    matrix, goal = problem.priced
    model = linear_model(matrix, export)
    rows = [line for row in model.rows for line in _row_lines(row)]
    variables = model.variables or min(1, len(rows))  # see `_sum`
    yield f"* #variable= {variables} #constraint= {len(rows)}"
    comments = [*problem.comments, HEADER]
    comments += (f"x{k} {option}" for k, option in enumerate(matrix.options, 1))
    yield from (f"* {visible(comment)}" for comment in comments)
    if any(matrix.prices()):
        sign = -1 if goal == "maximize" else 1
        yield f"min: {_sum([(sign * cost, k) for k, cost in enumerate(matrix.prices()) if cost])} ;"
    yield from rows


def _row_lines(row: LinearRow) -> Iterator[str]:
    if row.lower == row.upper:
        yield f"{_sum(row.terms)} = {row.lower} ;"
        return
    if row.lower is not None:
        yield f"{_sum(row.terms)} >= {row.lower} ;"
    if row.upper is not None:
        yield f"{_sum([(-factor, variable) for factor, variable in row.terms])} >= {-row.upper} ;"


def _sum(terms: Sequence[Term]) -> str:
    """An empty sum is written as a variable times zero, because OPB has no empty sums."""
    return " ".join(f"{factor:+} x{variable + 1}" for factor, variable in terms) or "+0 x1"


export = Export(
    "opb",
    "OPB",
    ITEMS | {Feature.COSTS, Feature.SUMS},
    help="for pseudo-Boolean and integer solvers, with the sum of costs as the objective to minimize",
    write=_lines,
)
