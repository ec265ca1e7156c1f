"""Models in Python: the same problem as a model, as a text and in YAML is the same matrix; data of numpy,
pandas, Polars, Arrow and scipy become the same columns; mistakes are told by row."""

from __future__ import annotations

import copy
import pickle
from array import array
from itertools import product
from random import Random
from typing import Any

import pytest
from effort import examples
from extras import module_or_skip
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import covers as naive_covers

import excover
from excover import Model, OptionName, SpecError
from excover.base.limits import Limits
from excover.base.source import Source
from excover.language.meaning.listing import Joined, ListedNames
from excover.language.syntax.parse import parse as parse_spec
from excover.language.syntax.yaml import yaml_of
from excover.matrix.matrix import Matrix


def content(matrix: Matrix) -> dict[str, object]:
    """All that a matrix says, with colors by their values: their numbers depend on who first names them."""
    colors = [matrix.palette[number - 1] if number else None for number in matrix.colors]
    return {
        "items": list(zip(matrix.items, matrix.lower, matrix.upper, matrix.colored, strict=True)),
        "options": list(matrix.options),
        "starts": matrix.starts,
        "entries": matrix.entries,
        "colors": colors,
        "costs": matrix.costs,
    }


# A model, a text and YAML


@st.composite
def random_problems(draw: st.DrawFn) -> dict[str, Any]:
    """Two families of items and options over both, some colored, some with costs."""
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    bounds = draw(st.sampled_from(["", " at most once", " 2 times", " at least 1 times", " at most 3 times"]))
    pairs = draw(
        st.lists(
            st.tuples(st.integers(1, rows), st.integers(1, columns), st.sampled_from("xyz")),
            min_size=1,
            max_size=8,
            unique=True,
        )
    )
    costs = draw(st.none() | st.lists(st.integers(-5, 5), min_size=len(pairs), max_size=len(pairs)))
    return {"rows": rows, "columns": columns, "bounds": bounds, "options": pairs, "costs": costs}


HOW_OFTEN: dict[str, dict[str, int]] = {
    "": {},
    " at most once": {"at_most": 1},
    " 2 times": {"times": 2},
    " at least 1 times": {"at_least": 1},
    " at most 3 times": {"at_most": 3},
}


def as_text(problem: dict[str, Any]) -> str:
    """As a person would write it."""
    options, costs = problem["options"], problem["costs"]
    listed = ", ".join(
        f'({r}, {c}, "{k}", {cost})' for (r, c, k), cost in zip(options, costs or options, strict=True)
    )
    if costs is None:
        listed = ", ".join(f'({r}, {c}, "{k}")' for r, c, k in options)
    head = "r, c, k" if costs is None else "r, c, k, p"
    price = "" if costs is None else " cost p\nminimize"
    return f"""item row[1..{problem["rows"]}]
item column[1..{problem["columns"]}]{problem["bounds"]}
item mark[1..{problem["columns"]}] colored
option put(({head}) in {{{listed}}}) covers row[r], column[c], mark[c] = k{price}
"""


def as_model(problem: dict[str, Any], bulk: bool) -> Model:
    model = Model()
    row = model.items("row", range(1, problem["rows"] + 1))
    column = model.items("column", range(1, problem["columns"] + 1), **HOW_OFTEN[problem["bounds"]])
    mark = model.items("mark", range(1, problem["columns"] + 1), colored=True)
    options, costs = problem["options"], problem["costs"]
    arguments = [(*each, cost) for each, cost in zip(options, costs, strict=True)] if costs else options
    if bulk:
        rs, cs, ks, *prices = map(list, zip(*arguments, strict=True))
        covers = [row[rs], column[cs], mark[cs].colored(ks)]
        model.options("put", rs, cs, ks, *prices, covers=covers, cost=prices[0] if costs else None)
    else:
        for r, c, k, *price in arguments:
            covers = [row[r], column[c], mark[c].colored(k)]
            model.option("put", r, c, k, *price, covers=covers, cost=price[0] if costs else None)
    if costs:
        model.minimize()
    return model


@given(random_problems(), st.booleans())
def test_model_text_and_yaml_are_one_matrix(problem: dict[str, Any], bulk: bool) -> None:
    text = as_text(problem)
    made = content(as_model(problem, bulk).problem().matrix)
    assert made == content(excover.parse(text).matrix)
    assert made == content(excover.parse(yaml_of(parse_spec(Source("a.xc", text)))).matrix)


@given(random_problems(), st.booleans())
def test_a_model_is_printed_as_a_text(problem: dict[str, Any], bulk: bool) -> None:
    model = as_model(problem, bulk)
    assert content(excover.parse(model.to_xc()).matrix) == content(model.problem().matrix)


@given(st.integers(0, 2**32))
@settings(max_examples=examples(50))
def test_models_with_rows_of_any_length(seed: int) -> None:
    """Several families, each covered by zero to three items of an option, in any order of the families."""
    random = Random(seed)
    model = Model()
    families = [
        model.items(f"f{n}", range(random.randint(1, 4)), at_most=random.choice([1, 2]) if n else None)
        for n in range(3)
    ]
    for number in range(random.randint(1, 6)):
        first = families[0][random.choice(list(families[0]))]
        parts = [first, *(each[members_of(each, random)] for each in families[1:])]
        random.shuffle(parts)
        model.option("o", number, covers=parts)
    for each in families:
        model.option("all", each.name, covers=[families[0][0], each] if each is not families[0] else each)
    problem = model.problem()
    assert content(excover.parse(model.to_xc()).matrix) == content(problem.matrix)
    assert problem.count() == sum(1 for _ in naive_covers(problem.matrix))


def members_of(family: excover.ModelItems, random: Random) -> list[Any]:
    return [index for index in family if random.random() < 0.5]


@pytest.mark.thorough
def test_a_million_rows_agree_with_plain_python() -> None:
    random, size = Random(1), 1_000_000
    columns = [[random.randrange(length) for _ in range(size)] for length in (100, 200, 300)]
    costs = [random.randrange(1000) for _ in range(size)]
    model = Model()
    families = [model.items(name, range(length)) for name, length in (("a", 100), ("b", 200), ("c", 300))]
    flat = [array("q", column) for column in columns]
    model.options(
        "x",
        covers=[each[column] for each, column in zip(families, flat, strict=True)],
        cost=array("q", costs),
    )
    model.minimize()
    matrix = model.problem().matrix
    plain = [n for a, b, c in zip(*columns, strict=True) for n in (a, 100 + b, 300 + c)]
    assert matrix.entries == array("I", plain)
    assert matrix.starts == array("I", range(0, 3 * size + 1, 3))
    assert matrix.costs == array("q", costs)
    assert len(matrix.options) == size
    assert matrix.options[-1] == OptionName("x", (size,))


# Columns of other libraries


def queens(n: int, rs: Any, cs: Any) -> Model:
    model = Model(f"{n} queens")
    row, column = model.items("row", range(1, n + 1)), model.items("column", range(1, n + 1))
    up = model.items("up", range(2, 2 * n + 1), at_most=1)
    down = model.items("down", range(1 - n, n), at_most=1)
    sums, differences = (
        [a + b for a, b in zip(rs, cs, strict=True)],
        [a - b for a, b in zip(rs, cs, strict=True)],
    )
    model.options("queen", rs, cs, covers=[row[rs], column[cs], up[sums], down[differences]])
    return model


def columns_of(kind: str, values: list[Any]) -> Any:
    match kind:
        case "numpy":
            return module_or_skip("numpy").array(values)
        case "pandas":
            return module_or_skip("pandas").Series(values)
        case "nullable":
            return module_or_skip("pandas").Series(values).convert_dtypes()
        case "polars":
            return module_or_skip("polars").Series(values)
        case "arrow":
            return module_or_skip("pyarrow").array(values)
        case "chunks":
            return module_or_skip("pyarrow").chunked_array([values[:3], values[3:]])
        case _:
            return values


KINDS = ["list", "numpy", "pandas", "nullable", "polars", "arrow", "chunks"]


@pytest.mark.parametrize("kind", KINDS)
def test_columns_of_numbers_and_of_texts(kind: str) -> None:
    places = list(product(range(1, 7), repeat=2))
    numbers = [columns_of(kind, [place[k] for place in places]) for k in (0, 1)]
    model = Model()
    row, column = model.items("row", range(1, 7)), model.items("column", range(1, 7))
    name = model.items("name", columns_of(kind, [f"{r}" for r, _ in places]))
    texts = columns_of(kind, [f"{r}" for r, _ in places])
    model.options("rook", *numbers, texts, covers=[row[numbers[0]], column[numbers[1]], name[texts]])
    problem = model.problem()
    assert problem.count() == 720
    assert problem.matrix.options[7] == OptionName("rook", (2, 2, "2"))
    assert len(name) == 6


@pytest.mark.parametrize("kind", ["list", "numpy", "pandas", "polars", "arrow"])
def test_columns_of_lists(kind: str) -> None:
    legs = [[1, 2], [3], [1], [2, 3], []]
    if kind == "numpy":
        legs = [module_or_skip("numpy").array(each, dtype=int) for each in legs]
    made = legs if kind in ("list", "numpy") else columns_of(kind, legs)
    model = Model()
    crew, leg = model.items("crew", range(5), at_most=1), model.items("leg", [1, 2, 3])
    model.options("pairing", covers=[leg[made], crew[range(5)]], optional=True)
    matrix = model.problem().matrix
    assert [matrix.option_items(option)[:3] for option in range(2)] == [[5, 6, 0], [7, 1]]


def test_matrices_of_zero_and_one() -> None:
    sparse, numpy = module_or_skip("scipy.sparse"), module_or_skip("numpy")
    rows = [[0, 1, 1], [1, 0, 0], [1, 1, 1]]
    dense = numpy.array(rows)
    for matrix in (rows, dense, dense.astype(bool), sparse.csr_matrix(dense), sparse.coo_array(dense)):
        model = Model()
        cell = model.items("cell", range(3))
        model.options("set", covers=cell.rows(matrix))
        problem = model.problem()
        assert [problem.matrix.option_items(n) for n in range(3)] == [[1, 2], [0], [0, 1, 2]]
        assert problem.count() == 2


def test_conditions_leave_items_out() -> None:
    model = Model()
    a, b = model.items("a", range(3)), model.items("b", range(3), at_most=1)
    model.options(
        "x", covers=[a[range(3)], b[[0, 0, 1]].where([True, False, True]), b[2].where([False, True, False])]
    )
    matrix = model.problem().matrix
    assert [matrix.option_items(n) for n in range(3)] == [[0, 3], [1, 5], [2, 4]]


# Boards, pieces, statements


def test_boards_and_pieces_are_those_of_the_language() -> None:
    model = Model("Three pieces")
    model.board("tray", [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 2)])
    model.shapes("s", {"I": [(0, 0), (0, 1)], "L": ["L.", "LL"], "D": [(5, 5), (6, 5)]})
    model.place("s", on="tray")
    text = excover.parse(
        'puzzle "Three pieces"\nboard tray\n  |...\n  |...\n  |#.#\n'
        "shapes s\n  |II\n  |\n  |L.\n  |LL\n  |\n  |D\n  |D\nplace free s on tray"
    )
    assert content(model.problem().matrix) == content(text.matrix)
    assert str(model.problem().solve()) == str(text.solve())


def test_python_options_beside_placed_pieces() -> None:
    model = Model()
    tray = model.board("tray", (2, 3))
    model.shapes("s", "II")
    model.place("s", on=tray)
    model.options("hole", *map(list, zip(*tray, strict=True)), covers=tray[list(tray)])
    problem = model.problem()
    assert problem.count() == 7  # the places of a domino; holes fill the rest
    assert "h" in str(problem.solve())
    assert content(excover.parse(model.to_xc()).matrix) == content(problem.matrix)


def test_statements_of_the_language_name_what_python_declared() -> None:
    n = 6
    places = list(product(range(1, n + 1), repeat=2))
    model = queens(n, [r for r, _ in places], [c for _, c in places])
    model.add('draw queen(r, c) at (r, c) as "Q"\nsymmetry queen(r, c) -> queen(c, r)')
    model.add("given queen(1, 2)\nforbid queen(r, r) for r in {1, 6}\nlet n = 6\nexpect solutions = 1")
    problem = model.problem()
    assert problem.full.matrix.own_items() == excover.load("queens", {"n": 6}).full.matrix.own_items()
    assert problem.count() == 1
    assert str(problem.solve()).splitlines()[0] == ".Q...."
    assert problem.without_givens().symmetries


def test_a_model_is_copied_and_its_problem_is_sent() -> None:
    model = Model()
    row = model.items("row", [1])
    model.option("x", 1, covers=row[1])
    other = copy.deepcopy(model)
    other.option("x", 2, covers=other["row"][1])
    assert (model.problem().count(), other.problem().count()) == (1, 2)
    with pytest.raises(TypeError, match=r"send its problem, `model\.problem\(\)`"):
        pickle.dumps(model)


def test_a_problem_of_a_model_is_pickled() -> None:
    places = list(product(range(1, 7), repeat=2))
    problem = queens(6, [r for r, _ in places], [c for _, c in places]).problem()
    again = pickle.loads(pickle.dumps(problem))
    assert content(again.matrix) == content(problem.matrix)
    assert again.count() == 4


def test_bounds_from_a_column() -> None:
    model = Model()
    task = model.items("task", range(3), at_least=[1, 0, 2], at_most=[1, 1, 3])
    model.options("x", range(8), optional=True, covers=task[[0, 0, 1, 1, 2, 2, 2, 2]])
    matrix = model.problem().matrix
    assert (list(matrix.lower)[:3], list(matrix.upper)[:3]) == ([1, 0, 2], [1, 1, 3])
    assert model.problem().count() == 2 * 3 * (6 + 4)  # item 1 by neither of its options or by one


def test_a_quota_of_0_keeps_what_covers_it_from_being_chosen() -> None:
    model = Model()
    task, load = model.items("task", [1, 2]), model.items("load", ["u", "v"], at_most=[0, 2])
    model.options("x", [1, 1, 2, 2], [*"uvuv"], covers=[task[[1, 1, 2, 2]], load[[*"uvuv"]]])
    for problem in (model.problem(), excover.parse(model.to_xc())):
        assert [str(solution) for solution in problem.solutions()] == ['x(1, "v"), x(2, "v")']
    assert model.problem().with_bounds('load["v"]', at_most=0).solve() is None
    assert model.problem().with_bounds('load["u"]', times=2).count() == 1


# Mistakes


def wrong(model: Model, act: Any) -> str:
    before = repr(model)
    with pytest.raises(SpecError) as error:
        act()
    assert repr(model) == before
    return str(error.value)


def test_bounds_for_an_index_listed_twice_name_it() -> None:
    model = Model()
    names, most = ["Ada", "Ben", "Ada"], [1, 2, 3]
    for units in (False, True):
        found = wrong(model, lambda: model.items("staff", names, at_most=most, units=units))  # noqa: B023
        assert 'the index "Ada" is listed more than once' in found
    assert "listed" not in wrong(model, lambda: model.items("staff", names[:2], at_most=most))


def test_of_fractions_one_that_is_no_whole_number_is_named() -> None:
    model = Model()
    assert "the value 2.5" in wrong(model, lambda: model.items("a", [1.0, 2.5]))
    assert "the value 1.0" in wrong(model, lambda: model.items("a", [1.0, 2.0]))


def test_where_no_row_names_an_item_a_condition_is_no_help() -> None:
    model = Model()
    day = model.items("day", [f"day {k} of the week" for k in range(1, 8)])
    found = wrong(model, lambda: model.options("x", covers=day[["Monday", "Friday"]]))
    assert "none of the 2 rows names an item" in found
    assert ".where" not in found
    assert '{"day 1 of the week", ...}' in found
    partly = day[["day 1 of the week", "Friday"]]
    assert ".where(condition)" in wrong(model, lambda: model.options("x", covers=partly))


def test_mistakes_name_the_row() -> None:
    model = Model()
    row, up = model.items("row", range(1, 4)), model.items("up", range(2, 4), at_most=1)
    assert "no item `up[7]`" in wrong(model, lambda: model.options("x", covers=up[[2, 3, 7, 9]]))
    assert "in row 2 (counted from 0)" in wrong(model, lambda: model.options("x", covers=up[[2, 3, 7, 9]]))
    assert "missing value" in wrong(model, lambda: row[[1, None]])
    assert "`float`" in wrong(model, lambda: row[[1, 2.5]])
    assert "different lengths" in wrong(
        model, lambda: model.options("x", covers=[row[[1, 2]], up[[2, 3, 2]]])
    )
    assert "has no item" in wrong(model, lambda: model.option("x", 1, covers=row[9]))
    later = model.items("later", [1])
    assert "E701" in wrong(model, lambda: model.options("x", covers=row[["1"]]))
    model.option("x", 1, covers=row[1])
    latest = model.items("latest", [1])
    assert "declared after" in wrong(model, lambda: model.option("x", 2, covers=[row[1], latest[1]]))
    model.option("x", 3, covers=[row[2], later[1]])


def problem_error(model: Model) -> str:
    with pytest.raises(SpecError) as error:
        model.problem()
    return str(error.value)


def test_mistakes_of_options_name_the_option() -> None:
    def model() -> tuple[Model, excover.ModelItems]:
        made = Model()
        return made, made.items("row", range(3))

    made, row = model()
    made.options("x", ["a", "b", "a"], covers=row[range(3)])
    assert 'two options `x("a")`' in problem_error(made)
    assert "<row 2 of x>" in problem_error(made)
    made, row = model()
    made.options("x", covers=[row[[0, 1, 2]], row[[1, 1, 0]]])
    assert "`x(2)` covers `row[1]` twice" in problem_error(made)
    assert "<row 1 of x>" in problem_error(made)
    made, row = model()
    up = made.items("up", range(3), at_most=1)
    made.options("x", covers=[row[range(3)].where([True, False, True]), up[range(3)]])
    assert "`x(2)` covers no item that must be covered" in problem_error(made)


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(lambda m, row: m.items("a", 3), id="a-number-as-a-set"),
        pytest.param(lambda m, row: m.items("a", [1], times=2, at_most=3), id="two-bounds"),
        pytest.param(lambda m, row: m.items("a", [1], at_least=2, at_most=1), id="no-bound"),
        pytest.param(lambda m, row: m.items("a", [1, 2], times=[1]), id="a-bound-too-few"),
        pytest.param(lambda m, row: m.item("a", twice=1), id="another-word"),
        pytest.param(lambda m, row: m.options("x", 1, covers=row[1]), id="no-column"),
        pytest.param(lambda m, row: m.option("x", covers="row"), id="a-text-as-items"),
        pytest.param(lambda m, row: m.option("x", covers=Model().items("row", [1])), id="another-model"),
        pytest.param(lambda m, row: m["column"], id="no-such-family"),
        pytest.param(lambda m, row: m.board("b", [(0, 1)]), id="cell-0"),
        pytest.param(lambda m, row: m.option("x", covers=row[1], cost=1 / 3), id="a-cost-of-many-digits"),
        pytest.param(lambda m, row: m.items("row", [1]), id="declared-twice"),
        pytest.param(lambda m, row: m.choose("given", [1]), id="a-reserved-word"),
        pytest.param(lambda m, row: m.add("item row[1..2"), id="a-wrong-text"),
        pytest.param(lambda m, row: row.rows([[1, 0]]), id="a-column-too-few"),
        pytest.param(lambda m, row: row.rows([[1, 0, 2]]), id="a-two"),
        pytest.param(
            lambda m, row: row[1].colored("red") and m.option("x", covers=row[1].colored("red")),
            id="color",
        ),
    ],
)
def test_refused_at_once(act: Any) -> None:
    model = Model()
    row = model.items("row", range(3))
    with pytest.raises(SpecError):
        act(model, row)
    assert repr(model) == "<Model: 3 items, 0 options>"


def test_limits_hold_for_models() -> None:
    model = Model(limits=Limits(options=5))
    row = model.items("row", range(9))
    model.options("x", covers=row[range(9)])
    assert "E505" in problem_error(model)
    with pytest.raises(SpecError):
        Model(limits=Limits(items=5)).items("row", range(9))


@pytest.mark.slow
def test_entries_are_limited_before_they_are_made() -> None:
    model = Model()
    row, load = model.items("row", range(400_000)), model.items("load", range(100), units=True)
    model.options("x", range(400_000), covers=row[range(400_000)])
    for covers in (row, [row[1], row.all()], load.by(3)):
        with pytest.raises(SpecError, match=r"E505.*the limit is 10,000,000"):
            model.options("y", range(400_000), covers=covers)
        with pytest.raises(SpecError, match=r"E505.*the limit is 10,000,000"):
            model.also("x", covers=covers)
    assert repr(model) == "<Model: 400,000 items, 400,000 options>"


def test_names_are_sequences() -> None:
    model = Model()
    row = model.items("row", range(4))
    model.options("x", covers=row[range(4)])
    model.option("y", "a", covers=row)
    names = model.problem().matrix.options
    assert [*names] == [names[k] for k in range(5)] == [*names[:]]
    assert names[-1] == OptionName("y", ("a",))
    with pytest.raises(IndexError):
        names[5]
    with pytest.raises(IndexError):
        names[-6]


@given(st.lists(st.lists(st.integers(), max_size=4), max_size=4), st.integers(-20, 20), st.integers(-20, 20))
def test_names_are_cut_as_lists(batches: list[list[int]], begin: int, end: int) -> None:
    columns = [[column] for column in batches if column]
    made = ListedNames("x", columns)
    joined = Joined([made, [OptionName("y")], made])
    for names in (made, joined):
        for step in (1, 2, -1):
            assert names[begin:end:step] == list(names)[begin:end:step]


@pytest.mark.parametrize(
    ("statement", "classes"),
    [("symmetry put(v) -> put(3 - v)", 1), ('draw put(v) at (1, v) as "o"', 2)],
)
def test_a_text_says_that_it_has_no_symmetries(statement: str, classes: int) -> None:
    model = Model()
    model.options("put", [1, 2], covers=model.item("one"))
    model.add(statement)
    text = model.to_xc()
    assert model.problem().count(up_to_symmetry=True) == classes
    assert excover.parse(text).count(up_to_symmetry=True) == 2
    assert text.startswith("# Symmetries") == (classes == 1)


@pytest.mark.parametrize("before", [True, False], ids=["first", "later"])
@pytest.mark.parametrize("many", [True, False], ids=["options", "option"])
def test_each_option_is_optional_by_itself(many: bool, before: bool) -> None:
    """Whatever other calls of the family say, only those options may be left out that say so."""
    model = Model()
    task, spare = model.items("task", ["a"]), model.items("spare", ["s", "t"], at_most=1)

    def add(index: str, items: Any, optional: bool) -> None:
        if many:
            model.options("x", [index], covers=items[index], optional=optional)
        else:
            model.option("x", index, covers=items[index], optional=optional)

    for index, items in (("a", task), ("s", spare)) if before else (("s", spare), ("a", task)):
        add(index, items, items is spare)
    assert model.problem().count() == excover.parse(model.to_xc()).count() == 2
    add("t", spare, False)
    with pytest.raises(SpecError, match=r"(?s)E303.*`x\(.t.\)` covers no.*`optional=True`"):
        model.problem()


@pytest.mark.parametrize("text_first", [True, False], ids=["text", "call"])
@pytest.mark.parametrize("method", ["options", "option"])
def test_options_of_a_text_and_of_calls(text_first: bool, method: str) -> None:
    model = Model()
    spare = model.items("spare", [1, 2])
    steps = [
        lambda: model.add("option x(i in {1}) covers spare[i]"),
        lambda: getattr(model, method)("x", [2] if method == "options" else 2, covers=spare[2]),
    ]
    first, second = steps if text_first else steps[::-1]
    first()
    with pytest.raises(SpecError) as raised:
        second()
    for said in (f'model.{method}("x", ', "option x(i in {1})", "in one way, in the text or by calls"):
        assert said in str(raised.value)
