"""SAT solvers by PySAT: CaDiCaL for a cover, and for a best one the core-guided search of RC2.

A. Biere, T. Faller, K. Fazekas, M. Fleury, N. Froleyks and F. Pollitt, "CaDiCaL 2.0", CAV 2024; A. Ignatiev,
A. Morgado and J. Marques-Silva, "RC2: an efficient MaxSAT solver", JSAT 11 (2019).
"""

from __future__ import annotations

from collections.abc import Sequence

from pysat.examples.rc2 import RC2Stratified
from pysat.formula import WCNF
from pysat.solvers import Solver

from excover.base.diagnostics import SpecError
from excover.formats.exports.as_cnf import Clauses, formula
from excover.matrix.matrix import Matrix
from excover.search.consumers import ENGINES
from excover.search.external.worker import Fault, Reporter, Task

PLAIN = "cadical153"
CORES = "glucose4"


def solve(task: Task, reporter: Reporter) -> None:
    """Reports covers and bounds, and returns when the last cover is the best, or there is none."""
    clauses = _clauses(task.matrix)
    if not all(clauses):  # an empty clause
        return
    if task.costs is not None:
        _solve_best(clauses, task.costs, reporter)
        return
    with Solver(name=PLAIN, bootstrap_with=clauses) as solver:
        if solver.solve():
            reporter.found(_chosen(solver.get_model() or (), len(task.matrix.options)))


def _clauses(matrix: Matrix) -> Clauses:
    try:
        return formula(matrix, ENGINES["sat"])
    except SpecError as wrong:
        raise Fault(str(wrong)) from None


def _solve_best(clauses: Clauses, costs: Sequence[int], reporter: Reporter) -> None:
    """RC2 pays for clauses that are not satisfied: an option that is chosen, or, if it earns, is not."""
    formula = WCNF()
    formula.extend(clauses)
    formula.nv = max(formula.nv, clauses.variables)
    for variable, cost in enumerate(costs, 1):
        if cost:
            formula.append([-variable if cost > 0 else variable], weight=abs(cost))
    least = sum(cost for cost in costs if cost < 0)
    with _CoreGuided(formula, reporter, least) as search:
        model = search.compute()
        if model is not None:
            reporter.found(_chosen(model, len(costs)))


class _CoreGuided(RC2Stratified):
    """Reports a bound after each core: what cannot be saved."""

    def __init__(self, formula: WCNF, reporter: Reporter, least: int) -> None:
        self._reporter, self._least = reporter, least
        super().__init__(formula, solver=CORES, adapt=True, exhaust=True, minz=True)

    def process_core(self) -> None:
        super().process_core()
        self._reporter.bound(self._least + self.cost)


def _chosen(model: Sequence[int], options: int) -> list[int]:
    return [literal - 1 for literal in model if 0 < literal <= options]
