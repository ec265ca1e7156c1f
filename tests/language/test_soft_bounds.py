"""Bounds and comparisons that may be exceeded at a cost, against all choices of options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from effort import examples

import excover
from excover.base.diagnostics import SpecError
from excover.base.source import Source
from excover.language.syntax.format import format_spec
from excover.language.syntax.parse import parse
from excover.language.syntax.yaml import yaml_of
from excover.problem.problem import compile_source
from excover.search.engine_table import EngineName


class Drawn:
    """A random description of options `f(1)`, `f(2)` .. and values `g(1)`, `g(2)`, with what each costs."""

    def __init__(self, seed: object) -> None:
        self.random = random = Random(f"soft {seed}")
        self.size, self.values = random.randint(2, 5), random.sample(range(-1, 5), random.randint(1, 3))
        self.members = [random.sample(range(1, self.size + 1), random.randint(1, self.size)) for _ in "ab"]
        self.bounds = [(low, low + random.randint(0, 2)) for low in random.choices([0, 0, 1], k=2)]
        self.prices = [random.randint(-2, 6) for _ in range(4)]
        self.amounts = [random.randint(-1, 3) for _ in range(self.size)]
        self.sign = random.choice(["<=", "<", ">=", ">", "="])
        self.most = random.randint(-1, 4)
        self.factors = [random.randint(-2, 2) for _ in range(3)]

    @property
    def text(self) -> str:
        items = ", ".join(
            f"{name} {low}..{high} times, more at cost {price}"
            for name, (low, high), price in zip("ab", self.bounds, self.prices, strict=False)
        )
        covers = ", ".join(
            f"{name} if k in {{{', '.join(map(str, members))}}}"
            for name, members in zip("ab", self.members, strict=True)
        )
        one, two, three = self.factors
        return f"""
            item {items}
            item load at most {self.most} units, more at cost {self.prices[2]}
            item own[1..{self.size}] at most once
            let amount = ({", ".join(map(str, self.amounts))}, 0)
            option f(k in 1..{self.size}) covers own[k], load by amount[k], {covers}
            choose g(i in 1..2) from {{{", ".join(map(str, self.values))}}}
            require {one}*f(1) + {two}*g(1) + {three}*g(2) {self.sign} 1 else cost {self.prices[3]} each
            require sum(f(k) for k in 1..{self.size}) {self.sign} 2 for j in 1..2 else cost j each
            minimize
        """.replace("option f", "optional option f")

    def costs(self) -> Iterator[int]:
        for chosen in product([0, 1], repeat=self.size):
            counts = [sum(chosen[k - 1] for k in members) for members in self.members]
            if any(count < low for count, (low, _) in zip(counts, self.bounds, strict=True)):
                continue
            cost = sum(
                price * max(0, count - high)
                for count, (_, high), price in zip(counts, self.bounds, self.prices, strict=False)
            )
            load = sum(map(int.__mul__, chosen, self.amounts))
            cost += self.prices[2] * max(0, load - self.most) + 3 * self.off(sum(chosen), 2)
            for one, two in product(self.values, repeat=2):
                total = sum(map(int.__mul__, self.factors, [chosen[0], one, two]))
                yield cost + self.prices[3] * self.off(total, 1)

    def off(self, number: int, other: int) -> int:
        match self.sign:
            case "<=" | "<":
                return max(0, number - other + (self.sign == "<"))
            case ">=" | ">":
                return max(0, other - number + (self.sign == ">"))
            case _:
                return abs(number - other)


@pytest.mark.parametrize("seed", range(4))
def test_costs_are_those_of_the_definition(seed: int) -> None:
    for number in range(examples(60)):
        drawn = Drawn((seed, number))
        wanted = sorted(drawn.costs())
        problem = excover.parse(drawn.text)
        found = list(problem.solutions())
        assert sorted(solution.cost or 0 for solution in found) == wanted
        best = problem.best()
        assert (None if best is None else best.cost) == min(wanted, default=None)


@pytest.mark.parametrize(
    "soft",
    [
        "item t at most 5 times, more at cost 5 option f(i in 1..2) covers a[i], t",
        "option f(i in 1..2) covers a[i] require f(1) + f(2) <= 5 else cost 3 each",
    ],
)
def test_what_cannot_be_exceeded_costs_nothing(soft: str) -> None:
    best = excover.parse(f"item a[1..2] {soft} minimize").best()
    assert best is not None
    assert best.cost == 0


ENGINES: tuple[EngineName, ...] = ("sparse", "learning", "graph")


@pytest.mark.parametrize("engine", ENGINES)
def test_counts_are_for_every_engine(engine: EngineName) -> None:
    text = "item own[1..4] item x at most once, more at cost 5 option f(k in 1..4) covers own[k], x"
    text += " option g(k in 1..4) covers own[k] require f(1) + f(2) >= 1 else cost 3 each minimize"
    problem = excover.parse(text)
    assert problem.count(excover.Run(strategy=excover.Strategy(engine=engine))) == 16
    assert not problem.matrix.sums


SOFT = """
item seat[i in 1..2] i times, more at cost i + 1, spare
item hours at most 3 units, more at cost 2
option sit(g in 1..3, i in 1..2) covers seat[i], hours by g
option rest() covers spare
require sit(1, 1) + sit(2, 1) <= 1 else cost 4 each
minimize
"""


def test_texts_yaml_and_python_agree() -> None:
    spec = parse(Source("a.xc", SOFT.replace(", spare", "")))
    assert "i times, more at cost i + 1" in format_spec(spec)
    text = SOFT.replace(
        "[i in 1..2] i times, more at cost i + 1, spare", "[1..2] 1..2 times, more at cost 3, spare once"
    )
    spec = parse(Source("a.xc", text))
    forms = [Source("a.xc", text), Source("b.xc", format_spec(spec)), Source("a.yaml", yaml_of(spec))]
    one, *others = [compile_source(each).compiled.matrix for each in forms]
    assert all(list(each.options) == list(one.options) and each.entries == one.entries for each in others)
    model = excover.Model()
    seat = model.items("seat", [1, 2], at_least=1, at_most=2, over_cost=3)
    spare, hours = model.item("spare"), model.item("hours", units=True, at_most=3, over_cost=2)
    for g, i in product([1, 2, 3], [1, 2]):
        model.option("sit", g, i, covers=[seat[i], hours.by(g)])
    model.option("rest", covers=spare)
    sit = model.chosen("sit")
    model.require(sit(1, 1) + sit(2, 1) <= 1, else_cost=4, each=True)
    model.minimize()
    by_text = sorted(each.cost or 0 for each in excover.parse(text).solutions())
    assert sorted(each.cost or 0 for each in model.problem().solutions()) == by_text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("item a at least 2 times, more at cost 3", "E298"),
        ("item a colored, more at cost 3", "E298"),
        ("item a in units, more at cost 3", "E298"),
        ("item a once, more at cost 3 else cost 2", "E008"),
        ("item a else cost 2, more at cost 3", "E259"),
        ("item a once, more at cost 3, more at cost 4", "E201"),
        ("item b[1..2], a at most once, more at cost 3", "E034"),
        ("item a[1..2] at most once, more at cost x", "E101"),
        ("item a option f() covers a require f() else cost 2 each", "E361"),
        ("item a option f() covers a require 1 < f() < 2 else cost 2 each", "E361"),
        ("choose f(k in 1..2) from 1..2 require f(1) * f(2) < 2 else cost 2 each", "E361"),
    ],
)
def test_what_is_wrong_is_said(text: str, code: str) -> None:
    with pytest.raises(SpecError) as wrong:
        excover.parse(f"{text} minimize")
    assert code in [each.code for each in wrong.value.diagnostics]


@pytest.mark.parametrize(
    "stated",
    [
        lambda model: model.item("a", at_least=2, over_cost=1),
        lambda model: model.item("a", else_cost=2, over_cost=1),
        lambda model: model.require(model.choose("f", [1])(1), each=True),
    ],
)
def test_models_are_refused(stated: Any) -> None:
    with pytest.raises(SpecError):
        stated(excover.Model())


@pytest.mark.parametrize("seed", range(examples(100)))
@pytest.mark.parametrize("is_rule", [False, True])
def test_options_of_two_decisions_count_once(seed: int, is_rule: bool) -> None:
    """Assignments: each option is one of the choices of its task and of its slot."""
    random = Random(f"assignment {seed}")
    size, most = random.randint(2, 4), random.randint(0, 6)
    hours = {
        pair: random.randint(0, 3) for pair in product(range(1, size + 1), repeat=2) if random.random() < 0.8
    }
    triples = ", ".join(f"({t}, {s}, {h})" for (t, s), h in hours.items()) or "(1, 1, 0)"
    load = "" if is_rule else f"item load at most {most} units, more at cost 1"
    rule = (
        f"require sum(h for (t, s, h) in pairs where o(t, s, h)) <= {most} else cost 1 each"
        if is_rule
        else ""
    )
    text = f"""
        item task[1..{size}], slot[1..{size}]
        {load}
        let pairs = {{{triples}}}
        option o((t, s, h) in pairs) covers task[t], slot[s]{"" if is_rule else ", load by h"}
        {rule}
        minimize
    """
    plans = [list(enumerate(slots, 1)) for slots in permutations(range(1, size + 1))]
    totals = [sum(hours[pair] for pair in plan) for plan in plans if all(pair in hours for pair in plan)]
    wanted = sorted(max(0, total - most) for total in totals)
    assert sorted(solution.cost or 0 for solution in excover.parse(text).solutions()) == wanted
