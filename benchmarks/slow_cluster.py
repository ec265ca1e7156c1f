"""A run on a cluster of slow workers of which some fail, in virtual time: how far from ideal is the schedule?

    python benchmarks/slow_cluster.py
    python benchmarks/slow_cluster.py --journal FILE --workers 1000 --slowest 1 --failing 0 --hours 1000

The coordinator and the journal are those of `excover run`; only the workers are simulated. Each has a speed
of its own; some fail at a random time, lose their parts, and are replaced half a minute later. What a part
still takes is divided at random and unevenly when it gives away rests, and their recorded sizes are guesses,
as in real trees; with ``--journal``, as in a run that was made. Nothing sleeps: the pool moves its own clock.

Ideal is the work of the whole tree divided by the speed of all first workers together.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import nan
from pathlib import Path
from statistics import mean
from time import process_time
from typing import NamedTuple, TypeAlias

from excover.base.source import Source
from excover.runs.campaign import RunCoordinator
from excover.runs.journal import Journal
from excover.runs.journal_file import JournalPart, create
from excover.runs.run_description import SearchedPart, record
from excover.runs.worker_pool import PartDone, PoolNews
from excover.search.part_search import CLOSING, GuidingPath
from excover.search.run import Run

COIN = Source("coin.xc", "item a  option heads() covers a  option tails() covers a")
REPLACED = 30.0
"""Seconds until a new worker comes for one that has failed."""
SPLITS = 12
"""How many rests a part gives away at the end of its slice, at most."""
MEMORY = Path("/dev/shm")
"""Where the journal is, if this is there: it waits for no disk. What it waits for on a disk is `TOGETHER`."""
TOGETHER = 0.01
"""Seconds whose reports are recorded in one transaction: about what one takes on a disk."""
LONGEST = 10.0
"""Seconds of a slice of a long run."""


class Split(NamedTuple):
    """Which fraction of what a part still has a rest takes with it: of its time, and of its recorded size."""

    time: float
    size: float


Splitting: TypeAlias = Callable[[random.Random], Split]


def uneven(rng: random.Random) -> Split:
    """Without a run that was made: most goes away with the rest, and the size is a guess of its own."""
    return Split(rng.betavariate(3, 1), rng.betavariate(3, 1))


def measured(journal: Path) -> list[Split]:
    """The splits of the run in the journal, of the parts that are done with all below them. What a part took
    is told by its nodes, since other programs on the machine make its seconds longer.

    ValueError if there are none, as in the journal of a run that was just begun or was over in no time.
    """
    rows = sqlite3.connect(f"file:{journal}?mode=ro", uri=True).execute(
        "select id, parent, size, state, nodes * (select total(seconds) / sum(nodes) from part) from part"
        " order by id desc"
    )
    below: dict[int, list[tuple[float, float]]] = {}
    found = []
    for number, parent, size, state, seconds in rows:  # whoever is below another has a greater number
        rests = below.pop(number, [])
        took = (seconds or 0) + sum(time for time, _ in rests) if state == "done" else nan
        below.setdefault(parent, []).append((took, size))
        left, share = min(seconds or 0, LONGEST) / CLOSING, size - sum(rest for _, rest in rests)
        for time, rest in rests:  # the last one first
            left, share = left + time, share + rest
            if left > 0 and share > 0:
                found.append(Split(time / left, rest / share))
    if not found:
        raise ValueError(f"no part of `{journal}` was divided and is done with all below it")
    return found


@dataclass(slots=True)
class SlowWorker:
    """``speed``: in times of the reference machine. ``parts``: those that it has, with their slices; the
    first one is searched ``since``. ``turn`` counts what it began; in the turn ``asked``, it was asked to
    end; ``is_closing``: it gives away rests; ``is_there``: it has not failed.
    """

    name: str
    speed: float
    parts: list[tuple[JournalPart, float]] = field(default_factory=list)
    since: float = 0.0
    turn: int = 0
    asked: int = 0
    is_closing: bool = False
    is_there: bool = True


@dataclass(frozen=True)
class Cluster:
    """``slowest``: of the workers, in times of the fastest, the reference; ``failing``: their part."""

    workers: int
    slowest: float
    failing: float


class VirtualPool:
    """Workers in virtual time; ``work``: seconds of the reference machine for the whole tree."""

    engine = "simulated"

    def __init__(self, work: float, cluster: Cluster, split: Splitting, seed: int) -> None:
        self._random, self._cluster, self._split = random.Random(seed), cluster, split
        size = cluster.workers
        self.size, self.now = size, 0.0
        self._left: dict[tuple[int, ...], float] = {(): work}
        self._events: list[tuple[float, int, Callable[[PoolNews], None]]] = []
        self._tie, self._names = count(), count(1)
        self._ideal = work / (size * (cluster.slowest + 1) / 2)
        self._loads: list[tuple[int, float, int, SlowWorker]] = []
        """A heap of loads and speeds; entries with a load that is no longer that of the worker are stale."""
        self._parts = 0
        self.workers = [self._new() for _ in range(size)]
        self.speed = sum(worker.speed for worker in self.workers)
        self.failures = 0
        self.wasted = 0.0

    def _new(self) -> SlowWorker:
        worker = SlowWorker(f"{next(self._names)}", self._random.uniform(self._cluster.slowest, 1))
        if self._random.random() < self._cluster.failing:
            time = self.now + self._random.uniform(0, self._ideal)
            self._at(time, lambda news: self._fail(worker, news))
        self._note(worker)
        return worker

    def _note(self, worker: SlowWorker) -> None:
        """The load of a worker has changed."""
        heappush(self._loads, (len(worker.parts), -worker.speed, next(self._tie), worker))

    def _least(self) -> SlowWorker | None:
        """A worker with fewest parts, the fastest of them."""
        while self._loads:
            load, _, _, worker = self._loads[0]
            if worker.is_there and len(worker.parts) == load:
                return worker
            heappop(self._loads)
        return None

    def _at(self, time: float, event: Callable[[PoolNews], None]) -> None:
        heappush(self._events, (time, next(self._tie), event))

    def __enter__(self) -> VirtualPool:
        return self

    def __exit__(self, *_exception: object) -> None:
        pass

    @property
    def is_busy(self) -> bool:
        return self._parts > 0

    @property
    def at_work(self) -> dict[str, int | None]:
        return {}  # nobody watches

    def wants(self, waiting: int) -> bool:
        least = self._least()
        fewest = 2 if least is None else len(least.parts)
        return waiting > 0 and (fewest == 0 or (fewest == 1 and waiting >= self.size))

    def give(self, part: JournalPart, seconds: float, best: int | None) -> None:
        worker = self._least()
        assert worker
        worker.parts.append((part, seconds))
        self._parts += 1
        self._note(worker)
        if len(worker.parts) == 1:
            self._begin(worker)

    def _begin(self, worker: SlowWorker) -> None:
        part, slice_seconds = worker.parts[0]
        worker.since, worker.turn = self.now, worker.turn + 1
        needs = self._left[part.rest.path] / worker.speed
        turn = worker.turn
        self._at(self.now + min(needs, slice_seconds), lambda news: self._end(worker, turn, news))

    def request_splits(self) -> None:
        for worker in self.workers:
            if worker.parts and worker.asked < worker.turn and self.now - worker.since > 0.2:
                turn = worker.asked = worker.turn
                self._at(self.now + 0.05, lambda news, w=worker, t=turn: self._end(w, t, news))

    def tell_best(self, cost: int) -> None:
        pass

    def _end(self, worker: SlowWorker, turn: int, news: PoolNews) -> None:
        """The slice is over: what is left is given away, but for a last piece that the worker finishes."""
        if turn != worker.turn or not worker.parts or worker.is_closing:
            return
        part, seconds = worker.parts[0]
        path = part.rest.path
        passed = self.now - worker.since
        left = max(0.0, self._left[path] - passed * worker.speed)
        rests: list[GuidingPath] = []
        closing, delay = seconds / CLOSING * worker.speed, 0.0
        share = part.rest.share
        while left > closing and len(rests) < SPLITS:
            split = self._split(self._random)
            given = left * split.time
            rest = GuidingPath((*path, len(rests)), share * split.size)
            share -= rest.share
            self._left[rest.path] = given
            left -= given
            rests.append(rest)
            delay += seconds / CLOSING
            left = max(0.0, left - closing)
        done = PartDone(part.number, SearchedPart(1, 1, passed + left / worker.speed, tuple(rests)))
        worker.turn += 1
        ready = worker.turn
        self._at(self.now + delay + left / worker.speed, lambda later: self._next(worker, ready, done, later))
        worker.is_closing = True

    def _next(self, worker: SlowWorker, turn: int, done: PartDone, news: PoolNews) -> None:
        if turn != worker.turn:
            return
        worker.parts.pop(0)
        self._parts -= 1
        self._note(worker)
        worker.is_closing = False
        news.done.append((worker.name, done))
        if worker.parts:
            self._begin(worker)

    def _fail(self, worker: SlowWorker, news: PoolNews) -> None:
        self.failures += 1
        self.workers.remove(worker)
        worker.is_there = False
        self._parts -= len(worker.parts)
        self.wasted += (self.now - worker.since) * worker.speed if worker.parts else 0.0
        worker.turn += 1
        news.lost += [part for part, _ in worker.parts]
        self._at(self.now + REPLACED, lambda _news: self.workers.append(self._new()))

    def receive(self, seconds: float) -> PoolNews:
        news, until = PoolNews(), self.now + seconds
        while self._events and self._events[0][0] <= until:
            self.now, _, event = heappop(self._events)
            event(news)
            if news.done or news.lost:
                until = min(until, self.now + TOGETHER)
        if not news.done and not news.lost:
            self.now = until
        return news

    def shut_down(self) -> PoolNews:
        return PoolNews()


def simulated(work: float, cluster: Cluster, split: Splitting, seed: int) -> tuple[float, VirtualPool, int]:
    """The time of the run in times of the ideal, the pool, and the number of parts."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        path = Path(folder, "j")
        create(path, record(COIN, "count")[0])
        pool = VirtualPool(work, cluster, split, seed)
        speed = pool.speed
        with Journal(path) as journal:
            outcome = RunCoordinator(journal, pool, Run()).finish()
            assert outcome.exhausted
            parts = journal.tally().parts
    return pool.now * speed / work, pool, parts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--workers", type=int, default=64)
    parser.add_argument("--slowest", type=float, default=0.2, help="worker, in times of the fastest")
    parser.add_argument("--failing", type=float, default=0.2, help="part of the workers")
    parser.add_argument("--hours", type=float, default=20.0, help="work of the tree, of one machine")
    parser.add_argument("--journal", type=Path, help="of a run whose parts were divided as these shall be")
    parser.add_argument("--seeds", type=int, default=5)
    chosen = parser.parse_args()
    if chosen.workers < 1 or chosen.slowest <= 0 or chosen.hours <= 0:
        parser.error("--workers, --slowest and --hours must be positive")
    cluster = Cluster(chosen.workers, chosen.slowest, chosen.failing)
    split = uneven
    if chosen.journal:
        try:
            splits = measured(chosen.journal)
        except (ValueError, sqlite3.Error) as wrong:
            parser.error(f"--journal: {wrong}")
        print(f"{len(splits):,} splits: {mean(each.time for each in splits):.2f} of the time on average")
        split = lambda rng: rng.choice(splits)  # noqa: E731
    for seed in range(chosen.seeds):
        began = process_time()
        times, pool, parts = simulated(3600 * chosen.hours, cluster, split, seed)
        print(
            f"seed {seed}: {pool.now:,.0f} s, {times:.3f} times the ideal, {pool.failures} failures,"
            f" {pool.wasted:,.0f} s repeated, {parts:,} parts, simulated in {process_time() - began:.0f} s"
        )


if __name__ == "__main__":
    main()
