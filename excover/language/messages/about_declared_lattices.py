"""Messages about lattices that a description declares."""

from __future__ import annotations

from excover.base.diagnostics import Report
from excover.base.names import Value, show
from excover.base.source import Span
from excover.language.messages.message import Located


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
            return Report("this is not a motion of the lattice").at(self.span, at).helped(self.why)
        return Report(f"this motion takes the cell {self.cell} to {show(self.image)}, where no cell is").at(
            self.span
        )


class MotionNotFinite(Located, code="E748"):
    limit: int

    wording = "this motion is not an isometry of a lattice"
    label = "with the other ones, it makes more than {limit:,} motions, or infinitely many"


class LatticeWithoutNeighbors(Located, code="E750"):
    name: str

    wording = "nothing says which cells of `{name}` are neighbors"
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
    advice = "state generators of its motions: `motions (r, c) -> (c, -r)`"
