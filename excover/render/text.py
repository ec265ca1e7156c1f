"""Solutions as plain text that can be read back as givens.

>>> from excover.cover.compiled import Canvas, Ink
>>> canvas = Canvas("", (1, 2, 3), (1, 1, 1), holes=frozenset({(0, 0, 2)}))
>>> print(picture([canvas], [Ink(0, "A", ((0, 0, 0), (0, 1, 0)))]))
A.#
A..
>>> renderer = TextRenderer([canvas], [(Ink(0, "A", ((0, 0, 0),)),), (Ink(0, "B", ((0, 1, 1), (0, 1, 2))),)])
>>> print(renderer.picture([1]))
..#
.BB
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from operator import ne
from typing import TypeAlias

from excover.cover.compiled import Canvas, Ink, Place
from excover.cover.overlay import joined, with_joined
from excover.lattices import Cell
from excover.words import text_width, visible

EMPTY, HOLE, GAP = ".", "#", " "

Stroke: TypeAlias = tuple[str, list[int]]
"""A mark, and where it stands in the text of the canvases."""


def picture(canvases: Sequence[Canvas], inks: Iterable[Ink]) -> str:
    """The canvases one below the other, a blank line between; layers side by side behind a bar."""
    return TextRenderer(canvases, [tuple(inks)]).picture([0])


class TextRenderer:
    """What options draw, by their numbers: pictures of many choices of them, each option looked at once.

    ``inks`` are those of each option; ``given`` the places that were given.
    """

    def __init__(
        self,
        canvases: Sequence[Canvas],
        inks: Sequence[tuple[Ink, ...]],
        given: frozenset[Place] = frozenset(),
    ) -> None:
        self.canvases, self.inks, self.given = canvases, inks, given
        self._strokes: dict[int, list[Stroke]] = {}

    def picture(self, options: Sequence[int]) -> str:
        """As the function of this name; marks that share a place are joined there (see cover/overlay.py)."""
        texts = self._blank.texts.copy()
        drawn = 0
        for option in options:
            for mark, places in self._strokes.get(option) or self._strokes_of(option):
                drawn += len(places)
                for place in places:
                    texts[place] = mark
        if drawn == sum(map(ne, texts, self._blank.texts)) or not (renderer := self._joining(options)):
            return "\n".join([line.rstrip() for line in "".join(texts).split("\n")])
        return renderer.picture([0])

    def _joining(self, options: Iterable[int]) -> TextRenderer | None:
        """What draws just these options, with one mark a place; None if each place has one already."""
        inks = [ink for option in options for ink in self.inks[option]]
        shared = joined(self.canvases, inks)
        if not any(shared):
            return None
        marks = {(canvas, cell): mark for canvas, mark, cells in inks for cell in cells}
        marks |= {(canvas, cell): mark for canvas, of in enumerate(shared) for cell, mark in of.items()}
        flat = tuple(Ink(canvas, mark, (cell,)) for (canvas, cell), mark in marks.items())
        return TextRenderer(list(map(with_joined, self.canvases, shared)), [flat], self.given)

    def _strokes_of(self, option: int) -> list[Stroke]:
        made = self._strokes[option] = list(map(self._blank.stroke, self.inks[option]))
        return made

    @cached_property
    def _blank(self) -> _Blank:
        return _Blank(self.canvases)


class _Blank:
    """The canvases without a mark: ``texts`` to be joined, of which each cell is one."""

    def __init__(self, canvases: Sequence[Canvas]) -> None:
        self.texts: list[str] = []
        self._rooms = list(map(_room, canvases))
        self._cells: list[dict[Cell, int]] = []
        for canvas, room in zip(canvases, self._rooms, strict=True):
            self._write("\n\n" if self._cells else "")
            self._cells.append(dict(self._written(canvas, room)))

    def stroke(self, ink: Ink) -> Stroke:
        cells = self._cells[ink.canvas]
        return _padded(ink.mark, self._rooms[ink.canvas]), [cells[cell] for cell in ink.cells]

    def _written(self, canvas: Canvas, room: int) -> Iterator[tuple[Cell, int]]:
        """Writes a canvas, and says where its cells are."""
        layers, rows, columns = canvas.extent
        between = " " if canvas.width > 1 else ""
        for row, layer, column in product(range(rows), range(layers), range(columns)):
            bar = f"{between}|{between}" if layer else "\n" if row else ""
            self._write(between if column else bar)
            yield (layer, row, column), len(self.texts)
            self._write(_padded(_bare(canvas, (layer, row, column)), room))

    def _write(self, text: str) -> None:
        if text:
            self.texts.append(text)


def _room(canvas: Canvas) -> int:
    """The columns that each mark has."""
    return max(map(_columns, canvas.marks)) if canvas.width > 1 else 1


def _padded(mark: str, room: int) -> str:
    return " " * (room - _columns(mark)) + mark


def _bare(canvas: Canvas, cell: Cell) -> str:
    """Words are read one behind the other: none may be missing, not even in a gap."""
    if cell in canvas.holes:
        return HOLE
    return GAP if cell in canvas.gaps and canvas.width == 1 else EMPTY


def _columns(mark: str) -> int:
    """That it takes where it is shown."""
    return text_width(visible(mark))
