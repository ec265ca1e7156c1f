"""New puzzles of descriptions whose clues are labels of a board: numbers, marks and regions.

>>> from excover.problem.problem import load
>>> tents = load("tents")
>>> made = next(generate_labels(tents, seed=1))
>>> made.drawing.split() == made.solution.drawing.split(), len(made.drawing.split("\\n\\n"))
(False, 3)

Clues are added one by one to an empty board, each so that there is a solution, until there is only one: last
those that give a part of the solution away, such as digits. Then those that are not needed are taken away, or
some of them, where an easier puzzle is wanted. Regions are first those of the description; cells on their
borders change sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil
from random import Random

from excover.authors.generate import ANYTHING, GaveUp, NewPuzzle, Wanted
from excover.authors.label_drawings import (
    NONE,
    Drawings,
    LabelBoard,
    LabelPlace,
    MarkRows,
    cells_of,
    decided,
    mark_at,
    marked,
    printed_labels,
    shown,
)
from excover.authors.rate import Level, Rating, rating_of
from excover.authors.unique import Uniqueness, Verdict, unique
from excover.base.diagnostics import SpecError
from excover.base.words import listed
from excover.language import messages
from excover.lattices import SQUARE
from excover.matrix.compiled import Marking, Place
from excover.matrix.givens.given import given_markings
from excover.problem.problem import Problem
from excover.search.run import UNLIMITED, Run
from excover.search.strategy import Strategy

ATTEMPTS = 40
"""Empty boards to begin with, for a puzzle."""
EARNEST = 4
"""Attempts for a level before one of the nearest level is accepted, if that is allowed."""
TRIES = 4
"""Marks to try at a place."""
STEPS = 120
"""Changes of regions, and of marks in every cell, where the others do not decide everything."""
LEAST_PART = 2
"""A solution draws at least one in so many of the marks that the one of the description draws."""
NODES = 20_000
"""Of the search for two solutions of a puzzle on its way, which is left if that is not enough."""
BY_LEARNING = Strategy("learning")


@dataclass(frozen=True, slots=True)
class LabelPuzzle(NewPuzzle):
    """``drawing`` has the drawings of the board, as `--board` reads them."""

    of_description: tuple[Marking, ...] = ()
    """What the description gives beside the labels."""

    @property
    def markings(self) -> tuple[tuple[Marking, ...], ...]:
        return (self.of_description,)

    @property
    def given(self) -> frozenset[Place]:
        return frozenset((marking.canvas, cell) for marking in self.of_description for cell in marking.cells)

    @property
    def line(self) -> None:
        return None


def generate_labels(
    problem: Problem,
    seed: int = 0,
    number: int = 1,
    wanted: Wanted | Sequence[Wanted] = ANYTHING,
    run: Run = UNLIMITED,
) -> Iterator[LabelPuzzle]:
    """As `generate`, of which it takes the levels, and ``clues_from``: the names of the labels that change,
    while the board stays as it is. Raises SpecError if there are no such labels; GaveUp, and Unfinished.
    """
    each = [wanted] * number if isinstance(wanted, Wanted) else wanted
    run, makers = run.started(), dict[tuple[str, ...], _LabelMaker]()
    for k, one in enumerate(each):
        if (names := one.clues_from) not in makers:
            makers[names] = _LabelMaker(problem, run, names)
        yield makers[names].puzzle(Random(f"{seed} {k}"), one)


# Regions


def _is_connected(rows: MarkRows, name: str) -> bool:
    return SQUARE.components((0, r, c) for r, c in cells_of(rows) if rows[r][c] == name) <= 1


def _changed_regions(rows: MarkRows, random: Random) -> MarkRows:
    """The same regions, but for a cell that goes over to a neighbor, and perhaps one that comes back. Their
    sizes stay between the least and the greatest.
    """
    sizes = _sizes(rows)
    least, most = min(sizes.values()), max(sizes.values())
    found = [list(row) for row in rows]
    for _ in range(2):
        cells = [(r, c) for r, c in cells_of(found) if found[r][c] != NONE]
        r, c = random.choice(cells)
        others = {found[y][x] for y, x in _beside(found, r, c)} - {found[r][c], NONE}
        if not others:
            return rows
        before, found[r][c] = found[r][c], random.choice(sorted(others))
        if not _sizes(found).get(before) or not _is_connected(found, before):
            return rows
        if all(least <= size <= most for size in _sizes(found).values()):
            return found
    return rows


def _sizes(rows: MarkRows) -> dict[str, int]:
    marks = [mark for row in rows for mark in row if mark != NONE]
    return {mark: marks.count(mark) for mark in dict.fromkeys(marks)}


def _beside(rows: MarkRows, r: int, c: int) -> Iterator[tuple[int, int]]:
    for y, x in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
        if 0 <= y < len(rows) and 0 <= x < len(rows[y]):
            yield y, x


def _without_marks(rows: MarkRows) -> MarkRows:
    return [[NONE] * len(row) for row in rows]


# Search


@dataclass
class _Trial:
    """A puzzle on its way, with the clues that it has and those that it does not need."""

    drawings: Drawings
    found: Uniqueness
    problem: Problem
    clues: list[LabelPlace] = field(default_factory=list)
    needless: list[tuple[LabelPlace, str]] = field(default_factory=list)

    least: int = 0
    """So many marks must the one solution draw, so that there is something to find."""

    @property
    def is_done(self) -> bool:
        return self.found.verdict is Verdict.UNIQUE and _drawn(self.found) >= self.least

    def back_to(self, before: _Trial) -> None:
        self.drawings, self.found, self.problem = before.drawings, before.found, before.problem

    def keep_if_nearer(self, before: _Trial) -> None:
        """Goes back if two solutions differ in more than they did before."""
        if _difference(self.found) > _difference(before.found):
            self.back_to(before)


class _LabelMaker(LabelBoard):
    def __init__(self, problem: Problem, run: Run, only: Sequence[str] = ()) -> None:
        super().__init__(problem)
        self.run = run
        self.least = 0
        self.decided = decided(problem) if only else None
        self._keep_others(only)
        shipped = self._asked(self.first)
        self.least = ceil(_drawn(shipped.found) / LEAST_PART) if shipped else 0
        self.answers = self._answers(shipped) if shipped else set()
        self.blank = {**self.first, **{name: _without_marks(self.first[name]) for name in self.clues}}
        if only:
            self.blank = self._bare()

    def _keep_others(self, only: Sequence[str]) -> None:
        if wrong := [name for name in only if name not in self.first]:
            raise SpecError(messages.NoCluesFrom(wrong[0], [*self.first], are_labels=True))
        for names in (self.clues, self.full, self.regions) if only else ():
            names[:] = [name for name in names if name in only]

    def _answers(self, shipped: _Trial) -> set[str]:
        """The labels all of whose marks the solution of the description draws in their cells."""
        printed = printed_labels(shipped.problem.puzzle, shipped.problem.compiled.canvases)
        drawn = {
            ((mark.canvas, cell), mark.mark)
            for marks in shipped.found.solutions[0].markings
            for mark in marks
            for cell in mark.cells
        }
        return {name for name in self.clues if (marks := printed.get(name)) and marks <= drawn}

    def _is_answer(self, place: LabelPlace) -> bool:
        return place[0] in self.answers

    def _bare(self) -> Drawings:
        """The drawings without clues, but with the marks by which there is more, or less, to decide: a black
        cell of Light Up loses its number, but stays black.
        """
        found = self.first
        marks = (place for place in self.places(self.clues) if mark_at(self.first, place) != NONE)
        for place in marks:
            found = next((drawings for drawings, _ in self.without(place, found)), found)
        return found

    def _rest(self, place: LabelPlace) -> str:
        """What is at a place without a clue."""
        return mark_at(self.blank, place) if place[0] in self.clues else NONE

    def _clued(self, drawings: Drawings, names: Sequence[str]) -> list[LabelPlace]:
        """The places that have a clue."""
        return [place for place in self.places(names) if mark_at(drawings, place) != self._rest(place)]

    def puzzle(self, random: Random, wanted: Wanted) -> LabelPuzzle:
        nearest: LabelPuzzle | None = None
        for attempt in range(ATTEMPTS):
            self.run.report("attempts", attempt, ATTEMPTS)
            if trial := self._unique(random):
                self._reduce(trial, random)
                made = self._softened(trial, wanted, random)
                if made.level is wanted.level or wanted.level is None:
                    return self._counted(made)
                nearest = min(nearest or made, made, key=lambda each: _gap(each.level, wanted.level))
            if nearest and wanted.or_easier and attempt >= EARNEST:
                return self._counted(nearest)
        if nearest and wanted.or_easier:
            return self._counted(nearest)
        raise GaveUp(ATTEMPTS, "none has this level" if nearest else self._no_marks())

    def _no_marks(self) -> str:
        """Why no puzzle was found, and what helps, if some drawings have no marks."""
        blank = [name for name in self.clues if not self.alphabets[name]]
        samples = (
            f"; put sample marks into {listed(blank)}: the marks to choose from are those of the drawing"
        )
        return "no new labels of this kind with one solution were found" + (samples if blank else "")

    def _asked(self, drawings: Drawings) -> _Trial | None:
        """None if there is no solution, or the search does not find out, or if something else is decided
        where the board stays as it is.
        """
        problem = self.with_drawings(drawings)
        if problem is None or (self.decided is not None and decided(problem) != self.decided):
            return None
        found = unique(problem, self.run.aside(nodes=NODES, strategy=BY_LEARNING))
        known = found.verdict in (Verdict.UNIQUE, Verdict.SEVERAL)
        return _Trial(drawings, found, problem, least=self.least) if known else None

    @cached_property
    def _held(self) -> Drawings:
        """An empty board, which has a solution, but for the marks that cannot stand alone where their drawing
        can, such as an end of a way: without any, the way would be a ring. Marks that others let stand, such
        as a part of a way with its ends, are not kept.
        """
        found, held = dict(self.blank), []
        for name in self.clues if self._asked(self.blank) else ():
            marks = self._clued(self.first, [name])
            if marks and self._asked({**self.blank, name: self.first[name]}):
                for place in marks:
                    self.run.check()
                    if not self._asked(marked(self.blank, place, mark_at(self.first, place))):
                        found = marked(found, place, mark_at(self.first, place))
                        held.append(place)
        for place in held:
            self.run.check()
            if self._asked(fewer := marked(found, place, NONE)):
                found = fewer
        return found if self._asked(found) else self.blank

    def _take(self, trial: _Trial, name: str, rows: MarkRows) -> bool:
        """Replaces a drawing, if a solution is left."""
        self.run.check()
        found = self._asked({**trial.drawings, name: rows})
        if found:
            trial.back_to(found)
        return found is not None

    def _set(self, trial: _Trial, place: LabelPlace, mark: str) -> bool:
        """Sets a mark, or takes it away, if a solution is left."""
        return self._take(trial, place[0], marked(trial.drawings, place, mark)[place[0]])

    def _unique(self, random: Random) -> _Trial | None:
        """A puzzle with one solution, from an empty board, or from the one of the description."""
        drawings = dict(self.blank if self.full else self._held)
        for name in self.regions:
            for _ in range(3 * len(cells_of(drawings[name]))):
                drawings[name] = _changed_regions(drawings[name], random)
        trial = None if self.full else self._asked(drawings)
        if trial:
            self._move(trial, random)
        trial = trial or self._shuffled(random)
        if trial:
            self._add_clues(trial, random)
            self._change(trial, random)
        return trial if trial and trial.is_done and trial.drawings != self.first else None

    def _shuffled(self, random: Random) -> _Trial | None:
        """Another board than that of the description: fewer marks, and others at other places."""
        trial = self._asked(self.first)
        if trial is None:
            return None
        for name in reversed(self.clues):  # first what is beside the board
            self._take(trial, name, self.blank[name])
        places = self.places(self.clues + self.full)
        marked = self._clued(trial.drawings, self.clues + self.full)
        for place in random.sample(marked, len(marked)) + random.sample(
            places, min(len(places), len(marked))
        ):
            others = [self._rest(place)] * (place[0] in self.clues)
            self._set(trial, place, random.choice(self.alphabets[place[0]] + others))
        if trial.drawings == self.first:
            self._wander(trial, random)
        trial.clues = self._clued(trial.drawings, self.clues + self.full)
        return trial

    def _wander(self, trial: _Trial, random: Random) -> None:
        """Moves marks that cannot stand alone, as ends of a line: first as it comes, then if it is nearer."""
        for step in range(STEPS if self._clued(trial.drawings, self.clues) else 0):
            is_moved_enough = step > STEPS // 4
            if is_moved_enough and trial.is_done:
                return
            before = replace(trial)
            self._move_mark(trial, random.choice(self._clued(trial.drawings, self.clues)), random)
            if is_moved_enough:
                trial.keep_if_nearer(before)

    def _move(self, trial: _Trial, random: Random) -> None:
        """Moves each mark of a board to another place, if a solution is left."""
        for place in self._clued(trial.drawings, self.clues):
            self._move_mark(trial, place, random)

    def _move_mark(self, trial: _Trial, place: LabelPlace, random: Random) -> None:
        clued = self._clued(trial.drawings, [place[0]])
        free = [each for each in self.places([place[0]]) if each not in clued]
        for other in random.sample(free, min(TRIES, len(free))):
            without = marked(trial.drawings, place, self._rest(place))
            rows = marked(without, other, mark_at(trial.drawings, place))[place[0]]
            if self._take(trial, place[0], rows):
                return

    def _add_clues(self, trial: _Trial, random: Random) -> None:
        clued = self._clued(trial.drawings, self.clues)
        places = [each for each in self.places(self.clues) if each not in clued]
        random.shuffle(places)
        for place in sorted(places, key=self._is_answer):
            if trial.is_done:
                return
            alphabet = self.alphabets[place[0]]
            for mark in random.sample(alphabet, min(TRIES, len(alphabet))):
                if self._set(trial, place, mark):
                    trial.clues.append(place)
                    break

    def _change(self, trial: _Trial, random: Random) -> None:
        """Changes regions and full drawings as long as the solutions do not differ in more than before."""
        names = self.regions + self.full
        for _ in range(STEPS if names else 0):
            if trial.is_done:
                return
            name, before = random.choice(names), replace(trial)
            rows = trial.drawings[name]
            if name in self.regions:
                changed = _changed_regions(rows, random)
            else:
                changed = [list(row) for row in rows]
                _, r, c = random.choice(self.places([name]))
                changed[r][c] = random.choice(self.alphabets[name])
            if changed != rows and self._take(trial, name, changed):
                trial.keep_if_nearer(before)

    def _reduce(self, trial: _Trial, random: Random) -> None:
        """Takes away clues that are not needed, one by one: first those that give a part of the solution
        away.
        """
        random.shuffle(trial.clues)
        for place in sorted(trial.clues, key=self._is_answer, reverse=True):
            before, mark = replace(trial), mark_at(trial.drawings, place)
            if self._set(trial, place, self._rest(place)) and trial.is_done:
                trial.needless.append((place, mark))
                trial.clues.remove(place)
            else:
                trial.back_to(before)

    def _softened(self, trial: _Trial, wanted: Wanted, random: Random) -> LabelPuzzle:
        """With as many needless clues as make it no harder than wanted."""
        level, rating = wanted.level, None
        if level or wanted.rated:
            up_to = Level.HARD if level in (None, Level.EVIL) else level
            rating = self._rating(trial, up_to)
            while level and rating.level.rank > level.rank and self._has_more(trial, random):
                rating = self._rating(trial, up_to)
            if rating.level.rank > up_to.rank:
                rating = self._rating(trial, Level.HARD)
        drawing = shown(trial.drawings)
        given = given_markings(trial.problem.full, trial.problem.givens)
        return LabelPuzzle((), trial.found.solutions[0], rating, drawing, trial.problem, tuple(given))

    def _has_more(self, trial: _Trial, random: Random) -> bool:
        """Adds a needless clue, first one of those that were taken away; whether there is any."""
        if trial.needless:
            return self._set(trial, *trial.needless.pop())
        clued = self._clued(trial.drawings, self.clues)
        places = [each for each in self.places(self.clues) if each not in clued]
        for place in random.sample(places, len(places)):
            alphabet = self.alphabets[place[0]]
            for mark in random.sample(alphabet, min(TRIES, len(alphabet))):
                before = replace(trial)
                if self._set(trial, place, mark) and trial.is_done:
                    return True
                trial.back_to(before)
        return False

    def _rating(self, trial: _Trial, up_to: Level) -> Rating:
        """Exact up to a level; guesses are not counted."""
        return rating_of(trial.problem, up_to, self.run.aside())

    def _counted(self, made: LabelPuzzle) -> LabelPuzzle:
        """With the number of guesses, if its rating is above all techniques."""
        if made.rating is None or made.rating.climb.is_solved:
            return made
        return replace(made, rating=rating_of(made.problem, Level.EVIL, self.run.aside()))


def _drawn(found: Uniqueness) -> int:
    """The marks that a solution draws."""
    return sum(len(each.cells) for marking in found.solutions[0].markings for each in marking)


def _difference(found: Uniqueness) -> int:
    if len(found.solutions) < 2:
        return 0
    one, other = ({*map(str, each.options)} for each in found.solutions)
    return len(one ^ other)


def _gap(level: Level | None, wanted: Level | None) -> int:
    """The levels between two of them; many if there is none."""
    return abs(level.rank - wanted.rank) if level and wanted else len(Level)
