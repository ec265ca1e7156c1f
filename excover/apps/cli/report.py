"""The outcome of a search in words, and its exit status."""

from __future__ import annotations

from time import monotonic

from excover.apps.cli.signals import Stop
from excover.apps.cli.streams import ExitStatus
from excover.base.words import plural
from excover.search.consumers import PROGRAMS
from excover.search.outcome import Outcome, StoppedBy

REASONS = {
    StoppedBy.LIMIT: "stopped by --limit",
    StoppedBy.GAP: "stopped by --gap",
    StoppedBy.TIME: "stopped by --time-limit",
    StoppedBy.NODES: "stopped by --node-limit",
    StoppedBy.INTERRUPT: "interrupted",
    StoppedBy.CANCELLED: "cancelled",
    None: "stopped",
}


NOTICEABLE = 0.5
"""Seconds outside the search that are worth reporting."""


class Clock:
    """Measures the elapsed time, and reports the search time if it is much shorter."""

    def __init__(self) -> None:
        self._began = monotonic()

    def elapsed(self, outcome: Outcome) -> str:
        passed, searched = monotonic() - self._began, outcome.statistics.seconds
        of_which = f", of which {searched:.2f} s searching" if passed - searched > NOTICEABLE else ""
        return f"{passed:.2f} s{of_which}"


def summary(outcome: Outcome, clock: Clock) -> str:
    """The outcome in words; a search that was stopped never reports that there is no solution."""
    count, seconds = outcome.count, clock.elapsed(outcome)
    if outcome.claimed_by:
        return f"{outcome.claimed_by} reports that there is no solution (not verified), after {seconds}"
    if outcome.exhausted:
        return f"{plural(count, 'solution') if count else 'no solution'} in {seconds}"
    reason = REASONS[outcome.stopped_by]
    if count:
        return f"at least {plural(count, 'solution')}: {reason} after {seconds}"
    return f"{reason} after {seconds}, before a solution was found: there may be one"


def best_summary(outcome: Outcome, goal: str, clock: Clock) -> str:
    """The outcome of a search for the best solution that has found one."""
    seconds, side = clock.elapsed(outcome), "at most" if goal == "maximize" else "at least"
    if outcome.claimed_by:
        claim = f"{outcome.claimed_by} reports that this is the best there is (not verified)"
        return f"{outcome.best_values}; {claim}, after {seconds}"
    if outcome.exhausted:
        return f"{outcome.best_values}: the best there is, after {seconds}"
    reason = REASONS[outcome.stopped_by]
    first = outcome.goals[0][0] if outcome.goals else "cost"
    if outcome.gap == 0:  # later goals are open
        return (
            f"{outcome.best_values}: the best so far, and {first} cannot be better; {reason} after {seconds}"
        )
    gap = "" if outcome.gap is None else f" (gap {outcome.gap:.2%})"
    bound = "" if outcome.bound is None else f"the best {first} is {side} {outcome.bound:,}{gap}; "
    return f"{outcome.best_values}: the best so far; {bound}{reason} after {seconds}"


def statistics(outcome: Outcome, full: bool, clock: Clock | None = None) -> str:
    """Work in Knuth's units, which are the same on every machine; ``full`` adds the choice and its reason.

    The seconds are those of the search unless there is a ``clock``. The work of other people's solvers is not
    known in these units.
    """
    work = outcome.statistics
    counted = f"{plural(work.nodes, 'node')}, {plural(work.updates, 'update')}, depth {work.depth:,}"
    if work.engine in PROGRAMS:
        return f"{work.seconds:.2f} s, engine {work.engine} ({work.reason}), {plural(work.threads, 'thread')}"
    seconds = clock.elapsed(outcome) if clock else f"{work.seconds:.2f} s"
    line = f"{counted}, {seconds}, engine {work.engine}"
    if not full:
        return line
    return f"{line} ({work.reason}), {plural(work.threads, 'thread')}"


def exit_status(outcome: Outcome, stop: Stop, *, enough: bool) -> int:
    """The exit status; ``enough`` means that reaching --limit or --gap counts as solved."""
    if outcome.exhausted:
        return ExitStatus.SOLVED if outcome.count else ExitStatus.NO_SOLUTION
    if outcome.stopped_by is StoppedBy.INTERRUPT:
        return stop.status
    answers = (StoppedBy.LIMIT, StoppedBy.GAP)
    return ExitStatus.SOLVED if enough and outcome.stopped_by in answers else ExitStatus.STOPPED
