"""A scene as a picture: pieces with thick borders, a Sudoku with its blocks, men on a chessboard.

>>> from excover.cover.compiled import Canvas, Ink
>>> from excover.render.scene import scenes
>>> canvas = Canvas("", (1, 2, 2), (1, 1, 1), frozenset(), marks=("A", "B"), tiled=True)
>>> [scene] = scenes([canvas], [[Ink(0, "A", ((0, 0, 0), (0, 0, 1)))]])
>>> picture = board(scene)
>>> picture.width, [each.tag for each in picture.body]
(84.0, ['path', 'path', 'path', 'g'])
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from xml.etree.ElementTree import Element

from excover.cover.compiled import Canvas
from excover.puzzle.lattice import Cell
from excover.render.chess import man
from excover.render.geometry import Corner, Layout, Side, lines, loops, outline, shared
from excover.render.palette import colors
from excover.render.scene import Piece, Scene
from excover.render.svg import CELL, FONT, INK, MUTED, Picture, element, path, stack

THICK, THIN = 0.075, 0.02
"""Widths of lines, in widths of a cell."""
MARGIN = THICK / 2 + 0.0125
GROUND, DARK, STATED, FOUND = "#ffffff", "#cbb692", "#e9e9e4", "#1f4e9e"
"""Empty cells; the dark cells of a chessboard; cells that were given; marks that were not."""


def drawing(scenes: Iterable[Scene]) -> Picture:
    """The scenes of a solution, one below the other."""
    return stack(map(board, scenes), gap=CELL / 2)


def board(scene: Scene) -> Picture:
    """One scene."""
    return _Board(scene).picture()


class _Board:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.layout = Layout.of(scene.canvas)
        self.fills = colors(scene.canvas)

    def picture(self) -> Picture:
        size = 2 * MARGIN * CELL
        return Picture(self.layout.width * CELL + size, self.layout.height * CELL + size, list(self.body()))

    def body(self) -> Iterable[Element]:
        """What lies below comes first: where two pieces touch, the border of the later one is seen whole."""
        scene, cells = self.scene, self.layout.cells
        yield self.area(cells, GROUND)
        if scene.is_chessboard:
            yield self.area([cell for cell in cells if sum(cell) % 2], DARK)
        elif not scene.pieces:
            yield from self.shaded()
        yield self.inner(cells)
        yield self.rim(cells)
        for piece in scene.pieces:
            yield self.piece(piece)
        if not scene.pieces:
            yield from self.region_borders()
            yield from self.marks()

    def shaded(self) -> Iterable[Element]:
        """Cells that were given, and those of a color of their own."""
        if self.scene.given:
            yield self.area(sorted(self.scene.given), STATED)

    def piece(self, piece: Piece) -> Element:
        cells = list(piece)
        fill = self.fills[piece[cells[0]]] if len(set(piece.values())) == 1 else GROUND
        outer, seams = self.parted(list(outline(self.layout.sides(cells))))
        made = element("g", self.area(cells, fill), self.inner(cells), self.line(outer, THICK, INK))
        if seams:
            made.append(self.line(seams, THIN, MUTED))
        made.extend(self.piece_marks(piece))
        return made

    def piece_marks(self, piece: Piece) -> Iterable[Element]:
        """Where all cells of a piece have the same mark, one of them shows it for each island of them."""
        given = self.scene.given.issuperset(piece)
        if len(set(piece.values())) > 1:
            return [self.text(cell, mark, given) for cell, mark in piece.items()]
        heads = (self.head(island) for island in self.layout.islands(piece))
        return [each for cell in heads for each in self.label(cell, piece[cell], given)]

    def label(self, cell: Cell, mark: str, given: bool) -> Iterable[Element]:
        """A given piece has its mark in a white disc."""
        if given:
            (x, y), radius = self.place(cell), 0.66 * self.layout.form.radius * CELL
            yield element("circle", cx=x, cy=y, r=radius, fill=GROUND, stroke=INK, stroke_width=1)
        yield self.text(cell, mark, given)

    def head(self, island: Collection[Cell]) -> Cell:
        """The cell of an island that is nearest to its middle."""
        centers = {cell: self.layout.center(cell) for cell in island}
        xs, ys = zip(*centers.values(), strict=True)
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        return min(island, key=lambda cell: (centers[cell][0] - x) ** 2 + (centers[cell][1] - y) ** 2)

    def parted(self, sides: list[Side]) -> tuple[list[Side], list[Side]]:
        """The borders of a piece, and those of its sides that are glued to another side of its own."""
        steps = _glued(self.scene.canvas)
        found = set(sides)
        seams = [(a, b) for a, b in sides for step in steps if (_moved(b, step), _moved(a, step)) in found]
        return [side for side in sides if side not in seams], seams

    def region_borders(self) -> Iterable[Element]:
        regions = self.scene.canvas.regions
        areas: dict[object, list[Cell]] = {}
        for cell, region in regions.items():
            areas.setdefault(region, []).append(cell)
        if areas:
            borders = [side for area in areas.values() for side in outline(self.layout.sides(area))]
            yield self.line(borders, THICK, INK)

    def marks(self) -> Iterable[Element]:
        scene = self.scene
        for cell, mark in scene.marks.items():
            glyph = man(mark) if scene.is_chessboard else None
            if glyph:
                x, y = self.place(cell)
                yield glyph.placed(x - glyph.width / 2, y - glyph.height / 2)
            else:
                yield self.text(cell, mark, cell in scene.given)

    # Elements

    def text(self, cell: Cell, mark: str, given: bool) -> Element:
        x, y = self.place(cell)
        size = 1.15 * self.layout.form.radius * CELL * min(1, 1.7 / len(mark))
        found = bool(self.scene.given) and not self.scene.pieces and not given
        return element(
            "text",
            text=mark,
            x=x,
            y=y + 0.36 * size,
            text_anchor="middle",
            font_family=FONT,
            font_size=size,
            font_weight="bold" if given else "normal",
            fill=FOUND if found else INK,
        )

    def area(self, cells: Collection[Cell], fill: str) -> Element:
        ways = (map(self.at, loop) for loop in loops(self.layout.sides(cells)))
        return element("path", d=path(ways, closed=True), fill=fill, fill_rule="evenodd")

    def inner(self, cells: Collection[Cell]) -> Element:
        return self.line(shared(self.layout.sides(cells)), THIN, MUTED)

    def rim(self, cells: Collection[Cell]) -> Element:
        """The border of all cells, dashed where it is glued together."""
        sides, glued = self.parted(list(outline(self.layout.sides(cells))))
        made = self.line([*sides, *glued], THICK, INK)
        if glued:
            made = element("g", self.line(sides, THICK, INK), self.line(glued, THIN, INK))
        return made

    def line(self, sides: Iterable[Side], width: float, color: str) -> Element:
        data = path((map(self.at, line) for line in lines(sides)), closed=False)
        caps = {"stroke_linecap": "round"} if width == THICK else {}
        return element("path", d=data, fill="none", stroke=color, stroke_width=width * CELL, **caps)

    def at(self, corner: Corner) -> tuple[float, float]:
        x, y = self.layout.point(corner)
        return (x + MARGIN) * CELL, (y + MARGIN) * CELL

    def place(self, cell: Cell) -> tuple[float, float]:
        x, y = self.layout.center(cell)
        return (x + MARGIN) * CELL, (y + MARGIN) * CELL


def _glued(canvas: Canvas) -> list[Corner]:
    """The steps that lead from a side on the rim to the one that it is glued to."""
    _, rows, columns = canvas.extent
    around, over = [(columns, 0), (-columns, 0)], [(0, rows), (0, -rows)]
    return (around if canvas.wraps else []) + (over if "torus" in canvas.wraps else [])


def _moved(corner: Corner, step: Corner) -> Corner:
    return corner[0] + step[0], corner[1] + step[1]
