"""What the language says of items, goals and options, a model says, too: units, goals, costs of items left
uncovered, `also`, `fill`, and parts of `place`; the text of a model has the same matrix and the same sums."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from extras import module_or_skip
from hypothesis import given
from hypothesis import strategies as st
from test_model import content

import excover
from excover import Model, Problem, SpecError, parse
from excover.base.source import Source
from excover.language.syntax.parse import parse as parse_spec
from excover.language.syntax.yaml import yaml_of


def said(problem: Problem) -> dict[str, object]:
    """The matrix, its sums with their bounds, and the goals."""
    sums = [
        (each.name, each.lower, each.upper, list(zip(each.options, each.weights, strict=True)))
        for each in problem.matrix.sums
    ]
    return {**content(problem.matrix), "sums": sums, "goal": problem.puzzle.goal_in_words}


def in_yaml(text: str) -> str:
    return yaml_of(parse_spec(Source("a.xc", text)))


def solutions(problem: Problem) -> list[Any]:
    found = (
        (sorted(map(str, each.options)), each.cost, sorted(each.totals.values()))
        for each in problem.solutions()
    )
    return sorted(found, key=str)


# Random problems: jobs on machines, with hours, costs, and jobs that nobody does


UNITS: dict[str, dict[str, Any]] = {
    "at most 6 units": {"units": True, "at_most": 6},
    "at least 2 units": {"units": True, "at_least": 2},
    "1..7 units": {"units": True, "at_least": 1, "at_most": 7},
    "5 units": {"units": 5},
    "in units": {"units": True},
}
GOALS = ["", "minimize", "maximize load[1]", "minimize late then cost", "minimize cost then maximize load[2]"]


@st.composite
def plans(draw: st.DrawFn) -> dict[str, Any]:
    jobs = draw(st.integers(1, 3))
    pairs = st.tuples(st.integers(1, jobs), st.integers(1, 2), st.integers(-3, 5), st.integers(-9, 9))
    runs = draw(st.lists(pairs, max_size=6, unique_by=lambda run: run[:2]))
    return {
        "jobs": jobs,
        "runs": [*runs, (1, 2, 4, 6)] if all(run[:2] != (1, 2) for run in runs) else runs,  # covers `late`
        "units": draw(st.sampled_from(sorted(UNITS))),
        "else": draw(st.none() | st.integers(0, 9)),
        "goal": draw(st.sampled_from(GOALS)),
        "late": draw(st.booleans()),
        "bound": draw(st.none() | st.integers(-5, 20)),
    }


def plan_text(plan: dict[str, Any]) -> str:
    """As a person would write it."""
    runs = ", ".join(map(str, plan["runs"]))
    lines = [
        f"item job[1..{plan['jobs']}]" + ("" if plan["else"] is None else f" else cost {plan['else']}"),
        f"item load[1..2] {plan['units']}",
        "item late in units",
        f"option run((j, m, h, c) in {{{runs}}}) covers job[j], load[m] by h, late by 2 if m = 2 cost c",
        "also run(j, m, h, c) covers late by h if m = 1" if plan["late"] else "",
        plan["goal"],
        "" if plan["bound"] is None else f"cost at most {plan['bound']}",
    ]
    return "\n".join(filter(None, lines)) + "\n"


def plan_model(plan: dict[str, Any], bulk: bool) -> Model:
    model = Model()
    job = model.items("job", range(1, plan["jobs"] + 1), else_cost=plan["else"])
    load, late = model.items("load", [1, 2], **UNITS[plan["units"]]), model.item("late", units=True)
    if bulk:
        j, m, h, c = map(list, zip(*plan["runs"], strict=True))
        covers = [job[j], load[m].by(h), late.by(2).where([each == 2 for each in m])]
        model.options("run", j=j, m=m, h=h, c=c, covers=covers, cost=c)
    else:
        for j, m, h, c in plan["runs"]:
            covers = [job[j], load[m].by(h), *([late.by(2)] if m == 2 else [])]
            model.option("run", j, m=m, h=h, c=c, covers=covers, cost=c)
    if plan["late"]:
        hours, first = [run[2] for run in plan["runs"]], [run[1] == 1 for run in plan["runs"]]
        model.also("run", covers=late.by(hours).where(first))
    for goal in filter(None, plan["goal"].replace("then maximize", ";maximize").split(";")):
        direction, _, sums = goal.strip().partition(" ")
        wanted = {"load[1]": load[1], "load[2]": load[2], "late": late, "cost": "cost"}
        getattr(model, direction)(*(wanted[each.strip()] for each in sums.split(" then ") if each.strip()))
    if plan["bound"] is not None:
        model.cost(at_most=plan["bound"])
    return model


@given(plans(), st.booleans())
def test_units_goals_and_costs_are_one_matrix(plan: dict[str, Any], bulk: bool) -> None:
    text, model = plan_text(plan), plan_model(plan, bulk)
    made = said(model.problem())
    assert made == said(parse(text))
    assert made == said(parse(in_yaml(text)))
    assert made == said(parse(model.to_xc()))
    assert made == said(parse(in_yaml(model.to_xc())))


# Bounds and costs for each member


@given(st.integers(0, 2**32))
def test_columns_of_bounds_and_costs(seed: int) -> None:
    """A text has one bound in a statement, so that `to_xc` makes families; the solutions stay the same."""
    random = Random(seed)
    model = Model()
    job = model.items("job", range(3), else_cost=[random.randint(0, 9) for _ in range(3)])
    most, least = [random.randint(3, 8) for _ in range(4)], [random.randint(-2, 1) for _ in range(4)]
    load = model.items("load", ["a", "b"], [1, 2], units=True, at_most=most, at_least=least)
    seat = model.items("seat", [1, 2], ["x", "y"], at_most=[random.randint(0, 2) for _ in range(4)])
    every = list(product(range(3), "ab", [1, 2], "xy"))
    rows = [row for row in every if random.random() < 0.5] or every
    for j, m, k, s in rows:
        model.option("run", j, m, k, s, covers=[job[j], load[m, k].by(random.randint(-1, 4)), seat[k, s]])
    model.minimize(load["a", 2], "cost")
    problem = model.problem()
    text = parse(model.to_xc())
    assert solutions(problem) == solutions(text)
    totals = {name: total for s in problem.solutions() for name, total in s.totals.items()}
    assert {name.partition("[")[0] for name in totals} <= {"load"}
    best, again = problem.best(), text.best()
    assert (best and best.cost) == (again and again.cost)
    for each in problem.solutions():
        for place, (m, k) in enumerate(product("ab", [1, 2])):
            assert least[place] <= each.totals[f'load["{m}", {k}]'] <= most[place]


def test_a_cost_for_each_item_left_uncovered() -> None:
    model = Model()
    task = model.items("task", ["cook", "wash"], [1, 2], else_cost=[1, 2, 3, 4])
    person = model.items("person", ["Ada"], at_most=1)
    model.options(
        "does", ["cook", "wash"], [2, 1], covers=[task[["cook", "wash"], [2, 1]], person["Ada"]], cost=0
    )
    model.minimize()
    best = model.problem().best()
    assert best is not None
    assert (best.cost, sorted(map(str, best.options))) == (
        7,
        ['does("wash", 1)', 'no_task("cook", 1)', 'no_task("cook", 2)', 'no_task("wash", 2)'],
    )
    assert said(parse(model.to_xc())) == said(model.problem())


def test_other_bounds_of_sums() -> None:
    """As if the model had been stated with them."""

    def roster(most: Any, least: Any = None) -> tuple[Problem, excover.ModelItems, excover.ModelItems]:
        model = Model()
        job = model.items("job", range(4))
        load = model.items("load", ["a", "b"], units=True, at_most=most, at_least=least)
        rows = list(product(range(4), "ab"))
        jobs, people = [j for j, _ in rows], [p for _, p in rows]
        model.options("run", jobs, people, covers=[job[jobs], load[people].by([j + 1 for j in jobs])])
        return model.problem(), job, load

    problem, job, load = roster([6, 7])
    assert problem.with_bounds(load["a"], at_most=4).count() == roster([4, 7])[0].count() < problem.count()
    assert problem.with_bounds(load.all(), at_most=[7, 3]).count() == roster([7, 3])[0].count()
    assert problem.with_bounds('load["b"]', times=5).count() == roster([6, 5], [-9, 5])[0].count()
    assert problem.without_items(load["a"]).count() == roster([99, 7])[0].count()
    assert problem.given(['run(0, "a")']).with_bounds(load["a"], at_most=1).count() == 0
    with pytest.raises(ValueError, match="two kinds"):
        problem.with_bounds([*load["a"], *job[1]], at_most=1)


# also, fill, place


def test_also_in_bulk() -> None:
    model = Model()
    day, note = model.items("day", [1, 2]), model.items("note", ["p", "q"], at_most=1)
    model.options("work", day=[1, 2, 1, 2], who=["p", "p", "q", "q"], covers=day[[1, 2, 1, 2]])
    model.also("work", covers=note[["p", "p", "q", "q"]])
    assert model.problem().count() == 2
    shade = model.item("shade", colored=True)
    model.also("work", covers=shade.colored(["p", "p", "q", "q"]))
    assert model.problem().count() == 0
    assert said(parse(model.to_xc())) == said(model.problem())
    with pytest.raises(SpecError, match="E793"):
        model.also("work", covers=note[["p"]])
    with pytest.raises(SpecError, match="no options"):
        model.also("rest", covers=note["p"])


def test_boards_are_filled() -> None:
    model = Model()
    grid = model.board("grid", (4, 4))
    model.fill(grid, range(1, 5), once_per=["row", "column", "block 2x2"])
    text = "board grid 4x4 fill grid with 1..4, once per row, column, block 2x2"
    assert content(model.problem().matrix) == content(parse(text).matrix)
    letters = Model()
    letters.board("grid", (3, 3))
    letters.fill("grid", ["a", "b", "c"], once_per="row")
    assert letters.problem().count() == 6**3
    with pytest.raises(SpecError, match="block 3x3"):
        letters.fill("grid", [1], once_per="diagonal")


def test_parts_of_place() -> None:
    model = Model()
    model.board("tray", ["xy.", "..?"])
    model.shapes("piece", "AA")
    model.place("piece", "tray", at_most=2, covering=2)
    text = "board tray\n  |xy.\n  |..?\nshapes piece\n  |AA\n"
    text += "place free piece on tray each 0..2 times covering at least 2"
    assert content(model.problem().matrix) == content(parse(text).matrix)
    labelled = Model()
    labelled.board("tray", ["xy", ".."])
    labelled.add("shapes piece\n  |AA\n  labels\n  |1.")
    labelled.place("piece", on="tray", times=2, matching={"1": ["x", "y"]})
    assert labelled.problem().full.matrix.options[0].family == "piece"


@pytest.mark.parametrize(
    "how_often", [{"at_most": 1}, {"at_most": [1, 2]}, {"colored": True}, {"units": True}]
)
@pytest.mark.parametrize("holds", [False, [False, False]])
def test_items_that_no_condition_lets_be_covered(how_often: dict[str, Any], holds: Any) -> None:
    model = Model()
    row, other = model.items("row", [1, 2]), model.items("other", [1, 2], **how_often)
    covered = other[[1, 2]].colored("red") if "colored" in how_often else other[[1, 2]]
    model.options("o", [1, 2], covers=[row[[1, 2]], covered.where(holds)])
    text = parse(model.to_xc())
    assert text.matrix.entries == model.problem().matrix.entries
    assert text.count() == model.problem().count() == 1


# Names of arguments


def test_arguments_have_the_names_of_keywords() -> None:
    model = Model()
    row, column = model.items("row", [1, 2]), model.items("column", [1, 2])
    model.options("rook", r=[1, 1, 2], column=[1, 2, 1], covers=[row[[1, 1, 2]], column[[1, 2, 1]]])
    model.option("rook", column=2, r=2, covers=[row[2], column[2]])
    problem = model.problem()
    assert problem.arguments == {"rook": ["r", "column"]}
    assert [str(name) for name in problem.matrix.options][-1] == "rook(2, 2)"
    assert said(parse(model.to_xc())) == said(problem)
    with pytest.raises(SpecError, match="E792"):
        model.option("rook", r=2, c=2, covers=row[2])
    with pytest.raises(SpecError, match="E792"):
        model.option("rook", 1, 2, 3, covers=row[2])


@pytest.mark.parametrize("names", [["from", "cost"], ["k", "i1"], ["a1", "a2"], ["red", "row"], ["x2", "x1"]])
def test_any_names_of_arguments_can_be_written(names: Sequence[str]) -> None:
    model = Model()
    model.add("enum Color = red, k")
    row = model.items("row", [1, 2, 3])
    values = {names[0]: [1, 2, 3, 3], names[1]: [1, 1, 2, 1]}
    rows = row[[[1], [2, 1], [3], [3, 2]]]
    if "cost" in names:
        model.options("o", *[values[name] for name in names], covers=rows)
    else:
        shades = model.item("mark", colored=True).colored(
            [excover.types.Symbol("red"), excover.types.Symbol("k")] * 2
        )
        model.options("o", covers=[rows, shades], cost=[4, 2, 3, 5], **values)
        model.minimize()
    assert said(parse(model.to_xc())) == said(model.problem())


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_arguments_have_the_names_of_columns(library: str) -> None:
    frames = module_or_skip(library)
    frame = frames.DataFrame({"Lecture": ["a", "b"], "Start hour": [1, 2], "where": ["x", "y"]})
    model = Model()
    lecture = model.items("lecture", frame["Lecture"])
    model.options(
        "hold", frame["Lecture"], frame["Start hour"], frame["where"], covers=lecture[frame["Lecture"]]
    )
    problem = model.problem()
    assert problem.arguments == {"hold": ["Lecture", "Start_hour", "where_"]}
    assert list(problem.solutions().to_frame().columns[-3:]) == ["Lecture", "Start_hour", "where_"]


# Mistakes speak of calls


def load_of_two(**how_often: Any) -> tuple[Model, excover.ModelItems, excover.ModelItems]:
    model = Model()
    job = model.items("job", [1, 2])
    return model, job, model.items("load", [1, 2], **how_often)


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda m, job, load: job[1].by(3), ["E274", "units=True", 'model.items("job", range(1, 3))']),
        (lambda m, job, load: load[[1, 2]].by([1, "x"]), ["E790", "in row 1"]),
        (lambda m, job, load: load[[1, 2]].by([1]), ["items 2, amounts 1"]),
        (lambda m, job, load: load[1].colored("red"), ["E242", ".by(amount)"]),
        (lambda m, job, load: m.minimize(job[1]), ["E275", "units=True", "model.minimize(job[1])"]),
        (lambda m, job, load: m.minimize("cost", "cost"), ["`cost` is specified twice"]),
        (lambda m, job, load: m.minimize(3), ["E289", "takes a goal"]),
        (lambda m, job, load: m.minimize("late"), ["E101", 'model.item("late", units=True)']),
        (lambda m, job, load: m.maximize("lode"), ["did you mean `load`?"]),
        (lambda m, job, load: m.minimize("load"), ["E228", 'model["load"]']),
        (lambda m, job, load: m.cost(), ["at_most"]),
        (lambda m, job, load: m.cost(at_most="x"), ["takes numbers"]),
        (lambda m, job, load: m.board("given", (2, 2)), ["E791", "given_"]),
        (lambda m, job, load: m.items("a", [1], units=True, times=3), ["exclude each other"]),
        (lambda m, job, load: m.items("a", [1], units=3, at_most=3), ["exclude each other"]),
        (lambda m, job, load: m.items("a", [1], units=True, at_least=3, at_most=2), ["at least 3"]),
        (lambda m, job, load: m.items("a", [1], units=True, at_most="x"), ["give a number"]),
        (lambda m, job, load: m.items("a", [1], else_cost=5, at_most=1), ["leave out at_most"]),
        (lambda m, job, load: m.items("a", [1, 2], else_cost=[5, 1e-10]), ["E790", "round"]),
        (lambda m, job, load: m.options("x", covers=job, cost="dear"), ["no column"]),
        (lambda m, job, load: m.options("x", covers=job[[1]], cost=["dear"]), ["E790", "in row 0"]),
        (lambda m, job, load: m.place("job", on="job"), ["model.shapes"]),
        (lambda m, job, load: m.board("b", (2, 2), lattice="square 2"), ["there is no lattice"]),
        (lambda m, job, load: m.board("b", (2, 2), sides=["round"]), ["side of a board"]),
        (lambda m, job, load: m.shapes("s", {"AB": [(1, 1)]}), ["one letter"]),
        (lambda m, job, load: Model('a"b'), ["quotation"]),
    ],
)
def test_mistakes_speak_of_calls(act: Any, words: Sequence[str]) -> None:
    model, job, load = load_of_two(units=True)
    with pytest.raises(SpecError) as error:
        act(model, job, load)
    for word in words:
        assert word in str(error.value)
    for statement in ("`where`", "`optional option`", "`item ", "write `="):
        assert statement not in str(error.value)
    assert repr(model) == "<Model: 2 items, 0 options>"


def covered(model: Model) -> Model:
    model.options("do", [1, 2], covers=model["job"][[1, 2]])
    return model


def problem_after(act: Any, model: Model) -> excover.Problem:
    act(model)
    return model.problem()


@pytest.mark.parametrize(
    ("act", "code", "limit"),
    [
        (lambda m: m.items("a", range(7)), "E503", "items"),
        (lambda m: m.items("a", map(str, range(7))), "E503", "items"),
        (lambda m: m.options("x", range(7), covers=m["job"][1]), "E505", "options"),
        (lambda m: m.options("x", [1] * 13, covers=[m["job"], m["job"]]), "E505", "entries"),
        (lambda m: m.add("item a[1..7]"), "E503", "items"),
        (lambda m: m.board("b", (3, 3)), "E504", "cells"),
        (lambda m: covered(m).choose("x", [1], among=range(9)), "E505", "options"),
    ],
)
def test_limits_are_raised_in_python(act: Any, code: str, limit: str) -> None:
    model = Model(limits=excover.Limits(items=6, options=6, entries=40, cells=8))
    model.items("job", [1, 2])
    with pytest.raises(SpecError) as error:
        problem_after(act, model)
    text = str(error.value)
    assert f"error[{code}]" in text
    assert f"raise the limit: `limits=excover.Limits({limit}=N)`" in text
    assert "--allow" not in text + str(error.value._repr_html_())


def mistaken(*calls: Any) -> str:
    model, job, load = load_of_two(at_most=1)
    for each in calls:
        each(model, job, load)
    with pytest.raises(SpecError) as error:
        model.problem()
    return str(error.value)


def test_mistakes_of_all_options_speak_of_calls() -> None:
    assert "`.where(condition)`" in mistaken(
        lambda m, job, load: m.option("x", covers=[job[1], job[1], load[1]])
    )
    assert "`optional=True`" in mistaken(lambda m, job, load: m.option("x", covers=load[1]), covers_all)
    assert "leave out its row" in mistaken(lambda m, job, load: m.option("x", covers=[]), covers_all)
    unused = mistaken(lambda m, job, load: m.option("x", covers=job))
    assert 'model.items("load", range(1, 3))' in unused
    assert "as in `covers=[load[..], ..]`" in unused
    assert 'model.fill("tray", values)' in mistaken(covers_all, lambda m, job, load: m.board("tray", (1, 2)))
    assert not any(statement in unused for statement in ("option x", " covers load"))
    assert "model.options(.., cost=prices)" in mistaken(covers_all, lambda m, job, load: m.minimize())


def covers_all(model: Model, job: excover.ModelItems, load: excover.ModelItems) -> None:
    model.option("all", covers=[job, load])


def test_warnings_speak_of_calls() -> None:
    model, job, load = load_of_two(at_most=1)
    model.options("x", covers=[job[[1, 2]], load[1]], cost=[1, 2])
    assert "model.minimize()" in str([each.help for each in model.problem().warnings])


def test_an_item_without_options_may_stay_uncovered_in_words_of_a_call() -> None:
    model, job, load = load_of_two(at_most=1)
    model.options("x", covers=[job[[1]], load[1]])
    warning, idle = model.problem().warnings
    assert idle.message == "no option covers `load[2]`"
    assert warning.help == ("add an option that covers it, or let it stay uncovered: `at_most=1`",)
