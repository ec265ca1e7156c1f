"""Counts with two methods in turns, search and a sweep over states, until one of them finishes.

The third method is linear algebra, which may show that there is nothing to count (linear.py).

Which is faster, by factors of thousands in both directions, depends on how often equal states meet; no cheap
test predicts it. So both run, in turns. The next turn is that of the method which seems to have less work
left: the search, judged by the finished part of its tree, or the sweep, judged by the growth of its levels
(forecast.py). As these estimates may be wrong, each has a tenth of the work of the other in any case.

>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> pairs = [(OptionName("x", (k,)), [k, k + 1]) for k in range(199)]
>>> race = Race(Matrix.build([(ItemName("a", (k,)), 1, 1) for k in range(200)], pairs), Run())
>>> while not race.is_over:
...     race.run_slice()
>>> race.outcome.count, race.outcome.exhausted, race.outcome.statistics.engine
(1, True, 'lanes')
"""

from __future__ import annotations

from math import inf

from excover.cover.matrix import Matrix
from excover.solve.engine import ENDLESS, Engine
from excover.solve.outcome import Outcome, StoppedBy
from excover.solve.races.forecast import Forecast
from excover.solve.refutation.linear import Algebra
from excover.solve.run import Run
from excover.solve.tuning import tuning
from excover.solve.work import work


class Race:
    """Engines that take turns; the first to finish decides. The sweep runs only if it applies."""

    def __init__(self, matrix: Matrix, run: Run) -> None:
        assert run.budget.nodes is None
        self._matrix, self._run = matrix, run.started()
        self._search = Engine(matrix, self._run, False)
        self._graph: Engine | None = None
        self._forecast, self._room = Forecast(1), 0
        self._algebra = Algebra(matrix, self._search.problem, self._run)
        self._runs_alone = False
        self._current: Engine | Algebra = self._search
        self._goal = tuning.race_head_start
        self._stopped_by: StoppedBy | None = None
        self._spent = 0.0  # seconds of a sweep that ran out of memory

    @property
    def is_over(self) -> bool:
        return self._current.outcome.exhausted or self._stopped_by in (StoppedBy.TIME, StoppedBy.LIMIT)

    @property
    def outcome(self) -> Outcome:
        """That of the winner; before there is one, that of the engine that found most."""
        outcomes = [engine.outcome for engine in self._engines]
        best = max(outcomes, key=lambda outcome: (outcome.exhausted, outcome.count))
        statistics = best.statistics.replaced(seconds=self._seconds)
        if best.exhausted and best.statistics.engine == "graph":
            statistics = statistics.replaced(reason="states meet so often that it was done before listing")
        return best.replaced(stopped_by=self._stopped_by, statistics=statistics)

    @property
    def progress(self) -> float | None:
        """That of the search; the sweep may finish much earlier."""
        return self._search.progress

    @property
    def work(self) -> float:
        """The work of all engines so far."""
        return sum(work(engine.outcome.statistics) for engine in self._engines)

    @property
    def is_turn_over(self) -> bool:
        """Whether search or sweep is at the end of a turn: a point that depends on no clock."""
        return self._current is not self._algebra and self._nodes(self._current) >= self._goal

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """Works for a moment, the search for so many solutions and nodes at most; continues after a
        KeyboardInterrupt, too.
        """
        try:
            self._stopped_by = None
            if self._current is self._algebra or self.is_turn_over:
                self._take_turns()
            if self._current is self._algebra:
                self._algebra.run_turn()
            else:
                left = self._goal - self._nodes(self._current)
                if self._current is self._search:
                    left = min(left, nodes)
                self._current.run_slice(solutions, left)
        except MemoryError:
            if self._current is self._search:
                raise
            self._give_up()
        if self._current.outcome.stopped_by is StoppedBy.LIMIT:
            self._stopped_by = StoppedBy.LIMIT
        elif self._run.seconds_left == 0 and not self._current.outcome.exhausted:
            self._stopped_by = StoppedBy.TIME

    @property
    def _engines(self) -> list[Engine | Algebra]:
        return [self._search, self._algebra, *([self._graph] if self._graph else [])]

    @property
    def _seconds(self) -> float:
        return self._spent + sum(engine.outcome.statistics.seconds for engine in self._engines)

    def _take_turns(self) -> None:
        """The sweep is next as long as it may, with enough nodes that there are few turns."""
        if self._graph is None and not self._runs_alone:
            self._begin_sweep()
        self._current = self._search
        if self._algebra.is_due(work(self._search.outcome.statistics)):
            self._current = self._algebra
        elif self._graph is not None and self._is_turn_of(self._graph):
            self._current = self._graph
        turn = tuning.race_head_start // 4
        nodes = self._nodes(self._current)
        self._goal = nodes + max(1, turn, nodes // 8)

    def _begin_sweep(self) -> None:
        try:
            room = self._run.strategy.rest("lanes", "algebra", "beside")
            sweep = self._run.by(self._run.strategy.replaced(engine="graph", memory=room))
            self._graph = Engine(self._matrix, sweep, False)
            self._forecast, self._room = Forecast(self._graph.levels), sweep.strategy.room
        except (ValueError, MemoryError):
            self._runs_alone = True

    def _give_up(self) -> None:
        """The results of a sweep are of no use to the search, which needs little memory."""
        self._spent += self._current.outcome.statistics.seconds
        self._graph, self._runs_alone = None, True
        self._current, self._goal = self._search, self._nodes(self._search)

    def _nodes(self, engine: Engine | Algebra) -> int:
        return engine.outcome.statistics.nodes

    def _is_turn_of(self, sweep: Engine) -> bool:
        """Whether the sweep seems to have less work left than the search, or has not had its share yet."""
        statistics = sweep.outcome.statistics
        self._forecast.note(sweep.level, statistics.nodes)
        done, swept = work(self._search.outcome.statistics), work(statistics)
        if min(done, swept) < tuning.race_share * max(done, swept):
            return swept < done
        progress = self._search.progress
        left = done * (1 - progress) / progress if progress else inf
        waiting = statistics.nodes * self._forecast.left / tuning.forecast_width
        fits = waiting * tuning.forecast_state_bytes < self._room
        return fits and swept * self._forecast.left < left
