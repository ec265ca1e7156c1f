"""Messages about the polygons of a declared lattice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from excover.base.diagnostics import Report
from excover.language.messages.message import Located

TilingFault: TypeAlias = Literal["gaps", "overlaps", "lone sides"]


class WrongAngle(Located, code="E743"):
    why: str

    wording = "this angle cannot be used"
    advice = "{why}"


class NotAPolygon(Located, code="E744"):
    why: str

    wording = "these are not the corners of a polygon"
    advice = "{why}"


class CellWithoutPolygon(Located, code="E745"):
    cell: str

    wording = "the cell {cell} has no polygon"
    advice = "give the corners of every cell of the drawing"


class TilesOverlap(Located, code="E746"):
    one: str
    other: str

    wording = "two polygons overlap"
    label = "those of {one} and {other} are on the same side of a common side"
    advice = "draw the corners on paper, or look for a wrong sign"


class MotionNotIsometry(Located, code="E749"):
    wording = "no isometry of the plane moves all polygons so"
    advice = "leave out `motions`: then all are found from the polygons"


class TilingHasGaps(Located, code="W415"):
    name: str
    fault: TilingFault
    cells: Sequence[str]
    """Two that overlap, if the fault is that some do and these are found."""

    def report(self) -> Report:
        what = {"gaps": "leave gaps", "overlaps": "overlap", "lone sides": "do not meet side to side"}
        help_ = "look at corners and periods: they are steps to the right, and by `angle` further to the left"
        if self.fault == "lone sides":
            help_ = "where a corner of one polygon lies on a side of another, give it to both"
        found = Report(f"the polygons of `{self.name}` {what[self.fault]}").at(self.span)
        if self.cells:
            found = found.noted(f"those of the cells {self.cells[0]} and {self.cells[1]} do")
        return found.helped(help_)
