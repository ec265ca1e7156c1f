"""Other options, bounds and costs of a compiled problem: the same as if the text said so."""

from __future__ import annotations

from random import Random

import pytest
from naive import covers

import excover
from excover import OptionName, Problem, SpecError

ROOKS = """
item row[1..4]{rows}
item column[1..4]{columns}
option rook(r, c in 1..4) covers row[r], column[c] cost (r * 3 + c * c) mod 7
minimize
"""
NAMES = [f"rook({r}, {c})" for r in range(1, 5) for c in range(1, 5)]


def rooks(rows: str = "", columns: str = "", more: str = "") -> Problem:
    return excover.parse(ROOKS.format(rows=rows, columns=columns) + more)


def solutions(problem: Problem) -> set[tuple[str, ...]]:
    return {tuple(map(str, solution.options)) for solution in problem.solutions()}


@pytest.mark.parametrize("seed", range(10))
def test_forbidden_options_are_those_of_the_language(seed: int) -> None:
    forbidden = Random(seed).sample(NAMES, 4)
    text = rooks(more="\n".join(f"forbid {name}" for name in forbidden))
    changed = rooks().forbid(forbidden)
    assert list(changed.matrix.options) == list(text.matrix.options)
    assert solutions(changed) == solutions(text)
    assert solutions(rooks().forbid(forbidden[:2]).forbid(forbidden[2:])) == solutions(text)


@pytest.mark.parametrize(
    ("how_often", "written"),
    [
        ({"times": 2}, " 2 times"),
        ({"at_least": 1, "at_most": 2}, " 1..2 times"),
        ({"at_most": 1}, " at most once"),
        ({"at_least": 2}, " at least 2 times"),
    ],
    ids=lambda value: str(value),
)
def test_bounds_are_those_of_the_language(how_often: dict[str, int], written: str) -> None:
    changed = rooks().with_bounds([f"column[{c}]" for c in range(1, 5)], **how_often)
    text = rooks(columns=written)
    assert (changed.matrix.lower, changed.matrix.upper) == (text.matrix.lower, text.matrix.upper)
    assert solutions(changed) == solutions(text)


def test_items_left_out_bind_nothing() -> None:
    changed = rooks().without_items(["column[1]", excover.ItemName("column", (2,))])
    assert changed.count() == sum(1 for _ in covers(changed.matrix))
    assert changed.count() == 4**4 - sum(
        1 for a in range(4) for b in range(4) for c in range(4) for d in range(4) if not fits([a, b, c, d])
    )


def fits(columns: list[int]) -> bool:
    return columns.count(2) == columns.count(3) == 1


def test_costs_are_those_of_the_text() -> None:
    problem = rooks()
    costs = {name: (7 * number) % 5 for number, name in enumerate(NAMES)}
    best = problem.with_costs(costs).best()
    assert best
    least = min(sum(costs[name] for name in names) for names in solutions(problem))
    assert best.cost == least
    assert problem.best() == rooks().best()  # the problem itself is as before


def test_givens_hold_afterwards() -> None:
    problem = rooks().given([OptionName("rook", (1, 1))])
    changed = problem.forbid(["rook(2, 2)"])
    assert solutions(changed) == {s for s in solutions(problem) if "rook(2, 2)" not in s}
    assert changed.given([OptionName("rook", (2, 3))]).count() == 2
    assert changed.without_givens().count() == 18
    with pytest.raises(SpecError):
        problem.forbid(["rook(1, 1)"])


def test_wrong_changes_are_told() -> None:
    with pytest.raises(SpecError, match=r"rook\(9, 9\)"):
        rooks().forbid(["rook(9, 9)"])
    with pytest.raises(SpecError, match=r"column\[9\]"):
        rooks().without_items(["column[9]"])
    with pytest.raises(ValueError, match="too large"):
        rooks().with_costs({"rook(1, 1)": 2**62})
    with pytest.raises(ValueError, match="at least 2 and at most 1"):
        rooks().with_bounds(["row[1]"], at_least=2, at_most=1)
    every = [f"{family}[{k}]" for family in ("row", "column") for k in range(1, 5)]
    with pytest.raises(SpecError, match="no item that must be covered"):
        rooks().with_bounds(every, at_most=1)
    colored = excover.parse("item a item e colored option x() covers a, e = 1")
    with pytest.raises(ValueError, match="colored"):
        colored.with_bounds(["e"], times=2)


def test_other_costs_change_the_bounds_on_their_sum() -> None:
    """`cost at most 1`, with the costs exchanged: the other option is within the bound."""
    text = "item a option x() covers a cost 1 option y() covers a cost 2 cost at most 1"
    problem = excover.parse(text)
    assert [str(option) for solution in problem.solutions() for option in solution.options] == ["x()"]
    changed = problem.with_costs({"x()": 10, "y()": 0})
    assert [str(option) for solution in changed.solutions() for option in solution.options] == ["y()"]
    assert changed.count() == 1
