"""Messages about the options and rows of matrix files."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import ItemName
from excover.base.source import Span
from excover.base.words import clipped, did_you_mean, listed, plural
from excover.language.messages.edits import left_out, nearest


class NoSuchMatrixParameter(Diagnostic, code="E402"):
    """A matrix has no parameters.

    `-p n=12` sets a parameter of a description. A file in the DLX format, or with rows of 0 and 1, is a
    single matrix without parameters. A file of BurrTools has one parameter: `-p problem=2` selects its
    second problem.
    """


class MatrixWithParameters(NoSuchMatrixParameter):
    name: str

    def report(self) -> Report:
        return Report(f"a matrix has no parameter `{self.name}`").helped(
            "remove it: only descriptions in the language have parameters"
        )


class UnknownMatrixItem(Diagnostic, code="E408"):
    """An option covers an unknown item.

    The first line that is not a comment lists all items.

    Wrong:

    ```dlx
    a b
    a c
    ```

    Fixed:

    ```dlx
    a b c
    a c
    b
    ```
    """

    span: Span
    name: str
    known: Sequence[str]

    def report(self) -> Report:
        return (
            Report(f"there is no item `{clipped(self.name)}`")
            .at(self.span)
            .helped(
                did_you_mean(self.name, self.known)
                or "add it to the first line of the file, which lists all items"
            )
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.known)


class ItemCoveredTwice(Diagnostic, code="E409"):
    """An option covers an item twice.

    Wrong:

    ```dlx
    a b
    a b a
    ```

    Fixed:

    ```dlx
    a b
    a b
    ```
    """

    span: Span
    first: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"this option covers `{clipped(self.name)}` twice")
            .at(self.span)
            .beside(self.first, "first covered here")
            .helped("remove one of them")
        )

    def fix(self) -> Edit | None:
        return left_out(self.span)


class UnusableColor(Diagnostic, code="E410"):
    """Invalid color.

    `x:red` is the item `x` with the color `red`. Only items after the bar in the first line can have
    colors; a color contains no blank, colon or bar.

    Wrong:

    ```dlx
    a b
    a:red b
    ```

    Fixed:

    ```dlx
    a | b
    a b:red
    ```
    """


class InvalidColor(UnusableColor):
    span: Span

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.span.text)}` is not an item with a color")
            .at(self.span)
            .helped("write `x:1` for the item `x` with the color 1; a color contains no blank, `:` or `|`")
        )


class ColorOfPrimary(UnusableColor):
    span: Span
    name: str
    declared: Span

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.name)}` is primary, so it has no color")
            .at(self.span)
            .beside(self.declared, "listed here")
            .helped("remove the color, or list the item after the `|` in the first line")
        )


class InvalidCost(Diagnostic, code="E411"):
    """This is not a cost.

    A cost is an integer after a bar, `|5`. Several costs of an option are added.

    Wrong:

    ```dlx
    a b
    a b |five
    ```

    Fixed:

    ```dlx
    a b
    a b |5
    ```
    """

    span: Span
    most: int

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.span.text)}` is not a cost")
            .at(self.span)
            .helped(f"write `|5` at the end of an option for a cost of 5; the largest cost is {self.most:,}")
        )


class NotBinary(Diagnostic, code="E412"):
    """This is not a row of 0 and 1.

    Each line is a row, with or without blanks, commas or semicolons between the digits, and comments begin
    with `//`. A first line may have the number of rows and of columns. Rows of other programs are read as
    well: with `1.0` or `True` for 1, and in square brackets.

    Wrong:

    ```01
    0 1 1
    1 2 0
    ```

    Fixed:

    ```01
    0 1 1
    1 0 0
    ```
    """


class MatrixWithoutRows(NotBinary):
    span: Span

    def report(self) -> Report:
        return Report("there is no row of 0 and 1").at(self.span).helped("write one: `0 1 1 0`, or `0110`")


class NotABit(NotBinary):
    span: Span

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.span.text)}` is neither 0 nor 1")
            .at(self.span)
            .helped("write a row of 0 and 1 for each option, and in it a column for each item")
        )


class OpenBracket(NotBinary):
    span: Span

    def report(self) -> Report:
        found = Report("not every square bracket is closed").at(self.span, "the first one")
        return found.helped("close each row, or write the rows without brackets, each in a line")


class WrongRowLength(Diagnostic, code="E413"):
    """Rows of different lengths.

    Each column is an item, so all rows have the same number of digits.

    Wrong:

    ```01
    011
    10
    ```

    Fixed:

    ```01
    011
    100
    ```
    """

    span: Span
    got: int
    wanted: int
    first: Span

    def report(self) -> Report:
        return (
            Report(f"a row of {self.got:,}, but the first row has {self.wanted:,}")
            .at(self.span)
            .beside(self.first, f"{plural(self.wanted, 'column')} here")
            .helped("make all rows the same length; check for a broken line")
        )


class OptionOfSecondariesOnly(Diagnostic, code="W401"):
    """An option without a required item.

    All its items may stay uncovered, so it is not determined whether to choose it. It is left out, as in
    Knuth's programs.

    Wrong:

    ```dlx
    a | s
    a
    s
    ```

    Fixed:

    ```dlx
    a 0:1|s
    a
    s
    ```
    """

    span: Span
    count: int
    has_bar: bool

    def report(self) -> Report:
        more = (
            f"so do {self.count - 1:,} more"
            if self.count > 2
            else "so does 1 more"
            if self.count == 2
            else ""
        )
        return (
            Report("this option covers no primary item")
            .at(self.span)
            .noted(more, "it is left out, as in Knuth's programs")
            .helped(
                "delete it, or list one of its items before the `|` in the first line"
                if self.has_bar
                else "delete it"
            )
        )


class UncoverableColumns(Diagnostic, code="W402"):
    """Items that cannot be covered.

    No options, or too few, cover these items (the columns, for rows of 0 and 1): there is no solution.

    Wrong:

    ```dlx
    a b
    a
    ```

    Fixed:

    ```dlx
    a | b
    a
    ```
    """

    span: Span
    items: Sequence[ItemName]
    has_bar: bool

    def report(self) -> Report:
        names = listed([str(item) for item in self.items], "and", 6)
        if self.has_bar:
            found = f"too few options cover {names}"
            way = "list items that may stay uncovered after the `|`, or add options"
        else:
            found = f"column {names} has no 1" if len(self.items) == 1 else f"columns {names} have no 1"
            way = "add a row, or remove the column"
        return Report(found).at(self.span).noted("so there is no solution").helped(way)
