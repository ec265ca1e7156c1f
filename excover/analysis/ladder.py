"""Solving with the least that is enough: forced moves first, guesses last.

>>> from excover.problem import load
>>> rules = Rules(load("queens", {"n": 6}, given=".Q....").matrix)
>>> climb = climbed(rules, rules.start)
>>> climb.highest.value, climb.is_solved
('wings', True)

The rungs are techniques. Each is used only where all below it find nothing more, and after each use these are
used again as long as they find something. What is left by then does not depend on the order in which it was
found, and whoever knows more to begin with has no more left: each technique is monotone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import partial

from excover.analysis.rules import PartialSolution, Rules
from excover.analysis.techniques import locked, refuted, subsets
from excover.solve.run import UNLIMITED, Run

SHORT = 4
"""Rounds of forced moves in a chain that can be seen without a pencil."""


class Technique(Enum):
    """From the easiest to the hardest; the values are the names that people read."""

    FORCED = "forced"
    """An item has no other option left: naked and hidden singles, a piece with one place."""
    LOCKED = "locked"
    """All options of an item exclude another option: it would leave a hole that nothing fills."""
    PAIRS = "pairs"
    """Two items use up two others: naked and hidden pairs, X-wings."""
    TRIPLES = "triples"
    """The same of three: triples, swordfish."""
    WINGS = "wings"
    """An option leads to a contradiction by one round of forced moves: wings, skyscrapers, kites."""
    CHAINS = "chains"
    """The same by a few rounds."""
    TRIAL = "trial"
    """The same by any number of rounds."""
    GUESSES = "guesses"
    """Trials within trials."""

    @property
    def rung(self) -> int:
        """From 1."""
        return RUNGS[self]


RUNGS = {technique: number for number, technique in enumerate(Technique, 1)}

Finder = Callable[[Rules, PartialSolution, Run], int]

FINDERS: tuple[tuple[Technique, Finder], ...] = (
    (Technique.LOCKED, locked),
    (Technique.PAIRS, partial(subsets, size=2)),
    (Technique.TRIPLES, partial(subsets, size=3)),
    (Technique.WINGS, partial(refuted, rounds=1)),
    (Technique.CHAINS, partial(refuted, rounds=SHORT)),
    (Technique.TRIAL, partial(refuted, rounds=None)),
)
"""Between forced moves and guesses; each finds options to exclude."""


class Contradiction(ValueError):
    """There is no solution."""


@dataclass(slots=True)
class Climb:
    """How far one came, and with what.

    ``rounds``: how often each technique was used. ``looked_at``: the undecided options, summed over the
    rounds of the highest one.
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
    """As far as techniques up to one lead. Raises Contradiction, and Unfinished."""
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
        """Takes what is forced, round by round."""
        climb = self.climb
        for after in self.rules.rounds(climb.state):
            if after is None:
                raise Contradiction
            climb.count(Technique.FORCED)
            if measured:
                climb.looked_at += self.rules.undecided(climb.state).bit_count()
            climb.state = after

    def exhaust(self, rung: int) -> None:
        """A technique until it finds nothing more, and before each time all that is below it."""
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
        """Whether a technique, used once, finds anything; then what is forced is taken."""
        climb, (technique, finder) = self.climb, FINDERS[rung]
        if climb.is_solved:
            return False
        found = finder(self.rules, climb.state, self.run)
        if not found:
            return False
        climb.count(technique)
        climb.state = self.rules.excluded(climb.state, found)
        self.forced()
        return True
