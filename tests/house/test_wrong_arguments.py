"""What is called wrongly says what to write: no function of the package raises an AttributeError."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import excover
from excover import Budget, Limits, Run, Strategy, Wanted
from excover.base.frozen import Configuration
from tests.house.test_runs_as_arguments import functions

OF_PROBLEMS = {
    name: function for name, function in functions() if "problem" in inspect.signature(function).parameters
}
NO_PROBLEMS: list[tuple[Any, str]] = [
    ("queens", "write `excover.load('queens')`"),
    ("item a\noption x() covers a", "write `excover.parse(text)`"),
    (Path("queens.xc"), "write `excover.load(path)`"),
    (excover.Model(), "write `model.problem()`"),
    (None, 'write `excover.load("queens")`, for example'),
    (4, 'write `excover.load("queens")`, for example'),
    (excover.SolutionSet.of(excover.load("queens", {"n": 4})), "`solution_set.problem`"),
]


def test_there_are_many() -> None:
    some = {"why", "unique", "rate", "clues", "generate", "SolutionSet.of", "prove_count", "solve_many"}
    assert some <= {*OF_PROBLEMS}


@pytest.mark.parametrize("name", OF_PROBLEMS)
def test_what_is_no_problem_is_refused(name: str) -> None:
    function = OF_PROBLEMS[name]
    others = {
        each.name: None
        for each in inspect.signature(function).parameters.values()
        if each.default is each.empty and each.name != "problem"
    }
    for wrong, instead in NO_PROBLEMS:
        with pytest.raises(TypeError, match=r"`problem` of `[\w.]+` is an excover\.Problem, not ") as raised:
            function(**others, problem=wrong)
        assert instead in str(raised.value)


def test_a_walk_of_no_problem() -> None:
    for wrong, instead in NO_PROBLEMS[:-1]:
        with pytest.raises(TypeError) as raised:
            excover.walk(wrong)
        assert instead in str(raised.value)


CONFIGURATIONS: list[type[Configuration]] = [Budget, Limits, Run, Strategy, Wanted]


@pytest.mark.parametrize("kind", CONFIGURATIONS)
def test_every_field_of_numbers_refuses_others(kind: type[Configuration]) -> None:
    for name in kind._kinds:
        for wrong in ("x", [1], Strategy(), object()):
            with pytest.raises(
                TypeError, match=f"`{name}` of a {kind.__name__} is .*, not .*: write `{name}="
            ):
                kind(**{name: wrong})


@pytest.mark.parametrize(
    ("made", "instead"),
    [
        (lambda: Run(strategy="lanes"), "write `Run(strategy=excover.Strategy('lanes'))`"),
        (lambda: Run(strategy=Budget(5)), "write `Run(budget)`"),
        (lambda: Run(Strategy()), "write `Run(strategy=strategy)`"),
        (lambda: Run(cancellation=5), "write `Run(cancellation=excover.Cancellation())`"),
        (lambda: Run(strategy=5), "write `Run(strategy=excover.Strategy("),
        (lambda: Run(strategy=excover.Cancellation()), "write `Run(cancellation=cancellation)`"),
        (lambda: Run(progress=5), "write `Run(progress=print)`"),
        (lambda: Run.within(nodes=1.5), "write `nodes=1`"),
        (lambda: Run.within(nodes=1e6), "write `nodes=1000000`"),
        (lambda: Run.within(nodes=1e30), f"write `nodes={int(1e30)}`"),
        (lambda: Run.within(nodes=float("inf")), "write `nodes=10`, for example"),
        (lambda: Run.within(solutions=True), "write `solutions=10`, for example"),
        (lambda: Run.within(solutions=1.5), "write `solutions=1`"),
        (lambda: Run.within(seconds="5"), "write `seconds=5`"),
        (lambda: Run.within(seconds="0.5"), "write `seconds=0.5`"),
        (lambda: Run.within(5), "by name, not 5: write `Run.within(seconds=60)`"),
        (lambda: Run.within(second=5), "by name, not `second`: write"),
        (lambda: Strategy(threads="2"), "write `threads=2`"),
        (lambda: Strategy(threads=None), "write `threads=10`, for example"),
        (lambda: Strategy(memory="200MB"), "write `memory=200000000`"),
        (lambda: Strategy(memory="1.5 GB"), "write `memory=1500000000`"),
        (lambda: Strategy(ordered="no"), "write `ordered=True`, or leave it out"),
        (lambda: Budget("5"), "write `solutions=5`"),
        (lambda: Limits(options="2M"), "write `options=2000000`"),
    ],
)
def test_runs_refuse_what_they_are_made_of(made: Callable[[], object], instead: str) -> None:
    with pytest.raises(TypeError) as raised:
        made()
    assert instead in str(raised.value)


def test_numbers_of_numpy_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    run = Run.within(nodes=numpy.int64(500), seconds=numpy.float32(60))
    assert excover.load("queens", {"n": 4}).tally(run.by(Strategy(threads=numpy.int64(1)))).count == 2


SOMA = excover.load("soma")
SUDOKU = excover.load("sudoku")
QUEENS = excover.load("queens", {"n": 4})


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: excover.parse(None), "`parse` takes the text of a description, not None"),
        (lambda: excover.parse(Path("queens.xc")), "write `excover.load(path)`"),
        (lambda: excover.parse("item a", folder=5), "`folder` is a path, not 5"),
        (lambda: excover.load(None), "a file or a shipped name, not None"),
        (lambda: excover.load(QUEENS), "a file or a shipped name, not a value of the type `Problem`"),
        (lambda: excover.load("queens", ["n", 6]), "`settings` are values by the names of parameters, not ["),
        (lambda: excover.load("queens", 6), 'not 6: write `{"n": 6}`'),
        (lambda: excover.load("queens", {6: 6}), "the name of a parameter is a text, not 6"),
        (lambda: QUEENS.with_parameters(["n", 6]), "`settings` are values by the names"),
        (lambda: excover.load("queens", limits=5), "`limits` are excover.Limits, not 5"),
        (lambda: excover.parse("item a", limits=5), "`limits` are excover.Limits, not 5"),
        (lambda: excover.find_given(None), 'not None: as in `find_given("sudoku-easy")`'),
        (lambda: excover.Campaign.begin(None, "j"), "a file or a shipped name, not None"),
    ],
)
def test_descriptions_that_are_none(call: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError) as raised:
        call()
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("call", "said", "wrongs"),
    [
        (lambda wrong: QUEENS.tally(disk=wrong), 'write `excover.Disk("folder")`', ["folder", 5]),
        (lambda wrong: excover.disassemble(SOMA, wrong), "write `problem.solve()`", ["x", None, 5]),
        (lambda wrong: next(excover.solve_many(SUDOKU, wrong)), "`lines` are several texts", ["..", None, 5]),
        (lambda wrong: excover.prove_count(QUEENS, wrong), 'as in `"count.proof"`', [None, 5]),
        (lambda wrong: excover.Campaign(wrong), 'as in `"run.journal"`', [None, 5]),
    ],
    ids=["disk", "solution", "lines", "proof", "journal"],
)
def test_what_is_asked_of(call: Callable[[Any], object], said: str, wrongs: list[Any]) -> None:
    for wrong in wrongs:
        with pytest.raises(TypeError) as raised:
            call(wrong)
        assert said in str(raised.value)


def test_a_number_in_place_of_givens() -> None:
    for call in (lambda: excover.why(QUEENS, 5), lambda: QUEENS.given(5), lambda: QUEENS.forbid(0.5)):  # type: ignore[arg-type]
        with pytest.raises(excover.SpecError, match=r"E288.*which has no names\n.*`run=excover\.Run"):
            call()
