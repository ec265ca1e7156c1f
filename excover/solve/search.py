"""The covers of a matrix, as a stream or as a number.

>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> matrix = Matrix.build(
...     items=[(ItemName("a"), 1, 1), (ItemName("b"), 1, 1)],
...     options=[(OptionName("x"), [0]), (OptionName("y"), [1]), (OptionName("z"), [0, 1])],
... )
>>> search = Search(matrix)
>>> list(search), search.outcome.status.value
([(0, 1), (2,)], 'solved')
>>> count(matrix).count, count(matrix, Run.within(solutions=1)).exhausted
(2, False)

The same matrix gives the same covers in the same order, and the same statistics, however it is cut into
batches. Only a budget of one solution may give another one than the first of the listing, if that is hard to
find (always the same one again). A cancellation and Ctrl-C are answered within a few hundredths of a second,
and whatever was found can still be had.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter

from excover.cover.matrix import Matrix
from excover.solve.engine import Cover, Engine, VerificationError
from excover.solve.outcome import Outcome, StoppedBy
from excover.solve.race import HEAD_START, Race
from excover.solve.reduction import Reduction, reduce
from excover.solve.relay import Relay
from excover.solve.run import SEARCH, UNLIMITED, Run

__all__ = ["Count", "Cover", "Search", "VerificationError", "count"]

BATCH_COVERS = 4096
BATCH_NUMBERS = 2**18
BATCH_SECONDS = 0.05


class Search(Iterator[Cover]):
    """An iterator over covers, found as they are asked for and each of them verified; memory is bounded.

    ``outcome`` may be asked at any time; its count may be ahead of the covers handed out, since they are
    found in batches. After a KeyboardInterrupt the iteration may go on, or ``drain`` gives what was found.
    ValueError if the matrix is malformed, or the engine of the strategy does not apply to it (Unsuitable).
    """

    def __init__(self, matrix: Matrix, run: Run = UNLIMITED, by_cost: bool = False) -> None:
        self._run = run = run.started()
        self._reduction = reduce(matrix) if run.strategy.reduce else None
        matrix = self._reduction.matrix if self._reduction else matrix
        self._engine: Engine | Relay
        if _may_meet(run) and not by_cost:
            self._engine = Relay(matrix, run)
        else:
            self._engine = Engine(matrix, run, True, by_cost)
        self._stopped_by: StoppedBy | None = None
        self._found: list[Cover] = []
        self._given = 0
        self._batch = 1
        self._last_batch = perf_counter()

    @property
    def outcome(self) -> Outcome:
        """How far the search has come."""
        return _told(self._engine.outcome, self._reduction).ended(self._stopped_by)

    @property
    def progress(self) -> float | None:
        """The part of the search tree that is behind, from 0 to 1; None where that is not known."""
        return self._engine.progress

    def __next__(self) -> Cover:
        if self._given == len(self._found):
            try:
                self._search_on()
            except KeyboardInterrupt:
                self._stopped_by = StoppedBy.INTERRUPT
                raise
        cover = self._found[self._given]
        self._given += 1
        return self._reduction.original(cover) if self._reduction else cover

    def drain(self) -> list[Cover]:
        """The covers that are found already and were not handed out; without searching on."""
        self._engine.hand_over(self._found)
        rest, self._found, self._given = self._found[self._given :], [], 0
        return [self._reduction.original(cover) for cover in rest] if self._reduction else rest

    def _search_on(self) -> None:
        self._found, self._given = [], 0
        # Handing over comes first: an interruption may have left covers in the engine.
        self._engine.hand_over(self._found)
        while not self._found:
            if self._engine.is_over:
                raise StopIteration
            self._run.report(SEARCH, self._engine.outcome.count, done=self._engine.progress)
            self._stopped_by = self._run.cancellation.reason
            if self._stopped_by:
                raise StopIteration
            self._engine.run_slice(self._next_batch())
            self._engine.hand_over(self._found)

    def _next_batch(self) -> int:
        """One cover at once, then more at a time, as many as are used up soon; not too many to keep."""
        batch, now = self._batch, perf_counter()
        room = BATCH_NUMBERS // (self.outcome.statistics.depth + 1)
        wanted = 2 * batch if now - self._last_batch < BATCH_SECONDS else batch // 2
        self._batch = max(1, min(wanted, BATCH_COVERS, room))
        self._last_batch = now
        return batch


def _told(outcome: Outcome, reduction: Reduction | None) -> Outcome:
    if reduction is None:
        return outcome
    return replace(outcome, statistics=replace(outcome.statistics, reduction=str(reduction)))


def _may_meet(run: Run) -> bool:
    """Is all to be listed, in whatever order?"""
    is_open = run.strategy.engine == "auto" and run.strategy.seed is None
    return is_open and run.budget.solutions is None and run.budget.nodes is None


class Count:
    """The number of covers, which are not kept.

    The engine "auto" is a race of listing and "graph". A count with a budget of solutions or nodes is left to
    listing, which finds them one by one. A sweep over states finds all at once, perhaps more than the budget
    of solutions; then no more than that are counted, so that the budget means the same with every engine.
    A KeyboardInterrupt passes through ``finish``; ``outcome`` still says how far it came, and ``finish`` goes
    on.
    """

    def __init__(self, matrix: Matrix, run: Run = UNLIMITED) -> None:
        self._run = run = run.started()
        self._reduction = reduce(matrix) if run.strategy.reduce else None
        matrix = self._reduction.matrix if self._reduction else matrix
        self._engine: Engine | Race
        self._most = run.budget.solutions
        few = self._most is not None and self._most <= HEAD_START
        if run.strategy.engine == "auto" and not few and run.budget.nodes is None:
            self._engine = Race(matrix, run)
        else:
            self._engine = Engine(matrix, run, False)
        self._stopped_by: StoppedBy | None = None

    @property
    def outcome(self) -> Outcome:
        """How far the count has come."""
        found = _told(self._engine.outcome, self._reduction).ended(self._stopped_by)
        if self._most is not None and found.count > self._most:
            return replace(found, count=self._most, exhausted=False, stopped_by=StoppedBy.LIMIT)
        return found

    def finish(self) -> Outcome:
        """Count until all are counted or the run ends."""
        try:
            while not self._engine.is_over:
                self._stopped_by = self._run.cancellation.reason
                if self._stopped_by:
                    break
                self._engine.run_slice()
                self._run.report(SEARCH, self.outcome.count, done=self._engine.progress)
        except KeyboardInterrupt:  # between two slices, too
            self._stopped_by = StoppedBy.INTERRUPT
            raise
        return self.outcome


def count(matrix: Matrix, run: Run = UNLIMITED) -> Outcome:
    """Count the covers of a matrix: exactly if the outcome is exhausted, else at least so many."""
    return Count(matrix, run).finish()
