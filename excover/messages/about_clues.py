"""Messages about making puzzles, and their clues."""

from __future__ import annotations

from excover.diagnostics import Diagnostic, Report
from excover.names import OptionName
from excover.source import Span
from excover.words import plural


class NoClues(Diagnostic, code="E621"):
    """There are no clues.

    A clue of a new puzzle is what an option draws, and no option of this description is drawn. Pieces that
    are placed on a board are drawn on it; other options need a `draw` statement that says where they stand:

    ```
    item row[1..4], column[1..4]
    option rook(r, c in 1..4) covers row[r], column[c]
    draw rook(r, c) at (r, c) as "R"
    ```
    """

    option: OptionName | None
    span: Span | None

    def report(self) -> Report:
        found = Report("this description draws nothing, so there are no clues")
        if self.option is None:
            return found.helped("add options, and draw them")
        if self.span:
            found = found.at(self.span)
        example = f"`draw {self.option.family}(..) at (row, column) as mark`, in the names that it binds"
        return found.noted(f"the first option is `{self.option}`").helped(f"draw options: {example}")


class CluesNotCells(Diagnostic, code="E622"):
    """Clues that cannot be symmetric.

    A symmetric pattern consists of cells: a symmetry maps each cell with a clue to another. A piece is a
    clue of several cells, and a symmetry need not map it to a piece. Omit `--symmetric` or `--symmetry`.
    """

    option: OptionName
    span: Span | None

    def report(self) -> Report:
        found = Report("clues can be symmetric only if each is in one cell")
        if self.span:
            found = found.at(self.span)
        return found.noted(f"`{self.option}` is drawn in several cells").helped("omit the symmetry")


class DrawingNotSquare(Diagnostic, code="E623"):
    """A symmetry that the board does not have.

    A quarter turn, a reflection in a diagonal, and `full`, which has both, map rows to columns. So they
    need as many rows as columns, and square cells. `half-turn`, `left-right` and `up-down` work on every
    board.
    """

    span: Span | None
    name: str
    symmetry: str
    rows: int
    columns: int
    lattice: str

    def report(self) -> Report:
        name = f"`{self.name}`" if self.name else "the drawing"
        found = Report(f"{name} has no symmetry `{self.symmetry}`, which needs a square of square cells")
        if self.span:
            found = found.at(self.span)
        size = f"{plural(self.rows, 'row')} and {plural(self.columns, 'column')}"
        return found.noted(f"it has {size} of lattice `{self.lattice}`").helped(
            "use `half-turn`, `left-right` or `up-down`"
        )
