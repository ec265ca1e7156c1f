"""What belongs to the puzzle, below the text of marks: thermometers, arrows, cages, dots.

>>> from excover.matrix.compiled import Canvas
>>> pen = Pen(Layout.of(Canvas("", (1, 1, 2), (1, 1, 1), frozenset())))
>>> cells = ((0, 0, 0), (0, 0, 1))
>>> [each.get("d") for each in decorated(pen, [Decoration("line", cells, "", "#ff0000")])]
['M20 20H60']
>>> [each.tag for each in decorated(pen, [Decoration("dot", cells, "3", "")])]
['circle', 'text']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import NamedTuple
from xml.etree.ElementTree import Element

from excover.base.words import clipped, text_width
from excover.lattices import Cell
from excover.lattices.lattice import Point, Side
from excover.matrix.compiled import Canvas, Decoration
from excover.render.geometry import LONGEST, THICK, Layout, Pen, loops, outline, shared, stroked
from excover.render.scene import ink_on
from excover.render.svg import CELL, INK, PAPER, element, number, path, shown

PALE, GRAY = "#c9c9c1", "#8a8a84"
"""Broad lines and filled shapes; thin ones."""
BROAD, FINE = 0.26, 0.06
"""The widths of the lines of a thermometer and of an arrow, in widths of a cell (of the circle within it)."""
BULB, SHAPE, DOT, HEAD = 0.38, 0.4, 0.16, 0.22
"""The radii of a bulb, of a circle in a cell and of a dot; the length of the head of an arrow."""
INSET, DASH = 0.08, "4 3"
"""How far the line of a cage is within its cells, and its dashes."""
CORNER, BETWEEN, INSIDE = 0.26, 0.34, 0.55
"""The sizes of text in a corner of a cell, between cells, and in one."""
HALO = 0.25
"""How wide the border of a text is that hides the lines below it, in sizes of the text."""


ROUND = ("circle", "box")
"""What is around a text in the middle of a cell."""
MIDST = ("line", "thermometer", "arrow", "text")
"""What a text in the middle of a cell lies on."""


def decorated(
    pen: Pen,
    decorations: Iterable[Decoration],
    is_node: Callable[[Decoration], bool] = lambda each: False,
    *,
    above: bool = False,
) -> Iterator[Element]:
    """What lies on the lines between cells: all but shades; either nodes, which lie ``above`` lines, or all
    others.
    """
    order = list(_DRAWN)
    seen = list(_visible(pen.layout, decorations))
    grounds = _grounds(seen)
    wanted = [each for each in seen if each.look in _DRAWN and is_node(each) == above]
    for each in sorted(wanted, key=lambda each: order.index(each.look)):
        yield from _DRAWN[each.look](_Drawing(pen, each, grounds, above))


def _grounds(decorations: Sequence[Decoration]) -> dict[Cell, str]:
    """The colors that texts in the middle of cells stand on: of shades, circles and boxes."""
    shaded = {cell: each.color or PALE for each in decorations if each.look == "shade" for cell in each.cells}
    return shaded | rounds(decorations)


def rounds(decorations: Iterable[Decoration]) -> dict[Cell, str]:
    """The colors of circles and boxes."""
    return {cell: each.color or PALE for each in decorations if each.look in ROUND for cell in each.cells}


def walls(layout: Layout, decorations: Iterable[Decoration]) -> Iterator[Side]:
    """The sides with walls and outlines, which terminals show, too; the corners of each are sorted."""
    for each in _visible(layout, decorations):
        between = {"wall": shared, "outline": _around}.get(each.look)
        for side in between(layout.sides(each.cells)) if between else ():
            yield min(side), max(side)


def shades(layout: Layout, decorations: Iterable[Decoration]) -> dict[Cell, str]:
    """The colors of shaded cells."""
    shaded = (each for each in _visible(layout, decorations) if each.look == "shade")
    return {cell: each.color or PALE for each in shaded for cell in each.cells}


def clues(layout: Layout, canvas: Canvas) -> dict[Cell, Decoration]:
    """The texts that stand in a single cell each; where solutions show areas, labels, too."""
    return {
        each.cells[0]: each
        for each in _visible(layout, canvas.decorations + (canvas.labels if canvas.areas else ()))
        if each.look == "text" and len(each.cells) == 1
    }


def circles(decorations: Iterable[Decoration]) -> dict[Cell, str]:
    """Circles as characters, dark ones filled."""
    found = (each for each in decorations if each.look == "circle")
    return {
        cell: "●" if ink_on(each.color or PAPER) == PAPER else "○" for each in found for cell in each.cells
    }


def clue_on(pen: Pen, clue: Decoration, fill: str, hiding: bool) -> Iterator[Element]:
    """A text of a single cell once more, to be seen on that color; if ``hiding``, with a border, which hides
    what else is drawn there.
    """
    drawing = _Drawing(pen, clue)
    size = drawing.font(INSIDE)
    if hiding:
        border = number((HALO + 0.1) * size)
        yield drawing.words(drawing.middle, size, fill, stroke=fill, stroke_width=border)
    yield drawing.words(drawing.middle, size, ink_on(fill))


def _around(sides: Iterable[Side]) -> list[Side]:
    """The sides around cells; of cells that are edges, which have nothing within, the edges themselves."""
    found = list(sides)
    return outline(found) or found


def _visible(layout: Layout, decorations: Iterable[Decoration]) -> Iterator[Decoration]:
    """Those whose cells are all drawn: a picture of a part of a board may have fewer."""
    return (each for each in decorations if each.cells and layout.corners.keys() >= {*each.cells})


class _Drawing(NamedTuple):
    """A decoration, and the pen that draws it."""

    pen: Pen
    what: Decoration
    grounds: Mapping[Cell, str] = {}
    above: bool = False
    """Whether lines lie below it."""

    @property
    def size(self) -> float:
        """The width of the inscribed circle of a cell."""
        return 2 * self.pen.layout.polygons.radius * CELL

    @property
    def points(self) -> list[Point]:
        return list(map(self.pen.center, self.what.cells))

    @property
    def middle(self) -> Point:
        xs, ys = zip(*self.points, strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)

    def color(self, default: str) -> str:
        return self.what.color or default

    def stroke(self, points: Sequence[Point], width: float, color: str) -> Element:
        return element("path", d=path([points], closed=False), **stroked(width * self.size / CELL, color))

    def round(self, at: Point, radius: float, **style: str) -> Element:
        return element("circle", cx=at[0], cy=at[1], r=radius * self.size, **style)

    @property
    def filled(self) -> dict[str, str]:
        """Of circles and boxes; those with a color have a border."""
        look = {"fill": self.color(PALE)}
        return look | {"stroke": INK, "stroke_width": number(0.04 * self.size)} if self.what.color else look

    def words(self, at: Point, size: float, fill: str, **style: str) -> Element:
        """The text in a font of a size."""
        at_y = at[1] + 0.36 * size
        return element("text", text=self.label, x=at[0], y=at_y, font_size=size, fill=fill, **style)

    def font(self, size: float) -> float:
        """The size of the font, which is smaller for a long text."""
        return size * self.size / max(1, 0.4 * self.columns)

    @property
    def label(self) -> str:
        return clipped(self.what.text, LONGEST)

    @property
    def columns(self) -> int:
        """How many letters wide the text is; arrows are wider."""
        return text_width(shown(self.label)) + (
            sum("←" <= letter <= "↙" for letter in self.label) if len(self.label) > 1 else 0
        )


def _line(drawing: _Drawing) -> Iterator[Element]:
    yield drawing.stroke(drawing.points, BROAD, drawing.color(PALE))


def _thermometer(drawing: _Drawing) -> Iterator[Element]:
    yield from _line(drawing)
    yield drawing.round(drawing.points[0], BULB, fill=drawing.color(PALE))


def _arrow(drawing: _Drawing) -> Iterator[Element]:
    """From the rim of a circle around the first cell to the last one, where its head is."""
    first, second, *rest = drawing.points
    look, radius = stroked(FINE * drawing.size / CELL, drawing.color(GRAY)), BULB * drawing.size
    before, tip = [first, second, *rest][-2:]
    back = _towards(tip, before, HEAD * drawing.size)
    (x, y), (dx, dy) = back, (0.7 * (tip[0] - back[0]), 0.7 * (tip[1] - back[1]))
    head = [(x - dy, y + dx), tip, (x + dy, y - dx)]
    way = [_towards(first, second, radius), second, *rest]
    yield drawing.round(first, BULB, **look)
    yield element("path", d=path([way, head], closed=False), **look)


def beside(start: Point, end: Point, times: int, apart: float) -> Iterator[list[Point]]:
    """So many lines from one point to another, beside each other."""
    (x, y), (x2, y2) = start, end
    length = hypot(x2 - x, y2 - y) or 1
    for place in range(times):
        off = (place - (times - 1) / 2) * apart / length
        dx, dy = off * (y - y2), off * (x2 - x)
        yield [(x + dx, y + dy), (x2 + dx, y2 + dy)]


def _towards(start: Point, end: Point, length: float) -> Point:
    """The point at a distance from one point on the way to another."""
    (x, y), (x2, y2) = start, end
    part = length / (hypot(x2 - x, y2 - y) or 1)
    return x + part * (x2 - x), y + part * (y2 - y)


def _cage(drawing: _Drawing) -> Iterator[Element]:
    pen, cells = drawing.pen, drawing.what.cells
    color = drawing.color(INK)
    inner = [
        _within([pen.at(corner) for corner in loop], INSET * drawing.size)
        for island in pen.layout.islands(cells)
        for loop in loops(pen.layout.sides(island))
    ]
    look = stroked(0.03 * drawing.size / CELL, color)
    data = path(inner, closed=True) if inner else pen.drawn(pen.layout.sides(cells))
    yield element("path", d=data, **look, stroke_dasharray=DASH)
    if drawing.label:
        yield from _in_corner(drawing, color)


def _within(loop: Sequence[Point], inset: float) -> list[Point]:
    """A closed path, clockwise around cells, moved inwards."""
    found = []
    for before, here, after in zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True):
        (ax, ay), (bx, by) = _inward(before, here), _inward(here, after)
        length = inset / (1 + ax * bx + ay * by)
        found.append((here[0] + length * (ax + bx), here[1] + length * (ay + by)))
    return found


def _inward(start: Point, end: Point) -> Point:
    """At a right angle to the way from one point to another, to the right of it, one unit long."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    return -dy / length, dx / length


def _in_corner(drawing: _Drawing, color: str) -> Iterator[Element]:
    """A text in the upper left corner of the uppermost cell, no wider than it, which hides the line there."""
    pen = drawing.pen
    cell = min(drawing.what.cells, key=lambda cell: pen.center(cell)[::-1])
    (x, y), (left, top) = pen.center(cell), min(map(pen.at, pen.layout.corners[cell]), key=sum)
    size = min(CORNER, 0.85 / (0.58 * max(1, drawing.columns))) * drawing.size
    width, height = 0.58 * size * drawing.columns, 0.8 * size
    at = max(left + 0.3 * (x - left), left + width / 2 + 2), top + 0.34 * (y - top)
    yield _box(at, width + 2, height + 2, fill=PAPER)
    yield drawing.words(at, size, color)


def _box(middle: Point, width: float, height: float, **style: str) -> Element:
    x, y = middle[0] - width / 2, middle[1] - height / 2
    return element("rect", x=x, y=y, width=width, height=height, **style)


def _outline(drawing: _Drawing) -> Iterator[Element]:
    pen = drawing.pen
    yield pen.line(_around(pen.layout.sides(drawing.what.cells)), THICK, drawing.color(INK))


def _wall(drawing: _Drawing) -> Iterator[Element]:
    pen = drawing.pen
    yield pen.line(shared(pen.layout.sides(drawing.what.cells)), 2 * THICK, drawing.color(INK))


def _circle(drawing: _Drawing) -> Iterator[Element]:
    yield from (drawing.round(at, SHAPE, **drawing.filled) for at in drawing.points)


def _boxes(drawing: _Drawing) -> Iterator[Element]:
    half = 0.9 * SHAPE * drawing.size
    for at in drawing.points:
        yield _box(at, 2 * half, 2 * half, **drawing.filled)


def _dot(drawing: _Drawing) -> Iterator[Element]:
    fill = drawing.color(PAPER)
    yield drawing.round(drawing.middle, DOT, fill=fill, stroke=INK, stroke_width="1")
    if drawing.label:
        yield drawing.words(drawing.middle, drawing.font(0.7 * BETWEEN), ink_on(fill))


def _text(drawing: _Drawing) -> Iterator[Element]:
    """Between cells, it hides the lines there."""
    alone = len(drawing.what.cells) == 1
    size = drawing.font(INSIDE if alone else BETWEEN)
    if not alone:
        yield _box(drawing.middle, max(0.8, 0.6 * drawing.columns) * size, 0.8 * size, fill=PAPER)
    ground = drawing.grounds.get(drawing.what.cells[0], PAPER) if alone else PAPER
    ink = drawing.color(ink_on(ground))
    if drawing.above and alone:
        yield drawing.words(drawing.middle, size, ink, stroke=ground, stroke_width=number(HALO * size))
    yield drawing.words(drawing.middle, size, ink)


_DRAWN: Mapping[str, Callable[[_Drawing], Iterator[Element]]] = {
    "circle": _circle,
    "box": _boxes,
    "line": _line,
    "thermometer": _thermometer,
    "arrow": _arrow,
    "cage": _cage,
    "outline": _outline,
    "wall": _wall,
    "dot": _dot,
    "text": _text,
}
"""From the lowest to the highest."""
