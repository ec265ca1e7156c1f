"""What notebooks show of puzzles, solutions and errors."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import excover
from excover.language.source_files import find_given

NS = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert(1)</script>&\"'"


def test_solution() -> None:
    solution = excover.load("kanoodle").solve()
    assert solution
    svg = solution._repr_svg_()
    assert svg
    assert ElementTree.fromstring(svg).tag == f"{NS}svg"
    assert len(solution.svg("isometric")) != len(svg)


def test_solution_without_a_drawing() -> None:
    solution = excover.load("australia").solve()
    assert solution
    assert solution._repr_svg_() is None


def test_view_that_does_not_suit() -> None:
    solution = excover.load("tetrahexes").solve()
    assert solution
    with pytest.raises(ValueError, match="a board of lattice `hex` has no view `lifted`"):
        solution.svg("lifted")


def test_puzzle_with_its_givens() -> None:
    """Each mark that is given is shown, and marks of a piece are one piece."""
    sudoku = excover.load("sudoku", given=find_given("sudoku-easy"))
    html = ElementTree.fromstring(sudoku._repr_html_())
    texts = ["".join(each.itertext()) for each in html.iter(f"{NS}text")]
    assert len(texts) == len(sudoku.givens.marks)
    kanoodle = excover.load("kanoodle-start")
    html = ElementTree.fromstring(kanoodle._repr_html_())
    assert sorted("".join(each.itertext()) for each in html.iter(f"{NS}text")) == ["E", "F", "L"]


def test_pictures_are_known_to_html() -> None:
    """HTML has no prefixes: an element `ns0:svg` is XML just as good, and not shown."""
    kanoodle = excover.load("kanoodle-start")
    solution = kanoodle.solve()
    assert solution
    for shown in (kanoodle._repr_html_(), solution._repr_svg_() or ""):
        assert shown.count("<svg ") == 1
        assert "<path " in shown
        assert ":" not in "".join(re.findall(r"<[^\s>]*", shown))


def test_puzzle_without_a_board() -> None:
    html = ElementTree.fromstring(excover.load("australia")._repr_html_())
    assert [each.tag for each in html] == ["p"]
    assert "Map of Australia" in "".join(html.itertext())


def test_error() -> None:
    """The diagnostic as on a terminal, and nothing of it is markup."""
    with pytest.raises(excover.SpecError) as raised:
        excover.parse(f"item a option x() covers b # {HOSTILE}")
    html = raised.value._repr_html_()
    root = ElementTree.fromstring(html)
    assert "".join(root.itertext()).strip() == str(raised.value)
    assert {each.tag for each in root.iter()} == {"pre", "span"}
    assert raised.value._render_traceback_() == str(raised.value).split("\n")


def test_hostile_title() -> None:
    problem = excover.parse(f'puzzle "{HOSTILE[:-2]}" board b 1x1 shapes p\n|A\nplace fixed p on b')
    root = ElementTree.fromstring(problem._repr_html_())
    assert not [each for each in root.iter() if "script" in each.tag]
    assert HOSTILE[:-2] in "".join(root.itertext())
