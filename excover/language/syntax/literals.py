"""The actions of words: numbers, texts, names and sizes.

>>> from excover.base.limits import Limits
>>> from excover.base.source import Source
>>> from excover.language.syntax.actions import Passage
>>> builder = Builder(Passage.whole(Source("x.xc", "5x11")), Limits())
>>> [length.value for length in lengths(builder, slice(0, 4))]
[5, 11]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from excover.base.diagnostics import SpecError
from excover.base.names import normal
from excover.language.messages.about_syntax import NameTooLong, NumberTooLarge
from excover.language.syntax.actions import Builder
from excover.language.syntax.expr import Name, Number, Text

_MOST_DIGITS = len(str(2**63))
"""Python reads longer numbers in quadratic time."""


def number(builder: Builder, start: int, end: int, _children: list[Any]) -> Number:
    """2^63 is accepted, too, because it may follow a minus; the evaluation checks this."""
    span, digits = builder.span(start, end), builder.passage.text[start:end]
    if end - start > _MOST_DIGITS or int(digits) > 2**63:
        raise SpecError(NumberTooLarge(span, digits))
    return Number(span, int(digits))


def text(builder: Builder, start: int, end: int, _children: list[Any]) -> Text:
    return Text(builder.span(start, end), builder.passage.text[start + 1 : end - 1])


def name(builder: Builder, start: int, end: int, _children: list[Any]) -> Name:
    span = builder.span(start, end)
    if end - start > builder.limits.name:
        raise SpecError(NameTooLong(span, builder.limits.name))
    return Name(span, normal(builder.passage.text[start:end]))


def lengths(builder: Builder, dimensions: slice) -> Iterator[Number]:
    """The numbers of ``5x11``."""
    for length in re.finditer(r"\d+", builder.written(dimensions)):
        start, end = dimensions.start + length.start(), dimensions.start + length.end()
        yield number(builder, start, end, [])
