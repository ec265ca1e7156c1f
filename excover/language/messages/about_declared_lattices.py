"""Messages about lattices that a description declares."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import Value, show
from excover.base.source import Span


class NotACell(Diagnostic, code="E740"):
    span: Span
    name: str
    why: str

    def report(self) -> Report:
        return Report(f"this is not a cell of lattice `{self.name}`").at(self.span).helped(self.why)


class WrongPeriods(Diagnostic, code="E741"):
    span: Span
    why: str
    fixed: str

    def report(self) -> Report:
        return Report(self.why).at(self.span).helped(self.fixed)


class CellsCoincide(Diagnostic, code="E742"):
    span: Span
    other: Span

    def report(self) -> Report:
        return (
            Report("a period leads from another cell to this one")
            .at(self.span)
            .beside(self.other, "the other cell")
            .helped("draw only one of them, or make the period longer")
        )


class MotionOffLattice(Diagnostic, code="E747"):
    span: Span
    cell: str
    why: str
    image: Value = ""

    def report(self) -> Report:
        if self.why:
            at = f"at the cell {self.cell}" if self.cell else ""
            return Report("this is not a motion of the lattice").at(self.span, at).helped(self.why)
        return Report(f"this motion takes the cell {self.cell} to {show(self.image)}, where no cell is").at(
            self.span
        )


class MotionNotFinite(Diagnostic, code="E748"):
    span: Span
    limit: int

    def report(self) -> Report:
        return Report("this motion is not an isometry of a lattice").at(
            self.span, f"with the other ones, it makes more than {self.limit:,} motions, or infinitely many"
        )


class LatticeWithoutNeighbors(Diagnostic, code="E750"):
    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"nothing says which cells of `{self.name}` are neighbors")
            .at(self.span)
            .helped('add `neighbors`, as in `neighbors "A" = {"B", (1, 3)}`, or `corners`')
        )


class LatticeNameTaken(Diagnostic, code="E751"):
    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"`{self.name}` is a lattice that comes with excover")
            .at(self.span)
            .helped("give it another name")
        )


class LatticeWithoutPeriods(Diagnostic, code="E752"):
    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"lattice `{self.name}` has no periods")
            .at(self.span)
            .helped("leave out the size: the board has all cells of the lattice")
        )


class TooManySymmetries(Diagnostic, code="E753"):
    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"this graph has more than {self.limit:,} symmetries")
            .at(self.span)
            .helped("state generators of the motions of pieces: `motions (r, c) -> ..`")
        )


class LatticeWithoutMotions(Diagnostic, code="W416"):
    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"pieces on `{self.name}` cannot be turned")
            .at(self.span)
            .helped("state generators of its motions: `motions (r, c) -> (c, -r)`")
        )
