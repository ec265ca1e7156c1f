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
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from xml.etree.ElementTree import Element

from excover.lattices import Cell
from excover.render.board import GROUND, STATED, BoardView, Ink, Style, cells_by_fill
from excover.render.pen import THICK, THIN, stroked
from excover.render.scene import MarkedCells
from excover.render.svg import INK, MUTED, element, number, path

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
