"""What is to be reached: each row of the table, and how it is measured.

A goal is a ratio (of our seconds and those of something that is measured in turn with them), or absolute:
seconds on a machine where xcover lists Kanoodle in 20.3 s, scaled by the time it takes here. Refutations,
hard first solutions and best solutions are measured in seconds of the processor, others by the clock.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from statistics import mean, median

from contests import PROGRAM_SECONDS, others, processor_seconds, solved_by_all, told
from firsts import FOUND, REFUTED
from instances import INSTANCES, matrix_of
from measure import Failed, Skipped, Work, alone, command, pair, peak_memory, peer, timed
from priced import PRICED
from puzzles import SEEDS, puzzles

import excover
from excover.base.source import Source
from excover.formats.matrix_reader import read_dlx
from excover.matrix.matrix import Matrix
from excover.search.engine import Engine
from excover.search.outcome import Status
from excover.search.run import Budget, Run
from excover.search.search import Search, count
from excover.search.strategy import EngineName, Strategy

REFERENCE = 20.3
"""Seconds of xcover for Kanoodle on the machine of the goals."""
PEER_SECONDS = 90.0
NODES = 1_000_000
LINES = 50_000
SEEDS_OF_HOLES = 30


@dataclass(frozen=True, slots=True)
class Found:
    """A line of the table: our value, what it is compared with, and whether the goal is met.

    ``ratio``: how many times as fast ours is as the best of the others, or as the goal; goals that are ratios
    are the least.
    """

    ours: str
    compared: str
    ratio: str
    goal: str
    is_met: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    measure: Callable[[], Found]


@cache
def xcover_told() -> float | Skipped:
    """Asked once, also where it cannot be measured."""
    expected = INSTANCES["Kanoodle"].solutions
    try:
        return peer("xcover", matrix_of("Kanoodle"), expected, PEER_SECONDS)()
    except Skipped as reason:
        return reason


def xcover_seconds() -> float:
    told = xcover_told()
    if isinstance(told, Skipped):
        raise told
    return told


@cache
def scale() -> float:
    """How many times slower this machine is than that of the goals; 1 if xcover is not here."""
    try:
        return xcover_seconds() / REFERENCE
    except Skipped:
        return 1.0


def listed(matrix: Matrix, engine: str) -> Work:
    """All covers, verified and handed to Python."""
    return lambda: sum(1 for _ in Search(matrix, Run(strategy=Strategy(engine))))  # type: ignore[arg-type]


def walked(matrix: Matrix, engine: str) -> Work:
    """The first nodes of the tree, which is the same for lanes and sparse sets; building included."""

    def run() -> None:
        search = Engine(matrix, Run(Budget(nodes=NODES), Strategy(engine)), False)  # type: ignore[arg-type]
        while not search.is_over:
            search.run_slice()

    return run


def counted(matrix: Matrix, strategy: Strategy, expected: int) -> Work:
    def run() -> None:
        found = count(matrix, Run(strategy=strategy)).count
        if found != expected:
            raise Failed(f"{found} solutions instead of {expected}")

    return run


def against_xcover(name: str, engine: str, goal: float) -> Found:
    theirs, ours = xcover_seconds(), alone(listed(matrix_of(name), engine))
    ratio = theirs / ours
    return Found(
        f"{ours:.2f} s", f"xcover {theirs:.1f} s", f"{ratio:.1f}", f"{goal:.0f} times", ratio >= goal
    )


def against_sparse(name: str, goal: float) -> Found:
    instance = matrix_of(name)
    found = pair(walked(instance, "lanes"), walked(instance, "sparse"))
    ratio = 1 / found.ratio
    compared = f"sparse sets {found.theirs:.3f} s"
    return Found(f"{found.ours:.3f} s", compared, f"{ratio:.1f}", f"{goal:.0f} times", ratio >= goal)


def absolute(work: Work, goal: float, note: str = "") -> Found:
    return within([alone(work)], goal, note)


def within(times: Iterable[float], goal: float, note: str = "") -> Found:
    """The worst of some times against a goal."""
    worst, scaled = max(times), goal * scale()
    ratio = f"{scaled / worst:.2f}" if worst else ""
    return Found(f"{worst:.3f} s", "", ratio, f"{scaled:.3f} s ({goal:g} s)", worst <= scaled, note)


def first(matrix: Matrix) -> Work:
    """A first solution, the time of the search with its set-up."""

    def run() -> None:
        if next(Search(matrix, Run.within(solutions=1)), None) is None:
            raise Failed("no solution")

    return run


def first_of_holes() -> Found:
    """Of each seed once: the time of a first solution is luck."""
    times = [timed(first(matrix_of("quasigroup with holes", seed))) for seed in range(SEEDS_OF_HOLES)]
    return within(times, 0.1, f"the worst of {len(times)} seeds; median {median(times):.3f} s")


def swept(spec: str, goal: float, threads: int) -> Found:
    """The number of solutions by the frontier search; the memory is that of a whole process."""
    matrix = excover.load(spec).matrix
    peak = peak_memory(f"count {spec} --engine graph --threads {threads}") / 1e6
    strategy = Strategy("graph", threads=threads)
    return absolute(lambda: count(matrix, Run(strategy=strategy)), goal, f"{peak:.0f} MB, Python included")


def process(line: str, goal: float, status: int = 0) -> Found:
    return absolute(command(line, status), goal)


def costs(line: str, goal: float) -> Found:
    """The processor seconds of a process."""
    return absolute(lambda: processor_seconds(command(line)), goal, "of the processor")


def sampled() -> Found:
    """Drawing alone: with 10,000 solutions and with one."""
    many, one = (command(f"sample kanoodle -n {n} --seed 1") for n in (10_000, 1))
    found = pair(many, one)
    return within([found.ours - found.theirs], 1, f"whole process {found.ours:.2f} s")


def why() -> Found:
    wrong = SEEDS[1][0].replace("1....", "12...", 1)
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder) / "wrong.txt"
        given.write_text(wrong + "\n")
        return process(f"why sudoku --given {given}", 1, status=1)


def given_lines(options: str) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzles.txt"
        file.write_text("\n".join(islice(puzzles(1), LINES)) + "\n")
        seconds = alone(command(f"solve sudoku --given-lines {file} {options}"))
    rate, goal = LINES / seconds, 20_000 / scale()
    told = f"{goal:,.0f} a second (20,000)"
    return Found(f"{rate:,.0f} a second", "", f"{rate / goal:.1f}", told, rate >= goal, "whole process")


def compiled(text: str, goal: float, **settings: int) -> Found:
    return absolute(lambda: excover.parse(text, settings), goal)


def read_dlx_options() -> Found:
    """A matrix of 250,000 random options, each of four of a thousand items, read from its text."""
    draw = Random(1)
    rows = (" ".join(f"i{item}" for item in draw.sample(range(1000), 4)) for _ in range(250_000))
    text = "\n".join([" ".join(f"i{item}" for item in range(1000)), *rows])
    return absolute(lambda: read_dlx(Source("options.dlx", text)), 1)


def two_threads(matrix: Matrix, engine: EngineName, expected: int, goal: float) -> Found:
    one, two = (counted(matrix, Strategy(engine, threads=n), expected) for n in (1, 2))
    found = pair(two, one)
    ratio = 1 / found.ratio
    ours, compared = f"{found.ours:.2f} s", f"one thread {found.theirs:.2f} s"
    return Found(ours, compared, f"{ratio:.2f}", f"{goal:g} times", ratio >= goal)


def auto_against_engines(name: str) -> Found:
    """A list of all covers, whose engine is left open, against the fastest engine."""
    matrix, engines = matrix_of(name), ("lanes", "graph", "sparse")
    ours, *others = (processor_seconds(listed(matrix, engine)) for engine in ("auto", *engines))
    compared = ", ".join(f"{engine} {each:.2f} s" for engine, each in zip(engines, others, strict=True))
    ratio = min(others) / ours
    return Found(f"{ours:.2f} s", compared, f"{ratio:.2f}", "0.8 times", ratio >= 0.8)


def printed(options: str, goal: int) -> Found:
    """All solutions of Kanoodle on standard output."""
    work = command(f"solve kanoodle --all {options}")
    seconds = alone(lambda: processor_seconds(work))
    rate, scaled = INSTANCES["Kanoodle"].solutions / seconds, goal / scale()
    told = f"{scaled:,.0f} a second ({goal:,})"
    return Found(
        f"{rate:,.0f} a second",
        "",
        f"{rate / scaled:.2f}",
        told,
        rate >= scaled,
        "of the processor, with the search",
    )


def of_files(line: str, goal: float, files: dict[str, str]) -> Found:
    """A process with these files in its ``{folder}``."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            (Path(folder) / name).write_text(text)
        return costs(line.format(folder=folder), goal)


def refuted(matrix: Matrix) -> Work:
    """The proof that there is no solution."""

    def run() -> float:
        search = Search(matrix, Run.within(solutions=1))
        seconds = processor_seconds(lambda: next(search, None))
        if search.outcome.status is not Status.NONE:
            raise Failed("not refuted")
        return seconds

    return run


@cache
def large_holes() -> list[float]:
    """Of each seed once, as above."""
    build = FOUND["quasigroup of order 40 with 672 holes"]
    works = [first(build(seed)) for seed in range(SEEDS_OF_HOLES)]
    return [processor_seconds(work) for work in works]


def first_against(name: str, goal: float) -> Found:
    """A first solution, or none, against the fastest of other programs; stopped ones do not count."""
    matrix = FOUND[name](1)
    search = Search(matrix, Run(Budget(solutions=1, seconds=PROGRAM_SECONDS)))
    ours = processor_seconds(lambda: next(search, None))
    answers = {program.name: program.first(matrix) for program in others()}
    if not answers:
        raise Skipped("none of the other programs is installed")
    compared = ", ".join(told(program, *answer) for program, answer in answers.items())
    best = min((seconds for seconds, knows in answers.values() if knows), default=None)
    if search.outcome.status is Status.UNKNOWN:
        return Found(f"> {ours:.2f} s", compared, "", f"{goal:g} times", False)
    ratio = "" if best is None else f"{best / ours:.2f}"
    is_met = best is None or ours <= max(best / goal, 0.01)
    return Found(f"{ours:.3f} s", compared, ratio, f"{goal:g} times", is_met)


def large_holes_against() -> Found:
    """The mean of all seeds against the least mean of others; a stopped one counts as long as it ran."""
    ours, build = mean(large_holes()), FOUND["quasigroup of order 40 with 672 holes"]
    matrices = [build(seed) for seed in range(SEEDS_OF_HOLES)]
    means = {}
    for program in others():
        seconds, knows = zip(*map(program.first, matrices), strict=True)
        means[program.name] = mean(seconds), all(knows)
    if not means:
        raise Skipped("none of the other programs is installed")
    compared = ", ".join(told(program, *answer) for program, answer in means.items())
    ratio = min(seconds for seconds, _ in means.values()) / ours
    return Found(f"{ours:.3f} s", compared, f"{ratio:.2f}", "1 times", ratio >= 1)


def best_against(name: str, goal: float) -> Found:
    """The proof of the least cost against the fastest of HiGHS and CP-SAT, which get no first solution."""
    answers = solved_by_all(name)
    ours, is_proved, cost = answers.pop("excover")
    if wrong := {other for _, proved, other in answers.values() if proved and is_proved and other != cost}:
        raise Failed(f"least cost {cost}, but also {wrong}")
    compared = ", ".join(told(program, seconds, knows) for program, (seconds, knows, _) in answers.items())
    least = min((seconds for seconds, _, _ in answers.values()), default=None)
    if not is_proved or least is None:
        return Found(f"> {ours:.2f} s", compared, "", f"{goal:g} times", False)
    return Found(f"{ours:.3f} s", compared, f"{least / ours:.1f}", f"{goal:g} times", least >= goal * ours)


SUDOKU_25 = "board grid 25x25\nfill grid with 1..25, once per row, column, block 5x5"
QUEENS = """
param n = 8 in 1..200
item row[1..n], column[1..n]
item up[2..2*n] at most once, down[1-n..n-1] at most once
option queen(r, c in 1..n) covers row[r], column[c], up[r+c], down[r-c]
draw queen(r, c) at (r, c) as "Q"
"""

JOBS = """
table jobs from "jobs.csv"
item hour[1..1000] at most 1000 times, worker[1..100] at most 1000 times
option do(j in jobs) covers hour[j.hour], worker[j.worker]
"""
LARGE_BOARD = """
import pentominoes
board b 100x100
place free pentominoes on b each at most 2000 times
"""


def jobs() -> str:
    """A table of 10,000 jobs, each of an hour and a worker."""
    rows = (f"{n},{n % 1000 + 1},{n * 7 % 100 + 1}" for n in range(1, 10_001))
    return "\n".join(["job,hour,worker", *rows]) + "\n"


OPEN = ("Sudoku of 15 clues", "MacMahon 4x6", "pentominoes 6x10")
"""Instances for which the choice of the engine once cost much."""
EIGHTH = (
    "pentominoes 6x10",
    "pentominoes 8x8 without the middle",
    "Soma",
    "MacMahon 4x6",
    "word rectangles 4x5",
    "random, 60 items, options of 4",
    "random, 60 items, options of 3 to 5",
)
HALF = ("Sudoku of 15 clues", "reduced Latin squares of 7", "queens 13", "Langford 12")
TENTH = ("set partition", "dominoes", "assignment 200")
"""Parts of the names of instances with costs that are to take a tenth of the time of other programs."""
FIRST = ("queens 200", "Sudoku 25x25, empty", "Y pentominoes 5x5x5")

ROWS = [
    Row("list Kanoodle, lanes", lambda: against_xcover("Kanoodle", "lanes", 40)),
    Row("list Kanoodle, graph", lambda: against_xcover("Kanoodle", "graph", 40)),
    *(Row(f"list {name}", lambda name=name: against_sparse(name, 8)) for name in EIGHTH),  # type: ignore[misc]
    *(Row(f"list {name}", lambda name=name: against_sparse(name, 2)) for name in HALF),  # type: ignore[misc]
    Row("count Kanoodle", lambda: swept("kanoodle", 0.3, threads=1)),
    Row(
        "count IQ Fit, the article's rule",
        lambda: swept("iq-fit-article", 1, threads=2),
    ),
    Row("count dominoes 16x16", lambda: absolute(lambda: count(matrix_of("dominoes 16x16")), 0.05)),
    Row("count Latin squares of 6", lambda: absolute(lambda: count(matrix_of("Latin squares of 6")), 5)),
    *(
        Row(f"first {name}", lambda name=name: absolute(first(matrix_of(name)), 0.1))  # type: ignore[misc]
        for name in FIRST
    ),
    Row("first quasigroup with holes of order 30", first_of_holes),
    Row("first quasigroups with holes of order 40, mean", lambda: within([mean(large_holes())], 0.127)),
    Row("first quasigroups with holes of order 40, other programs", large_holes_against),
    Row("first quasigroups with holes of order 40, median", lambda: within([median(large_holes())], 0.041)),
    *(
        Row(f"first {name}", lambda name=name: first_against(name, 0.77))  # type: ignore[misc]
        for name in FOUND
        if "quasigroup" not in name
    ),
    *(
        Row(f"refute {name}", lambda build=build: absolute(refuted(build()), 0.1))  # type: ignore[misc]
        for name, build in REFUTED.items()
    ),
    *(
        Row(
            f"best {name}",
            lambda name=name: best_against(name, 10 if any(part in name for part in TENTH) else 1),  # type: ignore[misc]
        )
        for name in PRICED
    ),
    *(
        Row(f"list {name}, engine left open", lambda name=name: auto_against_engines(name))  # type: ignore[misc]
        for name in OPEN
    ),
    Row("print Kanoodle", lambda: printed("", 500_000)),
    Row("print Kanoodle as JSON", lambda: printed("--json", 400_000)),
    *(
        Row(
            f"two threads, {name} by lanes",
            lambda name=name: two_threads(matrix_of(name), "lanes", INSTANCES[name].solutions, 1.9),  # type: ignore[misc]
        )
        for name in ("Kanoodle", "MacMahon 4x6")
    ),
    Row(
        "two threads, IQ Fit, the article's rule, by the frontier search",
        lambda: two_threads(excover.load("iq-fit-article").matrix, "graph", 67_868_848, 1.8),
    ),
    Row("compile Sudoku 25x25", lambda: compiled(SUDOKU_25, 0.15)),
    Row("compile queens 200", lambda: compiled(QUEENS, 0.4, n=200)),
    Row("process `--version`", lambda: costs("--version", 0.06)),
    Row("process `count queens`", lambda: costs("count queens", 0.10)),
    Row("process `solve sudoku`, hard", lambda: costs("solve sudoku --given sudoku-hard", 0.12)),
    Row("compile 250,000 options in DLX", read_dlx_options),
    Row("process `expand queens -p n=300`", lambda: costs("expand queens -p n=300", 0.9)),
    Row(
        "process `expand`, 10,000 options of a CSV file",
        lambda: of_files("expand {folder}/jobs.xc", 0.2, {"jobs.xc": JOBS, "jobs.csv": jobs()}),
    ),
    Row(
        "process `count`, 40,000 options of one item",
        lambda: of_files("count {folder}/one.dlx", 1.7, {"one.dlx": "a\n" + 40_000 * "a\n"}),
    ),
    Row(
        "process `info`, twelve pentominoes on 100x100",
        lambda: of_files("info {folder}/board.xc", 3, {"board.xc": LARGE_BOARD}),
    ),
    Row("process `count sudoku` with clues", lambda: process("count sudoku --given sudoku-hard", 0.25)),
    Row("given-lines", lambda: given_lines("")),
    Row("given-lines, one thread", lambda: given_lines("--threads 1")),
    Row("given-lines --unique", lambda: given_lines("--unique")),
    Row("sample 10,000 Kanoodle solutions", sampled),
    Row("process `heatmap kanoodle`", lambda: process("heatmap kanoodle", 2)),
    Row("process `unique sudoku`, hard", lambda: process("unique sudoku --given sudoku-hard", 0.3)),
    Row("process `why sudoku`, one wrong clue", why),
    Row("process `generate sudoku -n 100`", lambda: process("generate sudoku -n 100 --seed 1", 10)),
    Row(
        "process `generate kanoodle --clues ..4`",
        lambda: process("generate kanoodle --clues ..4 --seed 1", 5),
    ),
]


def of_file(path: str) -> Row:
    """Of a set partitioning problem of the OR-Library."""
    return Row(f"best {Path(path).stem}", lambda: best_against(path, 1))
