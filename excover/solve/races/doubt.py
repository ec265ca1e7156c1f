"""A search for all covers that doubts, as long as it has found none, that there are any.

If there is no cover at all, a race for any one (beside.py) may prove that long before the search is at its
end. So both take turns until a cover is known.

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
"""

from __future__ import annotations

from typing import Protocol

from excover.cover.matrix import Matrix
from excover.solve.engine import ENDLESS, Progressing, Sink
from excover.solve.outcome import Outcome
from excover.solve.races.beside import RaceBeside
from excover.solve.run import Run


class CountingEngine(Progressing, Protocol):
    """What counts covers in slices."""

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None: ...


class ListingEngine(CountingEngine, Protocol):
    """What lists them, too."""

    def hand_over(self, into: Sink) -> None: ...


class Doubting:
    """An engine, and the race beside it. The engine's answer is the answer if it is over first."""

    def __init__(self, engine: CountingEngine, matrix: Matrix, run: Run) -> None:
        self._engine, self._matrix, self._run = engine, matrix, run.started()
        self._beside = RaceBeside(self._run)
        self._is_settled = False
        self._is_refuted = False

    @property
    def is_over(self) -> bool:
        return self._engine.is_over or self._is_refuted

    @property
    def outcome(self) -> Outcome:
        """That of the engine, or of the race if it has proved that there is none; with the work of both."""
        found, races = self._engine.outcome, self._beside.statistics
        if not self._is_refuted:
            return found.replaced(statistics=sum(races, found.statistics)) if races else found
        (race,) = races
        reason = f"saw that there is none, before {found.statistics.engine}"
        return Outcome(0, True, None, (race + found.statistics).replaced(reason=reason))

    @property
    def progress(self) -> float | None:
        return self._engine.progress

    def run_slice(self, solutions: int = ENDLESS) -> None:
        """Works for a moment; continues after a KeyboardInterrupt, too."""
        if not self._is_settled and self._engine.outcome.count:
            self._settle()
        before = self._beside.nodes_before_turn(self._engine.outcome.statistics)
        if self._is_settled or self._run.seconds_left == 0:
            self._engine.run_slice(solutions)
        elif before:
            self._engine.run_slice(solutions, before)
        else:
            self._doubt()

    def _doubt(self) -> None:
        """Works on the race, until it has its share of the work, or knows."""
        race = self._beside.ask(lambda: self._matrix, self._engine.outcome.statistics)
        if race is None or race.count:
            self._settle()
        elif race.exhausted:
            self._is_refuted = True
            self._beside.end()

    def _settle(self) -> None:
        """The engine goes on alone."""
        self._is_settled = True
        self._beside.end()


class DoubtingList(Doubting):
    """The same for an engine that hands over what it finds."""

    def __init__(self, engine: ListingEngine, matrix: Matrix, run: Run) -> None:
        super().__init__(engine, matrix, run)
        self._lister = engine

    def hand_over(self, into: Sink) -> None:
        """See the method of an engine."""
        self._lister.hand_over(into)
