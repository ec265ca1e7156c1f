"""All covers, counted or listed, by depth-first search and by frontier search in turns.

Which is faster depends on how often equal states merge. A count ends when one of them is done; the next turn
is that of the one that seems to have less work left: the search, judged by the finished part of its tree, or
the frontier search, judged by the growth of its levels (`Forecast`). As these estimates may be wrong,
each has a tenth of the work of the other in any case. Linear refutation may show that there is nothing to
count; and where options cover two items each, in a planar graph, a Pfaffian comes before the frontier search,
and then has half of all work.

>>> from excover.base.names import ItemName, OptionName
>>> pairs = [(OptionName("x", (k,)), [k, k + 1]) for k in range(199)]
>>> matrix = Matrix.build([(ItemName("a", (k,)), 1, 1) for k in range(200)], pairs)
>>> counting = counted(matrix, Run())
>>> while not counting.is_over:
...     counting.run_slice()
>>> counting.outcome.count, counting.outcome.exhausted, counting.outcome.statistics.engine
(1, True, 'lanes')

>>> forecast = Forecast(levels=60)
>>> for depth, states in [(5, 100), (10, 1_000), (15, 6_000), (20, 20_000)]:
...     forecast.note(depth, states)
>>> round(forecast.left, 1)
5.7

Frontier-based search goes from level to level. The states of a level become more, at first by the same factor
from level to level, then by less and less, until about the middle; then they become fewer. On twelve
packings, Sudokus, Latin squares, dominoes and queens, half of all states were found when 0.36 to 0.63 of the
levels were done (`tuning.forecast_middle`). So what is left follows from the growth over the last levels, if
it shrinks evenly until there. The estimate is far too high at first, and becomes better on the way.

Hybrid enumeration lists by search until the diagram of all covers is built, and then from the diagram: the
first covers come at once, and if equal states merge, all others come as fast as they can be written.

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

from functools import partial
from math import exp, inf, log

from excover.base.words import listed
from excover.matrix.matrix import Matrix
from excover.search.engine import AS_PFAFFIAN, Engine, Sink, is_ruled
from excover.search.engine_table import PFAFFIAN
from excover.search.outcome import Outcome, Statistics
from excover.search.portfolio.portfolio import Entrant, Member, NextTurn, Portfolio, Scheduler
from excover.search.run import Run
from excover.search.tuning import tuning

PAIRS = 100
"""Of vertices, in a turn of the Pfaffian."""

PFAFFIAN_FIRST = 2e8
"""So much work of the Pfaffian may come before the frontier-based search begins."""


def counted(matrix: Matrix, run: Run) -> Portfolio:
    """A member that counts all covers of a matrix, of whose rules a frontier search can keep track."""
    run = run.started()
    return Portfolio(ByForecast(matrix, run), run)


class ByForecast(Scheduler):
    """The turn of the member that seems to have least work left; the frontier search only if it applies."""

    def __init__(self, matrix: Matrix, run: Run) -> None:
        assert run.budget.nodes is None
        self._matrix = matrix
        self._run = run
        search = Engine(matrix, run, False)
        self._problem = search.problem
        self._graph: Engine | None = None
        self._forecast, self._room = Forecast(1), 0
        self._noted: list[tuple[float, float]] = []  # the work of the search, and its progress then
        self._search = Entrant("search", lambda: search)
        self._linear = Entrant("linear", self._begin_linear)
        self._count = Entrant("graph", self._begin_graph)
        # Linear refutation knows nothing of rules.
        others = [self._count] if matrix.rules else [self._linear, self._count, *self._pfaffians()]
        super().__init__([self._search, *others])
        self.head_start = tuning.count_head_start

    def _begin_linear(self) -> Member:
        from excover.search.linear_refutation import LinearRefuter  # few counts are as long

        return LinearRefuter(self._matrix, self._problem, self._run)

    def _pfaffians(self) -> list[Entrant]:
        if PFAFFIAN.lacks(self._matrix):
            return []
        return [
            Entrant(
                PFAFFIAN.name, partial(Engine, self._matrix, self._run, False, AS_PFAFFIAN, self._problem)
            )
        ]

    def _begin_graph(self) -> Engine:
        self._room = self._run.strategy.rest("lanes", "linear", "background")
        strategy = self._run.strategy.replaced(engine="graph", seed=None, memory=self._room)
        graph = self._graph = Engine(self._matrix, self._run.by(strategy), False, problem=self._problem)
        self._forecast = Forecast(graph.levels)
        return graph

    def next_turn(self) -> NextTurn:
        """With enough nodes that there are few turns."""
        if self._linear in self.entries and self._linear.done < self._search.done:
            from excover.search.linear_refutation import OPTIONS

            return self._linear, self._linear.nodes + OPTIONS
        others = self._search.done + self._count.done
        if self._graph is None:  # to find its order may take longer than all other work
            others = max(others, PFAFFIAN_FIRST)
        for each in self.entries:
            if each.name == PFAFFIAN.name and each.done < others:
                return each, each.nodes + max(PAIRS, each.nodes // 8)
        is_turn_of_graph = self._count in self.entries and self._is_turn_of_graph()
        current = self._count if is_turn_of_graph else self._search
        return current, current.nodes + max(1, tuning.count_head_start // 4, current.nodes // 8)

    def _is_turn_of_graph(self) -> bool:
        """Whether the frontier search seems to have less work left than the other, or too little share."""
        if self._graph is None:
            return True
        self._forecast.note(self._graph.level, self._count.nodes)
        done, counted = self._search.done, self._count.done
        if min(done, counted) < tuning.count_share * max(done, counted):
            return counted < done and (is_small(self._graph, done) or self._pays())
        return self._pays()

    def _pays(self) -> bool:
        """Whether the frontier search seems to have less work left than the other, and room for it."""
        waiting = self._count.nodes * self._forecast.left / tuning.forecast_width
        fits = waiting * tuning.forecast_state_bytes < self._room
        return fits and self._count.done * self._forecast.left < self._left_of_search()

    def _left_of_search(self) -> float:
        """Its work, at the speed of all its tree so far; of the last half of its work where rules make a tree
        so uneven that it may stand still.
        """
        done, progress = self._search.done, self._search.progress or 0.0
        past, before = 0.0, 0.0
        if self._matrix.rules:
            past, before = next((each for each in reversed(self._noted) if 2 * each[0] <= done), (0.0, 0.0))
            self._noted.append((done, progress))
        return (done - past) * (1 - progress) / (progress - before) if progress > before else inf

    def is_answer(self, entry: Entrant) -> bool:
        return entry.outcome is not None and entry.outcome.exhausted

    def answer(self, winner: Entrant) -> Outcome:
        assert winner.outcome
        known, reason = winner.outcome, winner.outcome.statistics.reason
        others = [each.statistics.engine for each in self.entries if each is not winner and each.statistics]
        if winner is self._count:
            faster = listed(others, "and") if others else "listing"
            reason = f"states meet so often that it was done before {faster}"
        elif others:
            reason = f"{reason}; done before {listed(others, 'and')}"
        return known.replaced(statistics=known.statistics.replaced(reason=reason))

    def so_far(self) -> Outcome:
        """That of the member that found most."""
        outcomes = [each.outcome for each in self.entries if each.outcome]
        return max(outcomes, key=lambda outcome: outcome.count).replaced(stopped_by=None)

    def drop(self, entry: Entrant) -> None:
        """What a frontier search remembers is freed."""
        super().drop(entry)
        if entry is self._count:
            self._graph = None


def is_small(frontier: Engine, others: float) -> bool:
    """Whether it may go on without seeming to pay, beside others that have done so much work: in little
    memory, and a little more for each second of theirs, since a forecast may be wrong for ever.
    """
    return frontier.bytes <= tuning.frontier_bytes + others / tuning.frontier_thrift


MOST = 500.0
"""The logarithm of more states than any frontier search can have."""


class Forecast:
    """The levels that a frontier search has reached, and the number of its states then."""

    def __init__(self, levels: int) -> None:
        self._levels = max(1, levels)
        self._noted: list[tuple[int, int]] = []

    def note(self, depth: int, states: int) -> None:
        """The frontier search has come to this level, after so many states."""
        if states and (not self._noted or depth > self._noted[-1][0]):
            self._noted.append((depth, states))

    @property
    def left(self) -> float:
        """The states that are left, as a multiple of those before; infinite while too little is known."""
        if len(self._noted) < 2:
            return inf
        depth, states = self._noted[-1]
        window = max(1, self._levels // tuning.forecast_window)
        earlier = [each for each in self._noted[:-1] if each[0] <= depth - window] or self._noted[:1]
        past, fewer = earlier[-1]
        growth = log(states / fewer) / (depth - past)
        ahead = tuning.forecast_middle * self._levels - depth
        if ahead > 0:
            return 2 * exp(min(MOST, growth * ahead / 2)) - 1
        return min(1.0, growth * tuning.forecast_tail * self._levels)


def all_listed(matrix: Matrix, run: Run) -> Portfolio:
    """A member that lists all covers, for a budget without limits of solutions and nodes."""
    run = run.started()
    return Portfolio(HybridEnumeration(matrix, run), run)


class HybridEnumeration(Scheduler):
    """Turns of a search that lists, and of the diagram, which takes over when it is complete.

    The diagram is not begun if the search seems to have little left. It is dropped if it needs too much
    memory, if it seems to have more work left than the search, or if that has less left than was spent on it.
    """

    def __init__(self, matrix: Matrix, run: Run) -> None:
        assert run.budget.solutions is None
        assert run.budget.nodes is None
        self._matrix, self._run = matrix, run
        self._lister = lister = Engine(matrix, self._run, True)
        self._problem = lister.problem
        self._graph: Engine | None = None
        self._search, self._diagram = (
            Entrant("search", lambda: lister),
            Entrant("diagram", self._begin_diagram),
        )
        super().__init__([self._search] if is_ruled(matrix) else [self._search, self._diagram])
        lister.stay_alone(self._diagram in self.entries)
        self._forecast = Forecast(1)
        self._from_diagram: int | None = None
        self._is_too_long = False  # the diagram, by its forecast
        self._wanted: int | None = None
        self._goal, self._states = tuning.hybrid_head_start, tuning.hybrid_states
        self.head_start = self._goal

    def _begin_diagram(self) -> Engine:
        room = self._run.strategy.rest("lanes", "waiting", "background")
        strategy = self._run.strategy.replaced(engine="graph", memory=room)
        graph = self._graph = Engine(self._matrix, self._run.by(strategy), True, problem=self._problem)
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
        if self._graph is None and self._left < tuning.hybrid_worth * self._search.done:
            self.drop(self._diagram)
            return self._search, None
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
            self._states += tuning.hybrid_states
            if self._is_hopeless():
                self._is_too_long = True
                self.drop(entry)
            elif entry.done >= self._search.done:
                self._goal = self._search.nodes + max(tuning.hybrid_turn, self._search.nodes // 8)

    def _is_hopeless(self) -> bool:
        assert self._graph is not None
        built, left = self._diagram.done, self._left
        self._forecast.note(self._graph.level, self._diagram.nodes)
        return left < built or tuning.hybrid_patience * left < built * self._forecast.left < inf

    @property
    def _left(self) -> float:
        """The work that the search seems to have left."""
        done = self._search.progress or 0
        return self._search.done * (1 - done) / done if done else inf

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
        if diagram is None:
            return search
        if self._diagram not in self.entries:
            why = "would take longer" if self._is_too_long else "does not fit into memory"
            return search.replaced(reason=f"{search.reason}; the diagram {why}")
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
