"""A list of all covers by symmetry: the covers with one option of each orbit, and their images."""

from __future__ import annotations

from typing import TYPE_CHECKING

from excover.matrix.matrix import Matrix
from excover.search._core import CoverBatch, Images
from excover.search.engine import ENDLESS, Sink, VerificationError
from excover.search.outcome import Outcome, Statistics
from excover.search.portfolio.hybrid_enumeration import all_listed
from excover.search.run import Run
from excover.search.symmetries.orbits import found_orbits, is_due, with_beginning
from excover.search.tuning import tuning
from excover.search.work import work

if TYPE_CHECKING:
    from excover.search.symmetries.orbits import FindGroup
    from excover.search.symmetries.representatives import Representatives


class ListByOrbits:
    """An engine that lists the covers with one option of each orbit, and makes the others as their images.

    The images of a cover come one after the other.
    """

    def __init__(self, matrix: Matrix, run: Run, find_group: FindGroup) -> None:
        self._matrix, self._run, self._find_group = matrix, run.started(), find_group
        self._engine = all_listed(matrix, self._run)
        self._is_settled = False
        self._goal = min(tuning.orbit_turn, tuning.relay_head_start)
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
        """Lists up to the goal, where it is already if a decision was interrupted, and may then decide."""
        nodes = self._engine.outcome.statistics.nodes
        if nodes < self._goal:
            self._engine.run_slice(ENDLESS, self._goal - nodes)
        statistics = self._engine.outcome.statistics
        if self._engine.is_over:
            self._is_settled = True
        elif statistics.nodes >= self._goal:
            if is_due(self._matrix, work(statistics)) or statistics.nodes >= tuning.relay_head_start:
                self._decide()
            self._goal = min(self._goal + tuning.orbit_turn, tuning.relay_head_start)

    def _decide(self) -> None:
        """Either begins again with one option of each orbit, or goes on."""
        found = found_orbits(self._matrix, self._run, self._engine.progress, self._find_group)
        images = found.images() if found else None
        if found and images:
            engine, began = all_listed(found.listed, self._run), self._engine.outcome.statistics
            self._engine, self._began, self._orbits, self._images = engine, began, found, images
        self._is_settled = True
