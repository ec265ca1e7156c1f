"""An exact cover problem for integer solvers, in the LP format of CPLEX.

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 2)], [(OptionName(name), [0]) for name in "pqr"])
>>> print(*(line for line in export(matrix) if "exact cover" not in line), sep="\\n")
\\ x1 p()
\\ x2 q()
\\ x3 r()
Minimize
 cost: 0 x1
Subject To
 r1: 1 x1 + 1 x2 + 1 x3 >= 1
 r2: 1 x1 + 1 x2 + 1 x3 <= 2
Binary
 x1 x2 x3
End

"LP file format: algebraic representation", in IBM's documentation of CPLEX; the solvers Gurobi, HiGHS, SCIP,
CBC and GLPK read it. Variable k is option k. Lines have fewer than 255 characters, which all of these accept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from excover.base.words import visible
from excover.formats.exports import Export, Exported
from excover.matrix.capabilities import ITEMS, Feature, LinearRow, Term, linear_model

HEADER = "An exact cover problem: variable xk is 1 where option k is chosen; its name follows the variable."
PER_LINE = 6
"""Terms in a line: a coefficient has at most 20 characters, and a variable 12."""
LONGEST_COMMENT = 200
"""Characters of the name of an option in a comment."""


def _lines(problem: Exported) -> Iterator[str]:
    """The costs are the objective, to minimize without a goal."""
    matrix, goal = problem.priced
    model = linear_model(matrix, export)
    comments = [*problem.comments, HEADER]
    comments += (f"x{k} {option}" for k, option in enumerate(matrix.options, 1))
    yield from (f"\\ {visible(comment)[:LONGEST_COMMENT]}" for comment in comments)
    yield "Maximize" if goal == "maximize" else "Minimize"
    yield from _statement("cost", [(cost, k) for k, cost in enumerate(matrix.prices()) if cost], "")
    yield "Subject To"
    yield from _constraints(model.rows)
    yield "Binary"
    names = [f"x{k}" for k in range(1, max(1, model.variables) + 1)]  # see `_statement`
    yield from (" " + " ".join(names[k : k + 2 * PER_LINE]) for k in range(0, len(names), 2 * PER_LINE))
    yield "End"


def _constraints(rows: Sequence[LinearRow]) -> Iterator[str]:
    number = 0
    for row in rows:
        bounds = [f">= {row.lower}"] * (row.lower is not None) + [f"<= {row.upper}"] * (row.upper is not None)
        if row.lower == row.upper:
            bounds = [f"= {row.lower}"]
        for bound in bounds:
            number += 1
            yield from _statement(f"r{number}", row.terms, f" {bound}")


def _statement(name: str, terms: Sequence[Term], bound: str) -> Iterator[str]:
    """An empty sum is written as a variable times zero, which every reader accepts."""
    words = [f"{'-' if factor < 0 else '+'} {abs(factor)} x{k + 1}" for factor, k in terms or [(0, 0)]]
    lines = [" ".join(words[k : k + PER_LINE]) for k in range(0, len(words), PER_LINE)]
    lines[0] = f"{name}: {lines[0].removeprefix('+ ')}"
    lines[-1] += bound
    yield from (f" {line}" for line in lines)


export = Export(
    "lp",
    "the LP format",
    ITEMS | {Feature.COSTS, Feature.SUMS},
    help="for integer solvers, in the LP format of CPLEX; the sum of costs is minimized or maximized",
    write=_lines,
)
