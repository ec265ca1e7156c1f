"""Messages about the items of matrix files."""

from __future__ import annotations

from excover.base.diagnostics import Edit
from excover.base.source import Span
from excover.language.messages.edits import left_out
from excover.language.messages.message import Located


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
