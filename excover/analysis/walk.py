"""Trying where nothing else helps: a search tree whose guesses are counted.

>>> from excover.problem import load
>>> rules = Rules(load("queens", {"n": 6}, given=".Q....").matrix)
>>> walk = walked(rules, rules.start, list(rules.start.open), most=100)
>>> walk.guesses, walk.depth, walk.solutions
(11, 3, 1)

The items are decided one after the other in a fixed order. That is more work than to take an item with fewest
options each time, but whoever knows more to begin with then never needs more guesses: each of them is a guess
of the other's too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from excover.analysis.conflicts.search import bits
from excover.analysis.rules import PartialSolution, Rules
from excover.solve.run import UNLIMITED, Run


@dataclass(slots=True)
class Walk:
    """What a walk through the whole tree met.

    ``guesses`` are the options tried where several were left, ``dead_ends`` those of them that came to
    nothing at once, by forced moves; ``depth`` is the most guesses within each other.
    """

    guesses: int = 0
    dead_ends: int = 0
    depth: int = 0
    solutions: int = 0


class TooMany(Exception):
    """More guesses than were allowed."""


def walked(
    rules: Rules, start: PartialSolution, order: Sequence[int], most: int, run: Run = UNLIMITED
) -> Walk:
    """Decides all items that need options, in that order. Raises TooMany, and Unfinished."""
    tree = _Tree(rules, order, most, run)
    tree.visit(start, 0, 0)
    return tree.seen


@dataclass(slots=True)
class _Tree:
    rules: Rules
    order: Sequence[int]
    most: int
    run: Run
    seen: Walk = field(default_factory=Walk)

    def visit(self, start: PartialSolution, at: int, depth: int) -> None:
        """The items before ``at`` are decided."""
        state = self.rules.settled(start)
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
                self.visit(tried, at, depth + 1)
            alive &= ~(1 << option)

    def _count_guess(self) -> None:
        self.seen.guesses += 1
        if self.seen.guesses > self.most:
            raise TooMany
        self.run.check()
