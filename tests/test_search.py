"""The search against the definition, against clingo and against published counts; stopped in every way."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from array import array
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from random import Random
from types import FrameType

import clingo
import matrices
import naive
import pytest
from effort import HANGS
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

import excover
from excover._core import LaneSearch, Problem, SparseSearch, Stop, instructions, lane_bytes
from excover.cover.matrix import UNBOUNDED, Matrix
from excover.names import ItemName, OptionName
from excover.problem import load
from excover.solve.engine import Engine, VerificationError
from excover.solve.outcome import Status, StoppedBy
from excover.solve.run import Budget, Progress, Run
from excover.solve.search import Count, Search, count
from excover.solve.strategy import EngineName, Strategy
from excover.solve.tuning import tuning
from excover.solve.verify import verify

NO_LIMIT = Run()
PRIMARY_BOUNDS = [ONCE, ONCE, ONCE, (0, 0), (0, 2), (1, 2), (2, 3), (0, UNBOUNDED), (2, UNBOUNDED)]


@st.composite
def random_matrices(draw: st.DrawFn) -> Matrix:
    primary = draw(st.lists(st.sampled_from(PRIMARY_BOUNDS), max_size=4))
    secondary = draw(st.lists(st.sampled_from([(0, 1), COLORED]), max_size=3))
    bounds = primary + secondary
    colored = [False] * len(primary) + [b == COLORED for b in secondary]
    options = []
    for _ in range(draw(st.integers(0, 7)) if primary else 0):
        must = draw(st.integers(0, len(primary) - 1))
        items = sorted({must} | draw(st.sets(st.integers(0, len(bounds) - 1))))
        options.append([(i, draw(st.integers(1, 2)) if colored[i] else 0) for i in items])
    return general(bounds, colored, options)


@given(random_matrices())
def test_agrees_with_the_definition(matrix: Matrix) -> None:
    search = Search(matrix)
    found = list(search)
    assert len(found) == len(set(found))
    assert set(found) == set(naive.covers(matrix))
    assert search.outcome.count == count(matrix).count == len(found)
    assert search.outcome.exhausted
    assert search.outcome.status is (Status.SOLVED if found else Status.NONE)


@st.composite
def matrices_for_lanes(draw: st.DrawFn) -> Matrix:
    """Larger than what the definition can solve; items once, at most once, colored, or not at all."""
    primary = draw(st.lists(st.sampled_from([ONCE, ONCE, ONCE, ONCE, (0, 0)]), min_size=1, max_size=24))
    bounds = primary + draw(st.lists(st.sampled_from([(0, 1), COLORED]), max_size=6))
    seed, options = Random(draw(st.integers(0, 2**32))), []
    for _ in range(draw(st.integers(0, 150))):
        items = {seed.randrange(len(primary))} | {
            seed.randrange(len(bounds)) for _ in range(seed.randrange(4))
        }
        options.append([(i, seed.randint(1, 2) if bounds[i] == COLORED else 0) for i in sorted(items)])
    return general(bounds, [b == COLORED for b in bounds], options)


def run_core(core: SparseSearch | LaneSearch, covers: int) -> tuple[list[tuple[int, ...]], int, int, Stop]:
    found: list[tuple[int, ...]] = []
    stop = core.run(covers, 100_000, 60)
    assert core.hand_over(found) is None
    return found[:covers], core.nodes, core.depth, stop


def native(matrix: Matrix) -> Problem:
    m = matrix
    return Problem(m.lower, m.upper, m.colored, m.starts, m.entries, m.colors)


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
    "matrix",
    [kanoodle(), queens(10), langford(8), boxed_sudoku(3, 3)],
    ids=["kanoodle", "queens", "langford", "sudoku"],
)
def test_lanes_walk_the_tree_of_the_sparse_sets(matrix: Matrix) -> None:
    agree(matrix, 1000)


def test_the_engine_is_chosen_for_a_reason() -> None:
    def chosen(matrix: Matrix, run: Run = NO_LIMIT, engine: EngineName = "auto") -> tuple[str, str]:
        statistics = Search(matrix, run.by(Strategy(engine))).outcome.statistics
        return statistics.engine, statistics.reason

    assert chosen(queens(6)) == ("lanes", "conflict rows of 0.0 MB fit")
    assert chosen(queens(6), Run.within(solutions=1)) == ("sparse", "only the first solution is wanted")
    assert chosen(queens(6), engine="sparse") == ("sparse", "requested")
    assert chosen(queens(6), Run.within(solutions=1), "lanes") == ("lanes", "requested")
    several = general([(1, 2)], [False], [[(0, 0)]])
    assert chosen(several) == ("sparse", "an item may be covered more than once")
    with pytest.raises(ValueError, match="the lanes do not fit: an item may be covered more than once"):
        chosen(several, engine="lanes")
    large = queens(200)
    assert chosen(large)[0] == "sparse"
    assert chosen(large)[1].endswith("MB are more than 256 MB")
    with pytest.raises(ValueError, match="there is no engine 'fast'"):
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


@pytest.mark.parametrize(
    "matrix",
    [
        queens(64),
        queens(100),
        queens(200),
        boxed_sudoku(5, 5),
        *(quasigroup_with_holes(30, 381, k) for k in range(4)),
    ],
    ids=["queens 64", "queens 100", "queens 200", "sudoku 25", *(f"quasigroup {k}" for k in range(4))],
)
def test_a_first_cover_of_a_large_problem(matrix: Matrix) -> None:
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
        ({"lower": array("I", [2, 1])}, "item 0 has a lower bound above its upper bound"),
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


@contextmanager
def interrupted(every: float) -> Iterator[None]:
    """KeyboardInterrupt again and again, as by Ctrl-C, where it comes upon code of the package."""

    def interrupt(_number: int, frame: FrameType | None) -> None:
        if frame and "solve" in frame.f_code.co_filename:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, every, every)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def run_on(count_or_search: Count | Search) -> object:
    return (
        count_or_search.finish() if isinstance(count_or_search, Count) else deque(count_or_search, maxlen=0)
    )


@pytest.mark.parametrize("kind", [Count, Search])
def test_an_interrupt_is_answered_before_the_end(kind: type[Count | Search]) -> None:
    """The search would go on for minutes; how soon it answers is set by ``tuning.slice_seconds``."""
    searching = kind(langford(16))
    with pytest.raises(KeyboardInterrupt), interrupted(0.1):
        run_on(searching)
    assert not searching.outcome.exhausted
    assert tuning.slice_seconds <= 0.05


def test_an_interrupted_count_says_how_far_it_came() -> None:
    counting = Count(langford(16))
    while not counting.outcome.count:
        with pytest.raises(KeyboardInterrupt), interrupted(0.1):
            counting.finish()
    outcome = counting.outcome
    assert (outcome.exhausted, outcome.status) == (False, Status.SOLVED)
    assert outcome.stopped_by is StoppedBy.INTERRUPT


def test_an_interrupted_search_keeps_what_it_found() -> None:
    matrix, given_out = langford(15), list[tuple[int, ...]]()
    search = Search(matrix)
    while search.outcome.count < 2:
        with pytest.raises(KeyboardInterrupt), interrupted(0.1):
            given_out.extend(search)
    found = given_out + search.drain()
    assert search.drain() == []
    assert len(found) == len(set(found)) == search.outcome.count > 1
    for cover in found[:: len(found) // 50 + 1]:
        verify(matrix, cover)


def test_interrupted_again_and_again_it_finds_the_same() -> None:
    matrix, found = langford(11), list[tuple[int, ...]]()
    search, runs, is_done = Search(matrix), 0, False
    with interrupted(0.0005):
        while not is_done:
            runs += 1
            with suppress(KeyboardInterrupt):
                found.extend(search)
                is_done = True
    assert runs > 5
    assert found == list(Search(matrix))


def test_ctrl_c_from_outside() -> None:
    program = """
import matrices
from excover.solve.run import Run
from excover.solve.search import Count
def tell(progress):
    if progress.count and not told:
        told.append(print("go", flush=True))
told = []
counting = Count(matrices.langford(16), Run(progress=tell))
try:
    counting.finish()
except KeyboardInterrupt:
    print(counting.outcome.stopped_by.value, counting.outcome.count > 0)
"""
    path = matrices.__file__.rpartition("/")[0]
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {path!r})\n{program}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "go\n"
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=HANGS)[0] == "interrupt True\n"
    assert process.returncode == 0


def test_a_count_may_be_interrupted_between_two_slices() -> None:
    interrupts = iter([KeyboardInterrupt])

    def interrupt(_progress: Progress) -> None:
        for kind in interrupts:
            raise kind

    counting = Count(langford(11), Run(progress=interrupt))
    with pytest.raises(KeyboardInterrupt):
        counting.finish()
    assert counting.outcome.stopped_by is StoppedBy.INTERRUPT
    assert (counting.finish().count, counting.outcome.stopped_by) == (35584, None)


def test_two_threads_cannot_share_a_search() -> None:
    engine = Engine(langford(16), Run(), keep_covers=False)
    is_running, is_over = threading.Event(), threading.Event()

    def work() -> None:
        while not is_over.is_set():
            is_running.set()
            engine.run_slice()

    worker = threading.Thread(target=work)
    worker.start()
    assert is_running.wait(HANGS)
    with pytest.raises(RuntimeError, match="another thread"):
        deque(iter(lambda: engine._core.hand_over([]), ""))
    is_over.set()
    worker.join()


def test_a_cover_that_is_none_never_gets_out(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Search(queens(4), Run(strategy=Strategy("lanes")))

    class Faulty:
        def hand_over(self, _into: list[tuple[int, ...]]) -> str:
            return "cover 0: item 3 is covered too often"

    monkeypatch.setattr(search._engine, "_core", Faulty())
    with pytest.raises(VerificationError, match="item 3 is covered too often; this is a fault of excover"):
        next(search)


def test_out_of_memory_is_an_exception() -> None:
    program = """
import resource
from array import array
from excover.cover.matrix import UNBOUNDED, Matrix
from excover.names import ItemName
from excover.solve.search import Search
n = 4_000_000
zeros = array("I", bytes(4 * n))
bounds = array("I", [0]), array("I", [UNBOUNDED]), array("B", [0])
matrix = Matrix([ItemName("i")], *bounds, range(n), array("I", range(n + 1)), zeros, zeros)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 40_000_000, resource.RLIM_INFINITY))
try:
    Search(matrix)
except MemoryError:
    print("MemoryError")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "MemoryError\n", done.stderr


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
