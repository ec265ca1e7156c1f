"""`excover resume`: continues a run from its journal."""

from __future__ import annotations

import click

from excover.cli.journals import JSON_HELP, takes_workers, told, work
from excover.cli.parameters import takes_json
from excover.cli.session import current_session


@click.command("resume")
@click.argument("path", metavar="FILE")
@takes_workers
@takes_json(JSON_HELP)
def command(path: str, workers: int, time_limit: float | None) -> int:
    """Continue a run from its journal FILE, after a crash, Ctrl-C or a time limit.

    The journal contains the description and all its settings. What was not recorded is searched again:
    at most the last slice of each worker.
    """
    from excover.runs.journal import Journal

    with told(), Journal(path) as journal:
        return work(current_session(), journal, workers, time_limit)
