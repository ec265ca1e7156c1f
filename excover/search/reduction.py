"""Removes options that no solution can contain before a search; the solutions stay the same.

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build(
...     items=[(ItemName("a"), 1, 1), (ItemName("b"), 1, 1), (ItemName("c"), 1, 1)],
...     options=[(OptionName(name), items) for name, items in [("x", [0, 1]), ("y", [1, 2]), ("z", [2])]],
... )
>>> reduced = reduce(matrix)
>>> [str(name) for name in reduced.matrix.options], reduced.original((0, 1))
(['x()', 'z()'], (0, 2))

An item that must be covered ``n`` times needs ``n`` options that can be chosen together with whatever else is
chosen. An option that leaves some item fewer is dead: no solution contains it. Two options exclude each other
if they share an item that may be covered only once, or give a colored item different colors. This one rule, a
failed literal of depth one, includes the three classical rules (Knuth, TAOCP 7.2.2.1, preprocessing of exact
cover problems):

- blocked: an option that excludes every option of an item;
- forced: an item has only as many options as it needs; they are chosen, so all that they exclude is removed;
- dominated: every option of item p covers q, once; an option that covers q without p excludes them all.

A removed option is in no solution, so the set of solutions and their costs stay the same. A removal may make
another option dead, and the rule is applied until nothing changes. It is monotone (with fewer options, dead
ones stay dead), so the result does not depend on the order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from excover.base.bit_sets import dense_bits
from excover.base.words import plural
from excover.matrix.matrix import Matrix
from excover.matrix.option_sets import OptionSets
from excover.search.consumers import REDUCTION
from excover.search.tuning import tuning


@dataclass(frozen=True, slots=True, eq=False)
class Reduction:
    """The remaining options, and the number of each in the whole matrix, ascending.

    ``ended`` is the reason why nothing more was removed.
    """

    matrix: Matrix
    kept: Sequence[int]
    removed: int
    seconds: float
    ended: str

    def original(self, cover: Sequence[int]) -> tuple[int, ...]:
        """A cover of the reduced matrix, in the numbers of the whole one."""
        return tuple(self.kept[option] for option in cover)

    def __str__(self) -> str:
        before = plural(self.removed + len(self.kept), "option")
        return f"{self.removed:,} of {before} removed in {self.seconds:.2f} s, {self.ended}"


def reduce(matrix: Matrix, most_work: int | None = None) -> Reduction:
    """The matrix without dead options; all its items stay.

    After a limited amount of work, in bytes processed, the result is what is known by then: fewer options are
    removed, and the solutions are the same.
    """
    began = perf_counter()
    bits = (
        _BitSets(matrix, tuning.reduction_work if most_work is None else most_work)
        if _bytes(matrix) <= tuning.reduction_bytes
        else None
    )
    ended = bits.reduce() if bits else "the bit sets would be too large"
    kept = bits.kept() if bits else range(len(matrix.options))
    removed = len(matrix.options) - len(kept)
    smaller = matrix.restricted(kept) if removed else matrix
    return Reduction(smaller, kept, removed, perf_counter() - began, ended)


def _bytes(matrix: Matrix) -> int:
    sets = len(matrix.items) + len(matrix.palette) * sum(matrix.colored)
    return sets * (len(matrix.options) // 8 + 1)


class _BitSets:
    """A set of options is an integer with bit ``o`` for option ``o``."""

    def __init__(self, matrix: Matrix, most_work: int) -> None:
        self._matrix = matrix
        self._sets = OptionSets(matrix, REDUCTION, kept_bits=tuning.reduction_bytes)
        self._users: list[Sequence[int]] = list(matrix.columns)
        self._left = self._sets.everything
        self._work, self._most_work, self._step = (
            0,
            most_work,
            tuning.reduction_step + len(matrix.options) // 8,
        )
        self._waiting = deque(item for item, least in enumerate(matrix.lower) if least)
        self._waits = [least > 0 for least in matrix.lower]
        self._remove(self._sets.unusable)

    def reduce(self) -> str:
        while self._waiting:
            item = self._waiting.popleft()
            self._waits[item] = False
            fitting = self._fitting(item)
            if self._work > self._most_work:
                return "until its bound of work"
            self._remove(self._left & ~fitting)
        return "until no more is dead"

    def kept(self) -> list[int]:
        return dense_bits(self._left)

    def _fitting(self, item: int) -> int:
        """The options that leave the item enough options.

        ``reach[k]`` are those that can be chosen with at least k of the item's options seen so far; an option
        of the item can be chosen with itself. Usually a few of them show that all can.
        """
        need, left = self._matrix.lower[item], self._left
        if need > len(self._users[item]):
            return 0
        reach = [left] + [0] * need
        for option in self._users[item]:
            fitting = left & ~self._sets.rivals(option)
            self._work += len(self._matrix.option_items(option)) * self._step
            for k in range(need, 0, -1):
                reach[k] |= reach[k - 1] & fitting
            self._work += need * self._step
            if reach[need] == left or self._work > self._most_work:
                break
        return reach[need]

    def _remove(self, dead: int) -> None:
        """Removes options; the items that they covered are checked again."""
        if not dead:
            return
        self._left &= ~dead
        gone = frozenset(dense_bits(dead))
        for item in {item for option in gone for item in self._matrix.option_items(option)}:
            self._users[item] = [option for option in self._users[item] if option not in gone]
            if self._matrix.lower[item] and not self._waits[item]:
                self._waits[item] = True
                self._waiting.append(item)
