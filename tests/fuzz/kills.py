"""Runs that are killed at random moments and resumed, against the known numbers and sets of solutions.

    .venv/bin/python tests/fuzz/kills.py --trials 200 --seed 1

A trial takes one of five puzzles, counts or lists it with two workers, and up to three times kills the
coordinator, a worker, or all of them, at a random moment or just before or after a transaction of the
journal. What is resumed to its end must be exact. The first trial that is not ends it.
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
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from effort import HANGS
from test_runs import FIVE, all_solutions, solutions_in, with_settings

SHORT = Path(__file__).parents[1] / "short_slices.py"


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


def is_exact(folder: Path, rng: random.Random) -> int:
    """Tries one run, and says how often it was killed; AssertionError if its answer is wrong."""
    spec, count = rng.choice(FIVE)
    lists = rng.random() < 0.5
    question = ["--all", "-o", "found"] if lists else ["--count"]
    begin = ["run", *spec.split(), *question, "--journal", "j", "--workers", "2"]
    for kills in range(4):
        arguments = ["resume", "j"] if (folder / "j").exists() else begin
        out, err, status = _run(folder, arguments, rng if kills < 3 else None)
        if status == 0:
            break
        if lists and not (folder / "j").exists() and (folder / "found").exists():
            (folder / "found").rmdir()  # killed between the two: nothing was begun
    assert out == f"{count}\n", (spec, err)
    if lists:
        found = solutions_in(folder / "found")
        assert len(found) == count
        assert set(found) == all_solutions(*with_settings(spec))
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
    wanted = parser.parse_args()
    kills = 0
    for number in range(wanted.trials):
        with tempfile.TemporaryDirectory() as folder:
            try:
                kills += is_exact(Path(folder), random.Random(f"{wanted.seed} {number}"))
            except BaseException:
                print(f"trial {number} of seed {wanted.seed}")
                raise
    print(f"{wanted.trials:,} runs, ended {kills:,} times: all answers are exact")


if __name__ == "__main__":
    main()
