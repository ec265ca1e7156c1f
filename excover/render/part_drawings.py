"""Many solutions of one puzzle as pictures that share their parts: each piece or mark is drawn once.

>>> canvas = Canvas("", (1, 1, 2), (1, 1, 1), frozenset(), marks=("A",), tiled=True)
>>> domino = scenes([canvas], [[Marking(0, "A", ((0, 0, 0), (0, 0, 1)))]])
>>> kit = PartDrawings(domino)
>>> kit.parts_of(domino), kit.parts_of(domino), kit.labels
([0], [0], ['A at (1,1) (1,2)'])
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, tostring

from excover.lattices.lattice import Point
from excover.matrix.compiled import Canvas, Marking, Place, joined
from excover.render.board import BoardView, Style
from excover.render.geometry import MARGIN
from excover.render.layers import GAP, view_of
from excover.render.scene import MarkedCells, Scene, scenes
from excover.render.svg import CELL, Picture, Written, element, number, stack
from excover.search.native import CoverBatch, Template


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
            left = (self.width - size.width) / 2 + MARGIN + board.layout.rims[0] * CELL
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
            board = self.boards[canvas]
            drawn = board.drawn([part], board.decorations_of(part))
            self.drawings.append(self._placed(canvas, drawn, f"part{self._numbers[key]}"))
        return self._numbers[key]

    def unders(self) -> Sequence[Element]:
        """The empty boards."""
        return [
            self._placed(at, [*board.under(), *board.decorations(), *board.nodes()], f"under{at}")
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


# Pictures of many solutions: native code joins what each part adds to them.
#
# The picture is that of `drawing`. It is made without a template for solutions with several marks on one
# place.

SPLIT = "split"
"""Where the texts of options go, while a template is made."""


@dataclass(slots=True)
class PictureTemplate:
    """For the options of a puzzle by their numbers; each is prepared once."""

    canvases: Sequence[Canvas]
    markings: Sequence[tuple[Marking, ...]]
    views: Sequence[BoardView]
    blank: Picture
    template: Template
    places: dict[Place, int] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        canvases: Sequence[Canvas],
        markings: Sequence[tuple[Marking, ...]],
        given: frozenset[Place],
    ) -> PictureTemplate | None:
        """None where solutions differ in more than their parts, as where parts are areas of many options."""
        if any(canvas.areas for canvas in canvases):
            return None
        shown = scenes(canvases, [], given)
        if not shown:
            return None
        views = list(map(view_of, shown))
        blank = stack((view.pen.picture([*view.under(), element(SPLIT)]) for view in views), GAP)
        made = cls(canvases, markings, views, blank, Template(b""))
        made._add_parts()
        return made

    def picture(self, options: Sequence[int]) -> Picture | None:
        """The picture of a solution; None if it must be made without the template."""
        batch = CoverBatch()
        batch.extend([tuple(options)])
        for option in self.template.unknown(batch):
            self._define(option)
        written, end = self.template.write(batch, 0, 1)
        return Picture(self.blank.width, self.blank.height, [Written(written.decode())]) if end else None

    def _add_parts(self) -> None:
        first, *rest = "".join(map(_text, self.blank.body)).split(_text(element(SPLIT)))
        self.template.add_text(first.encode())
        for view, text in zip(self.views, rest, strict=True):
            self._add_paths(view.styles)
            self.template.add_text("".join(map(_text, view.decorations())).encode())
            self._add_paths(view.line_styles)
            self.template.add_text("".join(map(_text, view.nodes())).encode())
            self.template.add_enclosed(b"", b"")
            self.template.add_text(text.encode())
        for board, view in enumerate(self.views):
            for cell in view.layout.corners:
                self.places[board, cell] = len(self.places)
        self.template.add_places(len(self.places))

    def _add_paths(self, styles: Sequence[Style]) -> None:
        for style in styles:
            before, after = _text(element("path", d=SPLIT, **style)).split(SPLIT)
            self.template.add_enclosed(before.encode(), after.encode())

    def _define(self, option: int) -> None:
        markings = self.markings[option]
        shown = scenes(self.canvases, [markings])
        texts: list[str] = []
        for view, scene in zip(self.views, shown, strict=True):
            inks = list(map(view.ink, scene.parts))
            styles = len(view.styles) + len(view.line_styles)
            texts += ("".join([ink.paths.get(at, "") for ink in inks]) for at in range(styles))
            texts.append("".join(_text(each) for ink in inks for each in ink.above))
        places = (self.places[at, cell] for at, scene in enumerate(shown) for cell in scene.marks)
        strokes = [(self.template.add_mark(b""), array("I", places))]
        # Two marks of one option on a place: no solution with it is written by the template.
        marks = [each for each in markings if each.mark not in self.canvases[each.canvas].ways]
        for board, cells in enumerate(joined(self.canvases, marks)):
            again = array("I", (self.places[board, cell] for cell in cells))
            strokes.append((self.template.add_mark(b""), again))
        self.template.define(option, [text.encode() for text in texts], strokes)


def _text(written: Element) -> str:
    return tostring(written, "unicode")
