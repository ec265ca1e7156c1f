"""What is called wrongly says what to write: no function of the package raises an error of Python's own."""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import excover
from excover import Budget, Limits, Run, Strategy, Wanted
from excover.base.frozen import Configuration
from excover.problem.problem import OUTSIDE
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
        each.name: "x" if "PathLike" in str(each.annotation) else None
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
        (lambda wrong: excover.Campaign(wrong), "`journal` of `Campaign` is a path", [None, 5]),
        (lambda wrong: excover.Disk(wrong), 'write `folder="file"`', [5, None]),
        (lambda wrong: next(excover.generate(SUDOKU, number=wrong)), "write `number=2`", ["2", 2.0]),
        (lambda wrong: next(excover.generate(SUDOKU, wanted=wrong)), "an excover.Wanted", [5, "x", [5]]),
        (lambda wrong: QUEENS.best(gap=wrong), "`gap` of `Problem.best` is a number", ["5%", None]),
        (lambda wrong: QUEENS.verify(wrong), "a cover is a solution, or several options", [5, None, "x(1)"]),
        (lambda wrong: QUEENS.decode(wrong), "a cover is a solution, or several options", [5, None, "x(1)"]),
        (lambda wrong: excover.SolutionSheet(wrong), "several solutions", [5, [5], "x", QUEENS.solve()]),
        (lambda wrong: excover.SolutionSet.of(QUEENS)[wrong], "solution_set[0]", ["x", None, 0.5]),
        (lambda wrong: excover.start(wrong), "write `start(problem.count)`", [5, None, "x"]),
    ],
    ids=[
        *("disk", "solution", "lines", "proof", "journal", "folder", "number", "wanted", "gap", "verify"),
        *("decode", "sheet", "index", "start"),
    ],
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


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: QUEENS.solutions(limit=3), "write `run=excover.Run.within(solutions=3)`"),
        (lambda: QUEENS.count(seconds=0.5), "write `run=excover.Run.within(seconds=0.5)`"),
        (lambda: excover.unique(QUEENS, threads=2), "write `run=excover.Run.within(threads=2)`"),
        (
            lambda: QUEENS.solve(time_limit=9, workers=2),
            "write `run=excover.Run.within(seconds=9, threads=2)`",
        ),
        (lambda: QUEENS.count(seed=3), "write `run=excover.Run(strategy=excover.Strategy(seed=3))`"),
        (lambda: excover.Run(seconds=9, threads=2), "write `Run.within(seconds=9, threads=2)`"),
        (lambda: QUEENS.best(gap="1%"), "write `gap=0.01`"),
        (lambda: QUEENS.count(up_to_symetry=True), "`Problem.count` takes no `up_to_symetry`: did you mean"),
        (lambda: QUEENS.solve(x=1), "`Problem.solve` takes no `x`: its arguments are `run`"),
        (
            lambda: QUEENS.near(["queen(1, 2)"], costs=2),
            "`Problem.near` takes no `costs`: did you mean `cost`?",
        ),
        (lambda: QUEENS.with_option("x", covers="a", costs=2), "takes no `costs`: did you mean `cost`?"),
        (
            lambda: QUEENS.forbid(["queen(1, 2)"], seconds=2),
            "takes no `seconds`: its arguments are `options`",
        ),
        (lambda: excover.start(QUEENS.count, up_to_symetry=True).result(), "did you mean `up_to_symmetry`?"),
    ],
)
def test_arguments_that_there_are_not(call: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError) as raised:
        call()
    assert said in str(raised.value)


def test_a_problem_names_the_functions_that_ask_it_something() -> None:
    public = {name: getattr(excover, name) for name in excover.__all__ if name.islower()}
    asking = {
        name for name, each in public.items() if [*inspect.signature(each).parameters][:1] == ["problem"]
    }
    assert asking == {*OUTSIDE}
    with pytest.raises(AttributeError, match=r"a Problem has no `why`: write `excover\.why\(problem\)`"):
        QUEENS.why()  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match=r"a Problem has no `whatever`$"):
        QUEENS.whatever()  # type: ignore[attr-defined]


# Every public function, with one wrong argument after the other

OWNERS: dict[str, Callable[[], object]] = {
    "Problem": lambda: QUEENS,
    "Solution": QUEENS.solve,
    "SolutionSet": lambda: excover.SolutionSet.of(QUEENS),
    "Solutions": QUEENS.solutions,
    "Handle": lambda: excover.start(QUEENS.count),
}
"""Those whose methods are called."""
MADE = ("Budget", "Campaign", "Cancellation", "Disk", "Limits", "Run", "SolutionSheet", "Strategy", "Wanted")
"""Those that are made, or begun, by the user. `Model` has tests of its own (`tests/problem`)."""
COIN = excover.parse("item a[1..2] option x(i in 1..2) covers a[i] cost i minimize")
SAMPLES = {
    "problem": QUEENS,
    "disassemble.problem": excover.parse("board b cube 1x1x2 shapes s cube\n  |AB\nplace free s on b"),
    "generate.problem": excover.load("sudoku-4x4"),
    "solve_many.problem": excover.load("sudoku-4x4"),
    "solution": None,
    "solutions": [QUEENS.solve()],
    "cover": QUEENS.solve(),
    "options": [],
    "items": "row[1]",
    "Problem.with_bounds.times": 1,
    "costs": {},
    "given": None,
    "lines": ["." * 16],
    "seed": 0,
    "pieces": 1,
    "name": "cost",
    "function": QUEENS.count,
    "spec": "queens",
    "text": "item a option x() covers a",
}
"""Arguments that are right, of those without a default."""
OTHERS = ["x", 5, 0.5, -1, None, [1], object(), (), {}, b"x"]


def called(folder: Path) -> Iterator[tuple[str, Callable[..., Any], dict[str, Any]]]:
    """All, each with arguments that are right."""
    for name in excover.__all__:
        value = getattr(excover, name)
        if inspect.isfunction(value) or name in MADE:
            yield name, value, arguments_of(name, value, folder)
        for member, method in vars(value).items() if name in OWNERS or name == "Campaign" else ():
            if not member.startswith("_") and (
                isinstance(method, classmethod) or (inspect.isfunction(method) and name in OWNERS)
            ):
                found = getattr(value if isinstance(method, classmethod) else OWNERS[name](), member)
                yield f"{name}.{member}", found, arguments_of(f"{name}.{member}", found, folder)


def arguments_of(name: str, function: Callable[..., Any], folder: Path) -> dict[str, Any]:
    files = {"folder": folder, "path": folder / "file", "file": folder / "file", "journal": folder / "j"}
    found = {}
    for each in inspect.signature(function).parameters.values():
        if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY) and each.name != "run":
            default = files[each.name] if each.default is each.empty and each.name in files else each.default
            found[each.name] = SAMPLES.get(f"{name}.{each.name}", SAMPLES.get(each.name, default))
    return found


def is_raised_here(wrong: BaseException) -> bool:
    """Whether a statement `raise` of the package raised it."""
    trace = wrong.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    assert trace is not None
    file = trace.tb_frame.f_code.co_filename
    line = linecache.getline(file, trace.tb_lineno).strip()
    return line.startswith("raise ") and Path(excover.__file__).parent in Path(file).parents


def test_every_function_refuses_wrong_arguments_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # "x" is a good name of a file
    tried, raw = 0, []
    for name, function, right in called(tmp_path):
        for argument in right:
            for wrong in OTHERS:
                tried += 1
                try:
                    found = function(**{**right, argument: wrong})
                    if inspect.isasyncgen(found) or isinstance(found, Iterator):
                        list(islice(found, 2)) if isinstance(found, Iterator) else None
                except Exception as fault:
                    if not is_raised_here(fault) and not isinstance(fault, OSError):
                        raw.append(f"{name}({argument}={wrong!r}): {fault!r}")
    assert not raw, "\n".join(raw)
    assert tried > 500
