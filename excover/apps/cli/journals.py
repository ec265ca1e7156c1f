"""What the commands share that work on the journal of a run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

import click
from click.core import ParameterSource

from excover.apps.cli.files import CommandFunction, SpecOptions
from excover.apps.cli.parameters import option, refusals, takes_workers
from excover.apps.cli.process import ExitStatus, note, print_data, print_text, printable
from excover.apps.cli.report import DELAY, REASONS, Clock, exit_status, is_wanted
from excover.apps.cli.session import Session, current_session
from excover.base.errors import CannotWrite, MissingExtra
from excover.base.words import duration, plural
from excover.search.run import Budget, Progress
from excover.search.strategy import EngineName, cores

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

    from excover.apps.cli.analysis import Deadline
    from excover.authors.generate import Wanted
    from excover.base.json.outputs import RunData
    from excover.runs.journal import Journal
    from excover.runs.run_description import FormName, PuzzleOrder
    from excover.runs.run_report import RunProgress, WorkerState

# The live page of a run: how far it is and what its workers do, on a terminal, as long as it lasts.

INTERVAL = 0.5
"""Seconds between two updates."""
BAR_WIDTH = 30
LINES_WITHOUT_WORKERS = 7
"""Of a page, and one below it."""


class RunPage:
    """A listener, and a context after which the page is gone."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._is_wanted = is_wanted(session)
        self._next = monotonic() + DELAY
        self._live: Live | None = None

    def __call__(self, progress: Progress) -> None:
        from excover.runs.run_report import RunProgress

        self._session.progress = progress
        if not self._is_wanted or not isinstance(progress, RunProgress) or monotonic() < self._next:
            return
        self._next = monotonic() + INTERVAL
        self._live = self._live or _live()
        self._live.update(page(progress, self._live.console.height))
        self._live.start()
        self._live.refresh()

    def __enter__(self) -> RunPage:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Erases the page; a later report shows it again."""
        if self._live is not None:
            self._live.stop()


def _live() -> Live:
    from rich.console import Console
    from rich.live import Live

    return Live(console=Console(stderr=True), transient=True, auto_refresh=False)


def page(progress: RunProgress, height: int) -> Table:
    """The page on a terminal of so many lines: workers without room are left out, and counted."""
    from rich.progress_bar import ProgressBar
    from rich.table import Column, Table

    whole = Table.grid()
    whole.add_column(no_wrap=True, overflow="ellipsis")
    bar = Table.grid("bar", Column(no_wrap=True), padding=(0, 1))
    done = progress.done or 0.0
    bar.add_row(
        ProgressBar(total=1.0, completed=done, width=BAR_WIDTH),
        f"{done:.2%} of the {'puzzles' if progress.unit == 'puzzle' else 'tree'}",
    )
    whole.add_row(bar)
    whole.add_row(left(progress))
    for line in known(progress):
        whole.add_row(line)
    room = max(1, height - LINES_WITHOUT_WORKERS)
    whole.add_row(_workers(progress.workers[:room]))
    if more := progress.workers[room:]:
        whole.add_row(f"and {plural(len(more), 'worker')} more")
    return whole


def left(progress: RunProgress) -> str:
    """The time that the workers which are there still need."""
    if progress.left is None or not progress.workers:
        return "time left: not known yet"
    number = len(progress.workers)
    mean, low, high = (duration(seconds / number) for seconds in progress.left)
    return f"about {mean} left ({low} to {high})"


def known(progress: RunProgress) -> list[str]:
    """What was found so far, and how fast. Puzzles are made of many searches, whose nodes are not counted."""
    rate = sum(worker.nodes_per_second for worker in progress.workers)
    tally, found = progress.tally, plural(progress.count, progress.unit)
    parts = f"{tally.open:,} of {plural(tally.parts, 'part')} open" if tally else ""
    if progress.unit == "puzzle":
        return [found, parts]
    if tally and tally.cost is not None:
        found = f"best {tally.cost:,}" + ("" if tally.bound is None else f", bound {tally.bound:,}")
    size = f"{plural(tally.nodes, 'node')}, {parts}" if tally else ""
    return [f"{found}, {rate:,.0f} nodes a second", size]


def _workers(workers: tuple[WorkerState, ...]) -> Table:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    for title in ("worker", "part", "parts done", "nodes", "nodes a second"):
        table.add_column(title, justify="left" if title == "worker" else "right", no_wrap=True)
    for worker in workers:
        part = "" if worker.part is None else f"{worker.part:,}"
        rate = f"{worker.nodes_per_second:,.0f}"
        table.add_row(worker.name, part, f"{worker.parts:,}", f"{worker.nodes:,}", rate)
    return table


Workers: TypeAlias = int | str
"""How many processes, or the address of a scheduler of Dask."""

JSON_HELP = "Write what the journal knows as a JSON object."


def takes_cluster(function: CommandFunction) -> CommandFunction:
    """Adds --workers and --dask, which exclude each other; the function gets ``workers``."""

    @takes_workers
    @option("--dask ADDRESS", "Use the workers of the Dask scheduler at ADDRESS.", default="")
    @wraps(function)
    def command(workers: int, dask: str, **rest: object) -> int:
        source = click.get_current_context().get_parameter_source("workers")
        if dask and source is not ParameterSource.DEFAULT:
            raise click.UsageError("--workers and --dask exclude each other: the cluster has its own workers")
        return function(workers=dask or workers, **rest)

    return command


@contextmanager
def usage_errors() -> Iterator[None]:
    """A context in which what is wrong with a journal, or an engine, or is missing, is a usage error."""
    from excover.runs.run_description import JournalError

    try:
        with refusals():
            yield
    except (JournalError, MissingExtra) as wrong:
        raise click.UsageError(printable(str(wrong))) from None


def work(session: Session, journal: Journal, workers: Workers, time_limit: float | None) -> int:
    """Works on an open journal until it is complete or the run ends; reports, and returns the exit status."""
    from excover.runs.campaign import RunCoordinator, part_pool
    from excover.runs.worker_pool import WorkerDied

    clock = Clock(session.began)
    with session.stop.requested_only(), RunPage(session) as page:
        run = session.run(Budget(seconds=time_limit), progress=page)
        try:
            pool = part_pool(journal, 1, workers) if isinstance(workers, str) else workers
            coordinator = RunCoordinator(journal, pool, run)
            outcome = coordinator.finish()
        except (CannotWrite, WorkerDied) as wrong:  # what was recorded before is safe
            page.clear()
            session.note_error(printable(f"{wrong}; `excover resume {journal.path}` tries again"))
            return ExitStatus.STOPPED
    show(session, journal)
    if not session.json and not outcome.exhausted:
        reason = REASONS[outcome.stopped_by]
        note(printable(f"{reason}: `excover resume {journal.path}` continues the run"))
    elif not session.json:
        note(f"{clock.elapsed(outcome)} on {plural(coordinator.pool.size, 'worker')}")
    if outcome.exhausted and journal.share != "1/1":
        return ExitStatus.SOLVED  # that a share has no solution proves nothing of the puzzle
    return exit_status(outcome, session.stop, enough=False)


def begin(
    described: SpecOptions,
    path: str,
    folder: str | None,
    workers: Workers,
    time_limit: float | None,
    engine: EngineName = "auto",
    share: str = "1/1",
    best: bool = False,
    puzzles: PuzzleOrder | None = None,
    form: FormName = "jsonl",
) -> int:
    """Begins a run and works on it; returns the exit status."""
    from excover.runs.campaign import Campaign
    from excover.runs.journal import Journal
    from excover.runs.journal_file import refuse_existing

    session = current_session()
    with usage_errors():
        refuse_existing(Path(path))
        campaign = Campaign.begin(
            described.source(),
            path,
            folder,
            settings=described.parameters(),
            tables=described.table_files(),
            given=described.drawing(),
            limits=session.limits,
            engine=engine,
            share=share,
            best=best,
            puzzles=puzzles,
            form=form,
        )
        session.show_warnings(campaign.problem.warnings)
        with Journal(path) as journal:
            return work(session, journal, workers, time_limit)


def begin_puzzles(
    described: SpecOptions, order: tuple[int, int, Wanted], path: str, folder: str, deadline: Deadline
) -> int:
    """Begins a run that makes puzzles: a random seed, their number and what is wanted."""
    from excover.runs.run_description import PuzzleOrder
    from excover.runs.run_search import order_fields

    seed, number, wanted = order
    puzzles = PuzzleOrder(seed, number, order_fields(wanted))
    return begin(described, path, folder, cores(), deadline.run.budget.seconds, puzzles=puzzles)


def show(session: Session, journal: Journal) -> None:
    """The answer on standard output if it is complete; what there is else, on standard error. Raises
    JournalError if a file of the run is gone or was changed.
    """
    from excover.runs.run_report import run_data
    from excover.runs.shares import check_shards

    check_shards(journal)
    data = run_data(journal)
    if session.json:
        print_data(data)
        return
    if data["question"] == "best" and data["best"] and data["exhausted"]:
        names = ", ".join(option["name"] for option in data["best"]["options"])
        print_text(printable("\n".join(data["best"]["drawing"]) or names))
    elif data["exhausted"] and journal.share == "1/1" and data["question"] != "best":
        print_text(str(data["count"]))
    nodes = "" if data["question"] == "puzzles" else f"{plural(data['nodes'], 'node')}, "
    work_done = f"{nodes}{data['seconds']:,.2f} s of workers"
    if data["exhausted"]:
        note(f"{_found(data, journal)}: {plural(data['parts'], 'part')}, {work_done}")
    else:
        open_parts = f"{data['open']:,} of {plural(data['parts'], 'part')} open"
        whole = "puzzles" if data["question"] == "puzzles" else "tree"
        note(f"{_found(data, journal)}: {data['done']:.2%} of the {whole}, {open_parts}, {work_done}")
    if journal.folder:
        what = "puzzles" if data["question"] == "puzzles" else "solutions"
        what = "certificates of parts" if journal.description.form == "proof" else what
        note(printable(f"{what} in {plural(data['files'], 'file')} of `{journal.folder}`"))


def _found(data: RunData, journal: Journal) -> str:
    """What was found so far."""
    if data["question"] == "best":
        if data["cost"] is None:
            return "no solution" if data["exhausted"] else "no solution yet"
        bound = "unknown" if data["bound"] is None else f"{data['bound']:,}"
        return (
            f"cost {data['cost']:,}, the best"
            if data["exhausted"]
            else f"cost {data['cost']:,}, bound {bound}"
        )
    what = plural(data["count"], journal.description.unit)
    of = "" if journal.share == "1/1" else f" of share {journal.share}"
    return f"{'' if data['exhausted'] else 'at least '}{what}{of}"
