"""A search for all covers that doubts, as long as it has found none, that there are any.

A list and a count walk the whole tree in an order that learns nothing from failures. If there is no cover at
all, a race for any one (first.py) may prove that in a few hundred nodes of the millions that the tree has. So
both take turns until a cover is known.

>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> from excover.solve.engine import Engine
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> run = Run()
>>> search = Doubting(Engine(matrix, run, True), matrix, run)
>>> while not search.is_over:
...     search.run_slice()
>>> search.outcome.count, search.outcome.exhausted
(2, True)

Turns are measured in nodes and work, not in seconds, so that the same matrix always has the same winner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from excover._core import TooLarge
from excover.cover.matrix import Matrix
from excover.solve.engine import ENDLESS, Sink
from excover.solve.outcome import Outcome, Statistics
from excover.solve.run import Run
from excover.solve.tuning import tuning
from excover.solve.work import work

if TYPE_CHECKING:
    from excover.solve.races.first import FirstRace


class CountingEngine(Protocol):
    """What counts covers in slices."""

    @property
    def is_over(self) -> bool: ...

    @property
    def outcome(self) -> Outcome: ...

    @property
    def progress(self) -> float | None: ...

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None: ...


class ListingEngine(CountingEngine, Protocol):
    """What lists them, too."""

    def hand_over(self, into: Sink) -> None: ...


class Doubting:
    """An engine, and the race beside it. The engine's answer is the answer if it is over first."""

    def __init__(self, engine: CountingEngine, matrix: Matrix, run: Run) -> None:
        self._engine, self._matrix, self._run = engine, matrix, run.started()
        self._race: FirstRace | None = None
        self._spent: Statistics | None = None  # of a race that is no longer needed
        self._is_settled = False
        self._goal = tuning.doubt_head_start

    @property
    def is_over(self) -> bool:
        return self._engine.is_over or self._is_refuted

    @property
    def outcome(self) -> Outcome:
        """That of the engine, or of the race if it has proved that there is none; with the work of both."""
        found = self._engine.outcome
        if self._race is None:
            spent = self._spent
            return found if spent is None else found.replaced(statistics=found.statistics + spent)
        other = self._race.outcome
        if not self._is_refuted:
            return found.replaced(statistics=found.statistics + other.statistics)
        reason = f"saw that there is none, before {found.statistics.engine}"
        return other.replaced(statistics=(other.statistics + found.statistics).replaced(reason=reason))

    @property
    def progress(self) -> float | None:
        return self._engine.progress

    def run_slice(self, solutions: int = ENDLESS) -> None:
        """Works for a moment; continues after a KeyboardInterrupt, too."""
        if not self._is_settled and self._engine.outcome.count:
            self._settle()
        if self._is_settled or self._run.seconds_left == 0:
            self._engine.run_slice(solutions)
        elif self._nodes < self._goal:
            self._engine.run_slice(solutions, self._goal - self._nodes)
        else:
            self._doubt()

    @property
    def _is_refuted(self) -> bool:
        return self._race is not None and self._race.outcome.exhausted and not self._race.outcome.count

    @property
    def _nodes(self) -> int:
        return self._engine.outcome.statistics.nodes

    @property
    def _share(self) -> float:
        return tuning.doubt_share * work(self._engine.outcome.statistics)

    def _doubt(self) -> None:
        """Works on the race, until it has its share of the work, or knows."""
        try:
            if self._race is None:
                from excover.solve.races.first import FirstRace

                # What both remember shares the memory.
                strategy = self._run.strategy
                strategy = strategy.replaced(threads=1, memory=strategy.room // 2)
                self._race = FirstRace(self._matrix, self._run.limited(1).by(strategy))
            turns = self._race.turns
            self._race.run_slice()
        except (MemoryError, TooLarge):
            self._settle()
            return
        race = self._race.outcome
        if race.count:
            self._settle()
        elif self._race.turns > turns and work(race.statistics) >= self._share:
            self._goal = self._nodes + max(1, tuning.doubt_head_start // 8, self._nodes // 8)

    def _settle(self) -> None:
        """The engine goes on alone, and what the race remembers is freed."""
        self._is_settled = True
        if self._race is not None:
            self._spent = self._race.outcome.statistics
            self._race = None


class DoubtingList(Doubting):
    """The same for an engine that hands over what it finds."""

    def __init__(self, engine: ListingEngine, matrix: Matrix, run: Run) -> None:
        super().__init__(engine, matrix, run)
        self._lister = engine

    def hand_over(self, into: Sink) -> None:
        """See the method of an engine."""
        self._lister.hand_over(into)
