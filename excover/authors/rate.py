"""How hard is a puzzle for somebody who takes forced moves, and tries where there are none?

>>> from excover.problem import find_given, load
>>> for name in ("sudoku-easy", "sudoku-hard"):
...     print(rate(load("sudoku", given=find_given(name))))
easy, 0.10
evil, 6.73

The number is ``log2(1 + guesses) + rounds / moves``. Guesses are the options tried in the whole search tree
where nothing is forced, wrong ones too, for whoever solves it has to find out. So a puzzle of forced moves
alone is at 1 or below, the nearer to 1 the fewer moves there are at a time. Of several orders of the items,
that with fewest guesses counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import log2

from excover.authors.clue import clues_of
from excover.authors.clues import NotUnique
from excover.authors.progress import Listener, Progress, Stopped, nobody
from excover.authors.unique import Verdict, unique
from excover.authors.walk import TooMany, Walk, Walker
from excover.problem import Problem
from excover.solve.search import StopRequest, never

ORDERS = 6
"""Orders of items that are tried; more make little difference."""

MOST_GUESSES = 20_000


class Level(Enum):
    """How hard a puzzle is, in words."""

    EASY = "easy"
    """Forced moves only, five or more at a time on the average."""
    MEDIUM = "medium"
    """Forced moves only."""
    HARD = "hard"
    """Up to three guesses."""
    EVIL = "evil"


@dataclass(frozen=True, slots=True)
class Rating:
    """``walk`` is that through the tree of the best order; None where every tree has too many guesses."""

    walk: Walk | None

    def __str__(self) -> str:
        return f"{self.level.value}, {'' if self.walk else 'more than '}{self.number:.2f}"

    @property
    def number(self) -> float:
        if self.walk is None:
            return log2(1 + MOST_GUESSES)
        return log2(1 + self.walk.guesses) + self.walk.rounds / max(1, self.walk.moves)

    @property
    def level(self) -> Level:
        walk = self.walk
        if walk is None or walk.guesses > 3:
            return Level.EVIL
        if walk.guesses:
            return Level.HARD
        return Level.EASY if 5 * walk.rounds <= walk.moves else Level.MEDIUM


def rate(problem: Problem, stop: StopRequest = never, progress: Listener = nobody) -> Rating:
    """How hard a puzzle is; the same on every machine.

    Raises NotUnique where there is not exactly one solution, and Stopped.
    """
    found = unique(problem, stop=stop)
    if found.verdict is Verdict.UNKNOWN:
        raise Stopped
    if found.verdict is not Verdict.UNIQUE:
        raise NotUnique(found)
    walker = Walker(problem.matrix, _given(problem))
    best: Walk | None = None
    for order in range(ORDERS):
        progress(Progress("orders", order, ORDERS))
        try:
            best = walker.walk(order, best.guesses - 1 if best else MOST_GUESSES, stop)
        except TooMany:
            continue
        if not best.guesses:
            break
    return Rating(best)


def _given(problem: Problem) -> list[int]:
    """The options that the givens say outright."""
    matrix = problem.matrix
    numbers = {name: number for number, name in enumerate(matrix.options)}
    full = problem.full.matrix.options
    given = []
    for clue in clues_of(problem.full, problem.givens):
        left = [numbers[full[option]] for option in sorted(clue.options) if full[option] in numbers]
        given += left if len(left) == 1 else []
    return list(dict.fromkeys(given))
