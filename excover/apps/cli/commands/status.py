"""`excover status`: how far a run has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from excover.apps.cli.files import takes_file
from excover.apps.cli.journals import JSON_HELP, show, usage_errors
from excover.apps.cli.parameters import takes_json
from excover.apps.cli.session import current_session
from excover.apps.cli.streams import ExitStatus, note
from excover.base.new_file import NewFile
from excover.base.words import duration

if TYPE_CHECKING:
    from excover.runs.journal import Journal


@click.command("status")
@click.argument("path", metavar="FILE")
@click.option(
    "--svg", callback=takes_file, metavar="FILE", help="Write a picture: what each worker did when."
)
@takes_json(JSON_HELP)
def command(path: str, svg: NewFile | None) -> int:
    """Report how far the run with the journal FILE has come, also while it is running.

    The exit status is 0 if the run is complete, and 3 if it is not.
    """
    from excover.runs.journal import Journal
    from excover.runs.run_report import slowest, time_left

    session = current_session()
    with usage_errors(), Journal(path, read_only=True) as journal:
        show(session, journal)
        if svg:
            _draw(journal, svg)
        is_complete = journal.tally().is_complete
        if not session.json and not is_complete and (left := time_left(journal)):
            mean, low, high = map(duration, left)
            note(f"about {mean} of workers left ({low} to {high})")
        if not session.json:
            for part in slowest(journal):
                nodes = f", {part['nodes']:,} nodes" if part["nodes"] else ""
                note(f"part {part['part']}: {part['seconds']:.2f} s{nodes}")
        return ExitStatus.SOLVED if is_complete else ExitStatus.STOPPED


def _draw(journal: Journal, file: NewFile) -> None:
    """Raises UsageError if there is too much to draw."""
    from excover.runs.timeline import timeline

    try:
        picture = timeline(journal)
    except ValueError as wrong:
        raise click.UsageError(f"--svg: {wrong}") from None
    file.write(f"{picture.svg(str(journal.path))}\n".encode())
