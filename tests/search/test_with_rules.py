"""Bounds on sums and global constraints, asked what is asked of items alone: diagrams, trees, estimates, the
best cover, random orders. All against the covers of the definition, with each rule tried.
"""

from __future__ import annotations

import pickle
from array import array
from collections import deque
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from effort import examples
from test_until_enough import covers_within, random_matrix, random_rules

import excover
from excover.base.names import ItemName, OptionName
from excover.matrix.constraints import WeightedSum
from excover.matrix.line_constraints import OneLoop
from excover.matrix.matrix import Matrix
from excover.search import diagram_file, search
from excover.search._core import diagram_of_rules
from excover.search.diagram import Diagram, StartSearch
from excover.search.diagram_file import DiagramFileError, TooManyCovers, stand_ins
from excover.search.engine import Cover, Engine, TooLarge, has_frontier_of_rules
from excover.search.engine_table import DIAGRAM
from excover.search.estimate import estimate, profile
from excover.search.lexicographic import search_for_best
from excover.search.native import native_problem
from excover.search.outcome import Unfinished
from excover.search.run import Run
from excover.search.search import Search, completed, count
from excover.search.search_tree import grow
from excover.search.strategy import EngineName, Strategy
from excover.search.tuning import tuned


def ruled(rng: Random) -> Matrix:
    """Often with rules, and with options that cover nothing exactly once."""
    matrix = random_matrix(rng)
    if rng.random() < 0.8:
        matrix = random_rules(rng, matrix)
    if rng.random() < 0.4:
        lower, upper = matrix.lower[:], matrix.upper[:]
        for item, colored in enumerate(matrix.colored):
            if not colored and lower[item] == upper[item] == 1 and rng.random() < 0.5:
                lower[item], upper[item] = rng.randint(0, 1), rng.randint(2, 3)
        matrix = matrix.replaced(lower=lower, upper=upper)
    return matrix


SEEDS = pytest.mark.parametrize("seed", range(3))


@SEEDS
def test_a_diagram(seed: int, tmp_path: Path) -> None:
    rng, free = Random(seed), 0
    for _ in range(examples(50)):
        matrix = ruled(rng)
        every = covers_within(matrix)
        free += matrix.free_option is not None
        diagram = Diagram(matrix)
        covers = list(diagram)
        assert diagram.count == len(covers) == len(every)
        assert set(map(frozenset, covers)) == every
        assert [diagram[rank] for rank in range(diagram.count)] == covers
        options = range(len(matrix.options))
        assert diagram.marginals() == [sum(option in cover for cover in every) for option in options]
        diagram.save(tmp_path / "all.xcd")
        assert list(Diagram.load(tmp_path / "all.xcd", matrix)) == covers
        assert list(pickle.loads(pickle.dumps(diagram))) == covers
        costs = [rng.randint(-5, 9) for _ in options]
        totals = sorted(sum(map(costs.__getitem__, cover)) for cover in every)
        assert [cost for cost, _ in diagram.ranked(costs)] == totals
        if len(options) > 1:
            one, other = rng.sample(options, 2)
            kept = {cover for cover in every if one not in cover and other in cover}
            assert diagram.count_with([other], [one]) == len(kept)
            assert set(map(frozenset, diagram.restricted([one], [other]))) == kept
        if every:
            starts = StartSearch(diagram, 2)
            while not starts.is_over:
                starts.run_slice()
            assert starts.sets == len({pair for cover in every for pair in combinations(sorted(cover), 2)})
    assert free


def test_a_diagram_of_other_rules_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that was forged: its covers are tested by the rules."""
    square, none = loops([(0, 1), (1, 2), (2, 3), (3, 0)]), loops([(0, 1), (1, 2), (2, 3), (3, 1)])
    Diagram(square).save(tmp_path / "square.xcd")
    with pytest.raises(DiagramFileError, match="another description"):
        Diagram.load(tmp_path / "square.xcd", none)
    every = Diagram(square.relaxed())
    forged = Diagram._of(square, lambda _problem: every.core)
    forged.save(tmp_path / "forged.xcd")
    with pytest.raises(DiagramFileError, match="`loop` does not hold"):
        Diagram.load(tmp_path / "forged.xcd", square)
    monkeypatch.setattr(diagram_file, "MOST_LISTED", 0)
    with pytest.raises(TooManyCovers, match=r"more than 0 solutions.*`loop`"):
        Diagram.load(tmp_path / "square.xcd", square)
    with pytest.raises(TooManyCovers):
        Diagram.listed(square)
    with pytest.raises(TooManyCovers):
        Diagram(square).save(tmp_path / "square.xcd")
    with pytest.raises(Unfinished):
        Diagram(square, Run.within(nodes=1))


@SEEDS
def test_a_diagram_without_room_is_listed(seed: int) -> None:
    rng = Random(seed)
    for _ in range(examples(50)):
        matrix = ruled(rng)
        by_states = Diagram(matrix)
        with tuned(portfolio_frontier=1):
            listed = Diagram(matrix)
        assert listed.count == by_states.count
        assert set(listed) == set(by_states)


def test_all_attempts_share_a_budget_of_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A diagram for which there is no room, a list that becomes too long, and a diagram with more room."""
    matrix = excover.parse(HAMILTONIAN.replace("2 times", "at most 2 times")).matrix
    alone = count(matrix, Run(strategy=Strategy("graph"))).statistics.nodes
    monkeypatch.setattr(diagram_file, "MOST_LISTED", 2)
    with tuned(portfolio_frontier=1):
        with pytest.raises(Unfinished):
            Diagram(matrix, Run.within(nodes=2 * alone))
        assert Diagram(matrix, Run.within(nodes=3 * alone)).count == 213


def test_the_diagram_of_all_loops() -> None:
    """A140517: the corners of the grid are the rarest places, and each loop is drawn with the same chance."""
    diagram = Diagram(excover.parse(HAMILTONIAN.replace("2 times", "at most 2 times"), {"n": 8}).matrix)
    assert diagram.count == 603_841_648_931
    assert sum(diagram.marginals()) > 30 * diagram.count
    loops = diagram.sample(20, seed=1)
    assert len({*loops}) == 20
    assert diagram.count_with(loops[0]) == 1


def loops(lines: list[tuple[int, int]]) -> Matrix:
    """Lines that may be left out, each."""
    items = [(ItemName("line", (k,)), 0, 2) for k in range(len(lines))]
    matrix = Matrix.build(items, [(OptionName("line", (k,)), [k]) for k in range(len(lines))])
    starts = array("I", range(0, 2 * len(lines) + 1, 2))
    marked = array("I", [place for line in lines for place in line])
    return matrix.replaced(constraints=[OneLoop("loop", None, range(4), starts, marked)])


@SEEDS
def test_trees_and_estimates(seed: int) -> None:
    rng = Random(seed)
    for _ in range(examples(40)):
        matrix = ruled(rng)
        every = covers_within(matrix)
        walked = profile(matrix)
        assert walked.solutions == grow(matrix, Run.within(nodes=10**6)).solutions == len(every)
        about = estimate(matrix, walks=100)
        small = sum(walked.levels) < 50
        assert not small or about.solutions.mean == len(every)  # searched, and not walked


def test_an_estimate_is_near() -> None:
    """A140517: walks that end where no loop can be."""
    problem = excover.parse(
        "let points = {(r, c) for r, c in 1..5} item drawn[points, points] at most once "
        "optional option line(p, q in points) where q in {(p[1], p[2] + 1), (p[1] + 1, p[2])} "
        "covers drawn[p, q] "
        "require line(p, q) joining {p, q} as one loop"
    )
    found = estimate(problem.matrix, walks=3000, seed=1)
    assert 0.8 < found.solutions.mean / 9349 < 1.25


def by_frontier(matrix: Matrix, keep_covers: bool, memory: int = 10**8) -> Engine:
    return Engine(matrix, Run(strategy=Strategy(engine="graph", memory=memory)), keep_covers)


@SEEDS
def test_a_frontier_that_keeps_to_rules(seed: int) -> None:
    """Counted and listed, a few states and covers at a time."""
    rng, tried, found = Random(seed), 0, 0
    for _ in range(examples(2000)):
        matrix = ruled(rng)
        if not has_frontier_of_rules(matrix):
            continue
        every, covers = covers_within(matrix), list[Cover]()
        counting, listing = by_frontier(matrix, False), by_frontier(matrix, True)
        while not counting.is_over:
            counting.run_slice(nodes=rng.randint(1, 4))
        while not listing.is_over:
            listing.run_slice(nodes=rng.randint(1, 4), solutions=rng.randint(0, 3))
            listing.hand_over(covers)
        assert counting.outcome.count == listing.outcome.count == len(every)
        assert sorted(map(sorted, covers)) == sorted(map(sorted, every))
        with tuned(count_head_start=rng.randint(0, 20), probe_rules_rarity=0):
            assert count(matrix).count == len(every)
        tried, found = tried + 1, found + len(every)
    assert tried > examples(2000) // 10
    assert found


@pytest.mark.parametrize("number", [255, 256, 300])
def test_an_item_that_many_options_may_cover(number: int) -> None:
    matrix = Matrix.build([(ItemName("a"), 1, number)], [(OptionName("x", (k,)), [0]) for k in range(number)])
    assert count(matrix, Run(strategy=Strategy("graph"))).count == 2**number - 1
    assert Diagram(matrix).count == 2**number - 1


def test_rules_without_options() -> None:
    for matrix, number in ((loops([]), 0), (loops([]).replaced(constraints=[]), 1)):
        bounded = matrix.replaced(sums=[WeightedSum.of("cost", [], None, 5)])
        for each in (matrix, bounded):
            assert count(each, Run(strategy=Strategy("graph"))).count == number == count(each).count
            assert Diagram(each).count == number


def test_a_diagram_of_rules_keeps_to_its_limits() -> None:
    matrix = excover.parse(HAMILTONIAN, {"n": 10}).matrix
    engine, anchored = by_frontier(matrix, False), native_problem(matrix.anchored, DIAGRAM)
    while not engine.is_over:
        engine.run_slice()
    with pytest.raises(TooLarge, match="more than 100000 bytes"):
        diagram_of_rules(engine._core, anchored, stand_ins(matrix), 100_000, lambda: None)

    def interrupt() -> None:
        raise KeyboardInterrupt

    with tuned(passes_slice=1), pytest.raises(KeyboardInterrupt):
        diagram_of_rules(engine._core, anchored, stand_ins(matrix), 10**8, interrupt)


def test_a_frontier_forgets_what_leads_nowhere() -> None:
    """Only what leads on is kept of more than a million states."""
    matrix = excover.parse(HAMILTONIAN, {"n": 10}).matrix
    counting = by_frontier(matrix, False, memory=10**8)
    while not counting.is_over:
        counting.run_slice()
    assert counting.outcome.count == 467_260_456_608  # A003763


HAMILTONIAN = """
param n = 4
let points = {(r, c) for r, c in 1..n}
item passed[points] 2 times
option line(p, q in points) where q in {(p[1], p[2] + 1), (p[1] + 1, p[2])} covers passed[p], passed[q]
require line(p, q) joining {p, q} as one loop
"""


@pytest.mark.parametrize(("n", "cycles"), [(2, 1), (4, 6), (5, 0), (6, 1072), (8, 4_638_576)])
def test_loops_through_all_points(n: int, cycles: int) -> None:
    """A003763."""
    with tuned(count_head_start=100):
        counted = excover.parse(HAMILTONIAN, {"n": n}).tally()
    assert counted.count == cycles
    assert n < 8 or counted.statistics.engine == "graph"


WAYS = """
param n = 4
let points = {(r, c) for r, c in 1..n}
lines way along {(p, q) for p, q in points
  where q in {(p[1], p[2] + 1), (p[1] + 1, p[2])} or p = (1, 1) and q = (n, n)}
require way(p, q) for p, q in points where p = (1, 1) and q = (n, n)
require way as one loop
"""


def test_a_long_line_does_not_widen_the_frontier() -> None:
    """A sweep from both of its ends has 225,499 states."""
    counting = by_frontier(excover.parse(WAYS, {"n": 6}).matrix, False)
    while not counting.is_over:
        counting.run_slice()
    assert counting.outcome.count == 1_262_816  # A007764
    assert counting.outcome.statistics.nodes < 40_000


@pytest.mark.slow
def test_the_frontier_is_not_kept_waiting_by_a_tree_that_stands_still() -> None:
    """The search has 35 % of its tree behind it from its first seconds on."""
    counted = excover.parse(WAYS, {"n": 7}).tally()
    assert (counted.count, counted.statistics.engine) == (575_780_564, "graph")


def test_a_frontier_without_room_leaves_it_to_the_search() -> None:
    matrix = excover.parse(HAMILTONIAN, {"n": 6}).matrix
    with tuned(graph_least_room=1, count_head_start=0):
        counting = by_frontier(matrix, False, memory=10_000)
        with pytest.raises(TooLarge):
            deque(iter(counting.run_slice, counting), maxlen=0)  # never equal
        assert count(matrix, Run(strategy=Strategy(memory=10_000))).count == 1072


@SEEDS
@pytest.mark.parametrize("goal", ["minimize", "maximize"])
def test_the_best_cover(seed: int, goal: str) -> None:
    rng, better = Random(seed), min if goal == "minimize" else max
    for _ in range(examples(40)):
        matrix = ruled(rng)
        matrix = matrix.replaced(costs=array("q", [rng.randint(-5, 9) for _ in matrix.options]))
        totals = [sum(map(matrix.prices().__getitem__, cover)) for cover in covers_within(matrix)]
        least = [better(totals)] if totals else []
        search = search_for_best(matrix, goal, Run(), 0.0)
        found = [sum(map(matrix.prices().__getitem__, cover)) for cover in search]
        assert found[-1:] == least
        assert found == sorted(set(found), reverse=goal == "minimize")
        assert search.outcome.exhausted
        assert search.outcome.bound == search.outcome.cost == (least[0] if least else None)
        stopped = search_for_best(matrix, goal, Run.within(nodes=rng.randint(1, 50)), 0.0)
        found = [sum(map(matrix.prices().__getitem__, cover)) for cover in stopped]
        assert not stopped.outcome.exhausted or found[-1:] == least
        bound = stopped.outcome.bound
        assert bound is None or not totals or better(bound, least[0]) == bound


@SEEDS
@pytest.mark.parametrize("engine", ["auto", "sparse", "learning"])
def test_a_random_order(seed: int, engine: EngineName) -> None:
    rng = Random(seed)
    for number in range(examples(30)):
        matrix, run = ruled(rng), Run(strategy=Strategy(engine, seed=number))
        every, covers = covers_within(matrix), list(Search(matrix, run))
        assert sorted(map(sorted, every)) == sorted(map(list, covers))
        assert count(matrix, run).count == len(every)
        assert covers == list(Search(matrix, run))


def test_a_seed_finds_a_loop() -> None:
    """Of lines alone there are 2^112 sets, of which one in very many is a loop."""
    problem = excover.parse(
        "let points = {(r, c) for r, c in 1..8} item drawn[points, points] at most once "
        "optional option line(p, q in points) where q in {(p[1], p[2] + 1), (p[1] + 1, p[2])} "
        "covers drawn[p, q] "
        "require line(p, q) joining {p, q} as one loop"
    )
    runs = [Run.within(solutions=1).by(Strategy(seed=seed)) for seed in (1, 2, 3, 1)]
    found = [next(problem.solutions(run)).options for run in runs]
    assert found[0] == found[3]
    assert len(set(found)) == 3


def test_what_is_hidden_is_not_searched_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = excover.parse("item a[1..3] at most once optional option x(i in 1..3) covers a[i]")
    chosen = [problem.matrix.option_numbers[OptionName("x", (2,))]]
    assert len(completed(problem.matrix, chosen)) == 3
    monkeypatch.setattr(search, "MOST_NODES", 0)
    with pytest.raises(Unfinished):
        completed(problem.matrix, chosen)
