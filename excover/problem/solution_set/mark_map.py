"""Where one mark occurs, over all solutions.

>>> row = MarkMap("A", Canvas("", (1, 1, 3), (0, 1, 1), frozenset()), {(0, 0, 0): 1, (0, 0, 2): 2})
>>> print(row.table(2))
 50   . 100
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from excover.lattices import Cell
from excover.matrix.compiled import Canvas, Marking
from excover.render.text import drawing_text


@dataclass(frozen=True, slots=True, eq=False)
class MarkMap:
    """One mark on one canvas; ``held`` maps each cell that ever holds it to the number of solutions in which
    it does.
    """

    mark: str
    canvas: Canvas
    held: Mapping[Cell, int]

    def table(self, total: int) -> str:
        markings = [Marking(0, percent(count, total), (cell,)) for cell, count in self.held.items()]
        shown = frozenset(chain.from_iterable(self.canvas.blocks))
        empty = self.canvas.gaps.difference(self.held)
        gaps = Marking(0, " ", tuple(cell for cell in empty if cell[0] in shown))
        return drawing_text([self.canvas.replaced(marks=(">99",))], [gaps, *markings])


def percent(count: int, total: int) -> str:
    """Rounded, except for almost none and almost all.

    >>> [percent(count, 1000) for count in (0, 1, 5, 146, 994, 995, 1000)]
    ['.', '<1', '1', '15', '99', '>99', '100']
    """
    if count == 0:
        return "."
    if count == total:
        return "100"
    rounded = (200 * count + total) // (2 * total)
    return "<1" if rounded == 0 else ">99" if rounded == 100 else str(rounded)
