"""Another commit of ours, built beside, whose commands take turns with those of the checkout.

    python benchmarks/run.py --against 4a8b158 [--write benchmarks/results.md] [ROW ...]

The files of the commit go into a temporary folder, and are installed there into an environment of its own:
some minutes on a machine at rest, in which pip fetches what it needs to build and shows what it does. It
may take half an hour at most, or ``--build-seconds``. The folder disappears at the end, also at SIGTERM.
With ``--python PATH``, nothing is built: that is the interpreter of an environment that has the commit.
Each row runs one command by both: seconds of the processor of whole processes, the order turned around each
time, and the median of the ratios.
"""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from time import monotonic, sleep

from contests import processor_seconds
from measure import Failed, Work, pair
from puzzles import FEWEST, HARD, puzzles
from rows import JOBS, LARGE_BOARD, Found, Row, jobs

ROOT = Path(__file__).parent.parent
LINES = 100_000
SECONDS = 600.0
"""After which a command of either is stopped."""
BUILD_SECONDS = 1800.0
SECONDS_TO_DIE = 10.0
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


@dataclass(frozen=True, slots=True)
class Compared:
    """A command of `excover`, how many times faster than the commit it is to be, files of ``{folder}``."""

    line: str
    goal: float
    files: Mapping[str, Callable[[], str]] = field(default_factory=dict)


def many_options() -> str:
    """In DLX: 250,000 options, each of four of a thousand items."""
    rows = (
        " ".join(f"i{(k + step * (k // 1000 % 83 + 1)) % 1000}" for step in (1, 3, 7, 11))
        for k in range(250_000)
    )
    return "\n".join([" ".join(f"i{k}" for k in range(1000)), *rows, ""])


def lines_of(*kind: object, **shown: bool) -> Callable[[], str]:
    return lambda: "\n".join(islice(puzzles(1, *kind, **shown), LINES)) + "\n"  # type: ignore[arg-type]


LINES_OF = {
    "made": lines_of(),
    "of 17 clues": lines_of(FEWEST, shows_more=False),
    "hard": lines_of(HARD, shows_more=False),
}
SOLVED = "solve sudoku --threads 1 --given-lines {folder}/lines.txt"
COMPARED = {
    "list Kanoodle as text": Compared("solve kanoodle --all", 5),
    "list Kanoodle as JSON": Compared("solve kanoodle --all --json", 5),
    "list pentominoes 6x10": Compared("solve pentominoes --all", 2),
    "list Kanoodle up to symmetry": Compared("solve kanoodle --all --up-to-symmetry", 2),
    "count IQ Fit by the frontier search": Compared("count iq-fit --engine graph --threads 1", 3),
    **{f"lines {kind}": Compared(SOLVED, 3, {"lines.txt": made}) for kind, made in LINES_OF.items()},
    "lines made, --unique": Compared(f"{SOLVED} --unique", 3, {"lines.txt": LINES_OF["made"]}),
    "--version": Compared("--version", 2),
    "count queens": Compared("count queens", 2),
    "solve sudoku, hard": Compared("solve sudoku --given sudoku-hard", 2),
    "check 250,000 options in DLX": Compared("check {folder}/many.dlx", 3, {"many.dlx": many_options}),
    "expand queens 300": Compared("expand queens -p n=300", 3),
    "expand 10,000 options of a CSV file": Compared(
        "expand {folder}/jobs.xc", 3, {"jobs.xc": lambda: JOBS, "jobs.csv": jobs}
    ),
    "info, twelve pentominoes on 100x100": Compared(
        "info {folder}/board.xc", 1, {"board.xc": lambda: LARGE_BOARD}
    ),
}


@contextmanager
def built(commit: str, options: list[str], seconds: float) -> Iterator[Path]:
    """The interpreter of an environment that has the commit installed; ``options`` are for pip.

    The commit is taken out of the repository without a trace in it, so no end of this leaves anything there.
    """
    with tempfile.TemporaryDirectory(prefix="excover-") as folder:
        source, environment = Path(folder) / "source", Path(folder) / "environment"
        extract(commit, source)
        until = monotonic() + seconds
        done([sys.executable, "-m", "venv", str(environment)], until)
        python = environment / "bin" / "python"
        done(
            [sys.executable, "-m", "pip", "--python", str(python), "install", "-v", *options, str(source)],
            until,
        )
        yield python


def extract(commit: str, folder: Path) -> None:
    """All files of the commit."""
    line = ["git", "-C", str(ROOT), "archive", "--format=tar", commit]
    archive = subprocess.run(line, capture_output=True, check=False)
    if archive.returncode:
        raise SystemExit(f"`{' '.join(line)}` failed:\n{archive.stderr.decode(errors='replace')}")
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")


def done(line: list[str], until: float) -> None:
    """Runs a command, which writes to standard error; it and all that it has started end with this call."""
    print(f"$ {' '.join(line)}", file=sys.stderr, flush=True)
    null = subprocess.DEVNULL
    # A signal waits until there is a process to end: nobody would know of one that was just begun.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    with subprocess.Popen(line, stdin=null, stdout=sys.stderr, start_new_session=True) as process:
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            status = process.wait(until - monotonic())
        except subprocess.TimeoutExpired:
            raise SystemExit(f"`{' '.join(line)}` was stopped: the time for the build is over") from None
        finally:
            end(process)
    if status:
        raise SystemExit(f"`{' '.join(line)}` ended with status {status}")


def end(leader: subprocess.Popen[bytes]) -> None:
    """Of a group of processes: returns when all are gone, or after some seconds in which one does not die."""
    until = monotonic() + SECONDS_TO_DIE
    with suppress(ProcessLookupError):
        while monotonic() < until:
            os.killpg(leader.pid, signal.SIGKILL)
            leader.poll()
            sleep(0.01)


def rows_against(commit: str, python: Callable[[], Path]) -> list[Row]:
    """``python``: the interpreter that has the commit, asked for when the first row is measured."""
    return [
        Row(f"{commit}: {name}", lambda each=each: measured(each, commit, Path(sys.executable), python()))  # type: ignore[misc]
        for name, each in COMPARED.items()
    ]


def measured(what: Compared, commit: str, ours: Path, theirs: Path) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in what.files.items():
            (Path(folder) / name).write_text(text())
        line = what.line.format(folder=folder).split()
        found = pair(command_of(ours, line, folder), command_of(theirs, line, folder))
    ratio = 1 / found.ratio
    compared = f"{commit} {found.theirs:.2f} s"
    return Found(
        f"{found.ours:.2f} s",
        compared,
        f"{ratio:.1f}",
        f"{what.goal:g} times",
        ratio >= what.goal,
        "of the processor",
    )


def command_of(python: Path, line: list[str], folder: str) -> Work:
    """Its seconds of the processor. It runs in the folder: in a checkout, `excover` would be found there."""

    def run() -> float:
        return processor_seconds(lambda: _run([str(python), "-m", "excover", *line], folder))

    return run


def _run(line: list[str], folder: str) -> None:
    null = subprocess.DEVNULL
    try:
        done = subprocess.run(line, cwd=folder, stdout=null, stderr=null, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise Failed(f"stopped after {SECONDS:.0f} s: {' '.join(line)}") from None
    if done.returncode:
        raise Failed(f"status {done.returncode}: {' '.join(line)}")
