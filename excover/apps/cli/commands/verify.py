"""`excover verify`: checks the journal of a run, and the files of its solutions."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from excover.apps.cli.deadline import Deadline, takes_deadline
from excover.apps.cli.files import takes_file, will_read
from excover.apps.cli.journals import usage_errors
from excover.apps.cli.parameters import takes_json
from excover.apps.cli.session import Session, current_session
from excover.apps.cli.streams import ExitStatus, note, print_data, print_text, printable
from excover.search.outcome import Unfinished

if TYPE_CHECKING:
    from excover.base.new_file import NewFile
    from excover.runs.audit import Audit
    from excover.runs.journal import Journal, Tally
    from excover.search.run import Run


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
@click.option(
    "--proof",
    callback=takes_file,
    metavar="FILE",
    help="Put the certificates of `run --count --proof` together, for tools/check_proof.py.",
)
@takes_deadline
@takes_json("Write what was checked as a JSON object.")
def command(path: str, sample: int, seed: int, proof: NewFile | None, deadline: Deadline) -> int:
    """Check that the parts in the journal FILE make up the search tree, and count some of them again.

    Where solutions were listed, check every one of them. The exit status is 0 if nothing is wrong and the
    run is complete, 3 if nothing is wrong so far, and 1 if something is.
    """
    from excover.runs.audit import Audit
    from excover.runs.journal import Journal
    from excover.runs.journal_faults import DamagedJournal

    session = current_session()
    will_read([path])
    tally, is_whole = None, False
    with usage_errors(), deadline.working():
        try:
            with Journal(path, read_only=True) as journal:
                found, tally = _audited(journal, sample, seed, proof, deadline.run), journal.tally()
                is_whole = journal.share == "1/1"
        except DamagedJournal as damaged:
            found = Audit(faults=damaged.faults)
        except Unfinished:
            session.note_error(f"{deadline.reason} before the journal was checked")
            return deadline.status
    _report(session, found, tally, is_whole)
    if tally is None or found.faults:
        return ExitStatus.NO_SOLUTION
    return ExitStatus.SOLVED if tally.is_complete else ExitStatus.STOPPED


def _report(session: Session, found: Audit, tally: Tally | None, is_whole: bool) -> None:
    """The number if it is known and nothing is wrong with it; what was checked, on standard error."""
    if session.json:
        print_data(
            {
                "verdict": "wrong" if found.faults else "right",
                "count": None if tally is None else tally.count,
                "exhausted": tally is not None and tally.is_complete,
                "checked": found.checked,
                "faults": found.faults,
            }
        )
    else:
        for line in found.checked:
            note(printable(f"checked: {line}"))
        for line in found.faults:
            note(printable(f"wrong: {line}"))
        if tally and not found.faults and tally.is_complete and is_whole:
            print_text(str(tally.count if tally.cost is None else tally.cost))


class _Faulty(Exception):
    """Faults were found, and the certificate is not kept."""


def _audited(journal: Journal, sample: int, seed: int, proof: NewFile | None, run: Run) -> Audit:
    from excover.runs.audit import audit
    from excover.runs.audit_proof import require_certificates

    if proof is None:
        return audit(journal, sample, seed, run)
    require_certificates(journal)
    with suppress(_Faulty), proof.opened() as into:
        found = audit(journal, sample, seed, run, into)
        if found.faults:
            raise _Faulty
    return found
