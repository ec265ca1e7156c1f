"""Messages about decorations: what `draw` shows of the puzzle itself."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import Value, brief
from excover.base.source import Span
from excover.base.words import did_you_mean, listed, reached
from excover.language.messages.about_names import Undeclared
from excover.language.messages.edits import nearest


class UnknownDecoration(Undeclared):
    span: Span
    name: str
    looks: Sequence[str]

    def report(self) -> Report:
        found = Report(f"item `{self.name}` is not declared").at(self.span)
        return found.helped(did_you_mean(self.name, self.looks))

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.looks)


class NameOfDecoration(Diagnostic, code="E805"):
    """A decoration, or an item of that name.

    `draw line at ..` draws a line. A colored item without an index whose name is that of a decoration, such
    as `line`, `text` or `dot`, cannot be drawn.

    Wrong:

    ```
    item dot colored
    item a
    option x() covers a, dot = 1
    draw dot at (1, 1)
    ```

    Fixed:

    ```
    item point colored
    item a
    option x() covers a, point = 1
    draw point at (1, 1)
    ```
    """

    span: Span
    look: str

    def report(self) -> Report:
        return (
            Report(f"`draw {self.look} at` draws a decoration, but `{self.look}` is also a colored item")
            .at(self.span)
            .helped("give the item another name")
        )


class DecorationWithoutBoard(Diagnostic, code="E806"):
    """A decoration without a board.

    Decorations lie on the cells of a board, or of what other `draw` statements draw. Here there is neither.

    Wrong:

    ```
    item a[1..2]
    option x(i in 1..2) covers a[i]
    draw line at ((1, 1), (1, 2))
    ```

    Fixed:

    ```
    item a[1..2]
    option x(i in 1..2) covers a[i]
    draw x(i) at (1, i)
    draw line at ((1, 1), (1, 2))
    ```
    """

    span: Span
    look: str

    def report(self) -> Report:
        return (
            Report(f"`{self.look}`: there is nothing to draw it on")
            .at(self.span)
            .helped("declare a `board`, or draw options")
        )


class TooFewCells(Diagnostic, code="E807"):
    """Too few cells for a line or a wall.

    A line, a thermometer and an arrow lead from cell to cell: two of them at least, in their order, as in
    `((1, 1), (1, 2), (2, 2))`. A wall is between two cells that share a side.

    Wrong:

    ```
    board grid 2x2
    fill grid with 1..2, once per row, column
    draw line at (1, 1)
    ```

    Fixed:

    ```
    board grid 2x2
    fill grid with 1..2, once per row, column
    draw line at ((1, 1), (1, 2))
    ```
    """

    span: Span
    look: str
    positions: Sequence[Value]
    binding: str

    def report(self) -> Report:
        found = f"`{self.look}` needs two or more cells, not {len(self.positions)}"
        way_out = "write the cells one after the other: `((1, 1), (1, 2), (2, 2))`"
        if self.look == "wall":
            way_out = "write two cells with a side between them: `{(1, 1), (1, 2)}`"
        if len(self.positions) > 1:
            found = f"no two of the cells {listed(list(map(brief, self.positions)), 'and')} share a side"
        return Report(found).at(self.span, reached(self.binding)).helped(way_out)


class TextOfDecoration(Diagnostic, code="E808"):
    """The text of a decoration.

    A `cage`, a `dot` and a `text` have one behind `as`, a number, a text or a symbol; a `text` needs it. The
    other decorations have none.

    Wrong:

    ```
    board grid 2x2
    fill grid with 1..2, once per row, column
    draw cage at {(1, 1), (1, 2)} as (1, 2)
    ```

    Fixed:

    ```
    board grid 2x2
    fill grid with 1..2, once per row, column
    draw cage at {(1, 1), (1, 2)} as 3
    ```
    """

    span: Span
    look: str
    value: Value | None
    """None if it is missing, or needless."""
    binding: str = ""

    def report(self) -> Report:
        if self.value is not None:
            found = f"the text of a decoration is a number, a text or a symbol, not {brief(self.value)}"
            return Report(found).at(self.span, reached(self.binding)).helped('write `as 12`, or `as "12"`')
        if self.look == "text":
            return Report("`text` without a text").at(self.span).helped('write `draw text at .. as "X"`')
        return Report(f"`{self.look}` has no text").at(self.span).helped("leave out `as`")
