"""A solver in a process of its own, which can be ended at any moment, whatever it does.

A library of another program may not look at signals for minutes, and may crash; neither harms this process.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any
from weakref import finalize

from excover.errors import ExcoverError
from excover.solve.external.task import Message, Task
from excover.solve.programs import Program


class EngineFailed(ExcoverError, RuntimeError):
    """The solver of another program gave no answer, or a wrong one; the message says which, and why."""


class SolverProcess:
    """The process begins at once, and works from `give` on. It ends with this object, or before by `end`.

    It is in a process group of its own, so that Ctrl-C in a terminal reaches only the process that decides.
    """

    def __init__(self, engine: str, program: Program) -> None:
        self._title = program.title
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "excover.solve.external.worker", engine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            process_group=0,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._to: Connection[Task, object] = Connection(os.dup(process.stdin.fileno()), readable=False)
        self._from: Connection[object, Message] = Connection(os.dup(process.stdout.fileno()), writable=False)
        process.stdin.close()
        process.stdout.close()
        self._senders: list[Thread] = []
        self._end = finalize(self, _end, process, self._senders, self._to, self._from)

    def give(self, task: Task) -> None:
        """Sends the task from another thread, since the process reads it only when its library is loaded."""
        sender = Thread(target=_send, args=(self._to, task), daemon=True)
        sender.start()
        self._senders.append(sender)

    def next_message(self, seconds: float) -> Message | None:
        """The next message, if it comes within so many seconds. Raises EngineFailed if the process ended."""
        try:
            return self._from.recv() if self._from.poll(seconds) else None
        except (EOFError, OSError):
            status = self._process.wait()
            end = f"by signal {-status}" if status < 0 else f"with status {status}"
            raise EngineFailed(f"{self._title} ended {end} before it had an answer") from None

    def end(self) -> None:
        """Kills the process; a second call does nothing."""
        self._end()


def _send(to: Connection[Task, object], task: Task) -> None:
    with suppress(OSError):  # the process was ended
        to.send(task)


def _end(process: subprocess.Popen[bytes], senders: list[Thread], *connections: Connection[Any, Any]) -> None:
    process.kill()
    process.wait()
    for sender in senders:  # nothing reads what it writes, so that it ends, too
        sender.join()
    for connection in connections:
        connection.close()
