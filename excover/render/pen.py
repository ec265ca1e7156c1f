"""The pen that draws the cells of a layout: areas, lines between cells, and text in them.

>>> from excover.matrix.compiled import Canvas
>>> pen = Pen(Layout.of(Canvas("", (1, 1, 2), (1, 1, 1), frozenset())))
>>> pen.area([(0, 0, 0), (0, 0, 1)], "#fff").get("d")
'M0 0H80V40H0z'
>>> pen.inner(pen.layout.cells).get("d")
'M40 0V40'
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from math import hypot
from xml.etree.ElementTree import Element

from excover.base.words import clipped, text_width
from excover.lattices import Cell
from excover.lattices.polygons import Corner, Side
from excover.render.geometry import WORDS, Layout, lines, loops, shared
from excover.render.svg import CELL, FONT, INK, MUTED, Picture, element, number, path, shown

THICK, THIN = 0.075, 0.02
"""Widths of lines, in widths of a cell."""
BROAD = 0.3
"""The width of an edge that is filled, in lengths of an edge."""
LONGEST = 20
"""The most characters of a readable mark."""
MARGIN = CELL * (THICK / 2 + 0.0125)
STYLE = {
    "font_family": FONT,
    "text_anchor": "middle",
    "fill": INK,
    "fill_rule": "evenodd",
    "stroke_linecap": "round",
    "stroke_linejoin": "round",
}


def stroked(width: float, color: str) -> dict[str, str]:
    """The look of lines; the width is in widths of a cell."""
    return {"fill": "none", "stroke": color, "stroke_width": number(width * CELL)}


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws in units, from (0, 0)."""

    layout: Layout

    def picture(self, drawn: Iterable[Element]) -> Picture:
        """The drawing, with a margin for the lines at the rim."""
        head = self.layout.head * CELL
        width, height = self.layout.width * CELL + 2 * MARGIN, self.layout.height * CELL + 2 * MARGIN + head
        body = element("g", *drawn, **STYLE, transform=f"translate({number(MARGIN)} {number(MARGIN + head)})")
        return Picture(width, height, [body])

    def area(self, cells: Collection[Cell], fill: str) -> Element:
        """What cells take up; cells that are edges, with only two corners, are broad lines."""
        if any(len(self.layout.corners[cell]) == 2 for cell in cells):
            return self.line(self.layout.sides(cells), BROAD, fill)
        return element("path", d=self.outlined(cells), fill=fill)

    def outlined(self, cells: Collection[Cell]) -> str:
        """The data of a path around cells."""
        return path((map(self.at, loop) for loop in loops(self.layout.sides(cells))), closed=True)

    def inner(self, cells: Collection[Cell]) -> Element:
        """The lines between cells."""
        return self.line(shared(self.layout.sides(cells)), THIN, MUTED)

    def line(self, sides: Iterable[Side], width: float, color: str) -> Element:
        return element("path", d=self.drawn(sides), **stroked(width, color))

    def drawn(self, sides: Iterable[Side]) -> str:
        """The data of a path along sides."""
        return path((map(self.at, line) for line in lines(sides)), closed=False)

    def text(self, cell: Cell, text: str, room: int = 1, /, **style: str) -> Element:
        """Text in a cell, clipped at LONGEST, in a size in which it, and any of ``room`` columns, fits.

        It fits into a circle slightly smaller than the cell; a letter is never larger than looks good.
        """
        x, y = self.center(cell)
        text = clipped(text, LONGEST)
        width, height = 0.62 * max(room, text_width(shown(text))), 0.72
        size = self.layout.polygons.radius * CELL * min(1.15, 1.8 / hypot(width, height))
        return element("text", text=text, x=x, y=y + 0.36 * size, font_size=size, **style)

    def small_text(self, at: tuple[float, float], text: str, /, **style: str) -> Element:
        """Text at a point of a cell that has several texts."""
        (x, y), text = at, clipped(text, LONGEST)
        size = 0.5 * self.layout.polygons.radius * CELL / max(1, 0.7 * text_width(shown(text)))
        return element("text", text=text, x=x, y=y + 0.36 * size, font_size=size, **style)

    def ends(self) -> Iterator[Element]:
        """The words above the first and the last layer of a solid."""
        size = 0.8 * WORDS * CELL
        for (x, y), word in self.layout.ends:
            at = {"x": x * CELL, "y": y * CELL - 0.35 * size}
            yield element("text", text=word, **at, font_size=size, text_anchor="start", fill=MUTED)

    def disc(self, cell: Cell, fill: str) -> Element:
        (x, y), radius = self.center(cell), 0.66 * self.layout.polygons.radius * CELL
        return element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=INK, stroke_width=1)

    def at(self, corner: Corner) -> tuple[float, float]:
        x, y = self.layout.point(corner)
        return x * CELL, y * CELL

    def center(self, cell: Cell) -> tuple[float, float]:
        x, y = self.layout.center(cell)
        return x * CELL, y * CELL
