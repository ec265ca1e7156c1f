r"""The text format of Knuth's programs DLX1, DLX2 (colors), DLX3 (bounds) and DLX5 (costs), and its names.

>>> from excover.base.names import OptionName
>>> matrix = Matrix.build(
...     items=[(ItemName("a b"), 1, 1), (ItemName("cell", (1, 2)), 1, 3), (ItemName("s"), 0, 1)],
...     options=[(OptionName("x", (1,)), [0, 2]), (OptionName("y", (1, 2)), [1])],
... )
>>> print("\n".join(line for line in export(matrix) if not line.startswith("| ")))
a%20b 1:2|cell[1,2] | s
a%20b s
cell[1,2]

Names are those of `excover.formats.exports.as_dlx`.

Names in the text format of Knuth's programs DLX1, DLX2 (colors), DLX3 (bounds) and DLX5 (costs).

>>> item_name(ItemName("a b")), item_name(ItemName("cell", (1, 2)))
('a%20b', 'cell[1,2]')

Names of items are written without blanks, with special characters encoded as in a URL (``%20`` for a blank,
``%7C`` and ``%3A`` for ``|`` and ``:``), so that they can be read back. Knuth's own programs allow names of
at most eight characters and colors of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from urllib.parse import quote

from excover.base.errors import Unsuitable
from excover.base.names import ItemName, OrderedSet, Value, show
from excover.base.words import visible
from excover.formats.exports import Export, Exported
from excover.matrix.capabilities import ITEMS, Feature
from excover.matrix.matrix import Matrix

HEADER = """\
An exact cover problem in the format of Knuth's DLX programs.
The first line that is no comment has the items; those behind | may stay uncovered, and 2:3|x is an item x
to be covered 2 to 3 times. Every other line is an option: the items it covers, with x:1 for the color 1,
and |5 at the end for the cost 5. The comment before an option is its name.
Names are written as in a URL: %20 is a blank, %7C a bar, %3A a colon, %25 a percent sign."""


@dataclass(frozen=True, slots=True)
class Alone:
    """A color that represents none: the option that gives it shares the item with no other option."""

    number: int


def option_words(matrix: Matrix) -> Iterator[list[str]]:
    """The items of each option, with their colors, as in the file."""
    names, palette = list(map(item_name, matrix.items)), ["", *colors(matrix)]
    if not any(matrix.colors):
        words = list(map(names.__getitem__, matrix.entries))
        yield from (words[begin:end] for begin, end in pairwise(matrix.starts))
        return
    for begin, end in pairwise(matrix.starts):
        pairs = zip(matrix.entries[begin:end], matrix.colors[begin:end], strict=True)
        yield [names[item] + palette[color] for item, color in pairs]


def item_name(item: ItemName) -> str:
    """A name without blanks, bars and colons; different names stay different."""
    family, indices = _escaped(item.family), ",".join(map(_index, item.indices))
    if family.startswith("//"):  # which begins a comment
        family = quote("/", safe="") + family[1:]
    return f"{family}[{indices}]" if indices else family


def colors(matrix: Matrix) -> list[str]:
    """The text after a name for each color: texts without their quotes, unless that is ambiguous."""
    values = matrix.palette or range(1, max(matrix.colors, default=0) + 1)
    words = [_escaped(value) if isinstance(value, str) and value else _index(value) for value in values]
    words = words if len(set(words)) == len(words) else list(map(_index, values))
    return ["" if isinstance(value, Alone) else f":{word}" for value, word in zip(values, words, strict=True)]


def _index(value: Value) -> str:
    if isinstance(value, tuple | OrderedSet):
        inner = ",".join(map(_index, value))
        return f"({inner})" if isinstance(value, tuple) else f"{{{inner}}}"
    return _escaped(show(value))


def _escaped(text: str) -> str:
    """Percent-encodes blanks, bars, colons, percent signs, and control characters."""
    return _DOUBTFUL.sub(lambda found: _encoded(found[0]), text)


def remark(text: str) -> str:
    """For a comment, where only percent signs and control characters have to be encoded."""
    if text.isascii() and text.isprintable() and "%" not in text:
        return text
    return _DOUBTFUL_IN_REMARKS.sub(lambda found: _encoded(found[0]), text)


_DOUBTFUL = re.compile(r"[^!-$&-9;-{}~]")
"""All but printable ASCII without blanks, percent signs, colons and bars."""

_DOUBTFUL_IN_REMARKS = re.compile(r"[^ -$&-~]")
"""All but printable ASCII without percent signs."""


@lru_cache(maxsize=1000)
def _encoded(character: str) -> str:
    if character not in " |:%" and not character.isspace() and visible(character) == character:
        return character
    return quote(character, safe="", errors="surrogatepass")


def _lines(problem: Exported) -> Iterator[str]:
    """The format minimizes the sum of costs, so costs are negated if the goal is to ``maximize``. Unsuitable
    without items, or with options but no item before the bar.
    """
    matrix, goal = problem.priced
    items = _items(matrix, list(map(item_name, matrix.items)))
    yield from (f"| {remark(title)}" for title in problem.comments)
    yield from (f"| {line}" for line in HEADER.split("\n"))
    sign = -1 if goal == "maximize" else 1
    if sign < 0:
        yield "| The greatest sum of costs is sought: costs are written as their opposites."
    yield items
    names = map(remark, map(str, matrix.options))
    for number, (name, words) in enumerate(zip(names, option_words(matrix), strict=True)):
        yield f"| {name}"
        yield " ".join(words if matrix.costs is None else [*words, f"|{sign * matrix.costs[number]}"])


def _items(matrix: Matrix, names: list[str]) -> str:
    degrees = [0] * len(names)
    for item in matrix.entries:
        degrees[item] += 1
    primary = [_bounded(matrix, item, names, degrees) for item in _numbers(matrix, primary=True)]
    secondary = [names[item] for item in _numbers(matrix, primary=False)]
    if not names:
        raise Unsuitable("the DLX format cannot express a problem without items")
    if not primary:
        return _only_secondary(matrix, secondary)
    return " ".join([*primary, "|", *secondary] if secondary else primary)


def _only_secondary(matrix: Matrix, names: list[str]) -> str:
    """A line that begins with a bar is a comment, so these items are written before it, with the bounds 0 and
    1.
    """
    if matrix.options:
        raise Unsuitable("the DLX format cannot express options without an item that must be branched on")
    return " ".join(f"0:1|{name}" for name in names)


def _numbers(matrix: Matrix, *, primary: bool) -> list[int]:
    return [item for item in range(len(matrix.items)) if matrix.is_primary(item) is primary]


def _bounded(matrix: Matrix, item: int, names: list[str], degrees: list[int]) -> str:
    """With its bounds unless they are *exactly once*; no bound is above the number of options, but at least
    2, because an item with the bounds 0 and 1 would be secondary.
    """
    low, high = matrix.lower[item], matrix.upper[item]
    if low == high == 1:
        return names[item]
    return f"{low}:{min(high, max(low, degrees[item], 2))}|{names[item]}"


export = Export(
    "dlx",
    "the DLX format",
    ITEMS | {Feature.COSTS},
    help="the format of Knuth's programs; a comment before each option has its name. If costs are maximized, "
    "they are negated, because these programs minimize; Knuth's DLX5 accepts no costs below 0",
    write=_lines,
)
