"""`excover convert`, `fmt`, `expand`: a description in another form."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import click

from excover.apps.cli.analysis import Deadline
from excover.apps.cli.files import new_file, read_settings, read_spec, standard_input, table_files
from excover.apps.cli.parameters import option, refusals, takes_problem, takes_source, takes_time_limit
from excover.apps.cli.process import ExitStatus, note, print_text, printable
from excover.apps.cli.session import Session
from excover.base.diagnostics import SpecError, edited
from excover.base.errors import CannotWrite, Unsuitable
from excover.base.limits import Ceiling, Limits
from excover.base.source import Source, is_yaml
from excover.base.words import plural
from excover.formats.exports import EXPORTS
from excover.formats.matrix_files import PIECE_FILES, as_text, chosen_problem, form_of, read_pieces
from excover.language import messages
from excover.language.source_files import read
from excover.language.syntax import ast
from excover.language.syntax.format import format_spec, formatted
from excover.language.syntax.parse import parse
from excover.language.syntax.unbarred import with_bars
from excover.language.texts import read_text
from excover.problem.problem import Problem, compile_source
from excover.search.outcome import StoppedBy, Unfinished
from excover.search.run import Run
from excover.solutions.decode import Solution

if TYPE_CHECKING:
    from excover.formats.burrtools_assemblies import Assembled, Assembler
    from excover.formats.burrtools_model import BurrPuzzle, VoxelShift


_LINKS = ("puzz.link", "f-puzzles", "sudokupad")


@click.command("convert")
@takes_source
@option(
    "--to",
    "Output form (default: the other one); `xmpuzzle` is a file of BurrTools, the others are links.",
    click.Choice(["yaml", "text", "xmpuzzle", *_LINKS]),
    name="form",
)
@option(
    "-p NAME=VALUE",
    "Set a parameter for `--to xmpuzzle` or a link; `problem=2` selects a problem of a BurrTools file.",
    name="settings",
    multiple=True,
)
@option(
    "--board NAME=FILE",
    "For `--to text` or a link, read the drawings of a board from a text file.",
    name="boards",
    multiple=True,
)
@option(
    "--solutions N",
    "Save up to N solutions in the file of `--to xmpuzzle`.",
    click.IntRange(min=1),
    name="wanted",
)
@option(
    "--disassemble", "With `--solutions`: also save how each solution comes apart, if it does.", name="apart"
)
@takes_time_limit
@click.pass_obj
def convert_command(
    session: Session,
    spec: str,
    form: str | None,
    written: str | None,
    settings: Sequence[str],
    boards: Sequence[str],
    wanted: int | None,
    apart: bool,
    time_limit: float | None,
) -> int:
    """Convert a description between YAML and text, and print it.

    Both forms mean the same. Comments are dropped unless text stays text. `--to text --board NAME=FILE`
    writes the drawings of the file, as `excover generate` prints them, into the text. A file of BurrTools or
    polycube becomes text; pieces on a board become a file of BurrTools with `--to xmpuzzle`. If its solutions
    were not all searched when the time limit or an interruption ends the search, those found are in the file.
    `--to puzz.link` prints the link of a pen-and-paper puzzle, if its genre has links; `--to f-puzzles` and
    `--to sudokupad` that of a Sudoku with a statement for each of its rules.
    """
    source = read_spec(spec).replaced(form=written or "")
    if boards and form not in ("text", *_LINKS):
        raise click.UsageError("--board is only for `--to text` and links, as `--to puzz.link`")
    if form in _LINKS and not wanted:
        return _to_link(session, source, form, settings, boards)
    if apart and not wanted:
        raise click.UsageError("--disassemble is only for `--solutions`")
    if time_limit is not None and not wanted:
        raise click.UsageError("--time-limit is only for `--solutions`")
    if form == "xmpuzzle":
        return _to_burrtools(session, source, settings, _Wanted(wanted or 0, apart, time_limit))
    if wanted:
        raise click.UsageError("--solutions is only for `--to xmpuzzle`")
    source = _with_boards(session, source, boards) if boards else source
    return _to_description(session, source, form, settings)


def _to_link(
    session: Session, source: Source, page: str, settings: Sequence[str], boards: Sequence[str]
) -> int:
    from excover.formats.link_writing import written_link, written_sudoku

    problem = compile_source(source, read_settings(settings), None, session.limits, table_files(boards))
    session.show(problem.warnings)
    with refusals(f"--to {page}"):
        if problem.description.reading is None:
            raise Unsuitable("a description is needed, but this is a matrix")
        spec = problem.description.reading.spec
        is_of_genre = page == "puzz.link"
        print_text(written_link(spec, problem.puzzle) if is_of_genre else written_sudoku(spec, page))
    return ExitStatus.SOLVED


class _Wanted(NamedTuple):
    """How many solutions are saved, whether also how they come apart, and the time limit."""

    solutions: int
    apart: bool
    time_limit: float | None


def _to_burrtools(session: Session, source: Source, settings: Sequence[str], wanted: _Wanted) -> int:
    from excover.formats.burrtools_writer import file_lines

    described = _kept if form_of(source) == "burrtools" else _made
    puzzle, status = described(session, source, settings, wanted)
    sys.stdout.write("".join(f"{line}\n" for line in file_lines(puzzle)))
    return status


def _made(
    session: Session, source: Source, settings: Sequence[str], wanted: _Wanted
) -> tuple[BurrPuzzle, int]:
    """A description as a file of BurrTools, and the exit status."""
    from excover.formats.burrtools_writer import as_burrtools

    problem = compile_source(source, read_settings(settings), limits=session.limits)
    session.show(problem.warnings)
    try:
        made = as_burrtools(problem.puzzle)
    except ValueError as inexpressible:
        raise click.ClickException(str(inexpressible)) from None
    return made.puzzle, _save(session, problem, made, wanted)


def _kept(
    session: Session, source: Source, settings: Sequence[str], wanted: _Wanted
) -> tuple[BurrPuzzle, int]:
    """All that is in a file of BurrTools, and other solutions of a problem if they are wanted."""
    from excover.formats.burrtools_assemblies import assembler_of_file

    puzzle, parameters = read_pieces(source, session.limits), read_settings(settings)
    if wanted.solutions:
        problem = compile_source(source, parameters, limits=session.limits)
        number = chosen_problem(puzzle, parameters)
        made = assembler_of_file(puzzle, number, problem.puzzle.boards[0].cells)
        return puzzle, _save(session, problem, made, wanted)
    if parameters:
        raise click.UsageError("a BurrTools file keeps all of its problems: -p only with --solutions")
    return puzzle, ExitStatus.SOLVED


def _save(session: Session, problem: Problem, made: Assembler, wanted: _Wanted) -> int:
    """Searches for solutions, and saves them instead of others; returns the exit status."""
    if not wanted.solutions:
        return ExitStatus.SOLVED
    if len(set(made.letters)) < len(made.letters):
        raise click.ClickException("two pieces have the same letter: a solution does not distinguish them")
    deadline = Deadline(session, wanted.time_limit)
    with deadline.working():
        found = _searched(problem, made, wanted, deadline.run)
    made.save(found.solutions, found.are_all and not found.undecided)
    note(_told(found, wanted.apart, deadline))
    return deadline.status if found.stopped else ExitStatus.SOLVED


@dataclass(slots=True)
class _Searched:
    """``stopped`` by the time limit or a signal; then it may be ``undecided`` whether the last solution comes
    apart, which is saved without moves."""

    solutions: list[Assembled] = field(default_factory=list)
    are_all: bool = False
    stopped: bool = False
    undecided: bool = False


def _searched(problem: Problem, made: Assembler, wanted: _Wanted, run: Run) -> _Searched:
    from excover.authors.disassembly import NotSolid, pieces_of, refuse_flat
    from excover.formats.burrtools_assemblies import Assembled

    found = _Searched()
    try:
        if wanted.apart:
            refuse_flat(problem)
        solutions = problem.solutions(run.limited(solutions=wanted.solutions), up_to="rotations")
        for solution in solutions:
            found.solutions.append(Assembled(pieces_of(solution)))
            if wanted.apart:
                separations = _separations(problem, made, solution, run)
                found.solutions[-1] = found.solutions[-1]._replace(separations=separations)
    except NotSolid as wrong:
        raise click.ClickException(str(wrong)) from None
    except Unfinished:
        found.stopped = found.undecided = True
        return found
    found.are_all = solutions.outcome.exhausted
    found.stopped = solutions.outcome.stopped_by not in (None, StoppedBy.LIMIT)
    return found


def _separations(problem: Problem, made: Assembler, solution: Solution, run: Run) -> list[list[VoxelShift]]:
    """None if the solution does not come apart. Raises NotSolid, and Unfinished."""
    from excover.authors.disassembly import disassemble
    from excover.formats.burrtools_model import VoxelShift

    apart = disassemble(problem, solution, run, made.groups())
    return [
        [VoxelShift(move.pieces, move.direction, move.distance) for move in moves]
        for moves in (apart.separations if apart else ())
    ]


def _told(found: _Searched, apart: bool, deadline: Deadline) -> str:
    """What was saved, and what is not known."""
    if found.stopped and not found.solutions:
        return f"{deadline.reason} before a solution was found: none is saved"
    count = sum(bool(solution.separations) for solution in found.solutions)
    undecided = ", 1 was not decided" if found.undecided else ""
    ways = f"; {count:,} {'comes' if count == 1 else 'come'} apart{undecided}" if apart else ""
    reason = f"{deadline.reason}: " if found.stopped else ""
    more = "" if found.are_all else "; there may be more"
    return (
        f"{reason}{plural(len(found.solutions), 'solution')} saved, each in one of its rotations{ways}{more}"
    )


def _with_boards(session: Session, source: Source, boards: Sequence[str]) -> Source:
    """A text with the drawings of its boards from files. Raises SpecError, UsageError."""
    from excover.authors.label_drawings import text_with_boards, written_boards

    if form_of(source) or is_yaml(source):
        raise click.UsageError(f"--board writes drawings into a text, which `{source.name}` is not")
    tables = table_files(boards)
    problem = compile_source(source, None, None, session.limits, tables)
    if len(written_boards(problem)) < len(tables):
        raise click.UsageError(f"--board names a board that `{source.name}` itself has")
    return source.replaced(text=text_with_boards(problem))


def _to_description(session: Session, source: Source, form: str | None, settings: Sequence[str]) -> int:
    if form_of(source) in PIECE_FILES:
        source, warnings = as_text(source, read_settings(settings), session.limits)
        session.show(warnings)
        form = form or "text"
    elif form_of(source):
        raise click.UsageError(f"`{source.name}` is a matrix, which has only one form")
    elif settings:
        raise click.UsageError("-p is only for BurrTools files: a description keeps its parameters")
    was_yaml = is_yaml(source)
    tree = read(source, session.limits)
    if form == "yaml" or (form is None and not was_yaml):
        from excover.language.syntax.format import comments
        from excover.language.syntax.yaml import yaml_of

        sys.stdout.write(yaml_of(tree))
        if not was_yaml and (count := len(comments(source.text))):
            note(f"{plural(count, 'comment')} left out")
    else:
        sys.stdout.write(format_spec(tree) if was_yaml else formatted(source, session.limits))
    return ExitStatus.SOLVED


# `excover expand`: the exact cover problem, in the language or in formats of other solvers.


class _Format(click.Option):
    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Loads the formats, which are needed only where the help is shown."""
        self.help = f"Output format (default: dlx): {', '.join(each.title for each in EXPORTS.values())}."
        return super().get_help_record(ctx)


@click.command("expand")
@takes_problem
@click.option("--to", "form", cls=_Format, type=click.Choice(list(EXPORTS)), default="dlx")
def expand_command(session: Session, problem: Problem, form: str) -> int:
    """Print the exact cover problem of a description: its items and options, with the givens applied.

    `excover decode` reads the answers of solvers to `--to cnf`, `--to opb` and `--to dlx`.

    With `--to text` or `--to yaml`, the output is a description again, with every shorthand written out:
    pieces are placed, boards filled, files imported, parameters set, and options listed in sets. It has the
    same solutions, but not the symmetries of boards and of `symmetry` statements, as a comment in it notes:
    count up to symmetry by the description itself.
    """
    with refusals(f"--to {form}"):
        lines = EXPORTS[form].described(problem.puzzle, problem.compiled, problem.limits)
        sys.stdout.writelines(_pages(lines))
    return ExitStatus.SOLVED


def _pages(lines: Iterator[str]) -> Iterator[str]:
    """Many lines at a time, with their ends: to write each alone takes as long as to make it."""
    while page := list(islice(lines, 1000)):
        yield "\n".join(page) + "\n"


# `excover fmt`: descriptions in one layout, written back to their files whole or not at all.


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@option("--check", "Change nothing; list the files that would change.")
@option("--art", "Put a bar before each line of a drawing that has none.")
@option("--migrate", "Write forms of earlier versions as they are written now.")
@click.pass_obj
def fmt_command(session: Session, files: Sequence[str], check: bool, art: bool, migrate: bool) -> int:
    """Format descriptions in place. `-` reads standard input and writes to standard output.

    Comments are kept. Exit status: 0; 1 if --check finds a file that would change; 2 if a file is not a
    description (the others are still formatted). YAML files are refused because their comments would be lost;
    `--migrate` changes in them only what is written in another way now. A file that has other errors, too, is
    left as it is.
    """
    status = ExitStatus.SOLVED
    for file in files:
        try:
            changes = _formatted(file, check, art, migrate, session.limits)
        except SpecError as wrong:
            session.show(wrong.diagnostics)
            status = ExitStatus.USAGE
        except _Refused as refused:
            note(printable(f"error: {refused}"))
            status = ExitStatus.USAGE
        else:
            status = max(status, ExitStatus.NO_SOLUTION if changes and check else ExitStatus.SOLVED)
    return status


class _Refused(Exception):
    """Why a file cannot be formatted."""


def _formatted(file: str, check: bool, art: bool, migrate: bool, limits: Limits) -> bool:
    """Formats a file, or reports that it would change; returns whether it does.

    Raises SpecError and _Refused.
    """
    ceiling = limits.ceiling("source")
    source = standard_input(ceiling) if file == "-" else _read(file, ceiling)
    if form_of(source):
        raise _Refused(f"`{source.name}` is not a text in the language: it is left unchanged")
    if is_yaml(source) and not migrate:
        raise _Refused(f"`{source.name}` is in YAML, and its comments would be lost: it is left unchanged")
    plain = source.replaced(text=source.text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    now = _migrated(plain, limits) if migrate else plain
    text = source.text if now is plain else now.text
    if not is_yaml(source):
        text = _laid_out(now, art, limits)
    changes = text != source.text
    if check and changes:
        print_text(printable(source.name))
    elif file == "-" and not check:
        sys.stdout.write(text)
    elif changes:
        _write(file, text)
        note(printable(f"formatted {file}"))
    return changes


def _read(file: str, ceiling: Ceiling) -> Source:
    """The content of a file with its line ends. Raises SpecError and _Refused."""
    try:
        with open(file, "rb") as stream:
            return Source(file, read_text(stream, file, ceiling, newline=""), file)
    except OSError as wrong:
        raise _Refused(f"cannot read `{file}`: {wrong.strerror}") from None


FORMER = (messages.SharedBound, messages.LoopAtPlaces)
"""Messages about forms that earlier versions read; what they propose is what these forms meant."""


def _migrated(source: Source, limits: Limits) -> Source:
    """Without forms of earlier versions. Raises SpecError for errors of other kinds."""
    try:
        compile_source(source, limits=limits)
    except SpecError as wrong:
        edits = [each.fix() for each in wrong.diagnostics if isinstance(each, FORMER)]
        here = {edit.span.start: edit for edit in edits if edit and edit.span.source is source}
        if not here:
            raise
        return _migrated(source.replaced(text=edited(source.text, here.values())), limits)
    return source


def _laid_out(source: Source, art: bool, limits: Limits) -> str:
    """Raises SpecError."""
    barred = source.replaced(text=with_bars(source.text)) if art else source
    text = formatted(barred, limits)
    room = limits.replaced(source=max(limits.source, len(text)))  # the formatted text may be longer
    assert ast.same(parse(barred, limits), parse(source.replaced(text=text), room)), (
        "the layout changes the meaning"
    )
    return text


def _write(file: str, text: str) -> None:
    """Replaces a file by a text, whole or not at all. Raises _Refused."""
    try:
        with new_file(file) as new:
            new.write(text.encode())
    except CannotWrite as wrong:
        raise _Refused(str(wrong)) from None
