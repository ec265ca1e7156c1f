"""`excover sample`: some of all solutions, at random, by number, or the best, without listing the others."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import click

from excover.cli.inputs import takes_json
from excover.cli.session import Session
from excover.cli.status import Status
from excover.cli.streams import printable, tell, write
from excover.cli.surveys import takes_survey, tell_none
from excover.words import plural

if TYPE_CHECKING:
    from excover.decode import Solution
    from excover.survey.solutions import Survey

SEEDS = 2**32


@click.command("sample")
@takes_survey
@click.option("-n", "number", type=click.IntRange(min=1), metavar="N", help="So many; without it, one.")
@click.option("--seed", type=click.IntRange(min=0), metavar="S", help="The same S draws the same again.")
@click.option(
    "--index",
    "indices",
    type=int,
    multiple=True,
    metavar="K",
    help="The K-th solution, from 1 on; -1 is the last. Can be given several times.",
)
@click.option("--best", type=click.IntRange(min=1), metavar="K", help="The K best by cost, the best first.")
@takes_json("A JSON object a line for each solution.")
def command(
    session: Session,
    survey: Survey,
    number: int | None,
    seed: int | None,
    indices: Sequence[int],
    best: int | None,
) -> int:
    """Show some of all solutions: at random, by number, or the best.

    Each is drawn exactly uniformly from all solutions, and may come twice. Solutions are numbered as
    `excover solve SPEC --all --engine graph` lists them.
    """
    at_random = number is not None or seed is not None
    if at_random + bool(indices) + (best is not None) > 1:
        raise click.UsageError("choose one of: -n with --seed, --index, --best")
    if best is not None and not survey.problem.puzzle.goal:
        raise click.UsageError("--best needs costs: this description does not say `minimize` or `maximize`")
    if not survey:
        return tell_none(session, survey.problem)
    solutions: Iterable[Solution]
    if indices:
        solutions = _numbered(survey, indices)
        told = f"number {', '.join(map(str, indices))} of {plural(survey.count, 'solution')}"
    elif best is not None:
        solutions = ranked = list(islice(survey.ranked(), best))
        told = f"the best of {plural(survey.count, 'solution')}: cost {_costs(ranked)}"
    else:
        seed = secrets.randbelow(SEEDS) if seed is None else seed
        solutions = islice(survey.draws(seed=seed), min(number or 1, sys.maxsize))
        told = f"drawn from {plural(survey.count, 'solution')} with --seed {seed}"
    _show(session, solutions)
    if not session.json:
        tell(told)
    return Status.SOLVED


def _numbered(survey: Survey, indices: Sequence[int]) -> list[Solution]:
    for index in indices:
        if not 1 <= abs(index) <= survey.count:
            raise click.UsageError(
                f"--index {index}: solutions are numbered from 1 to {survey.count}, and back from -1"
            )
    return [survey[index - (index > 0)] for index in indices]


def _costs(solutions: Sequence[Solution]) -> str:
    costs = [solution.cost for solution in solutions if solution.cost is not None]
    return f"{costs[0]:,}" if costs[0] == costs[-1] else f"{costs[0]:,} to {costs[-1]:,}"


def _show(session: Session, solutions: Iterable[Solution]) -> None:
    """One by one: there may be more of them than memory holds."""
    between = ""
    for solution in solutions:
        if session.json:
            write(json.dumps(solution.as_data()))
        else:
            write(between + printable(str(solution)))
            between = "\n"
