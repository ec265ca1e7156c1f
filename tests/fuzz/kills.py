"""Runs that are killed at random moments and resumed, against the known numbers and sets of solutions.

    .venv/bin/python tests/fuzz/kills.py --trials 200 --seed 1 [--kind best]

A trial is a run of one of the kinds of `killed_runs.py` with two workers: a count, all solutions in lines or
in Parquet, a count with conditions on the whole or bounds on sums, the best solution, certificates, or new
puzzles. Up to three times the coordinator, a worker, or all of them are killed, at a random moment or just
before or after a transaction of the journal. What is resumed to its end must be exact, and `excover verify`
must find nothing. The first trial that is not ends it.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import fuzz.places  # noqa: F401

# isort: split
from effort import HANGS

from fuzz.killed_runs import KINDS, check_journal

SHORT = Path(__file__).parents[1] / "support" / "short_slices.py"


def short(die_at: int, *arguments: str, cwd: Path) -> subprocess.Popen[str]:
    """The command in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, str(SHORT), str(die_at), *arguments],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """The processes that it has started."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    try:
        return list(map(int, children.read_text().split()))
    except OSError:
        return []


def is_exact(folder: Path, rng: random.Random, kind: str) -> int:
    """Tries one run, and says how often it was killed; AssertionError if its answer is wrong."""
    killed = KINDS[kind](rng, folder)
    journal = "--run" if kind == "puzzles" else "--journal"
    for kills in range(4):
        arguments = ["resume", "j"] if (folder / "j").exists() else [*killed.arguments, journal, "j"]
        out, err, status = _run(folder, arguments, rng if kills < 3 else None)
        if status == 0:
            break
        if not (folder / "j").exists() and (folder / "found").exists():
            (folder / "found").rmdir()  # killed between the two: nothing was begun
    assert status == 0, (killed.arguments, err)
    assert out == killed.answer or not killed.answer, (killed.arguments, err)
    killed.check(folder)
    check_journal(folder)
    return kills


def _run(folder: Path, arguments: list[str], rng: random.Random | None) -> tuple[str, str, int]:
    """The command's output, errors and status; if ``rng`` is given, something of it is killed."""
    if rng and rng.random() < 0.3:
        process = short(rng.randrange(1, 6), *arguments, cwd=folder)
    else:
        process = short(0, *arguments, cwd=folder)
        if rng:
            time.sleep(rng.uniform(0, 1.5))
            _kill_something(rng, process)
    out, err = process.communicate(timeout=HANGS)
    return out, err, process.returncode


def _kill_something(rng: random.Random, process: subprocess.Popen[str]) -> None:
    with suppress(ProcessLookupError):
        match rng.randrange(3):
            case 0:
                process.kill()
            case 1:
                os.killpg(process.pid, signal.SIGKILL)
            case 2:
                for worker in workers_of(process)[:1]:
                    os.kill(worker, signal.SIGKILL)


def main() -> None:
    """Tries runs, and says how often something was killed."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, action="append", help="of runs (default: all in turns)")
    wanted = parser.parse_args()
    kinds, kills = wanted.kind or list(KINDS), Counter[str]()
    for number in range(wanted.trials):
        kind = kinds[number % len(kinds)]
        with tempfile.TemporaryDirectory() as folder:
            try:
                kills[kind] += is_exact(Path(folder), random.Random(f"{wanted.seed} {number}"), kind)
            except BaseException:
                print(f"trial {number} of seed {wanted.seed}, {kind}; before it: {dict(kills)}")
                raise
    print(f"{wanted.trials:,} runs, ended {kills.total():,} times {dict(kills)}: all answers are exact")


if __name__ == "__main__":
    main()
