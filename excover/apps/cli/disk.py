"""`excover count --disk DIR`: a count whose states go to a folder, and that goes on there."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING

import click

from excover.apps.cli.parameters import CommandFunction, bytes_of, refuse_others
from excover.apps.cli.session import Session
from excover.apps.cli.status import ExitStatus
from excover.apps.cli.streams import note

if TYPE_CHECKING:
    from excover.apps.cli.certificate import Certificate
    from excover.apps.cli.progress import ProgressBar, ProgressLine
    from excover.language.syntax.ast import UpTo
    from excover.problem.problem import Problem
    from excover.search.disk_count import Disk, DiskForecast
    from excover.search.run import Budget, Run
    from excover.search.strategy import Strategy


def takes_disk(function: CommandFunction) -> CommandFunction:
    """Adds --disk and --disk-limit; the function gets a ``disk``, or None.

    With --disk, it refuses options that ask for another number or another way to count. Place it below
    `takes_proof`.
    """

    @click.option(
        "--disk",
        "folder",
        metavar="DIR",
        help="Keep states and checkpoints in a folder when memory is full: the same command goes on there.",
    )
    @click.option(
        "--disk-limit",
        callback=_limit,
        metavar="SIZE",
        help="Most that files in the folder take: 500MB, 60GB, or bytes (default: what is free).",
    )
    @wraps(function)
    def command(
        session: Session,
        folder: str | None,
        disk_limit: int | None,
        certificate: Certificate | None,
        budget: Budget,
        strategy: Strategy,
        up_to: UpTo | None,
        **rest: object,
    ) -> int:
        rest |= {"session": session, "certificate": certificate, "budget": budget}
        rest |= {"strategy": strategy, "up_to": up_to}
        if folder is None:
            if disk_limit is not None:
                raise click.UsageError("--disk-limit needs --disk")
            return function(disk=None, **rest)
        _refuse_others(certificate, budget, strategy, up_to)
        from excover.search.disk_count import Disk, DiskStopped

        try:
            return function(disk=Disk(folder, disk_limit), **rest)
        except DiskStopped as stopped:
            session.show(stopped.diagnostics)
            return ExitStatus.STOPPED

    return command


def foretold(
    disk: Disk, problem: Problem, run: Run, display: ProgressLine | ProgressBar
) -> DiskForecast | None:
    """What a count that is begun will take, which standard error has before the count."""
    if disk.is_begun:
        return None
    from excover.search.disk_count import forecast_on_disk, ready

    ready(disk)  # what is wrong with the folder is said before samples are taken
    forecast = forecast_on_disk(problem.matrix, run)
    display.clear()
    if forecast:
        limit = "" if disk.limit is None else f"; --disk-limit allows {disk.limit / 10**6:,.0f} MB"
        note(f"forecast: {forecast}{limit}")
    return forecast


def where(disk: Disk) -> str:
    """What to do after a count that did not end."""
    return f"what is known so far is in `{disk.folder}`: the same command goes on from there"


def _refuse_others(
    certificate: Certificate | None, budget: Budget, strategy: Strategy, up_to: UpTo | None
) -> None:
    others = {
        "--proof": certificate is not None,
        "--limit": budget.solutions is not None,
        "--node-limit": budget.nodes is not None,
        f"--up-to {up_to}": up_to is not None,
        f"--engine {strategy.engine}": strategy.engine not in ("auto", "graph"),
    }
    refuse_others("--disk", others, "the sweep counts all solutions at once")


def _limit(_ctx: click.Context, _option: click.Parameter, value: str | None) -> int | None:
    return None if value is None else bytes_of(value)
