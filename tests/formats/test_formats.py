"""Formats that are written: CNF and OPB, judged by the definition, and CSV."""

from __future__ import annotations

import csv
from array import array
from dataclasses import replace
from io import StringIO
from itertools import product
from pathlib import Path

import pytest
from commands import Run
from hypothesis import given
from matrices import exact
from written_matrices import covers, random_matrices, read

import excover
from excover.base.source import Source
from excover.formats.exports.as_cnf import Clauses, counters, formula
from excover.formats.exports.as_cnf import export as cnf_lines
from excover.formats.exports.as_dlx import export as lines
from excover.formats.exports.as_opb import export as opb_lines
from excover.formats.matrix_files import read_matrix
from excover.matrix.matrix import UNBOUNDED, Matrix

pytestmark = pytest.mark.outer


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
    found = models(formula(matrix, cnf_lines))
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
