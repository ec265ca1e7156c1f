"""Solves with the simplest technique that suffices: forced moves first, guesses last.

>>> from excover.problem.problem import load
>>> rules = Rules(load("queens", {"n": 6}, given=".Q....").matrix)
>>> climb = climbed(rules, rules.start)
>>> climb.highest.value, climb.is_solved
('wings', True)

The rungs are techniques. Each is used only if all below it find nothing more, and after each use the lower
ones are used again as long as they find something. The result does not depend on the order of discoveries,
and more knowledge at the start leaves no more to find: each technique is monotone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import partial

from excover.authors.techniques import Exclusion, PartialSolution, Rules, excluded, locked, refuted, subsets
from excover.search.run import UNLIMITED, Run

SHORT = 4
"""The length of a chain of forced moves that can be seen without a pencil."""


class Technique(Enum):
    """From the easiest to the hardest; the values are the displayed names."""

    FORCED = "forced"
    """An item has no other option left: naked and hidden singles, a piece with one place. A sum has no room
    for an option; a place is cut off from those that it must be connected with."""
    LOCKED = "locked"
    """All options of an item exclude another option, which would leave a hole that nothing fills."""
    PAIRS = "pairs"
    """Two items use up two others: naked and hidden pairs, X-wings."""
    TRIPLES = "triples"
    """Three items use up three others: triples, swordfish."""
    WINGS = "wings"
    """An option leads to a contradiction after one round of forced moves: wings, skyscrapers, kites."""
    CHAINS = "chains"
    """An option leads to a contradiction after a few rounds."""
    TRIAL = "trial"
    """An option leads to a contradiction after any number of rounds."""
    GUESSES = "guesses"
    """Nested trials."""

    @property
    def rung(self) -> int:
        """The rank, from 1."""
        return RUNGS[self]

    @classmethod
    def deductions(cls) -> list[Technique]:
        """All but guesses."""
        return [technique for technique in cls if technique is not cls.GUESSES]


RUNGS = {technique: number for number, technique in enumerate(Technique, 1)}

Finder = Callable[[Rules, PartialSolution, Run], Iterator[Exclusion]]

FINDERS: tuple[tuple[Technique, Finder], ...] = (
    (Technique.LOCKED, locked),
    (Technique.PAIRS, partial(subsets, size=2)),
    (Technique.TRIPLES, partial(subsets, size=3)),
    (Technique.WINGS, partial(refuted, rounds=1)),
    (Technique.CHAINS, partial(refuted, rounds=SHORT)),
    (Technique.TRIAL, partial(refuted, rounds=None)),
)
"""Techniques between forced moves and guesses; each finds options to exclude."""


class Contradiction(ValueError):
    """There is no solution."""


@dataclass(slots=True)
class Climb:
    """The progress made, and the techniques used.

    ``rounds``: how often each technique was used. ``looked_at``: the undecided options, summed over the
    rounds of the highest technique.
    """

    state: PartialSolution
    highest: Technique = Technique.FORCED
    looked_at: int = 0
    rounds: dict[Technique, int] = field(default_factory=dict)

    @property
    def is_solved(self) -> bool:
        return not self.state.open

    def count(self, technique: Technique) -> None:
        self.rounds[technique] = self.rounds.get(technique, 0) + 1


def climbed(
    rules: Rules,
    start: PartialSolution,
    up_to: Technique = Technique.TRIAL,
    run: Run = UNLIMITED,
) -> Climb:
    """The result of techniques up to one of them. Raises Contradiction, and Unfinished."""
    climber = _Climber(rules, Climb(start), run)
    climber.forced(measured=True)
    for rung, (technique, _) in enumerate(FINDERS):
        if climber.climb.is_solved or technique.rung > up_to.rung:
            break
        run.report(technique.value, rung, len(FINDERS))
        climber.exhaust(rung)
    return climber.climb


@dataclass(frozen=True, slots=True)
class _Climber:
    rules: Rules
    climb: Climb
    run: Run

    def forced(self, measured: bool = False) -> None:
        """Makes forced moves, round by round."""
        climb = self.climb
        for after in self.rules.rounds(climb.state):
            if after is None:
                raise Contradiction
            climb.count(Technique.FORCED)
            if measured:
                climb.looked_at += self.rules.undecided(climb.state).bit_count()
            climb.state = after

    def exhaust(self, rung: int) -> None:
        """Applies a technique until it finds nothing more, and all lower ones before each application."""
        climb, (technique, _) = self.climb, FINDERS[rung]
        climb.highest, climb.looked_at = technique, 0
        while not climb.is_solved:
            undecided = self.rules.undecided(climb.state).bit_count()
            if not self._excluded(rung):
                return
            climb.looked_at += undecided
            while any(self._excluded(lower) for lower in range(rung)):
                pass

    def _excluded(self, rung: int) -> bool:
        """Applies a technique once and then makes forced moves; whether it found anything."""
        climb, (technique, finder) = self.climb, FINDERS[rung]
        if climb.is_solved:
            return False
        found = excluded(finder(self.rules, climb.state, self.run))
        if not found:
            return False
        climb.count(technique)
        climb.state = self.rules.excluded(climb.state, found)
        self.forced()
        return True
