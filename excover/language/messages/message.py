"""Messages whose words are templates, filled with their facts.

>>> from excover.base.source import Source
>>> class BoardIsWide(Located, code="E210"):
...     name: str
...     columns: int
...     wording = "`{name:clipped}` has {columns:,} columns"
...     label = "in this board"
...     advice = "draw at most 1,000"
>>> print(BoardIsWide(Span(Source("a.xc", "board tray 1x2000"), 11, 17), "tray", 2000).plain())
error[E210]: `tray` has 2,000 columns
 --> a.xc:1:12
  |
1 | board tray 1x2000
  |            ^^^^^^ in this board
  help: draw at most 1,000
"""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import attrgetter
from typing import Any, ClassVar

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import brief
from excover.base.source import Span
from excover.base.words import clipped, reached, short, visible

SHOWN: dict[str, Callable[[Any], str]] = {
    each.__name__: each for each in (brief, clipped, reached, short, visible)
}
"""How a template shows a fact, as in ``{value:brief}``."""


FACT = re.compile(r"\{([\w.]+)(?::([^{}]*))?\}|\{\{|\}\}")
"""In a template, a fact and how it is shown, or a doubled brace, which is one."""


class Worded(Diagnostic):
    """One whose words are templates: ``{name}`` is its field or another attribute, ``{limit:,}`` a number.

    ``related`` is another place: the field that has its span, or None, and the text about it.
    """

    wording: ClassVar[str]
    label: ClassVar[str] = ""
    related: ClassVar[tuple[str, str] | None] = None
    note: ClassVar[str] = ""
    advice: ClassVar[str | tuple[str, ...]] = ()

    def report(self) -> Report:
        found = self._at_place(Report(self._in_words(self.wording)))
        if self.related and (place := getattr(self, self.related[0])):
            found = found.beside(place, self._in_words(self.related[1]))
        advice = (self.advice,) if isinstance(self.advice, str) else self.advice
        return found.noted(self._in_words(self.note)).helped(*map(self._in_words, advice))

    def _at_place(self, found: Report) -> Report:
        return found

    def _in_words(self, template: str) -> str:
        return FACT.sub(self._shown, template)

    def _shown(self, fact: re.Match[str]) -> str:
        if not fact[1]:
            return fact[0][0]
        value = attrgetter(fact[1])(self)
        show = SHOWN.get(fact[2])
        return show(value) if show else format(value, fact[2] or "")


class Located(Worded):
    """One about a place of a text."""

    span: Span

    def _at_place(self, found: Report) -> Report:
        return found.at(self.span, self._in_words(self.label))
