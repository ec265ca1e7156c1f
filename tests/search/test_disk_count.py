"""Counts on disk: the same as in memory, whatever ends them, and never a wrong one from damaged files."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from commands import Run as Command
from effort import examples
from hypothesis import given
from matrices import boxed_sudoku, dominoes, exact, langford, latin_squares, partitions, queens
from random_matrices import random_matrices

import excover
from excover.base.diagnostics import SpecError
from excover.matrix.matrix import Matrix
from excover.search.disk_count import Disk, DiskStopped, count_on_disk
from excover.search.outcome import Cancellation, StoppedBy
from excover.search.run import Budget, Run
from excover.search.search import count
from excover.search.strategy import Strategy, Unsuitable
from excover.search.tuning import tuned

EVERY = [
    ("dominoes 8x8", dominoes(8, 8), 12988816),
    ("Latin squares 4", latin_squares(4), 576),
    ("set partitions of 9", partitions(9), 21147),
    ("Sudoku 4x4", boxed_sudoku(2, 2), 288),
    ("Langford 8", langford(8), 300),
    ("queens 9", queens(9), 352),
]
LARGER = [
    ("dominoes 10x24", dominoes(10, 24), 19382410440110542337234925061),
    ("dominoes 16x16", dominoes(16, 16), 2444888770250892795802079170816),
    ("queens 10", queens(10), 724),
]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("matrix", "solutions"),
    [
        *(pytest.param(*case, id=name) for name, *case in EVERY),
        *(pytest.param(*case, id=name, marks=pytest.mark.slow) for name, *case in LARGER),
    ],
)
def test_counts_with_everything_on_disk(tmp_path: Path, matrix: Matrix, solutions: int) -> None:
    """OEIS A004003, A187596 (by Kasteleyn's formula), A002860, A000110, A107739, A014552 twice, A000170."""
    with tuned(graph_least_room=1):
        outcome = count_on_disk(matrix, Disk(tmp_path), Run(strategy=Strategy(threads=2, memory=20_000)))
    assert (outcome.count, outcome.exhausted, outcome.statistics.threads) == (solutions, True, 2)
    assert [file.name for file in tmp_path.iterdir()] == ["checkpoint"]
    again = count_on_disk(matrix, Disk(tmp_path))
    assert (again.count, again.statistics.nodes) == (solutions, outcome.statistics.nodes)


@given(matrix=random_matrices())
def test_random_matrices(tmp_path_factory: pytest.TempPathFactory, matrix: Matrix) -> None:
    disk = Disk(tmp_path_factory.mktemp("count"))
    try:
        with tuned(graph_least_room=1):
            outcome = count_on_disk(matrix, disk, Run(strategy=Strategy(memory=1)))
    except Unsuitable:
        if matrix.free_option is None:  # without a disk, options may be left out
            with pytest.raises(Unsuitable):
                count(matrix, Run(strategy=Strategy("graph")))
    else:
        assert (outcome.count, outcome.exhausted) == (count(matrix).count, True)


@pytest.mark.thorough
@pytest.mark.parametrize(("spec", "solutions"), [("kanoodle", 371020), ("iq-fit", 301350), ("soma", 11520)])
def test_gallery(tmp_path: Path, spec: str, solutions: int) -> None:
    with tuned(disk_fan_in=4):
        run = Run(strategy=Strategy("graph", threads=2, memory=10**6))
        assert count_on_disk(excover.load(spec).matrix, Disk(tmp_path), run).count == solutions


# Ends


PROGRAM = """
import sys
from matrices import queens
from excover.search.disk_count import Disk, count_on_disk
from excover.search.run import Run
from excover.search.strategy import Strategy
from excover.search.tuning import tuned
with tuned(disk_seconds=0, graph_least_room=1, disk_block=100, slice_seconds=0.001):
    run = Run(strategy=Strategy(threads=2, memory=30_000))
    print(count_on_disk(queens(9), Disk(sys.argv[1]), run).count)
"""


def started(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(folder)],
        cwd=Path(__file__).parents[1] / "support",
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
def test_kills(tmp_path: Path) -> None:
    """Each process is killed at a random moment after it has begun; the last one may end."""
    random = Random(1)
    for _ in range(examples(12)):
        process = started(tmp_path)
        while not (tmp_path / "checkpoint").exists() and process.poll() is None:
            time.sleep(0.01)
        time.sleep(random.random() * 0.7)
        process.kill()
        process.wait()
    process = started(tmp_path)
    assert process.communicate()[0] == "352\n"


def test_a_limit_of_time_and_a_cancellation(tmp_path: Path) -> None:
    matrix, seconds = queens(9), 0.0
    cancellation = Cancellation()
    cancellation.cancel()
    cancelled = count_on_disk(matrix, Disk(tmp_path), Run(cancellation=cancellation))
    assert (cancelled.exhausted, cancelled.stopped_by) == (False, StoppedBy.CANCELLED)
    while not (outcome := count_on_disk(matrix, Disk(tmp_path), Run.within(seconds=seconds))).exhausted:
        assert outcome.stopped_by is StoppedBy.TIME
        seconds += 0.01
    assert outcome.count == 352


def test_a_finished_count_needs_no_time(tmp_path: Path) -> None:
    count_on_disk(queens(8), Disk(tmp_path))
    again = count_on_disk(queens(8), Disk(tmp_path), Run.within(seconds=0))
    assert (again.count, again.exhausted, again.stopped_by) == (92, True, None)


def test_a_listener_that_raises_loses_nothing(tmp_path: Path) -> None:
    calls = 0

    def listen(_progress: object) -> None:
        nonlocal calls
        calls += 1
        raise KeyboardInterrupt

    with tuned(slice_seconds=0.001):
        for _ in range(1000):
            try:
                outcome = count_on_disk(queens(11), Disk(tmp_path), Run(progress=listen))
            except KeyboardInterrupt:
                continue
            break
    assert calls > 0
    assert outcome.count == 2680


# Room


@pytest.mark.slow
def test_a_limit_of_the_disk(tmp_path: Path) -> None:
    with tuned(graph_least_room=1):
        run = Run(strategy=Strategy(memory=10_000))
        with pytest.raises(DiskStopped, match=r"E732.* needs more than 0 MB"):
            count_on_disk(queens(9), Disk(tmp_path, 1000), run)
        assert count_on_disk(queens(9), Disk(tmp_path, 10**8), run).count == 352


def test_a_full_disk(tmp_path: Path) -> None:
    """A limit of the size of files is the full disk that any user can make."""
    with tuned(graph_least_room=1):
        run = Run(strategy=Strategy(memory=100_000))
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (600, hard))
        try:
            with pytest.raises(DiskStopped, match=r"E732.*File too large"):
                count_on_disk(queens(9), Disk(tmp_path), run)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert count_on_disk(queens(9), Disk(tmp_path), run).count == 352


@pytest.mark.slow
def test_little_memory(tmp_path: Path) -> None:
    """Under a limit of the system, what memory there is suffices, or the count says that it does not."""
    program = """
import resource, sys
from matrices import queens
from excover.search.disk_count import Disk, DiskStopped, count_on_disk
from excover.search.run import Run
from excover.search.strategy import Strategy
matrix = queens(10)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    print(count_on_disk(matrix, Disk(sys.argv[1]), Run(strategy=Strategy(memory=10**9))).count)
except DiskStopped as stopped:
    print(stopped.diagnostics[0].code)
"""
    for room in (3_000_000, 8_000_000, 20_000_000):
        done = subprocess.run(
            [sys.executable, "-c", program, str(tmp_path), str(room)],
            capture_output=True, text=True, check=False, cwd=Path(__file__).parents[1] / "support",
        )  # fmt: skip
        assert done.stdout in ("724\n", "E732\n"), done.stderr
    assert count_on_disk(queens(10), Disk(tmp_path)).count == 724


# What is refused


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A folder with a count that is not finished, and at least one run."""
    count_on_disk(queens(8), Disk(tmp_path), Run.within(seconds=0))
    assert len(list(tmp_path.glob("*.states"))) == 1
    return tmp_path


def test_damage(begun: Path) -> None:
    """Cut or changed anywhere: tests/native/test_disk_count.cpp tries every byte."""
    for file in begun.iterdir():
        before = file.read_bytes()
        for damaged in (b"", before[:-1], before + b"x", bytes([before[0] ^ 1]) + before[1:]):
            file.write_bytes(damaged)
            is_known = file.name != "checkpoint" or damaged.startswith(b"excover disk count 1\n")
            with pytest.raises(SpecError, match=rf"{'E731' if is_known else 'E449'}.*`{file.name}`"):
                count_on_disk(queens(8), Disk(begun))
        file.write_bytes(before)
    assert count_on_disk(queens(8), Disk(begun)).count == 92


def test_another_count(begun: Path) -> None:
    with pytest.raises(SpecError, match=r"E730.*another count\n +=.* 46 items and 64 options;.* 40 and 49\n"):
        count_on_disk(queens(7), Disk(begun))
    checkpoint = begun / "checkpoint"
    text = checkpoint.read_bytes()
    checkpoint.write_bytes(text.replace(f"excover {excover.__version__}".encode(), b"excover 99.0", 1))
    with pytest.raises(SpecError, match=r"E730[\s\S]*begun with excover 99\."):
        count_on_disk(queens(8), Disk(begun))


@pytest.mark.parametrize(
    ("whole", "damaged"),
    [("items ", "items x"), ("\nexcover ", "\nexcovir "), ("items 46", "items \u0664\u0666")],
)
def test_a_damaged_line_of_the_matrix(begun: Path, whole: str, damaged: str) -> None:
    checkpoint = begun / "checkpoint"
    before = checkpoint.read_bytes()
    checkpoint.write_bytes(before.replace(whole.encode(), damaged.encode(), 1))
    assert checkpoint.read_bytes() != before
    with pytest.raises(SpecError, match=r"E731.*`checkpoint`"):
        count_on_disk(queens(8), Disk(begun))


def test_another_count_of_as_many(begun: Path) -> None:
    other = exact(len(queens(8).items), [[0]] * len(queens(8).options))
    with pytest.raises(SpecError, match=r"E730[\s\S]*as many items and options, but others"):
        count_on_disk(other, Disk(begun))


@pytest.mark.parametrize("content", ["", "weights", "\0" * 10_000, "excover disk count 17\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: str) -> None:
    (tmp_path / "checkpoint").write_text(content)
    with pytest.raises(SpecError, match="E449") as refused:
        count_on_disk(queens(8), Disk(tmp_path))
    assert "delete" not in str(refused.value)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("checkpoint", content)]


def test_a_pipe_is_no_checkpoint(tmp_path: Path) -> None:
    """And is not opened, which would wait for a writer."""
    os.mkfifo(tmp_path / "checkpoint")
    with pytest.raises(SpecError, match="E449"):
        count_on_disk(queens(8), Disk(tmp_path))


def test_seconds_never_fall(tmp_path: Path) -> None:
    seconds, limit = 0.0, 0.0
    while True:
        outcome = count_on_disk(queens(9), Disk(tmp_path), Run.within(seconds=limit))
        assert outcome.statistics.seconds >= seconds
        seconds, limit = outcome.statistics.seconds, limit + 0.02
        if outcome.exhausted:
            break
    assert count_on_disk(queens(9), Disk(tmp_path)).statistics.seconds == seconds > 0


def test_one_process_at_a_time(tmp_path: Path) -> None:
    def listen(_progress: object) -> None:
        with pytest.raises(SpecError, match="E733"):
            count_on_disk(queens(8), Disk(tmp_path))

    with tuned(slice_seconds=0.001):
        assert count_on_disk(queens(8), Disk(tmp_path), Run(progress=listen)).count == 92


def test_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(SpecError, match="E734"):
            count_on_disk(queens(8), Disk(path))


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    """No room helps there, so none is asked for."""
    (tmp_path / "checkpoint").mkdir()
    with pytest.raises(SpecError, match=r"E734.*`checkpoint`: Is a directory"):
        count_on_disk(queens(8), Disk(tmp_path))
    with pytest.raises(SpecError, match=r"E734.*`checkpoint.new`"):
        count_on_disk(queens(8), Disk("/proc/self/task"))


def test_a_folder_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_descriptor: int, _operation: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", refuse)
    with pytest.raises(SpecError, match=r"E734.*cannot be locked: No locks available"):
        count_on_disk(queens(8), Disk(tmp_path))


def test_an_error_of_the_listener_is_its_own(tmp_path: Path) -> None:
    def listen(_progress: object) -> None:
        raise BlockingIOError("standard error is full")

    with tuned(slice_seconds=0.001), pytest.raises(BlockingIOError, match="standard error"):
        count_on_disk(queens(11), Disk(tmp_path), Run(progress=listen))


def test_files_of_others(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Links are not written through, and only files with names of runs are deleted."""
    target = tmp_path_factory.mktemp("other") / "target"
    target.write_text("mine")
    (begun / "checkpoint.new").symlink_to(target)
    (begun / "999.states").symlink_to(target)
    (begun / "united.states").write_text("mine")
    assert count_on_disk(queens(8), Disk(begun)).count == 92
    assert target.read_text() == "mine"
    assert sorted(file.name for file in begun.iterdir()) == ["checkpoint", "united.states"]


def test_what_a_sweep_cannot_do(tmp_path: Path) -> None:
    for run in (Run(Budget(solutions=1)), Run(Budget(nodes=1)), Run(strategy=Strategy("lanes"))):
        with pytest.raises(Unsuitable):
            count_on_disk(queens(8), Disk(tmp_path), run)


# The command


def test_command(run: Command, tmp_path: Path) -> None:
    first = run("count queens --disk states --time-limit 0")
    assert (first.status, first.out) == (3, "")
    assert "what is known so far is in `states`: the same command goes on from there" in first.err
    assert (tmp_path / "states" / "checkpoint").exists()
    second = run("count queens --disk states --engine graph --memory 1MB")
    assert (second.status, second.out) == (0, "92\n")
    other = run("count queens -p n=6 --disk states")
    assert other.status == 2
    assert other.err.startswith("error[E730]: the folder `states` has the states of another")
    full = run("count queens -p n=12 --memory 1MB --disk small --disk-limit 10")
    assert full.status == 3
    assert "error[E732]: the count in `small` needs more than" in full.err


@pytest.mark.parametrize(
    "words",
    [
        "--disk-limit 1GB",
        "--disk d --limit 1",
        "--disk d --node-limit 5",
        "--disk d --engine lanes",
        "--disk d --up-to-symmetry",
        "--disk d --proof p",
        "--disk d --disk-limit much",
    ],
)
def test_usage(run: Command, words: str) -> None:
    ran = run(f"count queens {words}")
    assert ran.status == 2
    assert "--disk" in ran.err
