"""A first cover that keeps to bounds on sums (`Matrix.bounds`).

Instead of any one cover it asks for the best one, by a single bound on one side, or at no cost: the search
for it has prices for what the options weigh, and often knows at the root that there is none.
"""

from __future__ import annotations

from array import array
from itertools import islice

from excover.matrix.costs import fit
from excover.matrix.matrix import Matrix
from excover.search.engine import ENDLESS, Cover, Sink
from excover.search.optimum.optimizer import Optimizer
from excover.search.outcome import Outcome, StoppedBy
from excover.search.run import Run


class FirstByOptimizer:
    """A cover that keeps to the bounds of a matrix."""

    def __init__(self, matrix: Matrix, run: Run) -> None:
        priced, goal = _as_best(matrix)
        # The same answer with any number of threads.
        self._covers = Optimizer(priced, goal, run.by(run.strategy.replaced(threads=1)))
        self._found: list[Cover] = []
        self._is_over = False

    @property
    def is_over(self) -> bool:
        return self._is_over

    @property
    def outcome(self) -> Outcome:
        known = self._covers.outcome.replaced(cost=None, bound=None)
        work = known.statistics.replaced(reason="the search for the best solution keeps to bounds on sums")
        known = known.replaced(statistics=work)
        return known.replaced(exhausted=False, stopped_by=StoppedBy.LIMIT) if known.count else known

    @property
    def progress(self) -> float | None:
        return None

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """Searches until the answer is known, or the run ends; continues after KeyboardInterrupt."""
        self._found += islice(self._covers, 1)
        self._is_over = True

    def hand_over(self, into: Sink) -> None:
        """See `Member`."""
        if not self._is_over:  # an interruption may have left a cover in the search
            self._found += self._covers.drain()
            self._is_over = bool(self._found)
        into.extend(self._found)
        self._found = []


def _as_best(matrix: Matrix) -> tuple[Matrix, str]:
    """A matrix whose best cover keeps to the bounds, if any does, and the goal."""
    bounds, size = matrix.bounds, len(matrix.options)
    if len(bounds) == 1 and (bounds[0].lower is None) != (bounds[0].upper is None):
        costs = bounds[0].dense(size)
        if fit(costs):
            goal = "minimize" if bounds[0].lower is None else "maximize"
            return matrix.replaced(costs=costs, sums=bounds), goal
    return matrix.replaced(costs=array("q", bytes(8 * size)), sums=bounds), "minimize"
