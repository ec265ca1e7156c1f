"""Work in a thread of its own, with a handle to wait for it, cancel it, and get its result.

>>> from excover.problem.problem import load
>>> with start(load("queens", {"n": 6}).count) as counting:
...     counting.result()
4

Awaiting a handle gives the result, too; if the awaiting task is cancelled, as `asyncio.wait_for` does, the
work has ended before the exception goes on.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from concurrent.futures import Future
from time import perf_counter
from types import TracebackType
from typing import Any, Generic, TypeVar

from excover.base.errors import Unpicklable, not_as_wanted
from excover.base.frozen import checks_kinds
from excover.base.threads import start_thread
from excover.search.outcome import Cancellation, StoppedBy
from excover.search.run import UNLIMITED, Run, takes_run

T = TypeVar("T")

MOST_AT_ONCE = 256
SECONDS_AT_ONCE = 0.02
"""How many solutions a stream hands to the event loop at once, and how long it looks for them."""


class _LinkedCancellation(Cancellation):
    """Cancelled by itself, or by the cancellation of the run that it was made for."""

    def __init__(self, outer: Cancellation) -> None:
        super().__init__()
        self._outer = outer

    @property
    def reason(self) -> StoppedBy | None:
        return super().reason or self._outer.reason


def cancellable(run: Run) -> tuple[Run, Cancellation]:
    """The same run with a cancellation of its own."""
    cancellation = _LinkedCancellation(run.cancellation)
    return run.replaced(cancellation=cancellation), cancellation


class Handle(Unpicklable, Generic[T]):
    """Work that was started. Leaving its context cancels it; all methods may be called from any thread."""

    _instead = "a Handle stays in its process: send its result"

    def __init__(self, work: Callable[[Run], T], run: Run, cancellation: Cancellation) -> None:
        """``cancellation`` ends the run."""
        self._work = work
        self._run, self._cancellation = run, cancellation
        self._future: Future[T] = Future()
        self._future.set_running_or_notify_cancel()
        self._thread = threading.Thread(target=self._go, name="excover", daemon=True)
        start_thread(self._thread)

    def _go(self) -> None:
        try:
            found = self._work(self._run)
        except BaseException as wrong:
            self._future.set_exception(wrong)
        else:
            self._future.set_result(found)

    @property
    def is_done(self) -> bool:
        """Whether the work has ended, for whatever reason."""
        return self._future.done()

    @checks_kinds
    def wait(self, timeout: float | None = None) -> bool:
        """Waits for the end, at most so many seconds; returns whether the work has ended."""
        self._thread.join(timeout)
        return self.is_done

    def cancel(self) -> None:
        """Ends the work and waits until it has ended, a few hundredths of a second.

        Then `result` raises `Unfinished`, or gives what the method returns of a run that was cancelled. The
        work itself, such as a callback in its thread, may cancel it, too, and goes on to its end.
        """
        self._cancellation.cancel()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    @checks_kinds
    def result(self, timeout: float | None = None) -> T:
        """The result, or the exception of the work. Raises TimeoutError if it takes more than the seconds."""
        try:
            return self._future.result(timeout)
        finally:
            if self.is_done:
                self._thread.join()

    def __enter__(self) -> Handle[T]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cancel()

    def __await__(self) -> Generator[Any, None, T]:
        return self._awaited().__await__()

    async def _awaited(self) -> T:
        ended = asyncio.wrap_future(self._future)
        try:
            return await asyncio.shield(ended)
        except asyncio.CancelledError:
            self._cancellation.cancel()
            await _ended(ended)
            raise
        finally:
            self._thread.join()  # its work is done


async def _ended(future: asyncio.Future[Any]) -> None:
    """Waits for the end, also if it is cancelled once more."""
    while not future.done():
        try:
            await asyncio.wait([future])
        except asyncio.CancelledError:
            continue
    if not future.cancelled():
        future.exception()  # it was cancelled: that it ended for this reason is no news


@takes_run
def start(function: Callable[..., T], *arguments: Any, run: Run = UNLIMITED, **options: Any) -> Handle[T]:
    """Starts anything that takes a ``run``, such as `problem.count`, in a thread of its own.

    `start(problem.solve)`, `start(excover.unique, problem, run=Run.within(seconds=5))`. A `Run` among the
    ``arguments`` is the run, if no other one is given. Raises TypeError for several.
    """
    if not callable(function):
        raise not_as_wanted("`start` takes a function", function, "write `start(problem.count)`, for example")
    runs = [argument for argument in arguments if isinstance(argument, Run)]
    if len(runs) > 1 or (runs and run is not UNLIMITED):
        raise TypeError("`start` takes one run: start(problem.count, run=Run.within(seconds=5))")
    if runs:
        (run,) = runs
        arguments = tuple(argument for argument in arguments if not isinstance(argument, Run))
    run, cancellation = cancellable(run)
    return Handle(lambda own: function(*arguments, run=own, **options), run, cancellation)


async def streamed(
    open_stream: Callable[[Run], Iterator[T]], run: Run = UNLIMITED
) -> AsyncGenerator[T, None]:
    """The members of a stream, searched for in other threads while the event loop goes on."""
    run, cancellation = cancellable(run)
    stream: list[Iterator[T]] = []

    def some(_run: Run) -> tuple[list[T], bool, Exception | None]:
        """Some members, whether these are all, and what the stream raised after them."""
        found: list[T] = []
        until = perf_counter() + SECONDS_AT_ONCE
        try:
            if not stream:
                stream.append(open_stream(run))
            for member in stream[0]:
                found.append(member)
                if len(found) == MOST_AT_ONCE or perf_counter() > until:
                    return found, False, None
        except Exception as wrong:
            return found, True, wrong
        return found, True, None

    is_last = False
    try:
        while not is_last:
            members, is_last, wrong = await Handle(some, run, cancellation)
            for member in members:
                yield member
            if wrong is not None:
                raise wrong
    finally:
        cancellation.cancel()
