"""Arguments of a model of every kind: each call takes them, or refuses them in the words of the call."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from extras import module_or_skip

from excover import Model, ModelItems, SpecError

VALUES: dict[str, Any] = {
    **{
        "none": None,
        "true": True,
        "false": False,
        "nan": float("nan"),
        "half": 0.5,
        "negative": -1,
        "zero": 0,
    },
    **{
        "one": 1,
        "large": 2**63,
        "text": "abc",
        "empty": "",
        "words": "work day",
        "lines": "a\nb",
        "quote": 'a"b',
    },
    **{
        "bytes": b"ab",
        "object": object(),
        "function": len,
        "type": int,
        "decimal": Decimal(1),
        "complex": 1j,
    },
    **{"date": date(2020, 1, 1), "list": [1, 2], "nothing": [], "twice": [1, 1], "mixed": [1, "a"]},
    **{"missing": [1, None], "nested": [[1], [2, 3]], "deep": [[[1]]], "halves": [1.0, 2.5], "pair": (1, 2)},
    **{"unit": (), "mapping": {"a": 1}, "set": {1, 2}, "range": range(3), "endless": range(10**18)},
    **{"keyword": "given", "column": (each for each in [1, 2]), "covers": Model().items("row", [1])[1]},
}


def library_values() -> Iterator[tuple[str, Any]]:
    """Scalars, columns and frames of other libraries."""
    np, pd = module_or_skip("numpy"), module_or_skip("pandas")
    pl, pa = module_or_skip("polars"), module_or_skip("pyarrow")
    yield from {"np.1": np.int64(1), "np.half": np.float64(0.5), "np.true": np.bool_(True)}.items()
    yield from {"np.column": np.arange(2), "np.square": np.ones((2, 2), int), "np.0d": np.array(3)}.items()
    yield from {"np.date": np.array(["2020-01-01"], dtype="M8[D]"), "np.texts": np.array(["a", "b"])}.items()
    yield from {"pd.NA": pd.NA, "pd.NaT": pd.NaT, "pd.column": pd.Series([1, 2])}.items()
    yield from {
        "pd.missing": pd.Series([1, None], dtype="Int64"),
        "pd.frame": pd.DataFrame({"a": [1]}),
    }.items()
    yield from {"pl.column": pl.Series([1, None]), "pl.frame": pl.DataFrame({"a": [1]})}.items()
    yield from {"pa.1": pa.scalar(1), "pa.none": pa.scalar(None), "pa.table": pa.table({"a": [1]})}.items()
    yield from {"pl.lists": pl.Series([[1], [2]]), "pa.column": pa.array([1, None])}.items()


def hashed(value: Any) -> Any:
    try:
        hash(value)
    except TypeError:
        return "~"
    return value


# Each takes a model that has items `row[1..3]`, `pair[1..2, {"a", "b"}]`, a colored one, one in units, a
# board `tray`, pieces `s` and options `o(1)`, `o(2)`.
CALLS: dict[str, Callable[[Model, Any], object]] = {
    "title": lambda m, x: Model(x),
    "limits": lambda m, x: Model(limits=x),
    "family": lambda m, x: m[x],
    "add": lambda m, x: m.add(x),
    "minimize": lambda m, x: m.minimize(x),
    "maximize": lambda m, x: m.maximize("cost", x),
    "cost": lambda m, x: m.cost(at_least=x, at_most=3),
    "item": lambda m, x: m.item(x),
    "item.times": lambda m, x: m.item("q", times=x),
    "item.units": lambda m, x: m.item("q", units=x),
    "items": lambda m, x: m.items("q", [1, 2], x),
    "items.name": lambda m, x: m.items(x, [1]),
    "items.times": lambda m, x: m.items("q", [1, 2], times=x),
    "items.bounds": lambda m, x: m.items("q", [1, 2], at_least=x, at_most=x),
    "items.colored": lambda m, x: m.items("q", [1, 2], colored=x),
    "items.units": lambda m, x: m.items("q", [1, 2], units=True, at_most=x),
    "items.else_cost": lambda m, x: m.items("q", [1, 2], else_cost=x),
    "board": lambda m, x: m.board("q", x),
    "board.cell": lambda m, x: m.board("q", [(1, 1), x]),
    "board.size": lambda m, x: m.board("q", (2, x)),
    "board.lattice": lambda m, x: m.board("q", (2, 2), lattice=x),
    "board.sides": lambda m, x: m.board("q", (2, 2), sides=x),
    "shapes": lambda m, x: m.shapes("q", x),
    "shapes.letter": lambda m, x: m.shapes("q", {hashed(x): "L"}),
    "shapes.piece": lambda m, x: m.shapes("q", {"L": x}),
    "place": lambda m, x: m.place(x, "tray"),
    "place.on": lambda m, x: m.place("s", on=x),
    "place.turned": lambda m, x: m.place("s", "tray", x),
    "place.times": lambda m, x: m.place("s", "tray", times=x),
    "place.covering": lambda m, x: m.place("s", "tray", covering=x),
    "place.matching": lambda m, x: m.place("s", "tray", matching=x),
    "place.labels": lambda m, x: m.place("s", "tray", matching={"I": x}),
    "place.label": lambda m, x: m.place("s", "tray", matching={hashed(x): "x"}),
    "fill": lambda m, x: m.fill(x, [1]),
    "fill.values": lambda m, x: m.fill("tray", x),
    "fill.once_per": lambda m, x: m.fill("tray", [1, 2], once_per=x),
    "option.name": lambda m, x: m.option(x, 1, covers=m["row"][1]),
    "option.argument": lambda m, x: m.option("q", x, k=x, covers=m["row"][1]),
    "option.covers": lambda m, x: m.option("q", 1, covers=[m["row"][1], x]),
    "option.cost": lambda m, x: m.option("q", 1, covers=m["row"][1], cost=x),
    "option.optional": lambda m, x: m.option("q", 1, covers=m["row"][1], optional=x),
    "options.argument": lambda m, x: m.options("q", x, covers=m["row"][[1, 2]]),
    "options.covers": lambda m, x: m.options("q", covers=x),
    "options.cost": lambda m, x: m.options("q", [1, 2], covers=m["row"], cost=x),
    "also": lambda m, x: m.also(x, covers=m["pair"]),
    "also.covers": lambda m, x: m.also("o", covers=x),
    "index": lambda m, x: m["row"][x],
    "indices": lambda m, x: m["pair"][x, "a"],
    "another index": lambda m, x: m["pair"][[1, 2], x],
    "too many indices": lambda m, x: m["pair"][1, "a", x],
    "no index": lambda m, x: m["total"][x],
    "cell": lambda m, x: m["tray"][x],
    "colored": lambda m, x: m["color"][[1, 2]].colored(x),
    "by": lambda m, x: m["total"].by(x),
    "where": lambda m, x: m["row"][[1, 2]].where(x),
    "rows": lambda m, x: m["row"].rows(x),
    "rows.row": lambda m, x: m["row"].rows([[1, 0, 0], x]),
    "rows.value": lambda m, x: m["row"].rows([[1, 0, x]]),
}


def model_of_all() -> Model:
    model = Model()
    row = model.items("row", [1, 2, 3])
    model.items("pair", [1, 2], ["a", "b"])
    model.items("color", [1, 2], colored=True)
    model.item("total", units=True)
    model.board("tray", (2, 2))
    model.shapes("s", {"I": [(0, 0), (0, 1)]})
    model.options("o", [1, 2], covers=row[[1, 2]])
    return model


AS_BEFORE = repr(model_of_all())


@pytest.mark.parametrize("call", CALLS)
def test_every_argument_is_taken_or_refused_in_words(call: str) -> None:
    taken = 0
    for value in VALUES.values():
        taken += is_taken(call, value)
    assert taken < len(VALUES)


@pytest.fixture(scope="module")
def of_libraries() -> dict[str, Any]:
    return dict(library_values())


@pytest.mark.parametrize("call", CALLS)
def test_values_of_other_libraries(call: str, of_libraries: dict[str, Any]) -> None:
    for value in of_libraries.values():
        is_taken(call, value)


def is_taken(call: str, value: Any) -> bool:
    """Any other exception than a SpecError fails the test; after a refusal, the model is as before."""
    model = model_of_all()
    try:
        CALLS[call](model, value)
    except SpecError as refused:
        wrong = str(refused)
    else:
        return True
    assert wrong.startswith("error[E")
    assert repr(model) == AS_BEFORE
    return False


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda m: m.items("x", [1, 2], at_most=[1]), ["`at_most` has 1 bound for 2 items"]),
        (lambda m: m.items("x", [1, 2], at_most=[1, -1]), ["`at_most` is -1", "in row 1"]),
        (lambda m: m.items("work day", [1]), ['call it "work_day"']),
        (lambda m: m.items("x", [1], at_most="many"), ["`at_most` is 'many'", "whole number"]),
        (lambda m: m.items("x", [1], colored="red"), ["`colored` is True or False", ".colored(color)"]),
        (lambda m: m["rows"], ["did you mean `row`?"]),
        (lambda m: m["pair"][1, "a", 2], ["E284", "2 indices, not 3", "`pair[.., ..]`"]),
        (lambda m: m.option("x", covers=m["row"][7]), ["E701", "`row[7]`", "1..3"]),
        (lambda m: m.option("x", 1, covers="row[1]"), ["options cover items", "row[1]"]),
        (lambda m: m.options("x", covers=m["row"][1]), ["`model.option` adds a single option"]),
        (lambda m: m["pair"][[1, 2], ["a"]], ["index 1 2, index 2 1"]),
        (lambda m: m.items("x", [1, 2], else_cost=[1]), ["a column of 1 number", "2 numbers"]),
        (lambda m: m.place("t", on="tray"), ["no shapes 't'", "it has `s`"]),
    ],
)
def test_messages_have_a_way_out(act: Callable[[Model], object], words: list[str]) -> None:
    with pytest.raises(SpecError) as error:
        act(model_of_all())
    for word in words:
        assert word in str(error.value)


def test_scalars_of_arrow_are_values() -> None:
    pa = module_or_skip("pyarrow")
    model = model_of_all()
    assert model["row"][pa.scalar(2)].items == model["row"][2].items
    assert model.option("x", pa.scalar("a"), covers=model["row"][1]).arguments == ("a",)


def legs() -> tuple[Model, ModelItems]:
    model = Model()
    return model, model.items("leg", ["AB", "BC"])


@pytest.mark.parametrize(
    ("act", "words"),
    [
        pytest.param(lambda m: m.items("a", [1], atmost=1), ["no `atmost`", "`at_most`?"], id="items"),
        pytest.param(lambda m: m.item("a", atmost=1), ["no `atmost`", "`at_most`?"], id="item"),
        pytest.param(lambda m: m.items([1, 2]), ["E281", "[1, 2] is not a name"], id="no-name-of-items"),
        pytest.param(lambda m: m.options(covers=m["leg"]), ["`model.options`", "'name'"], id="no-name"),
        pytest.param(lambda m: m.board("b", (2, 2), sdies=["torus"]), ["`sides`?"], id="board"),
        pytest.param(lambda m: m.minimize(by="cost"), ["`model.minimize` has no `by`"], id="goal"),
        pytest.param(lambda m: m.options("p", [1]), ["needs `covers=..`", "as in `covers=["], id="nothing"),
        pytest.param(
            lambda m: m.options("p", [1], cover=m["leg"]["AB"]),
            ["`model.options` needs `covers=..`", "`covers=` in place of `cover=`?"],
            id="cover",
        ),
        pytest.param(
            lambda m: m.option("p", 1, [m["leg"]["AB"]]),
            ["`model.option` needs `covers=..`", "what is covered has the name `covers`"],
            id="without-a-keyword",
        ),
        pytest.param(
            lambda m: m.options("p", [1], m["leg"]["AB"], covers=m["leg"]["BC"]),
            ["has items as an argument, which are no values", "add them to those of `covers=[..]`"],
            id="items-as-an-argument",
        ),
        pytest.param(
            lambda m: m.option("p", 1, cover=m["leg"], covers=m["leg"]["BC"]), ["`cover`"], id="named-items"
        ),
        pytest.param(
            lambda m: m.options("p", [1], covers=m["leg"]["BC"], optionl=True), ["`optional`?"], id="optional"
        ),
    ],
)
def test_calls_that_do_not_fit_are_told(act: Callable[[Model], object], words: list[str]) -> None:
    model, _ = legs()
    with pytest.raises(SpecError) as wrong:
        act(model)
    assert all(word in str(wrong.value) for word in words), str(wrong.value)
    assert repr(model) == "<Model: 2 items, 0 options>"


@pytest.mark.parametrize("name", ["solve", "best", "count", "given"])
def test_a_model_says_that_its_problem_has_a_method(name: str) -> None:
    with pytest.raises(AttributeError, match=rf"its problem has: `model.problem\(\).{name}`"):
        getattr(Model(), name)
    with pytest.raises(AttributeError, match="a Model has no `minimise`"):
        Model().minimise()  # type: ignore[attr-defined]


def test_a_type_error_within_a_call_stays_one() -> None:
    class Broken:
        def __iter__(self) -> Iterator[int]:
            raise TypeError("of the data")

    with pytest.raises(TypeError, match="of the data"):
        Model().items("a", Broken())


@pytest.mark.parametrize("name", ["costs", "Cost", "coost"])
def test_an_argument_that_may_be_a_cost_is_told_and_taken(name: str) -> None:
    model, leg = legs()
    model.options("p", ["x", "y"], covers=leg[["AB", "BC"]], **{name: [3, 5]})
    with pytest.warns(UserWarning, match=rf"W211.*`{name}`") as shown:
        problem = model.problem()
    assert shown[0].filename == __file__
    assert [each.code for each in problem.warnings] == ["W211"]
    assert "did you mean `cost=`?" in problem.warnings[0].plain()
    assert problem.count() == 1


@pytest.mark.parametrize(
    "named",
    [
        pytest.param({"costs": ["low", "high"]}, id="texts"),
        pytest.param({"costs": [3, 5], "cost": [1, 2]}, id="beside-a-cost"),
        pytest.param({"host": [3, 5]}, id="another-word"),
    ],
)
def test_other_arguments_are_no_slips(named: dict[str, Any]) -> None:
    model, leg = legs()
    model.options("p", covers=leg[["AB", "BC"]], **named)
    model.minimize(*([] if "cost" in named else [model.item("late", units=True, at_most=1)]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.problem()
