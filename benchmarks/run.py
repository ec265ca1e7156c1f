"""Measures the engines against each other and against peers, and prints one table (Markdown).

    python benchmarks/run.py [--peers SECONDS] [--nodes N] [instance ...]

*lanes*: seconds for all solutions, whose number is checked. The engines are then compared on the first N
nodes of the same tree, which both walk, in turn; a ratio is the median over the turns of the processor time
of the one over that of the other. Peers (from PyPI) get so many seconds each for all solutions.
"""

from __future__ import annotations

import argparse
import multiprocessing
import platform
import subprocess
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from instances import INSTANCES, Instance

from excover._core import LaneSearch, Problem, SparseSearch, instructions
from excover.cover.matrix import Matrix
from excover.solve.search import Strategy, count

ENDLESS = 2**64 - 1
TURNS = 3


def seconds_for_nodes(make: Callable[[], SparseSearch | LaneSearch], nodes: int) -> float:
    """Building included."""
    began = process_time()
    make().run(ENDLESS, nodes, 3600)
    return process_time() - began


def engine_ratios(matrix: Matrix, nodes: int) -> dict[str, float]:
    """How many times faster than the sparse sets the lanes are, for each set of instructions."""
    m = matrix
    problem = Problem(m.lower, m.upper, m.colored, m.starts, m.entries, m.colors)
    ratios: dict[str, list[float]] = {kind: [] for kind in instructions()}
    for _ in range(TURNS):
        sparse = seconds_for_nodes(lambda: SparseSearch(problem, False, False), nodes)
        for kind, values in ratios.items():
            lanes = seconds_for_nodes(lambda kind=kind: LaneSearch(problem, False, kind), nodes)  # type: ignore[misc]
            values.append(sparse / lanes)
    return {kind: median(values) for kind, values in ratios.items()}


def run_xcover(matrix: Matrix) -> int:
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


def run_exact_cover(matrix: Matrix) -> int:
    """It knows no secondary items: each gets an option of its own."""
    import exact_cover  # type: ignore[import-untyped]
    import numpy

    if any(matrix.colored):
        raise ValueError("no colors")
    items = range(len(matrix.items))
    rows = [matrix.option_items(o) for o in range(len(matrix.options))]
    rows += [[i] for i in items if not matrix.is_primary(i)]
    dense = numpy.zeros((len(rows), len(items)), dtype=bool)
    for row, covered in enumerate(rows):
        dense[row, covered] = True
    return int(exact_cover.get_solution_count(dense))


PEERS = {"xcover": run_xcover, "exact-cover": run_exact_cover}


def run_peer(name: str, matrix: Matrix, expected: int, seconds: float) -> str:
    """Its time for all solutions, in a process of its own that can be stopped."""

    def work(pipe: Connection) -> None:
        began = perf_counter()
        try:
            found = PEERS[name](matrix)
            note = "" if found == expected else f" (found {found})"
            pipe.send(f"{perf_counter() - began:.2f}{note}")
        except ValueError as error:
            pipe.send(str(error))

    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=work, args=(sender,))
    process.start()
    answer = str(receiver.recv()) if receiver.poll(seconds) else f"> {seconds:.0f}"
    process.kill()
    process.join()
    return answer


def line(cells: Iterable[str]) -> None:
    print("| " + " | ".join(cells) + " |", flush=True)


def measure(name: str, instance: Instance, nodes: int, peers: float) -> None:
    matrix = instance.build()
    outcome = count(matrix, strategy=Strategy("lanes"))
    if outcome.count != instance.solutions:
        raise SystemExit(f"{name}: {outcome.count} solutions instead of {instance.solutions}")
    work = outcome.statistics
    ratios = engine_ratios(matrix, nodes)
    cells = [name, f"{outcome.count:,}", f"{work.nodes:,}", f"{work.seconds:.2f}"]
    cells += [f"{ratio:.1f}" for ratio in ratios.values()]
    if peers:
        cells += [run_peer(peer, matrix, outcome.count, peers) for peer in PEERS]
    line(cells)


def machine() -> str:
    names = [text.split(":", 1)[1].strip() for text in processor_lines() if text.startswith("model name")]
    processor = names[0] if names else platform.processor()
    return f"{len(names) or '?'} x {processor}, Python {platform.python_version()}"


def processor_lines() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def commit() -> str:
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() or "unknown"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--nodes", type=int, default=2_000_000)
    parser.add_argument("--peers", type=float, default=0, metavar="SECONDS")
    parser.add_argument("instances", nargs="*", default=list(INSTANCES))
    arguments = parser.parse_args()
    print(f"{machine()}; commit {commit()}; ratios on the first {arguments.nodes:,} nodes\n")
    head = ["instance", "solutions", "nodes", "lanes, s", *(f"sparse / lanes, {k}" for k in instructions())]
    head += [f"{peer}, s" for peer in PEERS] if arguments.peers else []
    line(head)
    line("---" for _ in head)
    for name in arguments.instances:
        measure(name, INSTANCES[name], arguments.nodes, arguments.peers)


if __name__ == "__main__":
    main()
