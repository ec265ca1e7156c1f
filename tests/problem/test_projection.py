"""Solutions counted by a family: as a plain reading of all of them, by the list and by the diagram."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from effort import examples

import excover
from excover import Problem, Solution, SpecError, StoppedBy, Unfinished
from excover.solutions import solutions

TRAY = """
board tray 3x2
shapes piece
  |AA BBB C
  |AA
place free piece on tray each at most 2 times
"""
COLORS = """
item spot[1..3]
item side[1..2] colored
option put(s in 1..3, c in {"red", "blue"}) covers spot[s], side[1 + s mod 2]=c
"""
DATES = [("date(1, 1)",), ("date(2, 2)",)]
CALENDAR = """
board days 2x2
item today
option date(m in 1..2, d in 1..2) covers days[1, m], days[2, d], today
shapes bar
  |XX
place free bar on days each at most 2 times
"""


def described(seed: int) -> str:
    """Options of two families over items that are covered once, at most once, or with a color."""
    random = Random(seed)
    lines = ["item must[1..4]", "item may[1..3] at most once", "item side[1..2] colored"]
    for number in range(random.randint(6, 14)):
        items = [f"must[{i}]" for i in sorted(random.sample(range(1, 5), random.randint(1, 2)))]
        if random.random() < 0.5:
            items.append(f"may[{random.randint(1, 3)}]")
        if random.random() < 0.5:
            items.append(f"side[{random.randint(1, 2)}]={random.randint(1, 2)}")
        lines.append(f"option {random.choice('xy')}{number}() covers {', '.join(items)}")
    lines += ["item only[1..4] at most once"]
    lines += [f"option z(i in 1..4) covers must[i], only[i], side[1 + i mod 2]={random.randint(1, 2)}"]
    return "\n".join(lines)


def group_of(problem: Problem, solution: Solution, family: str) -> tuple[str, ...]:
    """Read from the names of a solution, or from the items of its options."""
    matrix = problem.matrix
    if not family.endswith("[..]"):
        return tuple(sorted(str(name) for name in solution.options if name.family == family))
    chosen = [matrix.option_numbers[name] for name in solution.options]
    entries = [entry for option in chosen for entry in matrix.option_entries(option)]
    names = {
        (item, color): f"{matrix.items[item]}={matrix.palette[color - 1]}"
        if color
        else f"{matrix.items[item]}"
        for item, color in entries
        if f"{matrix.items[item].family}[..]" == family
    }
    return tuple(sorted(names.values()))


def plain(problem: Problem, family: str) -> Counter[tuple[str, ...]]:
    return Counter(group_of(problem, solution, family) for solution in problem.solutions())


@pytest.mark.parametrize("listed", [0, 3, 100_000])
@pytest.mark.parametrize("seed", range(examples(300)))
def test_groups_are_those_of_a_plain_reading(seed: int, listed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solutions, "LISTED", listed)
    problem = excover.parse(described(seed))
    for family in ("z", "may[..]", "must[..]", "side[..]"):
        counted = problem.count_by(family)
        assert Counter({tuple(sorted(names)): number for names, number in counted.items()}) == plain(
            problem, family
        )


@pytest.mark.parametrize("seed", range(examples(60)))
def test_one_solution_of_each_group_is_the_first_of_the_list(seed: int) -> None:
    problem = excover.parse(described(seed))
    every = list(problem.solutions())
    for family in ("z", "may[..]", "side[..]"):
        firsts = {}
        for solution in every:
            firsts.setdefault(group_of(problem, solution, family), solution)
        found = problem.solutions(distinct_by=family)
        assert list(found) == list(firsts.values())
        assert (found.outcome.count, found.outcome.exhausted) == (len(firsts), True)


def test_one_solution_of_each_group_within_a_budget_up_to_symmetry_and_after_an_interruption() -> None:
    sides = excover.parse(COLORS)
    some = sides.solutions(excover.Run.within(solutions=3), distinct_by="side[..]")
    assert (len(list(some)), some.outcome.count, some.outcome.stopped_by) == (3, 3, StoppedBy.LIMIT)
    tray = excover.parse(TRAY)
    assert tray.count(up_to_symmetry=True) == len(list(tray.solutions(distinct_by="piece[..]"))) == 2
    assert len(list(tray.solutions(up_to_symmetry=True, distinct_by="piece[..]"))) == 2
    found = sides.solutions(distinct_by="put")
    first = next(found)
    assert {first, *found.drain(), *found} == set(sides.solutions())
    batches = [cover for batch in sides.solutions(distinct_by="side[..]").batches() for cover in batch]
    assert len(batches) == 4


def test_no_group_is_lost_by_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    sides, asked = excover.parse(COLORS), 0

    def interrupt(_groups: object) -> None:
        nonlocal asked
        asked += 1
        if asked % 2:
            raise KeyboardInterrupt

    expected = list(sides.solutions(distinct_by="side[..]"))
    monkeypatch.setattr(solutions, "_check", interrupt)
    stream, found = sides.solutions(distinct_by="side[..]"), list[Solution]()
    while not stream.outcome.exhausted:
        try:
            found.extend(stream)
        except KeyboardInterrupt:
            continue
    assert (found, len(found)) == (expected, 4)


def test_an_item_that_is_covered_twice_is_named_twice() -> None:
    assert excover.parse(TRAY).count_by("piece[..]") == {
        ('piece["A"]', 'piece["C"]', 'piece["C"]'): 2,
        ('piece["B"]', 'piece["B"]'): 1,
    }


def test_the_diagram_and_rules_give_the_same_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    ruled = CALENDAR + "require date(1, 1) + date(2, 2) = 1"
    assert excover.parse(ruled).count_by("date") == dict.fromkeys(DATES, 1)
    monkeypatch.setattr(solutions, "LISTED", 0)
    assert excover.parse(ruled).count_by("date") == dict.fromkeys(DATES, 1)
    assert excover.parse(CALENDAR).count_by("date") == dict.fromkeys(DATES, 1)
    both = [(f'side[1]="{one}"', f'side[2]="{two}"') for one in ("red", "blue") for two in ("red", "blue")]
    assert excover.parse(COLORS).count_by("side[..]") == dict.fromkeys(both, 1)


def test_a_budget_of_solutions_ends_a_count_as_any_listing() -> None:
    problem = excover.parse(CALENDAR)
    with pytest.raises(Unfinished):
        problem.count_by("date", excover.Run.within(solutions=2))
    assert problem.count_by("date", excover.Run.within(solutions=1000)) == dict.fromkeys(DATES, 1)


def test_a_family_that_is_not_there_and_too_many_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = excover.parse(CALENDAR)
    with pytest.raises(SpecError, match=r"E330.*`dat`[\s\S]*did you mean `date\(\.\.\)`\?"):
        problem.count_by("dat")
    for ask in (problem.count_by, lambda family: problem.solutions(distinct_by=family)):
        with pytest.raises(SpecError, match=r"E330.*`date\[\.\.\]`"):
            ask("date[..]")
    sudoku = excover.load("sudoku")
    for member, family in (("cell[1,1]", "cell[..]"), ("put(1, 1, 5)", "put(..)"), ("grid[1,1]", "")):
        with pytest.raises(SpecError, match=r"E330.*of options or items") as wrong:
            sudoku.count_by(member)
        assert (f"did you mean `{family}`" in str(wrong.value)) == bool(family)
        assert "for single members, let `also` cover items of a new family" in str(wrong.value)
    with pytest.raises(Unfinished):
        problem.count_by("date", excover.Run.within(seconds=0))
    for listed in (0, 1000):
        monkeypatch.setattr(solutions, "LISTED", listed)
        monkeypatch.setattr(solutions, "MOST_GROUPS", 1)
        with pytest.raises(SpecError, match="E513"):
            problem.count_by("date")
