"""`excover generate`: new puzzles with exactly one solution, as drawings, lines, JSON, or on a sheet.

Sheets of new puzzles to print, each with its number and level, and of their solutions.

>>> from excover.problem.problem import load
>>> puzzles = list(generate(load("queens", {"n": 6}), seed=1, number=4))
>>> page = puzzle_sheet("Queens", puzzles)
>>> page.svg("Queens").count("<text"), page.height > page.width
(5, True)
>>> answers("Queens: solutions", puzzles).svg().count("<text")
5
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import count
from math import ceil, sqrt
from typing import NamedTuple

import click

from excover.apps.cli.analysis import Deadline, note_end, takes_deadline
from excover.apps.cli.files import Sheet, SpecOptions, note_written, sheet_named, takes_sheet
from excover.apps.cli.journals import begin_puzzles
from excover.apps.cli.parameters import option, takes_json, takes_spec
from excover.apps.cli.process import ExitStatus, note, print_text, printable
from excover.apps.cli.session import Session, current_session
from excover.authors.candidates import Symmetry
from excover.authors.generate import (
    ALIKE,
    GaveUp,
    NewPuzzle,
    Wanted,
    generate,
    is_in_rows,
    refuse_impossible,
    refuse_unknown,
)
from excover.authors.label_drawings import has_labels
from excover.authors.label_puzzles import generate_labels
from excover.authors.rate import Level
from excover.authors.steps import steps
from excover.base.json import line
from excover.base.new_file import NewFile
from excover.base.words import blank_between, plural
from excover.problem.problem import Problem
from excover.render.booklet import PAPERS, Booklet, rules_of
from excover.render.svg import CELL, Picture, captioned, grid
from excover.render.views import cutouts, pieces_of, solution_pictures
from excover.search.engine_table import REASONING
from excover.search.outcome import Unfinished
from excover.search.run import Run

SYMMETRIES = [symmetry.value for symmetry in Symmetry]
LEVELS = [level.value for level in Level]


def _range(_ctx: click.Context, _option: click.Parameter, value: str | None) -> tuple[int, int | None]:
    """``4``, ``2..4``, ``2..`` or ``..4``."""
    found = re.fullmatch(r"([0-9]*)(\.\.)?([0-9]*)", ".." if value is None else value)
    if not found or not (found[2] or found[1]):
        raise click.BadParameter(f"`{value}` is not a number of clues: write 4, 2..4, 2.. or ..4")
    low, dots, high = found.groups()
    fewest, most = int(low or 0), int(high) if high else None
    if not dots:
        return fewest, fewest
    if most is not None and fewest > most:
        raise click.BadParameter(f"`{value}` is an empty range")
    return fewest, most


def _names(_ctx: click.Context, _option: click.Parameter, values: Sequence[str]) -> tuple[str, ...]:
    for value in values:
        if not all(map(str.strip, value.split(","))):
            raise click.BadParameter(
                f"`{value}` has an empty name: write names of options, as `number,letter`"
            )
    return tuple(each.strip() for value in values for each in value.split(","))


@click.command("generate")
@takes_spec
@takes_deadline
@option("--seed S", "Random seed; the same seed makes the same puzzles.", click.IntRange(min=0))
@option("-n N", "Number of puzzles (default: 1).", click.IntRange(min=1), name="number", default=1)
@option("--clues MIN..MAX", "Number of clues: 24, 24..30, ..30 or 24..", _range)
@option(
    "--clues-from NAMES",
    "Options that may be clues, as `number`, separated by commas, all others being the answer; or the "
    "labels that change, all others staying as they are. May be repeated.",
    _names,
    multiple=True,
)
@option("--symmetric", "Same as `--symmetry half-turn`.")
@option("--symmetry", "Make the pattern of cells with clues symmetric.", click.Choice(SYMMETRIES))
@option("--minimal", "Make only puzzles in which every clue is needed.")
@option("--difficulty", "Make only puzzles that `excover rate` rates so.", click.Choice(LEVELS))
@option("--graded", "Make puzzles from easy to evil, as far as there are such, the easiest first.")
@option("--lines", "Print a line per puzzle, as --given-lines reads them.")
@takes_sheet(
    "Draw the puzzles on a sheet.", page="Write a booklet to print, with rules and solutions, as a web page."
)
@option("--paper", "Paper of the booklet (default: A4).", click.Choice(list(PAPERS)))
@option("--per-page N", "Puzzles on a page of the booklet.", click.IntRange(1, 100))
@option(
    "--hints N",
    "Also write the first N finds of each puzzle into the booklet, of the steps of `rate --steps`.",
    click.IntRange(1, 100),
)
@option("--author NAME", "Name on the booklet.")
@option("--solutions FILE", "Also draw the solutions, as .svg, .png or .pdf.")
@option("--columns N", "Number of puzzles in a row of the sheet.", click.IntRange(1, 1000))
@option("--run FILE", "Keep a journal, a new file; see `excover resume`. Needs -o.", name="journal")
@option("-o DIR", "With --run: the folder of the puzzles, as JSON lines.", name="folder")
@takes_json("Write a JSON object per line: drawing, clues, solution, and rating if a level was requested.")
def generate_command(
    described: SpecOptions,
    deadline: Deadline,
    seed: int | None,
    number: int,
    clues: tuple[int, int | None],
    clues_from: tuple[str, ...],
    symmetric: bool,
    symmetry: str | None,
    minimal: bool,
    difficulty: str | None,
    graded: bool,
    lines: bool,
    sheet: Sheet,
    paper: str | None,
    per_page: int | None,
    hints: int | None,
    author: str | None,
    solutions: str | None,
    columns: int | None,
    journal: str | None,
    folder: str | None,
) -> int:
    """Make new puzzles with exactly one solution.

    A clue is what one option draws: a digit of a Sudoku, a queen, a whole piece. The clues of a random
    solution are removed one by one as long as the solution stays unique. Each puzzle is read back and solved
    before it is shown. Givens of the description and of --given are kept. If a board has labels with names,
    they are the clues, `--board` reads what is printed, and sample marks in their drawings are the choice.
    """
    session, problem = current_session(), described.problem()
    session.show_warnings(problem.warnings)
    pattern = _pattern(symmetric, symmetry)
    _check_clues(problem, lines, clues != (0, None), pattern, minimal, journal, folder)
    _check_sheet(graded and difficulty is not None, columns is not None and not sheet)
    book = _book(sheet, paper, per_page, hints, author)
    if hints:
        REASONING.check(problem.matrix)
    if (journal or folder) and (not (journal and folder) or graded or lines or sheet or solutions):
        raise click.UsageError("--run FILE and -o DIR belong together, and write no sheets and lines")
    level = Level(difficulty) if difficulty else None
    levels = [Level(LEVELS[4 * k // number]) if graded else level for k in range(number)]
    chosen = secrets.randbelow(10**6) if seed is None else seed
    if journal and folder:
        refuse_unknown(problem, clues_from)
        refuse_impossible(problem, *clues, deadline.run)
        wish = Wanted(*clues, pattern, minimal, level, clues_from=clues_from)
        return begin_puzzles(described, (chosen, number, wish), journal, folder, deadline)
    wanted = [Wanted(*clues, pattern, minimal, each, graded, bool(sheet), clues_from) for each in levels]
    return _show(
        session, problem, wanted, chosen, seed is None, lines, sheet, book, solutions, columns, deadline
    )


def _check_sheet(has_two_levels: bool, lacks_picture: bool) -> None:
    if has_two_levels:
        raise click.UsageError("--graded and --difficulty exclude each other")
    if lacks_picture:
        raise click.UsageError("--columns needs a picture, such as `--svg FILE`")


def _book(
    sheet: Sheet, paper: str | None, per_page: int | None, hints: int | None, author: str | None
) -> Book:
    book = Book(sheet.files.get("html"), paper or "A4", per_page, hints or 0, author or "")
    if (paper or per_page or hints or author) and not book.file:
        raise click.UsageError("--paper, --per-page, --hints and --author need `--html FILE`")
    return book


def _pattern(symmetric: bool, symmetry: str | None) -> Symmetry | None:
    if symmetric and symmetry:
        raise click.UsageError("--symmetric and --symmetry exclude each other")
    return Symmetry(symmetry) if symmetry else Symmetry.HALF_TURN if symmetric else None


def _check_clues(problem: Problem, lines: bool, *asked: object) -> None:
    if lines and not is_in_rows(problem.full.canvases):
        raise click.UsageError("--lines is for a single flat board with marks of one letter")
    if any([lines, *asked]) and has_labels(problem):
        only = "only --clues-from, --difficulty and --graded, and --html and the like, are for these"
        raise click.UsageError(f"the clues are labels: {only}")


def _show(
    session: Session,
    problem: Problem,
    wanted: list[Wanted],
    seed: int,
    is_drawn: bool,
    lines: bool,
    sheet: Sheet,
    book: Book,
    solutions: str | None,
    columns: int | None,
    deadline: Deadline,
) -> int:
    """Makes the puzzles; returns the exit status. ``is_drawn``: the seed is not a given one."""
    with ExitStack() as stack:
        answer_sheet = sheet_named("--solutions", solutions, stack, sheet)
        made, status = _make(session, problem, seed, wanted, lines, deadline)
        if made:
            _write(problem.title or "Puzzles", made, sheet, answer_sheet, columns)
            book.write(problem, made, deadline)
    if made and not session.json:
        again = f"; --seed {seed} makes them again" if is_drawn else ""
        each = "with" if len(made) == 1 else "each with"
        note(f"{plural(len(made), 'puzzle')}, {each} exactly one solution{again}")
    return status


PIECES_ACROSS = 40
"""The widths of cells that a row of the pieces of a booklet has."""


class Book(NamedTuple):
    """A booklet to write, if it has a file."""

    file: NewFile | None
    paper: str
    per_page: int | None
    hints: int
    """The number of steps for each puzzle."""
    author: str

    def write(self, problem: Problem, made: Sequence[NewPuzzle], deadline: Deadline) -> None:
        if self.file:
            hints = list(hints_of(made, self.hints, deadline.run)) if self.hints else []
            text = booklet(problem, made, self.author, hints).page(self.paper, self.per_page)
            self.file.write(text.encode())
            note_written(self.file, plural(len(made), "puzzle"), puzzles=len(made))


def hints_of(made: Sequence[NewPuzzle], number: int, run: Run) -> Iterator[tuple[str, list[str]]]:
    """Of each puzzle its number, and the first steps that find something to write or place, with what they
    follow from.
    """
    for at, puzzle in enumerate(made, 1):
        try:
            found = [each.hint for each in steps(puzzle.problem, run) if each.marks]
        except Unfinished:
            found = ["no steps were found in time"]
        yield str(at), found[:number]


def booklet(
    problem: Problem, made: Sequence[NewPuzzle], author: str, hints: Sequence[tuple[str, Sequence[str]]] = ()
) -> Booklet:
    """The rules are the comment at the beginning of the description, and its pieces."""
    levels = [level.value for level in Level if any(each.level is level for each in made)]
    today = datetime.now(UTC).strftime("%-d %B %Y")
    facts = [
        author,
        today,
        plural(len(made), "puzzle"),
        " to ".join(dict.fromkeys([*levels[:1], *levels[-1:]])),
    ]
    sources = [source.span.source.text for source in problem.puzzle.sources]
    pieces = pieces_of(problem.puzzle, problem.full.canvases)
    return Booklet(
        problem.title or "Puzzles",
        " · ".join(filter(None, facts)),
        rules_of(sources[0]) if sources else [],
        list(zip(solution_pictures(made), map(_caption, count(1), made), strict=False)),
        list(zip(solution_pictures([each.solution for each in made]), map(str, count(1)), strict=False)),
        hints,
        cutouts(pieces, PIECES_ACROSS) if pieces else None,
        "layer, " * any(len(canvas.sizes) > 2 for canvas in problem.full.canvases) + "row, column",
    )


def _caption(number: int, puzzle: NewPuzzle) -> str:
    return f"{number} · {puzzle.level.value}" if puzzle.level else str(number)


def _write(title: str, made: list[NewPuzzle], sheet: Sheet, answer_sheet: Sheet, columns: int | None) -> None:
    number = len(made)
    if sheet := sheet.without("html"):
        sheet.write(puzzle_sheet(title, made, columns), title, plural(number, "puzzle"), puzzles=number)
    if answer_sheet:
        title = f"{title}: solutions"
        answer_sheet.write(answers(title, made), title, plural(number, "solution"), solutions=number)


def _make(
    session: Session, problem: Problem, seed: int, wanted: list[Wanted], lines: bool, deadline: Deadline
) -> tuple[list[NewPuzzle], int]:
    """Shows puzzles, and returns them, with the exit status."""
    made: list[NewPuzzle] = []
    try:
        with deadline.working():
            make = generate_labels if has_labels(problem) else generate
            puzzles = make(problem, seed, wanted=wanted, run=deadline.run)
            for puzzle in _easiest_first(puzzles) if wanted[0].or_easier else puzzles:
                made.append(puzzle)
                deadline.line.clear()
                print_text(_shown(session, len(made), seed, puzzle, lines))
                if puzzle.rating and not session.json:
                    note(str(puzzle.rating))
    except GaveUp as gave_up:
        text = (
            f"{gave_up}{'' if gave_up.why == ALIKE else '; ask for what is easier to meet'}"
            if gave_up.attempts
            else "there is no solution, so there is no puzzle"
        )
        note_end(session, text)
        return made, ExitStatus.STOPPED if gave_up.attempts else ExitStatus.NO_SOLUTION
    except Unfinished:
        note_end(session, deadline.reason)
        return made, deadline.status
    return made, ExitStatus.SOLVED


def _easiest_first(puzzles: Iterator[NewPuzzle]) -> Iterator[NewPuzzle]:
    """When all are made, or no further one is."""
    made: list[NewPuzzle] = []
    try:
        for puzzle in puzzles:
            made.append(puzzle)
    finally:
        yield from sorted(made, key=lambda each: each.hardness)


def _shown(session: Session, number: int, seed: int, puzzle: NewPuzzle, lines: bool) -> str:
    if session.json:
        return line(puzzle.as_data(number, seed))
    if lines and puzzle.line:
        return printable(puzzle.line)
    drawing = printable(puzzle.drawing)
    return blank_between(drawing) * (number > 1) + drawing


PORTRAIT = sqrt(2)
"""The height of a sheet of paper of width 1."""


def puzzle_sheet(title: str, puzzles: Sequence[NewPuzzle], columns: int | None = None) -> Picture:
    """At least one puzzle; without ``columns``, the sheet has roughly the proportions of paper."""
    captions = (
        f"{number}.  {each.level.value}" if each.level else f"{number}."
        for number, each in enumerate(puzzles, 1)
    )
    return _page(title, map(_captioned, solution_pictures(puzzles), captions), columns)


def answers(title: str, puzzles: Sequence[NewPuzzle]) -> Picture:
    """The solutions with the numbers of the puzzles."""
    pictures = solution_pictures([each.solution for each in puzzles])
    return _page(title, map(_captioned, pictures, (f"{number}." for number in count(1))), None)


def _page(title: str, drawn: Iterable[Picture], columns: int | None) -> Picture:
    pictures = list(drawn)
    ratio = max(each.height for each in pictures) / max(each.width for each in pictures)
    columns = columns or max(1, ceil(sqrt(len(pictures) * ratio / PORTRAIT) - 0.25))
    return captioned(grid(pictures, min(columns, len(pictures)), gap=CELL), title, CELL * 0.8).framed(CELL)


def _captioned(picture: Picture, caption: str) -> Picture:
    return captioned(picture, caption, size=CELL / 2)
