"""The search against the definition, against clingo and against published counts."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import clingo
import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matrices import (
    COLORED,
    ONCE,
    boxed_sudoku,
    exact,
    general,
    langford,
    polyominoes,
    quasigroup_with_holes,
    queens,
)
from random_matrices import matrices_for_lanes, native, random_matrices
from slow_values import with_slow

import excover
from excover.base.names import ItemName, OptionName
from excover.matrix.matrix import Matrix
from excover.matrix.verify import verify
from excover.problem.problem import load
from excover.search._core import LaneSearch, SparseSearch, Stop, instructions, lane_bytes
from excover.search.engine import Engine
from excover.search.outcome import Status, StoppedBy
from excover.search.run import Budget, Run
from excover.search.search import Search, count
from excover.search.strategy import EngineName, Strategy

NO_LIMIT = Run()


@given(random_matrices())
def test_agrees_with_the_definition(matrix: Matrix) -> None:
    search = Search(matrix)
    found = list(search)
    assert len(found) == len(set(found))
    assert set(found) == set(naive.covers(matrix))
    assert search.outcome.count == count(matrix).count == len(found)
    assert search.outcome.exhausted
    assert search.outcome.status is (Status.SOLVED if found else Status.NONE)


def run_core(core: SparseSearch | LaneSearch, covers: int) -> tuple[list[tuple[int, ...]], int, int, Stop]:
    found: list[tuple[int, ...]] = []
    stop = core.run(covers, 100_000, 60)
    assert core.hand_over(found) is None
    return found[:covers], core.nodes, core.depth, stop


def agree(matrix: Matrix, covers: int) -> None:
    """Every kind of lanes walks the tree of the sparse sets."""
    problem = native(matrix)
    expected = run_core(SparseSearch(problem, True, False), covers)
    for kind in instructions():
        assert run_core(LaneSearch(problem, True, kind), covers) == expected
        counting = LaneSearch(problem, False, kind)
        assert counting.run(covers, 100_000, 60) is expected[-1]
        assert (counting.solutions, counting.nodes) == (len(expected[0]), expected[1])


@given(matrices_for_lanes())
def test_lanes_agree_with_sparse_sets(matrix: Matrix) -> None:
    agree(matrix, 50)


@given(random_matrices())
def test_every_engine_agrees_with_the_definition(matrix: Matrix) -> None:
    expected = set(naive.covers(matrix))
    engines: list[EngineName] = ["auto", "sparse"]
    if lane_bytes(native(matrix)) < 2**64 - 1:
        engines.append("lanes")
    for engine in engines:
        assert set(Search(matrix, Run(strategy=Strategy(engine)))) == expected
        assert count(matrix, Run(strategy=Strategy(engine))).count == len(expected)


def kanoodle() -> Matrix:
    """A tray of 5 x 11 for twelve pieces: items with hundreds of options."""
    return polyominoes(
        (5, 11),
        [
            ".A .B ...C .D .E F. ..G .HH I.I J KK .L.",
            ".A BB CCCC DD .E FF ..G HH. III J KK LLL",
            "AA BB .... .D EE .. GGG H.. ... J .. .L.",
            ".. .. .... .D E. .. ... ... ... J .. ...",
        ],
    )


@pytest.mark.parametrize(
    "made",
    [kanoodle, partial(queens, 10), partial(langford, 8), partial(boxed_sudoku, 3, 3)],
    ids=["kanoodle", "queens", "langford", "sudoku"],
)
def test_lanes_walk_the_tree_of_the_sparse_sets(made: Callable[[], Matrix]) -> None:
    agree(made(), 1000)


def test_the_engine_is_chosen_for_a_reason() -> None:
    def chosen(matrix: Matrix, run: Run = NO_LIMIT, engine: EngineName = "auto") -> tuple[str, str]:
        statistics = Search(matrix, run.by(Strategy(engine))).outcome.statistics
        return statistics.engine, statistics.reason

    assert chosen(queens(6)) == ("lanes", "conflict rows of 5 KB fit")
    assert chosen(queens(6), Run.within(solutions=1)) == ("sparse", "only the first solution is wanted")
    assert chosen(queens(6), engine="sparse") == ("sparse", "requested")
    assert chosen(queens(6), Run.within(solutions=1), "lanes") == ("lanes", "requested")
    several = general([(1, 2)], [False], [[(0, 0)]])
    assert chosen(several) == ("sparse", "the lanes cannot express items that may be covered several times")
    with pytest.raises(ValueError, match=r"lanes` cannot express .* covered several times, such as `i\[0\]`"):
        chosen(several, engine="lanes")
    large = queens(200)
    assert chosen(large)[0] == "sparse"
    assert chosen(large)[1].endswith("MB are more than 256 MB")
    with pytest.raises(ValueError, match=r"there is no engine 'fast': use `auto`, .* `sat` or `clingo`"):
        chosen(queens(4), engine="fast")  # type: ignore[arg-type]


def test_the_core_refuses_what_its_lanes_cannot_do() -> None:
    with pytest.raises(ValueError, match="covered more than once"):
        LaneSearch(native(general([(1, 2)], [False], [[(0, 0)]])), True, "best")
    with pytest.raises(ValueError, match="no such instructions"):
        LaneSearch(native(queens(4)), True, "mmx")


@given(random_matrices(), st.integers(0, 5))
def test_a_solution_limit_gives_the_first_ones(matrix: Matrix, limit: int) -> None:
    everything = list(Search(matrix))
    search = Search(matrix, Run.within(solutions=limit))
    assert list(search) == everything[:limit]
    outcome = search.outcome
    assert outcome.count == min(limit, len(everything))
    assert outcome.exhausted or outcome.stopped_by is StoppedBy.LIMIT
    assert (outcome.status is Status.NONE) <= (not everything)


@given(random_matrices(), st.integers(0, 20))
def test_a_node_budget_gives_the_first_ones(matrix: Matrix, nodes: int) -> None:
    whole = Search(matrix)
    everything = list(whole)
    search = Search(matrix, Run.within(nodes=nodes))
    found = list(search)
    assert found == everything[: len(found)]
    if not search.outcome.exhausted:
        assert search.outcome.stopped_by is StoppedBy.NODES
        assert search.outcome.statistics.nodes >= nodes
        assert search.outcome.status is not Status.NONE


@given(random_matrices(), st.integers(1, 3))
def test_slices_change_nothing(matrix: Matrix, solutions: int) -> None:
    whole, pieces = Engine(matrix, Run(), True), Engine(matrix, Run(), True)
    one_by_one: list[tuple[int, ...]] = []
    while not pieces.is_over:
        pieces.run_slice(solutions)
        pieces.hand_over(one_by_one)
    while not whole.is_over:
        whole.run_slice()
    at_once: list[tuple[int, ...]] = []
    whole.hand_over(at_once)
    assert one_by_one == at_once
    assert replace(pieces.outcome.statistics, seconds=0) == replace(whole.outcome.statistics, seconds=0)


ROWS = ["010", "001", "100", "110", "011", "111"]


def rows(bits: list[str]) -> Matrix:
    """The columns b, c are primary and the first one, a, is secondary; items are b, c, a."""
    return exact(2, [[(c - 1) % 3 for c in range(3) if row[c] == "1"] for row in bits], secondary=1)


def test_an_option_without_a_primary_item_is_refused() -> None:
    assert len(set(naive.covers(rows(ROWS)))) == 6
    with pytest.raises(ValueError, match="option 2 has no primary item"):
        Search(rows(ROWS))
    without = rows([row for row in ROWS if row != "100"])
    assert set(Search(without)) == set(naive.covers(without))
    assert count(without).count == 4


def test_a_hidden_item_makes_an_option_optional() -> None:
    options = [[(c - 1) % 3 for c in range(3) if row[c] == "1"] for row in ROWS]
    options[2].append(3)
    bounds = [(1, 1), (1, 1), (0, 1), (1, 1)]
    matrix = general(bounds, [False] * 4, [[(i, 0) for i in option] for option in [*options, [3]]])
    assert count(matrix).count == 6


def test_knuths_example() -> None:
    options = ["ce", "adg", "bcf", "adf", "bg", "deg"]
    matrix = exact(7, [["abcdefg".index(c) for c in option] for option in options])
    assert list(Search(matrix)) == [(0, 3, 4)]


def test_knuths_example_of_multiplicities_and_colors() -> None:
    a, b, c, x, y = range(5)
    options = [
        [(a, 0), (b, 0), (x, 1), (y, 1)],
        [(a, 0), (c, 0), (x, 2), (y, 2)],
        [(c, 0), (x, 1)],
        [(b, 0), (x, 2)],
        [(c, 0), (y, 2)],
    ]
    matrix = general([ONCE, ONCE, (2, 3), COLORED, COLORED], [False] * 3 + [True] * 2, options)
    assert list(Search(matrix)) == [(1, 3, 4)]


def test_the_empty_problem_has_the_empty_cover() -> None:
    assert list(Search(exact(0, []))) == [()]
    assert list(Search(exact(1, []))) == []


@pytest.mark.parametrize(
    ("n", "solutions"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (8, 92), (10, 724), (12, 14200)]
)
def test_queens(n: int, solutions: int) -> None:
    """OEIS A000170."""
    assert count(queens(n)).count == solutions


@pytest.mark.parametrize(("n", "solutions"), [(3, 2), (4, 2), (5, 0), (7, 52), (8, 300), (11, 35584)])
def test_langford(n: int, solutions: int) -> None:
    """Twice OEIS A014552."""
    assert count(langford(n)).count == solutions


def test_map_of_australia() -> None:
    borders = ["WN", "WS", "NS", "NQ", "SQ", "SU", "QU", "UV", "SV"]  # U is New South Wales
    states, colors = "WNSQUVT", range(3)
    options = [
        [k, *(7 + 3 * b + color for b, border in enumerate(borders) if state in border)]
        for k, state in enumerate(states)
        for color in colors
    ]
    assert count(exact(7, options, secondary=3 * len(borders))).count == 18


def clingo_count(matrix: Matrix) -> int:
    program = [f"{{o(0..{len(matrix.options) - 1})}}."] if len(matrix.options) else []
    for option in range(len(matrix.options)):
        for entry in range(matrix.starts[option], matrix.starts[option + 1]):
            program.append(f"e({option},{matrix.entries[entry]},{matrix.colors[entry]}).")
    program.append("#defined o/1. #defined e/3. #show o/1.")
    for item in range(len(matrix.items)):
        if matrix.colored[item]:
            program.append(f":- o(A), o(B), e(A,{item},C), e(B,{item},D), C < D.")
        else:
            low, high = matrix.lower[item], matrix.upper[item]
            program.append(f":- not {low} <= #count {{ O : o(O), e(O,{item},_) }} <= {high}.")
    control = clingo.Control(["0"], message_limit=0)
    control.add("base", [], "\n".join(program))
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return sum(1 for _ in models)


@pytest.mark.parametrize("n", [5, 6, 7])
def test_clingo_agrees_on_queens(n: int) -> None:
    assert clingo_count(queens(n)) == count(queens(n)).count


@given(random_matrices())
def test_clingo_agrees(matrix: Matrix) -> None:
    assert clingo_count(matrix) == count(matrix).count


def test_outcomes_are_honest() -> None:
    assert count(langford(5)).status is Status.NONE
    out_of_time = count(langford(16), Run.within(seconds=0.05))
    assert (out_of_time.exhausted, out_of_time.stopped_by) == (False, StoppedBy.TIME)
    assert out_of_time.status is (Status.SOLVED if out_of_time.count else Status.UNKNOWN)
    at_once = count(langford(16), Run.within(seconds=1e-9))
    assert (at_once.stopped_by, at_once.statistics.nodes < 100_000) == (StoppedBy.TIME, True)
    out_of_nodes = count(langford(13), Run.within(nodes=1000))
    assert (out_of_nodes.stopped_by, out_of_nodes.statistics.nodes) == (StoppedBy.NODES, 1000)
    assert count(queens(8), Run.within(solutions=92)).exhausted is False


@pytest.mark.parametrize("budget", [Budget(solutions=0), Budget(nodes=0), Budget(seconds=0)])
def test_an_empty_budget_finds_nothing(budget: Budget) -> None:
    search = Search(queens(4), Run(budget))
    assert list(search) == []
    assert search.outcome.status is Status.UNKNOWN


@pytest.mark.parametrize("limits", [{"solutions": -1}, {"nodes": -1}, {"seconds": float("nan")}])
def test_budgets_are_not_negative(limits: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="a budget of"):
        Budget(**limits)


def test_a_budget_may_be_enormous() -> None:
    assert count(queens(4), Run.within(solutions=10**30, nodes=10**30, seconds=1e300)).count == 2


def test_the_first_cover_comes_at_once() -> None:
    search = Search(langford(15))
    next(search)
    assert search.outcome.count == 1, "no second one was waited for"
    assert search.outcome.count == 1


QUASIGROUPS = [partial(quasigroup_with_holes, 30, 381, k) for k in range(4)]


@pytest.mark.parametrize(
    "made",
    [
        partial(queens, 64),
        partial(queens, 100),
        pytest.param(partial(queens, 200), marks=pytest.mark.slow),
        partial(boxed_sudoku, 5, 5),
        *with_slow(QUASIGROUPS, slow=QUASIGROUPS[2:]),
    ],
    ids=["queens 64", "queens 100", "queens 200", "sudoku 25", *(f"quasigroup {k}" for k in range(4))],
)
def test_a_first_cover_of_a_large_problem(made: Callable[[], Matrix]) -> None:
    matrix = made()
    first, again = (Search(matrix, Run.within(solutions=1, nodes=400_000)) for _ in range(2))
    (cover,) = first
    verify(matrix, cover)
    assert list(again) == [cover]
    work = first.outcome.statistics
    assert replace(again.outcome.statistics, seconds=work.seconds) == work


def test_that_there_is_no_first_cover_is_proven() -> None:
    outcome = count(langford(9), Run.within(solutions=1))
    assert (outcome.status, outcome.exhausted, outcome.stopped_by) == (Status.NONE, True, None)


def test_order_and_statistics_are_reproducible() -> None:
    first, second = Search(queens(9)), Search(queens(9))
    assert list(first) == [next(second) for _ in range(352)]
    assert next(second, None) is None
    counted = count(queens(9)).statistics
    assert replace(first.outcome.statistics, seconds=counted.seconds) == counted
    assert replace(second.outcome.statistics, seconds=counted.seconds) == counted


def change(matrix: Matrix, **changes: object) -> Matrix:
    return replace(matrix, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"starts": array("I")}, "`starts` has 0 numbers, not 3"),
        ({"starts": array("I", [1, 1, 2])}, "`starts` must begin with 0"),
        ({"starts": array("I", [0, 9, 2])}, "option 1 ends before it starts"),
        ({"starts": array("I", [0, 1, 3])}, "`starts` must end with the number of entries"),
        ({"entries": array("I", [0, 7])}, "option 1 has an item that does not exist"),
        ({"entries": array("I", [0, 2**32 - 1])}, "option 1 has an item that does not exist"),
        ({"starts": array("I", [0, 2, 2]), "entries": array("I", [0, 0])}, "option 0 has an item twice"),
        ({"lower": array("I", [2, 1])}, r"2, the lower bound of `i\[0\]`, is greater than the upper one, 1"),
        ({"lower": array("I", [1])}, "`lower` has 1 numbers, not 2"),
        ({"costs": array("q", [1])}, "`costs` has 1 numbers, not 2"),
        ({"colors": array("I", [1, 0])}, "option 0 colors an item that has no colors"),
        ({"colored": array("B", [1, 0])}, "item 0 is colored and has a lower bound"),
        ({"lower": array("I", [0, 1])}, "option 0 has no primary item"),
        ({"starts": array("I", [0, 0, 2])}, "option 0 has no primary item"),
    ],
)
def test_malformed_matrices_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Search(change(exact(2, [[0], [1]]), **changes))


def test_arrays_of_another_type_are_refused() -> None:
    for entries in (array("d", [0, 1]), array("i", [0, 1]), [0, 1], None):
        with pytest.raises(TypeError):
            Search(change(exact(2, [[0], [1]]), entries=entries))


def test_who_wants_one_solution_is_served_by_restarts() -> None:
    """A search for all of them would take years before it comes to the first."""
    solution = load("queens", {"n": 60}).solve(Run.within(nodes=1_000_000))
    assert solution is not None
    assert len(solution.options) == 60


@pytest.mark.parametrize("items", [1, 2])
def test_a_node_costs_no_more_for_the_options_of_its_item(items: int) -> None:
    """One item with very many options: their number counts once, not at each of its branches."""
    many = 5_000
    names = [(ItemName("a", (n,)), 1, 1) for n in range(items)]
    rows = [(OptionName("x", (n,)), [0]) for n in range(many)]
    rows += [(OptionName("y", (n,)), [items - 1]) for n in range(3)]
    outcome = count(Matrix.build(names, rows), Run(strategy=Strategy("sparse")))
    assert outcome.count == (many + 3 if items == 1 else 3 * many)
    assert outcome.statistics.updates < 4 * outcome.statistics.nodes


def test_an_item_in_many_colors_costs_no_more_than_its_options() -> None:
    colors = 3_000
    problem = excover.parse(
        f"item a\nitem e colored\noption x(c in 1..{colors}) covers a, e = c\n"
        "item b\noption y() covers b, e = 7"
    )
    outcome = problem.tally(Run(strategy=Strategy("sparse")))
    assert (outcome.count, outcome.statistics.updates < 20 * colors) == (1, True)
