r"""Actions: how a rule of the grammar, or a word, becomes a node.

An action receives the extent of the match of its rule, and the results of its parts: a slice for a word.

>>> from excover.language.syntax.nodes import Not
>>> builder = Builder(Passage.whole(Source("x.xc", "not a")), Limits())
>>> node(Not)(builder, 0, 5, ["a"]).span.text
'not a'

A text in a source, possibly in pieces: indented, escaped or folded as another format requires.

>>> source = Source("x.yaml", "let: {a: 'x in\n  row'}")
>>> passage = Passage(source, "x in row", (0, 5), (10, 17))
>>> passage.span(5, 8)
Span(source=Source(name='x.yaml', path=''), start=17, end=20)
>>> passage.span(0, 1).text
'x'

The actions of words: numbers, texts, names and sizes.

>>> builder = Builder(Passage.whole(Source("x.xc", "5x11")), Limits())
>>> [length.value for length in lengths(builder, slice(0, 4))]
[5, 11]
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from excover.base.diagnostics import SpecError
from excover.base.frozen import Frozen
from excover.base.limits import Limits
from excover.base.names import normal
from excover.base.source import Source, Span
from excover.language import messages
from excover.language.syntax.nodes import Name, Node, Number, Text


class Passage(Frozen):
    """``text``, whose characters from ``starts[i]`` on are in the source from ``places[i]`` on."""

    source: Source
    text: str
    starts: tuple[int, ...] = (0,)
    places: tuple[int, ...] = (0,)

    @staticmethod
    def whole(source: Source) -> Passage:
        return Passage(source, source.text)

    def span(self, start: int, end: int) -> Span:
        """The place in the source of the characters of the text from ``start`` up to ``end``."""
        if len(self.starts) == 1:
            return Span(self.source, self.places[0] + start, self.places[0] + end)
        first = self._place(start)
        return Span(self.source, first, self._place(end - 1) + 1 if end > start else first)

    def _place(self, offset: int) -> int:
        piece = max(0, bisect_right(self.starts, offset) - 1)
        return self.places[piece] + offset - self.starts[piece]


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
    """The action of a rule whose children are the fields of its node, in order, words as they are written."""

    def action(builder: Builder, start: int, end: int, children: list[Any]) -> Any:
        fields = [builder.written(each) if isinstance(each, slice) else each for each in children]
        return make(builder.span(start, end), *fields)

    return action


def spread(make: type[Node]) -> Action:
    """The same of a rule some of whose children are tuples of several fields."""

    def action(builder: Builder, start: int, end: int, children: list[Any]) -> Any:
        parts = (each if isinstance(each, tuple) else (each,) for each in children)
        return node(make)(builder, start, end, [field for part in parts for field in part])

    return action


def unpacked(make: type[Node]) -> Action:
    """The action of a rule whose last child has the fields of its node; a word before it is one more."""

    def action(builder: Builder, start: int, end: int, children: list[Any]) -> Any:
        return make(builder.span(start, end), *with_word(builder, start, end, children))

    return action


def with_word(_builder: Builder, _start: int, _end: int, children: list[Any]) -> tuple[Any, ...]:
    """The action of a rule that is a tuple of fields, the last of which is whether a word is before them."""
    *words, fields = children
    return (*fields, *(True for _ in words))


def as_tuple(_builder: Builder, _start: int, _end: int, children: list[Any]) -> tuple[Any, ...]:
    """The action of a rule that is a list of its parts."""
    return tuple(children)


def only(_builder: Builder, _start: int, _end: int, children: list[Any]) -> Any:
    """The action of a rule that is its only part, or None."""
    return children[0] if children else None


def word(builder: Builder, _start: int, _end: int, children: list[Any]) -> str:
    """The action of a rule that is an optional word."""
    return builder.written(children[0]) if children else ""


_MOST_DIGITS = len(str(2**63))
"""Python reads longer numbers in quadratic time."""


def number(builder: Builder, start: int, end: int, _children: list[Any]) -> Number:
    """2^63 is accepted, too, because it may follow a minus; the evaluation checks this."""
    span, digits = builder.span(start, end), builder.passage.text[start:end]
    if end - start > _MOST_DIGITS or int(digits) > 2**63:
        raise SpecError(messages.NumberTooLarge(span, digits))
    return Number(span, int(digits))


def text(builder: Builder, start: int, end: int, _children: list[Any]) -> Text:
    return Text(builder.span(start, end), builder.passage.text[start + 1 : end - 1])


def name(builder: Builder, start: int, end: int, _children: list[Any]) -> Name:
    span = builder.span(start, end)
    if end - start > builder.limits.name:
        raise SpecError(messages.NameTooLong(span, builder.limits.name))
    return Name(span, normal(builder.passage.text[start:end]))


def lengths(builder: Builder, dimensions: slice) -> Iterator[Number]:
    """The numbers of ``5x11``."""
    for length in re.finditer(r"\d+", builder.written(dimensions)):
        start, end = dimensions.start + length.start(), dimensions.start + length.end()
        yield number(builder, start, end, [])
