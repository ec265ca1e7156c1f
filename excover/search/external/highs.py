"""HiGHS, by highspy: branch and cut over linear programs.

Q. Huangfu and J. A. J. Hall, "Parallelizing the dual revised simplex method", Mathematical Programming
Computation 10 (2018).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import highspy
import numpy

from excover.matrix.capabilities import LinearModel, linear_model
from excover.matrix.constraints import Disjunction
from excover.search.engine_table import ENGINES
from excover.search.external.worker import Fault, Reporter, Task, TaskSolver

SEEDS = 2**31


def model_of(task: Task, reporter: Reporter) -> TaskSolver:
    """See `excover.search.external.worker.TaskSolver`."""
    model = linear_model(task.matrix, ENGINES["highs"])
    return _Highs(model, task, reporter) if model.variables else _Nothing(model)


class _Nothing:
    """HiGHS calls a program without variables empty, whatever the rows."""

    def __init__(self, model: LinearModel) -> None:
        self._model = model

    def next_cover(self) -> Sequence[int] | None:
        bounds = ((row.lower or 0, 0 if row.upper is None else row.upper) for row in self._model.rows)
        return () if all(low <= 0 <= high for low, high in bounds) else None

    def add(self, clause: Disjunction) -> None:
        raise AssertionError("there is nothing to choose")


class _Highs:
    def __init__(self, model: LinearModel, task: Task, reporter: Reporter) -> None:
        self._options = model.options
        self._highs = highs = highspy.Highs()
        options = {"output_flag": False, "threads": task.threads, "mip_rel_gap": 0.0, "mip_abs_gap": 0.0}
        if task.seed is not None:
            options["random_seed"] = task.seed % SEEDS
        for name, value in options.items():
            highs.setOptionValue(name, value)
        highs.passModel(_program(model, task))
        if task.start is not None and model.variables == model.options:
            _offer(highs, task)
        if task.costs is not None:
            highs.cbMipImprovingSolution.subscribe(
                lambda event: reporter.found(_chosen(event.data_out.mip_solution, model.options))
            )
            highs.cbMipInterrupt.subscribe(lambda event: reporter.bound(event.data_out.mip_dual_bound))

    def next_cover(self) -> Sequence[int] | None:
        self._highs.run()
        status = self._highs.getModelStatus()
        if status == highspy.HighsModelStatus.kOptimal:
            return _chosen(self._highs.getSolution().col_value, self._options)
        if status != highspy.HighsModelStatus.kInfeasible:
            raise Fault(self._highs.modelStatusToString(status))
        return None

    def add(self, clause: Disjunction) -> None:
        """The literals that hold, less those of refused options that do not, are one at least."""
        columns = numpy.array([abs(each) - 1 for each in clause], dtype=numpy.int32)
        factors = numpy.array([1.0 if each > 0 else -1.0 for each in clause])
        least = 1 - sum(each < 0 for each in clause)
        self._highs.addRow(float(least), highspy.kHighsInf, len(clause), columns, factors)


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


def _chosen(values: Any, options: int) -> list[int]:
    return [option for option, value in enumerate(values[:options]) if value > 0.5]
