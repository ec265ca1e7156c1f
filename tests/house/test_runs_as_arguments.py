"""Public functions that take a run say what is wrong with anything else, before they do anything."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import excover
import excover.types
from excover.base.limits import Limits
from excover.search.run import Run

PROBLEM = excover.load("sudoku-4x4")


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """All with a parameter ``run``: of the package, and of its public classes."""
    for module in (excover, excover.types):
        for name in module.__all__:
            found = getattr(module, name)
            members = vars(found) if inspect.isclass(found) else {"": found}
            for member, value in members.items():
                function = getattr(value, "__func__", value)
                is_public = not member.startswith("_") and inspect.isfunction(function)
                if is_public and "run" in inspect.signature(function).parameters:
                    yield f"{name}.{member}".rstrip("."), function


FUNCTIONS = dict(functions())
WRONG = [
    (excover.Budget(seconds=1), r"`run=excover\.Run\(budget\)`"),
    (excover.Strategy("lanes"), r"`run=excover\.Run\(strategy=strategy\)`"),
    (excover.Cancellation(), r"`run=excover\.Run\(cancellation=cancellation\)`"),
    (Limits(), r"excover\.load\(name, limits=limits\)"),
    (print, r"`run=excover\.Run\(progress=listener\)`"),
    *((value, r"`run=excover\.Run\.within\(seconds=60\)`") for value in (5, 0.5, None, "5", True, Run)),
]


def test_there_are_many() -> None:
    some = {"Problem.count", "Problem.best", "why", "start", "SolutionSet.of", "Campaign.finish"}
    assert some <= {*FUNCTIONS}


def positional(function: Callable[..., Any]) -> list[inspect.Parameter]:
    parameters = inspect.signature(function).parameters.values()
    return [each for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_no_run_is_refused(name: str) -> None:
    function = FUNCTIONS[name]
    others = [None for each in positional(function) if each.default is each.empty]
    for wrong, way_out in WRONG:
        with pytest.raises(TypeError, match=r"`run` of `\w+` is an excover\.Run, not .*" + way_out):
            function(*others, run=wrong)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_run_elsewhere_is_refused(name: str) -> None:
    function = FUNCTIONS[name]
    for place, each in enumerate(positional(function)):
        runs = [Run()] if each.default is each.empty else []
        for wrong in (*runs, excover.Budget()) if each.name not in ("self", "cls", "run") else ():
            with pytest.raises(TypeError, match=rf"`{each.name}` of `\w+` takes no .*`run="):
                function(*[None] * place, wrong)


def test_calls_that_are_often_written_so() -> None:
    with pytest.raises(TypeError, match=r"`run` of `count` is an excover\.Run, not .*`Budget`"):
        PROBLEM.count(excover.Budget(seconds=5))  # type: ignore[arg-type]
    assert excover.why(PROBLEM, Run()) == excover.why(PROBLEM, run=Run())
    with pytest.raises(TypeError, match=r"`given` of `why` takes no Run: write `run=run`"):
        excover.why(PROBLEM, Run(), run=Run())
    with pytest.raises(TypeError, match=r"`run` of `count` is an excover\.Run, not 5"):
        PROBLEM.count(5)  # type: ignore[arg-type]
    with pytest.raises(
        TypeError, match=r"`budget` of a Run is a Budget, not 5: write `Run\.within\(seconds=60\)`"
    ):
        Run(5)  # type: ignore[arg-type]
    assert excover.start(PROBLEM.count, Run()).result() == PROBLEM.count(Run()) == 288
