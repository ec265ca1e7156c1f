"""The options of one family while a model grows: names, items, colors, amounts and costs in flat arrays.

What the options of a growing model cover, in flat arrays: a row of items for each option.

>>> from excover.problem.model import Model
>>> row = Model().items("row", range(1, 9))
>>> rows = DraftRows()
>>> rows.add_many(2, [row[3], row[[5, 6]]])
>>> rows.add_one([row[[1, 2]]])
>>> rows.also([row[[8, 4, 4]]])
>>> list(rows.flat())
[(2, 4, 7), (2, 5, 3), (0, 1, 3)]
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import OptionName, Value
from excover.base.stand_ins import texts_in
from excover.base.words import near
from excover.language import messages
from excover.language.meaning.listing import FlatRows, ListedNames, ListedSums, Listing
from excover.language.python_values import ModelColumn
from excover.language.syntax import ast
from excover.matrix.name_resolution import Scale
from excover.problem.model_data import Scaled, amounts_in_steps, call, in_steps
from excover.problem.model_items import Covers


class DraftRows:
    """``values`` has the color or the amount of each item; None if none has one, also for a single item."""

    def __init__(self) -> None:
        self._entries, self._starts = array("I"), array("I", [0])
        self.values: list[Value | None] | None = None

    def __len__(self) -> int:
        return len(self._starts) - 1

    def add_one(self, covers: Sequence[Covers]) -> None:
        """A row of all items of ``covers``."""
        before = len(self._entries)
        for each in covers:
            self._entries += each.items
        self._starts.append(len(self._entries))
        values = chain.from_iterable(each.values or [None] * len(each.items) for each in covers)
        self._add_values(before, values, covers)

    def add_many(self, size: int, covers: Sequence[Covers]) -> None:
        """As many rows, each with the items that ``covers`` has in that row."""
        before = len(self._entries)
        columns = [each.items * size if each.starts is None else each.items for each in covers]
        self._entries += _interleaved(columns, covers, size)
        self._starts.extend(_ends(before, covers, size))
        self._add_values(before, _values(covers, size), covers)

    def also(self, covers: Sequence[Covers]) -> None:
        """Extends every row by the items that ``covers`` has in that row."""
        if not covers:
            return
        size, family = len(self), covers[0].family
        before = Covers(family, 0, self._entries, self._starts, self.values)
        self._entries, self._starts, self.values = array("I"), array("I", [0]), None
        self.add_many(size, [before, *covers])

    def flat(self) -> FlatRows:
        """All rows so far, which do not change when others are added."""
        return FlatRows(self._entries[:], self._starts[:])

    def _add_values(self, before: int, values: Iterator[Value | None], covers: Sequence[Covers]) -> None:
        if self.values is None and any(each.values for each in covers):
            self.values = [None] * before
        if self.values is not None:
            self.values.extend(values)


def _ends(before: int, covers: Sequence[Covers], size: int) -> Iterable[int]:
    """Where the entries of each row end."""
    width = sum(len(each.items) if each.starts is None else 1 for each in covers if _is_regular(each))
    ragged = [each.starts for each in covers if each.starts is not None and not _is_regular(each)]
    if not ragged:
        return range(before + width, before + width * size + 1, width) if width else [before] * size
    return (before + width * row + sum(starts[row] for starts in ragged) for row in range(1, size + 1))


def _is_regular(covers: Covers) -> bool:
    """Whether it covers as many items in each row: those of all options, or one."""
    return covers.starts is None or isinstance(covers.starts, range)


def _interleaved(columns: Sequence[array[int]], covers: Sequence[Covers], size: int) -> array[int]:
    """The columns row by row."""
    if len(covers) == 1:
        return columns[0]
    if not all(map(_is_regular, covers)):
        return array("I", chain.from_iterable(_row(covers, row) for row in range(size)))
    widths = [len(each.items) if each.starts is None else 1 for each in covers]
    made = array("I", bytes(4 * size * sum(widths)))
    at = 0
    for column, width in zip(columns, widths, strict=True):
        for place in range(width):
            made[at + place :: sum(widths)] = column[place::width]
        at += width
    return made


def _row(covers: Sequence[Covers], row: int) -> Iterator[int]:
    for each in covers:
        yield from each.items if each.starts is None else each.items[each.starts[row] : each.starts[row + 1]]


def _values(covers: Sequence[Covers], size: int) -> Iterator[Value | None]:
    for row in range(size):
        for each in covers:
            begin, end = (
                (0, len(each.items)) if each.starts is None else (each.starts[row], each.starts[row + 1])
            )
            yield from each.values[begin:end] if each.values else [None] * (end - begin)


class OptionDraft:
    """``families`` are the items that were declared before the first option; ``limit`` is that of entries.

    ``last``: the options stand behind those of all other families.
    """

    def __init__(
        self, statement: ast.Option, families: frozenset[str], limit: int, last: bool = False
    ) -> None:
        self.statement = statement
        self.families = families
        self._limit = limit
        self.last = last
        self._batches: list[tuple[ModelColumn, ...]] = []
        self._singles: tuple[list[Value], ...] | None = None
        self._calls: list[int] = []
        self._items, self._sums = DraftRows(), DraftRows()
        self._costs: Scaled | None = None
        self.sum_steps: dict[str, Scale] = {}
        self._numbered = True
        self._optional = bytearray()
        self._most: list[int] = []

    @property
    def arguments(self) -> list[str]:
        """The names of the arguments."""
        return [name.id for name in self.statement.loop.names]

    @property
    def is_numbered(self) -> bool:
        """Whether its options have a number in place of arguments."""
        return self._numbered

    def __len__(self) -> int:
        return len(self._items)

    def add_one(
        self,
        arguments: Sequence[Value],
        covers: Sequence[Covers],
        cost: Any,
        optional: bool,
        most: int,
    ) -> None:
        """An option that covers all items of ``covers``. Raises SpecError, before anything is made."""
        self._check_numbers(covers, None if cost is None else [cost])
        if self._singles is None:
            self._singles = tuple([] for _ in arguments)
            self._batches.append(self._singles)
        for column, argument in zip(self._singles, arguments, strict=True):
            column.append(argument)
        self._numbered = False
        self._calls.append(0)
        self._optional.append(optional)
        self._most.append(most)
        for rows, parts in self._by_kind(covers):
            rows.add_one(parts)
        self._add_costs(len(self) - 1, [cost] if cost is not None else None)

    def add_many(
        self,
        size: int,
        arguments: Sequence[ModelColumn],
        covers: Sequence[Covers],
        costs: Sequence[Any] | None,
        optional: bool = False,
        most: Sequence[int] = (),
    ) -> None:
        """Options, each with a row of ``covers``; they are numbered if there are no arguments.

        Raises SpecError, before anything is made, if these have too many entries, or too fine numbers.
        """
        self._check_entries(size, covers)
        self._check_numbers(covers, costs)
        self._numbered &= not arguments
        first = len(self)
        self._batches.append(tuple(arguments) or (range(first + 1, first + size + 1),))
        self._singles = None
        self._calls.append(size)
        self._optional += bytes([optional]) * size
        self._most += most or [1] * size
        for rows, parts in self._by_kind(covers):
            rows.add_many(size, parts)
        self._add_costs(first, costs)

    def also(self, covers: Sequence[Covers]) -> None:
        """Extends all options so far, each by a row of ``covers``. Raises SpecError as `add_many` does."""
        self._check_entries(len(self), covers)
        self._check_numbers(covers, None)
        for rows, parts in self._by_kind(covers):
            rows.also(parts)

    def _by_kind(self, covers: Sequence[Covers]) -> list[tuple[DraftRows, list[Covers]]]:
        """What is covered, and what gets amounts."""
        return [
            (self._items, [each for each in covers if each.family.units is None]),
            (self._sums, [each for each in covers if each.family.units is not None]),
        ]

    def _check_entries(self, size: int, covers: Sequence[Covers]) -> None:
        """All items of a family in each of many options are soon more than the memory holds."""
        for _, parts in self._by_kind(covers):
            count = sum(len(each.items) * (size if each.rows is None else 1) for each in parts)
            if count > self._limit:
                raise SpecError(
                    messages.TooManyMatrixEntries(self.statement.span, "entries", count, self._limit)
                )

    def _check_numbers(self, covers: Sequence[Covers], costs: Sequence[Any] | None) -> None:
        """Raises SpecError for costs and amounts that cannot be kept exactly; notes the steps of amounts."""
        if costs is not None:
            in_steps(costs, self.cost_step.of(costs, what := f"the cost of `{self.statement.name.id}`"), what)
        for each in covers:
            name = each.family.name
            if each.family.units is not None and each.values:
                self.sum_steps[name] = self.sum_steps.get(name, Scale()).of(
                    each.values, f"an amount of `{name}`"
                )

    @property
    def cost_step(self) -> Scale:
        """The largest step that divides all costs."""
        return Scale() if self._costs is None else self._costs.step

    def _add_costs(self, before: int, costs: Sequence[Any] | None) -> None:
        if self._costs is None and costs is not None:
            self._costs = Scaled(before)
        if self._costs is not None:
            self._costs.extend(costs if costs is not None else array("q", bytes(8 * (len(self) - before))))

    def restated(self) -> ast.Option:
        """The statement, which declares that some options have costs, are optional, or are chosen often."""
        stated = self.statement
        cost = ast.Number(stated.span, 0) if self._costs is not None else None
        most = ast.Number(stated.span, max(self._most, default=1)) if set(self._most) - {1} else None
        self.statement = stated.replaced(cost=stated.cost or cost, optional=any(self._optional), most=most)
        return self.statement

    def texts(self) -> Iterator[str]:
        """Those among the arguments."""
        columns = chain.from_iterable(self._batches)
        return chain.from_iterable(texts_in(column) for column in columns if isinstance(column, list))

    @property
    def warning(self) -> Diagnostic | None:
        """A warning, if an argument is probably a cost."""
        names = self.arguments if self._costs is None else []
        for place, name in enumerate(names):
            values = (each for batch in self._batches for each in batch[place])
            if near(name, ["cost"], 0.8) and all(type(each) is int for each in values):
                return messages.ArgumentLikeKeyword(self.statement.span, self.statement.name.id, name)
        return None

    @property
    def nothing(self) -> Listing:
        """The place of the family among others, without its options."""
        name, empty = self.statement.name.id, FlatRows(array("I"), array("I", [0]))
        return Listing(self.statement, ListedNames(name, []), empty, None, None, {}, None, ())

    def listing(
        self, first: Mapping[str, int], first_sums: Mapping[str, int], cost: Scale, steps: Mapping[str, Scale]
    ) -> Listing:
        """All options so far, with costs and amounts in steps. Raises SpecError if two have the same name."""
        sums, values = self._sums.flat(), self._sums.values or [None] * len(self._sums.flat().entries)
        amounts = array("q", [each if type(each) is int else 1 for each in values])
        if steps:
            amounts = amounts_in_steps(values, sums.entries, first_sums, steps)
        found = Listing(
            self.statement,
            ListedNames(
                self.statement.name.id, [tuple(map(_fixed, batch)) for batch in self._batches], len(self)
            ),
            self._items.flat(),
            self._items.values and self._items.values[:],
            None if self._costs is None else self._costs.in_steps(cost)[:],
            first,
            ListedSums(sums, amounts, first_sums) if sums.entries else None,
            tuple(self._calls),
            bytes(self._optional),
            tuple(self._most),
        )
        if not self._numbered:
            _refuse_repeated(found)
        return found


def stated_option(name: str, arguments: Sequence[str], method: str) -> ast.Option:
    """What stands for the options where a statement is asked for; ``method`` begins them."""
    span = call(f"model.{method}", f'"{name}"', *arguments, "..")
    names = [ast.Name(span, argument) for argument in arguments]
    patterns = tuple(ast.Pattern(span, (each,), False) for each in names)
    loop = ast.Loop(span, (ast.Binder(span, patterns, ast.Set(span, ())),) if names else (), None)
    return ast.Option(span, ast.Name(span, name), loop, (), None, False, False)


def _fixed(column: ModelColumn) -> ModelColumn:
    """A column to which nothing is added."""
    return column[:] if isinstance(column, list) else column


def _refuse_repeated(listing: Listing) -> None:
    names = listing.names
    arguments = (zip(*batch, strict=True) for batch in names.batches)
    known = set(chain.from_iterable(arguments)) if len(listing.statement.loop.names) else set(names)
    if len(known) == len(names):
        return
    first: dict[OptionName, int] = {}
    for number, name in enumerate(names):
        earlier = first.setdefault(name, number)
        if earlier != number:
            raise SpecError(messages.OptionListedTwice(name, listing.place(number), listing.place(earlier)))
