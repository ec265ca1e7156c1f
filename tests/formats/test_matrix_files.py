"""Matrices of other programs: DLX, and rows of 0 and 1, in and out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matrices import exact
from written_matrices import KNUTH, covers, random_matrices, read

from excover.base.diagnostics import SpecError
from excover.base.source import Source
from excover.formats.exports.as_dlx import export as lines
from excover.formats.exports.as_dlx import option_words
from excover.formats.exports.as_matrix import export as row_lines
from excover.formats.matrix_files import form_of
from excover.matrix.matrix import Matrix
from excover.problem.problem import compile_source
from excover.search.search import count

pytestmark = pytest.mark.outer


WITH_ITEMS = random_matrices().filter(lambda matrix: len(matrix.items) > 0)


@given(WITH_ITEMS)
def test_a_matrix_reads_back_from_dlx(matrix: Matrix) -> None:
    """Option for option; bounds above the number of options are the number of options."""
    again = read("\n".join(lines(matrix)))
    assert list(option_words(again)) == list(option_words(matrix))
    assert again.prices() == matrix.prices()
    assert covers(again) == covers(matrix)


@given(WITH_ITEMS)
def test_what_was_read_is_written_as_it_was(matrix: Matrix) -> None:
    def said(matrix: Matrix) -> list[str]:
        return [line for line in lines(matrix) if not line.startswith("|")]

    text = "\n".join(said(matrix))
    assert "\n".join(said(read(text))) == text


def test_the_example_of_dlx3() -> None:
    """The program's own introduction gives its one solution."""
    problem = compile_source(Source("knuth.dlx", KNUTH))
    assert problem.title == "A simple example of color controls"
    assert list(map(str, problem.solutions())) == ["A C X:1 Y:1\nB X:1\nC Y:1"]


def test_the_example_of_dlx1() -> None:
    problem = compile_source(Source("a.dlx", "A B C D E | F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n"))
    assert list(map(str, problem.solutions())) == ["C E F\nA D\nB G"]


def test_an_item_without_a_color_is_shared_with_nothing() -> None:
    """Knuth's DLX2: without a color, a secondary item is covered once, whatever its color elsewhere."""
    matrix = read("a b c | s\na s:1\nb s:1\nb s\nc s\nc\n")
    assert covers(matrix) == {(0, 1, 4)}
    assert "a s:1\nb s:1\nb s\nc s\nc" in "\n".join(
        line for line in lines(matrix) if not line.startswith("| ")
    )


def test_an_option_of_an_item_at_most_once_may_be_chosen_or_not() -> None:
    """Before the bar, such an item is a reason to choose an option (DLX3); behind it, none."""
    assert count(read("a 0:1|b\na\nb\n")).count == 2
    problem = compile_source(Source("a.dlx", "a | b\na\nb\n"))
    assert problem.count() == 1
    assert [warning.code for warning in problem.warnings] == ["W401"]
    assert list(map(str, problem.solutions())) == ["a"]


def test_costs_add_up_and_the_least_is_best() -> None:
    problem = compile_source(Source("a.dlx", "a b\na b |5 |6\na |3\nb |7\na |4\n"))
    assert (str(problem.best()), problem.best().cost) == ("a\nb", 10)  # type: ignore[union-attr]


def test_names_are_read_as_in_a_url() -> None:
    matrix = read("a%20b %41 100%\na%20b %41\n100%\n")
    assert [str(item) for item in matrix.items] == ["a b", "A", "100%"]


def test_a_bar_needs_no_blank_behind_it() -> None:
    """So read Knuth's programs, and any character as a color."""
    matrix = read("a\tb |s t\r\n\r\n | a comment\r\na s:| t::\r\nb s:|\r\n")
    assert [(str(item), matrix.is_primary(k)) for k, item in enumerate(matrix.items)] == [
        ("a", True),
        ("b", True),
        ("s", False),
        ("t", False),
    ]
    assert (list(matrix.palette), matrix.costs) == (["|", ":"], None)
    assert covers(matrix) == {(0, 1)}
    assert "a s:%7C t:%3A" in list(lines(matrix))


def test_errors_in_rows_name_the_columns() -> None:
    problem = compile_source(Source("a.01", "001\n000\n"))
    assert [warning.message for warning in problem.warnings] == [
        "this option covers no primary item",
        "columns `1` and `2` have no 1",
    ]
    assert not any("|" in line for warning in problem.warnings for line in warning.help)


def test_equal_options_are_two_solutions() -> None:
    problem = compile_source(Source("a.dlx", "a\na\na\n"))
    assert len(set(problem.solutions())) == 2


@given(st.lists(st.sets(st.integers(0, 4), min_size=1), min_size=1, max_size=6), st.sampled_from(["", " "]))
def test_rows_of_0_and_1_read_back(options: list[set[int]], blank: str) -> None:
    matrix = exact(5, map(sorted, options))
    text = "\n".join(line.replace(" ", blank) for line in row_lines(matrix))
    again = read(text, "a.01")
    assert [again.option_items(k) for k in range(len(options))] == [sorted(each) for each in options]
    assert covers(again) == covers(matrix)


def test_rows_cannot_say_everything() -> None:
    with pytest.raises(ValueError, match=r"items that may stay uncovered, such as `i\[1\]`"):
        list(row_lines(exact(1, [[0]], secondary=1)))


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("a.DLX", "", "dlx"),
        ("a.01", "", "matrix"),
        ("a.csv", "a,b\n1,0\n", "matrix"),
        ("a.txt", '"1","0"\n', "matrix"),
        ("a.txt", "0 1\n\n1 0\n", "matrix"),
        ("<stdin>", "| title\na\n", "dlx"),
        ("a.txt", "a b\na b\n", ""),
        ("a.xc", "0 1\n", ""),
        ("a.yaml", "0\n", ""),
        ("<stdin>", "", ""),
        ("<stdin>", "item a", ""),
    ],
)
def test_the_form_of_a_text(name: str, text: str, form: str) -> None:
    assert form_of(Source(name, text)) == form
    assert form_of(Source(name, text, form="dlx")) == "dlx"


@given(st.text("ab01 |:%25\n\t-xé\x00\u202e", max_size=60), st.sampled_from(["a.dlx", "a.01"]))
def test_no_text_is_too_odd(text: str, name: str) -> None:
    """It is a matrix whose solutions are what they should be, or what is wrong has a place in the text."""
    try:
        problem = compile_source(Source(name, text))
    except SpecError as wrong:
        for diagnostic in wrong.diagnostics:
            assert diagnostic.labels[0].span.end <= len(text)
            assert diagnostic.help
        return
    if len(problem.matrix.options) <= 10:
        assert problem.count() == len(covers(problem.matrix))


@given(st.text(max_size=80))
def test_no_text_at_all_is_too_odd(text: str) -> None:
    for form in ("dlx", "matrix"):
        try:
            compile_source(Source("a", text, form=form))
        except SpecError as wrong:
            assert str(wrong)  # noqa: PT017


WRITTEN = {
    "commas": "1,0,0\n0,1,1\n",
    "semicolons at ends, too": "1;0;0;\n0;1;1;\n",
    "points": "1.0 0.0 0.0\n0. 1. 1.0\n",
    "texts": '"1","0","0"\n"0","1","1"\n',
    "truth values": "True False False\nfalse TRUE true\n",
    "a list of lists": "[[1, 0, 0],\n [0, 1, 1]]\n",
    "a list of lists in one line": "[[1,0,0],[0,1,1]]",
    "an array with a row of two lines": "[[1 0\n  0]\n [0 1 1]]",
    "an array of truth values": "[[ True False False]\n [False  True  True]]",
    "sizes": "2 3\n1 0 0\n0 1 1\n",
    "sizes with a comma": "2,3\n1,0,0\n0,1,1\n",
    "comments": "// two rows\n1,0,0 // one\n0,1,1\n",
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_rows_are_read_as_other_programs_write_them(text: str) -> None:
    for name in ("rows.csv", "rows.01"):
        problem = compile_source(Source(name, text))
        assert [str(option) for option in problem.matrix.options] == ["1", "2 3"]
        assert problem.count() == 1


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("1 2 0\n" * 200, "E412", "2"),
        ("10.0 1\n", "E412", "10.0"),
        ("a,b\n1,0\n", "E412", "a"),
        ('"1","2"\n', "E412", '"2'),
        ("1,,0\n1,,1\n", "E412", ","),
        ("2 2\n1 0 0\n0 1 1\n", "E412", "2"),
        ("1,0\n" + "1\n" * 200, "E413", "1"),
        ("[[1,0],[0,1]] x", "E412", "x"),
        ("[[1, 0], [0, 1]", "E412", "["),
        ("[,]", "E412", "[,]"),
        ("1 0 -1\n", "E412", "-1"),
    ],
)
def test_of_wrong_rows_the_first_is_told(text: str, code: str, place: str) -> None:
    with pytest.raises(SpecError) as refused:
        compile_source(Source("rows.csv", text))
    (wrong,) = refused.value.diagnostics
    assert (wrong.code, wrong.labels[0].span.text) == (code, place)


@given(
    WITH_ITEMS.filter(lambda matrix: len(matrix.options) > 0),
    st.sampled_from([",", "; ", " "]),
    st.booleans(),
)
def test_all_ways_to_write_rows_are_read_alike(matrix: Matrix, between: str, sized: bool) -> None:
    rows = [
        [int(item in set(matrix.option_items(option))) for item in range(len(matrix.items))]
        for option in range(len(matrix.options))
    ]
    plain = compile_source(Source("a.01", "\n".join("".join(map(str, row)) for row in rows))).matrix
    sizes = f"{len(rows)}{between}{len(matrix.items)}\n" if sized else ""
    for shown in (str, lambda digit: f"{digit}.0", lambda digit: str(bool(digit))):
        lines_ = [between.join(shown(digit) for digit in row) for row in rows]
        again = compile_source(Source("a.01", sizes + "\n".join(lines_))).matrix
        assert list(again.options) == list(plain.options)
        again = compile_source(Source("a.01", f"[[{'],['.join(lines_)}]]")).matrix
        assert list(again.options) == list(plain.options)
