"""Messages about the polygons of a declared lattice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span

TilingFault: TypeAlias = Literal["gaps", "overlaps", "lone sides"]


class WrongAngle(Diagnostic, code="E743"):
    span: Span
    why: str

    def report(self) -> Report:
        return Report("this angle cannot be used").at(self.span).helped(self.why)


class NotAPolygon(Diagnostic, code="E744"):
    span: Span
    why: str

    def report(self) -> Report:
        return Report("these are not the corners of a polygon").at(self.span).helped(self.why)


class CellWithoutPolygon(Diagnostic, code="E745"):
    span: Span
    cell: str

    def report(self) -> Report:
        return (
            Report(f"the cell {self.cell} has no polygon")
            .at(self.span)
            .helped("give the corners of every cell of the drawing")
        )


class TilesOverlap(Diagnostic, code="E746"):
    span: Span
    one: str
    other: str

    def report(self) -> Report:
        return (
            Report("two polygons overlap")
            .at(
                self.span,
                f"those of {self.one} and {self.other} are on the same side of a common side",
            )
            .helped("draw the corners on paper, or look for a wrong sign")
        )


class MotionNotIsometry(Diagnostic, code="E749"):
    span: Span

    def report(self) -> Report:
        return (
            Report("no isometry of the plane moves all polygons so")
            .at(self.span)
            .helped("leave out `motions`: then all are found from the polygons")
        )


class TilingHasGaps(Diagnostic, code="W415"):
    span: Span
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
