"""CP-SAT of Google's OR-Tools: constraint programming on clause learning, with linear programs.

L. Perron, F. Didier and S. Gay, "The CP-SAT-LP Solver", CP 2023.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from excover.matrix.consumer import LinearModel, linear_model
from excover.search.consumers import ENGINES
from excover.search.external.worker import Fault, Reporter, Task

SEEDS = 2**31


def solve(task: Task, reporter: Reporter) -> None:
    """Reports covers and bounds, and returns when the last cover is the best, or there is none."""
    model, variables = _model(linear_model(task.matrix, ENGINES["cp-sat"]))
    options = variables[: len(task.matrix.options)]
    if task.costs is not None:
        model.minimize(cp_model.LinearExpr.weighted_sum(options, list(task.costs)))
    chosen = set(task.start or ())
    for number, variable in enumerate(options if task.start is not None else ()):
        model.add_hint(variable, number in chosen)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = task.threads
    if task.seed is not None:
        solver.parameters.random_seed = task.seed % SEEDS
    if task.costs is not None:
        solver.best_bound_callback = reporter.bound
    status = solver.solve(model, _Callback(options, reporter))
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
        raise Fault(solver.status_name(status))


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
