"""The process of a solver: ``python -m excover.solve.external.worker ENGINE``, started by `process`.

It reads a task from standard input, and writes messages to standard output. It ends when standard input is
closed, so that no solver outlives the process that asked it. Libraries that print do so into the void.
"""

from __future__ import annotations

import fcntl
import math
import os
import select
import signal
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from multiprocessing.connection import Connection

from excover.solve.external.task import Fault, Message, Reporter, Task

Solver = Callable[[Task, Reporter], None]

ROUNDING = 1e-5
"""Solvers in floating point tell bounds that are too high by less."""


class _Teller:
    """Sends messages; a bound only if it is news."""

    def __init__(self, sink: Connection[Message, object]) -> None:
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
    source: Connection[object, Task] = Connection(0, writable=False)
    sink: Connection[Message, object] = Connection(os.dup(1), readable=False)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    teller = _Teller(sink)
    try:
        solver: Solver = import_module(f"excover.solve.external.{engine.replace('-', '_')}").solve
        task = source.recv()
        _end_with_the_other_side(0)
        solver(task, teller)
    except Fault as fault:
        teller.send(("failed", str(fault)))
    except MemoryError:
        teller.send(("failed", "out of memory"))
    except Exception as fault:
        teller.send(("failed", f"{type(fault).__name__}: {fault}"))
    else:
        teller.send(("finished", None))


def _end_with_the_other_side(pipe: int) -> None:
    """The kernel sends SIGIO when the other end of a pipe is closed, which ends a process at once, even
    within a library that keeps Python's lock.
    """
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([pipe], [], [], 0)[0]:  # it was closed before
        os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1])
