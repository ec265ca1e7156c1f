"""Covers that keep to bounds on sums (`Matrix.bounds`), which the native core does not know.

Of the candidates of a listing, `WithinSums` keeps those that do; the bounds prune nothing. For any one cover,
`FirstWithin` asks for the best one instead, by a single bound on one side, or at no cost: the search for it
has prices for what the options weigh, and often knows at the root that there is none.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from itertools import islice
from typing import Protocol

from excover.cover.costs import fit
from excover.cover.matrix import Matrix
from excover.solve.engine import Cover, Sink
from excover.solve.outcome import Outcome, StoppedBy
from excover.solve.races.cheapest import BetterCovers
from excover.solve.run import Run


class Candidates(Protocol):
    """An engine that lists covers."""

    @property
    def is_over(self) -> bool: ...

    @property
    def outcome(self) -> Outcome: ...

    @property
    def progress(self) -> float | None: ...

    def run_slice(self, solutions: int) -> None: ...

    def hand_over(self, into: Sink) -> None: ...


class WithinSums:
    """The first ``most`` covers of an engine that keep to the bounds of a matrix; all with None."""

    def __init__(self, matrix: Matrix, most: int | None, engine: Candidates) -> None:
        self._sums, self._most, self._engine = matrix.bounds, most, engine
        self._candidates: list[Cover] = []  # from the engine, and not looked at
        self._has_looked_at_all = True
        self._found: list[Cover] = []
        self._count = 0

    @property
    def _is_enough(self) -> bool:
        return self._most is not None and self._count >= self._most

    @property
    def is_over(self) -> bool:
        return self._is_enough or self._engine.is_over

    @property
    def outcome(self) -> Outcome:
        known = self._engine.outcome
        known = replace(known, count=self._count, exhausted=known.exhausted and self._has_looked_at_all)
        return replace(known, exhausted=False, stopped_by=StoppedBy.LIMIT) if self._is_enough else known

    @property
    def progress(self) -> float | None:
        return self._engine.progress

    def run_slice(self, solutions: int) -> None:
        """See the method of an engine; ``solutions`` are candidates here."""
        self._has_looked_at_all = False
        self._engine.run_slice(solutions)
        self._sift()

    def hand_over(self, into: Sink) -> None:
        """See the method of an engine."""
        self._sift()
        into.extend(self._found)
        self._found = []

    def _sift(self) -> None:
        self._engine.hand_over(self._candidates)
        within = (cover for cover in self._candidates if all(bound.holds(cover) for bound in self._sums))
        room = None if self._most is None else max(0, self._most - self._count)
        found = list(islice(within, room))
        # All at once, at the end: after an interruption before it, the same candidates are looked at again.
        count = self._count + len(found)
        self._found, self._count, self._candidates = self._found + found, count, []
        self._has_looked_at_all = True


class FirstWithin:
    """A cover that keeps to the bounds of a matrix."""

    def __init__(self, matrix: Matrix, run: Run) -> None:
        priced, goal = _as_best(matrix)
        self._covers = BetterCovers(priced, goal, run)
        self._found: list[Cover] = []
        self._is_over = False

    @property
    def is_over(self) -> bool:
        return self._is_over

    @property
    def outcome(self) -> Outcome:
        known = replace(self._covers.outcome, cost=None, bound=None)
        work = replace(known.statistics, reason="the search for the best solution keeps to bounds on sums")
        known = replace(known, statistics=work)
        return replace(known, exhausted=False, stopped_by=StoppedBy.LIMIT) if known.count else known

    @property
    def progress(self) -> float | None:
        return None

    def run_slice(self, solutions: int) -> None:
        """Searches until the answer is known, or the run ends; continues after KeyboardInterrupt."""
        self._found += islice(self._covers, 1)
        self._is_over = True

    def hand_over(self, into: Sink) -> None:
        """See the method of an engine."""
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
            return replace(matrix, costs=costs, sums=bounds), goal
    return replace(matrix, costs=array("q", bytes(8 * size)), sums=bounds), "minimize"
