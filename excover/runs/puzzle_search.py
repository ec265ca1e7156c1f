"""New puzzles in parts: ranges of their numbers.

>>> import json
>>> from excover.problem.problem import load
>>> from excover.search.part_search import ROOT, Slice
>>> search = PuzzleSearch(load("sudoku-4x4"), PuzzleOrder(7, 3, {}))
>>> found = search.search(ROOT, Slice(seconds=60), SliceControl())
>>> found.count, found.rests, json.loads(found.content.splitlines()[2])["number"]
(3, (), 3)

The path of a part is the number of its first puzzle and of the last one, from 1; that of all is empty. As the
k-th puzzle depends on nothing but the seed and k, a run makes the same puzzles as `excover generate`.
"""

from __future__ import annotations

from dataclasses import fields
from itertools import pairwise
from time import perf_counter

from excover.authors.clue_symmetry import Symmetry
from excover.authors.generate import ANYTHING, GaveUp, Wanted, generate
from excover.authors.rate import Level
from excover.base.json.encoding import line
from excover.problem.problem import Problem
from excover.runs.run_description import PuzzleOrder
from excover.runs.searched_part import SearchedPart, SliceControl
from excover.search.part_search import Rest, Slice

ATTEMPTS = 10_000
"""Solutions to try for a puzzle: ten times those of `generate`, since thousands of others wait for it."""

PIECES = 64
"""Into how many parts, at most, a range is divided that a slice did not finish."""


def requirements(order: PuzzleOrder) -> Wanted:
    """Raises ValueError or TypeError for a damaged record.

    >>> requirements(PuzzleOrder(1, 2, order_fields(Wanted(most=30, level=Level.EASY)))).level.value
    'easy'
    """
    known = dict(order.wanted)
    if "symmetry" in known:
        known["symmetry"] = Symmetry(known["symmetry"])
    if "level" in known:
        known["level"] = Level(known["level"])
    return Wanted(**known)  # type: ignore[arg-type]


def order_fields(wanted: Wanted) -> dict[str, object]:
    """The fields that are not the default, for JSON."""
    given = {each.name: getattr(wanted, each.name) for each in fields(wanted)}
    return {
        name: value.value if isinstance(value, Symmetry | Level) else value
        for name, value in given.items()
        if value != getattr(ANYTHING, name)
    }


class PuzzleSearch:
    """Makes puzzles. SpecError if nothing is drawn, or clues cannot be symmetric."""

    engine = "puzzles"

    def __init__(self, problem: Problem, order: PuzzleOrder) -> None:
        self._problem, self._order, self._wanted = problem, order, requirements(order)

    def search(self, part: Rest, time: Slice, control: SliceControl) -> SearchedPart:
        """At least one puzzle, and as many as the slice allows; fewer if one cannot be made, with which the
        next part begins. ValueError if there is no such part, or its first puzzle cannot be made.
        """
        first, last = self._range(part)
        began, lines, number = perf_counter(), bytearray(), first
        seed, wanted = self._order.seed, [self._wanted] * (last - first + 1)
        try:
            for puzzle in generate(self._problem, seed, wanted=wanted, start=first - 1, attempts=ATTEMPTS):
                lines += f"{line(puzzle.as_data(number, seed))}\n".encode()
                number += 1
                if perf_counter() - began > time.seconds or control.is_enough():
                    break
        except GaveUp as gave_up:
            if number == first:
                raise ValueError(f"puzzle {number}: {gave_up}: ask for what is easier to meet") from None
        passed = perf_counter() - began
        rests = tuple(
            Rest((low, high), part.share * (high - low + 1) / (last - first + 1))
            for low, high in divided(number, last)
        )
        return SearchedPart(number - first, 0, passed, rests, bytes(lines))

    def _range(self, part: Rest) -> tuple[int, int]:
        if not part.path:
            return 1, self._order.number
        first, last = part.path
        if not 1 <= first <= last <= self._order.number:
            raise ValueError(f"the run has no puzzles {first} to {last}")
        return first, last


def divided(first: int, last: int) -> list[tuple[int, int]]:
    """A range in pieces of nearly the same length.

    >>> divided(3, 9)[:3], divided(1, 128)[-1], divided(4, 3)
    ([(3, 3), (4, 4), (5, 5)], (127, 128), [])
    """
    count = last - first + 1
    pieces = min(PIECES, count)
    edges = [first + count * k // pieces for k in range(pieces + 1)] if count > 0 else [first]
    return [(low, high - 1) for low, high in pairwise(edges)]
