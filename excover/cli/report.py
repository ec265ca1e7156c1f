"""How far a search came, in words, and the exit status that goes with it."""

from __future__ import annotations

from dataclasses import replace

from excover.cli.signals import Stop
from excover.cli.status import Status
from excover.solve.outcome import Outcome, StoppedBy
from excover.words import plural

REASONS = {
    StoppedBy.LIMIT: "stopped by --limit",
    StoppedBy.TIME: "stopped by --time-limit",
    StoppedBy.NODES: "stopped by --node-limit",
    StoppedBy.INTERRUPT: "interrupted",
    None: "stopped",
}


def settled(outcome: Outcome, stop: Stop) -> Outcome:
    """The outcome of a search that has ended, which a signal may have asked for."""
    if stop() and not outcome.exhausted:
        return replace(outcome, stopped_by=StoppedBy.INTERRUPT)
    return outcome


def summary(outcome: Outcome) -> str:
    """A deadline never says that there is no solution."""
    count, seconds = outcome.count, f"{outcome.statistics.seconds:.2f} s"
    if outcome.exhausted:
        return f"{plural(count, 'solution') if count else 'no solution'} in {seconds}"
    reason = REASONS[outcome.stopped_by]
    if count:
        return f"at least {plural(count, 'solution')}: {reason} after {seconds}"
    return f"{reason} after {seconds}, before a solution was found: whether there is one is unknown"


def statistics(outcome: Outcome, full: bool) -> str:
    """Knuth's units first: they are the same on every machine. In full, with what was chosen and why."""
    work = outcome.statistics
    counted = f"{plural(work.nodes, 'node')}, {plural(work.updates, 'update')}, depth {work.depth:,}"
    line = f"{counted}, {work.seconds:.2f} s, engine {work.engine}"
    if not full:
        return line
    told = f"{line} ({work.reason}), {plural(work.threads, 'thread')}"
    return f"{work.reduction}\n{told}" if work.reduction else told


def exit_status(outcome: Outcome, stop: Stop, *, enough: bool) -> int:
    """``enough``: as many solutions as were asked for is an answer too."""
    if outcome.exhausted:
        return Status.SOLVED if outcome.count else Status.NO_SOLUTION
    if outcome.stopped_by is StoppedBy.INTERRUPT:
        return stop.status
    return Status.SOLVED if enough and outcome.stopped_by is StoppedBy.LIMIT else Status.STOPPED
