"""Messages about boards, and about filling them."""

from __future__ import annotations

from excover.base.diagnostics import Edit, Report
from excover.base.names import Value, brief
from excover.base.source import Span
from excover.language.messages.edits import Hint, inserted, left_out
from excover.language.messages.message import Located


class BoardNeedsSize(Located, code="E208"):
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


class LayersMissing(Located, code="W210"):
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


class DrawnLineIsComment(Located, code="W770"):
    """``span``: The comment."""

    wording = "this row of the board is a comment, since it begins with `#`"
    advice = "begin it with a bar: `|{span.text:clipped}`"

    def fix(self) -> Edit:
        return inserted(self.span, "|")


class BoardHasBoth(Located, code="E209"):
    name: str

    wording = "board `{name}` has both a size and a drawing"
    advice = "remove the size"

    def fix(self) -> Edit | None:
        return left_out(self.span)


class InvalidHoleCount(Located, code="E766"):
    value: Value

    def report(self) -> Report:
        return (
            Report(f"{brief(self.value)} is no number of holes")
            .at(self.span)
            .helped(f"write a number from 0 to {999_999:,}")
        )


class InvalidBoardSize(Located, code="E210"):
    value: Value

    wording = "{value:brief} is not a dimension of a board"
    advice = "use numbers from 1"


class WrongDimensionCount(Located, code="E211"):
    count: int
    most: int

    def report(self) -> Report:
        counts = f"2 {'or' if self.most == 3 else 'to'} {self.most}"
        return (
            Report(f"a board has {counts} dimensions, not {self.count}")
            .at(self.span)
            .helped("write `6x10` for rows by columns, `3x4x5` for layers by rows by columns")
        )


class BoardWithoutCells(Located, code="E212"):
    name: str

    wording = "board `{name}` has no cells"
    advice = "draw a cell as `.`"


class FillNotFlat(Located, code="E249"):
    board: str

    wording = "`{board}` cannot be filled: it is not a flat board of squares"
    advice = "write an `option` for each cell and value"


class UnitTooLarge(Located, code="E250"):
    unit: str
    cells: int
    values: int

    wording = "{unit} has {cells:,} cells, but there are only {values:,} values"
    advice = "fill with more values, or remove this unit"


class BlockSizeMisplaced(Located, code="E251"):
    wording = "a block needs a size, and no other unit has one"
    advice = "write `block 3x3`"


class BoardWithoutLabels(Located, code="E252"):
    board: str

    wording = "the drawing of `{board}` has no labels"
    advice = "label cells with letters or digits in the drawing of the board"
