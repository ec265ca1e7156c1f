"""Many solutions of one puzzle as pictures that share their parts: each piece or mark is drawn once.

>>> from excover.matrix.compiled import Canvas, Marking
>>> from excover.render.scene import scenes
>>> canvas = Canvas("", (1, 1, 2), (1, 1, 1), frozenset(), marks=("A",), tiled=True)
>>> domino = scenes([canvas], [[Marking(0, "A", ((0, 0, 0), (0, 0, 1)))]])
>>> kit = PartDrawings(domino)
>>> kit.parts_of(domino), kit.parts_of(domino), kit.labels
([0], [0], ['A at (1,1) (1,2)'])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from excover.lattices.polygons import Point
from excover.matrix.compiled import Canvas
from excover.render.layers import GAP, view_of
from excover.render.pen import MARGIN
from excover.render.scene import MarkedCells, Scene
from excover.render.svg import CELL, element, number


class PartDrawings:
    """The boards of a puzzle, one below the other, and what lies on them.

    ``width`` and ``height`` are those of a picture; ``corners`` the top left of the cells of each board.
    ``labels``, ``drawings`` and ``parts`` are those of the parts by their numbers.
    """

    def __init__(self, first: Iterable[Scene]) -> None:
        """The look of the boards is that in the scenes of a first solution."""
        self.boards = list(map(view_of, first))
        self.labels: list[str] = []
        self.drawings: list[Element] = []
        self.parts: list[MarkedCells] = []
        self._numbers: dict[object, int] = {}
        sizes = [board.pen.picture([]) for board in self.boards]
        self.width = max(size.width for size in sizes)
        self.height = sum(size.height + GAP for size in sizes) - GAP
        self.corners: list[Point] = []
        y = MARGIN
        for board, size in zip(self.boards, sizes, strict=True):
            left = (self.width - size.width) / 2 + MARGIN
            self.corners.append((left, y + board.layout.head * CELL))
            y += size.height + GAP

    def parts_of(self, solution: Iterable[Scene]) -> list[int]:
        """The numbers of the parts of a solution; new ones are drawn."""
        return [self.number(canvas, part) for canvas, scene in enumerate(solution) for part in scene.parts]

    def number(self, canvas: int, part: MarkedCells) -> int:
        key = canvas, tuple(part.items())
        if key not in self._numbers:
            self._numbers[key] = len(self.labels)
            self.parts.append(part)
            self.labels.append(label(self.boards[canvas].scene.canvas, part))
            drawn = self.boards[canvas].drawn([part])
            self.drawings.append(self._placed(canvas, drawn, f"part{self._numbers[key]}"))
        return self._numbers[key]

    def unders(self) -> Sequence[Element]:
        """The empty boards."""
        return [
            self._placed(at, [*board.under(), *board.decorations()], f"under{at}")
            for at, board in enumerate(self.boards)
        ]

    def _placed(self, canvas: int, drawn: Iterable[Element], name: str) -> Element:
        x, y = self.corners[canvas]
        return element("g", *drawn, id=name, transform=f"translate({number(x)} {number(y)})")


def label(canvas: Canvas, part: MarkedCells) -> str:
    """The condition for a part in the search field.

    >>> label(Canvas("", (1, 1, 2), (1, 1, 1), frozenset()), {(0, 0, 0): "T", (0, 0, 1): "T"})
    'T at (1,1) (1,2)'
    """
    places = (",".join(map(str, canvas.position(cell))) for cell in part)
    return f"{''.join(dict.fromkeys(part.values()))} at {' '.join(f'({place})' for place in places)}"
