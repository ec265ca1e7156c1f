"""Messages about givens."""

from __future__ import annotations

from collections.abc import Sequence

from excover.diagnostics import Diagnostic, Report
from excover.names import ItemName, OptionName, Value, brief
from excover.source import Span
from excover.words import listed, plural


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

    def report(self) -> Report:
        return (
            Report(f"`{self.mark}` is outside {self.where}")
            .at(self.span, f"{self.where} has {self.size}")
            .helped("check whether the drawing is shifted: it begins at the first row and column")
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


class ImpossibleMark(Diagnostic, code="E324"):
    """An impossible mark.

    No option draws this mark in this cell. The message lists the possible marks.

    Wrong:

    ```
    board tray 1x2
    shapes piece
      |AA
    given
      |.B
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
    possible: Sequence[str]

    def report(self) -> Report:
        found = Report(f"no option draws `{self.mark}` here").at(self.span)
        return found.helped(
            f"choose one of {listed(self.possible)}"
            if self.possible
            else "remove it: no option draws anything here"
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

    def report(self) -> Report:
        return (
            Report(f"a line of {plural(self.got, 'mark')}, but {self.wanted:,} are expected")
            .at(self.span)
            .helped("write all rows one after the other, or each row on its own line")
        )


class UnknownGivenOption(Diagnostic, code="E326"):
    """There is no such option.

    The family has no option with these arguments: they are outside the binders, or `where` excludes them.

    Wrong:

    ```
    item row[1..8], column[1..8]
    option rook(r, c in 1..8) covers row[r], column[c]
    given rook(1, 9)
    ```

    Fixed:

    ```
    item row[1..8], column[1..8]
    option rook(r, c in 1..8) covers row[r], column[c]
    given rook(1, 8)
    ```
    """

    span: Span
    option: OptionName | str
    """Its name, or what is not the text of any."""

    def report(self) -> Report:
        help_line = "check its arguments: they are outside the binders, or `where` excludes them"
        if isinstance(self.option, str):
            help_line = (
                "write it as a solution does, such as `queen(1, 2)`; a drawing is one text, not a list"
            )
        return Report(f"there is no option `{self.option}`").at(self.span).helped(help_line)


class GivensContradict(Diagnostic, code="E327"):
    """Givens contradict each other.

    Two givens need the same item, which only one of them can cover.

    Wrong:

    ```
    item row[1..8], column[1..8]
    option rook(r, c in 1..8) covers row[r], column[c]
    given rook(1, 5), rook(4, 5)
    ```

    Fixed:

    ```
    item row[1..8], column[1..8]
    option rook(r, c in 1..8) covers row[r], column[c]
    given rook(1, 5), rook(4, 6)
    ```
    """

    first: Span
    second: Span
    item: ItemName
    givens: tuple[str, str]

    def report(self) -> Report:
        return (
            Report(f"givens contradict each other: both need `{self.item.in_words}`")
            .at(self.second, self.givens[1])
            .beside(self.first, self.givens[0])
            .helped("remove one of them")
        )


class NotAPlacement(Diagnostic, code="E328"):
    """Marks that are no placement.

    All marks with the letter of a piece belong to that piece, but it cannot lie on exactly these cells. The
    message lists the pieces that can.

    Wrong:

    ```
    board tray 2x3
    shapes piece
      |AAA B.
      |... BB
    given
      |A..
      |AA.
    place free piece on tray
    ```

    Fixed:

    ```
    board tray 2x3
    shapes piece
      |AAA B.
      |... BB
    given
      |AAA
      |...
    place free piece on tray
    ```
    """

    # ``owners`` are the pieces that could lie on just these cells.
    spans: Sequence[Span]
    letter: str
    owners: Sequence[str]

    def report(self) -> Report:
        found = Report(f"these marks are not a placement of `{self.letter}`")
        for span in self.spans:
            found = found.at(span)
        return found.helped(
            f"change them to {listed(self.owners)}" if self.owners else "use one letter for one piece"
        )


class GivenExcluded(Diagnostic, code="E329"):
    """A given excluded by the others.

    Each given is possible by itself, but the others exclude every option that satisfies this one.

    Wrong:

    ```
    board tray 1x6
    shapes piece
      |AA B CCC
    given
      |BACCC.
    place free piece on tray
    ```

    Fixed:

    ```
    board tray 1x3
    shapes piece
      |AA B
    given
      |BAA
    place free piece on tray
    ```
    """

    span: Span
    text: str

    def report(self) -> Report:
        return (
            Report("the other givens exclude this one")
            .at(self.span, self.text)
            .helped("remove it, or one of the others")
        )


class ImpossibleColor(Diagnostic, code="E331"):
    """An impossible color.

    No option assigns this color to this item.

    Wrong:

    ```
    item edge[1..3] colored
    item a
    option x() covers a, (edge[e] = e for e in 1..3)
    given edge[2] = 1
    ```

    Fixed:

    ```
    item a
    item edge[1..3] colored
    option x(i in 1..3) distinct covers a, edge[i] = 2
    given edge[2] = 2
    ```
    """

    span: Span
    item: ItemName
    color: Value
    known: Sequence[Value]

    def report(self) -> Report:
        return (
            Report(f"no option assigns `{self.item}` the color {brief(self.color)}")
            .at(self.span)
            .helped(f"choose one of {listed([brief(value) for value in self.known])}")
        )


CONTRADICTIONS = (GivensContradict, NotAPlacement, GivenExcluded)
"""Of givens that are well formed and exclude each other."""
