"""`excover run`, `resume`, `status`, `verify`, `merge`: runs with a journal, from which they can be
continued.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from excover.apps.cli.analysis import Deadline, takes_deadline
from excover.apps.cli.files import SpecOptions, takes_file, will_read
from excover.apps.cli.journals import JSON_HELP, Workers, begin, show, takes_cluster, usage_errors, work
from excover.apps.cli.parameters import option, takes_json, takes_spec, takes_time_limit
from excover.apps.cli.process import ExitStatus, note, print_data, print_text, printable
from excover.apps.cli.session import Session, current_session
from excover.base.new_file import NewFile
from excover.base.words import duration
from excover.search.outcome import Unfinished
from excover.search.run import Run
from excover.search.strategy import EngineName

if TYPE_CHECKING:
    from excover.runs.audit import Audit
    from excover.runs.journal import Journal, Tally
    from excover.runs.run_description import FormName


@click.command("run")
@takes_spec
@option("--count", "Count the solutions.", name="counts")
@option("--all", "Write all solutions, into files of the folder -o DIR.", name="every")
@option("--best", "Find a solution of least cost (or greatest, to maximize).")
@option("-o DIR", "The folder for --all and --proof, made if necessary.", name="folder")
@option("--parquet", "With --all: files in Parquet (see `solve --parquet`), not JSON lines.")
@option("--proof", "With --count: write certificates into -o DIR (see `verify --proof`).")
@option("--journal FILE", "The journal, a new file; see `excover resume`.", name="path", required=True)
@option(
    "--part K/N",
    "Only the share K of N, for machines that never meet; see `excover merge`.",
    name="share",
    default="1/1",
)
@option(
    "--engine", "Search engine (default: auto).", click.Choice(["auto", "sparse", "lanes"]), default="auto"
)
@takes_cluster
@takes_time_limit
@takes_json(JSON_HELP)
def run_command(
    described: SpecOptions,
    counts: bool,
    every: bool,
    best: bool,
    folder: str | None,
    parquet: bool,
    proof: bool,
    path: str,
    share: str,
    engine: EngineName,
    workers: Workers,
    time_limit: float | None,
) -> int:
    """Count the solutions, write all of them into files, or find the best one, with worker processes and a
    journal.

    Whatever happens to the process or the machine, `excover resume FILE` continues the run, and the final
    count is exact. Standard output contains only the number of solutions, or the best one.
    """
    if counts + every + best != 1:
        raise click.UsageError("give either --count, or --all with -o DIR, or --best")
    if proof and not counts:
        raise click.UsageError("--proof is for --count")
    if (every or proof) != (folder is not None):
        raise click.UsageError(
            "-o DIR belongs to --all or --proof: it is the folder of the solutions or certificates"
        )
    if parquet and not every:
        raise click.UsageError("--parquet is the form of the files of --all")
    form: FormName = "proof" if proof else "parquet" if parquet else "jsonl"
    return begin(described, path, folder, workers, time_limit, engine, share, best, form=form)


# `excover resume`: continues a run from its journal.


@click.command("resume")
@click.argument("path", metavar="FILE")
@takes_cluster
@takes_time_limit
@takes_json(JSON_HELP)
def resume_command(path: str, workers: Workers, time_limit: float | None) -> int:
    """Continue a run from its journal FILE, after a crash, Ctrl-C or a time limit.

    The journal contains the description and all its settings. What was not recorded is searched again:
    at most the last slice of each worker.
    """
    from excover.runs.journal import Journal

    with usage_errors(), Journal(path) as journal:
        return work(current_session(), journal, workers, time_limit)


# `excover status`: how far a run has come.


@click.command("status")
@click.argument("path", metavar="FILE")
@option("--svg FILE", "Write a picture: what each worker did when.", takes_file)
@takes_json(JSON_HELP)
def status_command(path: str, svg: NewFile | None) -> int:
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
    from excover.runs.run_report import timeline

    try:
        picture = timeline(journal)
    except ValueError as wrong:
        raise click.UsageError(f"--svg: {wrong}") from None
    file.write(f"{picture.svg(str(journal.path))}\n".encode())


# `excover verify`: checks the journal of a run, and the files of its solutions.


@click.command("verify")
@click.argument("path", metavar="FILE")
@option(
    "--sample N",
    "Count N random parts again with another engine (default: 5).",
    click.IntRange(min=0),
    default=5,
)
@option("--seed S", "Choose others for another S.", click.IntRange(0, 2**64 - 1), default=0)
@option(
    "--proof FILE",
    "Put the certificates of `run --count --proof` together, for tools/check_proof.py.",
    takes_file,
)
@takes_deadline
@takes_json("Write what was checked as a JSON object.")
def verify_command(path: str, sample: int, seed: int, proof: NewFile | None, deadline: Deadline) -> int:
    """Check that the parts in the journal FILE make up the search tree, and count some of them again.

    Where solutions were listed, check every one of them. The exit status is 0 if nothing is wrong and the
    run is complete, 3 if nothing is wrong so far, and 1 if something is.
    """
    from excover.runs.audit import Audit
    from excover.runs.journal import Journal
    from excover.runs.journal_file import DamagedJournal

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
    from excover.runs.audited_parts import require_certificates

    if proof is None:
        return audit(journal, sample, seed, run)
    require_certificates(journal)
    with suppress(_Faulty), proof.opened() as into:
        found = audit(journal, sample, seed, run, into)
        if found.faults:
            raise _Faulty
    return found


# `excover merge`: one journal from those of all shares of a run.


@click.command("merge")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@option("--journal FILE", "The journal of the whole run, a new file.", name="into", required=True)
@option("-o DIR", "The folder to which the files of the shares are copied, if they have any.", name="folder")
@takes_json(JSON_HELP)
def merge_command(paths: tuple[str, ...], into: str, folder: str | None) -> int:
    """Make one journal of those that `excover run --part K/N` has made on several machines.

    The exit status is 0 if the run is complete, and 3 if it is not; then `excover resume` continues it.
    """
    from excover.runs.journal import Journal
    from excover.runs.shares import merge

    with usage_errors():
        merge([Path(path) for path in paths], Path(into), None if folder is None else Path(folder))
        with Journal(into, read_only=True) as journal:
            show(current_session(), journal)
            return ExitStatus.SOLVED if journal.tally().is_complete else ExitStatus.STOPPED
