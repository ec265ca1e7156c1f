"""Every shipped puzzle compiles without a warning and has the counts it promises; clingo agrees on two."""

from __future__ import annotations

import operator
import random
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import clingo
import pytest
from slow_values import PUZZLES

import excover
from excover.base.limits import DEFAULT
from excover.base.names import Value
from excover.language import gallery
from excover.language.expressions.evaluate import Evaluator
from excover.language.meaning.resolve import resolve
from excover.language.source_files import DescriptionLoader, find, read
from excover.language.syntax.ast import UpTo
from excover.problem.problem import Problem

pytestmark = pytest.mark.outer

SLOW = {
    "iq-fit-article: solutions = 67868848",
    "iq-fit: solutions = 301350",
    "kanoodle: solutions = 371020",
    "kanoodle-pyramid: solutions = 2448",
    "kanoodle-pyramid: solutions up to symmetry = 306",
    "pentominoes: solutions = 9356",
    "pentominoes: solutions = 4040 when rows = 5, columns = 12",
    "pentominoes: solutions up to symmetry = 2339",
    "pentominoes: solutions up to symmetry = 1010 when rows = 5, columns = 12",
    "dominoes: solutions = 12988816",
    "tetrasticks: solutions up to symmetry = 72",
    "tetrasticks: solutions up to symmetry = 382 when omit = J",
    "tetrasticks: solutions up to symmetry = 607 when omit = L",
    "tetrasticks: solutions up to symmetry = 530 when omit = N",
    "tetrasticks: solutions up to symmetry = 204 when omit = Y",
    "connected-kings: solutions = 0 when n = 6, kings = 7",
    "arrow-sudoku: solutions = 1",
    "kropki-sudoku: solutions = 1",
    "macmahon-triangles: solutions >= 1",
    "xv-sudoku: solutions = 1",
    "macmahon: solutions = 106624",
    "macmahon: solutions up to symmetry = 13328",
    "solid-pentominoes: solutions = 31520",
    "solid-pentominoes: solutions up to symmetry = 3940",
}
"""The promises that take long to keep: most of them more than a second."""
COMPARE = {"=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le}
COMPARE |= {">": operator.gt, ">=": operator.ge}


@cache
def load(name: str, settings: tuple[tuple[str, Value], ...] = ()) -> Problem:
    return excover.load(name, dict(settings))


def count(name: str, settings: tuple[tuple[str, Value], ...] = (), up_to: UpTo | None = None) -> int:
    return count_once(name, tuple(load(name, settings).puzzle.settings.items()), up_to)


@cache
def count_once(name: str, settings: tuple[tuple[str, Value], ...], up_to: UpTo | None) -> int:
    return load(name, settings).count(up_to=up_to)


# What each promises


class Promise(NamedTuple):
    """An `expect` line with its numbers evaluated, which is what it is shown as."""

    spec: str
    subject: str
    up_to: UpTo | None
    sign: str
    value: Any
    settings: tuple[tuple[str, Value], ...]

    def __str__(self) -> str:
        subject = f"{self.subject} up to {self.up_to}" if self.up_to else self.subject
        when = ", ".join(f"{name} = {value}" for name, value in self.settings)
        return f"{self.spec}: {subject} {self.sign} {self.value}" + (f" when {when}" if when else "")


def promises() -> Iterator[Any]:
    for promise in all_promises():
        marks = [pytest.mark.slow] if str(promise) in SLOW else []
        yield pytest.param(promise, id=str(promise), marks=marks)


def all_promises() -> Iterator[Promise]:
    for name in gallery.names():
        puzzle = resolve(
            read(find(name)), DescriptionLoader(DEFAULT)
        )  # no matrix, which takes seconds for all
        value = Evaluator(puzzle.scope, DEFAULT).constant
        for expect in puzzle.expectations:
            settings = tuple((setting.name.id, value(setting.value)) for setting in expect.settings)
            subject, number = (expect.subject, expect.up_to), value(expect.value)
            yield Promise(name, *subject, expect.operator, number, settings)


@pytest.mark.slow
def test_what_is_slow_is_promised() -> None:
    assert set(map(str, all_promises())) >= SLOW


@pytest.mark.parametrize("promise", list(promises()))
def test_expectation(promise: Promise) -> None:
    problem = load(promise.spec, promise.settings)
    match promise.subject:
        case "items":
            found = len(problem.full.matrix.own_items())
        case "options":
            found = len(problem.full.matrix.own_options())
        case "cost":
            best = problem.best()
            found = best and best.cost
        case _:
            found = count(promise.spec, promise.settings, promise.up_to)
    assert COMPARE[promise.sign](found, promise.value), f"{found} {promise.subject}"
    assert not problem.warnings


def is_sentence(line: str) -> bool:
    return line.startswith("# ") and len(line) <= 80 and line.endswith(".")


def test_a_first_line_is_a_short_sentence() -> None:
    assert is_sentence("# " + "x" * 77 + ".")
    assert not any(
        map(is_sentence, ["# " + "x" * 78 + ".", "# No full stop", "#no blank.", 'puzzle "A."', ""])
    )


@pytest.mark.parametrize("name", gallery.names())
def test_describes_itself(name: str) -> None:
    """`excover gallery` shows the title and the first line; every puzzle says what to expect of it."""
    source = gallery.puzzle(name)
    assert source is not None
    assert re.fullmatch("[a-z0-9-]+", name), f"specs/{name}.xc: hyphens are between the words of its name"
    first, *_ = source.text.splitlines()
    wanted = "its first line is a comment, `# ..`, of at most 80 characters that ends with a full stop"
    assert is_sentence(first), f"specs/{name}.xc: {wanted}, not {first!r} ({len(first)} characters)"
    problem = load(name)
    assert problem.title, f'specs/{name}.xc needs a title: `puzzle ".."`'
    assert problem.puzzle.expectations, f"specs/{name}.xc needs what to expect: `expect solutions = ..`"
    assert not problem.warnings


@pytest.mark.parametrize("name", gallery.libraries())
def test_definitions_can_be_imported(name: str) -> None:
    problem = excover.parse(f"import {name} item a option x() covers a")
    assert problem.count() == 1
    assert not problem.warnings


# What others have counted


def published() -> Iterator[Any]:
    for row in tomllib.loads((Path(__file__).parents[1] / "counts.toml").read_text())["count"]:
        spec, times = row["spec"], row.get("times", 1)
        cases = [({row["parameter"]: int(n)}, value) for n, value in row.get("counts", {}).items()]
        for settings, value in cases or [(row.get("settings", {}), row["count"])]:
            shown = ",".join(f"{name}={value}" for name, value in settings.items())
            marks = [pytest.mark.slow] if row.get("slow") else []
            case = spec, tuple(settings.items()), value * times
            yield pytest.param(*case, id=f"{spec}({shown})", marks=marks)


@pytest.mark.parametrize(("name", "settings", "solutions"), list(published()))
def test_published_count(name: str, settings: tuple[tuple[str, Value], ...], solutions: int) -> None:
    assert count(name, settings) == solutions


# Clues


@pytest.mark.parametrize("clues", sorted(path.name for path in gallery.folder().glob("sudoku-*.txt")))
def test_sudoku_has_one_solution_that_keeps_its_clues(clues: str) -> None:
    source = gallery.givens(clues)
    assert source is not None
    (solution,) = excover.load("sudoku", given=source).solutions()
    grid, given = str(solution), source.text.strip()
    assert all(clue in (".", digit) for clue, digit in zip(given, grid, strict=True))
    assert is_sudoku(grid.splitlines())


def is_sudoku(rows: list[str]) -> bool:
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    blocks = ["".join(row[c : c + 3] for row in rows[r : r + 3]) for r in (0, 3, 6) for c in (0, 3, 6)]
    return all(sorted(unit) == list("123456789") for unit in rows + columns + blocks)


def test_easy_sudoku_is_the_one_of_the_encyclopedia() -> None:
    source = gallery.givens("sudoku-easy")
    solution = excover.load("sudoku", given=source).solve()
    assert str(solution).startswith("534678912\n672195348\n198342567\n")


# What is drawn can be given


@pytest.mark.parametrize("name", PUZZLES)
def test_a_solution_given_again_is_the_only_one(name: str) -> None:
    problem = load(name)
    for solution in islice(problem.solutions(), 0, 100, 33):
        again = solution.drawing or solution.options
        assert list(excover.load(name, given=again).solutions()) == [solution]
        assert list(problem.given(solution.options).solutions()) == [solution]


SMALL = [
    ("queens", {"n": 6}),
    ("latin", {"n": 3}),
    ("langford", {"n": 7}),
    ("langford", {"n": 3}),
    ("pentominoes", {"rows": 3, "columns": 20}),
    ("tetrominoes", {}),
]


@pytest.mark.parametrize(("name", "settings"), SMALL)
def test_a_partial_drawing_keeps_just_the_solutions_that_agree(
    name: str, settings: Mapping[str, Value]
) -> None:
    problem = excover.load(name, settings)
    everything = list(problem.solutions())
    chance = random.Random(f"{name} {settings}")
    for _ in range(20):
        shown = chance.choice(everything).drawing
        partial = "".join(c if c in "\n#" or chance.random() < 0.1 else "." for c in shown)
        agreeing = {s for s in everything if agrees(partial, s.drawing)}
        assert set(problem.given(partial).solutions()) == agreeing, partial


def agrees(given: str, drawing: str) -> bool:
    return all(mark in (".", shown) for mark, shown in zip(given, drawing, strict=True))


# Another solver, from the rules of the puzzle and nothing else


def answers(rules: str) -> int:
    """The number of answer sets."""
    control = clingo.Control(["0"])
    control.add("base", [], rules)
    control.ground([("base", [])])
    with control.solve(yield_=True) as found:
        return sum(1 for _ in found)


def test_clingo_agrees_on_queens() -> None:
    rules = """
        1 { queen(R, 1..8) } 1 :- R = 1..8.
        :- queen(R, C), queen(S, C), R < S.
        :- queen(R, C), queen(S, D), R < S, |C - D| = S - R.
    """
    assert answers(rules) == count("queens", (("n", 8),)) == 92


PENTOMINOES = """
    F .xx xx. .x.   I xxxxx        L xxxx x...      N xxx. ..xx     P xx xx x.   T xxx .x. .x.
    U x.x xxx       V x.. x.. xxx  W x.. xx. .xx    X .x. xxx .x.   Y xxxx .x..  Z xx. .x. .xx
"""


@pytest.mark.slow
def test_clingo_agrees_on_pentominoes() -> None:
    """Of two solutions that mirror each other, clingo finds the one with X in the left half."""
    rules = """
        cell(0..2, 0..19).
        piece(P) :- shape(P, R, C).
        turned(P, 0, R, C) :- shape(P, R, C).
        turned(P, 4, R, -C) :- shape(P, R, C).
        turned(P, T + 1, C, -R) :- turned(P, T, R, C), T \\ 4 < 3.
        moved(P, T, R - A, C - B) :- turned(P, T, R, C),
            A = #min { X : turned(P, T, X, _) }, B = #min { Y : turned(P, T, _, Y) }.
        repeated(P, T) :- piece(P), T = 1..7, U = 0..T-1, moved(P, U, R, C) : moved(P, T, R, C).
        fits(P, T, A, B) :- piece(P), T = 0..7, not repeated(P, T), cell(A, B),
            cell(R + A, C + B) : moved(P, T, R, C).
        covers(P, T, A, B, R + A, C + B) :- fits(P, T, A, B), moved(P, T, R, C).
        { put(P, T, A, B) : fits(P, T, A, B) } = 1 :- piece(P).
        { put(P, T, A, B) : covers(P, T, A, B, R, C) } = 1 :- cell(R, C).
        :- put(x, T, A, B), B > 8.
    """
    settings = (("rows", 3), ("columns", 20))
    assert 2 * answers(rules + " ".join(shape_facts())) == count("pentominoes", settings) == 8


def shape_facts() -> Iterator[str]:
    letter, row = "", 0
    for word in PENTOMINOES.split():
        if word.isupper():
            letter, row = word.lower(), 0
            continue
        yield from (f"shape({letter}, {row}, {column})." for column, c in enumerate(word) if c == "x")
        row += 1
