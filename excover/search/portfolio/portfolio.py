"""Searches that take turns until one of them has the answer.

Which of several methods is fastest often differs by factors of thousands, in both directions, and no cheap
test predicts it. So they take turns. A scheduler decides whose turn is next, and what is an answer
(`until_enough`, `by_forecast`, `background`).

Turns are measured in nodes and work, not in seconds, so that the same matrix always has the same answer.
(Portfolios of algorithms: B. A. Huberman, R. M. Lukose and T. Hogg, Science 275, 1997; C. P. Gomes and
B. Selman, Artificial Intelligence 126, 2001.)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, TypeAlias

from excover.base.errors import Unsuitable
from excover.base.frozen import Changeable
from excover.matrix.matrix import Matrix
from excover.search._core import TooLarge
from excover.search.engine import ENDLESS, Cover, Sink
from excover.search.outcome import Outcome, Statistics, StoppedBy, work
from excover.search.run import Run

_LEFT_OUT: ContextVar[frozenset[str]] = ContextVar("_LEFT_OUT", default=frozenset())
"""Names of entries that take no part: for measurements and tests of what each is worth."""


@contextmanager
def leaving_out(*names: str) -> Iterator[None]:
    """Entries of these names take no part in portfolios made within, unless they are the main ones."""
    before = _LEFT_OUT.set(_LEFT_OUT.get().union(names))
    try:
        yield
    finally:
        _LEFT_OUT.reset(before)


def is_left_out(name: str) -> bool:
    return name in _LEFT_OUT.get()


def taking_part(entries: Iterable[Entrant]) -> list[Entrant]:
    """Those that are not left out."""
    return [each for each in entries if not is_left_out(each.name)]


UNFIT = (MemoryError, TooLarge, Unsuitable)
"""What ends a member that is not the main one: the others go on without it. Anything else is a fault."""


class Member(Protocol):
    """What searches in slices: an engine, a refutation, the solver of another program, another portfolio."""

    @property
    def is_over(self) -> bool:
        """Whether it can do no more, or may do no more in its run."""

    @property
    def outcome(self) -> Outcome: ...

    @property
    def progress(self) -> float | None:
        """The finished part of its work, from 0 to 1; None if unknown."""

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """Works for a moment, up to so many solutions and nodes; continues after a KeyboardInterrupt, too."""

    def hand_over(self, into: Sink) -> None:
        """Appends the covers found since the last call, each of them verified."""


class Improving(Iterator[Cover], Protocol):
    """A search for the best cover: covers each of which is better than all before."""

    @property
    def outcome(self) -> Outcome: ...

    def drain(self) -> list[Cover]:
        """The cover that was found but not yet returned, if there is one, without further search."""


def tree_node_cost(matrix: Matrix) -> int:
    """The work of a node of `sparse` beside its updates: a look at all items, and at all marks."""
    return len(matrix.items) + sum(len(each.marked) for each in matrix.constraints)


class Entrant(Changeable):
    """A member of a portfolio, which begins with its first turn.

    Its work in the schedule is its ``fee``, for beginning, and what it does, ``node_cost`` for a look at all
    items included, divided by its ``pace``: how much it may do while others do a unit of work.
    ``counts_only``: it hands over none of the covers that it counts. ``is_whole_tree``: it searches a whole
    tree in order, and knows how far it is.
    """

    name: str
    begin: Callable[[], Member]
    fee: float = 0
    pace: int = 1
    node_cost: float = 0
    counts_only: bool = False
    is_whole_tree: bool = False
    member: Member | None = None
    known: Outcome | None = None  # its outcome, if that is asked for after its last slice

    @property
    def outcome(self) -> Outcome | None:
        """None before it has begun."""
        if self.known is None and self.member is not None:
            self.known = self.member.outcome
        return self.known

    @property
    def statistics(self) -> Statistics | None:
        return self.outcome.statistics if self.outcome else None

    @property
    def nodes(self) -> int:
        return self.statistics.nodes if self.statistics else 0

    @property
    def done(self) -> float:
        """The work done so far."""
        return work(self.statistics) + self.node_cost * self.nodes if self.statistics else 0

    @property
    def work(self) -> float:
        return self.fee + self.done / self.pace

    @property
    def count(self) -> int:
        return self.outcome.count if self.outcome else 0

    @property
    def seconds(self) -> float:
        return self.statistics.seconds if self.statistics else 0.0

    @property
    def progress(self) -> float | None:
        return self.member.progress if self.member else None

    def prepared(self) -> Member:
        if self.member is None:
            self.member = self.begin()
        return self.member

    def run_slice(self, solutions: int, nodes: int) -> None:
        member = self.prepared()
        try:
            member.run_slice(solutions, nodes)
        finally:
            self.known = None

    def hand_over(self, into: Sink) -> None:
        if self.member is not None:
            try:
                self.member.hand_over(into)
            finally:
                self.known = None

    def leave(self) -> None:
        """What it remembers is freed, but for its outcome."""
        self.known, self.member = self.outcome, None


NextTurn: TypeAlias = tuple[Entrant, int | None]
"""Whose it is, and up to how many of its nodes; None for a single slice."""


class Scheduler(ABC):
    """Decides for a portfolio whose turn is next and what answers its question.

    ``entries`` take turns, the main one first, which begins with so many nodes (``head_start``).
    """

    head_start = 0

    def __init__(self, entries: Sequence[Entrant]) -> None:
        self.entries = [entries[0], *taking_part(entries[1:])]
        self.dropped: list[Entrant] = []

    @property
    def wanted(self) -> int:
        """How many covers are still wanted."""
        return ENDLESS

    @abstractmethod
    def next_turn(self) -> NextTurn: ...

    @abstractmethod
    def is_answer(self, entry: Entrant) -> bool:
        """Whether what an entry knows answers the question."""

    def answer(self, winner: Entrant) -> Outcome:
        return self.so_far()

    @abstractmethod
    def so_far(self) -> Outcome:
        """What is known while there is no answer."""

    @property
    def progress(self) -> float | None:
        return self.entries[0].progress

    @property
    def everyone(self) -> list[Entrant]:
        """Those that were dropped, too."""
        return [*self.entries, *self.dropped]

    def note(self, entry: Entrant) -> None:  # noqa: B027
        """A slice of an entry has passed; nothing follows unless a subclass overrides this."""

    def drop(self, entry: Entrant) -> None:
        """Removes an entry that can do no more, or is of no more use."""
        self.entries.remove(entry)
        entry.leave()
        self.dropped.append(entry)

    def hand_over(self, winner: Entrant | None, into: Sink) -> None:
        """Appends the covers found since the last call; here, those of the main entry."""
        self.entries[0].hand_over(into)


class Portfolio:
    """Members that take turns in a run, as a scheduler decides; itself a member.

    What the main one raises ends it; others are dropped where they do not suit, or find no memory.
    """

    def __init__(self, scheduler: Scheduler, run: Run) -> None:
        self.scheduler, self._run = scheduler, run.started()
        self._current = self._main
        self._main.prepared()
        self._goal: int | None = scheduler.head_start
        self._winner: Entrant | None = None
        self._stopped_by: StoppedBy | None = None

    @property
    def _main(self) -> Entrant:
        return self.scheduler.entries[0]

    @property
    def is_over(self) -> bool:
        return self._winner is not None or self._stopped_by is not None

    @property
    def is_turn_over(self) -> bool:
        """Where a turn has ended: a point that depends on no clock."""
        return self._goal is None or self._current.nodes >= self._goal

    @property
    def outcome(self) -> Outcome:
        """The answer, or what is known so far."""
        scheduler, winner = self.scheduler, self._winner
        known = scheduler.answer(winner) if winner else scheduler.so_far().ended(self._stopped_by)
        statistics, seconds = known.statistics, sum(each.seconds for each in scheduler.everyone)
        if statistics.seconds == seconds:
            return known
        return known.replaced(statistics=statistics.replaced(seconds=seconds))

    @property
    def progress(self) -> float | None:
        return self.scheduler.progress

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """See `Member`; ``nodes`` are those of the main entry."""
        self._stopped_by = None
        if self._settled():
            return
        if self.is_turn_over:
            self._current, self._goal = self.scheduler.next_turn()
        current = self._current
        try:
            current.prepared()
            left = ENDLESS if self._goal is None else self._goal - current.nodes
            most = min(left, nodes) if current is self._main else left
            current.run_slice(min(solutions, self.scheduler.wanted), most)
            self.scheduler.note(current)
        except UNFIT:
            if current is self._main:
                raise
            self._drop(current)
            return
        if not self._settled():
            self._look_for_an_end(current)

    def hand_over(self, into: Sink) -> None:
        """See `Member`."""
        self.scheduler.hand_over(self._settled(), into)

    def _settled(self) -> Entrant | None:
        """The entry that has the answer, perhaps since just before an interrupt."""
        if self._winner is None:
            self._winner = next(filter(self.scheduler.is_answer, self.scheduler.entries), None)
        return self._winner

    def _look_for_an_end(self, current: Entrant) -> None:
        if current is self._main and current.outcome and current.outcome.stopped_by is StoppedBy.LIMIT:
            self._stopped_by = StoppedBy.LIMIT
        elif self._run.seconds_left == 0:
            self._stopped_by = StoppedBy.TIME
        elif current.member is not None and current.member.is_over:
            self._drop(current)

    def _drop(self, entry: Entrant) -> None:
        """The next turn is that of another one. The scheduler may have replaced it already."""
        self._current, self._goal = self._main, None
        if entry in self.scheduler.entries:
            self.scheduler.drop(entry)
