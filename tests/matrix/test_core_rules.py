"""Rules, clues and options chosen several times as text again: the same options and solutions."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from effort import examples

import excover
from excover.base.diagnostics import SpecError
from excover.matrix.core_form import core_text
from tests.language.test_conditions import CASES, Made

PAGE = Path(__file__).parents[2] / "docs" / "language.md"
RULED = [
    text
    for text in re.findall(r"```excover[^\n]*\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    if re.search(r"\b(require|choose|up to .* times|more at cost)\b", text)
    and not re.search(r'(import|from) "', text)
]


def again(problem: excover.Problem) -> excover.Problem:
    return excover.parse(core_text(problem.puzzle, problem.compiled))


def costs(problem: excover.Problem) -> list[tuple[list[str], int | None]]:
    return sorted((sorted(map(str, each.options)), each.cost) for each in problem.solutions())


@pytest.mark.random
@pytest.mark.parametrize("seed", range(examples(60)))
@pytest.mark.parametrize("made", CASES)
def test_random_rules_say_the_same(made: Made, seed: int) -> None:
    base, rules = made(seed)
    problem = excover.parse(base + "".join(f"\nrequire {rule.text}" for rule in rules))
    written = again(problem)
    assert list(written.matrix.options) == list(problem.matrix.options)
    assert written.matrix.entries == problem.matrix.entries
    assert written.count() == problem.count()


@pytest.mark.parametrize("text", RULED)
def test_examples_of_the_reference_say_the_same(text: str) -> None:
    problem = excover.parse(text)
    written = again(problem)
    assert list(written.matrix.options) == list(problem.matrix.options)
    assert costs(written) == costs(problem)


WITH_CLUES = """
board grid 3x3
fill grid with 1..3, once per row, column
item stock 0..4 times, more at cost 2
option buy(k in 1..2) up to k + 1 times covers stock cost k
also buy(k, often) where often = 2 covers pair
optional option spare(k in 1..3) covers corner[k]
forbid grid(1, 1, 3)
require grid(1, 2) < grid(2, 3) or buy(2) > buy(1)
require spare(1) implies spare(2)
require count(spare(k) for k in 1..3) <= 1 else cost 3 each
minimize
""".replace("option buy", "item pair at most once, corner[1..3] at most once\noption buy")


def test_clues_are_written_as_what_they_leave() -> None:
    problem = excover.parse(WITH_CLUES)
    every = list(problem.solutions())
    random = Random("clues")
    for _ in range(examples(80)):
        solution = random.choice(every)
        clues = random.sample(list(solution.options), random.randint(1, 4))
        given = problem.given(clues)
        assert costs(again(given)) == costs(given)
        fewer = problem.forbid(random.sample(list(problem.matrix.options)[:20], 3))
        assert again(fewer).count() == fewer.count()


def test_rules_of_models_are_written() -> None:
    model = excover.Model("A rule")
    level = model.choose("level", ["a", "b"], among=range(4))
    model.require(level("a") + level("b") == 4)
    written = model.to_xc()
    assert 'require sum((level("a"), level("b"))) = 4' in written
    assert excover.parse(written).count() == model.problem().count() == 3


def test_what_cannot_be_written_is_named() -> None:
    model = excover.Model()
    pipe = model.items("pipe", ['5"', '7"'])
    model.options("take", [1, 2], covers=pipe[['5"', '7"']])
    with pytest.raises(SpecError, match="E432") as wrong:
        model.to_xc()
    assert 'model.items("pipe"' in str(wrong.value)
    assert "quotation mark" in str(wrong.value)
