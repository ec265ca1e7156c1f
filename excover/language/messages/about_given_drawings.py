"""Messages about drawings of givens as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Report
from excover.base.words import listed, plural
from excover.language.messages.message import Located


class NoDrawingToFill(Located, code="E320"):
    wording = "this description draws nothing, so a drawing cannot be given"
    advice = "draw options, as with `draw put(r, c, v) at (r, c) as v`, or give options by name"


class TextIsNoDrawing(NoDrawingToFill):
    """In Python, where one text is a drawing, and a list has options."""

    wording = "one text is a drawing, and this description draws nothing"
    advice = "name options in a list, `given([..])`, also a single one"


class TooManyBands(Located, code="E321"):
    boards: Sequence[str]

    def report(self) -> Report:
        return (
            Report(f"expected one drawing for each of {listed(self.boards, 'and')}, separated by blank lines")
            .at(self.span, "one too many")
            .helped("remove it, or the blank line above it")
        )


class MarkOutsideDrawing(Located, code="E322"):
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


class IncompleteDrawing(Located, code="W448"):
    # ``missing`` are the rows, columns or boards; ``shown`` tells where the drawing ends.
    missing: str
    shown: str = ""

    wording = "the drawing does not show {missing}"
    label = "{shown}"
    advice = "write `.` for each cell that is not given"


class MarkOnHole(Located, code="E323"):
    mark: str
    where: str

    wording = "`{mark}` is where {where} has no cell"
    advice = "check whether the drawing is shifted; `.`, `#` and blanks give nothing"


class WrongLineLength(Located, code="E325"):
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
