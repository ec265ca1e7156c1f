"""Messages about matrix files: their items, options and rows."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Edit, Report
from excover.base.names import ItemName
from excover.base.source import Span
from excover.base.words import listed
from excover.language.messages.edits import left_out
from excover.language.messages.message import Located, Unknown, Worded


class MatrixWithParameters(Worded, code="E402"):
    name: str

    wording = "a matrix has no parameter `{name}`"
    advice = "remove it: only descriptions in the language have parameters"


class UnknownMatrixItem(Unknown, code="E408"):
    wording = "there is no item `{name:clipped}`"
    advice = "add it to the first line of the file, which lists all items"


class ItemCoveredTwice(Located, code="E409"):
    first: Span
    name: str

    wording = "this option covers `{name:clipped}` twice"
    related = ("first", "first covered here")
    advice = "remove one of them"

    def fix(self) -> Edit | None:
        return left_out(self.span)


class InvalidColor(Located, code="E410"):
    wording = "`{span.text:clipped}` is not an item with a color"
    advice = "write `x:1` for the item `x` with the color 1; a color contains no blank, `:` or `|`"


class ColorOfPrimary(Located, code="E410"):
    name: str
    declared: Span

    wording = "`{name:clipped}` is primary, so it has no color"
    related = ("declared", "listed here")
    advice = "remove the color, or list the item after the `|` in the first line"


class InvalidCost(Located, code="E411"):
    most: int

    wording = "`{span.text:clipped}` is not a cost"
    advice = "write `|5` at the end of an option for a cost of 5; the largest cost is {most:,}"


class MatrixWithoutRows(Located, code="E412"):
    wording = "there is no row of 0 and 1"
    advice = "write one: `0 1 1 0`, or `0110`"


class NotABit(Located, code="E412"):
    wording = "`{span.text:clipped}` is neither 0 nor 1"
    advice = "write a row of 0 and 1 for each option, and in it a column for each item"


class OpenBracket(Located, code="E412"):
    wording = "not every square bracket is closed"
    label = "the first one"
    advice = "close each row, or write the rows without brackets, each in a line"


class WrongRowLength(Located, code="E413"):
    got: int
    wanted: int
    first: Span

    wording = "a row of {got:,}, but the first row has {wanted:,}"
    related = ("first", "{wanted:plural column} here")
    advice = "make all rows the same length; check for a broken line"


class OptionOfSecondariesOnly(Located, code="W401"):
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


class UncoverableColumns(Located, code="W402"):
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


class NoItemLine(Located, code="E403"):
    wording = "there is no line that lists the items"
    advice = "list all items in the first line that does not begin with `|`: `a b c | d e`"


class InvalidItemName(Located, code="E404"):
    wording = "`{span.text:clipped}` is not the name of an item"
    advice = (
        "remove `:` and `|` from names; bounds may precede a name, `2:3|x` or `2|x`, and a single `|` "
        "precedes the items that may stay uncovered"
    )


class ItemNamedTwice(Located, code="E405"):
    first: Span

    wording = "the item `{span.text:clipped}` is listed twice"
    related = ("first", "first listed here")
    advice = "remove one of them; names are decoded as in a URL, so `%41` is `A`"

    def fix(self) -> Edit | None:
        return left_out(self.span)


class SecondBar(Located, code="E406"):
    wording = "a second `|` among the items"
    advice = "remove it: one `|` separates primary from secondary items"

    def fix(self) -> Edit | None:
        return left_out(self.span)


class InvalidBounds(Located, code="E407"):
    most: int

    wording = "`{span.text:clipped}` is not a pair of bounds"
    advice = "write `2:3|x` for 2 to 3 times: the lower bound first, at most {most:,}"


class BoundsOfSecondary(Located, code="E407"):
    wording = "an item after the `|` has no bounds: it is covered at most once"
    advice = "list it before the `|`; write `0:2|x` for an item covered at most twice"
