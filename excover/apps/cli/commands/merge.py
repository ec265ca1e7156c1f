"""`excover merge`: one journal from those of all shares of a run."""

from __future__ import annotations

from pathlib import Path

import click

from excover.apps.cli.journals import JSON_HELP, show, usage_errors
from excover.apps.cli.parameters import takes_json
from excover.apps.cli.session import current_session
from excover.apps.cli.streams import ExitStatus


@click.command("merge")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--journal", "into", required=True, metavar="FILE", help="The journal of the whole run, a new file."
)
@click.option(
    "-o",
    "folder",
    metavar="DIR",
    help="The folder to which the files of the shares are copied, if they have any.",
)
@takes_json(JSON_HELP)
def command(paths: tuple[str, ...], into: str, folder: str | None) -> int:
    """Make one journal of those that `excover run --part K/N` has made on several machines.

    The exit status is 0 if the run is complete, and 3 if it is not; then `excover resume` continues it.
    """
    from excover.runs.journal import Journal
    from excover.runs.merge import merge

    with usage_errors():
        merge([Path(path) for path in paths], Path(into), None if folder is None else Path(folder))
        with Journal(into, read_only=True) as journal:
            show(current_session(), journal)
            return ExitStatus.SOLVED if journal.tally().is_complete else ExitStatus.STOPPED
