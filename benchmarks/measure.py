"""How things are measured: runs that take turns, peers in processes that can be stopped, whole commands."""

from __future__ import annotations

import multiprocessing
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from time import perf_counter

from excover.matrix.matrix import Matrix

Work = Callable[[], object]
MOST_REPEATS = 5
SECONDS_OF_A_ROW = 8.0
"""A row is repeated as often as that allows, and at least once."""


SECONDS_OF_A_COMMAND = 120.0


class Skipped(Exception):
    """Cannot be measured here, and why."""


class Failed(Exception):
    """Does not do what it should, and why."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Medians, in seconds, and that of the ratios of each repeat."""

    ours: float
    theirs: float
    ratio: float


def timed(work: Work) -> float:
    """The seconds it takes; where the work measures itself, what it says."""
    began = perf_counter()
    told = work()
    return told if isinstance(told, float) else perf_counter() - began


def pair(ours: Work, theirs: Work) -> Pair:
    """Interleaved; each repeat turns the order around."""
    times: list[tuple[float, float]] = []
    while len(times) < MOST_REPEATS and sum(map(sum, times)) < SECONDS_OF_A_ROW:
        if len(times) % 2:
            second = timed(theirs)
            times.append((timed(ours), second))
        else:
            times.append((timed(ours), timed(theirs)))
    return Pair(*(median(values) for values in zip(*times, strict=True)), median(a / b for a, b in times))


def alone(work: Work) -> float:
    times: list[float] = []
    while len(times) < MOST_REPEATS and sum(times) < SECONDS_OF_A_ROW:
        times.append(timed(work))
    return median(times)


def command(line: str, status: int = 0) -> Callable[[], float]:
    """A whole process of `excover`, the one installed (`-P`), from start to end; its output goes nowhere."""

    def run() -> float:
        began = perf_counter()
        told = [sys.executable, "-P", "-m", "excover", *line.split()]
        try:
            done = subprocess.run(
                told,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
                timeout=SECONDS_OF_A_COMMAND,
            )
        except subprocess.TimeoutExpired:
            raise Failed(f"stopped after {SECONDS_OF_A_COMMAND:.0f} s") from None
        seconds = perf_counter() - began
        if done.returncode != status:
            reason = " ".join(done.stderr.split("\n")[-2:]).strip()
            raise Failed(f"status {done.returncode} instead of {status}: {reason}")
        return seconds

    return run


ITS_PEAK = """
import resource, subprocess, sys

status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(status)
"""


def peak_memory(line: str) -> int:
    """Of such a process, in bytes.

    Linux counts the peak of whoever starts a process as that process's own, and rows before may have taken
    gigabytes: so a small process starts it.
    """
    told = [sys.executable, "-c", ITS_PEAK, sys.executable, "-P", "-m", "excover", *line.split()]
    done = subprocess.run(told, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"`excover {line}` ended with status {done.returncode}")
    return 1024 * int(done.stdout)


def own_peak() -> float:
    """Megabytes at the peak of this process, without that of whoever started it."""
    (peak,) = re.findall(r"^VmHWM:\s*(\d+) kB$", Path("/proc/self/status").read_text(), re.MULTILINE)
    return int(peak) / 1024


def peer(name: str, matrix: Matrix, expected: int, limit: float) -> Callable[[], float]:
    """Its seconds for all solutions, in a process of its own; Skipped after the limit, or without it."""

    def run() -> float:
        receiver, sender = multiprocessing.Pipe(duplex=False)
        context = multiprocessing.get_context("fork")
        process = context.Process(target=_listed, args=(name, matrix, expected, sender))
        process.start()
        sender.close()  # so that a process that dies is an end of the pipe
        try:
            told = receiver.recv() if receiver.poll(limit) else f"{name} was stopped after {limit:.0f} s"
        except EOFError:
            told = f"{name} died"
        process.kill()
        process.join()
        if isinstance(told, str):
            raise Skipped(told)
        return float(told)

    return run


def _listed(name: str, matrix: Matrix, expected: int, pipe: Connection) -> None:
    try:
        began = perf_counter()
        found = PEERS[name](matrix)
        seconds = perf_counter() - began
        pipe.send(seconds if found == expected else f"{name} found {found} instead of {expected}")
    except ImportError:
        pipe.send(f"{name} is not installed")


def _run_xcover(matrix: Matrix) -> int:
    import xcover  # type: ignore[import-untyped]

    def item(entry: int) -> str:
        number, color = matrix.entries[entry], matrix.colors[entry]
        return f"{number}:{color}" if color else str(number)

    starts = matrix.starts
    options = [[item(e) for e in range(starts[o], starts[o + 1])] for o in range(len(matrix.options))]
    items = range(len(matrix.items))
    primary = [str(i) for i in items if matrix.is_primary(i)]
    secondary = [str(i) for i in items if not matrix.is_primary(i)]
    covers = xcover.covers(options, primary=primary, secondary=secondary, colored=any(matrix.colored))
    return sum(1 for _ in covers)


def _run_exact_cover(matrix: Matrix) -> int:
    """It knows no secondary items and no colors: each secondary item gets an option of its own."""
    import exact_cover  # type: ignore[import-untyped]
    import numpy

    items = range(len(matrix.items))
    rows = [matrix.option_items(o) for o in range(len(matrix.options))]
    rows += [[i] for i in items if not matrix.is_primary(i)]
    dense = numpy.zeros((len(rows), len(items)), dtype=bool)
    for row, covered in enumerate(rows):
        dense[row, covered] = True
    return int(exact_cover.get_solution_count(dense))


PEERS = {"xcover": _run_xcover, "exact-cover": _run_exact_cover}
