"""What the exit status of a command means."""

from __future__ import annotations

from enum import IntEnum


class ExitStatus(IntEnum):
    """Signals give 128 and their number: 130 after Ctrl-C, 143 after SIGTERM."""

    SOLVED = 0
    NO_SOLUTION = 1
    USAGE = 2
    """A wrong description, or a wrong command line."""
    STOPPED = 3
    """A limit came before the answer."""
    FAULT = 70
    """A fault of excover itself."""
