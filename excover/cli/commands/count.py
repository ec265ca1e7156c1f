"""`excover count`: the number of solutions, alone on standard output, if it is known."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from excover.cli.certificate import Certificate, takes_proof
from excover.cli.options import (
    takes_budget,
    takes_json,
    takes_problem,
    takes_stats,
    takes_strategy,
    takes_up_to,
)
from excover.cli.progress import Bar, Line
from excover.cli.report import Clock, exit_status, statistics, summary
from excover.cli.session import Session
from excover.cli.streams import say, tell
from excover.solve.run import Budget, Run
from excover.solve.strategy import Strategy

if TYPE_CHECKING:
    from excover.cover.motions import UpTo
    from excover.problem import Problem


@click.command("count")
@takes_problem
@takes_budget
@takes_strategy
@takes_up_to
@takes_proof
@takes_stats
@takes_json("The outcome as a JSON object, known or not; `exhausted` tells whether `count` is all.")
def command(
    session: Session,
    problem: Problem,
    budget: Budget,
    up_to: UpTo | None,
    certificate: Certificate | None,
    strategy: Strategy,
    stats: bool,
) -> int:
    """Count the solutions.

    Standard output has the number and nothing else. If a limit comes first, it stays empty, standard error
    says how many there are at least, and the exit status is 3.
    """
    clock = Clock()
    display = Line(session) if certificate else Bar(session)
    with session.stop.requested_only(), display:
        run = Run(budget, strategy, session.stop, display)
        outcome = certificate.count(problem, run) if certificate else problem.tally(run, up_to=up_to)
    if session.json:
        from excover.render.json import outcome_data

        proven = {"certificate": certificate.written or None} if certificate else {}
        say(json.dumps({**outcome_data(outcome), **proven}))
    else:
        if outcome.exhausted:
            say(str(outcome.count))
            if up_to:
                group = "rotation group" if up_to == "rotations" else "symmetry group"
                tell(f"up to a {group} of order {problem.group(up_to).order:,}")
        else:
            tell(summary(outcome, clock))
        tell(statistics(outcome, stats, clock))
        if certificate and outcome.exhausted:
            tell(certificate.told)
    return exit_status(outcome, session.stop, enough=False)
