"""A race for any one cover, in turns with an engine that walks a whole tree.

A list and a count learn nothing from failures: what a race (first.py) sees in a few hundred nodes may be
behind millions of theirs. It begins when the engine has had its head start, and has a share of its work.

Turns are measured in nodes and work, not in seconds, so that the same matrix always has the same winner.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from excover._core import TooLarge
from excover.cover.matrix import Matrix
from excover.solve.engine import Sink
from excover.solve.outcome import Outcome, Statistics
from excover.solve.run import Run
from excover.solve.tuning import tuning
from excover.solve.work import work

if TYPE_CHECKING:
    from excover.solve.races.first import FirstRace


class RaceBeside:
    """Races that come one after the other, each for a matrix of its own; their work counts together."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._race: FirstRace | None = None
        self._spent: list[Statistics] = []  # of races that are over
        self._goal = tuning.doubt_head_start

    @property
    def statistics(self) -> list[Statistics]:
        """Those of all races, the last one at the end."""
        return [*self._spent, *([self._race.outcome.statistics] if self._race else [])]

    def nodes_before_turn(self, engine: Statistics) -> int:
        """How many nodes the engine may do before it is the race's turn; 0 if it is."""
        return max(0, self._goal - engine.nodes)

    def ask(self, matrix: Callable[[], Matrix], engine: Statistics) -> Outcome | None:
        """Works for a moment on the race, which begins with a matrix if there is none; None if memory ran
        out. It is the engine's turn when the race has its share.
        """
        try:
            race = self._race = self._race or self._begin(matrix())
            turns = race.turns
            race.run_slice()
        except (MemoryError, TooLarge):
            return None
        has_share = sum(map(work, self.statistics)) >= tuning.doubt_share * work(engine)
        if race.turns > turns and has_share and not race.is_over:
            self._goal = engine.nodes + max(1, tuning.doubt_head_start // 8, engine.nodes // 8)
        return race.outcome

    def hand_over(self, into: Sink) -> None:
        """The cover that the race has found."""
        if self._race is not None:
            self._race.hand_over(into)

    def end(self) -> None:
        """Ends the race; what it remembers is freed."""
        # At once, so that no interruption counts its work twice, or not at all.
        self._spent, self._race = self.statistics, None

    def _begin(self, matrix: Matrix) -> FirstRace:
        from excover.solve.races.first import FirstRace

        # What both remember shares the memory.
        strategy = self._run.strategy
        strategy = strategy.replaced(threads=1, memory=strategy.share("beside"))
        return FirstRace(matrix, self._run.limited(1).by(strategy))
