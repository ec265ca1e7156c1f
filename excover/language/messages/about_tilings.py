"""Messages about the polygons of a declared lattice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span

TilingFault: TypeAlias = Literal["gaps", "overlaps", "lone sides"]


class WrongAngle(Diagnostic, code="E743"):
    """An angle that does not divide the circle.

    `angle` is the one between the directions in which corners of polygons are given, in degrees: 90 for
    pairs of coordinates as on squared paper, 60 for triangles and hexagons, 30 for tilings with both.

    Wrong:

    ```
    lattice squares
      |A
    periods (1, 0) along (0, -1), (0, 1) along (1, 0)
    angle 100
    corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1))
    ```

    Fixed:

    ```
    lattice squares
      |A
    periods (1, 0) along (0, -1), (0, 1) along (1, 0)
    angle 90
    corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1))
    ```
    """

    span: Span
    why: str

    def report(self) -> Report:
        return Report("this angle cannot be used").at(self.span).helped(self.why)


class NotAPolygon(Diagnostic, code="E744"):
    """Not a polygon.

    A cell has one polygon, given by its corners in order. A corner is a tuple of numbers: the steps in
    the first direction, to the right, in the next, by `angle` further to the left, and so on.

    Wrong:

    ```
    lattice domino
      |AB
    corners "A" = ((0, 0), (1, 0), (2, 0)), "B" = ((1, 0), (2, 0), (2, 1), (1, 1))
    ```

    Fixed:

    ```
    lattice domino
      |AB
    corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1)), "B" = ((1, 0), (2, 0), (2, 1), (1, 1))
    ```
    """

    span: Span
    why: str

    def report(self) -> Report:
        return Report("these are not the corners of a polygon").at(self.span).helped(self.why)


class CellWithoutPolygon(Diagnostic, code="E745"):
    """A cell without a polygon.

    If `corners` gives polygons of some cells of a lattice, it gives those of all in the drawing.

    Wrong:

    ```
    lattice domino
      |AB
    corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1))
    ```

    Fixed:

    ```
    lattice domino
      |AB
    corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1)), "B" = ((1, 0), (2, 0), (2, 1), (1, 1))
    ```
    """

    span: Span
    cell: str

    def report(self) -> Report:
        return (
            Report(f"the cell {self.cell} has no polygon")
            .at(self.span)
            .helped("give the corners of every cell of the drawing")
        )


class TilesOverlap(Diagnostic, code="E746"):
    """Polygons overlap.

    Two cells of a lattice lie on the same side of a line between two corners.

    Wrong:

    ```
    lattice domino
      |AB
    corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1)), "B" = ((0, 0), (1, 0), (1, 2), (0, 2))
    ```

    Fixed:

    ```
    lattice domino
      |AB
    corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1)), "B" = ((1, 0), (2, 0), (2, 1), (1, 1))
    ```
    """

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
    """A motion that changes polygons.

    A motion of a lattice of polygons turns, reflects or moves all of them together. Without `motions`,
    all motions of the polygons are found.

    Wrong:

    ```
    lattice bricks
      |A
    periods (1, 0) along (0, -1), (0, 1) along (2, 0)
    corners "A" = ((0, 0), (2, 0), (2, 1), (0, 1))
    motions (r, c) -> (c, -r)
    ```

    Fixed:

    ```
    lattice bricks
      |A
    periods (1, 0) along (0, -1), (0, 1) along (2, 0)
    corners "A" = ((0, 0), (2, 0), (2, 1), (0, 1))
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("no isometry of the plane moves all polygons so")
            .at(self.span)
            .helped("leave out `motions`: then all are found from the polygons")
        )


class TilingHasGaps(Diagnostic, code="W415"):
    """Polygons that do not fill the plane.

    The polygons of one period leave a part of the plane free, or overlap. Lattices with gaps work; if
    none are meant, a polygon is missing, or a period or corner is wrong. Polygons that meet along a part of
    a side are no neighbors: where the corner of one lies on a side of another, give it to both.

    Wrong:

    ```
    lattice squares
      |A
    periods (1, 0) along (0, -1), (0, 1) along (2, 0)
    corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1))
    ```

    Fixed:

    ```
    lattice squares
      |A
    periods (1, 0) along (0, -1), (0, 1) along (1, 0)
    corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1))
    ```
    """

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
