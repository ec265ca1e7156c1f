"""Messages about boards, and about filling them."""

from __future__ import annotations

from excover.diagnostics import Diagnostic, Edit, Report
from excover.messages.edits import left_out
from excover.names import Value, brief
from excover.source import Span


class BoardNeedsSize(Diagnostic, code="E208"):
    """A board without size.

    A board has a size, as in `6x10` or `n by m`, or is drawn below its name, each line beginning with a
    bar.

    Wrong:

    ```
    board tray
    ```

    Fixed:

    ```
    board tray 1x2
    shapes piece
      |AA
    place free piece on tray
    ```
    """

    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"board `{self.name}` has neither a size nor a drawing")
            .at(self.span)
            .helped(
                f"write `board {self.name} 6x10`, or draw it below, each line beginning with a bar: `|....`"
            )
        )


class BoardHasBoth(Diagnostic, code="E209"):
    """A board with a size and a drawing.

    The drawing of a board gives its size. Leave one of them out.

    Wrong:

    ```
    board tray 2x2
      |..
      |..
    ```

    Fixed:

    ```
    board tray
      |..
      |..
    shapes piece
      |AA
      |AA
    place free piece on tray
    ```
    """

    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"board `{self.name}` has a size and a drawing").at(self.span).helped("leave the size out")
        )

    def fix(self) -> Edit | None:
        return left_out(self.span)


class InvalidBoardSize(Diagnostic, code="E210"):
    """A board without extent.

    The sizes of a board are numbers from 1.

    Wrong:

    ```
    param n = 0
    board tray n by 3
    ```

    Fixed:

    ```
    param n = 1 in 1..9
    board tray n by 3
    shapes piece
      |AAA
    place free piece on tray
    ```
    """

    span: Span
    value: Value

    def report(self) -> Report:
        return (
            Report(f"a board cannot be {brief(self.value)} cells wide")
            .at(self.span)
            .helped("sizes are numbers from 1")
        )


class WrongDimensionCount(Diagnostic, code="E211"):
    """A board of too many dimensions.

    A board has rows and columns, or layers, rows and columns.

    Wrong:

    ```
    board tray 2x3x4x5
    ```

    Fixed:

    ```
    board tray 1x3
    shapes piece
      |AAA
    place free piece on tray
    ```
    """

    span: Span
    count: int

    def report(self) -> Report:
        return (
            Report(f"a board has 2 or 3 sizes, not {self.count}")
            .at(self.span)
            .helped("`6x10` is rows by columns, `3x4x5` layers by rows by columns")
        )


class BoardWithoutCells(Diagnostic, code="E212"):
    """A board without cells.

    No character of the drawing is a cell: `.` is a cell to cover, `?` one that may stay empty, a letter or
    digit one with a label, `#` and blanks are none.

    Wrong:

    ```
    board tray
      |###
    ```

    Fixed:

    ```
    board tray
      |...
    shapes piece
      |AAA
    place free piece on tray
    ```
    """

    span: Span
    name: str

    def report(self) -> Report:
        return Report(f"board `{self.name}` has no cells").at(self.span).helped("`.` draws a cell")


class FillNotFlat(Diagnostic, code="E249"):
    """A board that cannot be filled.

    `fill` is about flat boards of squares. On other boards write an option for each cell and value.

    Wrong:

    ```
    board box 2x2x2
    fill box with 1..2
    ```

    Fixed:

    ```
    board box 2x2
    fill box with 1..2, once per row, column
    ```
    """

    span: Span
    board: str

    def report(self) -> Report:
        return (
            Report(f"`{self.board}` cannot be filled: it is not a flat board of squares")
            .at(self.span)
            .helped("write an `option` for each cell and value")
        )


class UnitTooLarge(Diagnostic, code="E250"):
    """Too few values.

    A unit has each value once, so that it cannot have more cells than there are values.

    Wrong:

    ```
    board grid 3x3
    fill grid with 1..2, once per row
    ```

    Fixed:

    ```
    board grid 3x3
    fill grid with 1..3, once per row
    ```
    """

    span: Span
    unit: str
    cells: int
    values: int

    def report(self) -> Report:
        return (
            Report(f"{self.unit} has more cells, {self.cells:,}, than there are values, {self.values:,}")
            .at(self.span)
            .helped("fill with more values, or leave this unit out")
        )


class BlockSizeMisplaced(Diagnostic, code="E251"):
    """The size of a block.

    A block has rows and columns, `block 3x3`; no other unit has a size.

    Wrong:

    ```
    board tray 3x3
    fill tray with 1..3, once per row, block
    ```

    Fixed:

    ```
    board tray 3x3
    fill tray with 1..3, once per row, block 1x3
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("a block, and nothing else, has rows and columns")
            .at(self.span)
            .helped("write `block 3x3`")
        )


class BoardWithoutLabels(Diagnostic, code="E252"):
    """A board without labels.

    `once per label` is about the letters and digits in the drawing of a board.

    Wrong:

    ```
    board grid 2x2
    fill grid with 1..2, once per label
    ```

    Fixed:

    ```
    board grid
      |AA
      |BB
    fill grid with 1..2, once per label, column
    ```
    """

    span: Span
    board: str

    def report(self) -> Report:
        return (
            Report(f"the drawing of `{self.board}` has no labels")
            .at(self.span)
            .helped("a letter or digit in the drawing of a board is a label")
        )
