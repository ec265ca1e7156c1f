"""Edits that fix what is wrong.

>>> from excover.base.source import Source
>>> source = Source("queens.xc", "item rwo[1..8]")
>>> edit = nearest(Span(source, 5, 8), "rwo", ["row", "column"])
>>> edit.applied() if edit else None
'item row[1..8]'

A further statement, or one less:

>>> source = Source("x.xc", "item a\\noption x() covers a cost 3\\nexpect solutions = 1\\n")
>>> print(added(Span(source, 0, 1), "minimize").applied())
item a
option x() covers a cost 3
minimize
expect solutions = 1
<BLANKLINE>
>>> removed(Span(source, 0, 4)).applied()
'option x() covers a cost 3\\nexpect solutions = 1\\n'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from excover.base.diagnostics import Edit
from excover.base.source import Source, Span, is_yaml
from excover.base.words import clipped, did_you_mean, near


class Hint(NamedTuple):
    """What was probably meant: a help line, and the edit that writes it, if that is certain.

    ``is_whole``: nothing else may be meant, so no other edit is tried.
    """

    help: str = ""
    edit: Edit | None = None
    is_whole: bool = False


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


def in_words(edit: Edit) -> str:
    """A help line: what an edit of a word or a sign does."""
    old, new = clipped(edit.span.text.strip()), clipped(edit.replacement.strip())
    if old:
        return f"write `{new}` instead of `{old}`" if new else f"leave out the second `{old}`"
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
