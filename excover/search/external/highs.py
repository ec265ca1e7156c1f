"""HiGHS, by highspy: branch and cut over linear programs.

Q. Huangfu and J. A. J. Hall, "Parallelizing the dual revised simplex method", Mathematical Programming
Computation 10 (2018).
"""

from __future__ import annotations

from array import array
from typing import Any

import highspy
import numpy

from excover.matrix.consumer import LinearModel, linear_model
from excover.search.consumers import ENGINES
from excover.search.external.worker import Fault, Reporter, Task

SEEDS = 2**31


def solve(task: Task, reporter: Reporter) -> None:
    """Reports covers and bounds, and returns when the last cover is the best, or there is none."""
    model = linear_model(task.matrix, ENGINES["highs"])
    highs = highspy.Highs()
    options = {"output_flag": False, "threads": task.threads, "mip_rel_gap": 0.0, "mip_abs_gap": 0.0}
    if task.seed is not None:
        options["random_seed"] = task.seed % SEEDS
    for name, value in options.items():
        highs.setOptionValue(name, value)
    if not model.variables:  # HiGHS calls it empty, whatever the rows
        if all((row.lower or 0) <= 0 <= (0 if row.upper is None else row.upper) for row in model.rows):
            reporter.found(())
        return
    highs.passModel(_program(model, task))
    if task.start is not None and model.variables == model.options:
        _offer(highs, task)
    _listen(highs, task, reporter)
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kOptimal:
        reporter.found(_chosen(highs.getSolution().col_value, task))
    elif status != highspy.HighsModelStatus.kInfeasible:
        raise Fault(highs.modelStatusToString(status))


def _listen(highs: Any, task: Task, reporter: Reporter) -> None:
    """Without costs, the first solution is the answer, and it is reported at the end."""
    if task.costs is None:
        return
    highs.cbMipImprovingSolution.subscribe(
        lambda event: reporter.found(_chosen(event.data_out.mip_solution, task))
    )
    highs.cbMipInterrupt.subscribe(lambda event: reporter.bound(event.data_out.mip_dual_bound))


def _program(model: LinearModel, task: Task) -> Any:
    """All columns are 0 or 1; the rows are stored one after the other."""
    starts, columns, factors = array("i", [0]), array("i"), array("d")
    for row in model.rows:
        factors.extend(factor for factor, _ in row.terms)
        columns.extend(variable for _, variable in row.terms)
        starts.append(len(columns))
    program, count = highspy.HighsLp(), model.variables
    program.num_col_, program.num_row_ = count, len(model.rows)
    costs = [*(task.costs or [0] * model.options), *([0] * (count - model.options))]
    program.col_cost_ = numpy.array(costs, dtype=float)
    program.col_lower_, program.col_upper_ = numpy.zeros(count), numpy.ones(count)
    program.integrality_ = [highspy.HighsVarType.kInteger] * count
    infinity = highspy.kHighsInf
    lower = [-infinity if row.lower is None else row.lower for row in model.rows]
    upper = [infinity if row.upper is None else row.upper for row in model.rows]
    program.row_lower_, program.row_upper_ = numpy.array(lower, float), numpy.array(upper, float)
    matrix = program.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.num_col_, matrix.num_row_ = count, len(model.rows)
    matrix.start_, matrix.index_ = numpy.array(starts), numpy.array(columns)
    matrix.value_ = numpy.array(factors)
    return program


def _offer(highs: Any, task: Task) -> None:
    """A value for every variable: where HiGHS 1.16 has to complete the values of a start, it may end with it
    and call it the best."""
    options, chosen = len(task.matrix.options), set(task.start or ())
    values = numpy.array([float(option in chosen) for option in range(options)])
    highs.setSolution(options, numpy.arange(options, dtype=numpy.int32), values)


def _chosen(values: Any, task: Task) -> list[int]:
    return [option for option, value in enumerate(values[: len(task.matrix.options)]) if value > 0.5]
