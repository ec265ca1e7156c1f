"""New puzzles with exactly one solution.

>>> from excover.problem.problem import load
>>> for made in generate(load("sudoku-4x4"), seed=1, number=2):
...     print(made.line, len(made.clues))
13.......1....2. 4
..3..2........24 4

Numbers of clues that no puzzle can have, whatever its solution.

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

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from random import Random
from typing import TYPE_CHECKING

from excover.authors.candidates import Candidate, RandomSolutions, Symmetry, candidates, orbits
from excover.authors.clues import Agreement, ClueReader, clues_of
from excover.authors.mus import MusSearch
from excover.authors.rate import Level, Rating, rating_of
from excover.authors.unique import Verdict, unique
from excover.base.diagnostics import SpecError
from excover.base.errors import ExcoverError, not_as_wanted
from excover.base.frozen import Configuration
from excover.language import messages
from excover.matrix.capabilities import bits
from excover.matrix.compiled import Canvas, Marking, Place
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.problem.problem import Problem
from excover.render.text import drawing_text
from excover.search.outcome import Unfinished
from excover.search.run import UNLIMITED, Run, takes_run
from excover.search.search import Cover, VerificationError
from excover.solutions.decode import Solution

if TYPE_CHECKING:
    from excover.base.json.outputs import NewPuzzleData

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
        raise SpecError(messages.TooFewClues(most, kept))
    if fewest <= kept:
        verdict = unique(problem, run.aside()).verdict
        if verdict is Verdict.UNIQUE:
            raise SpecError(messages.NothingToChoose(kept))
        if most == kept and verdict is Verdict.SEVERAL:
            raise SpecError(messages.TooFewClues(most, kept, needs_more=True))
    if not fewest or (drawn := most_drawn(problem.compiled.matrix)) is None:
        return
    if fewest > kept + drawn - open_of(drawn):
        raise SpecError(messages.TooManyClues(fewest, kept, drawn, open_of(drawn)))


ATTEMPTS = 1000
"""Solutions to try for one puzzle before giving up, by default."""

EARNEST = 300
"""Solutions to try for a level before an easier puzzle is accepted, if that is allowed."""


class Wanted(Configuration):
    """The requirements on a puzzle. ValueError if ``fewest`` is more than ``most``.

    ``fewest`` and ``most`` clues; by default, as few as removing them one by one leads to. ``symmetry`` maps
    cells with clues to cells with clues. ``minimal``: no clue can be left out. ``level``: the difficulty.
    ``or_easier``: after EARNEST attempts, accept the hardest puzzle found below that level, because not every
    kind of puzzle has all levels. ``rated``: rate the puzzle at any level. ``clues_from``: the families of
    options that may be clues, as `number`; the others are the answer. Without any, all may be.
    """

    fewest: int = 0
    most: int | None = None
    symmetry: Symmetry | None = None
    minimal: bool = False
    level: Level | None = None
    or_easier: bool = False
    rated: bool = False
    clues_from: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.most is not None and self.fewest > self.most:
            raise ValueError(f"{self.fewest} to {self.most} clues: there is no such number")


ANYTHING = Wanted()


@dataclass(frozen=True, slots=True)
class NewPuzzle:
    """Its clues, including those of the description, its one solution, and its rating if requested; the
    ``problem`` has these clues.
    """

    clues: tuple[Candidate, ...]
    solution: Solution
    rating: Rating | None
    drawing: str
    problem: Problem

    def __str__(self) -> str:
        return self.drawing

    @property
    def level(self) -> Level | None:
        return self.rating.level if self.rating else None

    @property
    def hardness(self) -> tuple[int, float]:
        """The rank of its level and the number of its rating; puzzles without a level come first."""
        rank = self.level.rank + 1 if self.level else 0
        return rank, self.rating.number if self.rating else 0.0

    @property
    def canvases(self) -> Sequence[Canvas]:
        return [canvas.of_puzzle for canvas in self.solution.canvases]

    @property
    def markings(self) -> tuple[tuple[Marking, ...], ...]:
        """What each clue draws."""
        return tuple(tuple(marking for clue in each for marking in clue.markings) for each in self.clues)

    def as_data(self, number: int, seed: int) -> NewPuzzleData:
        """For JSON: the puzzle with that number, from 1, of a seed."""
        return {
            "number": number,
            "seed": seed,
            "clues": [", ".join(map(str, clue)) for clue in self.clues],
            "drawing": self.drawing.splitlines(),
            "line": self.line,
            "rating": None if self.rating is None else self.rating.as_data(),
            "solution": self.solution.as_data(),
        }

    @property
    def given(self) -> frozenset[Place]:
        """No clue is set off from the others."""
        return frozenset()

    @property
    def line(self) -> str | None:
        """All rows in one line, as usual for Sudokus; None if the cells do not form a rectangle."""
        return self.drawing.replace("\n", "") if is_in_rows(self.canvases) else None


def is_in_rows(canvases: Sequence[Canvas]) -> bool:
    """Whether it has one flat board of squares with one letter per cell, so that it fits into a line."""
    return len(canvases) == 1 and all(c.flat and not c.gaps and c.width == 1 for c in canvases)


class GaveUp(ExcoverError, RuntimeError):
    """No puzzle met the requirements after many ``attempts``; ``why`` has the reason, if it is known."""

    def __init__(self, attempts: int, why: str = "") -> None:
        super().__init__(attempts, why)
        self.attempts, self.why = attempts, why

    def __str__(self) -> str:
        return f"no such puzzle in {self.attempts:,} attempts" + (f": {self.why}" if self.why else "")


@takes_run
def generate(
    problem: Problem,
    seed: int = 0,
    number: int = 1,
    wanted: Wanted | Sequence[Wanted] = ANYTHING,
    run: Run = UNLIMITED,
    *,
    start: int = 0,
    attempts: int | None = None,
) -> Iterator[NewPuzzle]:
    """Makes new puzzles with exactly one solution: ``number`` of them as wanted, or one for each of several
    requirements.

    They are yielded as they are made, and keep the givens of the problem. ValueError if ``number`` is
    negative. The same seed gives the same puzzles on every machine, and the k-th does not depend on how many
    are made: with ``start``, the first so many are left out. Raises SpecError if nothing is drawn, clues
    cannot be symmetric, no puzzle can have so many, or there is one solution without any; GaveUp if so many
    ``attempts`` (by default ATTEMPTS) lead to no such puzzle; Unfinished.
    """
    if number < 0:
        raise ValueError(f"{number} puzzles: there is no such number")
    each = [wanted] * number if isinstance(wanted, Wanted) else wanted
    if not isinstance(each, Sequence) or not all(isinstance(one, Wanted) for one in each):
        instead = "write `excover.Wanted(minimal=True)`, for example"
        raise not_as_wanted("`wanted` is an excover.Wanted, or a list of them", wanted, instead)
    refuse_unknown(problem, (name for one in each for name in one.clues_from))
    maker = _Maker(problem, run, attempts or ATTEMPTS)
    for k, one in enumerate(each, start):
        yield maker.puzzle(Random(f"{seed} {k}"), one)


def refuse_unknown(problem: Problem, families: Iterable[str]) -> None:
    """Raises SpecError if something that is to be clues is not drawn as options."""
    matrix, markings = problem.compiled.matrix, problem.compiled.markings
    drawn = {
        name.family
        for name, marks in zip(matrix.options, markings, strict=True)
        if any(each.cells for each in marks)
    }
    if wrong := [each for each in dict.fromkeys(families) if each not in drawn]:
        raise SpecError(messages.NoCluesFrom(wrong[0], sorted(drawn)))


class _Maker:
    def __init__(self, problem: Problem, run: Run, attempts: int) -> None:
        self.problem, self.compiled, self.attempts = problem, problem.compiled, attempts
        self.run = run.started()
        self.kept = clues_of(problem.full, problem.givens)
        self.reader = ClueReader(self.compiled)
        self.solutions = RandomSolutions(self.compiled.matrix, self.run)
        self.possible: set[tuple[int, int | None]] = set()

    def puzzle(self, random: Random, wanted: Wanted) -> NewPuzzle:
        self._refuse_impossible(wanted.fewest, wanted.most)
        easier: NewPuzzle | None = None
        sizes: list[int] = []
        is_ambiguous = True
        for attempt in range(self.attempts):
            if easier and attempt >= EARNEST:
                return easier
            self.run.report("attempts", attempt, self.attempts)
            cover = self.solutions.draw(random)
            if cover is None:
                raise GaveUp(attempt)
            tried = _Attempt(self, cover, random, wanted)
            made = tried.puzzle()
            if tried.size is not None:
                sizes.append(tried.size)
            is_ambiguous = is_ambiguous and tried.is_ambiguous
            if made and made.rating and wanted.level not in (None, made.rating.level):
                easier = max(made, easier or made, key=_number)
            elif made:
                return made
        raise GaveUp(self.attempts, ALIKE if is_ambiguous else _tried(sizes, wanted))

    def _refuse_impossible(self, fewest: int, most: int | None) -> None:
        """Once for all puzzles with such numbers of clues, since it may take a search."""
        if (fewest, most) not in self.possible:
            refuse_impossible(self.problem, fewest, most, self.run)
            self.possible.add((fewest, most))


class _Attempt:
    """From one solution to a puzzle, by removing orbits of candidates in a random order."""

    def __init__(self, maker: _Maker, cover: Cover, random: Random, wanted: Wanted) -> None:
        self.maker, self.wanted = maker, wanted
        compiled = maker.compiled
        families = [option.family for option in compiled.matrix.options] if wanted.clues_from else []
        chosen = [each for each in cover if not families or families[each] in wanted.clues_from]
        found = [each for each in candidates(compiled, chosen, maker.reader) if not self._is_given(each)]
        symmetry = wanted.symmetry
        self.orbits = orbits(compiled, found, symmetry) if symmetry else [[each] for each in found]
        self.least_open = 0 if wanted.clues_from else open_of(len(found))
        random.shuffle(self.orbits)
        self.target = wanted.fewest if wanted.most is None else random.randint(wanted.fewest, wanted.most)
        clues = [clue for orbit in self.orbits for candidate in orbit for clue in candidate]
        self.agreement = Agreement(compiled.matrix, clues, maker.run, cover)
        numbers = {id(clue): 1 << number for number, clue in enumerate(clues)}
        self.parts = [[sum(numbers[id(clue)] for clue in each) for each in orbit] for orbit in self.orbits]
        self.masks = list(map(sum, self.parts))
        self.conflicts = MusSearch(len(self.orbits), self._other_solution)
        self.size: int | None = None
        """The number of clues that were left; None if not even all of them are enough."""
        self.is_ambiguous = False
        """Whether another solution has all marks that may be clues."""

    def puzzle(self) -> NewPuzzle | None:
        """None if this solution, in this order, does not lead to a puzzle."""
        if (most := self._size(self.conflicts.all) - self.least_open) < self.wanted.fewest:
            self.size = most
            return None
        if self.conflicts.can_be_met(self.conflicts.all):
            self.is_ambiguous = True
            return None
        chosen = self._reduced()
        self.size = self._size(chosen)
        if not self._is_good(chosen):
            return None
        level = self.wanted.level
        if not level:
            return self._made(chosen, self._rating(chosen, Level.EVIL) if self.wanted.rated else None)
        rating = self._rating(chosen, level)
        if rating.level.rank <= level.rank:
            is_wanted = rating.level is level or self.wanted.or_easier
            return self._made(chosen, rating) if is_wanted else None
        return self._softened(chosen, level)

    def _softened(self, chosen: int, level: Level) -> NewPuzzle | None:
        """Adds as few clues as make a harder puzzle no harder than wanted.

        As no clue makes it harder, bisection finds the least number of them.
        """
        more = [1 << orbit for orbit in bits(self.conflicts.all & ~chosen)]
        sets = [chosen | sum(more[: number + 1]) for number in range(len(more))]
        good = [each for each in sets if self._is_good(each)]
        at = bisect_left(good, True, key=lambda each: self._rating(each, level).level.rank <= level.rank)
        if at == len(good):
            return None
        rating = self._rating(good[at], level)
        is_wanted = rating.level is level or self.wanted.or_easier
        return self._made(good[at], rating) if is_wanted else None

    def _rating(self, chosen: int, level: Level) -> Rating:
        """Exact up to a level."""
        return rating_of(self.maker.problem.given(self._drawing(chosen)), level, self.maker.run.aside())

    def _reduced(self) -> int:
        chosen = self.conflicts.all
        for orbit in bits(chosen):
            fewer = chosen & ~(1 << orbit)
            if self._size(fewer) >= self.target and not self.conflicts.can_be_met(fewer):
                chosen = fewer
        return chosen

    def _is_given(self, candidate: Candidate) -> bool:
        given = self.maker.compiled.given
        return all(
            (marking.canvas, cell) in given
            for clue in candidate
            for marking in clue.markings
            for cell in marking.cells
        )

    def _is_good(self, chosen: int) -> bool:
        size, most = self._size(chosen), self.wanted.most
        if size < self.wanted.fewest or (most is not None and size > most):
            return False
        if self._open(chosen) < self.least_open:
            return False
        return not self.wanted.minimal or self._is_minimal(chosen)

    def _is_minimal(self, chosen: int) -> bool:
        """Whether no candidate can be left out, not even a part of an orbit."""
        whole = sum(self.masks[number] for number in bits(chosen))
        parts = (part for number in bits(chosen) for part in self.parts[number])
        return all(self.agreement(whole & ~part) is not None for part in parts)

    def _size(self, orbits: int) -> int:
        """The number of clues of a puzzle with these, including what is given anyway."""
        return len(self.maker.kept) + sum(len(self.orbits[number]) for number in bits(orbits))

    def _open(self, orbits: int) -> int:
        """The number of drawn options that are left to find."""
        return sum(map(len, self.orbits)) - self._size(orbits) + len(self.maker.kept)

    def _clues(self, chosen: int) -> tuple[Candidate, ...]:
        kept = [(clue,) for clue in self.maker.kept]
        return (*kept, *(candidate for number in bits(chosen) for candidate in self.orbits[number]))

    def _drawing(self, chosen: int) -> str:
        markings = [
            marking for candidate in self._clues(chosen) for clue in candidate for marking in clue.markings
        ]
        return drawing_text(self.maker.compiled.canvases, markings)

    def _made(self, chosen: int, rating: Rating | None) -> NewPuzzle:
        """Reads its drawing back, as a user would, and searches for another solution once more."""
        drawing = self._drawing(chosen)
        problem = self.maker.problem.given(drawing)
        answer = unique(problem, self.maker.run.aside())
        if answer.verdict is Verdict.UNKNOWN:
            raise Unfinished(answer.outcome)
        if answer.verdict is not Verdict.UNIQUE:
            raise VerificationError(f"a puzzle was made with {answer.verdict.value} solutions:\n{drawing}")
        return NewPuzzle(self._clues(chosen), answer.solutions[0], rating, drawing, problem)

    def _other_solution(self, orbits: int) -> int | None:
        """The orbits that some other solution contains, including all of these."""
        met = self.agreement(sum(self.masks[number] for number in bits(orbits)))
        if met is None:
            return None
        return sum(1 << number for number, mask in enumerate(self.masks) if not mask & ~met)


ALIKE = "other solutions have the same marks, or all of those that may be clues"


def _tried(sizes: Sequence[int], wanted: Wanted) -> str:
    """What came out instead of the number of clues that was wanted."""
    if wanted.most is not None and sizes and min(sizes) > wanted.most:
        return f"the fewest clues were {min(sizes):,}"
    if wanted.fewest and sizes and max(sizes) < wanted.fewest:
        return f"the most clues were {max(sizes):,}"
    return ""


def _number(puzzle: NewPuzzle) -> float:
    return puzzle.rating.number if puzzle.rating else 0.0
