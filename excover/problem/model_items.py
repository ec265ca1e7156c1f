"""The items of a model, and which of them options cover.

>>> from excover.problem.model import Model
>>> model = Model()
>>> row = model.items("row", range(1, 9))
>>> len(row), row[3]
(8, Covers(row[3]))
>>> row[[1, 2, 1]]
Covers(row: 3 rows)
>>> row[[1, 2, 1]].where([True, False, True])
Covers(row: 3 rows)
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, chain, compress, pairwise, permutations
from typing import Any, NamedTuple

from excover.base.diagnostics import SpecError
from excover.base.names import ItemName, Value
from excover.base.words import near
from excover.language import messages
from excover.language.expressions.scope import ItemFamily
from excover.language.python_values import (
    ModelColumn,
    checked,
    column_of,
    covered_columns,
    is_single,
    listed_values,
    numbers_of,
    truth_of,
    value_of,
)

_NUMBER = re.compile(r"\s*[+-]?[0-9]{1,19}\s*", re.ASCII)
_LAST_NUMBER = 2**32 - 1
"""Indices that name no item are numbered downwards from here, far from all items."""


@dataclass(frozen=True, repr=False)
class Covers:
    """Items that options cover: one item for all of them (``starts`` is None), or some for each row.

    ``items`` are numbers in the model, where the family begins with ``first``; those of row ``k`` go from
    ``starts[k]`` up to
    ``starts[k + 1]``. ``values`` has a color for each of them if they are colored, an amount if they are in
    units; None is 1 unit. ``unknown`` has the indices that name no item under the numbers that stand for
    them: a condition may still leave out their rows.
    """

    family: ItemFamily
    first: int
    items: array[int]
    starts: Sequence[int] | None = None
    values: Sequence[Value | None] | None = None
    unknown: Mapping[int, Value] | None = None

    def __repr__(self) -> str:
        if self.starts is None:
            return f"Covers({self.name(self.items[0])})" if self.items else f"Covers({self.family.name})"
        return f"Covers({self.family.name}: {self.rows:,} rows)"

    def __hash__(self) -> int:
        """Raises TypeError: items with amounts are no dictionary."""
        raise TypeError(f"{self!r} cannot be a key: an amount is stated by `.by(..)`, as in `load[1].by(7)`")

    def __iter__(self) -> Iterator[ItemName]:
        return self.item_names()

    def item_names(self) -> Iterator[ItemName]:
        """The names of the items, as `Problem.with_bounds` and `without_items` take them."""
        self.check_known()
        return map(self.name, self.items)

    def check(self, declared: ItemFamily | None) -> None:
        """Raises SpecError for items that the family ``declared`` has not, and if they have no color."""
        if declared is None or declared.keys is not self.family.keys:
            raise SpecError(messages.ItemsOfAnotherModel(self.family.name))
        self.check_known()
        if self.family.is_colored and self.values is None:
            raise SpecError(
                messages.ColorMissingInModel(self.family.span, self.family.name, self.family.span)
            )

    def check_known(self) -> None:
        """Raises SpecError with the first row that names no item of the family."""
        starts = self.starts
        if not self.unknown or starts is None:
            return
        wrong = [place for place, item in enumerate(self.items) if item in self.unknown]
        rows = sorted({bisect_right(starts, place) - 1 for place in wrong})
        if rows:
            key = self.unknown[self.items[wrong[0]]]
            of_lists = any(end - begin > 1 for begin, end in pairwise(starts))
            member = wrong[0] - starts[rows[0]] if of_lists else None
            raise _unknown_item(self.family, key, rows[0], len(rows), len(starts) - 1, member)

    @property
    def rows(self) -> int | None:
        """The number of rows; None if it is the same for all options."""
        return None if self.starts is None else len(self.starts) - 1

    def name(self, item: int) -> ItemName:
        """The name of one of the items."""
        return ItemName(self.family.name, self.family.keys[item - self.first])

    def colored(self, color: Any) -> Covers:
        """The same with a color: one for all, or a column with one for each row, or lists of them.

        In a column of lists, each has a color for each item that its row covers. Raises SpecError if a value
        is none of the language, items are not colored, or the lengths differ.
        """
        span = self.family.span
        if not self.family.is_colored:
            raise SpecError(
                messages.NotColoredInModel(span, self.family.name, span, self.family.units is not None)
            )
        return self._with_values(color, "color")

    def by(self, amount: Any) -> Covers:
        """The same with what is added to items in units: one amount for all, or a column for the rows.

        Raises SpecError if an amount is no whole number, items are not in units, or the lengths differ.
        """
        span = self.family.span
        if self.family.units is None:
            raise SpecError(messages.NotInUnitsInModel(span, self.family.name, span))
        return self._with_values(amount, "amount")

    def _with_values(self, value: Any, kind: str) -> Covers:
        what = f"the {kind} of `{self.family.name}`"
        if isinstance(value, Iterator):
            value = listed_values(value, what)
        lists = None if is_single(value) or self.starts is None else _lists(value, what)
        if lists is not None:
            return self._with_lists(lists, what, kind)
        if kind == "amount":
            column = None if is_single(value) else numbers_of(value, what)
        else:
            column = column_of(value, what)
        if column is None:
            own = numbers_of(value, what)[0] if kind == "amount" else value_of(value, what)
            return replace(self, values=[own] * len(self.items))
        spread = self if self.starts is not None else self._in_rows(len(column))
        assert spread.starts is not None
        if len(column) != spread.rows:
            raise self._other_length(f"{kind}s", len(column))
        lengths = [end - begin for begin, end in pairwise(spread.starts)]
        values = [value for value, length in zip(column, lengths, strict=True) for _ in range(length)]
        return replace(spread, values=values)

    def _with_lists(self, lists: Sequence[Sequence[Any]], what: str, kind: str) -> Covers:
        """The same with a list of values for the items of each row."""
        assert self.starts is not None
        if len(lists) != self.rows:
            raise self._other_length(f"lists of {kind}s", len(lists))
        for row, ((begin, end), values) in enumerate(zip(pairwise(self.starts), lists, strict=True)):
            if end - begin not in (0, len(values)):  # nothing is covered where a condition does not hold
                lengths = [(f"items in row {row:,}", end - begin), (f"{kind}s in that row", len(values))]
                raise SpecError(messages.RowsOfOtherLengths(self.family.name, lengths))
        kept = [
            values if end > begin else []
            for (begin, end), values in zip(pairwise(self.starts), lists, strict=True)
        ]
        of_all = numbers_of if kind == "amount" else checked
        return replace(self, values=_flat(kept, what, of_all))

    def _other_length(self, what: str, length: int) -> SpecError:
        return SpecError(
            messages.RowsOfOtherLengths(self.family.name, [("items", self.rows or 0), (what, length)])
        )

    def _in_rows(self, rows: int) -> Covers:
        """The items of all options, as those of so many rows."""
        width = len(self.items)
        starts = range(rows + 1) if width == 1 else _starts([width] * rows)
        values = self.values and list(self.values) * rows
        return replace(self, items=self.items * rows, starts=starts, values=values)

    def where(self, condition: Any) -> Covers:
        """Covered only in the rows where the condition holds: a column of truth values, or one for all.

        Raises SpecError if a value is neither a truth value nor 0 or 1, or the lengths differ.
        """
        what = f"the condition of `{self.family.name}`"
        if is_single(condition):
            holds_always = truth_of(condition, what)
            never = self._kept([]) if self.rows is None else self.where([False] * self.rows)
            return self if holds_always else never
        holds = [truth_of(value, what, row) for row, value in enumerate(listed_values(condition, what))]
        if self.starts is None:  # the same items, where the condition holds
            return self._in_rows(len(holds)).where(holds)
        if len(holds) != self.rows:
            raise self._other_length("conditions", len(holds))
        lengths = (
            (end - begin) * hold for (begin, end), hold in zip(pairwise(self.starts), holds, strict=True)
        )
        return replace(self._kept(compress(pairwise(self.starts), holds)), starts=_starts(lengths))

    def in_rows_of_one(self) -> Covers:
        """Items of all options as rows with one of them each."""
        return replace(self, starts=range(len(self.items) + 1))

    def _kept(self, places: Iterable[tuple[int, int]]) -> Covers:
        """Only the items between these places."""
        kept = list(places)
        items = array("I", chain.from_iterable(self.items[begin:end] for begin, end in kept))
        values = self.values and [value for begin, end in kept for value in self.values[begin:end]]
        return replace(self, items=items, values=values)


def _unknown_item(
    family: ItemFamily,
    key: Value,
    row: int | None = None,
    count: int = 1,
    rows: int = 0,
    member: int | None = None,
) -> SpecError:
    indices = key if isinstance(key, tuple) and family.arity != 1 else (key,)
    hint = _read_from_text(family, indices) or _other_number(family, indices)
    close = None if hint else _in_other_order(family, indices)
    if not hint and not close and any(isinstance(each, str) for each in indices):
        close = near(str(ItemName("", indices)), (str(ItemName("", each)) for each in family.keys), 0.75)
    meant = family.name + close if close else ""
    name = ItemName(family.name, indices)
    return SpecError(messages.UnknownModelItem(name, family.shape, row, count, rows, meant, member, hint))


def _read_from_text(family: ItemFamily, indices: Sequence[Value]) -> str:
    """How texts, as a file has them, become the indices of the family, if they do; otherwise empty."""
    keys = set(family.keys)
    if tuple(map(_as_number, indices)) in keys:
        return "the text is not the number: `int(..)` makes numbers of the texts of a file"
    text = indices[0] if len(indices) == 1 else None
    if not isinstance(text, str):
        return ""
    for sign in (",", ";", " "):
        members = [part if (part,) in keys else _as_number(part) for part in text.split(sign)]
        if len(members) > 1 and keys.issuperset((member,) for member in members):
            made = "part" if isinstance(members[0], str) else "int(part)"
            return f'make a list of the text: `[{made} for part in text.split("{sign}")]`'
    return ""


def _other_number(family: ItemFamily, indices: Sequence[Value]) -> str:
    """What to write where indices are missing."""
    if len(indices) == family.arity:
        return ""
    return f"`{family.name}` has {family.arity} indices: `{family.name}[{', '.join(['..'] * family.arity)}]`"


def _in_other_order(family: ItemFamily, indices: Sequence[Value]) -> str | None:
    """The item with the same indices, or members of its index, in another order."""
    index = indices[0] if len(indices) == 1 else None
    parts = index if isinstance(index, tuple) else tuple(indices)
    if len(parts) > 3:
        return None
    keys = set(family.keys)
    orders = [(order,) if isinstance(index, tuple) else order for order in permutations(parts)]
    return next((str(ItemName("", order)) for order in orders if order in keys), None)


def _as_number(value: Value) -> Value:
    return int(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else value


def _flat(
    lists: Sequence[Sequence[Any]], what: str, of_all: Callable[[list[Any], str], Sequence[Value]] = checked
) -> Sequence[Value]:
    """The members of all lists. Raises SpecError with the row of one that is no value of the language."""
    try:
        return of_all(list(chain.from_iterable(lists)), what)
    except SpecError as wrong:
        for row, members in enumerate(lists):
            try:
                of_all(list(members), what)
            except SpecError as in_row:
                raise SpecError([each.replaced(row=row) for each in in_row.diagnostics]) from None
        raise wrong


def _starts(lengths: Iterable[int]) -> array[int]:
    return array("I", accumulate(lengths, initial=0))


class WorstOf(NamedTuple):
    """The greatest or least sum of some items in units, as a goal: what `model.max(load)` is."""

    word: str
    sums: Covers | ModelItems


class ModelItems:
    """A family of items of a model. ``family[index]`` is what options cover.

    An index is a value, or a column with a value for each option: of numpy, pandas, Polars or Arrow, a list,
    a generator. In a column of lists, each option covers all members of its list.
    """

    def __init__(self, family: ItemFamily, first: int) -> None:
        self._family = family
        self._first = first

    @property
    def name(self) -> str:
        return self._family.name

    def __repr__(self) -> str:
        return f"ModelItems({self.name}[{self._family.shape}])" if self._arity else f"ModelItems({self.name})"

    def __len__(self) -> int:
        return len(self._family.keys)

    def __iter__(self) -> Iterator[Value]:
        """The indices: tuples if there are several."""
        return iter(self._family.value)

    @cached_property
    def _numbers(self) -> dict[Value, int]:
        keys = self._family.keys
        plain = (key[0] for key in keys) if self._arity == 1 else keys
        return {key: self._first + place for place, key in enumerate(plain)}

    def item_names(self) -> Iterator[ItemName]:
        """The names of all items, as `Problem.with_bounds` and `without_items` take them."""
        return self.all().item_names()

    def all(self) -> Covers:
        """All items of the family."""
        return self._covers(range(self._first, self._first + len(self)))

    def by(self, amount: Any) -> Covers:
        """All items of the family with an amount, as `Covers.by`; for an item without an index."""
        return self.all().by(amount)

    def colored(self, color: Any) -> Covers:
        """All items of the family with a color, as `Covers.colored`."""
        return self.all().colored(color)

    def where(self, condition: Any) -> Covers:
        """All items of the family in the rows where the condition holds, as `Covers.where`."""
        return self.all().where(condition)

    def __getitem__(self, index: Any) -> Covers:
        """The item with this index, or one for each row of a column, or those of each list in a column.

        Raises SpecError if there is no such item, or columns have different lengths. In columns, unknown
        items are errors only when options are made: `where` may leave them out.
        """
        in_parts = isinstance(index, tuple) and (self._arity != 1 or not all(map(is_single, index)))
        parts = [
            listed_values(part, self._what) if isinstance(part, Iterator) else part
            for part in (index if in_parts else [index])
        ]
        if self._arity != 1 and len(parts) not in (1, self._arity):
            raise SpecError(messages.OtherNumberOfIndices(self.name, self._arity, len(parts)))
        if all(map(is_single, parts)):
            key = parts[0] if len(parts) == 1 else tuple(parts)
            return self._covers([self._number(value_of(key, self._what))])
        lists = _lists(parts[0], self._what) if len(parts) == 1 else None
        if lists is not None:
            return self._ragged(lists)
        keys = self._keys(parts)
        return self._numbered(keys, range(len(keys) + 1))

    def _covers(self, items: Iterable[int], starts: Sequence[int] | None = None) -> Covers:
        return Covers(self._family, self._first, array("I", items), starts)

    @property
    def _arity(self) -> int:
        return self._family.arity

    @property
    def _what(self) -> str:
        return f"an index of `{self.name}`"

    def _keys(self, parts: Sequence[Any]) -> ModelColumn:
        columns = [column_of(part, self._what) for part in parts]
        lengths = [
            (f"index {place}", len(column)) for place, column in enumerate(columns, 1) if column is not None
        ]
        if len({length for _, length in lengths}) > 1:
            raise SpecError(messages.RowsOfOtherLengths(self.name, lengths))
        if len(columns) == 1 and columns[0] is not None:
            return columns[0]
        length = lengths[0][1]
        filled = [
            [value_of(part, self._what)] * length if column is None else column
            for part, column in zip(parts, columns, strict=True)
        ]
        return list(zip(*filled, strict=True))

    def _numbered(self, keys: ModelColumn, starts: Sequence[int]) -> Covers:
        numbers = list(map(self._numbers.get, keys))
        missing = (key for key, number in zip(keys, numbers, strict=True) if number is None)
        unknown = {key: _LAST_NUMBER - place for place, key in enumerate(dict.fromkeys(missing))}
        if not unknown:
            return self._covers(numbers, starts)  # type: ignore[arg-type]
        known = {**self._numbers, **unknown}
        made = self._covers(map(known.__getitem__, keys), starts)
        return replace(made, unknown={number: key for key, number in unknown.items()})

    def _number(self, key: Value) -> int:
        number = self._numbers.get(key)
        if number is None:
            raise _unknown_item(self._family, key)
        return number

    def _ragged(self, lists: Sequence[Sequence[Any]]) -> Covers:
        return self._numbered(_flat(lists, self._what), _starts(map(len, lists)))

    def rows(self, matrix: Any) -> Covers:
        """The items that the rows of a 0/1 matrix cover: a column for each item, a row for each option.

        The matrix is one of scipy.sparse, an array of numpy, a data frame, or a list of lists. Raises
        SpecError if it has other numbers, another number of columns, or is no matrix.
        """
        columns, starts = covered_columns(matrix, self.name, len(self))
        return self._covers(map(self._first.__add__, columns), starts)


def _lists(data: Any, what: str) -> list[list[Any]] | None:
    """The lists of a column of lists; None for other columns."""
    if getattr(getattr(data, "dtype", None), "kind", "O") in "iufbU":
        return None
    values = listed_values(data, what)
    if not values or all(map(is_single, values)):
        return None
    return [[value] if is_single(value) else listed_values(value, what) for value in values]
