"""Items that may stay uncovered at a price, against the definition."""

from __future__ import annotations

from itertools import chain, combinations
from random import Random

import commands
import pytest
from effort import examples

import excover


def subsets(options: list[tuple[list[int], int]]) -> list[tuple[tuple[list[int], int], ...]]:
    return list(chain.from_iterable(combinations(options, size) for size in range(len(options) + 1)))


@pytest.mark.parametrize("seed", range(3))
def test_the_best_and_the_number_are_those_of_the_definition(seed: int) -> None:
    """A solution covers nothing twice, all hard items, and pays for the soft ones that it does not cover."""
    random = Random(seed)
    for _ in range(examples(12)):
        hard, soft = random.randint(0, 2), random.randint(1, 4)
        price, goal = random.randint(-3, 9), random.choice(["minimize", "maximize"])
        count = random.randint(1, 7)
        options = [
            (random.sample(range(hard + soft), random.randint(1, min(3, hard + soft))), random.randint(-4, 9))
            for _ in range(count)
        ]
        options += [([0], 3), ([hard], 3)]
        rows = "\n".join(
            f"|o{k} {cost} {','.join(map(str, items))}" for k, (items, cost) in enumerate(options)
        )
        hard_items = f"item hard[0..{hard - 1}]" if hard else ""
        hard_covers = f", (hard[i] for i in o.items where i < {hard})" if hard else ""
        text = f"""
            table t
              |name cost items*
{rows}
            {hard_items}
            item soft[{hard}..{hard + soft - 1}] else cost {price}
            option use(o in t) covers (soft[i] for i in o.items where i >= {hard}){hard_covers} cost o.cost
            {goal}
        """
        totals = []
        for chosen in subsets(options):
            covered = [item for items, _ in chosen for item in items]
            if len(set(covered)) == len(covered) and set(range(hard)) <= set(covered):
                missing = soft - sum(item >= hard for item in covered)
                totals.append(sum(cost for _, cost in chosen) + price * missing)
        problem = excover.parse(text)
        assert problem.count() == len(totals)
        best = problem.best()
        assert (best and best.cost) == (min if goal == "minimize" else max)(totals, default=None)


TASKS = """
item task[1..3, {"day", "night"}] else cost 7, extra else cost 7
item hour[1..4] at most once
option do(t, h in 1..4, w in {"day", "night"}) where t <= 3 covers task[t, w], hour[h] cost h
option help(h in 1..4) covers extra, hour[h] cost 1
minimize
"""


def test_what_stays_uncovered_has_a_name() -> None:
    problem = excover.parse(TASKS)
    best = problem.best()
    assert best is not None
    names = {option.family for option in best}
    assert names >= {"do", "no_task"}
    assert problem.decode(map(str, best)).cost == best.cost
    forbidden = excover.parse(TASKS + 'forbid no_task(1, "day")  given no_extra()')
    assert {str(option) for option in forbidden.best() or ()} >= {"no_extra()"}


def test_every_form_has_the_same_solutions(run: commands.Run) -> None:
    yaml = run("convert - --to yaml", stdin=TASKS).out
    assert "else cost 7" in yaml
    assert 'item task[1..3, {"day", "night"}] else cost 7, extra else cost 7' in run("fmt -", stdin=TASKS).out
    for form in ("text", "yaml"):
        expanded = run(f"expand - --to {form}", stdin=TASKS).out
        assert run("count -", stdin=expanded).out == run("count -", stdin=TASKS).out
    assert run("count -", stdin=yaml).out == run("count -", stdin=TASKS).out


def test_items_that_no_option_mentions_are_still_an_error() -> None:
    with pytest.raises(excover.SpecError) as wrong:
        excover.parse("item a else cost 5, b else cost 5  option x() covers a  minimize")
    assert [each.code for each in wrong.value.diagnostics] == ["E229"]


@pytest.mark.parametrize("price", ["x", '"text"', "1 = 1"])
def test_a_price_is_a_number(price: str) -> None:
    with pytest.raises(excover.SpecError):
        excover.parse(f"item a else cost {price}  option x() covers a cost 1  minimize")
