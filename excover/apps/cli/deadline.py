"""The run of a command with several steps: its time limit, its cancellation, and its line of progress."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps

from excover.apps.cli.parameters import CommandFunction, takes_time_limit
from excover.apps.cli.progress import ProgressLine
from excover.apps.cli.report import REASONS
from excover.apps.cli.session import Session, current_session
from excover.apps.cli.streams import ExitStatus
from excover.search.outcome import StoppedBy
from excover.search.run import Budget, Run


class Deadline:
    """A ``run`` that a signal or the time limit ends; a ``line`` on a terminal shows its progress."""

    def __init__(self, session: Session, limit: float | None) -> None:
        self._session = session
        self.line = ProgressLine(session)
        self.run = Run(Budget(seconds=limit), cancellation=session.stop, progress=self.line).started()

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return self.run.seconds

    @contextmanager
    def working(self) -> Iterator[None]:
        """A context in which signals only request an end. The line of progress is erased afterwards."""
        with self._session.stop.requested_only(), self.line:
            yield

    @property
    def status(self) -> int:
        """The exit status of a command that was stopped."""
        return self._session.stop.status or ExitStatus.STOPPED

    @property
    def stopped_by(self) -> StoppedBy:
        """Why a command was stopped."""
        return self.run.stopped_by or StoppedBy.TIME

    @property
    def reason(self) -> str:
        """Why a command was stopped, in words."""
        return REASONS[self.stopped_by]


def takes_deadline(function: CommandFunction) -> CommandFunction:
    """Adds --time-limit; the function gets the ``deadline``."""

    @takes_time_limit
    @wraps(function)
    def command(time_limit: float | None, **rest: object) -> int:
        return function(deadline=Deadline(current_session(), time_limit), **rest)

    return command
