"""A first solution, or the proof that there is none: by several searches that take turns."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import naive
import pytest
from matrices import COLORED, exact, general, langford, queens

from excover.cover.matrix import Matrix
from excover.solve.outcome import Outcome, Status, StoppedBy
from excover.solve.races import first
from excover.solve.races.first import FirstRace
from excover.solve.refutation.linear import refutation, without_modulus
from excover.solve.run import Budget, Run
from excover.solve.search import Cover, Search, count
from excover.solve.strategy import Strategy, Unsuitable
from excover.solve.tuning import tuned
from excover.solve.verify import verify

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
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
    with tuned(**({"contest_head_start": 0, "contest_turn": 1} if share == "all" else {})):
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


def test_learning_finds_one_solution_only() -> None:
    with pytest.raises(Unsuitable, match="finds a first solution"):
        count(queens(6), Run(strategy=Strategy("learning")))


def test_what_learning_remembers_is_limited() -> None:
    """Where it may keep nothing it does not know more, and says so."""
    run = Run(Budget(1, seconds=0.2), Strategy("learning", memory=0))
    _, outcome = asked(triples(150, 350, 2), run)
    assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, StoppedBy.TIME)


@pytest.mark.parametrize("name", REFUTED)
def test_what_a_count_refutes_a_first_solution_does(name: str) -> None:
    cover, outcome = asked(REFUTED[name]())
    assert (cover, outcome.status) == (None, Status.NONE)
    assert outcome.statistics.engine in ("algebra", "graph")
    assert count(REFUTED[name]()).status is Status.NONE


def test_the_tree_refutes_what_nothing_else_does() -> None:
    cover, outcome = asked(triples(90, 210, 5))
    assert (cover, outcome.status) == (None, Status.NONE)


def test_the_winner_and_its_work_are_always_the_same() -> None:
    for matrix in (edge_matching(6, 6, 1), triples(150, 350, 1), langford(16), pigeons(12, 11)):
        (one, first_time), (other, second_time) = asked(matrix), asked(matrix)
        assert one == other
        assert replace(first_time.statistics, seconds=0) == replace(second_time.statistics, seconds=0)


def test_a_stopped_race_knows_nothing() -> None:
    board = copies(rectangle(15, 16), [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)])
    _, outcome = asked(board, Run(Budget(solutions=1, seconds=0.05)))
    assert (outcome.status, outcome.stopped_by, outcome.count) == (Status.UNKNOWN, StoppedBy.TIME, 0)


def test_a_limit_of_nodes_is_that_of_one_search() -> None:
    _, outcome = asked(mutilated_chessboard(20), Run.within(solutions=1, nodes=20_000))
    assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, StoppedBy.NODES)
    assert outcome.statistics.nodes == 20_000


def test_little_memory_leaves_the_answer_to_those_who_need_none() -> None:
    _, outcome = asked(mutilated_chessboard(10), Run(Budget(1), Strategy(memory=1000)))
    assert outcome.status is Status.NONE
    assert outcome.statistics.engine != "algebra"


def test_a_seed_gives_other_solutions() -> None:
    covers = {asked(queens(8), Run(Budget(1), Strategy(seed=seed)))[0] for seed in range(10)}
    assert len(covers) > 3


def test_a_sweep_that_counts_covers_leads_to_one() -> None:
    """Where the sweep alone goes on, its diagram gives the cover."""
    race = FirstRace(queens(6), ONE)
    race._contenders = [each for each in race._others() if each.name == first.SWEEP]
    race._current = race._contenders[0]
    while not race.is_over:
        race.run_slice()
    covers: list[Cover] = []
    race.hand_over(covers)
    assert len(covers) == 1
    verify(queens(6), covers[0])


# Linear algebra


@pytest.mark.parametrize(
    ("matrix", "modulus"),
    [
        (copies(rectangle(9, 10), [(0, 0), (1, 0), (2, 0), (2, 1)]), 2),  # L tetrominoes
        (copies(rectangle(10, 10), [(0, 0), (1, 0), (2, 0), (1, 1)]), 8),  # T tetrominoes
        (mutilated_chessboard(30), 4),
        (langford(13), 2),
        (exact(10, [[k for k in range(10) if k // 5 == half] for half in (0, 1)] * 2 + [[0, 5]]), 0),
        (exact(4, [[0, 1, 2], [1, 2, 3], [0, 2, 3], [0, 1, 3]]), 3),
    ],
)
def test_moduli(matrix: Matrix, modulus: int) -> None:
    found = refutation(matrix)
    assert (found.modulus if found else 0) == modulus
    assert found is None or found.refutes(matrix)


def test_a_large_prime_stands_for_the_rational_numbers() -> None:
    """The two sides of each option weigh the same, but what is needed differs by 2 * 3 * 5 = 30."""
    rows = [[k, 40 + j] for k in range(40) for j in range(10)]
    found = refutation(exact(50, rows))
    assert found is not None
    plain = without_modulus(found, exact(50, rows))
    assert plain.modulus == 0
    assert set(plain.weights.values()) == {1, -1}
