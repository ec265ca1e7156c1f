"""A scene as a picture: pieces with thick borders, a Sudoku with its blocks, chessmen on a chessboard.

>>> from excover.matrix.compiled import Marking
>>> from excover.render.scene import scenes
>>> canvas = Canvas("", (1, 2, 2), (1, 1, 1), frozenset(), marks=("A", "B"), tiled=True)
>>> [scene] = scenes([canvas], [[Marking(0, "A", ((0, 0, 0), (0, 0, 1)))]])
>>> view = BoardView(scene)
>>> [each.tag for each in (*view.under(), *view.drawn(scene.parts))]
['path', 'path', 'path', 'path', 'path', 'path', 'text']

Tiles in pictures: a polygon is divided into a part for each side, or corner, which has its color.

>>> sectors([(0, 0), (2, 0), (2, 2), (0, 2)], "sides")[0]
[[(1.0, 1.0), (0, 0), (2, 0)]]
>>> sectors([(0, 0), (2, 0), (2, 2), (0, 2)], "corners")[1]
[[(1.0, 1.0), (1.0, 0.0), (2, 0), (2.0, 1.0)]]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple
from xml.etree.ElementTree import Element

from excover.base.words import text_width
from excover.lattices import Cell
from excover.lattices.lattice import Corner, Point, Side, plus
from excover.lattices.rims import in_order
from excover.matrix.compiled import Canvas, Decoration
from excover.render.decorations import MIDST, ROUND, beside, clue_on, clues, decorated, rounds, shades
from excover.render.geometry import THICK, THIN, Layout, Pen, outline, shared, stroked
from excover.render.scene import READABLE, SIGNS, MarkedCells, Scene, contrast, ink_on, man
from excover.render.svg import CELL, INK, MUTED, Picture, element, path, shown

INNER, INNERMOST = 0.5, 0.2
"""How wide the sides above and below are, where a cube is drawn from above, in widths of a cube."""
Loops = list[list[Point]]
"""A part of a tile: an outline, and perhaps that of a hole in it."""


def sectors(corners: Sequence[Point], kind: str) -> list[Loops]:
    """The parts of a polygon with these corners, which begin with that of the first side, or corner."""
    center = middle(corners)
    onward = [*corners[1:], corners[0]]
    if kind == "sides":
        return [[[center, start, end]] for start, end in zip(corners, onward, strict=True)]
    after = [middle(side) for side in zip(corners, onward, strict=True)]
    before = [after[-1], *after[:-1]]
    return [[[center, a, corner, b]] for a, corner, b in zip(before, corners, after, strict=True)]


def cube_sides(corners: Sequence[Point]) -> list[Loops]:
    """The six sides of a cube, drawn from above: around it the upright ones, within them the side above, and
    in the middle of that the one below.
    """
    inner, innermost = (_shrunk(corners, to) for to in (INNER, INNERMOST))
    outer = list(zip(corners, inner, strict=True))
    behind, right, front, left = (
        [[a, b, within_b, within_a]]
        for (a, within_a), (b, within_b) in zip(outer, [*outer[1:], outer[0]], strict=True)
    )
    return [[inner, innermost], behind, right, front, left, [innermost]]


def middle(points: Sequence[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _shrunk(corners: Sequence[Point], to: float) -> list[Point]:
    x, y = middle(corners)
    return [(x + (a - x) * to, y + (b - y) * to) for a, b in corners]


GROUND, DARK, STATED, FOUND = "#ffffff", "#cbb692", "#e9e9e4", "#1f4e9e"
"""Empty cells; dark cells of a chessboard; given cells; marks that were not given."""
BOLD = {"font_weight": "bold"}
WORD = 12
"""The most columns of a mark in full size; a longer mark is smaller."""


LINE, GIVEN_LINE = 0.12, 0.18
"""How wide a line is, and one that is given; in widths of a cell."""
APART = 0.16
"""How far lines that join the same cells are apart, in the same widths."""


Style = dict[str, str]
"""The attributes of a path besides its data."""


class Ink(NamedTuple):
    """How a part is drawn: the data that it adds to paths, by the numbers of their styles, and the elements
    above them.
    """

    paths: dict[int, str]
    above: list[Element]


class BoardView:
    """The common part of all solutions, and the parts of one."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.place(Layout.of(scene.canvas))
        rim, self.glued = self.parted(outline(self.layout.sides(self.layout.cells)))
        self.edges = [*rim, *self.region_borders()]
        """The thick lines of the empty board, and the thin ones where its sides are glued together."""
        words = (mark for mark in scene.canvas.marks if mark not in scene.canvas.ways)
        self.room = min(WORD, max(map(text_width, map(shown, words)), default=1))
        """The columns of the widest mark, so that all marks have the same size."""

    def place(self, layout: Layout) -> None:
        """The cells are where this layout has them."""
        self.layout = layout
        self.pen = Pen(layout)

    def under(self) -> Iterator[Element]:
        scene, cells, pen = self.scene, self.layout.cells, self.pen
        yield from pen.ends()
        yield pen.area(cells, GROUND)
        if scene.is_chessboard:
            yield pen.area([cell for cell in cells if sum(cell) % 2], DARK)
        elif scene.given and not scene.canvas.tiled:
            yield pen.area(sorted(scene.given), STATED)
        yield from self.shades()
        yield pen.inner(cells)
        yield pen.line(self.edges, THICK, INK)
        if self.glued:
            yield pen.line(self.glued, THIN, INK)

    @cached_property
    def styles(self) -> list[Style]:
        """The looks of the paths of parts, from the lowest."""
        areas: list[Style] = [{"fill": fill} for fill in self.fills]
        return [*areas, stroked(THIN, MUTED), stroked(THICK, INK)]

    @cached_property
    def fills(self) -> list[str]:
        """All colors that a part may have."""
        return list(dict.fromkeys([GROUND, *self.scene.fills.values(), *self.scene.canvas.colors.values()]))

    @cached_property
    def clues(self) -> dict[Cell, Decoration]:
        return clues(self.layout, self.scene.canvas)

    @cached_property
    def rounds(self) -> dict[Cell, str]:
        """The colors of circles and boxes, on which letters lie."""
        return rounds(self.scene.canvas.decorations)

    @cached_property
    def midst(self) -> set[Cell]:
        """The cells with something in their middle."""
        canvas = self.scene.canvas
        if canvas.ways:
            return {*self.layout.cells}
        return {cell for each in canvas.decorations if each.look in MIDST for cell in each.cells}

    @cached_property
    def signs(self) -> set[str]:
        """The marks that are drawn as what they stand for."""
        canvas = self.scene.canvas
        letters = set() if {"o", "x"}.issuperset(canvas.marks) else {"o", "x"}
        return SIGNS.keys() - letters if canvas.lattice.chequered else set()

    def shades(self) -> Iterator[Element]:
        """The decorations that lie below the lines between cells."""
        for fill, cells in cells_by_fill(shades(self.layout, self.scene.canvas.decorations)).items():
            yield self.shade(cells, fill)

    def shade(self, cells: Collection[Cell], fill: str) -> Element:
        return self.pen.area(cells, fill)

    @cached_property
    def line_styles(self) -> list[Style]:
        """The looks of lines from cell to cell: for each color those that were found, and those given."""
        return [stroked(width, color) for color in self.line_colors for width in (LINE, GIVEN_LINE)]

    @cached_property
    def line_colors(self) -> list[str]:
        canvas = self.scene.canvas
        return list(dict.fromkeys(canvas.colors.get(mark, FOUND) for mark in canvas.ways))

    def decorations(self) -> Iterator[Element]:
        """Those that lie above filled cells and below lines."""
        return decorated(self.pen, self.scene.canvas.decorations, self.is_node, above=False)

    def decorations_of(self, part: MarkedCells) -> Iterator[Element]:
        """Those that a part would hide where it lies above what belongs to the puzzle: circles and boxes, of
        an area all but texts, which it has.
        """
        canvas = self.scene.canvas
        if canvas.areas.keys() >= {*part.values()}:
            own = [each for each in canvas.decorations if each.look not in ("text", "shade")]
        else:
            filled = dict(self.grounds(part))
            near = ((each, [*filter(filled.__contains__, each.cells)]) for each in canvas.decorations)
            own = [each._replace(cells=tuple(cells)) for each, cells in near if cells and each.look in ROUND]
        return decorated(self.pen, (each for each in own if part.keys() >= {*each.cells}))

    def nodes(self) -> Iterator[Element]:
        """Those that lie above lines: texts, and what is around them."""
        return decorated(self.pen, self.scene.canvas.decorations, self.is_node, above=True)

    def is_node(self, each: Decoration) -> bool:
        return bool(self.scene.canvas.ways) and (
            each.look in ("text", "dot") or (each.look in ROUND and each.cells[0] in self.clues)
        )

    def drawn(
        self,
        parts: Iterable[MarkedCells],
        decorations: Iterable[Element] = (),
        nodes: Iterable[Element] = (),
    ) -> Iterator[Element]:
        """Draws pieces or marks: filled cells, their sides, and text.

        Everything of one kind is one path, because thousands of paths would take seconds to write and to
        show. What a part adds to a path does not depend on the others, so that many solutions are made from
        the same inks (picture_template.py).
        """
        inks = list(map(self.ink, parts))
        yield from self.paths(inks, self.styles, 0)
        yield from decorations
        yield from self.paths(inks, self.line_styles, len(self.styles))
        yield from nodes
        for ink in inks:
            yield from ink.above

    def paths(self, inks: Iterable[Ink], styles: Sequence[Style], first: int) -> Iterator[Element]:
        for number, style in enumerate(styles, first):
            if data := "".join([ink.paths.get(number, "") for ink in inks]):
                yield element("path", d=data, **style)

    def ink(self, part: MarkedCells) -> Ink:
        """What a part adds to the paths, and what is above them."""
        return self.line_ink(part) if self.scene.is_line(part) else self.part_ink(part)

    def line_ink(self, part: MarkedCells) -> Ink:
        """Lines from the middle of a cell to that of another."""
        canvas, found = self.scene.canvas, dict[int, str]()
        for cell, mark in part.items():
            step, times = canvas.ways[mark]
            color = self.line_colors.index(canvas.colors.get(mark, FOUND))
            number = len(self.styles) + 2 * color + (cell in self.scene.given)
            if (end := plus(cell, step)) in self.layout.corners:
                ways = beside(self.pen.center(cell), self.pen.center(end), times, APART * CELL)
                found[number] = found.get(number, "") + path(ways, closed=False)
        return Ink(found, [])

    def part_ink(self, part: MarkedCells) -> Ink:
        """A piece, or a mark."""
        grounds = dict(self.grounds(part))
        paths = {
            self.fills.index(fill): self.pen.outlined(cells) for fill, cells in cells_by_fill(grounds).items()
        }
        tiles = {
            cell: self.tile(cell, mark) for cell, mark in part.items() if mark in self.scene.canvas.tiles
        }
        for fill, loops in (each for parts in tiles.values() for each in parts):
            number = self.fills.index(fill)
            paths[number] = paths.get(number, "") + path(loops, closed=True)
        thick, thin = self.sides(part, {**grounds, **tiles})
        lines = {len(self.fills): self.pen.drawn(thin), len(self.fills) + 1: self.pen.drawn(thick)}
        return Ink(paths | lines, list(self.texts(part, grounds)))

    def tile(self, cell: Cell, mark: str) -> list[tuple[str, Loops]]:
        """The color and the outlines of each part of a tile."""
        fills = [self.scene.fills[color] for color in self.scene.canvas.tiles[mark]]
        return list(zip(fills, self.tile_parts(cell), strict=True))

    def tile_parts(self, cell: Cell) -> list[Loops]:
        """The outlines of each part of a tile at a cell."""
        canvas = self.scene.canvas
        corners = [self.pen.at(start) for start, _ in in_order(self.layout.corners[cell], canvas.rim)]
        return cube_sides(corners) if canvas.lattice.solid else sectors(corners, canvas.rim)

    def grounds(self, part: MarkedCells) -> Iterator[tuple[Cell, str]]:
        """The filled cells: those of all pieces, and of marks with a chosen color."""
        for cell, fill in self.scene.grounds(part).items():
            if fill or self.scene.has_pieces:
                yield cell, fill or GROUND

    def sides(self, part: MarkedCells, filled: Iterable[Cell]) -> tuple[list[Side], list[Side]]:
        """The thick and the thin sides of filled cells; those of marks are as on the empty board."""
        if self.scene.has_pieces:
            sides = list(self.layout.sides(part))
            outer, seams = self.parted(outline(sides))
            return outer, [*shared(sides), *seams]
        thick: list[Side] = []
        thin: list[Side] = []
        edges = set(map(_either_way, self.edges))
        for side in self.layout.sides(filled):
            (thick if _either_way(side) in edges else thin).append(side)
        return thick, thin

    def texts(self, part: MarkedCells, grounds: Mapping[Cell, str]) -> Iterator[Element]:
        if self.scene.has_pieces:
            yield from self.piece_marks(part, grounds)
        elif self.scene.canvas.letters:
            for cell, mark in part.items():
                if mark in self.scene.canvas.tiles:
                    yield from self.tile_marks(cell, mark)
                elif clue := self.clue_in_place_of(cell, mark):
                    yield from self.clue_on(clue, grounds.get(cell, GROUND))
                elif mark not in self.scene.canvas.shading:
                    yield self.mark(cell, mark, grounds.get(cell))

    def clue_on(self, clue: Decoration, ground: str) -> Iterator[Element]:
        [cell] = clue.cells
        return clue_on(self.pen, clue, self.rounds.get(cell, ground), cell in self.midst)

    def readable(self, cell: Cell, look: dict[str, str]) -> dict[str, str]:
        """The look of a letter, or where a circle or a box below it has too similar a color, another."""
        below = self.rounds.get(cell)
        seen = below is None or contrast(look.get("fill", INK), below) >= READABLE
        return look if below is None or seen else _ink(below)

    def clue_in_place_of(self, cell: Cell, mark: str) -> Decoration | None:
        """The text of the puzzle in a cell, if the color of the mark, or the text itself, shows the mark."""
        clue = self.clues.get(cell)
        return clue if clue and (mark in self.scene.canvas.told_by_color or mark == clue.text) else None

    def tile_marks(self, cell: Cell, mark: str) -> Iterator[Element]:
        """The colors around a tile as text, except those with a color of their own to be seen in."""
        around = self.scene.canvas.tiles[mark]
        for color, (fill, (loop, *_)) in zip(around, self.tile(cell, mark), strict=True):
            if color not in self.scene.canvas.told_by_color:
                yield self.pen.small_text(middle(loop), color, **_ink(fill))

    def piece_marks(self, piece: MarkedCells, grounds: Mapping[Cell, str]) -> Iterator[Element]:
        """If all cells of a piece have the same mark, each of its islands shows the mark once, or the texts
        of the puzzle in its place.

        The mark of a given piece is in a white disc. An area has its mark in each cell, if it is written.
        """
        areas = self.scene.canvas.areas
        if areas.keys() >= {*piece.values()}:
            for cell, mark in piece.items():
                if clue := self.clues.get(cell):
                    yield from self.clue_on(clue, grounds[cell])
                elif areas[mark]:
                    yield self.mark(cell, areas[mark], grounds[cell])
            return
        given = self.scene.given.issuperset(piece)
        alike = len(set(piece.values())) == 1
        if alike and not given and (clues := [self.clues[cell] for cell in piece if cell in self.clues]):
            yield from chain.from_iterable(self.clue_on(clue, grounds[clue.cells[0]]) for clue in clues)
            return
        if self.scene.canvas.shading.issuperset(piece.values()) or self.scene.is_domino(piece):
            return
        for cell in map(self.head, self.islands(piece)) if alike else piece:
            if given and alike:
                yield self.pen.disc(cell, GROUND)
            look = _ink(GROUND) if given and alike else self.readable(cell, _ink(grounds[cell]))
            yield self.pen.text(cell, piece[cell], self.room, **look, **(BOLD if given else {}))

    def islands(self, piece: MarkedCells) -> Iterable[Collection[Cell]]:
        """The parts of a piece that are seen as one."""
        return self.layout.islands(piece)

    def head(self, island: Collection[Cell]) -> Cell:
        """The cell of an island that is nearest to its middle."""
        centers = {cell: self.layout.center(cell) for cell in island}
        xs, ys = zip(*centers.values(), strict=True)
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        return min(island, key=lambda cell: (centers[cell][0] - x) ** 2 + (centers[cell][1] - y) ** 2)

    def parted(self, sides: list[Side]) -> tuple[list[Side], list[Side]]:
        """The borders of a piece, and those of its sides that are glued to another of its sides."""
        steps = _glued(self.scene.canvas, self.layout.cells[0])
        found = set(sides)
        seams = [(a, b) for a, b in sides for step in steps if (_moved(b, step), _moved(a, step)) in found]
        return [side for side in sides if side not in seams], seams

    def region_borders(self) -> list[Side]:
        areas: dict[object, list[Cell]] = {}
        for cell, region in self.scene.canvas.regions.items():
            areas.setdefault(region, []).append(cell)
        return [side for area in areas.values() for side in outline(self.layout.sides(area))]

    def mark(self, cell: Cell, mark: str, ground: str | None) -> Element:
        """It has the color of the puzzle if the puzzle shows it, else that of what was found."""
        scene = self.scene
        has_clues = scene.given or self.clues or scene.canvas.printed or scene.canvas.beside
        is_found = has_clues and not scene.is_stated(cell, mark)
        found = self.readable(cell, _ink(ground) if ground else {"fill": FOUND} if is_found else {})
        glyph = man(mark, ink_on(ground or GROUND)) if scene.is_chessboard else None
        if mark in self.signs:
            glyph = Picture(CELL, CELL, [element("path", d=SIGNS[mark], fill=found.get("fill", INK))])
        if glyph:
            x, y = self.pen.center(cell)
            return glyph.placed(x - glyph.width / 2, y - glyph.height / 2)
        return self.pen.text(cell, mark, self.room, **(found | BOLD if cell in scene.given else found))


def _ink(ground: str) -> dict[str, str]:
    """Text is dark unless otherwise specified."""
    ink = ink_on(ground)
    return {} if ink == INK else {"fill": ink}


def _either_way(side: Side) -> Side:
    return min(side), max(side)


def _glued(canvas: Canvas, cell: Cell) -> list[Corner]:
    """The offsets from sides on the rim to those that they are glued to; ``cell`` is any of the board."""
    if canvas.gluing is None:
        return []
    corners = canvas.lattice.polygons.corners
    (x, y), *_ = corners(*cell[1:])
    ends = (corners(*plus(cell, way)[1:])[0] for way in canvas.gluing.ways_round)
    return [(across - x, down - y) for across, down in ends]


def _moved(corner: Corner, step: Corner) -> Corner:
    return corner[0] + step[0], corner[1] + step[1]


def cells_by_fill(grounds: Mapping[Cell, str]) -> dict[str, list[Cell]]:
    """The cells of each color, in their order."""
    cells: dict[str, list[Cell]] = {}
    for cell, fill in grounds.items():
        cells.setdefault(fill, []).append(cell)
    return cells
