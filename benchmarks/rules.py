"""Descriptions with bounds, sums, `connected` and loops: is there exactly one solution?

    python benchmarks/rules.py FILE.xc.. [--limit SECONDS]

Prints the processor seconds of compiling and of the search, its nodes, and the number of solutions up to two.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

import click

import excover
from excover.base.errors import ExcoverError
from excover.search.run import Run
from excover.search.search import Search


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--limit", default=30.0, help="Seconds of each search.")
def main(files: tuple[Path, ...], limit: float) -> None:
    print("| description | options | compiling | search | nodes | answer |\n|---|---:|---:|---:|---:|---|")
    for file in files:
        began = process_time()
        try:
            problem = excover.load(file)
            options = len(problem.matrix.options)
        except ExcoverError as refused:
            print(f"| {file.stem} | refused: {str(refused).splitlines()[0]} | | | | |")
            continue
        compiled = process_time()
        search = Search(problem.matrix, Run.within(seconds=limit, solutions=2))
        found = len(list(search))
        seconds, outcome = process_time() - compiled, search.outcome
        work, end = outcome.statistics, "" if outcome.exhausted or found == 2 else " or more"
        row = [file.stem, f"{options:,}", f"{compiled - began:.2f}", f"{seconds:.2f}", f"{work.nodes:,}"]
        print("|", " | ".join([*row, f"{found}{end}: {work.engine}"]), "|", flush=True)


if __name__ == "__main__":
    sys.exit(main())
