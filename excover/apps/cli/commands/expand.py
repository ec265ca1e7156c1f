"""`excover expand`: the exact cover problem, in the language or in formats of other solvers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from excover.apps.cli.parameters import refusals, takes_problem
from excover.apps.cli.session import Session
from excover.apps.cli.streams import ExitStatus
from excover.formats.exports import EXPORTS

if TYPE_CHECKING:
    from excover.problem.problem import Problem


class _Format(click.Option):
    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Loads the formats, which are needed only where the help is shown."""
        self.help = f"Output format (default: dlx): {', '.join(each.title for each in EXPORTS.values())}."
        return super().get_help_record(ctx)


@click.command("expand")
@takes_problem
@click.option("--to", "form", cls=_Format, type=click.Choice(list(EXPORTS)), default="dlx")
def command(session: Session, problem: Problem, form: str) -> int:
    """Print the exact cover problem of a description: its items and options, with the givens applied.

    `excover decode` reads the answers of solvers to `--to cnf`, `--to opb` and `--to dlx`.

    With `--to text` or `--to yaml`, the output is a description again, with every shorthand written out:
    pieces are placed, boards filled, files imported, parameters set, and options listed in sets. It has the
    same solutions, but not the symmetries of boards and of `symmetry` statements, as a comment in it says:
    count up to symmetry by the description itself.
    """
    with refusals(f"--to {form}"):
        lines = EXPORTS[form].described(problem.puzzle, problem.compiled, problem.limits)
        sys.stdout.writelines(_pages(lines))
    return ExitStatus.SOLVED


def _pages(lines: Iterator[str]) -> Iterator[str]:
    """Many lines at a time, with their ends: to write each by itself takes as long as to make it."""
    while page := list(islice(lines, 1000)):
        yield "\n".join(page) + "\n"
