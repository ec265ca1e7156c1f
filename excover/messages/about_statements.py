"""Messages about statements that do not fit each other."""

from __future__ import annotations

from collections.abc import Iterable

from excover.diagnostics import Diagnostic, Edit, Report
from excover.messages.edits import nearest
from excover.source import Span
from excover.words import did_you_mean, listed


class SpecifiedTwice(Diagnostic, code="E201"):
    """Something is said twice.

    A description has one title and one goal.

    Wrong:

    ```
    puzzle "One"
    puzzle "Two"
    ```

    Fixed:

    ```
    puzzle "One"
    # Two
    ```
    """

    span: Span
    what: str
    earlier: Span

    def report(self) -> Report:
        return Report(f"{self.what} is said twice").at(self.span).beside(self.earlier, "here already")


class SeveralBoards(Diagnostic, code="E223"):
    """On which board?.

    `draw` draws on the board of the description; with several boards it cannot know which. Options that
    cover cells of boards are shown there without it.

    Wrong:

    ```
    board left 1x1
    board right 1x1
    option x() covers left[1, 1], right[1, 1]
    draw x() at (1, 1)
    ```

    Fixed:

    ```
    board left 1x1
    board right 1x1
    option x() covers left[1, 1], right[1, 1]
    ```
    """

    span: Span
    boards: Iterable[str]

    def report(self) -> Report:
        return (
            Report(f"on which board: {listed(list(self.boards))}?")
            .at(self.span)
            .helped("with several boards `draw` is not needed: options show on the boards they cover")
        )


class UnknownOption(Diagnostic, code="E224"):
    """There is no such option.

    `draw`, `given`, `forbid` and `symmetry` name options that are declared above them.

    Wrong:

    ```
    item a[1..3]
    option queen(r in 1..3) covers a[r]
    draw qeen(r) at (r, 1)
    ```

    Fixed:

    ```
    item a[1..3]
    option queen(r in 1..3) covers a[r]
    draw queen(r) at (r, 1)
    ```
    """

    span: Span
    name: str
    known: Iterable[str]

    def report(self) -> Report:
        names = list(self.known)
        return (
            Report(f"there is no option `{self.name}`")
            .at(self.span)
            .helped(
                did_you_mean(self.name, names),
                "" if names else "declare options before they are drawn or given",
            )
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.known)


class OtherArguments(Diagnostic, code="E225"):
    """An option has other arguments.

    An option is named with as many arguments as it is declared with.

    Wrong:

    ```
    item a[1..3]
    option queen(r in 1..3) covers a[r]
    draw queen(r, c) at (r, c)
    ```

    Fixed:

    ```
    item a[1..3]
    option queen(r in 1..3) covers a[r]
    draw queen(r) at (r, 1)
    ```
    """

    span: Span
    name: str
    wanted: Iterable[str]
    declared: Span

    def report(self) -> Report:
        call = f"{self.name}({', '.join(self.wanted)})"
        return (
            Report(f"option `{self.name}` has other arguments")
            .at(self.span)
            .beside(self.declared, f"declared here as `{call}`")
            .helped(f"write `{call}`")
        )


class ArgumentNotName(Diagnostic, code="E226"):
    """Names are needed for the arguments.

    `draw` and the left side of a `symmetry` are about all options of a family: a name stands for each
    argument.

    Wrong:

    ```
    item a[1..3]
    option queen(r in 1..3) covers a[r]
    draw queen(1) at (1, 1)
    ```

    Fixed:

    ```
    item a[1..3]
    option queen(r in 1..3) covers a[r]
    draw queen(r) at (r, 1)
    ```
    """


class DrawnArgumentNotName(ArgumentNotName):
    span: Span

    def report(self) -> Report:
        return (
            Report("an option is drawn with a name of its own for each argument")
            .at(self.span)
            .helped("write `draw put(r, c, v) at (r, c) as v`")
        )


class MotionArgumentNotName(ArgumentNotName):
    span: Span

    def report(self) -> Report:
        return (
            Report("the left side of a symmetry has a name for each argument")
            .at(self.span)
            .helped("write `symmetry queen(r, c) -> queen(c, r)`")
        )


class StatementAboutPieces(Diagnostic, code="E227"):
    """Pieces draw themselves.

    Placed pieces are drawn by their letters on their board.

    Wrong:

    ```
    board tray 1x2
    shapes piece
      |AA
    place free piece on tray
    draw piece(p) at (1, 1)
    ```

    Fixed:

    ```
    board tray 1x2
    shapes piece
      |AA
    place free piece on tray
    ```
    """


class DrawOfPieces(StatementAboutPieces):
    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"the pieces of `{self.name}` draw themselves")
            .at(self.span)
            .helped("leave this `draw` out")
        )


class SymmetryOfPieces(StatementAboutPieces):
    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"the pieces of `{self.name}` have the symmetries of their board")
            .at(self.span)
            .helped("leave this `symmetry` out: those of boards are found without being told")
        )


class NothingDescribed(Diagnostic, code="W207"):
    """Nothing is described.

    A file without a statement, an empty one or one of comments, has no items. Choosing no option is its one
    solution.

    Wrong:

    ```
    # Rooks on a board of four rows
    ```

    Fixed:

    ```
    # Rooks on a board of four rows
    item row[1..4]
    option rook(r in 1..4) covers row[r]
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("nothing is described")
            .at(self.span, "no statement begins here or below")
            .helped("say `item a` and `option x() covers a`, or `import` a shipped puzzle")
        )
