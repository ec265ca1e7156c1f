"""What the options of a growing model cover, in flat arrays: a row of items for each option.

>>> from excover.problem.model.model import Model
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
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from excover.base.names import Value
from excover.language.meaning.on_demand import FlatRows
from excover.problem.model.model_items import Covers


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
