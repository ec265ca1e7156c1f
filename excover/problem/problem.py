"""A problem: a compiled description, with a method for each question.

>>> queens = parse('''
... param n = 4
... item row[1..n], column[1..n]
... item up[2..2*n] at most once, down[1-n..n-1] at most once
... option queen(r, c in 1..n) covers row[r], column[c], up[r+c], down[r-c]
... draw queen(r, c) at (r, c) as "Q"
... ''')
>>> queens.count()
2
>>> print(queens.solve())
.Q..
...Q
Q...
..Q.
>>> parse("item a option x() covers a").solve().options
(OptionName(family='x', arguments=()),)
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from functools import cached_property, partial
from os import PathLike
from typing import TYPE_CHECKING, Any, get_args

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.names import OptionName
from excover.base.source import Source
from excover.base.words import plural
from excover.language import messages
from excover.language.meaning.puzzle import Puzzle
from excover.language.meaning.state import TablesLike
from excover.language.source_files import find, source_of_text
from excover.language.syntax.ast import UpTo
from excover.matrix.compiled import Compiled
from excover.matrix.givens.given import GivenLike, Givens, given_markings
from excover.matrix.matrix import Matrix
from excover.matrix.verify import NamedCover, numbered, verify
from excover.problem.pipeline import Settings, compile_description
from excover.problem.what_if import StartLike, WhatIf
from excover.search.outcome import Outcome, Unfinished
from excover.search.run import UNLIMITED, Run, ignore_progress, takes_runs
from excover.search.search import completed, count

if TYPE_CHECKING:
    from excover.problem.column_generation import Relaxation
    from excover.render.tree_picture import DrawnTree
    from excover.search.disk_count import Disk
    from excover.search.permutation_group import Group, Look
    from excover.solutions.decode import Solution
    from excover.solutions.solutions import Improvements, Solutions


def load(
    spec: str | PathLike[str],
    settings: Settings | None = None,
    given: GivenLike = None,
    limits: Limits = DEFAULT,
    *,
    tables: TablesLike | None = None,
) -> Problem:
    """The problem in a file, or the shipped problem of that name.

    ``settings`` gives values to parameters; ``given`` is a drawing, or options, that solutions must agree
    with; ``tables`` gives records to `table` statements: data frames, lists of records, or files. Raises
    SpecError with all errors, and OSError if the file cannot be read.
    """
    return compile_source(find(spec, limits), settings, given, limits, tables)


def parse(
    text: str,
    settings: Settings | None = None,
    given: GivenLike = None,
    limits: Limits = DEFAULT,
    *,
    tables: TablesLike | None = None,
    folder: str | PathLike[str] | None = None,
) -> Problem:
    """The problem that a text describes; the other parameters are those of `load`.

    Files that it names are read from ``folder``; without one, it may name none. Raises SpecError with all
    errors.
    """
    return compile_source(source_of_text(text, folder), settings, given, limits, tables)


def compile_source(
    source: Source,
    settings: Settings | None = None,
    given: GivenLike = None,
    limits: Limits = DEFAULT,
    tables: TablesLike | None = None,
) -> Problem:
    """The problem that a text describes, in the language or in another supported format."""
    return Problem(compile_description(source, settings, given, limits, tables))


OUTSIDE = (
    "clues",
    "disassemble",
    "generate",
    "minimal_clues",
    "prove_count",
    "rate",
    "solve_many",
    "steps",
    "unique",
    "why",
)
"""Functions of the package that ask a problem something."""


@takes_runs
class Problem(WhatIf):
    """A compiled description; all methods can be called any number of times."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        items, options = len(self.full.matrix.own_items()), len(self.full.matrix.own_options())
        of = f" {self.title!r}" if self.title else ""
        return f"<Problem{of}: {plural(items, 'item')}, {plural(options, 'option')}>"

    if not TYPE_CHECKING:  # where any name would do

        def __getattr__(self, name: str) -> Any:
            """Called for what a problem has not."""
            wrong = f"a Problem has no `{name}`"
            if name in OUTSIDE:
                wrong = f"{wrong}: write `excover.{name}(problem)`"
            raise AttributeError(wrong, name=name, obj=self)

    @property
    def puzzle(self) -> Puzzle:
        return self.description.puzzle

    @property
    def full(self) -> Compiled:
        """Compiled without givens."""
        return self.description.full

    @property
    def givens(self) -> Givens:
        return self.description.givens

    @property
    def compiled(self) -> Compiled:
        """Compiled with all givens."""
        return self.description.compiled

    @property
    def limits(self) -> Limits:
        return self.description.limits

    @property
    def title(self) -> str:
        return self.puzzle.title

    @property
    def matrix(self) -> Matrix:
        """The matrix to search; in the names of its options, texts stand for dates (`options`)."""
        return self.compiled.matrix

    @property
    def options(self) -> Sequence[OptionName]:
        """The names of the options by their numbers, with the program's own arguments, such as dates.

        Those of the family `optional` belong to compilation.
        """
        return self.compiled.originals.options(self.matrix.options)

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        return tuple(self.compiled.warnings)

    @property
    def given_drawing(self) -> str:
        """The givens as a drawing; empty if there are none, or nothing is drawn."""
        from excover.render.text import drawing_text

        markings = given_markings(self.full, self.givens)
        return drawing_text(self.full.canvases, markings) if markings else ""

    def svg(self) -> str:
        """The board with the givens as a picture; empty if the description draws nothing."""
        from excover.render.views import page, puzzle_drawn

        picture = puzzle_drawn(self.full.canvases, given_markings(self.full, self.givens))
        return page([picture]).svg(self.title) if picture else ""

    def _repr_html_(self) -> str:
        """For notebooks."""
        from excover.render.svg import puzzle_html

        return puzzle_html(repr(self), self.svg())

    def solve(self, run: Run = UNLIMITED) -> Solution | Any:
        """A solution, always the same one with the same limit of memory; None if there is none, which
        type checkers do not ask for.

        It may differ from the first of `solutions`, because several searches for a single solution take
        turns. Raises Unfinished if the run ended before the answer was known.
        """
        wanted = 1 if run.budget.solutions is None else min(1, run.budget.solutions)
        solutions = self.solutions(run.limited(wanted, run.budget.nodes))
        found = next(solutions, None)
        if found is None and not solutions.outcome.exhausted:
            raise Unfinished(solutions.outcome)
        return found

    def solutions(
        self,
        run: Run = UNLIMITED,
        *,
        up_to_symmetry: bool = False,
        up_to: UpTo | None = None,
        distinct_by: str | None = None,
    ) -> Solutions:
        """All solutions, found lazily, each verified.

        The order is always the same on one thread with the same limit of memory. On several threads, it is
        that in which they find solutions, unless the strategy is ``ordered`` or the number is limited.

        With ``up_to_symmetry``, only one of the solutions that a symmetry maps to each other; with
        ``up_to="rotations"``, only symmetries without reflections count. With ``distinct_by``, a family, only
        the first of those that are a group of `count_by`. Raises SpecError as `group` and `count_by` do.
        """
        from excover.solutions.solutions import Solutions, UnstartedSolutions  # a count makes none

        kind = kind_of_symmetry(up_to, up_to_symmetry)
        run = run.started()
        if kind is None:
            return Solutions(self.compiled, run, None, partial(self._soon_found_group, run), distinct_by)
        try:
            return Solutions(self.compiled, run, self.group(kind, run), family=distinct_by)
        except Unfinished as unfinished:
            return UnstartedSolutions(unfinished.outcome, self.compiled)

    def solutions_async(
        self,
        run: Run = UNLIMITED,
        *,
        up_to_symmetry: bool = False,
        up_to: UpTo | None = None,
        distinct_by: str | None = None,
    ) -> AsyncGenerator[Solution, None]:
        """The same for `async for`: the search runs in another thread, and ends with the loop or its task.

        Close the generator if you leave the loop early: `async with contextlib.aclosing(..)`.
        """
        from excover.search.handle import streamed  # imports asyncio

        kind = kind_of_symmetry(up_to, up_to_symmetry)
        return streamed(lambda own: self.solutions(own, up_to=kind, distinct_by=distinct_by), run)

    @property
    def arguments(self) -> Mapping[str, Sequence[str]]:
        """The names of the arguments of each family of options, as `Solutions.to_frame` uses them."""
        return self.full.arguments

    def improvements(
        self, run: Run = UNLIMITED, *, gap: float = 0.0, start: StartLike | None = None
    ) -> Improvements:
        """Solutions each of which is better than all before, by the costs and the goal of the description.

        When the outcome is exhausted, the last is a best one. With a gap, such as 0.01, the search also ends
        when the last is proved to be so near to the optimum, as a part of its cost; of several goals, each is
        so near to the best among the solutions that are as good as the last by the goals before. Raises
        ValueError for a gap of more than 1, SpecError if there is no goal, and Unsuitable, a ValueError, if
        the strategy names an engine: this search has its own.
        """
        if not self.puzzle.goal:
            raise SpecError(messages.NoGoal())
        from excover.search.lexicographic import best_covers  # few descriptions have a goal
        from excover.solutions.solutions import Improvements, InOwnNumbers

        run, first = run.started(), None
        if start is not None:
            from excover.problem.what_if import known_options, nearest_cover

            first = nearest_cover(self.compiled, known_options(self.compiled, start), run)
        heard = InOwnNumbers(run.progress)
        run = run if run.progress is ignore_progress else run.replaced(progress=heard)
        covers = best_covers(self.matrix, self.puzzle.objectives, run, gap, first)
        found = heard.improvements = Improvements(self.compiled, covers)
        return found

    def improvements_async(
        self, run: Run = UNLIMITED, *, gap: float = 0.0, start: StartLike | None = None
    ) -> AsyncGenerator[Solution, None]:
        """The same for `async for`, as `solutions_async`; ends when the best is proved, or the run ends."""
        from excover.search.handle import streamed  # imports asyncio

        return streamed(lambda own: self.improvements(own, gap=gap, start=start), run)

    def relaxation(self, run: Run = UNLIMITED) -> Relaxation | Any:
        """The linear program: a bound on the first goal and the price of each item, as for column generation.

        None if even fractions of options are no solution. Raises SpecError if there is no goal, and
        Unfinished if the run ended first.
        """
        if not self.puzzle.goal:
            raise SpecError(messages.NoGoal())
        from excover.problem.column_generation import relaxation

        return relaxation(self.compiled, self.puzzle.objectives[0], run)

    def best(
        self, run: Run = UNLIMITED, *, gap: float = 0.0, start: StartLike | None = None
    ) -> Solution | Any:
        """A solution of least (or, to maximize, greatest) cost; None if there is no solution, for which type
        checkers do not ask.

        With a gap, such as 0.01, one that is proved to be so near to the optimum, as for `improvements`.
        Where the run ended first, raises Unproved with the best solution so far, or Unfinished where there is
        none yet. SpecError without a goal. Ctrl-C is a KeyboardInterrupt, which has no solution, and states
        so: who may interrupt the search takes solutions from `improvements`.
        """
        from excover.solutions.solutions import last_of

        return last_of(self.improvements(run, gap=gap, start=start))

    def verify(self, cover: NamedCover) -> None:
        """Returns if the options are a solution; otherwise raises CoverError, which names what is wrong.

        An option is its number in the matrix, its name, or its name as text. Hidden options may be left out;
        Unfinished if it takes too long to find them.
        """
        verify(self.matrix, self._whole(cover))

    def _whole(self, cover: NamedCover) -> list[int]:
        """The numbers of the options, and of the hidden ones that belong to them. Raises CoverError."""
        return completed(self.matrix, numbered(self.matrix, cover))

    def decode(self, cover: NamedCover) -> Solution:
        """The solution with these options, as for `verify`: its names, its cost and its drawing.

        Raises CoverError if it is none.
        """
        from excover.solutions.decode import decode

        numbers = self._whole(cover)
        verify(self.matrix, numbers)
        return decode(self.compiled, numbers)

    @cached_property
    def symmetries(self) -> Group:
        """The symmetry group of boards and `symmetry` statements that preserves all givens."""
        return self.group()

    @cached_property
    def _groups(self) -> dict[UpTo, Group]:
        return {}

    def group(self, up_to: UpTo = "symmetry", run: Run = UNLIMITED) -> Group:
        """The symmetries, or those without a reflection of a board; computed once.

        Raises SpecError if a `symmetry` statement is not a symmetry, or the group is too large for the
        limits; Unfinished if the run ended first; ValueError for another kind of symmetries.
        """
        if up_to not in get_args(UpTo):
            raise ValueError(f"up_to={up_to!r}: use {' or '.join(map(repr, get_args(UpTo)))}")
        return self._group_of(up_to, run.started().check)

    def _group_of(self, up_to: UpTo, look: Look) -> Group:
        if up_to not in self._groups:
            from excover.search.symmetry import symmetry_group  # few ask for symmetries

            group = symmetry_group(self.puzzle, self.full, self.matrix, self.limits, up_to, look)
            self._groups[up_to] = group
        return self._groups[up_to]

    def _soon_found_group(self, run: Run) -> Group | None:
        """The symmetries for a search of all solutions; None if they are not found soon, or are wrong."""
        from excover.search.symmetry import automorphisms, soon_found

        stated = soon_found(partial(self._group_of, "symmetry"), run)
        if stated is not None and stated.order == 1:
            return soon_found(partial(automorphisms, self.matrix), run)
        return stated

    def count(self, run: Run = UNLIMITED, *, up_to_symmetry: bool = False, up_to: UpTo | None = None) -> int:
        """The number of solutions. Raises Unfinished if the run ended first."""
        outcome = self.tally(run, up_to_symmetry=up_to_symmetry, up_to=up_to)
        if not outcome.exhausted:
            raise Unfinished(outcome)
        return outcome.count

    def count_by(self, family: str, run: Run = UNLIMITED) -> dict[tuple[str, ...], int]:
        """The number of solutions for each set of options of a family, or of its items that are covered.

        ``family`` is its name, `keep`, or, where options and items have the same, `piece(..)` or `piece[..]`.
        A key has the names in the order of the description, with colors (`side[3]=1`), and an item that is
        covered several times as often. Raises SpecError for no such family or too many keys; Unfinished.
        """
        from excover.solutions.solutions import counted_by

        return counted_by(self.matrix, self.solutions, family, run)

    def tally(
        self,
        run: Run = UNLIMITED,
        *,
        up_to_symmetry: bool = False,
        up_to: UpTo | None = None,
        disk: Disk | None = None,
    ) -> Outcome:
        """Counts until the run ends, and returns the number so far with its cost. ``disk``: a folder for what
        does not fit into memory; a count that is there goes on.
        """
        kind = kind_of_symmetry(up_to, up_to_symmetry)
        if disk is not None:
            if kind is not None:
                raise ValueError("a count on disk knows no symmetries")
            from excover.search.disk_count import count_on_disk

            return count_on_disk(self.matrix, disk, run)
        run = run.started().forward()
        if kind is None:
            return count(self.matrix, run, partial(self._soon_found_group, run))
        from excover.search.up_to_symmetry import count_or_list_orbits

        try:
            return count_or_list_orbits(self.matrix, self.group(kind, run), run)
        except Unfinished as unfinished:
            return unfinished.outcome

    def tree(self, run: Run = UNLIMITED) -> DrawnTree:
        """The search tree of Algorithm X, depth first, up to 500 nodes or the limits of the run.

        It is shown as a picture in notebooks, and by `print` as text. Raises SpecError if the sum of the
        costs is bounded.
        """
        from excover.render.tree_picture import DrawnTree, Words
        from excover.search.search_tree import grow

        boards = frozenset(board.name for board in self.puzzle.boards)
        return DrawnTree(grow(self.matrix, run), Words(self.matrix, boards), self.title)


def kind_of_symmetry(up_to: UpTo | None, up_to_symmetry: bool) -> UpTo | None:
    """What two ways to ask for symmetries mean together. Raises ValueError if they contradict each other."""
    if up_to_symmetry and up_to == "rotations":
        raise ValueError("up_to='rotations' and up_to_symmetry exclude each other")
    return "symmetry" if up_to_symmetry else up_to
