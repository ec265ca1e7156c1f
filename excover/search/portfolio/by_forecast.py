"""Counts by search and by a sweep over states, in turns, until one of them is done.

The third member is linear algebra, which may show that there is nothing to count (linear.py).

Which is faster depends on how often equal states meet. The next turn is that of the method which seems to
have less work left: the search, judged by the finished part of its tree, or the sweep, judged by the growth
of its levels (forecast.py). As these estimates may be wrong, each has a tenth of the work of the other in any
case.

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> pairs = [(OptionName("x", (k,)), [k, k + 1]) for k in range(199)]
>>> counting = counted(Matrix.build([(ItemName("a", (k,)), 1, 1) for k in range(200)], pairs), Run())
>>> while not counting.is_over:
...     counting.run_slice()
>>> counting.outcome.count, counting.outcome.exhausted, counting.outcome.statistics.engine
(1, True, 'lanes')
"""

from __future__ import annotations

from functools import partial
from math import inf

from excover.matrix.matrix import Matrix
from excover.search.engine import Engine
from excover.search.outcome import Outcome
from excover.search.portfolio.forecast import Forecast
from excover.search.portfolio.portfolio import Entrant, NextTurn, Portfolio, Scheduler
from excover.search.refutation.linear import OPTIONS, LinearRefuter
from excover.search.run import Run
from excover.search.tuning import tuning


def counted(matrix: Matrix, run: Run) -> Portfolio:
    """A member that counts all covers."""
    run = run.started()
    return Portfolio(ByForecast(matrix, run), run)


class ByForecast(Scheduler):
    """The turn of the member that seems to have least work left. The sweep runs only if it applies."""

    def __init__(self, matrix: Matrix, run: Run) -> None:
        assert run.budget.nodes is None
        self._matrix = matrix
        self._run = run
        search = Engine(matrix, run, False)
        self._graph: Engine | None = None
        self._forecast, self._room = Forecast(1), 0
        self._search = Entrant("search", lambda: search)
        self._algebra = Entrant("algebra", partial(LinearRefuter, matrix, search.problem, run))
        self._sweep = Entrant("graph", self._begin_sweep)
        super().__init__([self._search, self._algebra, self._sweep])
        self.head_start = tuning.race_head_start

    def _begin_sweep(self) -> Engine:
        self._room = self._run.strategy.rest("lanes", "algebra", "beside")
        strategy = self._run.strategy.replaced(engine="graph", seed=None, memory=self._room)
        graph = self._graph = Engine(self._matrix, self._run.by(strategy), False)
        self._forecast = Forecast(graph.levels)
        return graph

    def next_turn(self) -> NextTurn:
        """With enough nodes that there are few turns."""
        if self._algebra in self.entries and self._algebra.done < self._search.done:
            return self._algebra, self._algebra.nodes + OPTIONS
        is_turn_of_sweep = self._sweep in self.entries and self._is_turn_of_sweep()
        current = self._sweep if is_turn_of_sweep else self._search
        return current, current.nodes + max(1, tuning.race_head_start // 4, current.nodes // 8)

    def _is_turn_of_sweep(self) -> bool:
        """Whether the sweep seems to have less work left than the search, or has not had its share yet."""
        if self._graph is None:
            return True
        self._forecast.note(self._graph.level, self._sweep.nodes)
        done, swept = self._search.done, self._sweep.done
        if min(done, swept) < tuning.race_share * max(done, swept):
            return swept < done
        progress = self._search.progress
        left = done * (1 - progress) / progress if progress else inf
        waiting = self._sweep.nodes * self._forecast.left / tuning.forecast_width
        fits = waiting * tuning.forecast_state_bytes < self._room
        return fits and swept * self._forecast.left < left

    def is_answer(self, entry: Entrant) -> bool:
        return entry.outcome is not None and entry.outcome.exhausted

    def answer(self, winner: Entrant) -> Outcome:
        assert winner.outcome
        known = winner.outcome
        if winner is self._sweep:
            reason = "states meet so often that it was done before listing"
            return known.replaced(statistics=known.statistics.replaced(reason=reason))
        return known

    def so_far(self) -> Outcome:
        """That of the member that found most."""
        outcomes = [each.outcome for each in self.entries if each.outcome]
        return max(outcomes, key=lambda outcome: outcome.count).replaced(stopped_by=None)

    def drop(self, entry: Entrant) -> None:
        """What a sweep remembers is freed."""
        super().drop(entry)
        if entry is self._sweep:
            self._graph = None
