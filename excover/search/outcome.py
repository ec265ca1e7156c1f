"""The honest outcome of a search: solved, none, or unknown, with its cost.

>>> spent = Statistics(nodes=12, updates=340, depth=4, seconds=0.001, engine="sparse")
>>> Outcome(count=2, exhausted=True, stopped_by=None, statistics=spent).status
<Status.SOLVED: 'solved'>
>>> Outcome(count=0, exhausted=False, stopped_by=StoppedBy.TIME, statistics=spent).status
<Status.UNKNOWN: 'unknown'>

Engines that take turns are compared by their work in a common unit:

>>> work(Statistics(nodes=100, updates=1000, depth=9, seconds=0.1, engine="graph"))
150000.0

A request to end a run, with its reason: from another thread, a signal handler, or a button.

>>> button = Cancellation()
>>> bool(button), button.reason
(False, None)
>>> button.cancel(), button.cancel(StoppedBy.INTERRUPT)
(None, None)
>>> bool(button), button.reason
(True, <StoppedBy.CANCELLED: 'cancelled'>)
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, NoReturn

from excover.base.errors import ExcoverError
from excover.base.frozen import Frozen
from excover.base.json import json_number
from excover.base.words import plural, thousands
from excover.language.meaning.puzzle import COST
from excover.search.engine_table import MEMBERS

if TYPE_CHECKING:
    from excover.base.json.objects import OutcomeData


class StoppedBy(Enum):
    """The reason why a run ended before it had searched everything."""

    LIMIT = "limit"
    """The budget of solutions."""
    GAP = "gap"
    """The best solution is proved to be as near to the optimum as was requested."""
    TIME = "time"
    """The budget of seconds."""
    NODES = "nodes"
    """The budget of nodes."""
    INTERRUPT = "interrupt"
    """Ctrl-C, SIGTERM or SIGHUP."""
    CANCELLED = "cancelled"
    """A request of the program that began the run."""


class Cancellation:
    """Ends every run that it was given to; true once it was requested, and it cannot be withdrawn.

    A run checks it every few hundredths of a second. `cancel` may be called from any thread and from a signal
    handler: it takes no lock, since appending to a list is atomic.
    """

    def __init__(self) -> None:
        self._requests: list[StoppedBy] = []

    def cancel(self, reason: StoppedBy = StoppedBy.CANCELLED) -> None:
        """Requests the end. The first of several requests gives the reason."""
        if not self._requests:
            self._requests.append(reason)

    @property
    def reason(self) -> StoppedBy | None:
        """Why the runs must end; None while they may continue."""
        return self._requests[0] if self._requests else None

    def __bool__(self) -> bool:
        return self.reason is not None

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("a Cancellation belongs to its process: a copy elsewhere would end nothing")


class _Never(Cancellation):
    """Shared by all runs without another one, so it cannot be cancelled."""

    def cancel(self, reason: StoppedBy = StoppedBy.CANCELLED) -> NoReturn:
        raise RuntimeError("this run cannot be cancelled: give it a Cancellation of its own")

    def __repr__(self) -> str:
        return "NEVER"

    def __reduce__(self) -> str:
        return "NEVER"


NEVER = _Never()


class Status(Enum):
    """Whether there is a solution."""

    SOLVED = "solved"
    NONE = "none"
    UNKNOWN = "unknown"


class Statistics(Frozen):
    """What a search cost so far.

    ``nodes`` of the search tree, ``updates`` (options removed from the sets of items; with lanes, the words
    processed) and ``depth`` (most options chosen at once) are like Knuth's: the same problem and budget give
    the same numbers on every machine. ``seconds`` were spent in the ``engine``, chosen for a ``reason``, on a
    number of ``threads``.
    """

    _is_made_often = True

    nodes: int
    updates: int
    depth: int
    seconds: float
    engine: str
    reason: str = ""
    threads: int = 1

    def __add__(self, more: Statistics) -> Statistics:
        """The sum of both; engine, reason and threads are those of the first."""
        return self.replaced(
            nodes=self.nodes + more.nodes,
            updates=self.updates + more.updates,
            depth=max(self.depth, more.depth),
            seconds=self.seconds + more.seconds,
        )


class Outcome(Frozen):
    """The progress of a search.

    ``count`` solutions were found; there are no others if ``exhausted``, and otherwise it is a lower bound.
    ``stopped_by`` is None if the search is exhausted, or has not been stopped yet. Of a search for the best
    solution, ``cost`` is that of the best one so far, and no solution is better than ``bound``: to minimize,
    none costs less. Each is None where it is not known; type checkers do not
    ask, for where it is asked for, it mostly is. ``goals`` are the names and values of all goals,
    where they are not the cost alone; then ``cost`` and ``bound`` are those of the first. ``claimed_by``: the
    program of other people on whose word there are no others; empty if excover has proved it. A solution that
    has the cost of the bound: then the search is ``exhausted``, except for goals that follow.
    """

    _is_made_often = True

    count: int
    exhausted: bool
    stopped_by: StoppedBy | None
    statistics: Statistics
    cost: int | Any = None
    bound: int | Any = None
    claimed_by: str = ""
    goals: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        is_proved = self.cost is not None and self.cost == self.bound
        assert self.exhausted or not is_proved or len(self.goals) > 1, "the best is proved, and sought on"

    @property
    def best_values(self) -> str:
        """The cost of the best solution so far, or the values of its goals: `delay 3, cost 104`.

        Empty without a solution.
        """
        if self.goals:
            return ", ".join(f"{name} {thousands(value)}" for name, value in self.goals)
        return "" if self.cost is None else f"cost {thousands(self.cost)}"

    @property
    def gap(self) -> float | Any:
        """How far the best solution so far may be from the optimum, as a part of its cost; None if unknown.

        >>> Outcome(1, False, None, Statistics(0, 0, 0, 0.0, "cost"), cost=104, bound=100).gap
        0.038461538461538464
        """
        if self.cost is None or self.bound is None:
            return None
        return float(abs(self.cost - self.bound) / (abs(self.cost) or 1))

    @property
    def best_so_far(self) -> str:
        """What is known of the best cost: `cost 104, bound 100, gap 3.8%`; empty if nothing is."""
        if self.cost is None:
            return ""
        gap = f", bound {thousands(self.bound)}, gap {self.gap:.1%}" if self.gap else ""
        return f"{self.best_values}{gap}"

    def in_own_numbers(self, total: Callable[[str, int], Any]) -> Outcome:
        """With the program's own numbers: ``total`` gives that of a sum, by its name."""
        first = self.goals[0][0] if self.goals else COST
        cost, bound = (each if each is None else total(first, each) for each in (self.cost, self.bound))
        goals = tuple((name, total(name, number)) for name, number in self.goals)
        return self.replaced(cost=cost, bound=bound, goals=goals)

    def ended(self, reason: StoppedBy | None) -> Outcome:
        """The outcome after an end for this reason; unchanged if it is exhausted, or has not ended."""
        return self if reason is None or self.exhausted else self.replaced(stopped_by=reason)

    @property
    def status(self) -> Status:
        """*None* only after everything was searched, and never because of a deadline."""
        if self.count:
            return Status.SOLVED
        return Status.NONE if self.exhausted else Status.UNKNOWN

    def as_data(self) -> OutcomeData:
        """For JSON."""
        work = self.statistics
        data: OutcomeData = {
            "status": self.status.value,
            "count": self.count,
            "exhausted": self.exhausted,
            "stopped_by": self.stopped_by and self.stopped_by.value,
            "nodes": work.nodes,
            "updates": work.updates,
            "depth": work.depth,
            "seconds": round(work.seconds, 6),
            "engine": work.engine,
            "reason": work.reason,
            "threads": work.threads,
        }
        if self.cost is not None:
            data["cost"] = json_number(self.cost)
        if self.bound is not None:
            data["bound"] = json_number(self.bound)
        if self.goals:
            data["goals"] = {name: json_number(value) for name, value in self.goals}
        if self.gap is not None:
            data["gap"] = round(self.gap, 6)
        if self.claimed_by:
            data["claimed_by"] = self.claimed_by
        return data


_REASONS = {
    StoppedBy.LIMIT: "the budget of solutions was spent",
    StoppedBy.GAP: "the gap was small enough",
    StoppedBy.TIME: "the budget of seconds was spent",
    StoppedBy.NODES: "the budget of nodes was spent",
    StoppedBy.INTERRUPT: "the work was interrupted",
    StoppedBy.CANCELLED: "the work was cancelled",
    None: "the work was not finished",
}


class Unfinished(ExcoverError, RuntimeError):
    """A run ended before the answer was known; ``outcome`` has the reason and the results so far."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome

    def __str__(self) -> str:
        found = plural(self.outcome.count, "solution")
        so_far = f", with {found} found so far" if self.outcome.count else ""
        return f"{_REASONS[self.outcome.stopped_by]} before the answer was known{so_far}"


ORDER_COST = 5.0
"""Approximate nanoseconds of a comparison of words when a frontier search looks for its order."""

OPTIONS_COST = 5_000.0
"""The same for an entry, or an option, where it looks for an order of the options."""


def work(statistics: Statistics) -> float:
    """Work in approximate nanoseconds, but counted, so that the same matrix always has the same winner."""
    node, update = MEMBERS[statistics.engine].nanoseconds
    return node * statistics.nodes + update * statistics.updates
