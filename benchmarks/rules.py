"""Descriptions with bounds, sums, clauses, `connected` and loops: rows `rules ..` of run.py.

    python benchmarks/run.py [--rules FOLDER ..] [--puzzles FOLDER] [--write benchmarks/results.md] "rules "

A row asks a description for a first solution, for a second one, and for their number; its time is that of the
second question, in seconds of the processor after compiling. Everybody has the rows of puzzles that are made
here; ``--rules`` adds one for each text in a folder, ``--puzzles`` those of PUZZLES, from files as genres.py
reads them. Programs that are installed get the same matrix, and clauses where a rule is broken: PySAT is
asked for a second solution, too, CP-SAT for a first one, because it begins anew for each.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

from contests import processor_seconds, start_of
from contests import told as told_by
from genre_adapters import ADAPTERS
from measure import Failed, Skipped, command
from rows import Found, Row

import excover
from excover.base.errors import ExcoverError
from excover.matrix.capabilities import RULES, Consumer
from excover.matrix.matrix import Matrix
from excover.search.engine_table import CONSUMERS, LINES, PROGRAMS, EngineName
from excover.search.outcome import Outcome
from excover.search.run import Run
from excover.search.search import Search, count
from excover.search.strategy import Strategy

Load = Callable[[], excover.Problem]
Field = list[list[str]]

GOAL = 1.0
"""Seconds of the processor, after compiling, until a text is known to have one solution or more."""
GOALS = {"Akari": 0.5, "Magnetic": 0.24, "Mosaic": 0.28, "Skyscraper": 0.1, "nono": 0.5, "Slitherlink": 0.5}
"""Of files whose names begin so, where that is less."""
CLOCK, OTHERS_CLOCK = 60.0, 10.0
"""Seconds of a question by the clock, after which we and other programs are stopped."""
NOISE = 0.03
"""Seconds by which a question may be slower than a multiple of another one."""
OF_SAT, OF_FIRST = 3, 2
"""The question for a second solution may take so many times as long as PySAT, and as that for a first one."""

PUZZLES = {
    "Akari 530_100x100": 0.5,
    "Aqre 70_17x17": 1,
    "Araf 13_10x18": 1,
    "Creek 420_40x50": 1,
    "Galaxies 250_20x36": 1,
    "Hashi 890_40x60": 1,
    "Heyawake 338_15x15": 1,
    "Heyawake 350_31x45": 1,
    "Hidoku 97_9x9": 0,
    "Kakurasu 564_8x8": 0,
    "Kakuro 960_31x46": 1,
    "LITS 360_40x57": 1,
    "Magnetic 400_12x12": 0,
    "Masyu 190_20x36": 1,
    "Masyu 760_40x58": 1,
    "Minesweeper 358_17x17": 0,
    "Mosaic 55_20x30": 0,
    "Nonogram 527_30x30": 0,
    "Nonogram 860_40x30": 0.5,
    "Norinori 93_36x54": 0,
    "NumberLink 149_12x12": 1,
    "Nurikabe 690_50x50": 1,
    "Shingoki pzshingoki0126_41x41": 1,
    "Skyscraper 24_8x8": 0.1,
    "Slitherlink 237_20x36": 0.3,
    "Slitherlink 100_30x45": 2,
    "Yajilin 511_15x15": 1,
    "Yajilin 528_39x57": 1,
    "YinYang 137_12x12": 1,
}
"""A genre and one of its puzzles, and seconds; 0: at most twice as long as a first solution takes."""


class Asked(NamedTuple):
    """Seconds of the processor of compiling and of three questions, and outcomes. The first solution is asked
    for if the question for two was answered, and the number if there is no second one.
    """

    options: int
    compiling: float
    first: float
    second: float
    number: float
    outcome: Outcome
    solutions: int
    counted: Outcome

    @property
    def is_answered(self) -> bool:
        return self.solutions == 2 or (self.outcome.exhausted and self.counted.exhausted)

    def told(self) -> str:
        answer = f"{self.solutions}{'' if self.outcome.exhausted else ' or more'}"
        work = self.outcome.statistics
        begun = f"{self.options:,} options in {self.compiling:.2f} s, {work.nodes:,} nodes"
        begun = f"{begun}, {work.engine}: {answer}"
        if not self.outcome.exhausted and self.solutions < 2:
            return begun
        number = f"{self.counted.count:,}{'' if self.counted.exhausted else ' or more'}"
        return f"{begun}; first {self.first:.2f} s, count {self.number:.2f} s: {number}"


def asked(load: Load) -> Asked:
    began = process_time()
    try:
        matrix = load().matrix
    except ExcoverError as refused:
        raise Skipped(f"refused: {str(refused).splitlines()[0]}") from None
    compiled = process_time()
    search = Search(matrix, Run.within(seconds=CLOCK, solutions=2))
    solutions = len(list(search))
    second = process_time()
    is_decided = search.outcome.exhausted or solutions == 2
    if is_decided:
        next(Search(matrix, Run.within(seconds=CLOCK, solutions=1)), None)
    first = process_time()
    counted = count(matrix, Run.within(seconds=CLOCK)) if search.outcome.exhausted else search.outcome
    times = (first - second, second - compiled, process_time() - first)
    return Asked(len(matrix.options), compiled - began, *times, search.outcome, solutions, counted)


def of_rules(name: str, load: Load, goal: float) -> Row:
    """A goal of 0 is OF_FIRST times what a first solution takes."""

    def measure() -> Found:
        ours = asked(load)
        matrix = load().matrix
        sat, by_sat = by_program(matrix, "sat", 2)
        _, by_cp_sat = by_program(matrix, "cp-sat", 1)
        most = goal or OF_FIRST * ours.first + NOISE
        is_met = ours.is_answered and ours.second <= min(most, OF_SAT * sat + NOISE)
        ratio = "" if sat == float("inf") else f"{sat / ours.second:.2f}"
        compared = ", ".join(filter(None, (by_sat, by_cp_sat)))
        shown = f"{goal:g} s" if goal else f"{OF_FIRST} times the first"
        return Found(f"{ours.second:.3f} s", compared, ratio, shown, is_met, ours.told())

    return Row(f"rules {name}", measure)


def by_program(matrix: Matrix, engine: EngineName, solutions: int) -> tuple[float, str]:
    """Its seconds until it has so many or says that there are no more, and words for them: endless where it
    was stopped, and no words where it is not installed.
    """
    if not find_spec(PROGRAMS[engine].module):
        return float("inf"), ""
    search = Search(matrix, Run.within(seconds=OTHERS_CLOCK, solutions=solutions).by(Strategy(engine)))
    found: list[object] = []
    seconds = max(0.01, processor_seconds(lambda: found.extend(search)) - start_of(engine))
    knows = search.outcome.exhausted or len(found) == solutions
    return seconds if knows else float("inf"), told_by(engine, seconds, knows)


def of_folder(folder: Path) -> Iterator[Row]:
    for file in sorted(folder.glob("*.xc")):
        goal = next((goal for name, goal in GOALS.items() if file.stem.startswith(name)), GOAL)
        yield of_rules(file.stem, partial(excover.load, file), goal)
        if file.stem.isdigit():
            yield Row(f"rules {file.stem}, every command", partial(in_every_command, file))


def in_every_command(file: Path) -> Found:
    """Whole processes, of which the slowest counts."""
    lines = (f"unique {file}", f"count {file}", f"clues {file}", f"rate {file}")
    seconds = {line.split()[0]: processor_seconds(command(line)) for line in lines}
    told = ", ".join(f"`{name}` {each:.2f} s" for name, each in seconds.items())
    worst = max(seconds.values())
    return Found(f"{worst:.2f} s", "", "", f"{GOAL:g} s", worst <= GOAL, told)


def of_puzzles(folder: Path) -> Iterator[Row]:
    for name, goal in PUZZLES.items():
        yield of_rules(name, partial(published, folder, name), goal)


def published(folder: Path, name: str) -> excover.Problem:
    genre, puzzle = name.split()
    adapter = ADAPTERS[genre]
    text = json.loads((folder / f"{genre}.json").read_text("utf-8"))["instances"][puzzle]["problem"]
    header, *rows = [line.split() for line in text.strip().splitlines()]
    tables = {adapter.board: adapter.sections(header, rows)}
    return excover.load(adapter.spec, adapter.settings(header, rows), tables=tables)


# Puzzles that are made here


def light_up(high: int, wide: int) -> Field:
    """Lamps wherever a cell is dark yet, in an order by chance; nine walls of ten count those beside them."""
    draw = Random(high * 1000 + wide)
    field = [["x" if draw.random() < 0.2 else "." for _ in range(wide)] for _ in range(high)]
    cells = [at for at in product(range(high), range(wide)) if field[at[0]][at[1]] == "."]
    draw.shuffle(cells)
    lit: set[tuple[int, int]] = set()
    lamps: set[tuple[int, int]] = set()
    for at in cells:
        if at not in lit:
            lamps.add(at)
            lit |= {at, *seen(field, at)}
    for r, c in product(range(high), range(wide)):
        if field[r][c] == "x" and draw.random() < 0.9:
            field[r][c] = str(sum(beside in lamps for beside in beside_of((r, c))))
    return field


STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def beside_of(at: tuple[int, int]) -> list[tuple[int, int]]:
    return [(at[0] + down, at[1] + right) for down, right in STEPS]


def seen(field: Field, at: tuple[int, int]) -> Iterator[tuple[int, int]]:
    for down, right in STEPS:
        r, c = at[0] + down, at[1] + right
        while 0 <= r < len(field) and 0 <= c < len(field[0]) and field[r][c] == ".":
            yield r, c
            r, c = r + down, c + right


def slitherlink(size: int) -> Field:
    """The numbers of nine of ten cells around a region without holes, which grows from cell to cell as long
    as neither it nor what is outside meets itself anew; then its border is one loop.
    """
    draw = Random(size)
    ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
    inside = {(size // 2, size // 2)}
    open_cells = beside_of((size // 2, size // 2))
    while open_cells:
        r, c = open_cells.pop(draw.randrange(len(open_cells)))
        if (r, c) in inside or not (0 <= r < size and 0 <= c < size):
            continue
        around = [(r + down, c + right) in inside for down, right in ring]
        if sum(around[k] != around[k - 1] for k in range(8)) == 2 and sum(around[1::2]) < 3:
            inside.add((r, c))
            open_cells += beside_of((r, c))

    def number(r: int, c: int) -> str:
        differ = sum((beside in inside) != ((r, c) in inside) for beside in beside_of((r, c)))
        return str(differ) if draw.random() < 0.9 else "."

    return [[number(r, c) for c in range(size)] for r in range(size)]


def described(spec: str, field: Field) -> excover.Problem:
    tables = {"field": {"clue": [" ".join(row) for row in field]}}
    return excover.load(spec, tables=tables, limits=LARGE)


def described_by(spec: str, made: Callable[[], Field]) -> excover.Problem:
    return described(spec, made())


LARGE = excover.Limits(options=3_000_000, entries=30_000_000, items=3_000_000, bindings=40_000_000)
"""As one allows with `--allow`, for boards of 250 by 250 cells."""

BY_SUMS = """
board b 4x4
item value[1..16]
item rows[1..4] 34 units, columns[1..4] 34 units, down 34 units, up 34 units
fill b with 1..16
also b(r, c, v) covers value[v], rows[r] by v, columns[c] by v, down by v if r = c, up by v if r + c = 5
"""
BY_SETS = """
board b 4x4
let fours = {(i, j, k, l) for i in 1..13, j in i+1..14, k in j+1..15, l in k+1..16 where i + j + k + l = 34}
item value[1..16], line[1..10], has[1..10, 1..16]
fill b with 1..16
also b(r, c, v) covers value[v], has[r, v], has[4 + c, v], has[9, v] if r = c, has[10, v] if r + c = 5
option sum(i in 1..10, q in fours)
  covers line[i], (has[i, v] for v in 1..16 where v not in {q[1], q[2], q[3], q[4]})
"""
"""Magic squares of order 4, of which there are 7,040."""


def magic() -> Found:
    times = []
    for text in (BY_SUMS, BY_SETS):
        matrix, began = excover.parse(text).matrix, process_time()
        found = count(matrix, Run.within(threads=1))
        if found.count != 7040:
            raise Failed(f"{found.count} magic squares")
        times.append((process_time() - began, found.statistics.nodes))
    (ours, nodes), (by_sets, _) = times
    return Found(
        f"{ours:.2f} s",
        f"by sets {by_sets:.2f} s",
        f"{ours / by_sets:.1f}",
        "1 s",
        ours <= 1,
        f"{nodes:,} nodes",
    )


BRIDGES = """
board field, may stay empty
  labels island
  | 3 . . 2 . . .
  | . . . . 1 . 2
  | . . . 3 . 2 .
  | 4 . . . 3 . 4
  | . . . . . . .
  | 2 . 3 . 5 . 4
let pairs = {(p, q) for p in island, d in {(0, 1), (1, 0)}, q in ray(p, d, field)
    where q in island and all(m not in island for m in ray(p, d, field) where m < q)}
item has[island] 8 units, spare[{(p, n) for p in island, n in 1..8 - island[p]}], way[pairs]
option pad((p, n) in spare) covers spare[(p, n)], has[p]
option bridges((p, q) in pairs, n in 0..2) covers way[(p, q)], has[p] by n if n > 0, has[q] by n if n > 0
require bridges(p, q, n) where n > 0 joining {p, q} connected
"""
"""Thirteen islands. Each has eight ends of bridges, of which those that its number leaves are filled."""


def padded() -> Found:
    ours = asked(lambda: excover.parse(BRIDGES))
    nodes = max(ours.outcome.statistics.nodes, ours.counted.statistics.nodes)
    is_met = ours.is_answered and nodes < 1000
    return Found(f"{nodes:,} nodes", "", "", "1,000 nodes", is_met, ours.told())


def refusals() -> Found:
    """Rules with which questions are refused, which no other way answers either (docs/search.md)."""
    asking = [each for each in CONSUMERS.values() if type(each) is Consumer and each is not LINES]
    refused = {each.name: len(RULES - each.carries) for each in asking}
    number = sum(refused.values())
    told = ", ".join(f"{name} {each}" for name, each in refused.items() if each)
    most = 42 * len(RULES) // 4 // 3  # a third of what was refused of four rules
    return Found(f"{number} rules", "42 before, of four", "", f"at most {most}", number <= most, told)


def compiling(spec: str, made: Callable[[], Field], goal: float) -> Found:
    field = made()
    began = process_time()
    matrix = described(spec, field).matrix
    seconds = process_time() - began
    note = f"{len(matrix.options):,} options, {len(matrix.entries):,} entries"
    return Found(f"{seconds:.2f} s", "", "", f"{goal:g} s", seconds <= goal, note)


def made() -> Iterator[Row]:
    """For everybody."""
    for high, wide, goal in ((38, 55, 0.1), (50, 50, 0.1), (100, 100, 0.5)):
        name, field = f"Light Up {high}x{wide}", partial(light_up, high, wide)
        yield of_rules(name, partial(described_by, "light-up", field), goal)
    for size, goal in ((20, 0.5), (60, 5.0)):
        name, field = f"Slitherlink {size}x{size}", partial(slitherlink, size)
        yield of_rules(name, partial(described_by, "slitherlink-cells", field), goal)
    yield Row("rules magic squares of order 4 by ten sums", magic)
    yield Row("rules Bridges, 13 islands, padded", padded)
    yield Row("rules that are refused", refusals)
    for size, goal in ((100, 1.0), (250, 8.0)):
        name, field = f"rules compile Light Up {size}x{size}", partial(light_up, size, size)
        yield Row(name, partial(compiling, "light-up", field, goal))
        name, field = f"rules compile Slitherlink {size}x{size}", partial(slitherlink, size)
        yield Row(name, partial(compiling, "slitherlink-cells", field, goal))
