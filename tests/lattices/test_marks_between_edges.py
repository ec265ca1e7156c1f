"""Marks between the edges of a board, such as numbers of clues: drawn, read back, and refused elsewhere."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from slow_values import with_slow

import excover
from excover import SolutionSet
from excover.lattices import LATTICES
from excover.render import svg
from excover.render.html import Facts, gallery
from excover.render.layers import GIVEN_LINE, LINE
from excover.render.svg import CELL, INK
from excover.render.views import page, solution_picture

TEXT = """
board grid square_edges
  |+-+-+
  || | |
  |+-+-+
item clue[1..2], room
option line(e in grid) covers grid[e]
option number(k in 1..2) covers clue[k]
option note(n in 1..2) covers room
draw number(k) at (2, 2*k) as k + 3
draw note(n) at (1, 2*n + 1) as n
"""
DRAWN = " l1l\nl4l5l\n l l"


def test_marks_between_edges_are_drawn_and_read_back() -> None:
    problem = excover.parse(TEXT)
    assert DRAWN in [str(solution) for solution in problem.solutions()]
    for solution in problem.solutions():
        assert [str(found) for found in problem.given(str(solution)).solutions()] == [str(solution)]


def test_pictures_have_them_too() -> None:
    problem = excover.parse(TEXT)
    for solution in problem.solutions():
        assert re.findall(r">([45])</text>", solution.svg()) == ["4", "5"]
    assert re.findall(r"\b(50|100)\b", str(SolutionSet.of(problem).heat()))


@pytest.mark.parametrize(
    "name", with_slow(["square_edges", "triangle_edges", "hex_edges"], slow=["hex_edges"])
)
def test_every_place_without_an_edge_has_room(name: str) -> None:
    """All places of the box of a board, but not those beyond it."""
    lattice = LATTICES[name]
    edges = {(row + 1, column + 1) for _, row, column in lattice.box(1, 2, 2)}
    rows, columns = (max(end) for end in zip(*edges, strict=True))
    free = {(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)} - edges
    kinds = {(r, c) for r, c in free if lattice.kind((0, r - 1, c - 1)) not in lattice.strokes}
    assert kinds
    text = f"board b {name} 2x2\nitem clue\noption line(e in b) covers b[e]\noption number() covers clue\n"
    for place in sorted(kinds):
        problem = excover.parse(f"{text}draw number() at {place} as 7")
        assert str(problem.solve()).splitlines()[place[0] - 1][place[1] - 1] == "7"
        assert ">7</text>" in problem.solve().svg()  # type: ignore[union-attr]
    for place in sorted(free - kinds):
        with pytest.raises(excover.SpecError, match="E305"):
            excover.parse(f"{text}draw number() at {place} as 7")


def test_an_edge_that_a_board_lacks_has_no_room() -> None:
    text = TEXT.replace("  || | |", "  || + |")
    with pytest.raises(excover.SpecError, match="E305"):
        excover.parse(text.replace("(2, 2*k)", "(2, 3)"))


def test_slitherlink_shows_its_numbers() -> None:
    field = [".0.1.3", ".12...", "3...2.", "....3.", "211..2", "33.1.3"]
    problem = excover.load("slitherlink")
    shown = str(problem.solve()).splitlines()
    for r, row in enumerate(field):
        for c, number in enumerate(row):
            assert shown[2 * r + 1].ljust(13)[2 * c + 1] == number.replace(".", " ")
    assert problem.given("\n".join(shown)).count() == 1


LOOP = """
board grid square_edges 1x3, at most 10 holes
item edge[grid], clue
item beside 2 times
option line(e in grid) covers grid[e], edge[e], beside if e in {(1, 4), (2, 3), (2, 5), (3, 4)}
option blank(e in grid) covers edge[e]
option number() covers clue
require line as one loop
draw number() at (2, 4) as 2
"""


THIN, BROAD = WIDTHS = svg.number(LINE * CELL), svg.number(GIVEN_LINE * CELL)


def drawn_lines(problem: excover.Problem) -> dict[tuple[str, str], int]:
    """The number of edges that are lines of each color and width, in a picture of a solution."""
    solution = problem.solve()
    assert solution
    paths = ElementTree.fromstring(solution.svg()).iter("{http://www.w3.org/2000/svg}path")
    found = {(path.get("stroke", ""), path.get("stroke-width", "")): path.get("d", "") for path in paths}
    assert all(re.fullmatch(r"(M[^MHV]+[HV][^MHV]+)+", found[look]) for look in found if look[1] in WIDTHS)
    return {look: data.count("M") for look, data in found.items() if look[1] in WIDTHS}


@pytest.mark.parametrize(
    ("draws", "lines"),
    [
        ("", INK),
        ('draw line(e) at e as "o"', INK),
        ('draw line(e) at e as "o" color "red"', "#ff0000"),
        ('draw line(e) at e as "o" color "#00f"', "#0000ff"),
    ],
)
def test_a_loop_is_a_line_without_letters(draws: str, lines: str) -> None:
    problem = excover.parse(f"{LOOP}\ndraw blank(e) at {{}}\n{draws}")
    assert drawn_lines(problem) == {(lines, THIN): 8}
    for solution in problem.solutions():
        assert re.findall(r">([^<]+)</text>", solution.svg()) == ["2"]


def test_other_marks_beside_a_loop_keep_their_letters() -> None:
    problem = excover.parse(f'{LOOP}\ndraw line(e) at e as "o"\ndraw blank(e) at e as "x"')
    assert drawn_lines(problem) == {(INK, THIN): 8}
    texts = re.findall(r">([^<]+)</text>", problem.solve().svg())  # type: ignore[union-attr]
    assert sorted(texts) == ["2", "x", "x"]


def test_marks_that_differ_keep_their_letters() -> None:
    """Numbers along a loop, and two kinds of lines without a rule, tell more than where the lines are."""
    numbers = excover.parse(f"{LOOP}\ndraw blank(e) at {{}}\ndraw line(e) at e as e[2]")
    assert drawn_lines(numbers) == {}
    kinds = LOOP.replace("require line as one loop", "")
    other = excover.parse(f'{kinds}\ndraw line(e) at e as "o"\ndraw blank(e) at e as "x"')
    assert drawn_lines(other) == {}


def test_the_only_mark_on_edges_is_a_line_without_a_rule() -> None:
    assert drawn_lines(excover.parse(TEXT)) == {(INK, THIN): 7}


def test_two_loops_are_lines_where_their_colors_tell_them_apart() -> None:
    text = """
board grid square_edges 1x3, at most 2 holes
option a(e in grid) covers grid[e]
option b(e in grid) covers grid[e]
require a as one loop
require b as one loop
"""
    assert drawn_lines(excover.parse(text)) == {}
    one = excover.parse(f'{text}draw b(e) at e as "b" color "red"')
    assert drawn_lines(one) == {("#ff0000", THIN): 4}
    both = excover.parse(f'{text}draw a(e) at e as "a" color "blue"\ndraw b(e) at e as "b" color "red"')
    assert drawn_lines(both) == {("#ff0000", THIN): 4, ("#0000ff", THIN): 4}


def test_given_lines_are_broader() -> None:
    problem = excover.parse(f"{LOOP}\ndraw blank(e) at {{}}\ngiven line((1, 2)), line((3, 2))")
    assert drawn_lines(problem) == {(INK, THIN): 6, (INK, BROAD): 2}


def test_lines_are_in_all_kinds_of_pictures() -> None:
    """By a template, without it, and on a page, whose solutions share their parts."""
    solutions = list(excover.parse(TEXT).solutions())
    whole = [solution_picture(solution) for solution in solutions]
    assert [page([picture]).svg() for picture in whole] == [solution.svg() for solution in solutions]
    shown = gallery(solutions, Facts("", "", [], ""))
    assert re.findall(r">([45l])</text>", shown) == ["4", "5"]
    assert shown.count(f'stroke-width="{THIN}"') == 7
