"""Runs that survive their process, in Python, and the coordinator that assigns their parts to workers.

>>> import tempfile
>>> coin = Source("coin.xc", "item a  option heads() covers a  option tails() covers a")
>>> folder = Path(tempfile.mkdtemp())
>>> campaign = Campaign.begin(coin, folder / "coin.journal", folder / "found")
>>> campaign.tally().open
1
>>> Campaign(folder / "coin.journal").finish(workers=1).count
2
>>> sorted(map(str, campaign.solutions()))
['heads()', 'tails()']
"""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain
from os import PathLike
from pathlib import Path
from time import perf_counter

from excover.base.diagnostics import SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source
from excover.language.source_files import find
from excover.matrix.core_form import core_text
from excover.problem.pipeline import Settings
from excover.problem.problem import Problem
from excover.runs.journal import Journal, PartReport, Tally
from excover.runs.journal_file import JournalPart, create, refuse_existing, relative_folder
from excover.runs.run_description import (
    CoverReader,
    FormName,
    JournalError,
    PuzzleOrder,
    Question,
    ShardForm,
    is_better,
    names_in,
    record,
    shard_form,
)
from excover.runs.run_report import TimeLeft, WorkerLog, run_progress, time_left
from excover.runs.run_search import run_search
from excover.runs.shares import (
    check_shards,
    delete_orphans,
    make_folder,
    opened_shard,
    share_number,
    take_share,
    write_shard,
)
from excover.runs.worker_pool import PartDone, PartPool, PoolNews, WorkerPool
from excover.search.outcome import Outcome, Statistics, StoppedBy
from excover.search.run import UNLIMITED, Run, takes_runs
from excover.search.strategy import EngineName, cores
from excover.search.tuning import tuning
from excover.solutions.decode import Decoder, Solution

# The coordinator of a run: it assigns the open parts of a journal to workers and records what they find.

PAUSE = 0.1
"""Seconds between two looks at whether the run is to end."""


LOOKS = 100
"""The pause between two looks at how far the run is, in times of what one takes."""


class RunCoordinator:
    """Works on a journal that is open for writing, until it is complete or the run ends.

    ``workers``: how many processes of this machine, or a pool. ``run``: its budget of seconds, its
    cancellation, and its listener. Raises CannotWrite if the disk is full, WorkerDied if workers cannot work;
    what was recorded before is safe, and the run can be resumed. JournalError if a file of the run is gone.
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
        check_shards(journal)
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
                self.tally, self._left = self.journal.tally(), None
                self._tell()  # how it ended, whenever it was looked at before

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
            self._tell()

    def _tell(self) -> None:
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


def part_pool(journal: Journal, workers: int, dask: str = "") -> PartPool:
    """So many processes of this machine, or the workers of the scheduler at an address. MissingExtra."""
    text = journal.description.as_text()
    if not dask:
        return WorkerPool(text, workers)
    from excover.runs.dask_pool import DaskPool

    return DaskPool(text, dask)


@takes_runs
class Campaign:
    """A run with a journal, which counts solutions, or writes all of them into files of a folder.

    ``Campaign(journal)`` continues one, in any process. Methods raise JournalError (an ExcoverError) if the
    journal is none, is damaged, or another process works on it; OSError if files cannot be read or written.
    """

    def __init__(self, journal: str | PathLike[str]) -> None:
        self.path = Path(journal)

    def __reduce__(self) -> tuple[type[Campaign], tuple[Path]]:
        return Campaign, (self.path,)

    @classmethod
    def begin(
        cls,
        spec: str | PathLike[str] | Source | Problem,
        journal: str | PathLike[str],
        folder: str | PathLike[str] | None = None,
        *,
        settings: Settings | None = None,
        tables: Mapping[str, str] | None = None,
        given: Source | None = None,
        limits: Limits = DEFAULT,
        engine: EngineName = "auto",
        share: str = "1/1",
        best: bool = False,
        puzzles: PuzzleOrder | None = None,
        form: FormName = "jsonl",
    ) -> Campaign:
        """A new journal of a count or, with a ``folder``, of all solutions; with ``best``, of the search for
        a best one; with ``puzzles`` and a folder, of new puzzles. Nothing is searched yet.

        ``spec`` is a file, the name of a shipped puzzle, or a Source; or a problem, which the journal has in
        its core form (`excover.matrix.core_form`). ``tables`` names files that take the place of tables;
        ``share`` is K/N for the share K of N (`excover.runs.shares`); ``form`` is that of the files with
        solutions, "jsonl" or "parquet"; with "proof", solutions are counted, and the files have the
        certificates of the parts (`excover.runs.audited_parts`).

        Raises SpecError, Unsuitable, MissingExtra without pyarrow, JournalError if there is such a file
        already or a problem cannot be written as a text, ValueError for arguments that exclude each other.
        """
        path, number = Path(journal), share_number(share)
        refuse_existing(path)
        if isinstance(spec, Problem) and (settings or tables or given or limits != DEFAULT):
            raise ValueError("a problem has its parameters, tables, clues and limits already")
        source, limits = _source(spec, limits)
        question = _question(best, puzzles, folder is not None, form)
        if question in ("best", "puzzles") and (number.of > 1 or engine != "auto"):
            raise JournalError("shares and engines are for runs that count or list solutions")
        if form == "proof" and engine != "auto":
            raise JournalError(f"the engine `{engine}` writes no certificates, which have their own search")
        description, problem = record(
            source, question, settings, tables, given, limits, engine, puzzles, form
        )
        run_search(description, problem)  # which refuses what does not suit it
        if folder is not None:
            make_folder(Path(folder))
        named = "" if folder is None else relative_folder(Path(folder), path)
        create(path, description, named, str(number))
        campaign = cls(path)
        campaign.problem = problem
        return campaign

    @cached_property
    def problem(self) -> Problem:
        """The recorded description, compiled."""
        with Journal(self.path, read_only=True) as journal:
            return journal.description.compiled()

    def finish(self, workers: int | None = None, run: Run = UNLIMITED, *, dask: str = "") -> Outcome:
        """Searches with worker processes, by default one for each core, until all is done or the run ends.
        With ``dask``, the address of a scheduler, the workers are those of that cluster.

        The outcome is exhausted if all is done. Raises WorkerDied if workers cannot work, MissingExtra
        without the extra `dask`, ValueError for less than one worker.
        """
        if workers is not None and workers < 1:
            raise ValueError(f"at least one worker is needed, not {workers}")
        with Journal(self.path) as journal:
            pool = part_pool(journal, workers or cores(), dask)
            return RunCoordinator(journal, pool, run).finish()

    def tally(self) -> Tally:
        """What is known so far, also while another process works on it."""
        with Journal(self.path, read_only=True) as journal:
            return journal.tally()

    def solutions(self) -> Iterator[Solution]:
        """The solutions written so far, by parts; of a search for the best one, the best so far. ValueError
        if they are only counted, or puzzles are made.
        """
        with Journal(self.path, read_only=True) as journal:
            question, folder, shards = journal.description.question, journal.folder, journal.shards()
            best = journal.best()
        if question == "best":
            yield from map(self._solution, [names_in(best.line)] if best else [])
            return
        if question != "all" or folder is None:
            what = "solutions of this run are counted" if question == "count" else "puzzles are in its files"
            raise ValueError(f"the {what}, not written as solutions")
        for name, digest in shards.items():
            yield from self._listed(folder / name, digest)

    def solutions_async(
        self, workers: int | None = None, run: Run = UNLIMITED, *, dask: str = ""
    ) -> AsyncGenerator[Solution, None]:
        """Does the work of `finish`, and gives all solutions: first those written before, then those of each
        part as soon as it is recorded. Workers wait while no one asks for solutions.

        For `async for`; close it if you leave the loop early: `async with contextlib.aclosing(..)`.
        ValueError unless the solutions are listed.
        """
        from excover.search.handle import streamed  # imports asyncio

        return streamed(lambda own: self._work_and_list(workers or cores(), own, dask), run)

    def _work_and_list(self, workers: int, run: Run, dask: str) -> Iterator[Solution]:
        with Journal(self.path) as journal:
            folder = journal.folder
            if folder is None or journal.description.question != "all":
                raise ValueError("the solutions of this run are not listed")
            shards = journal.shards().items()
            coordinator = RunCoordinator(journal, part_pool(journal, workers, dask), run)
            for name, digest in chain(shards, coordinator.new_shards()):
                yield from self._listed(folder / name, digest)

    def _listed(self, file: Path, digest: str) -> Iterator[Solution]:
        """The solutions in a file."""
        with opened_shard(file, digest) as content:
            yield from map(self._solution, self._form.names(content))

    def _solution(self, names: list[str]) -> Solution:
        return self._decode(self._reader.cover(names))

    @cached_property
    def _reader(self) -> CoverReader:
        return CoverReader(self.problem.matrix)

    @cached_property
    def _form(self) -> ShardForm:
        with Journal(self.path, read_only=True) as journal:
            return shard_form(journal.description.form, self.problem)

    @cached_property
    def _decode(self) -> Callable[[Sequence[int]], Solution]:
        return Decoder(self.problem.compiled)


def _source(spec: str | PathLike[str] | Source | Problem, limits: Limits) -> tuple[Source, Limits]:
    """The text of a description, and its limits, which a problem has."""
    if isinstance(spec, Source):
        return spec, limits
    if not isinstance(spec, Problem):
        return find(spec, limits), limits
    if spec.matrix.items and not spec.puzzle.families:
        raise JournalError("this problem was read from a matrix: begin the run with its file")
    try:
        return Source("problem.xc", core_text(spec.puzzle, spec.compiled, spec.limits)), spec.limits
    except SpecError as wrong:
        raise JournalError(f"this problem cannot be written into a journal: {wrong}") from None


def _question(best: bool, puzzles: PuzzleOrder | None, has_folder: bool, form: FormName) -> Question:
    """Raises ValueError for arguments that exclude each other."""
    if best and (puzzles or has_folder):
        raise ValueError("a search for the best solution writes no files")
    if puzzles and not has_folder:
        raise ValueError("new puzzles need a folder")
    if form == "proof":
        if best or puzzles or not has_folder:
            raise ValueError("certificates are for counts, and need a folder")
        return "count"
    return "best" if best else "puzzles" if puzzles else "all" if has_folder else "count"
