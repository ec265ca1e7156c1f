"""Whatever a worker can return or raise comes back from a process pool as it was.

All that `excover.__all__` exports takes part: of every object below, each property is read and each method
called in a worker. A public name, or a method that needs arguments, which is missing here fails a test.
"""

from __future__ import annotations

import pickle
import pkgutil
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib import import_module
from io import BytesIO
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import excover
from excover import (
    Budget,
    Cancellation,
    ItemName,
    OptionName,
    OrderedSet,
    Problem,
    Run,
    SolutionSet,
    Strategy,
    Wanted,
)
from excover.apps.cli.process import Interrupted
from excover.authors.clues import NotUnique
from excover.authors.generate import GaveUp
from excover.base.diagnostics import SpecError
from excover.language.expressions.scope import Silent
from excover.language.syntax.grammar import Unexpected
from excover.runs.journal_file import DamagedJournal
from excover.search.outcome import Unfinished

LATIN = "board box 3x3\nfill box with 1..3, once per row, column\ngiven\n  |1..\n  |.2.\n  |..."
PRICED = (
    "item a[1..2]\noption x(k in 1..2, c in 1..2) covers a[k] cost c\nminimize\ndraw x(k, c) at (1, k) as c"
)


NONE = "board b\n|.#\n|#.\nshapes p\n|AA\nplace free p on b"


def cancelled() -> Cancellation:
    cancellation = Cancellation()
    cancellation.cancel()
    return cancellation


def latin() -> Problem:
    return excover.parse(LATIN)


def priced() -> Problem:
    return excover.parse(PRICED)


def model_items() -> excover.ModelItems:
    return excover.Model().items("a", [1, 2])


def block_and_cube() -> excover.Disassembly | None:
    problem = excover.parse("board b 2x1x1 shapes s\n  |A|B\nplace fixed s on b")
    return excover.disassemble(problem, next(problem.solutions()))


def solution_set() -> SolutionSet:
    return SolutionSet.of(priced())


def wrong() -> SpecError:
    with pytest.raises(SpecError) as caught:
        excover.parse("item rwo[1..8] option x() covers row[1]")
    return caught.value


@cache
def objects() -> dict[str, object]:
    """One of each class that is exported or that a public function gives."""
    problem, best = priced(), priced().best()
    outcome = problem.tally(Run.within(nodes=1))
    solved = excover.unique(problem)
    return {
        "Budget": Budget(seconds=1.5),
        "Clue": excover.clues(latin()).given[0],
        "Clues": excover.clues(latin()),
        "Diagnostic": wrong().diagnostics[0],
        "Disk": excover.Disk("states", 10**9),
        "DiskStopped": excover.DiskStopped(wrong().diagnostics),
        "Extent": excover.Extent.SOME,
        "GaveUp": GaveUp(12_345),
        "ItemName": ItemName("row", (1, OrderedSet([1, 2]))),
        "Level": next(iter(excover.Level)),
        "Limits": excover.Limits(options=7),
        "Campaign": excover.Campaign("/none/such.journal"),
        "CoverError": excover.CoverError("an item is covered twice"),
        "Covers": model_items()[1],
        "Disassembly": (apart := block_and_cube()),
        "PieceMove": apart and apart.moves[0],
        "NotSolid": excover.NotSolid("a flat board"),
        "JournalError": excover.JournalError("not a journal"),
        "MissingExtra": excover.MissingExtra("pip install it"),
        "ModelItems": model_items(),
        "Matrix": problem.matrix,
        "NewPuzzle": next(iter(excover.generate(excover.load("latin", {"n": 3}), seed=1))),
        "NotUnique": NotUnique(solved),
        "OptionName": OptionName("x", (1, 2)),
        "OrderedSet": OrderedSet([3, 1]),
        "Outcome": outcome,
        "Problem": problem,
        "Progress": excover.Progress("shrinking", 3),
        "Proof": excover.prove_count(problem, BytesIO()),
        "ProofTooLarge": excover.ProofTooLarge(wrong().diagnostics),
        "ExcoverError": excover.ExcoverError("anything"),
        "Rejection": excover.Rejection.AMBIGUOUS,
        "Run": Run.within(seconds=2),
        "Rating": excover.rate(latin()),
        "Reason": excover.why(excover.parse(NONE)).reason,
        "Solution": best,
        "SolvingStep": excover.steps(latin())[0],
        "SpecError": wrong(),
        "Statistics": outcome.statistics,
        "Status": outcome.status,
        "StoppedBy": outcome.stopped_by,
        "Strategy": Strategy("graph", threads=2, memory=50_000_000),
        "SolutionSet": solution_set(),
        "Symmetry": next(iter(excover.Symmetry)),
        "Unfinished": Unfinished(outcome),
        "Uniqueness": solved,
        "Unproved": excover.Unproved(outcome, best),
        "Verdict": solved.verdict,
        "Wanted": Wanted(),
        "Why": excover.why(problem, "11"),
        "LineResult": next(iter(excover.solve_many(problem, ["1."]))),
        "HeatMap": solution_set().heat(),
    }


FUNCTIONS: dict[str, Callable[[], object]] = {
    "clues": lambda: excover.clues(latin()),
    "disassemble": block_and_cube,
    "find_given": lambda: excover.find_given("sudoku-easy"),
    "generate": lambda: list(islice(excover.generate(latin(), seed=2), 2)),
    "load": lambda: excover.load("queens", {"n": 4}),
    "start": lambda: excover.start(priced().count).result(),
    "minimal_clues": lambda: list(excover.minimal_clues(latin())),
    "parse": latin,
    "prove_count": lambda: excover.prove_count(latin(), BytesIO()),
    "prove too much": lambda: excover.prove_count(latin(), BytesIO(), limit=0),
    "rate": lambda: excover.rate(latin()),
    "steps": lambda: excover.steps(latin()),
    "solve_many": lambda: list(excover.solve_many(priced(), ["1.", "..", "x."])),
    "unique": lambda: excover.unique(latin()),
    "why": lambda: excover.why(excover.parse(NONE)),
    "load a file that is not there": lambda: excover.load("/none/such.xc"),
    "parse what is wrong": lambda: excover.parse("item"),
    "clues of an ambiguous puzzle": lambda: excover.clues(priced()),
    "no time": lambda: priced().count(Run.within(nodes=0)),
    "no memory": lambda: SolutionSet.of(priced(), Run(strategy=Strategy(memory=0))),
    "stopped": lambda: excover.why(excover.parse(NONE), run=Run(cancellation=cancelled())),
    "no goal": lambda: latin().best(),
    "no such engine": lambda: list(
        excover.parse("item a 2 times\noption x(k in 1..2) covers a").solutions(
            Run(strategy=Strategy("lanes"))
        )
    ),
    "no such solution": lambda: solution_set()[99],
    "no diagram": lambda: SolutionSet.load(__file__, priced()),
}

WITH_ARGUMENTS: dict[str, Callable[[Any], object]] = {
    "Campaign.solutions_async": lambda campaign: str(type(campaign.solutions_async())),
    "Clue.agrees": lambda clue: clue.agrees([0]),
    "HeatMap.name": lambda heat: heat.name(heat.maps[0]),
    "Matrix.build": lambda matrix: matrix.build([], []),
    "Matrix.is_primary": lambda matrix: matrix.is_primary(0),
    "Matrix.option_items": lambda matrix: matrix.option_items(0),
    "Matrix.restricted": lambda matrix: matrix.restricted([0]),
    "OrderedSet.isdisjoint": lambda members: members.isdisjoint([1]),
    "Problem.given": lambda problem: problem.given("11"),
    "Problem.improvements_async": lambda problem: str(type(problem.improvements_async())),
    "Problem.solutions_async": lambda problem: str(type(problem.solutions_async())),
    "Run.after": lambda run: run.after(5),
    "Run.by": lambda run: run.by(Strategy()),
    "Run.report": lambda run: run.report("search", 1),
    "Run.unfinished": lambda run: run.unfinished(excover.StoppedBy.TIME),
    "Run.check": lambda run: run.started().check(),
    "Run.stopped_by": lambda run: run.started().stopped_by,
    "Run.began": lambda run: run.began,
    "SolutionSet.draws": lambda solution_set: solution_set.draws(seed=1),
    "SolutionSet.given": lambda solution_set: solution_set.given("1."),
    "SolutionSet.load": lambda solution_set: solution_set.load("none", solution_set.problem),
    "SolutionSet.numbers": lambda solution_set: solution_set.numbers(seed=1),
    "SolutionSet.of": lambda solution_set: solution_set.of(solution_set.problem),
    "SolutionSet.sample": lambda solution_set: solution_set.sample(seed=1),
    "SolutionSet.starts": lambda solution_set: solution_set.starts(1),
}


def members(name: str) -> list[str]:
    """The public attributes of an object, without those of tuples and of exceptions."""
    kind = type(objects()[name])
    inherited = {*dir(tuple), *dir(Exception)}
    return [member for member in dir(kind) if not member.startswith("_") and member not in inherited]


def answer(question: str) -> object:
    """An object by its name, a function's answer, or ``name.member``; streams are read to their end."""
    name, _, member = question.partition(".")
    if question in FUNCTIONS:
        return FUNCTIONS[question]()
    value = objects()[name]
    if member:
        call = WITH_ARGUMENTS.get(question)
        value = call(value) if call else getattr(value, member)
        value = value() if callable(value) and not isinstance(value, type) else value
    return list(islice(value, 5)) if isinstance(value, Iterator) else value


def outcome_of(question: str) -> object:
    """The answer, or the exception that is raised instead."""
    try:
        return answer(question)
    except Exception as raised:
        return raised


def shown(value: object) -> str:
    """What a value is: its type, and what it says; of what is larger than it shows, all there is."""
    more = ""
    if isinstance(value, Problem | SolutionSet):
        listed = value.solutions(Run.within(solutions=20)) if isinstance(value, Problem) else value
        more = repr([repr(solution) for solution in islice(listed, 20)])
    value = sorted(value, key=repr) if isinstance(value, frozenset) else value
    text = f"{type(value)} {value!r} {value} {more}"
    return re.sub(r"\d+\.\d+(e-\d+)?|\d+e-\d+|0x[0-9a-f]+", "", text)


QUESTIONS = [*FUNCTIONS, *objects(), *(f"{name}.{member}" for name in objects() for member in members(name))]


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as workers:
        yield workers


def test_all_that_is_exported_takes_part() -> None:
    classes = (made for value in objects().values() for made in type(value).__mro__)
    given = {*FUNCTIONS, *(made.__name__ for made in classes)}
    unpicklable = {"Cancellation", "Handle", "Improvements", "Model", "ProgressLog", "Solutions"}
    of_notebooks = {"SolutionSheet", "walk"}
    assert set(excover.__all__) - given == unpicklable | of_notebooks


def test_what_a_worker_returns_comes_back(pool: ProcessPoolExecutor) -> None:
    """All in one pool: a single exception that cannot be unpickled would end it and lose the other jobs."""
    jobs = {question: pool.submit(answer, question) for question in QUESTIONS}
    for question, job in jobs.items():
        wanted = outcome_of(question)
        found = job.exception() or job.result()
        assert shown(found) == shown(wanted), question


def test_a_stream_is_refused_and_harms_no_other_job(pool: ProcessPoolExecutor) -> None:
    stream, number = pool.submit(solutions), pool.submit(answer, "Problem.count")
    with pytest.raises(TypeError, match="send the problem, or a list of its solutions"):
        stream.result()
    assert number.result() == 4


def solutions() -> excover.Solutions:
    return priced().solutions()


def _module(name: str) -> object:
    try:
        return import_module(name)
    except ImportError:  # of an extra, or because the libraries of two of them do not load into one process
        assert name.startswith(
            (
                "excover.apps.lsp.",
                "excover.apps.notebook",
                "excover.search.external.",
                "excover.apps.editing.pygments_lexer",
            )
        )
        return excover


def exceptions() -> list[type[BaseException]]:
    """All that the package defines."""
    names = [
        info.name
        for info in pkgutil.walk_packages([str(Path(excover.__file__).parent)], "excover.")
        if "__main__" not in info.name
    ]
    values = [value for name in names for value in vars(_module(name)).values()]
    kinds = {value for value in values if isinstance(value, type) and issubclass(value, BaseException)}
    return sorted((kind for kind in kinds if kind.__module__.startswith("excover")), key=str)


@pytest.mark.parametrize("kind", exceptions(), ids=lambda kind: kind.__name__)
def test_every_exception_unpickles(kind: type[BaseException]) -> None:
    """One whose arguments are not those of its constructor does not, and takes a whole pool with it."""
    made = {type(value): value for value in objects().values()}
    made |= {Interrupted: Interrupted(130), Silent: Silent(wrong().diagnostics)}
    made |= {Unexpected: Unexpected(3, None, ["a"])}
    made |= {DamagedJournal: DamagedJournal(Path("run.journal"), ["part 1 is missing"])}
    raised = made.get(kind) or kind(wrong().diagnostics if issubclass(kind, SpecError) else "what is wrong")
    again = pickle.loads(pickle.dumps(raised))
    assert (type(again), str(again), repr(again)) == (kind, str(raised), repr(raised))
    assert repr(vars(again)) == repr(vars(raised))
