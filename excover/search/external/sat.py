"""SAT solvers by PySAT: CaDiCaL for a cover, and for a best one the core-guided search of RC2.

A. Biere, T. Faller, K. Fazekas, M. Fleury, N. Froleyks and F. Pollitt, "CaDiCaL 2.0", CAV 2024; A. Ignatiev,
A. Morgado and J. Marques-Silva, "RC2: an efficient MaxSAT solver", JSAT 11 (2019).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pysat.examples.rc2 import RC2Stratified
from pysat.formula import WCNF
from pysat.solvers import Solver

from excover.base.diagnostics import SpecError
from excover.formats.exports.as_cnf import Clauses, formula
from excover.matrix.constraints import Disjunction
from excover.matrix.matrix import Matrix
from excover.search.engine_table import ENGINES
from excover.search.external.worker import Fault, Reporter, Task, TaskSolver

PLAIN = "cadical153"
CORES = "glucose4"
MOST_VARIABLES = 5_000_000


def model_of(task: Task, reporter: Reporter) -> TaskSolver:
    """See `excover.search.external.worker.TaskSolver`."""
    clauses = _clauses(task.matrix)
    if not all(clauses):
        return _Impossible()
    return _Plain(clauses, task) if task.costs is None else _Cheapest(clauses, task.costs, reporter)


class _Impossible:
    """There is an empty clause, which PySAT would leave out."""

    def next_cover(self) -> None:
        return None

    def add(self, clause: Disjunction) -> None:
        pass


class _Plain:
    def __init__(self, clauses: Clauses, task: Task) -> None:
        self._solver = Solver(name=PLAIN, bootstrap_with=clauses)
        self._options = len(task.matrix.options)

    def next_cover(self) -> Sequence[int] | None:
        if not self._solver.solve():
            return None
        return _chosen(self._solver.get_model() or (), self._options)

    def add(self, clause: Disjunction) -> None:
        self._solver.add_clause(clause)


def _clauses(matrix: Matrix) -> Clauses:
    try:
        clauses = formula(matrix, ENGINES["sat"])
    except SpecError as wrong:
        raise Fault(str(wrong)) from None
    for bound in matrix.bounds:
        literals = [(weight, option + 1) for weight, option in bound.terms]
        if bound.upper is not None:
            _at_most(clauses, literals, bound.upper)
        if bound.lower is not None:
            _at_most(clauses, [(-weight, literal) for weight, literal in literals], -bound.lower)
    return clauses


def _at_most(clauses: Clauses, terms: Sequence[tuple[int, int]], most: int) -> None:
    """A decision diagram: for each literal, and each rest that makes a difference to what follows, a variable
    that is true if what follows is to stay within the rest.

    I. Abío et al., "A New Look at BDDs for Pseudo-Boolean Constraints", JAIR 45 (2012). Raises Fault if there
    are too many.
    """
    most += sum(-weight for weight, _ in terms if weight < 0)
    heavy = sorted((abs(weight), literal if weight > 0 else -literal) for weight, literal in terms)
    following = [_Following(1, 0)]
    for weight, _ in heavy:
        sums, total = following[-1]
        following.append(_Following((sums | sums << weight) & ((2 << max(most, 0)) - 1), total + weight))
    if most < 0:
        clauses.add()
    elif most < following[-1].total:
        _write(clauses, heavy[::-1], following[-2::-1], most)


class _Following(NamedTuple):
    """The literals that follow: bit k of ``sums`` is set if some of them add up to k; ``total`` do all."""

    sums: int
    total: int


def _write(
    clauses: Clauses, heavy: Sequence[tuple[int, int]], following: Sequence[_Following], most: int
) -> None:
    level = {most: 0}  # a rest, and its variable; 0 for what holds in any case
    for (weight, literal), after in zip(heavy, following, strict=True):
        below: dict[int, int] = {}
        for rest, variable in level.items():
            given = [-variable] if variable else []
            for taken, condition in ((0, []), (weight, [-literal])):
                if rest < taken:
                    clauses.add(*given, *condition)
                elif rest - taken < after.total:  # else whatever follows fits
                    then = (after.sums & ((2 << rest - taken) - 1)).bit_length()  # the largest sum that fits
                    if then not in below:
                        below[then] = clauses.new()
                    clauses.add(*given, *condition, below[then])
        level = {length - 1: variable for length, variable in below.items()}
        if clauses.variables > MOST_VARIABLES:
            raise Fault(f"a bound on a sum takes more than {MOST_VARIABLES:,} variables")


class _Cheapest:
    """RC2 pays for clauses that are not satisfied: an option that is chosen, or, if it earns, is not."""

    def __init__(self, clauses: Clauses, costs: Sequence[int], reporter: Reporter) -> None:
        formula = WCNF()
        formula.extend(clauses)
        formula.nv = max(formula.nv, clauses.variables)
        for variable, cost in enumerate(costs, 1):
            if cost:
                formula.append([-variable if cost > 0 else variable], weight=abs(cost))
        self._formula, self._reporter, self._options = formula, reporter, len(costs)
        self._least = sum(cost for cost in costs if cost < 0)

    def next_cover(self) -> Sequence[int] | None:
        """It begins anew: its strata are those of the clauses that it began with."""
        with _CoreGuided(self._formula, self._reporter, self._least) as search:
            model = search.compute()
            return None if model is None else _chosen(model, self._options)

    def add(self, clause: Disjunction) -> None:
        self._formula.append(clause)


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
