"""Givens leave just the solutions that agree with them, by a definition that shares nothing with excover."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from naive import covers

import excover
from excover.base.diagnostics import SpecError
from excover.base.names import ItemName, OptionName, OrderedSet
from excover.base.source import Source, Span
from excover.lattices import Cell
from excover.matrix.compiled import Canvas, Compiled, Marking
from excover.matrix.givens.given import Givens, apply_givens, given_names
from excover.matrix.givens.given_drawing import GivenMark, drawing_lines, read_drawing
from excover.matrix.matrix import UNBOUNDED, Matrix

CELLS = [(0, 0, 0), (0, 0, 1)]
HERE = Span(Source("<given>", "XYZ"), 0, 1)
BOUNDS = [(1, 1), (0, 1), (1, 2), (0, 2), (2, 2), (0, UNBOUNDED)]

Row = tuple[list[tuple[int, int]], list[Marking]]
"""Of an option: its items, each with a color that counts where the item is colored, and what it draws."""


def compiled(bounds: list[tuple[int, int]], colored: list[bool], rows: list[Row]) -> Compiled:
    items = [ItemName("i", (n,)) for n in range(len(bounds))]
    options = [OptionName("o", (n,)) for n in range(len(rows))]
    entries = [[(item, color if colored[item] else 0) for item, color in row] for row, _ in rows]
    starts = array("I", [0])
    for row in entries:
        starts.append(starts[-1] + len(row))
    matrix = Matrix(
        items=items,
        lower=array("I", [0 if c else low for (low, _), c in zip(bounds, colored, strict=True)]),
        upper=array("I", [UNBOUNDED if c else high for (_, high), c in zip(bounds, colored, strict=True)]),
        colored=array("B", colored),
        options=options,
        starts=starts,
        entries=array("I", [item for row in entries for item, _ in row]),
        colors=array("I", [color for row in entries for _, color in row]),
        palette=("red", "blue"),
        item_spans=[HERE] * len(items),
        option_spans=[HERE] * len(options),
    )
    canvas = Canvas("", (1, 1, 2), (0, 1, 1), frozenset(), marks=("X", "Y", "Z"))
    return Compiled(matrix, [canvas], [tuple(drawn) for _, drawn in rows], {}, [])


def agreeing(full: Compiled, stated: Givens) -> Iterator[tuple[OptionName, ...]]:
    """The solutions that agree, as the language defines it."""
    matrix = full.matrix
    for cover in covers(matrix):
        names = [matrix.options[option] for option in cover]
        shown = {
            cell: {m.mark for option in cover for m in full.markings[option] if cell in m.cells}
            for cell in CELLS
        }
        colors = {
            (matrix.items[matrix.entries[e]], matrix.palette[matrix.colors[e] - 1])
            for option in cover
            for e in range(matrix.starts[option], matrix.starts[option + 1])
            if matrix.colors[e]
        }
        marks_agree = all(
            mark.text in shown[mark.cell] and shown[mark.cell] <= {mark.text, *mark.beside}
            for mark in stated.marks
        )
        if (
            marks_agree
            and all(name in names for name, _ in stated.options)
            and all((item, color) in colors for item, color, _ in stated.colors)
        ):
            yield tuple(names)


@st.composite
def problems(draw: st.DrawFn) -> Compiled:
    items = draw(st.integers(1, 4))
    bounds = draw(st.lists(st.sampled_from(BOUNDS), min_size=items, max_size=items))
    colored = draw(st.lists(st.sampled_from([False, False, True]), min_size=items, max_size=items))
    entry = st.tuples(st.integers(0, items - 1), st.integers(1, 2))
    entries = st.lists(entry, min_size=1, max_size=3, unique_by=lambda pair: pair[0])
    cells = st.lists(st.sampled_from(CELLS), min_size=1, unique=True).map(tuple)
    marking = st.builds(Marking, st.just(0), st.sampled_from("XYZ"), cells)
    rows = draw(st.lists(st.tuples(entries, st.lists(marking, max_size=2)), min_size=2, max_size=7))
    return compiled(bounds, colored, rows)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Compiled, Givens]:
    """Mostly givens that some solution agrees with, sometimes others."""
    full = draw(problems())
    matrix = full.matrix
    found = list(covers(matrix))
    options = range(len(matrix.options))
    some = draw(st.sampled_from(found)) if found and draw(st.integers(0, 3)) else options
    if not some:
        return full, Givens()
    shown = [(cell, m.mark) for option in some for m in full.markings[option] for cell in m.cells]
    together = {cell: frozenset(mark for place, mark in shown if place == cell) for cell in CELLS}
    marks = [
        GivenMark(0, cell, mark, HERE, draw(st.sampled_from([together[cell], frozenset[str]()])) - {mark})
        for cell, mark in shown
    ]
    colors = [
        (matrix.items[matrix.entries[e]], matrix.palette[matrix.colors[e] - 1], HERE)
        for option in some
        for e in range(matrix.starts[option], matrix.starts[option + 1])
        if matrix.colors[e]
    ]
    names = [(matrix.options[option], HERE) for option in some]
    return full, Givens(
        *(
            draw(st.lists(st.sampled_from(each), max_size=2)) if each else []
            for each in (marks, names, colors)
        )
    )


ONE_OR_BOTH = compiled(
    [(1, 1), (0, 2)],
    [False, False],
    [([(0, 1)], [Marking(0, "X", (CELLS[0],))]), ([(1, 1)], [Marking(0, "Y", (CELLS[0],))])],
)


@given(cases())
@example((ONE_OR_BOTH, Givens([GivenMark(0, CELLS[0], "X", HERE)])))
def test_what_is_left_agrees_and_nothing_else_does(case: tuple[Compiled, Givens]) -> None:
    full, stated = case
    expected = sorted(agreeing(full, stated))
    try:
        left = apply_givens(full, stated)
        sure = given_names(full, stated)
    except SpecError:
        assert expected == []
        return
    found = [tuple(left.matrix.options[option] for option in cover) for cover in covers(left.matrix)]
    assert sorted(found) == expected
    assert all(option in cover for cover in expected for option in sure)
    assert sure == sorted(set(sure), key=full.matrix.options.index)
    assert {option for option, _ in stated.options} <= set(sure)
    shown = {(0, mark.cell) for mark in stated.marks}
    for name, _ in stated.options:
        drawn = full.markings[full.matrix.options.index(name)]
        shown |= {(marking.canvas, cell) for marking in drawn for cell in marking.cells}
    assert left.given == (shown if stated != Givens() else frozenset())


LAMPS = """
item room[1..2]
item light[1..2] at most 2 times
option person(r in 1..2) covers room[r]
option lamp(r in 1..2) covers light[r]
draw person(r) at (1, r) as "P"
draw lamp(r) at (1, r) as "L"
"""


@pytest.mark.parametrize(
    ("drawn", "solutions"),
    [("..", 4), ("P.", 2), ("PP", 1)],
)
def test_nothing_else_is_drawn_where_a_mark_is_given(drawn: str, solutions: int) -> None:
    """A lamp needs no person to stay away: only the drawing says that there is none."""
    problem = excover.parse(LAMPS)
    assert problem.count() == 4
    assert problem.given(f"{drawn}\n").count() == solutions


def test_marks_of_one_piece_are_one_given() -> None:
    """Each alone leaves several ways; together they leave one, which is certain before any search."""
    pieces = excover.parse(PIECES)
    for drawing, sure in (("A..\n...\n", 1), ("AA.\n...\n", 1), ("AA.\nB..\n", 2), ("...\n...\n", 0)):
        given_drawing = pieces.given(drawing)
        assert len(given_names(given_drawing.full, given_drawing.givens)) == sure
        assert given_drawing.count() == (1 if sure else 2)


PIECES = "board b 2x3\nshapes p\n  |AAA BBB\nplace free p on b\n"


def test_what_a_description_asks_for_anyway_is_not_asked_for_again() -> None:
    """A further item is made only for a given that no item enforces by itself."""
    pieces = excover.parse(PIECES)
    assert len(pieces.given("A..\n...\n").matrix.items) == len(pieces.matrix.items)
    lamps = excover.parse(LAMPS)
    assert len(lamps.given(".L\n").matrix.items) == len(lamps.matrix.items) + 1


def test_givens_that_contradict_each_other_only_once_they_are_merged() -> None:
    """Each mark leaves several placements; both leave one, which covers the cell where B is given."""
    tray = excover.parse("board b 2x5\nshapes p\n  |AAA B\nplace free p on b\n").given(".A.A.\n.....\n")
    with pytest.raises(SpecError, match="E327"):
        tray.given([OptionName("p", ("B", OrderedSet([(1, 3)])))])


def test_the_marks_of_a_letter_that_are_no_placement_are_shown() -> None:
    tray = excover.parse("board b 2x5\nshapes p\n  |AAA B\nplace free p on b\n")
    with pytest.raises(SpecError) as refused:
        tray.given("A....\nA...B\n")
    told = str(refused.value)
    assert [told.count(line) for line in ("\n1 | A....", "\n2 | A...B")] == [1, 1]
    assert told.count("^") + told.count("-\n") == 2


@pytest.mark.parametrize(
    ("drawing", "cells", "way_out"),
    [
        ("AAAA..", 4, "use the letter of another piece for the others$"),
        ("A....A", 2, "mark only cells of one .*some of them are enough$"),
        ("A.....\nAA....", 3, "mark only cells of one .*, or change all marks to `B`$"),
    ],
)
def test_what_a_placement_covers_is_told_where_none_covers_the_marks(
    drawing: str, cells: int, way_out: str
) -> None:
    tray = excover.parse("board b 3x6\nshapes p\n  |AAA B.\n  |... BB\nplace free p on b\n")
    with pytest.raises(SpecError) as refused:
        tray.given(drawing)
    told = str(refused.value)
    assert f"error[E328]: no placement of `A` covers all {cells} cells with its mark" in told
    assert re.search(f"help: it covers 3 cells: {way_out}", told, re.MULTILINE)


def test_a_given_that_the_others_leave_no_option_is_refused() -> None:
    """The mark bans the lamp there, and nothing else; the lamp is given by name."""
    room = excover.parse(LAMPS).given("P.\n")
    assert room.given([OptionName("lamp", (2,))]).count() == 1
    with pytest.raises(SpecError, match="E329"):
        room.given([OptionName("lamp", (1,))])


def test_a_mark_that_several_options_draw_gives_none_of_them() -> None:
    either = excover.parse('item a\noption x(i in 1..2) covers a\ndraw x(i) at (1, 1) as "X"').given("X\n")
    assert given_names(either.full, either.givens) == []
    assert either.count() == 2


def test_items_that_givens_add_are_not_the_description_s_own() -> None:
    twice = excover.parse("item a 2 times  option x(n in 1..3) covers a")
    given = twice.given([OptionName("x", (1,))])
    assert len(given.matrix.items) > len(twice.matrix.items)
    assert given.matrix.own_items() == twice.matrix.own_items() == [0]


def test_an_option_may_be_given_as_text() -> None:
    queens = excover.load("queens", {"n": 6})
    name = OptionName("queen", (1, 2))
    assert queens.given(["queen(1, 2)"]).count() == queens.given([name]).count() == 1
    with pytest.raises(SpecError) as wrong:
        queens.given(["queen(1, 2)", "queen(1, 20)", "..A..."])
    assert [fault.option for fault in wrong.value.diagnostics] == ["queen(1, 20)", "..A..."]
    assert "a drawing is one text, not a list" in str(wrong.value)


def test_one_name_is_no_drawing_though_something_is_drawn() -> None:
    queens = excover.load("queens")
    with pytest.raises(SpecError, match=r"E320.*this is the name of an option[\s\S]*`given\(\[\.\.\]\)`"):
        queens.given("queen(1, 2)")
    assert queens.given(["queen(1, 2)"]).count() == 8


def test_the_example_of_a_name_is_one_of_the_description() -> None:
    problem = excover.parse("item a  option zoo(i in 1..2) covers a")
    for use in (problem.forbid, problem.given):
        with pytest.raises(SpecError, match=r"such as `zoo\(1\)`"):
            use(["y(1)"])


def test_warnings_that_may_be_the_reason_come_first() -> None:
    """Givens from outside meet conditions that leave no option for them."""
    text = "board b 1x2 fill b with 1..1 require b(1, 1) != b(1, 2)"
    with pytest.raises(SpecError) as refused:
        excover.parse(text, given="2.")
    assert [each.code for each in refused.value.diagnostics] == ["W302", "W302", "E324"]


PASTED = """\
+-------+-------+-------+
| 5 3 . | . 7 . | . . . |
| 6 . . | 1 9 5 | . . . |
| . 9 8 | . . . | . 6 . |
+-------+-------+-------+
| 8 . . | . 6 . | . . 3 |
| 4 . . | 8 . 3 | . . 1 |
| 7 . . | . 2 . | . . 6 |
+-------+-------+-------+
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
+-------+-------+-------+
"""
WORDS = [line.replace("|", " ").split() for line in PASTED.splitlines() if "." in line]


@pytest.mark.parametrize(
    "drawing",
    [
        PASTED,
        PASTED.replace("-", "").replace("+", ""),
        "\n".join(line.strip("|") for line in PASTED.splitlines() if "." in line),
        "\n".join(map(" ".join, WORDS)),
        "\n".join("\t".join(row) for row in WORDS),
    ],
    ids=["boxes", "blank-lines", "bars", "blanks", "tabs"],
)
def test_a_grid_of_words(drawing: str) -> None:
    """As people write Sudokus: none of these rows has room for its nine cells side by side."""
    plain = "\n".join(map("".join, WORDS))
    drawn, joined = (excover.load("sudoku", given=each) for each in (drawing, plain))
    assert drawn.given_drawing == joined.given_drawing != ""


def test_a_row_of_words_that_is_too_short() -> None:
    with pytest.raises(SpecError, match="a line of 8 marks, but 9 are expected") as wrong:
        excover.load("sudoku", given=PASTED.replace("| 8 . .", "| 8 ."))
    assert "write `.` for each cell" in str(wrong.value)


@pytest.mark.parametrize(
    ("marks", "drawing", "found"),
    [
        (("A", "BB"), "A . BB\n. A\n. . A", [(0, 0, 0), (0, 0, 2), (0, 1, 1), (0, 2, 2)]),
        (("--", "-"), "-- -- --\n. - .\n. . -", [(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 1, 1), (0, 2, 2)]),
        (("1", "2"), "1   2   2", [(0, 0, 0), (0, 1, 1), (0, 2, 2)]),
    ],
    ids=["rows-end-early", "marks-of-dashes", "blanks-in-one-line"],
)
def test_other_drawings_are_no_grids_of_words(
    marks: tuple[str, ...], drawing: str, found: list[Cell]
) -> None:
    canvas = Canvas("", (1, 3, 3), (0, 1, 1), frozenset(), marks=marks)
    given = read_drawing(drawing_lines(Source("drawing", drawing)), [canvas], [])
    assert [mark.cell for mark in given] == found
