"""Marks between the edges of a board, such as numbers of clues: drawn, read back, and refused elsewhere."""

from __future__ import annotations

import re

import pytest

import excover
from excover import SolutionSet
from excover.lattices import LATTICES

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


@pytest.mark.parametrize("name", ["square_edges", "triangle_edges", "hex_edges"])
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
