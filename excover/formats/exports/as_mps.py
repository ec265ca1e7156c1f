"""An exact cover problem for integer solvers, in the free MPS format.

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 2)], [(OptionName(name), [0]) for name in "pqr"])
>>> print(*(line for line in export(matrix) if "exact cover" not in line), sep="\\n")
* x1 p()
* x2 q()
* x3 r()
NAME excover
OBJSENSE
 MIN
ROWS
 N cost
 G r1
COLUMNS
 whole 'MARKER' 'INTORG'
 x1 cost 0 r1 1
 x2 cost 0 r1 1
 x3 cost 0 r1 1
 whole 'MARKER' 'INTEND'
RHS
 rhs r1 1
RANGES
 range r1 1
BOUNDS
 BV bound x1
 BV bound x2
 BV bound x3
ENDATA

"MPS file format: industry standard", in IBM's documentation of CPLEX; fields are separated by blanks.
Variable k is option k. The section OBJSENSE is an extension that CPLEX, Gurobi, HiGHS, SCIP and CBC read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from excover.base.words import visible
from excover.formats.exports import Export, Exported
from excover.matrix.capabilities import ITEMS, Feature, LinearModel, LinearRow, linear_model

HEADER = "An exact cover problem: variable xk is 1 where option k is chosen; its name follows the variable."


def _lines(problem: Exported) -> Iterator[str]:
    """The costs are the objective, to minimize without a goal."""
    matrix, goal = problem.priced
    model = linear_model(matrix, export)
    comments = [*problem.comments, HEADER]
    comments += (f"x{k} {option}" for k, option in enumerate(matrix.options, 1))
    yield from (f"* {visible(comment)}" for comment in comments)
    yield from ["NAME excover", "OBJSENSE", " MAX" if goal == "maximize" else " MIN"]
    yield from ["ROWS", " N cost", *(f" {_kind(row)} r{k}" for k, row in enumerate(model.rows, 1))]
    yield from ["COLUMNS", " whole 'MARKER' 'INTORG'"]
    yield from _columns(model, matrix.prices())
    yield from [" whole 'MARKER' 'INTEND'", "RHS"]
    for k, row in enumerate(model.rows, 1):
        yield f" rhs r{k} {row.upper if row.lower is None else row.lower}"
    yield from ["RANGES", *_ranges(model.rows), "BOUNDS"]
    yield from (f" BV bound x{k}" for k in range(1, model.variables + 1))
    yield "ENDATA"


def _kind(row: LinearRow) -> str:
    if row.lower is None:
        return "L"
    return "E" if row.lower == row.upper else "G"


def _columns(model: LinearModel, costs: Sequence[int]) -> Iterator[str]:
    """Two entries in a line at most, as the format has it; every column has one in the objective."""
    columns: list[list[str]] = [[f"cost {cost}"] for cost in costs]
    columns += [["cost 0"] for _ in range(model.variables - model.options)]
    for number, row in enumerate(model.rows, 1):
        for factor, variable in row.terms:
            columns[variable].append(f"r{number} {factor}")
    for number, column in enumerate(columns, 1):
        yield from (f" x{number} {' '.join(column[k : k + 2])}" for k in range(0, len(column), 2))


def _ranges(rows: Sequence[LinearRow]) -> Iterator[str]:
    """The width of each row with two different bounds, above the one in RHS."""
    for number, row in enumerate(rows, 1):
        if row.lower is not None and row.upper is not None and row.lower < row.upper:
            yield f" range r{number} {row.upper - row.lower}"


export = Export(
    "mps",
    "the MPS format",
    ITEMS | {Feature.COSTS, Feature.SUMS},
    help="the same as `lp` in free MPS",
    write=_lines,
)
