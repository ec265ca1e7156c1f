"""From a description to its solutions: the pipeline, readable in one place.

>>> queens = parse('''
... param n = 4
... item row[1..n], column[1..n]
... item up[2..2*n], down[1-n..n-1] at most once
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

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from errno import ENOENT
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import assert_never

from excover import gallery
from excover.cover.compiled import Compiled
from excover.cover.expand import expand
from excover.cover.forbidden import option_names
from excover.cover.given import Givens, apply_givens, colors_of, given_inks
from excover.cover.given_drawing import lines_of, read_drawing
from excover.cover.matrix import Matrix
from excover.cover.motions import UpTo
from excover.decode import Solution, decoder
from excover.diagnostics import Diagnostic, SpecError
from excover.expressions.evaluate import Evaluator
from excover.formats.matrix_files import as_text, form_of, read_matrix
from excover.limits import DEFAULT, Ceiling, Limits
from excover.messages.about_files import (
    EvaluationTooDeep,
    NotUtf8,
    OutsideFolder,
    UnknownDescription,
    UnknownGivens,
    UnknownLibrary,
    UnreadableFile,
)
from excover.messages.about_syntax import TextTooLong
from excover.names import OptionName, Value
from excover.puzzle.puzzle import Puzzle
from excover.puzzle.resolve import resolve
from excover.render.text import picture
from excover.solve.burnside import NotByOrbits, count_orbits
from excover.solve.cheapest import Improvements as BetterCovers
from excover.solve.group import Group
from excover.solve.outcome import Outcome, StoppedBy, Unfinished
from excover.solve.run import UNLIMITED, Run
from excover.solve.search import Cover, Search, count
from excover.solve.symmetry import symmetry_group
from excover.source import Source, Span
from excover.syntax import ast
from excover.syntax.read import read
from excover.texts import lines_in
from excover.words import plural

Settings = Mapping[str, Value]
Given = str | Source | Iterable[OptionName] | None
"""A drawing, or options that a solution must contain."""


def load(
    spec: str | PathLike[str],
    settings: Settings | None = None,
    given: Given = None,
    limits: Limits = DEFAULT,
) -> Problem:
    """The problem in a file, or the shipped one of that name.

    ``settings`` gives values to parameters; ``given`` is a drawing, or options, that solutions must agree
    with. Raises SpecError with all that is wrong, and OSError where the file cannot be read.
    """
    return compile_source(find(spec, limits), settings, given, limits)


def parse(
    text: str, settings: Settings | None = None, given: Given = None, limits: Limits = DEFAULT
) -> Problem:
    """The problem that a text describes. Raises SpecError with all that is wrong."""
    return compile_source(_written("<text>", text), settings, given, limits)


def compile_source(
    source: Source, settings: Settings | None = None, given: Given = None, limits: Limits = DEFAULT
) -> Problem:
    """Every stage in order: read, resolve, expand; givens then leave fewer options.

    A text in a format of other solvers is a matrix already; one of BurrTools is put into the language first.
    """
    settings = settings or {}
    told: list[Diagnostic] = []
    if form_of(source) == "burrtools":
        source, told = as_text(source, settings, limits)
        settings = {}
    elif form_of(source):
        puzzle, full = read_matrix(source, settings, limits)
        return Problem(puzzle, full, Givens(), full, limits).given(given)
    try:
        spec = read(source, limits)
        puzzle = resolve(spec, _Files(limits), settings, limits)
        puzzle = replace(puzzle, warnings=(*told, *puzzle.warnings))
        full = expand(puzzle, limits)
        givens = _own_givens(puzzle, full, limits)
    except RecursionError:  # functions that call functions that .., each of them shallow
        raise SpecError(EvaluationTooDeep()) from None
    return Problem(puzzle, full, givens, apply_givens(full, givens), limits).given(given)


@dataclass(frozen=True, eq=False, repr=False)
class Problem:
    """A compiled description. Everything about it can be asked any number of times.

    ``full`` is compiled without givens, ``compiled`` with them.
    """

    puzzle: Puzzle
    full: Compiled
    givens: Givens
    compiled: Compiled
    limits: Limits

    def __repr__(self) -> str:
        items, options = len(self.full.matrix.own_items()), len(self.full.matrix.own_options())
        of = f" {self.title!r}" if self.title else ""
        return f"<Problem{of}: {plural(items, 'item')}, {plural(options, 'option')}>"

    @property
    def title(self) -> str:
        return self.puzzle.title

    @property
    def matrix(self) -> Matrix:
        """What the search is given."""
        return self.compiled.matrix

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        return tuple(self.compiled.warnings)

    @property
    def given_drawing(self) -> str:
        """What is given as a drawing; empty where nothing is given, or nothing drawn."""
        inks = given_inks(self.full, self.givens)
        return picture(self.full.canvases, inks) if inks else ""

    def svg(self) -> str:
        """The board with what is given, as a picture; empty where the description draws nothing."""
        from excover.render.views import page, puzzle_drawn

        picture = puzzle_drawn(self.full.canvases, given_inks(self.full, self.givens))
        return page([picture]).svg(self.title) if picture else ""

    def _repr_html_(self) -> str:
        """For notebooks."""
        from excover.render.notebook import puzzle_html

        return puzzle_html(repr(self), self.svg())

    def solve(self, run: Run = UNLIMITED) -> Solution | None:
        """A solution, always the same one; None if there is none.

        It may be another one than `solutions` begins with: who wants only one is served by restarts.
        Raises Unfinished where the run ended before either was known.
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
    ) -> Solutions:
        """All solutions, found as they are asked for, each verified, in an order that is always the same.

        Up to symmetry: of solutions that a symmetry takes to each other, one. ``up_to="rotations"``: of
        solutions that a symmetry without a reflection takes to each other.
        """
        kind = up_to or ("symmetry" if up_to_symmetry else None)
        if kind is None:
            return Solutions(self.compiled, run)
        run = run.started()
        try:
            group = self.group(kind, run)
        except Unfinished as unfinished:
            return _NoSolutions(unfinished.outcome)
        return Solutions(self.compiled, run, group)

    def improvements(self, run: Run = UNLIMITED) -> Improvements:
        """Solutions each of which is better than all before, by the costs and the goal of the description.

        When the outcome is exhausted, the last is a best one. Raises ValueError where there is no goal.
        """
        if not self.puzzle.goal:
            raise ValueError("this description has no goal: say `minimize` or `maximize`")
        covers = BetterCovers(self.matrix, self.puzzle.goal, run)
        return Improvements(self.compiled, covers)

    def best(self, run: Run = UNLIMITED) -> Solution | None:
        """A solution of least (or, to maximize, greatest) cost; None if there is no solution.

        Raises Unfinished where the run ended before that was known, ValueError without a goal.
        """
        improvements = self.improvements(run)
        found = deque(improvements, maxlen=1)
        if not improvements.outcome.exhausted:
            raise Unfinished(improvements.outcome)
        return found.pop() if found else None

    @cached_property
    def symmetries(self) -> Group:
        """The symmetry group of boards and `symmetry` statements that preserves all givens."""
        return self.group()

    @cached_property
    def _groups(self) -> dict[UpTo, Group]:
        return {}

    def group(self, up_to: UpTo = "symmetry", run: Run = UNLIMITED) -> Group:
        """The symmetries, or those that are no reflections of a board; made once.

        SpecError where a `symmetry` statement is none, or the group is too large for the limits. Unfinished
        where the run ended first.
        """
        if up_to not in self._groups:
            look = run.started().check
            group = symmetry_group(self.puzzle, self.full, self.matrix, self.limits, up_to, look)
            self._groups[up_to] = group
        return self._groups[up_to]

    def count(self, run: Run = UNLIMITED, *, up_to_symmetry: bool = False, up_to: UpTo | None = None) -> int:
        """The number of solutions. Raises Unfinished where the run ended first."""
        outcome = self.tally(run, up_to_symmetry=up_to_symmetry, up_to=up_to)
        if not outcome.exhausted:
            raise Unfinished(outcome)
        return outcome.count

    def tally(
        self,
        run: Run = UNLIMITED,
        *,
        up_to_symmetry: bool = False,
        up_to: UpTo | None = None,
    ) -> Outcome:
        """Counts until the run ends, and says how far that was and what it cost."""
        kind = up_to or ("symmetry" if up_to_symmetry else None)
        if kind is None:
            return count(self.matrix, run)
        run = run.started()
        try:
            return count_orbits(self.matrix, self.group(kind, run), run)
        except Unfinished as unfinished:
            return unfinished.outcome
        except NotByOrbits as why:
            solutions = self.solutions(run.after(why.nodes), up_to=kind)
            for _ in solutions.covers():
                pass
            work = solutions.outcome.statistics
            work = replace(work, reason=f"listed up to symmetry, since {why}; {work.reason}")
            return replace(solutions.outcome, statistics=work)

    def given(self, given: Given) -> Problem:
        """The same problem with further givens; raises SpecError where they cannot be met."""
        if given is None:
            return self
        givens = self.givens + stated(given, self.full)
        return replace(self, givens=givens, compiled=apply_givens(self.full, givens))


class Solutions(Iterator[Solution]):
    """A stream of solutions; ``outcome`` tells at any time how far it has come.

    With a group, of solutions that it takes to each other only one is given, and counted.
    """

    def __init__(self, compiled: Compiled, run: Run, group: Group | None = None) -> None:
        self._decode = decoder(compiled)
        self._group = group
        self._run = run = run.started()
        wanted, strategy = run.budget.solutions, run.strategy
        self._limit = wanted if group else None
        raw = run.limited(nodes=run.budget.nodes) if group else run
        always_the_same = replace(strategy, ordered=strategy.ordered or wanted is not None)
        self._search = Search(compiled.matrix, raw.by(always_the_same))
        self._given = 0
        self._exhausted = False
        self._ended: StoppedBy | None = None

    @property
    def outcome(self) -> Outcome:
        found = self._search.outcome
        if self._group is None:
            return found
        stopped_by = found.stopped_by
        if self._given == self._limit:
            stopped_by = StoppedBy.LIMIT
        elif self._ended:
            stopped_by = self._ended
        return replace(found, count=self._given, exhausted=self._exhausted, stopped_by=stopped_by)

    @property
    def progress(self) -> float | None:
        """The part of the search tree that is behind, from 0 to 1; None where that is not known."""
        return self._search.progress

    def covers(self) -> Iterator[Cover]:
        """The same, not decoded: option numbers of the matrix."""
        if self._group is None:
            yield from self._search
            return
        while not self._ended and (self._limit is None or self._given < self._limit):
            cover = next(self._search, None)
            if cover is None:
                self._exhausted = self._search.outcome.exhausted
                return
            if self._is_first(self._group, cover):
                self._given += 1
                yield cover

    def _is_first(self, group: Group, cover: Cover) -> bool:
        """Of its orbit. In a large group that may take long: when time is up first, the stream ends."""
        try:
            return group.is_canonical(cover, self._run.check)
        except Unfinished as unfinished:
            self._ended = unfinished.outcome.stopped_by
            return False

    def __next__(self) -> Solution:
        return self._decode(next(self._search if self._group is None else self.covers()))

    def drain(self) -> list[Solution]:
        """What is found already and was not handed out, without searching on: for use after Ctrl-C."""
        group = self._group
        covers = [cover for cover in self._search.drain() if group is None or self._is_first(group, cover)]
        if self._limit is not None:
            covers = covers[: self._limit - self._given]
        self._given += len(covers)
        return list(map(self._decode, covers))


class _NoSolutions(Solutions):
    """Of a stream that ended before the search began."""

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome

    @property
    def outcome(self) -> Outcome:
        return self._outcome

    @property
    def progress(self) -> float | None:
        return None

    def covers(self) -> Iterator[Cover]:
        yield from ()

    def __next__(self) -> Solution:
        raise StopIteration

    def drain(self) -> list[Solution]:
        return []


class Improvements(Iterator[Solution]):
    """A stream of better and better solutions; ``outcome`` tells at any time how far it has come."""

    def __init__(self, compiled: Compiled, covers: BetterCovers) -> None:
        self._decode = decoder(compiled)
        self._covers = covers

    @property
    def outcome(self) -> Outcome:
        return self._covers.outcome

    def __next__(self) -> Solution:
        return self._decode(next(self._covers))

    def drain(self) -> list[Solution]:
        """What is found already and was not handed out, without searching on: for use after Ctrl-C."""
        return list(map(self._decode, self._covers.drain()))


def find(spec: str | PathLike[str], limits: Limits = DEFAULT) -> Source:
    """The text of a file, or of the shipped description of that name.

    Raises SpecError where there is neither, or the file is no text or too long; OSError where it cannot be
    read.
    """
    path = Path(spec)
    shipped = gallery.puzzle(str(spec))
    if shipped and not path.is_file():
        return shipped
    return _read(path, lambda: UnknownDescription(str(spec), gallery.names()), limits.longest)


def find_given(given: str | PathLike[str], limits: Limits = DEFAULT) -> Source:
    """The text of a file with a drawing of givens, or of the shipped one of that name; raises as `find`."""
    path = Path(given)
    shipped = gallery.clues(str(given))
    if shipped and not path.is_file():
        return shipped
    missing = lambda: UnknownGivens(str(given), gallery.clue_files())  # noqa: E731
    return _read(path, missing, limits.ceiling("source"))


def _read(path: Path, missing: Callable[[], Diagnostic], ceiling: Ceiling) -> Source:
    try:
        return gallery.read(path, ceiling)
    except FileNotFoundError:
        raise SpecError(missing()) from None
    except UnicodeDecodeError:
        raise SpecError(NotUtf8(str(path))) from None


class _Files:
    """Finds what a description names: shipped descriptions, and files inside the folder of its own."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits

    def spec(self, library: ast.Name | ast.Text) -> ast.Spec:
        if isinstance(library, ast.Text):
            with self._located(library):
                beside = gallery.read(self._beside(library), self.limits.ceiling("source"))
            return read(beside, self.limits)
        source = gallery.library(library.id)
        if source is None:
            raise SpecError(UnknownLibrary(library.span, library.id, gallery.libraries()))
        return read(source, self.limits)

    def table(self, path: ast.Text) -> Iterator[Source]:
        with self._located(path):
            target, ceiling = self._beside(path), self.limits.ceiling("table")
            with target.open("rb") as stream:
                for number, line in enumerate(lines_in(stream, path.value, ceiling), 1):
                    yield Source(path.value, line, str(target), first_line=number)

    @contextmanager
    def _located(self, path: ast.Text) -> Iterator[None]:
        """Within, that a file cannot be read is said of the place that names it, as a SpecError."""
        if not path.span.source.path:
            raise SpecError(UnreadableFile(path.span, path.value, "this description is not in a file"))
        try:
            yield
        except SpecError as wrong:
            raise SpecError(
                [f.at(path.span) if isinstance(f, TextTooLong) else f for f in wrong.diagnostics]
            ) from None
        except (OSError, ValueError, RuntimeError) as failed:  # RuntimeError: links in a circle
            raise SpecError(UnreadableFile(path.span, path.value, _reason(failed))) from None

    def _beside(self, path: ast.Text) -> Path:
        """A file inside the folder, links followed. A text without a file has no folder.

        Raises SpecError where it is outside, OSError and others where there is no such file.
        """
        folder = Path(path.span.source.path).parent.resolve()
        target = (folder / path.value).resolve()
        if Path(path.value).is_absolute() or not target.is_relative_to(folder):
            raise SpecError(OutsideFolder(path.span, path.value))
        if not target.is_file():
            raise FileNotFoundError(ENOENT, "there is no such file")
        return target


def _reason(failed: OSError | ValueError | RuntimeError) -> str:
    match failed:
        case OSError():
            return str(failed.strerror)
        case UnicodeDecodeError():
            return "it is not a text in UTF-8"
        case ValueError():
            return "no file has such a name"
        case RuntimeError():
            return "its links go in a circle"
        case _:
            assert_never(failed)


def _own_givens(puzzle: Puzzle, full: Compiled, limits: Limits) -> Givens:
    """What the description itself gives."""
    evaluator = Evaluator(puzzle.scope, limits)
    givens = Givens()
    wrong: list[Diagnostic] = []
    for statement in puzzle.givens:
        try:
            givens += _given_by(statement, full, evaluator)
        except SpecError as fault:
            wrong += fault.diagnostics
    if wrong:
        raise SpecError(wrong)
    return givens


def _given_by(
    statement: ast.GivenOptions | ast.GivenDrawing | ast.GivenColor, full: Compiled, evaluator: Evaluator
) -> Givens:
    match statement:
        case ast.GivenDrawing(_, drawing):
            return Givens(read_drawing(drawing.lines, full.canvases, full.inks))
        case ast.GivenOptions(_, refs):
            return Givens(options=[(option_names(ref, None, evaluator)[0], ref.span) for ref in refs])
        case ast.GivenColor():
            return Givens(colors=colors_of(statement, evaluator))
        case _:
            assert_never(statement)


def _written(name: str, text: str) -> Source:
    """A text from within a program, its line ends made alike, as those of files are."""
    return Source(name, text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))


def stated(given: Given, full: Compiled) -> Givens:
    """What a drawing or options say, not yet applied. Raises SpecError with what cannot stand there."""
    if given is None:
        return Givens()
    if isinstance(given, str):
        given = _written("<given>", given)
    if isinstance(given, Source):
        return Givens(read_drawing(lines_of(given), full.canvases, full.inks))
    spelled = [(name, Source("<given>", str(name))) for name in given]
    return Givens(options=[(name, Span(source, 0, len(source.text))) for name, source in spelled])
