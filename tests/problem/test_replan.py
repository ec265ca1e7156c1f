"""A search that begins with a solution of yesterday, and as few changes as possible."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from effort import examples

import excover
from excover import Model, OptionName, Problem, Solution, SpecError, Unproved


def roster(seed: int, goals: tuple[str, ...] = ("cost",)) -> Problem:
    """Each of some jobs on one of three machines, which have room for a few of them."""
    random = Random(seed)
    model, jobs = Model(), range(random.randint(2, 4))
    job, room = model.items("job", jobs), model.items("room", list("abc"), at_most=2)
    load = model.item("load", units=True)
    pairs = list(product(jobs, "abc"))
    works, where = [each for each, _ in pairs], [each for _, each in pairs]
    amounts, costs = ([random.randint(0, 4) for _ in pairs] for _ in range(2))
    covers = [job[works], room[where], load.by(amounts)]
    model.options("do", works, where, covers=covers, cost=costs)
    model.minimize(*goals)
    return model.problem()


def every(problem: Problem) -> list[Solution]:
    return list(problem.solutions())


def changes(solution: Solution, before: Solution) -> int:
    return len(set(solution.options) - set(before.options))


@pytest.mark.parametrize("goals", [("cost",), ("load", "cost")])
def test_random_problems_from_any_start_have_the_same_best(goals: tuple[str, ...]) -> None:
    for seed in range(examples(20)):
        problem = roster(seed, goals)
        random, known = Random(seed), every(problem)
        start = random.choice(known)
        found = list(problem.improvements(start=start))
        assert found[0] == start
        values = [[solution.value(goal) for goal in goals] for solution in found]
        assert values == sorted(values, reverse=True)
        assert values[-1] == min([solution.value(goal) for goal in goals] for solution in known)


def test_random_problems_with_as_few_changes_as_possible() -> None:
    for seed in range(examples(20)):
        problem = roster(seed)
        random = Random(seed)
        before = random.choice(every(problem))
        ill = problem.forbid([random.choice(before.options)])
        left = every(ill)
        expected = min(((changes(each, before), each.cost) for each in left), default=None)
        for start in (before, [str(option) for option in before]):
            found = ill.near(start).best()
            assert (found and (found.totals["changes"], found.cost)) == expected
        priced = ill.near(before, cost=3).best()
        assert (priced and priced.cost) == min(
            (each.cost + 3 * changes(each, before) for each in left), default=None
        )
        again = ill.best(start=before)
        assert (again and again.cost) == min((each.cost for each in left), default=None)


def test_a_start_that_is_no_solution_any_more_is_repaired() -> None:
    queens = excover.load("queens", {"n": 12})
    before = queens.solve()
    assert before is not None
    ill = queens.forbid([before.options[4]]).with_costs(dict.fromkeys(before.options[:3], 1))
    nearest = ill.near(before).best()
    assert nearest is not None
    assert nearest.totals["changes"] == changes(nearest, before) > 0


def test_a_start_is_kept_where_no_time_is_left() -> None:
    problem = roster(1)
    start = max(every(problem), key=lambda solution: int(solution.cost))
    with pytest.raises(Unproved) as early:
        problem.best(excover.Run.within(seconds=0), start=start)
    assert early.value.solution == start
    assert early.value.outcome.cost == start.cost


def test_a_drawing_is_a_start() -> None:
    board = excover.parse(
        "item row[1..4], column[1..4]  option rook(r, c in 1..4) covers row[r], column[c] cost r * c "
        ' minimize draw rook(r, c) at (r, c) as "R"'
    )
    drawing = "R...\n.R..\n..R.\n...R"
    found = list(board.improvements(start=drawing))
    assert (found[0].drawing, found[0].cost, found[-1].cost) == (drawing, 30, 20)
    assert board.near(drawing).best() == found[0]


def test_rules_and_soft_rules_of_a_start_are_completed() -> None:
    model = Model()
    level = model.choose("level", ["a", "b"], among=range(5))
    model.require(level("a") + level("b") >= 4)
    model.require(level("a") >= 3, else_cost=2)
    model.minimize()
    problem = model.problem()
    start = [OptionName("level", ("a", 0)), OptionName("level", ("b", 4))]
    found = list(problem.improvements(start=start))
    assert [found[0].cost, found[-1].cost] == [2, 0]
    assert set(found[0].options) == set(start)


def test_a_start_of_another_problem_is_refused() -> None:
    with pytest.raises(SpecError, match="E326"):
        roster(1).best(start=["queen(1, 2)"])
    with pytest.raises(SpecError, match="E326"):
        roster(1).near([OptionName("do", (77, "a"))])


def test_what_names_no_options_is_told_what_does() -> None:
    with pytest.raises(SpecError, match=r"(?s)the start is None.*give a solution.*`best\(\)` is None"):
        roster(1).near(None)  # type: ignore[arg-type]
    with pytest.raises(SpecError, match=r"(?s)list of names is None, which has no names.*give names"):
        roster(1).forbid(None)  # type: ignore[arg-type]


def test_changes_cost_what_is_said() -> None:
    text = "item a  option x(n in 1..3) covers a cost n"
    for goal, cost, best in [
        ("maximize", 5, "x(1)"),
        ("maximize", 1, "x(3)"),
        ("minimize", -3, "x(2)"),
        ("minimize", 2, "x(1)"),
    ]:
        problem = excover.parse(f"{text} {goal}").near(["x(1)"], cost=cost)
        assert str(problem.best()) == best, (goal, cost)


def test_changes_cost_nothing_where_the_cost_is_no_goal() -> None:
    for goal in ("minimize load", ""):
        text = f"item a once, load in units  option x(n in 1..3) covers a, load by n cost n  {goal}"
        with pytest.raises(SpecError, match="E267"):
            excover.parse(text).near(["x(3)"], cost=2)
    text = (
        "item a once, load in units  option x(n in 1..3) covers a, load by 1 cost n  minimize load then cost"
    )
    assert str(excover.parse(text).near(["x(3)"], cost=9).best()) == "x(3)"


def test_few_changes_have_no_text() -> None:
    board = excover.parse("item a  option x(n in 1..3) covers a cost n  minimize")
    with pytest.raises(excover.JournalError, match="the goal `changes` is of a solution"):
        excover.Campaign.begin(board.near(["x(3)"]), "unused.journal", best=True)
