"""Lines of drawings that have no bar; those that begin with `#` are comments, and easily overlooked.

>>> source = Source("x.xc", "board b\\n  ####\\n  #..#\\n")
>>> hint = drawn_in_comments(source, len("board b"))
>>> hint.help
'a line that begins with `#` is a comment: begin every line of a drawing with a bar: `|####`'
>>> print(hint.edit.applied() if hint.edit else "")
board b
  |####
  |#..#
<BLANKLINE>
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from excover.base.diagnostics import Edit
from excover.base.source import Source, Span
from excover.base.words import clipped
from excover.language.messages.edits import Hint
from excover.language.syntax.vocabulary import keywords

_DRAWN = re.compile(r"[A-Za-z0-9.?#_ \t]+")
_WORD = re.compile(r"[a-z]{2,}")
_REMARK = re.compile(r"[ \t]*# +[A-Za-z0-9]+[ \t]*")
_CERTAIN = re.compile(r"[ \t]*(#[^.?#]*[.?#]|[^ \t#])")
"""The begin of a line that is no comment, or has a second mark of a board."""


def is_drawn(line: str) -> bool:
    """Whether a line without a bar may be one of a drawing: not if it has words of the language, or is prose.

    >>> [line for line in ("AA B", "..#", "# 2", "place it", "# to do", "", "#.#") if is_drawn(line)]
    ['AA B', '..#', '#.#']
    """
    if not line.strip() or not _DRAWN.fullmatch(line):
        return False
    words = _WORD.findall(line)
    is_comment = line.lstrip().startswith("#")
    return not (words or _REMARK.fullmatch(line)) if is_comment else keywords().isdisjoint(words)


def drawn_in_comments(source: Source, after: int) -> Hint:
    """That comments below a place are a drawing without bars, if they look like that."""
    line = _behind(_line(source, after))
    while line and not line.text.strip():
        line = _behind(line)
    return _commented(line) if line else Hint()


def drawn_above(span: Span) -> Hint:
    """The same of the comments that end above a place, below the head of a statement with a drawing."""
    found = None
    above = _before(_line(span.source, span.start))
    while above and (not above.text.strip() or is_drawn(above.text)):
        found = above if above.text.strip() else found
        above = _before(above)
    opening = re.match(r"[ \t]*(board|shapes|given)\b", above.text) if above else None
    return _commented(found, opening[1] == "shapes") if found and opening else Hint()


def comment_in_drawing(rows: Sequence[Span]) -> Span | None:
    """A comment within a drawing of a board, or right above or below it, that is one more row of it.

    It is as wide as the others, has no blank behind its number sign, and has a cell, or is a wall between
    them.

    >>> source = Source("x.xc", "board b\\n|...\\n#.#\\n###\\n")
    >>> comment_in_drawing([Span(source, 9, 12)]).text
    '#.#'
    """
    width = max(len(row.text.rstrip()) for row in rows)
    lines = [_line(row.source, row.start) for row in rows]
    above, below = _before(lines[0]), _behind(lines[-1])
    within = [line for first, last in pairwise(lines) for line in _between(first, last)]
    for line in filter(None, (above, *within, below)):
        text = line.text.strip()
        is_row = re.search("[.?]", text) or (line in within and set(text) == {"#"})
        is_remark = not text.startswith("#") or text[1:2].isspace()
        if len(text) == width and is_row and not is_remark and is_drawn(text):
            return line.part(line.text.index("#"), width)
    return None


def _between(first: Span, last: Span) -> Iterator[Span]:
    """The lines between two others."""
    line = _behind(first)
    while line and line.start < last.start:
        yield line
        line = _behind(line)


def missing_bar(span: Span) -> Hint:
    """That the line of ``span`` is one of a drawing, without its bar."""
    line = _line(span.source, span.start)
    return Hint(
        f"begin every line of a drawing with a bar: `|{clipped(line.text.strip())}`", barred(_around(line))
    )


def _commented(line: Span, is_of_pieces: bool = False) -> Hint:
    lines = _around(line)
    is_comment = line.text.lstrip().startswith("#") and is_drawn(line.text)
    if not is_comment or not any(map(_CERTAIN.match, lines.text.split("\n"))):
        return Hint()
    cell = "A" if is_of_pieces else "#"
    shown = clipped(line.text.strip()).replace("#", cell)
    letters = ", and draw pieces with letters" if is_of_pieces else ""
    bars = f"begin every line of a drawing with a bar{letters}: `|{shown}`"
    return Hint(f"a line that begins with `#` is a comment: {bars}", barred(lines, cell))


def barred(lines: Span, wall: str = "#") -> Edit:
    """Bars before lines; ``wall`` is written for `#`."""
    texts = lines.text.replace("#", wall).split("\n")
    indent = min(len(each) - len(each.lstrip()) for each in texts)
    return Edit(lines, "\n".join(f"{each[:indent]}|{each[indent:]}" for each in texts))


def _around(line: Span) -> Span:
    """A line and those next to it that may be lines of the same drawing without bars."""
    first = last = line
    while (above := _before(first)) and is_drawn(above.text):
        first = above
    while (below := _behind(last)) and is_drawn(below.text):
        last = below
    return first.to(last)


def _line(source: Source, offset: int) -> Span:
    """The line around a place, without its line break."""
    end = source.text.find("\n", offset)
    return Span(source, source.text.rfind("\n", 0, offset) + 1, end if end >= 0 else len(source.text))


def _before(line: Span) -> Span | None:
    return _line(line.source, line.start - 1) if line.start else None


def _behind(line: Span) -> Span | None:
    return _line(line.source, line.end + 1) if line.end < len(line.source.text) else None
