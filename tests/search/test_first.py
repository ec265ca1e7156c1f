"""A first solution, or the proof that there is none: by several searches that take turns."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NoReturn

import naive
import pytest
from matrices import COLORED, exact, general, langford, queens

from excover.matrix.matrix import Matrix
from excover.matrix.verify import verify
from excover.search.engine import Engine
from excover.search.engine_table import ENGINES
from excover.search.linear_refutation import OPTIONS, LinearRefuter, Verification, refutation, without_modulus
from excover.search.native import native_problem
from excover.search.outcome import Outcome, Status, StoppedBy
from excover.search.portfolio.portfolio import Portfolio, leaving_out
from excover.search.portfolio.until_enough import GRAPH, UntilEnough, found_first
from excover.search.portfolio.until_proved import CostSearch, Optimizer, UntilProved
from excover.search.run import Budget, Run
from excover.search.search import Cover, Search, count
from excover.search.strategy import Strategy
from excover.search.tuning import tuned

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from firsts import REFUTED, copies, edge_matching, mutilated_chessboard, pigeons, rectangle, triples

ONE = Run.within(solutions=1)


def asked(matrix: Matrix, run: Run = ONE) -> tuple[Cover | None, Outcome]:
    search = Search(matrix, run)
    return next(search, None), search.outcome


def random_matrix(seed: int) -> Matrix:
    """Of items with all kinds of bounds, some of them colored; often without a solution."""
    random = Random(seed)
    kinds = [(1, 1), (1, 1), (1, 1), (0, 1), (2, 2), (1, 2), (0, 2), COLORED]
    bounds = [(1, 1), *(random.choice(kinds) for _ in range(random.randrange(7)))]
    colored = [bound == COLORED for bound in bounds]
    primary = [item for item, bound in enumerate(bounds) if bound not in (COLORED, (0, 1))]
    options = []
    for _ in range(random.randrange(11)):
        others = random.sample(range(len(bounds)), random.randint(0, min(3, len(bounds))))
        items = sorted({random.choice(primary), *others})
        options.append([(item, random.randint(1, 2) if colored[item] else 0) for item in items])
    return general(bounds, colored, options)


@pytest.mark.parametrize("share", ["usual", "all"])
@pytest.mark.parametrize("part", range(10))
def test_random_problems(part: int, share: str) -> None:
    """With turns so short that each of the contenders is begun, too."""
    with tuned(**({"portfolio_head_start": 0, "portfolio_turn": 1} if share == "all" else {})):
        agree(part)


def agree(part: int) -> None:
    for seed in range(100 * part, 100 * part + 100):
        matrix = random_matrix(seed)
        cover, outcome = asked(matrix)
        solvable = next(naive.covers(matrix), None) is not None
        assert outcome.status is (Status.SOLVED if solvable else Status.NONE), seed
        assert (cover is not None) == solvable
        if cover is not None:
            verify(matrix, cover)


@pytest.mark.slow
def test_learning_alone_agrees() -> None:
    """With new beginnings after each failure, clauses forgotten, and in random orders, too."""
    for seed in range(600):
        matrix = random_matrix(seed)
        solvable = next(naive.covers(matrix), None) is not None
        for restart, clauses, order in ((50, 4000, None), (1, 1, seed)):
            with tuned(learning_restart=restart, learning_clauses=clauses):
                cover, outcome = asked(matrix, Run(Budget(1), Strategy("learning", seed=order)))
            assert outcome.status is (Status.SOLVED if solvable else Status.NONE), seed
            if cover is not None:
                verify(matrix, cover)


def test_learning_refutes_with_fewer_nodes_than_listing() -> None:
    for matrix in (*(triples(90, 205 + 3 * seed, seed) for seed in range(8)), langford(9), pigeons(6, 5)):
        _, learnt = asked(matrix, Run(Budget(1), Strategy("learning")))
        listed = count(matrix, Run(strategy=Strategy("sparse")))
        if listed.status is Status.NONE:
            assert learnt.status is Status.NONE
            assert learnt.statistics.nodes <= 1.2 * listed.statistics.nodes + 10


def test_learning_counts() -> None:
    counted = count(queens(6), Run(strategy=Strategy("learning")))
    assert (counted.count, counted.exhausted, counted.statistics.engine) == (4, True, "learning")


def test_what_learning_remembers_is_limited() -> None:
    """Where it may keep nothing it does not know more, and says so."""
    run = Run(Budget(1, seconds=0.2), Strategy("learning", memory=0))
    _, outcome = asked(triples(150, 350, 2), run)
    assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, StoppedBy.TIME)


@pytest.mark.parametrize("name", REFUTED)
def test_what_a_count_refutes_a_first_solution_does(name: str) -> None:
    with leaving_out("matching"):
        cover, outcome = asked(REFUTED[name]())
    assert (cover, outcome.status) == (None, Status.NONE)
    assert outcome.statistics.engine in ("linear", "graph")
    assert count(REFUTED[name]()).status is Status.NONE


def test_the_tree_refutes_what_nothing_else_does() -> None:
    cover, outcome = asked(triples(90, 210, 5))
    assert (cover, outcome.status) == (None, Status.NONE)


def test_the_winner_and_its_work_are_always_the_same() -> None:
    for matrix in (edge_matching(6, 6, 1), triples(150, 350, 1), langford(16), pigeons(12, 11)):
        (one, first_time), (other, second_time) = asked(matrix), asked(matrix)
        assert one == other
        assert replace(first_time.statistics, seconds=0) == replace(second_time.statistics, seconds=0)


def test_a_stopped_portfolio_knows_nothing() -> None:
    board = copies(rectangle(35, 36), [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)])  # open after 10 s
    _, outcome = asked(board, Run(Budget(solutions=1, seconds=0.05)))
    assert (outcome.status, outcome.stopped_by, outcome.count) == (Status.UNKNOWN, StoppedBy.TIME, 0)


def test_the_work_of_those_that_gave_up_counts() -> None:
    with tuned(portfolio_head_start=0, portfolio_turn=1):
        portfolio = found_first(langford(13), ONE)
        for _ in range(50):
            portfolio.run_slice()
    scheduler, before = portfolio.scheduler, portfolio.outcome.statistics.nodes
    main, *others = scheduler.entries
    assert any(each.nodes for each in others)
    for each in others:
        scheduler.drop(each)
    assert portfolio.outcome.statistics.nodes == before > main.nodes


def test_a_limit_of_nodes_is_that_of_one_search() -> None:
    _, outcome = asked(mutilated_chessboard(20), Run.within(solutions=1, nodes=20_000))
    assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, StoppedBy.NODES)
    assert outcome.statistics.nodes == 20_000


def test_little_memory_leaves_the_answer_to_those_who_need_none() -> None:
    _, outcome = asked(mutilated_chessboard(10), Run(Budget(1), Strategy(memory=1000)))
    assert outcome.status is Status.NONE
    assert outcome.statistics.engine != "linear"


def test_a_seed_gives_other_solutions() -> None:
    covers = {asked(queens(8), Run(Budget(1), Strategy(seed=seed)))[0] for seed in range(10)}
    assert len(covers) > 3


def test_a_sweep_that_counts_covers_leads_to_one() -> None:
    """Where the frontier search alone goes on, its diagram gives the cover."""
    scheduler = UntilEnough(queens(6), ONE)
    scheduler.entries = [each for each in scheduler.others() if each.name == GRAPH]
    portfolio = Portfolio(scheduler, ONE)
    while not portfolio.is_over:
        portfolio.run_slice()
    covers: list[Cover] = []
    portfolio.hand_over(covers)
    assert len(covers) == 1
    verify(queens(6), covers[0])


def interrupt_after_each_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C just when the core has done its work, before Python has looked at it."""
    run_core = Engine._run_core

    def interrupted(self: Engine, solutions: int, nodes: int) -> NoReturn:
        run_core(self, solutions, nodes)
        raise KeyboardInterrupt

    monkeypatch.setattr(Engine, "_run_core", interrupted)


def test_a_first_solution_found_before_an_interrupt_is_drained(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Search(queens(8), ONE)
    with monkeypatch.context() as patch:
        interrupt_after_each_slice(patch)
        with pytest.raises(KeyboardInterrupt):
            next(search)
    (cover,) = search.drain()
    verify(queens(8), cover)
    assert search.outcome.count == 1
    assert next(search, None) is None


@pytest.mark.parametrize("name", ["learning", "lanes"])
def test_what_any_contender_found_before_an_interrupt_is_kept(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scheduler = UntilEnough(queens(8), ONE)
    scheduler.entries += scheduler.others()
    portfolio = Portfolio(scheduler, ONE)
    portfolio._current = next(each for each in scheduler.entries if each.name == name)
    portfolio._goal = 10_000
    interrupt_after_each_slice(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        portfolio.run_slice()
    covers: list[Cover] = []
    portfolio.hand_over(covers)
    assert (len(covers), portfolio.is_over, portfolio.outcome.count) == (1, True, 1)
    verify(queens(8), covers[0])


# Linear refutation


def test_a_refutation_survives_an_interrupt_of_its_verification(monkeypatch: pytest.MonkeyPatch) -> None:
    board = mutilated_chessboard(10)
    refuter = LinearRefuter(board, native_problem(board, ENGINES["sparse"]), Run())
    while not refuter.has_found:
        refuter.run_slice(nodes=OPTIONS)
    with monkeypatch.context() as patch:
        patch.setattr(Verification, "go_on", interrupted_verification)
        with pytest.raises(KeyboardInterrupt):
            refuter.run_slice(nodes=OPTIONS)
    assert not refuter.is_over
    while not refuter.is_over:
        refuter.run_slice(nodes=OPTIONS)
    assert refuter.weighing is not None
    assert refuter.weighing.refutes(board)


def interrupted_verification(check: Verification, options: int) -> NoReturn:
    raise KeyboardInterrupt


def test_a_verification_is_a_part_of_the_run() -> None:
    """It pauses like a search, and its work counts."""
    board = mutilated_chessboard(20)
    refuter = LinearRefuter(board, native_problem(board, ENGINES["sparse"]), Run())
    while not refuter.has_found:
        refuter.run_slice(nodes=OPTIONS)
    found, slices = refuter.outcome.statistics.updates, 0
    with tuned(slice_seconds=1e-6):
        while not refuter.is_over:
            refuter.run_slice(nodes=OPTIONS)
            slices += 1
    assert slices > 1
    assert refuter.outcome.statistics.updates > found


def test_no_memory_for_linear_refutation_is_no_reason_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_memory(*_: object) -> NoReturn:
        raise MemoryError

    monkeypatch.setattr("excover.search.linear_refutation.LinearRefutation", without_memory)
    with tuned(portfolio_head_start=0, portfolio_turn=1, count_head_start=0, best_first_nodes=1):
        assert asked(mutilated_chessboard(6))[1].status is Status.NONE
        assert count(mutilated_chessboard(6)).status is Status.NONE
        assert list(Optimizer(mutilated_chessboard(6), "minimize")) == []
    assert refutation(mutilated_chessboard(6)) is None


def none_at_best(matrix: Matrix) -> Outcome:
    search = Optimizer(matrix, "minimize")
    assert list(search) == []
    return search.outcome


@pytest.mark.parametrize("question", [none_at_best, count, lambda matrix: asked(matrix)[1]])
@pytest.mark.parametrize("matrix", [mutilated_chessboard(12), langford(13), pigeons(12, 11)])
def test_work_decides_and_not_time(question: Callable[[Matrix], Outcome], matrix: Matrix) -> None:
    """The same answer by the same work, however short the slices between two looks at signals are."""
    with tuned(slice_seconds=1.0):
        long = question(matrix)
    with tuned(slice_seconds=1e-4):
        short = question(matrix)
    assert replace(long.statistics, seconds=0) == replace(short.statistics, seconds=0)
    assert long.status is short.status is Status.NONE


def test_a_refutation_counts_its_work() -> None:
    """That of all searches in the portfolio for the best solution, linear refutation included."""
    board = copies(rectangle(16, 16), [*((0, k) for k in range(6)), (1, 0)])
    search = Optimizer(board, "minimize")
    assert list(search) == []
    scheduler = UntilProved(
        CostSearch(board, "minimize", Run().started(), 0.0, None), board, Run().started(), True
    )
    portfolio = Portfolio(scheduler, Run())
    while not portfolio.is_over:
        portfolio.run_slice()
    updates = {each.name: each.statistics.updates for each in scheduler.everyone if each.statistics}
    assert updates["linear"] > 0
    assert updates.keys() == {"cost", "sparse", "linear"}
    assert search.outcome.statistics.updates == sum(updates.values())


def test_a_tree_that_is_nearly_searched_goes_on_out_of_turn() -> None:
    """In turn, the others would do fourteen times its work."""
    portfolio = found_first(triples(150, 350, seed=2), Run.within(solutions=1))
    while not portfolio.is_over:
        portfolio.run_slice()
    assert portfolio.outcome.status is Status.NONE
    (tree,) = (each for each in portfolio.scheduler.entries if each.is_whole_tree)
    assert portfolio._winner is tree
    assert sum(each.done for each in portfolio.scheduler.entries) < 8 * tree.done


@pytest.mark.parametrize(
    ("matrix", "modulus"),
    [
        (copies(rectangle(9, 10), [(0, 0), (1, 0), (2, 0), (2, 1)]), 2),  # L tetrominoes
        (copies(rectangle(10, 10), [(0, 0), (1, 0), (2, 0), (1, 1)]), 8),  # T tetrominoes
        (mutilated_chessboard(30), 4),
        (copies(rectangle(12, 12), [*((0, k) for k in range(6)), (1, 0)]), 7),
        (copies(rectangle(13, 13), [*((0, k) for k in range(10)), (1, 0)]), 11),
        (langford(13), 2),
        (exact(10, [[k for k in range(10) if k // 5 == half] for half in (0, 1)] * 2 + [[0, 5]]), 0),
        (exact(4, [[0, 1, 2], [1, 2, 3], [0, 2, 3], [0, 1, 3]]), 3),
    ],
)
def test_moduli(matrix: Matrix, modulus: int) -> None:
    found = refutation(matrix)
    assert (found.modulus if found else 0) == modulus
    assert found is None or found.refutes(matrix)


def packed(cells: int, sizes: dict[int, int]) -> Matrix:
    """A line of cells, and pieces of some sizes, each of which may be chosen so many times at most."""
    bounds = [*[(1, 1)] * cells, *((0, most) for most in sizes.values())]
    rows = [
        [*((cell, 0) for cell in range(at, at + size)), (cells + number, 0)]
        for number, size in enumerate(sizes)
        for at in range(cells - size + 1)
    ]
    return general(bounds, [False] * len(bounds), rows)


@pytest.mark.parametrize(
    ("matrix", "modulus"),
    [
        (packed(64, {5: 64, 1: 3}), 5),  # four of one cell are needed
        (packed(64, {5: 64, 1: 4}), 0),
        (packed(62, {4: 64, 1: 1}), 4),
        (packed(58, {9: 64, 1: 3}), 9),
        (packed(59, {6: 64, 4: 64, 1: 2}), 0),
        (packed(50, {7: 64, 10: 1, 20: 1}), 7),
        (packed(41, {12: 3, 10: 2, 15: 1}), 32),
        (packed(47, {12: 3, 10: 2, 15: 1}), 0),
        (packed(100, {12: 3, 10: 2, 15: 2}), 251),  # 86 cells at most
    ],
)
def test_items_with_slack_refute(matrix: Matrix, modulus: int) -> None:
    """No choice of their numbers balances the weights."""
    found = refutation(matrix)
    assert (found.modulus if found else 0) == modulus
    assert found is None or found.refutes(matrix)
    assert found is None or without_modulus(found, matrix).refutes(matrix)
    assert (asked(matrix)[1].status is Status.NONE) == (found is not None)


def test_a_large_prime_stands_for_the_rational_numbers() -> None:
    """The two sides of each option weigh the same, but what is needed differs by 2 * 3 * 5 = 30."""
    rows = [[k, 40 + j] for k in range(40) for j in range(10)]
    found = refutation(exact(50, rows))
    assert found is not None
    plain = without_modulus(found, exact(50, rows))
    assert plain.modulus == 0
    assert set(plain.weights.values()) == {1, -1}
