"""The difference of two drawings, and drawings of a part.

>>> from excover.matrix.compiled import Canvas
>>> from excover.render.text import TextRenderer
>>> canvas = Canvas("", (1, 1, 3), (1, 1, 1), frozenset())
>>> first, second, third = (0, 0, 0), (0, 0, 1), (0, 0, 2)
>>> cells = ("A", (first, second)), ("B", (third,)), ("A", (first,)), ("B", (second, third))
>>> renderer = TextRenderer([canvas], [(Marking(0, mark, where),) for mark, where in cells])
>>> one, other = (Solution((), numbers=n, renderer=renderer) for n in ((0, 1), (2, 3)))
>>> different(one, other)
'.B.'
"""

from __future__ import annotations

from collections.abc import Iterable

from excover.matrix.compiled import Marking, Place
from excover.render.text import drawing_text
from excover.solutions.decode import Solution


def marks_of(markings: Iterable[Iterable[Marking]]) -> dict[Place, str]:
    """The mark of each cell; if several options draw it, the last one, as in a drawing."""
    return {
        (marking.canvas, cell): marking.mark
        for each in markings
        for marking in each
        for cell in marking.cells
    }


def different(one: Solution, other: Solution) -> str:
    """A drawing of ``other`` with only the cells in which it differs; empty if none does."""
    before = marks_of(one.markings)
    changed = [
        Marking(canvas, mark, (cell,))
        for (canvas, cell), mark in marks_of(other.markings).items()
        if before.get((canvas, cell)) != mark
    ]
    return drawing_text(other.canvases, changed) if changed else ""
