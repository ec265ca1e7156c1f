"""Counting two ways at once: by search and by a sweep over states, until one of them is done.

Which of them is faster, by factors of thousands in both directions, depends on how often equal states meet;
nothing cheap foretells it. So both run, in turns. The sweep may take about as long as the search seems to
have before it still, judged by the part of its tree that is behind it. If that is right, a count costs at
most twice what the faster one costs alone; it may be wrong, so each has its share in any case.

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

from dataclasses import replace
from math import inf

from excover.cover.matrix import Matrix
from excover.solve.engine import Engine
from excover.solve.outcome import Outcome, StoppedBy
from excover.solve.run import Run
from excover.solve.work import work

HEAD_START = 20_000
"""Nodes that the search may visit before the sweep begins; many problems end here."""

MOST_FAVOUR = 8
"""How many times the work of the search the sweep may do, however much the search has before it."""


class Race:
    """Engines that take turns; the first that is done decides. The sweep runs only where it applies."""

    def __init__(self, matrix: Matrix, run: Run) -> None:
        assert run.budget.nodes is None
        self._matrix, self._run = matrix, run.started()
        self._search = Engine(matrix, self._run, False)
        self._graph: Engine | None = None
        self._runs_alone = False
        self._current = self._search
        self._goal = HEAD_START
        self._stopped_by: StoppedBy | None = None
        self._spent = 0.0  # seconds, by a sweep that ran out of memory

    @property
    def is_over(self) -> bool:
        return self._current.outcome.exhausted or self._stopped_by in (StoppedBy.TIME, StoppedBy.LIMIT)

    @property
    def outcome(self) -> Outcome:
        """The winner's; before there is one, that of the engine that found most."""
        outcomes = [engine.outcome for engine in self._engines]
        best = max(outcomes, key=lambda outcome: (outcome.exhausted, outcome.count))
        statistics = replace(best.statistics, seconds=self._seconds)
        if best.exhausted and best.statistics.engine == "graph":
            statistics = replace(statistics, reason="states meet so often that it was done before listing")
        return replace(best, stopped_by=self._stopped_by, statistics=statistics)

    @property
    def progress(self) -> float | None:
        """Of the search: the sweep may be done long before."""
        return self._search.progress

    def run_slice(self) -> None:
        """Go on for a moment; after a KeyboardInterrupt too."""
        try:
            self._stopped_by = None
            if self._nodes(self._current) >= self._goal:
                self._take_turns()
            self._current.run_slice(nodes=self._goal - self._nodes(self._current))
        except MemoryError:
            if self._graph is None or self._current is self._search:
                raise
            self._give_up_sweep()
        if self._current.outcome.stopped_by is StoppedBy.LIMIT:
            self._stopped_by = StoppedBy.LIMIT
        elif self._run.seconds_left == 0 and not self._current.outcome.exhausted:
            self._stopped_by = StoppedBy.TIME

    @property
    def _engines(self) -> list[Engine]:
        return [self._search] if self._graph is None else [self._search, self._graph]

    @property
    def _seconds(self) -> float:
        return self._spent + sum(engine.outcome.statistics.seconds for engine in self._engines)

    def _take_turns(self) -> None:
        """Next is the sweep as long as it may, for so many nodes that there are few turns."""
        if self._graph is None and not self._runs_alone:
            self._begin_sweep()
        self._current = self._search
        if self._graph is not None and work(self._graph.outcome.statistics) < self._patience():
            self._current = self._graph
        self._goal = self._nodes(self._current) + max(HEAD_START // 4, self._nodes(self._current) // 8)

    def _begin_sweep(self) -> None:
        try:
            sweep = self._run.by(replace(self._run.strategy, engine="graph"))
            self._graph = Engine(self._matrix, sweep, False)
        except (ValueError, MemoryError):
            self._runs_alone = True

    def _give_up_sweep(self) -> None:
        """What it has come to is of no use to the search, which needs little memory."""
        self._spent += self._current.outcome.statistics.seconds
        self._current, self._graph, self._runs_alone = self._search, None, True
        self._goal = self._nodes(self._search)

    def _nodes(self, engine: Engine) -> int:
        return engine.outcome.statistics.nodes

    def _patience(self) -> float:
        """What the sweep may do before the search goes on: as much as the search seems to have before it."""
        done, progress = work(self._search.outcome.statistics), self._search.progress
        left = done * (1 - progress) / progress if progress else inf
        return min(max(left, done), MOST_FAVOUR * done)
