"""The options of one family while a model grows: names, items, colors and costs in flat arrays."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from excover.diagnostics import SpecError
from excover.messages.about_models import OptionListedTwice
from excover.model.model_items import Covers
from excover.names import OptionName, Value
from excover.puzzle.listing import FlatRows, ListedNames, Listing
from excover.python_values import ModelColumn
from excover.syntax import ast


class OptionDraft:
    """``room`` is the number of items of the model when the first option was added."""

    def __init__(self, statement: ast.Option, room: int) -> None:
        self.statement = statement
        self.room = room
        self._batches: list[tuple[ModelColumn, ...]] = []
        self._singles: tuple[list[Value], ...] | None = None
        self._calls: list[int] = []
        self._entries, self._starts = array("I"), array("I", [0])
        self._colors: list[Value | None] | None = None
        self._costs: array[int] | None = None
        self._numbered = True

    @property
    def arity(self) -> int:
        return len(self.statement.loop.names)

    def __len__(self) -> int:
        return len(self._starts) - 1

    def add_one(self, arguments: Sequence[Value], covers: Sequence[Covers], cost: int | None) -> None:
        """An option that covers all items of ``covers``."""
        if self._singles is None:
            self._singles = tuple([] for _ in arguments)
            self._batches.append(self._singles)
        for column, argument in zip(self._singles, arguments, strict=True):
            column.append(argument)
        self._numbered = False
        self._calls.append(0)
        before = len(self._entries)
        for each in covers:
            self._entries += each.items
        self._starts.append(len(self._entries))
        self._add_colors(
            before, chain.from_iterable(each.colors or [None] * len(each.items) for each in covers), covers
        )
        self._add_costs(len(self) - 1, [cost] if cost is not None else None)

    def add_many(
        self,
        size: int,
        arguments: Sequence[ModelColumn],
        covers: Sequence[Covers],
        costs: Sequence[int] | None,
    ) -> None:
        """Options, each with a row of ``covers``; they are numbered if there are no arguments."""
        self._numbered &= not arguments
        first = len(self)
        self._batches.append(tuple(arguments) or (range(first + 1, first + size + 1),))
        self._singles = None
        self._calls.append(size)
        before = len(self._entries)
        self._entries += _interleaved([_repeated(each, each.items, size) for each in covers], covers, size)
        self._starts.extend(_ends(before, covers, size))
        self._add_colors(before, _colors(covers, size), covers)
        self._add_costs(first, costs)

    def _add_colors(self, before: int, colors: Iterator[Value | None], covers: Sequence[Covers]) -> None:
        if self._colors is None and any(each.colors for each in covers):
            self._colors = [None] * before
        if self._colors is not None:
            self._colors.extend(colors)

    def _add_costs(self, before: int, costs: Sequence[int] | None) -> None:
        if self._costs is None and costs is not None:
            self._costs = array("q", bytes(8 * before))
        if self._costs is not None:
            self._costs.extend(costs if costs is not None else bytes(len(self) - before))

    @property
    def has_costs(self) -> bool:
        return self._costs is not None

    @property
    def nothing(self) -> Listing:
        """The place of the family among others, without its options."""
        name, empty = self.statement.name.id, FlatRows(array("I"), array("I", [0]))
        return Listing(self.statement, ListedNames(name, []), empty, None, None, {}, ())

    def listing(self, first: dict[str, int]) -> Listing:
        """All options so far. Raises SpecError if two have the same name."""
        found = Listing(
            self.statement,
            ListedNames(
                self.statement.name.id, [tuple(map(_fixed, batch)) for batch in self._batches], len(self)
            ),
            FlatRows(self._entries[:], self._starts[:]),
            self._colors and self._colors[:],
            self._costs and self._costs[:],
            first,
            tuple(self._calls),
        )
        if not self._numbered:
            _refuse_repeated(found)
        return found


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
            raise SpecError(OptionListedTwice(name, listing.place(number), listing.place(earlier)))


def _ends(before: int, covers: Sequence[Covers], size: int) -> Iterable[int]:
    """Where the entries of each option end."""
    width = sum(len(each.items) if each.starts is None else 1 for each in covers if _is_regular(each))
    ragged = [each.starts for each in covers if each.starts is not None and not _is_regular(each)]
    if not ragged:
        return range(before + width, before + width * size + 1, width) if width else [before] * size
    return (before + width * row + sum(starts[row] for starts in ragged) for row in range(1, size + 1))


def _is_regular(covers: Covers) -> bool:
    """Whether it covers as many items in each row: those of all options, or one."""
    return covers.starts is None or isinstance(covers.starts, range)


def _repeated(covers: Covers, items: array[int], size: int) -> array[int]:
    return items * size if covers.starts is None else items


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


def _colors(covers: Sequence[Covers], size: int) -> Iterator[Value | None]:
    for row in range(size):
        for each in covers:
            begin, end = (
                (0, len(each.items)) if each.starts is None else (each.starts[row], each.starts[row + 1])
            )
            yield from each.colors[begin:end] if each.colors else [None] * (end - begin)
