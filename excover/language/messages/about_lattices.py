"""Messages about lattices."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from excover.base.diagnostics import Edit, Report
from excover.base.source import Span
from excover.base.words import plural
from excover.language.messages.message import Located


class FlatLattice(Located, code="E231"):
    lattice: str
    is_open: bool

    def report(self) -> Report:
        what = "open side" if self.is_open else "layers"
        return (
            Report(f"a board of the {self.lattice} lattice has no {what}")
            .at(self.span)
            .helped("remove the lattice")
        )


class BoardCannotClose(Located, code="E232"):
    flag: str
    cells: str
    why: str

    def report(self) -> Report:
        if self.why == "drawing":
            told, helped = (
                f"a {self.flag} has no drawing",
                f"give its size, as in `board ring 5x8, {self.flag}`",
            )
        elif self.why == "slanting":
            told = "only a board whose rows are straight can be a cylinder, and the second period slants"
            helped = "begin the periods with the one that slants, or make the board a torus"
        else:
            told = f"no board of {self.cells} can be a {self.flag}"
            helped = "declare a `lattice` without periods, in which cells are neighbors across the sides"
        return Report(told).at(self.span).helped(helped)


class CellOffLattice(Located, code="E235"):
    first: Span | None
    """Of a cell that says where the others stand; None where a drawing begins with the lattice."""
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
        report = Report("this cell is not on the lattice").at(self.span)
        if self.first:
            report = report.beside(self.first, f"where {self.cells} stand is determined by this one")
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
        return (
            Report(
                f"the pieces of `{self.shapes}` are drawn on the {self.one} lattice, "
                f"`{self.board}` is on the {self.other} one"
            )
            .at(self.span)
            .helped(*ways)
        )

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
