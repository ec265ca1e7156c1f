"""Pictures of many solutions: native code joins what each part adds to them.

The picture is that of `drawing`. It is made without a template for solutions with several marks on one place,
and for boards that are drawn as chessboards only if there are few marks on them.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, tostring

from excover.matrix.compiled import Canvas, Marking, Place
from excover.matrix.overlay import joined
from excover.render.board import BoardView
from excover.render.layers import GAP, view_of
from excover.render.scene import scenes
from excover.render.svg import Picture, Written, element, stack
from excover.search.native import CoverBatch, Template

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
        """None where solutions differ in more than their parts."""
        shown = scenes(canvases, [], given)
        if not shown or not all(scene.has_one_look for scene in shown):
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
            for style in view.styles:
                before, after = _text(element("path", d=SPLIT, **style)).split(SPLIT)
                self.template.add_enclosed(before.encode(), after.encode())
            self.template.add_text("".join(map(_text, view.decorations())).encode())
            self.template.add_enclosed(b"", b"")
            self.template.add_text(text.encode())
        for number, view in enumerate(self.views):
            for cell in view.layout.corners:
                self.places[number, cell] = len(self.places)
        self.template.add_places(len(self.places))

    def _define(self, option: int) -> None:
        markings = self.markings[option]
        shown = scenes(self.canvases, [markings])
        texts: list[str] = []
        for view, scene in zip(self.views, shown, strict=True):
            inks = list(map(view.ink, scene.parts))
            texts += ("".join([ink.paths.get(at, "") for ink in inks]) for at in range(len(view.styles)))
            texts.append("".join(_text(each) for ink in inks for each in ink.above))
        places = (self.places[at, cell] for at, scene in enumerate(shown) for cell in scene.marks)
        strokes = [(self.template.add_mark(b""), array("I", places))]
        # Two marks of one option on a place: no solution with it is written by the template.
        for number, cells in enumerate(joined(self.canvases, markings)):
            again = array("I", (self.places[number, cell] for cell in cells))
            strokes.append((self.template.add_mark(b""), again))
        self.template.define(option, [text.encode() for text in texts], strokes)


def _text(written: Element) -> str:
    return tostring(written, "unicode")
