"""Actions: how a rule of the grammar becomes a node.

An action receives the extent of the match of its rule, and the results of its parts: a slice for a word.

>>> from excover.base.source import Source
>>> from excover.language.syntax.expr import Not
>>> builder = Builder(Passage.whole(Source("x.xc", "not a")), Limits())
>>> node(Not)(builder, 0, 5, ["a"]).span.text
'not a'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from excover.base.limits import Limits
from excover.base.source import Span
from excover.language.syntax.node import Node
from excover.language.syntax.passage import Passage


class Builder:
    """The context of an action: the text that is read, and the limits."""

    def __init__(self, passage: Passage, limits: Limits) -> None:
        self.passage = passage
        self.limits = limits

    def span(self, start: int, end: int) -> Span:
        return self.passage.span(start, end)

    def written(self, word: slice) -> str:
        return self.passage.text[word]


Action: TypeAlias = Callable[[Builder, int, int, list[Any]], Any]


def spanned(make: Callable[[Builder, Span, list[Any]], Any]) -> Action:
    """The action of a rule whose node needs its span."""

    def action(builder: Builder, start: int, end: int, children: list[Any]) -> Any:
        return make(builder, builder.span(start, end), children)

    return action


def node(make: type[Node]) -> Action:
    """The action of a rule whose children are the fields of its node, in order."""

    def action(builder: Builder, start: int, end: int, children: list[Any]) -> Any:
        return make(builder.span(start, end), *children)

    return action


def unpacked(make: type[Node]) -> Action:
    """The action of a rule with one child: a tuple of the fields of its node."""

    def action(builder: Builder, start: int, end: int, children: list[Any]) -> Any:
        return make(builder.span(start, end), *children[0])

    return action


def as_tuple(_builder: Builder, _start: int, _end: int, children: list[Any]) -> tuple[Any, ...]:
    """The action of a rule that is a list of its parts."""
    return tuple(children)


def only(_builder: Builder, _start: int, _end: int, children: list[Any]) -> Any:
    """The action of a rule that is its only part, or None."""
    return children[0] if children else None


def word(builder: Builder, _start: int, _end: int, children: list[Any]) -> str:
    """The action of a rule that is an optional word."""
    return builder.written(children[0]) if children else ""
