"""Messages about matrix files, what other formats and uses cannot express, and answers of other solvers."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import ItemName
from excover.base.source import Span
from excover.base.words import listed
from excover.language.messages.message import Located, Unknown, Worded, left_out


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
    advice = (
        "write `x:1` for the item `x` with the color 1; a color contains no blank, `:` or `|`. "
        "A cost is a word of its own: `a b |4`"
    )


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
    advice = "write a row of 0 and 1 for each option, and in it a column for each item, without names"


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
            self.located("this option covers no primary item")
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
        return self.located(found).noted("so there is no solution").helped(way)


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


# Messages about what a use of a problem cannot express, and about answers of other solvers.

CHOSEN = "`excover count` and `excover solve` can, with the engine that they choose"


class NotExpressed(Diagnostic, code="E431"):
    span: Span | None
    name: str
    what: str
    feature: str
    instead: str
    able: Sequence[str]

    def refused(self, found: Report) -> Report:
        """With the place of what ``what`` does not carry, and who does, or what a user may do ``instead``."""
        able = f"{listed(self.able, 'and')} can" if self.able else ""
        return found.at(self.span).helped(*([self.instead] if self.instead else [able, CHOSEN]))


class FeatureNotCarried(NotExpressed):
    def report(self) -> Report:
        named = f", such as `{self.name}`" if self.name else ""
        return self.refused(Report(f"{self.what} cannot express {self.feature}{named}"))


class SumNotCarried(NotExpressed, code="E334"):
    def report(self) -> Report:
        return self.refused(Report(f"{self.what} cannot keep to the bound on the sum of `{self.name}`"))


class ConstraintNotCarried(NotExpressed, code="E825"):
    def report(self) -> Report:
        return self.refused(Report(f"{self.what} cannot keep to `require {self.name}`"))


class NothingExact(NotExpressed, code="E602"):
    def report(self) -> Report:
        found = Report(f"option `{self.name}` covers no item that must be covered exactly once")
        return self.refused(found.noted(f"{self.what} branches on these items"))


class UnreadableAnswer(Located, code="E420"):
    wanted: str

    wording = "`{span.text:clipped}` is not part of such an answer"
    advice = "pass {wanted}"


class EmptyAnswer(Located, code="E421"):
    wanted: str

    wording = "there is no answer in this text"
    advice = "pass {wanted}"


class ContradictoryAnswer(Located, code="E422"):
    first: Span

    wording = "the answer both chooses and rejects an option"
    label = "this one"
    related = ("first", "and this one")
    advice = "pass one answer at a time"


class NoMatchingOption(Located, code="E424"):
    wording = "no option covers exactly these items"
    advice = "check that this is the answer to the same puzzle, with the same parameters and clues"


class NotASolution(Located, code="E425"):
    why: str

    wording = "this is not a solution: {why}"
    advice = "check that this is the answer to the same puzzle, with the same parameters and clues"


class NotWritable(Located, code="E432"):
    why: str

    wording = "this cannot be written as a text of the language: {why}"
    advice = "use it as it is, or call it by other names and values"


class FormulaTooLong(Worded, code="E430"):
    what: str
    count: int
    limit: int
    name: str

    wording = "{count:,} {what}; the limit is {limit:,}"
    advice = "{name:raised}"
