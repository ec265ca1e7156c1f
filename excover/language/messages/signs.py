"""Signs of other languages, and how they are written here.

>>> from excover.base.source import Source
>>> [hint] = foreign(Span(Source("queens.xc", "let n = 7 % 2"), 10, 11))
>>> hint.edit.applied()
'let n = 7 mod 2'
"""

from __future__ import annotations

import re

from excover.base.diagnostics import Edit
from excover.base.names import NAME
from excover.base.source import Span
from excover.base.words import clipped
from excover.language.messages.edits import Hint

_QUOTES = "\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019\u201a\u2039\u203a"

NO_POWERS = "write a power as a product: `n*n`"

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
        if signs.start() <= at < signs.end() and written not in ("", signs[0]):
            place = Span(span.source, span.start - at + signs.start(), span.start - at + signs.end())
            blank = ", without a blank between the signs" if written == re.sub(r"\s", "", signs[0]) else ""
            return Hint(help_ + blank, Edit(place, written, is_certain=True))
    return Hint()
