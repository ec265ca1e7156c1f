"""Counts and lists by symmetry: a search for the covers with one option of each orbit (representatives.py).

Both begin without symmetries, which the covers of a small problem do not repay, and look for them when the
search has done as much work as that may take. Work is counted, so the same matrix has the same order.
"""

from __future__ import annotations

from dataclasses import replace

from excover._core import Images
from excover.cover.matrix import Matrix
from excover.solve.engine import ENDLESS, Cover, VerificationError
from excover.solve.outcome import Outcome, Statistics
from excover.solve.races.race import Race
from excover.solve.races.relay import Relay
from excover.solve.run import Run
from excover.solve.symmetries.representatives import FindGroup, Part, Representatives, representatives
from excover.solve.tuning import tuning
from excover.solve.work import work


def suits_orbits(matrix: Matrix, run: Run) -> bool:
    """Whether all covers are wanted, in any order, of a matrix in which symmetries may be found soon.

    A budget of nodes, a seed and a requested engine mean a certain search tree; a budget of solutions means
    the first ones of a list.
    """
    budget, strategy = run.budget, run.strategy
    is_open = strategy.engine == "auto" and strategy.seed is None and not strategy.reduce
    is_whole = budget.solutions is None and budget.nodes is None
    return (
        strategy.symmetry
        and is_open
        and is_whole
        and not matrix.bounds
        and len(matrix.entries) <= tuning.orbit_entries
    )


def _is_due(matrix: Matrix, done: float) -> bool:
    """Whether as much work is done as finding symmetries may take."""
    return done >= max(tuning.orbit_head_start, tuning.orbit_entry_work * len(matrix.entries))


def _found(matrix: Matrix, progress: float | None, find_group: FindGroup) -> Representatives | None:
    """None also if the search seems to have less work left than it has done, as far as its progress tells."""
    if progress is not None and progress > 0.5:
        return None
    group = find_group()
    return representatives(matrix, group) if group else None


class ListByOrbits:
    """An engine that lists the covers with one option of each orbit, and makes the others as their images.

    The images of a cover come one after the other.
    """

    def __init__(self, matrix: Matrix, run: Run, find_group: FindGroup) -> None:
        self._matrix, self._run, self._find_group = matrix, run.started(), find_group
        self._engine = Relay(matrix, self._run)
        self._is_settled = False
        self._goal = tuning.orbit_turn
        self._images: Images | None = None
        self._orbits: Representatives | None = None
        self._began: Statistics | None = None
        self._waiting: list[Cover] = []

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
        statistics = _with_beginning(outcome.statistics, self._began, self._orbits)
        count = outcome.count - self._images.taken + self._images.made
        return replace(outcome, count=count, statistics=statistics)

    def run_slice(self, solutions: int = ENDLESS) -> None:
        """Works for a moment; continues after a KeyboardInterrupt, too."""
        if self._is_settled:
            self._engine.run_slice(max(1, solutions // self._longest))
        while not (self._is_settled or self._run.cancellation.reason):
            self._begin()

    def hand_over(self, into: list[Cover]) -> None:
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
        nodes = self._engine.outcome.statistics.nodes
        self._engine.run_slice(ENDLESS, min(self._goal, tuning.relay_head_start) - nodes)
        statistics = self._engine.outcome.statistics
        if self._engine.is_over:
            self._is_settled = True
        elif statistics.nodes >= self._goal:
            self._goal += tuning.orbit_turn
            if _is_due(self._matrix, work(statistics)) or statistics.nodes >= tuning.relay_head_start:
                self._decide()

    def _decide(self) -> None:
        """Either begins again with one option of each orbit, or goes on."""
        found = _found(self._matrix, self._engine.progress, self._find_group)
        images = found.images() if found else None
        if found and images:
            engine, began = Relay(found.listed, self._run), self._engine.outcome.statistics
            self._engine, self._began, self._orbits, self._images = engine, began, found, images
        self._is_settled = True


class CountByOrbits:
    """An engine that counts the covers with one option of each orbit, in a race for each length of orbits."""

    def __init__(self, matrix: Matrix, run: Run, find_group: FindGroup) -> None:
        self._matrix, self._run, self._find_group = matrix, run.started(), find_group
        self._race = Race(matrix, self._run)
        self._is_settled = False
        self._orbits: Representatives | None = None
        self._began: Outcome | None = None
        self._parts: list[Part] = []
        self._done: list[Outcome] = []

    @property
    def is_over(self) -> bool:
        return self._race.is_over and not (self._race.outcome.exhausted and self._is_part_left)

    @property
    def progress(self) -> float | None:
        parts, current = max(1, len(self._parts)), self._race.progress
        return None if current is None else (len(self._done) + current) / parts

    @property
    def outcome(self) -> Outcome:
        """Its count is a lower bound before it is exhausted."""
        current = self._race.outcome
        if self._orbits is None:
            return current
        assert self._began
        outcomes = [*self._done, current]
        found = sum(part.weight * each.count for part, each in zip(self._parts, outcomes, strict=False))
        statistics = current.statistics
        for each in self._done:
            statistics += each.statistics
        return replace(
            current,
            count=max(found, self._began.count),
            exhausted=current.exhausted and not self._is_part_left,
            statistics=_with_beginning(statistics, self._began.statistics, self._orbits),
        )

    def run_slice(self) -> None:
        """Works for a moment; continues after a KeyboardInterrupt, too."""
        if self._race.is_over and self._is_part_left:
            following = Race(self._parts[len(self._done) + 1].matrix, self._run)
            self._done, self._race = [*self._done, self._race.outcome], following
        self._race.run_slice()
        if not self._is_settled and not self._race.is_over and _is_due(self._matrix, self._race.work):
            self._decide()

    @property
    def _is_part_left(self) -> bool:
        return len(self._done) + 1 < len(self._parts)

    def _decide(self) -> None:
        found = _found(self._matrix, self._race.progress, self._find_group)
        if found:
            parts, began = found.parts(), self._race.outcome
            race = Race(parts[0].matrix, self._run)
            self._race, self._parts, self._began, self._orbits = race, parts, began, found
        self._is_settled = True


def _with_beginning(found: Statistics, began: Statistics, orbits: Representatives) -> Statistics:
    """With the work before symmetries were known, and a reason that tells of them."""
    return replace(found + began, reason=f"{orbits.of}; {found.reason}")
