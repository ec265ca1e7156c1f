"""clingo: answer set programming, which is clause learning with sums.

M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub, "Multi-shot ASP solving with clingo", TPLP 19 (2019).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Control, Function, Number, Symbol
from clingo import Model as Answer

from excover.matrix.capabilities import LinearModel, LinearRow, linear_model
from excover.matrix.constraints import Disjunction
from excover.search.engine_table import ENGINES
from excover.search.external.worker import Fault, Reporter, Task, TaskSolver

SEEDS = 2**32
LARGEST = 2**31 - 1
"""Weights and bounds of sums have 32 bits."""


def model_of(task: Task, reporter: Reporter) -> TaskSolver:
    """See `excover.search.external.worker.TaskSolver`."""
    return _Clingo(task, reporter)


class _Clingo:
    def __init__(self, task: Task, reporter: Reporter) -> None:
        self._task, self._reporter = task, reporter
        self._control = Control(_arguments(task))
        names = [Function("x", [Number(option)]) for option in range(len(task.matrix.options))]
        problem = linear_model(task.matrix, ENGINES["clingo"])
        self._atoms = _ground(self._control, problem, names, task.costs)
        self._place = {name: option for option, name in enumerate(names)}

    def next_cover(self) -> Sequence[int] | None:
        found: list[Sequence[int]] = []

        def report_cover(model: Answer) -> None:
            found.append(sorted(self._place[symbol] for symbol in model.symbols(atoms=True)))
            if self._task.costs is not None:
                self._reporter.found(found[-1])

        def report_bound(costs: Sequence[int]) -> None:
            self._reporter.bound(costs[0])

        result = self._control.solve(on_model=report_cover, on_unsat=report_bound)
        if result.unknown or (self._task.costs is not None and not result.exhausted):
            raise Fault("the search ended early")
        return found[-1] if found else None

    def add(self, clause: Disjunction) -> None:
        """A rule that no model breaks."""
        with self._control.backend() as backend:
            backend.add_rule([], [self._literal(each) for each in clause])

    def _literal(self, each: int) -> int:
        """What does not hold if the literal does."""
        return -self._atoms[each - 1] if each > 0 else self._atoms[-each - 1]


def _arguments(task: Task) -> list[str]:
    # From below, by unsatisfiable cores, which gives bounds, and proofs in less time than branch and bound.
    arguments = [f"--parallel-mode={task.threads}", "--opt-strategy=usc,stratify"]
    if task.seed is not None:
        arguments += [f"--seed={task.seed % SEEDS}", "--rand-freq=0.01"]
    if task.costs is not None and task.start is not None:
        cost = sum(task.costs[option] for option in task.start)
        arguments.append(f"--opt-mode=opt,{cost - 1}")  # only what is better than the start
    return arguments


def _ground(
    control: Control, problem: LinearModel, names: Sequence[Symbol], costs: Sequence[int] | None
) -> list[int]:
    """An atom that may be chosen for each variable, and a rule that no model breaks for each bound; the
    atoms.
    """
    with control.backend() as backend:
        atoms = [backend.add_atom(name) for name in names]
        atoms += [backend.add_atom() for _ in range(problem.variables - len(names))]
        backend.add_rule(atoms, choice=True)
        for row in problem.rows:
            for terms, most in _upper_bounds(row):
                total, body = _positive((atoms[variable], factor) for factor, variable in terms)
                if most + total < 0:
                    backend.add_rule([])
                elif sum(weight for _, weight in body) > most + total:
                    _check(most + total, body)
                    backend.add_weight_rule([], most + total + 1, body)
        if costs is not None:
            weights = [(atom, cost) for atom, cost in zip(atoms, costs, strict=False) if cost]
            backend.add_minimize(0, weights)
    return atoms


def _upper_bounds(row: LinearRow) -> Iterable[tuple[Sequence[tuple[int, int]], int]]:
    if row.upper is not None:
        yield row.terms, row.upper
    if row.lower is not None:
        yield [(-factor, variable) for factor, variable in row.terms], -row.lower


def _positive(terms: Iterable[tuple[int, int]]) -> tuple[int, list[tuple[int, int]]]:
    """Literals with positive weights, whose sum is that of the terms plus a number."""
    total, body = 0, []
    for atom, factor in terms:
        if factor < 0:
            total -= factor
            body.append((-atom, -factor))
        elif factor:
            body.append((atom, factor))
    return total, body


def _check(most: int, body: Sequence[tuple[int, int]]) -> None:
    if max(most + 1, *(weight for _, weight in body)) > LARGEST:
        raise Fault(f"a number of a sum is larger than {LARGEST:,}")
