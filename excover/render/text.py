"""Solutions as plain text that can be read back as givens.

>>> canvas = Canvas("", (1, 2, 3), (1, 1, 1), holes=frozenset({(0, 0, 2)}))
>>> print(drawing_text([canvas], [Marking(0, "A", ((0, 0, 0), (0, 1, 0)))]))
A.#
A..
>>> two = [(Marking(0, "A", ((0, 0, 0),)),), (Marking(0, "B", ((0, 1, 1), (0, 1, 2))),)]
>>> renderer = TextRenderer([canvas], two)
>>> print(renderer.picture([1]))
..#
.BB
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, product
from operator import ne
from typing import TYPE_CHECKING, TypeAlias

from excover.base.words import text_width, visible
from excover.lattices import Cell
from excover.matrix.compiled import Canvas, Marking, Place, joined, with_joined

if TYPE_CHECKING:
    from excover.render.part_drawings import PictureTemplate
    from excover.render.svg import Picture

EMPTY, HOLE, GAP = ".", "#", " "

TextMark: TypeAlias = tuple[str, list[int]]
"""A mark, and its places in the text of the canvases."""


def drawing_text(canvases: Sequence[Canvas], markings: Iterable[Marking]) -> str:
    """The canvases one below the other, separated by a blank line; layers side by side with a bar between
    them, or a double bar between blocks.
    """
    drawn = tuple(markings)
    if not any(marking.copy for marking in drawn):
        canvases = [canvas.replaced(copies={}) if canvas.copies else canvas for canvas in canvases]
    return TextRenderer(canvases, [drawn]).picture([0])


class TextRenderer:
    """Draws many choices of options by their numbers; each option is prepared once.

    ``markings`` are those of each option; ``given`` the given places; ``named`` the families whose options
    are named if they draw nothing.
    """

    def __init__(
        self,
        canvases: Sequence[Canvas],
        markings: Sequence[tuple[Marking, ...]],
        given: frozenset[Place] = frozenset(),
        named: frozenset[str] = frozenset(),
    ) -> None:
        self.canvases, self.markings, self.given, self.named = canvases, markings, given, named
        self._strokes: dict[int, list[TextMark]] = {}
        self._pieces: dict[int, Marking | None] = {}

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles what is drawn, not what was made of it, which the core may have."""
        return TextRenderer, (self.canvases, self.markings, self.given, self.named)

    @cached_property
    def draws(self) -> bool:
        """Whether any option draws something."""
        return any(self.markings)

    def picture(self, options: Sequence[int]) -> str:
        """See the function of this name; marks that share a place are joined."""
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

    def pieces(self, options: Sequence[int]) -> list[Marking]:
        """What those of some options draw that draw anything, each as one piece."""
        known = self._pieces
        for option in options:
            if option not in known:
                drawn = self.markings[option]
                cells = sum((marking.cells for marking in drawn), ())
                known[option] = drawn[0]._replace(cells=cells) if drawn else None
        return [piece for option in options if (piece := known[option])]

    def layers(self, options: Sequence[int]) -> Picture | None:
        """The picture `drawing` makes, by a template; None where there is none."""
        return self._pictures.picture(options) if self._pictures else None

    @cached_property
    def _pictures(self) -> PictureTemplate | None:
        from excover.render.part_drawings import PictureTemplate

        return PictureTemplate.of(self.canvases, self.markings, self.given)

    @property
    def blank_lines(self) -> list[list[str]]:
        """The texts of the empty drawing, line by line; their places in it are counted from 0."""
        lines: list[list[str]] = [[]]
        for text in self._blank.texts:
            if set(text) == {"\n"}:
                lines += [[] for _ in text]
            else:
                lines[-1].append(text)
        return lines

    @cached_property
    def _place_of(self) -> list[int]:
        """The places in `blank_lines` of texts by their numbers."""
        return [at - 1 for at in accumulate(set(text) != {"\n"} for text in self._blank.texts)]

    def strokes(self, option: int) -> Iterator[tuple[int, str, str, array[int]]]:
        """What an option draws: the canvas, the mark, its text, and the places of that in `blank_lines`."""
        for marking in self.markings[option]:
            text, places = self._blank.stroke(marking)
            yield marking.canvas, marking.text, text, array("I", map(self._place_of.__getitem__, places))

    def _joining(self, options: Iterable[int]) -> TextRenderer | None:
        """A renderer for just these options, with one mark per place; None if no place has several."""
        markings = [marking.written for option in options for marking in self.markings[option]]
        shared = joined(self.canvases, markings)
        if not any(shared):
            return None
        marks = {(canvas, cell): mark for canvas, mark, cells, _ in markings for cell in cells}
        marks |= {(canvas, cell): mark for canvas, of in enumerate(shared) for cell, mark in of.items()}
        flat = tuple(Marking(canvas, mark, (cell,)) for (canvas, cell), mark in marks.items())
        return TextRenderer(list(map(with_joined, self.canvases, shared)), [flat], self.given)

    def _strokes_of(self, option: int) -> list[TextMark]:
        made = self._strokes[option] = list(map(self._blank.stroke, self.markings[option]))
        return made

    @cached_property
    def _blank(self) -> _Blank:
        return _Blank(self.canvases)


class _Blank:
    """The canvases without marks: ``texts`` to be joined, one for each cell."""

    def __init__(self, canvases: Sequence[Canvas]) -> None:
        self.texts: list[str] = []
        self._rooms = list(map(_room, canvases))
        self._cells: list[dict[Cell, int]] = []
        for canvas, room in zip(canvases, self._rooms, strict=True):
            self._write("\n\n" if self._cells else "")
            self._cells.append(dict(self._written(canvas, room)))

    def stroke(self, marking: Marking) -> TextMark:
        cells = self._cells[marking.canvas]
        return _padded(marking.text, self._rooms[marking.canvas]), [cells[cell] for cell in marking.cells]

    def _written(self, canvas: Canvas, room: int) -> Iterator[tuple[Cell, int]]:
        """Writes a canvas, and yields the places of its cells."""
        _, rows, columns = canvas.extent
        between = " " if canvas.in_words else ""
        ends = {layer: "||" if layer == block[0] else "|" for block in canvas.blocks for layer in block}
        for row, layer, column in product(range(rows), ends, range(columns)):
            bar = f"{between}{ends[layer]}{between}" if layer else "\n" if row else ""
            self._write(between if column else bar)
            yield (layer, row, column), len(self.texts)
            self._write(_padded(_bare(canvas, (layer, row, column)), room))

    def _write(self, text: str) -> None:
        if text:
            self.texts.append(text)


def _room(canvas: Canvas) -> int:
    """The columns of each mark."""
    return max(map(_columns, canvas.texts)) if canvas.in_words else 1


def _padded(mark: str, room: int) -> str:
    return " " * (room - _columns(mark)) + mark


def _bare(canvas: Canvas, cell: Cell) -> str:
    """Words are read one after the other, so none may be missing, not even in a gap."""
    if cell in canvas.holes:
        return HOLE
    return GAP if cell in canvas.gaps and not canvas.in_words else EMPTY


def _columns(mark: str) -> int:
    """Its columns when displayed."""
    return text_width(visible(mark))
