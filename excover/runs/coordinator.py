"""The coordinator of a run: it assigns the open parts of a journal to workers and records what they find."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from time import perf_counter

from excover.runs.journal import Journal, PartReport
from excover.runs.journal_file import JournalPart
from excover.runs.run_report import TimeLeft, WorkerLog, run_progress, time_left
from excover.runs.shard_forms import is_better
from excover.runs.shares import delete_orphans, take_share, write_shard
from excover.runs.worker_messages import PartDone
from excover.runs.worker_pool import PartPool, PoolNews, WorkerPool
from excover.search.outcome import Outcome, Statistics, StoppedBy
from excover.search.run import Run
from excover.search.tuning import tuning

PAUSE = 0.1
"""Seconds between two looks at whether the run is to end."""


LOOKS = 100
"""The pause between two looks at how far the run is, in times of what one takes."""


class RunCoordinator:
    """Works on a journal that is open for writing, until it is complete or the run ends.

    ``workers``: how many processes of this machine, or a pool. ``run``: its budget of seconds, its
    cancellation, and its listener. Raises CannotWrite if the disk is full, WorkerDied if workers cannot work;
    what was recorded before is safe, and the run can be resumed.
    """

    def __init__(self, journal: Journal, workers: int | PartPool, run: Run) -> None:
        self.journal = journal
        self._run = run.started()
        self._stopped_by: StoppedBy | None = None
        self._parts: list[tuple[float, float, int, JournalPart]] = []
        self._goal = journal.description.goal
        if journal.divided is not None or take_share(journal, self._run):
            self._take(journal.open_parts())
        else:
            self._stopped_by = self._run.stopped_by
        self.tally = journal.tally()
        self._left: TimeLeft | None = None
        self._log = WorkerLog()
        self._next_look = 0.0
        if journal.folder:
            delete_orphans(journal.folder, journal.shards())
        text = journal.description.as_text()
        self.pool: PartPool = WorkerPool(text, workers) if isinstance(workers, int) else workers

    @property
    def outcome(self) -> Outcome:
        tally, pool = self.tally, self.pool
        statistics = Statistics(tally.nodes, 0, 0, tally.seconds, pool.engine, "in parts", pool.size)
        complete = tally.is_complete
        stopped_by = None if complete else self._stopped_by
        return Outcome(tally.count, complete, stopped_by, statistics, tally.cost, tally.bound)

    def finish(self) -> Outcome:
        """Goes on until all parts are done or the run ends."""
        for _ in self.new_shards():
            pass
        return self.outcome

    def new_shards(self) -> Iterator[tuple[str, str]]:
        """Does the work of `finish`, and gives the files of solutions and their digests."""
        if self._parts:
            with self.pool:
                yield from self._work()
            self.tally = self.journal.tally()

    def _work(self) -> Iterator[tuple[str, str]]:
        while self._parts or self.pool.is_busy:
            self._stopped_by = self._run.stopped_by
            if self._stopped_by:
                yield from self._record(self.pool.shut_down())
                # Those too that a worker had and has not searched: the journal has them open.
                self._close(part for part in self.journal.open_parts() if self._is_hopeless(part))
                return
            self._assign()
            news = self.pool.receive(PAUSE)
            yield from self._record(news)
            self._take(news.lost)
            if news.failure:  # what the other workers have found is not lost
                yield from self._record(self.pool.shut_down())
                raise news.failure
            workers = self._log.states(self.pool.at_work)
            waiting, unit = len(self._parts), self.journal.description.unit
            self._run.progress(run_progress(self.tally, self._left, waiting, workers, unit))

    def _assign(self) -> None:
        """Slices grow with the time spent, so that a crash loses little of it, and parts are few."""
        spent = self.tally.seconds / tuning.run_slices
        seconds = min(tuning.run_most_slice, max(tuning.run_least_slice, spent))
        while self.pool.wants(len(self._parts)):
            part = heappop(self._parts)[-1]
            if self._is_hopeless(part):
                self._close_hopeless(part)
            else:
                self.pool.give(part, seconds, self.journal.best_cost)
        if not self._parts:
            self.pool.request_splits()

    def _is_hopeless(self, part: JournalPart) -> bool:
        """Whether no solution in it is better than the best one that is known."""
        best, bound = self.journal.best_cost, part.bound
        return best is not None and bound is not None and not is_better(self._goal, bound, best)

    def _close_hopeless(self, first: JournalPart) -> None:
        """Parts come in the order of their bounds: with one of them, all that wait are hopeless."""
        parts = [first, *(entry[-1] for entry in self._parts)]
        self._parts.clear()
        self._close(parts)

    def _close(self, parts: Iterable[JournalPart]) -> None:
        self.journal.record(PartReport(part.number, "0", 0, 0, 0.0, bound=part.bound) for part in parts)

    def _record(self, news: PoolNews) -> list[tuple[str, str]]:
        """Returns the files with solutions."""
        for number, incumbent in news.improved:
            if self.journal.improve(number, incumbent):
                self.pool.tell_best(incumbent.cost)
        reports = [self._report(name, part) for name, part in news.done]
        if reports:
            self._take(self.journal.record(reports))
            self._look()
        return [report.shard for report in reports if report.shard]

    def _look(self) -> None:
        """These pass over all parts: they are made anew so seldom that this takes no time to speak of."""
        began = perf_counter()
        if began >= self._next_look:
            self.tally = self.journal.tally()
            self._left = time_left(self.journal)
            self._next_look = perf_counter() + LOOKS * (perf_counter() - began)

    def _report(self, worker: str, done: PartDone) -> PartReport:
        found, folder = done.found, self.journal.folder
        self._log.note(worker, found.nodes, found.seconds)
        shard = None
        if found.content and folder:
            shard = write_shard(folder, done.number, found.content, self.journal.description.form)
        return PartReport(
            done.number,
            worker,
            found.count,
            found.nodes,
            found.seconds,
            found.rests,
            shard,
            bound=found.bound,
        )

    def _take(self, parts: Iterable[JournalPart]) -> None:
        for part in parts:
            promise = -math.inf if part.bound is None else part.bound
            if self._goal == "maximize" and part.bound is not None:
                promise = -part.bound
            heappush(self._parts, (promise, -part.rest.share, part.number, part))
