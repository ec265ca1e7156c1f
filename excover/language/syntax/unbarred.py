r"""Lines of drawings that have no bar; those that begin with `#` are comments, and easily overlooked.

>>> source = Source("x.xc", "board b\n  ####\n  #..#\n")
>>> hint = drawn_in_comments(source, len("board b"))
>>> hint.help
'a line that begins with `#` is a comment: begin every line of a drawing with a bar: `|####`'
>>> print(hint.edit.applied() if hint.edit else "")
board b
  |####
  |#..#
<BLANKLINE>

Puts bars before the lines of drawings that were pasted without them.

>>> print(with_bars("board b, at most 2 holes\n...\n.#.\nshapes s  # two\n\nAA B\nA. B\n\nplace ..."))
board b, at most 2 holes
  |...
  |.#.
shapes s  # two
  |AA B
  |A. B
<BLANKLINE>
place ...
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from excover.base.diagnostics import Edit
from excover.base.source import Source, Span
from excover.base.words import clipped
from excover.language.messages.message import Hint
from excover.language.syntax.grammar import keywords, statement_start
from excover.lattices import LATTICE_NAMES

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
    if not line.strip() or not _DRAWN.fullmatch(line) or re.match(r"\s*(labels|legend)\b", line):
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


_LATTICE = rf"(\s+({'|'.join(LATTICE_NAMES)}|on\s+\w+))?"
_GLUED = r"torus(\s+shifted\s+by\s[^,#]*)?|cylinder"
_FLAGS = rf"(\s*,\s*({_GLUED}|crossing|open\s+(below|above)|at\s+most\s[^,#]*\sholes?))*"
_NAMED = r"(\s+\w+\s*\*?(\s+(above|below|left|right|corners))?)?"
_OPENING = re.compile(
    rf"\s*(given|labels{_NAMED}|lattice\s+\w+|shapes\s+\w+{_LATTICE}|board\s+\w+{_LATTICE}{_FLAGS})\s*(#.*)?"
)
"""A line after which a drawing may begin."""

_LEVEL = re.compile(r"[A-Za-z0-9.?#_*|+/\\\s,-]*")


@lru_cache(maxsize=1)
def _prose() -> re.Pattern[str]:
    """A comment, or the begin of a statement or of one of its clauses."""
    clauses = "labels|legend|periods|angle|corners|neighbors|motions"
    return re.compile(rf"\s*(#\s.*[a-z]{{2}}|{statement_start()}|({clauses})\b)")


def with_bars(text: str) -> str:
    """``text`` with a bar before every line that looks like a line of a drawing and has none.

    Drawings are detected only where they are possible: below ``lattice``, ``board``, ``shapes``,
    ``labels`` and ``given``.
    """
    lines = text.split("\n")
    found: list[str] = []
    at = 0
    while at < len(lines):
        found.append(lines[at])
        at += 1
        if _OPENING.fullmatch(found[-1]):
            end = _end(lines, at)
            found += _barred(lines[at:end])
            at = end
    return "\n".join(found)


def _end(lines: Sequence[str], start: int) -> int:
    """The end of the drawing that begins at ``start``; empty lines after it do not belong to it."""
    end = start
    while end < len(lines) and (_has_bar(lines[end]) or _is_drawn(lines[end])):
        end += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return end


def _barred(lines: Sequence[str]) -> list[str]:
    """The lines of a drawing with bars; the common indentation of lines without bars is removed."""
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    bare = [line for line in lines if line.strip() and not _has_bar(line)]
    if not bare:
        return list(lines)
    if of_drawing := any(set("|+") & set(line) for line in bare):  # bars that begin a line are drawn, too
        bare = [line for line in lines if line.strip()]
    indent = min(len(line) - len(line.lstrip()) for line in bare)
    return [
        line if _has_bar(line) and not of_drawing else f"  |{line[indent:]}".rstrip(" ")
        for line in lines[first:]
    ]


def _has_bar(line: str) -> bool:
    return line.lstrip().startswith("|")


def _is_drawn(line: str) -> bool:
    return bool(_LEVEL.fullmatch(line)) and not _prose().match(line)
