"""Several threads in one search, and random orders: the same covers, in every way of cutting the tree."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import deque
from itertools import islice
from pathlib import Path
from threading import Timer

import interrupted
import naive
import pytest
from effort import with_more_time
from hypothesis import given
from hypothesis import strategies as st
from matrices import boxed_sudoku, general, langford, queens
from random_matrices import matrices_for_lanes, native, random_matrices

from excover.apps.cli import main
from excover.matrix.matrix import Matrix
from excover.problem.problem import parse
from excover.search._core import Engine as EngineOfCore
from excover.search._core import LaneSearch, ParallelSearch, SparseSearch, Stop, lane_bytes
from excover.search.engine import Unsuitable
from excover.search.outcome import StoppedBy
from excover.search.run import Budget, Run
from excover.search.search import Count, Search, count
from excover.search.strategy import EngineName, Strategy

Cover = tuple[int, ...]
ENDLESS = 2**64 - 1


@st.composite
def ways_to_share(draw: st.DrawFn) -> tuple[int, bool, int, int | None, int, int]:
    """Threads, whether ordered, room, seed, head start and grain: trees are cut into the smallest pieces."""
    rooms = st.sampled_from([0, 50, ENDLESS])
    seeds = st.none() | st.integers(0, ENDLESS)
    start, grain = st.sampled_from([0, 3, 20]), st.integers(1, 6)
    return (
        draw(st.integers(1, 3)),
        draw(st.booleans()),
        draw(rooms),
        draw(seeds),
        draw(start),
        draw(grain),
    )


def listed(core: EngineOfCore, batch: int = ENDLESS) -> list[Cover]:
    found: list[Cover] = []
    while core.run(batch, ENDLESS, 10) is not Stop.EXHAUSTED:
        assert core.hand_over(found) is None
        assert len(found) == core.solutions
        assert core.progress is not None
        assert 0 <= core.progress <= 1
    assert core.hand_over(found) is None
    assert core.progress == pytest.approx(1)
    return found


def agree(matrix: Matrix, way: tuple[int, bool, int, int | None, int, int], batch: int) -> set[Cover]:
    """With one thread and with several; the covers."""
    problem = native(matrix)
    engines = ["sparse", "lanes"] if lane_bytes(problem) < ENDLESS else ["sparse"]
    threads, ordered, room, seed, start, grain = way
    alone = SparseSearch(problem, True, False, seed)
    expected = listed(alone)
    for engine in engines:
        for keep_covers in (True, False):
            core = ParallelSearch(problem, keep_covers, engine, threads, ordered, room, seed, start, grain)
            if keep_covers:
                found = listed(core, batch)
                assert found == expected if ordered else sorted(found) == sorted(expected)
            else:
                assert core.run(ENDLESS, ENDLESS, 10) is Stop.EXHAUSTED
            assert (core.solutions, core.nodes, core.depth) == (alone.solutions, alone.nodes, alone.depth)
    return set(expected)


@given(random_matrices(), ways_to_share(), st.integers(1, 4))
def test_small_problems(matrix: Matrix, way: tuple[int, bool, int, int | None, int, int], batch: int) -> None:
    assert agree(matrix, way, batch) == set(naive.covers(matrix))


@given(matrices_for_lanes(), ways_to_share(), st.integers(1, 50))
def test_larger_problems(
    matrix: Matrix, way: tuple[int, bool, int, int | None, int, int], batch: int
) -> None:
    problem = native(matrix)
    if SparseSearch(problem, False, False).run(100, 5000, 10) is Stop.EXHAUSTED:
        agree(matrix, way, batch)


@pytest.mark.parametrize("engine", ["sparse", "lanes"])
@pytest.mark.parametrize("ordered", [False, True])
def test_as_a_user_has_it(engine: EngineName, ordered: bool) -> None:
    matrix = queens(11)
    alone, shared = (
        Search(matrix, Run(strategy=Strategy(engine))),
        Search(matrix, Run(strategy=Strategy(engine, threads=3, ordered=ordered))),
    )
    expected, found = list(alone), list(shared)
    assert found == expected if ordered else sorted(found) == sorted(expected)
    assert shared.outcome.statistics.nodes == alone.outcome.statistics.nodes
    assert (shared.outcome.statistics.threads, alone.outcome.statistics.threads) == (3, 1)
    assert count(matrix, Run(strategy=Strategy(engine, threads=3))).count == 2680


def test_a_small_problem_needs_one_thread() -> None:
    assert count(queens(6), Run(strategy=Strategy("lanes", threads=8))).statistics.threads == 1


def test_a_limit_gives_the_first_ones() -> None:
    """With threads as well, for what a limit cuts off is not left to chance."""
    expected = list(islice(Search(queens(11)), 1000))
    for _ in range(3):
        search = Search(queens(11), Run(Budget(solutions=1000), Strategy("lanes", threads=3)))
        assert list(search) == expected
        assert (search.outcome.count, search.outcome.stopped_by) == (1000, StoppedBy.LIMIT)
    counted = count(queens(11), Run(Budget(solutions=1000), Strategy("sparse", threads=3)))
    assert (counted.count, counted.stopped_by, counted.exhausted) == (1000, StoppedBy.LIMIT, False)


def test_a_node_limit_visits_the_same_nodes() -> None:
    outcome = count(langford(13), Run(Budget(nodes=50_000), Strategy(threads=3)))
    assert (outcome.stopped_by, outcome.statistics.nodes, outcome.statistics.threads) == (
        StoppedBy.NODES,
        50_000,
        1,
    )


def test_a_time_limit_is_honest() -> None:
    outcome = with_more_time(
        lambda seconds: count(langford(16), Run(Budget(seconds=seconds), Strategy("lanes", threads=2))),
        lambda outcome: outcome.count > 0,
    )
    assert (outcome.exhausted, outcome.stopped_by, outcome.statistics.threads) == (False, StoppedBy.TIME, 2)


def test_what_waits_for_its_turn_is_bounded() -> None:
    """A consumer that takes one cover at a time; three threads could be thousands ahead."""
    problem = native(queens(10))
    core = ParallelSearch(problem, True, "lanes", 3, True, 2000, None, 0, 100)
    found: list[Cover] = []
    while core.run(1, ENDLESS, 0.02) is not Stop.EXHAUSTED:
        assert core.hand_over(found) is None
        assert core.bytes_waiting <= 2000 + 3 * 100 * 10 * 4
    assert core.hand_over(found) is None
    assert found == list(Search(queens(10)))


def test_interrupted_again_and_again_it_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Search(queens(10), Run(strategy=Strategy("lanes", threads=3)))
    assert sorted(interrupted.covers_of(search, monkeypatch)) == sorted(Search(queens(10)))


def test_a_signal_is_answered() -> None:
    """The search would go on for minutes."""
    timer = Timer(0.1, signal.raise_signal, [signal.SIGINT])
    begin = lambda _progress: timer.start() if not timer.ident else None  # noqa: E731
    counting = Count(langford(16), Run(strategy=Strategy("lanes", threads=3), progress=begin))
    with pytest.raises(KeyboardInterrupt):
        counting.finish()
    timer.join()
    outcome = counting.outcome
    assert (outcome.stopped_by, outcome.exhausted) == (StoppedBy.INTERRUPT, False)


def test_a_search_may_be_left_alone() -> None:
    search = Search(langford(15), Run(strategy=Strategy("lanes", threads=3)))
    deque(islice(search, 20_000), maxlen=0)
    del search


def test_a_seed_is_an_order() -> None:
    first, again, other = (Search(queens(9), Run(strategy=Strategy("lanes", seed=s))) for s in (1, 1, 2))
    listing = list(first)
    assert listing == list(again)
    assert listing != list(other)
    assert sorted(listing) == sorted(Search(queens(9)))
    one = [next(Search(queens(9), Run(Budget(solutions=1), Strategy(seed=s)))) for s in range(20)]
    assert len(set(one)) > 10


def test_a_seed_with_threads_and_symmetry() -> None:
    queens_of_six = parse(
        """
        item row[1..6], column[1..6]
        item up[2..12] at most once, down[1-6..6-1] at most once
        option queen(r, c in 1..6) covers row[r], column[c], up[r+c], down[r-c]
        symmetry queen(r, c) -> queen(c, r)
        symmetry queen(r, c) -> queen(r, 7-c)
        """
    )
    strategy = Strategy(threads=2, seed=7)
    solutions = list(queens_of_six.solutions(Run(strategy=strategy), up_to_symmetry=True))
    assert len(solutions) == queens_of_six.count(up_to_symmetry=True) == 1


def test_the_graph_has_no_random_order() -> None:
    with pytest.raises(Unsuitable, match="no random order"):
        Search(queens(4), Run(strategy=Strategy("graph", seed=1)))


def test_progress_grows_to_one() -> None:
    matrix = boxed_sudoku(2, 2)
    for core in (
        SparseSearch(native(matrix), False, False),
        LaneSearch(native(matrix), False, "best"),
        ParallelSearch(native(matrix), False, "lanes", 2, False, 0, None, 0, 10),
    ):
        seen = [core.progress]
        while core.run(ENDLESS, 50, 10) is not Stop.EXHAUSTED:
            seen.append(core.progress)
        assert seen[0] == 0
        assert seen == sorted(seen)
        assert len(seen) > 5
        assert core.progress == pytest.approx(1)


@pytest.mark.parametrize(
    "wrong",
    [{"threads": 0}, {"threads": 2**40}, {"memory": -1}, {"seed": -1}, {"seed": 2**64}, {"engine": "fast"}],
)
def test_a_strategy_that_makes_no_sense(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"threads|bytes|seed|engine"):
        Strategy(**wrong)  # type: ignore[arg-type]


def test_several_options_an_item() -> None:
    matrix = general([(2, 3), (1, 2), (0, 2)], [False] * 3, [[(k % 3, 0)] for k in range(9)])
    expected = list(Search(matrix))
    assert expected
    assert sorted(Search(matrix, Run(strategy=Strategy(threads=3)))) == sorted(expected)


def test_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    def told(command: str, status: int = 0) -> tuple[str, str]:
        assert main(command.split()) == status
        return capsys.readouterr()

    listing = "solve queens -p n=11 --all --sorted --engine lanes --stats"
    alone, shared = (told(f"{listing} --threads {n}") for n in (1, 3))
    assert alone.out == shared.out
    assert shared.err.endswith("engine lanes (requested), 3 threads\n")
    counted = json.loads(told("count queens --json --threads 2 --memory 1.5MiB").out)
    assert (counted["count"], counted["engine"], counted["threads"]) == (92, "lanes", 1)
    assert told("count queens --memory 99999999999GB --engine graph").out == "92\n"
    first, second = (told(f"solve queens --all --seed {s}").out for s in (1, 2))
    assert first != second
    assert sorted(first.strip().split("\n\n")) == sorted(second.strip().split("\n\n"))
    assert "the engine `graph` has no random order" in told("solve queens --engine graph --seed 1", 2).err
    assert (
        "`5QB` is not a size: write 50MB, 2GB, or a number of bytes"
        in told("count queens --memory 5QB", 2).err
    )
    assert "is not a size" in told(f"count queens --memory {'9' * 400}GB", 2).err
    assert "0 is not in the range" in told("count queens --threads 0", 2).err


LITTLE = Path(__file__).parents[1] / "support" / "little_memory.py"


@pytest.mark.skipif(
    sys.platform != "linux",
    reason="needs Linux, to limit the address space",
)
@pytest.mark.parametrize(
    ("kind", "kilobytes"),
    [
        *(("GraphCount", kilobytes) for kilobytes in range(8256, 8640, 64)),
        ("ClueLines", 2000),
        ("ParallelSearch", 2000),
    ],
)
def test_threads_that_find_no_memory_do_not_begin(kind: str, kilobytes: int) -> None:
    """Their stacks take 8 MB; what is left for the rest may not even hold what a thread throws."""
    arguments = [sys.executable, LITTLE, kind, str(kilobytes)]
    ended = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout in ("done\n", "out of memory\n")


def test_a_tree_that_is_shared_has_no_position() -> None:
    search = ParallelSearch(native(queens(8)), True, "sparse", 2, True, ENDLESS, None, 1000, 10)
    search.run(ENDLESS, 500, 10)
    other = LaneSearch(native(queens(8)), True, "best", None)
    other.go_on_from(search)
    search.run(ENDLESS, 1000, 10)
    assert search.threads == 2
    with pytest.raises(RuntimeError, match="no position"):
        other.go_on_from(search)
