"""Boards of balls: each layer from above, with the balls of a piece joined where they touch.

>>> from excover.cover.compiled import Canvas, Marking
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

from collections.abc import Collection, Iterable, Iterator
from xml.etree.ElementTree import Element

from excover.lattices import Cell
from excover.render.board import GROUND, STATED, BoardView, cells_by_fill
from excover.render.pen import THICK, THIN
from excover.render.scene import MarkedCells
from excover.render.svg import CELL, INK, MUTED, element, number, path

BALL, BOND = 0.94, 0.42
"""The width of balls and of the links between those of a piece, with their borders, in widths of a cell."""
SHINE = 0.16
"""The width of the highlight on a ball."""
Bond = tuple[Cell, Cell]


class BallView(BoardView):
    """Like a board of squares, with balls on its cells."""

    def under(self) -> Iterator[Element]:
        given = self.scene.given if not self.scene.canvas.tiled else frozenset()
        yield self.dots(self.layout.cells, BALL, MUTED)
        yield self.dots(self.layout.cells, BALL - 2 * THIN, GROUND)
        if given:
            yield self.dots(sorted(given), BALL - 2 * THIN, STATED)

    def drawn(self, parts: Iterable[MarkedCells]) -> Iterator[Element]:
        """All balls of one color are one path, and so are their links; letters are above all balls."""
        parts = list(parts)
        grounds = self.all_grounds(parts)
        joined = [bond for part in parts for bond in self.bonds(part)]
        for fill, cells in cells_by_fill(grounds).items():
            mine = [bond for bond in joined if grounds.get(bond[0]) == fill]
            for border, color in ((0.0, INK), (THICK, fill)):
                yield self.dots(cells, BALL - border, color)
                if mine:
                    yield self.lines(mine, BOND - border, color)
        if grounds:
            yield self.dots(list(grounds), SHINE, "#ffffff", opacity="0.55", transform="translate(-9 -9)")
        for part in parts:
            yield from self.texts(part, grounds)

    def bonds(self, part: MarkedCells) -> Iterator[Bond]:
        """The pairs of balls of a piece that touch within a layer."""
        if self.scene.pieces:
            for cell in part:
                around = self.scene.canvas.lattice.neighbours(cell)
                yield from ((cell, near) for near in around if cell < near in part and near[0] == cell[0])

    def dots(self, cells: Collection[Cell], width: float, color: str, **style: str) -> Element:
        """Lines of zero length with round ends."""
        places = (map(number, self.pen.center(cell)) for cell in cells)
        data = "".join(f"M{x} {y}h0" for x, y in places)
        return element("path", d=data, fill="none", stroke=color, stroke_width=width * CELL, **style)

    def lines(self, bonds: Iterable[Bond], width: float, color: str) -> Element:
        data = path((map(self.pen.center, bond) for bond in bonds), closed=False)
        return element("path", d=data, fill="none", stroke=color, stroke_width=width * CELL)
