"""The command line: the only place that prints, exits or reads arguments.

    $ excover solve queens -p n=4
    .Q..
    ...Q
    Q...
    ..Q.

Solutions and numbers go to standard output, all that is said about them to standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from excover.cli.signals import Interrupted, Stop
from excover.cli.status import ExitStatus
from excover.cli.streams import abandon, flush, ready, tell


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status; no exception passes."""
    ready()
    stop = Stop()
    try:
        with stop.installed():
            from excover.cli.app import run  # under the signal handlers, for imports take a moment

            status = run(sys.argv[1:] if arguments is None else arguments, stop)
            flush()
            return status
    except Interrupted as interrupted:
        abandon()
        tell("interrupted")
        return interrupted.status
    except BrokenPipeError:  # the reader has seen enough
        abandon()
        return ExitStatus.SOLVED
    except OSError as wrong:  # a full disk, seen when the last output is flushed
        abandon()
        tell(f"error: cannot write the output: {wrong.strerror or wrong}")
        return ExitStatus.USAGE
