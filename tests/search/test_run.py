"""One run for everything that may take long: it ends for a reason, and everything says the reason."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from threading import Thread

import pytest
from cancelling import When
from matrices import dominoes, queens

import excover
from excover import Budget, Cancellation, Outcome, Progress, Run, StoppedBy, Strategy, Unfinished
from excover.apps.cli import main
from excover.search.diagram import Diagram
from excover.search.outcome import NEVER
from excover.search.search import Search, count

SUDOKU = excover.load("sudoku", given=excover.find_given("sudoku-hard"))
KANOODLE = excover.load("kanoodle")


def outcome_of(question: Callable[[], object]) -> Outcome:
    with pytest.raises(Unfinished) as unfinished:
        question()
    return unfinished.value.outcome


UNANSWERED: dict[str, Callable[[Run], object]] = {
    "best": lambda run: excover.load("crew").best(run),
    "clues": lambda run: excover.clues(SUDOKU, run),
    "count": lambda run: KANOODLE.count(run),
    "count up to symmetry": lambda run: KANOODLE.count(run, up_to="symmetry"),
    "generate": lambda run: list(excover.generate(SUDOKU, run=run)),
    "group": lambda run: excover.load("soma").group(run=run),
    "minimal clues": lambda run: list(excover.minimal_clues(SUDOKU, run)),
    "rate": lambda run: excover.rate(SUDOKU, run),
    "solution set": lambda run: excover.SolutionSet.of(KANOODLE, run),
    "solve": lambda run: KANOODLE.solve(run),
}


@pytest.mark.parametrize("name", UNANSWERED)
def test_what_cannot_be_answered_says_why(name: str) -> None:
    """Cancelled before it begins, or without time: never an answer, always the reason."""
    cancelled = Cancellation()
    cancelled.cancel()
    question = UNANSWERED[name]
    assert outcome_of(lambda: question(Run(cancellation=cancelled))).stopped_by is StoppedBy.CANCELLED
    assert outcome_of(lambda: question(Run.within(seconds=0))).stopped_by is StoppedBy.TIME


def test_a_stream_that_is_cancelled_says_so() -> None:
    button = Cancellation()
    solutions = KANOODLE.solutions(Run(cancellation=button))
    first = next(solutions)
    button.cancel()
    rest = list(solutions)
    assert first not in rest
    assert (solutions.outcome.stopped_by, solutions.outcome.exhausted) == (StoppedBy.CANCELLED, False)


def test_the_first_reason_stays_and_comes_from_any_thread() -> None:
    button = Cancellation()
    thread = Thread(target=button.cancel)
    thread.start()
    thread.join()
    button.cancel(StoppedBy.INTERRUPT)
    assert (bool(button), button.reason) == (True, StoppedBy.CANCELLED)


def test_the_shared_cancellation_cannot_be_cancelled() -> None:
    with pytest.raises(RuntimeError, match="give it a Cancellation of its own"):
        Run().cancellation.cancel()
    assert not NEVER
    assert pickle.loads(pickle.dumps(Run())) == Run()
    with pytest.raises(TypeError, match="belongs to its process"):
        pickle.dumps(Cancellation())


def test_calls_share_the_clock_of_a_started_run() -> None:
    run = Run.within(seconds=10).started()
    assert run.started() is run
    assert run.seconds_left is not None
    spent = replace(run, began=(run.began or 0) - 11)
    assert (spent.seconds_left, spent.stopped_by) == (0, StoppedBy.TIME)
    assert spent.aside(solutions=1).stopped_by is StoppedBy.TIME
    assert outcome_of(lambda: SUDOKU.count(spent)).stopped_by is StoppedBy.TIME


def test_listeners_get_one_type_from_all() -> None:
    told: list[Progress] = []
    run = Run(progress=told.append)
    excover.clues(SUDOKU, run)
    excover.why(excover.load("queens", {"n": 4}), "Q...|....|....|...Q".replace("|", "\n"), run)
    Diagram(dominoes(6, 6), run)
    list(islice(KANOODLE.solutions(run), 3))
    assert {each.stage for each in told} >= {"clues", "givens", "search"}
    assert all(isinstance(each, Progress) for each in told)


@pytest.mark.parametrize("engine", ["auto", "graph", "lanes", "sparse"])
@pytest.mark.parametrize("most", [0, 4, 91, 1000])
def test_a_budget_of_solutions_means_the_same_with_every_engine(engine: str, most: int) -> None:
    outcome = count(queens(8), Run(Budget(solutions=most), Strategy(engine)))  # type: ignore[arg-type]
    assert outcome.count == min(most, 92)
    assert (outcome.exhausted, outcome.stopped_by) == (
        (True, None) if most > 92 else (False, StoppedBy.LIMIT)
    )


def test_what_was_found_before_the_end_is_kept() -> None:
    found: list[tuple[int, ...]] = []
    search = Search(queens(8), Run(cancellation=When(lambda: len(found) > 9)))
    for cover in search:
        found.append(cover)
    assert 9 < len(found) <= search.outcome.count <= 92


def test_all_exceptions_have_one_base() -> None:
    kinds = (excover.SpecError, Unfinished, excover.GaveUp, excover.NotUnique)
    assert all(issubclass(kind, excover.ExcoverError) for kind in kinds)
    with pytest.raises(excover.ExcoverError):
        next(KANOODLE.solutions(Run(strategy=Strategy("graph", memory=10**5))))


def test_a_line_has_the_status_of_a_search() -> None:
    (line,) = excover.solve_many(SUDOKU.given(None), ["." * 81])
    assert line.status is excover.Status.SOLVED


@pytest.mark.parametrize(
    ("reason", "status", "told"),
    [
        ("_json.so: failed to map segment from shared object", 3, "error: out of memory"),
        ("libz.so.1: cannot allocate memory in static TLS block", 3, "error: out of memory"),
        ("cannot import name 'sample'", 70, "internal error: ImportError"),
    ],
)
def test_a_module_that_memory_does_not_suffice_for(
    reason: str, status: int, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_name: str) -> None:
        raise ImportError(reason)

    monkeypatch.setattr("excover.apps.cli.app.import_module", fail)
    assert main(["gallery"]) == status
    assert capsys.readouterr().err.startswith(told)
