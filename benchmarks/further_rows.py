"""Rows beside those of rows.py: memory, pictures, lines of few clues, and large counts.

Seconds are those of the processor. A row that has no goal tells what it takes.
"""

from __future__ import annotations

import multiprocessing
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from time import process_time

from against import LINES, LINES_OF
from contests import processor_seconds
from instances import INSTANCES, dominoes, latin, matrix_of, queens, reduced_latin
from measure import Failed, alone, command, own_peak, peak_memory
from rows import OPEN, Found, Row, scale, two_threads

import excover
from excover.matrix.matrix import Matrix
from excover.search.run import Budget, Run
from excover.search.search import Search, count
from excover.search.strategy import EngineName, Strategy

LATIN_SECONDS = 10.0
PICTURES = 5_000
line_programs: list[str] = []
"""NAME:COMMAND of programs that solve the lines of clues in `{file}`; set before anything is measured."""


def told(seconds: float, note: str) -> Found:
    """Without a goal."""
    return Found(f"{seconds:.1f} s", "", "", "", True, note)


# The engine left open


def memory_of_auto(name: str) -> Found:
    """The peak of a process that lists all covers with the engine left open, against the least of others."""
    ours, *others = (peak_of(listed_peak, name, engine) for engine in ("auto", "lanes", "graph", "sparse"))
    best = min(others)
    goal = "2 times"
    return Found(
        f"{ours:.0f} MB", f"{best:.0f} MB", f"{ours / best:.2f}", goal, ours <= 2 * best, "Python included"
    )


def peak_of(work: Callable[..., float], *arguments: str) -> float:
    """What it returns in a process of its own."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
        return process.submit(work, *arguments).result()


def listed_peak(name: str, engine: EngineName) -> float:
    """Megabytes at the peak of this process, once it has listed."""
    found = sum(len(batch) for batch in Search(matrix_of(name), Run(strategy=Strategy(engine))).batches())
    if found != INSTANCES[name].solutions:
        raise Failed(f"{found} solutions")
    return own_peak()


def rate_of_auto() -> Found:
    """Nodes a second of a count of Latin squares of 7, where no engine comes to an end."""
    matrix = latin(7, {})
    ours, lanes = (node_rate(matrix, engine) for engine in ("auto", "lanes"))
    ratio = ours / lanes
    compared = f"lanes {lanes / 1e6:.1f} million a second"
    return Found(
        f"{ours / 1e6:.1f} million nodes a second", compared, f"{ratio:.2f}", "0.8 times", ratio >= 0.8
    )


def node_rate(matrix: Matrix, engine: EngineName) -> float:
    began = process_time()
    outcome = count(matrix, Run(Budget(seconds=LATIN_SECONDS), Strategy(engine)))
    return outcome.statistics.nodes / (process_time() - began)


# Pictures


def svg_rate(goal: float) -> Found:
    """Pictures of the first solutions of Kanoodle, which are listed before."""
    solutions = list(islice(excover.load("kanoodle").solutions(), PICTURES))
    rate = PICTURES / processor_seconds(lambda: [each.svg() for each in solutions])
    scaled = goal / scale()
    goal_told = f"{scaled:,.0f} a second ({goal:,.0f})"
    return Found(f"{rate:,.0f} a second", "", f"{rate / scaled:.2f}", goal_told, rate >= scaled)


def page_of(solutions: int) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        line = f"solve kanoodle --limit {solutions} --html {file}"
        seconds = processor_seconds(command(line))
        size, peak = file.stat().st_size / 1e6, peak_memory(line) / 1e6
    return told(seconds, f"{size:.1f} MB, {peak:.0f} MB at the peak, with the search")


# Lines of clues


def lines_against(kind: str, options: str) -> Found:
    """Our rate, and that of the fastest of the programs by path."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "lines.txt"
        file.write_text(LINES_OF[kind]())
        work = command(f"solve sudoku --threads 1 --given-lines {file} {options}")
        ours = alone(lambda: processor_seconds(work))
        rates = dict(_rates_of_programs(file))
    rate = LINES / ours
    if not rates:
        return Found(f"{rate:,.0f} a second", "", "", "", True, "whole process")
    compared = ", ".join(f"{name} {each:,.0f}" for name, each in rates.items())
    ratio = rate / max(rates.values())
    return Found(
        f"{rate:,.0f} a second", compared, f"{ratio:.2f}", "0.5 times", ratio >= 0.5, "whole processes"
    )


def _rates_of_programs(file: Path) -> Iterator[tuple[str, float]]:
    for text in line_programs:
        name, _, line = text.partition(":")
        told = line.format(file=file).split()
        work = lambda told=told: subprocess.run(told, stdout=subprocess.DEVNULL, check=True)  # noqa: E731
        yield name, LINES / alone(lambda work=work: processor_seconds(work))  # type: ignore[misc]


# Large counts


def counted(build: Callable[[], Matrix], engine: EngineName, expected: int, threads: int = 1) -> Found:
    """The known number, by one engine."""
    matrix, found = build(), 0

    def work() -> None:
        nonlocal found
        found = count(matrix, Run(strategy=Strategy(engine, threads=threads))).count

    seconds = processor_seconds(work)
    if found != expected:
        raise Failed(f"{found} solutions instead of {expected}")
    return told(seconds, f"{found:,}; at most {own_peak():.0f} MB")


def one_sided_pentominoes() -> Matrix:
    text = "import one_sided_pentominoes\nboard b 5x18\nplace one-sided one_sided_pentominoes on b"
    return excover.parse(text).matrix


QUEENS = {16: 14_772_512, 17: 95_815_104, 18: 666_090_624}
"""A000170."""
DOMINOES = {
    20: 1269984011256235834242602753102293934298576249856,
    24: 7435775679122922965141930394167684120105535297322308613569173527105536,
}
"""A004003."""

FURTHER_ROWS = [
    *(
        Row(f"memory of a list of {name}, engine left open", lambda name=name: memory_of_auto(name))
        for name in OPEN
    ),  # type: ignore[misc]
    Row("nodes of Latin squares of 7 in 10 s, engine left open", rate_of_auto),
    Row("SVG of Kanoodle", lambda: svg_rate(5_000)),
    Row("process `solve kanoodle --html`, 100,000 solutions", lambda: page_of(100_000)),
    *(Row(f"lines of Sudokus {kind}", lambda kind=kind: lines_against(kind, "")) for kind in LINES_OF),  # type: ignore[misc]
    Row("lines of Sudokus made, --unique", lambda: lines_against("made", "--unique")),
    *(
        Row(f"large count of queens {n} by lanes", lambda n=n: counted(lambda: queens(n), "lanes", QUEENS[n]))  # type: ignore[misc]
        for n in QUEENS
    ),
    *(
        Row(
            f"large count of dominoes {n}x{n} by the frontier search",
            lambda n=n: counted(lambda: dominoes(n), "graph", DOMINOES[n]),  # type: ignore[misc]
        )
        for n in DOMINOES
    ),
    Row(
        "large count of reduced Latin squares of 7",
        lambda: counted(lambda: reduced_latin(7), "auto", INSTANCES["reduced Latin squares of 7"].solutions),
    ),
    Row(
        "two threads, one-sided pentominoes 5x18 by the frontier search",
        lambda: two_threads(one_sided_pentominoes(), "graph", 2_746_512, 1.8),
    ),
    Row(
        "large count of one-sided pentominoes 5x18 by the frontier search, two threads",
        lambda: counted(one_sided_pentominoes, "graph", 2_746_512, threads=2),
    ),
]
"""Each of those of large counts takes up to some minutes."""
