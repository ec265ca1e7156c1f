"""Sheets of new puzzles to print, each with its number and level, and of their solutions.

>>> from excover.authors.generate import generate
>>> from excover.problem.problem import load
>>> puzzles = list(generate(load("queens", {"n": 6}), seed=1, number=4))
>>> page = sheet("Queens", puzzles)
>>> page.svg("Queens").count("<text"), page.height > page.width
(5, True)
>>> answers("Queens: solutions", puzzles).svg().count("<text")
5
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from excover.authors.generate import NewPuzzle
from excover.render.svg import CELL, Picture, captioned, grid
from excover.render.views import solution_picture

PORTRAIT = sqrt(2)
"""The height of a sheet of paper of width 1."""


def sheet(title: str, puzzles: Sequence[NewPuzzle], columns: int | None = None) -> Picture:
    """At least one puzzle; without ``columns``, the sheet has roughly the proportions of paper."""
    return _page(title, [_puzzle(number, each) for number, each in enumerate(puzzles, 1)], columns)


def answers(title: str, puzzles: Sequence[NewPuzzle]) -> Picture:
    """The solutions with the numbers of the puzzles."""
    pictures = [
        captioned(solution_picture(each.solution), f"{number}.", CELL / 2)
        for number, each in enumerate(puzzles, 1)
    ]
    return _page(title, pictures, None)


def _page(title: str, pictures: Sequence[Picture], columns: int | None) -> Picture:
    ratio = max(each.height for each in pictures) / max(each.width for each in pictures)
    columns = columns or max(1, ceil(sqrt(len(pictures) * ratio / PORTRAIT) - 0.25))
    return captioned(grid(pictures, min(columns, len(pictures)), gap=CELL), title, CELL * 0.8).framed(CELL)


def _puzzle(number: int, puzzle: NewPuzzle) -> Picture:
    level = f"  {puzzle.rating.level.value}" if puzzle.rating else ""
    return captioned(solution_picture(puzzle), f"{number}.{level}", size=CELL / 2)
