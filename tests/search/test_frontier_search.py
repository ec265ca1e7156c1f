"""The frontier search: bounded memory, any number of threads, parts of a problem, every engine's counts."""

from __future__ import annotations

import json
import subprocess
import sys
from array import array
from collections import Counter
from dataclasses import replace

import pytest
from matrices import boxed_sudoku, dominoes, exact, langford, latin_squares, partitions, queens

import excover
from excover.matrix.matrix import Matrix
from excover.search.diagram import Diagram
from excover.search.engine import Engine
from excover.search.outcome import Outcome, StoppedBy
from excover.search.run import Budget, Run
from excover.search.search import count
from excover.search.strategy import Strategy
from excover.search.tuning import tuning

slow = pytest.mark.slow
ENGINES = ("auto", "sparse", "lanes", "graph")


def counted(matrix: Matrix, threads: int = 1, memory: int = 2**30) -> Outcome:
    return count(matrix, Run(strategy=Strategy("graph", threads, memory)))


def side_by_side(one: Matrix, other: Matrix) -> Matrix:
    """Both at once, without anything in common: as many solutions as the product."""
    shift = len(one.items)
    return Matrix(
        items=[*one.items, *other.items],
        lower=one.lower + other.lower,
        upper=one.upper + other.upper,
        colored=one.colored + other.colored,
        options=[*one.options, *other.options],
        starts=one.starts + array("I", [one.starts[-1] + start for start in other.starts[1:]]),
        entries=one.entries + array("I", [shift + item for item in other.entries]),
        colors=one.colors + other.colors,
    )


# Counts


EVERY = [
    ("dominoes 6x6", dominoes(6, 6), 6728),
    ("Latin squares 4", latin_squares(4), 576),
    ("reduced Latin squares 5", latin_squares(5, reduced=True), 56),
    ("reduced Latin squares 6", latin_squares(6, reduced=True), 9408),
    ("set partitions of 9", partitions(9), 21147),
    ("Sudoku 4x4", boxed_sudoku(2, 2), 288),
    ("Langford 8", langford(8), 300),
    ("queens 10", queens(10), 724),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("matrix", "solutions"), [case[1:] for case in EVERY], ids=[case[0] for case in EVERY]
)
def test_every_engine_counts_the_same(matrix: Matrix, solutions: int, engine: str) -> None:
    """OEIS A004003, A002860, A000315, A000110, A107739, A014552 twice, A000170."""
    outcome = count(matrix, Run(strategy=Strategy(engine)))  # type: ignore[arg-type]
    assert (outcome.count, outcome.exhausted) == (solutions, True)


LARGER = [
    ("kanoodle", 371020),
    ("iq-fit", 301350),
    ("pentominoes", 9356),
    ("scott", 520),
    ("soma", 11520),
]


@slow
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("name", "solutions"), LARGER)
def test_every_engine_counts_packings(name: str, solutions: int, engine: str) -> None:
    """A ZDD with a cache by hash counts 370,661 for Kanoodle and 9,351 for the pentominoes."""
    outcome = count(excover.load(name).matrix, Run(strategy=Strategy(engine)))  # type: ignore[arg-type]
    assert (outcome.count, outcome.exhausted) == (solutions, True)


@slow
@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_counts_queens_13(engine: str) -> None:
    assert count(queens(13), Run(strategy=Strategy(engine))).count == 73712  # type: ignore[arg-type]


# Threads


@pytest.mark.parametrize("memory", [2**30, tuning.graph_least_room])
def test_threads_change_nothing(memory: int) -> None:
    """Of the Latin squares, most states find no room in so little memory."""
    for matrix in (queens(10), dominoes(9, 10), latin_squares(5)):
        alone = counted(matrix, 1, memory)
        for threads in (2, 3):
            other = counted(matrix, threads, memory)
            assert other.count == alone.count
            assert replace(other.statistics, seconds=0, threads=1) == replace(
                alone.statistics, seconds=0, threads=1
            )


def test_threads_build_the_same_diagram() -> None:
    matrix = queens(9)
    alone = Diagram(matrix)
    for threads in (2, 3):
        other = Diagram(matrix, Run(strategy=Strategy(threads=threads)))
        assert (other.nodes, other.edges, list(other)) == (alone.nodes, alone.edges, list(alone))


# Parts


def test_parts_are_counted_one_after_the_other() -> None:
    """The states of two boards add up; between the boards they are one."""
    one, other = dominoes(8, 8), queens(9)
    both = counted(side_by_side(one, other))
    assert both.count == 12988816 * 352
    assert both.statistics.nodes <= counted(one).statistics.nodes + counted(other).statistics.nodes + 2


def test_parts_with_hubs_do_not_multiply() -> None:
    """Each packing has pieces, which a frontier search decides last: but before the other packing."""
    soma = excover.load("soma").matrix
    both = counted(side_by_side(soma, soma))
    assert both.count == 11520**2
    assert both.statistics.nodes <= 2 * counted(soma).statistics.nodes + 2


def test_many_parts() -> None:
    free = exact(60, [[k // 2] for k in range(120)])
    assert count(free).count == 2**60


# Memory


def test_little_memory_is_enough() -> None:
    """None at all is as good as the least."""
    for matrix, solutions in (
        (dominoes(10, 10), 258584046368),
        (queens(10), 724),
        (latin_squares(5), 161280),
    ):
        least = counted(matrix, memory=tuning.graph_least_room)
        assert least.count == solutions
        assert replace(counted(matrix, memory=0).statistics, seconds=0) == replace(
            least.statistics, seconds=0
        )


LIMITED = """
import json, resource, sys
import excover
from excover.search.run import Budget, Run
from excover.search.search import count
from excover.search.strategy import Strategy

name, settings, memory, threads = map(json.loads, sys.argv[1:])
matrix = excover.load(name, settings).matrix
count(matrix, Run(Budget(nodes=1), Strategy("graph", threads, memory)))
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + memory, resource.RLIM_INFINITY))
print(count(matrix, Run(strategy=Strategy("graph", threads, memory))).count)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "settings", "memory", "solutions"),
    [
        ("scott", {}, 10**7, 520),
        ("queens", {"n": 10}, 5 * 10**6, 724),
        ("latin", {"n": 5}, 5 * 10**6, 161280),
        ("dominoes", {"rows": 12, "columns": 12}, 5 * 10**6, 53060477521960000),
        pytest.param("kanoodle", {}, 5 * 10**7, 371020, marks=slow),
        pytest.param("iq-fit-article", {}, 5 * 10**7, 67868848, marks=slow),
    ],
)
def test_memory_is_bounded_by_the_system(
    name: str, settings: dict[str, int], memory: int, solutions: int
) -> None:
    """Nothing the frontier search allocates goes beyond its memory: the process may not have more."""
    command = [sys.executable, "-c", LIMITED, *map(json.dumps, (name, settings, memory, 1))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == f"{solutions}\n", done.stderr


LIFTED = """
import resource
import excover
from excover import Run, Strategy
from excover.search.search import Count

matrix = excover.load("latin", {"n": 5}).matrix
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
for threads in 1, 3:
    for more in range(0, 2**20, 2**17):
        counting = Count(matrix, Run(strategy=Strategy("graph", threads, 2**24)))
        resource.setrlimit(resource.RLIMIT_AS, (used + more, resource.RLIM_INFINITY))
        try:
            counting.finish()
        except MemoryError:
            pass
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        print(counting.finish().count)
"""


@pytest.mark.slow
def test_a_count_goes_on_when_there_is_memory_again() -> None:
    """Wherever it gave out; tests/native/test_out_of_memory.cpp is more thorough."""
    done = subprocess.run([sys.executable, "-c", LIFTED], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["161280"] * 16, done.stderr


def test_a_sweep_out_of_memory_leaves_an_automatic_count_to_listing(monkeypatch: pytest.MonkeyPatch) -> None:
    run_slice = Engine.run_slice

    def fail_if_graph(self: Engine, solutions: int = 2**64 - 1, nodes: int = 2**64 - 1) -> None:
        if self.outcome.statistics.engine == "graph":
            raise MemoryError
        run_slice(self, solutions, nodes)

    monkeypatch.setattr(Engine, "run_slice", fail_if_graph)
    outcome = count(dominoes(6, 8))
    assert (outcome.count, outcome.exhausted) == (167089, True)
    assert outcome.statistics.engine != "graph"
    with pytest.raises(MemoryError):
        count(dominoes(6, 8), Run(strategy=Strategy("graph")))


# Samples


@pytest.mark.parametrize(
    ("matrix", "covers", "bound"),
    [(queens(8), 92, 183.0), (dominoes(4, 6), 281, 430.0)],
)
def test_samples_are_uniform(matrix: Matrix, covers: int, bound: float) -> None:
    """Chi-square with a degree of freedom less than there are covers: above the bound in less than one of a
    million samples."""
    diagram = Diagram(matrix)
    assert diagram.count == covers
    drawn = Counter(diagram.sample(100 * covers, seed=1))
    assert sum((drawn[cover] - 100) ** 2 / 100 for cover in diagram) < bound


def test_time_limits_hold_with_threads() -> None:
    outcome = count(latin_squares(7), Run(Budget(seconds=0.1), Strategy("graph", 2)))
    assert (outcome.exhausted, outcome.stopped_by) == (False, StoppedBy.TIME)
