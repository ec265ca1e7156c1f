"""Models whose options come from columns, and statements that say more about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

import pytest

import excover


def shifts(*statements: str) -> excover.Model:
    """Three shifts, two on day 1 and one on day 2, for `p` or `q`."""
    model = excover.Model()
    day = model.items("day", [1, 2])
    for statement in statements:
        model.add(statement)
    model.options("work", [1, 2, 1, 2], ["p", "p", "q", "q"], covers=[day[[1, 2, 1, 2]]])
    return model


def totals(problem: excover.Problem) -> list[int]:
    return sorted(solution.totals["load"] for solution in problem.solutions())


@pytest.mark.parametrize(
    ("before", "also", "solutions"),
    [
        (["item load at most 9 units"], "also work(d, n) covers load by 5", 0),
        (["item load at most 10 units"], "also work(d, n) covers load by 5", 4),
        (["item load at most 9 units"], 'also work(d, n) where n = "p" covers load by 5', 3),
        (['item late[{"p", "q"}] at most once'], "also work(d, n) covers late[n]", 2),
        (["item shade colored"], "also work(d, n) covers shade = n", 2),
    ],
)
def test_also_extends_options_of_columns(before: Sequence[str], also: str, solutions: int) -> None:
    model = shifts(*before)
    model.add(also)
    assert model.problem().count() == solutions
    assert excover.parse(model.to_xc()).count() == solutions


def test_units_are_added_up() -> None:
    model = shifts("item load in units")
    model.add('also work(d, n) covers load by d + (10 if n = "q" else 0)')
    assert totals(model.problem()) == totals(excover.parse(model.to_xc())) == [3, 13, 13, 23]


def test_an_item_that_is_not_there() -> None:
    model = shifts()
    model.add("also work(d, n) where d = 1 covers day[7]")
    with pytest.raises(excover.SpecError, match="E102"):
        model.problem()


@pytest.mark.parametrize("given", ['given work(1, "q")', 'given work(1, "q"), work(2, "p")'])
def test_the_text_has_the_givens(given: str) -> None:
    model = shifts()
    model.add(given)
    problem, text = model.problem(), excover.parse(model.to_xc())
    assert sorted(map(set, problem.solutions()), key=str) == sorted(map(set, text.solutions()), key=str)


def test_lists_of_a_family_with_two_indices_have_pairs() -> None:
    model = excover.Model()
    pair = model.items("pair", [1, 2], [1, 2])
    model.options("x", covers=pair[[[(1, 2)], [(1, 1), (2, 2)], [(2, 1)]]])
    assert [model.problem().matrix.option_items(number) for number in range(3)] == [[1], [0, 3], [2]]


def test_a_condition_leaves_out_rows_whose_items_do_not_exist() -> None:
    r, c = [1, 1, 2, 2], [1, 2, 1, 2]
    sums = list(map(int.__add__, r, c))

    def columns(of_up: Callable[[excover.ModelItems], excover.Covers]) -> list[Sequence[int]]:
        model = excover.Model()
        row, up = model.items("row", [1, 2]), model.items("up", [2, 3], at_most=1)
        model.options("queen", r, c, covers=[row[r], of_up(up)])
        matrix = model.problem().matrix
        return [matrix.option_items(number) for number in range(4)]

    within = [each <= 3 for each in sums]
    assert columns(lambda up: up[sums].where(within)) == [[0, 2], [0, 3], [1, 3], [1]]
    assert columns(lambda up: up[[[2], [3], [3], [2, 4]]].where(within)) == [[0, 2], [0, 3], [1, 3], [1]]


@pytest.mark.parametrize(
    ("column", "words"),
    [
        pytest.param(
            [["AB", "BC"], ["CA", "BCC"], ["AB"]],
            ['no item `leg["BCC"]`', "member 1 of the list in row 1 (both counted from 0)", '`leg["BC"]`?'],
            id="one-member",
        ),
        pytest.param(
            [["XX", "BC"], ["CA", "YY"]],
            [
                'no item `leg["XX"]`',
                "member 0 of the list in row 0",
                "2 lists have members that name no item",
            ],
            id="a-member-of-each-list",
        ),
        pytest.param(
            ["AB", "BC,CA"],
            ['no item `leg["BC,CA"]`', 'make a list of the text: `[part for part in text.split(",")]`'],
            id="a-text-of-members",
        ),
    ],
)
def test_a_wrong_member_of_a_list_is_named(column: list[str] | list[list[str]], words: list[str]) -> None:
    model = excover.Model()
    leg = model.items("leg", ["AB", "BC", "CA"])
    with pytest.raises(excover.SpecError) as wrong:
        model.options("pairing", covers=leg[column])
    assert all(word in str(wrong.value) for word in words), str(wrong.value)
    assert "none of the" not in str(wrong.value)


@pytest.mark.parametrize(
    ("index", "way_out"),
    [
        (["1"], "`int(..)` makes numbers of the texts of a file"),
        (["1 3"], 'make a list of the text: `[int(part) for part in text.split(" ")]`'),
        ("2", "`int(..)` makes numbers"),
    ],
)
def test_texts_of_files_are_no_numbers(index: str | list[str], way_out: str) -> None:
    model = excover.Model()
    row = model.items("row", [1, 2, 3])
    with pytest.raises(excover.SpecError) as wrong:
        model.option("x", covers=row[index])
    assert way_out in str(wrong.value)


@pytest.mark.parametrize(
    ("of_items", "words"),
    [
        pytest.param(
            lambda meet, plays: meet[[("b", "a")]], ['did you mean `meet[("a", "b")]`?'], id="a-pair"
        ),
        pytest.param(
            lambda meet, plays: plays[1, ["a"]], ['did you mean `plays["a", 1]`?'], id="two-indices"
        ),
        pytest.param(
            lambda meet, plays: plays[["a", "b"]], ["`plays` has 2 indices: `plays[.., ..]`"], id="one-index"
        ),
        pytest.param(
            lambda meet, plays: meet[[[("a", "b")], [("a", "b"), 1.5]]],
            ["has the value 1.5", "in row 1 "],
            id="a-fraction-in-a-list",
        ),
    ],
)
def test_slips_of_indices_get_a_way_out(
    of_items: Callable[[excover.ModelItems, excover.ModelItems], excover.Covers], words: list[str]
) -> None:
    model = excover.Model()
    meet, plays = model.items("meet", [("a", "b")]), model.items("plays", ["a", "b"], [1, 2])
    with pytest.raises(excover.SpecError) as wrong:
        model.options("x", covers=of_items(meet, plays))
    assert all(word in str(wrong.value) for word in words), str(wrong.value)
    assert "a tuple is one index" not in str(wrong.value)


def crossword(words: list[str], places: list[list[tuple[int, int]]], *, by_lists: bool) -> excover.Model:
    """Words of any length into places of any length, letter by letter."""
    model = excover.Model()
    slot = model.items("slot", range(len(places)))
    cell = model.items("cell", sorted({each for cells in places for each in cells}), colored=True)
    once = model.items("word", words, at_most=1)
    fits = [(n, word) for n, cells in enumerate(places) for word in words if len(word) == len(cells)]
    numbers, chosen = [n for n, _ in fits], [word for _, word in fits]
    if by_lists:
        letters = [cell[[places[n] for n in numbers]].colored(list(map(list, chosen)))]
        model.options("put", numbers, chosen, covers=[slot[numbers], once[chosen], *letters])
    else:
        for n, word in fits:
            letters = [cell[at].colored(letter) for at, letter in zip(places[n], word, strict=True)]
            model.option("put", n, word, covers=[slot[n], once[word], *letters])
    return model


def test_lists_of_colors_color_the_items_of_their_rows() -> None:
    words = ["cat", "cot", "tan", "ton", "oak", "aunt", "tuna", "nuts", "at", "to"]
    places = [[(1, 1), (1, 2), (1, 3)], [(1, 3), (2, 3), (3, 3), (4, 3)], [(3, 2), (3, 3)]]
    by_lists, one_by_one = (crossword(words, places, by_lists=each).problem() for each in (True, False))
    fitting = [
        (a, b, c)
        for a, b, c in permutations(words, 3)
        if (len(a), len(b), len(c)) == (3, 4, 2) and a[2] == b[0] and b[2] == c[1]
    ]
    assert by_lists.count() == one_by_one.count() == len(fitting) > 0
    assert by_lists.matrix.entries == one_by_one.matrix.entries


def test_lists_of_amounts_and_of_colors_fit_their_rows() -> None:
    model = excover.Model()
    load, job = model.items("load", [1, 2], units=True, at_most=5), model.items("job", ["ab", "c"])
    rows = load[[[1, 2], [1]]]
    with pytest.raises(excover.SpecError, match="items in row 0 2, amounts in that row 1"):
        rows.by([[3], [4]])
    with pytest.raises(excover.SpecError, match="items 2, lists of amounts 1"):
        rows.by([[3, 4]])
    model.options("do", covers=[job[["ab", "c"]], rows.where([True, False]).by([[3, 4], [9]])])
    solution = model.problem().solve()
    assert solution is not None
    assert solution.totals == {"load[1]": 3, "load[2]": 4}


@pytest.mark.parametrize(
    ("of_rows", "words"),
    [
        (lambda row: row[[1, 2, 4, 5]], ["`row[4]`", "in row 2 ", "2 rows name no item"]),
        (lambda row: row[[1, 2, 4, 5]].where([1, 1, 0, 1]), ["`row[5]`", "in row 3 "]),
        (lambda row: row[[[1], [2, 3], [1, 9, 8]]], ["`row[9]`", "in row 2 "]),
        (lambda row: row[[[9], [2, 3], [1, 9, 8]]].where([0, 1, 1]), ["`row[9]`", "in row 2 "]),
    ],
)
def test_an_unknown_item_is_an_error_in_the_rows_that_are_covered(
    of_rows: Callable[[excover.ModelItems], excover.Covers], words: list[str]
) -> None:
    model = excover.Model()
    covers = of_rows(model.items("row", range(1, 4)))
    for act in (
        lambda: model.option("x", covers=covers),
        lambda: model.options("x", covers=covers),
        lambda: list(covers),
    ):
        with pytest.raises(excover.SpecError) as wrong:
            act()
        assert "E701" in str(wrong.value)
        for word in words:
            assert word in str(wrong.value)
    assert repr(model) == "<Model: 3 items, 0 options>"
