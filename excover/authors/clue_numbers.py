"""Numbers of clues that no puzzle can have, whatever its solution.

>>> from excover.problem.problem import load
>>> sudoku = load("sudoku")
>>> most_drawn(sudoku.compiled.matrix), open_of(81)
(81, 21)
>>> refuse_impossible(sudoku, 24, 60)
>>> refuse_impossible(sudoku, 61, None)
Traceback (most recent call last):
excover.base.diagnostics.SpecError: error[E510]: no puzzle has 61 clues or more
  = a solution draws at most 81 options, and at least 21 of them are left to find
  help: ask for 60 clues or fewer: `--clues ..60`
"""

from __future__ import annotations

from math import ceil

from excover.authors.clue import clues_of
from excover.authors.unique import Verdict, unique
from excover.base.diagnostics import SpecError
from excover.language.messages.about_givens import NothingToChoose, TooFewClues, TooManyClues
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.problem.problem import Problem
from excover.search.run import UNLIMITED, Run

LEAST_OPEN = 4
"""At least one in so many of the options that a solution draws is left to find, so that a puzzle leaves work.
"""


def open_of(drawn: int) -> int:
    """The number of options that are left to find at least, of so many that a solution draws."""
    return max(1, ceil(drawn / LEAST_OPEN))


def most_drawn(matrix: Matrix) -> int | None:
    """No solution has more options; None if that is unknown.

    Each option takes its share of what all items with a bound can be covered, or all primary ones.
    """
    bounded = {
        item for item, most in enumerate(matrix.upper) if most != UNBOUNDED and not matrix.colored[item]
    }
    primary = {item for item in bounded if matrix.lower[item]}
    found = []
    for items in (bounded, primary):
        least = min(
            (len(items.intersection(matrix.option_items(k))) for k in range(len(matrix.options))), default=0
        )
        if least:
            found.append(sum(matrix.upper[item] for item in items) // least)
    return min(found, default=None)


def refuse_impossible(problem: Problem, fewest: int, most: int | None, run: Run = UNLIMITED) -> None:
    """Raises SpecError if it is plain that no puzzle has so many clues, including those that are given, or
    that none is needed besides these.

    Of the run, the time matters.
    """
    kept = len(clues_of(problem.full, problem.givens))
    if most is not None and most < kept:
        raise SpecError(TooFewClues(most, kept))
    if fewest <= kept:
        verdict = unique(problem, run.aside()).verdict
        if verdict is Verdict.UNIQUE:
            raise SpecError(NothingToChoose(kept))
        if most == kept and verdict is Verdict.SEVERAL:
            raise SpecError(TooFewClues(most, kept, needs_more=True))
    if not fewest or (drawn := most_drawn(problem.compiled.matrix)) is None:
        return
    if fewest > kept + drawn - open_of(drawn):
        raise SpecError(TooManyClues(fewest, kept, drawn, open_of(drawn)))
