"""Rows of questions where a special program, or a switch of our own, was once ahead: `run.py special`.

Goals are what those took, on the machine on which they were measured. Programs take turns with ours by path:
`--packer` those that list packings, `--program` those that find a first solution (contests.py).
"""

from __future__ import annotations

import subprocess
import tempfile
from array import array
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from random import Random
from statistics import mean, median
from time import process_time

from contests import ByPath, by_path, processor_seconds, told
from firsts import FOUND
from further_rows import listed_peak, peak_of
from instances import dominoes, langford, latin, matrix, matrix_of, queens, rectangle, t_tetracubes
from measure import Failed, alone, command, own_peak, pair
from rows import Found, Row, first, listed

import excover
from excover.formats.exports.as_dlx import export
from excover.matrix.matrix import Matrix
from excover.problem.problem import Problem
from excover.search.run import Run
from excover.search.search import count
from excover.search.strategy import Strategy

takers: list[str] = []
"""NAME:COMMAND of programs that take apart the puzzle in the `{file}` of their command; set likewise."""
packers: list[ByPath] = []
"""Programs that list all covers of a text in the DLX format whose cells end in their coordinates; set before
anything is measured."""
SHUFFLES = 20
HOLES_SEEDS = 20
ORDERS = 8
"""Of items and options of a problem that has no seed: one first solution is luck."""


def packed_against(build: Callable[[], Problem], expected: int, goal: float) -> Found:
    """Processor seconds of a list of all covers, without a start, and those of packers."""
    problem, found = build(), 0

    def work() -> float:
        nonlocal found
        began = process_time()
        found = sum(1 for _ in problem.solutions().covers())
        return process_time() - began

    ours = alone(work)
    if found != expected:
        raise Failed(f"{found} solutions instead of {expected}")
    lines = "\n".join([*export(problem.matrix), ""])
    return against({each.name: each.answer(lines) for each in packers}, ours, goal)


def pieces(size: str, kind: str = "pentominoes", how: str = "one-sided") -> Problem:
    return excover.parse(f"import {kind}\nboard box {size}\nplace {how} {kind} on box")


def against(answers: Mapping[str, tuple[float, bool]], ours: float, goal: float, note: str = "") -> Found:
    """Seconds, of which other programs may have taken less, and a goal in seconds."""
    compared = ", ".join(told(name, *answer) for name, answer in answers.items())
    best = min((seconds for seconds, knows in answers.values() if knows), default=None)
    ratio = f"{best / ours:.2f}" if best else ""
    return Found(f"{ours:.3f} s", compared, ratio, f"{goal:g} s", ours <= goal, note)


FIRST: Mapping[str, Callable[[int], Matrix]] = {
    **FOUND,
    "T tetracubes 6x6x6": lambda seed: t_tetracubes(),
}


def first_by_path(name: str, goal: float, seeds: int = 1) -> Found:
    """The mean of first solutions, and that of the programs by path; a stopped one counts as it ran.

    The goal was measured with one order of items and options, which is luck: to be as fast as the better of
    the programs is enough.
    """
    matrices = [FIRST[name](seed) for seed in range(1, seeds + 1)]
    if seeds == 1:
        matrices += [shuffled(matrices[0], seed) for seed in range(1, ORDERS)]
    times = [processor_seconds(first(each)) for each in matrices]
    answers = {}
    for program in by_path:
        seconds, knows = zip(*map(program.first, matrices), strict=True)
        answers[program.name] = mean(seconds), all(knows)
    of = f"{len(times)} {'orders' if seeds == 1 else 'seeds'}"
    note = f"mean of {of}, median {median(times):.3f} s; {peak_of(first_peak, name):.0f} MB of ours"
    better = min((seconds for seconds, _ in answers.values()), default=goal)
    found = against(answers, mean(times), max(goal, better), note)
    return replace(found, goal=f"{goal:g} s, or the better")


def first_peak(name: str) -> float:
    first(FIRST[name](1))()
    return own_peak()


RACES = (
    "quasigroup of order 40 with 672 holes",
    "pentominoes three times in 12x15",
    "edge matching 8x8",
    "empty Sudoku 49x49",
    "queens 500",
)


def memory_of_races() -> Found:
    """The most that a first solution takes beside what there was when its matrix was made."""
    taken = {name: peak_of(race_memory, name) for name in RACES}
    each = ", ".join(f"{name} {megabytes:.0f}" for name, megabytes in taken.items())
    most = max(taken.values())
    return Found(f"{most:.0f} MB", "", "", "60 MB", most <= 60, each)


def race_memory(name: str) -> float:
    matrix = FOUND[name](1)
    Path("/proc/self/clear_refs").write_text("5")  # from now on, the peak is that of the search
    before = own_peak()
    first(matrix)()
    return own_peak() - before


def up_to_symmetry(name: str) -> Found:
    """A count up to symmetry, and that of all; the group is a part of both."""
    found = pair(
        lambda: processor_seconds(lambda: excover.load(name).tally(up_to_symmetry=True)),
        lambda: processor_seconds(lambda: excover.load(name).tally()),
    )
    ratio, compared = 1 / found.ratio, f"`count` {found.theirs:.2f} s"
    return Found(f"{found.ours:.2f} s", compared, f"{ratio:.2f}", "0.9 times", ratio >= 0.9)


def nodes_of_dlx(name: str) -> Found:
    """Of a list of a matrix that is read from a file, and those of its description."""
    described = excover.load(name)
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = (nodes_of_list(each) for each in (as_file(described, folder), described))
    ratio = theirs / ours
    return Found(f"{ours:,} nodes", f"description {theirs:,}", f"{ratio:.2f}", "1 times", ratio >= 0.999)


def as_file(problem: Problem, folder: str) -> Problem:
    file = Path(folder) / "matrix.dlx"
    file.write_text("\n".join([*export(problem.matrix), ""]))
    return excover.load(file)


def nodes_of_list(problem: Problem) -> int:
    solutions = problem.solutions()
    for _ in solutions.covers():
        pass
    return solutions.outcome.statistics.nodes


def rate_of_loop(name: str, as_dlx: bool, goal: float) -> Found:
    """Solutions a second of a loop in Python, with the search."""
    problem, found = excover.load(name, {"n": 12} if name == "langford" else None), 0

    def work() -> float:
        nonlocal found
        found, began = 0, process_time()
        for _ in asked.solutions(Run(strategy=Strategy(threads=1))):
            found += 1
        return process_time() - began

    with tempfile.TemporaryDirectory() as folder:
        asked = as_file(problem, folder) if as_dlx else problem
        seconds = alone(work)
    rate = found / seconds
    return Found(f"{rate:,.0f} a second", "", f"{rate / goal:.2f}", f"{goal:,.0f} a second", rate >= goal)


def of_shuffles() -> Found:
    """The most states of a count by the frontier-based search, over the fewest, of orders of each family."""
    ratios = {}
    for name, build in SHUFFLED.items():
        states = [states_of(build(), seed) for seed in range(SHUFFLES)]
        ratios[name] = max(states) / min(states)
    worst = max(ratios, key=lambda name: ratios[name])
    each = ", ".join(f"{name} {ratio:.2f}" for name, ratio in ratios.items())
    return Found(f"{ratios[worst]:.2f}", "", "", "1.3 times", ratios[worst] <= 1.3, each)


def states_of(whole: Matrix, seed: int) -> int:
    return count(shuffled(whole, seed), Run(strategy=Strategy("graph"))).statistics.nodes


def shuffled(whole: Matrix, seed: int) -> Matrix:
    """With items and options in a random order."""
    draw, lower = Random(seed), whole.lower
    items = draw.sample(range(len(whole.items)), len(whole.items))
    place = {item: k for k, item in enumerate(items)}
    options = draw.sample(range(len(whole.options)), len(whole.options))
    entries = [sorted(whole.option_entries(o), key=lambda entry: place[entry[0]]) for o in options]
    bounds = [(lower[item], whole.upper[item], whole.colored[item]) for item in items]
    low, high, colored = zip(*bounds, strict=True)
    return Matrix(
        [whole.items[item] for item in items],
        array("I", low),
        array("I", high),
        array("B", colored),
        [whole.options[o] for o in options],
        array("I", accumulate(map(len, entries), initial=0)),
        array("I", [place[item] for row in entries for item, _ in row]),
        array("I", [color for row in entries for _, color in row]),
    )


def colorings(edges: list[tuple[object, object]], hues: int) -> Matrix:
    """Of the vertices of a graph, so that no edge joins two of the same color."""
    vertices = sorted({vertex for edge in edges for vertex in edge})  # type: ignore[type-var]
    clashes = [(edge, hue) for edge in edges for hue in range(hues)]
    options = [
        [vertex, *((edge, hue) for edge in edges if vertex in edge)]
        for vertex in vertices
        for hue in range(hues)
    ]
    return matrix(vertices, options, at_most_once=clashes)


def grid(height: int, width: int, steps: list[tuple[int, int]]) -> list[tuple[object, object]]:
    cells = rectangle(height, width)
    return [((r, c), (r + y, c + x)) for r, c in cells for y, x in steps if (r + y, c + x) in cells]


SQUARE = [(0, 1), (1, 0)]
SHUFFLED: Mapping[str, Callable[[], Matrix]] = {
    "3-colorings of a grid": lambda: colorings(grid(5, 8, SQUARE), 3),
    "of a triangular grid": lambda: colorings(grid(5, 6, [*SQUARE, (1, -1)]), 4),
    "of a king's graph": lambda: colorings(grid(4, 5, [*SQUARE, (1, -1), (1, 1)]), 4),
    "of a ladder": lambda: colorings(grid(2, 20, SQUARE), 3),
    "of a path": lambda: colorings(grid(1, 30, SQUARE), 3),
    "dominoes": lambda: dominoes(8),
    "queens": lambda: queens(7),
    "Langford pairs": lambda: langford(8),
    "Latin squares": lambda: latin(4, {}),
    "pentominoes 3x20": lambda: excover.load("pentominoes", {"rows": 3, "columns": 20}).matrix,
}

GRID = """
param n = 3 in 1..9
let points = {(r, c) for r, c in 0..n}
lines way along {(p, q) for p, q in points where q in {(p[1], p[2] + 1), (p[1] + 1, p[2])}}
"""
LOOPS = f"{GRID}require way as one loop"
WAYS = f"{GRID}require way as paths between {{((0, 0), 1), ((n, n), 1)}}"
LOOPS_OF = {5: 1222363, 6: 487150371, 7: 603841648931, 8: 2318527339461265}
"""A140517: by the cells of a side."""
WAYS_OF = {5: 1262816, 6: 575780564, 7: 789360053252}
"""A007764."""


def counted_all(text: str, expected: Mapping[int, int], goal: float) -> Found:
    """All terms together."""

    def work() -> None:
        for n, number in expected.items():
            if (found := excover.parse(text, {"n": n}).count()) != number:
                raise Failed(f"{found} for {n} instead of {number}")

    seconds = processor_seconds(work)
    return Found(f"{seconds:.1f} s", "", "", f"{goal:g} s", seconds <= goal, f"n to {max(expected)}")


COPIES = "shapes p = all one-sided 4 of square\nboard b 8x8\nplace one-sided p on b each {}"


def vacuous() -> Found:
    """Copies that may be as many as fit, and as many as one likes."""
    bounded, free = (COPIES.format(each) for each in ("0..16 times", "at least 0 times"))
    found = pair(
        *(lambda text=text: processor_seconds(excover.parse(text).count) for text in (bounded, free))
    )  # type: ignore[misc]
    return Found(
        f"{found.ours:.2f} s",
        f"`at least 0` {found.theirs:.2f} s",
        f"{1 / found.ratio:.2f}",
        "0.9 times",
        found.ratio * 0.9 <= 1,
    )


def dominoes_100() -> Found:
    """The number of digits, of which Kasteleyn's product gives the same."""
    problem, digits = excover.load("dominoes", {"rows": 100, "columns": 100}), 0

    def work() -> None:
        nonlocal digits
        digits = len(str(problem.count()))

    seconds = processor_seconds(work)
    if digits != 1254:
        raise Failed(f"{digits} digits")
    return Found(f"{seconds:.1f} s", "", "", "10 s", seconds <= 10, "1,254 digits")


# The states that share a border, each with those behind it in the alphabet; AZ and CO meet in a point.
USA = """
AL FL GA MS TN | AR LA MO MS OK TN TX | AZ CA NM NV UT | CA NV OR | CO KS NE NM OK UT WY
CT MA NY RI | DC MD VA | DE MD NJ PA | FL GA | GA NC SC TN | IA IL MN MO NE SD WI | ID MT NV OR UT WA WY
IL IN KY MO WI | IN KY MI OH | KS MO NE OK | KY MO OH TN VA WV | LA MS TX | MA NH NY RI VT | MD PA VA WV
ME NH | MI OH WI | MN ND SD WI | MO NE OK TN | MS TN | MT ND SD WY | NC SC TN VA | ND SD | NE SD WY
NH VT | NJ NY PA | NM OK TX | NV OR UT | NY PA VT | OH PA WV | OK TX | OR WA | PA WV | SD WY | TN VA
UT WY | VA WV
"""
COLORINGS_OF_USA = 25_623_183_458_304


def colorings_of_usa() -> Found:
    """Four colors, the states in the order of the alphabet."""
    rows = [row.split() for row in USA.replace("\n", "|").split("|") if row.strip()]
    whole = colorings([(row[0], other) for row in rows for other in row[1:]], 4)
    return counted(lambda: count(whole).count, COLORINGS_OF_USA, 0.12)


TETRIS_CUBE = """
shapes tetris =
  "A" at {(1, 1, 1), (2, 1, 1), (3, 1, 1), (1, 2, 1), (1, 3, 1)},
  "B" at {(1, 1, 1), (1, 2, 1), (2, 2, 1), (1, 3, 1), (1, 4, 1)},
  "C" at {(1, 1, 1), (1, 1, 2), (2, 1, 1), (1, 2, 1), (2, 2, 1)},
  "D" at {(1, 1, 1), (1, 1, 2), (1, 2, 1), (2, 2, 1), (3, 2, 1), (2, 3, 1)},
  "E" at {(1, 1, 1), (2, 1, 1), (3, 1, 1), (1, 2, 1), (1, 2, 2)},
  "F" at {(1, 1, 1), (2, 1, 1), (3, 1, 1), (2, 2, 1), (2, 2, 2)},
  "G" at {(1, 1, 1), (2, 1, 1), (2, 2, 1), (2, 2, 2), (3, 2, 2)},
  "H" at {(1, 2, 1), (2, 2, 1), (2, 3, 1), (3, 2, 1), (2, 1, 2), (2, 2, 2)},
  "I" at {(1, 1, 1), (2, 1, 1), (3, 1, 1), (1, 2, 1), (1, 3, 1), (1, 2, 2)},
  "J" at {(1, 1, 1), (2, 1, 1), (3, 1, 1), (1, 2, 1), (1, 3, 1), (1, 3, 2)},
  "K" at {(1, 1, 1), (1, 1, 2), (2, 1, 1), (2, 2, 1), (3, 2, 1)},
  "L" at {(1, 1, 1), (1, 2, 1), (2, 2, 1), (2, 3, 1), (2, 4, 1)}
board cube 4x4x4
place one-sided tetris on cube
"""


def counted(work: Callable[[], int], expected: int, goal: float, note: str = "") -> Found:
    found = 0

    def counting() -> None:
        nonlocal found
        found = work()

    seconds = processor_seconds(counting)
    if found != expected:
        raise Failed(f"{found} instead of {expected}")
    return Found(f"{seconds:.2f} s", "", "", f"{goal:g} s", seconds <= goal, note)


def start(line: str, goal: float) -> Found:
    """The least of several, as a process may be late by others."""
    seconds = min(processor_seconds(command(line)) for _ in range(10))
    return against({}, seconds, goal, "the least of ten")


def word_lists() -> Found:
    """Seconds of a list, and the peak of a process with it."""
    name = "word rectangles 4x5"
    seconds = processor_seconds(listed(matrix_of(name), "auto"))
    note = f"{peak_of(listed_peak, name, 'auto'):.0f} MB"
    return Found(f"{seconds:.1f} s", "", "", "4.7 s", seconds <= 4.7, note)


def taken_apart(file: str) -> Found:
    """All assemblies but mirror images, as BurrTools takes them, and how each comes apart."""
    line = f"disassemble --quiet --up-to symmetry {file}"
    ours = processor_seconds(command(line))
    answers = {}
    for text in takers:
        name, _, program = text.partition(":")
        words = program.format(file=file).split()
        work = lambda words=words: subprocess.run(words, stdout=subprocess.DEVNULL, check=True)  # noqa: E731
        answers[name] = processor_seconds(work), True
    best = min((seconds for seconds, _ in answers.values()), default=ours)
    return replace(against(answers, ours, best, "whole processes"), goal="1 times")


def of_burr(file: str) -> Row:
    """Of a puzzle of BurrTools."""
    return Row(f"special apart {Path(file).stem}", lambda: taken_apart(file))


SPECIAL_ROWS = [
    *(
        Row(f"special start, `{line}`", lambda line=line: start(line, 0.05))  # type: ignore[misc]
        for line in ("--version", "count queens", "solve sudoku")
    ),
    *(
        Row(f"special nodes of `{name}` as `.dlx`", lambda name=name: nodes_of_dlx(name))  # type: ignore[misc]
        for name in ("pentominoes", "scott", "soma")
    ),
    Row("special loop over Langford 12 as `.dlx`", lambda: rate_of_loop("langford", True, 600_000)),
    Row("special loop over Kanoodle", lambda: rate_of_loop("kanoodle", False, 500_000)),
    *(
        Row(
            f"special list {name}",
            lambda build=build, n=n, goal=goal: packed_against(build, n, goal),  # type: ignore[misc]
        )
        for name, build, n, goal in (
            ("6x10", lambda: pieces("6x10", how="free"), 9356, 0.04),
            ("5x12", lambda: pieces("5x12", how="free"), 4040, 0.02),
            ("8x8 without the middle", lambda: excover.load("scott"), 520, 0.01),
            ("3x30, one-sided", lambda: pieces("3x30", "one_sided_pentominoes"), 184, 0.01),
            ("2x3x10", lambda: pieces("2x3x10"), 96, 0.2),
            ("3x4x5", lambda: pieces("3x4x5"), 31520, 0.43),
        )
    ),
    Row("special list word rectangles 4x5", word_lists),
    *(
        Row(
            f"special first {name}",
            lambda name=name, goal=goal, seeds=seeds: first_by_path(name, goal, seeds),
        )  # type: ignore[misc]
        for name, goal, seeds in (
            ("quasigroup of order 40 with 672 holes", 0.028, HOLES_SEEDS),
            ("pentominoes twice in 10x12", 0.01, 1),
            ("pentominoes three times in 12x15", 0.08, 1),
            ("edge matching 6x6", 0.02, 1),
            ("Sudoku 25x25 with 250 clues", 0.02, 1),
            ("queens 500", 0.49, 1),
            ("T tetracubes 6x6x6", 0.07, 1),
        )
    ),
    Row("special memory of a race", memory_of_races),
    *(
        Row(f"special count up to symmetry of `{name}`", lambda name=name: up_to_symmetry(name))  # type: ignore[misc]
        for name in ("pentominoes", "soma", "solid-pentominoes")
    ),
    Row("special count of copies with a vacuous bound", vacuous),
    Row("special orders of items and options", of_shuffles),
    Row("special count of loops in n by n cells", lambda: counted_all(LOOPS, LOOPS_OF, 10)),
    Row("special count of ways through n by n cells", lambda: counted_all(WAYS, WAYS_OF, 10)),
    Row("special count of dominoes 100x100", dominoes_100),
    Row("special count of four-colorings of the USA by alphabet", colorings_of_usa),
    Row(
        "special count of Bedlam's cube",
        lambda: counted(excover.load(Path(__file__).with_name("bedlam.xc")).count, 460_464, 32.5),
    ),
    Row("special count of the Tetris Cube", lambda: counted(excover.parse(TETRIS_CUBE).count, 236_136, 32.5)),
    Row(
        "special list 5x18, one-sided",
        lambda: packed_against(lambda: pieces("5x18", "one_sided_pentominoes"), 2_746_512, 30),
    ),
]
"""Goals are those of special programs; the short ones first."""
