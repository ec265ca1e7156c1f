"""How far a search came, in words, and the exit status that goes with it."""

from __future__ import annotations

from time import monotonic

from excover.cli.signals import Stop
from excover.cli.status import ExitStatus
from excover.solve.outcome import Outcome, StoppedBy
from excover.words import plural

REASONS = {
    StoppedBy.LIMIT: "stopped by --limit",
    StoppedBy.TIME: "stopped by --time-limit",
    StoppedBy.NODES: "stopped by --node-limit",
    StoppedBy.INTERRUPT: "interrupted",
    StoppedBy.CANCELLED: "cancelled",
    None: "stopped",
}


NOTICEABLE = 0.5
"""Seconds besides the search that are told."""


class Clock:
    """The seconds that have passed for the user, and those of the search where they are far fewer."""

    def __init__(self) -> None:
        self._began = monotonic()

    def told(self, outcome: Outcome) -> str:
        passed, searched = monotonic() - self._began, outcome.statistics.seconds
        of_which = f", of which {searched:.2f} s searching" if passed - searched > NOTICEABLE else ""
        return f"{passed:.2f} s{of_which}"


def summary(outcome: Outcome, clock: Clock) -> str:
    """A deadline never says that there is no solution."""
    count, seconds = outcome.count, clock.told(outcome)
    if outcome.exhausted:
        return f"{plural(count, 'solution') if count else 'no solution'} in {seconds}"
    reason = REASONS[outcome.stopped_by]
    if count:
        return f"at least {plural(count, 'solution')}: {reason} after {seconds}"
    return f"{reason} after {seconds}, before a solution was found: whether there is one is unknown"


def statistics(outcome: Outcome, full: bool, clock: Clock | None = None) -> str:
    """Knuth's units first: they are the same on every machine. In full, with what was chosen and why.

    The seconds are those of the search unless there is a ``clock``.
    """
    work = outcome.statistics
    counted = f"{plural(work.nodes, 'node')}, {plural(work.updates, 'update')}, depth {work.depth:,}"
    seconds = clock.told(outcome) if clock else f"{work.seconds:.2f} s"
    line = f"{counted}, {seconds}, engine {work.engine}"
    if not full:
        return line
    told = f"{line} ({work.reason}), {plural(work.threads, 'thread')}"
    return f"{work.reduction}\n{told}" if work.reduction else told


def exit_status(outcome: Outcome, stop: Stop, *, enough: bool) -> int:
    """``enough``: as many solutions as were asked for is an answer too."""
    if outcome.exhausted:
        return ExitStatus.SOLVED if outcome.count else ExitStatus.NO_SOLUTION
    if outcome.stopped_by is StoppedBy.INTERRUPT:
        return stop.status
    return ExitStatus.SOLVED if enough and outcome.stopped_by is StoppedBy.LIMIT else ExitStatus.STOPPED
