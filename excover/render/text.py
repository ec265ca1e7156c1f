"""Solutions as plain text that can be read back as givens.

>>> from excover.cover.compiled import Canvas, Ink
>>> canvas = Canvas("", (1, 2, 3), (1, 1, 1), holes=frozenset({(0, 0, 2)}))
>>> print(picture([canvas], [Ink(0, "A", ((0, 0, 0), (0, 1, 0)))]))
A.#
A..
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from excover.cover.compiled import Canvas, Ink
from excover.puzzle.lattice import Cell
from excover.words import text_width, visible

EMPTY, HOLE, GAP = ".", "#", " "


def picture(canvases: Sequence[Canvas], inks: Iterable[Ink]) -> str:
    """The canvases one below the other, a blank line between; layers side by side behind a bar."""
    marks: list[dict[Cell, str]] = [{} for _ in canvases]
    for ink in inks:
        marks[ink.canvas].update(dict.fromkeys(ink.cells, ink.mark))
    return "\n\n".join(map(_canvas, canvases, marks))


def _canvas(canvas: Canvas, marks: dict[Cell, str]) -> str:
    layers, rows, columns = canvas.extent
    are_words = canvas.width > 1
    between = " " if are_words else ""
    room = max(map(_columns, canvas.marks)) if are_words else 1

    def mark(cell: Cell) -> str:
        gap = EMPTY if are_words else GAP  # words are read one behind the other: none may be missing
        bare = HOLE if cell in canvas.holes else gap if cell in canvas.gaps else EMPTY
        text = marks.get(cell, bare)
        return " " * (room - _columns(text)) + text

    def line(row: int) -> str:
        cells = ([(layer, row, column) for column in range(columns)] for layer in range(layers))
        return f"{between}|{between}".join(between.join(map(mark, each)) for each in cells).rstrip()

    return "\n".join(map(line, range(rows)))


def _columns(mark: str) -> int:
    """That it takes where it is shown."""
    return text_width(visible(mark))
