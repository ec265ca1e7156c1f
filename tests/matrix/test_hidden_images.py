"""Symmetries of descriptions whose rules make options of their own, against all solutions."""

from __future__ import annotations

import pytest

import excover
from excover.base.diagnostics import SpecError

TURN = " symmetry f(i, v) -> f(i mod 4 + 1, v)"
RULES = [
    "require count(f(i) = 1 and f(i mod 4 + 1) = 2 for i in 1..4) = 1",
    "require f(i) < f(i mod 4 + 1) for i in 1..4 else cost 2 minimize",
    "require f(i) = 1 or f(i mod 4 + 1) = 2 for i in 1..4 else cost 3 minimize",
    "require count(f(i) = 1 for i in 1..4) <= 1 else cost 1 each minimize",
    "require f(i) = 1 implies (f(i mod 4 + 1) = 2 and f((i + 1) mod 4 + 1) = 2) for i in 1..4",
    "require f(i) + f(i mod 4 + 1) + f((i + 1) mod 4 + 1) <= 7 for i in 1..4",
    "require f(i mod 4 + 1) + f(i) < f((i + 1) mod 4 + 1) + 3 for i in 1..4",
    "require f(i) + 2 * f((i + 2) mod 4 + 1) > f(i mod 4 + 1) for i in 1..4",
    "require not (f(i) = 1 and f(i mod 4 + 1) = 1 and f((i + 1) mod 4 + 1) = 2) for i in 1..4",
]


def orbits(problem: excover.Problem) -> int:
    solutions = {tuple(v for _, (_, v) in sorted(each.options)) for each in problem.solutions()}
    return len({min(each[k:] + each[:k] for k in range(4)) for each in solutions})


@pytest.mark.parametrize("rule", RULES)
def test_a_turn_takes_what_becomes_of_rules_along(rule: str) -> None:
    problem = excover.parse(f"choose f(i in 1..4) from 1..3 {rule}{TURN}")
    assert problem.count(up_to="symmetry") == orbits(problem)


def test_soft_items_and_options_chosen_several_times() -> None:
    soft = (
        "item x[1..4] at most once, more at cost 2 item own[1..4] "
        "option f(i in 1..4, k in 1..4) covers x[k], own[i]"
    )
    problem = excover.parse(f"{soft} symmetry f(i, k) -> f(i, k mod 4 + 1) minimize")
    assert problem.count(up_to="symmetry") == 4**4 // 4
    often = "item x[1..2] 3 times option f(i, k in 1..2) up to 3 times covers x[i]"
    problem = excover.parse(f"{often} symmetry f(i, k, n) -> f(3 - i, k, n)")
    assert problem.count() == 16
    assert problem.count(up_to="symmetry") == (16 + 4) // 2


MIRRORED = [
    "f({}) + f({}) + f({}) >= 7",
    "f({}) * f({}) < f({})",
    "f({}) < f({}) implies f({}) = 2",
]


@pytest.mark.parametrize("rule", MIRRORED)
@pytest.mark.parametrize("places", [(1, 2, 3), (2, 4, 1), (3, 1, 4)])
def test_a_rule_and_its_mirror_image(rule: str, places: tuple[int, ...]) -> None:
    """What becomes of each is like the other, with places in another order."""
    text = "choose f(i in 1..4) from 1..3\n"
    text += f"require {rule.format(*places)}\nrequire {rule.format(*(5 - each for each in places))}\n"
    problem = excover.parse(f"{text}symmetry f(i, v) -> f(5 - i, v)")
    solutions = {tuple(v for _, (_, v) in sorted(each.options)) for each in problem.solutions()}
    assert problem.count(up_to="symmetry") == len({min(each, each[::-1]) for each in solutions})


def test_a_symmetry_that_a_rule_breaks_is_refused() -> None:
    text = "choose f(i in 1..4) from 1..3 require f(1) < f(2) and f(2) > f(3) or f(4) = 1"
    with pytest.raises(SpecError, match="cannot verify that this is a symmetry"):
        excover.parse(text + TURN).count(up_to="symmetry")
