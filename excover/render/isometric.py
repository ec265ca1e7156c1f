"""Solid boards seen from above, front and right: whole, or with their layers lifted apart.

>>> canvas = Canvas("", (1, 1, 1), (1, 1, 1), frozenset(), marks=("A",))
>>> [scene] = scenes([canvas], [[Marking(0, "A", ((0, 0, 0),))]])
>>> [each.tag for each in solid([scene]).body[0][0]]
['g', 'g', 'g']

How a solid is taken apart, as a strip of pictures: before the first move, and after each.

>>> cube, bar = Marking(0, "A", ((0, 0, 0),)), Marking(0, "B", ((0, 0, 1), (0, 0, 2)))
>>> first, second = stages([cube, bar], [((0,), (0, 0, -1), None)])
>>> first[0].cells, second[0].cells
(((0, 0, 0),), ((0, 0, -1),))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import cycle, permutations, product
from math import ceil, sqrt
from typing import NamedTuple, TypeAlias
from xml.etree.ElementTree import Element

from excover.base.words import clipped, text_width
from excover.lattices import Cell, Vector
from excover.lattices.lattice import minus, plus
from excover.matrix.compiled import Canvas, Marking
from excover.render.board import GROUND
from excover.render.geometry import LONGEST, STYLE, THICK, THIN
from excover.render.scene import Scene, ink_on, scenes, shaded
from excover.render.svg import (
    CAPTION,
    CELL,
    INK,
    MUTED,
    Picture,
    captioned,
    element,
    grid,
    number,
    path,
    shown,
    stack,
)

ACROSS, DOWN = CELL * sqrt(3) / 2, CELL / 2
MARGIN = THICK * CELL


class Face(NamedTuple):
    """A face of a cube: its outward direction; its corners in order, and from each the direction across its
    side.

    ``light`` is its brightness; ``slant`` is the transformation of text on it.
    """

    outward: Vector
    corners: tuple[Vector, ...]
    beyond: tuple[Vector, ...]
    light: float
    slant: tuple[float, float, float, float]


_UP, _BELOW, _BACK, _FORTH, _LEFT, _RIGHT = (
    (-1, 0, 0),
    (1, 0, 0),
    (0, -1, 0),
    (0, 1, 0),
    (0, 0, -1),
    (0, 0, 1),
)
_TO_EYE = (_UP, _FORTH, _RIGHT)
_COS, _SIN = sqrt(3) / 2, 1 / 2
TOP = Face(
    _UP,
    ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0)),
    (_BACK, _RIGHT, _FORTH, _LEFT),
    1,
    (_COS, _SIN, -_COS, _SIN),
)
FRONT = Face(
    _FORTH,
    ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)),
    (_UP, _RIGHT, _BELOW, _LEFT),
    0.88,
    (_COS, _SIN, 0, 1),
)
RIGHT = Face(
    _RIGHT,
    ((0, 1, 1), (0, 0, 1), (1, 0, 1), (1, 1, 1)),
    (_UP, _BACK, _BELOW, _FORTH),
    0.74,
    (_COS, -_SIN, 0, 1),
)

FACES = (TOP, FRONT, RIGHT)
SIDES_OF_CUBES = {TOP: 0, RIGHT: 2, FRONT: 3}
"""Their places in the order of the sides of a tile."""


def solid(scenes: Iterable[Scene], *, lifted: bool = False) -> Picture:
    """The scenes of a solution, one below the other; their canvases have cubes or squares."""
    return stack((_Solid(scene, lifted).picture() for scene in scenes), gap=CELL)


def hides(scene: Scene) -> bool:
    """Whether a cube is completely hidden by others of its board."""
    return not all(
        any(_is_open(scene.marks, cell, order) for order in permutations(_TO_EYE)) for cell in scene.marks
    )


def _is_open(cubes: Collection[Cell], cell: Cell, order: Iterable[Vector]) -> bool:
    """Whether no cube is on a line to the eye; there are six lines, two from each face, through which they
    leave.
    """
    steps = cycle(order)
    while (cell := plus(cell, next(steps)))[0] >= 0:
        if cell in cubes:
            return False
    return True


class _Solid:
    def __init__(self, scene: Scene, lifted: bool) -> None:
        _, rows, columns = scene.canvas.extent
        self.lift = (rows + columns) / 2 if lifted else 0
        """The distance between two layers, in heights of a cube: enough that no layer hides another."""
        self.marks = scene.marks
        self.pieces = scene.bodies
        self.owner = {cell: number for number, piece in enumerate(self.pieces) for cell in piece}
        self.fills = scene.fills
        self.colors = scene.canvas.colors
        self.told_by_color = scene.canvas.told_by_color
        self.tiles = scene.canvas.tiles
        self.labels = scene.canvas.letters
        self.extent = scene.canvas.extent
        missing = scene.canvas.holes | scene.canvas.gaps
        layers, rows, columns = self.extent
        self.cells = self.marks.keys() | set(product(range(layers), range(rows), range(columns))).difference(
            missing
        )

    def picture(self) -> Picture:
        """Cubes from back to front, each covering what it hides, and the floor of empty cells."""
        cells = sorted(self.cells, key=lambda cell: (-cell[0], cell[1], cell[2]))
        seen = {cell: [face for face in FACES if self.is_seen(cell, face)] for cell in self.marks}
        labelled = set(self.labelled((cell, face) for cell in cells for face in seen.get(cell, ())))
        drawn: list[Element] = []
        for cell in cells:
            drawn += (self.face(cell, face, (cell, face) in labelled) for face in seen.get(cell, ()))
            drawn += [self.floor(cell)] if self.is_floor(cell) else []
        layers, rows, columns = self.extent
        width = (rows + columns) * ACROSS + 2 * MARGIN
        height = (rows + columns + 2 * layers + 2 * self.lift * (layers - 1)) * DOWN + 2 * MARGIN
        move = f"translate({number(rows * ACROSS + MARGIN)} {number(MARGIN)})"
        return Picture(width, height, [element("g", *drawn, **STYLE, transform=move)])

    def is_floor(self, cell: Cell) -> bool:
        """It is empty, and so are all cells below it."""
        return cell not in self.marks and (bool(self.lift) or plus(cell, _BELOW) not in self.cells)

    def floor(self, cell: Cell) -> Element:
        corners = [self.at(cell, plus(corner, _BELOW)) for corner in TOP.corners]
        data = path([corners], closed=True)
        return element("path", d=data, fill=GROUND, stroke=MUTED, stroke_width=THIN * CELL)

    def is_seen(self, cell: Cell, face: Face) -> bool:
        return self.owner_at(plus(cell, face.outward), cell) is None

    def owner_at(self, cell: Cell, seen_from: Cell) -> int | None:
        """The piece at a cell; none in another layer if layers are lifted apart."""
        return None if self.lift and cell[0] != seen_from[0] else self.owner.get(cell)

    def labelled(self, faces: Iterable[tuple[Cell, Face]]) -> Iterator[tuple[Cell, Face]]:
        """The last face drawn of each piece that is fully visible, preferably a top; in each layer, if
        lifted.
        """
        found: dict[object, tuple[Cell, Face]] = {}
        for cell, face in sorted(faces, key=lambda each: (self.is_whole(*each), each[1] is TOP)):
            found[self.owner[cell], self.lift and cell[0]] = cell, face
        yield from found.values()

    def is_whole(self, cell: Cell, face: Face) -> bool:
        """Whether nothing hides a part of it."""
        orders = (order for order in permutations(_TO_EYE) if order[0] == face.outward)
        return bool(self.lift) or all(_is_open(self.marks, cell, order) for order in orders)

    def face(self, cell: Cell, face: Face, labelled: bool) -> Element:
        corners = [self.at(cell, corner) for corner in face.corners]
        sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
        inner = [self.is_inner(cell, face, way) for way in face.beyond]
        mark = self.seen_on(cell, face)
        plain = len(set(self.pieces[self.owner[cell]].values())) > 1
        colors = self.colors if plain else self.fills  # without marks that options draw together
        fill = shaded(colors.get(mark, GROUND), face.light)
        made = element("g", element("path", d=path([corners], closed=True), fill=fill))
        for which, width, color in ((True, THIN, MUTED), (False, THICK, INK)):
            ways = [side for side, within in zip(sides, inner, strict=True) if within is which]
            if ways:
                data = path(ways, closed=False)
                made.append(element("path", d=data, stroke=color, stroke_width=width * CELL, fill="none"))
        of_side = mark != self.marks[cell]
        is_written = mark not in self.told_by_color if of_side else labelled or plain
        if self.labels and is_written:
            made.append(self.text(corners, face, mark, ink_on(fill)))
        return made

    def is_inner(self, cell: Cell, face: Face, way: Vector) -> bool:
        """Whether the face continues in a cube of the same piece."""
        beyond = plus(cell, way)
        return (
            self.owner_at(beyond, cell) == self.owner[cell]
            and self.owner_at(plus(beyond, face.outward), cell) is None
        )

    def seen_on(self, cell: Cell, face: Face) -> str:
        """The mark of a cube; of a tile with a color on each side, that of this side."""
        mark = self.marks[cell]
        around = self.tiles.get(mark, ())
        return around[SIDES_OF_CUBES[face]] if len(around) == len(SIDES_OF_CUBES) * 2 else mark

    def text(self, corners: list[tuple[float, float]], face: Face, mark: str, ink: str) -> Element:
        x, y = (sum(axis) / 4 for axis in zip(*corners, strict=True))
        mark = clipped(mark, LONGEST)
        size = 0.6 * CELL * min(1, 1.7 / max(1, text_width(shown(mark))))
        matrix = " ".join(map(number, (*face.slant, x, y)))
        colored = {} if ink == INK else {"fill": ink}
        return element(
            "text", text=mark, y=0.36 * size, font_size=size, transform=f"matrix({matrix})", **colored
        )

    def at(self, cell: Cell, corner: Vector) -> tuple[float, float]:
        layer, row, column = plus(cell, corner)
        return (column - row) * ACROSS, (column + row + 2 * layer + 2 * self.lift * cell[0]) * DOWN


Shifted: TypeAlias = tuple[Sequence[int], Vector, int | None]
"""Numbers of pieces, a direction, and a distance in cells; None if they are taken away from the others."""


def strip(
    canvas: Canvas,
    pieces: Sequence[Marking],
    moves: Sequence[Shifted],
    captions: Iterable[str],
    standing: Callable[[Scene], Picture],
) -> Picture:
    """A picture for each stage, at most five side by side, with a caption for each move."""
    marks = dict.fromkeys([*canvas.marks, *(piece.mark for piece in pieces)])  # its own first, for its colors
    marked = canvas.replaced(marks=tuple(marks))
    pictures = [standing(_scene(marked, stage)) for stage in stages(pieces, moves)]
    words = ["assembled", *captions]
    size = max(CAPTION, max(picture.width for picture in pictures) / 20)
    drawn = [captioned(picture, word, size) for picture, word in zip(pictures, words, strict=True)]
    return grid(drawn, min(5, len(drawn)), gap=CELL).framed(CELL * 0.4)


def stages(pieces: Sequence[Marking], moves: Iterable[Shifted]) -> Iterator[list[Marking]]:
    """The pieces before the first move, and after each move those of the part in which something moved."""
    where = dict(enumerate(pieces))
    parts = [set(where)]
    yield list(where.values())
    for moved, direction, distance in moves:
        part = next(part for part in parts if part.issuperset(moved))
        rest = part.difference(moved)
        steps = distance or _clearance([where[k] for k in moved], [where[k] for k in rest], direction)
        where |= {piece: _shifted(where[piece], direction, steps) for piece in moved}
        yield [where[piece] for piece in sorted(part)]
        if distance is None:
            parts.remove(part)
            parts += [set(moved), rest]


def _shifted(piece: Marking, direction: Vector, steps: int) -> Marking:
    (z, y, x), cells = direction, piece.cells
    return piece._replace(cells=tuple((c + steps * z, b + steps * y, a + steps * x) for c, b, a in cells))


def _clearance(moved: Iterable[Marking], rest: Iterable[Marking], direction: Vector) -> int:
    """The distance, in steps, that leaves a layer of cells between what is moved and the rest."""
    far = max(_along(rest, direction)) + 2 - min(_along(moved, direction))
    return ceil(far / sum(step * step for step in direction))


def _along(pieces: Iterable[Marking], direction: Vector) -> list[int]:
    return [
        sum(a * b for a, b in zip(cell, direction, strict=True)) for piece in pieces for cell in piece.cells
    ]


def _scene(canvas: Canvas, pieces: Sequence[Marking]) -> Scene:
    """The pieces in a box that just holds them, without a floor."""
    cells = [cell for piece in pieces for cell in piece.cells]
    low = tuple(map(min, zip(*cells, strict=True)))
    low = minus(low, canvas.lattice.kind(low))  # a translation, or prisms would be turned
    z, y, x = (axis - least + 1 for axis, least in zip(map(max, zip(*cells, strict=True)), low, strict=True))
    back = [_shifted(piece, low, -1) for piece in pieces]
    empty = set(product(range(z), range(y), range(x))).difference(*(piece.cells for piece in back))
    box = canvas.replaced(extent=(z, y, x), origin=(1, 1, 1), holes=frozenset(empty), gaps=frozenset())
    (scene,) = scenes([box], [[piece] for piece in back])
    return scene
