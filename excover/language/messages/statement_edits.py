"""Edits of whole statements: a further one, or one less.

>>> from excover.base.source import Source
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

from excover.base.diagnostics import Edit
from excover.base.source import Source, Span, is_yaml

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
