"""Messages about the items of matrix files."""

from __future__ import annotations

from excover.diagnostics import Diagnostic, Edit, Report
from excover.messages.edits import left_out
from excover.source import Span
from excover.words import clipped


class NoItemLine(Diagnostic, code="E403"):
    """There are no items.

    A file in the DLX format names its items in its first line, lines that begin with `|` apart.

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
            Report("there is no line with the names of the items")
            .at(self.span)
            .helped("the first line that does not begin with `|` names them all: `a b c | d e`")
        )


class InvalidItemName(Diagnostic, code="E404"):
    """This cannot be the name of an item.

    In the DLX format, `:` and `|` stand for something else: they can be written as `%3A` and `%7C`.

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
            Report(f"`{clipped(self.span.text)}` is no name of an item")
            .at(self.span)
            .helped(
                "names have no `:` and no `|`; before one there may be bounds, `2:3|x` or `2|x`, and a `|` "
                "of its own stands before the items that may stay uncovered"
            )
        )


class ItemNamedTwice(Diagnostic, code="E405"):
    """An item is named twice.

    Each item has one name, and stands in the first line once. Names are compared as they are read, as in a
    URL.

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
            Report(f"the item `{clipped(self.span.text)}` is named twice")
            .at(self.span)
            .beside(self.first, "named here first")
            .helped("leave one of them out; names are read as in a URL, so that `%41` is `A`")
        )

    def fix(self) -> Edit | None:
        return left_out(self.span)


class SecondBar(Diagnostic, code="E406"):
    """A second bar.

    A `|` of its own among the items parts those that have to be covered from those that may stay uncovered.

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
            .helped("one `|` parts them in two; leave it out")
        )

    def fix(self) -> Edit | None:
        return left_out(self.span)


class UnusableBounds(Diagnostic, code="E407"):
    """These bounds make no sense.

    `2:3|x` is an item to be covered 2 or 3 times, `2|x` twice. The first number is the smaller one. Items
    behind the bar are covered at most once, and have no bounds.

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
            Report(f"`{clipped(self.span.text)}` is not how often an item may be covered")
            .at(self.span)
            .helped(f"`2:3|x` is 2 to 3 times: the lower number first, none above {self.most:,}")
        )


class BoundsOfSecondary(UnusableBounds):
    span: Span

    def report(self) -> Report:
        return (
            Report("an item behind the `|` has no bounds: it is covered at most once")
            .at(self.span)
            .helped("name it before the `|`; `0:2|x` is an item covered at most twice")
        )
