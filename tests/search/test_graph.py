"""The frontier search and the diagram: against the definition, the search and published counts."""

from __future__ import annotations

import subprocess
import sys
from array import array
from collections import Counter
from dataclasses import replace
from itertools import islice

import naive
import pytest
from cancelling import ending_when
from effort import with_more_time
from hypothesis import assume, given
from hypothesis import strategies as st
from matrices import (
    COLORED,
    ONCE,
    boxed_sudoku,
    colorings,
    dominoes,
    exact,
    general,
    langford,
    latin_squares,
    partitions,
    polyominoes,
    queens,
)

import excover
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.search.diagram import Diagram, TooLarge
from excover.search.engine import Engine
from excover.search.outcome import Status, StoppedBy
from excover.search.portfolio.portfolio import leaving_out
from excover.search.run import Budget, Run
from excover.search.search import Count, Search, count
from excover.search.strategy import Strategy

slow = pytest.mark.slow
OTHER_BOUNDS = [(0, 1), (0, 1), COLORED, COLORED, (0, 0), (0, 2), (1, 2), (2, 3), (1, UNBOUNDED)]


@st.composite
def countable(draw: st.DrawFn) -> Matrix:
    """Random matrices in which every option has an item that is covered exactly once."""
    exactly = draw(st.integers(1, 5))
    others = draw(st.lists(st.sampled_from(OTHER_BOUNDS), max_size=4))
    bounds = [ONCE] * exactly + others
    colored = [b == COLORED for b in bounds]
    colors = draw(st.integers(1, 6))
    options = []
    for _ in range(draw(st.integers(0, 9))):
        must = draw(st.integers(0, exactly - 1))
        items = sorted({must} | draw(st.sets(st.integers(0, len(bounds) - 1), max_size=4)))
        options.append([(i, draw(st.integers(1, colors)) if colored[i] else 0) for i in items])
    return general(bounds, colored, options)


@given(countable())
def test_counts_agree_with_the_definition(matrix: Matrix) -> None:
    """In too little memory too: tests/native/test_graph.cpp."""
    outcome = count(matrix, Run(strategy=Strategy("graph", memory=0)))
    assert (
        outcome.count
        == len(list(naive.covers(matrix)))
        == count(matrix, Run(strategy=Strategy("sparse"))).count
    )
    assert outcome.exhausted
    assert outcome.statistics.engine == "graph"


@given(countable())
def test_diagrams_agree_with_the_definition(matrix: Matrix) -> None:
    diagram, expected = Diagram(matrix), set(naive.covers(matrix))
    covers = list(diagram)
    assert len(covers) == diagram.count == len(expected)
    assert set(covers) == expected == set(Search(matrix, Run(strategy=Strategy("graph"))))
    assert [diagram[k] for k in range(diagram.count)] == covers
    chosen = Counter(option for cover in covers for option in cover)
    assert diagram.marginals() == [chosen[o] for o in range(len(matrix.options))]


@given(countable(), st.data())
def test_questions_to_a_diagram(matrix: Matrix, data: st.DataObject) -> None:
    assume(len(matrix.options))
    diagram = Diagram(matrix)
    covers, options = list(diagram), st.integers(0, len(matrix.options) - 1)
    required, banned = data.draw(st.sets(options, max_size=2)), data.draw(st.sets(options, max_size=2))
    fitting = [c for c in covers if required <= set(c) and not banned & set(c)]
    assert diagram.count_with(required, banned) == len(fitting)
    costs = data.draw(
        st.lists(st.integers(-9, 9), min_size=len(matrix.options), max_size=len(matrix.options))
    )
    for maximize in (False, True):
        ranked = list(diagram.ranked(costs, maximize))
        assert {cover for _, cover in ranked} == set(covers)
        assert all(sum(costs[o] for o in cover) == cost for cost, cover in ranked)
        assert [cost for cost, _ in ranked] == sorted((cost for cost, _ in ranked), reverse=maximize)


@given(countable())
def test_of_equal_costs_the_first_in_the_listing_comes_first(matrix: Matrix) -> None:
    """So one is complete before the next is begun, and the best of millions needs no memory for them."""
    diagram = Diagram(matrix)
    assert [cover for _, cover in diagram.ranked([0] * len(matrix.options))] == list(diagram)


def test_options_without_an_exact_item_are_decided_one_by_one() -> None:
    matrix = general([(2, 2)], [False], [[(0, 0)]] * 4)
    assert count(matrix, Run(strategy=Strategy("graph"))).count == 6
    assert (count(matrix).count, count(matrix).statistics.engine) == (6, "sparse")


DOMINOES = [
    (2, 3, 3),
    (3, 3, 0),
    (8, 8, 12988816),
    (12, 12, 53060477521960000),
    (14, 14, 112202208776036178000000),
    (16, 16, 2444888770250892795802079170816),
]


@pytest.mark.parametrize(("rows", "columns", "tilings"), DOMINOES)
def test_dominoes(rows: int, columns: int, tilings: int) -> None:
    """OEIS A099390; other programs that keep hashes without states miscount these."""
    assert count(dominoes(rows, columns), Run(strategy=Strategy("graph"))).count == tilings


PUBLISHED = [
    ("kanoodle", 371020),
    ("iq-fit", 301350),
    ("scott", 520),
    ("soma", 11520),
    pytest.param("pentominoes", 9356, marks=slow),
    pytest.param("iq-fit-article", 67868848, marks=slow),
]


@pytest.mark.parametrize(("name", "solutions"), PUBLISHED)
@pytest.mark.parametrize("memory", [2**30, pytest.param(1_000_000, marks=pytest.mark.thorough)])
def test_packings(name: str, solutions: int, memory: int) -> None:
    """A ZDD with a cache by hash counts 370,661 for Kanoodle and 9,351 for the pentominoes."""
    if memory < 2**30 and name == "iq-fit-article":
        return  # takes minutes
    outcome = count(excover.load(name).matrix, Run(strategy=Strategy("graph", memory=memory)))
    assert (outcome.count, outcome.exhausted) == (solutions, True)


@pytest.mark.parametrize(("n", "squares"), [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161280)])
def test_latin_squares(n: int, squares: int) -> None:
    """OEIS A002860."""
    assert count(latin_squares(n), Run(strategy=Strategy("graph"))).count == squares


@pytest.mark.thorough
def test_larger_latin_squares() -> None:
    assert count(latin_squares(6), Run(strategy=Strategy("graph"))).count == 812851200
    assert count(latin_squares(7, reduced=True), Run(strategy=Strategy("graph"))).count == 16942080


def test_set_partitions() -> None:
    assert count(partitions(12), Run(strategy=Strategy("graph"))).count == 4213597


@pytest.mark.slow
def test_sudokus() -> None:
    assert count(boxed_sudoku(2, 2), Run(strategy=Strategy("graph"))).count == 288
    assert count(boxed_sudoku(2, 3), Run(strategy=Strategy("graph"))).count == 28200960


@pytest.mark.parametrize(("n", "solutions"), [(1, 1), (2, 0), (5, 10), (8, 92), (11, 2680), (12, 14200)])
def test_queens(n: int, solutions: int) -> None:
    assert count(queens(n), Run(strategy=Strategy("graph"))).count == solutions


def lattice(rows: int, columns: int, steps: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The edges from each point of a grid by some steps."""
    return [
        (r * columns + c, (r + down) * columns + c + right)
        for r in range(rows)
        for c in range(columns)
        for down, right in steps
        if r + down < rows and 0 <= c + right < columns
    ]


SQUARES, TRIANGLES = [(0, 1), (1, 0)], [(0, 1), (1, 0), (1, -1)]


def number_of_colorings(edges: list[tuple[int, int]], colors: int) -> int:
    """Vertex by vertex; only the colors of vertices with later neighbors are remembered."""
    states: Counter[tuple[tuple[int, int], ...]] = Counter({(): 1})
    for vertex in sorted({vertex for edge in edges for vertex in edge}):
        new: Counter[tuple[tuple[int, int], ...]] = Counter()
        for state, ways in states.items():
            beside = {color for other, color in state if (other, vertex) in edges}
            for color in set(range(colors)) - beside:
                kept = [
                    (v, c)
                    for v, c in (*state, (vertex, color))
                    if any(a == v and b > vertex for a, b in edges)
                ]
                new[tuple(kept)] += ways
        states = new
    return sum(states.values())


@pytest.mark.parametrize(
    ("edges", "colors"),
    [
        pytest.param([(min(e), max(e)) for e in edges], colors, id=name)
        for name, edges, colors in [
            ("grid", lattice(6, 6, SQUARES), 3),
            ("triangles", lattice(5, 5, TRIANGLES), 4),
            ("tall triangles", lattice(6, 5, TRIANGLES), 4),
            ("ladder", lattice(30, 2, SQUARES), 3),
        ]
    ],
)
def test_the_order_of_a_description_matters_little(edges: list[tuple[int, int]], colors: int) -> None:
    """Vertices of a graph share no option, only secondary items, along which the sweep finds its order."""
    number = number_of_colorings(edges, colors)
    runs = [
        count(colorings(edges, colors, seed), Run(Budget(nodes=500_000), Strategy("graph")))
        for seed in (None, 1, 2, 3, 4)
    ]
    assert {run.count for run in runs} == {number}
    nodes = [run.statistics.nodes for run in runs]
    assert max(nodes) <= 1.3 * min(nodes)


def test_a_bound_that_the_board_keeps_takes_no_room_in_states() -> None:
    """On 36 cells there are at most twelve trominoes: to say so changes nothing."""
    tilings = polyominoes((4, 9), ["AABBB", "A...."])
    lower = array("I", [0, 0]) + tilings.lower[2:]
    bounded, free = (
        replace(tilings, lower=lower, upper=array("I", [most] * 2) + tilings.upper[2:])
        for most in (12, UNBOUNDED)
    )
    runs = [count(each, Run(strategy=Strategy("graph"))) for each in (bounded, free)]
    assert runs[0].count == runs[1].count
    assert runs[0].statistics.nodes == runs[1].statistics.nodes


def test_the_cheaper_way_is_taken() -> None:
    assert count(queens(9)).statistics.engine == "lanes"
    with leaving_out("pfaffian"):
        tilings, again = count(dominoes(16, 16)), count(dominoes(16, 16))
    assert (tilings.count, tilings.statistics.engine) == (2444888770250892795802079170816, "graph")
    assert replace(again.statistics, seconds=0) == replace(tilings.statistics, seconds=0)


def test_stopping_is_honest() -> None:
    late = count(latin_squares(7), Run(Budget(seconds=0.1), Strategy("graph")))
    assert (late.exhausted, late.stopped_by, late.status) == (False, StoppedBy.TIME, Status.UNKNOWN)
    short = count(latin_squares(6), Run(Budget(nodes=5000), Strategy("graph")))
    assert (short.stopped_by, short.statistics.nodes) == (StoppedBy.NODES, 5000)
    both = with_more_time(
        lambda seconds: count(latin_squares(7), Run.within(seconds=seconds)),
        lambda outcome: outcome.count > 0,
    )
    assert (both.exhausted, both.stopped_by) == (False, StoppedBy.TIME)
    assert both.count < 61479419904000


def test_slices_change_nothing() -> None:
    whole = count(dominoes(6, 6), Run(strategy=Strategy("graph")))
    engine = Engine(dominoes(6, 6), Run(strategy=Strategy("graph")), keep_covers=False)
    while not engine.is_over:
        engine.run_slice(nodes=1)
    assert replace(engine.outcome.statistics, seconds=0) == replace(whole.statistics, seconds=0)
    assert engine.outcome.count == whole.count == 6728


@pytest.mark.slow
def test_an_interrupted_count_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    counting = Count(boxed_sudoku(2, 3), Run(strategy=Strategy("graph")))
    calls = iter(range(10**9))

    def interrupt() -> bool:
        if next(calls) == 0:
            raise KeyboardInterrupt
        return False

    monkeypatch.setattr(counting, "_run", ending_when(interrupt))
    with pytest.raises(KeyboardInterrupt):
        counting.finish()
    assert not counting.outcome.exhausted
    assert counting.finish().count == 28200960


@pytest.mark.slow
def test_a_diagram_of_kanoodle() -> None:
    matrix = excover.load("kanoodle").matrix
    diagram = Diagram(matrix)
    assert (diagram.count, diagram.nodes) == (371020, 97583)
    assert sum(1 for _ in diagram) == 371020
    assert sum(diagram.marginals()) == 12 * 371020
    assert diagram[-1] == diagram[371019]
    assert diagram.sample(3, seed=1) == diagram.sample(3, seed=1) != diagram.sample(3, seed=2)
    some = diagram[200000]
    assert diagram.count_with(required=some) == 1
    assert diagram.count_with(required=some[:1]) == diagram.marginals()[some[0]]


@slow
def test_listings_agree() -> None:
    matrix = excover.load("kanoodle-start").matrix
    assert set(Search(matrix, Run(strategy=Strategy("graph")))) == set(Search(matrix))
    for matrix in (excover.load("soma").matrix, langford(8), queens(10), dominoes(6, 6)):
        assert set(Search(matrix, Run(strategy=Strategy("graph")))) == set(Search(matrix))


def test_samples_are_uniform() -> None:
    """Chi-square with 35 degrees of freedom: above 66.6 once in a thousand times."""
    diagram = Diagram(dominoes(4, 4))
    assert diagram.count == 36
    drawn = Counter(diagram.sample(36_000, seed=7))
    assert sum((drawn[cover] - 1000) ** 2 / 1000 for cover in diagram) < 66.6


def test_a_diagram_beyond_all_listing() -> None:
    diagram = Diagram(dominoes(16, 16))
    total = 2444888770250892795802079170816
    assert diagram.count == total
    assert sum(diagram.marginals()) == 128 * total
    assert len(list(islice(diagram, 1000))) == 1000
    assert len(diagram[total - 1]) == 128
    with pytest.raises(IndexError):
        diagram[total]


def test_a_diagram_that_is_too_large_is_refused() -> None:
    with pytest.raises(TooLarge, match="takes more than 100000 bytes"):
        Diagram(queens(10), Run(strategy=Strategy(memory=100_000)))
    with pytest.raises(TooLarge):
        next(Search(queens(10), Run(strategy=Strategy("graph", memory=100_000))))


def test_the_empty_problem() -> None:
    assert list(Diagram(exact(0, []))) == [()]
    assert list(Diagram(exact(1, []))) == []
    assert Diagram(exact(0, []))[0] == ()
    assert Diagram(exact(1, [])).best([]) is None
    for items, covers in ((0, 1), (1, 0)):
        assert count(exact(items, []), Run(strategy=Strategy("graph"))).count == covers


@slow
def test_memory_is_bounded() -> None:
    """IQ Fit by the physical rule in 2 MB of tables, in a process that may not have more."""
    program = """
import resource
import excover
from excover import Run, Strategy
from excover.search.search import count
matrix = excover.load("iq-fit").matrix
count(matrix, Run(excover.Budget(nodes=1), Strategy("sparse")))
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 20_000_000, resource.RLIM_INFINITY))
print(count(matrix, Run(strategy=Strategy("graph", memory=2_000_000))).count)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "301350\n", done.stderr
