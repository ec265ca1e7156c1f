"""Messages about lattices: named, and declared with the polygons of their cells."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Literal, TypeAlias

from excover.base.diagnostics import Edit, Report
from excover.base.names import Value, show
from excover.base.source import Span
from excover.base.words import plural
from excover.language.messages.message import Located


class FlatLattice(Located, code="E231"):
    lattice: str
    is_open: bool

    def report(self) -> Report:
        what = "open side" if self.is_open else "layers"
        return self.located(f"a board of the {self.lattice} lattice has no {what}").helped(
            "remove the lattice"
        )


class BoardCannotClose(Located, code="E232"):
    flag: str
    cells: str
    why: str

    def report(self) -> Report:
        if self.why == "drawing":
            refused, helped = (
                f"a {self.flag} has no drawing",
                f"give its size, as in `board ring 5x8, {self.flag}`",
            )
        elif self.why == "slanting":
            refused = "only a board whose rows are straight can be a cylinder, and the second period slants"
            helped = "begin the periods with the one that slants, or make the board a torus"
        else:
            refused = f"no board of {self.cells} can be a {self.flag}"
            helped = "declare a `lattice` without periods, in which cells are neighbors across the sides"
        return self.located(refused).helped(helped)


class CellOffLattice(Located, code="E235"):
    first: Span | None
    """Of a cell that shows where the others stand; None where a drawing begins with the lattice."""
    cells: str
    """The word for several cells of the lattice."""
    sites: str
    """Where they stand in a drawing."""
    is_piece: bool
    is_dot: bool
    by: int
    """How many columns to the right all cells of the drawing would have to stand, or to the left if it is
    negative; 0 if that does not help."""
    column: int
    beside: Sequence[int]
    """The column of the cell, and the nearest ones of its row where a cell may stand, counted from 1."""

    def report(self) -> Report:
        report = self.located("this cell is not on the lattice").beside(
            self.first, f"where {self.cells} stand is determined by this one"
        )
        if self.by:
            way = f"{plural(abs(self.by), 'column')} to the {'right' if self.by > 0 else 'left'}"
            what = "all lines of this band" if self.is_piece else "the whole drawing"
            return report.helped(f"move {what} {way}: then its {self.cells} are on the lattice", self.sites)
        if self.beside:
            places = f"column{'s' * (len(self.beside) > 1)} {' and '.join(map(str, self.beside))}"
            report = report.noted(
                f"it is in column {self.column} of its row, where {self.cells} stand in {places}"
            )
        own = "or draw this piece in its own band: a line with only a bar, `|`, ends a band"
        gap = "draw a blank where there is no cell: `.` is a cell of the board" if self.is_dot else ""
        return report.helped(self.sites, own if self.is_piece else gap)


class LatticesDiffer(Located, code="E236"):
    shapes: str
    one: str
    board: str
    other: str
    declared: Collection[str]
    """Which of the two lattices are declared by `lattice`: they are named behind `on`."""
    are_imported: bool
    """Whether the pieces are drawn in another text, so that only the board can be changed here."""
    without: Span | None = None
    """The name of the pieces, if no lattice is named behind it."""
    are_in_parts: bool = False
    """Whether some are not connected on the lattice that was not meant."""

    def report(self) -> Report:
        board = f"`board {self.board} {self._named(self.one)}`"
        shapes = f"`shapes {self.shapes} {self._named(self.other)}`"
        ways = [f"use one lattice for both: {board}, or {shapes}"]
        if self.are_imported:
            ways = [
                f"the pieces are imported: draw them anew, as {shapes} under another name",
                f"or declare the board on their lattice: {board}",
            ]
        return self.located(
            f"the pieces of `{self.shapes}` are drawn on the {self.one} lattice, "
            f"`{self.board}` is on the {self.other} one"
        ).helped(*ways)

    def fix(self) -> Edit | None:
        """With the lattice of the board behind the name of the pieces."""
        if self.without is None:
            return None
        text, end = self.without.source.text, self.without.end
        if not re.match(r"[ \t]*(?:#[^\n]*)?\n", text[end : end + 1000]):
            return None
        return Edit(Span(self.without.source, end, end), f" {self._named(self.other)}", self.are_in_parts)

    def _named(self, lattice: str) -> str:
        """As it stands behind the name of a board or of pieces."""
        return f"on {lattice}" if lattice in self.declared else lattice


class NothingCrosses(Located, code="E261"):
    cells: str

    wording = "{cells} cannot cross"
    advice = "remove `crossing`"


class OtherStroke(Located, code="E262"):
    text: str
    stroke: str
    sites: str

    wording = "an edge here is drawn as `{stroke}`, not as `{text}`"
    advice = "{sites}"


class TooLongForItsLattice(Located, code="E817"):
    cells: str
    longest: int

    wording = "boards and pieces of {cells} are at most {longest} of them long"
    advice = "draw it smaller; in three dimensions, `cube` has no such limit"


class OpenBlocks(Located, code="E818"):
    cells: str

    wording = "a board of {cells} has no open side"
    advice = "remove `open`"


class NotACell(Located, code="E740"):
    name: str
    why: str

    wording = "this is not a cell of lattice `{name}`"
    advice = "{why}"


class WrongPeriods(Located, code="E741"):
    why: str
    fixed: str

    wording = "{why}"
    advice = "{fixed}"


class CellsCoincide(Located, code="E742"):
    other: Span

    wording = "a period leads from another cell to this one"
    related = ("other", "the other cell")
    advice = "draw only one of them, or make the period longer"


class MotionOffLattice(Located, code="E747"):
    cell: str
    why: str
    image: Value = ""

    def report(self) -> Report:
        if self.why:
            at = f"at the cell {self.cell}" if self.cell else ""
            return self.located("this is not a motion of the lattice", at).helped(self.why)
        return self.located(f"this motion takes the cell {self.cell} to {show(self.image)}, where no cell is")


class MotionNotFinite(Located, code="E748"):
    limit: int

    wording = "this motion is not an isometry of a lattice"
    label = "with the other ones, it makes more than {limit:,} motions, or infinitely many"


class LatticeWithoutNeighbors(Located, code="E750"):
    name: str

    wording = "nothing states which cells of `{name}` are neighbors"
    advice = 'add `neighbors`, as in `neighbors "A" = {{"B", (1, 3)}}`, or `corners`'


class LatticeNameTaken(Located, code="E751"):
    name: str

    wording = "`{name}` is a lattice that comes with excover"
    advice = "give it another name"


class LatticeWithoutPeriods(Located, code="E752"):
    name: str

    wording = "lattice `{name}` has no periods"
    advice = "leave out the size: the board has all cells of the lattice"


class TooManySymmetries(Located, code="E753"):
    limit: int

    wording = "this graph has more than {limit:,} symmetries"
    advice = "state generators of the motions of pieces: `motions (r, c) -> ..`"


class LatticeWithoutMotions(Located, code="W416"):
    name: str

    wording = "pieces on `{name}` cannot be turned"
    note = "translations by its periods alone move them: draw one period as short as possible"
    advice = "state generators of its motions: `motions (r, c) -> (c, -r)`"


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
        found = self.located(f"the polygons of `{self.name}` {what[self.fault]}")
        if self.cells:
            found = found.noted(f"those of the cells {self.cells[0]} and {self.cells[1]} do")
        return found.helped(help_)
