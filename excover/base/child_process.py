"""A process that runs a module of this package: its begin, its messages, and its end.

What runs there may crash, use up all memory, or not look at signals for minutes; this process stays. The two
sides send each other pickled objects over a socket pair; its number in the child is the last argument there.
Standard output has no part in this, so that whatever prints in the child, from its first import on, disturbs
nothing. Nothing is ever written to the pipe that is its standard input: the kernel closes it when the parent
ends, however it ends, and that ends the child.
"""

from __future__ import annotations

import fcntl
import os
import pickle
import select
import signal
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from threading import Thread
from typing import Any, Generic, TypeVar
from weakref import finalize

from excover.base.threads import collect_rarely, start_thread

Sent = TypeVar("Sent")
Received = TypeVar("Received")

STATUS_SECONDS = 1.0
"""A process that ends closes its socket a moment before it has a status."""


class ChildEnded(Exception):
    """The process has ended; the text states how: `with status 1`, `by signal 9`."""


class ChildProcess(Generic[Sent, Received]):
    """``python -m MODULE ARGUMENTS``, which begins at once, and ends by `end`, or with this object.

    It finds the modules that this process finds, and is in a process group of its own, so that Ctrl-C in a
    terminal reaches only the process that decides. ``shows_errors``: what it writes to standard error is
    shown. One thread at a time may call the methods, `kill` excepted.
    """

    def __init__(self, module: str, *arguments: str, shows_errors: bool = False) -> None:
        here, there = Pipe()
        with there, _beside_standard_streams(there) as passed:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", module, *arguments, str(passed.fileno())],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                pass_fds=[passed.fileno()],
                stderr=None if shows_errors else subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                process_group=0,
            )
        self._connection: Connection[Sent, Received] = here
        self._senders: list[Thread] = []
        self._end = finalize(self, _end, self._process, self._senders, here)

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def fileno(self) -> int:
        """For `multiprocessing.connection.wait`: readable if a message has come, or the process has ended."""
        return self._connection.fileno()

    def send(self, message: Sent) -> None:
        """Waits until the process has room for it. If the process has ended, `receive` reports it."""
        with suppress(OSError):
            self._connection.send(message)

    def send_later(self, message: Sent) -> None:
        """Sends from another thread: a process that is still beginning reads nothing, so that a large message
        would have to wait.
        """
        self._senders[:] = [sender for sender in self._senders if sender.is_alive()]
        sender = Thread(target=_send, args=(self._connection, pickle.dumps(message)), daemon=True)
        start_thread(sender)
        self._senders.append(sender)

    def receive(self, seconds: float) -> Received | None:
        """The next message, if it comes within so many seconds. Raises ChildEnded."""
        try:
            if not self._connection.poll(seconds):
                return None
            return self._receive()
        except (EOFError, OSError):
            raise ChildEnded(self._how_it_ended()) from None

    def _receive(self) -> Received:
        try:
            return self._connection.recv()
        except (EOFError, OSError):
            raise
        except BaseException:  # as Ctrl-C: the rest of this message would be taken for the next one
            self.end()
            raise

    def _how_it_ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=STATUS_SECONDS)
        self.end()
        status = self._process.returncode
        return f"by signal {-status}" if status < 0 else f"with status {status}"

    def kill(self) -> None:
        """From any thread: who waits for a message gets ChildEnded."""
        self._process.kill()

    def end(self) -> None:
        """Kills the process, if it has not ended, and waits until it has; a second call does nothing."""
        self._end()


def _beside_standard_streams(connection: Connection[Any, Any]) -> Connection[Any, Any]:
    """The same under a number that is none of theirs: where they are closed, the next file takes one."""
    return Connection(fcntl.fcntl(connection.fileno(), fcntl.F_DUPFD_CLOEXEC, 3))


def _send(connection: Connection[Any, Any], message: bytes) -> None:
    with suppress(OSError):  # the process has ended
        connection.send_bytes(message)


def _end(process: subprocess.Popen[bytes], senders: list[Thread], connection: Connection[Any, Any]) -> None:
    process.kill()
    process.wait()
    for sender in senders:  # no one reads what it sends, so that it ends, too
        sender.join()
    connection.close()
    if process.stdin:
        process.stdin.close()


def parent_connection() -> Connection[Any, Any]:
    """In the child, once: what it sends and receives. From now on it ends when its parent does, and garbage
    is collected rarely.
    """
    connection: Connection[Any, Any] = Connection(int(sys.argv.pop()))
    os.set_inheritable(connection.fileno(), False)
    _end_with_pipe(0)
    collect_rarely()
    return connection


def _end_with_pipe(pipe: int) -> None:
    """The kernel sends SIGIO when the other end of a pipe is closed, which ends a process at once, even
    within a library that keeps Python's lock.
    """
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([pipe], [], [], 0)[0]:  # it was closed before
        os._exit(1)
