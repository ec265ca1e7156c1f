"""What symmetries save: counts and lists of all solutions with and without them, in turns.

    python benchmarks/orbits.py [--count] [--rounds 3] [--threads 1] [PUZZLE ..]

Each row has the nodes and the median of processor seconds of both, and the median of their ratios.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time

import excover
from excover.problem.problem import Problem
from excover.search.outcome import Outcome
from excover.search.run import Run
from excover.search.strategy import Strategy

PUZZLES = ["kanoodle", "pentominoes", "scott", "soma", "hexiamonds", "macmahon", "solid-pentominoes"]


def asked(problem: Problem, run: Run, is_count: bool) -> tuple[Outcome, float]:
    """The outcome, and its processor seconds."""
    began = process_time()
    if is_count:
        return problem.tally(run), process_time() - began
    solutions = problem.solutions(run)
    for _ in solutions.covers():
        pass
    return solutions.outcome, process_time() - began


def row(name: str, is_count: bool, rounds: int, threads: int) -> str:
    times: dict[bool, list[float]] = {True: [], False: []}
    nodes: dict[bool, int] = {}
    counts = set()
    for _ in range(rounds):
        for symmetry in (True, False):
            # A new problem each time: the group is a part of the time.
            problem = excover.load(name)
            run = Run(strategy=Strategy(threads=threads, symmetry=symmetry))
            outcome, seconds = asked(problem, run, is_count)
            times[symmetry].append(seconds)
            nodes[symmetry] = outcome.statistics.nodes
            counts.add(outcome.count)
    (count,) = counts
    ratio = median(without / with_ for with_, without in zip(times[True], times[False], strict=True))
    with_, without = median(times[True]), median(times[False])
    columns = f"{count:,} | {nodes[False]:,} | {nodes[True]:,} | {without:.2f} | {with_:.2f} | {ratio:.1f}"
    return f"| `{name}` | {columns} |"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("puzzles", nargs="*", default=PUZZLES)
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    print("| puzzle | solutions | nodes | by symmetry | seconds | by symmetry | ratio |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name in options.puzzles:
        print(row(name, options.count, options.rounds, options.threads), flush=True)


if __name__ == "__main__":
    main()
