"""Runs for the best solution, and runs that make puzzles: exact, whatever ends them."""

from __future__ import annotations

import json
import random
from array import array
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import naive
import pytest
from commands import Run as RunCommand
from forging import forge
from matrices import exact
from slow_values import with_slow

import excover
from excover.authors.generate import Wanted, generate
from excover.authors.rate import Level
from excover.base.source import Source
from excover.runs import run_search
from excover.runs.audit import audit
from excover.runs.campaign import RunCoordinator
from excover.runs.journal import Journal, PartReport
from excover.runs.journal_file import JournalPart
from excover.runs.run_description import Incumbent, PuzzleOrder, SearchedPart, SliceControl, is_better
from excover.runs.run_search import BestPartSearch, PuzzleSearch, order_fields, requirements
from excover.runs.worker_pool import PartDone, PoolNews
from excover.search.outcome import StoppedBy
from excover.search.part_search import ROOT, GuidingPath, Slice
from excover.search.portfolio.until_proved import Optimizer
from excover.search.run import Run
from excover.search.strategy import Unsuitable
from excover.search.tuning import tuned

ASSIGN = """
param n = 5
item row[1..n], column[1..n]
option queen(r, c in 1..n) covers row[r], column[c]
  cost (r * 7919 + c * 104729 + r * c * 31) mod 101
"""


def text(goal: str) -> str:
    return f"{ASSIGN}{goal}"


@pytest.mark.parametrize("goal", ["minimize", "maximize"])
@pytest.mark.parametrize("seconds", [0.0, 1.0])
def test_parts_have_the_best_solution(goal: str, seconds: float) -> None:
    """Without time, every part gives away all its branches, down to the leaves."""
    problem = excover.parse(text(goal))
    expected = problem.best()
    assert expected
    search, control = BestPartSearch(problem), SliceControl()
    rests: list[GuidingPath] = [ROOT]
    parts = 0
    while rests:
        found = search.search(rests.pop(), Slice(seconds), control)
        rests += found.rests
        parts += 1
    assert control.best == expected.cost
    assert parts > 100 or seconds


@pytest.mark.slow
def test_the_best_of_random_matrices() -> None:
    """A search that knows a cost finds only what is better, also if it hears of the cost on its way."""
    rng = random.Random(5)
    for _ in range(60):
        options = [sorted(rng.sample(range(5), rng.randrange(1, 4))) for _ in range(12)]
        matrix = replace(exact(5, options), costs=array("q", (rng.randrange(-9, 10) for _ in options)))
        costs = sorted(sum(matrix.prices()[o] for o in cover) for cover in naive.covers(matrix))
        for goal, best in (("minimize", costs[:1]), ("maximize", costs[-1:])):
            for known in (*best, *(cost + (1 if goal == "minimize" else -1) for cost in best), 0):
                search = Optimizer(matrix, goal)
                search.improve_on(known)
                found = [sum(matrix.prices()[o] for o in cover) for cover in search]
                better = [cost for cost in best if is_better(goal, cost, known)]
                assert found[-1:] == better
                assert search.outcome.exhausted


def begun(path: Path, goal: str = "minimize", number: int = 6) -> excover.Campaign:
    return excover.Campaign.begin(Source("q.xc", text(goal)), path, settings={"n": number}, best=True)


@pytest.mark.parametrize("goal", with_slow(["minimize", "maximize"], slow=["maximize"]))
def test_a_run_that_is_stopped_finds_the_best(goal: str, tmp_path: Path) -> None:
    campaign = begun(tmp_path / "j", goal)
    expected = campaign.problem.best()
    assert expected
    with tuned(run_least_slice=0.0001, run_slices=10**6):
        button = excover.Cancellation()
        listen = lambda progress: progress.done > 0 and button.cancel()  # noqa: E731
        first = campaign.finish(1, Run(cancellation=button, progress=listen))
    assert not first.exhausted
    assert first.bound is None or first.cost is None or not is_better(goal, first.cost, first.bound)
    outcome = excover.Campaign(tmp_path / "j").finish(2)
    assert (outcome.exhausted, outcome.cost, outcome.bound) == (True, expected.cost, expected.cost)
    (best,) = campaign.solutions()
    assert best.cost == expected.cost
    with Journal(tmp_path / "j", read_only=True) as journal:
        found = audit(journal, 1000, 1, Run())
    assert found.faults == []
    assert found.recounted


def test_parts_without_hope_are_closed(tmp_path: Path) -> None:
    """What is recorded is that no solution of them is better than their bound."""
    begun(tmp_path / "j")
    with Journal(tmp_path / "j") as journal:
        journal.improve(1, Incumbent(-(10**6), "{}"))
        (root,) = journal.open_parts()
        coordinator = RunCoordinator(journal, 1, Run())
        coordinator._parts.clear()
        coordinator._take([root._replace(bound=5)])
        assert coordinator._is_hopeless(root._replace(bound=5))
        assert not coordinator._is_hopeless(root._replace(bound=-(10**6) - 1))
        assert not coordinator._is_hopeless(root)
        coordinator._close_hopeless(root)
        assert journal.tally().is_complete


class HoldingPool:
    """Its worker has two parts: it finds a solution in the first, and never begins the second."""

    engine, size, is_busy = "held", 1, True

    def __init__(self, cost: int, stop: excover.Cancellation) -> None:
        self.at_work: dict[str, int | None] = {}
        self._held: list[JournalPart] = []
        self._cost, self._stop = cost, stop

    def __enter__(self) -> None: ...

    def __exit__(self, *_exception: object) -> None: ...

    def wants(self, waiting: int) -> bool:
        return waiting > 0

    def give(self, part: JournalPart, seconds: float, best: int | None) -> None:
        self._held.append(part)

    def tell_best(self, cost: int) -> None: ...

    def request_splits(self) -> None: ...

    def receive(self, seconds: float) -> PoolNews:
        self._stop.cancel()
        return PoolNews()

    def shut_down(self) -> PoolNews:
        done = PartDone(self._held[0].number, SearchedPart(1, 1, 0.0, bound=self._cost))
        incumbent = Incumbent(self._cost, "{}")
        return PoolNews([("one", done)], [(self._held[0].number, incumbent)])


@pytest.mark.parametrize("excess", [-1, 0, 3])
def test_a_part_that_a_worker_held_is_closed_at_a_stop(tmp_path: Path, excess: int) -> None:
    """Without hope, it ends the run; otherwise it stays open."""
    begun(tmp_path / "j")
    stop = excover.Cancellation()
    with Journal(tmp_path / "j") as journal:
        (root,) = journal.open_parts()
        rests = (root.rest._replace(share=0.6), root.rest._replace(share=0.4))
        journal.record([PartReport(root.number, "one", 0, 1, 0.0, rests, bound=20 + excess)])
        outcome = RunCoordinator(journal, HoldingPool(20, stop), Run(cancellation=stop)).finish()
        assert journal.tally().open == (1 if excess < 0 else 0)
    ended = (False, StoppedBy.CANCELLED, 19) if excess < 0 else (True, None, 20)
    assert (outcome.exhausted, outcome.stopped_by, outcome.bound, outcome.cost) == (*ended, 20)


def best_in_parts(path: Path) -> None:
    """A run in as many parts as there can be."""
    campaign = begun(path, number=4)
    with Journal(path) as journal:
        search, control = BestPartSearch(campaign.problem), SliceControl()
        while parts := journal.open_parts():
            for part in parts:
                found = search.search(part.rest, Slice(0.0), control)
                if found.incumbent:
                    journal.improve(part.number, found.incumbent)
                journal.record([PartReport(part.number, "1", 0, 0, 0.0, found.rests, bound=found.bound)])


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("update incumbent set cost = cost - 1", "does not cost"),
        ("insert into incumbent select * from incumbent", "not better"),
        ("update incumbent set solution = '{}'", "is none"),
        ("update part set path = '1' where id = 2", "each branch"),
        ("delete from incumbent", "better solution"),
    ],
)
def test_what_is_wrong_is_found(statement: str, fault: str, tmp_path: Path) -> None:
    best_in_parts(tmp_path / "j")
    with Journal(tmp_path / "j", read_only=True) as journal:
        assert audit(journal, 1000, 1, Run()).faults == []
    forge(tmp_path / "j", statement)
    with Journal(tmp_path / "j", read_only=True) as journal:
        faults = audit(journal, 1000, 1, Run()).faults
    assert any(word in line for line in faults for word in fault.split("|")), faults


def test_the_command(run: RunCommand, tmp_path: Path) -> None:
    path = str(tmp_path / "j")
    ran = run("run", "crew", "--best", "--journal", path)
    assert ran.status == 0
    assert "cost 16, the best" in ran.err
    data = json.loads(run("status", path, "--json").out)
    assert (data["cost"], data["bound"], data["best"]["cost"]) == (16, 16, 16)
    assert run("verify", path).out == "16\n"
    ran = run("merge", path, "--journal", str(tmp_path / "none"))
    assert ran.status == 2
    assert "has no shares" in ran.err
    for spec in ("soma", "copies"):
        ran = run("run", spec, "--best", "--journal", str(tmp_path / "none"))
        assert ran.status == 2
        assert "goal" in ran.err
    ran = run("run", "crew", "--best", "--part", "1/2", "--journal", str(tmp_path / "none"))
    assert ran.status == 2
    assert "shares" in ran.err
    assert not (tmp_path / "none").exists()


@pytest.mark.slow
def test_no_solution(run: RunCommand, tmp_path: Path) -> None:
    spec = tmp_path / "none.xc"
    spec.write_text("item a, b, c  option x() covers a, b cost 1  option y() covers b, c cost 2  minimize")
    ran = run("run", str(spec), "--best", "--journal", str(tmp_path / "j"))
    assert (ran.status, ran.out) == (1, "")


def test_items_covered_several_times_are_refused() -> None:
    with pytest.raises(Unsuitable, match="covered several times, such as `a`"):
        BestPartSearch(excover.parse("item a 2 times\noption x(k in 1..3) covers a cost k\nminimize"))


def test_other_goals_are_refused() -> None:
    text = "item a\nitem load in units\noption x(k in 1..3) covers a, load by k cost k\n"
    for goal in ("minimize load", "minimize cost then maximize load"):
        problem = excover.parse(f"{text}{goal}")
        with pytest.raises(Unsuitable, match="cost alone"):
            BestPartSearch(problem)


# Puzzles


@pytest.mark.slow
def test_puzzles_are_those_of_generate(run: RunCommand, tmp_path: Path) -> None:
    folder, path = tmp_path / "made", str(tmp_path / "j")
    arguments = ["sudoku-4x4", "-n", "12", "--seed", "5", "--clues", "..6"]
    with tuned(run_least_slice=0.0001, run_slices=10**6):
        ran = run("generate", *arguments, "--run", path, "-o", str(folder))
    assert (ran.status, ran.out) == (0, "12\n"), ran.err
    lines = [line for file in folder.iterdir() for line in file.read_text().splitlines()]
    made = sorted(map(json.loads, lines), key=lambda each: each["number"])
    problem, wanted = excover.load("sudoku-4x4"), Wanted(most=6)
    assert [each["line"] for each in made] == [each.line for each in generate(problem, 5, 12, wanted)]
    ran = run("verify", path)
    assert (ran.status, ran.out) == (0, "12\n"), ran.err
    part = "insert into part values (99, 1, '1 5', 0.1, 'done', 5, 0, 0, 0.1, '1', 1.0, null)"
    forge(path, part, "update part set rests = rests + 1 where id = 1")
    assert "part 99 has 5 puzzles, but no file" in run("verify", path).err
    forge(path, "delete from part where id = 99", "update part set rests = rests - 1 where id = 1")
    file = next(folder.iterdir())
    file.write_text(file.read_text() + file.read_text())
    assert "digest" in run("verify", path).err


@pytest.mark.slow
def test_puzzles_are_not_lost_with_the_run(run: RunCommand, tmp_path: Path) -> None:
    path = str(tmp_path / "j")
    arguments = ["generate", "latin", "-n", "9", "--run", path, "-o", str(tmp_path / "made")]
    assert run(*arguments, "--time-limit", "0").status == 3
    numbers = "count = {0}, nodes = {0}, rests = {1}, seconds = {0}, worker = '1', ended = {0} where id = 1"
    part = "insert into part (id, parent, path, size, state) values (99, 1, '1 5', 0.1, 'open')"
    forge(path, part, f"update part set state = 'done', {numbers.format(0, 1)}")
    assert "not all that are wanted" in run("verify", path).err
    undone = f"update part set state = 'open', {numbers.format('null', 'null')}"
    forge(path, "delete from part where id = 99", undone)
    assert run("resume", path).out == "9\n"
    assert run(*arguments).status == 2
    assert run("generate", "latin", "--run", path).status == 2
    ran = run("generate", "latin", "--run", str(tmp_path / "k"), "-o", str(tmp_path / "m"), "--lines")
    assert ran.status == 2
    assert not (tmp_path / "m").exists()


def test_what_was_made_before_a_puzzle_that_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is kept, and the next part begins with the one that failed."""
    problem, order = excover.load("sudoku-4x4"), PuzzleOrder(7, 5, {})
    two = list(generate(problem, 7, 2))

    def fail(*_arguments: object, start: int, **_rest: object) -> Iterator[excover.NewPuzzle]:
        yield from two[start:]
        raise excover.GaveUp(10_000)

    monkeypatch.setattr(run_search, "generate", fail)
    search = PuzzleSearch(problem, order)
    found = search.search(ROOT, Slice(), SliceControl())
    assert (found.count, [rest.path for rest in found.rests]) == (2, [(3, 3), (4, 4), (5, 5)])
    with pytest.raises(
        ValueError, match="puzzle 3: no such puzzle in 10,000 attempts: ask for what is easier"
    ):
        search.search(found.rests[0], Slice(), SliceControl())


def test_requirements_are_recorded() -> None:
    for wanted in (Wanted(), Wanted(3, 9, excover.Symmetry.HALF_TURN, True, Level.HARD)):
        fields = json.loads(json.dumps(order_fields(wanted)))
        assert requirements(PuzzleOrder(1, 2, fields)) == wanted
