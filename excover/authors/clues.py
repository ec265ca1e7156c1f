"""Clues: single givens, which of them a solution agrees with, and which a puzzle with one solution needs.

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
sets of clues are irreducible conflicts (see `excover.authors.mus`).

Single givens: a mark, all marks of one piece, an option, or the color of an item.

>>> start = load("kanoodle-start")
>>> [clue.text for clue in clues_of(start.full, start.givens)]
['`L` at (1, 8)', '`F` at (2, 10)', '`E` at (3, 3)']

Which clues some solution agrees with: the oracle for conflicts and needless clues.

>>> start = load("queens", {"n": 4}, given=".Q..|...Q".replace("|", chr(10)))
>>> clues = clues_of(start.full, start.givens)
>>> agreement = Agreement(start.full.matrix, clues)
>>> agreement(0b01), agreement(0b11)
(3, 3)
>>> solution = agreement.cover(0b11)
>>> print(Agreement(start.full.matrix, clues, other_than=solution)(0b01))
None
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from excover.authors.infeasibility import is_refuted
from excover.authors.label_drawings import Drawings, LabelBoard, LabelPlace, has_labels, mark_at, shown
from excover.authors.mus import MusSearch
from excover.authors.unique import Uniqueness, Verdict, unique
from excover.base.errors import ExcoverError
from excover.base.names import ItemName, OptionName, Value, brief
from excover.base.source import Span
from excover.matrix.capabilities import bits
from excover.matrix.compiled import Compiled, Marking
from excover.matrix.givens.given import (
    Drawers,
    Given,
    Givens,
    apply_givens,
    colors_of_items,
    drawers_of,
    of_mark,
    of_options,
    otherwise_drawn,
)
from excover.matrix.givens.given_drawing import GivenMark
from excover.matrix.matrix import Matrix
from excover.problem.problem import Problem
from excover.render.text import drawing_text
from excover.search.outcome import Unfinished
from excover.search.run import UNLIMITED, Run, takes_run
from excover.search.search import Cover, Search
from excover.search.tuning import tuning
from excover.solutions.decode import Solution


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue that is given or left out as a whole. A solution agrees with it if it has one of its options.

    ``options``, and ``banned``, those that contradict the clue, are numbers in the matrix without givens.
    ``enforced``: without the banned options, one of ``options`` is always chosen.
    """

    text: str
    span: Span
    markings: tuple[Marking, ...]
    options: frozenset[int] = field(repr=False, compare=False)
    banned: frozenset[int] = field(repr=False, compare=False)
    enforced: bool = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.text

    def agrees(self, cover: frozenset[int]) -> bool:
        return not self.options.isdisjoint(cover) and self.banned.isdisjoint(cover)


def clues_drawing(clues: Iterable[Clue], compiled: Compiled) -> str:
    """The clues as a drawing that can be read back; empty if none is drawn."""
    markings = [marking for clue in clues for marking in clue.markings]
    return drawing_text(compiled.canvases, markings) if markings else ""


def clues_of(full: Compiled, givens: Givens) -> tuple[Clue, ...]:
    """The clues in the order in which they are given.

    Raises SpecError if one of them cannot be met alone.
    """
    return ClueReader(full).read(givens)


class ClueReader:
    """Reads clues for one puzzle repeatedly; lookups are cached."""

    def __init__(self, full: Compiled) -> None:
        self._full = full
        self._matrix = full.matrix

    def read(self, givens: Givens) -> tuple[Clue, ...]:
        """As `clues_of`."""
        clues = [self._of_marks(marks, given) for marks, given in self._together(givens.marks)]
        clues += [self._of_option(name, span) for name, span in dict(givens.options).items()]
        clues += [self._of_color(*color) for color in dict.fromkeys(givens.colors)]
        return tuple(clues)

    @cached_property
    def _drawers(self) -> Drawers:
        markings = self._full.markings
        return drawers_of(
            markings,
            {(marking.canvas, cell) for each in markings for marking in each for cell in marking.cells},
        )

    def _of_marks(self, marks: Sequence[GivenMark], given: Given) -> Clue:
        first, canvases = marks[0], self._full.canvases
        where = ", ".join(map(str, canvases[first.canvas].position(first.cell)))
        of = f" of `{canvases[first.canvas].name}`" if len(canvases) > 1 else ""
        markings = (Marking(first.canvas, first.text, tuple(mark.cell for mark in marks), first.copy),)
        text = f"`{first.text}{first.copy}` at ({where}){of}"
        return self._clue(given, text, markings, otherwise_drawn(marks, self._drawers))

    def _of_option(self, name: OptionName, span: Span) -> Clue:
        (given,) = of_options(self._full, [(name, span)])
        (number,) = given.options
        return self._clue(given, f"`{name}`", self._full.markings[number], set())

    def _of_color(self, item: ItemName, color: Value, span: Span) -> Clue:
        givens, others = colors_of_items(self._matrix, [(item, color, span)])
        return self._clue(givens[0], f"`{item}` with color {brief(color)}", (), others)

    def _clue(self, given: Given, text: str, markings: tuple[Marking, ...], others: set[int]) -> Clue:
        items = self._matrix.shared_once(given.options)
        rivals = set[int]().union(*(self._matrix.columns[item] for item in items)) - given.options
        enforced = any(self._matrix.lower[item] for item in items)
        options, banned = frozenset(given.options), frozenset(others | rivals)
        return Clue(text, given.spans[0], markings, options, banned, enforced)

    def _together(self, marks: Iterable[GivenMark]) -> list[tuple[list[GivenMark], Given]]:
        """The marks that must come from the same option, with the possible options."""
        found: list[tuple[list[GivenMark], Given]] = []
        for mark in dict.fromkeys(marks):
            given = self._of_mark(mark)
            for others, group in found:
                if self._is_same(mark, given, others, group):
                    group.options &= given.options
                    group.spans.append(mark.span)
                    others.append(mark)
                    break
            else:
                found.append(([mark], given))
        return found

    def _of_mark(self, mark: GivenMark) -> Given:
        return of_mark(mark, {(mark.canvas, mark.cell): self._drawers.get((mark.canvas, mark.cell), {})})

    def _is_same(self, mark: GivenMark, given: Given, others: list[GivenMark], group: Given) -> bool:
        """Whether a mark comes from the option of other marks. Raises SpecError if no option has all."""
        first = others[0]
        if (first.canvas, first.text, first.copy) != (mark.canvas, mark.text, mark.copy):
            return False
        shared = self._matrix.shared_once(group.options) & self._matrix.shared_once(given.options)
        if shared and group.options.isdisjoint(given.options):
            if any(self._matrix.items[item].indices == (mark.text,) for item in shared):
                apply_givens(self._full, Givens([*others, mark]))  # reports the error: no such placement
            return False
        return bool(shared)


class Agreement:
    """Called with a set of clues as bits; the cover ``other_than`` is not accepted as an answer.

    ``matrix`` is the one without givens, to which the option numbers of the clues refer. Raises Unfinished if
    the run ended before the answer.
    """

    def __init__(
        self,
        matrix: Matrix,
        clues: Sequence[Clue],
        run: Run = UNLIMITED,
        other_than: Cover | None = None,
    ) -> None:
        self._matrix = matrix
        self._clues = clues
        self._run = run
        self._other_than = other_than

    def __call__(self, wanted: int) -> int | None:
        cover = self.cover(wanted)
        if cover is None:
            return None
        chosen = frozenset(cover)
        return sum(1 << k for k, clue in enumerate(self._clues) if clue.agrees(chosen))

    def cover(self, wanted: int) -> Cover | None:
        """A cover that agrees with these clues, if there is one; always the same one."""
        covers = self.covers(wanted, 1 if self._other_than is None else 2)
        return next((cover for cover in covers if cover != self._other_than), None)

    def covers(self, wanted: int, most: int) -> list[Cover]:
        """Up to that many covers that agree with these clues."""
        keep, matrix = self.left(wanted)
        search = Search(matrix, self._run.aside(solutions=most, nodes=tuning.conflict_probe))
        covers = list(search)
        if not _is_answered(search, most) and is_refuted(matrix, self._run):
            return []
        if not _is_answered(search, most):
            search = Search(matrix, self._run.aside(solutions=most))
            covers = list(search)
        if not _is_answered(search, most):
            raise Unfinished(search.outcome)
        return [tuple(keep[option] for option in cover) for cover in covers]

    def left(self, wanted: int) -> tuple[list[int], Matrix]:
        """The options that agree with the clues, and their matrix."""
        clues = [self._clues[k] for k in bits(wanted)]
        banned = set().union(*(clue.banned for clue in clues))
        keep = [option for option in range(len(self._matrix.options)) if option not in banned]
        loose = (clue for clue in clues if not clue.enforced)
        demands = [(_name(clue), clue.span, clue.options) for clue in loose]
        return keep, self._matrix.restricted(keep, demands)


def _is_answered(search: Search, most: int) -> bool:
    """Whether as many covers were found as requested, or all of them."""
    return search.outcome.count == most or search.outcome.exhausted


def _name(clue: Clue) -> ItemName:
    """The name of the item that represents a clue, in case a reason names it."""
    return ItemName(f"given {clue.text.replace('`', '')}")


class NotUnique(ExcoverError, ValueError):
    """The puzzle does not have exactly one solution, as required; ``found`` is what it has instead."""

    def __init__(self, found: Uniqueness) -> None:
        super().__init__(found)
        self.found = found

    def __str__(self) -> str:
        return f"a puzzle with exactly one solution is needed: {self.found.verdict.value}"


@dataclass(frozen=True, slots=True)
class Clues:
    """``needless``: each of these can be left out if the others stay. ``enough`` leave the same one solution,
    and ``drawing`` has these.

    ``needed``: none of these can be left out. ``finished``: every clue is in one of the two, and none of
    ``enough`` can be left out. If the run was stopped earlier, this is what was known.
    """

    solution: Solution
    given: tuple[Clue, ...]
    needed: tuple[Clue, ...]
    needless: tuple[Clue, ...]
    enough: tuple[Clue, ...]
    finished: bool
    drawing: str = ""


@takes_run
def clues(problem: Problem, run: Run = UNLIMITED) -> Clues:
    """The needless givens, and an irreducible subset of the givens that leaves one solution. Where nothing is
    given, labels of the board are the clues; a solution is the same if the same options are chosen.

    Of two interchangeable givens, the later one is left out. Raises NotUnique if there is not exactly one
    solution, Unfinished if even that is unknown.
    """
    run = run.started()
    if not problem.givens.states_something and has_labels(problem):
        return _LabelClues(problem, run).found()
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
        least = conflicts.mus(conflicts.all)
        finished = True
    except Unfinished:
        least = conflicts.least or least
    enough = tuple(given[k] for k in bits(least))
    drawing = clues_drawing(enough, problem.full)
    return Clues(solution, given, tuple(needed), tuple(needless), enough, finished, drawing)


class _LabelClues:
    """The clues among the labels of a puzzle: marks without which the board is the same."""

    def __init__(self, problem: Problem, run: Run) -> None:
        self.run, self.solution = run, only_solution(problem, run)
        self.board = LabelBoard(problem)
        self.clues = {
            place: Clue(_label_text(self.board, place), span, (), frozenset(), frozenset(), enforced=False)
            for place, span in self.board.marks().items()
            if any(True for _ in self.board.without(place, self.board.first))
        }

    def found(self) -> Clues:
        given, board = tuple(self.clues.values()), self.board
        needless: list[Clue] = []
        least, left, finished = board.first, dict(self.clues), False
        try:
            for k, (place, clue) in enumerate(self.clues.items()):
                self.run.report("clues", k, len(given))
                needless += [clue] if self._fewer(place, board.first) else []
            while fewer := next(((at, d) for at in reversed(left) if (d := self._fewer(at, least))), None):
                left.pop(fewer[0])
                least = fewer[1]
            finished = True
        except Unfinished:
            pass
        needed = tuple(each for each in given if each not in needless) if finished else ()
        return Clues(
            self.solution, given, needed, tuple(needless), tuple(left.values()), finished, shown(least)
        )

    def _fewer(self, place: LabelPlace, drawings: Drawings) -> Drawings | None:
        """Drawings without a mark that have the same one solution. Raises Unfinished."""
        for fewer, problem in self.board.without(place, drawings):
            found = unique(problem, self.run.aside())
            if found.verdict is Verdict.UNKNOWN:
                raise Unfinished(found.outcome)
            if found.verdict is Verdict.UNIQUE and _names(found.solutions[0]) == _names(self.solution):
                return fewer
        return None


def _label_text(board: LabelBoard, place: LabelPlace) -> str:
    name, row, column = place
    return f"`{mark_at(board.first, place)}` at ({row + 1}, {column + 1}) of `{name}`"


def _names(solution: Solution) -> set[OptionName]:
    return set(solution.options)


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


def only_solution(problem: Problem, run: Run) -> Solution:
    """Raises NotUnique if there is none, or another one, and Unfinished."""
    found = unique(problem, run.aside())
    if found.verdict is Verdict.UNKNOWN:
        raise Unfinished(found.outcome)
    if found.verdict is not Verdict.UNIQUE:
        raise NotUnique(found)
    return found.solutions[0]


def _only(problem: Problem, run: Run) -> tuple[Solution, tuple[Clue, ...], MusSearch]:
    """The solution, the clues, and an oracle for sets of clues that do not allow another solution."""
    solution = only_solution(problem, run)
    given = clues_of(problem.full, problem.givens)
    matrix = problem.full.matrix
    (cover,) = Agreement(matrix, given, run).covers((1 << len(given)) - 1, 2)
    return (
        solution,
        given,
        MusSearch(len(given), Agreement(matrix, given, run, other_than=cover), run),
    )
