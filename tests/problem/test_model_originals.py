"""What a program has comes back as it went in: dates, times, members of an Enum, UUIDs, and fractions."""

from __future__ import annotations

import json
import pickle
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from random import Random
from typing import Any
from uuid import UUID

import pytest
from effort import examples
from extras import module_or_skip

import excover
from excover import Model, OptionName, Progress, ProgressLog, Run, SpecError
from excover.solutions.decode import JsonLines


class Day(Enum):
    MON = 1
    TUE = 2


class Room(str, Enum):  # noqa: UP042  (older programs have these)
    HALL = "hall"
    YARD = "yard"


VALUES: dict[str, list[Any]] = {
    "dates": [date(2026, 5, 1), date(2026, 5, 2)],
    "moments": [datetime(2026, 5, 1, 8), datetime(2026, 5, 1, 9, 30)],
    "times": [time(8), time(9, 30)],
    "durations": [timedelta(minutes=90), timedelta(days=2)],
    "members": [Day.MON, Day.TUE],
    "members that are texts": [Room.HALL, Room.YARD],
    "identifiers": [UUID(int=5), UUID(int=6)],
    "pairs": [(date(2026, 5, 1), "a"), (date(2026, 5, 1), "b")],
}


def assigned(values: list[Any], **costs: Any) -> Model:
    """Each value to one of two people."""
    model = Model()
    slot = model.items("slot", values)
    who, when = ["Ada", "Ada", "Ben", "Ben"], [*values, *values]
    model.options("works", who=who, slot=when, covers=slot[when], **costs)
    return model


@pytest.mark.parametrize("kind", VALUES)
def test_values_come_back_as_they_went_in(kind: str) -> None:
    values = VALUES[kind]
    model = assigned(values, cost=[1, 2, 2, 1])
    model.minimize()
    best = pickle.loads(pickle.dumps(model.problem().best()))
    assert [option.arguments for option in best.options] == [("Ada", values[0]), ("Ben", values[1])]
    assert [type(option.arguments[1]) for option in best.options] == list(map(type, values))
    assert best.by_family["works"] == [("Ada", values[0]), ("Ben", values[1])]


@pytest.mark.parametrize("kind", VALUES)
def test_names_with_values_are_known(kind: str) -> None:
    values = VALUES[kind]
    model, other = assigned(values), OptionName("works", ("Ben", values[1]))
    problem = model.problem()
    assert problem.count() == 4
    for given in ([other], [str(other)]):
        assert problem.given(given).count() == 2
        assert problem.forbid(given).count() == 2
    assert problem.with_costs({other: 3}).matrix.prices().tolist() == [0, 0, 0, 3]
    assert problem.with_bounds(model["slot"][values[0]], times=2).count() == 2
    found = problem.solve()
    assert found is not None
    assert problem.given(found.options).count() == 1
    assert problem.decode(found.options) == found


@pytest.mark.parametrize("kind", VALUES)
def test_options_of_a_problem_have_values(kind: str) -> None:
    values = VALUES[kind]
    problem = assigned(values).problem()
    for asked in (
        problem,
        problem.with_option("works", "Cleo", values[1], covers=assigned(values)["slot"][values[1]]),
    ):
        mine = [option for option in asked.options if option.arguments[1] == values[1]]
        assert [option.arguments[0] for option in mine] == ["Ada", "Ben", "Cleo"][: len(mine)]
        assert asked.forbid(mine).count() == 0
        assert asked.forbid(mine[1:]).count() == asked.given(mine[:1]).count() == 2
        for solution in asked.solutions():
            assert [asked.options[number] for number in solution.numbers] == list(solution.options)


@pytest.mark.parametrize("kind", VALUES)
def test_decisions_and_rules_take_values(kind: str) -> None:
    values = VALUES[kind]
    model = Model()
    when = model.choose("hour", ["maths", "music"], among=values)
    model.require(when("maths") == values[1], when("music") != values[1])
    found = model.problem().solve()
    assert found is not None
    assert found.by_family["hour"] == [("maths", values[1]), ("music", values[0])]


@pytest.mark.parametrize("kind", ["dates", "times", "members", "identifiers"])
def test_cells_are_filled_with_values(kind: str) -> None:
    values, model = VALUES[kind], Model()
    grid = model.fill(model.board("grid", (1, 2)), values, once_per="row")
    model.require(grid(1, 1) == values[1])
    found = model.problem().solve()
    assert found is not None
    assert {option.arguments[-2:] for option in found.options} == {(1, values[1]), (2, values[0])}


def test_members_that_are_numbers_are_numbers() -> None:
    class Level(IntEnum):
        LOW = 1
        HIGH = 2

    assert assigned([Level.LOW, Level.HIGH]).problem().matrix.options[0].arguments == ("Ada", 1)


def test_values_of_libraries_come_back_in_frames() -> None:
    numpy, pandas = module_or_skip("numpy"), module_or_skip("pandas")
    days = pandas.Series(pandas.to_datetime(["2026-05-01", "2026-05-02"]))
    model = Model()
    slot = model.items("slot", days)
    model.options("works", day=days, covers=slot[days])
    problem = model.problem()
    frame = problem.solve().to_frame()  # type: ignore[union-attr]
    assert frame["day"].dtype == days.dtype
    assert list(frame["day"]) == list(days)
    assert problem.forbid([OptionName("works", (numpy.datetime64("2026-05-01T00:00"),))]).count() == 0
    for missing in (pandas.NaT, numpy.datetime64("NaT")):
        with pytest.raises(SpecError, match="missing value"):
            slot[[missing, missing]]


def choosing(*values: Any) -> Model:
    model = Model()
    one = model.item("one")
    model.options("choice", range(len(values)), list(values), covers=one)
    return model


OTHER_DAY = Enum("Day", "MON TUE")  # type: ignore[misc]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (date(2026, 5, 1), "2026-05-01"),
        (("a", date(2026, 5, 1)), ("a", "2026-05-01")),
        (time(10), timedelta(hours=10)),
        (Day.MON, OTHER_DAY.MON),
        (UUID(int=5), str(UUID(int=5))),
    ],
)
def test_different_values_with_the_same_text_are_refused(one: Any, other: Any) -> None:
    for first, second in ([one, other], [other, one]):
        model = choosing(first)
        model.choose("more", [1], among=[second])
        with pytest.raises(SpecError, match="have the same text"):
            model.problem()
        model = choosing(first, second)
        with pytest.raises(SpecError, match="have the same text"):
            model.problem()


def test_equal_values_have_the_same_text() -> None:
    numpy = module_or_skip("numpy")
    for one, other in [
        (Room.HALL, "hall"),
        (date(2026, 5, 1), numpy.datetime64("2026-05-01")),
        (timedelta(minutes=90), numpy.timedelta64(90, "m")),
    ]:
        assert choosing(one, other).problem().count() == 2


# Fractions


def knapsack(worth: list[Any], weights: list[Any], most: Any) -> Model:
    model = Model()
    load = model.item("load", units=True, at_most=most)
    things = range(len(worth))
    thing = model.items("thing", things, at_most=1)
    model.options("take", x=things, covers=[thing[things], load.by(weights)], cost=worth, optional=True)
    model.maximize()
    return model


@pytest.mark.parametrize("kind", [float, Decimal, Fraction])
def test_random_knapsacks_of_fractions_against_brute_force(kind: type) -> None:
    for seed in range(examples(30)):
        random = Random(seed)
        size, digits = random.randint(1, 7), random.choice([1, 2, 3])
        number = lambda: kind(str(round(random.uniform(0, 9), digits)))  # noqa: B023, E731
        worth, weights = [number() for _ in range(size)], [number() for _ in range(size)]
        most = number()
        as_exact = lambda values: [Fraction(str(value)) for value in values]  # noqa: E731
        best = max(
            sum(value for place, value in enumerate(as_exact(worth)) if chosen >> place & 1)
            for chosen in range(1 << size)
            if sum(value for place, value in enumerate(as_exact(weights)) if chosen >> place & 1)
            <= Fraction(str(most))
        )
        found = knapsack(worth, weights, most).problem().best()
        assert found is not None
        assert Fraction(str(found.cost)) == best, seed
        chosen = [option.arguments[0] for option in found.options if option.family == "take"]
        assert Fraction(str(found.totals["load"])) == sum(Fraction(str(weights[each])) for each in chosen)
        assert type(found.cost) in (kind, int)


def priced() -> Model:
    """Costs from calls, from a text, from a rule, and of an item that stays uncovered."""
    model = Model()
    job = model.items("job", ["a", "b"])
    free = model.items("free", ["x"], else_cost=Decimal("0.75"))
    model.options("do", ["a", "b"], covers=job[["a", "b"]], cost=[1.25, 2])
    model.add('option help(x in {"x"}) covers free[x] cost 3')
    wet = model.choose("wet", [1])
    model.require(wet(1), ~wet(1), else_cost=0.1)
    model.minimize()
    assert len(free) == 1
    return model


def test_fractions_of_all_kinds_are_one_cost() -> None:
    model = priced()
    best = model.problem().best()
    assert best is not None
    assert best.cost == Decimal("4.10")  # 1.25 + 2 + 0.75 + 0.1
    model.cost(at_least=4.2)
    other = model.problem().best()
    assert other is not None
    assert other.cost == Decimal("6.35")  # help costs 3 in place of 0.75


def test_bounds_gaps_and_frames_have_own_numbers() -> None:
    problem = assigned([1, 2], cost=[0.5, 1.5, 0.25, 0.75]).problem
    model = assigned([1, 2], cost=[0.5, 1.5, 0.25, 0.75])
    assert "minimize()" in str([each.help for each in problem().warnings])
    model.minimize()
    improvements = model.problem().improvements()
    best = list(improvements)[-1]
    assert (best.cost, improvements.outcome.cost, improvements.outcome.bound) == (1.0, 1.0, 1.0)
    cheaper = model.problem().with_costs({OptionName("works", ("Ada", 1)): 0.25}).best()
    assert cheaper is not None
    assert cheaper.cost == 1.0
    with pytest.raises(SpecError, match="no multiple of 1/4"):
        model.problem().with_costs({OptionName("works", ("Ada", 1)): 0.1})
    if pandas := module_or_skip("pandas"):
        frame = best.to_frame()
        assert frame["cost"].dtype == pandas.Series([0.5]).dtype
        assert sum(frame["cost"]) == 1.0


def test_a_bound_with_a_fraction_is_exceeded_by_whole_amounts() -> None:
    model = Model()
    job, load = model.items("job", [1, 2, 3]), model.item("load", units=True, at_most=1.5, over_cost=2)
    model.options("do", [1, 2, 3], covers=[job[[1, 2, 3]], load.by([1, 1, 1])])
    model.minimize()
    best = model.problem().best()
    assert best is not None
    assert (best.cost, best.totals["load"]) == (3.0, 3.0)


def test_amounts_too_far_apart_are_refused() -> None:
    model = Model()
    job, load = model.items("job", [1, 2]), model.item("load", units=True)
    model.options("do", [1, 2], covers=[job[[1, 2]], load.by([1e-9, 10**11])])
    with pytest.raises(SpecError, match="E790"):
        model.problem()


def test_other_bounds_of_fractions() -> None:
    model = knapsack([1, 1], [0.5, 0.75], 2)
    problem = model.problem()
    assert [problem.with_bounds("load", at_most=most).best().cost for most in (0.25, 0.5, 1.25)] == [0, 1, 2]  # type: ignore[union-attr]
    model.add("item rest  option pad() covers rest, load by 1")
    assert model.problem().with_bounds("load", at_most=1.5).best().totals == {"load": 1.5}  # type: ignore[union-attr]


@pytest.mark.parametrize("cost", [0.1 + 0.2, 1 / 3, 1e-12, float("inf"), float("nan"), Decimal("NaN"), 2**70])
def test_no_number_is_rounded(cost: Any) -> None:
    model = Model()
    row = model.items("row", [1])
    for act in (
        lambda: model.option("x", covers=row, cost=cost),
        lambda: model.options("x", covers=row[[1]], cost=[cost]),
        lambda: model.options("x", [1], covers=row[1], cost=cost),
        lambda: model.items("soft", [1], else_cost=cost),
    ):
        with pytest.raises(SpecError, match=r"E790|E702"):
            act()
    assert repr(model) == "<Model: 1 items, 0 options>"


def test_whole_floats_are_whole_numbers() -> None:
    model = assigned([1, 2], cost=[1.0, 2.0, 3.0, 4.0])
    model.minimize()
    best = model.problem().best()
    assert best is not None
    assert (best.cost, type(best.cost)) == (3, int)
    assert isinstance(excover.Model().items("a", [1], units=True), excover.ModelItems)


def test_a_bound_that_may_be_exceeded_by_fractions() -> None:
    model = Model()
    job = model.items("job", [1, 2])
    load = model.item("load", units=True, at_most=1.5, over_cost=0.5)
    model.options("do", [1, 2], covers=[job[[1, 2]], load.by([1, 1.25])])
    model.minimize()
    best = model.problem().best()
    assert best is not None
    assert (best.cost, best.totals) == (0.375, {"load": 2.25})


def test_whole_numbers_of_any_type_are_amounts() -> None:
    numpy = module_or_skip("numpy")
    for two in (2, 2.0, Decimal(2), Fraction(2), numpy.int64(2), numpy.float64(2)):
        problem = knapsack([1, two, 1], [two, 1, two], 3).problem()
        best = problem.best()
        assert (best.cost, best.totals) == (3, {"load": 3})
        assert problem.matrix.prices().tolist()[1] == 2


@pytest.mark.parametrize("kind", [Fraction, Decimal])
def test_fractions_are_numbers_in_words_and_in_json(kind: type) -> None:
    third, whole = (Fraction(1, 3), "1/3") if kind is Fraction else (Decimal("0.3"), "0.3")
    model = Model()
    job, load = model.item("job"), model.item("load", units=True)
    model.options("do", [1, 2], covers=[job, load.by([third, 1])], cost=[third, 1])
    model.minimize()
    heard = list[Progress]()
    problem = model.problem()
    problem.best(Run(progress=heard.append))
    logged = ProgressLog(seconds=0)
    for each in heard:
        logged(each)
    improvements = problem.improvements()
    *_, best = improvements
    assert f"cost {whole}" in repr(improvements)
    assert f"cost {whole}, load {whole}" in str(best._repr_html_())
    expected = {"cost": float(third), "totals": {"load": float(third)}}
    for data in (best.as_data(), json.loads(JsonLines().line(best))):
        assert {key: json.loads(json.dumps(data))[key] for key in expected} == expected
    told = json.loads(json.dumps([heard[-1].as_data(1.0), improvements.outcome.as_data()]))
    assert [(each["cost"], each["bound"]) for each in told] == [(float(third), float(third))] * 2


@pytest.mark.parametrize("kind", [float, Decimal, Fraction])
def test_bounds_and_costs_of_other_types_may_all_be_whole(kind: Any) -> None:
    for at_least, at_most, over in [(1, None, None), (None, 2, None), (1, 2, 3), (None, 0, 0)]:
        costs: list[Any] = []
        for of in (int, kind):
            model = Model()
            bounds = {"at_least": at_least, "at_most": at_most, "over_cost": over}
            stated = {name: of(number) for name, number in bounds.items() if number is not None}
            load = model.item("load", units=True, **stated)
            task = model.items("task", [1, 2])
            model.options("do", [1, 2], covers=[task[[1, 2]], load.by([2, 1])], cost=[4, 5])
            model.options("leave", [1, 2], covers=task[[1, 2]], cost=[7, 6])
            model.minimize()
            costs.append(model.problem().best().cost)
        assert costs[0] == costs[1]
