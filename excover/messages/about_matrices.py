"""Messages about the options and rows of matrix files."""

from __future__ import annotations

from collections.abc import Sequence

from excover.diagnostics import Diagnostic, Edit, Report
from excover.messages.edits import left_out, nearest
from excover.names import ItemName
from excover.source import Span
from excover.words import clipped, did_you_mean, listed, plural


class NoSuchMatrixParameter(Diagnostic, code="E402"):
    """A matrix has no parameters.

    `-p n=12` sets a parameter of a description in the language. A file in the DLX format, or one with rows
    of 0 and 1, is one matrix and no other. A file of BurrTools has one parameter: `-p problem=2` chooses
    its second problem.
    """


class MatrixWithParameters(NoSuchMatrixParameter):
    name: str

    def report(self) -> Report:
        return Report(f"a matrix has no parameters, and so no `{self.name}`").helped(
            "leave it out; parameters belong to descriptions in the language"
        )


class UnknownMatrixItem(Diagnostic, code="E408"):
    """An option covers what is no item.

    Every item is named in the first line that is no comment.

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
            .helped(did_you_mean(self.name, self.known) or "the first line of the file names all items")
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
            .beside(self.first, "covered here already")
            .helped("leave one of them out")
        )

    def fix(self) -> Edit | None:
        return left_out(self.span)


class UnusableColor(Diagnostic, code="E410"):
    """A color that cannot be.

    `x:red` is the item `x` with the color `red`. Only items behind the bar of the first line have colors; a
    color has no blank, no colon and no bar in it.

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
            .helped("`x:1` gives the item `x` the color 1; a color has no blank, no `:` and no `|` in it")
        )


class ColorOfPrimary(UnusableColor):
    span: Span
    name: str
    declared: Span

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.name)}` has to be covered, so it has no color")
            .at(self.span)
            .beside(self.declared, "named here")
            .helped("leave the color out, or name the item behind the `|` in the first line")
        )


class InvalidCost(Diagnostic, code="E411"):
    """This is not a cost.

    A cost is a whole number behind a bar, `|5`. An option may have several, which are added.

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
            .helped(f"`|5` at the end of an option is a cost of 5; no cost is above {self.most:,}")
        )


class NotBinary(Diagnostic, code="E412"):
    """This is not a row of 0 and 1.

    Each line is a row, with or without blanks between the digits. There are no comments.

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
            .helped("each line is a row of 0 and 1, with blanks between them or without, and nothing else")
        )


class WrongRowLength(Diagnostic, code="E413"):
    """Rows of different lengths.

    Each column is an item, so that all rows have the same number of digits.

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
            Report(f"a row of {self.got:,}, and the first has {self.wanted:,}")
            .at(self.span)
            .beside(self.first, f"{plural(self.wanted, 'column')} here")
            .helped("all rows of a matrix are of the same length; is a line broken?")
        )


class OptionOfSecondariesOnly(Diagnostic, code="W401"):
    """An option that covers nothing.

    It has only items that may stay uncovered, so that nothing demands it and nothing speaks against it. It
    is left out, as in Knuth's programs.

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
            Report("this option covers nothing that has to be covered")
            .at(self.span)
            .noted(more, "it is left out, as Knuth's programs leave it out")
            .helped(
                "delete it, or name one of its items before the `|` in the first line"
                if self.has_bar
                else "delete it"
            )
        )


class UncoverableColumns(Diagnostic, code="W402"):
    """Items that cannot be covered.

    No options, or fewer than are needed, cover these items, which of rows of 0 and 1 are columns: there is
    no solution.

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
            way = "name what may stay uncovered behind the `|`, or add options"
        else:
            found = f"column {names} has no 1" if len(self.items) == 1 else f"columns {names} have no 1"
            way = "add a row, or leave the column out"
        return Report(found).at(self.span).noted("so there is no solution").helped(way)
