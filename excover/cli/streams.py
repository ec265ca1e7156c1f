"""Standard output and standard error: text that cannot drive a terminal, and quiet ends of pipes."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys

from excover.words import visible


def ready() -> None:
    """Makes both streams writable whatever they are connected to, and whatever they can encode."""
    _occupy_closed_descriptors()
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(_Closed()), encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


class _Closed(io.RawIOBase):
    """Standard output that the caller has closed: an answer must not be lost without an error."""

    def writable(self) -> bool:
        return True

    def write(self, _data: object) -> int:
        raise OSError(errno.EBADF, "standard output is closed")


def _occupy_closed_descriptors() -> None:
    """A file opened later must not get the number of a closed stream, and with it what is meant for that."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)


def say(text: str) -> None:
    """A line, or several, on standard output, at once."""
    write(text)
    flush()


def write(text: str) -> None:
    """A line, or several, on standard output, not necessarily at once."""
    sys.stdout.write(text + "\n")


def tell(text: str) -> None:
    """A line, or several, on standard error, behind what was written before; if nobody reads it, so be it."""
    flush()
    with contextlib.suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def printable(text: str) -> str:
    """Text of a description as it may be shown: only its line breaks still do something."""
    return "\n".join(map(visible, text.split("\n")))


def flush() -> None:
    sys.stdout.flush()


def abandon() -> None:
    """What could not be written is dropped, so that the interpreter does not try again when it ends."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        sys.stdout.flush()
    if isinstance(getattr(sys.stdout.buffer, "raw", None), _Closed):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
