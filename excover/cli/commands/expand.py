"""`excover expand`: the exact cover problem, in the language or in formats of other solvers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from excover.cli.parameters import takes_problem
from excover.cli.session import Session
from excover.cli.status import ExitStatus

if TYPE_CHECKING:
    from excover.problem import Problem

FORMS = ("dlx", "matrix", "cnf", "opb", "lp", "mps", "json", "text", "yaml")


@click.command("expand")
@takes_problem
@click.option(
    "--to",
    "form",
    type=click.Choice(FORMS),
    default="dlx",
    help="Output format (default: dlx): Knuth's DLX; rows of 0 and 1; DIMACS CNF, OPB, LP or MPS for other "
    "solvers; JSON; or the core of the language, as text or YAML.",
)
def command(session: Session, problem: Problem, form: str) -> int:
    """Print the exact cover problem of a description: its items and options, with the givens applied.

    `excover decode` reads the answers of solvers to `--to cnf`, `--to opb` and `--to dlx`.

    With `--to text` or `--to yaml`, the output is a description again, with every shorthand written out:
    pieces are placed, boards filled, files imported, parameters set, and options listed in sets. It has the
    same solutions, but not the symmetries of boards and of `symmetry` statements, as a comment in it says:
    count up to symmetry by the description itself.
    """
    if form in ("text", "yaml"):
        if problem.matrix.items and not problem.puzzle.families:
            raise click.UsageError(f"--to {form} needs a description, but this is a matrix; use `--to dlx`")
        sys.stdout.write(_core(problem, form))
    else:
        sys.stdout.writelines(_pages(_expressible(_lines(problem, form))))
    return ExitStatus.SOLVED


def _expressible(lines: Iterator[str]) -> Iterator[str]:
    """Raises ClickException if the format cannot express the problem, before anything is written."""
    try:
        first = next(lines, None)
    except ValueError as inexpressible:
        raise click.ClickException(str(inexpressible)) from None
    return lines if first is None else chain([first], lines)


def _pages(lines: Iterator[str]) -> Iterator[str]:
    """Many lines at a time, with their ends: to write each by itself takes as long as to make it."""
    while page := list(islice(lines, 1000)):
        yield "\n".join(page) + "\n"


def _lines(problem: Problem, form: str) -> Iterator[str]:
    from excover.cover.goals import with_one_cost

    title, aims = problem.title, problem.puzzle.aims
    has_costs = form in ("dlx", "opb", "lp", "mps")
    matrix, goal = with_one_cost(problem.matrix, aims) if has_costs else (problem.matrix, "")
    match form:
        case "dlx":
            from excover.formats.dlx import lines

            return lines(matrix, title, goal)
        case "cnf" if aims:
            words = problem.puzzle.goal_in_words
            raise click.UsageError(f"CNF cannot express `{words}`: use `--to opb`, `--to lp` or `--to mps`")
        case "cnf":
            from excover.formats.cnf import cnf_lines

            return cnf_lines(matrix, title, problem.limits)
        case "opb":
            from excover.formats.opb import opb_lines

            return opb_lines(matrix, title, goal)
        case "lp":
            from excover.formats.lp import lp_lines

            return lp_lines(matrix, title, goal)
        case "mps":
            from excover.formats.mps import mps_lines

            return mps_lines(matrix, title, goal)
        case "json":
            from excover.formats.matrix_json import matrix_data
            from excover.json.encoding import line

            return iter([line(matrix_data(matrix, title))])
        case _:
            from excover.formats.zero_one import row_lines

            return row_lines(matrix)


def _core(problem: Problem, form: str) -> str:
    from excover.cover.core_form import core, note_on_symmetries
    from excover.expressions.reduce import Unwritable
    from excover.syntax.format import format_spec
    from excover.syntax.to_yaml import yaml_of

    try:
        spec = core(problem.puzzle, problem.compiled, problem.limits)
    except Unwritable as wrong:
        raise click.ClickException(str(wrong)) from None
    return note_on_symmetries(problem.puzzle) + (yaml_of(spec) if form == "yaml" else format_spec(spec))
