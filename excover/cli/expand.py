"""`excover expand`: the exact cover problem itself, in the words of the language or of other solvers."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from excover.cli.inputs import takes_problem
from excover.cli.session import Session
from excover.cli.status import Status
from excover.cover.dlx import lines

if TYPE_CHECKING:
    from excover.problem import Problem


@click.command("expand")
@takes_problem
@click.option(
    "--to",
    "form",
    type=click.Choice(["dlx", "text", "yaml"]),
    default="dlx",
    help="Knuth's DLX, the default; or the core of the language, as text or YAML.",
)
def command(session: Session, problem: Problem, form: str) -> int:
    """Show the items and options that a description stands for, givens applied.

    As text or YAML that is a description again, in which all is carried out that only saves writing: pieces
    are placed, boards filled, files imported, parameters set, and every option has its place in a set.
    """
    if form == "dlx":
        sys.stdout.writelines(f"{line}\n" for line in lines(problem.matrix, problem.title))
    else:
        sys.stdout.write(_core(problem, form))
    return Status.SOLVED


def _core(problem: Problem, form: str) -> str:
    from excover.cover.core import core
    from excover.expressions.reduce import Unwritable
    from excover.syntax.format import text_of
    from excover.syntax.to_yaml import yaml_of

    try:
        spec = core(problem.puzzle, problem.compiled, problem.limits)
    except Unwritable as wrong:
        raise click.ClickException(str(wrong)) from None
    return yaml_of(spec) if form == "yaml" else text_of(spec)
