"""The live page of a run: how far it is and what its workers do, on a terminal, as long as it lasts."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from excover.apps.cli.progress import DELAY, is_wanted
from excover.apps.cli.session import Session
from excover.base.words import duration, plural

if TYPE_CHECKING:
    from rich.live import Live
    from rich.table import Table

    from excover.runs.run_progress import RunProgress, WorkerState
    from excover.search.run import Progress

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
        from excover.runs.run_progress import RunProgress

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
    """The page on a terminal of so many lines: workers for which there is no room are left out, and told."""
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
    """What was found so far, and how fast. Puzzles are made of many searches, whose nodes nobody counts."""
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
