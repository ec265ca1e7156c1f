"""The worker processes of a run on this machine, and what a coordinator and its workers send each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from time import monotonic
from typing import NamedTuple, Protocol, TypeAlias

from excover.base.child_process import ChildEnded, ChildProcess
from excover.base.errors import ExcoverError
from excover.runs.journal_file import JournalPart
from excover.runs.run_description import Incumbent, SearchedPart
from excover.search.part_search import GuidingPath

# What a coordinator and its worker processes send each other.
#
# The first message to a worker is the run in JSON.


class Assignment(NamedTuple):
    """A part to be searched, for a slice of time. ``best``: the cost of the best solution that is known."""

    number: int
    rest: GuidingPath
    seconds: float
    best: int | None = None


class SplitRequest(NamedTuple):
    """Other workers have nothing to do: give away the rests of this part now."""

    number: int


class BestKnown(NamedTuple):
    """Another worker has found a solution of this cost, better than all before."""

    cost: int


class Shutdown(NamedTuple):
    """Report what was found so far, and end."""


class WorkerReady(NamedTuple):
    """The worker has compiled the description and searches with this engine."""

    engine: str


class WorkerFailed(NamedTuple):
    """The worker cannot go on."""

    reason: str


class Improved(NamedTuple):
    """While a part is searched: a solution that is better than what the worker knew."""

    number: int
    incumbent: Incumbent


class PartDone(NamedTuple):
    """A part was searched."""

    number: int
    found: SearchedPart


CoordinatorMessage: TypeAlias = str | Assignment | SplitRequest | BestKnown | Shutdown
WorkerMessage: TypeAlias = WorkerReady | WorkerFailed | Improved | PartDone


SHUTDOWN_SECONDS = 10.0
"""In which workers report at the end what they have found."""
UNDISTURBED = 0.2
"""Seconds for which a part is searched before others may ask for its rests."""
MOST_DEATHS = 3
"""How many workers a part may end before the run is given up; and how many may end before they begin."""
UNREADY = 0
"""No part has this number."""


class WorkerDied(ExcoverError, RuntimeError):
    """Workers could not start, or ended again and again on the same part."""


@dataclass(slots=True)
class PoolNews:
    """What workers have sent: finished parts, with the names of the workers, and better solutions, with the
    parts. And the parts of workers that have died, and why there is no use in going on, if so.
    """

    done: list[tuple[str, PartDone]] = field(default_factory=list)
    improved: list[tuple[int, Incumbent]] = field(default_factory=list)
    lost: list[JournalPart] = field(default_factory=list)
    failure: WorkerDied | None = None


class PartPool(Protocol):
    """A context with workers to which the coordinator gives parts."""

    @property
    def engine(self) -> str: ...

    @property
    def size(self) -> int:
        """How many parts are searched at a time."""

    @property
    def is_busy(self) -> bool:
        """Whether a part was given that has not come back."""

    @property
    def at_work(self) -> dict[str, int | None]:
        """The names of the workers that are there, and the part of each, None if it has none or this is not
        known.
        """

    def __enter__(self) -> object: ...

    def __exit__(self, *_exception: object) -> None: ...

    def wants(self, waiting: int) -> bool:
        """Whether another one of so many waiting parts should be given."""

    def give(self, part: JournalPart, seconds: float, best: int | None) -> None:
        """``best``: the cost of the best solution that is known."""

    def tell_best(self, cost: int) -> None: ...

    def request_splits(self) -> None:
        """No part waits: whoever has one is to give away some of it."""

    def receive(self, seconds: float) -> PoolNews:
        """Waits for news for at most so long."""

    def shut_down(self) -> PoolNews:
        """Waits for what was found so far, but not for ever."""


class WorkerProcess:
    """A process, and the parts that it has not answered yet, of which it searches the first one."""

    def __init__(self, name: str, description: str) -> None:
        self.name = name
        self.child: ChildProcess[CoordinatorMessage, WorkerMessage] = ChildProcess(
            "excover.runs.part_worker", shows_errors=True
        )
        self.child.send_later(description)
        self.parts: list[JournalPart] = []
        self.is_ready = False
        self.since = monotonic()
        self._asked = 0

    def give(self, part: JournalPart, seconds: float, best: int | None) -> None:
        """Only to a worker that is ready."""
        if not self.parts:
            self.since = monotonic()
        self.parts.append(part)
        self.child.send(Assignment(part.number, part.rest, seconds, best))

    def request_split(self) -> None:
        """Asks for the rests of its current part, once."""
        if self.parts and self._asked != self.parts[0].number and monotonic() - self.since > UNDISTURBED:
            self._asked = self.parts[0].number
            self.child.send(SplitRequest(self._asked))

    def finished(self, number: int) -> None:
        """Its current part is done."""
        self.parts = [part for part in self.parts if part.number != number]
        self.since = monotonic()


class WorkerPool:
    """A context with worker processes. Those that die are replaced, and their parts come back.

    ``description``: the run in JSON.
    """

    def __init__(self, description: str, workers: int) -> None:
        self._description = description
        self.workers: list[WorkerProcess] = []
        self.size = workers
        self._started = 0
        self._deaths: dict[int, int] = {}
        self.engine = ""

    def __enter__(self) -> WorkerPool:
        try:
            while len(self.workers) < self.size:
                self._start_worker()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_exception: object) -> None:
        for worker in self.workers:
            worker.child.end()
        self.workers = []

    def _start_worker(self) -> None:
        self._started += 1
        self.workers.append(WorkerProcess(f"{self._started}", self._description))

    @property
    def is_busy(self) -> bool:
        return any(worker.parts for worker in self.workers)

    @property
    def at_work(self) -> dict[str, int | None]:
        return {worker.name: worker.parts[0].number if worker.parts else None for worker in self.workers}

    def wants(self, waiting: int) -> bool:
        """Whether a worker should get another one of so many parts: each has one to search and, if there are
        many, a next one.
        """
        fewest = min((len(worker.parts) for worker in self._ready), default=2)
        return waiting > 0 and (fewest == 0 or (fewest == 1 and waiting >= self.size))

    def give(self, part: JournalPart, seconds: float, best: int | None) -> None:
        """To the worker that has the fewest parts, with the cost of the best solution that is known."""
        min(self._ready, key=lambda worker: len(worker.parts)).give(part, seconds, best)

    def tell_best(self, cost: int) -> None:
        """Informs all workers of a better solution."""
        for worker in self._ready:
            worker.child.send(BestKnown(cost))

    @property
    def _ready(self) -> list[WorkerProcess]:
        return [worker for worker in self.workers if worker.is_ready]

    def request_splits(self) -> None:
        """Asks all workers for the rests of what they are at, if some have nothing to do."""
        if any(not worker.parts for worker in self._ready):
            for worker in self._ready:
                worker.request_split()

    def receive(self, seconds: float) -> PoolNews:
        """Waits for messages for at most so long."""
        news = PoolNews()
        for worker in _with_messages(self.workers, seconds):
            try:
                while message := worker.child.receive(0):
                    self._take(worker, message, news)
            except ChildEnded as how:
                self._replace(worker, str(how), news)
        return news

    def _take(self, worker: WorkerProcess, message: WorkerMessage, news: PoolNews) -> None:
        match message:
            case WorkerReady(engine):
                worker.is_ready, self.engine = True, engine
                worker.since = monotonic()
            case WorkerFailed(reason):
                news.failure = WorkerDied(f"a worker cannot go on: {reason}")
            case Improved(number, incumbent):
                news.improved.append((number, incumbent))
            case PartDone(number):
                worker.finished(number)
                news.done.append((worker.name, message))

    def _replace(self, worker: WorkerProcess, how: str, news: PoolNews) -> None:
        """Takes back the parts of a worker that has died, and starts another one if there is use in that."""
        self.workers.remove(worker)
        news.lost += worker.parts
        if worker.parts or not worker.is_ready:
            number = worker.parts[0].number if worker.is_ready else UNREADY
            died = self._deaths[number] = self._deaths.get(number, 0) + 1
            if died >= MOST_DEATHS:
                whose = (
                    f"part {number} has ended {died} workers"
                    if worker.is_ready
                    else f"{died} workers ended before they began"
                )
                news.failure = news.failure or WorkerDied(f"{whose}, the last {how}")
                return
        if not news.failure:
            self._start_worker()

    def shut_down(self) -> PoolNews:
        """Asks all workers for what they have found, and waits for that, but not for ever."""
        busy = [worker for worker in self._ready if worker.parts]
        for worker in busy:
            worker.child.send(Shutdown())
        news, deadline = PoolNews(), monotonic() + SHUTDOWN_SECONDS
        while busy and (left := deadline - monotonic()) > 0:
            for worker in _with_messages(busy, left):
                try:
                    while message := worker.child.receive(0):
                        self._take(worker, message, news)
                except ChildEnded:
                    busy.remove(worker)
        return news


def _with_messages(workers: Iterable[WorkerProcess], seconds: float) -> list[WorkerProcess]:
    """Those that have sent something, or have ended; waits at most so long for the first one."""
    by_number = {worker.child.fileno(): worker for worker in workers}
    numbers = wait(list(by_number), seconds)
    return [worker for number, worker in by_number.items() if number in numbers]
