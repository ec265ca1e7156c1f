"""Messages about the items of matrix files."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.source import Span
from excover.base.words import clipped
from excover.language.messages.edits import left_out


class NoItemLine(Diagnostic, code="E403"):
    span: Span

    def report(self) -> Report:
        return (
            Report("there is no line that lists the items")
            .at(self.span)
            .helped("list all items in the first line that does not begin with `|`: `a b c | d e`")
        )


class InvalidItemName(Diagnostic, code="E404"):
    span: Span

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.span.text)}` is not the name of an item")
            .at(self.span)
            .helped(
                "remove `:` and `|` from names; bounds may precede a name, `2:3|x` or `2|x`, and a single "
                "`|` precedes the items that may stay uncovered"
            )
        )


class ItemNamedTwice(Diagnostic, code="E405"):
    span: Span
    first: Span

    def report(self) -> Report:
        return (
            Report(f"the item `{clipped(self.span.text)}` is listed twice")
            .at(self.span)
            .beside(self.first, "first listed here")
            .helped("remove one of them; names are decoded as in a URL, so `%41` is `A`")
        )

    def fix(self) -> Edit | None:
        return left_out(self.span)


class SecondBar(Diagnostic, code="E406"):
    span: Span

    def report(self) -> Report:
        return (
            Report("a second `|` among the items")
            .at(self.span)
            .helped("remove it: one `|` separates primary from secondary items")
        )

    def fix(self) -> Edit | None:
        return left_out(self.span)


class InvalidBounds(Diagnostic, code="E407"):
    span: Span
    most: int

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.span.text)}` is not a pair of bounds")
            .at(self.span)
            .helped(f"write `2:3|x` for 2 to 3 times: the lower bound first, at most {self.most:,}")
        )


class BoundsOfSecondary(Diagnostic, code="E407"):
    span: Span

    def report(self) -> Report:
        return (
            Report("an item after the `|` has no bounds: it is covered at most once")
            .at(self.span)
            .helped("list it before the `|`; write `0:2|x` for an item covered at most twice")
        )
