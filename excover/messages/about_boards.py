"""Messages about boards."""

from __future__ import annotations

from collections.abc import Iterable

from excover.diagnostics import Diagnostic, Report
from excover.messages.about_burrtools import CellsOverLimit
from excover.names import Value, brief
from excover.source import Span
from excover.words import listed, raised


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


class BoardTooLarge(CellsOverLimit):
    span: Span
    factors: Iterable[int]
    limit: int

    def report(self) -> Report:
        product = " × ".join(f"{factor:,}" for factor in self.factors)
        return (
            Report(f"a board of {product} cells, the limit is {self.limit:,}")
            .at(self.span)
            .helped(raised("cells"))
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


class UnknownBoardMark(Diagnostic, code="E213"):
    """A character that means nothing on a board.

    In the drawing of a board `.` is a cell to cover, `?` one that may stay empty, `#` and blanks are none;
    letters and digits are cells with a label. A `legend` gives other characters a meaning.

    Wrong:

    ```
    board tray
      |..*
    ```

    Fixed:

    ```
    board tray
      |..*
    legend "*" = cell
    shapes piece
      |AAA
    place free piece on tray
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report(f"`{self.span.text}` means nothing in the drawing of a board")
            .at(self.span)
            .helped(
                "`.` is a cell to cover, `?` one that may stay empty, `#` or a blank is no cell, "
                "a letter or digit is a cell with that label; `legend` gives other characters a meaning"
            )
        )


class CommentInDrawing(Diagnostic, code="E257"):
    """A comment behind a line of a drawing.

    A line of a drawing goes to the end of its line: there `#` is no cell, and letters are labels or pieces.
    A comment stands on a line of its own, which may be between two lines of a drawing.

    Wrong:

    ```
    board yard
      |...  # the first row
      |...
    shapes piece
      |AAA
    place free piece on yard each 2 times
    ```

    Fixed:

    ```
    # the first row
    board yard
      |...
      |...
    shapes piece
      |AAA
    place free piece on yard each 2 times
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("a comment behind a line of a drawing")
            .at(self.span, "all of this is part of the drawing")
            .helped(
                "a comment stands on a line of its own",
                "if these are cells, write blanks instead of `#`: they too are no cells",
            )
        )


class FlatLattice(Diagnostic, code="E231"):
    """A flat lattice.

    Hexagons, triangles and squares are flat: boards with layers or open sides are made of cubes.

    Wrong:

    ```
    board comb hex 2x3x3
    ```

    Fixed:

    ```
    board comb 1x1x2
    shapes piece
      |AA
    place one-sided piece on comb
    ```
    """

    span: Span
    lattice: str
    is_open: bool

    def report(self) -> Report:
        what = "an open side" if self.is_open else "layers"
        return (
            Report(f"a board of the {self.lattice} lattice has no {what}")
            .at(self.span)
            .helped("leave the lattice out")
        )


class BoardCannotClose(Diagnostic, code="E232"):
    """A board that cannot be glued.

    A torus or cylinder is a rectangle of squares, given by its size, whose opposite sides are one.

    Wrong:

    ```
    board ring, torus
      |...
      |.
    ```

    Fixed:

    ```
    board ring 1x3, torus
    shapes piece
      |AAA
    place fixed piece on ring
    ```
    """

    span: Span
    flag: str

    def report(self) -> Report:
        return (
            Report(f"only a rectangle of squares can be a {self.flag}")
            .at(self.span)
            .helped("give its size, as in `board ring 5x8, cylinder`")
        )


class InvalidLegendCharacter(Diagnostic, code="E233"):
    """A legend explains characters.

    Each line of a legend gives one character a meaning. The bar has one already.

    Wrong:

    ```
    board tray
      |xx
    legend "xx" = cell
    ```

    Fixed:

    ```
    board tray
      |xx
    legend "x" = cell
    shapes piece
      |AA
    place free piece on tray
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("a legend explains single characters, the bar excepted")
            .at(self.span)
            .helped('write `legend "*" = cell, "x" = wall`')
        )


class UnknownLegendMeaning(Diagnostic, code="E234"):
    """A meaning that there is not.

    On a board a character can mean `cell`, `optional` (it may stay empty) or `wall` (no cell), among pieces
    `nothing`.

    Wrong:

    ```
    board tray
      |xx
    legend "x" = floor
    ```

    Fixed:

    ```
    board tray
      |xx
    legend "x" = cell
    shapes piece
      |AA
    place free piece on tray
    ```
    """

    span: Span
    name: str
    known: list[str]

    def report(self) -> Report:
        return (
            Report(f"`{self.name}` is no meaning here")
            .at(self.span)
            .helped(f"it is one of {listed(self.known)}")
        )


class CellOffLattice(Diagnostic, code="E235"):
    """A hexagon off its lattice.

    Hexagons are drawn like bricks: in every other column, shifted by one column from row to row.

    Wrong:

    ```
    board comb hex
      |. . ..
    ```

    Fixed:

    ```
    board comb hex
      |. . .
      | . . .
    shapes piece hex
      |A A A
      | A A A
    place free piece on comb
    ```
    """

    span: Span
    first: Span
    is_piece: bool

    def report(self) -> Report:
        return (
            Report("this cell is off the lattice")
            .at(self.span)
            .beside(self.first, "where hexagons stand is set by this one")
            .helped(
                "hexagons stand in every other column, shifted by one column from row to row",
                "or draw this piece in a band of its own: a line with only a bar, `|`, ends a band"
                if self.is_piece
                else "",
            )
        )


class LatticesDiffer(Diagnostic, code="E236"):
    """Pieces and board are on different lattices.

    A drawing of pieces is about squares or cubes unless it names its lattice.

    Wrong:

    ```
    board comb hex
      |. . .
    shapes piece
      |AA
    place free piece on comb
    ```

    Fixed:

    ```
    board comb hex 1x2
    shapes piece hex
      |A A
    place free piece on comb
    ```
    """

    span: Span
    shapes: str
    one: str
    board: str
    other: str

    def report(self) -> Report:
        return (
            Report(
                f"the pieces of `{self.shapes}` are drawn on the {self.one} lattice, "
                f"`{self.board}` is on the {self.other} one"
            )
            .at(self.span)
            .helped(f"say the lattice: `shapes {self.shapes} {self.other}`, and draw the pieces on it")
        )


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
