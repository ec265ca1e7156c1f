"""The best cover within bounds on sums: each cover that is found bounds the goal for the next search.

>>> from excover.matrix.sums import WeightedSum
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName(name), [0]) for name in "xyz"])
>>> matrix = matrix.replaced(costs=array("q", [5, 3, 1]), sums=[WeightedSum.of("load", [1, 2, 3], None, 2)])
>>> search = ObjectiveCuts(matrix, "minimize")
>>> list(search)[-1], search.outcome.cost, search.outcome.bound, search.outcome.exhausted
((1,), 3, 3, True)

A search for any cover, with restarts, hides the options that would break a bound (excover/native/sparse), and
the goal is one more bound, below the last cost (branch and bound). It is complete, but knows no better bound
of the cost than the prices at the root of its tree.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from time import perf_counter

from excover.matrix.matrix import Matrix
from excover.matrix.sums import WeightedSum
from excover.search.engine import Cover, Engine
from excover.search.outcome import Outcome, Statistics, StoppedBy
from excover.search.run import SEARCH, UNLIMITED, Budget, Run

GOAL = "goal"


class ObjectiveCuts(Iterator[Cover]):
    """Covers each of which is better than all before; when the outcome is exhausted, the last is the best.

    It ends, too, as soon as the last cover is proved to be within the ``gap``, a part of its cost. With a
    cover to ``start`` from, only better ones are found.
    """

    def __init__(
        self, matrix: Matrix, goal: str, run: Run = UNLIMITED, gap: float = 0.0, start: Cover | None = None
    ) -> None:
        if not gap >= 0:
            raise ValueError(f"a gap of {gap!r}")
        self._sign = -1 if goal == "maximize" else 1
        costs = array("q", (self._sign * cost for cost in matrix.prices()))
        self._goal = WeightedSum.of(GOAL, costs)
        self._matrix, self._run, self._gap = matrix, run.started(), gap
        self._cost = None if start is None else self._goal.total(start)
        self._search = self._next_search(sum(map(abs, costs)) if self._cost is None else self._cost - 1)
        self._bound = self._search.least_sums[-1]
        self._past = Statistics(0, 0, 0, 0.0, "sparse", "the best solution within bounds on sums is wanted")
        self._count = 0
        self._exhausted = False
        self._stopped_by: StoppedBy | None = None

    @property
    def outcome(self) -> Outcome:
        """The progress of the search."""
        cost = None if self._cost is None else self._sign * self._cost
        bound = self._cost if self._is_proved else self._bound
        known = None if bound is None else self._sign * bound
        outcome = Outcome(self._count, self._is_proved, None, self._work, cost, known)
        return outcome.ended(self._stopped_by)

    @property
    def _is_proved(self) -> bool:
        """Whether no cover is better than the last one, or there is none."""
        return self._exhausted or (self._cost is not None and self._bound >= self._cost)

    def __next__(self) -> Cover:
        while not self._is_over():
            self._run.report(SEARCH, self._count, note=self.outcome.best_so_far)
            self._search_on()
            if found := self.drain():
                return found[-1]
        raise StopIteration

    def drain(self) -> list[Cover]:
        """The cover that was found but not yet returned, if there is one, without further search."""
        covers: list[Cover] = []
        self._search.hand_over(covers)
        for cover in covers:
            cost = self._goal.total(cover)
            assert self._cost is None or cost < self._cost
            self._cost, self._count = cost, self._count + 1
        return covers

    def _is_over(self) -> bool:
        if self._is_proved:
            return True
        budget = self._run.budget
        self._stopped_by = self._run.stopped_by
        if budget.solutions is not None and self._count >= budget.solutions:
            self._stopped_by = StoppedBy.LIMIT
        elif budget.nodes is not None and self._work.nodes >= budget.nodes:
            self._stopped_by = StoppedBy.NODES
        elif self._cost is not None and 0 < self._cost - self._bound <= self._gap * abs(self._cost):
            self._stopped_by = StoppedBy.GAP
        return self._stopped_by is not None

    def _search_on(self) -> None:
        """A slice of the search; a new one begins below the last cost."""
        began = perf_counter()
        try:
            if self._search.outcome.count:
                assert self._cost is not None
                self._past += self._search.outcome.statistics.replaced(seconds=0.0)
                self._search = self._next_search(self._cost - 1)
                self._bound = max(self._bound, self._search.least_sums[-1])
            left = self._run.budget.nodes
            if left is None:
                self._search.run_slice()
            else:
                self._search.run_slice(nodes=max(0, left - self._work.nodes))
            self._exhausted = self._search.outcome.exhausted and not self._search.outcome.count
        except KeyboardInterrupt:
            self._stopped_by = StoppedBy.INTERRUPT
            raise
        finally:
            self._past = self._past.replaced(seconds=self._past.seconds + perf_counter() - began)

    def _next_search(self, most: int) -> Engine:
        bounded = self._goal.replaced(upper=most)
        matrix = self._matrix.replaced(sums=[*self._matrix.bounds, bounded])
        strategy = self._run.strategy.replaced(engine="sparse", threads=1, seed=None)
        return Engine(matrix, Run(Budget(solutions=1), strategy), True)

    @property
    def _work(self) -> Statistics:
        return self._past + self._search.outcome.statistics.replaced(seconds=0.0)
