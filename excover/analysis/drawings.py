"""Where two drawings differ, and drawings of a part.

>>> from excover.cover.compiled import Canvas
>>> from excover.render.text import TextRenderer
>>> canvas = Canvas("", (1, 1, 3), (1, 1, 1), frozenset())
>>> first, second, third = (0, 0, 0), (0, 0, 1), (0, 0, 2)
>>> cells = ("A", (first, second)), ("B", (third,)), ("A", (first,)), ("B", (second, third))
>>> renderer = TextRenderer([canvas], [(Ink(0, mark, where),) for mark, where in cells])
>>> different(Solution((), None, (0, 1), renderer), Solution((), None, (2, 3), renderer))
'.B.'
"""

from __future__ import annotations

from collections.abc import Iterable

from excover.cover.compiled import Ink, Place
from excover.decode import Solution
from excover.render.text import picture


def marks_of(inks: Iterable[Iterable[Ink]]) -> dict[Place, str]:
    """What stands in each cell: where several options draw, the last one, as in a drawing."""
    return {(ink.canvas, cell): ink.mark for each in inks for ink in each for cell in ink.cells}


def different(one: Solution, other: Solution) -> str:
    """A drawing of ``other`` with only the cells in which it differs; empty where none does."""
    before = marks_of(one.inks)
    changed = [
        Ink(canvas, mark, (cell,))
        for (canvas, cell), mark in marks_of(other.inks).items()
        if before.get((canvas, cell)) != mark
    ]
    return picture(other.canvases, changed) if changed else ""
