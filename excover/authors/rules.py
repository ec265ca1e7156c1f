"""What is known of a puzzle on the way to its solution, and what follows from it directly.

>>> from excover.problem.problem import load
>>> rules = Rules(load("queens", {"n": 6}, given=".Q....").matrix)
>>> state = rules.propagated(rules.start)
>>> state.chosen.bit_count(), rules.is_solved(state)
(1, False)

Sets of options are integers, bit ``o`` for option ``o``, so that testing an item is one operation. Everything
here is *monotone*: more knowledge at the start (fewer options alive, more of them chosen) gives at least as
much knowledge afterwards. The monotonicity of ratings depends on it (see `excover.authors.rate`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from excover.base.bit_sets import bits
from excover.matrix.matrix import Matrix
from excover.matrix.option_sets import OptionSets
from excover.search.consumers import REASONING
from excover.search.tuning import tuning


class PartialSolution(NamedTuple):
    """Options that are not excluded; the chosen ones among them; items that still need options."""

    alive: int
    chosen: int
    open: tuple[int, ...]


class Rules:
    """What choosing an option excludes, and what is forced. ``start`` is the state without knowledge."""

    def __init__(self, matrix: Matrix) -> None:
        """Raises MemoryError before the sets take gigabytes."""
        if len(matrix.items) * len(matrix.options) > tuning.rule_bits:
            raise MemoryError
        self.matrix = matrix
        self._sets = OptionSets(matrix, REASONING, tuning.rule_kept_bits)
        self.users = self._sets.of_item
        needed = tuple(item for item in range(len(matrix.items)) if matrix.lower[item])
        self.start = PartialSolution(self._sets.everything, 0, needed)

    def is_solved(self, state: PartialSolution) -> bool:
        """Whether every item has the options that it needs."""
        return not state.open

    def undecided(self, state: PartialSolution) -> int:
        """The options that are neither chosen nor excluded."""
        return state.alive & ~state.chosen

    def excluded(self, state: PartialSolution, options: int) -> PartialSolution:
        return state._replace(alive=state.alive & ~options)

    def propagated(self, state: PartialSolution) -> PartialSolution | None:
        """The state after all forced moves; None if they contradict."""
        propagated: PartialSolution | None = state
        for propagated in self.rounds(state):  # noqa: B007 - the last one is wanted
            pass
        return propagated

    def rounds(self, state: PartialSolution) -> Iterator[PartialSolution | None]:
        """The state after each round of simultaneously forced options; a last None is a contradiction."""
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
        """The state after these choices; None if one of them excludes another."""
        alive, chosen = state.alive, state.chosen | options
        for option in bits(options):
            alive = self._sets.left(alive, chosen, option)
        if chosen & ~alive:
            return None
        return PartialSolution(alive, chosen, tuple(self._still_open(state.open, chosen)))

    def _still_open(self, items: Iterable[int], chosen: int) -> Iterator[int]:
        for item in items:
            lower = self.matrix.lower[item]
            have = chosen & self.users[item]
            if not have or have.bit_count() < lower:
                yield item

    def rivals(self, option: int) -> int:
        """The options that cannot be chosen together with it."""
        return self._sets.rivals(option)
