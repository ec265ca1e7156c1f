"""Messages about the characters in drawings of boards and pieces."""

from __future__ import annotations

from excover.diagnostics import Diagnostic, Edit, Report
from excover.messages.edits import nearest
from excover.source import Span
from excover.words import listed


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


class TabInDrawing(Diagnostic, code="E214"):
    """A tab in a drawing.

    How wide a tab is depends on who shows it. Use blanks.

    Wrong:

    ```
    board tray
      |..\t.
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

    def report(self) -> Report:
        return Report("a tab in a drawing").at(self.span).helped("use blanks: a tab has no certain width")


class UnknownPieceMark(Diagnostic, code="E215"):
    """A character that means nothing among pieces.

    In the drawing of pieces, letters and digits are cells of the piece of that name; `.` and blanks are
    nothing. A `legend` gives other characters a meaning: `nothing`.

    Wrong:

    ```
    shapes piece
      |A*.
    ```

    Fixed:

    ```
    shapes piece
      |AA.
    board tray 1x2
    place free piece on tray
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report(f"`{self.span.text}` means nothing in the drawing of pieces")
            .at(self.span)
            .helped(
                "a letter or digit is a cell of the piece of that name, `.` or a blank is nothing",
                "a comment stands on a line of its own" if self.span.text == "#" else "",
            )
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

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.known)


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

    def fix(self) -> Edit | None:
        source, start = self.span.source, self.span.start - self.span.column + 1
        line = source.text[start : self.span.start].rstrip()
        return Edit(Span(source, start, self.span.end), f"{self.span.text}\n{line}")
