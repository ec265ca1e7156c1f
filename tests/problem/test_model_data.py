"""Data that a model refuses: what is missing, fractional or of another kind never counts as a number."""

from __future__ import annotations

from itertools import count, cycle
from random import Random
from typing import Any

import pytest
from extras import module_or_skip

from excover import Limits, Model, SpecError, parse
from excover.language import python_values


def row_of_three() -> Any:
    return Model().items("row", range(3))


def refusal(act: Any) -> str:
    with pytest.raises(SpecError) as error:
        act()
    return str(error.value)


def test_a_masked_value_is_missing() -> None:
    numpy = module_or_skip("numpy")
    row = row_of_three()
    masked = numpy.ma.masked_array([0, 1, 2], mask=[False, True, False])
    assert "missing value" in refusal(lambda: row[masked])
    assert "in row 1" in refusal(lambda: row[masked])
    assert "missing value" in refusal(lambda: row[1].where(masked))
    assert "the value None" in refusal(lambda: row.rows(numpy.ma.masked_array([[0, 1, 1]], mask=[[0, 1, 0]])))
    assert list(row[numpy.ma.masked_array([0, 1, 2])].items) == [0, 1, 2]


def test_a_missing_bound_is_named_before_what_it_made_of_the_others() -> None:
    pandas = module_or_skip("pandas")
    for bounds in (pandas.Series([2, None, 1]), [2.0, float("nan"), 1.0]):
        for name in ("times", "at_least", "at_most"):
            said = refusal(lambda name=name, bounds=bounds: Model().items("row", range(3), **{name: bounds}))  # type: ignore[misc]
            assert f"`{name}` has a missing value" in said
            assert "in row 1" in said


def test_a_mapping_is_no_column() -> None:
    model = Model()
    row = model.items("row", [1, 2])
    assert "a dict, not a column" in refusal(lambda: row[{1: 2}])
    assert "a dict, not a column" in refusal(lambda: row[[{1: 2}]])
    assert "a dict, not a column" in refusal(
        lambda: model.options("x", covers=row[[1, 2]], cost={3: 30, 4: 40})
    )
    assert "a dict, not a column" in refusal(lambda: model.items("s", {"a": 1}))
    assert len(model.items("keys", {"a": 1}.keys())) == 1


@pytest.mark.parametrize("unit", ["ns", "s", "D"])
@pytest.mark.parametrize("kind", ["timedelta64", "datetime64"])
def test_times_are_no_numbers(kind: str, unit: str) -> None:
    numpy = module_or_skip("numpy")
    row, times = row_of_three(), numpy.array([0, 1, 2], dtype=f"{kind}[{unit}]")
    assert "E701" in refusal(lambda: row[times[1]])
    pandas = module_or_skip("pandas")
    for each in (times, pandas.Series(times)):
        assert "E701" in refusal(row[each].check_known)


@pytest.mark.parametrize("condition", [float("nan"), "no", None, 2, 0.5, (1,)])
def test_a_condition_is_a_truth_value(condition: Any) -> None:
    row = row_of_three()
    for each in (row[[0, 1]], row[1]):
        assert "E702" in refusal(lambda each=each: each.where([True, condition]))  # type: ignore[misc]
        assert "in row 1" in refusal(lambda each=each: each.where([True, condition]))  # type: ignore[misc]
        assert "the condition of `row`" in refusal(lambda each=each: each.where(condition))  # type: ignore[misc]


def test_conditions_of_libraries() -> None:
    numpy, pandas = module_or_skip("numpy"), module_or_skip("pandas")
    row = row_of_three()
    assert list(row[[0, 1, 2]].where(numpy.array([True, False, True])).items) == [0, 2]
    assert list(row[[0, 1]].where([numpy.bool_(False), 1]).items) == [1]
    assert list(row[[0, 1]].where(pandas.Series([0, 1])).items) == [1]
    for missing in (pandas.Series([True, None], dtype="boolean"), [True, pandas.NA]):
        assert "missing value" in refusal(lambda each=missing: row[[0, 1]].where(each))  # type: ignore[misc]
    arrow = module_or_skip("pyarrow")
    assert "missing value" in refusal(lambda: row[[0, 1]].where(arrow.array([True, None])))


@pytest.mark.parametrize("value", [None, float("nan"), "1", 2, [1]])
def test_a_matrix_has_only_0_and_1(value: Any) -> None:
    assert "E705" in refusal(lambda: row_of_three().rows([[1, 0, 0], [0, value, 0]]))


@pytest.mark.parametrize("matrix", [5, "100", [1, 0, 0], ["100"], {"a": [1, 0, 0]}])
def test_what_is_no_matrix(matrix: Any) -> None:
    assert "the matrix of `row` is" in refusal(lambda: row_of_three().rows(matrix))


def test_matrices_of_libraries() -> None:
    pandas, sparse = module_or_skip("pandas"), module_or_skip("scipy.sparse")
    row = row_of_three()
    frame = pandas.DataFrame({"a": [0, 1], "b": [1, 0], "c": [1, 0]})
    assert row.rows(frame) == row.rows([[0, 1, 1], [1, 0, 0]])
    assert "E705" in refusal(lambda: row.rows(pandas.DataFrame({"a": [0], "b": [pandas.NA], "c": [1]})))
    assert "two dimensions" in refusal(lambda: row.rows(frame["a"]))
    assert "two dimensions" in refusal(lambda: row.rows(sparse.coo_array([1, 0, 1])))


@pytest.mark.parametrize("cell", [(1, 1.9), (1, "2"), (1, None), (1,), 3])
def test_cells_are_whole_numbers(cell: Any) -> None:
    assert "whole numbers" in refusal(lambda: Model().board("b", [(1, 1), cell]))


@pytest.mark.parametrize(
    "name", ["a, b", "a[1..3]", "a item b", "a 3x3 board b", "a\nitem b", "a #", "", "1a", 3]
)
def test_a_name_is_one_name(name: Any) -> None:
    def act(model: Model, row: Any) -> list[Any]:
        return [
            lambda: model.item(name),
            lambda: model.place("row", on=name),
            lambda: model.items(name, [1]),
            lambda: model.board(name, (2, 2)),
            lambda: model.shapes(name, {"I": [(1, 1)]}),
            lambda: model.place(name, on="row"),
            lambda: model.option(name, covers=row[1]),
        ]

    model = Model()
    row = model.items("row", range(3))
    for each in act(model, row):
        assert "is not a name" in refusal(each) or "E285" in refusal(each)
    assert repr(model) == "<Model: 3 items, 0 options>"


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(lambda m: m.board("b", (2, 2), lattice="square 2x2\nboard c"), id="lattice"),
        pytest.param(lambda m: m.board("b", (2, 2), sides="torus\nitem c"), id="sides"),
        pytest.param(lambda m: m.board("b", ["..\nitem c"]), id="drawing"),
        pytest.param(lambda m: m.shapes("s", {"I": ["I\nitem c"]}), id="piece"),
    ],
)
def test_parts_of_a_statement_hold_no_other(act: Any) -> None:
    model = Model()
    assert refusal(lambda: act(model))
    assert repr(model) == "<Model: 0 items, 0 options>"


def test_limits_hold_before_anything_is_listed() -> None:
    huge = 10**12
    for members in (range(huge), range(huge, 0, -2), range(10**30)):
        assert "E503" in refusal(lambda each=members: Model().items("s", each))  # type: ignore[misc]
        assert "E503" in refusal(lambda each=members: Model().items("s", [1], each))  # type: ignore[misc]
    for endless in (count(), cycle("ab")):
        assert "E503" in refusal(lambda each=endless: Model().items("s", each))  # type: ignore[misc]
    assert len(Model().items("s", range(9, 0, -2), range(5, 5))) == 0
    assert "a box of" in refusal(lambda: Model().board("b", [(1, 1), (huge, huge)]))
    assert "a box of" in refusal(lambda: Model().shapes("s", {"I": [(1, 1), (huge, huge)]}))


def test_a_generator_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_values, "MOST_GENERATED", 1000)
    model = Model()
    row = model.items("row", range(3))
    color = model.items("color", range(3), colored=True)
    for act in (
        lambda: row[cycle([0, 1])],
        lambda: row[[0, 1]].where(cycle([True, False])),
        lambda: color[[0, 1]].colored(count()),
        lambda: model.options("x", count(), covers=row[[0, 1]]),
        lambda: model.options("x", covers=row[[0, 1]], cost=count()),
        lambda: model.items("bounded", range(3), times=count()),
    ):
        assert "more than 1,000 values" in refusal(act)
    covers = [row[iter([0, 1, 2])], color[0].colored("red")]
    model.options("x", (k for k in range(3)), covers=covers)
    assert model.problem().count() == 1


def test_a_column_of_bounds_is_printed_as_families() -> None:
    model = Model()
    row = model.items("row", [1, 2, 3], times=[1, 2, 1])
    model.options("x", covers=row[[1, 2, 3, 2, 2]])
    text = parse(model.to_xc())
    assert list(map(str, text.matrix.items)) == ["row[1]", "row[3]", "row_2[2]"]
    chosen = [{frozenset(map(str, s.options)) for s in p.solutions()} for p in (model.problem(), text)]
    assert chosen[0] == chosen[1]
    assert len(chosen[0]) == 3


def test_the_text_of_a_model_is_read_without_trying_all_pairs() -> None:
    """Items and costs are looked up: 400 options need thousands of bindings, not 400 times 800."""
    random = Random(1)
    model = Model()
    leg = model.items("leg", range(50))
    rows = [random.sample(range(50), 2) for _ in range(400)]
    model.options("x", covers=leg[rows], cost=[random.randrange(9) for _ in rows])
    model.minimize()
    text = parse(model.to_xc(), limits=Limits(bindings=10_000))
    assert text.matrix.entries == model.problem().matrix.entries
    assert text.matrix.costs == model.problem().matrix.costs


@pytest.mark.parametrize(
    ("members", "outer", "covered"),
    [
        ('{(1, "p"), (2, "q"), (1, "q")}', "{1, 2}", [["p", "q"], ["q"]]),
        ('{("x", "p"), ("y", "q")}', '{"x", "y"}', [["p"], ["q"]]),
        ('{((1, 2), "p"), ((2, 1), "q")}', "{(1, 2), (2, 1)}", [["p"], ["q"]]),
        ('{(1, "p"), ("y", "q")}', '{1, "y"}', [["p"], ["q"]]),
    ],
    ids=["numbers", "texts", "tuples", "mixed"],
)
@pytest.mark.parametrize("equal", ["a = o", "o = a", 'a = o and k != "z"', 'k != "z" and a = o'])
def test_members_that_a_condition_looks_up(members: str, outer: str, covered: Any, equal: str) -> None:
    text = 'item i[{"p", "q"}] 0..9 times item w 2 times '
    text += f"option x(o in {outer}) covers w, (i[k] for (a, k) in {members} where {equal})"
    matrix = parse(text).matrix
    names = [[str(matrix.items[item]) for item in matrix.option_items(option)] for option in (0, 1)]
    assert names == [["w", *(f'i["{k}"]' for k in row)] for row in covered]


def test_values_that_are_never_equal_are_still_told() -> None:
    text = "item i[1..2] 0..9 times item w 2 times option x(o in {1, 2}) covers w, "
    with pytest.raises(SpecError, match="never"):
        parse(text + '(i[k] for (a, k) in {("u", 1), ("v", 2)} where a = o)')


@pytest.mark.parametrize(
    ("loop", "found"),
    [
        ("(x, y) in {(1, 1), (2, 3), (3, 3)} where y = x", {1, 3}),
        ("(y, z) in {(1, 1), (2, 3), (3, 3)}, x in {3} where y = x", {3}),
    ],
    ids=["by the same names", "by a later name"],
)
def test_a_name_of_an_outer_loop_that_is_hidden_is_not_looked_up(loop: str, found: set[int]) -> None:
    text = f"let outer = {{{{y for {loop}}} for x in 1..2}} item a option o(s in outer) covers a"
    assert [set(name.arguments[0]) for name in parse(text).matrix.options] == [found]


def test_a_join_gives_the_members_in_the_order_of_all_pairs() -> None:
    random = Random(2)
    pairs = sorted(
        {(random.randrange(4), random.randrange(9)) for _ in range(20)}, key=lambda _: random.random()
    )
    members = f"{{{', '.join(map(str, pairs))}}}"
    text = "let rows = {(2, 1), (0, 2), (2, 3), (5, 4)} item a option o((x, r) in rows, (y, k) in " + members
    joined, tried = (
        [str(name) for name in parse(f"{text}) where {equal} covers a").matrix.options]
        for equal in ("y = x", "y - x = 0")
    )
    assert joined == tried
    assert len(joined) > 4


def test_numbers_that_are_too_large_are_told_the_range() -> None:
    model = Model()
    row = model.items("row", [1])
    for cost in (2**63, [-(2**63) - 1]):
        message = refusal(lambda cost=cost: model.options("x", [1], covers=row[1], cost=cost))  # type: ignore[misc]
        assert "from -9223372036854775808 to 9223372036854775807" in message


def test_slips_of_names_and_indices_are_told() -> None:
    model = Model()
    person = model.items("person", ["Anna", "Bert", "Carla"])
    assert '`person["Carla"]`?' in refusal(lambda: person["Clara"])
    assert "did you mean" not in refusal(lambda: person["Zoe"])
    assert "did you mean" not in refusal(lambda: row_of_three()[4])
    model.option("work", 1, covers=person.all(), cost=3)
    assert "did you mean `cost`?" in refusal(lambda: model.minimize("csot"))
    assert "must be a number, not '85'" in refusal(
        lambda: model.option("work", 2, covers=person.all(), cost="85")  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("values", [[1, 2], ["a", "b"]])
def test_columns_of_polars_without_numpy(values: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    """It is another package, without which Polars makes no array, and ends the program where it has to."""
    polars = module_or_skip("polars")
    monkeypatch.setattr(python_values, "_has_numpy", lambda: False)
    monkeypatch.setattr(polars.Series, "__array__", lambda *_: pytest.fail("an array"))
    assert list(Model().items("thing", polars.Series(values))) == values


def test_a_frame_is_no_column_and_its_rows_are() -> None:
    polars = module_or_skip("polars")
    frame = polars.DataFrame({"a": [1, 2], "b": [2, 3]})
    assert "`frame.rows()`" in refusal(lambda: Model().items("pair", frame))
    assert list(Model().items("pair", frame.rows())) == [(1, 2), (2, 3)]
