"""CP-SAT of Google's OR-Tools: constraint programming on clause learning, with linear programs.

L. Perron, F. Didier and S. Gay, "The CP-SAT-LP Solver", CP 2023.
"""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from excover.matrix.capabilities import LinearModel, linear_model
from excover.matrix.constraints import Disjunction
from excover.matrix.line_constraints import OneLoop
from excover.search.engine_table import ENGINES
from excover.search.external.worker import Fault, Reporter, Task, TaskSolver

SEEDS = 2**31


def model_of(task: Task, reporter: Reporter) -> TaskSolver:
    """See `excover.search.external.worker.TaskSolver`."""
    return _CpSat(task, reporter)


class _CpSat:
    """It begins anew after each clause that is added; so one loop is a constraint of its own (`_circuit`)."""

    def __init__(self, task: Task, reporter: Reporter) -> None:
        self._task, self._reporter = task, reporter
        self._model, variables = _model(linear_model(task.matrix, ENGINES["cp-sat"]))
        self._options = variables[: len(task.matrix.options)]
        if task.costs is not None:
            self._model.minimize(cp_model.LinearExpr.weighted_sum(self._options, list(task.costs)))
        chosen = set(task.start or ())
        for number, variable in enumerate(self._options if task.start is not None else ()):
            self._model.add_hint(variable, number in chosen)
        for constraint in task.matrix.constraints:
            if isinstance(constraint, OneLoop):
                _circuit(self._model, self._options, constraint)

    def next_cover(self) -> Sequence[int] | None:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = self._task.threads
        if self._task.seed is not None:
            solver.parameters.random_seed = self._task.seed % SEEDS
        callback = None
        if self._task.costs is not None:
            solver.best_bound_callback = self._reporter.bound
            callback = _Callback(self._options, self._reporter)
        status = solver.solve(self._model, callback)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
            raise Fault(solver.status_name(status))
        if status == cp_model.INFEASIBLE:
            return None
        return [number for number, each in enumerate(self._options) if solver.boolean_value(each)]

    def add(self, clause: Disjunction) -> None:
        self._model.add_bool_or(
            self._options[each - 1] if each > 0 else ~self._options[-each - 1] for each in clause
        )


class _Callback(cp_model.CpSolverSolutionCallback):
    def __init__(self, options: list[cp_model.IntVar], reporter: Reporter) -> None:
        super().__init__()
        self._options, self._reporter = options, reporter

    def on_solution_callback(self) -> None:
        self._reporter.found(
            [number for number, each in enumerate(self._options) if self.boolean_value(each)]
        )


def _model(problem: LinearModel) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    model = cp_model.CpModel()
    variables = [model.new_bool_var("") for _ in range(problem.variables)]
    for row in problem.rows:
        these = [variables[variable] for _, variable in row.terms]
        factors = [factor for factor, _ in row.terms]
        if row.lower == row.upper == 1 and set(factors) == {1}:
            model.add_exactly_one(these)
            continue
        lower = cp_model.INT_MIN if row.lower is None else row.lower
        upper = cp_model.INT_MAX if row.upper is None else row.upper
        model.add_linear_constraint(cp_model.LinearExpr.weighted_sum(these, factors), lower, upper)
    return model, variables


def _circuit(model: cp_model.CpModel, options: list[cp_model.IntVar], loop: OneLoop) -> None:
    """Each line in one of two directions, and a place without lines as a loop of its own."""
    lines = list(loop.links())
    if len({option for option, _, _ in lines}) < len(lines):
        return  # an option with several lines, whose directions may differ
    arcs: list[tuple[int, int, cp_model.IntVar]] = []
    for option, one, other in lines:
        there, back = model.new_bool_var(""), model.new_bool_var("")
        model.add(there + back == options[option])
        arcs += [(one, other, there), (other, one, back)]
    arcs += [(place, place, model.new_bool_var("")) for place, by in enumerate(loop.marking) if by]
    if arcs:
        model.add_circuit(arcs)
