"""`excover convert`: a description in the other form; a BurrTools file as a description."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import click

from excover.apps.cli.deadline import Deadline
from excover.apps.cli.inputs import read_settings, read_spec
from excover.apps.cli.parameters import takes_source, takes_time_limit
from excover.apps.cli.session import Session
from excover.apps.cli.streams import ExitStatus, note
from excover.base.source import Source
from excover.base.words import plural
from excover.search.outcome import StoppedBy, Unfinished

if TYPE_CHECKING:
    from excover.formats.burrtools_assemblies import Assembled, Assembler
    from excover.formats.burrtools_model import BurrPuzzle
    from excover.formats.burrtools_replay import VoxelShift
    from excover.problem.problem import Problem
    from excover.search.run import Run
    from excover.solutions.decode import Solution


@click.command("convert")
@takes_source
@click.option(
    "--to",
    "form",
    type=click.Choice(["yaml", "text", "xmpuzzle"]),
    help="Output form (default: the other one); `xmpuzzle` is a file of BurrTools.",
)
@click.option(
    "-p",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a parameter for `--to xmpuzzle`; `problem=2` selects a problem of a BurrTools file.",
)
@click.option(
    "--solutions",
    "wanted",
    type=click.IntRange(min=1),
    metavar="N",
    help="Save up to N solutions in the file of `--to xmpuzzle`.",
)
@click.option(
    "--disassemble",
    "apart",
    is_flag=True,
    help="With `--solutions`: also save how each solution comes apart, if it does.",
)
@takes_time_limit
@click.pass_obj
def command(
    session: Session,
    spec: str,
    form: str | None,
    written: str | None,
    settings: Sequence[str],
    wanted: int | None,
    apart: bool,
    time_limit: float | None,
) -> int:
    """Convert a description between YAML and text, and print it.

    Both forms mean the same. Comments are dropped unless text stays text. A file of BurrTools or polycube
    becomes text; pieces on a board become a file of BurrTools with `--to xmpuzzle`. If its solutions were
    not all searched when the time limit or an interruption ends the search, those found are in the file.
    """
    source = read_spec(spec).replaced(form=written or "")
    if apart and not wanted:
        raise click.UsageError("--disassemble is only for `--solutions`")
    if time_limit is not None and not wanted:
        raise click.UsageError("--time-limit is only for `--solutions`")
    if form == "xmpuzzle":
        return _to_burrtools(session, source, settings, _Wanted(wanted or 0, apart, time_limit))
    if wanted:
        raise click.UsageError("--solutions is only for `--to xmpuzzle`")
    return _to_description(session, source, form, settings)


class _Wanted(NamedTuple):
    """How many solutions are saved, whether also how they come apart, and the time limit."""

    solutions: int
    apart: bool
    time_limit: float | None


def _to_burrtools(session: Session, source: Source, settings: Sequence[str], wanted: _Wanted) -> int:
    from excover.formats.burrtools_writer import file_lines
    from excover.formats.matrix_files import form_of

    described = _kept if form_of(source) == "burrtools" else _made
    puzzle, status = described(session, source, settings, wanted)
    sys.stdout.write("".join(f"{line}\n" for line in file_lines(puzzle)))
    return status


def _made(
    session: Session, source: Source, settings: Sequence[str], wanted: _Wanted
) -> tuple[BurrPuzzle, int]:
    """A description as a file of BurrTools, and the exit status."""
    from excover.formats.burrtools_writer import as_burrtools
    from excover.problem.problem import compile_source

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
    from excover.formats.matrix_files import chosen_problem, read_pieces
    from excover.problem.problem import compile_source

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
        raise click.ClickException("two pieces have the same letter: a solution does not tell them apart")
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
    from excover.formats.burrtools_replay import VoxelShift

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


def _to_description(session: Session, source: Source, form: str | None, settings: Sequence[str]) -> int:
    from excover.base.source import is_yaml
    from excover.formats.matrix_files import PIECE_FILES, as_text, form_of
    from excover.language.syntax.format import format_spec, formatted
    from excover.language.syntax.read import read

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
        from excover.language.syntax.to_yaml import yaml_of

        sys.stdout.write(yaml_of(tree))
        if not was_yaml and (count := len(comments(source.text))):
            note(f"{plural(count, 'comment')} left out")
    else:
        sys.stdout.write(format_spec(tree) if was_yaml else formatted(source, session.limits))
    return ExitStatus.SOLVED
