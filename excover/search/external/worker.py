"""The process of a solver, ``python -m excover.search.external.worker ENGINE``, which is started by
`external_search`: it receives a task and sends messages (`excover.base.child_process`).

Solvers know items and sums. What they know nothing of, global constraints, each cover is tested by here:
clauses
that it breaks are added, and the solver goes on. So it does after a cover that is one of several that are
wanted: the next one differs.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Literal, Protocol, TypeAlias

from excover.base.child_process import parent_connection
from excover.matrix.constraints import Disjunction, GlobalConstraint
from excover.matrix.matrix import Matrix
from excover.matrix.verify import broken_rule


@dataclass(frozen=True, slots=True)
class Task:
    """A matrix for a solver: find any cover, or, with ``costs`` (one per option), one of least cost.

    The names in the matrix mean nothing. ``start`` is a cover to begin with, or None. ``threads`` may search
    at once. ``seed``: of a random search. ``wanted``: so many covers, or all; with costs, one.
    """

    matrix: Matrix
    costs: Sequence[int] | None
    start: Sequence[int] | None
    threads: int
    seed: int | None
    wanted: int | None = 1


Message: TypeAlias = (
    tuple[Literal["found"], tuple[int, ...]]
    | tuple[Literal["bound"], int]
    | tuple[Literal["finished"], None]
    | tuple[Literal["failed"], str]
)
"""A cover; a cost that no cover undercuts; that the last cover is the best, or there is none; a fault."""


class Reporter(Protocol):
    """To whom a solver reports what it knows."""

    def found(self, cover: Sequence[int]) -> None: ...

    def bound(self, bound: float) -> None: ...


class Fault(Exception):
    """A solver ended without an answer, and reports why."""


class TaskSolver(Protocol):
    """A task that a solver has taken."""

    def next_cover(self) -> Sequence[int] | None:
        """One that keeps all clauses, of least cost, or None; with costs, others may be reported before."""

    def add(self, clause: Disjunction) -> None:
        """One with a literal at least."""


Solver = Callable[[Task, Reporter], TaskSolver]


def answer(solver: Solver, task: Task, sink: Reporter) -> None:
    """Reports covers and bounds, and returns when there are as many as are wanted, or no more."""
    matrix, found = task.matrix, 0
    reporter = _Tested(matrix.constraints, sink)
    model = solver(task, reporter)
    for constraint in matrix.constraints:
        for clause in constraint.clauses():
            if not clause:
                return
            model.add(clause)
    while (cover := model.next_cover()) is not None:
        cuts = [cut for each in matrix.constraints for cut in each.cuts(cover)]
        if not cuts:
            sink.found(cover)
            found += 1
            if task.costs is not None or found == task.wanted:
                return
            cuts = [_another(matrix, cover)]
        for cut in cuts:
            if not cut:
                return
            model.add(cut)


def _another(matrix: Matrix, cover: Sequence[int]) -> Disjunction:
    """No cover is a part of another one if each option has an item that is covered exactly once."""
    chosen = set(cover)
    others = () if matrix.free_option is None else set(range(len(matrix.options))).difference(chosen)
    return [*(-option - 1 for option in chosen), *(option + 1 for option in others)]


class _Tested:
    """Reports the covers that keep some constraints, and all bounds, which hold for these, too."""

    def __init__(self, constraints: Sequence[GlobalConstraint], sink: Reporter) -> None:
        self._constraints = constraints
        self._sink = sink
        self.bound = sink.bound

    def found(self, cover: Sequence[int]) -> None:
        if not broken_rule(self._constraints, [cover]):
            self._sink.found(cover)


ROUNDING = 1e-5
"""Solvers in floating point report bounds that are too high by less."""


class _MessageSender:
    """Sends messages; a bound only if it is better than the last one."""

    def __init__(self, sink: Connection[Message, Task]) -> None:
        self._sink = sink
        self._bound = -math.inf

    def found(self, cover: Sequence[int]) -> None:
        self.send(("found", tuple(cover)))

    def bound(self, bound: float) -> None:
        if math.isfinite(bound) and bound > self._bound:
            self._bound = bound
            whole = bound if isinstance(bound, int) else math.ceil(bound - ROUNDING)
            self.send(("bound", whole))

    def send(self, message: Message) -> None:
        self._sink.send(message)


def main(engine: str) -> None:
    parent: Connection[Message, Task] = parent_connection()
    sender = _MessageSender(parent)
    try:
        solver: Solver = import_module(f"excover.search.external.{engine.replace('-', '_')}").model_of
        answer(solver, parent.recv(), sender)
    except Fault as fault:
        sender.send(("failed", str(fault)))
    except MemoryError:
        sender.send(("failed", "out of memory"))
    except Exception as fault:
        sender.send(("failed", f"{type(fault).__name__}: {fault}"))
    else:
        sender.send(("finished", None))


if __name__ == "__main__":  # the module of this name, so that its `Fault` is the one that solvers raise
    import_module("excover.search.external.worker").main(sys.argv[1])
