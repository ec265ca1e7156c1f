"""What other solvers answer, as their programs print it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matrices import exact
from written_matrices import KNUTH, read

import excover
from excover.base.diagnostics import SpecError
from excover.base.errors import Unsuitable
from excover.base.source import Source
from excover.formats.answers import dlx_answer, opb_answer, sat_answer
from excover.formats.exports import as_knuth
from excover.formats.exports.as_cnf import export as cnf_lines
from excover.formats.exports.as_opb import export as opb_lines

pytestmark = pytest.mark.outer


@pytest.mark.parametrize(
    ("text", "status", "found"),
    [
        ("c kissat\ns SATISFIABLE\nv 1 -2 3\nv -4 5 0\n", "solved", [(0, 2)]),
        ("SAT\n1 -2 -3 4 0\n", "solved", [(0,)]),
        ("v 1 -2 -3 0\nv -1 2 3 0\ns SATISFIABLE\n", "solved", [(0,), (1, 2)]),
        ("s UNSATISFIABLE\n", "none", []),
        ("UNSAT\n", "none", []),
        ("s UNKNOWN\n", "unknown", []),
        ("s\tSATISFIABLE\nv\t1\n", "solved", [(0,)]),
    ],
)
def test_answers_of_sat_solvers(text: str, status: str, found: list[tuple[int, ...]]) -> None:
    answer = sat_answer(Source("model.txt", text), 3)
    assert (answer.status, answer.covers) == (status, found)


@pytest.mark.parametrize(
    ("text", "status", "found"),
    [
        ("c pb\no 5\ns OPTIMUM FOUND\nv x1 -x2\nv x3 x4\n", "solved", [(0, 2)]),
        ("s SATISFIABLE\nv x1 -x2 -x3\nv -x1 x2 x3\n", "solved", [(0,), (1, 2)]),
        ("s UNSATISFIABLE\n", "none", []),
    ],
)
def test_answers_of_pseudo_boolean_solvers(text: str, status: str, found: list[tuple[int, ...]]) -> None:
    answer = opb_answer(Source("model.txt", text), 3)
    assert (answer.status, answer.covers) == (status, found)


def test_what_knuths_programs_print() -> None:
    """In their own layout: rotated options, places, costs, and items that need no more options."""
    matrix = read(KNUTH)
    printed = "1:\n C X:1 Y:1 A (2 of 2)\n null C (1 of 1)\n X:1 B (1 of 1) $7 [3]\n C Y:1 (?)\n"
    assert dlx_answer(Source("out.txt", printed), matrix).covers == [(1, 3, 4)]


@pytest.mark.parametrize("name", ["pentominoes", "macmahon", "queens", "sudoku-jigsaw"])
def test_short_names(name: str) -> None:
    """They fit Knuth's programs, describe the same problem, and are understood in an answer."""
    problem = excover.load(name)
    lines = [line for line in as_knuth.export(problem.matrix) if not line.startswith("| ")]
    words = [word for line in lines for word in line.replace("|", " ").split()]
    assert all(len(item) <= 8 and len(color) <= 1 for item, _, color in (w.partition(":") for w in words))
    options = [set(line.split()) for line in lines[1:]]
    assert len(options) == len(problem.matrix.options)
    cover = problem.solve()
    assert cover
    chosen = [number for number, option in enumerate(problem.matrix.options) if option in {*cover}]
    printed = "".join(f" {lines[1 + number]} (1 of 9)\n" for number in chosen)
    assert dlx_answer(Source("out.txt", printed), problem.matrix).covers == [tuple(chosen)]


def test_more_colors_than_signs() -> None:
    matrix = read("a b | x\n" + "".join(f"a x:{n}\nb x:{n}\n" for n in range(100)))
    with pytest.raises(Unsuitable, match="take 91 colors"):
        [*as_knuth.export(matrix)]
    assert dlx_answer(Source("out.txt", " a x:10\n b x:10\n"), matrix).covers == [(20, 21)]


def test_an_item_that_is_called_null() -> None:
    assert dlx_answer(Source("out.txt", "null x\n null y\n"), read("null x y\nnull x\ny\n")).covers == [(0,)]


def test_a_solution_of_no_options() -> None:
    """Where there are options, a solver that does not say which are chosen has not answered."""
    said = Source("model.txt", "s SATISFIABLE\nv 0\n")
    assert sat_answer(said, 0).covers == [()]
    with pytest.raises(SpecError, match="E421"):
        sat_answer(said, 1)
    empty = read("0:1|a\n")
    assert [line for line in cnf_lines(empty) if line[0] != "c"] == ["p cnf 0 0"]
    assert [line for line in opb_lines(empty) if line[0] != "*"] == []


def test_equal_options_in_an_answer_are_distinguished() -> None:
    assert dlx_answer(Source("out.txt", "a\na\n"), read("2|a\na\na\na\n")).covers == [(0, 1)]


@given(st.text("sv 0123-xUNSATIFBLEcn:()\n", max_size=60))
def test_no_answer_is_too_odd(text: str) -> None:
    matrix = exact(3, [[0], [1, 2], [1], [2]])
    source = Source("answer.txt", text)
    for attempt in (
        lambda: sat_answer(source, 4),
        lambda: opb_answer(source, 4),
        lambda: dlx_answer(source, matrix),
    ):
        try:
            answer = attempt()
            assert all(option < 4 for cover in answer.covers for option in cover)
        except SpecError as wrong:
            assert wrong.diagnostics[0].help  # noqa: PT017
