"""Loops whose conditions look members up give the same bindings, in the same order, as if each were tried."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import pytest
from effort import examples, steps

import excover
from excover.base.diagnostics import SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.names import Value
from excover.base.source import Source
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import Frame
from excover.language.expressions.loops import conjuncts
from excover.language.syntax import ast
from excover.language.syntax.parse import parse_expression

SCOPE = excover.parse("""
let numbers = {3, 1, 2, 4}
let pairs = {(1, 2), (3, 1), (2, 2), (1, 1)}
let nested = {((1, 2), 3), ((3, 1), 1), ((2, 2), 2), ((1, 2), 1)}
let mixed = {2, "a", (1, 2)}
let none = {n for n in numbers where n > 9}
let row = (2, 1, 2, 3)
def near(n) = {m for m in numbers where abs(m - n) <= 1}
def beside(p) = {q for q in pairs where abs(q[1] - p[1]) + abs(q[2] - p[2]) <= 1}
table jobs
  | name | hour | after |
  | a | 1 | 1 |
  | b | 2 | 1 |
  | c | 1 | 3 |
item i
option x() covers i
""").puzzle.scope

# @n is a name bound to a number, @p to a pair, @j to a record, @m to a value of any kind; +n is a new name
RULES: dict[str, Sequence[str]] = {
    "BINDER": [
        *["+n in numbers", "+n in 1..3", "+n in near(NUMBER)", "+n in @n..3", "+n in none", "+n, +n in 1..2"],
        *["+p in pairs", "+p in beside(@p)", "+p in {@p, (1, 2), (NUMBER, 1)}", "(+n, +n) in pairs"],
        *["(+p, +n) in nested", "(+n, +n) in beside(@p)", "+j in jobs", "+m in mixed"],
    ],
    "CONDITION": [*["ATOM"] * 3, *["EQUAL"] * 3, "(EQUAL and EQUAL)", "(EQUAL or EQUAL)",
        "(ATOM and CONDITION)", "(CONDITION and ATOM)", *["(CONDITION or CONDITION)"] * 2],
    "EQUAL": [
        *["NUMBER = NUMBER"] * 3,
        *["NUMBER - NUMBER = NUMBER", "NUMBER = NUMBER + NUMBER", "NUMBER + @m = 3", "not NUMBER = NUMBER"],
        *["@p = @p", "@p in beside(@p)", "NUMBER in near(NUMBER)", "@j = @j", "(NUMBER, NUMBER) = @p"],
        *["NUMBER in {NUMBER, NUMBER}", "near(NUMBER) = near(NUMBER)"],
    ],
    "ATOM": [
        *["NUMBER != NUMBER", "NUMBER < NUMBER", "NUMBER in NUMBER..NUMBER"],
        *["NUMBER not in near(@n)", "NUMBER in 1..99999999", "not NUMBER = NUMBER"],
        *["@p != @p", "@p < @p", "(NUMBER, 1) in beside(@p)"],
        *["@j != @j", "@m = NUMBER", "@m = @p", "@m = @m", "NUMBER in {@m, 3}", "@p in {(NUMBER, NUMBER)}"],
        *["(NUMBER = 1) = (2 = NUMBER)", "NUMBER = NUMBER = NUMBER"],
    ],
    "NUMBER": ["@n", "@n", "@n", "@p[1]", "@p[2]", "@j.hour", "@j.after", "@n + 1", "row[@n]", "2"],
}  # fmt: skip


class Texts:
    """Random texts by the rules; names begin with the letter of their kind."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.bound = ["n", "p"]
        self.made, self.hiding = 0, self.random.randint(1, 10)

    def of(self, rule: str) -> str:
        while True:
            try:
                return re.sub(r"[A-Z]{4,}|[@+][a-z]", self._part, self.random.choice(RULES[rule]))
            except IndexError:  # there is no name of that kind
                pass

    def _part(self, found: re.Match[str]) -> str:
        sign, kind = found[0][0], found[0][1:]
        match sign:
            case "@":
                return self.random.choice([name for name in self.bound if name[0] == kind])
            case "+":
                self.made += 1
                return kind if self.made == self.hiding and kind in "np" else f"{kind}{self.made}"
            case _:
                return self.of(found[0])

    def loop(self) -> ast.Loop:
        binders: list[str] = []
        for _ in range(self.random.randint(1, 3)):
            binders.append(self.of("BINDER"))
            self.bound += re.findall(r"\b[npjm]\d*\b", binders[-1].split(" in ")[0])
        conditions = " and ".join(self.of("CONDITION") for _ in range(self.random.randint(1, 3)))
        each = parse_expression(Source("loop", f"{{0 for {', '.join(binders)} where {conditions}}}"))
        assert isinstance(each, ast.Each)
        return each.loop


class TryingAll(Evaluator):
    """Joins nothing."""

    def _joined(self, *_arguments: object) -> None:
        return None


def one_by_one(
    evaluator: Evaluator,
    left: Sequence[tuple[ast.Pattern, ast.Expr]],
    conditions: Sequence[ast.Expr],
    frame: Frame,
) -> Iterator[dict[str, Value]]:
    """The bindings of a frame of one row, tried in nested loops."""
    unbound = {name.id for pattern, _ in left for name in pattern.names}
    while conditions and unbound.isdisjoint(conditions[0].mentioned):
        if not evaluator.column(conditions[0], frame)[0]:
            return
        conditions = conditions[1:]
    if not left:
        yield {name: column[0] for name, column in frame.columns.items()}
        return
    (pattern, domain), *others = left
    for member in evaluator.of_kind(domain, frame, "set")[0]:
        parts = member if pattern.is_tuple else (member,)
        values = {name.id: [part] for name, part in zip(pattern.names, parts, strict=True)}
        yield from one_by_one(evaluator, others, conditions, Frame(1, {**frame.columns, **values}))


def outcome(evaluator: Evaluator, loop: ast.Loop, frame: Frame) -> object:
    try:
        found, rows = evaluator.expand(loop, frame)
    except SpecError as wrong:
        return str(wrong)
    return [
        dict(zip(found.columns, row, strict=True)) for row in zip(*found.columns.values(), strict=True)
    ], rows


class Joining(Evaluator):
    """Notes the loops that join."""

    def __init__(self) -> None:
        super().__init__(SCOPE, DEFAULT)
        self.joins = 0

    def _joined(self, *arguments: Any) -> tuple[Frame, list[int]] | None:
        found = super()._joined(*arguments)
        self.joins += found is not None
        return found


OUTER = Frame(6, {"n": [2, 1, 2, 3, 1, 2], "p": [(1, 2), (2, 2), (1, 1), (1, 2), (2, 2), (9, 9)]})


@pytest.mark.parametrize("seed", range(examples(20)))
def test_random_loops(seed: int) -> None:
    joins = tried = 0
    for number in range(60):
        loop = Texts(1000 * seed + number).loop()
        evaluator = Joining()
        found = outcome(evaluator, loop, OUTER)
        joins += evaluator.joins
        assert found == outcome(TryingAll(SCOPE, DEFAULT), loop, OUTER), loop.span.text
        if evaluator.joins and len(loop.binders) < 3 and isinstance(found, tuple):
            with suppress(SpecError):  # values of a kind may be compared with others that a single row lacks
                assert found[0] == _one_by_one(loop), loop.span.text
                tried += 1
    assert joins > 0
    assert tried > 0


def _one_by_one(loop: ast.Loop) -> list[dict[str, Value]]:
    evaluator = TryingAll(SCOPE, DEFAULT)
    left = [(pattern, binder.domain) for binder in loop.binders for pattern in binder.patterns]
    rows = [OUTER.taken([row]) for row in range(OUTER.size)]
    return [found for row in rows for found in one_by_one(evaluator, left, conjuncts(loop.where), row)]


def test_a_join_that_fails_is_tried_again_in_another_loop() -> None:
    loop = parse_expression(Source("loop", "{0 for q in pairs where q = p}"))
    assert isinstance(loop, ast.Each)
    evaluator = Joining()
    assert "E109" in str(outcome(evaluator, loop.loop, Frame(2, {"p": [1, 2]})))
    assert evaluator.joins == 0
    assert outcome(evaluator, loop.loop, OUTER) == outcome(TryingAll(SCOPE, DEFAULT), loop.loop, OUTER)
    assert evaluator.joins == 1


@pytest.mark.parametrize(
    ("condition", "loop", "joins"),
    [
        ("q = p", "q in pairs", 1),
        ("n = q[1]", "q in pairs where q[2] < 2", 1),
        ("q[2] = n", "q in pairs, m in numbers where m > n", 0),
        ("p[1] = q[1] = m", "q in pairs, m in near(2)", 0),
    ],
)
def test_counts_look_members_up(condition: str, loop: str, joins: int) -> None:
    counting = Joining()
    found = counting.column(parse_expression(Source("counted", f"count({condition} for {loop})")), OUTER)
    trying = parse_expression(Source("tried", f"sum((1 if {condition} else 0) for {loop})"))
    assert found == TryingAll(SCOPE, DEFAULT).column(trying, OUTER)
    assert any(found)
    assert counting.joins == joins


def test_a_count_that_fails_says_where() -> None:
    counting = parse_expression(Source("counted", "count(q = n for q in pairs)"))
    with pytest.raises(SpecError, match="E109"):
        Joining().column(counting, OUTER)


PLACES = """
let cells = {{(r, c) for r, c in 1..{n}}}
let jobs = {{(r, c, r + c) for r, c in 1..{n}}}
def beside(p) = {{(p[1] - 1, p[2]), (p[1], p[2] - 1), (p[1], p[2] + 1), (p[1] + 1, p[2])}}
item i
option x() covers i
let found = {{(x, y) for x in cells, y in cells where {condition}}}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "condition",
    [
        "y in beside(x)",
        "x in beside(y)",
        "y = (x[1] + 1, x[2])",
        "y[1] - x[1] = 1 and 0 = x[2] - y[2]",
        "not x = y and x[1] + y[1] = 9 and y[2] = x[2]",
        "y != x and y[2] = x[1] and y[1] in x[1]..x[1] + 2",
        "x[1] > 2 and y[1] > 2 and (y, 1) in {((x[1], x[2] + 1), x[1] - 2), ((x[2], x[1]), 1)}",
        "y[1] = x[1] and y[2] = x[2] + 1 or y in beside(x) or (y[1] + 1, y[2] + 1) = x",
        "y in beside((x[1] + 1, x[2])) and any(z in beside(y) for z in cells where z in beside(x))",
    ],
)
def test_the_work_is_in_proportion_to_what_is_found(condition: str) -> None:
    """Four times as many cells, each with as many neighbors: sixteen times as much if all are tried."""

    def text(n: int) -> str:
        return PLACES.format(n=n, condition=condition)

    work = [steps(lambda n=n: excover.parse(text(n))) for n in (4, 8, 16)]  # type: ignore[misc]
    assert work[2] - work[1] < 10 * (work[1] - work[0])
    excover.parse(text(40), limits=Limits(bindings=40 * 40 * 200))
