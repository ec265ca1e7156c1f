"""Messages about boards, and about filling them."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import Value, brief
from excover.base.source import Span
from excover.base.words import clipped
from excover.language.messages.edits import Hint, inserted, left_out


class BoardNeedsSize(Diagnostic, code="E208"):
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
    span: Span
    value: Value

    def report(self) -> Report:
        return (
            Report(f"{brief(self.value)} is no number of holes")
            .at(self.span)
            .helped(f"write a number from 0 to {999_999:,}")
        )


class InvalidBoardSize(Diagnostic, code="E210"):
    span: Span
    value: Value

    def report(self) -> Report:
        return (
            Report(f"{brief(self.value)} is not a dimension of a board")
            .at(self.span)
            .helped("use numbers from 1")
        )


class WrongDimensionCount(Diagnostic, code="E211"):
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
    span: Span
    name: str

    def report(self) -> Report:
        return Report(f"board `{self.name}` has no cells").at(self.span).helped("draw a cell as `.`")


class FillNotFlat(Diagnostic, code="E249"):
    span: Span
    board: str

    def report(self) -> Report:
        return (
            Report(f"`{self.board}` cannot be filled: it is not a flat board of squares")
            .at(self.span)
            .helped("write an `option` for each cell and value")
        )


class UnitTooLarge(Diagnostic, code="E250"):
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
    span: Span

    def report(self) -> Report:
        return (
            Report("a block needs a size, and no other unit has one")
            .at(self.span)
            .helped("write `block 3x3`")
        )


class BoardWithoutLabels(Diagnostic, code="E252"):
    span: Span
    board: str

    def report(self) -> Report:
        return (
            Report(f"the drawing of `{self.board}` has no labels")
            .at(self.span)
            .helped("label cells with letters or digits in the drawing of the board")
        )
