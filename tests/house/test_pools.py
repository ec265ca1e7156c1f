"""Every public class goes through a pool of processes: what is sent there and comes back says the same."""

from __future__ import annotations

import inspect
import multiprocessing
import re
import sys
from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from enum import Enum
from io import BytesIO
from typing import Any

import pytest
from effort import HANGS

import excover
from excover import Budget, OptionName, Problem, Run, SpecError

pytestmark = pytest.mark.outer
QUEENS = excover.load("queens", {"n": 6})
COIN = excover.parse("item a  option heads() covers a cost 1  option tails() covers a cost 2  minimize")
NO_QUEENS = excover.load("queens", {"n": 3})
SUDOKU = excover.load("sudoku", given=excover.find_given("sudoku-easy"))


def raised(act: Callable[[], object]) -> BaseException:
    with pytest.raises(excover.ExcoverError) as error:
        act()
    return error.value


def unfinished() -> BaseException:
    return raised(lambda: excover.load("queens", {"n": 20}).count(Run(Budget(nodes=10))))


def unproved() -> BaseException:
    crew = excover.load("crew")
    for nodes in range(1, 200):
        try:
            crew.best(Run(Budget(nodes=nodes)))
        except excover.Unproved as early:
            return early
        except excover.Unfinished:
            continue
    return excover.Unproved(crew.tally(Run(Budget(nodes=1))), COIN.solve())  # type: ignore[arg-type]


def wrong() -> SpecError:
    found = raised(lambda: excover.parse("item a option x() covers b"))
    assert isinstance(found, SpecError)
    return found


CUBE = excover.parse("""board box 2x2x2
shapes piece
  |AA BB|A. ..
  |AA B.|.. ..
place one-sided piece on box""")


def of_models() -> dict[str, Any]:
    model = excover.Model()
    load = model.items("load", ["a", "b"], units=True, at_most=[3, 4])
    return {"Covers": load[["a", "b", "a"]].by([1, 2, 3]), "ModelItems": load}


def of_studies() -> dict[str, Any]:
    """What proofs, generators and disassembly give and raise."""
    apart = excover.disassemble(CUBE, CUBE.solve())  # type: ignore[arg-type]
    assert apart is not None
    return {
        "Disassembly": apart,
        "GaveUp": excover.GaveUp(7),
        "JournalError": excover.JournalError("a journal of another run"),
        "NewPuzzle": next(iter(excover.generate(excover.load("latin", {"n": 3}), seed=1))),
        "NotSolid": raised(lambda: excover.disassemble(SUDOKU, SUDOKU.solve())),  # type: ignore[arg-type]
        "PieceMove": apart.moves[0],
        "Progress": excover.Progress("search", 3, 10, 0.3, "so far"),
        "Proof": excover.prove_count(QUEENS, BytesIO()),
        "ProofTooLarge": raised(lambda: excover.prove_count(QUEENS, BytesIO(), limit=200)),
        "Reason": excover.why(NO_QUEENS).reason,
    }


def instances() -> Iterator[tuple[str, Any]]:
    """One of every public class that holds data."""
    unique = excover.unique(QUEENS)
    rating, why = excover.rate(SUDOKU), excover.why(QUEENS, [OptionName("queen", (1, 1))])
    clues = excover.clues(SUDOKU)
    lines = excover.solve_many(SUDOKU.without_givens(), ["." * 81])
    yield from {
        "Budget": Budget(solutions=3),
        "Clue": clues.given[0],
        "Clues": clues,
        "CoverError": raised(lambda: QUEENS.verify([0, 1])),
        "Diagnostic": wrong().diagnostics[0],
        "ExcoverError": excover.ExcoverError("no"),
        "Disk": excover.Disk("states", 10**9),
        "DiskStopped": excover.DiskStopped(wrong().diagnostics),
        "ItemName": QUEENS.matrix.items[0],
        "Limits": QUEENS.limits,
        "LineResult": next(iter(lines)),
        "Matrix": QUEENS.matrix,
        "MissingExtra": excover.MissingExtra("say: pip install"),
        "NotUnique": raised(lambda: excover.rate(QUEENS)),
        "OptionName": QUEENS.matrix.options[0],
        "OrderedSet": excover.OrderedSet([2, 1]),
        "Outcome": QUEENS.tally(),
        "Problem": QUEENS.forbid(["queen(1, 2)"]),
        "Rating": rating,
        "Run": Run.within(seconds=5),
        "Solution": QUEENS.solve(),
        "SolutionSet": excover.SolutionSet.of(QUEENS),
        "SolutionSheet": excover.SolutionSheet(list(QUEENS.solutions())),
        "SpecError": wrong(),
        "Statistics": QUEENS.tally().statistics,
        "SolvingStep": excover.steps(SUDOKU)[0],
        "Strategy": excover.Strategy(threads=2),
        "Unfinished": unfinished(),
        "Uniqueness": unique,
        "Unproved": unproved(),
        "Wanted": excover.Wanted(),
        "Why": why,
        **of_models(),
        **of_studies(),
    }.items()


def said(value: Any) -> Any:
    """What is compared: values by their contents, exceptions by their texts."""
    match value:
        case BaseException():
            return type(value), str(value)
        case Problem():
            return value.count(), list(map(str, value.matrix.options))
        case excover.Matrix():
            return list(value.options), list(value.items), list(value.entries), value.costs or array("q")
        case excover.SolutionSet():
            return value.count, list(value)
        case excover.SolutionSheet():
            return value.svg()
        case excover.Solution() | Enum():
            return value
        case _:  # a place in a text is only equal to itself
            return re.sub(r" at 0x[0-9a-f]+|began=[^,)]*", "", repr(value))


def echoed(value: Any) -> tuple[Any, Any]:
    """In another process."""
    return value, said(value)


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    main = sys.modules["__main__"]
    if not hasattr(main, "__spec__"):  # a worker of pytest-xdist, where multiprocessing asks for it
        main.__spec__ = None
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as made:
        yield made


def test_every_public_class_goes_through_a_pool(pool: ProcessPoolExecutor) -> None:
    tried = dict(instances())
    for name, value in tried.items():
        assert isinstance(value, getattr(excover, name)), name
        back, there = pool.submit(echoed, value).result(HANGS)
        assert said(back) == there == said(value), name
    classes = {name for name in excover.__all__ if inspect.isclass(getattr(excover, name))}
    enums = {name for name in classes if issubclass(getattr(excover, name), Enum)}
    assert classes - enums - tried.keys() == NOT_SENT


NOT_SENT = {
    "Campaign",
    "Cancellation",
    "Handle",
    "Improvements",
    "Model",
    "ProgressLog",
    "Solutions",
}
"""What is at work here: a search, a thread, what listens to it, a model that is still stated."""


def test_work_is_shared_by_a_pool(pool: ProcessPoolExecutor) -> None:
    assert pool.submit(Problem.count, QUEENS).result(HANGS) == 4
    assert (
        pool.submit(excover.unique, QUEENS, Run.within(seconds=60)).result(HANGS).verdict.value == "several"
    )
