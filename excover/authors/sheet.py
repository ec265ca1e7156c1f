"""Puzzles on a sheet to be printed, each with its number and how hard it is.

>>> from excover.authors.generate import generate
>>> from excover.problem import load
>>> page = sheet(list(generate(load("queens", {"n": 6}), seed=1, number=4)))
>>> page.svg("Queens").count("<text"), page.height > page.width
(4, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from excover.authors.generate import NewPuzzle
from excover.render.svg import CELL, Picture, captioned, grid
from excover.render.views import drawn

PORTRAIT = sqrt(2)
"""Height of a sheet of paper, its width being 1."""


def sheet(puzzles: Sequence[NewPuzzle], columns: int | None = None) -> Picture:
    """At least one puzzle; without ``columns``, about as high as a sheet of paper."""
    pictures = [_numbered(number, puzzle) for number, puzzle in enumerate(puzzles, 1)]
    ratio = max(each.height for each in pictures) / max(each.width for each in pictures)
    columns = columns or max(1, ceil(sqrt(len(pictures) * ratio / PORTRAIT) - 0.25))
    return grid(pictures, min(columns, len(pictures)), gap=CELL).framed(CELL)


def _numbered(number: int, puzzle: NewPuzzle) -> Picture:
    level = f"  {puzzle.rating.level.value}" if puzzle.rating else ""
    return captioned(drawn(puzzle), f"{number}.{level}", size=CELL / 2)
