"""Messages about boards, and about filling them."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import Value, brief
from excover.base.source import Span
from excover.base.words import clipped
from excover.language.messages.edits import Hint, inserted, left_out


class BoardNeedsSize(Diagnostic, code="E208"):
    """A board without size.

    Give a board a size, such as `6x10` or `n by m`, or draw it below its name; each line begins with a bar.
    A line that begins with `#` is a comment.

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
    drawn: Hint
    """Of comments below it that look like its drawing."""

    def report(self) -> Report:
        return (
            Report(f"board `{self.name}` has neither a size nor a drawing")
            .at(self.span)
            .helped(
                self.drawn.help
                or f"write `board {self.name} 6x10`, or draw it below, with a bar before each line: `|....`"
            )
        )

    def fix(self) -> Edit | None:
        return self.drawn.edit


class LayersMissing(Diagnostic, code="W210"):
    """A line of a board has fewer layers than another.

    The layers of a board are drawn side by side, with a bar between them. Each line begins with the top
    layer, so a line with fewer bars has nothing in the lower ones. If a line has cells in the lower layers
    only, as those of a pyramid have, it needs the bars of the layers above, too.

    Wrong:

    ```
    board pyramid sphere
      |.|..
      |..
    shapes pair sphere
      |AA
    place one-sided pair on pyramid each 0..9 times
    ```

    Fixed:

    ```
    board pyramid sphere
      |.|..
      | |..
    shapes pair sphere
      |AA
    place one-sided pair on pyramid each 0..9 times
    ```
    """

    span: Span
    layers: int
    most: int
    other: Span
    text: str

    def report(self) -> Report:
        missing = "|" * (self.most - self.layers)
        return (
            Report(f"this line of the drawing has fewer layers than another: {self.layers}")
            .at(self.span, "those at the top, as it is drawn")
            .beside(self.other, f"has {self.most}")
            .helped(
                f"write the bars of layers without cells, too: `|{' |' * len(missing)}{self.text}` if they "
                f"are above, `|{self.text}{missing}` if they are below"
            )
        )


class DrawnLineIsComment(Diagnostic, code="W770"):
    """A line of a drawing is a comment.

    A line that begins with `#` is a comment, also within a drawing and next to it. This one looks like a row
    of the board that begins with a wall: then it needs a bar, as every line of a drawing. If it is meant as
    a comment, write a blank or a word behind the `#`.

    Wrong:

    ```
    board tray
      |...
      #..
    shapes piece
      |AAA
    place free piece on tray
    ```

    Fixed:

    ```
    board tray
      |...
      |#..
    shapes piece
      |AAA BB
    place free piece on tray
    ```
    """

    span: Span
    """The comment."""

    def report(self) -> Report:
        return (
            Report("this row of the board is a comment, since it begins with `#`")
            .at(self.span)
            .helped(f"begin it with a bar: `|{clipped(self.span.text)}`")
        )

    def fix(self) -> Edit:
        return inserted(self.span, "|")


class BoardHasBoth(Diagnostic, code="E209"):
    """A board with a size and a drawing.

    The drawing of a board determines its size. Remove one of the two.

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
            Report(f"board `{self.name}` has both a size and a drawing")
            .at(self.span)
            .helped("remove the size")
        )

    def fix(self) -> Edit | None:
        return left_out(self.span)


class InvalidHoleCount(Diagnostic, code="E766"):
    """An invalid number of holes.

    It is a whole number, which is not negative.

    Wrong:

    ```
    board tray 2x3, at most -1 holes
    ```

    Fixed:

    ```
    board tray 2x3, at most 2 holes
    shapes piece
      |AA
    place free piece on tray each 2 times
    ```
    """

    span: Span
    value: Value

    def report(self) -> Report:
        return (
            Report(f"{brief(self.value)} is no number of holes")
            .at(self.span)
            .helped(f"write a number from 0 to {999_999:,}")
        )


class InvalidBoardSize(Diagnostic, code="E210"):
    """Invalid size of a board.

    The dimensions of a board are numbers from 1.

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
            Report(f"{brief(self.value)} is not a dimension of a board")
            .at(self.span)
            .helped("use numbers from 1")
        )


class WrongDimensionCount(Diagnostic, code="E211"):
    """Wrong number of dimensions.

    A board has rows and columns, or layers, rows and columns; on the lattice `hypercube`, there may be
    blocks of layers, too.

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
    most: int

    def report(self) -> Report:
        counts = f"2 {'or' if self.most == 3 else 'to'} {self.most}"
        return (
            Report(f"a board has {counts} dimensions, not {self.count}")
            .at(self.span)
            .helped("write `6x10` for rows by columns, `3x4x5` for layers by rows by columns")
        )


class BoardWithoutCells(Diagnostic, code="E212"):
    """A board without cells.

    The drawing contains no cell. `.` is a cell to cover, `?` a cell that may stay empty, a letter or digit
    a labelled cell; `#` and blanks are not cells.

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
        return Report(f"board `{self.name}` has no cells").at(self.span).helped("draw a cell as `.`")


class FillNotFlat(Diagnostic, code="E249"):
    """A board that cannot be filled.

    `fill` works on flat boards of squares. On other boards, write an option for each cell and value.

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

    Each value occurs once in a unit, so a unit cannot have more cells than there are values.

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
            Report(f"{self.unit} has {self.cells:,} cells, but there are only {self.values:,} values")
            .at(self.span)
            .helped("fill with more values, or remove this unit")
        )


class BlockSizeMisplaced(Diagnostic, code="E251"):
    """The size of a block.

    A block has a size, as in `block 3x3`; no other unit has one.

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
            Report("a block needs a size, and no other unit has one")
            .at(self.span)
            .helped("write `block 3x3`")
        )


class BoardWithoutLabels(Diagnostic, code="E252"):
    """A board without labels.

    `once per label` refers to the letters and digits in the drawing of a board.

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
            .helped("label cells with letters or digits in the drawing of the board")
        )
