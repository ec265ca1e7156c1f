"""`excover convert`: a description in the other form; a BurrTools file as a description."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from excover.cli.inputs import read_settings, read_spec
from excover.cli.parameters import takes_source
from excover.cli.session import Session
from excover.cli.status import ExitStatus
from excover.cli.streams import note
from excover.source import Source
from excover.words import plural

if TYPE_CHECKING:
    from excover.decode import Solution
    from excover.formats.burrtools_assemblies import Assembled, Assembler
    from excover.formats.burrtools_model import BurrPuzzle
    from excover.problem import Problem


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
@click.pass_obj
def command(
    session: Session,
    spec: str,
    form: str | None,
    written: str | None,
    settings: Sequence[str],
    wanted: int | None,
    apart: bool,
) -> int:
    """Convert a description between YAML and text, and print it.

    Both forms mean the same. Comments are dropped unless text stays text. A file of BurrTools or polycube
    becomes text; pieces on a board become a file of BurrTools with `--to xmpuzzle`.
    """
    source = read_spec(spec).replaced(form=written or "")
    if apart and not wanted:
        raise click.UsageError("--disassemble is only for `--solutions`")
    if form == "xmpuzzle":
        return _to_burrtools(session, source, settings, _Wanted(wanted or 0, apart))
    if wanted:
        raise click.UsageError("--solutions is only for `--to xmpuzzle`")
    return _to_description(session, source, form, settings)


class _Wanted(NamedTuple):
    """How many solutions are saved, and whether also how they come apart."""

    solutions: int
    apart: bool


def _to_burrtools(session: Session, source: Source, settings: Sequence[str], wanted: _Wanted) -> int:
    from excover.formats.burrtools_file import file_lines
    from excover.formats.matrix_files import form_of

    of_file = form_of(source) == "burrtools"
    puzzle = _kept(session, source, settings, wanted) if of_file else _made(session, source, settings, wanted)
    sys.stdout.write("".join(f"{line}\n" for line in file_lines(puzzle)))
    return ExitStatus.SOLVED


def _made(session: Session, source: Source, settings: Sequence[str], wanted: _Wanted) -> BurrPuzzle:
    """A description as a file of BurrTools."""
    from excover.formats.burrtools_writer import as_burrtools
    from excover.problem import compile_source

    problem = compile_source(source, read_settings(settings), limits=session.limits)
    session.show(problem.warnings)
    try:
        made = as_burrtools(problem.puzzle)
    except ValueError as inexpressible:
        raise click.ClickException(str(inexpressible)) from None
    if wanted.solutions:
        _save(problem, made, wanted)
    return made.puzzle


def _kept(session: Session, source: Source, settings: Sequence[str], wanted: _Wanted) -> BurrPuzzle:
    """All that is in a file of BurrTools, and other solutions of a problem if they are wanted."""
    from excover.formats.burrtools_assemblies import assembler_of_file
    from excover.formats.matrix_files import chosen_problem, read_pieces
    from excover.problem import compile_source

    puzzle, parameters = read_pieces(source, session.limits), read_settings(settings)
    if wanted.solutions:
        problem = compile_source(source, parameters, limits=session.limits)
        number = chosen_problem(puzzle, parameters)
        _save(problem, assembler_of_file(puzzle, number, problem.puzzle.boards[0].cells), wanted)
    elif parameters:
        raise click.UsageError("a BurrTools file keeps all of its problems: -p only with --solutions")
    return puzzle


def _save(problem: Problem, made: Assembler, wanted: _Wanted) -> None:
    """Searches for solutions, and saves them instead of others."""
    from excover.solve.run import Run

    if len(set(made.letters)) < len(made.letters):
        raise click.ClickException("two pieces have the same letter: a solution does not tell them apart")
    found = problem.solutions(Run.within(solutions=wanted.solutions), up_to="rotations")
    made.save([_assembled(problem, made, each, wanted.apart) for each in found], found.outcome.exhausted)
    apart = sum(bool(saved.rest) for saved in made.problem.saved)
    ways = f"; {apart:,} {'comes' if apart == 1 else 'come'} apart"
    more = "" if found.outcome.exhausted else "; there may be more"
    saved = plural(len(made.problem.saved), "solution")
    note(f"{saved} saved, each in one of its rotations{ways if wanted.apart else ''}{more}")


def _assembled(problem: Problem, made: Assembler, solution: Solution, apart: bool) -> Assembled:
    from excover.analysis.disassembly import NotSolid, disassemble, pieces_of
    from excover.formats.burrtools_assemblies import Assembled
    from excover.formats.burrtools_separations import VoxelShift

    try:
        found = disassemble(problem, solution, groups=made.groups()) if apart else None
    except NotSolid as wrong:
        raise click.ClickException(str(wrong)) from None
    separations = [
        [VoxelShift(move.pieces, move.direction, move.distance) for move in moves]
        for moves in (found.separations if found else ())
    ]
    return Assembled(pieces_of(solution), separations)


def _to_description(session: Session, source: Source, form: str | None, settings: Sequence[str]) -> int:
    from excover.formats.matrix_files import PIECE_FILES, as_text, form_of
    from excover.syntax.format import format_spec, formatted
    from excover.syntax.read import is_yaml, read

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
        from excover.syntax.comments import comments
        from excover.syntax.to_yaml import yaml_of

        sys.stdout.write(yaml_of(tree))
        if not was_yaml and (count := len(comments(source.text))):
            note(f"{plural(count, 'comment')} left out")
    else:
        sys.stdout.write(format_spec(tree) if was_yaml else formatted(source, session.limits))
    return ExitStatus.SOLVED
