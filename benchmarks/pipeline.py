"""Measures what comes before and around a search, and prints a table (Markdown).

    python benchmarks/pipeline.py [--turns N]

*compile*: from text to matrix in a warm process. *process*: a whole command, from its start to its end.
Medians of N turns, in which all rows take turns, so that a busy machine is busy for all of them.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

import excover

SUDOKU_25 = "board grid 25x25\nfill grid with 1..25, once per row, column, block 5x5"
QUEENS = """
param n = 8 in 1..200
item row[1..n], column[1..n]
item up[2..2*n], down[1-n..n-1] at most once
option queen(r, c in 1..n) covers row[r], column[c], up[r+c], down[r-c]
draw queen(r, c) at (r, c) as "Q"
"""
HEXOMINOES = "import hexominoes\nboard b 15x15\nplace free hexominoes on b"

COMMANDS = (
    "count sudoku --given sudoku-easy",
    "solve sudoku --given sudoku-hard",
    "solve queens -p n=64",
    "solve queens -p n=200",
    "count kanoodle",
    "count iq-fit",
    "count iq-fit-article",
)


def compiled(text: str, **settings: int) -> Callable[[], object]:
    return lambda: excover.parse(text, settings)


def process(line: str) -> Callable[[], object]:
    command = [sys.executable, "-m", "excover", *line.split()]
    return lambda: subprocess.run(command, capture_output=True, check=True)


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--turns", type=int, default=5)
    turns = arguments.parse_args().turns
    rows = {
        "compile queens 100 (10,000 options)": compiled(QUEENS, n=100),
        "compile queens 200 (40,000 options)": compiled(QUEENS, n=200),
        "compile Sudoku 25x25 (15,625 options)": compiled(SUDOKU_25),
        "compile hexominoes on 15x15": compiled(HEXOMINOES),
        **{f"process `excover {line}`": process(line) for line in COMMANDS},
    }
    seconds: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(turns):
        for name, run in rows.items():
            began = perf_counter()
            run()
            seconds[name].append(perf_counter() - began)
    print("| work | seconds |\n| --- | --- |")
    for name, found in seconds.items():
        print(f"| {name} | {median(found):.2f} |")


if __name__ == "__main__":
    main()
