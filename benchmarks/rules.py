"""Descriptions with bounds, sums, `connected` and loops: is there one solution, and how many are there?

    python benchmarks/rules.py FILE.xc|FOLDER.. [--limit SECONDS] [--write benchmarks/results.md]

Prints the processor seconds of compiling and of both questions, the nodes of the first, and the answers.
``--write`` replaces the table in a file, between the lines ``<!-- rules -->`` and ``<!-- end of rules -->``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import click
from measure import Failed
from rows import Found, Row
from run import commit, machine

import excover
from excover.base.errors import ExcoverError
from excover.search.run import Run
from excover.search.search import Search, count

BEGIN, END = "<!-- rules -->", "<!-- end of rules -->"


def row(file: Path, limit: float) -> tuple[list[str], bool]:
    """The cells of a file, and whether both questions were answered."""
    began = process_time()
    try:
        problem = excover.load(file)
        options = len(problem.matrix.options)
    except ExcoverError as refused:
        return [file.stem, "", "", "", "", "", f"refused: {str(refused).splitlines()[0]}"], False
    compiled = process_time()
    search = Search(problem.matrix, Run.within(seconds=limit, solutions=2))
    found = len(list(search))
    asked, is_decided = process_time(), search.outcome.exhausted or found == 2
    counted = count(problem.matrix, Run.within(seconds=limit))
    seconds = [f"{compiled - began:.2f}", f"{asked - compiled:.2f}", f"{process_time() - asked:.2f}"]
    work = search.outcome.statistics
    answer = f"{found}{'' if is_decided else ' or more'}: {work.engine}"
    number = f"{counted.count:,}{'' if counted.exhausted else ' or more'}"
    cells = [file.stem, f"{options:,}", *seconds[:2], f"{work.nodes:,}", answer, f"{seconds[2]}: {number}"]
    return cells, is_decided and counted.exhausted


GOAL = 1.0
"""Seconds of the processor, after compiling, until a text is known to have one solution or more."""


def of_rules(file: Path) -> Row:
    """The same in a row of run.py, named `rules` and the file."""

    def measure() -> Found:
        (_, options, _, seconds, nodes, answer, counted), is_decided = row(file, 20 * GOAL)
        if not seconds:
            raise Failed(counted)
        is_met = is_decided and float(seconds) <= GOAL
        note = f"{options} options, {nodes} nodes, {answer}; count {counted}"
        return Found(f"{seconds} s", "", "", f"{GOAL:g} s", is_met, note)

    return Row(f"rules {file.stem}", measure)


def table(files: list[Path], limit: float) -> Iterator[str]:
    yield "| description | options | compiling | two solutions | nodes | answer | count |"
    yield "|---|---:|---:|---:|---:|---|---|"
    missing = []
    for file in files:
        cells, is_answered = row(file, limit)
        yield f"| {' | '.join(cells)} |"
        if not is_answered:
            missing.append(file.stem)
    yield ""
    misses = ", ".join(missing) or "none"
    yield f"Not answered within {limit:g} s each: {misses}. {machine()}; commit {commit()}."


@click.command()
@click.argument("sources", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--limit", default=30.0, help="Seconds of each question.")
@click.option("--write", type=click.Path(exists=True, path_type=Path), help="The file with the table.")
def main(sources: tuple[Path, ...], limit: float, write: Path | None) -> None:
    files = [file for each in sources for file in (sorted(each.glob("*.xc")) if each.is_dir() else [each])]
    lines = []
    for line in table(files, limit):
        print(line, flush=True)
        lines.append(line)
    if write:
        before, rest = write.read_text().split(BEGIN)
        _, after = rest.split(END)
        write.write_text("\n".join([f"{before}{BEGIN}", "", *lines, "", f"{END}{after}"]))


if __name__ == "__main__":
    sys.exit(main())
