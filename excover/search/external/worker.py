"""The process of a solver: ``python -m excover.search.external.worker ENGINE``, started by `process`.

It receives a task and sends messages (`excover.base.child_process`).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from multiprocessing.connection import Connection

from excover.base.child_process import parent_connection
from excover.search.external.task import Fault, Message, Reporter, Task

Solver = Callable[[Task, Reporter], None]

ROUNDING = 1e-5
"""Solvers in floating point tell bounds that are too high by less."""


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


if __name__ == "__main__":
    main(sys.argv[1])
