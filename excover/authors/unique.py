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
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from excover.authors.drawings import different
from excover.problem.problem import Problem
from excover.search.outcome import Outcome
from excover.search.run import UNLIMITED, Run, takes_run
from excover.solutions.decode import Solution


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
        changed = [str(option) for option in second if option not in first.options]
        return different(first, second) or ", ".join(changed)


@takes_run
def unique(problem: Problem, run: Run = UNLIMITED) -> Uniqueness:
    """Checks whether there is exactly one solution.

    It searches for two, regardless of the run's limit of solutions.
    """
    solutions = problem.solutions(run.limited(2, run.budget.nodes))
    found = tuple(solutions)
    return Uniqueness(found, solutions.outcome)
