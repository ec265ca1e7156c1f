"""Reads the format of Knuth's programs DLX1, DLX2 (colors), DLX3 and SSMCC (bounds), and DLX5 (costs).

>>> from excover.base.source import Source
>>> title, compiled = read_dlx(Source("a.dlx", "| Toy\\na 2:3|b | s\\na b s:x\\nb s:y |5\\n"))
>>> title, [str(option) for option in compiled.matrix.options], list(compiled.matrix.prices())
('Toy', ['a b s:x', 'b s:y'], [0, 5])

The first line that does not begin with ``|`` names the items, those after a ``|`` as secondary; each other
line is an option. ``//`` begins a comment, too. Unlike in Knuth's programs, names and colors may have any
length. `excover.formats.exports.as_dlx` is the writer, whose names are read back: ``%20`` is a blank.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from urllib.parse import unquote

from excover.base.diagnostics import MOST_REPORTED, Diagnostic, SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source, Span
from excover.formats.dlx import HEADER
from excover.formats.draft import Draft
from excover.formats.lines import line_ends, lines_of, words_of
from excover.language.messages.about_matrices import (
    BoundsOfSecondary,
    ColorOfPrimary,
    InvalidBounds,
    InvalidColor,
    InvalidCost,
    InvalidItemName,
    ItemCoveredTwice,
    ItemNamedTwice,
    NoItemLine,
    SecondBar,
    UnknownMatrixItem,
)
from excover.matrix.compiled import Compiled

MOST_TIMES = 10**9
MOST_COST = 10**12
"""The sum of a million of them still fits into 62 bits."""

AT_ONCE = 1000
"""How many lines are read together; if one of them is special, they are read again, one by one."""

_ITEM = re.compile(r"(?:(?:(?P<low>\d{1,12}):)?(?P<high>\d{1,12})\|)?(?P<name>[^|:]+)", re.ASCII)
_COST = re.compile(r"\|(-?\d{1,15})", re.ASCII)


def read_dlx(source: Source, limits: Limits = DEFAULT) -> tuple[str, Compiled]:
    """The title (the first line, if that is a comment) and the matrix. Raises SpecError for errors."""
    written = _written(source.text)
    items = next(written, None)
    if items is None:
        raise SpecError(NoItemLine(Span(source, 0, len(source.text))))
    reader = _DlxReader(source, limits)
    reader.read_items(Span(source, *items))
    if reader.wrong:  # errors in the options would be consequences
        raise SpecError(reader.wrong)
    while places := list(islice(written, AT_ONCE)):
        if not reader.read_plain_options(places):
            reader.read_options(places)
        if len(reader.wrong) >= MOST_REPORTED:
            break
    if reader.wrong:
        raise SpecError(reader.wrong)
    return _title(next(lines_of(source))), reader.draft.compiled()


def _written(text: str) -> Iterator[tuple[int, int]]:
    """Where the lines that are no comments begin and end."""
    return (place for place in line_ends(text, remarks=True) if text[place[0]] != "|")


def _shown(line: str) -> str:
    """The items of an option, without its costs."""
    return " ".join(word for word in line.split() if word[0] != "|")


def _title(line: Span) -> str:
    title = unquote(line.text[1:].strip()) if line.text.startswith("|") else ""
    return "" if title == HEADER.split("\n")[0] else title


class _DlxReader:
    """Errors are noted, and reading continues."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self.draft = Draft(source, limits, _shown, has_bar=True)
        self._source = source
        self.wrong: list[Diagnostic] = []
        self._numbers: dict[str, int] = {}
        self._named: dict[str, Span] = {}
        self._secondary = False

    # The items

    def read_items(self, line: Span) -> None:
        for word in words_of(line):
            name = word.part(1, len(word.text) - 1) if word.text.startswith("|") else word
            if name is not word and self._secondary:
                self.wrong.append(SecondBar(word))
                continue
            self._secondary |= name is not word
            if name.text:
                self._read_item(name)

    def _read_item(self, word: Span) -> None:
        found = _ITEM.fullmatch(word.text)
        if not found:
            self.wrong.append(InvalidItemName(word))
            return
        high = int(found["high"] or 1)
        low = int(found["low"]) if found["low"] else high
        if self._secondary and found["high"]:
            self.wrong.append(BoundsOfSecondary(word))
        elif not low <= high <= MOST_TIMES:
            self.wrong.append(InvalidBounds(word, MOST_TIMES))
        else:
            self._name_item(word, found["name"], 0 if self._secondary else low, high)

    def _name_item(self, word: Span, written: str, low: int, high: int) -> None:
        name = unquote(written)
        span = word.part(len(word.text) - len(written), len(written))
        if name in self._named:
            self.wrong.append(ItemNamedTwice(span, self._named[name]))
            return
        self._named[name] = span
        self._numbers[written] = self.draft.add_item(name, span, low, high, secondary=self._secondary)

    # The options

    def read_plain_options(self, places: Sequence[tuple[int, int]]) -> bool:
        """Reads options of items alone, all at once; false, and none is read, if one of them is not so."""
        text = self._source.text
        rows = [text[begin:end].split() for begin, end in places]
        lengths = list(map(len, rows))
        if list(map(len, map(set, rows))) != lengths:
            return False
        try:
            entries = array("I", map(self._numbers.__getitem__, chain.from_iterable(rows)))
        except KeyError:
            return False
        return self.draft.add_options(places, entries, lengths)

    def read_options(self, places: Iterable[tuple[int, int]]) -> None:
        for begin, end in places:
            self._read_option(begin, end)
            if len(self.wrong) >= MOST_REPORTED:
                break

    def _read_option(self, begin: int, end: int) -> None:
        words = self._source.text[begin:end].split()
        try:
            items = list(map(self._numbers.__getitem__, words))
        except KeyError:  # a color, a cost or an error
            items = []
        if len(set(items)) == len(words):
            self.draft.add_option(begin, end, items)
        else:
            self._read_words(Span(self._source, begin, end))

    def _read_words(self, line: Span) -> None:
        """Word by word."""
        wrong = len(self.wrong)
        cost: int | None = None
        covered: dict[int, Span] = {}
        colors: list[str] = []
        for word in words_of(line):
            if word.text.startswith("|"):
                cost = (cost or 0) + self._cost(word)
                continue
            item, color = self._item(word)
            if item in covered:
                self.wrong.append(ItemCoveredTwice(word, covered[item], word.text.split(":")[0]))
            elif item >= 0:
                covered[item] = word
            colors.append(color)
        if len(self.wrong) == wrong:
            self.draft.add_option(line.start, line.end, [*covered], colors, cost)

    def _item(self, word: Span) -> tuple[int, str]:
        """An item, -1 if there is none, and its color, empty if it has none."""
        name, colon, color = word.text.partition(":")
        item = self._numbers.get(name, -1)
        if (colon and (not name or not color or (len(color) > 1 and set(color) & set(":|")))) or "|" in name:
            self.wrong.append(InvalidColor(word))
        elif item < 0:
            self.wrong.append(UnknownMatrixItem(word.part(0, len(name)), name, list(self._numbers)))
        elif colon and not self.draft.is_secondary(item):
            declared = self.draft.item_span(item)
            self.wrong.append(ColorOfPrimary(word, name, declared))
        return item, unquote(color)

    def _cost(self, word: Span) -> int:
        found = _COST.fullmatch(word.text)
        cost = int(found[1]) if found else 0
        if not found or abs(cost) > MOST_COST:
            self.wrong.append(InvalidCost(word, MOST_COST))
        return cost
