"""`excover count`: the number of solutions, which is all that standard output contains."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from excover.apps.cli.certificate import Certificate, takes_proof
from excover.apps.cli.disk import foretold, takes_disk, where
from excover.apps.cli.parameters import (
    takes_budget,
    takes_json,
    takes_problem,
    takes_stats,
    takes_strategy,
    takes_up_to,
)
from excover.apps.cli.progress import ProgressBar, ProgressLine
from excover.apps.cli.report import Clock, exit_status, statistics, summary
from excover.apps.cli.session import Session
from excover.apps.cli.streams import note, say, say_data
from excover.search.run import Budget, Run
from excover.search.strategy import Strategy

if TYPE_CHECKING:
    from excover.language.syntax.ast import UpTo
    from excover.problem.problem import Problem
    from excover.search.disk_count import Disk


@click.command("count")
@takes_problem
@takes_budget
@takes_strategy
@takes_up_to
@takes_proof
@takes_disk
@takes_stats
@takes_json("Write the outcome as a JSON object; `exhausted` is true if `count` is complete.")
def command(
    session: Session,
    problem: Problem,
    budget: Budget,
    up_to: UpTo | None,
    certificate: Certificate | None,
    disk: Disk | None,
    strategy: Strategy,
    stats: bool,
) -> int:
    """Count the solutions.

    Standard output contains only the number. If a limit stops the count, standard output stays empty,
    standard error reports a lower bound, and the exit status is 3.
    """
    clock = Clock()
    display = ProgressLine(session) if certificate or disk else ProgressBar(session)
    with session.stop.requested_only(), display:
        run = Run(budget, strategy, session.stop, display).started()
        forecast = foretold(disk, problem, run, display) if disk else None
        if certificate:
            outcome = certificate.count(problem, run)
        else:
            outcome = problem.tally(run, up_to=up_to, disk=disk)
    if session.json:
        written = certificate.written if certificate else None
        told = forecast.as_data() if forecast else None
        say_data({**outcome.as_data(), "certificate": written, "forecast": told})
    else:
        if outcome.exhausted:
            say(str(outcome.count))
            if up_to:
                group = "rotation group" if up_to == "rotations" else "symmetry group"
                note(f"up to a {group} of order {problem.group(up_to).order:,}")
        else:
            note(summary(outcome, clock))
            if disk:
                note(where(disk))
        note(statistics(outcome, stats, clock))
        if certificate and outcome.exhausted:
            note(certificate.summary)
    return exit_status(outcome, session.stop, enough=False)
