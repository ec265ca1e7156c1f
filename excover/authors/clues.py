"""Which clues does a puzzle with exactly one solution need?

>>> from excover.problem.problem import load
>>> start = load("queens", {"n": 6}, given=".Q....|...Q..|.....Q".replace("|", chr(10)))
>>> found = clues(start)
>>> [str(clue) for clue in found.needless], [str(clue) for clue in found.enough]
(['`Q` at (1, 2)', '`Q` at (2, 4)', '`Q` at (3, 6)'], ['`Q` at (1, 2)'])
>>> for subset in minimal_clues(start):
...     print(*subset)
`Q` at (1, 2)
`Q` at (2, 4)
`Q` at (3, 6)

A set of clues leaves one solution if "these, and another solution than that one" conflict. So the minimal
sets of clues are irreducible conflicts (see `excover.authors.conflicts.minimal`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from excover.authors.agreement import Agreement
from excover.authors.clue import Clue, clues_of
from excover.authors.conflicts.minimal import Conflicts
from excover.authors.unique import Uniqueness, Verdict, unique
from excover.base.bit_sets import bits
from excover.base.errors import ExcoverError
from excover.problem.problem import Problem
from excover.search.outcome import Unfinished
from excover.search.run import UNLIMITED, Run, takes_run
from excover.solutions.decode import Solution


class NotUnique(ExcoverError, ValueError):
    """The puzzle does not have exactly one solution, as required; ``found`` is what it has instead."""

    def __init__(self, found: Uniqueness) -> None:
        super().__init__(found)
        self.found = found

    def __str__(self) -> str:
        return f"a puzzle with exactly one solution is needed: {self.found.verdict.value}"


@dataclass(frozen=True, slots=True)
class Clues:
    """``needless``: each of these can be left out if the others stay. ``enough`` leave the same one solution.

    ``needed``: none of these can be left out. ``finished``: every clue is in one of the two, and none of
    ``enough`` can be left out. If the run was stopped earlier, this is what was known.
    """

    solution: Solution
    given: tuple[Clue, ...]
    needed: tuple[Clue, ...]
    needless: tuple[Clue, ...]
    enough: tuple[Clue, ...]
    finished: bool


@takes_run
def clues(problem: Problem, run: Run = UNLIMITED) -> Clues:
    """The needless givens, and an irreducible subset of the givens that leaves one solution.

    Of two interchangeable givens, the later one is left out. Raises NotUnique if there is not exactly one
    solution, Unfinished if even that is unknown.
    """
    run = run.started()
    solution, given, conflicts = _only(problem, run)
    needed: list[Clue] = []
    needless: list[Clue] = []
    least = conflicts.all
    finished = False
    try:
        for k, clue in enumerate(given):
            run.report("clues", k, len(given))
            can_be_spared = not conflicts.can_be_met(conflicts.all & ~(1 << k))
            (needless if can_be_spared else needed).append(clue)
        least = conflicts.irreducible(conflicts.all)
        finished = True
    except Unfinished:
        least = conflicts.least or least
    enough = tuple(given[k] for k in bits(least))
    return Clues(solution, given, tuple(needed), tuple(needless), enough, finished)


@takes_run
def minimal_clues(problem: Problem, run: Run = UNLIMITED) -> Iterator[tuple[Clue, ...]]:
    """All irreducible subsets of the givens that leave one solution, as they are found.

    There may be very many. Raises the errors of `clues`; Unfinished may also come between two subsets.
    """
    run = run.started()
    _, given, conflicts = _only(problem, run)
    for number, subset in enumerate(conflicts.every(), 1):
        run.report("minimal subsets", number)
        yield tuple(given[k] for k in bits(subset))


def _only(problem: Problem, run: Run) -> tuple[Solution, tuple[Clue, ...], Conflicts]:
    """The solution, the clues, and an oracle for sets of clues that do not allow another solution."""
    found = unique(problem, run.aside())
    if found.verdict is Verdict.UNKNOWN:
        raise Unfinished(found.outcome)
    if found.verdict is not Verdict.UNIQUE:
        raise NotUnique(found)
    given = clues_of(problem.full, problem.givens)
    matrix = problem.full.matrix
    (cover,) = Agreement(matrix, given, run).covers((1 << len(given)) - 1, 2)
    return (
        found.solutions[0],
        given,
        Conflicts(len(given), Agreement(matrix, given, run, other_than=cover), run),
    )
