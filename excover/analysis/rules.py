"""What is known of a puzzle on the way to its solution, and what follows from it at once.

>>> from excover.problem import load
>>> rules = Rules(load("queens", {"n": 6}, given=".Q....").matrix)
>>> state = rules.settled(rules.start)
>>> state.chosen.bit_count(), rules.is_solved(state)
(1, False)

Sets of options are integers, bit ``o`` for option ``o``, so that a look at an item is one operation.
Everything here is *monotone*: whoever knows more to begin with (fewer options alive, more of them chosen)
knows at least as much afterwards. That ratings fall with every clue rests on it
(see `excover.analysis.rate`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from excover.analysis.conflicts.search import bits
from excover.cover.matrix import Matrix

MOST_BITS = 2**33
"""Of the sets of options of all items together."""

KEPT_BITS = 2**30
"""Of the sets of options that exclude each other, as far as they are kept."""


class PartialSolution(NamedTuple):
    """Options that are not excluded; those of them that are chosen; items that still need options."""

    alive: int
    chosen: int
    open: tuple[int, ...]


class Rules:
    """What choosing an option excludes, and what is forced. ``start`` is where nothing is known."""

    def __init__(self, matrix: Matrix) -> None:
        """Raises MemoryError before the sets take gigabytes."""
        self.matrix = matrix
        self.users = _users(matrix)
        needed = tuple(item for item in range(len(matrix.items)) if matrix.lower[item])
        self.start = PartialSolution((1 << len(matrix.options)) - 1, 0, needed)
        self._rivals: dict[int, int] = {}

    def is_solved(self, state: PartialSolution) -> bool:
        """Does every item have the options it needs?"""
        return not state.open

    def undecided(self, state: PartialSolution) -> int:
        """The options that are neither chosen nor excluded."""
        return state.alive & ~state.chosen

    def excluded(self, state: PartialSolution, options: int) -> PartialSolution:
        return state._replace(alive=state.alive & ~options)

    def settled(self, state: PartialSolution) -> PartialSolution | None:
        """After all that is forced; None if that is a contradiction."""
        settled: PartialSolution | None = state
        for settled in self.rounds(state):  # noqa: B007 - the last one is wanted
            pass
        return settled

    def rounds(self, state: PartialSolution) -> Iterator[PartialSolution | None]:
        """A state after each round of all options forced at the same time; None, the last, contradicts."""
        while True:
            forced = self._forced(state)
            if forced is None:
                yield None
                return
            if not forced:
                return
            after = self.chosen(state, forced)
            yield after
            if after is None:
                return
            state = after

    def _forced(self, state: PartialSolution) -> int | None:
        """The options of items that have no others; None if an item has too few."""
        forced, alive, users, lower = 0, state.alive, self.users, self.matrix.lower
        for item in state.open:
            able = alive & users[item]
            if lower[item] > 1:
                spare = able.bit_count() - lower[item]
                if spare < 0:
                    return None
                forced |= 0 if spare else able
            elif not able & able - 1:
                if not able:
                    return None
                forced |= able
        return forced & ~state.chosen

    def chosen(self, state: PartialSolution, options: int) -> PartialSolution | None:
        """After so many choices; None if one of them excludes another."""
        alive, chosen = state.alive, state.chosen | options
        for option in bits(options):
            alive = self._after(alive, chosen, option)
        if chosen & ~alive:
            return None
        return PartialSolution(alive, chosen, tuple(self._still_open(state.open, chosen)))

    def _still_open(self, items: Iterable[int], chosen: int) -> Iterator[int]:
        for item in items:
            lower = self.matrix.lower[item]
            have = chosen & self.users[item]
            if not have or have.bit_count() < lower:
                yield item

    def _after(self, alive: int, chosen: int, option: int) -> int:
        """The options alive after one of the chosen has been looked at."""
        alive &= ~self.rivals(option)
        matrix = self.matrix
        for item in matrix.option_items(option):
            upper = matrix.upper[item]
            if upper > 1 and upper <= (chosen & self.users[item]).bit_count():
                alive &= ~self.users[item] | chosen
                if upper < (chosen & self.users[item]).bit_count():
                    return 0
        return alive

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


def _users(matrix: Matrix) -> list[int]:
    """The options of each item. Raises MemoryError before it takes gigabytes."""
    if len(matrix.items) * len(matrix.options) > MOST_BITS:
        raise MemoryError
    users = [bytearray(len(matrix.options) // 8 + 1) for _ in matrix.items]
    for option in range(len(matrix.options)):
        for item in matrix.option_items(option):
            users[item][option // 8] |= 1 << option % 8
    return [int.from_bytes(each, "little") for each in users]
