"""What the commands for authors share."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from time import monotonic

import click

from excover.authors.clues import NotUnique
from excover.authors.progress import Progress
from excover.authors.unique import Verdict
from excover.cli.inputs import Function, current_session, seconds
from excover.cli.progress import Line
from excover.cli.session import Session
from excover.cli.status import Status
from excover.cli.streams import say, tell

NOT_UNIQUE = {
    Verdict.SEVERAL: "at least two solutions; `excover unique` shows where they differ",
    Verdict.NONE: "no solution; `excover why` tells why",
}


def tell_not_unique(session: Session, wrong: NotUnique) -> int:
    """A puzzle with exactly one solution was needed."""
    verdict = wrong.found.verdict
    if session.json:
        say(json.dumps({"verdict": verdict.value}))
    else:
        tell(NOT_UNIQUE[verdict])
    return Status.NO_SOLUTION


def tell_end(session: Session, text: str) -> None:
    """Why there is no answer, or no further one."""
    if session.json:
        session.tell_data({"end": text})
    else:
        tell(text)


class Patience:
    """A request to stop, by a signal or when the time is up; till then, on a terminal, the progress."""

    def __init__(self, session: Session, limit: float | None) -> None:
        self._session = session
        self._end = None if limit is None else monotonic() + limit
        self.line = Line(session)

    def __call__(self) -> bool:
        return self._session.stop() or (self._end is not None and monotonic() >= self._end)

    def hear(self, progress: Progress) -> None:
        of = f" of {progress.of:,}" if progress.of else ""
        self.line.show(f"{progress.doing}: {progress.done:,}{of}")

    @contextmanager
    def exercised(self) -> Iterator[None]:
        """Within, a signal only asks for an end; afterwards nothing is left on the terminal."""
        with self._session.stop.requested_only(), self.line:
            yield

    @property
    def status(self) -> int:
        """The exit status of a command that was stopped."""
        return self._session.stop.status or Status.STOPPED

    @property
    def told(self) -> str:
        return "interrupted" if self._session.stop.status else "stopped by --time-limit"


def takes_patience(function: Function) -> Function:
    """Adds --time-limit; the function gets the ``patience``."""

    @click.option("--time-limit", type=float, callback=seconds, metavar="S", help="Take at most S seconds.")
    @wraps(function)
    def command(time_limit: float | None, **rest: object) -> int:
        return function(patience=Patience(current_session(), time_limit), **rest)

    return command
