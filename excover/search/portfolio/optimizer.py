"""The best cover of a matrix with costs: improving covers, and a bound on the best cost.

>>> from array import array
>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> priced = matrix.replaced(costs=array("q", [5, 3]))
>>> search = Optimizer(priced, "minimize")
>>> list(search), search.outcome.cost, search.outcome.bound
([(1,)], 3, 3)
>>> list(Optimizer(priced, "maximize"))
[(0,)]

Three searches take turns until there is a cover (portfolio/until_proved.py). Of covers that are found soon
after each other, measured in work, only the last is returned.

Where costs are too large for it, each cover that is found bounds the goal for the next search:

>>> from excover.matrix.constraints import WeightedSum
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName(name), [0]) for name in "xyz"])
>>> matrix = matrix.replaced(costs=array("q", [5, 3, 1]), sums=[WeightedSum.of("load", [1, 2, 3], None, 2)])
>>> search = ObjectiveCuts(matrix, "minimize")
>>> list(search)[-1], search.outcome.cost, search.outcome.bound, search.outcome.exhausted
((1,), 3, 3, True)

That is a search for any cover, with restarts, which hides the options that would break a bound
(excover/native/sparse), and the goal is one more bound, below the last cost (branch and bound). It is
complete, but knows no better bound of the cost than the prices at the root of its tree.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from time import perf_counter

from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix import Matrix
from excover.search.engine import ENDLESS, Cover, Engine, Sink
from excover.search.outcome import Outcome, Statistics, StoppedBy
from excover.search.portfolio.portfolio import Member, Portfolio
from excover.search.portfolio.until_proved import CostSearch, UntilProved, sign_of
from excover.search.run import SEARCH, UNLIMITED, Budget, Run


class BestCovers(Iterator[Cover]):
    """Covers of a member each of which is better than all before; when the outcome is exhausted, the last one
    is the best.
    """

    def __init__(self, member: Member, is_ready: Callable[[], bool], run: Run) -> None:
        """``is_ready``: whether a cover is to be returned at once."""
        self._member, self._is_ready, self._run = member, is_ready, run
        self._given = 0
        self._stopped_by: StoppedBy | None = None

    @property
    def outcome(self) -> Outcome:
        """The progress of the search."""
        return self._member.outcome.ended(self._stopped_by)

    def __next__(self) -> Cover:
        while not self._is_ready() and not self._is_over():
            known, most = self._report(), self._run.budget.nodes
            try:
                self._member.run_slice(nodes=ENDLESS if most is None else most - known.statistics.nodes)
            except KeyboardInterrupt:
                self._stopped_by = StoppedBy.INTERRUPT
                raise
        found = self.drain()
        self._report()
        if found:
            return found[-1]
        raise StopIteration

    def _report(self) -> Outcome:
        known = self.outcome
        self._run.report(SEARCH, known.count, note=known.best_so_far, outcome=known)
        return known

    def drain(self) -> list[Cover]:
        """The cover that was found but not yet returned, if there is one, without further search."""
        found: list[Cover] = []
        self._member.hand_over(found)
        self._given += len(found)
        return found[-1:]

    def _is_over(self) -> bool:
        """Whether nothing more will be found, or the run ends."""
        self._stopped_by, known, budget = None, self._member.outcome, self._run.budget
        if known.exhausted or self._member.is_over:
            return True
        self._stopped_by = self._run.stopped_by
        if budget.solutions is not None and self._given >= budget.solutions:
            self._stopped_by = StoppedBy.LIMIT
        elif budget.nodes is not None and known.statistics.nodes >= budget.nodes:
            self._stopped_by = StoppedBy.NODES
        return self._stopped_by is not None


class Optimizer(BestCovers):
    """Those of the portfolio `UntilProved`.

    It ends, too, as soon as the last cover is proved to be within the ``gap``, a part of its cost. With a
    cover to ``start`` from, only better ones are found. ValueError if the costs together do not fit 62 bits,
    or the matrix is malformed.
    """

    def __init__(
        self, matrix: Matrix, goal: str, run: Run = UNLIMITED, gap: float = 0.0, start: Cover | None = None
    ) -> None:
        run = run.started()
        self._proof = CostSearch(matrix, goal, run, gap, start)
        portfolio = Portfolio(UntilProved(self._proof, matrix, run, start is None), run)
        super().__init__(portfolio, self._proof.is_ready, run)

    def improve_on(self, cost: int) -> None:
        """From now on, only covers that cost less than this are wanted, or more to maximize. When the outcome
        is exhausted, none is better than the last one, or than this. Not for a search with a gap.
        """
        self._proof.improve_on(cost)


GOAL = "goal"


class ObjectiveCuts(BestCovers):
    """Those of a search for any cover, again with a bound below each cost; else as `Optimizer`."""

    def __init__(
        self, matrix: Matrix, goal: str, run: Run = UNLIMITED, gap: float = 0.0, start: Cover | None = None
    ) -> None:
        run = run.started()
        search = CutSearch(matrix, goal, run, gap, start)
        super().__init__(search, search.is_ready, run)


class CutSearch:
    """A search for any cover, which begins again below each cost that is found; itself a member."""

    progress = None

    def __init__(self, matrix: Matrix, goal: str, run: Run, gap: float, start: Cover | None) -> None:
        self._sign = sign_of(goal)
        costs = array("q", (self._sign * cost for cost in matrix.prices()))
        self._goal = WeightedSum.of(GOAL, costs)
        self._matrix, self._strategy, self._gap = matrix, run.strategy, gap
        self._cost = None if start is None else self._goal.total(start)
        self._search = self._next_search(sum(map(abs, costs)) if self._cost is None else self._cost - 1)
        self._bound = self._search.least_sums[-1]
        self._past = Statistics(0, 0, 0, 0.0, "sparse", "the best solution within bounds on sums is wanted")
        self._found: list[Cover] = []
        self._count = 0
        self._exhausted = False

    @property
    def outcome(self) -> Outcome:
        cost = None if self._cost is None else self._sign * self._cost
        bound = self._cost if self._is_proved else self._bound
        known = None if bound is None else self._sign * bound
        outcome = Outcome(self._count, self._is_proved, None, self._work, cost, known)
        return outcome.ended(StoppedBy.GAP if self._is_near else None)

    @property
    def is_over(self) -> bool:
        return self._is_proved or self._is_near

    @property
    def _is_proved(self) -> bool:
        """Whether no cover is better than the last one, or there is none."""
        return self._exhausted or (self._cost is not None and self._bound >= self._cost)

    @property
    def _is_near(self) -> bool:
        return self._cost is not None and 0 < self._cost - self._bound <= self._gap * abs(self._cost)

    def is_ready(self) -> bool:
        """Whether a cover waits."""
        self._search.hand_over(self._found)
        return bool(self._found)

    def hand_over(self, into: Sink) -> None:
        """See `Member`."""
        self._search.hand_over(self._found)
        for cover in self._found:
            cost = self._goal.total(cover)
            assert self._cost is None or cost < self._cost
            self._cost, self._count = cost, self._count + 1
        into.extend(self._found)
        self._found = []

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """A slice of the search; a new one begins below the last cost."""
        began = perf_counter()
        try:
            if self._search.outcome.count:
                assert self._cost is not None
                self._past += self._search.outcome.statistics.replaced(seconds=0.0)
                self._search = self._next_search(self._cost - 1)
                self._bound = max(self._bound, self._search.least_sums[-1])
            self._search.run_slice(nodes=nodes)
            self._exhausted = self._search.outcome.exhausted and not self._search.outcome.count
        finally:
            self._past = self._past.replaced(seconds=self._past.seconds + perf_counter() - began)

    def _next_search(self, most: int) -> Engine:
        bounded = self._goal.replaced(upper=most)
        matrix = self._matrix.replaced(sums=[*self._matrix.bounds, bounded])
        strategy = self._strategy.replaced(engine="sparse", threads=1, seed=None)
        return Engine(matrix, Run(Budget(solutions=1), strategy), True)

    @property
    def _work(self) -> Statistics:
        return self._past + self._search.outcome.statistics.replaced(seconds=0.0)
