"""What a command reports: progress on a terminal, and the outcome of a search in words, with its exit
status.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from math import floor
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

from excover.apps.cli.process import ExitStatus, Stop
from excover.apps.cli.session import Session
from excover.base.words import plural, thousands
from excover.search.engine_table import PROGRAMS
from excover.search.outcome import Outcome, StoppedBy
from excover.search.run import SEARCH, Progress

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

REASONS = {
    StoppedBy.LIMIT: "stopped by --limit",
    StoppedBy.GAP: "stopped by --gap",
    StoppedBy.TIME: "stopped by --time-limit",
    StoppedBy.NODES: "stopped by --node-limit",
    StoppedBy.INTERRUPT: "interrupted",
    StoppedBy.CANCELLED: "cancelled",
    None: "stopped",
}


NOTICEABLE = 0.5
"""Seconds outside the search that are worth reporting."""


class Clock:
    """Measures the time since that of `perf_counter`, and reports the search time if it is much shorter."""

    def __init__(self, began: float) -> None:
        self._began = began

    def elapsed(self, outcome: Outcome) -> str:
        passed, searched = perf_counter() - self._began, outcome.statistics.seconds
        of_which = f", of which {searched:.2f} s searching" if passed - searched > NOTICEABLE else ""
        return f"{passed:.2f} s{of_which}"


def summary(outcome: Outcome, clock: Clock) -> str:
    """The outcome in words; a search that was stopped never reports that there is no solution."""
    count, seconds = outcome.count, clock.elapsed(outcome)
    if outcome.claimed_by:
        return f"{claim(outcome)}, after {seconds}"
    if outcome.exhausted:
        return f"{plural(count, 'solution') if count else 'no solution'} in {seconds}"
    reason = REASONS[outcome.stopped_by]
    if count:
        return f"at least {plural(count, 'solution')}: {reason} after {seconds}"
    return f"{reason} after {seconds}, before a solution was found: there may be one"


def claim(outcome: Outcome) -> str:
    """What another program reports of all solutions."""
    if not outcome.count:
        return f"{outcome.claimed_by} reports that there is no solution (not verified)"
    that = "this is the only one" if outcome.count == 1 else "these are all"
    count = plural(outcome.count, "solution")
    return f"{count}; {outcome.claimed_by} reports that {that} (not verified)"


def best_summary(outcome: Outcome, goal: str, clock: Clock) -> str:
    """The outcome of a search for the best solution that has found one."""
    seconds, side = clock.elapsed(outcome), "at most" if goal == "maximize" else "at least"
    if outcome.claimed_by:
        claim = f"{outcome.claimed_by} reports that this is the best there is (not verified)"
        return f"{outcome.best_values}; {claim}, after {seconds}"
    if outcome.exhausted:
        return f"{outcome.best_values}: the best there is, after {seconds}"
    reason = REASONS[outcome.stopped_by]
    first = outcome.goals[0][0] if outcome.goals else "cost"
    if outcome.gap == 0:  # later goals are open
        return (
            f"{outcome.best_values}: the best so far, and {first} cannot be better; {reason} after {seconds}"
        )
    gap = "" if outcome.gap is None else f" (gap {outcome.gap:.2%})"
    bound = "" if outcome.bound is None else f"the best {first} is {side} {outcome.bound:,}{gap}; "
    return f"{outcome.best_values}: the best so far; {bound}{reason} after {seconds}"


def statistics(outcome: Outcome, full: bool, clock: Clock | None = None) -> str:
    """Work in Knuth's units, which are the same on every machine; ``full`` adds the choice and its reason.

    The seconds are those of the search unless there is a ``clock``. The work of other people's solvers is not
    known in these units.
    """
    work = outcome.statistics
    counted = f"{plural(work.nodes, 'node')}, {plural(work.updates, 'update')}, depth {work.depth:,}"
    if work.engine in PROGRAMS:
        return f"{work.seconds:.2f} s, engine {work.engine} ({work.reason}), {plural(work.threads, 'thread')}"
    seconds = clock.elapsed(outcome) if clock else f"{work.seconds:.2f} s"
    line = f"{counted}, {seconds}, engine {work.engine}"
    if not full:
        return line
    return f"{line} ({work.reason}), {plural(work.threads, 'thread')}"


def exit_status(outcome: Outcome, stop: Stop, *, enough: bool) -> int:
    """The exit status; ``enough`` means that reaching --limit or --gap counts as solved."""
    if outcome.exhausted:
        return ExitStatus.SOLVED if outcome.count else ExitStatus.NO_SOLUTION
    if outcome.stopped_by is StoppedBy.INTERRUPT:
        return stop.status
    answers = (StoppedBy.LIMIT, StoppedBy.GAP)
    return ExitStatus.SOLVED if enough and outcome.stopped_by in answers else ExitStatus.STOPPED


# Listeners that show the progress of a command: a bar for a search, a line for other work.
#
# They are shown only on a terminal, below everything that is printed, and erased before a line is written.
# Elsewhere, `excover.apps.cli.app` reports progress.

DELAY = 0.5
"""Seconds before progress is shown; most searches take less."""
INTERVAL = 0.1
"""Seconds between two updates."""
ERASE = "\r\x1b[K"


def in_words(progress: Progress) -> str:
    """A progress report in words.

    >>> in_words(Progress("random walks", 5000, 10_000, note="about 12 solutions"))
    'random walks: 5,000 of 10,000, about 12 solutions'
    >>> in_words(Progress("search", 7, done=0.5))
    'search: 7, 50.0% of the work'
    >>> in_words(Progress("search", 7, done=0.9999))  # 100% is the end
    'search: 7, 99.9% of the work'
    """
    of = "" if progress.total is None else f" of {progress.total:,}"
    done = "" if progress.done is None else f"{floor(1000 * progress.done) / 1000:.1%} of the work"
    return ", ".join(filter(None, [f"{progress.stage}: {progress.count:,}{of}", done, progress.note]))


class ProgressLine:
    """A line of text on standard error that each report overwrites."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._is_wanted = is_wanted(session)
        self._next = monotonic() + DELAY
        self._is_shown = False

    def __call__(self, progress: Progress) -> None:
        """Shows the report, unless the last one is recent."""
        self._session.progress = progress
        if self._is_wanted and monotonic() >= self._next:
            self._next = monotonic() + INTERVAL
            self._write(ERASE + in_words(progress))
            self._is_shown = True

    def clear(self) -> None:
        """Erases the line."""
        if self._is_shown:
            self._write(ERASE)
            self._is_shown = False

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.clear()

    @staticmethod
    def _write(text: str) -> None:
        with suppress(OSError):
            print(text, end="", file=sys.stderr, flush=True)


def is_wanted(session: Session) -> bool:
    return sys.stderr.isatty() and not session.json and not session.quiet


class ProgressBar:
    """A progress bar of a search with the remaining time."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._is_wanted = is_wanted(session)
        self._next = monotonic() + DELAY
        self._shown: tuple[RichProgress, TaskID] | None = None

    def __call__(self, progress: Progress) -> None:
        self._session.progress = progress
        if not self._is_wanted or monotonic() < self._next:
            return
        self._next = monotonic() + INTERVAL
        bar, task = self._shown = self._shown or _bar()
        total = None if progress.done is None else 1.0
        done = floor(100 * (progress.done or 0.0)) / 100
        bar.update(task, total=total, completed=done, found=known_so_far(progress))
        bar.start()
        bar.refresh()

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Erases the bar; a later report shows it again."""
        if self._shown is not None:
            self._shown[0].stop()


def known_so_far(progress: Progress) -> str:
    """What a search has found; of one for the best solution also the cost, the bound and its speed.

    >>> known_so_far(Progress("search", 1234)), known_so_far(Progress("all solutions", 7))
    ('1,234 found', 'all solutions: 7 found')
    >>> from excover.search.outcome import Statistics
    >>> work = Statistics(6_000_000, 0, 0, 2.0, "cost", "")
    >>> known_so_far(Progress("search", 2, outcome=Outcome(2, False, None, work, cost=104, bound=100)))
    '2 found, cost 104, bound 100, gap 3.8%, 3,000,000 nodes a second'
    """
    stage = "" if progress.stage == SEARCH else f"{progress.stage}: "
    parts = [f"{stage}{progress.count:,} found"]
    if (outcome := progress.outcome) and (outcome.cost is not None or outcome.bound is not None):
        parts.append(outcome.best_so_far or f"bound {thousands(outcome.bound)}")
        if outcome.statistics.seconds and outcome.statistics.nodes:
            parts.append(f"{outcome.statistics.nodes / outcome.statistics.seconds:,.0f} nodes a second")
    return ", ".join(filter(None, parts))


def _bar() -> tuple[RichProgress, TaskID]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as RichProgress

    progress = RichProgress(
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[found]}, left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
    )
    return progress, progress.add_task("", total=1.0, found="0 found")
