"""Trial and error: a search tree whose guesses are counted.

>>> from excover.problem.problem import load
>>> rules = Rules(load("queens", {"n": 6}, given=".Q....").matrix)
>>> walk = walked(rules, rules.start, list(rules.start.open), most=100)
>>> walk.guesses, walk.depth, walk.solutions
(11, 3, 1)

The items are decided one after the other in a fixed order. That is more work than choosing an item with
fewest options each time, but more knowledge at the start then never needs more guesses: each guess is also
one of the larger tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from excover.authors.rules import PartialSolution, Rules
from excover.base.bit_sets import bits
from excover.search.run import UNLIMITED, Run

if TYPE_CHECKING:
    from excover.base.json.objects import WalkData


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
        state = self.rules.propagated(start)
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
