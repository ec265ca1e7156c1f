"""The exit statuses of commands."""

from __future__ import annotations

from enum import IntEnum


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
