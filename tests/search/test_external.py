"""The solvers of other people against the definition: the same best cost, the same "there is none"."""

from __future__ import annotations

import re
import signal
from array import array
from collections.abc import Collection, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from itertools import accumulate, chain
from random import Random
from threading import Timer

import commands
import pytest
from effort import HANGS, examples
from extras import module_or_skip, way_out
from matrices import exact, langford, queens
from naive import covers
from solving import answers
from test_best import LARGE, priced, random_costly, set_partition
from test_until_enough import covers_within, random_matrix, random_rules

import excover
from excover.base.errors import EngineFailed
from excover.matrix.constraints import Area, Areas
from excover.matrix.matrix import Matrix
from excover.matrix.verify import verify
from excover.search.engine_table import PROGRAMS
from excover.search.external import external_search
from excover.search.external.external_search import ExternalSearch
from excover.search.external.worker import Fault, Task
from excover.search.outcome import StoppedBy
from excover.search.portfolio.until_proved import Optimizer
from excover.search.run import Budget, Run
from excover.search.search import Search
from excover.search.strategy import EngineName, Strategy, Unsuitable
from excover.search.tuning import tuned


def installed(engine: EngineName) -> pytest.MarkDecorator:
    module = PROGRAMS[engine].module
    return pytest.mark.skipif(find_spec(module) is None, reason=way_out(module))


ENGINES = [pytest.param(engine, marks=installed(engine)) for engine in PROGRAMS]
each_engine = pytest.mark.parametrize("engine", ENGINES)


def by(engine: EngineName, **budget: float) -> Run:
    return Run(Budget(**budget), Strategy(engine))


def small(matrix: Matrix) -> Matrix:
    """With costs that every solver takes."""
    costs = matrix.prices()
    largest = max(map(abs, costs), default=0)
    return matrix if largest < 10**8 else priced(matrix, [cost // 10**11 for cost in costs])


@each_engine
@pytest.mark.parametrize("seed", range(2))
def test_the_best_is_that_of_the_definition(engine: str, seed: int) -> None:
    random = Random(seed)
    matrices = [small(random_costly(random)) for _ in range(examples(60))]
    totals = [
        {cover: sum(matrix.prices()[option] for option in cover) for cover in covers(matrix)}
        for matrix in matrices
    ]
    tasks = [
        Task(matrix, matrix.prices(), random.choice([None, *all_]), 1, random.choice([None, 7]))
        for matrix, all_ in zip(matrices, totals, strict=True)
        if any(matrix.prices())
    ]
    totals = [all_ for all_, matrix in zip(totals, matrices, strict=True) if any(matrix.prices())]
    for task, all_, heard in zip(tasks, totals, answers(engine, tasks), strict=True):
        told = [all_[tuple(cover)] for cover in heard.covers]
        if task.start is not None:
            told.append(all_[tuple(task.start)])
        assert min(told, default=None) == min(all_.values(), default=None)
        assert all(bound <= min(all_.values()) + 1e-5 for bound in heard.bounds if all_)


@each_engine
def test_a_solution_is_found_if_there_is_one(engine: str) -> None:
    random = Random(3)
    tasks = [
        Task(replace(random_costly(random), costs=None), None, None, 1, None) for _ in range(examples(60))
    ]
    for task, heard in zip(tasks, answers(engine, tasks), strict=True):
        assert len(heard.covers) == any(covers(task.matrix))
        for cover in heard.covers:
            verify(task.matrix, cover)


@each_engine
@pytest.mark.parametrize("seed", range(2))
def test_rules_are_kept_and_covers_differ(engine: str, seed: int) -> None:
    """Bounds on sums and global constraints: all covers, some, none, and the best one."""
    random = Random(seed)
    matrices = [random_areas(random, random_rules(random, random_matrix(random))) for _ in range(100)]
    wanted = [random.choice([None, None, 1, 3]) for _ in matrices]
    lists = [Task(each, None, None, 1, None, most) for each, most in zip(matrices, wanted, strict=True)]
    costs = [[random.randint(-4, 7) for _ in each.options] for each in matrices]
    bests = [Task(each, own, None, 1, None) for each, own in zip(matrices, costs, strict=True)]
    told = iter(answers(engine, [*lists, *bests]))
    every = [covers_within(each) for each in matrices]
    for all_, most in zip(every, wanted, strict=True):
        found = [frozenset(cover) for cover in next(told).covers]
        assert len(set(found)) == len(found) == min(len(all_), len(all_) if most is None else most)
        assert all_.issuperset(found)
    for all_, own, heard in zip(every, costs, told, strict=True):
        totals = [sum(map(own.__getitem__, cover)) for cover in all_]
        found = [sum(map(own.__getitem__, cover)) for cover in heard.covers]
        assert min(found, default=None) == min(totals, default=None)
        assert all_.issuperset(map(frozenset, heard.covers))
        assert all(bound <= min(totals) + 1e-5 for bound in heard.bounds if totals)
    assert len({*map(len, every)}) > 3


def test_a_cut_is_kept_by_every_cover_that_keeps_the_constraint() -> None:
    random, cuts = Random(1), 0
    for _ in range(examples(200)):
        matrix = random_areas(random, random_rules(random, random_matrix(random)))
        sets = [{o for o in range(len(matrix.options)) if random.random() < 0.4} for _ in range(20)]
        for rule in matrix.constraints:
            for chosen in sets:
                found = rule.cuts(chosen)
                cuts += len(found)
                assert bool(found) is not rule.holds(chosen)
                for clause in found:
                    assert not is_true(clause, chosen)
                    assert all(is_true(clause, each) for each in sets if rule.holds(each))
            for clause in rule.clauses():
                assert all(is_true(clause, each) for each in sets if rule.holds(each))
    assert cuts > 100


def is_true(clause: Sequence[int], chosen: Collection[int]) -> bool:
    return any((abs(literal) - 1 in chosen) == (literal > 0) for literal in clause)


def random_areas(random: Random, matrix: Matrix) -> Matrix:
    """Sometimes with areas of some size, besides."""
    if random.random() < 0.6:
        return matrix
    places = random.randint(3, 6)
    rows = [sorted(random.sample(range(places), random.randint(0, 2))) for _ in matrix.options]
    starts = array("I", accumulate(map(len, rows), initial=0))
    near = [[other for other in (place - 1, place + 1) if 0 <= other < places] for place in range(places)]
    areas = []
    for _ in range(random.randint(1, 3)):
        option = random.choice([None, *(option for option, row in enumerate(rows) if row)])
        start = random.randrange(places) if option is None else random.choice(rows[option])
        least = random.randint(0, 3)
        areas.append(Area(start, option, least, random.choice([least, least + 1, 2**33])))
    marked = array("I", chain.from_iterable(rows))
    row = Areas("areas", None, range(places), starts, marked, near, areas)
    return matrix.replaced(constraints=[*matrix.constraints, row])


@each_engine
def test_a_proof_is_the_word_of_the_program(engine: EngineName) -> None:
    pigeons = exact(4, [[i] for i in range(4)] + [[i, 3] for i in range(3)])
    none = exact(3, [[i, j] for i in range(3) for j in range(i)])
    search = ExternalSearch(none, by(engine, solutions=1))
    assert list(search) == []
    assert (search.outcome.exhausted, search.outcome.claimed_by) == (True, PROGRAMS[engine].title)
    one = ExternalSearch(pigeons, by(engine, solutions=1))
    assert len(list(one)) == 1
    assert (one.outcome.claimed_by, one.outcome.stopped_by) == ("", StoppedBy.LIMIT)
    search = ExternalSearch(set_partition(20, 100, 1), by(engine), "minimize")
    own = Optimizer(set_partition(20, 100, 1), "minimize")
    assert len(list(search)) >= 1
    assert len(list(own)) >= 1
    assert search.outcome.cost == search.outcome.bound == own.outcome.cost
    assert search.outcome.claimed_by == PROGRAMS[engine].title


@each_engine
def test_maximize_and_threads(engine: EngineName) -> None:
    matrix = priced(queens(6), [(k * 7919) % 101 - 50 for k in range(36)])
    most = max(sum(matrix.prices()[option] for option in cover) for cover in excover_covers(matrix))
    search = ExternalSearch(matrix, Run(strategy=Strategy(engine, threads=2)), "maximize")
    found = [sum(matrix.prices()[option] for option in cover) for cover in search]
    assert found == sorted(set(found))
    assert (found[-1], search.outcome.bound) == (most, most)


def excover_covers(matrix: Matrix) -> list[tuple[int, ...]]:
    return list(Search(matrix))


@each_engine
def test_without_costs_any_solution_is_best(engine: EngineName) -> None:
    with tuned(start_nodes=0):
        search = ExternalSearch(queens(6), by(engine), "minimize")
        assert len(list(search)) == 1
    assert (search.outcome.cost, search.outcome.bound, search.outcome.exhausted) == (0, 0, True)


HARD = priced(langford(40), [(k * 7919) % 1009 for k in range(len(langford(40).options))])
"""No program solves it within the time of a test."""


@each_engine
@pytest.mark.parametrize("wait", [0.0, 0.3])
def test_a_run_ends_when_it_is_cancelled(engine: EngineName, wait: float) -> None:
    """Also while the library is loaded, and while it works on the problem before its search."""
    button = excover.Cancellation()
    search = ExternalSearch(HARD, Run(strategy=Strategy(engine), cancellation=button), "minimize")
    timer = Timer(wait, button.cancel)
    timer.start()
    list(search)
    timer.join()
    assert search.outcome.stopped_by is StoppedBy.CANCELLED
    assert not search.outcome.exhausted
    assert search._process._child._process.poll() == -signal.SIGKILL


@each_engine
def test_a_run_ends_when_its_time_is_over(engine: EngineName) -> None:
    problem = excover.parse(LARGE.replace("let n = 20", "let n = 60"))  # HiGHS solves 20 in half a second
    with pytest.raises(excover.Unfinished) as ended:
        problem.best(by(engine, seconds=0.4))
    assert ended.value.outcome.stopped_by is StoppedBy.TIME
    assert ended.value.outcome.claimed_by == ""


@installed("highs")
def test_a_search_that_nobody_needs_ends() -> None:
    search = ExternalSearch(HARD, by("highs"), "minimize")
    search.run_slice()
    worker = search._process._child._process
    del search
    assert worker.poll() == -signal.SIGKILL


@each_engine
def test_no_program_outlives_the_process_that_asked_it(engine: EngineName) -> None:
    """When that is killed, its end of a pipe is closed, and nobody is left to end the program."""
    search = ExternalSearch(HARD, by(engine), "minimize")
    while not search._is_given:
        search.run_slice()
    asked = search._process
    asked._child._senders[0].join()
    pipe = asked._child._process.stdin
    assert pipe
    pipe.close()
    assert re.search(f"by signal {signal.SIGIO.value} |with status 1 ", how_it_ended(asked))


def how_it_ended(asked: external_search.SolverProcess) -> str:
    """Waits for that; meanwhile it may tell what it knows."""
    while True:
        try:
            message = asked.next_message(HANGS)
        except EngineFailed as ended:
            return str(ended)
        assert message
        assert message[0] in ("found", "bound")


@each_engine
def test_what_a_program_cannot_do_is_refused_before_it_starts(
    engine: EngineName, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external_search, "SolverProcess", None)
    refusals: list[tuple[Run, str, str]] = [
        (by(engine, nodes=9), "minimize", "give it a time limit"),
        (Run(strategy=Strategy(engine, memory=10**9)), "minimize", "limit of memory"),
    ]
    for run, goal, why in refusals:
        with pytest.raises(Unsuitable, match=why):
            ExternalSearch(queens(6), run, goal)


def test_costs_that_a_program_would_round_are_refused() -> None:
    for engine, cost in (("highs", 2 * 10**9), ("clingo", 2**31), ("cp-sat", 2**61), ("sat", 2**61)):
        matrix = priced(exact(1, [[0], [0]]), [cost, cost])
        if find_spec(PROGRAMS[engine].module):
            with pytest.raises(Unsuitable, match="takes costs"):
                ExternalSearch(matrix, by(engine), "minimize")


def test_the_message_for_a_missing_program_has_the_line_that_installs_it(
    run: commands.Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external_search, "find_spec", lambda name: None)
    with pytest.raises(Unsuitable, match=r"HiGHS is not installed: pip install 'excover\[highs\]'"):
        excover.load("queens").solve(by("highs"))


@installed("highs")
@pytest.mark.parametrize(
    ("message", "said"),
    [
        (("found", (0,)), "HiGHS gave a wrong solution: i\\[1\\] is covered 0 times"),
        (("failed", "out of memory"), "HiGHS gave no answer: out of memory"),
    ],
)
def test_a_program_that_fails_is_named(
    monkeypatch: pytest.MonkeyPatch, message: tuple[str, object], said: str
) -> None:
    monkeypatch.setattr(external_search.SolverProcess, "next_message", lambda self, seconds: message)
    search = ExternalSearch(exact(2, [[0], [1]]), by("highs", solutions=1))
    with pytest.raises(EngineFailed, match=said):
        list(search)


@installed("highs")
def test_a_program_that_crashes_is_named() -> None:
    search = ExternalSearch(HARD, by("highs", solutions=1))
    search._process._child._process.send_signal(signal.SIGSEGV)
    with pytest.raises(EngineFailed, match="HiGHS ended by signal 11"):
        list(search)


def test_a_fault_of_a_solver_is_told() -> None:
    clingo = module_or_skip("excover.search.external.clingo")
    row = clingo.LinearRow([(2**31, 0), (1, 1)], None, 2**31)
    with pytest.raises(Fault, match="larger than"):
        clingo._ground(clingo.Control(), clingo.LinearModel(2, 2, [row]), clingo_names(2), None)


def clingo_names(count: int) -> Sequence[object]:
    clingo = import_module("clingo")
    return [clingo.Function("x", [clingo.Number(k)]) for k in range(count)]


TASKS = """
item person[1..9], task[1..9]
option does(p, t in 1..9) covers person[p], task[t] cost (p * 7 + t * t * 5) mod 13
minimize
"""


@each_engine
def test_the_command_says_whose_word_it_is(engine: EngineName, run: commands.Run) -> None:
    title = PROGRAMS[engine].title
    best = run(f"solve - --engine {engine} --stats", stdin=TASKS)
    assert best.status == 0
    assert f"{title} reports that this is the best there is (not verified)" in best.err
    assert f"engine {engine} (requested, " in best.err
    assert "nodes" not in best.err
    odd = "item a[1..3]  option x(i, j in 1..3) where i < j covers a[i], a[j]"
    none = run(f"solve - --engine {engine}", stdin=odd)
    assert (none.status, none.out) == (1, "")
    assert f"{title} reports that there is no solution (not verified)" in none.err
    pairs = "item a[1..4]  option x(i, j in 1..4) where i < j covers a[i], a[j]"
    every = run(f"solve - --engine {engine} --all", stdin=pairs)
    assert (every.status, every.out.count("x(1, ")) == (0, 3)
    assert f"{title} reports that these are all (not verified)" in every.err


@installed("highs")
def test_the_word_of_a_program_is_in_the_json(run: commands.Run) -> None:
    ran = run("solve - --engine highs --json", stdin=TASKS)
    assert '"claimed_by": "HiGHS"' in ran.err


def test_a_gap_ends_the_search() -> None:
    module_or_skip("highspy")
    search = ExternalSearch(HARD, by("highs"), "minimize", gap=10.0)
    assert list(search)
    assert search.outcome.stopped_by is StoppedBy.GAP


@each_engine
def test_nothing_to_choose_is_a_solution(engine: EngineName) -> None:
    """No options are left, and no item must be covered: the empty cover is the only one."""
    text = "item a item b at most once option x() covers a, b"
    problem = excover.parse(text).forbid(["x()"]).without_items(["a"])
    (solution,) = problem.solutions(by(engine, solutions=1))
    assert not solution.options
