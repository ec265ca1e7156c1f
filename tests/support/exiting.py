"""A program that ends while a daemon thread runs one kind of search of the core, again and again.

`python exiting.py LaneSearch`; `tests/search/test_exit.py` runs it. Every kind is endless.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from array import array
from collections.abc import Callable
from types import ModuleType

from matrices import exact, queens

from excover.matrix.matrix import Matrix
from excover.search import _core as core
from excover.search.estimate import estimate
from excover.search.search import Search, count
from excover.search.tuning import tuning

ENDLESS = 2**64 - 1
SLICE = 0.005
Run = Callable[[], object]


def native(matrix: Matrix) -> core.Problem:
    m = matrix
    return core.Problem(m.lower, m.upper, m.colored, m.starts, m.entries, m.colors)


LARGE = native(queens(30))
"""No engine comes to an end of it."""


def listing(search: core.Engine) -> Run:
    def run() -> None:
        search.run(ENDLESS, ENDLESS, SLICE)
        search.hand_over([])

    return run


def counting() -> Run:
    search = core.GraphCount(LARGE, 10**7, 2)
    return lambda: search.run(ENDLESS, ENDLESS, SLICE)


def counting_on_disk() -> Run:
    folder = os.fsencode(tempfile.mkdtemp())
    sizes = (tuning.disk_seconds, tuning.disk_block, tuning.disk_fan_in, tuning.disk_merged)
    search = core.DiskCount(LARGE, 10**6, 2, folder, "queens", ENDLESS, *sizes)
    return lambda: search.run(ENDLESS, ENDLESS, SLICE)


def forecasting() -> Run:
    forecast = core.Forecast(LARGE, 10**9, 10**6, 1)
    return lambda: forecast.run(SLICE)


def separating() -> Run:
    """Balls that are locked in one room, in ever more positions."""
    shell = [(z, y, x) for z in range(12) for y in range(12) for x in range(12) if {z, y, x} & {0, 11}]
    balls = [(1, 1, x) for x in range(1, 7)]
    cells = array("i", [number for cell in (*shell, *balls) for number in cell])
    ways = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    slides = core.Slides(ways, [[(0, 0, 0), way] for way in ways])
    kinds = array("B", bytes(len(cells) // 3))
    search = core.Separation(slides, cells, kinds, array("I", [len(shell), *map(len, zip(balls))]), 64)
    return lambda: search.run(SLICE)


def building() -> Run:
    search = core.DiagramSearch(LARGE, 10**9, 2)
    return lambda: search.run(0, ENDLESS, SLICE)


def walking() -> Run:
    walks = core.RandomWalks(LARGE, 1)
    return lambda: walks.run(ENDLESS, SLICE)


def answering() -> Run:
    """Lines that say nothing, of a board of pairs."""
    pairs = native(exact(60, [[k, k + 1] for k in range(59)]))
    starts, at, symbols = array("I", range(60)), array("I", range(59)), array("B", b"\1" * 59)
    many = core.ClueLines(pairs, starts, at, symbols, array("B", bytes(59)), True)

    def run() -> None:
        many.load(bytes(59 * 2000))
        many.run(SLICE, 2)

    return run


def starting() -> Run:
    """All sets of 20 options of a large diagram."""
    options = [[k, k + 1] for k in range(199)] + [[k, k + 1] for k in range(199)]
    matrix = exact(200, sorted(options))
    search, problem = core.DiagramSearch(native(matrix), 10**9, 1), native(matrix)
    while (diagram := search.diagram(problem)) is None:
        search.run(0, ENDLESS, 1)
    starts = core.Starts(diagram, 20, array("B", bytes(len(options))), None, 0, 0)
    return lambda: starts.run(ENDLESS, SLICE)


def mutilated(side: int) -> core.Problem:
    """Dominoes on a board that lacks two opposite corners: none, which takes a search very long to see."""
    cells = [(row, column) for row in range(side) for column in range(side)][1:-1]
    number = {cell: k for k, cell in enumerate(cells)}
    pairs = [((row, column), (row + down, column + 1 - down)) for row, column in cells for down in (0, 1)]
    return native(exact(len(cells), [[number[a], number[b]] for a, b in pairs if b in number]))


def refuting() -> Run:
    """Anew each time, because it soon knows."""
    problem = mutilated(30)
    return lambda: core.LinearRefutation(problem, 10**9).run(0, ENDLESS, SLICE)


def matching() -> Run:
    """Anew each time, too."""
    problem = mutilated(30)
    return lambda: core.MatchingSearch(problem).run(ENDLESS, ENDLESS, SLICE)


def counting_matchings() -> Run:
    """Of a chessboard by dominoes, anew when all are counted."""
    side = 30
    cells = {(row, column): row * side + column for row in range(side) for column in range(side)}
    pairs = [
        [k, cells[other]]
        for (row, column), k in cells.items()
        for other in ((row + 1, column), (row, column + 1))
        if other in cells
    ]
    problem = native(exact(len(cells), pairs))
    counts = [core.PfaffianCount(problem, 10**9)]

    def run() -> None:
        if counts[0].run(ENDLESS, ENDLESS, SLICE) is core.Stop.EXHAUSTED:
            counts[0] = core.PfaffianCount(problem, 10**9)

    return run


def proving() -> Run:
    numbers = array("I", [*range(1, 61), *[0] * 118])  # rows and columns are primary
    proof = core.ProofSearch(LARGE, numbers, 10**9, False, array("I"))

    def run() -> None:
        proof.run(ENDLESS, SLICE)
        proof.take()

    return run


KINDS: dict[str, Callable[[], Run]] = {
    "SparseSearch": lambda: listing(core.SparseSearch(LARGE, True, False)),
    "LaneSearch": lambda: listing(core.LaneSearch(LARGE, True, "best")),
    "ParallelSearch": lambda: listing(core.ParallelSearch(LARGE, True, "lanes", 2, True, 10**6, None, 0)),
    "CheapestSearch": lambda: listing(core.CheapestSearch(LARGE, array("q", range(900)))),
    "linear_bound": lambda: lambda: core.linear_bound(LARGE, array("q", range(900)), [], SLICE),
    "LearningSearch": lambda: listing(core.LearningSearch(mutilated(20), 10**9)),
    "LinearRefutation": refuting,
    "MatchingSearch": matching,
    "PfaffianCount": counting_matchings,
    "DiskCount": counting_on_disk,
    "Forecast": forecasting,
    "GraphCount": counting,
    "FrontierOfRules": lambda: listing(core.FrontierOfRules(mutilated(20), 10**10, True, [], [])),
    "DiagramSearch": building,
    "RandomWalks": walking,
    "ClueLines": answering,
    "Starts": starting,
    "ProofSearch": proving,
    "Separation": separating,
    "search": lambda: lambda: list(Search(queens(14))),
    "count": lambda: lambda: count(queens(20)),
    "estimate": lambda: lambda: estimate(queens(30), walks=10**9),
}


class Lingering(ModuleType):
    """Python deletes its modules at its end; this takes a while, in which the thread asks for the lock."""

    def __del__(self, sleep: Callable[[float], None] = time.sleep) -> None:
        sleep(0.1)


def main() -> None:
    run, has_run = KINDS[sys.argv[1]](), threading.Event()

    def work() -> None:
        while True:
            has_run.set()
            run()

    threading.Thread(target=work, daemon=True).start()
    has_run.wait()


if __name__ == "__main__":
    sys.modules["lingering"] = Lingering("lingering")
    main()
