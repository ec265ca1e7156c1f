"""All covers by symmetry: those with one option of each orbit, and their images, or how many these are.

A list and a count begin without symmetries, which the covers of a small problem do not repay, and look for
them after a turn. Turns are counted in nodes, so the same matrix has the same order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from excover.matrix.matrix import Matrix
from excover.search._core import CoverBatch, Images
from excover.search.engine import ENDLESS, Sink, VerificationError
from excover.search.outcome import Outcome, Statistics, Unfinished
from excover.search.portfolio.by_forecast import all_listed, counted
from excover.search.run import Run
from excover.search.tuning import tuning

if TYPE_CHECKING:
    from excover.search.symmetries.group import FindGroup
    from excover.search.symmetries.representatives import Representatives, WeightedPart


class ListByOrbits:
    """An engine that lists the covers with one option of each orbit, and makes the others as their images.

    The images of a cover come one after the other.
    """

    def __init__(self, matrix: Matrix, run: Run, find_group: FindGroup) -> None:
        self._matrix, self._run, self._find_group = matrix, run.started(), find_group
        self._engine = all_listed(matrix, self._run)
        self._is_settled = False
        self._images: Images | None = None
        self._orbits: Representatives | None = None
        self._began: Statistics | None = None
        self._waiting = CoverBatch()

    @property
    def is_over(self) -> bool:
        return self._engine.is_over

    @property
    def progress(self) -> float | None:
        return self._engine.progress

    @property
    def outcome(self) -> Outcome:
        """It counts the images made, and the covers of which none were made yet."""
        outcome = self._engine.outcome
        if self._images is None:
            return outcome
        assert self._began
        assert self._orbits
        statistics = with_beginning(outcome.statistics, self._began, self._orbits)
        count = outcome.count - self._images.taken + self._images.made
        return outcome.replaced(count=count, statistics=statistics)

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """Works for a moment, and once it is settled, for so many nodes; continues after a KeyboardInterrupt,
        too.
        """
        if self._is_settled:
            self._engine.run_slice(max(1, solutions // self._longest), nodes)
        while not (self._is_settled or self._run.cancellation.reason):
            self._begin()

    def hand_over(self, into: Sink) -> None:
        """See the method of an engine; once it has handed over covers, there is no way back to symmetries."""
        if self._images is None:
            self._is_settled = self._is_settled or self._engine.outcome.count > 0
            self._engine.hand_over(into)
            return
        self._engine.hand_over(self._waiting)
        if fault := self._images.hand_over(self._waiting, into):
            raise VerificationError(f"{fault}; this is a fault of excover, please report it")

    @property
    def _longest(self) -> int:
        return max(map(len, self._orbits.orbits)) if self._orbits else 1

    def _begin(self) -> None:
        """Lists for a turn, which is over already if a decision was interrupted, and then decides."""
        goal = min(tuning.orbit_turn, tuning.hybrid_head_start)
        nodes = self._engine.outcome.statistics.nodes
        if nodes < goal:
            self._engine.run_slice(ENDLESS, goal - nodes)
        if self._engine.is_over:
            self._is_settled = True
        elif self._engine.outcome.statistics.nodes >= goal:
            self._decide()

    def _decide(self) -> None:
        """Either begins again with one option of each orbit, or goes on."""
        found = found_orbits(self._matrix, self._run, self._engine.progress, self._find_group)
        images = found.images() if found else None
        if found and images:
            engine, began = all_listed(found.listed, self._run), self._engine.outcome.statistics
            self._engine, self._began, self._orbits, self._images = engine, began, found, images
        self._is_settled = True


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
        if is_open:
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


def found_orbits(
    matrix: Matrix, run: Run, progress: float | None, find_group: FindGroup
) -> Representatives | None:
    """None also if the search seems to have less work left than it has done, as far as its progress shows, or
    if the run ends meanwhile: what it has found is then worth more than a beginning.
    """
    if progress is not None and progress > 0.5:
        return None
    from excover.search.symmetries.representatives import representatives  # small problems need none

    try:
        group = find_group()
        found = representatives(matrix, group, run.check) if group else None
        run.check()
    except Unfinished:
        return None
    return found


def with_beginning(found: Statistics, began: Statistics, orbits: Representatives) -> Statistics:
    """With the work before symmetries were known, and a reason that mentions them."""
    return (found + began).replaced(reason=f"{orbits.of}; {found.reason}")
