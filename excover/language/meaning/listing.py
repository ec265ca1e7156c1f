"""Options that a program lists, instead of a loop of the language that makes them.

>>> names = ListedNames("edge", [(array("q", [1, 2]), ["a", "b"])])
>>> len(names), str(names[1]), [str(name) for name in names]
(2, 'edge(2, "b")', ['edge(1, "a")', 'edge(2, "b")'])
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, repeat
from typing import NamedTuple

from excover.base.frozen import Frozen
from excover.base.names import OptionName, Value
from excover.base.source import Source, Span
from excover.language.meaning.on_demand import FlatRows, OnDemand
from excover.language.syntax import ast


class FamilyNames(OnDemand[OptionName]):
    """The names of options that all begin in the same way: ``stem`` has their family and first arguments."""

    stem: OptionName


class ListedNames(FamilyNames):
    """The names of options whose arguments are columns.

    A batch is one column for each argument, all of the same length.
    """

    def __init__(self, family: str, batches: Sequence[Sequence[Sequence[Value]]], size: int = 0) -> None:
        self.family = family
        self.stem = OptionName(family)
        self.batches = batches
        self._ends = list(accumulate(len(batch[0]) for batch in batches if batch))
        self._size = self._ends[-1] if self._ends else size

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[OptionName]:
        if not self._ends:
            return repeat(self.stem, self._size)
        return (
            OptionName(self.family, arguments)
            for batch in self.batches
            for arguments in zip(*batch, strict=True)
        )

    def _made(self, number: int) -> OptionName:
        if not self._ends:
            return self.stem
        batch = bisect_right(self._ends, number)
        row = number - (self._ends[batch - 1] if batch else 0)
        return OptionName(self.family, tuple([column[row] for column in self.batches[batch]]))

    def _between(self, begin: int, end: int) -> list[OptionName]:
        batch = bisect_right(self._ends, begin)
        if begin >= end or not self._ends or end > self._ends[batch]:
            return super()._between(begin, end)
        first = self._ends[batch - 1] if batch else 0
        columns = [column[begin - first : end - first] for column in self.batches[batch]]
        return [OptionName(self.family, arguments) for arguments in zip(*columns, strict=True)]


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
