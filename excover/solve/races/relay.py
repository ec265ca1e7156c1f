"""Lists covers by search until their diagram is built, and then from the diagram.

The first covers come at once, and if equal states meet, all others come as fast as they can be written.

>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> pairs = [(OptionName("x", (k,)), [k, k + 1]) for k in range(199)]
>>> matrix = Matrix.build([(ItemName("a", (k,)), 1, 1) for k in range(200)], pairs)
>>> relay, covers = Relay(matrix, Run()), []
>>> while not relay.is_over:
...     relay.run_slice()
...     relay.hand_over(covers)
>>> len(covers), relay.outcome.count, relay.outcome.exhausted, relay.outcome.statistics.engine
(1, 1, True, 'lanes')

When the diagram takes over, the search has found some of the covers: those before its position in the tree.
Each cover shows on which side it is (``Position`` in the core), so none is repeated and none is lost. Work is
counted, not timed, so that the same matrix always gives the same covers in the same order.
"""

from __future__ import annotations

from math import inf

from excover.cover.matrix import Matrix
from excover.solve.engine import ENDLESS, Engine, Sink, TooLarge
from excover.solve.outcome import Outcome, Statistics, StoppedBy
from excover.solve.races.forecast import Forecast
from excover.solve.run import Run
from excover.solve.tuning import tuning
from excover.solve.work import work


class Relay:
    """Two engines that take turns: a search that lists, and the diagram, which takes over when it is
    complete.

    The diagram is abandoned if states seldom meet, if it needs too much memory, if it seems to have more work
    left than the search, or if that has less left than was spent on the diagram. Only for a budget without
    limits of solutions and nodes.
    """

    def __init__(self, matrix: Matrix, run: Run) -> None:
        assert run.budget.solutions is None
        assert run.budget.nodes is None
        self._matrix, self._run = matrix, run.started()
        self._search = Engine(matrix, Run(strategy=run.strategy), True)
        self._search.stay_alone(True)
        self._graph: Engine | None = None
        self._forecast = Forecast(1)
        self._has_given_up = False
        self._from_graph: int | None = None
        self._goal, self._states = tuning.relay_head_start, tuning.relay_states
        self._stopped_by: StoppedBy | None = None

    @property
    def is_over(self) -> bool:
        return self._exhausted or self._stopped_by is StoppedBy.TIME

    @property
    def outcome(self) -> Outcome:
        """It counts the covers found, which may be more than those handed over."""
        count = self._search.outcome.count + (self._from_graph or 0)
        return Outcome(count, self._exhausted, self._stopped_by, self._statistics)

    @property
    def progress(self) -> float | None:
        return self._search.progress if self._from_graph is None else None

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """Works for a moment, the search for so many nodes; continues after a KeyboardInterrupt, too."""
        if self._run.seconds_left != 0:
            self._go_on(solutions, nodes)
        is_late = self._run.seconds_left == 0 and not self._exhausted
        self._stopped_by = StoppedBy.TIME if is_late else None

    def hand_over(self, into: Sink) -> None:
        """See the method of an engine."""
        self._search.hand_over(into)
        if self._graph is not None and self._from_graph is not None:
            before = len(into)
            self._graph.hand_over(into)
            self._from_graph += len(into) - before

    def _go_on(self, solutions: int, most: int) -> None:
        if self._from_graph is not None:
            assert self._graph is not None
            self._graph.run_slice(solutions)
        elif self._has_given_up or self._nodes < self._goal:
            nodes = ENDLESS if self._has_given_up else self._goal - self._nodes
            self._search.run_slice(solutions, min(nodes, most))
        else:
            self._build()

    def _build(self) -> None:
        """The diagram's turn, until it has done as much work as the search."""
        try:
            if self._graph is None:
                room = self._run.strategy.rest("lanes", "waiting", "beside")
                sweep = Run(strategy=self._run.strategy.replaced(engine="graph", memory=room))
                self._graph = Engine(self._matrix, sweep, True)
                self._forecast = Forecast(self._graph.levels)
            self._graph.run_slice(0, max(0, self._states - self._graph.outcome.statistics.nodes))
        except (ValueError, MemoryError, TooLarge):
            self._give_up()
            return
        if self._graph.diagram is not None:
            self._graph.go_on_from(self._search)
            self._from_graph = 0
        elif self._graph.outcome.statistics.nodes >= self._states:
            self._look()

    def _look(self) -> None:
        """Decides whose turn it is, and whether the diagram is still promising."""
        assert self._graph is not None
        self._states += tuning.relay_states
        if self._is_hopeless():
            self._give_up()
        elif work(self._graph.outcome.statistics) >= work(self._search.outcome.statistics):
            self._goal = self._nodes + max(tuning.relay_turn, self._nodes // 8)

    def _is_hopeless(self) -> bool:
        assert self._graph is not None
        graph, done = self._graph.outcome.statistics, self._search.progress or 0
        self._forecast.note(self._graph.level, graph.nodes)
        searched, built = work(self._search.outcome.statistics), work(graph)
        if searched * (1 - done) < done * built:
            return True
        if graph.nodes < tuning.relay_few_states:
            return False
        if graph.updates < tuning.relay_least_meeting * graph.nodes:
            return True
        left = searched * (1 - done) / done if done else inf
        return tuning.relay_patience * left < built * self._forecast.left < inf

    def _give_up(self) -> None:
        self._graph, self._has_given_up = None, True
        self._search.stay_alone(False)

    @property
    def _exhausted(self) -> bool:
        graph = self._graph if self._from_graph is not None else None
        return (graph or self._search).outcome.exhausted

    @property
    def _nodes(self) -> int:
        return self._search.outcome.statistics.nodes

    @property
    def _statistics(self) -> Statistics:
        search = self._search.outcome.statistics
        if self._graph is None:
            return search
        graph = self._graph.outcome.statistics
        if self._from_graph is None:
            return search + graph
        found = self._search.outcome.count
        return (graph + search).replaced(reason=f"the diagram was done when {found:,} solutions were found")
