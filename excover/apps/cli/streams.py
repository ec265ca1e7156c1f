"""Standard output and standard error: escaped control characters, and quiet handling of closed pipes."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from enum import IntEnum
from typing import TYPE_CHECKING

from excover import __version__
from excover.base.words import printable as printable

if TYPE_CHECKING:
    from excover.base.json.standard_output import Output

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
    from excover.base.json.encoding import line

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
    """A limit was reached before the answer."""
    FAULT = 70
    """A bug in excover."""
