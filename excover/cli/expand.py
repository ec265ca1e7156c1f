"""`excover expand`: the exact cover problem itself, in a format that other solvers read."""

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
@click.option("--to", "form", type=click.Choice(["dlx"]), default="dlx", help="Knuth's DLX, the default.")
def command(session: Session, problem: Problem, form: str) -> int:
    """Show the items and options that a description stands for, givens applied."""
    sys.stdout.writelines(f"{line}\n" for line in lines(problem.matrix, problem.title))
    return Status.SOLVED
