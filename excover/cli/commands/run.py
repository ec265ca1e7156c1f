"""`excover run`: counts or lists solutions, with a journal from which the run can be continued."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from excover.cli.inputs import read_given, read_settings, read_spec, table_files
from excover.cli.journals import JSON_HELP, takes_workers, told, work
from excover.cli.parameters import takes_json, takes_spec
from excover.cli.session import current_session

if TYPE_CHECKING:
    from excover.solve.strategy import EngineName


@click.command("run")
@takes_spec
@click.option("--count", "counts", is_flag=True, help="Count the solutions.")
@click.option("--all", "every", is_flag=True, help="Write all solutions, into files of the folder -o DIR.")
@click.option("-o", "folder", metavar="DIR", help="With --all: the folder, which is made if necessary.")
@click.option(
    "--journal", "path", required=True, metavar="FILE", help="The journal, a new file; see `excover resume`."
)
@click.option(
    "--part",
    "share",
    default="1/1",
    metavar="K/N",
    help="Only the share K of N, for machines that never meet; see `excover merge`.",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "sparse", "lanes"]),
    default="auto",
    help="Search engine (default: auto).",
)
@takes_workers
@takes_json(JSON_HELP)
def command(
    spec: str,
    written: str | None,
    settings: Sequence[str],
    tables: Sequence[str],
    given: str | None,
    counts: bool,
    every: bool,
    folder: str | None,
    path: str,
    share: str,
    engine: EngineName,
    workers: int,
    time_limit: float | None,
) -> int:
    """Count the solutions, or write all of them into files, with worker processes and a journal.

    Whatever happens to the process or the machine, `excover resume FILE` continues the run, and the final
    count is exact. Standard output contains only the number of solutions.
    """
    if counts == every:
        raise click.UsageError("say either --count, or --all with -o DIR")
    if every != (folder is not None):
        raise click.UsageError("--all and -o DIR belong together: -o is the folder of the solutions")
    from excover.runs.campaign import Campaign
    from excover.runs.journal import Journal, refuse_existing

    session = current_session()
    with told():
        refuse_existing(Path(path))
        campaign = Campaign.begin(
            replace(read_spec(spec), form=written or ""),
            path,
            folder,
            settings=read_settings(settings),
            tables=table_files(tables),
            given=read_given(given),
            limits=session.limits,
            engine=engine,
            share=share,
        )
        session.show_warnings(campaign.problem.warnings)
        with Journal(path) as journal:
            return work(session, journal, workers, time_limit)
