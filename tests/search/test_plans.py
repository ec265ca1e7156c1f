"""Which members run for a question: a table, which the documents show. Any member can be left out."""

from __future__ import annotations

from array import array
from pathlib import Path
from random import Random

import naive
import pytest
from commands import Run as Command
from matrices import exact, queens

import excover
from excover.matrix.matrix import Matrix
from excover.search.permutation_group import Group
from excover.search.portfolio.plans import (
    BEST_ONES,
    COUNTS,
    LISTS,
    BestQuestion,
    SearchPlan,
    SearchQuestion,
    best_planned,
    plan_of,
)
from excover.search.portfolio.portfolio import leaving_out
from excover.search.portfolio.until_enough import UntilEnough
from excover.search.portfolio.until_proved import Optimizer
from excover.search.run import Budget, Run
from excover.search.search import Count, Search, count
from excover.search.strategy import Strategy, Unsuitable
from excover.search.tuning import tuned

SEARCH_MD = Path(__file__).parents[2] / "docs" / "search.md"


def no_group() -> Group | None:
    return None


def with_sums() -> Matrix:
    """81 candidates, of which 16 keep to the bound."""
    text = "item a[1..4] item load at most 5 units option x(i in 1..4, k in 1..3) covers a[i], load by k"
    return excover.parse(text).matrix


@pytest.mark.parametrize(
    ("table", "run", "members"),
    [
        (
            LISTS,
            Run.within(solutions=1),
            "`sparse` with restarts, matching, linear refutation, `learning`, whole tree, `graph`",
        ),
        (
            LISTS,
            Run(Budget(1), Strategy(seed=1)),
            "`sparse` with restarts, matching, linear refutation, `learning`, whole tree, `graph`",
        ),
        (LISTS, Run.within(solutions=1, nodes=9), "one engine"),
        (LISTS, Run(strategy=Strategy("lanes")), "one engine"),
        (LISTS, Run(Budget(1), Strategy("clingo")), "that program"),
        (LISTS, Run.within(solutions=4), "search, linear refutation, `learning`, `graph`"),
        (LISTS, Run.within(solutions=0), "search, linear refutation, `learning`, `graph`"),
        (LISTS, Run.within(solutions=5), "search; probe"),
        (LISTS, Run(), "search, then diagram; probe"),
        (COUNTS, Run(), "search, linear refutation, Pfaffian, `graph`; probe"),
        (COUNTS, Run.within(solutions=0), "search; probe"),
        (COUNTS, Run.within(solutions=20_001), "search, linear refutation, Pfaffian, `graph`; probe"),
        (COUNTS, Run.within(nodes=10), "one engine"),
    ],
)
def test_the_plan_of_a_question(table: list[SearchPlan], run: Run, members: str) -> None:
    assert plan_of(table, SearchQuestion(queens(4), run)).members == members


@pytest.mark.parametrize(
    ("strategy", "lists", "counts"),
    [
        (Strategy(), "search; probe", "search, `graph`; probe"),
        (Strategy("sparse"), "one engine", "one engine"),
        (Strategy("learning"), "one engine", "one engine"),
        (Strategy(seed=1), "in a random order", "in a random order"),
    ],
)
def test_the_plan_of_a_question_with_rules(strategy: Strategy, lists: str, counts: str) -> None:
    matrix, run = with_sums(), Run(strategy=strategy)
    asked = SearchQuestion(matrix, run)
    assert plan_of(LISTS, asked).members.endswith(lists)
    assert plan_of(COUNTS, asked).members.endswith(counts)
    number = len(list(Search(matrix, run)))
    assert number == Count(matrix, run).finish().count == count(matrix, run).count == 5
    assert Count(matrix, run.limited(solutions=3)).finish().count == 3


def test_an_engine_that_does_not_carry_rules_is_refused() -> None:
    matrix = with_sums()
    for budget in (Budget(), Budget(1), Budget(nodes=100)):
        run = Run(budget, Strategy("lanes"))
        for ask in (Search, Count, count):
            with pytest.raises(excover.SpecError, match="E334"):
                ask(matrix, run)


@pytest.mark.parametrize("table", [LISTS, COUNTS])
def test_symmetries_are_used_where_all_is_wanted(table: list[SearchPlan]) -> None:
    def use(run: Run) -> bool:
        return "orbit" in plan_of(table, SearchQuestion(queens(4), run, no_group)).members

    assert use(Run())
    assert not use(Run.within(solutions=100_000))
    assert not use(Run(strategy=Strategy(symmetry=False)))
    with leaving_out("orbits"):
        assert not use(Run())


@pytest.mark.parametrize(
    ("costs", "strategy", "bounded", "members"),
    [
        (1, Strategy("clingo"), False, "that program"),
        (1, Strategy("lanes"), False, "refused"),
        (1, Strategy(), True, "linear refutation"),
        (1, Strategy(seed=1), False, "in a random order"),
        (1, Strategy(seed=1), True, "in a random order"),
        (2**62, Strategy(), False, "below each cost found"),
        (2**62, Strategy(seed=1), False, "in a random order"),
    ],
)
def test_the_plan_for_the_best(costs: int, strategy: Strategy, bounded: bool, members: str) -> None:
    matrix = with_sums() if bounded else queens(4)
    priced = matrix.replaced(costs=array("q", [costs] * len(matrix.options)))
    asked = BestQuestion(priced, "minimize", Run(strategy=strategy), 0.0, None)
    plan = next(plan for plan in BEST_ONES if plan.fits(asked))
    assert plan.members.endswith(members)
    if members == "refused":
        with pytest.raises(Unsuitable):
            best_planned(asked)


def test_the_documents_show_the_tables() -> None:
    text = SEARCH_MD.read_text("utf-8")
    for table in (LISTS, COUNTS, BEST_ONES):
        rows = [f"| {plan.when} | {plan.members} |" for plan in table]
        assert "\n".join(rows) in text


NAMES = ["linear", "learning", "lanes", "the whole tree", "graph", "diagram", "probe", "orbits"]


@pytest.mark.parametrize("name", NAMES)
def test_any_member_can_be_left_out(name: str) -> None:
    rng = Random(1)
    at_once = {
        "portfolio_head_start": 0,
        "probe_head_start": 0,
        "count_head_start": 0,
        "hybrid_head_start": 0,
    }
    for _ in range(30):
        matrix = exact(6, [rng.sample(range(6), rng.randint(1, 3)) for _ in range(rng.randint(5, 12))])
        every = set(map(frozenset, naive.covers(matrix)))
        with leaving_out(name), tuned(**at_once):
            assert set(map(frozenset, Search(matrix))) == every
            assert len(list(Search(matrix, Run.within(solutions=2)))) == min(2, len(every))
            assert len(list(Search(matrix, Run.within(solutions=1)))) == min(1, len(every))
            assert count(matrix).count == len(every)


@pytest.mark.parametrize("name", ["sparse", "linear"])
def test_any_member_that_looks_for_a_cover_of_least_cost_can_be_left_out(name: str) -> None:
    rng = Random(2)
    for _ in range(20):
        matrix = exact(6, [rng.sample(range(6), rng.randint(1, 3)) for _ in range(rng.randint(5, 12))])
        prices = [rng.randint(-5, 9) for _ in matrix.options]
        least = min((sum(prices[option] for option in cover) for cover in naive.covers(matrix)), default=None)
        with leaving_out(name), tuned(best_first_nodes=1):
            search = Optimizer(matrix.replaced(costs=array("q", prices)), "minimize")
            assert bool(list(search)) == (least is not None)
        assert (search.outcome.exhausted, search.outcome.cost) == (True, least)


def test_what_is_left_out_takes_no_part_until_it_is_let_in_again() -> None:
    def names() -> set[str]:
        scheduler = UntilEnough(queens(6), Run.within(solutions=1).started())
        with tuned(portfolio_head_start=0):
            scheduler._round = 0
            scheduler.next_turn()
        return {each.name for each in scheduler.entries}

    everyone = names()
    with leaving_out("learning"), leaving_out("linear"):
        assert names() == everyone - {"learning", "linear"}
    assert names() == everyone == {"sparse", "linear", "learning", "lanes", "graph"}


@pytest.mark.parametrize(
    ("line", "engine", "why"),
    [
        ("solve queens", "sparse", "only the first solution is wanted"),
        ("solve dominoes", "sparse", "only the first solution is wanted"),
        ("solve queens --all", "lanes", "conflict rows of "),
        ("solve queens --limit 7", "lanes", "conflict rows of "),
        ("solve pentominoes --all --no-symmetry", "lanes", "fit; the diagram would take longer"),
        ("solve simple-loop", "sparse", "the lanes cannot express `require .. as one loop`"),
        ("solve crew", "cost", "the best solution is wanted"),
        ("count queens", "lanes", "conflict rows of "),
        ("count pentominoes", "lanes", " MB fit; done before `graph`"),
        ("count pentominoes", "lanes", "under 4 symmetries; conflict rows of "),
        ("count kanoodle --no-symmetry", "graph", "states meet so often that it was done before `lanes`"),
        (
            "count dominoes",
            "pfaffian",
            "each option covers two items, in a planar graph; done before `lanes`",
        ),
        ("count kanoodle --up-to-symmetry", "graph", "Burnside's lemma, with 4 classes of 4 symmetries; "),
        ("unique hidoku", "learning", "found all solutions, before `lanes`"),
        ("unique queens --engine learning", "learning", "requested"),
    ],
)
def test_stats_say_why(line: str, engine: str, why: str, run: Command) -> None:
    told = run(f"{line} --threads 1 --stats").err.splitlines()[-1]
    assert f", engine {engine} (" in told
    assert why in told
