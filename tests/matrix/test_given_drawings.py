"""Drawings of givens that do not show the whole board."""

from __future__ import annotations

import pytest
from commands import Run

import excover
from excover.problem.problem import Problem

TWO = """
board one 1x2
board two 1x2
option x(i in 1..2) covers one[1, i]
option y(i in 1..2) covers two[1, i]
"""
DEEP = """
board cube 2x2x2
option x(l, r, c in 1..2) covers cube[l, r, c]
"""
HOLES = """
board tray
  |##..#
  |#...#
  |#####
fill tray with 1..3
"""


def told(problem: Problem) -> list[str]:
    return [each.message for each in problem.warnings if each.code == "W448"]


@pytest.mark.parametrize(
    ("text", "drawing", "missing"),
    [
        (TWO, "x.", "the cells of `two`"),
        (TWO, "x\n\n..", "column 2 of board `one`"),
        (TWO, "x.\n\n..", ""),
        (DEEP, "x.|..", "row 2 of board `cube`"),
        (DEEP, "x.\n..", "layer 2 of board `cube`"),
        (DEEP, "x.|..\n..|.", "column 2 of board `cube`"),
        (DEEP, "x.|..\n..|..", ""),
        (HOLES, "..1.\n....", ""),
        (HOLES, "..1", "row 2 of board `tray`"),
        (HOLES, "..1.\n", "row 2 of board `tray`"),
        (HOLES, "..1.\n...", "column 4 of board `tray`"),
        (HOLES, "  1\n .  .\n", ""),
        (HOLES, "   1\n", ""),
        (HOLES, "", ""),
    ],
)
def test_what_a_drawing_does_not_show_is_told(text: str, drawing: str, missing: str) -> None:
    expected = [f"the drawing does not show {missing}"] if missing else []
    assert told(excover.parse(text, given=drawing)) == expected
    assert told(excover.parse(text).given(drawing).given("")) == expected


SQUARE = "board grid 4x4 fill grid with 1..4, once per row, column, block 2x2"
LADDER = """
board ladder square_edges 1x1
shapes stick square_edges
  |+A+
place free stick on ladder each at least 0 times
"""


@pytest.mark.parametrize(
    ("text", "drawing"),
    [
        (SQUARE, "    \n1...\n..2.\n    \n"),
        (SQUARE, "\n1...\n..2.\n\n"),
        (SQUARE, "\n\n1...\n..2."),
        (SQUARE, "|\n|\n|1...\n|\n"),
        (SQUARE, "\n1 . . .\n. . 2 .\n\n"),
        (LADDER, "\n\n+A+\n"),
        (LADDER, "\nA\n\n"),
    ],
)
def test_blank_lines_are_rows_where_each_row_has_a_line(text: str, drawing: str) -> None:
    """As below `given` in the description."""
    lines = [line.removeprefix("|") for line in drawing.removesuffix("\n").split("\n")]
    below = "\n".join([text, "given", *(f"  |{line}" for line in lines)])
    given, written = excover.parse(text, given=drawing), excover.parse(below)
    assert given.given_drawing == written.given_drawing != ""
    assert given.count() == written.count() > 0
    assert told(given) == told(written) == []


def test_blank_lines_around_other_drawings_are_left_out() -> None:
    """Where the rows are fewer or more, or all of them in one line."""
    for drawing in ("\n1...\n..2.\n", "\n\n1...\n..2.\n....\n....\n", "1..." + "..2." + "." * 8):
        assert excover.parse(SQUARE, given=drawing).given_drawing.startswith("1...\n..2.")
    pair = "board grid 2x2 fill grid with 1..2, once per row, column"
    assert excover.parse(pair, given="\n1..1\n").count() == 1


def test_a_lost_row_of_a_sudoku_is_told_by_every_command(run: Run) -> None:
    """The other rows move up, so the puzzle is another one; this one happens to have solutions, too."""
    rows = [".........", "..1......", *["........."] * 6]
    for command in ("solve", "count --limit 2", "unique", "info"):
        err = run(f"{command} sudoku --given -", stdin="\n".join(rows) + "\n").err
        assert "warning[W448]: the drawing does not show row 9 of the drawing\n --> <stdin>:8:1\n" in err


def test_marks_of_several_characters() -> None:
    numbers = (
        "item a[1..2], b[9..10] option x(i in 1..2, v in 9..10) covers a[i], b[v] draw x(i, v) at (1, i) as v"
    )
    assert told(excover.parse(numbers, given=". 10")) == []
    assert told(excover.parse(numbers, given="10")) == ["the drawing does not show column 2 of the drawing"]
