"""Work with a handle: waiting, cancelling and asyncio; whatever is cancelled has ended, and says so."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import aclosing, suppress
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest
from effort import HANGS
from extras import way_out

import excover
from excover import Cancellation, Run, StoppedBy, Unfinished
from excover.search.handle import streamed

EASY = excover.load("queens", {"n": 6})
ENDLESS = excover.load("queens", {"n": 40})
"""Nobody knows the number of its solutions."""


def threads() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == "excover"}


@pytest.fixture(autouse=True)
def nothing_is_left_running() -> Any:
    yield
    assert not threads()


def run_async(main: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(main, HANGS))


def test_a_result_is_waited_for() -> None:
    handle = excover.start(EASY.count)
    assert handle.wait(HANGS)
    assert handle.is_done
    assert handle.result() == 4
    assert excover.start(excover.unique, EASY).result(HANGS).verdict.value == "several"


def test_cancelled_work_has_ended_and_says_so() -> None:
    handle = excover.start(ENDLESS.count)
    assert not handle.wait(0.01)
    with pytest.raises(TimeoutError):
        handle.result(0.01)
    handle.cancel()
    with pytest.raises(Unfinished) as error:
        handle.result()
    assert error.value.outcome.stopped_by is StoppedBy.CANCELLED
    handle.cancel()  # once more does nothing


def test_leaving_the_context_cancels() -> None:
    with excover.start(ENDLESS.tally) as handle:
        pass
    assert handle.result().stopped_by is StoppedBy.CANCELLED


def test_the_cancellation_and_the_budget_of_the_run_hold() -> None:
    button = Cancellation()
    handle = excover.start(ENDLESS.tally, run=Run(cancellation=button))
    button.cancel(StoppedBy.INTERRUPT)
    assert handle.result(HANGS).stopped_by is StoppedBy.INTERRUPT
    assert (
        excover.start(ENDLESS.tally, run=Run.within(seconds=0.01)).result(HANGS).stopped_by is StoppedBy.TIME
    )


def test_an_exception_of_the_work_is_that_of_the_result() -> None:
    with pytest.raises(excover.SpecError, match="goal"):
        excover.start(EASY.best).result(HANGS)


@pytest.mark.slow
@pytest.mark.parametrize("times", [40, pytest.param(1000, marks=pytest.mark.thorough)])
def test_cancellations_at_random_moments_leave_nothing_running(times: int) -> None:
    random = Random(1)
    works = [ENDLESS.count, ENDLESS.solve, EASY.count, ENDLESS.without_givens().tally]
    for _ in range(times // 4):
        handles = [excover.start(random.choice(works)) for _ in range(4)]
        for handle in handles:
            handle.wait(random.random() * 0.01)
            handle.cancel()
            assert handle.is_done
        assert not threads()


# asyncio


def test_a_run_among_the_arguments_is_the_run() -> None:
    problem = excover.load("queens", {"n": 6})
    assert excover.start(problem.count, Run()).result() == 4
    handle = excover.start(excover.load("queens", {"n": 40}).tally, Run.within(seconds=0.01))
    assert handle.result().stopped_by is StoppedBy.TIME
    with pytest.raises(TypeError, match="one run"):
        excover.start(problem.count, Run(), run=Run.within(seconds=1))


def test_a_handle_is_awaited() -> None:
    async def main() -> int:
        return await excover.start(EASY.count)

    assert run_async(main()) == 4


def test_a_deadline_of_asyncio_ends_the_search() -> None:
    async def main() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(excover.start(ENDLESS.count), 0.05)
        assert not threads()

    run_async(main())


def test_solutions_come_while_the_loop_goes_on() -> None:
    async def main() -> tuple[list[excover.Solution], int]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0)

        ticking = asyncio.create_task(tick())
        found = [solution async for solution in EASY.solutions_async()]
        ticking.cancel()
        return found, ticks

    found, ticks = run_async(main())
    assert found == list(EASY.solutions())
    assert ticks > 1


def test_a_loop_that_is_left_ends_the_search() -> None:
    async def main() -> int:
        async with aclosing(ENDLESS.solutions_async()) as stream:
            seen = 0
            async for _ in stream:
                seen += 1
                if seen == 5:
                    break
        return seen

    assert run_async(main()) == 5


def test_solutions_up_to_symmetry_in_a_loop() -> None:
    queens = excover.load("queens", {"n": 6})

    async def main(up_to_symmetry: bool) -> list[excover.Solution]:
        return [each async for each in queens.solutions_async(up_to_symmetry=up_to_symmetry)]

    assert (len(run_async(main(False))), len(run_async(main(True)))) == (4, 1)
    with pytest.raises(ValueError, match="exclude each other"):
        queens.solutions_async(up_to_symmetry=True, up_to="rotations")


def test_a_cancelled_task_ends_the_search() -> None:
    async def consume() -> None:
        async for _ in ENDLESS.solutions_async():
            pass

    async def main() -> None:
        for pause in (0, 0.001, 0.02, 0.05):
            task = asyncio.create_task(consume())
            await asyncio.sleep(pause)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert not threads()

    run_async(main())


def test_the_work_cancels_itself() -> None:
    handles: list[excover.Handle[str]] = []

    def work(run: excover.Run) -> str:
        while not handles:
            time.sleep(0.001)
        handles[0].cancel()
        return str(run.cancellation.reason)

    handles.append(excover.start(work))
    assert "CANCELLED" in handles[0].result(HANGS)


def test_what_was_found_before_an_exception_is_given() -> None:
    def failing(_run: excover.Run) -> Iterator[int]:
        yield 1
        yield 2
        raise OSError("gone")

    seen = []

    async def main() -> None:
        async for member in streamed(failing):
            seen.append(member)

    with pytest.raises(OSError, match="gone"):
        run_async(main())
    assert seen == [1, 2]


def test_many_at_once() -> None:
    async def main() -> list[int]:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(counted()) for _ in range(20)]
        return [task.result() for task in tasks]

    async def counted() -> int:
        return await excover.start(EASY.count)

    assert run_async(main()) == [4] * 20


@pytest.mark.skipif(find_spec("highspy") is None, reason=way_out("highspy"))
@pytest.mark.parametrize("times", [3, pytest.param(60, marks=pytest.mark.slow)])
def test_cancelled_solvers_of_other_people_leave_no_process(times: int) -> None:
    """HiGHS runs in a process of its own, which is gone when `cancel` returns."""
    random, highs = Random(2), excover.Strategy("highs")
    hard = excover.load("queens", {"n": 40})
    for _ in range(times):
        handle = excover.start(hard.solve, run=Run(strategy=highs))
        wait_until(lambda handle=handle: handle.is_done or bool(workers()))
        handle.wait(random.random() * 0.3)
        handle.cancel()
        assert handle.is_done
        assert not threads()
        assert not workers()


def wait_until(holds: Callable[[], bool]) -> None:
    while not holds():
        time.sleep(0.005)


def workers() -> list[str]:
    """The solvers that this process has started, by their command lines."""
    tasks = Path("/proc/self/task")
    if not tasks.exists():
        pytest.skip("needs /proc, which Linux has")
    pids = [pid for task in tasks.iterdir() for pid in text_of(task / "children").split()]
    lines = [text_of(Path("/proc", pid, "cmdline")) for pid in pids]
    return [line for line in lines if "excover.search.external.worker" in line]


def text_of(path: Path) -> str:
    """Of a thread or a process; nothing if it has ended."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return path.read_text()
    return ""
