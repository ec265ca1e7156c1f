"""Descriptions with bounds, sums, `connected` and loops: is there one solution, and how many are there?

    python benchmarks/rules.py FILE.xc|FOLDER.. [--limit SECONDS] [--write benchmarks/results.md]

Prints the processor seconds of compiling and of both questions, the nodes of the first, and the answers. Rows
of run.py (``python benchmarks/run.py "rules "``; with ``--rules FOLDER`` more than the gallery) have goals,
too, and the programs that are installed.
``--write`` replaces the table in a file, between the lines ``<!-- rules -->`` and ``<!-- end of rules -->``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from os import times
from pathlib import Path
from time import process_time

import click
from measure import Failed
from rows import Found, Row
from run import commit, machine

import excover
from excover.base.errors import ExcoverError
from excover.search.consumers import PROGRAMS, EngineName
from excover.search.run import Run
from excover.search.search import Search, count
from excover.search.strategy import Strategy

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
GOALS = {"Akari": 0.5, "Magnetic": 0.24, "Mosaic": 0.28, "Skyscraper": 0.1, "nono": 0.5, "Slitherlink": 0.5}
"""Of files whose names begin so, where that is less or more."""
PEERS: Sequence[EngineName] = ("sat", "cp-sat")
"""They get the same matrix, and clauses where a rule is broken."""
IN_THE_GALLERY = [
    "bridges",
    "creek",
    "galaxies",
    "heyawake",
    "hitori",
    "light-up",
    "lits",
    "masyu",
    "norinori",
    "number-link",
    "nurikabe",
    "shingoki",
    "skyscrapers",
    "slitherlink",
    "yajilin",
    "yin-yang",
]


def of_rules(file: Path) -> Row:
    """The same in a row of run.py, named `rules` and the file, beside the programs that are installed."""
    goal = next((goal for name, goal in GOALS.items() if file.stem.startswith(name)), GOAL)

    def measure() -> Found:
        (_, options, _, seconds, nodes, answer, counted), is_decided = row(file, 20 * goal)
        if not seconds:
            raise Failed(counted)
        is_met = is_decided and float(seconds) <= goal
        note = f"{options} options, {nodes} nodes, {answer}; count {counted}"
        others = [f"{peer} {by_program(file, peer, 20 * goal)}" for peer in PEERS if installed(peer)]
        return Found(f"{seconds} s", ", ".join(others), "", f"{goal:g} s", is_met, note)

    return Row(f"rules {file.stem}", measure)


def of_gallery() -> list[Row]:
    """Those that everybody has."""
    specs = Path(__file__).parents[1] / "specs"
    return [of_rules(specs / f"{name}.xc") for name in IN_THE_GALLERY]


def installed(engine: EngineName) -> bool:
    return find_spec(PROGRAMS[engine].module) is not None


def by_program(file: Path, engine: EngineName, limit: float) -> str:
    """Processor seconds of its process until it has two solutions or says that there is no second one."""
    matrix, before = excover.load(file).matrix, children()
    search = Search(matrix, Run.within(seconds=limit, solutions=2).by(Strategy(engine)))
    found = len(list(search))
    decided = search.outcome.exhausted or found == 2
    return f"{children() - before:.2f} s{'' if decided else ', not decided'}"


def children() -> float:
    """Processor seconds of the processes that were started here and have ended."""
    known = times()
    return known.children_user + known.children_system


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
