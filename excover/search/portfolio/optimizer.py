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
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from excover.matrix.matrix import Matrix
from excover.search.engine import ENDLESS, Cover
from excover.search.outcome import Outcome, StoppedBy
from excover.search.portfolio.portfolio import Member, Portfolio
from excover.search.portfolio.until_proved import CostSearch, UntilProved
from excover.search.run import SEARCH, UNLIMITED, Run


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
            self.run_slice(self._report())
        found = self.drain()
        self._report()
        if found:
            return found[-1]
        raise StopIteration

    def run_slice(self, known: Outcome) -> None:
        """Searches for a moment."""
        most = self._run.budget.nodes
        try:
            self._member.run_slice(nodes=ENDLESS if most is None else most - known.statistics.nodes)
        except KeyboardInterrupt:
            self._stopped_by = StoppedBy.INTERRUPT
            raise

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
