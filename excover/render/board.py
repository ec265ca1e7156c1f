"""A scene as a picture: pieces with thick borders, a Sudoku with its blocks, men on a chessboard.

>>> from excover.cover.compiled import Canvas, Ink
>>> from excover.render.scene import scenes
>>> canvas = Canvas("", (1, 2, 2), (1, 1, 1), frozenset(), marks=("A", "B"), tiled=True)
>>> [scene] = scenes([canvas], [[Ink(0, "A", ((0, 0, 0), (0, 0, 1)))]])
>>> picture = board(scene)
>>> picture.width, [each.tag for each in picture.body[0]]
(84.0, ['path', 'path', 'path', 'g'])
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from xml.etree.ElementTree import Element

from excover.cover.compiled import Canvas
from excover.puzzle.lattice import Cell
from excover.render.chess import man
from excover.render.geometry import Corner, Layout, Side, outline
from excover.render.palette import colors
from excover.render.pen import THICK, THIN, Pen
from excover.render.scene import Piece, Scene
from excover.render.svg import CELL, INK, MUTED, Picture, element, stack

GROUND, DARK, STATED, FOUND = "#ffffff", "#cbb692", "#e9e9e4", "#1f4e9e"
"""Empty cells; the dark cells of a chessboard; cells that were given; marks that were not."""
BOLD = {"font_weight": "bold"}
GAP = CELL / 2
"""Between two boards."""


def drawing(scenes: Iterable[Scene]) -> Picture:
    """The scenes of a solution, one below the other."""
    return stack(map(board, scenes), GAP)


def board(scene: Scene) -> Picture:
    """One scene."""
    made = Board(scene)
    return made.pen.picture([*made.under(), *map(made.part, scene.parts)])


class Board:
    """What is the same for all solutions, and the parts of one.

    Where two pieces touch, the border of the later one is seen whole.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.layout = Layout.of(scene.canvas)
        self.pen = Pen(self.layout)
        self.fills = colors(scene.canvas)

    def under(self) -> Iterator[Element]:
        scene, cells, pen = self.scene, self.layout.cells, self.pen
        yield pen.area(cells, GROUND)
        if scene.is_chessboard:
            yield pen.area([cell for cell in cells if sum(cell) % 2], DARK)
        elif scene.given and not scene.canvas.tiled:
            yield pen.area(sorted(scene.given), STATED)
        yield pen.inner(cells)
        yield self.rim(cells)
        if borders := self.region_borders():
            yield pen.line(borders, THICK, INK)

    def part(self, part: Piece) -> Element:
        """A piece, or a mark."""
        if self.scene.pieces:
            return self.piece(part)
        [(cell, mark)] = part.items()
        return self.mark(cell, mark)

    def piece(self, piece: Piece) -> Element:
        cells, pen = list(piece), self.pen
        fill = self.fills[piece[cells[0]]] if len(set(piece.values())) == 1 else GROUND
        outer, seams = self.parted(outline(self.layout.sides(cells)))
        made = element("g", pen.area(cells, fill), pen.inner(cells), pen.line(outer, THICK, INK))
        if seams:
            made.append(pen.line(seams, THIN, MUTED))
        made.extend(self.piece_marks(piece))
        return made

    def piece_marks(self, piece: Piece) -> Iterator[Element]:
        """Where all cells of a piece have the same mark, one of them shows it for each island of them.

        A given piece has it in a white disc.
        """
        given = self.scene.given.issuperset(piece)
        alike = len(set(piece.values())) == 1
        for cell in map(self.head, self.layout.islands(piece)) if alike else piece:
            if given and alike:
                yield self.pen.disc(cell, GROUND)
            yield self.pen.text(cell, piece[cell], **(BOLD if given else {}))

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

    def region_borders(self) -> list[Side]:
        areas: dict[object, list[Cell]] = {}
        for cell, region in self.scene.canvas.regions.items():
            areas.setdefault(region, []).append(cell)
        return [side for area in areas.values() for side in outline(self.layout.sides(area))]

    def mark(self, cell: Cell, mark: str) -> Element:
        scene = self.scene
        glyph = man(mark) if scene.is_chessboard else None
        if glyph:
            x, y = self.pen.center(cell)
            return glyph.placed(x - glyph.width / 2, y - glyph.height / 2)
        found = {"fill": FOUND} if scene.given else {}
        return self.pen.text(cell, mark, **(BOLD if cell in scene.given else found))

    def rim(self, cells: Collection[Cell]) -> Element:
        """The border of all cells, thin where it is glued together."""
        sides, glued = self.parted(outline(self.layout.sides(cells)))
        made = self.pen.line(sides, THICK, INK)
        return element("g", made, self.pen.line(glued, THIN, INK)) if glued else made


def _glued(canvas: Canvas) -> list[Corner]:
    """The steps that lead from a side on the rim to the one that it is glued to."""
    _, rows, columns = canvas.extent
    around, over = [(columns, 0), (-columns, 0)], [(0, rows), (0, -rows)]
    return (around if canvas.wraps else []) + (over if "torus" in canvas.wraps else [])


def _moved(corner: Corner, step: Corner) -> Corner:
    return corner[0] + step[0], corner[1] + step[1]
