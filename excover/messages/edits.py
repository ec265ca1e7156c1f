"""Edits that fix what is wrong, and what is often written by mistake.

>>> from excover.source import Source
>>> source = Source("queens.xc", "item rwo[1..8]")
>>> edit = nearest(Span(source, 5, 8), "rwo", ["row", "column"])
>>> edit.applied() if edit else None
'item row[1..8]'
>>> hint = slip(Span(source, 8, 9))
>>> hint.help, hint.edit
('', None)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from excover.diagnostics import Edit
from excover.source import Span
from excover.words import clipped, did_you_mean, near


class Hint(NamedTuple):
    """What was probably meant: a help line, and the edit that writes it, if that is certain."""

    help: str = ""
    edit: Edit | None = None


def nearest(span: Span, name: str, known: Iterable[str]) -> Edit | None:
    """Writes the known name that ``name`` is most likely a slip of, where ``span`` is it, quoted or not.

    That is certain if no other name is near, no sign may be missing within the name, and the known one stands
    in more places than that of its declaration, which may be the slip.
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


CONDITION_BEFORE = "write `where ..` before `covers`; behind an item, `if ..` is about that item alone"
CONDITION_BEHIND = Hint(
    "write the condition after the parenthesis: `option name(x in 1..3) where x > 1 covers ..`"
)
COVERS = Hint("state what the option covers: `option name(x in 1..3) covers item[x]`")
DRAW_PIECES = Hint("draw the pieces below, each with a letter, and a bar before each line: `|AA`")
STRAY_DRAWING = Hint("put a drawing after `board`, `shapes`, `table` or `given`")

_FOREIGN: tuple[tuple[str, str, str | None], ...] = (
    (r"//", "write a comment with `#`", "#"),
    (r"/", "write integer division as `div`", "div"),
    (r"%", "write the remainder as `mod`", "mod"),
    (r"'([^'\"\n]*)'", "write texts in double quotes", r'"\1"'),
    (r"'", "write texts in double quotes", None),
    (
        r"[\u201c\u201d]([^\u201c\u201d\"\n]*)[\u201c\u201d]",
        'write texts in straight double quotes: `"`',
        r'"\1"',
    ),
    (r"[\u201c\u201d]", 'write texts in straight double quotes: `"`', None),
    (r";", "remove it: statements need no separator", ""),
    (r";", "separate them with commas", ","),
    (r":", "remove it: no colon is needed here", ""),
    (r"(?<=\d):", "write a range with two dots: `1..3`", ".."),
    (r":(?=\s*\w+\s+in\b)", "write `for` before a loop: `(x for x in S)`", "for"),
    (r":", "write `in` between a name and its set: `x in S`", "in"),
    (r":", "write `=` between a name and what it stands for", "="),
    (r"&&?", "write `and`", "and"),
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
    found = re.compile(r"(\d+)([A-Za-z_]\w*)").match(span.source.text, span.start)
    if not found:
        return []
    number = found.end(1)
    if re.match(r"\s*board\b", span.source.line_text(span.line)):
        by = Edit(Span(span.source, number, number + 1), " by ") if re.match(r"x\w", found[2]) else None
        return [Hint("write a size of names as `3 by n`", by)]
    product = f"write the product as `{clipped(found[1])}*{clipped(found[2])}`"
    edit = Edit(Span(span.source, number, number), "*")
    return [Hint(f"{product}\nbegin names with a letter or an underscore", edit)]


def told(edit: Edit) -> str:
    """A help line: what an edit of a word or a sign does."""
    old, new = clipped(edit.span.text.strip()), clipped(edit.replacement.strip())
    if old:
        return f"write `{new}` instead of `{old}`" if new else f"leave out the second `{old}`"
    behind = edit.span.source.line_text(edit.span.line)[edit.span.column - 1 :].split(maxsplit=1)
    where = f"before `{clipped(behind[0])}`" if behind else f"at the end of line {edit.span.line}"
    return f"write `{new}` {where}"


_SLIPS: tuple[tuple[str, str, tuple[int, int, str] | None], ...] = (
    (
        r"^\s*item\b.*\bexactly \0once\b",
        "leave it out: an item is covered exactly once unless something else is stated",
        (-8, 4, ""),
    ),
    (r"^\s*enum \w+ = *\0\{", "write symbols without braces: `enum Day = Mon, Tue`", None),
    (
        r"^\s*optional \0item\b",
        "write `at most once` behind an item that may stay uncovered: `item a at most once`",
        None,
    ),
    (r"^\s*expect \0\d", "write what is counted first: `expect solutions = 4`", None),
    (r"^\s*board \0\d", "give the board a name: `board grid 3x4`", None),
    (r"^\s*board \w+ \d+\0,\d", "write a size as `3x4`", (0, 1, "x")),
    (r"^\s*draw\b.*\bat \w+\0,", "write a cell in parentheses: `at (r, c)`", None),
    (r"\b(where|if)\b.*\w \0is\b", "write equality as `=`", (0, 2, "=")),
    (r"^\s*where\b.*\0,", "write `and` between conditions", (0, 1, " and")),
    (r"\bcovers\b.*\0where\b", CONDITION_BEFORE, None),
    (r"\.\.\0\.", "write a range with two dots: `1..3`", (0, 1, "")),
    (r"^\s*board\b.*[\w)\]] \0[xX*] +[\w(]", "write a size as `3x4`, or as `n by n`", (0, 1, "by")),
    (r"\bblock \0\d+ [xX] \d", "write a size without blanks: `2x3`", None),
    (r"\d \0[xX] \d", "write a size without blanks: `3x4`", (-1, 2, "x")),
    (
        r"^\s*place \0\w",
        "add how the pieces may lie: `free` (rotated and reflected), `one-sided` (rotated) or `fixed`",
        (0, 0, "free "),
    ),
    (
        r"^\s*shapes\b.*= *all \0\d",
        "add which pieces are the same: `free` (rotated and reflected), `one-sided` (rotated) or `fixed`",
        (0, 0, "free "),
    ),
    (
        r"^\s*shapes\b.*= *all\b(?:(?! of ).)*\d \0\w",
        "write `of` before the lattice: `all free 4 of square`",
        (0, 0, "of "),
    ),
    (
        r"^\s*shapes\b.*= *all\b.* of \w+ (\0with\b|\0where\b|without \d+ \0holes?\b)",
        "only `without holes` and letters, `without A, B`, leave some of these pieces out: "
        "`excover pieces` shows their letters",
        None,
    ),
    (
        r"\beach \0once\b",
        "leave it out: each piece is used once unless something else is stated",
        (-5, 4, ""),
    ),
    (r"^\s*item \w+ +\d+\.\.\d*\0", "write the indices of items in square brackets: `item a[1..3]`", None),
    (
        r"^\s*place\b.*\b(where|covering)\b.*\0(each|covering)\b",
        "write the parts of `place` in this order: `each ..`, `covering ..`, `where ..`",
        None,
    ),
    (
        r"^\s*(draw (?!as\b).*)?\0(color\b|\".*\bcolor\b)",
        'set the color of a mark in a statement of its own: `draw as "A" color "orange"`',
        None,
    ),
    (
        r"^\s*draw\b.*\bcolor\b.*\0(at|as)\b",
        "write the parts of `draw` in this order: `at ..`, `as ..`, `color ..`",
        None,
    ),
    (
        r"\bcovers\b.*[\w\]]\s*\0([*]|\d)",
        "write amounts with `by`, as in `covers load[m] by 7`",
        None,
    ),
    (r"\bcovers\b.*\w\0\(", "write the indices of an item in square brackets: `a[1]`", None),
    (
        r"^\s*(minimize|maximize)\b.*[\w\]]\s*\0(,|and\b|minimize\b|maximize\b)",
        "write several goals with `then`, the most important first: `minimize a then b`",
        None,
    ),
    (
        r"\d\.\0\d",
        "numbers are whole: use a smaller unit for all of them, such as cents instead of euros",
        None,
    ),
    (r"^\s*item\b.*\belse \0[\w(]", "write `else cost 5`", (0, 0, "cost ")),
    (r"^\s*\0cost\s*[<=>]", "write a bound on the costs as `cost at most 100` or `cost at least 10`", None),
    (r"\bonce per\b.* \0and\b", "separate units with commas: `once per row, column`", (-1, 3, ",")),
    (
        r"\bcovers\b.* \0and\b",
        "separate the items with commas: `covers a[1], b[2]`",
        (-1, 3, ","),
    ),
    (
        r"\bcovers\b[^(]* \0for\b",
        "write several items in parentheses: `covers (a[x] for x in 1..3)`",
        None,
    ),
    (r"\S.*\0\|\|", "write `or`", (0, 2, " or ")),
)
"""Lines as they are often written by mistake, with a zero where they go wrong; and the first and the last
character from there on that another text replaces."""

_LONGEST_LINE = 1000
"""The most characters of a line that is compared with slips: matching them is quadratic."""

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


def slip(span: Span) -> Hint:
    """What the line of ``span`` looks like, if it looks like something that is often written by mistake."""
    line = span.source.line_text(span.line)
    if len(line) > _LONGEST_LINE:
        return Hint()
    marked = f"{line[: span.column - 1]}\0{line[span.column - 1 :]}"
    for pattern, help_, replaced in _SLIPS:
        if re.search(pattern, marked):
            return Hint(help_, _replaced(span, *replaced) if replaced else None)
    return Hint()


def _replaced(span: Span, first: int, last: int, text: str) -> Edit:
    one_of_several = text in ("free ", " and")
    return Edit(Span(span.source, span.start + first, span.start + last), text, not one_of_several)
