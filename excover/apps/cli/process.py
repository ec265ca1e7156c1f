"""The process of a command: its standard streams, its exit statuses, and the signals that end it.

Ctrl-C, SIGTERM and SIGHUP: during a search they request its end, otherwise they raise an exception.

>>> stop = Stop()
>>> with stop.installed(), stop.requested_only():
...     signal.raise_signal(signal.SIGINT)
...     bool(stop), stop.status
(True, 130)

A request loses nothing: the command shows what was found and then ends. A second signal ends it at once.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from types import FrameType
from typing import TYPE_CHECKING

from excover import __version__
from excover.base.json import line
from excover.base.words import printable as printable
from excover.search.outcome import Cancellation, StoppedBy

if TYPE_CHECKING:
    from excover.base.json.outputs import Output

VERSION_LINE = f"excover {__version__}"


def ready() -> None:
    """Makes both streams writable, whatever they are connected to and whatever they can encode."""
    _occupy_closed_descriptors()
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(_Closed()), encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


class _Closed(io.RawIOBase):
    """Standard output closed by the caller: writing is an error, so that no answer is lost silently."""

    def writable(self) -> bool:
        return True

    def write(self, _data: object) -> int:
        raise OSError(errno.EBADF, "standard output is closed")


def _occupy_closed_descriptors() -> None:
    """A file opened later must not get the descriptor of a closed stream and receive its output."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)


def print_text(text: str) -> None:
    """Writes lines to standard output and flushes them."""
    write(text)
    flush()


def print_data(data: Output) -> None:
    """An object on standard output, at once."""
    print_text(line(data))


def write(text: str) -> None:
    """Writes lines to standard output, possibly buffered."""
    stream = sys.stdout
    if isinstance(stream, io.TextIOWrapper) and isinstance(stream.buffer, io.RawIOBase):
        _write_whole(stream, f"{text}\n".encode(stream.encoding, stream.errors or "strict"))
    else:
        stream.write(text + "\n")


def write_encoded(text: bytes) -> None:
    """Writes lines in UTF-8 to standard output, possibly buffered."""
    stream = sys.stdout
    if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower() == "utf-8" and os.linesep == "\n":
        _write_whole(stream, text)
    else:
        stream.write(text.decode())


def _write_whole(stream: io.TextIOWrapper, text: bytes) -> None:
    """Without a buffer, as `PYTHONUNBUFFERED` wants it, a signal may end a write in the middle."""
    stream.flush()
    while text:
        written = stream.buffer.write(text)
        assert isinstance(written, int)
        text = text[written:]


def note(text: str) -> None:
    """Writes lines to standard error, after flushing standard output; a closed stream is ignored."""
    flush()
    with contextlib.suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def flush() -> None:
    sys.stdout.flush()


def abandon() -> None:
    """Drops what could not be written, so that the interpreter does not try again at exit."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        sys.stdout.flush()
    if isinstance(getattr(sys.stdout.buffer, "raw", None), _Closed):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


# The exit statuses of commands.


class ExitStatus(IntEnum):
    """A signal gives 128 plus its number: 130 after Ctrl-C, 143 after SIGTERM."""

    SOLVED = 0
    NO_SOLUTION = 1
    USAGE = 2
    """An error in the description or on the command line."""
    STOPPED = 3
    """A limit was reached before the answer; of a search for the best solution, when there was one."""
    NONE_YET = 4
    """A limit was reached before a search for the best solution had any."""
    FAULT = 70
    """A bug in excover."""


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(KeyboardInterrupt):
    """A signal that ends the command with ``status``; ``why`` is printed."""

    def __init__(self, status: int, why: str = "interrupted") -> None:
        super().__init__(status)
        self.status, self.why = status, why


LEAST_READING = 1.0
"""The seconds that a description has to be read, whatever the limit: nearly all take less."""


class Stop(Cancellation):
    """Cancelled by signals: the cancellation of all runs of a command."""

    def __init__(self) -> None:
        super().__init__()
        self.status = 0
        """128 plus the number of the signal received; 0 if none."""
        self._waits = False

    @contextmanager
    def requested_only(self) -> Iterator[None]:
        """A context in which the first signal only sets ``status``."""
        self._waits = True
        try:
            yield
        finally:
            self._waits = False

    def raise_if_requested(self) -> None:
        if self.status:
            raise Interrupted(self.status)

    @contextmanager
    def installed(self) -> Iterator[None]:
        """A context in which signals are handled here, except those that the caller's shell ignores."""
        here = threading.current_thread() is threading.main_thread()
        wanted = [number for number in SIGNALS if here and signal.getsignal(number) is not signal.SIG_IGN]
        before = {number: signal.signal(number, self._handle) for number in wanted}
        hook, sys.unraisablehook = sys.unraisablehook, _quiet(sys.unraisablehook)
        try:
            yield
        finally:
            sys.unraisablehook = hook
            for number, handler in before.items():
                signal.signal(number, handler or signal.SIG_DFL)

    @contextmanager
    def reading(self, seconds: float | None) -> Iterator[None]:
        """A context that ends after so many seconds, by Interrupted."""
        if seconds is None or threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGALRM, self._end_reading)
        signal.setitimer(signal.ITIMER_REAL, min(max(seconds, LEAST_READING), 1e6))
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def _end_reading(self, _number: int, _frame: FrameType | None) -> None:
        raise Interrupted(ExitStatus.STOPPED, "stopped by --time-limit while the description was read")

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        first, self.status = not self.status, 128 + number
        self.cancel(StoppedBy.INTERRUPT)
        if not (first and self._waits):
            raise Interrupted(self.status)


def _quiet(hook: Callable[[sys.UnraisableHookArgs], object]) -> Callable[[sys.UnraisableHookArgs], object]:
    """Python drops exceptions in destructors; a dropped Interrupted needs no report, as ``status`` is set."""

    def report_others(args: sys.UnraisableHookArgs) -> None:
        if not isinstance(args.exc_value, Interrupted):
            hook(args)

    return report_others
