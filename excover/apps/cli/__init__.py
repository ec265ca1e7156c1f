"""The command line: the only place that prints, exits or reads arguments.

    $ excover solve queens -p n=4
    .Q..
    ...Q
    Q...
    ..Q.

Solutions and numbers go to standard output, everything about them to standard error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from excover.apps.cli.process import (
    VERSION_LINE,
    ExitStatus,
    Interrupted,
    Stop,
    abandon,
    flush,
    note,
    print_text,
    ready,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status; raises no exception."""
    ready()
    stop = Stop()
    try:
        with stop.installed():
            status = _run(sys.argv[1:] if arguments is None else list(arguments), stop)
            flush()
            return status
    except Interrupted as interrupted:
        abandon()
        note(interrupted.why)
        return interrupted.status
    except BrokenPipeError:  # the reader has seen enough
        abandon()
        return ExitStatus.SOLVED
    except OSError as wrong:  # a full disk, seen when the last output is flushed
        abandon()
        note(f"error: cannot write the output: {wrong.strerror or wrong}")
        return ExitStatus.USAGE


def _run(arguments: list[str], stop: Stop) -> int:
    """Imports under the signal handlers, since it takes a moment; the version needs nothing of it."""
    if arguments == ["--version"]:
        print_text(VERSION_LINE)
        return ExitStatus.SOLVED
    if instruction := os.environ.get("_EXCOVER_COMPLETE"):
        from excover.apps.cli.completion import complete

        return complete(instruction)
    from excover.apps.cli.app import run

    return run(arguments, stop)
