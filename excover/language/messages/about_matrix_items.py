"""Messages about the items of matrix files."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.source import Span
from excover.base.words import clipped
from excover.language.messages.edits import left_out


class NoItemLine(Diagnostic, code="E403"):
    """There are no items.

    The first line of a file in the DLX format that does not begin with `|` lists the items.

    Wrong:

    ```dlx
    | a title, and nothing else
    ```

    Fixed:

    ```dlx
    | a title
    a b
    a b
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("there is no line that lists the items")
            .at(self.span)
            .helped("list all items in the first line that does not begin with `|`: `a b c | d e`")
        )


class InvalidItemName(Diagnostic, code="E404"):
    """This cannot be the name of an item.

    In the DLX format, `:` and `|` have a special meaning: write them as `%3A` and `%7C`.

    Wrong:

    ```dlx
    a:b c
    c
    ```

    Fixed:

    ```dlx
    a%3Ab c
    a%3Ab c
    ```
    """

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
    """An item is listed twice.

    The first line lists each item once. Names are decoded as in a URL before they are compared.

    Wrong:

    ```dlx
    a b a
    a b
    ```

    Fixed:

    ```dlx
    a b
    a b
    ```
    """

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
    """A second bar.

    A single `|` separates the items that must be covered from those that may stay uncovered.

    Wrong:

    ```dlx
    a | b | c
    a b c
    ```

    Fixed:

    ```dlx
    a | b c
    a b c
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("a second `|` among the items")
            .at(self.span)
            .helped("remove it: one `|` separates primary from secondary items")
        )

    def fix(self) -> Edit | None:
        return left_out(self.span)


class UnusableBounds(Diagnostic, code="E407"):
    """Invalid bounds.

    `2:3|x` is an item to cover 2 or 3 times, `2|x` twice. Write the lower bound first. Items after the bar
    are covered at most once and have no bounds.

    Wrong:

    ```dlx
    3:2|a
    a
    ```

    Fixed:

    ```dlx
    0:2|a
    a
    ```
    """


class InvalidBounds(UnusableBounds):
    span: Span
    most: int

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.span.text)}` is not a pair of bounds")
            .at(self.span)
            .helped(f"write `2:3|x` for 2 to 3 times: the lower bound first, at most {self.most:,}")
        )


class BoundsOfSecondary(UnusableBounds):
    span: Span

    def report(self) -> Report:
        return (
            Report("an item after the `|` has no bounds: it is covered at most once")
            .at(self.span)
            .helped("list it before the `|`; write `0:2|x` for an item covered at most twice")
        )
