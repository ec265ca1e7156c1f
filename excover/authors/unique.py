"""Whether a puzzle has exactly one solution.

>>> from excover.problem.problem import load
>>> queens = load("queens", {"n": 4})
>>> print(unique(queens).verdict.value, unique(queens.given(".Q..")).verdict.value)
several unique
>>> print(unique(queens).difference)
..Q.
Q...
...Q
.Q..

The difference of two drawings, and drawings of a part.

>>> from excover.matrix.compiled import Canvas
>>> from excover.render.text import TextRenderer
>>> canvas = Canvas("", (1, 1, 3), (1, 1, 1), frozenset())
>>> first, second, third = (0, 0, 0), (0, 0, 1), (0, 0, 2)
>>> cells = ("A", (first, second)), ("B", (third,)), ("A", (first,)), ("B", (second, third))
>>> renderer = TextRenderer([canvas], [(Marking(0, mark, where),) for mark, where in cells])
>>> one, other = (Solution((), numbers=n, renderer=renderer) for n in ((0, 1), (2, 3)))
>>> different(one, other)
'.B.'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from excover.matrix.compiled import Marking, Place
from excover.problem.calls import takes_problem
from excover.problem.problem import Problem
from excover.render.text import drawing_text
from excover.search.outcome import Outcome
from excover.search.run import UNLIMITED, Run
from excover.solutions.decode import Solution


def marks_of(markings: Iterable[Iterable[Marking]]) -> dict[Place, str]:
    """The mark of each cell; if several options draw it, the last one, as in a drawing."""
    return {
        (marking.canvas, cell): marking.mark
        for each in markings
        for marking in each
        for cell in marking.cells
    }


def different(one: Solution, other: Solution) -> str:
    """A drawing of ``other`` with only the cells in which it differs; empty if none does."""
    before = marks_of(one.markings)
    changed = [
        Marking(canvas, mark, (cell,))
        for (canvas, cell), mark in marks_of(other.markings).items()
        if before.get((canvas, cell)) != mark
    ]
    return drawing_text(other.canvases, changed) if changed else ""


class Verdict(Enum):
    """How many solutions a puzzle has."""

    UNIQUE = "unique"
    NONE = "none"
    SEVERAL = "several"
    UNKNOWN = "unknown"
    """The search was stopped before a second solution was found or excluded."""


@dataclass(frozen=True, slots=True)
class Uniqueness:
    """``solutions`` has the only one, or two of several, or none; ``outcome`` has the cost of the search."""

    solutions: tuple[Solution, ...]
    outcome: Outcome

    @property
    def verdict(self) -> Verdict:
        match len(self.solutions):
            case 2:
                return Verdict.SEVERAL
            case _ if not self.outcome.exhausted:
                return Verdict.UNKNOWN
            case 1:
                return Verdict.UNIQUE
            case _:
                return Verdict.NONE

    @property
    def difference(self) -> str:
        """For two solutions: the drawing or the options of the second, only where it differs."""
        if len(self.solutions) < 2:
            return ""
        first, second = self.solutions
        known = set(first.options)
        return different(first, second) or ", ".join(str(each) for each in second if each not in known)


@takes_problem
def unique(problem: Problem, run: Run = UNLIMITED) -> Uniqueness:
    """Checks whether there is exactly one solution.

    It searches for two, regardless of the run's limit of solutions.
    """
    solutions = problem.solutions(run.limited(2, run.budget.nodes))
    found = tuple(solutions)
    return Uniqueness(found, solutions.outcome)
