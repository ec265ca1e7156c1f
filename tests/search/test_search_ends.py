"""A search that is interrupted, shared by threads, gives a wrong cover, or has no memory."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

import matrices
import pytest
from cancelling import ending_when
from effort import HANGS
from matrices import (
    langford,
    queens,
)

import excover
from excover.matrix import effects
from excover.matrix.verify import verify
from excover.search.engine import Engine, VerificationError
from excover.search.outcome import Status, StoppedBy, Unfinished
from excover.search.run import Progress, Run
from excover.search.search import Count, Search
from excover.search.strategy import Strategy
from excover.search.tuning import tuning

SOLVE = str(Path(str(excover.__file__)).parent / "search")


@contextmanager
def interrupted(every: float) -> Iterator[None]:
    """KeyboardInterrupt again and again, as by Ctrl-C, where it comes upon code of the package."""

    def interrupt(_number: int, frame: FrameType | None) -> None:
        if frame and frame.f_code.co_filename.startswith(SOLVE):
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, every, every)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def run_on(count_or_search: Count | Search) -> object:
    return (
        count_or_search.finish() if isinstance(count_or_search, Count) else deque(count_or_search, maxlen=0)
    )


@pytest.mark.parametrize("kind", [Count, Search])
def test_an_interrupt_is_answered_before_the_end(kind: type[Count | Search]) -> None:
    """The search would go on for minutes; how soon it answers is set by ``tuning.slice_seconds``."""
    searching = kind(langford(16))
    with pytest.raises(KeyboardInterrupt), interrupted(0.1):
        run_on(searching)
    assert not searching.outcome.exhausted
    assert tuning.slice_seconds <= 0.05


def test_an_interrupted_count_says_how_far_it_came() -> None:
    counting = Count(langford(16))
    while not counting.outcome.count:
        with pytest.raises(KeyboardInterrupt), interrupted(0.1):
            counting.finish()
    outcome = counting.outcome
    assert (outcome.exhausted, outcome.status) == (False, Status.SOLVED)
    assert outcome.stopped_by is StoppedBy.INTERRUPT


def test_an_interrupted_search_keeps_what_it_found() -> None:
    matrix, given_out = langford(15), list[tuple[int, ...]]()
    search = Search(matrix)
    while search.outcome.count < 2:
        with pytest.raises(KeyboardInterrupt), interrupted(0.1):
            given_out.extend(search)
    found = given_out + search.drain()
    assert search.drain() == []
    assert len(found) == len(set(found)) == search.outcome.count > 1
    for cover in found[:: len(found) // 50 + 1]:
        verify(matrix, cover)


def test_interrupted_again_and_again_it_finds_the_same() -> None:
    matrix, found = langford(11), list[tuple[int, ...]]()
    search, runs, is_done = Search(matrix), 0, False
    with interrupted(0.0005):
        while not is_done:
            runs += 1
            with suppress(KeyboardInterrupt):
                found.extend(search)
                is_done = True
    assert runs > 5
    assert found == list(Search(matrix))


def test_ctrl_c_from_outside() -> None:
    program = """
import matrices
from excover.search.run import Run
from excover.search.search import Count
def tell(progress):
    if progress.count and not told:
        told.append(print("go", flush=True))
told = []
counting = Count(matrices.langford(16), Run(progress=tell))
try:
    counting.finish()
except KeyboardInterrupt:
    print(counting.outcome.stopped_by.value, counting.outcome.count > 0)
"""
    path = matrices.__file__.rpartition("/")[0]
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {path!r})\n{program}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "go\n"
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=HANGS)[0] == "interrupt True\n"
    assert process.returncode == 0


def test_a_count_may_be_interrupted_between_two_slices() -> None:
    interrupts = iter([KeyboardInterrupt])

    def interrupt(_progress: Progress) -> None:
        for kind in interrupts:
            raise kind

    counting = Count(langford(11), Run(progress=interrupt))
    with pytest.raises(KeyboardInterrupt):
        counting.finish()
    assert counting.outcome.stopped_by is StoppedBy.INTERRUPT
    assert (counting.finish().count, counting.outcome.stopped_by) == (35584, None)


def test_a_search_that_goes_on_after_ctrl_c_was_not_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last slice found all there is, and Ctrl-C came before any of it was handed over."""
    search = Search(queens(6), Run(strategy=Strategy("lanes")))
    run_slice = search._engine.run_slice

    def interrupted_slice(batch: int) -> None:
        while not search._engine.is_over:
            run_slice(batch)
        raise KeyboardInterrupt

    monkeypatch.setattr(search._engine, "run_slice", interrupted_slice)
    with pytest.raises(KeyboardInterrupt):
        next(search)
    assert search._stopped_by is StoppedBy.INTERRUPT
    assert len(list(search)) == 4
    assert (search.outcome.exhausted, search._stopped_by) == (True, None)


@pytest.mark.parametrize(
    "use",
    [
        lambda running, _: lambda: running._core.hand_over([]),
        lambda running, _: lambda: running.stay_alone(False),
        lambda running, other: lambda: other.go_on_from(running),
        lambda running, other: lambda: running.go_on_from(other),
    ],
)
def test_two_threads_cannot_share_a_search(use: Callable[[Engine, Engine], Callable[[], object]]) -> None:
    """One of them is refused: the one that comes while the other is at it."""
    engine, other = Engine(langford(16), Run(), keep_covers=False), Engine(langford(16), Run(), True)
    refused, is_over = list[str](), threading.Event()

    def until_one_is_refused(use: Callable[[], object]) -> None:
        while not is_over.is_set():
            try:
                use()
            except RuntimeError as error:
                refused.append(str(error))
                is_over.set()

    worker = threading.Thread(target=until_one_is_refused, args=[engine.run_slice])
    worker.start()
    until_one_is_refused(use(engine, other))
    worker.join()
    assert refused[0] == "this search is running in another thread"


def test_a_cover_that_is_none_never_gets_out(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Search(queens(4), Run(strategy=Strategy("lanes")))

    class Faulty:
        def hand_over(self, _into: list[tuple[int, ...]]) -> str:
            return "cover 0: item 3 is covered too often"

    monkeypatch.setattr(search._engine, "_core", Faulty())
    with pytest.raises(VerificationError, match="item 3 is covered too often; this is a fault of excover"):
        next(search)


def test_out_of_memory_is_an_exception() -> None:
    program = """
import resource
from array import array
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.base.names import ItemName
from excover.search.search import Search
n = 4_000_000
zeros = array("I", bytes(4 * n))
bounds = array("I", [0]), array("I", [UNBOUNDED]), array("B", [0])
matrix = Matrix([ItemName("i")], *bounds, range(n), array("I", range(n + 1)), zeros, zeros)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 40_000_000, resource.RLIM_INFINITY))
try:
    Search(matrix)
except MemoryError:
    print("MemoryError")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "MemoryError\n", done.stderr


def test_declared_symmetries_end_with_their_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 100 options, the images of so many as there were looks at the run before it ended."""
    text = "item a[1..10, 1..10]\noption x(p, q in 1..10) covers a[p, q]\nsymmetry x(p, q) -> x(q, p)"
    problem, mapped, images_of = excover.parse(text), list[int](), effects.images_of
    monkeypatch.setattr(effects, "_PIECE", 10)
    monkeypatch.setattr(effects, "images_of", lambda *of: mapped.append(len(of[1])) or images_of(*of))
    with pytest.raises(Unfinished):
        problem.group(run=ending_when(lambda: len(mapped) >= 4))
    assert mapped == [10] * 4
    assert problem.group().order == 2
    assert mapped == [10] * 14
