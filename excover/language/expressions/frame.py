"""Many bindings at once: expressions are evaluated for all of them together, column by column.

A comprehension over 40,000 bindings costs a few list operations per operator instead of 40,000 walks through
the expression; this makes compilation fast (see benchmarks/).

>>> frame = Frame(2, {"r": [1, 2]}).extended([0, 0, 1], {"c": [7, 8, 9]})
>>> frame.size, frame.columns
(3, {'r': [1, 1, 2], 'c': [7, 8, 9]})
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, count, repeat
from typing import TypeVar

from excover.base.frozen import Frozen
from excover.base.names import Value, show

Column = list[Value]

Grouped = TypeVar("Grouped")


class Frame(Frozen):
    """``size`` bindings; column ``name`` has the value of that variable in each of them. If they
    ``are_distinct``, no two are equal; if not, that is not known.
    """

    _is_made_often = True

    size: int
    columns: Mapping[str, Column] = {}
    are_distinct: bool = False

    def taken(self, rows: Sequence[int]) -> Frame:
        """The given rows, in that order."""
        taken = {name: list(map(column.__getitem__, rows)) for name, column in self.columns.items()}
        return Frame(len(rows), taken)

    def extended(
        self, rows: Sequence[int], columns: Mapping[str, Column], are_distinct: bool = False
    ) -> Frame:
        """The given rows, with further columns; what is added to the same row may be known to differ."""
        are_distinct = are_distinct and self.are_distinct and self.columns.keys().isdisjoint(columns)
        return Frame(len(rows), {**self.taken(rows).columns, **columns}, are_distinct)

    def joined(
        self, members: Sequence[Sequence[int]], columns: Mapping[str, Column], are_distinct: bool
    ) -> tuple[Frame, list[int]]:
        """Each row once for each of its members, which are rows of further columns; and the row of each.
        ``are_distinct`` is as in `extended`.
        """
        rows = list(chain.from_iterable(map(repeat, range(self.size), map(len, members))))
        taken = list(chain.from_iterable(members))
        further = {name: list(map(column.__getitem__, taken)) for name, column in columns.items()}
        return self.extended(rows, further, are_distinct), rows

    def distinct(self, names: AbstractSet[str]) -> tuple[Frame, list[int]]:
        """The different rows of the columns of these names, and the number of the one that each row has.

        >>> Frame(3, {"r": [1, 2, 1], "c": [7, 8, 9]}).distinct({"r"})
        (Frame(size=2, columns={'r': [1, 2]}, are_distinct=True), [0, 1, 0])
        >>> Frame(0, {"r": [], "c": []}).distinct({"r"})
        (Frame(size=0, columns={'r': []}, are_distinct=True), [])
        """
        if self.are_distinct and self.columns.keys() <= names:
            return self, list(range(self.size))
        chosen = {name: _numbered(column) for name, column in self.columns.items() if name in names}
        if not chosen:
            return Frame(min(self.size, 1), are_distinct=True), [0] * self.size
        keys = [column for column, _ in chosen.values()]
        numbers: defaultdict[Value, int] = defaultdict(count().__next__)  # counts without a call of Python
        groups = list(map(numbers.__getitem__, zip(*keys, strict=True) if len(keys) > 1 else keys[0]))
        if len(numbers) == self.size:
            return Frame(self.size, {name: self.columns[name] for name in chosen}, are_distinct=True), groups
        different = map(list, zip(*numbers, strict=True)) if len(keys) > 1 else [list(numbers)]
        columns = {
            name: list(map(values.__getitem__, column)) if values else column
            for (name, (_, values)), column in zip(chosen.items(), different, strict=True)
        }
        return Frame(len(numbers), columns, are_distinct=True), groups

    def filtered(self, keep: Sequence[bool]) -> tuple[Frame, list[int]]:
        """The rows to keep, and their numbers here."""
        rows = [row for row, kept in enumerate(keep) if kept]
        if len(rows) == self.size:
            return self, rows
        return Frame(len(rows), self.taken(rows).columns, self.are_distinct), rows

    def binding(self, row: int) -> str:
        """A row in readable form: ``r = 8, c = 0``."""
        return ", ".join(f"{name} = {show(column[row])}" for name, column in self.columns.items())


UNIT = Frame(1, are_distinct=True)
"""One binding without names, for the evaluation of constants."""


def grouped(members: Sequence[Grouped], rows: Sequence[int], size: int) -> list[list[Grouped]]:
    """The members that belong to each of the rows."""
    groups: list[list[Grouped]] = [[] for _ in range(size)]
    for row, member in zip(rows, members, strict=True):
        groups[row].append(member)
    return groups


def _numbered(column: Column) -> tuple[Column, list[Value]]:
    """A number for each value of a column, and the values by number; a column of numbers and texts itself.

    A value that many rows share is hashed once, since it may be a long tuple. `true` is not 1, as Python
    has it.

    >>> path, other = (1, 2), (3,)
    >>> _numbered([path, other, path, 1, True])
    ([0, 1, 0, 2, 3], [(1, 2), (3,), 1, True])
    """
    if _HASHED_SOON.issuperset(map(type, column)):
        return column, []
    shared = dict(zip(map(id, column), column, strict=True))
    numbers: dict[tuple[type, Value], int] = {}
    known = {key: numbers.setdefault((type(value), value), len(numbers)) for key, value in shared.items()}
    return list(map(known.__getitem__, map(id, column))), [value for _, value in numbers]


_HASHED_SOON = frozenset({int, str})
