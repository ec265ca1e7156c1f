"""Boards of balls: each layer from above, with the balls of a piece joined where they touch.

>>> from excover.matrix.compiled import Canvas, Marking
>>> from excover.lattices import SPHERE
>>> from excover.render.scene import scenes
>>> canvas = Canvas("", (1, 1, 2), (1, 1, 1), frozenset(), lattice=SPHERE, marks=("A",), tiled=True)
>>> [scene] = scenes([canvas], [[Marking(0, "A", ((0, 0, 0), (0, 0, 1)))]])
>>> view = BallView(scene)
>>> [each.get("d") for each in view.under()]
['M20 20h0M60 20h0', 'M20 20h0M60 20h0']
>>> [each.tag for each in view.drawn(scene.parts)]
['path', 'path', 'path', 'path', 'path', 'text']

Boards of balls from above, the front and the right: whole, or with their layers lifted apart.

>>> from excover.matrix.compiled import Canvas, Marking
>>> from excover.lattices import SPHERE
>>> from excover.render.scene import scenes
>>> canvas = Canvas("", (2, 1, 1), (1, 1, 1), frozenset(), lattice=SPHERE, marks=("A",), tiled=True)
>>> [scene] = scenes([canvas], [[Marking(0, "A", ((0, 0, 0), (1, 0, 0)))]])
>>> [each.tag for each in pile(scene).body[0]]
['circle', 'circle', 'circle', 'circle', 'text']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from math import sqrt
from xml.etree.ElementTree import Element

from excover.base.words import clipped, text_width
from excover.lattices import Cell
from excover.lattices.polygons import Point
from excover.render.board import GROUND, STATED, BoardView, Ink, Style, cells_by_fill
from excover.render.palette import ink_on
from excover.render.pen import LONGEST, STYLE, THICK, THIN, stroked
from excover.render.scene import MarkedCells, Scene
from excover.render.svg import CELL, INK, MUTED, Picture, element, number, path, shown

BALL, BOND = 0.94, 0.42
"""The width of balls and of the links between those of a piece, with their borders, in widths of a cell."""
SHINE = 0.16
"""The width of the highlight on a ball."""
Bond = tuple[Cell, Cell]


class BallView(BoardView):
    """Like a board of squares, with balls on its cells."""

    def under(self) -> Iterator[Element]:
        given = self.scene.given if not self.scene.canvas.tiled else frozenset()
        yield from self.pen.ends()
        yield self.dots(self.layout.cells, BALL, MUTED)
        yield self.shade(self.layout.cells, GROUND)
        if given:
            yield self.shade(sorted(given), STATED)
        yield from self.shades()

    def shade(self, cells: Iterable[Cell], fill: str) -> Element:
        return self.dots(cells, BALL - 2 * THIN, fill)

    @cached_property
    def styles(self) -> list[Style]:
        """For each color the borders of balls and of links, then what is within; letters are above all."""
        found: list[Style] = []
        for fill in self.fills:
            for border, color in ((0.0, INK), (THICK, fill)):
                found += [stroked(BALL - border, color), stroked(BOND - border, color)]
        return [*found, stroked(SHINE, "#ffffff") | {"opacity": "0.55", "transform": "translate(-9 -9)"}]

    def ink(self, part: MarkedCells) -> Ink:
        grounds = dict(self.grounds(part))
        paths: dict[int, str] = {}
        for fill, cells in cells_by_fill(grounds).items():
            balls = self.dotted(cells)
            links = self.linked(bond for bond in self.bonds(part) if grounds.get(bond[0]) == fill)
            paths |= dict(enumerate([balls, links] * 2, 4 * self.fills.index(fill)))
        if grounds:
            paths[4 * len(self.fills)] = self.dotted(grounds)
        return Ink(paths, list(self.texts(part, grounds)))

    def bonds(self, part: MarkedCells) -> Iterator[Bond]:
        """The pairs of balls of a piece that touch within a layer."""
        if self.scene.has_pieces:
            for cell in part:
                around = self.scene.canvas.lattice.neighbours(cell)
                yield from ((cell, near) for near in around if cell < near in part and near[0] == cell[0])

    def dots(self, cells: Iterable[Cell], width: float, color: str) -> Element:
        return element("path", d=self.dotted(cells), **stroked(width, color))

    def dotted(self, cells: Iterable[Cell]) -> str:
        """The data of lines of zero length with round ends."""
        places = (map(number, self.pen.center(cell)) for cell in cells)
        return "".join(f"M{x} {y}h0" for x, y in places)

    def linked(self, bonds: Iterable[Bond]) -> str:
        """The data of lines between balls."""
        return path((map(self.pen.center, bond) for bond in bonds), closed=False)


ACROSS, DOWN = CELL * sqrt(3) / 2, CELL / 2
RADIUS = CELL / 2 * sqrt(3 / 2)
"""Lengths along the axes are shortened so far; a ball is not."""


def pile(scene: Scene, *, lifted: bool = False) -> Picture:
    """Balls from the back to the front, each covering what it hides, and rings where none lies."""
    _, rows, columns = scene.canvas.extent
    lift = (rows + columns) / 2 if lifted else 0  # so much that no layer hides another
    cells = sorted({*scene.marks, *_empty(scene)}, key=_depth)
    at = {cell: _place(cell, lift) for cell in cells}
    left, top = (min(axis) - RADIUS - 1 for axis in zip(*at.values(), strict=True))
    right, bottom = (max(axis) + RADIUS + 1 for axis in zip(*at.values(), strict=True))
    labels = {max(piece, key=_depth) for piece in scene.parts}
    grounds = {cell: fill or GROUND for part in scene.parts for cell, fill in scene.grounds(part).items()}
    drawn: list[Element] = []
    for cell in cells:
        drawn += _ball(at[cell], grounds.get(cell))
        if cell in labels:
            drawn.append(_label(at[cell], scene.marks[cell], grounds[cell]))
    move = f"translate({number(-left)} {number(-top)})"
    return Picture(right - left, bottom - top, [element("g", *drawn, **STYLE, transform=move)])


def _empty(scene: Scene) -> Iterator[Cell]:
    """Places of the board without a ball."""
    layers, rows, columns = map(range, scene.canvas.extent)
    missing = scene.canvas.holes | scene.canvas.gaps
    places = ((layer, row, column) for layer in layers for row in rows for column in columns)
    return (cell for cell in places if cell not in missing and cell not in scene.marks)


def _where(cell: Cell) -> tuple[float, float, float]:
    """To the right, to the front and down, in widths of a ball."""
    layer, row, column = cell
    return column - layer / 2, row - layer / 2, layer / sqrt(2)


def _depth(cell: Cell) -> float:
    """How near a ball is to the eye."""
    right, front, down = _where(cell)
    return round(right + front - down, 3)


def _place(cell: Cell, lift: float) -> Point:
    right, front, down = _where(cell)
    return (right - front) * ACROSS, (right + front + 2 * down + 2 * lift * cell[0]) * DOWN


def _ball(at: Point, fill: str | None) -> Iterator[Element]:
    x, y = at
    if fill is None:
        yield element("circle", cx=x, cy=y, r=RADIUS, fill="none", stroke=MUTED, stroke_width=THIN * CELL)
        return
    yield element("circle", cx=x, cy=y, r=RADIUS, fill=fill, stroke=INK, stroke_width=2 * THIN * CELL)
    light = {"fill": "#ffffff", "opacity": "0.45"}
    yield element("circle", cx=x - 0.35 * RADIUS, cy=y - 0.4 * RADIUS, r=0.22 * RADIUS, **light)


def _label(at: Point, mark: str, fill: str) -> Element:
    mark = clipped(mark, LONGEST)
    size = 0.6 * CELL * min(1, 1.7 / max(1, text_width(shown(mark))))
    ink = ink_on(fill)
    colored = {} if ink == INK else {"fill": ink}
    return element("text", text=mark, x=at[0], y=at[1] + 0.36 * size, font_size=size, **colored)
