"""Covers that keep to bounds on sums (`Matrix.sums`), which the native core does not know.

Of the candidates of a listing, `WithinSums` keeps those that do; the bounds prune nothing. For any one cover
and a single bound on one side, `FirstWithin` asks for the best cover instead: the search for it prunes by
bounds, and knows that there is none as soon as its bound passes that of the sum.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from excover.cover.matrix import Matrix
from excover.solve.engine import Cover
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

    def hand_over(self, into: list[Cover]) -> None: ...


class WithinSums:
    """The first ``most`` covers of an engine that keep to the bounds of a matrix; all with None."""

    def __init__(self, matrix: Matrix, most: int | None, engine: Candidates) -> None:
        self._sums, self._most, self._engine = matrix.sums, most, engine
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
        found = replace(self._engine.outcome, count=self._count)
        return replace(found, exhausted=False, stopped_by=StoppedBy.LIMIT) if self._is_enough else found

    @property
    def progress(self) -> float | None:
        return self._engine.progress

    def run_slice(self, solutions: int) -> None:
        """See the method of an engine; ``solutions`` are candidates here."""
        self._engine.run_slice(solutions)
        self._sift()

    def hand_over(self, into: list[Cover]) -> None:
        """See the method of an engine."""
        self._sift()
        into += self._found
        self._found = []

    def _sift(self) -> None:
        candidates: list[Cover] = []
        self._engine.hand_over(candidates)
        for cover in candidates:
            if not self._is_enough and all(bound.holds(cover) for bound in self._sums):
                self._found.append(cover)
                self._count += 1


class FirstWithin:
    """A cover that keeps to the only bound of a matrix, which is `is_one_sided`."""

    def __init__(self, matrix: Matrix, run: Run) -> None:
        (bound,) = matrix.sums
        goal = "minimize" if bound.lower is None else "maximize"
        self._covers = BetterCovers(replace(matrix, costs=bound.weights), goal, run)
        self._found: list[Cover] = []
        self._is_found = False

    @property
    def is_over(self) -> bool:
        return self._is_found or self._covers.outcome.exhausted or self._covers.outcome.stopped_by is not None

    @property
    def outcome(self) -> Outcome:
        known = replace(self._covers.outcome, cost=None, bound=None)
        work = replace(known.statistics, reason="of all solutions, the best keeps to a bound if any does")
        known = replace(known, statistics=work)
        return replace(known, exhausted=False, stopped_by=StoppedBy.LIMIT) if self._is_found else known

    @property
    def progress(self) -> float | None:
        return None

    def run_slice(self, solutions: int) -> None:
        """Searches until the answer is known, or the run ends."""
        self._found += [cover for cover in [next(self._covers, None)] if cover is not None]
        self._is_found = bool(self._found)

    def hand_over(self, into: list[Cover]) -> None:
        """See the method of an engine."""
        into += self._found
        self._found = []


def is_one_sided(matrix: Matrix) -> bool:
    """Whether there is one bound on a sum, and it is only an upper, or only a lower one."""
    return len(matrix.sums) == 1 and (matrix.sums[0].lower is None) != (matrix.sums[0].upper is None)
