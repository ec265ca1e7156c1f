"""Other options, bounds and costs of a compiled problem: the same as if the text said so."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from extras import module_or_skip
from naive import covers

import excover
from excover import OptionName, Problem, SpecError
from excover.base.source import Source

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
        ({"times": 0}, " 0 times"),
        ({"at_most": 0}, " at most 0 times"),
    ],
    ids=lambda value: str(value),
)
def test_bounds_are_those_of_the_language(how_often: dict[str, int], written: str) -> None:
    changed = rooks().with_bounds([f"column[{c}]" for c in range(1, 5)], **how_often)
    text = rooks(columns=written)
    assert (changed.matrix.lower, changed.matrix.upper) == (text.matrix.lower, text.matrix.upper)
    assert solutions(changed) == solutions(text)


@pytest.mark.parametrize("bound", [{"at_most": 0}, {"times": 0}])
def test_no_option_that_covers_an_item_with_the_bound_0_is_chosen(bound: dict[str, int]) -> None:
    problem = rooks(columns=" at most 4 times")
    left = problem.forbid([name for name in NAMES if name.endswith("2)")])
    changed = problem.with_bounds("column[2]", **bound)
    assert solutions(changed) == solutions(left)
    assert changed.count() == left.count() == 3**4
    best, least = changed.best(), left.best()
    assert best
    assert least
    assert best.cost == least.cost
    assert solutions(changed.with_bounds("column[2]", at_most=4)) == solutions(problem)


def test_one_text_is_a_drawing_and_options_are_in_a_list() -> None:
    with pytest.raises(SpecError, match=r"name options in a list, `given\(\[..\]\)`"):
        rooks().given("rook(1, 2)")
    assert rooks().given(["rook(1, 2)"]).count() == rooks().given(OptionName("rook", (1, 2))).count() == 6


def test_a_data_frame_is_no_list_of_names() -> None:
    frame = module_or_skip("pandas").DataFrame({"option": ["rook(1, 2)"]})
    for refuse in (rooks().given, rooks().forbid, rooks().without_items):
        with pytest.raises(SpecError, match=r"is a DataFrame.*\n.*frame\['name'\]"):
            refuse(frame)
    assert rooks().given(frame["option"]).count() == 6


def test_unknown_items_are_named_before_their_bounds() -> None:
    with pytest.raises(SpecError, match=r"`column\[9\]` does not exist"):
        rooks().with_bounds("column[9]", at_least=3, at_most=2)
    with pytest.raises(SpecError, match="`column` is a family of items") as wrong:
        rooks().with_bounds("column", at_most=2)
    assert "such as `column[1]`" in str(wrong.value)
    assert '`model["column"].all()`' in str(wrong.value)


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
    with pytest.raises(SpecError, match="at least 2 and at most 1"):
        rooks().with_bounds(["row[1]"], at_least=2, at_most=1)
    every = [f"{family}[{k}]" for family in ("row", "column") for k in range(1, 5)]
    with pytest.raises(SpecError, match="no item that must be covered"):
        rooks().with_bounds(every, at_most=1)
    colored = excover.parse("item a item e colored option x() covers a, e = 1")
    with pytest.raises(ValueError, match="colored"):
        colored.with_bounds(["e"], times=2)
    often = excover.parse(
        "item a at most 2 times item b option f() up to 4 times covers a option g() covers b"
    )
    for change in (lambda: often.with_bounds("a", at_most=4), lambda: often.without_items("a")):
        with pytest.raises(ValueError, match="`a` limits how often `f` may be chosen"):
            change()
    assert often.with_bounds("a", at_most=1).count() == 2
    soft = excover.parse("""
        item a at most 1 times, more at cost 5
        item b[1..3]
        option f(i in 1..3) covers a, b[i]
        minimize
    """)
    for change in (lambda: soft.with_bounds("a", at_most=2), lambda: soft.without_items(["a"])):
        with pytest.raises(ValueError, match="bounds of `a` may be exceeded"):
            change()


def test_other_costs_change_the_bounds_on_their_sum() -> None:
    """`cost at most 1`, with the costs exchanged: the other option is within the bound."""
    text = "item a option x() covers a cost 1 option y() covers a cost 2 cost at most 1"
    problem = excover.parse(text)
    assert [str(option) for solution in problem.solutions() for option in solution.options] == ["x()"]
    changed = problem.with_costs({"x()": 10, "y()": 0})
    assert [str(option) for solution in changed.solutions() for option in solution.options] == ["y()"]
    assert changed.count() == 1


@pytest.mark.parametrize("seed", range(20))
def test_what_is_looked_up_in_the_source_is_what_a_new_matrix_has(seed: int) -> None:
    """Options taken away twice, in order or mixed: names, numbers and columns as if made from the arrays."""
    random = Random(seed)
    whole = rooks().matrix
    _ = whole.columns, whole.option_numbers
    keep = sorted(random.sample(range(16), 12)) if seed % 2 else random.sample(range(16), 12)
    part = whole.restricted(keep)
    if seed % 4 < 2:
        part = part.altered(lower=part.lower[:], costs=part.prices()[:])
    again = sorted(random.sample(range(12), 7)) if seed % 3 else random.sample(range(12), 7)
    smaller = part.restricted(again)
    fresh = replace(smaller, options=list(smaller.options))
    assert list(smaller.options) == [whole.options[keep[option]] for option in again]
    assert [smaller.option_items(k) for k in range(7)] == [whole.option_items(keep[k]) for k in again]
    assert list(smaller.prices()) == [whole.prices()[keep[k]] for k in again]
    assert list(map(list, smaller.columns)) == list(map(list, fresh.columns))
    assert list(smaller.columns[1:3]) == list(fresh.columns[1:3])
    assert dict(smaller.option_numbers) == fresh.option_numbers
    assert [smaller.option_numbers.get(name) for name in whole.options] == [
        fresh.option_numbers.get(name) for name in whole.options
    ]
    assert len(smaller.option_numbers) == 7
    assert smaller.own_options() == fresh.own_options() == list(range(7))
    assert pickle.loads(pickle.dumps(smaller)).columns == fresh.columns


def test_questions_about_a_model_leave_its_names_unmade() -> None:
    model = excover.Model()
    row = model.items("row", range(4))
    model.options("x", [0, 1, 2, 3] * 2, [0] * 4 + [1] * 4, covers=row[[0, 1, 2, 3] * 2])
    problem = model.problem().forbid(["x(0, 0)"]).forbid([OptionName("x", (1, 1))])
    assert list(map(str, problem.matrix.options)) == [
        *("x(1, 0)", "x(2, 0)", "x(3, 0)"),
        *("x(0, 1)", "x(2, 1)", "x(3, 1)"),
    ]
    assert list(problem.matrix.options[2:4]) == [OptionName("x", (3, 0)), OptionName("x", (0, 1))]
    assert problem.count() == 4
    assert pickle.loads(pickle.dumps(problem)).count() == 4
    with pytest.raises(SpecError, match=r"x\(0, 0\)"):
        problem.given([OptionName("x", (0, 0))])


QUEENS = excover.load("queens", {"n": 5})


@pytest.mark.parametrize("n", [1, 4, 6])
def test_other_parameters_are_those_of_a_new_problem(n: int) -> None:
    changed, fresh = QUEENS.with_parameters(n=n), excover.load("queens", {"n": n})
    assert list(changed.matrix.items) == list(fresh.matrix.items)
    assert list(changed.matrix.options) == list(fresh.matrix.options)
    assert changed.matrix.entries == fresh.matrix.entries
    assert QUEENS.count() == 10


def test_changes_are_kept_under_other_parameters() -> None:
    corner, banned, wide = OptionName("queen", (1, 2)), ["queen(2, 4)"], ["up[4]", "up[7]"]

    def asked(problem: Problem) -> Problem:
        return (
            problem.given([corner]).without_givens().given(iter([corner])).forbid(banned).without_items(wide)
        )

    changed = pickle.loads(pickle.dumps(asked(QUEENS))).with_parameters(n=7)
    fresh = asked(excover.load("queens", {"n": 7}))
    assert solutions(changed) == solutions(fresh)
    assert solutions(changed) != solutions(excover.load("queens", {"n": 7}))
    with pytest.raises(SpecError, match=r"queen\(2, 4\)"):
        changed.with_parameters(n=3)


def test_parameters_that_were_given_stay_and_others_follow() -> None:
    text = "param k = 1 param m = k + 1 param s = {1} item i[1..k] "
    text += "option o(t in 1..k, j in 1..m, u in s) covers i[t]"
    problem = excover.parse(text, {"s": iter([1, 2])})
    assert problem.count() == 4
    assert problem.with_parameters(k=3).count() == (4 * 2) ** 3
    assert problem.with_parameters(k=2, m=1).with_parameters(k=3).count() == 2**3
    with pytest.raises(SpecError, match="there is no parameter `q`"):
        problem.with_parameters(q=1)
    with pytest.raises(SpecError, match="k"):
        problem.with_parameters(k="x")


def test_tables_and_files_are_read_once(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("name\na\nb\n")
    (tmp_path / "d.xc").write_text("let most = 2")
    text = 'import "d.xc" param k = 1 table T from "t.csv" table U\n  | name\n  | z\n'
    text += (
        "item i[T], j[U] option o(t in T, c in 1..k) covers i[t] option p(u in U, c in 1..most) covers j[u]"
    )
    problem = excover.parse(text, tables={"U": iter([{"name": "c"}])}, folder=tmp_path)
    assert problem.count() == 2
    for name in ("t.csv", "d.xc"):
        (tmp_path / name).unlink()
    assert problem.with_parameters(k=3).with_parameters(k=2).count() == 2**2 * 2


def test_only_texts_have_parameters() -> None:
    model = excover.Model()
    model.option("x", covers=model.item("a"))
    for problem in (model.problem(), excover.problem.problem.compile_source(Source("a.dlx", "a\na\n"))):
        with pytest.raises(ValueError, match="only a text in the language"):
            problem.with_parameters(n=1)


def test_a_single_name_and_items_of_a_model() -> None:
    one = OptionName("rook", (1, 1))
    assert (
        rooks().forbid(str(one)).count() == rooks().forbid(one).count() == rooks().forbid([one]).count() == 18
    )
    column = excover.ItemName("column", (1,))
    for name in (column, "column[1]", [column]):
        assert rooks().with_bounds(name, times=2).count() == 0  # four rooks are too few
        assert rooks().without_items(name).matrix.upper[4] > 1
    model = excover.Model()
    row = model.items("row", range(3))
    model.options("x", [0, 1, 2, 0], [1, 1, 1, 2], covers=row[[0, 1, 2, 0]])
    problem = model.problem()
    assert problem.with_bounds(row[0], times=2).count() == 1
    assert problem.without_items(row[[0, 1]]).count() == 2 * 2 * 2
    assert problem.without_items(row.all()).count() == 2**4


def test_items_of_a_model_stand_for_their_names() -> None:
    model = excover.Model()
    cell, load = model.items("cell", [(6, 6), (6, 7)]), model.items("load", [1, 2], units=True, at_most=9)
    column = [(6, 6), (6, 7), (6, 6), (6, 7)]
    machine = [1, 1, 2, 2]
    covers = [cell[column], load[machine].by([4, 6, 8, 9])]
    model.options("put", column, machine, covers=covers)
    problem = model.problem()
    assert problem.count() == 2  # not both on the same machine
    assert problem.with_bounds(load, at_most=[10, 0]).count() == 1
    assert problem.with_bounds(model["load"], at_most=9).count() == 2
    assert problem.with_bounds([load[1], "load[2]"], at_most=[10, 17]).count() == 4
    assert problem.without_items([cell[6, 7], cell[6, 6]]).count() == problem.without_items(cell).count()


def test_the_only_argument_may_be_a_tuple() -> None:
    model = excover.Model()
    cell = model.items("cell", [(6, 6), (6, 7)], at_most=1)
    one = model.item("one")
    for pair in cell:
        model.option("put", pair, covers=[cell[pair], one])
    problem = model.problem()
    assert problem.given([OptionName("put", ((6, 6),))]).count() == 1
    assert problem.given(["put((6, 6))"]).count() == 1
    with pytest.raises(SpecError, match=r'`OptionName\("put", \(\(6, 6\),\)\)`'):
        problem.given([OptionName("put", ((6, 6)))])
    with pytest.raises(SpecError, match="did you mean `put\\(\\(6, 6\\)\\)`"):
        problem.forbid("put(6, 6)")


def test_very_many_wrong_names_are_told_soon() -> None:
    with pytest.raises(SpecError) as refused:
        rooks().forbid([f"rock({n}, {n})" for n in range(5000)])
    hints = [fault.help[0] for fault in refused.value.diagnostics]
    assert len(hints) == 100
    assert hints[1] == "did you mean `rook(1, 1)`?"
    assert hints[19] == "did you mean `rook`?"
    assert hints[20].startswith("write it as a solution does")


def test_a_set_of_python_in_a_name_is_one_of_the_language() -> None:
    model = excover.Model()
    model.options("put", [{1, 2}, {3}], covers=model.item("one"))
    problem = model.problem()
    for alike in ({1, 2}, frozenset({2, 1}), (1, 2)):
        assert problem.forbid(OptionName("put", (alike,))).count() == 1  # type: ignore[arg-type]


@pytest.mark.slow
def test_of_very_many_names_no_range_is_told() -> None:
    model = excover.Model()
    numbers = range(100_000)
    cell = model.items("cell", [*numbers, 200_000])
    model.options("put", [*numbers, 200_000], covers=cell[[*numbers, 200_000]])
    problem = model.problem()
    for wrong in ("put(150000)", OptionName("put", (150_000,))):
        with pytest.raises(SpecError) as refused:
            problem.forbid(wrong)
        assert "argument 1" not in str(refused.value)


def test_costs_are_whole_numbers_of_any_library() -> None:
    numpy = module_or_skip("numpy")
    costs = {"rook(1, 1)": numpy.int64(7)}
    assert rooks().with_costs(costs).matrix.prices()[0] == 7
    for wrong in (None, 1.5, True, "7"):
        with pytest.raises(SpecError, match="the cost of `rook\\(1, 1\\)`"):
            rooks().with_costs({"rook(1, 1)": wrong})  # type: ignore[dict-item]


@pytest.mark.parametrize("text", ['works("Dan","at the door")', 'works( "Dan" , "at the door" )'])
def test_blanks_between_the_words_of_a_name_mean_nothing(text: str) -> None:
    model = excover.Model()
    shift = model.items("shift", ["at the door", "inside"])
    model.options("works", ["Dan", "Dan"], ["at the door", "inside"], covers=shift[["at the door", "inside"]])
    problem = model.problem()
    assert problem.given([text]).count() == 1
    assert problem.forbid(text).count() == 0
    with pytest.raises(SpecError, match="E326"):
        problem.given([text.replace("at the", "at  the")])  # within a text, they do


def test_a_number_of_numpy_among_numbers_has_their_help() -> None:
    numpy = module_or_skip("numpy")
    for wrong in (numpy.float64(1.5), numpy.float32(1.5)):
        with pytest.raises(SpecError, match=r"E702.*\n(.*\n)?.*fractions must be scaled"):
            excover.Model().items("row", [wrong])
