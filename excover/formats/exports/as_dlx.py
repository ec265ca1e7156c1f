"""The text format of Knuth's programs DLX1, DLX2 (colors), DLX3 (bounds) and DLX5 (costs).

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build(
...     items=[(ItemName("a b"), 1, 1), (ItemName("cell", (1, 2)), 1, 3), (ItemName("s"), 0, 1)],
...     options=[(OptionName("x", (1,)), [0, 2]), (OptionName("y", (1, 2)), [1])],
... )
>>> print("\\n".join(line for line in export(matrix) if not line.startswith("| ")))
a%20b 1:2|cell[1,2] | s
a%20b s
cell[1,2]

Names are those of `excover.formats.dlx`.
"""

from __future__ import annotations

from collections.abc import Iterator

from excover.base.errors import Unsuitable
from excover.formats.dlx import HEADER, item_name, option_words, remark
from excover.formats.exporter import Export, Exported
from excover.matrix.consumer import ITEMS, Feature
from excover.matrix.matrix import Matrix


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
