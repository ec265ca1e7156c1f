"""What reads each group of tuning constants: questions with known answers, whatever the values are.

A group is the first word of a name. A new group needs an entry in ``QUESTIONS``: tests/search/test_tuning.py
asks at both ends of the range of every constant.
"""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from random import Random

from matrices import dominoes, exact, langford, latin_squares, queens

import excover
from excover import SolutionSet
from excover.authors.candidates import RandomSolutions
from excover.authors.clue_lines import solve_many
from excover.base.source import Source
from excover.matrix.verify import verify
from excover.runs.campaign import RunCoordinator
from excover.runs.journal import Journal
from excover.runs.journal_file import create
from excover.runs.run_description import record
from excover.search.diagram import Diagram
from excover.search.disk_count import Disk, count_on_disk
from excover.search.engine_table import PROGRAMS
from excover.search.estimate import estimate
from excover.search.external.external_search import ExternalSearch
from excover.search.linear_refutation import refutation
from excover.search.outcome import Status
from excover.search.portfolio.until_proved import Optimizer
from excover.search.run import Budget, Run
from excover.search.search import Search, count
from excover.search.strategy import EngineName, Strategy
from excover.search.tuning import tuning

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CHESSBOARD = """
    let cells = {(r, c) for r, c in 1..4 where (r, c) != (1, 1) and (r, c) != (4, 4)}
    item cell[cells]
    option flat((r, c) in cells) where (r, c + 1) in cells covers cell[(r, c)], cell[(r, c + 1)]
    option tall((r, c) in cells) where (r + 1, c) in cells covers cell[(r, c)], cell[(r + 1, c)]
"""
CROWDED = """
    item guest[1..3]
    item seat[1..2] at most once
    option sits(g in 1..3, s in 1..2) covers guest[g], seat[s]
"""


def mutilated_chessboard(n: int) -> list[tuple[int, int]]:
    """The dominoes on a board without two opposite corners, as pairs of cells."""
    cells = [(r, c) for r in range(n) for c in range(n) if (r, c) not in ((0, 0), (n - 1, n - 1))]
    number = {cell: k for k, cell in enumerate(cells)}
    return [
        (number[r, c], number[other])
        for r, c in cells
        for other in ((r, c + 1), (r + 1, c))
        if other in number
    ]


def listings() -> None:
    """By every engine, and by those that take turns; without memory, lanes refuse."""
    engines: tuple[EngineName, ...] = ("auto", "sparse", "graph")
    for engine in (*engines, "lanes") if tuning.lane_bytes else engines:
        run = Run(strategy=Strategy(engine))
        assert len(set(Search(queens(6), run))) == count(queens(6), run).count == 4, engine
        assert len(set(Search(dominoes(4, 5), run))) == count(dominoes(4, 5), run).count == 95, engine


def counts_on_disk() -> None:
    with tempfile.TemporaryDirectory() as folder:
        run = Run(strategy=Strategy(memory=10_000))
        assert count_on_disk(queens(6), Disk(Path(folder, "queens")), run).count == 4
        assert count_on_disk(dominoes(4, 5), Disk(Path(folder, "dominoes")), run).count == 95


def firsts() -> None:
    for matrix in (queens(7), langford(7), latin_squares(4)):
        cover = next(Search(matrix, Run(Budget(solutions=1))), None)
        assert cover is not None
        verify(matrix, cover)


def refusals() -> None:
    for matrix in (queens(3), langford(5), exact(14, mutilated_chessboard(4))):
        search = Search(matrix, Run(Budget(solutions=1)))
        assert next(search, None) is None
        assert search.outcome.status is count(matrix).status is Status.NONE
        found = refutation(matrix)
        assert found is None or found.refutes(matrix)


def learnt() -> None:
    run = Run(Budget(solutions=1), Strategy("learning"))
    assert next(Search(langford(5), run), None) is None
    for matrix in (queens(7), langford(7)):
        cover = next(Search(matrix, run), None)
        assert cover is not None
        verify(matrix, cover)


def threads() -> None:
    run = Run(strategy=Strategy("sparse", threads=3))
    assert len(set(Search(queens(7), run))) == 40
    assert count(queens(7), Run(strategy=Strategy("graph", threads=3))).count == 40


def least_cost(items: int, rows: list[list[int]], costs: array[int]) -> int:
    """Of an exact cover, by dynamic programming over all sets of items."""
    least = [0]
    for covered in range(1, 1 << items):
        last = covered.bit_length() - 1
        sets = ((sum(1 << item for item in row), cost) for row, cost in zip(rows, costs, strict=True))
        fitting = (
            least[covered & ~row] + cost for row, cost in sets if row >> last & 1 and not row & ~covered
        )
        least.append(min(fitting))
    return least[-1]


def priced_sets() -> tuple[list[list[int]], array[int]]:
    random = Random(1)
    rows = [[item] for item in range(10)] + [
        random.sample(range(10), random.randint(2, 4)) for _ in range(60)
    ]
    costs = array("q", [40 * len(row) - random.randint(0, 60) for row in rows])
    return rows, costs


ROWS, COSTS = priced_sets()
LEAST = least_cost(10, ROWS, COSTS)


def best() -> None:
    search = Optimizer(replace(exact(10, ROWS), costs=COSTS), "minimize")
    last = list(search)[-1]
    assert search.outcome.exhausted
    assert sum(COSTS[option] for option in last) == search.outcome.cost == LEAST
    assert search.outcome.bound == LEAST


def other_programs() -> None:
    """The best cover by the first of the other programs that is installed, if one is."""
    names: tuple[EngineName, ...] = ("highs", "clingo", "cp-sat")
    for name in names:
        if find_spec(PROGRAMS[name].module):
            run = Run(strategy=Strategy(name))
            search = ExternalSearch(replace(exact(10, ROWS), costs=COSTS), run, "minimize")
            assert [sum(COSTS[option] for option in cover) for cover in search][-1] == LEAST
            return


def diagrams() -> None:
    matrix = dominoes(4, 4)
    diagram = Diagram(matrix)
    assert (diagram.count, len(set(diagram))) == (36, 36)
    assert sum(diagram.marginals()) == 36 * 8
    ranked = [cost for cost, _ in diagram.ranked([option % 5 for option in range(len(matrix.options))])]
    assert (len(ranked), ranked) == (36, sorted(ranked))
    with tempfile.TemporaryDirectory() as folder:
        diagram.save(Path(folder) / "diagram")
        assert list(Diagram.load(Path(folder) / "diagram", matrix)) == list(diagram)


def starts() -> None:
    found = SolutionSet.of(excover.load("queens", {"n": 6})).starts(2)
    assert (len(list(found)), found.unique, found.count) == (60, 60, 60)


def certificates() -> None:
    certificate = BytesIO()
    assert excover.prove_count(excover.load("queens", {"n": 6}), certificate).outcome.count == 4
    assert certificate.getvalue()


def symmetries() -> None:
    problem = excover.load("queens", {"n": 6})
    assert problem.tally(up_to_symmetry=True).count == 1
    assert len(list(problem.solutions(up_to_symmetry=True))) == 1
    assert excover.load("dominoes", {"rows": 4, "columns": 4}).tally(up_to_symmetry=True).count == 9


def lines() -> None:
    results = solve_many(excover.load("sudoku"), [EASY, "." * 81, SOLVED], unique=True)
    assert [result.status.value for result in results] == ["solved", "ambiguous", "solved"]


def estimates() -> None:
    pairs = exact(20, [[k, k + 1] for k in range(19)])
    assert estimate(pairs, 50).solutions.mean == 1
    assert estimate(queens(6), 50).nodes.mean > 1


def by_orbits() -> None:
    """Of a puzzle large enough that symmetries are used, whatever the constants are."""
    problem = excover.load("soma")
    assert problem.count() == len(set(problem.solutions().covers())) == 11520


def reasons() -> None:
    """Whatever is found: that there is no solution, and why, unless a limit forbids to look for it."""
    for text in (CHESSBOARD, CROWDED):
        assert excover.why(excover.parse(text)).status is Status.NONE
    wrong = excover.why(excover.load("sudoku"), "55" + "." * 79)
    assert (wrong.status, len(wrong.clues)) == (Status.NONE, 2)


def runs() -> None:
    """With a journal, by a worker process."""
    text = "item side[1..8]  option toss(s in 1..8, up in 0..1) covers side[s]"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal"
        create(path, record(Source("coins.xc", text), "count")[0], "")
        with Journal(path) as journal:
            assert RunCoordinator(journal, 1, Run()).finish().count == 256


def random_solutions() -> None:
    for matrix in (queens(6), dominoes(4, 4)):
        cover = RandomSolutions(matrix).draw(Random(1))
        assert cover is not None
        verify(matrix, cover)


def ratings() -> None:
    """A board whose tables of rules would be too large is refused."""
    try:
        found = excover.rate(excover.load("sudoku", given=EASY))
    except MemoryError:
        return
    assert found.climb.is_solved


QUESTIONS: dict[str, tuple[Callable[[], None], ...]] = {
    "linear": (refusals,),
    "batch": (listings,),
    "best": (best,),
    "coloring": (reasons,),
    "conflict": (reasons,),
    "cost": (best,),
    "count": (listings, refusals),
    "diagram": (diagrams,),
    "disk": (counts_on_disk,),
    "estimate": (estimates,),
    "first": (firsts,),
    "forecast": (by_orbits, refusals),
    "frontier": (listings, firsts, refusals),
    "graph": (listings, threads),
    "group": (symmetries,),
    "hall": (reasons,),
    "hybrid": (listings,),
    "lane": (listings, lines),
    "lanes": (listings,),
    "learning": (learnt,),
    "lines": (lines,),
    "orbit": (symmetries, by_orbits),
    "order": (listings,),
    "parallel": (threads,),
    "passes": (diagrams,),
    "portfolio": (firsts, refusals),
    "probe": (listings, refusals),
    "proof": (certificates,),
    "random": (random_solutions,),
    "refutation": (refusals,),
    "rule": (ratings,),
    "run": (runs,),
    "slice": (listings, firsts, best, diagrams, starts, certificates, symmetries, lines, estimates),
    "sparse": (listings, firsts),
    "speed": (estimates,),
    "start": (other_programs,),
    "starts": (starts,),
    "team": (threads,),
    "walks": (estimates,),
}
