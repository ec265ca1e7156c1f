"""A text as lines and words with their places.

>>> from excover.base.source import Source
>>> [[word.column for word in words_of(line)] for line in lines_of(Source("a", " a bc\\n\\n  d \\n"))]
[[2, 4], [3]]
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from excover.base.source import Source, Span

_WORD = re.compile(r"\S+")
_REMARK = re.compile(r"(?<!\S)//")


def lines_of(source: Source, *, empty: bool = False, remarks: bool = False) -> Iterator[Span]:
    """The lines of a text without surrounding blanks, with or without empty ones.

    With ``remarks``, a word that begins with ``//`` begins a comment, to the end of its line.
    """
    return (Span(source, begin, end) for begin, end in line_ends(source.text, empty=empty, remarks=remarks))


def line_ends(text: str, *, empty: bool = False, remarks: bool = False) -> Iterator[tuple[int, int]]:
    """Where these lines begin and end."""
    start = 0
    for line in text.split("\n"):
        if remarks and "//" in line and (remark := _REMARK.search(line)):
            inner = line[: remark.start()].strip()
        else:
            inner = line.strip()
        if inner or empty:
            first = start if len(inner) == len(line) else start + len(line) - len(line.lstrip())
            yield first, first + len(inner)
        start += len(line) + 1


def words_of(line: Span) -> Iterator[Span]:
    return (line.part(found.start(), len(found[0])) for found in _WORD.finditer(line.text))
