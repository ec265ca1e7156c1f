"""The best cover by the worst of several sums: the greatest load as small as possible.

>>> from excover.base.names import ItemName, OptionName
>>> from excover.language.meaning.puzzle import Bottleneck, Objective
>>> from excover.matrix.constraints import WeightedSum
>>> from excover.matrix.goals import measure
>>> from excover.search.portfolio.plans import BestQuestion, best_planned
>>> options = [(OptionName("run", (job, machine)), [job]) for job in range(3) for machine in (1, 2)]
>>> matrix = Matrix.build([(ItemName("job", (job,)), 1, 1) for job in range(3)], options)
>>> sums = [WeightedSum.of("load[1]", [3, 0, 2, 0, 2, 0]), WeightedSum.of("load[2]", [0, 3, 0, 2, 0, 2])]
>>> loads = Bottleneck((ItemName("load", (1,)), ItemName("load", (2,))), "max(load)")
>>> matrix = matrix.replaced(sums=sums)
>>> goal = measure(matrix, Objective("minimize", loads))
>>> search = BottleneckSearch(matrix, goal, lambda *asked: best_planned(BestQuestion(*asked)))
>>> covers = list(search)
>>> goal.total(covers[-1]), search.outcome.bound, search.outcome.exhausted
(4, 4, True)

Each cover is sought with bounds on all sums: half-way between the best cover so far and what is refuted. A
search that has not decided after some nodes makes way for one nearer to the best; when none is left, all get
more nodes. What is refuted is a bound.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator

from excover.matrix.goals import Measure
from excover.matrix.matrix import Matrix
from excover.search.consumers import PROGRAMS
from excover.search.engine import Cover
from excover.search.outcome import Outcome, Statistics, StoppedBy
from excover.search.portfolio.portfolio import Improving
from excover.search.run import UNLIMITED, Run
from excover.search.tuning import tuning

BestSearch = Callable[[Matrix, str, Run, float, Cover | None], Improving]
"""Searches a matrix for a least or greatest cost, in a run, up to a gap, for better covers than one."""


class BottleneckSearch(Iterator[Cover]):
    """Covers each of which is better than all before; see `LexicographicOptimizer`.

    Inside, all values are to be small. Covers of at most ``_low - 1`` are refuted, and those of less than
    ``_untried`` have had their nodes in this round.
    """

    def __init__(
        self,
        matrix: Matrix,
        goal: Measure,
        finder: BestSearch,
        run: Run = UNLIMITED,
        gap: float = 0.0,
        start: Cover | None = None,
    ) -> None:
        self._matrix = matrix.replaced(costs=array("q", bytes(8 * len(matrix.options))))
        self._goal, self._finder, self._run, self._gap = goal, finder, run.started(), gap
        self._sign = -1 if goal.objective.direction == "maximize" else 1
        self._low = self._untried = self._sign * goal.limit(matrix)
        self._best = None if start is None else self._sign * goal.total(start)
        self._nodes = tuning.best_probe_nodes
        self._is_none = False
        self._claimed_by = ""
        self._count = 0
        self._past = Statistics(0, 0, 0, 0.0, "cost", "the worst of several sums is wanted")
        self._stopped_by: StoppedBy | None = None
        self._most: int | None = None
        self._search: Improving | None = None

    @property
    def outcome(self) -> Outcome:
        """The progress of the search."""
        work = self._past if self._search is None else self._past + self._search.outcome.statistics
        cost = None if self._best is None else self._sign * self._best
        low = self._low if self._best is None else min(self._low, self._best)
        bound = None if self._is_none else self._sign * low
        claimed_by = self._claimed_by if self._is_over else ""
        known = Outcome(self._count, self._is_over, None, work, cost, bound, claimed_by)
        return known.ended(StoppedBy.GAP if self._is_near else self._stopped_by)

    @property
    def _is_over(self) -> bool:
        return self._is_none or (self._best is not None and self._low >= self._best)

    @property
    def _is_near(self) -> bool:
        if self._best is None or self._is_over:
            return False
        return self._best - self._low <= self._gap * abs(self._best)

    def __next__(self) -> Cover:
        self._stopped_by = None
        while not (self._is_over or self._is_near):
            search = self._search = self._search or self._begin()
            if (cover := next(search, None)) is not None:
                self._end()
                return self._noted(cover)
            if not self._went_on(search.outcome):
                break
        raise StopIteration

    def drain(self) -> list[Cover]:
        """The cover that was found but not yet returned, if there is one, without further search."""
        return [] if self._search is None else [self._noted(cover) for cover in self._search.drain()]

    def _noted(self, cover: Cover) -> Cover:
        self._best = self._sign * self._goal.total(cover)
        self._untried = min(self._untried, self._best)
        self._count += 1
        return cover

    def _begin(self) -> Improving:
        """A search for any cover, or for one that is better than the best by half of what may be."""
        run = self._run.limited(solutions=1, nodes=self._nodes_left)
        if self._best is None:
            return self._finder(self._matrix, "minimize", run, 0.0, None)
        if self._untried >= self._best:
            self._untried, self._nodes = self._low, 4 * self._nodes
        self._most = (self._untried + self._best - 1) // 2
        left = self._nodes_left
        nodes: int | None = self._nodes if left is None else min(self._nodes, left)
        if run.strategy.engine in PROGRAMS:  # they count no nodes
            nodes = None
        bounded = self._matrix.replaced(
            sums=[*self._matrix.sums, *self._goal.as_good(self._sign * self._most)]
        )
        run = run.limited(solutions=1, nodes=nodes).by(run.strategy.replaced(seed=None))
        return self._finder(bounded, "minimize", run, 0.0, None)

    def _end(self) -> None:
        if self._search is not None:
            self._past += self._search.outcome.statistics
        self._search = None

    @property
    def _nodes_left(self) -> int | None:
        most = self._run.budget.nodes
        return None if most is None else max(0, most - self._past.nodes)

    def _went_on(self, known: Outcome) -> bool:
        """Takes in how a search without a cover has ended; False if the run ends."""
        self._end()
        if known.exhausted:
            self._is_none, self._claimed_by = self._best is None, self._claimed_by or known.claimed_by
            if self._most is not None:
                self._low = max(self._low, self._most + 1)
                self._untried = max(self._untried, self._low)
            return True
        is_undecided = known.stopped_by is StoppedBy.NODES and self._nodes_left != 0
        if is_undecided and self._most is not None:
            self._untried = self._most + 1
            return True
        self._stopped_by = known.stopped_by
        return False
