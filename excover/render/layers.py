"""The boards of a solution one below the other, their layers side by side: of cells, of sticks, of balls.

>>> from excover.matrix.compiled import Canvas, Marking
>>> from excover.render.scene import scenes
>>> canvas = Canvas("", (1, 2, 2), (1, 1, 1), frozenset(), marks=("A", "B"), tiled=True)
>>> [scene] = scenes([canvas], [[Marking(0, "A", ((0, 0, 0), (0, 0, 1)))]])
>>> picture = board(scene)
>>> picture.width, len(picture.body[0])
(84.0, 7)

Boards of edges: pieces are sticks, rounded where they bend, so that those which meet there show apart.

Marks that are lines, as of a loop, are joined where they meet.

>>> from excover.lattices import SQUARE_EDGES
>>> cells = ((0, 0, 1), (0, 1, 2))
>>> gaps = frozenset((0, row, column) for row in range(3) for column in range(3)).difference(cells)
>>> canvas = Canvas("", (1, 3, 3), (1, 1, 1), frozenset(), gaps, SQUARE_EDGES, marks=("A",), tiled=True)
>>> [scene] = scenes([canvas], [[Marking(0, "A", cells)]])
>>> view = StickView(scene)
>>> [each.tag for each in (*view.under(), *view.drawn(scene.parts))]
['path', 'path', 'path', 'path', 'text']

Boards of balls: each layer from above, with the balls of a piece joined where they touch.

>>> from excover.lattices import SPHERE
>>> canvas = Canvas("", (1, 1, 2), (1, 1, 1), frozenset(), lattice=SPHERE, marks=("A",), tiled=True)
>>> [scene] = scenes([canvas], [[Marking(0, "A", ((0, 0, 0), (0, 0, 1)))]])
>>> view = BallView(scene)
>>> [each.get("d") for each in view.under()]
['M20 20h0M60 20h0', 'M20 20h0M60 20h0']
>>> [each.tag for each in view.drawn(scene.parts)]
['path', 'path', 'path', 'path', 'path', 'text']

Boards of balls from above, the front and the right: whole, or with their layers lifted apart.

>>> canvas = Canvas("", (2, 1, 1), (1, 1, 1), frozenset(), lattice=SPHERE, marks=("A",), tiled=True)
>>> [scene] = scenes([canvas], [[Marking(0, "A", ((0, 0, 0), (1, 0, 0)))]])
>>> [each.tag for each in pile(scene).body[0]]
['circle', 'circle', 'circle', 'circle', 'text']
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from math import sqrt
from xml.etree.ElementTree import Element

from excover.base.words import clipped, text_width
from excover.lattices import Cell
from excover.lattices.lattice import Corner, Point
from excover.render.board import (
    GIVEN_LINE,
    GROUND,
    LINE,
    STATED,
    BoardView,
    Ink,
    Style,
    cells_by_fill,
)
from excover.render.geometry import LONGEST, STYLE, THICK, THIN, stroked
from excover.render.scene import MarkedCells, Scene, ink_on
from excover.render.svg import CELL, INK, MUTED, Picture, element, number, path, shown, stack

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

    def part_ink(self, part: MarkedCells) -> Ink:
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
    labels = {max(piece, key=_depth) for piece in scene.bodies}
    grounds = {cell: fill or GROUND for part in scene.bodies for cell, fill in scene.grounds(part).items()}
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


STICK = 0.3
"""How wide a stick is with its border, in lengths of an edge."""
BEND, END = 0.3, 0.16
"""Where a bend begins, and a stick ends, before the joint; in the same lengths."""
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
    def edge_colors(self) -> list[str]:
        """All colors that an edge may have."""
        canvas = self.scene.canvas
        return list(dict.fromkeys(canvas.colors.get(mark, INK) for mark in sorted(canvas.lines)))

    @cached_property
    def styles(self) -> list[Style]:
        """For each color the lines that were found, and those that are given."""
        return [stroked(width, color) for color in self.edge_colors for width in (LINE, GIVEN_LINE)]

    def part_ink(self, part: MarkedCells) -> Ink:
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
            color = self.edge_colors.index(self.scene.canvas.colors.get(mark, INK))
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


def aligned(drawn: Sequence[Sequence[Scene]]) -> list[Picture]:
    """The scenes of several puzzles with the same boards, with as much room for texts beside each board as
    any of them needs: so that boards that stand below each other on a page are in line.
    """
    views = [list(map(view_of, each)) for each in drawn]
    for same in zip(*views, strict=True):
        left, above, right, below = map(max, zip(*(view.layout.rims for view in same), strict=True))
        for view in same:
            view.place(replace(view.layout, rims=(left, above, right, below)))
    return [stack(map(_whole, each), GAP) for each in views]


def board(scene: Scene, look: type[BoardView] | None = None) -> Picture:
    """One scene, in the way of its lattice unless another ``look`` is asked for."""
    return _whole(look(scene) if look else view_of(scene))


def _whole(made: BoardView) -> Picture:
    scene = made.scene
    return made.pen.picture([*made.under(), *made.drawn(scene.parts, made.decorations(), made.nodes())])


def view_of(scene: Scene) -> BoardView:
    """Draws a scene in the way of its lattice."""
    lattice = scene.canvas.lattice
    return (BallView if lattice.balls else StickView if lattice.strokes else BoardView)(scene)
