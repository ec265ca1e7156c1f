"""Solving as a person would: what is forced, all at once; and only where nothing is, trying.

>>> from excover.problem import load
>>> walk = Walker(load("queens", {"n": 6}, given=".Q....").matrix).walk(seed=0, most=100)
>>> walk.moves, walk.guesses, walk.solutions
(3, 11, 1)
>>> Walker(load("queens").matrix).walk(seed=0, most=1000).solutions
92

An option is forced if an item that must be covered has no other left. Sets of options are integers, bit ``o``
for option ``o``, so that a look at an item is one operation.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random

from excover.authors.conflicts import bits
from excover.authors.progress import heed
from excover.cover.matrix import Matrix
from excover.solve.search import StopRequest, never

MOST_BITS = 2**33
"""Of the sets of options of all items together."""

KEPT_BITS = 2**30
"""Of the sets of options that exclude each other, as far as they are kept."""


@dataclass(slots=True)
class Walk:
    """What a walk through the whole search tree met.

    On the way to the solution: ``moves`` that were forced, in so many ``rounds`` of all that were forced at
    the same time. In the whole tree: ``branchings``, the options tried there (``guesses``), those of them
    that soon came to nothing (``dead_ends``), and the most guesses within each other (``depth``).
    """

    moves: int = 0
    rounds: int = 0
    branchings: int = 0
    guesses: int = 0
    dead_ends: int = 0
    depth: int = 0
    solutions: int = 0


class TooMany(Exception):
    """More guesses than were allowed."""


@dataclass(frozen=True, slots=True)
class _State:
    """Options that are not excluded, those chosen among them; and what was forced so far."""

    alive: int
    chosen: int
    moves: int = 0
    rounds: int = 0


class Walker:
    """Walks the tree of a matrix, as often as one likes."""

    def __init__(self, matrix: Matrix, given: Iterable[int] = ()) -> None:
        """``given``: options that are chosen from the beginning."""
        self._rules = _Rules(matrix)
        self._start = self._rules.options, 0
        for option in given:
            self._start = self._rules.choose(*self._start, option)

    def walk(self, seed: int, most: int, stop: StopRequest = never) -> Walk:
        """Of items with equally many options left, an order made from the seed decides which is tried.

        Raises TooMany after more than ``most`` guesses, and Stopped.
        """
        items = self._rules.needed
        order = Random(seed).sample(items, len(items))
        tree = _Tree(self._rules, most, stop)
        tree.visit(_State(*self._start), order, 0)
        return tree.seen


@dataclass(slots=True)
class _Tree:
    rules: _Rules
    most: int
    stop: StopRequest
    seen: Walk = field(default_factory=Walk)

    def visit(self, state: _State, items: list[int], depth: int) -> bool:
        """Whether anything comes of a state."""
        rules, seen = self.rules, self.seen
        settled = rules.settled(state, items)
        if settled is None:
            seen.dead_ends += 1
            return False
        state, items = settled
        if not items:
            seen.solutions += 1
            seen.moves, seen.rounds = state.moves, state.rounds
            return True
        seen.branchings += 1
        seen.depth = max(seen.depth, depth + 1)
        fewest = min(items, key=lambda item: (state.alive & ~state.chosen & rules.users[item]).bit_count())
        alive, found = state.alive, False
        for option in bits(alive & ~state.chosen & rules.users[fewest]):
            self._count_guess()
            tried = rules.choose(alive, state.chosen, option)
            found |= self.visit(replace(state, alive=tried[0], chosen=tried[1]), items, depth + 1)
            alive &= ~(1 << option)
        return found

    def _count_guess(self) -> None:
        self.seen.guesses += 1
        if self.seen.guesses > self.most:
            raise TooMany
        heed(self.stop)


def _users(matrix: Matrix) -> list[int]:
    """The options of each item. Raises MemoryError before it takes gigabytes."""
    if len(matrix.items) * len(matrix.options) > MOST_BITS:
        raise MemoryError
    users = [bytearray(len(matrix.options) // 8 + 1) for _ in matrix.items]
    for option in range(len(matrix.options)):
        for item in matrix.option_items(option):
            users[item][option // 8] |= 1 << option % 8
    return [int.from_bytes(each, "little") for each in users]


class _Rules:
    """What choosing an option excludes, and what is forced."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix
        self.options = (1 << len(matrix.options)) - 1
        self.users = _users(matrix)
        self.needed = [item for item in range(len(matrix.items)) if matrix.lower[item]]
        self._rivals: dict[int, int] = {}

    def settled(self, state: _State, items: list[int]) -> tuple[_State, list[int]] | None:
        """After all forced moves, with the items still to be covered; None if they come to nothing."""
        alive, chosen, moves, rounds = state.alive, state.chosen, state.moves, state.rounds
        while True:
            items = [i for i in items if (chosen & self.users[i]).bit_count() < self.matrix.lower[i]]
            forced = self._forced(alive, items)
            if forced is None:
                return None
            forced &= ~chosen
            if not forced:
                return _State(alive, chosen, moves, rounds), items
            moves, rounds = moves + forced.bit_count(), rounds + 1
            for option in bits(forced):
                if not alive >> option & 1:
                    return None
                alive, chosen = self.choose(alive, chosen, option)

    def _forced(self, alive: int, items: list[int]) -> int | None:
        """The options of items that have no others; None if an item has too few."""
        forced = 0
        for item in items:
            able = alive & self.users[item]
            spare = able.bit_count() - self.matrix.lower[item]
            if spare < 0:
                return None
            if spare == 0:
                forced |= able
        return forced

    def choose(self, alive: int, chosen: int, option: int) -> tuple[int, int]:
        """The options that are left, and those chosen, after one more choice."""
        chosen |= 1 << option
        alive &= ~self.rivals(option)
        for item in self.matrix.option_items(option):
            users, upper = self.users[item], self.matrix.upper[item]
            if 1 < upper <= (chosen & users).bit_count():
                alive &= ~users | chosen
        return alive, chosen

    def rivals(self, option: int) -> int:
        """The options that cannot be chosen beside it."""
        if option not in self._rivals:
            matrix, found = self.matrix, 0
            for entry in range(matrix.starts[option], matrix.starts[option + 1]):
                item = matrix.entries[entry]
                if matrix.colored[item]:
                    found |= self._other_colors(item, matrix.colors[entry])
                elif matrix.upper[item] == 1:
                    found |= self.users[item]
            if len(self._rivals) * len(matrix.options) >= KEPT_BITS:
                self._rivals.clear()
            self._rivals[option] = found & ~(1 << option)
        return self._rivals[option]

    def _other_colors(self, item: int, color: int) -> int:
        matrix, found = self.matrix, 0
        for option in bits(self.users[item]):
            for entry in range(matrix.starts[option], matrix.starts[option + 1]):
                if matrix.entries[entry] == item and matrix.colors[entry] != color:
                    found |= 1 << option
        return found
