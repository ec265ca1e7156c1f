"""Lists covers by search until their diagram is built, and then from the diagram.

The first covers come at once, and if equal states meet, all others come as fast as they can be written.

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> pairs = [(OptionName("x", (k,)), [k, k + 1]) for k in range(199)]
>>> matrix = Matrix.build([(ItemName("a", (k,)), 1, 1) for k in range(200)], pairs)
>>> search, covers = all_listed(matrix, Run()), []
>>> while not search.is_over:
...     search.run_slice()
...     search.hand_over(covers)
>>> len(covers), search.outcome.count, search.outcome.exhausted, search.outcome.statistics.engine
(1, 1, True, 'lanes')

When the diagram takes over, the search has found some of the covers: those before its position in the tree.
Each cover shows on which side it is (``Position`` in the core), so none is repeated and none is lost. Work is
counted, not timed, so that the same matrix always gives the same covers in the same order.
"""

from __future__ import annotations

from math import inf

from excover.matrix.matrix import Matrix
from excover.search.engine import Engine, Sink
from excover.search.outcome import Outcome, Statistics
from excover.search.portfolio.forecast import Forecast
from excover.search.portfolio.portfolio import Entrant, NextTurn, Portfolio, Scheduler
from excover.search.run import Run
from excover.search.tuning import tuning


def all_listed(matrix: Matrix, run: Run) -> Portfolio:
    """A member that lists all covers, for a budget without limits of solutions and nodes."""
    run = run.started()
    return Portfolio(HybridEnumeration(matrix, run), run)


class HybridEnumeration(Scheduler):
    """Turns of a search that lists, and of the diagram, which takes over when it is complete.

    The diagram is dropped if states seldom meet, if it needs too much memory, if it seems to have more work
    left than the search, or if that has less left than was spent on the diagram.
    """

    def __init__(self, matrix: Matrix, run: Run) -> None:
        assert run.budget.solutions is None
        assert run.budget.nodes is None
        self._matrix, self._run = matrix, run
        self._lister = lister = Engine(matrix, self._run, True)
        self._graph: Engine | None = None
        self._search, self._diagram = (
            Entrant("search", lambda: lister),
            Entrant("diagram", self._begin_diagram),
        )
        super().__init__([self._search, self._diagram])
        lister.stay_alone(self._diagram in self.entries)
        self._forecast = Forecast(1)
        self._from_diagram: int | None = None
        self._wanted: int | None = None
        self._goal, self._states = tuning.relay_head_start, tuning.relay_states
        self.head_start = self._goal

    def _begin_diagram(self) -> Engine:
        room = self._run.strategy.rest("lanes", "waiting", "beside")
        strategy = self._run.strategy.replaced(engine="graph", memory=room)
        graph = self._graph = Engine(self._matrix, self._run.by(strategy), True)
        self._forecast = Forecast(graph.levels)
        return graph

    @property
    def wanted(self) -> int:
        """None of a diagram that is being built."""
        return super().wanted if self._wanted is None else self._wanted

    def next_turn(self) -> NextTurn:
        self._wanted = None
        if self._from_diagram is not None:
            return self._diagram, None
        if self._diagram not in self.entries:
            return self._search, None
        if self._search.nodes < self._goal:
            return self._search, self._goal
        self._wanted = 0
        return self._diagram, self._states

    def note(self, entry: Entrant) -> None:
        """Lets the diagram take over, if it is complete, or looks at its prospects at the end of a turn."""
        if entry is not self._diagram or self._graph is None or self._from_diagram is not None:
            return
        if self._graph.diagram is not None:
            self._graph.go_on_from(self._lister)
            self.entries = [self._diagram, self._search]
            self._from_diagram, self._wanted = 0, None
        elif entry.nodes >= self._states:
            self._states += tuning.relay_states
            if self._is_hopeless():
                self.drop(entry)
            elif entry.done >= self._search.done:
                self._goal = self._search.nodes + max(tuning.relay_turn, self._search.nodes // 8)

    def _is_hopeless(self) -> bool:
        assert self._graph is not None
        built, searched = self._diagram.done, self._search.done
        done, updates = self._search.progress or 0, self._graph.outcome.statistics.updates
        self._forecast.note(self._graph.level, self._diagram.nodes)
        if searched * (1 - done) < done * built:
            return True
        if self._diagram.nodes < tuning.relay_few_states:
            return False
        if updates < tuning.relay_least_meeting * self._diagram.nodes:
            return True
        left = searched * (1 - done) / done if done else inf
        return tuning.relay_patience * left < built * self._forecast.left < inf

    def drop(self, entry: Entrant) -> None:
        super().drop(entry)
        self._graph = None
        self._lister.stay_alone(False)

    def is_answer(self, entry: Entrant) -> bool:
        return entry is self.entries[0] and entry.outcome is not None and entry.outcome.exhausted

    def answer(self, winner: Entrant) -> Outcome:
        return self.so_far().replaced(exhausted=True)

    def so_far(self) -> Outcome:
        """It counts the covers found, which may be more than those handed over."""
        count = self._search.count + (self._from_diagram or 0)
        return Outcome(count, False, None, self._statistics)

    @property
    def _statistics(self) -> Statistics:
        assert self._search.statistics
        search, diagram = self._search.statistics, self._diagram.statistics
        if diagram is None or self._diagram not in self.entries:
            return search
        if self._from_diagram is None:
            return search + diagram
        reason = f"the diagram was done when {self._search.count:,} solutions were found"
        return (diagram + search).replaced(reason=reason)

    @property
    def progress(self) -> float | None:
        return self._search.progress if self._from_diagram is None else None

    def hand_over(self, winner: Entrant | None, into: Sink) -> None:
        self._search.hand_over(into)
        if self._from_diagram is not None:
            before = len(into)
            self._diagram.hand_over(into)
            self._from_diagram += len(into) - before
