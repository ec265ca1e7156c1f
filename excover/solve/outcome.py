"""What a search can honestly say: solved, none, or unknown, and what it cost.

>>> work = Statistics(nodes=12, updates=340, depth=4, seconds=0.001, engine="sparse")
>>> Outcome(count=2, exhausted=True, stopped_by=None, statistics=work).status
<Status.SOLVED: 'solved'>
>>> Outcome(count=0, exhausted=False, stopped_by=StoppedBy.TIME, statistics=work).status
<Status.UNKNOWN: 'unknown'>
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from excover.errors import ExcoverError
from excover.words import plural


class Status(Enum):
    """Is there a solution?"""

    SOLVED = "solved"
    NONE = "none"
    UNKNOWN = "unknown"


class StoppedBy(Enum):
    """What ended a run before it had seen everything."""

    LIMIT = "limit"
    """The budget of solutions."""
    TIME = "time"
    """The budget of seconds."""
    NODES = "nodes"
    """The budget of nodes."""
    INTERRUPT = "interrupt"
    """Ctrl-C, SIGTERM or SIGHUP."""
    CANCELLED = "cancelled"
    """A request of the program that began the run."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a search cost so far.

    ``nodes`` of the search tree, ``updates`` (options removed from the sets of items; with lanes, the words
    passed over) and ``depth`` (most options chosen at once) are like Knuth's: the same problem and budget
    give the same numbers on every machine. ``seconds`` are those spent in the ``engine``, chosen for a
    ``reason``, on so many ``threads``. ``reduction``: what was removed before, and why no more; empty if that
    was not asked for.
    """

    nodes: int
    updates: int
    depth: int
    seconds: float
    engine: str
    reason: str = ""
    threads: int = 1
    reduction: str = ""

    def __add__(self, more: Statistics) -> Statistics:
        """What both cost together; engine, reason, threads and reduction are those of the first."""
        return replace(
            self,
            nodes=self.nodes + more.nodes,
            updates=self.updates + more.updates,
            depth=max(self.depth, more.depth),
            seconds=self.seconds + more.seconds,
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """How far a search has come.

    ``count`` solutions were found; there are no others if ``exhausted``, and otherwise it is a lower bound.
    ``stopped_by`` is None if the search is exhausted, or has not been stopped yet.
    """

    count: int
    exhausted: bool
    stopped_by: StoppedBy | None
    statistics: Statistics

    def ended(self, reason: StoppedBy | None) -> Outcome:
        """The same after an end for this reason; what was exhausted before, or has not ended, is as it is."""
        return self if reason is None or self.exhausted else replace(self, stopped_by=reason)

    @property
    def status(self) -> Status:
        """*None* only after everything was searched: a deadline never says so."""
        if self.count:
            return Status.SOLVED
        return Status.NONE if self.exhausted else Status.UNKNOWN


_REASONS = {
    StoppedBy.LIMIT: "the budget of solutions was spent",
    StoppedBy.TIME: "the budget of seconds was spent",
    StoppedBy.NODES: "the budget of nodes was spent",
    StoppedBy.INTERRUPT: "the work was interrupted",
    StoppedBy.CANCELLED: "the work was cancelled",
    None: "the work was not finished",
}


class Unfinished(ExcoverError, RuntimeError):
    """A run ended before the answer was known; ``outcome`` says why, and what was found until then."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome

    def __str__(self) -> str:
        found = plural(self.outcome.count, "solution")
        so_far = f", with {found} found so far" if self.outcome.count else ""
        return f"{_REASONS[self.outcome.stopped_by]} before the answer was known{so_far}"
