"""`excover verify`: checks the journal of a run, and the files of its solutions."""

from __future__ import annotations

import click

from excover.cli.deadline import Deadline, takes_deadline
from excover.cli.journals import usage_errors
from excover.cli.parameters import takes_json
from excover.cli.session import current_session
from excover.cli.status import ExitStatus
from excover.cli.streams import note, printable, say, say_data
from excover.solve.outcome import Unfinished


@click.command("verify")
@click.argument("path", metavar="FILE")
@click.option(
    "--sample",
    type=click.IntRange(min=0),
    default=5,
    metavar="N",
    help="Count N random parts again with another engine (default: 5).",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=0, metavar="S", help="Choose others for another S."
)
@takes_deadline
@takes_json("Write what was checked as a JSON object.")
def command(path: str, sample: int, seed: int, deadline: Deadline) -> int:
    """Check that the parts in the journal FILE make up the search tree, and count some of them again.

    Where solutions were listed, check every one of them. The exit status is 0 if nothing is wrong and the
    run is complete, 3 if nothing is wrong so far, and 1 if something is.
    """
    from excover.runs.audit import audit
    from excover.runs.journal import Journal

    session = current_session()
    with usage_errors(), Journal(path, read_only=True) as journal, deadline.working():
        try:
            found = audit(journal, sample, seed, deadline.run)
        except Unfinished:
            session.note_error(f"{deadline.reason} before the journal was checked")
            return deadline.status
        tally = journal.tally()
    if session.json:
        say_data(
            {
                "verdict": "wrong" if found.faults else "right",
                "count": tally.count,
                "exhausted": tally.is_complete,
                "checked": found.checked,
                "faults": found.faults,
            }
        )
    else:
        for line in found.checked:
            note(printable(f"checked: {line}"))
        for line in found.faults:
            note(printable(f"wrong: {line}"))
        if not found.faults and tally.is_complete and journal.share == "1/1":
            say(str(tally.count if tally.cost is None else tally.cost))
    if found.faults:
        return ExitStatus.NO_SOLUTION
    return ExitStatus.SOLVED if tally.is_complete else ExitStatus.STOPPED
