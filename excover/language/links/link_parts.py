"""The parts of links of the puzz.link family, read into the drawings of a description and written from them.

>>> from excover.base.source import Source
>>> puzzle = LinkPuzzle(Size(3, 2))
>>> part = CellMarks("clue", hexadecimal())
>>> part.read(LinkBody(Source("link", "2g3h-1f"), 0, 7), puzzle)
>>> puzzle.drawings, part.written(puzzle)
({'clue': [['2', '.', '3'], ['.', '.', '31']]}, '2g3h-1f')
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, product
from typing import NamedTuple

from excover.language.links.link_codes import DIGITS, NONE, Code, LinkBody, hexadecimal

Rows = list[list[str]]


class Size(NamedTuple):
    columns: int
    rows: int

    @property
    def cells(self) -> int:
        return self.columns * self.rows

    def drawn(self, marks: Sequence[str]) -> Rows:
        """Marks of all cells in reading order."""
        return [list(marks[r * self.columns : (r + 1) * self.columns]) for r in range(self.rows)]


@dataclass
class LinkPuzzle:
    """The marks of the labels of a board and values of parameters, by their names in the description."""

    size: Size
    drawings: dict[str, Rows] = field(default_factory=dict)
    settings: dict[str, int] = field(default_factory=dict)

    def marks(self, name: str) -> list[str]:
        return [mark for row in self.drawings[name] for mark in row]


class LinkPart:
    """Reads a part of a body into a puzzle, or writes it. Raises SpecError, or Unwritten.

    What is written may drop marks that the part does not know: a link is read again to find that out.
    """

    def size(self, drawings: Mapping[str, Rows]) -> Size | None:
        """That of the link, if this part knows it."""
        return None

    def normalize(self, puzzle: LinkPuzzle) -> None:
        """Gives marks the form in which they are read, of several that mean the same."""

    def read(self, body: LinkBody, puzzle: LinkPuzzle) -> None:
        raise NotImplementedError

    def written(self, puzzle: LinkPuzzle) -> str:
        raise NotImplementedError


def size_of(rows: Rows, larger: int = 0) -> Size:
    return Size(len(rows[0]) - larger, len(rows) - larger)


@dataclass(frozen=True)
class CellMarks(LinkPart):
    """A mark or none in each cell; of a board that has ``larger`` sides than the link states. Cells that have
    a mark already keep it.
    """

    name: str
    code: Code
    larger: int = 0
    others: str = ""
    """Marks that are written by another part."""

    def size(self, drawings: Mapping[str, Rows]) -> Size:
        return size_of(drawings[self.name], self.larger)

    def read(self, body: LinkBody, puzzle: LinkPuzzle) -> None:
        size = Size(puzzle.size.columns + self.larger, puzzle.size.rows + self.larger)
        marks = self.code.read(body, size.cells)
        known = puzzle.marks(self.name) if self.others else marks
        puzzle.drawings[self.name] = size.drawn(
            [one if one != NONE else other for one, other in zip(known, marks, strict=True)]
        )

    def written(self, puzzle: LinkPuzzle) -> str:
        marks = puzzle.marks(self.name)
        return self.code.written([NONE if mark in self.others else mark for mark in marks], self.name)


@dataclass(frozen=True)
class IfAny(LinkPart):
    """Numbers that end a link, which are left out where there are none."""

    numbers: CellMarks

    def size(self, drawings: Mapping[str, Rows]) -> Size:
        return self.numbers.size(drawings)

    def read(self, body: LinkBody, puzzle: LinkPuzzle) -> None:
        if body.is_at_end:
            puzzle.drawings[self.numbers.name] = puzzle.size.drawn([NONE] * puzzle.size.cells)
        else:
            self.numbers.read(body, puzzle)

    def written(self, puzzle: LinkPuzzle) -> str:
        return self.numbers.written(puzzle) if {*puzzle.marks(self.numbers.name)} > {NONE} else ""


@dataclass(frozen=True)
class Split(LinkPart):
    """Marks of two drawings in one code: the second one has ``marks``."""

    names: tuple[str, str]
    marks: str
    code: Code

    def size(self, drawings: Mapping[str, Rows]) -> Size:
        return size_of(drawings[self.names[0]])

    def read(self, body: LinkBody, puzzle: LinkPuzzle) -> None:
        marks = self.code.read(body, puzzle.size.cells)
        for name, wanted in zip(self.names, (False, True), strict=True):
            kept = [mark if (mark in self.marks) == wanted else NONE for mark in marks]
            puzzle.drawings[name] = puzzle.size.drawn(kept)

    def written(self, puzzle: LinkPuzzle) -> str:
        pairs = zip(*map(puzzle.marks, self.names), strict=True)
        return self.code.written([one if one != NONE else other for one, other in pairs], self.names[0])


@dataclass(frozen=True)
class Beside(LinkPart):
    """Numbers above the columns, below them, to the left of the rows, and to the right of them; or of two of
    these sides, above and to the left.
    """

    names: Sequence[str]
    code: Code = field(default_factory=hexadecimal)

    @property
    def _horizontal(self) -> int:
        return len(self.names) // 2

    def size(self, drawings: Mapping[str, Rows]) -> Size:
        return Size(len(drawings[self.names[0]][0]), len(drawings[self.names[-1]]))

    def read(self, body: LinkBody, puzzle: LinkPuzzle) -> None:
        columns, rows = puzzle.size
        marks = iter(self.code.read(body, self._horizontal * (columns + rows)))
        for place, name in enumerate(self.names):
            if place < self._horizontal:
                puzzle.drawings[name] = [[next(marks) for _ in range(columns)]]
            else:
                puzzle.drawings[name] = [[next(marks)] for _ in range(rows)]

    def written(self, puzzle: LinkPuzzle) -> str:
        marks = [mark for name in self.names for mark in puzzle.marks(name)]
        return self.code.written(marks, ", ".join(self.names))


def _packed(values: Sequence[int], kinds: int, length: int) -> str:
    padded = [*values, *[0] * (-len(values) % length)]
    groups = (padded[at : at + length] for at in range(0, len(padded), length))
    return "".join(
        DIGITS[sum(value * kinds**power for power, value in enumerate(reversed(group)))] for group in groups
    )


def _unpacked(body: LinkBody, count: int, kinds: int, length: int, wanted: str) -> list[int]:
    values: list[int] = []
    while len(values) < count:
        start, value = body.at, body.digits(wanted, kinds**length)
        values += [value // kinds**power % kinds for power in reversed(range(length))]
        if any(values[count:]):
            raise body.wrong(start, f"{wanted} of {count:,} places, and no more")
    return values[:count]


@dataclass(frozen=True)
class Packed(LinkPart):
    """One of two or three marks in each cell, several in a character. Other marks belong to another part."""

    name: str
    marks: str

    @property
    def _length(self) -> int:
        return 5 if len(self.marks) == 2 else 3

    def size(self, drawings: Mapping[str, Rows]) -> Size:
        return size_of(drawings[self.name])

    def read(self, body: LinkBody, puzzle: LinkPuzzle) -> None:
        values = _unpacked(body, puzzle.size.cells, len(self.marks), self._length, "marks of cells")
        puzzle.drawings[self.name] = puzzle.size.drawn([self.marks[value] for value in values])

    def written(self, puzzle: LinkPuzzle) -> str:
        return _packed(
            [max(self.marks.find(mark), 0) for mark in puzzle.marks(self.name)], len(self.marks), self._length
        )


@dataclass(frozen=True)
class LinkSetting(LinkPart):
    """A number that stands alone."""

    name: str

    def read(self, body: LinkBody, puzzle: LinkPuzzle) -> None:
        puzzle.settings[self.name] = body.number("a number")

    def written(self, puzzle: LinkPuzzle) -> str:
        return f"{puzzle.settings[self.name]}/"


# Rooms

_Cell = tuple[int, int]
_Pair = tuple[_Cell, _Cell]


@dataclass(frozen=True)
class Rooms(LinkPart):
    """Borders: a bit for each pair of cells beside each other, then for each pair below each other, five in a
    character. The rooms get numbers in reading order. There may be ``holes``, cells without a room, for which
    bits follow where there are any.
    """

    name: str
    holes: bool = False
    without: str = ""
    """The drawing whose marks are in cells that are no part of a room, whatever room they have."""

    def size(self, drawings: Mapping[str, Rows]) -> Size:
        return size_of(drawings[self.name])

    def normalize(self, puzzle: LinkPuzzle) -> None:
        marks = puzzle.marks(self.name)
        if self.without:
            lone = [mark != NONE for mark in puzzle.marks(self.without)]
            marks = [f"| {at}" if lone[at] else mark for at, mark in enumerate(marks)]
        numbers = {NONE: NONE}
        numbered = [numbers.setdefault(mark, str(len(numbers))) for mark in marks]
        puzzle.drawings[self.name] = puzzle.size.drawn(numbered)

    def read(self, body: LinkBody, puzzle: LinkPuzzle) -> None:
        pairs = _pairs(puzzle.size)
        borders = [bit for each in pairs for bit in _unpacked(body, len(each), 2, 5, "borders")]
        open_pairs = [pair for pair, border in zip(chain(*pairs), borders, strict=True) if not border]
        cells = cells_of(puzzle.size)
        if self.holes and not body.is_at_end:
            bits = _unpacked(body, len(cells), 2, 5, "cells without a room")
            cells = [cell for cell, bit in zip(cells, bits, strict=True) if not bit]
        rooms = _joined(cells, open_pairs)
        puzzle.drawings[self.name] = puzzle.size.drawn(
            [rooms.get(each, NONE) for each in cells_of(puzzle.size)]
        )

    def written(self, puzzle: LinkPuzzle) -> str:
        rows = puzzle.drawings[self.name]
        holes = [mark == NONE for mark in puzzle.marks(self.name)]
        return "".join(
            _packed([rows[a][b] != rows[c][d] for (a, b), (c, d) in pairs], 2, 5)
            for pairs in _pairs(puzzle.size)
        ) + (_packed(holes, 2, 5) if self.holes and any(holes) else "")


def cells_of(size: Size) -> list[_Cell]:
    return list(product(range(size.rows), range(size.columns)))


def _pairs(size: Size) -> tuple[list[_Pair], list[_Pair]]:
    """Cells beside each other, and below each other."""
    across = [((r, c), (r, c + 1)) for r, c in cells_of(size) if c + 1 < size.columns]
    return across, [((r, c), (r + 1, c)) for r, c in cells_of(size) if r + 1 < size.rows]


def rooms_between(size: Size, borders: Container[frozenset[_Cell]]) -> Rows:
    """The rooms of a board, by the pairs of cells that have a border between them."""
    cells = cells_of(size)
    rooms = _joined(cells, [pair for pair in chain(*_pairs(size)) if frozenset(pair) not in borders])
    return size.drawn([rooms[cell] for cell in cells])


def _joined(cells: Sequence[_Cell], pairs: Sequence[_Pair]) -> dict[_Cell, str]:
    """The number of the room of each of the cells, where the cells of a pair are in one room."""
    beside: dict[_Cell, list[_Cell]] = {cell: [] for cell in cells}
    for one, other in pairs:
        if one in beside and other in beside:
            beside[one].append(other)
            beside[other].append(one)
    room: dict[_Cell, str] = {}
    count = 0
    for cell in cells:
        count += cell not in room
        waiting = [cell]
        while waiting:
            each = waiting.pop()
            if each not in room:
                room[each] = str(count)
                waiting += beside[each]
    return room


@dataclass(frozen=True)
class RoomNumbers(LinkPart):
    """A number of each room, in reading order; it goes to the first cell."""

    name: str
    room: str
    code: Code = field(default_factory=hexadecimal)

    def _firsts(self, puzzle: LinkPuzzle) -> dict[str, int]:
        """The first cell of each room."""
        firsts: dict[str, int] = {}
        for at, mark in enumerate(puzzle.marks(self.room)):
            firsts.setdefault(mark, at)
        return firsts

    def normalize(self, puzzle: LinkPuzzle) -> None:
        firsts, marks = self._firsts(puzzle), puzzle.marks(self.name)
        for at, room in enumerate(puzzle.marks(self.room)):
            first = firsts[room]
            if marks[first] == NONE:
                marks[first], marks[at] = marks[at], NONE
        puzzle.drawings[self.name] = puzzle.size.drawn(marks)

    def read(self, body: LinkBody, puzzle: LinkPuzzle) -> None:
        firsts, marks = self._firsts(puzzle), [NONE] * puzzle.size.cells
        for first, mark in zip(firsts.values(), self.code.read(body, len(firsts)), strict=True):
            marks[first] = mark
        puzzle.drawings[self.name] = puzzle.size.drawn(marks)

    def written(self, puzzle: LinkPuzzle) -> str:
        marks = puzzle.marks(self.name)
        return self.code.written([marks[first] for first in self._firsts(puzzle).values()], self.name)
