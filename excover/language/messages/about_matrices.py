"""Messages about the options and rows of matrix files."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import ItemName
from excover.base.source import Span
from excover.base.words import clipped, did_you_mean, listed, plural
from excover.language.messages.edits import left_out, nearest


class NoSuchMatrixParameter(Diagnostic, code="E402"):
    pass


class MatrixWithParameters(NoSuchMatrixParameter):
    name: str

    def report(self) -> Report:
        return Report(f"a matrix has no parameter `{self.name}`").helped(
            "remove it: only descriptions in the language have parameters"
        )


class UnknownMatrixItem(Diagnostic, code="E408"):
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


class InvalidColor(Diagnostic, code="E410"):
    span: Span

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.span.text)}` is not an item with a color")
            .at(self.span)
            .helped("write `x:1` for the item `x` with the color 1; a color contains no blank, `:` or `|`")
        )


class ColorOfPrimary(Diagnostic, code="E410"):
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
    span: Span
    most: int

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.span.text)}` is not a cost")
            .at(self.span)
            .helped(f"write `|5` at the end of an option for a cost of 5; the largest cost is {self.most:,}")
        )


class MatrixWithoutRows(Diagnostic, code="E412"):
    span: Span

    def report(self) -> Report:
        return Report("there is no row of 0 and 1").at(self.span).helped("write one: `0 1 1 0`, or `0110`")


class NotABit(Diagnostic, code="E412"):
    span: Span

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.span.text)}` is neither 0 nor 1")
            .at(self.span)
            .helped("write a row of 0 and 1 for each option, and in it a column for each item")
        )


class OpenBracket(Diagnostic, code="E412"):
    span: Span

    def report(self) -> Report:
        found = Report("not every square bracket is closed").at(self.span, "the first one")
        return found.helped("close each row, or write the rows without brackets, each in a line")


class WrongRowLength(Diagnostic, code="E413"):
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
