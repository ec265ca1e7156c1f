"""What the commands share that work on the journal of a run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING

import click

from excover.cli.parameters import CommandFunction, takes_time_limit
from excover.cli.progress import ProgressBar
from excover.cli.report import REASONS, Clock, exit_status
from excover.cli.session import Session
from excover.cli.status import ExitStatus
from excover.cli.streams import note, printable, say, say_data
from excover.words import plural

if TYPE_CHECKING:
    from excover.runs.journal import Journal

JSON_HELP = "Write what the journal knows as a JSON object."


def takes_workers(function: CommandFunction) -> CommandFunction:
    """Adds --workers and --time-limit; the function gets ``workers``, a number, and ``time_limit``."""

    @click.option(
        "--workers",
        type=click.IntRange(1, 1024),
        metavar="N",
        help="Number of worker processes (default: all cores).",
    )
    @takes_time_limit
    @wraps(function)
    def command(workers: int | None, **rest: object) -> int:
        from excover.solve.machine import cores

        return function(workers=workers or cores(), **rest)

    return command


@contextmanager
def told() -> Iterator[None]:
    """A context in which what is wrong with a journal, or an engine, is a usage error."""
    from excover.runs.charter import JournalError
    from excover.solve.strategy import Unsuitable

    try:
        yield
    except (JournalError, Unsuitable) as wrong:
        raise click.UsageError(printable(str(wrong))) from None


def work(session: Session, journal: Journal, workers: int, time_limit: float | None) -> int:
    """Works on an open journal until it is complete or the run ends; reports, and returns the exit status."""
    from excover.runs.conduct import Conduct
    from excover.runs.crew import WorkerDied
    from excover.solve.run import Budget, Run

    clock = Clock()
    with session.stop.requested_only(), ProgressBar(session) as bar:
        run = Run(Budget(seconds=time_limit), cancellation=session.stop, progress=bar)
        try:
            outcome = Conduct(journal, workers, run).finish()
        except WorkerDied as wrong:
            bar.clear()
            session.note_error(printable(f"{wrong}; `excover resume {journal.path}` tries again"))
            return ExitStatus.STOPPED
    show(session, journal)
    if not session.json and not outcome.exhausted:
        reason = REASONS[outcome.stopped_by]
        note(printable(f"{reason}: `excover resume {journal.path}` continues the run"))
    elif not session.json:
        note(f"{clock.elapsed(outcome)} on {plural(workers, 'worker')}")
    if outcome.exhausted and journal.share != "1/1":
        return ExitStatus.SOLVED  # that a share has no solution says nothing of the puzzle
    return exit_status(outcome, session.stop, enough=False)


def show(session: Session, journal: Journal) -> None:
    """The count on standard output if it is complete; what there is else, on standard error."""
    from excover.runs.run_report import run_data

    data = run_data(journal)
    if session.json:
        say_data(data)
        return
    if data["exhausted"] and journal.share == "1/1":
        say(str(data["count"]))
    work_done = f"{plural(data['nodes'], 'node')}, {data['seconds']:,.2f} s of workers"
    of = "" if journal.share == "1/1" else f" of share {journal.share}"
    if data["exhausted"]:
        note(f"{plural(data['count'], 'solution')}{of}: {plural(data['parts'], 'part')}, {work_done}")
    else:
        note(
            f"at least {plural(data['count'], 'solution')}{of}: {data['done']:.2%} of the tree,"
            f" {data['open']:,} of {plural(data['parts'], 'part')} open, {work_done}"
        )
    if journal.folder:
        note(printable(f"solutions in {plural(data['files'], 'file')} of `{journal.folder}`"))
