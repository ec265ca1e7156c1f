r"""Reads matrices: the format of Knuth's programs DLX1, DLX2, DLX3, SSMCC and DLX5, and rows of 0 and 1.

>>> title, compiled = read_dlx(Source("a.dlx", "| Toy\na 2:3|b | s\na b s:x\nb s:y |5\n"))
>>> title, [str(option) for option in compiled.matrix.options], list(compiled.matrix.prices())
('Toy', ['a b s:x', 'b s:y'], [0, 5])

The first line that does not begin with ``|`` names the items, those after a ``|`` as secondary; each other
line is an option. ``//`` begins a comment, too. Unlike in Knuth's programs, names and colors may have any
length. `excover.formats.exports.as_dlx` is the writer, whose names are read back: ``%20`` is a blank. A file
``.ec`` has the numbers of items and of options before.

Rows of 0 and 1, a simple matrix format: a column for each item, a row for each option.

>>> title, compiled = read_rows(Source("a.01", "1 0 1\n0 1 0\n\n011\n"))
>>> [str(option) for option in compiled.matrix.options]
['1 3', '2', '2 3']

The names of items are the numbers of their columns. Blanks, commas and semicolons between the digits mean
nothing, nor do empty lines and comments, which begin with ``//``. The rows may be those of other programs:
with ``1.0``, ``True`` or ``"1"`` for 1, in square brackets, or behind a line with their number and that of
columns.

>>> [_digits(row) for row in ("1,0;1", "1.0  0. 1.0", "true False True // so")]
['101', '101', '101']
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
from excover.formats.draft import Draft
from excover.formats.exports.as_dlx import HEADER
from excover.language import messages
from excover.language.texts import line_ends, lines_of, words_in
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
    if items and source.name.lower().endswith(".ec") and _SIZES.fullmatch(source.text[slice(*items)].strip()):
        items = next(written, None)
    if items is None:
        raise SpecError(messages.NoItemLine(Span(source, 0, len(source.text))))
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
        for word in words_in(line):
            name = word.part(1, len(word.text) - 1) if word.text.startswith("|") else word
            if name is not word and self._secondary:
                self.wrong.append(messages.SecondBar(word))
                continue
            self._secondary |= name is not word
            if name.text:
                self._read_item(name)

    def _read_item(self, word: Span) -> None:
        found = _ITEM.fullmatch(word.text)
        if not found:
            self.wrong.append(messages.InvalidItemName(word))
            return
        high = int(found["high"] or 1)
        low = int(found["low"]) if found["low"] else high
        if self._secondary and found["high"]:
            self.wrong.append(messages.BoundsOfSecondary(word))
        elif not low <= high <= MOST_TIMES:
            self.wrong.append(messages.InvalidBounds(word, MOST_TIMES))
        else:
            self._name_item(word, found["name"], 0 if self._secondary else low, high)

    def _name_item(self, word: Span, written: str, low: int, high: int) -> None:
        name = unquote(written)
        span = word.part(len(word.text) - len(written), len(written))
        if name in self._named:
            self.wrong.append(messages.ItemNamedTwice(span, self._named[name]))
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
        for word in words_in(line):
            if word.text.startswith("|"):
                cost = (cost or 0) + self._cost(word)
                continue
            item, color = self._item(word)
            if item in covered:
                self.wrong.append(messages.ItemCoveredTwice(word, covered[item], word.text.split(":")[0]))
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
            self.wrong.append(messages.InvalidColor(word))
        elif item < 0:
            self.wrong.append(messages.UnknownMatrixItem(word.part(0, len(name)), name, list(self._numbers)))
        elif colon and not self.draft.is_secondary(item):
            declared = self.draft.item_span(item)
            self.wrong.append(messages.ColorOfPrimary(word, name, declared))
        return item, unquote(color)

    def _cost(self, word: Span) -> int:
        found = _COST.fullmatch(word.text)
        cost = int(found[1]) if found else 0
        if not found or abs(cost) > MOST_COST:
            self.wrong.append(messages.InvalidCost(word, MOST_COST))
        return cost


_PLAIN = frozenset("01 \t")
_WORD = re.compile(
    r"""\s++ | [,;](?!\s*[,;]) | ([01]++)(?![\w.]) | ([01])\.0*+(?![\w.]) | (?:(true)|false)\b | "([01])"
    | (.[\w.]*+)""",
    re.X | re.I,
)
"""Digits, a digit with a point, a truth value, a digit in quotation marks, and anything else."""
_BRACKETS = re.compile(r"\[([^][]*)\] | [^][\s,;]+", re.X)
_SIZES = re.compile(r"(\d{1,18})[\s,;]+(\d{1,18})")


def read_rows(source: Source, limits: Limits = DEFAULT) -> tuple[str, Compiled]:
    """No title, and the matrix, all of whose items are covered once; raises SpecError for errors."""
    rows = _without_sizes(_rows(source))
    width = len(_digits(rows[0].text)) if rows else 0
    if wrong := next(_wrong(rows, width), None):
        raise SpecError(wrong)
    if not width:
        raise SpecError(messages.MatrixWithoutRows(Span(source, 0, len(source.text))))
    draft = Draft(source, limits, _covered)
    for number in range(1, width + 1):
        draft.add_item(str(number), rows[0], 1, 1)
    for row in rows:
        draft.add_option(row.start, row.end, [found.start() for found in re.finditer("1", _digits(row.text))])
    return "", draft.compiled()


def _rows(source: Source) -> list[Span]:
    """Lines, or what is in the innermost square brackets, if there are any; what stands elsewhere is a row as
    well, a wrong one.
    """
    lines = list(lines_of(source, remarks=True))
    if not any("[" in line.text.partition("//")[0] for line in lines):
        return lines
    if source.text.count("[") != source.text.count("]"):
        raise SpecError(messages.OpenBracket(Span(source, at := source.text.index("["), at + 1)))
    found = _BRACKETS.finditer(source.text)
    return [Span(source, *each.span(1 if each[1] is not None else 0)) for each in found]


def _without_sizes(rows: list[Span]) -> list[Span]:
    """Without a first line that has the number of rows and of columns, as some programs write it."""
    sizes = _SIZES.fullmatch(rows[0].text) if len(rows) > 1 else None
    found = (len(rows) - 1, len(_digits(rows[1].text))) if sizes else ()
    return rows[1:] if sizes and found == (int(sizes[1]), int(sizes[2])) else rows


def _covered(row: str) -> str:
    """The names of the items that a row covers."""
    return " ".join(str(found.start() + 1) for found in re.finditer("1", _digits(row)))


def _digits(row: str) -> str:
    """A digit for each column; without a comment, which may follow the last digit directly."""
    text = row.partition("//")[0]
    if _PLAIN.issuperset(text):
        return "".join(text.split())
    words = (each for each in _WORD.finditer(text) if each.lastindex or each[0][0] in "fF")
    return "".join(each[1] or each[2] or each[4] or ("1" if each[3] else "0") for each in words)


def _wrong(rows: list[Span], width: int) -> Iterator[Diagnostic]:
    """What is wrong, from the first row on; mostly, the rest is wrong for the same reason."""
    for row in rows:
        other = next((each for each in _WORD.finditer(row.text.partition("//")[0]) if each[5]), None)
        if other:
            yield messages.NotABit(row.part(other.start(), len(other[0])))
        if (got := len(_digits(row.text))) != width:
            yield messages.WrongRowLength(row, got, width, rows[0])
