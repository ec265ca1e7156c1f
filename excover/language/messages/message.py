"""Messages whose words are templates, filled with their facts; and the page of every code.

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

The page of every code: what it means, and an example, wrong and fixed; a section of docs/errors.md.

>>> print(message_page("E115"))
# E115: A condition is not a member
<BLANKLINE>
Tuples and sets cannot contain conditions. Convert the condition to a number.
<BLANKLINE>
Wrong:
<BLANKLINE>
```
let a = {1 < 2}
```
<BLANKLINE>
Fixed:
<BLANKLINE>
```
let a = {1 if 1 < 2 else 0}
```
>>> message_page("E999") is None
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any, ClassVar

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import brief, kind
from excover.base.source import Span
from excover.base.words import clipped, did_you_mean, listed, plural, reached, short, visible
from excover.language.messages.edits import nearest

SHOWN: dict[str, Callable[[Any], str]] = {
    each.__name__: each for each in (brief, clipped, kind, reached, short, visible)
}
"""How a template shows a fact, as in ``{value:brief}``; ``{count:plural option}`` adds a noun to a number."""


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
        return found.noted(self._in_words(self.note)).helped(*self._help())

    def _help(self) -> list[str]:
        advice = (self.advice,) if isinstance(self.advice, str) else self.advice
        return [self._in_words(line) for line in advice]

    def _at_place(self, found: Report) -> Report:
        return found

    def _in_words(self, template: str) -> str:
        return FACT.sub(self._shown, template)

    def _shown(self, fact: re.Match[str]) -> str:
        if not fact[1]:
            return fact[0][0]
        value, form = attrgetter(fact[1])(self), fact[2] or ""
        if form.startswith("plural "):
            return plural(value, form.removeprefix("plural "))
        show = SHOWN.get(form)
        return show(value) if show else format(value, form)


class Located(Worded):
    """One about a place of a text."""

    span: Span

    def _at_place(self, found: Report) -> Report:
        return found.at(self.span, self._in_words(self.label))


class Unknown(Located):
    """A name that nothing has. The nearest known one is probably meant; if none is near, ``advice`` helps."""

    name: str
    known: Iterable[str]

    @property
    def choices(self) -> str:
        return listed(list(self.known), "and", most=30)

    def _help(self) -> list[str]:
        meant = did_you_mean(self.name, self.known)
        return [meant] if meant else super()._help()

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.known)


_SECTION = re.compile(r"^#(# ([EW]\d{3}): .*?)\s*(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_DIFFERENCE = re.compile(r"^```diff ?(\w*)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)


def message_page(code: str) -> str | None:
    """The page of a code such as ``E103``, in Markdown; None for an unknown code."""
    found = _sections().get(code.upper())
    return found and with_both_texts(found)


def codes() -> list[str]:
    """All codes, sorted."""
    return list(_sections())


def document() -> str:
    """The text of docs/errors.md: inside the installed package, or in a checkout."""
    installed = Path(__file__).with_name("errors.md")
    path = installed if installed.is_file() else Path(__file__).parents[3] / "docs" / "errors.md"
    return path.read_text("utf-8")


def with_both_texts(page: str) -> str:
    """With the wrong and the fixed text of each example instead of their difference.

    >>> print(with_both_texts("```diff yaml\\n items: a\\n-option: b\\n+options: b\\n```"))
    Wrong:
    <BLANKLINE>
    ```yaml
    items: a
    option: b
    ```
    <BLANKLINE>
    Fixed:
    <BLANKLINE>
    ```yaml
    items: a
    options: b
    ```
    """
    return _DIFFERENCE.sub(_both_texts, page)


def _both_texts(example: re.Match[str]) -> str:
    lines = example[2].split("\n")
    texts = {
        "Wrong": [line[1:] for line in lines if not line.startswith("+")],
        "Fixed": [line[1:] for line in lines if not line.startswith("-")],
    }
    return "\n\n".join(
        f"{head}:\n\n```{example[1]}\n" + "\n".join(text) + "\n```" for head, text in texts.items() if text
    )


@lru_cache(maxsize=1)
def _sections() -> dict[str, str]:
    return {code: section for section, code in _SECTION.findall(document())}
