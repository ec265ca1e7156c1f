"""The process of a solver, ``python -m excover.search.external.worker ENGINE``, which is started by
`external_search`: it receives a task and sends messages (`excover.base.child_process`).
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
from excover.matrix.matrix import Matrix


@dataclass(frozen=True, slots=True)
class Task:
    """A matrix for a solver: find any cover, or, with ``costs`` (one per option), one of least cost.

    The names in the matrix mean nothing. ``start`` is a cover to begin with, or None. ``threads`` may search
    at once. ``seed``: of a random search.
    """

    matrix: Matrix
    costs: Sequence[int] | None
    start: Sequence[int] | None
    threads: int
    seed: int | None


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


Solver = Callable[[Task, Reporter], None]

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
        solver: Solver = import_module(f"excover.search.external.{engine.replace('-', '_')}").solve
        solver(parent.recv(), sender)
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
