r"""Messages whose words are templates, filled with their facts; and the page of every code.

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

Edits that fix what is wrong, and signs of other languages with how they are written here.

>>> source = Source("queens.xc", "item rwo[1..8]")
>>> edit = nearest(Span(source, 5, 8), "rwo", ["row", "column"])
>>> edit.applied() if edit else None
'item row[1..8]'

A further statement, or one less:

>>> source = Source("x.xc", "item a\noption x() covers a cost 3\nexpect solutions = 1\n")
>>> print(added(Span(source, 0, 1), "minimize").applied())
item a
option x() covers a cost 3
minimize
expect solutions = 1
<BLANKLINE>
>>> removed(Span(source, 0, 4)).applied()
'option x() covers a cost 3\nexpect solutions = 1\n'

Signs of other languages, and how they are written here.

>>> [hint] = foreign(Span(Source("queens.xc", "let n = 7 % 2"), 10, 11))
>>> hint.edit.applied()
'let n = 7 mod 2'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import NAME, brief, kind
from excover.base.source import Source, Span, is_yaml
from excover.base.words import clipped, did_you_mean, listed, near, plural, raised, reached, short, visible


class Hint(NamedTuple):
    """What was probably meant: a help line, and the edit that writes it, if that is certain.

    ``is_whole``: nothing else may be meant, so no other edit is tried.
    """

    help: str = ""
    edit: Edit | None = None
    is_whole: bool = False


def nearest(span: Span, name: str, known: Iterable[str]) -> Edit | None:
    """Writes the known name that ``name`` most likely misspells, where ``span`` is it, quoted or not.

    That is certain if no other name is near, no sign may be missing within the name, and the known one stands
    in more places than that of its declaration, which may be misspelt.
    """
    known = list(known)
    close = near(name, known)
    if not close or span.text not in (name, f'"{name}"'):
        return None
    others = [each for each in known if each != close]
    is_certain = (
        not _is_joined(name, known) and near(name, others) is None and times_written(close, span) != 1
    )
    return Edit(span, span.text.replace(name, close), is_certain=is_certain)


def times_written(name: str, span: Span) -> int:
    """How often a name stands in the text of a part, comments and texts included; counted up to 2."""
    found = re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", span.source.text)
    return sum(1 for _ in islice(found, 2))


def _is_joined(name: str, known: Iterable[str]) -> bool:
    """Whether it may be a known name, a sign that is missing, and a number or another known name."""
    names = set(known)
    cuts = ((name[:at], name[at:]) for at in range(1, len(name)))
    return any(first in names and (rest in names or rest.isdecimal()) for first, rest in cuts)


def meant(span: Span, known: Iterable[str]) -> Hint:
    """That one of the known words was meant, if one is near."""
    words = list(known)
    return Hint(did_you_mean(span.text, words), nearest(span, span.text, words))


def left_out(span: Span) -> Edit:
    """Without a part, nor the blanks before it."""
    text = span.source.text
    start = len(text[: span.start].rstrip(" \t"))
    return Edit(Span(span.source, start, span.end), "")


def inserted(span: Span, text: str) -> Edit:
    """With a text before a part."""
    return Edit(span.part(0, 0), text)


def overdrawn(places: Sequence[Span], character: str) -> Edit | None:
    """With another character at places of one drawing, which are in order; None without any."""
    if not character or not places:
        return None
    whole = Span(places[0].source, places[0].start, places[-1].end)
    letters = list(whole.text)
    for place in places:
        letters[place.start - whole.start] = character
    return Edit(whole, "".join(letters))


def in_words(edit: Edit) -> str:
    """A help line: what an edit of a word or a sign does."""
    old, new = clipped(edit.span.text.strip()), clipped(edit.replacement.strip())
    if old:
        is_second = edit.span.source.text[: edit.span.start].rstrip().endswith(old)
        return f"write `{new}` instead of `{old}`" if new else f"leave out {'the second ' * is_second}`{old}`"
    behind = edit.span.source.line_text(edit.span.line)[edit.span.column - 1 :].split(maxsplit=1)
    where = f"before `{clipped(behind[0])}`" if behind else f"at the end of line {edit.span.line}"
    return f"write `{new}` {where}"


_EXPECT_LINES = re.compile(r"(?:^expect\b[^\n]*(?:\n[ \t]*(?:#[^\n]*)?$)*(?:\n|\Z))+\Z", re.MULTILINE)
_LONGEST_SEARCHED = 10_000


def has_lines(source: Source) -> bool:
    """Whether statements stand in lines of their own: not in YAML, nor in a model in Python."""
    return not source.name.startswith("<model") and not is_yaml(source)


def added(near: Span, *statements: str) -> Edit | None:
    """With further statements at the end of a text, before its `expect` lines."""
    source = near.source
    if not has_lines(source):
        return None
    expect = _EXPECT_LINES.search(source.text, max(0, len(source.text) - _LONGEST_SEARCHED))
    at = expect.start() if expect else len(source.text)
    gap = "" if source.text[:at].endswith("\n") or not at else "\n"
    return Edit(Span(source, at, at), gap + "".join(f"{each}\n" for each in statements))


def removed(part: Span) -> Edit | None:
    """Without the statement of a part, if it is in one line, and without the comment there."""
    source = part.source
    if not has_lines(source):
        return None
    start = source.text.rfind("\n", 0, part.start) + 1
    end = source.text.find("\n", part.end)
    stop = len(source.text) if end < 0 else end + 1
    begins = re.match(r"[a-z]+\b", source.text[start:stop])
    goes_on = re.match(r"[ \t]+[^\s#]|[ \t]*\|", source.text[stop:])
    return None if begins is None or goes_on else Edit(Span(source, start, stop), "")


_QUOTES = "\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019\u201a\u2039\u203a"

NO_POWERS = "write a power as a product: `n*n`, or `product(n for i in 1..k)`"

_FOREIGN: tuple[tuple[str, str, str | None], ...] = (
    (r"/\*", "write a comment with `#` in each of its lines", None),
    (r"(?<=[\w)])//(?=[\w(])", "write integer division as `div`", "div"),
    (r"/=", "write `a != b` for values that differ", "!="),
    (r"//", "write a comment with `#`", "#"),
    (r"/", "write integer division as `div`", "div"),
    (r"(?m:^)%", "write a comment with `#`", "#"),
    (r"%", "write the remainder as `mod`", "mod"),
    (r"'([^'\"\n]*)'", "write texts in double quotes", r'"\1"'),
    (r"'", "write texts in double quotes", None),
    (
        rf"[{_QUOTES}]([^{_QUOTES}\"\n]*)[{_QUOTES}]",
        'write texts in straight double quotes: `"`',
        r'"\1"',
    ),
    (rf"[{_QUOTES}]", 'write texts in straight double quotes: `"`', None),
    (r";", "remove it: statements need no separator", ""),
    (r";", "separate them with commas", ","),
    (r":=", "write `=` between a name and what it stands for", "="),
    (r":", "remove it: no colon is needed here", ""),
    (r"(?<=\)):", "write `covers` before what an option covers", "covers"),
    (r"(?<=\d):", "write a range with two dots: `1..3`", ".."),
    (r"(?<=\)):", "write `from` before the values of a decision", " from"),
    (r":(?=\s*\w+\s+in\b)", "write `for` before a loop: `(x for x in S)`", "for"),
    (r":", "write `in` between a name and its set: `x in S`", "in"),
    (r":", "write `=` between a name and what it stands for", "="),
    (r"&&?", "write `and`", "and"),
    (r"\u2227", "write `and`", "and"),
    (r"\u2228", "write `or`", "or"),
    (r"\u00ac", "write `not`", "not"),
    (r"\u2208", "write `in`", "in"),
    (r"\u2264", "write `<=`", "<="),
    (r"\u2265", "write `>=`", ">="),
    (r"\u2260", "write `!=`", "!="),
    (r"\u2192", "write `->`", "->"),
    (r"\u2026", "write a range with two dots: `1..3`", ".."),
    (r"\u2212", "write minus as `-`", "-"),
    (r"(?<=\d)\u2013(?=\w)", "write a range with two dots: `1..3`", ".."),
    (r"[\u2013\u2014]", "write minus as `-`, a range as `1..3`", None),
    (r"[\u00b7\u2217]", "write a product as `a*b`", "*"),
    (r"\^", NO_POWERS, None),
    (r"\?", "write the condition between the two values: `a if x > 1 else b`", None),
    (r"\u00d7", "write a product as `a*b`, a size as `3x4` or as `n by n`", None),
    (r"!", "write `not`", "not"),
)
"""Signs of other languages: how they are written here, and what replaces them, if that is certain."""


def foreign(span: Span) -> list[Hint]:
    """How a character that the language does not know is written here; the most likely first."""
    found = []
    for pattern, help_, written in _FOREIGN:
        if match := re.compile(pattern).match(span.source.text, span.start):
            sign = Span(span.source, *match.span())
            found.append(Hint(help_, None if written is None else _written(sign, match.expand(written))))
    return found


def _written(sign: Span, text: str) -> Edit:
    """A word instead of a sign has blanks around it; a sign that is left out does not join words."""
    before, after = sign.source.text[: sign.start], sign.source.text[sign.end :]
    if not text and re.search(r"\w\Z", before) and re.match(r"\w", after):
        return Edit(sign, " ", is_certain=True)
    if not text.isalpha() and text != "=":
        return Edit(sign, text, is_certain=True)
    blanks = len(after) - len(after.lstrip(" "))
    place = Span(sign.source, len(before.rstrip(" ")), sign.end + blanks)
    return Edit(place, f" {text} ", is_certain=True)


def glued(span: Span) -> list[Hint]:
    """What a number with a name behind it may mean: a product, or a size if its line begins a board."""
    found = re.compile(rf"(\d+)({NAME})").match(span.source.text, span.start)
    if not found:
        return []
    number = found.end(1)
    if re.match(r"\s*board\b", span.source.line_text(span.line)):
        by = Edit(Span(span.source, number, number + 1), " by ") if re.match(r"x\w", found[2]) else None
        return [Hint("write a size of names as `3 by n`", by)]
    product = f"write the product as `{clipped(found[1])}*{clipped(found[2])}`"
    edit = Edit(Span(span.source, number, number), "*")
    return [Hint(f"{product}\nbegin names with a letter or an underscore", edit)]


_COMPARISONS = {
    **dict.fromkeys(("==", "==="), ("=", "write equality as `=`")),
    **dict.fromkeys((">=", "=>"), (">=", "write `a >= b` where `a` is at least `b`")),
    **dict.fromkeys(("<=", "=<"), ("<=", "write `a <= b` where `a` is at most `b`")),
    **dict.fromkeys(("!=", "<>", "=!", "!==", "=!="), ("!=", "write `a != b` for values that differ")),
}


def comparison(span: Span) -> Hint:
    """How a comparison is written whose signs, of which ``span`` is one, are those of another language, or
    have another order, or blanks between them.
    """
    line, at = span.source.line_text(span.line), span.column - 1
    for signs in re.finditer(r"[<>=!](?:[ \t]*[<>=!])*", line):
        written, help_ = _COMPARISONS.get(re.sub(r"\s", "", signs[0]), ("", ""))
        if signs[0] == "=>" and re.match(r"\s*require\b", line):
            written, help_ = "implies", "write `a implies b` of conditions, `a >= b` of numbers"
        if signs.start() <= at < signs.end() and written not in ("", signs[0]):
            place = Span(span.source, span.start - at + signs.start(), span.start - at + signs.end())
            blank = ", without a blank between the signs" if written == re.sub(r"\s", "", signs[0]) else ""
            return Hint(help_ + blank, Edit(place, written, is_certain=written != "implies"))
    return Hint()


def product(numbers: Iterable[int]) -> str:
    """The factors, as of a size."""
    return " × ".join(f"{number:,}" for number in numbers)


SHOWN: dict[str, Callable[[Any], str]] = {
    each.__name__: each for each in (brief, clipped, kind, product, raised, reached, short, visible)
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
        found = self.located(self._in_words(self.wording), self._in_words(self.label))
        if self.related:
            found = found.beside(getattr(self, self.related[0]), self._in_words(self.related[1]))
        return found.noted(self._in_words(self.note)).helped(*self._help())

    def _help(self) -> list[str]:
        advice = (self.advice,) if isinstance(self.advice, str) else self.advice
        return [self._in_words(line) for line in advice]

    def located(self, message: str, label: str = "") -> Report:
        """A message, at its place if it has one."""
        return Report(message)

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

    @property
    def pointed(self) -> Span:
        """What is pointed at."""
        return self.span

    def located(self, message: str, label: str = "") -> Report:
        return Report(message).at(self.pointed, label)


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
