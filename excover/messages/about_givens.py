"""Messages about givens."""

from __future__ import annotations

from collections.abc import Sequence

from excover.diagnostics import Diagnostic, Report
from excover.names import ItemName, OptionName, Value, brief
from excover.source import Span
from excover.words import listed, plural


class NoDrawingToFill(Diagnostic, code="E320"):
    """Nothing is drawn that this could be a part of.

    A drawing of givens shows a part of a solution's drawing, but nothing says how options are drawn.

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
            Report("there is no drawing that this could be a part of")
            .at(self.span)
            .helped("say how options are drawn: `draw put(r, c, v) at (r, c) as v`, or give options by name")
        )


class TooManyBands(Diagnostic, code="E321"):
    """Too many drawings.

    With several boards, `given` has a drawing for each, in the order in which they are declared, a blank
    line between.

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
            Report(f"one drawing for each of {listed(self.boards, 'and')} is expected, a blank line between")
            .at(self.span, "this is one too many")
            .helped("leave it out, or the blank line above it")
        )


class MarkOutsideDrawing(Diagnostic, code="E322"):
    """A mark outside the drawing.

    A drawing of givens begins at the first row and column and is no larger than a solution's.

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
            Report(f"`{self.mark}` stands outside {self.where}")
            .at(self.span, f"{self.where} has {self.size}")
            .helped("is the drawing shifted? it begins at the first row and column")
        )


class MarkOnHole(Diagnostic, code="E323"):
    """A mark where there is no cell.

    The drawing is probably shifted. `.`, `#` and blanks say nothing.

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
            Report(f"`{self.mark}` stands where {self.where} has no cell")
            .at(self.span)
            .helped("is the drawing shifted? `.`, `#` and blanks say nothing")
        )


class ImpossibleMark(Diagnostic, code="E324"):
    """A mark that nothing draws.

    No option draws this mark at this cell. The message says which marks are possible there.

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
        found = Report(f"nothing can draw `{self.mark}` here").at(self.span)
        return found.helped(
            f"possible here: {listed(self.possible)}" if self.possible else "no option draws anything here"
        )


class WrongLineLength(Diagnostic, code="E325"):
    """A line of the wrong length.

    All rows of a drawing can be written in one line, one behind the other; then every cell needs its mark.

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
            Report(f"a line of {plural(self.got, 'mark')}, and {self.wanted:,} are expected")
            .at(self.span)
            .helped("write all rows one behind the other, or each row in a line of its own")
        )


class UnknownGivenOption(Diagnostic, code="E326"):
    """An option that there is not.

    The family is there, but no option of it has these arguments: they are outside the binders, or `where`
    excludes them.

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
    option: OptionName

    def report(self) -> Report:
        return (
            Report(f"there is no option `{self.option}`")
            .at(self.span)
            .helped("its arguments are outside the binders, or `where` excludes it")
        )


class GivensContradict(Diagnostic, code="E327"):
    """Givens contradict each other.

    Two givens need the same item, which can be covered by one of them only.

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
            .helped("take one of them out")
        )


class NotAPlacement(Diagnostic, code="E328"):
    """Marks that are no placement.

    All marks with the letter of a piece belong to that piece, and it cannot lie on just these cells. The
    message says which piece could.

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
        found = Report(f"these marks are no legal placement of `{self.letter}`")
        for span in self.spans:
            found = found.at(span)
        return found.helped(
            f"they could be {listed(self.owners)}" if self.owners else "all marks of a letter are one piece"
        )


class GivenExcluded(Diagnostic, code="E329"):
    """Givens that exclude one.

    Each given is possible by itself, but whatever meets this one is excluded by the others.

    Wrong:

    ```
    board tray 1x4
    shapes piece
      |AA B C
    given
      |BAC
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
            Report("the other givens leave no way to meet this one")
            .at(self.span, self.text)
            .helped("take it out, or one of the others")
        )


class ImpossibleColor(Diagnostic, code="E331"):
    """A color that nothing gives.

    No option gives this item this color.

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
            Report(f"nothing gives `{self.item}` the color {brief(self.color)}")
            .at(self.span)
            .helped(f"possible here: {listed([brief(value) for value in self.known])}")
        )


CONTRADICTIONS = (GivensContradict, NotAPlacement, GivenExcluded)
"""Of givens that are well formed and exclude each other."""
