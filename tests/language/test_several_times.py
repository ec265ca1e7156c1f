"""Options that may be chosen several times, against all multisets of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from random import Random
from typing import NamedTuple

import pytest
from effort import examples

import excover
from excover.base.diagnostics import SpecError
from excover.base.source import Source
from excover.language.syntax.format import format_spec
from excover.language.syntax.parse import parse
from excover.language.syntax.yaml import yaml_of
from excover.matrix.core_form import core_text
from excover.problem.problem import compile_source
from excover.search.engine_table import EngineName
from tests.language.test_conditions import Said, Writer, differ


class Case(NamedTuple):
    """Options by number: how often each may be chosen, its items, its cost, and what it adds to a sum."""

    bounds: list[tuple[int, int]]
    most: list[int]
    covers: list[list[int]]
    costs: list[int]
    amounts: list[int]
    limit: int

    @property
    def text(self) -> str:
        items = "\n".join(f"|{k} {low} {high}" for k, (low, high) in enumerate(self.bounds))
        rows = "\n".join(
            f"|{k} {most} {','.join(map(str, items))} {cost} {amount}"
            for k, (most, items, cost, amount) in enumerate(
                zip(self.most, self.covers, self.costs, self.amounts, strict=True)
            )
        )
        return f"""
            table I
              |key low high
{items}
            table T
              |key most items* cost amount
{rows}
            item a[i in I] i.low..i.high times
            item load at most {self.limit} units
            option cut(t in T) up to t.most times
              covers (a[I[i]] for i in t.items), load by t.amount - t.key, (load for k in 1..t.key)
              cost t.cost
        """

    def solutions(self) -> Iterator[tuple[int, ...]]:
        for times in product(*(range(most + 1) for most in self.most)):
            counts = [0] * len(self.bounds)
            for often, items in zip(times, self.covers, strict=True):
                for item in items:
                    counts[item] += often
            load = sum(often * amount for often, amount in zip(times, self.amounts, strict=True))
            if load <= self.limit and all(
                low <= count <= high for count, (low, high) in zip(counts, self.bounds, strict=True)
            ):
                yield times


def case(seed: object) -> Case:
    random = Random(f"several {seed}")
    items, options = random.randint(1, 3), random.randint(1, 4)
    lows = [random.randint(0, 3) for _ in range(items)]
    return Case(
        [(low, low + random.choice([0, 0, 1, 3])) for low in lows],
        [random.randint(0, 4) for _ in range(options)],
        [random.sample(range(items), random.randint(1, items)) for _ in range(options)],
        [random.randint(-3, 5) for _ in range(options)],
        [random.randint(0, 2) for _ in range(options)],
        random.randint(0, 12),
    )


def times_of(solution: excover.Solution, options: int) -> tuple[int, ...]:
    found = {record.key: times for _, (record, times) in solution}
    return tuple(found.get(key, 0) for key in range(options))


@pytest.mark.parametrize("seed", range(3))
def test_solutions_are_multisets(seed: int) -> None:
    for number in range(examples(40)):
        each = case((seed, number))
        wanted = sorted(each.solutions())
        problem = excover.parse(each.text)
        found = list(problem.solutions())
        assert sorted(times_of(solution, len(each.most)) for solution in found) == wanted
        cost = {t: sum(map(int.__mul__, t, each.costs)) for t in wanted}
        for solution in found:
            assert solution.cost == cost[times_of(solution, len(each.most))]
        best = excover.parse(each.text + " minimize").best()
        assert (None if best is None else best.cost) == min(cost.values(), default=None)


ENGINES: tuple[EngineName, ...] = ("sparse", "graph", "learning")


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_agree(engine: EngineName) -> None:
    """Without bounds on sums, which `graph` does not have."""
    for number in range(examples(40)):
        each = case((engine, number))
        each = each._replace(amounts=[0] * len(each.most))
        problem = excover.parse(each.text.replace(f"at most {each.limit} units", "in units"))
        run = excover.Run(strategy=excover.Strategy(engine=engine))
        assert problem.count(run) == len([*each.solutions()])


STAMPS = """
puzzle "Stamps for 12 cents, two or three, at most two of each"
enum Color = red, blue
item cents 12 units, used 2..3 times, pairs at most 2 times
item tint colored
option stamp(value in {2, 3, 5}) up to 2 times
  covers cents by value, used, tint = red if value = 3
also stamp(value, often) where often = 2 covers pairs
draw stamp(value, often) at (1, value) as often
"""


def test_texts_and_yaml_agree() -> None:
    spec = parse(Source("a.xc", STAMPS))
    written = format_spec(spec)
    assert "option stamp(value in {2, 3, 5}) up to 2 times" in written
    forms = [Source("a.xc", STAMPS), Source("a.xc", written), Source("a.yaml", yaml_of(spec))]
    matrices = [compile_source(each).compiled.matrix for each in forms]
    for matrix in matrices[1:]:
        assert list(matrix.options) == list(matrices[0].options)
        assert list(matrix.entries) == list(matrices[0].entries)
    (solution,) = excover.parse(STAMPS).solutions()
    assert [str(each) for each in solution.options] == ["stamp(2)", "stamp(5) 2 times"]
    assert str(solution) == "1..2"


def test_models() -> None:
    model = excover.Model()
    used, cents = model.item("used", times=3), model.item("cents", units=12)
    model.options("stamp", [2, 3, 5], covers=[used, cents.by([2, 3, 5])], most=[2, 1, 2], cost=[1, 1, 4])
    (one,) = model.problem().solutions()
    assert (list(one), one.cost) == ([("stamp", (2, 1)), ("stamp", (5, 2))], 9)
    model.option("stamp", 0, covers=used, most=3)
    assert model.problem().count() == 1
    stamp = model.values("stamp")
    model.require(stamp(2) + stamp(5) < 3)
    assert model.problem().count() == 0
    with pytest.raises(SpecError, match="how often `stamp` may be chosen"):
        model.option("stamp", 9, covers=used, most="3")
    for most in (-1, [1, -1]):
        with pytest.raises(SpecError, match="E283"):
            model.options("stamp", [7, 8], covers=[used, cents.by(1)], most=most)


LAMPS = """
item row[1..2] 3 times, column[1..2] 3 times
option lamp(r, c in 1..2) up to 3 times covers row[r], column[c]
"""


@pytest.mark.parametrize(
    ("more", "count"),
    [
        ("", 4),
        ("given lamp(1, 1, 2)", 1),
        ("forbid lamp(1, 1, 2)", 3),
        ("require lamp(1, 1) >= 2", 2),
        ("require sum(lamp(r, r) for r in 1..2) = 4", 1),
        ("require lamp(1, 1) = 0 or lamp(1, 2) = 0", 2),
        ("require lamp(1, 1, 1) implies lamp(1, 2) = 9", 3),
    ],
)
def test_other_statements_see_how_often(more: str, count: int) -> None:
    problem = excover.parse(LAMPS + more)
    assert [problem.count(), excover.SolutionSet.of(problem).count] == [count, count]
    for solution in problem.solutions():
        problem.verify(solution.options)


def test_symmetries_map_hidden_options_too() -> None:
    assert excover.parse(LAMPS + "symmetry lamp(r, c, n) -> lamp(c, r, n)").count(up_to="symmetry") == 4
    assert excover.parse(LAMPS + "symmetry lamp(r, c, n) -> lamp(3 - r, c, n)").count(up_to="symmetry") == 2


def test_how_often_is_drawn_and_read_back() -> None:
    text = "board tray 1x2, may stay empty item half 3 times option put(p in tray) up to 3 times covers half"
    problem = excover.parse(text + " draw put(p, n) at p as n")
    assert sorted(map(str, problem.solutions())) == [".3", "12", "21", "3."]
    assert [problem.given(each).count() for each in ("12", ".3")] == [1, 1]
    alone = excover.parse(text)
    assert sorted(map(str, alone.solutions()))[0] == "..\nput((1, 1)) 2 times, put((1, 2))"
    assert [alone.given(str(each)).count() for each in alone.solutions()] == [1] * 4
    on_cells = excover.parse("board b 1x2 item x 2 times option put(p in b) up to 2 times covers b[p], x")
    assert [str(each) for each in on_cells.solutions()] == ["pp"]
    places = (
        "board b 1x2, may stay empty item twice[b] 2 times option put(p in b) up to 2 times covers twice[p]"
    )
    assert [str(each) for each in excover.parse(f"{places} draw put(p, n) at p").solutions()] == ["**"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('option f(x in 1..2) up to "2" times covers a', "a number"),
        ("option f(x in 1..2) up to y times covers a", "`y`"),
        ("option f() up to -2 times covers a", "chosen up to -2 times"),
        ("option f(x in 1..2) up to 1 - x times covers a", "x = 2"),
        ("option f(x in 1..2) up to 2 times covers a require f(1) implies f(2)", "a condition"),
        ("option f(x in 1..2) up to 2 times covers a forbid f(1)", "f(x, often)"),
        ("option f(x in 1..2) up to 2 times covers a given f(1, 3)", "index 2 of `f` is 1 or 2, not 3"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(SpecError) as wrong:
        excover.parse(f"item a 2 times {text}")
    assert message in str(wrong.value)


def test_an_option_is_no_more_often_chosen_than_its_items_may_be() -> None:
    problem = excover.parse("item a 0..2 times option f() up to 1000000 times covers a")
    assert (len(problem.matrix.options), problem.count()) == (4, 3)


def test_options_with_hidden_ones_are_verified() -> None:
    rules = "choose f(x in 1..3) from 1..3 require (f(1) < f(2)) = (f(2) < f(3)) or f(1) + f(2) + f(3) > 6"
    problem = excover.parse(rules)
    for solution in problem.solutions():
        problem.verify(map(str, solution.options))
        assert problem.decode(solution.options) == solution
    with pytest.raises(excover.CoverError):
        problem.verify(["f(1, 1)", "f(2, 3)", "f(3, 2)"])


class Often(Writer):
    """Writes conditions in which the values are how often options are chosen: `B` in Python."""

    def cell(self, names: Sequence[str]) -> Said:
        place = self.index(names, 3)
        return Said(f"buy({place.text})", f"B[{place.python}]")


BOUGHT = "item cap 0..4 times option buy(k in 1..3) up to k times covers cap choose star(k in 1..4)"


def bought() -> Iterator[dict[str, object]]:
    for times in product(range(2), range(3), range(4)):
        for stars in product([False, True], repeat=4):
            if sum(times) <= 4:
                chosen = {k for k, is_star in enumerate(stars, 1) if is_star}
                yield {"B": dict(enumerate(times, 1)), "S": chosen, "differ": differ, "product": prod}


@pytest.mark.random
@pytest.mark.parametrize("seed", range(examples(40)))
def test_rules_agree_with_a_reading_in_python(seed: int) -> None:
    writer = Often(f"often {seed}")
    rules = [writer.rule() for _ in range(writer.random.randint(1, 4))]
    if any(re.search(r"(div|mod) buy", rule.text) for rule in rules):
        return  # by what may be 0
    tests = [compile(rule.python, "<rule>", "eval") for rule in rules]
    wanted = sum(all(eval(test, dict(known)) for test in tests) for known in bought())
    text = BOUGHT + "".join(f"\nrequire {rule.text}" for rule in rules)
    problem = excover.parse(text)
    assert problem.count() == wanted, text
    assert excover.parse(core_text(problem.puzzle, problem.compiled)).count() == wanted


def test_names_as_in_statements_and_as_in_solutions() -> None:
    problem = excover.parse("item a 4 times option f(i in 1..2) up to 3 times covers a")
    for name in "f(1, 3)", "f(1) 3 times":
        assert [str(each) for each in problem.forbid(name).solutions()] == [
            "f(1), f(2) 3 times",
            "f(1) 2 times, f(2) 2 times",
        ]
        problem.verify([name, "f(2, 1)"])
        assert problem.near([name, "f(2)"]).best().totals == {"changes": 0}


def test_amounts_of_an_option_are_added_up() -> None:
    """Also those of `also`, and those that make two options the same."""
    text = "item job[1..2] item load at most 6 units"
    text += " option run(k in 1..2, n in 1..3) covers job[k], load by n, load"
    assert excover.parse(text).count() == sum(a + b + 2 <= 6 for a in (1, 2, 3) for b in (1, 2, 3))
    assert excover.parse(f"{text} also run(k, n) covers load by n").count() == 1
    pair = "item a item s[1..2] at most 2 units option f(i, j in 1..2) distinct covers a, s[i], s[j]"
    assert excover.parse(pair).count() == 3
    (solution,) = excover.parse(f"{text} also run(k, n) covers load by n").solutions()
    assert solution.totals == {"load": 6}
