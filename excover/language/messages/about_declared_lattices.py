"""Messages about lattices that a description declares."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import Value, show
from excover.base.source import Span


class NotACell(Diagnostic, code="E740"):
    """Not a cell of a lattice.

    `corners`, `neighbors` and `motions` of a lattice name its cells by their letters, if no other cell
    has the same, or by their places in the drawing: row and column, in space with the layer before them.

    Wrong:

    ```
    lattice line
      |AB
    neighbors "A" = "C"
    ```

    Fixed:

    ```
    lattice line
      |AB
    neighbors "A" = "B"
    ```
    """

    span: Span
    name: str
    why: str

    def report(self) -> Report:
        return Report(f"this is not a cell of lattice `{self.name}`").at(self.span).helped(self.why)


class WrongPeriods(Diagnostic, code="E741"):
    """Periods that do not fit.

    A lattice that goes on for ever has two periods, or three in space. They are translations in its
    drawing, and if cells are polygons, each says where it leads in the plane of these.

    Wrong:

    ```
    lattice strip
      |A
    periods (0, 1)
    neighbors "A" = (1, 2)
    ```

    Fixed:

    ```
    lattice strip
      |A
    periods (1, 0), (0, 1)
    neighbors "A" = {(1, 2), (2, 1)}
    motions (r, c) -> (c, r), (r, c) -> (r, -c)
    ```
    """

    span: Span
    why: str
    fixed: str

    def report(self) -> Report:
        return Report(self.why).at(self.span).helped(self.fixed)


class CellsCoincide(Diagnostic, code="E742"):
    """Two cells are one.

    The drawing of a lattice with periods shows each cell once. Here two of them are translates of each
    other.

    Wrong:

    ```
    lattice squares
      |AB
    periods (1, 0), (0, 1)
    neighbors "A" = "B"
    ```

    Fixed:

    ```
    lattice squares
      |AB
    periods (1, 0), (0, 2)
    neighbors "A" = {"B", (2, 1)}, "B" = {(1, 3), (2, 2)}
    motions (r, c) -> (-r, c), (r, c) -> (r, -c)
    ```
    """

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
    """A motion leaves its lattice.

    A motion takes each cell of the lattice to a cell, no two to the same, and cells that are a period
    apart to cells that are a period apart.

    Wrong:

    ```
    lattice pairs
      |AB.
    periods (1, 0), (0, 3)
    neighbors "A" = "B"
    motions (r, c) -> (r, 1-c)
    ```

    Fixed:

    ```
    lattice pairs
      |AB.
    periods (1, 0), (0, 3)
    neighbors "A" = "B"
    motions (r, c) -> (r, 3-c)
    ```
    """

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
    """Motions without end.

    The motions that keep a cell in its place are finitely many: turns by 60 or 90 degrees and their
    multiples, and reflections. These motions, one after the other, lead to more and more others, as if
    they sheared or stretched the lattice.

    Wrong:

    ```
    lattice squares
      |A
    periods (1, 0), (0, 1)
    neighbors "A" = (1, 2)
    motions (r, c) -> (r, r+c)
    ```

    Fixed:

    ```
    lattice squares
      |A
    periods (1, 0), (0, 1)
    neighbors "A" = (1, 2)
    motions (r, c) -> (c, -r)
    ```
    """

    span: Span
    limit: int

    def report(self) -> Report:
        return Report("this motion is not an isometry of a lattice").at(
            self.span, f"with the other ones, it makes more than {self.limit:,} motions, or infinitely many"
        )


class LatticeWithoutNeighbors(Diagnostic, code="E750"):
    """A lattice without neighbors.

    A lattice says which cells are neighbors: by `neighbors`, or by `corners` of polygons, which are
    neighbors if they have a side in common.

    Wrong:

    ```
    lattice line
      |ABC
    ```

    Fixed:

    ```
    lattice line
      |ABC
    neighbors "B" = {"A", "C"}
    ```
    """

    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"nothing says which cells of `{self.name}` are neighbors")
            .at(self.span)
            .helped('add `neighbors`, as in `neighbors "A" = {"B", (1, 3)}`, or `corners`')
        )


class LatticeNameTaken(Diagnostic, code="E751"):
    """The name of a lattice that comes with excover.

    A declared lattice has a name of its own.

    Wrong:

    ```
    lattice hex
      |AB
    neighbors "A" = "B"
    ```

    Fixed:

    ```
    lattice honeycomb
      |AB
    neighbors "A" = "B"
    ```
    """

    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"`{self.name}` is a lattice that comes with excover")
            .at(self.span)
            .helped("give it another name")
        )


class LatticeWithoutPeriods(Diagnostic, code="E752"):
    """A size on a lattice without periods.

    The size of a board counts periods of its lattice. A lattice without periods is a board as a whole:
    leave out the size, or draw which cells the board has.

    Wrong:

    ```
    lattice line
      |ABC
    neighbors "B" = {"A", "C"}
    board whole on line 1x3
    ```

    Fixed:

    ```
    lattice line
      |ABC
    neighbors "B" = {"A", "C"}
    board whole on line
    shapes piece on line
      |PPP
    place free piece on whole
    ```
    """

    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"lattice `{self.name}` has no periods")
            .at(self.span)
            .helped("leave out the size: the board has all cells of the lattice")
        )


class TooManySymmetries(Diagnostic, code="E753"):
    """A graph with too many symmetries.

    The motions of a lattice that is a list of cells and neighbors are the symmetries of this graph. If
    these are too many, state generators of those that pieces may use: `motions`.

    Wrong:

    ```
    lattice star
      |A
      |BCDEFGHIJ
    neighbors "A" = {"B", "C", "D", "E", "F", "G", "H", "I", "J"}
    ```

    Fixed:

    ```
    lattice star
      |A
      |BCDEFGHIJ
    neighbors "A" = {"B", "C", "D", "E", "F", "G", "H", "I", "J"}
    motions (r, c) -> (r, c if r = 1 else c mod 9 + 1)
    ```
    """

    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"this graph has more than {self.limit:,} symmetries")
            .at(self.span)
            .helped("state generators of the motions of pieces: `motions (r, c) -> ..`")
        )


class LatticeWithoutMotions(Diagnostic, code="W416"):
    """A lattice without motions.

    Without `motions`, pieces of this lattice can only be moved along its periods; `free` and `one-sided`
    mean the same as `fixed`.

    Wrong:

    ```
    lattice squares
      |A
    periods (1, 0), (0, 1)
    neighbors "A" = {(1, 2), (2, 1)}
    ```

    Fixed:

    ```
    lattice squares
      |A
    periods (1, 0), (0, 1)
    neighbors "A" = {(1, 2), (2, 1)}
    motions (r, c) -> (c, -r), (r, c) -> (r, -c)
    ```
    """

    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"pieces on `{self.name}` cannot be turned")
            .at(self.span)
            .helped("state generators of its motions: `motions (r, c) -> (c, -r)`")
        )
