"""Matrices in and out, in the formats of other solvers, and what those solvers answer."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from array import array
from dataclasses import replace
from io import StringIO
from itertools import product
from pathlib import Path

import naive
import pytest
from commands import Run
from effort import HANGS
from hypothesis import given
from hypothesis import strategies as st
from matrices import COLORED, ONCE, exact, general

import excover
from excover.cli.commands.decode import _checked_claim
from excover.cover.matrix import UNBOUNDED, Matrix
from excover.diagnostics import SpecError
from excover.formats.answers import dlx_answer, opb_answer, sat_answer
from excover.formats.clauses import Clauses, counters
from excover.formats.cnf import cnf_lines, formula
from excover.formats.dlx import lines, option_words
from excover.formats.matrix_files import form_of, read_matrix
from excover.formats.opb import opb_lines
from excover.formats.zero_one import row_lines
from excover.problem import compile_source
from excover.solve.search import count
from excover.solve.verify import verify
from excover.source import Source

pytestmark = pytest.mark.outer

BOUNDS = [ONCE, ONCE, ONCE, (0, 2), (1, 2), (2, 3), (0, UNBOUNDED), (2, UNBOUNDED)]


@st.composite
def random_matrices(draw: st.DrawFn, most: int = 6) -> Matrix:
    primary = draw(st.lists(st.sampled_from(BOUNDS), max_size=4))
    bounds = primary + draw(st.lists(st.sampled_from([(0, 1), COLORED]), max_size=3))
    colored = [k >= len(primary) and each == COLORED for k, each in enumerate(bounds)]
    options = []
    for _ in range(draw(st.integers(0, most)) if primary else 0):
        must = draw(st.integers(0, len(primary) - 1))
        items = sorted({must} | draw(st.sets(st.integers(0, len(bounds) - 1))))
        options.append([(i, draw(st.integers(1, 3)) if colored[i] else 0) for i in items])
    matrix = general(bounds, colored, options)
    costs = draw(st.none() | st.lists(st.integers(0, 9), min_size=len(options), max_size=len(options)))
    return replace(matrix, costs=None if costs is None else array("q", costs))


def read(text: str, name: str = "a.dlx") -> Matrix:
    return read_matrix(Source(name, text), {})[1].matrix


def covers(matrix: Matrix) -> set[tuple[int, ...]]:
    return set(naive.covers(matrix))


# DLX and rows of 0 and 1, in


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


KNUTH = """\
| A simple example of color controls
A B 2:3|C | X Y
A B X:0 Y:0
A C X:1 Y:1
C X:0
B X:1
C Y:1
"""


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
    with pytest.raises(ValueError, match=r"`i\[1\]` is not to be covered just once"):
        list(row_lines(exact(1, [[0]], secondary=1)))


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("a.DLX", "", "dlx"),
        ("a.01", "", "matrix"),
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


# CNF and OPB, out, judged by the definition


def models(clauses: Clauses) -> list[tuple[bool, ...]]:
    """All of them, by unit propagation and branching; no solver is needed for so few variables."""
    found: list[tuple[bool, ...]] = []
    rules = [frozenset(clause) for clause in clauses]

    def search(rules: list[frozenset[int]], fixed: dict[int, bool]) -> None:
        while any(len(rule) == 1 for rule in rules):
            (literal,) = next(rule for rule in rules if len(rule) == 1)
            fixed = {**fixed, abs(literal): literal > 0}
            rules = [rule - {-literal} for rule in rules if literal not in rule]
        if frozenset() in rules:
            return
        free = next((v for v in range(1, clauses.variables + 1) if v not in fixed), None)
        if free is None:
            found.append(tuple(fixed[v] for v in range(1, clauses.variables + 1)))
            return
        for literal in (free, -free):
            search([*rules, frozenset([literal])], fixed)

    search(rules, {})
    return found


@pytest.mark.parametrize("size", [1, 2, 5, 6, 7, 9])
def test_counting_is_exact_and_leaves_no_freedom(size: int) -> None:
    for low, high in [(0, 0), (0, 1), (1, 1), (1, 2), (2, 4), (size - 1, size), (3, UNBOUNDED), (0, size)]:
        clauses = Clauses(size)
        clauses.bound(list(range(1, size + 1)), low, high)
        found = models(clauses)
        wanted = {each for each in product([True, False], repeat=size) if low <= sum(each) <= high}
        assert len(found) == len(wanted)
        assert {model[:size] for model in found} == wanted
        assert clauses.variables - size <= counters(size, low, high)


@given(random_matrices())
def test_a_formula_has_a_model_for_each_solution(matrix: Matrix) -> None:
    found = models(formula(matrix))
    chosen = {tuple(k for k in range(len(matrix.options)) if model[k]) for model in found}
    assert len(found) == len(chosen)
    assert chosen == covers(matrix)


@given(random_matrices(most=4))
def test_the_constraints_of_opb_have_the_same_solutions(matrix: Matrix) -> None:
    text = [line for line in opb_lines(matrix) if not line.startswith("*")]
    head = next(opb_lines(matrix)).split()
    variables = int(head[2])
    rows = [line.split() for line in text if not line.startswith("min:")]
    assert len(rows) == int(head[4])
    found = []
    for values in product([0, 1], repeat=variables):
        if all(holds(row, values) for row in rows):
            found.append(tuple(k for k in range(len(matrix.options)) if values[k]))
    assert sorted(found) == sorted(covers(matrix))


def holds(row: list[str], values: tuple[int, ...]) -> bool:
    *terms, relation, bound, end = row
    assert end == ";"
    total = sum(
        int(factor) * (values[int(name[1:]) - 1] if len(values) >= int(name[1:]) else 0)
        for factor, name in zip(terms[::2], terms[1::2], strict=True)
    )
    return total == int(bound) if relation == "=" else total >= int(bound)


def test_the_names_of_options_stand_in_comments() -> None:
    queens = excover.load("queens", {"n": 4})
    assert "c 2 queen(1, 2)" in list(cnf_lines(queens.matrix, queens.title))
    assert "* x2 queen(1, 2)" in list(opb_lines(queens.matrix, queens.title))


def test_a_title_cannot_break_out_of_its_comment() -> None:
    matrix = exact(1, [[0]])
    assert next(cnf_lines(matrix, "a\np cnf\x1b[31m")) == r"c a\x0ap cnf\x1b[31m"
    assert list(opb_lines(matrix, "a\nmin:"))[1] == r"* a\x0amin:"


def test_to_maximize_is_to_minimize_the_opposite() -> None:
    matrix = replace(exact(1, [[0], [0]]), costs=array("q", [5, 0]))
    assert "min: +5 x1 ;" in list(opb_lines(matrix, goal="minimize"))
    assert "min: -5 x1 ;" in list(opb_lines(matrix, goal="maximize"))
    assert list(read("\n".join(lines(matrix, goal="maximize"))).prices()) == [-5, 0]


# Answers


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


# The command line, with a real solver: clasp, which comes with clingo


def solved(text: str, folder: Path, *arguments: str) -> str:
    (folder / "problem").write_text(text)
    command = [sys.executable, "-m", "clingo", "--mode=clasp", "problem", *arguments]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=HANGS, check=False
    ).stdout


@pytest.mark.parametrize("form", ["cnf", "opb"])
def test_a_solver_finds_the_board_of_a_kanoodle_challenge(form: str, run: Run, tmp_path: Path) -> None:
    _, exported, _ = run("expand", "kanoodle-start", "--to", form)
    (tmp_path / "answer.txt").write_text(solved(exported, tmp_path))
    status, drawn, _ = run(
        "decode",
        "kanoodle-start",
        "--from-sat" if form == "cnf" else "--from-opb",
        str(tmp_path / "answer.txt"),
    )
    assert status == 0
    assert drawn == f"{excover.load('kanoodle-start').solve()}\n"


@pytest.mark.parametrize("spec", ["australia", "steiner", "crew", "queens", "timetable", "word-square"])
def test_a_solver_finds_the_solutions_of_the_gallery(spec: str, tmp_path: Path) -> None:
    """With colors, multiplicities and secondary items: each model is a solution, each solution a model."""
    matrix = excover.load(spec).matrix
    printed = solved("\n".join(cnf_lines(matrix)), tmp_path, "-n", "2000")
    found = sat_answer(Source("out.txt", printed), len(matrix.options)).covers
    wanted = count(matrix, excover.Run.within(solutions=2000)).count
    assert len(found) == len(set(found)) == wanted
    for cover in found:
        verify(matrix, cover)


def test_a_solver_finds_the_least_cost(run: Run, tmp_path: Path) -> None:
    problem = excover.load("crew")
    best = problem.best()
    assert best
    printed = solved("\n".join(opb_lines(problem.matrix, goal=problem.puzzle.goal)), tmp_path)
    assert "s OPTIMUM FOUND" in printed
    *_, cover = opb_answer(Source("out.txt", printed), len(problem.matrix.options)).covers
    assert sum(problem.matrix.prices()[option] for option in cover) == best.cost


TWO_COSTS = "item a\noption x(k in 1..2) covers a cost k\n"


@pytest.mark.parametrize(
    ("said", "goal", "status", "told"),
    [
        ("s SATISFIABLE\nv -x1 x2", "minimize", 0, "1 solution, verified: cost 2\n"),
        ("s SATISFIABLE\nv -x1 x2\nv x1 -x2", "minimize", 0, "2 solutions, verified: cost 2, 1\n"),
        ("s OPTIMUM FOUND\nv x1 -x2", "minimize", 0, "1 solution, verified: cost 1, the best there is\n"),
        ("s OPTIMUM FOUND\nv -x1 x2", "maximize", 0, "1 solution, verified: cost 2, the best there is\n"),
        (
            "s OPTIMUM FOUND\nv -x1 x2",
            "minimize",
            2,
            "OPTIMUM FOUND for cost 2, and there is a solution of cost 1",
        ),
        (
            "s OPTIMUM FOUND\nv x1 -x2",
            "maximize",
            2,
            "OPTIMUM FOUND for cost 1, and there is a solution of cost 2",
        ),
    ],
)
def test_the_cost_of_an_answer_is_reported_and_its_claim_checked(
    said: str, goal: str, status: int, told: str, run: Run
) -> None:
    ran = run("decode", "costs.xc", "--from-opb", "-", stdin=said, costs=TWO_COSTS + goal)
    assert ran.status == status
    assert told in ran.err


def test_a_claim_that_is_too_hard_to_check_is_passed_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("excover.cli.commands.decode.NODES", 0)
    ran = run(
        "decode",
        "costs.xc",
        "--from-opb",
        "-",
        stdin="s OPTIMUM FOUND\nv -x1 x2",
        costs=TWO_COSTS + "minimize",
    )
    assert ran.status == 0
    assert "the solver reports that this is the best there is (not verified)" in ran.err


def test_checking_an_answer_ends_with_the_time_limit(run: Run) -> None:
    said = "s OPTIMUM FOUND\nv -x1 x2"
    line = ["decode", "costs.xc", "--from-opb", "-", "--time-limit", "0"]
    ran = run(*line, stdin=said, costs=TWO_COSTS + "minimize")
    assert (ran.status, ran.out) == (3, "")
    assert ran.err.endswith(" s, before all solutions were verified\n")
    ran = run(*line, "--json", stdin=said, costs=TWO_COSTS + "minimize")
    outcome = json.loads(ran.err)["outcome"]
    assert (ran.status, ran.out) == (3, "")
    assert (outcome["status"], outcome["count"], outcome["stopped_by"]) == ("unknown", 0, "time")


def test_checking_the_claim_of_an_answer_ends_with_the_run() -> None:
    """What was found by then is verified; whether it is the best there is stays the solver's word."""
    problem = excover.parse(TWO_COSTS + "minimize")
    best = [problem.solve()]
    assert _checked_claim(problem, best, excover.Run())
    assert not _checked_claim(problem, best, excover.Run.within(seconds=0).started())


def test_a_formula_never_drops_costs(run: Run) -> None:
    ran = run("expand", "costs.xc", "--to", "cnf", costs=TWO_COSTS + "minimize")
    assert (ran.status, ran.out) == (2, "")
    assert "CNF cannot express `minimize`: use `--to opb`, `--to lp` or `--to mps`" in ran.err


def test_no_solution_is_the_word_of_the_solver(run: Run, tmp_path: Path) -> None:
    _, exported, _ = run("expand", "queens", "-p", "n=3", "--to", "cnf")
    (tmp_path / "answer.txt").write_text(solved(exported, tmp_path))
    status, drawn, told = run("decode", "queens", "-p", "n=3", "--from-sat", str(tmp_path / "answer.txt"))
    assert (status, drawn) == (1, "")
    assert "(not verified)" in told


def test_a_model_that_is_no_solution_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "answer.txt").write_text("s SATISFIABLE\nv 1 2 0\n")
    status, drawn, told = run("decode", "queens", "-p", "n=4", "--from-sat", str(tmp_path / "answer.txt"))
    assert (status, drawn) == (2, "")
    assert (
        "error[E425]: this is not a solution: row[1] is covered 2 times, by queen(1, 1), queen(1, 2)" in told
    )


def test_one_answer_at_a_time(run: Run, tmp_path: Path) -> None:
    assert run("decode", "queens")[0] == 2
    assert run("decode", "queens", "--from-sat", "none.txt") == (
        2,
        "",
        "error: cannot read `none.txt`: No such file or directory\n",
    )
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    assert "error[E013]" in run("decode", "queens", "--from-dlx", str(tmp_path / "binary"))[2]


def test_what_is_expanded_can_be_solved_and_decoded(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DLX through our own search and back, by standard input."""
    _, exported, _ = run("expand", "queens", "-p", "n=6")
    (tmp_path / "queens.dlx").write_text(exported)
    status, printed, _ = run("solve", str(tmp_path / "queens.dlx"), "--all")
    assert status == 0
    monkeypatch.setattr(sys, "stdin", type("In", (StringIO,), {})())
    (tmp_path / "answer.txt").write_text(printed)
    status, drawn, told = run(
        "decode", "queens", "-p", "n=6", "--from-dlx", str(tmp_path / "answer.txt"), "--json"
    )
    boards = {"\n".join(json.loads(line)["drawing"]) for line in drawn.splitlines()}
    assert boards == set(map(str, excover.load("queens", {"n": 6}).solutions()))
    assert json.loads(told) == {"version": 1, "outcome": {"status": "solved", "count": 4}}


def test_a_matrix_takes_every_command(run: Run, tmp_path: Path) -> None:
    (tmp_path / "m.txt").write_text("110\n001\n111\n")
    assert run("count", str(tmp_path / "m.txt"))[1] == "2\n"
    assert "options" in run("info", str(tmp_path / "m.txt"), "--symmetries")[1]
    assert run("expand", str(tmp_path / "m.txt"), "--to", "matrix")[1] == "1 1 0\n0 0 1\n1 1 1\n"
    assert json.loads(run("expand", str(tmp_path / "m.txt"), "--to", "json")[1])["options"][1]["items"] == [2]
    assert "error[E402]" in run("count", str(tmp_path / "m.txt"), "-p", "n=3")[2]
    assert "error[E320]" in run("count", str(tmp_path / "m.txt"), "--given", "sudoku-easy")[2]
    assert run("expand", "queens", "--to", "matrix") == (
        2,
        "",
        "error: rows of 0 and 1 cannot say that `up[2]` is not to be covered just once\n",
    )
    (tmp_path / "m.txt").write_text("a b\na b\n")
    assert run("count", str(tmp_path / "m.txt"), "--from", "dlx")[1] == "1\n"


# CSV


def test_a_table_of_solutions(run: Run) -> None:
    status, printed, _ = run("solve", "queens", "-p", "n=4", "--all", "--csv")
    assert status == 0
    rows = list(csv.reader(StringIO(printed)))
    assert rows[0] == ["solution", "option", "family", "argument 1", "argument 2"]
    assert rows[1] == ["1", "queen(1, 2)", "queen", "1", "2"]
    assert [row[0] for row in rows[1:]] == ["1"] * 4 + ["2"] * 4
    assert run("solve", "queens", "-p", "n=3", "--csv")[:2] == (1, ",".join(rows[0]) + "\n")
    assert run("solve", "queens", "--csv", "--json")[0] == 2


def test_a_table_has_no_formulas(run: Run, tmp_path: Path) -> None:
    (tmp_path / "odd.xc").write_text('item a[{"=cmd()|x"}]\noption x(i in a) covers a[i]\n')
    _, printed, _ = run("solve", str(tmp_path / "odd.xc"), "--csv")
    assert list(csv.reader(StringIO(printed)))[1] == ["1", 'x("=cmd()|x")', "x", "'=cmd()|x"]


@pytest.mark.parametrize("text", ["| Toy\na b | s\na s:1\nb\n", "1 0 1\n0 1 0\n"])
@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("expand", "--to", "text"), "this is a matrix; use `--to dlx`"),
        (("expand", "--to", "yaml"), "this is a matrix; use `--to dlx`"),
        (("convert",), "is a matrix, which has only one form"),
        (("fmt",), "is not a text in the language"),
    ],
)
def test_a_matrix_has_no_form_in_the_language(
    text: str,
    command: tuple[str, ...],
    told: str,
    run: Run,
    tmp_path: Path,
) -> None:
    file = tmp_path / "matrix"
    file.write_text(text)
    status, shown, error = run(*command, str(file))
    assert (status, shown, file.read_text()) == (2, "", text)
    assert told in error


def test_a_row_of_zeros_has_no_bar_to_speak_of() -> None:
    _, compiled = read_matrix(Source("a.01", "00\n11\n"), {})
    [warned] = compiled.warnings
    assert (warned.code, warned.help) == ("W401", ("delete it",))


def test_costs_of_nothing_are_no_objective() -> None:
    matrix = exact(1, [[0]])
    assert not any(line.startswith("min:") for line in opb_lines(replace(matrix, costs=array("q", [0]))))
