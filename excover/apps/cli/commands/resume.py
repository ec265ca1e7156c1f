"""`excover resume`: continues a run from its journal."""

from __future__ import annotations

import click

from excover.apps.cli.journals import JSON_HELP, Workers, takes_cluster, usage_errors, work
from excover.apps.cli.parameters import takes_json, takes_time_limit
from excover.apps.cli.session import current_session


@click.command("resume")
@click.argument("path", metavar="FILE")
@takes_cluster
@takes_time_limit
@takes_json(JSON_HELP)
def command(path: str, workers: Workers, time_limit: float | None) -> int:
    """Continue a run from its journal FILE, after a crash, Ctrl-C or a time limit.

    The journal contains the description and all its settings. What was not recorded is searched again:
    at most the last slice of each worker.
    """
    from excover.runs.journal import Journal

    with usage_errors(), Journal(path) as journal:
        return work(current_session(), journal, workers, time_limit)
