"""Messages about drawings of givens as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import listed, plural


class NoDrawingToFill(Diagnostic, code="E320"):
    """There is no drawing to complete.

    A drawing of givens shows part of the drawing of a solution, but the description does not draw options.

    Wrong:

    ```
    item a
    option x() covers a
    given
      |x
    ```

    Fixed:

    ```
    item a
    option x() covers a
    draw x() at (1, 1) as "x"
    given
      |x
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("this description draws nothing, so a drawing cannot be given")
            .at(self.span)
            .helped("draw options, as with `draw put(r, c, v) at (r, c) as v`, or give options by name")
        )


class TextIsNoDrawing(NoDrawingToFill):
    """In Python, where one text is a drawing, and a list has options."""

    def report(self) -> Report:
        return (
            Report("one text is a drawing, and this description draws nothing")
            .at(self.span)
            .helped("name options in a list, `given([..])`, also a single one")
        )


class TooManyBands(Diagnostic, code="E321"):
    """Too many drawings.

    With several boards, `given` has one drawing for each, in the order of their declarations, separated by
    blank lines.

    Wrong:

    ```
    board left 1x1
    board right 1x1
    option x() covers left[1, 1], right[1, 1]
    given
      |x
      |
      |x
      |
      |x
    ```

    Fixed:

    ```
    board left 1x1
    board right 1x1
    option x() covers left[1, 1], right[1, 1]
    given
      |x
      |
      |x
    ```
    """

    span: Span
    boards: Sequence[str]

    def report(self) -> Report:
        return (
            Report(f"expected one drawing for each of {listed(self.boards, 'and')}, separated by blank lines")
            .at(self.span, "one too many")
            .helped("remove it, or the blank line above it")
        )


class MarkOutsideDrawing(Diagnostic, code="E322"):
    """A mark outside the drawing.

    A drawing of givens begins at the first row and column and is no larger than a solution's. Of `.` and
    other signs that give nothing, only the first one outside is reported.

    Wrong:

    ```
    board tray 1x2
    shapes piece
      |AA
    given
      |..A
    place free piece on tray
    ```

    Fixed:

    ```
    board tray 1x2
    shapes piece
      |AA
    given
      |.A
    place free piece on tray
    ```
    """

    span: Span
    mark: str
    where: str
    size: str
    row: int | None = None
    """The number of its row, which is too long."""
    length: int = 0
    """How many columns that row has."""

    def report(self) -> Report:
        found = Report(f"`{self.mark}` is outside {self.where}").at(
            self.span, f"{self.where} has {self.size}"
        )
        if self.row is not None:
            found = found.noted(f"row {self.row:,} of the drawing has {plural(self.length, 'column')}")
        return found.helped("check whether the drawing is shifted: it begins at the first row and column")


class IncompleteDrawing(Diagnostic, code="W448"):
    """The drawing is not complete.

    A drawing of givens begins at the first row and column. It may end early, and nothing is given in the
    other cells; but more often, a line or a mark was lost, and all marks after it are at other places than
    was meant. `.` stands for a cell that is not given. Where such cells are blanks, which are invisible at
    the end of a line, there is no warning.

    Wrong:

    ```
    board tray 2x3
    shapes piece
      |AAA BB
      |A..
    given
      |A..
    place free piece on tray
    ```

    Fixed:

    ```
    board tray 2x3
    shapes piece
      |AAA BB
      |A..
    given
      |A..
      |...
    place free piece on tray
    ```
    """

    # ``missing`` are the rows, columns or boards; ``shown`` tells where the drawing ends.
    span: Span
    missing: str
    shown: str = ""

    def report(self) -> Report:
        return (
            Report(f"the drawing does not show {self.missing}")
            .at(self.span, self.shown)
            .helped("write `.` for each cell that is not given")
        )


class MarkOnHole(Diagnostic, code="E323"):
    """A mark where there is no cell.

    The drawing is probably shifted. `.`, `#` and blanks give nothing.

    Wrong:

    ```
    board tray
      |..#
    shapes piece
      |AA
    given
      |..A
    place free piece on tray
    ```

    Fixed:

    ```
    board tray
      |..#
    shapes piece
      |AA
    given
      |.A
    place free piece on tray
    ```
    """

    span: Span
    mark: str
    where: str

    def report(self) -> Report:
        return (
            Report(f"`{self.mark}` is where {self.where} has no cell")
            .at(self.span)
            .helped("check whether the drawing is shifted; `.`, `#` and blanks give nothing")
        )


class WrongLineLength(Diagnostic, code="E325"):
    """A line of the wrong length.

    All rows of a drawing can be written one after the other in one line; then every cell needs a mark.

    Wrong:

    ```
    item cell[1..2, 1..2]
    option put(r, c in 1..2, v in 1..2) covers cell[r, c]
    given
      |12..1
    draw put(r, c, v) at (r, c) as v
    ```

    Fixed:

    ```
    item cell[1..2, 1..2], value[1..2, 1..2]
    option put(r, c in 1..2, v in 1..2) covers cell[r, c], value[r, v]
    given
      |1221
    draw put(r, c, v) at (r, c) as v
    ```
    """

    span: Span
    got: int
    wanted: int
    where: str = ""
    columns: int = 0
    """Those of a row of a board, which the line may be, too."""

    def report(self) -> Report:
        expected = f"but {self.wanted:,} are expected"
        if self.columns and self.columns < self.wanted:
            expected = f"but a row of {self.where} has {self.columns:,}, and all rows have {self.wanted:,}"
        return (
            Report(f"a line of {plural(self.got, 'mark')}, {expected}")
            .at(self.span)
            .helped("write all rows one after the other, or each row on its own line")
        )
