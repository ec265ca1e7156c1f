"""Sequences whose members are made when they are asked for: names, rows and drawings of very many options.

>>> rows = FlatRows(array("I", [0, 2, 1]), array("I", [0, 2, 3]))
>>> list(rows), rows[-1], rows[1:]
([(0, 2), (1,)], (1,), [(1,)])
>>> both = joined([rows, [(7,)]])
>>> len(both), both[2], both[1:3], both == [(0, 2), (1,), (7,)]
(3, (7,), [(1,), (7,)], True)
"""

from __future__ import annotations

from abc import abstractmethod
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, pairwise
from operator import eq, sub
from typing import TypeVar, overload

T = TypeVar("T")


class OnDemand(Sequence[T]):
    """A sequence that makes its members by their numbers. It equals a list, or another, of equal members."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OnDemand | list):
            return NotImplemented
        return self is other or (len(self) == len(other) and all(map(eq, self, other)))

    @abstractmethod
    def _made(self, number: int) -> T:
        """The member of a number within the sequence, counted from the front."""

    def _between(self, begin: int, end: int) -> list[T]:
        return [self._made(number) for number in range(begin, end)]

    @overload
    def __getitem__(self, number: int) -> T: ...
    @overload
    def __getitem__(self, number: slice) -> list[T]: ...
    def __getitem__(self, number: int | slice) -> T | list[T]:
        size = len(self)
        if isinstance(number, slice):
            begin, end, step = number.indices(size)
            return self._between(begin, end) if step == 1 else [self[n] for n in range(begin, end, step)]
        if not -size <= number < size:
            raise IndexError(number)
        return self._made(number % size)


class Joined(OnDemand[T]):
    """Several sequences, one after the other."""

    def __init__(self, parts: Iterable[Sequence[T]]) -> None:
        self.parts = [part for part in parts if part]
        self._ends = list(accumulate(map(len, self.parts)))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(self.parts)

    def _made(self, number: int) -> T:
        part = bisect_right(self._ends, number)
        return self.parts[part][number - (self._ends[part - 1] if part else 0)]

    def _between(self, begin: int, end: int) -> list[T]:
        found: list[T] = []
        for part, last in zip(self.parts, self._ends, strict=True):
            first = last - len(part)
            if first < end and begin < last:
                found += part[max(0, begin - first) : end - first]
        return found


def joined(parts: Sequence[Sequence[T]]) -> Sequence[T]:
    """Several sequences as one, which is a list if all of them are."""
    if all(isinstance(part, list) for part in parts):
        return list(chain.from_iterable(parts))
    return Joined(parts)


class FlatRows(OnDemand[tuple[int, ...]]):
    """Rows of numbers in two arrays (CSR)."""

    def __init__(self, entries: array[int], starts: array[int]) -> None:
        self.entries = entries
        self.starts = starts

    @classmethod
    def of(cls, rows: Iterable[Sequence[int]]) -> FlatRows:
        made = cls(array("I"), array("I", [0]))
        made.extend(rows)
        return made

    def extend(self, rows: Iterable[Sequence[int]]) -> None:
        for row in rows:
            self.entries.extend(row)
            self.starts.append(len(self.entries))

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        entries, starts = self.entries, self.starts
        width = starts[1] if len(self) else 0
        if width and starts == array("I", range(0, len(entries) + 1, width)):  # all rows are equally long
            return zip(*[iter(entries)] * width, strict=True)
        return (tuple(entries[begin:end]) for begin, end in pairwise(starts))

    def _made(self, number: int) -> tuple[int, ...]:
        return tuple(self.entries[self.starts[number] : self.starts[number + 1]])

    def lengths(self) -> Iterator[int]:
        """The length of each row."""
        return map(sub, self.starts[1:], self.starts)


def flattened(parts: Iterable[Sequence[tuple[int, ...]]]) -> FlatRows:
    """The rows of several sequences, one after the other; those of a single one are not copied."""
    filled = [part for part in parts if part]
    if len(filled) == 1 and isinstance(filled[0], FlatRows):
        return filled[0]
    entries, lengths = array("I"), array("I")
    for part in filled:
        if isinstance(part, FlatRows):
            entries += part.entries
        else:
            entries.extend(chain.from_iterable(part))
        lengths.extend(map(len, part))
    return FlatRows(entries, array("I", accumulate(lengths, initial=0)))
