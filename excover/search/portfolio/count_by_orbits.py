"""A count of all covers by symmetry: of the covers with one option of each orbit, times its length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from excover.matrix.matrix import Matrix
from excover.search.engine import ENDLESS, Sink
from excover.search.outcome import Outcome
from excover.search.portfolio.by_forecast import counted
from excover.search.run import Run
from excover.search.symmetries.orbits import found_orbits, is_due, with_beginning

if TYPE_CHECKING:
    from excover.search.symmetries.orbits import FindGroup
    from excover.search.symmetries.representatives import Representatives, WeightedPart


class CountByOrbits:
    """Counts the covers with one option of each orbit, by a portfolio for each length of orbits."""

    def __init__(self, matrix: Matrix, run: Run, find_group: FindGroup) -> None:
        self._matrix, self._run, self._find_group = matrix, run.started(), find_group
        self._member = counted(matrix, self._run)
        self._is_settled = False
        self._orbits: Representatives | None = None
        self._began: Outcome | None = None
        self._parts: list[WeightedPart] = []
        self._done: list[Outcome] = []

    @property
    def is_over(self) -> bool:
        return self._member.is_over and not (self._member.outcome.exhausted and self._is_part_left)

    @property
    def progress(self) -> float | None:
        parts, current = max(1, len(self._parts)), self._member.progress
        return None if current is None else (len(self._done) + current) / parts

    @property
    def outcome(self) -> Outcome:
        """Its count is a lower bound before it is exhausted."""
        current = self._member.outcome
        if self._orbits is None:
            return current
        assert self._began
        outcomes = [*self._done, current]
        found = sum(part.weight * each.count for part, each in zip(self._parts, outcomes, strict=False))
        statistics = current.statistics
        for each in self._done:
            statistics += each.statistics
        return current.replaced(
            count=max(found, self._began.count),
            exhausted=current.exhausted and not self._is_part_left,
            statistics=with_beginning(statistics, self._began.statistics, self._orbits),
        )

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """Works for a moment, for so many solutions and nodes; continues after a KeyboardInterrupt, too."""
        if self._member.is_over and self._is_part_left:
            following = counted(self._parts[len(self._done) + 1].matrix, self._run)
            self._done, self._member = [*self._done, self._member.outcome], following
        self._member.run_slice(solutions, nodes)
        is_open = not self._is_settled and not self._member.is_over and self._member.is_turn_over
        if is_open and is_due(self._matrix, self._member.work):
            self._decide()

    def hand_over(self, into: Sink) -> None:
        """It keeps no covers."""

    @property
    def _is_part_left(self) -> bool:
        return len(self._done) + 1 < len(self._parts)

    def _decide(self) -> None:
        found = found_orbits(self._matrix, self._run, self._member.progress, self._find_group)
        if found:
            parts, began = found.parts(), self._member.outcome
            member = counted(parts[0].matrix, self._run)
            self._member, self._parts, self._began, self._orbits = member, parts, began, found
        self._is_settled = True
