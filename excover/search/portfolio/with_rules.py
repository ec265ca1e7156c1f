"""Covers that keep to bounds on sums and global constraints: in a random order, or a first one by its sums.

A first cover that keeps to bounds on sums is the best one, by a single bound on one side, or at no cost: the
search for it has prices for what the options weigh, and often knows at the root that there is none.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice

from excover.matrix.goals import fit
from excover.matrix.matrix import Matrix
from excover.search.engine import ENDLESS, Cover, Sink, taken_from
from excover.search.outcome import Outcome, StoppedBy
from excover.search.portfolio.portfolio import Improving, Member
from excover.search.portfolio.until_proved import Optimizer
from excover.search.run import Run


class Shuffled:
    """A member for the same options in an ``order``, whose numbers are theirs here."""

    def __init__(self, member: Member, order: Sequence[int]) -> None:
        self._member, self._order = member, order
        self._found: list[Cover] = []
        self._own: deque[Cover] = deque()

    @property
    def is_over(self) -> bool:
        return self._member.is_over

    @property
    def outcome(self) -> Outcome:
        return self._member.outcome

    @property
    def progress(self) -> float | None:
        return self._member.progress

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """See `Member`."""
        self._member.run_slice(solutions, nodes)

    def hand_over(self, into: Sink) -> None:
        """See `Member`."""
        into.extend([*taken_from(self._own)])  # if an interrupt came before
        self._member.hand_over(self._found)
        own = deque(tuple(sorted(map(self._order.__getitem__, cover))) for cover in self._found)
        self._own, self._found = own, []
        into.extend([*taken_from(self._own)])


class ShuffledBest(Iterator[Cover]):
    """The same of a search for the best."""

    def __init__(self, search: Improving, order: Sequence[int]) -> None:
        self._search, self._order = search, order

    @property
    def outcome(self) -> Outcome:
        """The progress of the search."""
        return self._search.outcome

    def __next__(self) -> Cover:
        return self._own(next(self._search))

    def drain(self) -> list[Cover]:
        """The cover that was found but not yet returned, if there is one, without further search."""
        return [self._own(cover) for cover in self._search.drain()]

    def _own(self, cover: Cover) -> Cover:
        return tuple(sorted(map(self._order.__getitem__, cover)))


class FirstByOptimizer:
    """A cover that keeps to the bounds of a matrix, or none, within so many nodes."""

    def __init__(self, matrix: Matrix, run: Run, nodes: int) -> None:
        priced, goal = _as_best(matrix)
        # The same answer with any number of threads.
        run = run.limited(nodes=nodes).by(run.strategy.replaced(threads=1))
        self._covers = Optimizer(priced, goal, run)
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
        """Searches until it has a cover, or all its nodes; continues after a KeyboardInterrupt."""
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
