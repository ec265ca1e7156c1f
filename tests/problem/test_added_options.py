"""An option more in a compiled problem: the same as a model that has stated it from the beginning."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import Any

import pytest
from effort import examples

import excover
from excover import Model, Problem, SpecError
from excover.problem import column_generation


def random_options(random: Random) -> list[dict[str, Any]]:
    """Options of two families, some of which may be chosen several times; these cover sums alone."""
    found: list[dict[str, Any]] = []
    for number in range(random.randint(3, 8)):
        family = random.choice(["pick", "pick", "cut"])
        items = [] if family == "cut" else random.sample(range(4), random.randint(0, 2))
        found.append(
            {
                "name": family,
                "number": number,
                "items": items,
                "loads": random.choices(range(2), k=random.randint(not items, 3)),
                "amount": random.choice([1, 2, 2.5]),
                "cost": random.choice([0, 3, -1, 0.25]),
                "most": 3 if family == "cut" else 1,
            }
        )
    return found


def stated(options: list[dict[str, Any]], bounds: tuple[int, int]) -> tuple[Model, Any]:
    model = Model()
    item = model.items("item", range(4))
    spare = model.items("spare", range(4), at_most=1)
    load = model.items("load", range(2), units=True, at_least=bounds[0], at_most=bounds[1])
    model.options("fill", range(4), covers=[item[range(4)], spare[range(4)]], cost=[2, 2, 2, 2])
    model.option("cut", 99, covers=load[0].by(2.5), cost=0.25, most=2, optional=True)
    model.option("pick", 99, covers=load[1].by(2.5), cost=0.25, optional=True)

    def state(of: Any, each: dict[str, Any]) -> Any:
        covers = [item[index] for index in each["items"]] + [
            load[place].by(each["amount"]) for place in each["loads"]
        ]
        keywords = {"covers": covers, "cost": each["cost"], "most": each["most"]}
        if each["name"] == "pick":  # a cut is chosen several times
            keywords["optional"] = True
        return of(each["name"], each["number"], **keywords)

    for each in options:
        state(model.option, each)
    model.minimize()
    return model, state


def answers(problem: Problem) -> set[tuple[Any, ...]]:
    return {
        (frozenset(map(str, each.options)), each.cost, tuple(each.totals.items()))
        for each in problem.solutions()
    }


@pytest.mark.parametrize("seed", range(3))
def test_an_option_that_is_added_is_as_one_that_was_stated(seed: int) -> None:
    random = Random(seed)
    for _ in range(examples(30)):
        options, bounds = random_options(random), (random.randint(0, 3), random.randint(4, 12))
        first = random.randrange(len(options) + 1)
        whole, _ = stated(options, bounds)
        begun, state = stated(options[:first], bounds)
        problem = begun.problem()
        for each in options[first:]:
            problem = state(problem.with_option, each)
        wanted = whole.problem()
        assert answers(problem) == answers(wanted)
        best, least = problem.best(), wanted.best()
        assert (best and best.cost) == (least and least.cost)
        relaxed, exact = problem.relaxation(), wanted.relaxation()
        assert (relaxed is None) == (exact is None)
        if relaxed is not None:
            assert relaxed.bound == pytest.approx(exact.bound, abs=1e-6)
        if first < len(options) and least is not None:
            name = f"{options[-1]['name']}({options[-1]['number']})"
            assert answers(problem.given([name])) == answers(wanted.given([name]))
            assert answers(problem.forbid([name])) == answers(wanted.forbid([name]))


def test_options_of_a_text_have_names_and_costs_of_any_problem() -> None:
    coins = excover.parse(
        "item a[1..2] item s in units option one(n in 1..2) covers a[n], s cost 3 cost at most 5"
    )
    assert coins.count() == 0
    both = coins.with_option("both", covers={"a[1]": None, "a[ 2 ]": None, "s": 7}, cost=5)
    (found,) = both.solutions()
    assert (str(found), found.cost, found.totals) == ("both()", 5, {"s": 7})
    assert both.with_option("both_", covers=["a[1]", excover.ItemName("a", (2,))], cost=4).count() == 2
    free = excover.parse("item a option x() covers a").with_option("y", 1, covers="a", cost=2)
    assert {each.cost for each in free.solutions()} == {0, 2}


def test_values_of_a_program_come_back() -> None:
    model = Model()
    day = model.items("day", [date(2026, 5, 1), date(2026, 5, 2)])
    model.options(
        "work", [date(2026, 5, 1), date(2026, 5, 2)], covers=day[[date(2026, 5, 1), date(2026, 5, 2)]]
    )
    problem = model.problem().with_option("rest", date(2026, 5, 3), covers=day)
    assert [each.arguments for found in problem.solutions() for each in found if each.family == "rest"] == [
        (date(2026, 5, 3),)
    ]


TEXT = "item a[1..2] item s in units option one(n in 1..2) covers a[n], s by n cost n minimize"


@pytest.mark.parametrize(
    ("text", "arguments", "keywords", "said"),
    [
        (TEXT, ("one", 1), {"covers": "a[1]"}, "E103"),
        (TEXT, ("one", 1, 2), {"covers": "a[1]"}, "E792"),
        (TEXT, ("x",), {"covers": "a[3]"}, r"a\[3\]"),
        (TEXT, ("x",), {"covers": "a"}, "family of items"),
        (TEXT, ("x",), {"covers": ["a[1]", "a[1]"]}, r"(?s)E301.*units=True.*a\[1\]\.by\(2\)"),
        (TEXT, ("x",), {"covers": "s"}, "(?s)E303.*`optional=True`"),
        (TEXT, ("x",), {"covers": {"a[1]": 2}}, "not in units"),
        (TEXT, ("x",), {"covers": {"s": 0.5}, "optional": True}, "an amount"),
        (TEXT, ("x",), {"covers": {"s": 2**62}, "optional": True}, "E277"),
        (TEXT, ("x",), {"covers": "a[1]", "cost": 2**62}, "too large"),
        (TEXT, ("x",), {"covers": "a[1]", "cost": 2**80}, "the cost of `x.*too large"),
        (TEXT, ("x",), {"covers": "s", "cost": -(2**62) // 10, "most": 9, "optional": True}, "too large"),
        (TEXT, ("x",), {"covers": {"s": 2**80}, "optional": True}, "E277"),
        (TEXT, ("x",), {"covers": {"s": -(2**60)}, "most": 3, "optional": True}, "E277"),
        (TEXT, ("a b",), {"covers": "a[1]"}, "E281"),
        (TEXT, ("",), {"covers": "a[1]"}, "E281"),
        (TEXT, ("x", object()), {"covers": "a[1]"}, "E702.*an argument of `x`"),
        (TEXT, ("x", None), {"covers": "a[1]"}, "E702"),
        (TEXT, ("x",), {"covers": "a[1]", "cost": "dear"}, "the cost of `x"),
        (TEXT, ("x",), {"covers": "a[1]", "most": -1}, "never less than 0"),
        (TEXT, ("x",), {"covers": ["a[1]", "a[2]"], "most": 2}, None),
        (f"{TEXT} item t in units also one(n) covers t", ("one", 3), {"covers": "a[1]"}, "state all of them"),
        (f"{TEXT} item c colored option y() covers a[1], c = 1", ("x",), {"covers": ["a[1]", "c"]}, "colors"),
        (
            "item a at most once, more at cost 2 item b option one() covers a, b minimize",
            ("x",),
            {"covers": "b"},
            "state all of them",
        ),
    ],
)
def test_what_does_not_fit_is_refused(
    text: str, arguments: tuple[Any, ...], keywords: dict[str, Any], said: str | None
) -> None:
    problem = excover.parse(text)
    if said is None:
        assert problem.with_option(*arguments, **keywords).count() == 2
        return
    with pytest.raises((SpecError, ValueError), match=said):
        problem.with_option(*arguments, **keywords)


@pytest.mark.parametrize("most", [0, 1, 2, 5])
@pytest.mark.parametrize("covered", ["load", "load spare", "spare"])
def test_what_a_model_takes_without_optional_may_be_added(covered: str, most: int) -> None:
    model = Model()
    model.option("whole", covers=model.item("whole"))
    load, spare = model.item("load", units=True, at_most=6), model.item("spare", at_most=1)
    model.option("used", covers=[model["whole"], load.by(3), spare])
    covers = {"load": load.by(2), "spare": spare}
    option = {"covers": [covers[each] for each in covered.split()], "most": most}
    problem = model.problem()
    model.option("more", 1, **option)
    try:
        wanted = answers(model.problem())
    except SpecError as refused:
        with pytest.raises(SpecError, match=refused.diagnostics[0].code):
            problem.with_option("more", 1, **option)
    else:
        assert answers(problem.with_option("more", 1, **option)) == wanted


def test_an_option_that_is_never_chosen_changes_nothing() -> None:
    problem = excover.parse(f"{TEXT} item never at most once option z() covers a[1], never").with_bounds(
        "never", at_most=0
    )
    for keywords in (
        {"covers": {"s": -1}, "most": 0, "optional": True},
        {"covers": {"s": 1}, "most": 0, "optional": True, "cost": 3},
        {"covers": ["never", "s"], "optional": True},
        {"covers": ["a[1]", "never"]},
        {"covers": "a[1]", "most": 0},
    ):
        same = problem.with_option("x", **keywords)  # type: ignore[arg-type]
        assert answers(same) == answers(problem)
        assert list(map(str, same.full.matrix.options)) == list(map(str, problem.full.matrix.options))


def test_too_many_are_refused_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    monkeypatch.setattr(column_generation, "OptionTimes", lambda *parts: made.append(parts))
    with pytest.raises(SpecError, match="E505"):
        excover.parse(TEXT).with_option("x", covers="s", most=10**7, optional=True)
    assert not made


def test_messages_name_the_class_that_people_know() -> None:
    problem = excover.parse(TEXT)
    with pytest.raises(TypeError, match=r"`name` of `Problem\.with_option` is a text"):
        problem.with_option(3, covers="a[1]")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^Problem\.with_option\(\) missing"):
        problem.with_option("x")  # type: ignore[call-arg]


def test_an_option_that_no_statement_makes_is_in_no_text(tmp_path: Any) -> None:
    problem = excover.parse(TEXT).with_option("x", covers=["a[1]", "a[2]"])
    with pytest.raises(excover.JournalError, match=r"E432.*no statement makes"):
        excover.Campaign.begin(problem, tmp_path / "x.journal")


def test_items_are_no_keys() -> None:
    """`covers={load[1]: 7}` is an error of the caller's own line, which says how amounts are stated."""
    load = excover.Model("loads").items("load", [1, 2], times=3)
    with pytest.raises(TypeError, match=r"Covers\(load\[1\]\) cannot be a key: an amount is stated by `\.by"):
        hash(load[1])
