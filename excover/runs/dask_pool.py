"""The workers of a run on a cluster of Dask (https://distributed.dask.org), as a pool of the coordinator.

The journal stays here, with the driver. A part is a task of Dask, for one slice of time: if a worker is lost,
Dask gives its tasks to others, and what comes twice is recorded once. Only a few tasks more than there are
threads are with the scheduler at a time, so that workers which come find work, and little is lost with the
driver.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import lru_cache
from queue import Empty, SimpleQueue
from threading import get_ident
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

from excover.base.errors import imported
from excover.runs.journal_file import JournalPart
from excover.runs.part_worker import reason
from excover.runs.run_description import OWN_VERSION, RunDescription, RunSearch, SearchedPart, SliceControl
from excover.runs.run_search import run_search
from excover.runs.worker_pool import SHUTDOWN_SECONDS, PartDone, PoolNews, WorkerDied
from excover.search.part_search import GuidingPath, Slice

Client: TypeAlias = Any
Future: TypeAlias = Any
"""Dask's own types, whose methods have none."""

CONNECT_SECONDS = 20
"""In which the scheduler must answer."""
COUNT_SECONDS = 2.0
"""Between two counts of the workers."""
SCARCE_SECONDS = 1.0
"""Of a slice while there are fewer parts than threads."""
RETRIES = 3
"""How often Dask gives a task to another worker that ended with its worker or raised an exception."""


class DaskResult(NamedTuple):
    """What a task returns: the address of its worker, the version of excover there, the engine, and the part
    or why it could not be searched.
    """

    worker: str
    version: str
    engine: str
    found: SearchedPart | str


@lru_cache(maxsize=64)
def _search_of(text: str, _thread: int) -> RunSearch:
    """Compiled once in each thread of a worker: a search does one part at a time."""
    return run_search(RunDescription.from_text(text))


def search_part(text: str, rest: GuidingPath, seconds: float, best: int | None) -> DaskResult:
    """The task: runs on a worker."""
    from distributed import get_worker

    name = str(get_worker().address)
    try:
        search = _search_of(text, get_ident())
        control = SliceControl()
        control.best = best
        return DaskResult(name, OWN_VERSION, search.engine, search.search(rest, Slice(seconds), control))
    except Exception as wrong:
        return DaskResult(name, OWN_VERSION, "", reason(wrong))


class DaskPool:
    """A context with the workers of the scheduler at an address, such as `tcp://10.0.0.1:8786`.

    Raises MissingExtra if Dask is not installed; WorkerDied if there is no scheduler or no worker, or one has
    another version of excover.
    """

    def __init__(self, description: str, address: str) -> None:
        self._description, self._address = description, address
        self._distributed = imported("distributed", "dask", "a run on a cluster")
        self._parts: dict[str, tuple[JournalPart, Future]] = {}
        self._arrived: SimpleQueue[Future] = SimpleQueue()
        self._name, self._given = os.urandom(6).hex(), 0
        self._is_scarce = True
        self._counts: dict[str, int] = {}
        self._counted = -COUNT_SECONDS
        self.engine = ""

    def __enter__(self) -> DaskPool:
        try:
            self._client: Client = self._distributed.Client(
                self._address, timeout=CONNECT_SECONDS, set_as_default=False
            )
        except (OSError, ValueError) as wrong:
            raise WorkerDied(f"no scheduler of Dask answers at `{self._address}`: {wrong}") from None
        try:
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
            versions = self._client.run(worker_version)
        except TimeoutError:
            self._client.close()
            raise WorkerDied(f"the scheduler at `{self._address}` has no workers") from None
        except Exception as wrong:
            self._client.close()
            raise WorkerDied(f"a worker of Dask cannot run excover {OWN_VERSION}: {wrong}") from None
        for worker, version in versions.items():
            if version != OWN_VERSION:
                self._client.close()
                raise WorkerDied(_other_version(worker, version))
        return self

    def __exit__(self, *_exception: object) -> None:
        with suppress(Exception):  # the scheduler may be gone
            self._client.cancel([future for _, future in self._parts.values()], force=True)
        self._parts.clear()
        self._client.close()

    @property
    def size(self) -> int:
        """The threads of all workers."""
        return max(1, sum(self._threads.values()))

    @property
    def _threads(self) -> dict[str, int]:
        """Of each worker, counted anew every few seconds: workers come and go."""
        if monotonic() > self._counted + COUNT_SECONDS and hasattr(self, "_client"):
            with suppress(OSError, TimeoutError):
                self._counts = dict(self._client.nthreads())
            self._counted = monotonic()
        return self._counts

    @property
    def is_busy(self) -> bool:
        return bool(self._parts)

    @property
    def at_work(self) -> dict[str, int | None]:
        """Only the scheduler knows the parts."""
        return dict.fromkeys(self._threads)

    def wants(self, waiting: int) -> bool:
        """Whether Dask should get another one of so many parts: one for each thread and, if there are many, a
        next one.
        """
        self._is_scarce = waiting < self.size
        with_dask = len(self._parts)
        return waiting > 0 and with_dask < (self.size if self._is_scarce else 2 * self.size)

    def give(self, part: JournalPart, seconds: float, best: int | None) -> None:
        """A slice is short while parts are few: a task of Dask cannot be asked for its rests."""
        seconds = min(seconds, SCARCE_SECONDS) if self._is_scarce else seconds
        self._given += 1
        key = f"excover-{self._name}-{part.number}-{self._given}"
        arguments = self._description, part.rest, seconds, best
        future = self._client.submit(search_part, *arguments, key=key, retries=RETRIES, pure=False)
        self._parts[key] = part, future
        future.add_done_callback(self._arrived.put)

    def tell_best(self, cost: int) -> None:
        """Tasks that begin later know it."""

    def request_splits(self) -> None:
        """Slices are short instead."""

    def receive(self, seconds: float) -> PoolNews:
        """Waits for results for at most so long."""
        news = PoolNews()
        with suppress(Empty):
            self._take(self._arrived.get(timeout=seconds), news)
            while True:
                self._take(self._arrived.get_nowait(), news)
        if self._parts and self._client.status in ("closed", "closing"):
            news.failure = WorkerDied(f"the scheduler at `{self._address}` has ended")
        return news

    def _take(self, future: Future, news: PoolNews) -> None:
        part, _ = self._parts.pop(future.key)
        if future.status == "error":
            news.lost.append(part)
            news.failure = WorkerDied(f"part {part.number} has ended workers of Dask: {future.exception()}")
            return
        try:
            result = future.result(timeout=SHUTDOWN_SECONDS)
        except Exception:  # it was cancelled, or its worker was lost with the result
            news.lost.append(part)
            return
        if result.version != OWN_VERSION:
            news.lost.append(part)
            news.failure = WorkerDied(_other_version(result.worker, result.version))
        elif isinstance(result.found, str):
            news.lost.append(part)
            news.failure = WorkerDied(f"a worker cannot go on: {result.found} (part {part.number})")
        else:
            self.engine = result.engine
            if result.found.incumbent:
                news.improved.append((part.number, result.found.incumbent))
            news.done.append((result.worker, PartDone(part.number, result.found)))

    def shut_down(self) -> PoolNews:
        """Waits for the tasks that are with Dask, but not for ever."""
        news, deadline = PoolNews(), monotonic() + SHUTDOWN_SECONDS
        while self._parts and (left := deadline - monotonic()) > 0 and not news.failure:
            some = self.receive(left)
            news.done += some.done
            news.improved += some.improved
            news.failure = some.failure
        return news


def worker_version() -> str:
    """Runs on a worker."""
    return OWN_VERSION


def _other_version(worker: str, version: str) -> str:
    return f"the worker {worker} has excover {version}, and the journal is of excover {OWN_VERSION}"
