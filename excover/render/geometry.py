"""The cells of a canvas on paper, and the pen that draws them: corners on a grid, which neighbours share
exactly.

The layers of a solid board are side by side, blocks of layers below each other.

>>> layout = Layout.of(Canvas("", (1, 1, 2), (1, 1, 1), frozenset()))
>>> layout.corners[0, 0, 1]
((1, 0), (2, 0), (2, 1), (1, 1))
>>> layout.width, layout.height, layout.center((0, 0, 1))
(2.0, 1.0, (1.5, 0.5))
>>> [len(loop) for loop in loops(layout.sides([(0, 0, 0), (0, 0, 1)]))]
[4]

The pen that draws the cells of a layout: areas, lines between cells, and text in them.

>>> pen = Pen(Layout.of(Canvas("", (1, 1, 2), (1, 1, 1), frozenset())))
>>> pen.area([(0, 0, 0), (0, 0, 1)], "#fff").get("d")
'M0 0H80V40H0z'
>>> pen.inner(pen.layout.cells).get("d")
'M40 0V40'
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, count, pairwise, product
from math import dist, hypot, inf
from xml.etree.ElementTree import Element

from excover.base.words import clipped, text_width
from excover.lattices import Cell
from excover.lattices.lattice import DIMENSIONS, Corner, Point, Polygons, Side
from excover.matrix.compiled import Canvas
from excover.render.svg import CELL, FONT, INK, MUTED, PAPER, Picture, element, number, path, shown

WORDS = 0.45
"""The size of words above layers, in widths of a cell."""
LINE, LETTER, SPACE = 0.7, 0.36, 0.2
"""The height of a text beside a board, the width of each of its letters, and the room around it, in the same
widths.
"""
LABEL = 0.24
"""The radius of a label at a corner, in the same widths."""
NEAR = 1e-9
STEPS = 24
"""The lines of the grid in which the middle of a dented cell is looked for."""
ACROSS = 24
"""The columns of layers beside each other, before further layers go below."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A canvas on paper, in widths of a cell, from (0, 0) at the top left.

    ``cells`` are all cells in reading order; ``corners`` those of each cell, clockwise, and those by which
    marks between edges have their middle.
    """

    polygons: Polygons
    cells: tuple[Cell, ...]
    corners: Mapping[Cell, tuple[Corner, ...]]
    origin: Corner
    width: float
    height: float
    ends: tuple[tuple[Point, str], ...] = ()
    """Words above the first and the last layer of a solid, and where they begin."""
    beside: tuple[tuple[Point, str], ...] = ()
    """Texts around a flat board, and their middles."""
    labels: tuple[tuple[Point, str], ...] = ()
    """Texts at corners of cells, and these."""
    rims: tuple[float, float, float, float] = (0, 0, 0, 0)
    """The room for them on the left, above, on the right and below."""

    @classmethod
    def of(cls, canvas: Canvas, room: int = ACROSS) -> Layout:
        """The layout of all cells of a canvas; layers are beside each other within that many columns of
        cells.
        """
        polygons = canvas.lattice.polygons
        layers, rows, columns = canvas.extent
        below, beside = _apart(polygons, rows, columns) if layers > 1 else (rows, columns)
        across = max(1, (room + 1) // beside)
        missing = canvas.holes | canvas.gaps
        places = _places(canvas.blocks, across)
        found: dict[Cell, tuple[Corner, ...]] = {}
        between: dict[Cell, tuple[Corner, ...]] = {}
        for cell in product(places, range(rows), range(columns)):
            if canvas.has_room(cell):
                layer, row, column = cell
                down, right = places[layer]
                corners = polygons.corners(row + down * below, column + right * beside)
                (between if cell in missing else found)[cell] = corners
        xs, ys = zip(*chain.from_iterable(found.values()), strict=True) if found else ((0,), (0,))
        width, height = (max(xs) - min(xs)) * polygons.unit[0], (max(ys) - min(ys)) * polygons.unit[1]
        made = cls(polygons, tuple(found), found | between, (min(xs), min(ys)), float(width), float(height))
        if canvas.beside or canvas.corners:
            return made._with_beside(canvas)._with_corners(canvas)
        in_space = canvas.lattice.solid and canvas.lattice.axes == DIMENSIONS
        return made._with_ends() if in_space and layers > 1 else made

    @property
    def head(self) -> float:
        """The room above the cells."""
        return WORDS if self.ends else self.rims[1]

    def _with_corners(self, canvas: Canvas) -> Layout:
        if not canvas.corners:
            return self
        dx, dy = self.origin
        labels = tuple(((column - dx, row - dy), text) for row, column, text in canvas.corners)
        left, top, right, bottom = (max(LABEL, rim) for rim in self.rims)
        return replace(self, labels=labels, rims=(left, top, right, bottom))

    def _with_beside(self, canvas: Canvas) -> Layout:
        if not canvas.beside:
            return self
        step = max(LINE, SPACE + LETTER * max(text_width(shown(each.text)) for each in canvas.beside))
        xs, left, right = _along([each.column for each in canvas.beside], canvas.extent[2], step)
        ys, top, bottom = _along([each.row for each in canvas.beside], canvas.extent[1], LINE)
        (dx, dy), texts = self.origin, [each.text for each in canvas.beside]
        points = [(x - dx, y - dy) for x, y in zip(xs, ys, strict=True)]
        rims = (
            left + dx,
            top + dy,
            right + canvas.extent[2] - dx - self.width,
            bottom + canvas.extent[1] - dy - self.height,
        )
        return replace(self, beside=tuple(zip(points, texts, strict=True)), rims=rims)

    def _with_ends(self) -> Layout:
        """Unless all cells are in one layer."""
        used = {cell[0] for cell in self.cells}
        if len(used) < 2:
            return self
        ends = []
        for at, word in ((min(used), "top"), (max(used), "bottom")):
            left, top = map(
                min,
                zip(*(c for cell in self.cells if cell[0] == at for c in self.corners[cell]), strict=True),
            )
            ends.append((self.point((left, top)), word))
        (x, _), word = ends[-1]
        return replace(self, ends=tuple(ends), width=max(self.width, x + WORDS * len(word) / 2))

    def sides(self, cells: Iterable[Cell]) -> Iterator[Side]:
        """The sides of some cells, clockwise around each cell."""
        for cell in cells:
            corners = self.corners[cell]
            yield from zip(corners, corners[1:] + corners[:1], strict=True)

    def point(self, corner: Corner) -> Point:
        """The place on paper of a corner."""
        (x, y), (across, down) = corner, self.polygons.unit
        return (x - self.origin[0]) * across, (y - self.origin[1]) * down

    def center(self, cell: Cell) -> Point:
        """The place of a mark in a cell: the middle of the inscribed circle."""
        corners = self.corners[cell]
        xs, ys = zip(*corners, strict=True)
        (left, top), (across, down) = self.origin, self.polygons.unit
        if aside := _aside(tuple((x - xs[0], y - ys[0]) for x, y in corners), self.polygons.unit):
            return (xs[0] - left) * across + aside[0], (ys[0] - top) * down + aside[1]
        return (sum(xs) / len(xs) - left) * across, (sum(ys) / len(ys) - top) * down

    def around(self, cells: Iterable[Cell]) -> dict[Side, list[Cell]]:
        """The one or two cells at each side, with the side's corners sorted."""
        found: dict[Side, list[Cell]] = {}
        for cell in cells:
            for a, b in self.sides([cell]):
                found.setdefault((min(a, b), max(a, b)), []).append(cell)
        return found

    def islands(self, cells: Iterable[Cell]) -> list[list[Cell]]:
        """The parts of some cells that are connected on paper."""
        left = dict.fromkeys(cells)
        joined: dict[Cell, dict[Cell, None]] = {cell: {} for cell in left}
        for one, *others in self.around(left).values():
            for other in others:
                joined[one][other] = joined[other][one] = None
        found = []
        while left:
            island = [left.popitem()[0]]
            for cell in island:
                fresh = [other for other in joined[cell] if other in left]
                for other in fresh:
                    del left[other]
                island += fresh
            found.append(sorted(island))
        return sorted(found)


def _along(places: Sequence[int], size: int, step: float) -> tuple[list[float], float, float]:
    """Where columns, or rows, beside so many cells have their middles, and the room before and after."""
    found = [
        step * (at + 0.5) if at < 0 else size + step * (at - size + 0.5) if at >= size else at + 0.5
        for at in places
    ]
    return found, step * max(0, -min(places)), step * max(0, max(places) - size + 1)


@lru_cache
def _aside(corners: tuple[Corner, ...], unit: Point) -> Point | None:
    """Of a dented polygon, the point of a fine grid that is farthest from all sides."""
    points = [(x * unit[0], y * unit[1]) for x, y in corners]
    sides = list(pairwise([*points, points[0]]))
    if all(_turn(a, b, c) > -NEAR for (a, b), (_, c) in zip(sides, sides[1:] + sides[:1], strict=True)):
        return None
    xs, ys = zip(*points, strict=True)
    mean = sum(xs) / len(xs), sum(ys) / len(ys)
    grid = (
        (min(xs) + (max(xs) - min(xs)) * across / STEPS, min(ys) + (max(ys) - min(ys)) * down / STEPS)
        for across, down in product(range(1, STEPS), repeat=2)
    )
    return min(grid, key=lambda at: (round(-_room(at, sides), 6), round(dist(at, mean), 6)))


def _room(at: Point, sides: Sequence[tuple[Point, Point]]) -> float:
    """How far the nearest side is; below 0 outside of the polygon."""
    inside, near = False, inf
    for a, b in sides:
        if (a[1] > at[1]) != (b[1] > at[1]):
            inside ^= (_turn(a, b, at) > 0) == (b[1] > a[1])
        along = (at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1])
        part = min(1, max(0, along / dist(a, b) ** 2))
        near = min(near, dist(at, (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]))))
    return near if inside else -near


def _turn(a: Point, b: Point, c: Point) -> float:
    """Above 0 for a turn to the right on paper."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _places(blocks: Sequence[range], across: int) -> dict[int, Corner]:
    """Where each layer is, counted downwards and to the right: every block begins on the left."""
    found: dict[int, Corner] = {}
    down = 0
    for block in blocks:
        found |= {layer: (down + at // across, at % across) for at, layer in enumerate(block)}
        down += -(-len(block) // across)
    return found


def _apart(polygons: Polygons, rows: int, columns: int) -> Corner:
    """The offset of layers of this size in rows and columns: a cell has the same shape in each."""
    form = _form(polygons.corners(0, 0))
    wide = max(x for x, _ in form) - min(x for x, _ in form)
    below = next(row for row in count(rows + 1) if _form(polygons.corners(row, 0)) == form)
    return below, next(
        column for column in count(columns + wide) if _form(polygons.corners(0, column)) == form
    )


def _form(corners: tuple[Corner, ...]) -> list[Corner]:
    (left, top), *_ = corners
    return [(x - left, y - top) for x, y in corners]


def outline(sides: Iterable[Side]) -> list[Side]:
    """The sides that belong to only one of the cells."""
    found = dict.fromkeys(sides)
    return [(a, b) for a, b in found if (b, a) not in found]


def shared(sides: Iterable[Side]) -> list[Side]:
    """The sides that two of the cells share, each once."""
    found = dict.fromkeys(sides)
    return [(a, b) for a, b in found if a < b and (b, a) in found]


def loops(sides: Iterable[Side]) -> list[list[Corner]]:
    """The outline of cells as closed paths, without corners on straight lines."""
    onward: dict[Corner, list[Corner]] = {}
    for a, b in outline(sides):
        onward.setdefault(a, []).append(b)
    found = []
    for start, ends in onward.items():
        while ends:
            way = [start]
            while onward[way[-1]]:
                way.append(onward[way[-1]].pop())
            found.append(_bends(way[:-1]))
    return found


def _bends(way: list[Corner]) -> list[Corner]:
    around = zip(way[-1:] + way[:-1], way, way[1:] + way[:1], strict=True)
    return [b for a, b, c in around if (b[0] - a[0]) * (c[1] - b[1]) != (b[1] - a[1]) * (c[0] - b[0])]


def lines(sides: Iterable[Side]) -> list[Side]:
    """Sides joined to straight lines as long as possible; each side once, in either direction."""
    left = dict.fromkeys((min(side), max(side)) for side in sides)
    found = []
    for start, end in sorted(left):
        if (start, end) in left:
            del left[start, end]
            step = end[0] - start[0], end[1] - start[1]
            while (following := (end[0] + step[0], end[1] + step[1])) and (end, following) in left:
                del left[end, following]
                end = following
            found.append((start, end))
    return found


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
        left, _, right, below = (rim * CELL for rim in self.layout.rims)
        head = self.layout.head * CELL
        width = self.layout.width * CELL + 2 * MARGIN + left + right
        height = self.layout.height * CELL + 2 * MARGIN + head + below
        move = f"translate({number(MARGIN + left)} {number(MARGIN + head)})"
        body = element("g", *drawn, *self.labels(), **STYLE, transform=move)
        return Picture(width, height, [body])

    def labels(self) -> Iterator[Element]:
        """The texts at corners of cells, each in a circle."""
        for (x, y), text in self.layout.labels:
            across, down, radius = x * CELL, y * CELL, LABEL * CELL
            yield element("circle", cx=across, cy=down, r=radius, fill=PAPER, stroke=INK, stroke_width=1)
            size = 1.5 * radius / max(1, 0.7 * text_width(shown(text)))
            yield element("text", text=text, x=across, y=down + 0.36 * size, font_size=size)

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
        """The words above the first and the last layer of a solid, and the texts beside a flat board."""
        for (x, y), text in self.layout.beside:
            size = LINE * 0.8 * CELL
            yield element("text", text=text, x=x * CELL, y=y * CELL + 0.36 * size, font_size=size)
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
