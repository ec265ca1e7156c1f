"""Several marks on one place: all of them are shown, by all that draws, and read back."""

from __future__ import annotations

import json
from random import Random
from xml.etree import ElementTree

import pytest

import excover
from excover.authors.clue_lines import LineSolver
from excover.problem.problem import Problem
from excover.solutions.decode import JsonLines, Solution

SHARED = """
item n[1..3]
option p(i in 1..3, c in 1..2) covers n[i]
draw p(i, c) at (1, c) as i
"""
PIECES = """
board b 1x3
shapes s
  |AA B
place free s on b
item spot
option gem(c in 1..3) covers spot
draw gem(c) at (1, c) as "*"
"""
WORDS = """
item n[1..2]
option p(i, c in 1..2) covers n[i]
draw p(i, c) at (1, c) as {"one+", "two"}
""".replace('{"one+", "two"}', '"one+" if i = 1 else "two"')
TWICE = """
item n
option p(c in 1..3) covers n
draw p(c) at (1, 2) as c
draw p(c) at (1, c) as "x"
"""


def texts_in(svg: str) -> list[str]:
    return [
        element.text or "" for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")
    ]


@pytest.mark.parametrize(
    ("text", "drawings"),
    [
        (
            SHARED,
            ["1+2+3     .", "1+2   3", "1+3   2", "  1 2+3", "2+3   1", "  2 1+3", "  3 1+2", "    . 1+2+3"],
        ),
        (PIECES, ["A+*   A   B", "  A A+*   B", "  A   A B+*", "B+*   A   A", "  B A+*   A", "  B   A A+*"]),
        (WORDS, ["one+&two        .", "one+  two", " two one+", "       . one+&two"]),
        (TWICE, ["x1.", "  . x+2   .", ".3x"]),
    ],
    ids=["marks", "pieces", "words", "one option"],
)
def test_all_are_shown_and_read_back(text: str, drawings: list[str]) -> None:
    problem = excover.parse(text)
    solutions = list(problem.solutions())
    assert sorted(solution.drawing for solution in solutions) == sorted(drawings)
    for solution in solutions:
        assert list(problem.given(solution.drawing).solutions()) == [solution]
    assert len({solution.svg() for solution in solutions}) == len(solutions)
    shown = JsonLines()
    lines = [json.loads(shown.line(solution))["drawing"] for solution in solutions]
    assert lines == [[solution.drawing] for solution in solutions]


def test_pictures_have_them_in_one_text() -> None:
    shown = texts_in(excover.parse(SHARED).given("1+2+3 .").solutions().__next__().svg())
    assert shown == ["1+2+3"]


def test_lines_of_clues_have_them_too() -> None:
    solver = LineSolver(excover.parse(SHARED))
    lines = ["1+2 3", "1 2+3", ". 1+2+3"]
    found = [
        result.drawing
        for result in solver.solve(
            [excover.authors.clue_lines.ClueLine(n, x) for n, x in enumerate(lines, 1)]
        )
    ]
    assert found == lines


def marks_of(solution: Solution) -> frozenset[tuple[object, str]]:
    return frozenset(
        (cell, marking.mark)
        for markings in solution.markings
        for marking in markings
        for cell in marking.cells
    )


def random_problem(random: Random) -> Problem:
    """Items in choices of two or three options, each drawn by one mark on one or two of few places."""
    said = []
    for item in range(random.randint(2, 4)):
        said.append(f"item i{item}")
        for option in range(random.randint(2, 3)):
            name, mark = f"o{item}{option}", random.choice(["A", "B", "C", "++", "d"])
            said.append(f"option {name}() covers i{item}")
            said += [
                f'draw {name}() at (1, {c}) as "{mark}"'
                for c in random.sample(range(1, 4), random.randint(1, 2))
            ]
    return excover.parse("\n".join(said))


@pytest.mark.parametrize("seed", range(30))
def test_drawings_are_equal_if_their_marks_are(seed: int) -> None:
    problem = random_problem(Random(seed))
    solutions = list(problem.solutions())
    drawings = {solution.options: solution.drawing for solution in solutions}
    by_marks = {marks_of(solution): drawings[solution.options] for solution in solutions}
    assert len(set(drawings.values())) == len(set(by_marks.values())) == len(by_marks)
    for solution in solutions:
        assert solution in list(problem.given(solution.drawing).solutions())
