"""Messages about the characters in drawings of boards and pieces."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.source import Span
from excover.base.words import listed
from excover.language.messages.edits import nearest, overdrawn


class UnknownBoardMark(Diagnostic, code="E213"):
    """Unknown character in a board.

    In the drawing of a board `.` is a cell to cover and `?` a cell that may stay empty; `#` and blanks are
    not cells; letters and digits are labelled cells. A `legend` gives other characters a meaning.

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
    alike: tuple[Span, ...]
    """All characters of the drawing that are this one."""
    instead: str
    """What was probably meant by it; empty if that is not known."""

    def fix(self) -> Edit | None:
        return overdrawn(self.alike, self.instead)

    def report(self) -> Report:
        return (
            Report(f"`{self.span.text}` has no meaning in the drawing of a board")
            .at(self.span)
            .helped(
                "use `.` for a cell to cover, `?` for one that may stay empty, `#` or a blank for no cell, "
                "a letter or digit for a labelled cell; `legend` gives other characters a meaning"
            )
        )


class TabInDrawing(Diagnostic, code="E214"):
    """A tab in a drawing.

    The width of a tab is not defined. Use spaces.

    Wrong:

    ```
    board tray
      |..\\t.
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
        return (
            Report("a tab in a drawing").at(self.span).helped("use spaces: the width of a tab is not defined")
        )


class UnknownPieceMark(Diagnostic, code="E215"):
    """Unknown character among pieces.

    In the drawing of pieces, letters and digits are cells of the piece of that name; `.` and blanks are
    empty. A `legend` can make other characters `nothing`.

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
    alike: tuple[Span, ...]
    """All characters of these pieces that are this one."""
    instead: str
    """What was probably meant by it; empty if that is not known."""

    def fix(self) -> Edit | None:
        return overdrawn(self.alike, self.instead)

    def report(self) -> Report:
        return (
            Report(f"`{self.span.text}` has no meaning in the drawing of pieces")
            .at(self.span)
            .helped(
                "use a letter or digit for a cell of the piece of that name, `.` or a blank for nothing",
                "put a comment on a line of its own" if self.span.text == "#" else "",
            )
        )


class InvalidLegendCharacter(Diagnostic, code="E233"):
    """A legend explains single characters.

    Each entry of a legend gives one character a meaning. The bar cannot be redefined.

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
            Report("a legend explains single characters other than the bar")
            .at(self.span)
            .helped('write `legend "*" = cell, "x" = wall`')
        )


class UnknownLegendMeaning(Diagnostic, code="E234"):
    """Unknown meaning.

    In a board a character can mean `cell`, `optional` (a cell that may stay empty) or `wall` (no cell);
    among pieces, `nothing`.

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
            Report(f"`{self.name}` is not a meaning here")
            .at(self.span)
            .helped(f"choose one of {listed(self.known)}")
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.known)


class CommentInDrawing(Diagnostic, code="E257"):
    """A comment after a line of a drawing.

    A line of a drawing extends to the end of the line: `#` is part of it and means no cell, and letters are
    labels or pieces. Put a comment on a line of its own, which may be between two lines of a drawing.

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
            Report("a comment after a line of a drawing")
            .at(self.span, "this is read as part of the drawing")
            .helped(
                "put a comment on a line of its own",
                "if this is part of the drawing, write blanks instead of `#`: both mean no cell",
            )
        )

    def fix(self) -> Edit | None:
        source, start = self.span.source, self.span.start - self.span.column + 1
        line = source.text[start : self.span.start].rstrip()
        return Edit(Span(source, start, self.span.end), f"{self.span.text}\n{line}")
