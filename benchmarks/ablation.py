"""What each part is worth: questions of the other tables, asked with and without it.

    python benchmarks/ablation.py [--write docs/search.md] [--rows NAME ...] [PART ...]

A part is an engine, a member of a portfolio, a head start or a heuristic; it is taken out by `leaving_out`,
or by a tuning constant at the end of its range where it does nothing. Both runs take turns; seconds are those
of the processor, and the least of each counts. A question whose nodes and updates are the same without a part
does not enter it, and is asked no further, unless the part saves time alone, or is a member of a portfolio,
whose answer tells of the work of one member. The table has the rows that take at least a twentieth longer or
shorter without the part, and some milliseconds. ``--write`` replaces it between the lines
``<!-- table -->`` and ``<!-- end -->``; parts that were not measured stay.
"""

from __future__ import annotations

import argparse
import os
import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import NamedTemporaryFile
from time import process_time

from against import LINES_OF
from firsts import FOUND, REFUTED, edge_matching
from instances import INSTANCES, matrix, matrix_of, rectangle
from priced import PRICED
from run import machine, replaced

import excover
from excover.apps.cli import main as command_line
from excover.language.meaning.puzzle import Objective
from excover.matrix.matrix import Matrix
from excover.search.engine import Engine
from excover.search.lexicographic import best_covers
from excover.search.outcome import Outcome
from excover.search.portfolio.portfolio import leaving_out
from excover.search.run import Budget, Run
from excover.search.search import Search, count
from excover.search.strategy import EngineName, Strategy
from excover.search.tuning import tuned

LIMIT = 40.0
"""Seconds by the clock after which a question is stopped."""
SECONDS_OF_A_PAIR = 2.0
MOST_PAIRS = 4
NOTICED = 0.05
"""Of the seconds of a question, a difference that counts, if it is also this part of a start of 0.1 s."""
NODES = 200_000
SEEDS = 10
LINES = 20_000


@dataclass(frozen=True)
class Cost:
    """Processor seconds, nodes and updates; stopped if that was not all."""

    seconds: float
    work: tuple[int, int]
    is_stopped: bool = False


Ask = Callable[[], list[Outcome]]
"""Asks, and returns what each search knows at the end; nothing where that is not known."""


@dataclass(frozen=True)
class Part:
    """``out``: names for `leaving_out`; ``tuned``: constants; ``saves_time``: the work is the same."""

    name: str
    kinds: str
    out: tuple[str, ...] = ()
    tuned: Mapping[str, float] = field(default_factory=dict)
    saves_time: bool = False

    @contextmanager
    def taken_out(self) -> Iterator[None]:
        with ExitStack() as stack:
            stack.enter_context(leaving_out(*self.out))
            stack.enter_context(tuned(**self.tuned))
            yield


def within(engine: EngineName = "auto", **budget: int) -> Run:
    return Run(Budget(seconds=LIMIT, **budget), Strategy(engine))


Build = Callable[[], Matrix]


def listed(build: Build) -> list[Outcome]:
    search = Search(build(), within())
    for _ in search.batches():
        pass
    return [search.outcome]


def counted(engine: EngineName, build: Build) -> list[Outcome]:
    return [count(build(), within(engine))]


def listed_by_symmetry(spec: str) -> list[Outcome]:
    """A new problem each time: its symmetries are a part of the time."""
    solutions = excover.load(spec).solutions(within())
    for _ in solutions.covers():
        pass
    return [solutions.outcome]


def counted_by_symmetry(spec: str, **settings: int) -> list[Outcome]:
    return [excover.load(spec, settings).tally(within())]


def walked(engine: EngineName, build: Build) -> list[Outcome]:
    """The first nodes of the tree."""
    search = Engine(build(), within(engine, nodes=NODES), False)
    while not search.is_over:
        search.run_slice()
    return [search.outcome.replaced(stopped_by=None)]


def first(builds: Sequence[Build]) -> list[Outcome]:
    """A first solution of each, or none."""
    outcomes = []
    for build in builds:
        search = Search(build(), within(solutions=1))
        is_found = next(search, None) is not None
        outcomes.append(search.outcome.replaced(stopped_by=None) if is_found else search.outcome)
    return outcomes


def best(build: Build) -> list[Outcome]:
    search = best_covers(build(), [Objective("minimize", None)], within(), 0.0)
    for _ in search:
        pass
    return [search.outcome]


def commanded(line: str) -> list[Outcome]:
    """In this process; nothing is known of its work."""
    files = {kind.replace(" ", "_"): lines_file(kind) for kind in LINES_OF} if "{" in line else {}
    with (
        Path(os.devnull).open("w") as nowhere,
        redirect_stdout(nowhere),
        redirect_stderr(nowhere),
        suppress(SystemExit),
    ):
        command_line(line.format(**files).split())
    return []


@cache
def lines_file(kind: str) -> str:
    lines = LINES_OF[kind]().splitlines()[:LINES]
    with NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
        file.write("\n".join(lines) + "\n")
    return file.name


LINES_OF_SUDOKU = "solve sudoku --threads 1 --given-lines "
HOLES = "quasigroup of order 40 with 672 holes"
LISTS = (
    "Soma",
    "pentominoes 8x8 without the middle",
    "queens 13",
    "Langford 12",
    "Kanoodle",
    "pentominoes 6x10",
    "Sudoku of 15 clues",
)
COUNTS = (*LISTS, "dominoes 16x16", "reduced Latin squares of 7", "MacMahon 4x6")
SWEPT = ("dominoes 16x16", "Soma", "Kanoodle", "queens 13", "pentominoes 6x10")
SYMMETRIC = ("kanoodle", "pentominoes", "macmahon", "soma", "scott")
FIRSTS = ("queens 200", "Sudoku 25x25, empty", "Y pentominoes 5x5x5")
TOO_LONG = (HOLES, "empty Sudoku 49x49", "dominoes and trominoes 20x20", "knapsack of 3,000, 5 sums")
COMMANDS = (
    "sample kanoodle -n 10000 --seed 1",
    "heatmap kanoodle",
    "unique sudoku --given sudoku-hard",
    "generate sudoku -n 20 --seed 1",
    "generate kanoodle --clues ..4 --seed 1",
    "solve kanoodle --all --up-to-symmetry --threads 1",
    "count pentominoes --up-to-symmetry --threads 1",
)


def few_holes() -> Matrix:
    """Dominoes and at most two holes on 10x10 cells without four white ones, where four are needed."""
    cells = rectangle(10, 10)
    for white in Random(1).sample([cell for cell in cells if sum(cell) % 2 == 0], 4):
        cells.remove(white)
    pairs = [[(r, c), other] for r, c in cells for other in ((r, c + 1), (r + 1, c)) if other in cells]
    board = matrix(cells, [*pairs, *([cell, "hole"] for cell in cells)], at_most_once=["hole"])
    return board.replaced(upper=array("I", [1] * len(cells) + [2]))


def one_item() -> Matrix:
    return matrix([0], [[0]] * 40_000)


def priced_edges() -> Matrix:
    """Colors with costs at random."""
    board = edge_matching(4, 4, 1)
    random = Random(1)
    return board.replaced(costs=array("q", [random.randint(1, 100) for _ in board.options]))


def of(table: Mapping[str, Callable[..., Matrix]], name: str, *seed: int) -> Build:
    """Its matrix, made once."""
    return cache(partial(table[name], *seed))


def instance(name: str, *seed: int) -> Build:
    return partial(matrix_of, name, *seed)


ORDER_40 = [of(FOUND, HOLES, seed) for seed in range(SEEDS)]
ORDER_30 = [instance("quasigroup with holes", seed) for seed in range(SEEDS)]
EMPTY: dict[str, Build] = {
    **{name: of(REFUTED, name) for name in REFUTED},
    "dominoes with too few holes": cache(few_holes),
}
EVERY_FIRST: dict[str, list[Build]] = {
    **{f"first {name}": [instance(name)] for name in FIRSTS},
    **{f"first {name}": [of(FOUND, name, 1)] for name in FOUND if name not in TOO_LONG},
    f"first {HOLES}, {SEEDS} seeds": ORDER_40,
    f"first quasigroup of order 30, {SEEDS} seeds": ORDER_30,
    **{f"refute {name}": [build] for name, build in EMPTY.items()},
}
QUESTIONS: list[tuple[str, str, Ask]] = [
    *(("list", f"list {name}", partial(listed, instance(name))) for name in LISTS),
    *(("count", f"count {name}", partial(counted, "auto", instance(name))) for name in COUNTS),
    *(("sweep", f"sweep {name}", partial(counted, "graph", instance(name))) for name in SWEPT),
    *(("orbits", f"list `{spec}`", partial(listed_by_symmetry, spec)) for spec in SYMMETRIC),
    *(("orbits", f"count `{spec}`", partial(counted_by_symmetry, spec)) for spec in SYMMETRIC),
    ("orbits", "count `queens`, n = 14", partial(counted_by_symmetry, "queens", n=14)),
    *(("lanes", f"lanes {name}", partial(walked, "lanes", instance(name))) for name in INSTANCES),
    *(("sparse", f"sparse {name}", partial(walked, "sparse", instance(name))) for name in INSTANCES),
    ("sparse", "count 40,000 options of one item", partial(counted, "sparse", cache(one_item))),
    ("best", "best edge matching 4x4", partial(best, cache(priced_edges))),
    *(("first", name, partial(first, builds)) for name, builds in EVERY_FIRST.items()),
    *(("none", f"count {name}", partial(counted, "auto", build)) for name, build in EMPTY.items()),
    *(("none", f"list {name}", partial(listed, build)) for name, build in EMPTY.items()),
    *(("best", f"best {name}", partial(best, of(PRICED, name))) for name in PRICED if name not in TOO_LONG),
    *(
        ("lines", f"lines {kind}{unique}", partial(commanded, f"{LINES_OF_SUDOKU}{file}{unique}"))
        for kind, file in ((kind, "{" + kind.replace(" ", "_") + "}") for kind in LINES_OF)
        for unique in ("", " --unique")
    ),
    *(("command", f"`{line}`", partial(commanded, line)) for line in COMMANDS),
]
"""The kind of each, its name, and how it is asked."""


def cost(ask: Ask) -> Cost:
    began = process_time()
    outcomes = ask()
    seconds = process_time() - began
    statistics = [outcome.statistics for outcome in outcomes]
    work = sum(each.nodes for each in statistics), sum(each.updates for each in statistics)
    return Cost(seconds, work, any(outcome.stopped_by is not None for outcome in outcomes))


EVERY = 10**9
PARTS = [
    Part("probe", "list count orbits none command", out=("probe",)),
    Part("probe at once", "list count orbits none", tuned={"probe_head_start": 0}),
    Part("diagram of a list", "list orbits none command", out=("diagram",)),
    Part("`graph` of a count", "count orbits none command", out=("graph",)),
    Part("symmetries", "orbits command", out=("orbits",)),
    Part("linear", "count orbits first none best", tuned={"linear_bytes": 0}),
    Part("`learning`", "first none", out=("learning",)),
    Part("whole tree of a first solution", "first none", out=("lanes", "the whole tree")),
    Part("`graph` of a first solution", "first none", out=("graph",)),
    Part("`lanes`", "list count orbits lines", tuned={"lane_bytes": 0}),
    Part("head start of a first solution", "first none best", tuned={"portfolio_head_start": 0}),
    Part("more turns for `learning`", "first none", tuned={"portfolio_favour": 1}),
    Part("head start of a count", "count orbits none", tuned={"count_head_start": 0}),
    Part("forecast of a count", "count orbits none", tuned={"count_share": 1.0}, saves_time=True),
    Part("head start of a list", "list orbits none", tuned={"hybrid_head_start": 0}),
    Part("forecast of a diagram", "list orbits", tuned={"hybrid_patience": 1e9}, saves_time=True),
    Part("head start before symmetries", "orbits", tuned={"orbit_turn": 1, "count_head_start": 0}),
    Part("orbits of items", "orbits", tuned={"orbit_items": 0}),
    Part("nodes with many branches", "sparse list count", tuned={"sparse_cover": 4_000_000_000}),
    Part("restarts of `sparse`", "first best", tuned={"first_failures": 1_000_000}),
    Part("growing attempts", "first best", tuned={"first_growth": 1_000_000}),
    Part("restarts of `learning`", "first none", tuned={"learning_restart": EVERY}),
    Part("forgetting clauses", "first none", tuned={"learning_clauses": EVERY}),
    Part("recent failures count more", "first none", tuned={"learning_decay": EVERY}),
    Part("smaller tables of `lanes`", "lanes list", tuned={"lanes_least_subtree": 1 << 24}, saves_time=True),
    Part("subtrees let pass", "lanes list", tuned={"lanes_let_pass": 0}, saves_time=True),
    Part("lines side by side", "lines", tuned={"lines_abreast_entries": 0}, saves_time=True),
    Part("order of a frontier search", "sweep count", tuned={"order_items": 2}),
    Part("fetching ahead", "sweep", tuned={"graph_ahead": 0}, saves_time=True),
    Part("comparing masks", "sweep", tuned={"graph_compared": 0}, saves_time=True),
    Part("tries in neighbourhoods", "best", tuned={"cost_head_start": EVERY}),
    Part("head start of the proof", "best", tuned={"cost_head_start": 0}),
    Part("odd sets", "best", tuned={"cost_odd_rounds": 0}),
    Part("prices of colors", "best", tuned={"cost_color_entries": 0}),
    Part("drift of subgradient steps", "best", tuned={"cost_drift": 0}),
    Part("ambition above the bound", "best", tuned={"cost_ambition": 0}),
    Part("shorter steps", "best", tuned={"cost_shorter": 0}),
    Part("steps in nodes", "best", tuned={"cost_node_steps": 0}),
    Part("first limits near the bound", "best", tuned={"cost_strides": 1}),
    Part("linear program", "best", tuned={"cost_program_start": 10_000_000, "cost_program_gap": 1000}),
    Part("dives", "best", tuned={"cost_dive_work": 0}),
    Part("programs of nodes", "best", tuned={"cost_node_start": 10**12}),
]


@dataclass(frozen=True)
class Difference:
    """A row with and without a part: the least seconds of each."""

    row: str
    with_it: Cost
    without: Cost

    @property
    def ratio(self) -> float:
        return self.without.seconds / self.with_it.seconds

    @property
    def is_noticed(self) -> bool:
        far = abs(self.without.seconds - self.with_it.seconds)
        return far >= NOTICED * self.with_it.seconds and far >= NOTICED * 0.1

    def __str__(self) -> str:
        more = "at least " if self.without.is_stopped else ""
        return f"{self.row} {more}{self.ratio:,.{0 if self.ratio >= 10 else 1 if self.ratio >= 1 else 2}f}"


known: dict[str, Cost] = {}


def plain(row: str, ask: Ask) -> Cost:
    """With all parts, of a question that was asked before, so that what it is asked of is made."""
    if row not in known:
        ask()
        known[row] = cost(ask)
    return known[row]


def compared(part: Part, row: str, ask: Ask) -> Difference | None:
    """In turns, until both have taken some seconds; None if the question does not enter the part."""
    before = plain(row, ask)
    with part.taken_out():
        without = cost(ask)
    if before.work == without.work != (0, 0) and not (part.saves_time or part.out):
        return None
    costs = [(before, without)]
    while len(costs) < MOST_PAIRS and sum(a.seconds + b.seconds for a, b in costs) < SECONDS_OF_A_PAIR:
        with_it = cost(ask)
        with part.taken_out():
            costs.append((with_it, cost(ask)))
    with_it, without = (min(each, key=lambda one: one.seconds) for each in zip(*costs, strict=True))
    return Difference(row, with_it, without)


def measured(part: Part, rows: list[str]) -> tuple[int, list[Difference]]:
    """How many questions enter a part, and those where it is noticed."""
    entered = 0
    noticed = []
    for kind, row, ask in QUESTIONS:
        if kind not in part.kinds.split() or (rows and not any(each in row for each in rows)):
            continue
        difference = compared(part, row, ask)
        if difference is None:
            continue
        entered += 1
        a, b = difference.with_it, difference.without
        told = f"{part.name}: {row}: {a.seconds:.4f} s, {b.seconds:.4f} s, {difference.ratio:.2f}"
        print(f"{told}; {a.work} {b.work}{' stopped' * b.is_stopped}", file=sys.stderr, flush=True)
        if difference.is_noticed:
            noticed.append(difference)
    return entered, noticed


def line_of(part: Part, rows: list[str]) -> str:
    entered, noticed = measured(part, rows)
    slower = sorted((each for each in noticed if each.ratio > 1), key=lambda each: -each.ratio)
    faster = sorted((each for each in noticed if each.ratio < 1), key=lambda each: each.ratio)
    cells = (part.name, str(entered), _told(slower), _told(faster))
    return f"| {' | '.join(cells)} |"


def _told(differences: list[Difference]) -> str:
    """The greatest ones."""
    told = [str(each) for each in differences[:4]]
    return ", ".join([*told, *([f"{len(differences) - 4} more"] if len(differences) > 4 else [])])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", type=Path, metavar="FILE")
    parser.add_argument("--rows", nargs="+", default=[], metavar="NAME", help="parts of names of rows")
    parser.add_argument("--list", action="store_true", help="list the parts")
    parser.add_argument("parts", nargs="*", metavar="PART")
    arguments = parser.parse_args()
    wanted = [part for part in PARTS if not arguments.parts or any(p in part.name for p in arguments.parts)]
    if arguments.list:
        print(*(part.name for part in wanted), sep="\n")
        return
    lines = ["| part | questions | longer without it | shorter without it |", "| --- | --- | --- | --- |"]
    print(*lines, sep="\n")
    for part in wanted:
        lines.append(line_of(part, arguments.rows))
        print(lines[-1], flush=True)
    lines += ["", f"{machine()}."]
    if arguments.write:
        arguments.write.write_text(replaced(arguments.write.read_text(), lines))


if __name__ == "__main__":
    main()
