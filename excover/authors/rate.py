"""Rates how hard a puzzle is, by the technique needed and the amount of it.

>>> from excover.problem.problem import load
>>> from excover.language.source_files import find_given
>>> for name in ("sudoku-easy", "sudoku-hard"):
...     print(rate(load("sudoku", given=find_given(name))))
easy, 1.40
evil, 14.66

The digits before the point are the rank of the hardest technique needed (`Technique`). The digits after it
measure how much there is to look at: the undecided options, summed over the rounds in which that technique is
used, as ``log2(1 + options) / 20``. On the top rung, ``log2(1 + guesses)`` is added instead.

**A correct clue never raises a rating.** Let a state be what is known: options excluded and options chosen.
Each technique is monotone: more knowledge before gives more knowledge after. So is the closure under the
techniques up to one, a least fixed point of monotone maps, and so is the state after each round. With one
more clue, the same technique therefore suffices, in at most as many rounds, with at most as many undecided
options in each. Guesses are counted in trees that decide items in a fixed order, so that each guess of the
smaller tree is also one of the larger tree; the least number over several orders counts, and a minimum of
monotone measures is monotone.

Trial and error: a search tree whose guesses are counted.

>>> rules = Rules(load("queens", {"n": 6}, given=".Q....").matrix)
>>> walk = walked(rules, rules.start, list(rules.start.open), most=100)
>>> walk.guesses, walk.depth, walk.solutions
(11, 3, 1)

The items are decided one after the other in a fixed order. That is more work than choosing an item with
fewest options each time, but more knowledge at the start then never needs more guesses: each guess is also
one of the larger tree.

A climb solves with the simplest technique that suffices: forced moves first, guesses last.

>>> climb = climbed(rules, rules.start)
>>> climb.highest.value, climb.is_solved
('wings', True)

The rungs are techniques. Each is used only if all below it find nothing more, and after each use the lower
ones are used again as long as they find something. The result does not depend on the order of discoveries,
and more knowledge at the start leaves no more to find: each technique is monotone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from math import log2
from typing import TYPE_CHECKING

from excover.authors.clues import clues_of, only_solution
from excover.authors.techniques import (
    Exclusion,
    PartialSolution,
    Rules,
    excluded,
    locked,
    refuted,
    subsets,
    written,
)
from excover.matrix.capabilities import bits
from excover.problem.problem import Problem
from excover.search.run import UNLIMITED, Run, takes_run

if TYPE_CHECKING:
    from excover.base.json.objects import RatingData, WalkData

SHORT = 4
"""The length of a chain of forced moves that can be seen without a pencil."""


class Technique(Enum):
    """From the easiest to the hardest; the values are the displayed names."""

    FORCED = "forced"
    """An item has no other option left: naked and hidden singles, a piece with one place. A sum has no room
    for an option; a rule alone cannot be met with it, by what has been chosen in its cells; a place is cut
    off from those that it must be connected with."""
    LOCKED = "locked"
    """All options of an item exclude another option, which would leave a hole that nothing fills; or a rule
    alone cannot be met with it, such as one about a line, by all that is excluded in its cells.
    """
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
    (Technique.FORCED, written),
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
        if technique is not climb.highest:
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


@dataclass(slots=True)
class Walk:
    """The totals of a walk through the whole tree.

    ``guesses`` are the options tried where several were left, ``dead_ends`` those of them that failed at
    once, by forced moves; ``depth`` is the most nested guesses.
    """

    guesses: int = 0
    dead_ends: int = 0
    depth: int = 0
    solutions: int = 0

    def as_data(self) -> WalkData:
        """For JSON."""
        return {
            "guesses": self.guesses,
            "dead_ends": self.dead_ends,
            "depth": self.depth,
            "solutions": self.solutions,
        }


class TooMany(Exception):
    """There were more guesses than allowed."""


def walked(
    rules: Rules, start: PartialSolution, order: Sequence[int], most: int, run: Run = UNLIMITED
) -> Walk:
    """Decides all items that need options, in this order. Raises TooMany, and Unfinished."""
    tree = _Tree(rules, order, most, run)
    tree.visit(start, None, 0, 0)
    return tree.seen


@dataclass(slots=True)
class _Tree:
    rules: Rules
    order: Sequence[int]
    most: int
    run: Run
    seen: Walk = field(default_factory=Walk)

    def visit(self, start: PartialSolution, since: int | None, at: int, depth: int) -> None:
        """The items before ``at`` are decided; ``since`` as in `Rules.rounds`."""
        state = self.rules.propagated(start, since)
        if state is None:
            self.seen.dead_ends += 1
            return
        if not state.open:
            self.seen.solutions += 1
            return
        self.seen.depth = max(self.seen.depth, depth + 1)
        left = frozenset(state.open)
        while self.order[at] not in left:
            at += 1
        alive = state.alive
        for option in bits(alive & ~state.chosen & self.rules.users[self.order[at]]):
            self._count_guess()
            tried = self.rules.chosen(state._replace(alive=alive), 1 << option)
            if tried is not None:
                self.visit(tried, state.alive, at, depth + 1)
            alive &= ~(1 << option)

    def _count_guess(self) -> None:
        self.seen.guesses += 1
        if self.seen.guesses > self.most:
            raise TooMany
        self.run.check()


MOST_GUESSES = 1_000


class Level(Enum):
    """How hard a puzzle is, in words."""

    EASY = "easy"
    """Forced moves; or nothing left to do."""
    MEDIUM = "medium"
    """Locked options, pairs."""
    HARD = "hard"
    """Triples, wings."""
    EVIL = "evil"
    """Chains, trial, guesses."""

    @property
    def rank(self) -> int:
        """From 0 for the easiest."""
        return list(Level).index(self)


HARDEST = {
    Level.EASY: Technique.FORCED,
    Level.MEDIUM: Technique.PAIRS,
    Level.HARD: Technique.WINGS,
    Level.EVIL: Technique.GUESSES,
}
"""The hardest technique of each level."""


@dataclass(frozen=True, slots=True)
class Rating:
    """``climb`` is the result of techniques; ``walk`` the guesses after that, for the best order.

    ``walk`` is None without guesses, and if every order takes more than MOST_GUESSES.
    """

    climb: Climb
    walk: Walk | None = None

    def __str__(self) -> str:
        more = "more than " if self.guesses is None else ""
        return f"{self.level.value}, {more}{self.number:.2f}"

    @property
    def technique(self) -> Technique:
        """The hardest technique needed."""
        return self.climb.highest if self.climb.is_solved else Technique.GUESSES

    @property
    def guesses(self) -> int | None:
        """None if there are more than MOST_GUESSES."""
        if self.climb.is_solved:
            return 0
        return self.walk.guesses if self.walk else None

    @property
    def number(self) -> float:
        """0 if nothing is left to find."""
        if not self.climb.rounds and self.climb.is_solved:
            return 0.0
        rung = self.technique.rung
        if not self.climb.is_solved:
            return rung + log2(1 + (self.walk.guesses if self.walk else MOST_GUESSES))
        return rung + min(0.99, log2(1 + self.climb.looked_at) / 20)

    def as_data(self) -> RatingData:
        """For JSON."""
        return {
            "level": self.level.value,
            "number": round(self.number, 2),
            "technique": self.technique.value,
            "rounds": {each.value: self.climb.rounds.get(each, 0) for each in Technique.deductions()},
            "walk": None if self.walk is None else self.walk.as_data(),
        }

    @property
    def level(self) -> Level:
        return next(level for level, most in HARDEST.items() if self.technique.rung <= most.rung)


@takes_run
def rate(problem: Problem, run: Run = UNLIMITED) -> Rating:
    """How hard a puzzle is; the same on every machine.

    Raises NotUnique if there is not exactly one solution, and Unfinished.
    """
    run = run.started()
    only_solution(problem, run)
    return rating_of(problem, Level.EVIL, run)


def rating_of(problem: Problem, up_to: Level, run: Run = UNLIMITED) -> Rating:
    """Rates a puzzle that is known to have one solution; guesses are counted only up to the evil level.

    For a puzzle above the level, the rating is only known to be evil. Raises Unfinished.
    """
    rules = Rules(problem.matrix)
    climb = climbed(rules, start_of(problem, rules), HARDEST[up_to], run)
    if climb.is_solved or up_to is not Level.EVIL:
        return Rating(climb)
    return Rating(climb, _least_guesses(problem, rules, climb.state, run))


def _least_guesses(problem: Problem, rules: Rules, start: PartialSolution, run: Run) -> Walk | None:
    """The walk with fewest guesses; None if each has too many."""
    best: Walk | None = None
    orders = _orders(problem)
    for number, order in enumerate(orders):
        run.report("orders", number, len(orders))
        try:
            best = walked(rules, start, order, best.guesses - 1 if best else MOST_GUESSES, run)
        except TooMany:
            continue
    return best


def _orders(problem: Problem) -> list[list[int]]:
    """Orders of the items of the description: the given one, by the last index first, and both reversed.

    The orders must not depend on the givens, so items that givens add come last.
    """
    own, every = len(problem.full.matrix.items), range(len(problem.matrix.items))
    names = problem.matrix.items
    families = {family: number for number, family in enumerate(dict.fromkeys(name.family for name in names))}

    def across(item: int) -> tuple[int, list[tuple[int, str]]]:
        indices = names[item].indices[::-1]
        return families[names[item].family], [(i if isinstance(i, int) else 0, str(i)) for i in indices]

    listed = list(every[:own])
    columns = sorted(listed, key=across)
    return [[*order, *every[own:]] for order in (listed, columns, listed[::-1], columns[::-1])]


def start_of(problem: Problem, rules: Rules) -> PartialSolution:
    """Includes the options that the givens state directly."""
    numbers = problem.matrix.option_numbers
    full = problem.full.matrix.options
    given = 0
    for clue in clues_of(problem.full, problem.givens):
        left = [numbers[full[option]] for option in clue.options if full[option] in numbers]
        given |= 1 << left[0] if len(left) == 1 else 0
    start = rules.chosen(rules.start, given)
    if start is None:
        raise AssertionError("givens of a puzzle with a solution agree")
    return start
