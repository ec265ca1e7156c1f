"""The boards of a solution one below the other, with their layers side by side.

>>> from excover.matrix.compiled import Canvas, Marking
>>> from excover.render.scene import scenes
>>> canvas = Canvas("", (1, 2, 2), (1, 1, 1), frozenset(), marks=("A", "B"), tiled=True)
>>> [scene] = scenes([canvas], [[Marking(0, "A", ((0, 0, 0), (0, 0, 1)))]])
>>> picture = board(scene)
>>> picture.width, len(picture.body[0])
(84.0, 7)

Boards of edges: pieces are sticks, rounded where they bend, so that those which meet there show apart.

Marks that are lines, as of a loop, are joined where they meet.

>>> from excover.matrix.compiled import Canvas, Marking
>>> from excover.lattices import SQUARE_EDGES
>>> from excover.render.scene import scenes
>>> cells = ((0, 0, 1), (0, 1, 2))
>>> gaps = frozenset((0, row, column) for row in range(3) for column in range(3)).difference(cells)
>>> canvas = Canvas("", (1, 3, 3), (1, 1, 1), frozenset(), gaps, SQUARE_EDGES, marks=("A",), tiled=True)
>>> [scene] = scenes([canvas], [[Marking(0, "A", cells)]])
>>> view = StickView(scene)
>>> [each.tag for each in (*view.under(), *view.drawn(scene.parts))]
['path', 'path', 'path', 'path', 'text']
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import combinations
from xml.etree.ElementTree import Element

from excover.base.words import clipped, text_width
from excover.lattices import Cell
from excover.lattices.polygons import Corner, Point
from excover.render.balls import BallView
from excover.render.board import GROUND, BoardView, Ink, Style
from excover.render.pen import LONGEST, THICK, THIN, stroked
from excover.render.scene import MarkedCells, Scene
from excover.render.svg import CELL, INK, MUTED, Picture, element, number, path, shown, stack

STICK = 0.3
"""How wide a stick is with its border, in lengths of an edge."""
BEND, END = 0.3, 0.16
"""Where a bend begins, and a stick ends, before the joint; in the same lengths."""
LINE, GIVEN_LINE = 0.12, 0.18
"""How wide a line is, and one that is given; in the same lengths."""
NOTE = 0.5
"""The size of a mark between edges, in the same lengths."""


class StickView(BoardView):
    """The edges of a board, and the pieces that lie on them."""

    def under(self) -> Iterator[Element]:
        """Thin lines, with dots where they meet; edges that are shaded are broad."""
        yield from self.shades()
        ends = [self.layout.corners[cell] for cell in self.layout.cells]
        yield element("path", d=self.ways(self.layout.cells), **stroked(THIN, MUTED))
        joints = sorted({self.pen.at(corner) for pair in ends for corner in pair})
        dots = "".join(f"M{number(x)} {number(y)}h0" for x, y in joints)
        yield element("path", d=dots, fill="none", stroke=MUTED, stroke_width=4 * THIN * CELL)

    @cached_property
    def line_colors(self) -> list[str]:
        """All colors that a line may have."""
        canvas = self.scene.canvas
        return list(dict.fromkeys(canvas.colors.get(mark, INK) for mark in sorted(canvas.lines)))

    @cached_property
    def styles(self) -> list[Style]:
        """For each color the lines that were found, and those that are given."""
        return [stroked(width, color) for color in self.line_colors for width in (LINE, GIVEN_LINE)]

    def ink(self, part: MarkedCells) -> Ink:
        """Each piece is drawn twice, its border and then what is within."""
        canvas = self.scene.canvas
        notes = [self.note(cell, mark) for cell, mark in part.items() if cell in canvas.gaps]
        edges = {cell: mark for cell, mark in part.items() if cell not in canvas.gaps}
        lines = self.lines({cell: mark for cell, mark in edges.items() if mark in canvas.lines})
        edges = {cell: mark for cell, mark in edges.items() if mark not in canvas.lines}
        return Ink(lines, [*self.sticks(edges), *notes] if edges else notes)

    def lines(self, marks: MarkedCells) -> dict[int, str]:
        """The data of lines from end to end of edges, by the numbers of their styles."""
        looks: dict[int, list[Cell]] = {}
        for cell, mark in marks.items():
            color = self.line_colors.index(self.scene.canvas.colors.get(mark, INK))
            looks.setdefault(2 * color + (cell in self.scene.given), []).append(cell)
        return {look: self.ways(cells) for look, cells in looks.items()}

    def sticks(self, edges: MarkedCells) -> Iterator[Element]:
        """A piece, or a mark that is no line."""
        grounds = {cell: fill or GROUND for cell, fill in self.scene.grounds(edges).items()}
        data, ground = self.way(edges), grounds[next(iter(edges))]
        looks = stroked(STICK, INK), stroked(STICK - THICK, ground)
        yield from (element("path", d=data, **look) for look in looks)
        yield from self.texts(edges, grounds)

    def note(self, cell: Cell, mark: str) -> Element:
        """A mark between edges, such as the number of a clue."""
        x, y = self.pen.center(cell)
        mark = clipped(mark, LONGEST)
        size = NOTE * CELL / max(1, 0.7 * text_width(shown(mark)))
        style = {"fill": self.scene.canvas.colors.get(mark, INK)}
        return element("text", text=mark, x=x, y=y + 0.36 * size, font_size=size, **style)

    def islands(self, piece: MarkedCells) -> Iterable[Collection[Cell]]:
        return [piece]

    def way(self, piece: Collection[Cell]) -> str:
        """The edges without their ends, and a bend between each two that meet."""
        meeting: dict[Corner, list[Corner]] = {}
        for cell in piece:
            one, other = self.layout.corners[cell]
            meeting.setdefault(one, []).append(other)
            meeting.setdefault(other, []).append(one)
        cut = {joint: BEND if len(others) > 1 else END for joint, others in meeting.items()}
        ends = (self.layout.corners[cell] for cell in piece)
        straight = ((self.off(a, b, cut[a]), self.off(b, a, cut[b])) for a, b in ends)
        bends = (
            self.bend(joint, *pair) for joint, others in meeting.items() for pair in combinations(others, 2)
        )
        return path(straight, closed=False) + "".join(bends)

    def bend(self, joint: Corner, one: Corner, other: Corner) -> str:
        """Through a joint, from the edge that leads to one corner to that which leads to another."""
        points = self.off(joint, one, BEND), self.pen.at(joint), self.off(joint, other, BEND)
        (ax, ay), (x, y), (bx, by) = (map(number, point) for point in points)
        return f"M{ax} {ay}Q{x} {y} {bx} {by}"

    def ways(self, edges: Iterable[Cell]) -> str:
        """The data of edges from end to end."""
        return path((map(self.pen.at, self.layout.corners[cell]) for cell in edges), closed=False)

    def off(self, start: Corner, end: Corner, part: float) -> Point:
        """The point on the way from one corner to another that is a part of it off the first."""
        (x, y), (x2, y2) = self.pen.at(start), self.pen.at(end)
        return x + part * (x2 - x), y + part * (y2 - y)


GAP = CELL / 2
"""The gap between two boards."""


def drawing(scenes: Iterable[Scene], look: type[BoardView] | None = None) -> Picture:
    """The scenes of a solution, one below the other."""
    return stack((board(scene, look) for scene in scenes), GAP)


def board(scene: Scene, look: type[BoardView] | None = None) -> Picture:
    """One scene, in the way of its lattice unless another ``look`` is asked for."""
    made = look(scene) if look else view_of(scene)
    return made.pen.picture([*made.under(), *made.drawn(scene.parts, made.decorations())])


def view_of(scene: Scene) -> BoardView:
    """Draws a scene in the way of its lattice."""
    lattice = scene.canvas.lattice
    return (BallView if lattice.balls else StickView if lattice.strokes else BoardView)(scene)
