"""Fewer options, the same solutions: options that no solution can contain are taken out before a search.

>>> from excover.names import ItemName, OptionName
>>> matrix = Matrix.build(
...     items=[(ItemName("a"), 1, 1), (ItemName("b"), 1, 1), (ItemName("c"), 1, 1)],
...     options=[(OptionName(name), items) for name, items in [("x", [0, 1]), ("y", [1, 2]), ("z", [2])]],
... )
>>> reduced = reduce(matrix)
>>> [str(name) for name in reduced.matrix.options], reduced.original((0, 1))
(['x()', 'z()'], (0, 2))

An item that has to be covered ``n`` times needs ``n`` options that can be chosen together with whatever
else is chosen. An option that leaves some item fewer is dead: no solution contains it. Two options exclude
each other if they share an item that may be covered only once, or give a colored item different colors.
That one rule, the depth one of a failed literal, is the classical three (Knuth, TAOCP 7.2.2.1,
preprocessing of exact cover problems):

- blocked: an option that excludes every option of an item;
- forced: an item has only as many options as it needs; they are chosen, so all they exclude goes;
- dominated: every option of item p covers q, once; an option that covers q without p excludes them all.

What goes is in no solution, so the set of solutions stays, as do their costs. An option that goes may leave
another one dead, and the rule is applied until nothing changes. It is monotone (with fewer options, those
that were dead stay dead), so what is left does not depend on the order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from time import perf_counter

from excover.cover.matrix import Matrix
from excover.words import plural

MOST_WORK = 10**9
"""Bytes of bit sets passed over, and ``STEP`` more for each: some tenths of a second."""
STEP = 1000
"""What a union costs whatever its size, in such bytes."""
MOST_BYTES = 256 * 2**20
"""That the bit sets may take, one for each item or color of an item."""


@dataclass(frozen=True, slots=True, eq=False)
class Reduction:
    """The options that are left, and the number in the whole matrix of each of them, ascending.

    ``ended`` says why nothing more was removed.
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


def reduce(matrix: Matrix, most_work: int = MOST_WORK) -> Reduction:
    """The matrix without dead options; all its items stay.

    After so much work the answer is what is known by then: fewer options are removed, and the solutions are
    the same ones.
    """
    began = perf_counter()
    bits = _BitSets(matrix, most_work) if _bytes(matrix) <= MOST_BYTES else None
    ended = bits.reduce() if bits else "the bit sets would be too large"
    kept = bits.kept() if bits else range(len(matrix.options))
    removed = len(matrix.options) - len(kept)
    smaller = matrix.restricted(kept) if removed else matrix
    return Reduction(smaller, kept, removed, perf_counter() - began, ended)


def _bytes(matrix: Matrix) -> int:
    sets = len(matrix.items) + len(matrix.palette) * sum(matrix.colored)
    return sets * (len(matrix.options) // 8 + 1)


class _BitSets:
    """A set of options is an integer whose bit ``o`` stands for option ``o``."""

    def __init__(self, matrix: Matrix, most_work: int) -> None:
        self._matrix = matrix
        self._users: list[list[int]] = [[] for _ in matrix.items]
        for option in range(len(matrix.options)):
            for item in matrix.option_items(option):
                self._users[item].append(option)
        self._cover = [_set_of(users) for users in self._users]
        self._same = self._by_color()
        never = [o for item, most in enumerate(matrix.upper) if most == 0 for o in self._users[item]]
        self._left = (1 << len(matrix.options)) - 1
        self._work, self._most_work, self._step = 0, most_work, STEP + len(matrix.options) // 8
        self._waiting = deque(item for item, least in enumerate(matrix.lower) if least)
        self._waits = [least > 0 for least in matrix.lower]
        self._remove(_set_of(never))

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
        return _members(self._left)

    def _fitting(self, item: int) -> int:
        """The options that leave the item enough.

        ``reach[k]`` are those that can be chosen with at least k of the options of the item seen so far; an
        option of the item can be chosen with itself. Mostly a few of them show that all are fitting.
        """
        need, left = self._matrix.lower[item], self._left
        if need > len(self._users[item]):
            return 0
        reach = [left] + [0] * need
        for option in self._users[item]:
            fitting = left & ~self._excluded(option)
            for k in range(need, 0, -1):
                reach[k] |= reach[k - 1] & fitting
            self._work += need * self._step
            if reach[need] == left or self._work > self._most_work:
                break
        return reach[need]

    def _excluded(self, option: int) -> int:
        """The options that cannot be chosen with this one; itself is not among them."""
        m, excluded = self._matrix, 0
        begin, end = m.starts[option], m.starts[option + 1]
        for item, color in zip(m.entries[begin:end], m.colors[begin:end], strict=True):
            if m.colored[item]:
                excluded |= self._cover[item] & ~self._same[item, color]
            elif m.upper[item] == 1:
                excluded |= self._cover[item]
        self._work += (end - begin) * self._step
        return excluded & ~(1 << option)

    def _remove(self, dead: int) -> None:
        """Takes options out; the items they covered are looked at again."""
        if not dead:
            return
        self._left &= ~dead
        gone = frozenset(_members(dead))
        for item in {item for option in gone for item in self._matrix.option_items(option)}:
            self._users[item] = [option for option in self._users[item] if option not in gone]
            if self._matrix.lower[item] and not self._waits[item]:
                self._waits[item] = True
                self._waiting.append(item)

    def _by_color(self) -> dict[tuple[int, int], int]:
        """The options that give a colored item a color."""
        m, users = self._matrix, dict[tuple[int, int], list[int]]()
        for option in {
            option for item in compress(range(len(m.items)), m.colored) for option in self._users[item]
        }:
            for entry in range(m.starts[option], m.starts[option + 1]):
                if m.colored[m.entries[entry]]:
                    users.setdefault((m.entries[entry], m.colors[entry]), []).append(option)
        return {key: _set_of(options) for key, options in users.items()}


def _set_of(options: Sequence[int]) -> int:
    bits = bytearray(max(options, default=0) // 8 + 1)
    for option in options:
        bits[option >> 3] |= 1 << (option & 7)
    return int.from_bytes(bits, "little")


def _members(options: int) -> list[int]:
    return [k for k, digit in enumerate(reversed(f"{options:b}")) if digit == "1"]
