"""Puts bars before the lines of drawings that were pasted without them.

>>> print(with_bars("board b, at most 2 holes\\n...\\n.#.\\nshapes s  # two\\n\\nAA B\\nA. B\\n\\nplace ..."))
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
from collections.abc import Sequence

from excover.lattices import LATTICE_NAMES

_LATTICE = rf"(\s+({'|'.join(LATTICE_NAMES)}|on\s+\w+))?"
_FLAGS = r"(\s*,\s*(torus|cylinder|crossing|open\s+(below|above)|at\s+most\s[^,#]*\sholes?))*"
_OPENING = re.compile(
    rf"\s*(given|labels|lattice\s+\w+|shapes\s+\w+{_LATTICE}|board\s+\w+{_LATTICE}{_FLAGS})\s*(#.*)?"
)
"""A line after which a drawing may begin."""

_DRAWN = re.compile(r"[A-Za-z0-9.?#_*|+/\\\s-]*")
_PROSE = re.compile(
    r"\s*(#\s.*[a-z]{2}|(puzzle|import|param|let|enum|table|def|item|option|optional|lattice|board|shapes|place"
    r"|fill|given|forbid|require|symmetry|draw|minimize|maximize|expect|labels|legend|periods|angle|corners"
    r"|neighbors|motions)\b)"
)
"""A comment, or a statement."""


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
    return bool(_DRAWN.fullmatch(line)) and not _PROSE.match(line)
