"""Lazy sequences of names, rows and drawings; and the options that a program lists, which are made of them.

>>> names = ListedNames("edge", [(array("q", [1, 2]), ["a", "b"])])
>>> len(names), str(names[1]), [str(name) for name in names]
(2, 'edge(2, "b")', ['edge(1, "a")', 'edge(2, "b")'])

Sequences whose members are made when they are asked for: names, rows and drawings of very many options.

>>> rows = FlatRows(array("I", [0, 2, 1]), array("I", [0, 2, 3]))
>>> list(rows), rows[-1], rows[1:]
([(0, 2), (1,)], (1,), [(1,)])
>>> both = joined([rows, [(7,)]])
>>> len(both), both[2], both[1:3], both == [(0, 2), (1,), (7,)]
(3, (7,), [(1,), (7,)], True)

Some options of a matrix: their names, numbers and columns, looked up in the matrix they were taken from.

A what-if question takes a few options away from thousands; only what is asked for is made anew.

>>> names = Kept("abcd", [0, 3])
>>> len(names), names[1], names[-2:], list(names)
(2, 'd', ['a', 'd'], ['a', 'd'])
>>> numbers = KeptNumbers({"a": 0, "b": 1, "d": 3}, {0: 0, 3: 1})
>>> numbers["d"], numbers.get("b"), list(numbers)
(1, None, ['a', 'd'])
>>> [list(column) for column in KeptColumns([array("I", [0, 1]), array("I", [1, 3])], {0: 0, 3: 1})]
[[0], [1]]
"""

from __future__ import annotations

from abc import abstractmethod
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, compress, islice, pairwise, repeat
from operator import eq, lt, sub
from typing import Any, TypeVar, overload

from excover.base.frozen import Frozen
from excover.base.names import HIDDEN, OptionName, Value
from excover.base.source import Source, Span
from excover.language.syntax import ast

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


class ListedSums(Frozen):
    """Items in units, as numbers that ``first`` begins for each family, and the amount of each entry."""

    rows: FlatRows
    amounts: array[int]
    first: Mapping[str, int]


class Listing(Frozen):
    """The options of one family. ``statement`` stands for them where a statement is asked for.

    ``rows`` have the items, as numbers that ``first`` begins for each family with its first item; ``colors``
    (one per entry) are None if no item is colored, and a color is None where an item has none. ``sums`` is
    None if no option adds to a sum. ``calls`` has the options that each call listed, 0 for one that listed a
    single option; ``optional`` is one byte for each option, or empty where all are as in the statement;
    ``most`` is how often each may be chosen, if the statement lets some may be chosen several times.
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
    optional: bytes = b""
    most: Sequence[int] = ()

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


def without(banned: Iterable[int], size: int) -> list[int]:
    """The numbers up to ``size`` that are not in ``banned``, ascending.

    >>> without({4, 0}, 6)
    [1, 2, 3, 5]
    """
    ends = [-1, *sorted(banned), size]
    return list(chain.from_iterable(range(one + 1, other) for one, other in pairwise(ends)))


class Kept(OnDemand[T]):
    """What options have, such as names, for those numbered in ``keep``."""

    def __init__(self, all_options: Sequence[T], keep: Sequence[int]) -> None:
        self.all_options = all_options
        self.keep = keep

    def __len__(self) -> int:
        return len(self.keep)

    def __iter__(self) -> Iterator[T]:
        if all(map(lt, self.keep, islice(self.keep, 1, None))):  # none is held that is not kept
            chosen = bytearray(len(self.all_options))
            for option in self.keep:
                chosen[option] = 1
            return compress(self.all_options, chosen)
        return map(list(self.all_options).__getitem__, self.keep)

    def _made(self, number: int) -> T:
        return self.all_options[self.keep[number]]


def kept(values: Sequence[T], keep: Sequence[int]) -> Sequence[T]:
    """Those of the options in ``keep``; what is made on demand stays so."""
    return list(map(values.__getitem__, keep)) if isinstance(values, list) else Kept(values, keep)


def stems(names: Sequence[OptionName]) -> Iterator[OptionName]:
    """What the name of every option begins with, as far as that needs no name to be made."""
    match names:
        case FamilyNames():
            return repeat(names.stem, len(names))
        case Joined():
            return chain.from_iterable(map(stems, names.parts))
        case Kept():
            return iter(Kept(list(stems(names.all_options)), names.keep))
        case _:
            return iter(names)


def families(names: Sequence[OptionName]) -> Iterator[str]:
    """The family of every option."""
    return (stem.family for stem in stems(names))


def own_options(names: Sequence[OptionName]) -> list[int]:
    """The numbers of the options of the description, without those that compilation added."""
    return [option for option, family in enumerate(families(names)) if family != HIDDEN]


class KeptNumbers(Mapping[OptionName, int]):
    """The numbers by name; ``places`` has the new number of each option that is kept."""

    def __init__(self, numbers: Mapping[OptionName, int], places: Mapping[int, int]) -> None:
        self._numbers = numbers
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[OptionName]:
        return (name for name, option in self._numbers.items() if option in self._places)

    def __getitem__(self, name: OptionName) -> int:
        option = self._numbers[name]
        if option not in self._places:
            raise KeyError(name)
        return self._places[option]

    def get(self, name: OptionName, default: Any = None) -> Any:
        option = self._numbers.get(name)
        return default if option is None else self._places.get(option, default)


class KeptColumns(Sequence["array[int]"]):  # Python 3.11 has no `array[int]` when it runs
    """The columns of the items; each is made when it is first asked for."""

    def __init__(self, columns: Sequence[array[int]], places: Mapping[int, int]) -> None:
        self._columns = columns
        self._places = places
        self._made: dict[int, array[int]] = {}

    def __len__(self) -> int:
        return len(self._columns)

    @overload
    def __getitem__(self, item: int) -> array[int]: ...
    @overload
    def __getitem__(self, item: slice) -> list[array[int]]: ...
    def __getitem__(self, item: int | slice) -> array[int] | list[array[int]]:
        if isinstance(item, slice):
            return [self[each] for each in range(*item.indices(len(self)))]
        if item not in self._made:
            places = self._places
            left = [places[option] for option in self._columns[item] if option in places]
            self._made[item] = array("I", sorted(left))
        return self._made[item]
