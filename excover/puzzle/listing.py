"""Options that a program lists, instead of a loop of the language that makes them.

>>> names = ListedNames("edge", [(array("q", [1, 2]), ["a", "b"])])
>>> len(names), str(names[1]), [str(name) for name in names]
(2, 'edge(2, "b")', ['edge(1, "a")', 'edge(2, "b")'])
>>> rows = FlatRows(array("I", [0, 2, 1]), array("I", [0, 2, 3]))
>>> list(rows), rows[-1]
([(0, 2), (1,)], (1,))
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise, repeat
from typing import NamedTuple, overload

from excover.frozen import Frozen
from excover.names import OptionName, Value
from excover.source import Source, Span
from excover.syntax import ast


class ListedNames(Sequence[OptionName]):
    """The names of options whose arguments are columns; each name is made when it is asked for.

    A batch is one column for each argument, all of the same length.
    """

    def __init__(self, family: str, batches: Sequence[Sequence[Sequence[Value]]], size: int = 0) -> None:
        self.family = family
        self.batches = batches
        self._ends = list(accumulate(len(batch[0]) for batch in batches if batch))
        self._size = self._ends[-1] if self._ends else size

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[OptionName]:
        if not self._ends:
            return repeat(OptionName(self.family), self._size)
        return (
            OptionName(self.family, arguments)
            for batch in self.batches
            for arguments in zip(*batch, strict=True)
        )

    @overload
    def __getitem__(self, number: int) -> OptionName: ...
    @overload
    def __getitem__(self, number: slice) -> list[OptionName]: ...
    def __getitem__(self, number: int | slice) -> OptionName | list[OptionName]:
        if isinstance(number, slice):
            begin, end, step = number.indices(self._size)
            batch = bisect_right(self._ends, begin)
            if step != 1 or begin >= end or not self._ends or end > self._ends[batch]:
                return [self[each] for each in range(begin, end, step)]
            first = self._ends[batch - 1] if batch else 0
            columns = [column[begin - first : end - first] for column in self.batches[batch]]
            return [OptionName(self.family, arguments) for arguments in zip(*columns, strict=True)]
        number = _within(number, self._size)
        if not self._ends:
            return OptionName(self.family)
        batch = bisect_right(self._ends, number)
        row = number - (self._ends[batch - 1] if batch else 0)
        return OptionName(self.family, tuple([column[row] for column in self.batches[batch]]))


class JoinedNames(Sequence[OptionName]):
    """The names of several families of options, one after the other."""

    def __init__(self, parts: Sequence[Sequence[OptionName]]) -> None:
        self.parts = [part for part in parts if part]
        self._ends = list(accumulate(map(len, self.parts)))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[OptionName]:
        for part in self.parts:
            yield from part

    def _parts(self, begin: int, end: int) -> Iterator[tuple[Sequence[OptionName], int, int]]:
        """The parts that have the names between two numbers, and which of their own these are."""
        for part, last in zip(self.parts, self._ends, strict=True):
            first = last - len(part)
            if first < end and begin < last:
                yield part, max(0, begin - first), min(len(part), end - first)

    def families(self) -> Iterator[str]:
        """The family of every option, without its name being made."""
        for part in self.parts:
            if isinstance(part, ListedNames):
                yield from repeat(part.family, len(part))
            else:
                yield from (name.family for name in part)

    @overload
    def __getitem__(self, number: int) -> OptionName: ...
    @overload
    def __getitem__(self, number: slice) -> list[OptionName]: ...
    def __getitem__(self, number: int | slice) -> OptionName | list[OptionName]:
        if isinstance(number, slice):
            begin, end, step = number.indices(len(self))
            if step != 1:
                return [self[each] for each in range(begin, end, step)]
            return [name for part, low, high in self._parts(begin, end) for name in part[low:high]]
        number = _within(number, len(self))
        part = bisect_right(self._ends, number)
        return self.parts[part][number - (self._ends[part - 1] if part else 0)]


class FlatRows(Sequence[tuple[int, ...]]):
    """Rows of numbers in two arrays (CSR); each row is made when it is asked for."""

    def __init__(self, entries: array[int], starts: array[int]) -> None:
        self.entries = entries
        self.starts = starts

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        entries, starts = self.entries, self.starts
        width = starts[1] if len(self) else 0
        if width and starts == array("I", range(0, len(entries) + 1, width)):  # all rows are equally long
            return zip(*[iter(entries)] * width, strict=True)
        return (tuple(entries[begin:end]) for begin, end in pairwise(starts))

    @overload
    def __getitem__(self, number: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, number: slice) -> list[tuple[int, ...]]: ...
    def __getitem__(self, number: int | slice) -> tuple[int, ...] | list[tuple[int, ...]]:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        number = _within(number, len(self))
        return tuple(self.entries[self.starts[number] : self.starts[number + 1]])


def _within(number: int, size: int) -> int:
    """The same number, counted from the front. Raises IndexError."""
    if not -size <= number < size:
        raise IndexError(number)
    return number % size


class ListedSums(NamedTuple):
    """Items in units, as numbers that ``first`` begins for each family, and the amount of each entry."""

    rows: FlatRows
    amounts: array[int]
    first: Mapping[str, int]


class Listing(Frozen):
    """The options of one family. ``statement`` stands for them where a statement is asked for.

    ``rows`` have the items, as numbers that ``first`` begins for each family with its first item; ``colors``
    (one per entry) are None if no item is colored, and a color is None where an item has none. ``sums`` is
    None if no option adds to a sum. ``calls`` has the options that each call listed, 0 for one that listed a
    single option.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    statement: ast.Option
    names: ListedNames
    rows: FlatRows
    colors: Sequence[Value | None] | None
    costs: array[int] | None
    first: Mapping[str, int]
    sums: ListedSums | None
    calls: Sequence[int]

    @property
    def span(self) -> Span:
        return self.statement.span

    def place(self, number: int) -> Span:
        """The option as a text of its own, named after its row where it was given among others."""
        rows = number
        name = f"<option of {self.names.family}>"
        for call, size in enumerate(self.calls, 1):
            if rows < max(1, size):
                if size:
                    several = f", call {call}" if sum(map(bool, self.calls)) > 1 else ""
                    name = f"<row {rows} of {self.names.family}{several}>"
                break
            rows -= max(1, size)
        text = str(self.names[number])
        return Span(Source(name, text), 0, len(text))
