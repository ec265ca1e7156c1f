"""Many lines of clues against one compiled description.

>>> from excover.problem.problem import load
>>> latin = load("latin", {"n": 2})
>>> for result in solve_many(latin, ["1...", "", "# a comment", "12..", "11..", "13.."], unique=True):
...     print(result.number, result.line, result)
1 1 1221
2 4 1221
3 5 - none
4 6 - wrong

A line has a mark for each cell of the one board, row by row, as `--given` reads it; or a word for each cell,
if marks are words. A line that begins with ``- `` reports a line that was not solved.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import chain, islice
from typing import Any, NamedTuple, TypeAlias

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.errors import not_as_wanted
from excover.base.source import Source
from excover.language import messages
from excover.lattices import Cell
from excover.matrix.compiled import Canvas, Marking, joined, may_share_places
from excover.matrix.givens.given import Givens, apply_givens
from excover.matrix.givens.given_drawing import GivenMark, cells_of, drawing_lines, read_line, silent_marks
from excover.problem.problem import Problem
from excover.render.text import EMPTY, HOLE
from excover.search.outcome import Status
from excover.search.run import UNLIMITED, Run, takes_run
from excover.search.search import Answers, Finding, LineSearch, Marks, Search
from excover.search.tuning import tuning
from excover.solutions.decode import Solution, decode


class Rejection(Enum):
    """Why a line of clues has no answer although it was processed completely."""

    AMBIGUOUS = "ambiguous"
    """It has at least two solutions, but must have exactly one."""
    UNREADABLE = "wrong"
    """It is too short or too long, or has a mark that nothing can draw there."""


LineStatus: TypeAlias = Status | Rejection
"""The result of a line: whether it has a solution, or why it was rejected."""


class ClueLine(NamedTuple):
    """A line of clues, and its number in its text."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class LineResult:
    """``number`` counts the lines of clues, ``line`` all lines, both from 1.

    ``drawing`` is the solved line, or one of the solutions of an ambiguous one, which may depend on the lines
    and threads beside it; ``faults`` are its errors.
    """

    number: int
    line: int
    status: LineStatus
    drawing: str = ""
    faults: tuple[Diagnostic, ...] = ()
    _solution: partial[Solution] | None = None

    def __str__(self) -> str:
        return self.drawing if self.status is Status.SOLVED else f"- {self.status.value}"

    @property
    def solution(self) -> Solution | None:
        """The solution that is drawn."""
        return self._solution() if self._solution else None


@takes_run
def solve_many(
    problem: Problem,
    lines: Iterable[str],
    *,
    unique: bool = False,
    run: Run = UNLIMITED,
) -> Iterator[LineResult]:
    """Yields a result for each line of clues, in order, while the lines are read; skips blank lines and
    comments.

    With ``unique``, each line must have exactly one solution. If the ``run`` ends before the lines do, the
    last result is that of the last answered line; only the threads of its strategy matter. Raises ValueError
    if the description draws on several boards, or on none.
    """
    if isinstance(lines, str) or not isinstance(lines, Iterable):
        instead = "write `text.splitlines()`" if isinstance(lines, str) else "a list, or an open file"
        raise not_as_wanted("`lines` are several texts", lines, instead)
    lines = map(_text, lines)
    solver, run = LineSolver(problem, unique, run.strategy.threads), run.started()
    clues = (ClueLine(number, line) for number, line in enumerate(lines, 1) if solver.is_clue(line))
    while batch := list(islice(clues, tuning.lines_batch)):
        yield from solver.solve(batch, run)
        if solver.is_stopped:
            return


def _text(line: object) -> str:
    if not isinstance(line, str):
        raise not_as_wanted("a line of clues is a text", line, "write `str(line)`, for example")
    return line


class LineSolver:
    """Answers lines batch by batch; ValueError unless the description draws on exactly one board.

    A batch goes to the native core as a whole. Lines that the core cannot read are compiled one by one, and
    so are all lines of a description whose clues do more than exclude options.
    """

    def __init__(
        self, problem: Problem, unique: bool = False, threads: int = 1, name: str = "<lines>"
    ) -> None:
        canvases = problem.full.canvases
        if len(canvases) != 1:
            number = len(canvases) or "none"
            raise ValueError(f"lines of clues are for one board, and this description draws on {number}")
        self._problem = problem
        self._unique = unique
        self._name = name
        self._cells = cells_of(canvases[0])
        self._count = 0
        self._alphabet = _Alphabet(canvases[0], self._cells, problem.full.markings)
        self._search: LineSearch | None = None
        with suppress(ValueError):
            self._refuse_shared_places()
            marks = self._alphabet.marks(problem.compiled.markings)
            self._search = LineSearch(problem.matrix, marks, unique, threads)
        self.is_stopped = False
        """Some lines of the last batch were not answered."""

    def _refuse_shared_places(self) -> None:
        """The core writes one mark into each place."""
        if may_share_places(self._problem.compiled):
            raise ValueError("several marks may stand on one place")

    def is_clue(self, line: str) -> bool:
        """False for blank lines and comments; if a board begins with a hole, `# ` begins a comment."""
        begins_with_hole = self._cells[0] in self._problem.full.canvases[0].holes
        return bool(line.strip()) and not line.startswith("# " if begins_with_hole else "#")

    def clues(self, lines: Iterable[str], first: int = 1) -> list[ClueLine]:
        """Those that are clues; ``first`` is the number of the first line."""
        return [ClueLine(number, line) for number, line in enumerate(lines, first) if self.is_clue(line)]

    def given(self, line: ClueLine) -> Problem:
        """The problem with a line of clues as givens. Raises SpecError."""
        source = Source(self._name, line.text, first_line=line.number)
        self._marks(source)  # refuses a line of fewer cells, which as a drawing would be the first rows
        return self._problem.given(source)

    def _marks(self, source: Source) -> list[GivenMark]:
        full = self._problem.full
        return read_line(drawing_lines(source)[0], full.canvases[0], full.markings)

    def solve_texts(self, lines: Sequence[str], first: int, run: Run = UNLIMITED) -> str | list[LineResult]:
        """If all lines are of clues, and solved, only what they look like then, one below the other.

        Otherwise results, as of `solve`; ``first`` is the number of the first line.
        """
        symbols = self._alphabet.plain(lines)
        if self._search is None or symbols is None:
            return self.solve(self.clues(lines, first), run)
        run = run.started()
        answers = self._search.drawings(symbols, run)
        if answers.findings.count(Finding.SOLVED) < len(lines):
            return self.solve(self.clues(lines, first), run, self._search.with_covers(answers))
        self._count += len(lines)
        return "\n".join(self._alphabet.show(answers.drawn))

    def solve(
        self, lines: Sequence[ClueLine], run: Run = UNLIMITED, answers: Answers | None = None
    ) -> list[LineResult]:
        """A result for each line in order, without those at the end that were not answered in time.

        ``answers`` are those to all lines, if they were asked for already.
        """
        run = run.started()
        results = self._solve_together(lines, run, answers)
        for k, line in enumerate(lines):
            if results[k] is None:
                results[k] = self._solve_alone(self._count + k + 1, line, run)
        self._count += len(lines)
        answered = [result for result in results if result is not None]
        self.is_stopped = any(result.status is Status.UNKNOWN for result in answered)
        while answered and answered[-1].status is Status.UNKNOWN:
            answered.pop()
        return answered

    def _solve_together(
        self, lines: Sequence[ClueLine], run: Run, answers: Answers | None
    ) -> list[LineResult | None]:
        """None for lines that cannot be answered in this way."""
        results: list[LineResult | None] = [None] * len(lines)
        if self._search is None:
            return results
        quick = [k for k, line in enumerate(lines) if self._alphabet.fits(line.text)]
        if answers is None:
            answers = self._search.answers(self._alphabet.read(lines[k].text for k in quick), run)
        drawings = self._alphabet.show(answers.drawn)
        for n, (k, finding) in enumerate(zip(quick, answers.findings, strict=True)):
            number, line = self._count + k + 1, lines[k].number
            if finding is Finding.SOLVED or finding is Finding.AMBIGUOUS:
                solution = partial(_decoded, self._problem, answers, n)
                results[k] = LineResult(number, line, STATUS[finding], drawings[n], (), solution)
            elif finding is not Finding.UNREADABLE:
                results[k] = LineResult(number, line, STATUS[finding])
        return results

    def _solve_alone(self, number: int, line: ClueLine, run: Run) -> LineResult:
        unknown = LineResult(number, line.number, Status.UNKNOWN)
        if run.stopped_by:
            return unknown
        problem = self._problem
        try:
            marks = self._marks(Source(self._name, line.text, first_line=line.number))
            compiled = apply_givens(problem.full, problem.givens + Givens(marks))
        except SpecError as fault:
            contradicts = all(isinstance(each, messages.CONTRADICTIONS) for each in fault.diagnostics)
            status = Status.NONE if contradicts else Rejection.UNREADABLE
            return LineResult(number, line.number, status, faults=fault.diagnostics)
        search = Search(compiled.matrix, run.aside(solutions=1 + self._unique))
        covers = list(search)
        if not (search.outcome.exhausted or len(covers) == 1 + self._unique):
            return unknown
        if not covers:
            return LineResult(number, line.number, Status.NONE)
        solution = decode(compiled, covers[0])
        status = Rejection.AMBIGUOUS if len(covers) > 1 else Status.SOLVED
        drawing = self._alphabet.line(solution.markings)
        return LineResult(number, line.number, status, drawing, (), partial(decode, compiled, covers[0]))


STATUS: dict[Finding, LineStatus] = {
    Finding.UNKNOWN: Status.UNKNOWN,
    Finding.SOLVED: Status.SOLVED,
    Finding.NONE: Status.NONE,
    Finding.AMBIGUOUS: Rejection.AMBIGUOUS,
}


def _decoded(problem: Problem, answers: Answers, line: int) -> Solution:
    return decode(problem.compiled, answers.cover(line))


class _Alphabet:
    """The marks of a board as symbols, and lines of them; ValueError from `marks` if there are too many."""

    def __init__(
        self, canvas: Canvas, cells: Sequence[Cell], markings: Sequence[tuple[Marking, ...]]
    ) -> None:
        self._places = {cell: place for place, cell in enumerate(cells)}
        self._canvas = canvas
        self._in_words = canvas.in_words
        texts = sorted({marking.mark for each in markings for marking in each})
        self._texts = [EMPTY, *texts, HOLE]
        numbers = {text: number for number, text in enumerate(texts, 1)}
        numbers |= dict.fromkeys(silent_marks(0, markings), 0)
        self._numbers = _OrUnreadable(numbers)
        self._to_symbols = _OrUnreadable({ord(text): n for text, n in numbers.items() if len(text) == 1})
        self._to_texts = dict(enumerate(self._texts))
        hole = len(texts) + 1
        self._blank = bytes(hole if cell in canvas.holes else 0 for cell in cells)

    def marks(self, markings: Sequence[tuple[Marking, ...]]) -> Marks:
        """How options with these markings are drawn."""
        if len(self._texts) > UNREADABLE or self._canvas.copies:
            raise ValueError("too many marks")
        starts, at, symbols = array("I", [0]), array("I"), array("B")
        for each in markings:
            drawn = {
                self._places[cell]: self._numbers[marking.mark] for marking in each for cell in marking.cells
            }
            at.extend(drawn)
            symbols.extend(drawn.values())
            starts.append(len(at))
        return Marks(starts, at, symbols, array("B", self._blank))

    def fits(self, text: str) -> bool:
        return len(text.split() if self._in_words else text) == len(self._blank)

    def read(self, lines: Iterable[str]) -> bytes:
        """Those lines that can be encoded as symbols, concatenated."""
        if self._in_words:
            return bytes(map(self._numbers.__getitem__, chain.from_iterable(map(str.split, lines))))
        return "".join(lines).translate(self._to_symbols).encode("latin-1")

    def plain(self, lines: Sequence[str]) -> bytes | None:
        """As `read`, if nothing is unusual: no blank, comment or unknown mark, and nothing to escape."""
        if self._in_words or set(map(len, lines)) != {len(self._blank)}:
            return None
        if not "".join(self._texts).isprintable():
            return None
        text = "".join(lines)
        if "#" in text or text.split(None, 1) != [text]:
            return None
        symbols = self.read(lines)
        return None if UNREADABLE in symbols else symbols

    def show(self, drawn: bytes) -> list[str]:
        """The inverse: the given number of lines."""
        width = len(self._blank)
        starts = range(0, len(drawn), width)
        if self._in_words:
            return [" ".join(map(self._texts.__getitem__, drawn[k : k + width])) for k in starts]
        text = drawn.decode("latin-1").translate(self._to_texts)
        return [text[k : k + width] for k in starts]

    def line(self, markings: Iterable[tuple[Marking, ...]]) -> str:
        """What a solution draws on the board."""
        shown = [self._texts[symbol] for symbol in self._blank]
        drawn = list(chain.from_iterable(markings))
        (shared,) = joined([self._canvas], [marking.written for marking in drawn])
        marks = {cell: marking.text for marking in drawn for cell in marking.cells} | shared
        for cell, mark in marks.items():
            shown[self._places[cell]] = mark
        return (" " if self._in_words or shared else "").join(shown)


UNREADABLE = 127
"""A symbol that nothing draws; it is small because texts of ASCII are translated faster."""


class _OrUnreadable(dict[Any, int]):
    def __missing__(self, _: object) -> int:
        return UNREADABLE
