"""Solutions of descriptions that draw nothing, as tables: who is where and when, or a row for each option.

>>> talks = [("ada", 1, "hall"), ("ben", 1, "attic"), ("cem", 2, "hall"), ("dot", 2, "attic")]
>>> [table] = tables([OptionName("hold", talk) for talk in talks])
>>> print(*table.lines(), sep="\\n")
hold  hall  attic
1     ada   ben
2     cem   dot
>>> print(*tables([OptionName("paint", ("WA", "red"))])[0].lines(), sep="\\n")
paint
WA  red
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, combinations, zip_longest
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from excover.base.names import OptionLine, OptionName, Record, Value, show
from excover.base.words import text_width
from excover.render.svg import CELL, FONT, INK, MUTED, PAPER, Picture, element, path, shown, stack

SIZE = 16
"""Of letters, in the units of pictures."""
LETTER, LINE, MARGIN = 0.66 * SIZE, 1.75 * SIZE, 0.6 * SIZE
"""The width of a letter, the height of a row, and the room beside texts."""
HEAD = "#e9e9e4"
"""The ground of the first row, and of the first column."""


class OptionTable(NamedTuple):
    """The chosen options of a ``family``, empty if they are only names: ``heads`` of columns, none if each
    row is an option, and rows.
    """

    family: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]

    @property
    def cells(self) -> list[tuple[str, ...]]:
        """All rows, with what stands above them."""
        above = [(self.family, *self.heads)] if self.family else []
        return [*above, *self.rows]

    @property
    def named_rows(self) -> list[tuple[str, ...]]:
        """Rows with a head each: the name of the family where no columns have heads."""
        if self.heads:
            return self.cells
        return [(self.family, *row) if self.family else row for row in self.rows]

    @property
    def widths(self) -> list[int]:
        """Of the columns, in letters; a family without heads of columns is written across them."""
        columns = zip_longest(*(self.cells if self.heads else self.rows), fillvalue="")
        widths = [max(map(text_width, map(shown, column))) for column in columns]
        widths[-1] = max(widths[-1], text_width(self.family) - sum(widths[:-1]))
        return widths

    def lines(self) -> Iterator[str]:
        """As plain text, a line for each row."""
        widths = self.widths
        for row in self.cells:
            texts = zip(map(shown, row), widths, strict=False)
            padded = (text + " " * (width - text_width(text)) for text, width in texts)
            yield "  ".join(padded).rstrip()

    def picture(self) -> Picture:
        """With lines between all cells; heads are bold."""
        xs = list(accumulate((width * LETTER + 2 * MARGIN for width in self.widths), initial=0.0))
        ys = [row * LINE for row in range(len(self.cells) + 1)]
        top = ys[bool(self.family and not self.heads)]
        lines = [[(xs[0], y), (xs[-1], y)] for y in ys[1:-1]] + [[(x, top), (x, ys[-1])] for x in xs[1:-1]]
        heads = [_box(xs[-1], ys[1])] * bool(self.family) + [_box(xs[1], ys[-1])] * bool(self.heads)
        body = [
            element("path", d=path([_box(xs[-1], ys[-1])], closed=True), fill=PAPER),
            element("path", d=path(heads, closed=True), fill=HEAD),
            element("path", d=path(lines, closed=False), stroke=MUTED, stroke_width=1, fill="none"),
            element(
                "path", d=path([_box(xs[-1], ys[-1])], closed=True), stroke=INK, stroke_width=2, fill="none"
            ),
            element("g", *self._texts(xs, ys), font_family=FONT, font_size=SIZE, fill=INK),
        ]
        return Picture(xs[-1], ys[-1], body)

    def _texts(self, xs: Sequence[float], ys: Sequence[float]) -> Iterator[Element]:
        for row, line in enumerate(self.cells):
            for column, text in enumerate(line):
                is_head = (row == 0 and self.family) or (column == 0 and self.heads)
                style = {"font_weight": "bold"} if is_head else {}
                at = ys[row] + (LINE + 0.7 * SIZE) / 2
                yield element("text", text=text, x=xs[column] + MARGIN, y=at, **style)


def _box(right: float, bottom: float) -> list[tuple[float, float]]:
    return [(0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom)]


def tables(options: Sequence[OptionName]) -> list[OptionTable]:
    """A table for each family, in the order of their first options, and one for those that are only names."""
    families: dict[str, list[tuple[Value, ...]]] = {}
    for option in options:
        if isinstance(option, OptionLine):
            families.setdefault("", []).append((str(option),))
        elif option.arguments:
            families.setdefault(option.family, []).append(tuple(option.arguments))
        else:
            families.setdefault("", []).append((option.family,))
    return [_table(family, chosen) for family, chosen in families.items()]


def table_picture(options: Sequence[OptionName]) -> Picture:
    """The tables of a solution, one below the other."""
    return stack([table.picture() for table in tables(options)], CELL / 2)


def _table(family: str, chosen: Sequence[tuple[Value, ...]]) -> OptionTable:
    """Crossed by the two arguments that fill most of a table, if that is at least half of it."""
    filled = {pair: _filled(chosen, *pair) for pair in combinations(range(min(map(len, chosen))), 2)}
    best = max(filled, key=lambda pair: (filled[pair], pair), default=None)
    if best is None or filled[best] < 0.5:
        return OptionTable(family, (), [tuple(map(cell_text, arguments)) for arguments in chosen])
    return _crossed(family, chosen, *best)


def _filled(chosen: Sequence[tuple[Value, ...]], row: int, column: int) -> float:
    """The share of cells with an option.

    It is 0 if a cell would have two options, or a single row or column nothing beside it, or if rows, columns
    and what is left for the cells have values in common: 1, 2, 3 is a set of numbers, and no place for one.
    """
    rows, columns = {each[row] for each in chosen}, {each[column] for each in chosen}
    rest = {value for each in chosen for at, value in enumerate(each) if at not in (row, column)}
    cells = {(each[row], each[column]) for each in chosen}
    if min(map(len, (rows, columns))) < 2 or not rest or len(cells) < len(chosen):
        return 0
    if not (rows.isdisjoint(columns) and rest.isdisjoint(rows | columns)):
        return 0
    return len(cells) / (len(rows) * len(columns))


def _crossed(family: str, chosen: Sequence[tuple[Value, ...]], row: int, column: int) -> OptionTable:
    rows, columns = (_in_order(each[at] for each in chosen) for at in (row, column))
    cells = {
        (each[row], each[column]): ", ".join(
            cell_text(value) for at, value in enumerate(each) if at not in (row, column)
        )
        for each in chosen
    }
    body = [(cell_text(r), *(cells.get((r, c), "") for c in columns)) for r in rows]
    return OptionTable(family, tuple(map(cell_text, columns)), body)


def _in_order(values: Iterable[Any]) -> list[Any]:
    """Numbers, and tuples of numbers, by size; others as they occur."""
    found = list(dict.fromkeys(values))
    try:
        return found if any(isinstance(each, str) for each in found) else sorted(found)
    except TypeError:
        return found


def cell_text(value: Value) -> str:
    """Without quotation marks, and a row of a table by its key alone.

    >>> cell_text("hall"), cell_text((1, "hall")), cell_text(Record("lectures", "algebra", {}))
    ('hall', '(1, "hall")', 'algebra')
    """
    if isinstance(value, Record):
        return cell_text(value.key)
    return value if isinstance(value, str) else show(value)
