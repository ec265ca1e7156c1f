"""The codes of cells, numbers and borders in links of the puzz.link family.

>>> from excover.base.source import Source
>>> drawings = {}
>>> numbers("clue")(LinkBody(Source("link", "2g.h-1f"), 0, 7), Size(3, 2), drawings, {})
>>> drawings
{'clue': [['2', '.', '.'], ['.', '.', '31']]}

They are those of pzpr.js (https://github.com/robx/pzprjs, src/variety-common/Encode.js). Every part of a link
raises SpecError where it is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from excover.base.diagnostics import SpecError
from excover.base.source import Source, Span
from excover.language.messages.about_files import WrongLink

Rows = list[list[str]]
Drawings = dict[str, Rows]
"""The marks of the labels of a board, by name."""

NONE = "."
"""The mark of a place without a label."""


class Size(NamedTuple):
    columns: int
    rows: int

    @property
    def cells(self) -> int:
        return self.columns * self.rows

    def drawn(self, marks: Sequence[str]) -> Rows:
        """Marks of all cells in reading order."""
        return [list(marks[r * self.columns : (r + 1) * self.columns]) for r in range(self.rows)]


class LinkBody:
    """What follows the name of the genre, read from the left. Every method raises SpecError."""

    def __init__(self, source: Source, start: int, end: int) -> None:
        self.source, self.at, self.last = source, start, end

    def span(self, start: int) -> Span:
        return Span(self.source, start, max(start, min(self.at, self.last)))

    def wrong(self, start: int, wanted: str) -> SpecError:
        self.at = max(self.at, start + 1)
        return SpecError(WrongLink(self.span(start), wanted))

    @property
    def is_at_end(self) -> bool:
        return self.at >= self.last

    def take(self, wanted: str, length: int = 1) -> str:
        start = self.at
        if start + length > self.last:
            raise self.wrong(min(start, self.last), wanted)
        self.at += length
        return self.source.text[start : self.at]

    def digits(self, wanted: str, base: int, length: int = 1) -> int:
        start, text = self.at, self.take(wanted, length)
        if not re.fullmatch("[0-9a-z]+", text) or max(int(each, 36) for each in text) >= base:
            raise self.wrong(start, wanted)
        return int(text, base)

    def number(self, wanted: str) -> int:
        """A number up to the next ``/``."""
        start, found = self.at, re.compile(r"[1-9]\d{0,4}(?=/)", re.ASCII).match(self.source.text, self.at)
        if found is None:
            raise self.wrong(start, wanted)
        self.at = found.end() + 1
        return int(found[0])

    def skip(self, sign: str) -> None:
        if self.source.text.startswith(sign, self.at):
            self.at += len(sign)

    def skip_slash(self) -> bool:
        """Whether there is more behind a ``/``, which is skipped."""
        if self.is_at_end or self.source.text[self.at] != "/":
            return False
        self.at += 1
        return True

    def end(self) -> None:
        if not self.is_at_end:
            start, self.at = self.at, self.last
            raise self.wrong(start, "nothing: all cells are known")


# Numbers of cells


def _filled(count: int, found: Iterator[list[str]], body: LinkBody) -> list[str]:
    """As many marks, from groups of them."""
    marks: list[str] = []
    while len(marks) < count:
        start = body.at
        marks += next(found)
        if len(marks) > count:
            raise body.wrong(start, f"numbers of {count:,} places, and no more")
    return marks


_LONGER = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192), "*": (4, 12240), "$": (5, 77776)}
"""Signs before a longer number: its digits, and what is added to it."""


def hexadecimal(body: LinkBody, unknown: str) -> Iterator[list[str]]:
    """`0` to `f` are numbers, `g` to `z` one to twenty places without one, `.` is an unknown number."""
    wanted = "a number, or places without one"
    while True:
        start, sign = body.at, body.take(wanted)
        if sign in _LONGER:
            length, more = _LONGER[sign]
            yield [str(body.digits("hexadecimal digits", 16, length) + more)]
        elif sign == "." and unknown:
            yield [unknown]
        elif re.fullmatch("[0-9a-f]", sign):
            yield [str(int(sign, 16))]
        elif re.fullmatch("[g-z]", sign):
            yield [NONE] * (int(sign, 36) - 15)
        else:
            raise body.wrong(start, wanted)


def up_to_four(body: LinkBody, unknown: str) -> Iterator[list[str]]:
    """`0` to `4` alone, `5` to `9` before a place without a number, `a` to `e` before two, `g` to `z` only
    places without one.
    """
    wanted = "a number up to 4, or places without one"
    while True:
        start, sign = body.at, body.take(wanted)
        if sign == ".":
            yield [unknown]
        elif re.fullmatch("[0-9a-e]", sign):
            blanks, number = divmod(int(sign, 16), 5)
            yield [str(number), *[NONE] * blanks]
        elif re.fullmatch("[g-z]", sign):
            yield [NONE] * (int(sign, 36) - 15)
        else:
            raise body.wrong(start, wanted)


def up_to_nine(body: LinkBody, _unknown: str) -> Iterator[list[str]]:
    """A digit, but 7, which is a hole, or `a` to `z` for one to 26 places without one."""
    while True:
        start, value = body.at, body.digits("a digit, or places without one", 36)
        if value == 7:
            raise body.wrong(start, "no hole: the board is a rectangle")
        yield [str(value)] if value < 10 else [NONE] * (value - 9)


def arrows(body: LinkBody, _unknown: str) -> Iterator[list[str]]:
    """`1` to `4` are an arrow up, down, to the left or to the right before a digit, `6` to `9` before two
    digits, `-` before such a sign and three digits, `a` to `z` one to 26 places without one.
    """
    wanted = "an arrow with a number, or places without one"
    while True:
        start, sign = body.at, body.take(wanted)
        value = int(sign, 36) if re.fullmatch("[0-9a-z]", sign) else 0
        length = 1 + value // 5
        if sign == "-":
            value, length = body.digits("an arrow", 5), 3
        if value > 9:
            yield [NONE] * (value - 9)
        elif value % 5:
            yield [f"{body.digits('a hexadecimal number', 16, length)},{'nswe'[value % 5 - 1]}"]
        else:
            raise body.wrong(start, f"{wanted}; clues without an arrow are not read")


def trees(body: LinkBody, _unknown: str) -> Iterator[list[str]]:
    """`0` to `h` are a tree before as many other cells, `i` to `z` one to eighteen other cells."""
    while True:
        value = body.digits("trees", 36)
        yield ["T", *[NONE] * value] if value < 18 else [NONE] * (value - 17)


LinkPart = Callable[[LinkBody, Size, Drawings, dict[str, int]], None]
"""Reads a part of a body, and adds what it means to the drawings or the settings."""
_Groups = Callable[[LinkBody, str], Iterator[list[str]]]


def numbers(
    name: str, *, unknown: str = NONE, code: _Groups = hexadecimal, larger: int = 0, words: str = ""
) -> LinkPart:
    """Numbers in cells; with ``words``, the letters of a word for 1, 2, .. . If ``unknown`` is empty, unknown
    numbers are refused.
    """

    def read(body: LinkBody, size: Size, drawings: Drawings, settings: dict[str, int]) -> None:
        size = Size(size.columns + larger, size.rows + larger)
        marks = _filled(size.cells, code(body, unknown), body)
        drawings[name] = size.drawn([_word(mark, words) for mark in marks])

    return read


def _word(mark: str, words: str) -> str:
    return words[int(mark) - 1] if words and mark.isdigit() and 0 < int(mark) <= len(words) else mark


def numbers_if_any(name: str, words: str = "") -> LinkPart:
    """Numbers in cells behind a ``/``, or none."""

    def read(body: LinkBody, size: Size, drawings: Drawings, settings: dict[str, int]) -> None:
        if body.skip_slash():
            numbers(name, words=words)(body, size, drawings, settings)
        else:
            drawings[name] = size.drawn([NONE] * size.cells)

    return read


def beside(*names: str, words: str = "") -> LinkPart:
    """Numbers above the columns, below them, to the left of the rows, and to the right of them; or two of
    these sides, above and to the left.
    """

    def read(body: LinkBody, size: Size, drawings: Drawings, settings: dict[str, int]) -> None:
        horizontal = len(names) // 2
        count = horizontal * (size.columns + size.rows)
        marks = iter([_word(mark, words) for mark in _filled(count, hexadecimal(body, NONE), body)])
        for place, name in enumerate(names):
            if place < horizontal:
                drawings[name] = [[next(marks) for _ in range(size.columns)]]
            else:
                drawings[name] = [[next(marks)] for _ in range(size.rows)]

    return read


def small(name: str, meanings: Sequence[str], length: int) -> LinkPart:
    """One of a few marks in each cell, several cells in a character."""

    def read(body: LinkBody, size: Size, drawings: Drawings, settings: dict[str, int]) -> None:
        kinds, marks = len(meanings), list[str]()
        while len(marks) < size.cells:
            start, value = body.at, body.digits("marks of cells", min(36, kinds**length))
            group = [value // kinds**power % kinds for power in reversed(range(length))]
            if any(group[size.cells - len(marks) :]):
                raise body.wrong(start, f"marks of {size.cells:,} cells, and no more")
            marks += [meanings[each] for each in group]
        drawings[name] = size.drawn(marks[: size.cells])

    return read


def setting(name: str) -> LinkPart:
    """A number that stands alone."""

    def read(body: LinkBody, size: Size, drawings: Drawings, settings: dict[str, int]) -> None:
        settings[name] = body.number("a number")

    return read


# Rooms


def rooms(name: str) -> LinkPart:
    """Borders: a bit for each pair of cells beside each other, then for each pair below each other, five in a
    character. The rooms get numbers in reading order.
    """

    def read(body: LinkBody, size: Size, drawings: Drawings, settings: dict[str, int]) -> None:
        cells = list(product(range(size.rows), range(size.columns)))
        across = [((r, c), (r, c + 1)) for r, c in cells if c + 1 < size.columns]
        down = [((r, c), (r + 1, c)) for r, c in cells if r + 1 < size.rows]
        borders = _bits(body, len(across)) + _bits(body, len(down))
        open_pairs = [pair for pair, border in zip(across + down, borders, strict=True) if not border]
        drawings[name] = size.drawn(_joined(cells, open_pairs))

    return read


_Cell = tuple[int, int]


def _joined(cells: Sequence[_Cell], pairs: Sequence[tuple[_Cell, _Cell]]) -> list[str]:
    """The number of the room of each cell, where the cells of a pair are in one room."""
    beside: dict[_Cell, list[_Cell]] = {cell: [] for cell in cells}
    for one, other in pairs:
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
    return [room[cell] for cell in cells]


def _bits(body: LinkBody, count: int) -> list[bool]:
    bits: list[bool] = []
    while len(bits) < count:
        value = body.digits("borders", 32)
        bits += [bool(value >> place & 1) for place in (4, 3, 2, 1, 0)]
    return bits[:count]


def room_numbers(name: str, room: str) -> LinkPart:
    """A number of each room, in reading order; it goes to the first cell."""

    def read(body: LinkBody, size: Size, drawings: Drawings, settings: dict[str, int]) -> None:
        of_cells = [mark for row in drawings[room] for mark in row]
        firsts: dict[str, int] = {}
        for at, mark in enumerate(of_cells):
            firsts.setdefault(mark, at)
        marks = [NONE] * size.cells
        for first, mark in zip(
            firsts.values(), _filled(len(firsts), hexadecimal(body, NONE), body), strict=True
        ):
            marks[first] = mark
        drawings[name] = size.drawn(marks)

    return read


# Kakuro


def kakuro(body: LinkBody, size: Size, drawings: Drawings, settings: dict[str, int]) -> None:
    """Cells in reading order, without the first row and column, then the numbers of these beside white cells:
    a shaded cell has the sum below it and that on its right, `k` to `z` are one to sixteen white cells.
    """
    wide = Size(size.columns + 1, size.rows + 1)
    shaded, down, across = ([[NONE] * wide.columns for _ in range(wide.rows)] for _ in range(3))
    cells = list(product(range(1, wide.rows), range(1, wide.columns)))
    for r, c in [(0, c) for c in range(wide.columns)] + [(r, 0) for r in range(1, wide.rows)]:
        shaded[r][c] = "x"
    at = 0
    while at < len(cells):
        start, sign = body.at, body.take("sums, or white cells")
        if re.fullmatch("[k-z]", sign):
            at += int(sign, 36) - 19
            if at > len(cells):
                raise body.wrong(start, f"{len(cells):,} cells, and no more")
            continue
        r, c = cells[at]
        shaded[r][c], at = "x", at + 1
        if sign != ".":
            down[r][c] = _sum(body, start, sign)
            across[r][c] = _sum(body, body.at, body.take("a sum"))
    for c in range(1, wide.columns):
        if shaded[1][c] == NONE:
            down[0][c] = _sum(body, body.at, body.take("a sum"))
    for r in range(1, wide.rows):
        if shaded[r][1] == NONE:
            across[r][0] = _sum(body, body.at, body.take("a sum"))
    drawings |= {"shaded": shaded, "down": down, "across": across}


def _sum(body: LinkBody, start: int, sign: str) -> str:
    if sign in "-0":
        return NONE
    if not re.fullmatch("[1-9a-jA-Z]", sign):
        raise body.wrong(start, "a sum")
    return str(int(sign, 36) + (10 if sign.isupper() else 0))
