"""How long a command of many steps may take, and what is told meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from time import monotonic
from typing import TYPE_CHECKING

from excover.cli.options import Function, current_session, takes_time_limit
from excover.cli.progress import Line
from excover.cli.report import REASONS
from excover.cli.session import Session
from excover.cli.status import ExitStatus
from excover.solve.outcome import StoppedBy

if TYPE_CHECKING:
    from excover.analysis.progress import Progress


class Patience:
    """A request to stop, by a signal or when the time is up; till then, on a terminal, the progress."""

    def __init__(self, session: Session, limit: float | None) -> None:
        self._session = session
        self._began, self._limit = monotonic(), limit
        self.line = Line(session)

    def __call__(self) -> bool:
        return self._session.stop() or self.left == 0

    @property
    def seconds(self) -> float:
        """Since it began."""
        return monotonic() - self._began

    @property
    def left(self) -> float | None:
        """Seconds till the time is up; None where there is no limit."""
        return None if self._limit is None else max(0.0, self._limit - self.seconds)

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
        return self._session.stop.status or ExitStatus.STOPPED

    @property
    def stopped_by(self) -> StoppedBy:
        return StoppedBy.INTERRUPT if self._session.stop.status else StoppedBy.TIME

    @property
    def told(self) -> str:
        return REASONS[self.stopped_by]


def takes_patience(function: Function) -> Function:
    """Adds --time-limit; the function gets the ``patience``."""

    @takes_time_limit
    @wraps(function)
    def command(time_limit: float | None, **rest: object) -> int:
        return function(patience=Patience(current_session(), time_limit), **rest)

    return command
