"""LP and MPS files, read back by HiGHS and by a small reader of their texts."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import commands
import pytest
from effort import examples
from extras import module_or_skip
from hypothesis import given
from matrices import exact
from naive import covers
from test_best import priced, random_costly
from written_matrices import random_matrices

import excover
from excover.formats.exports.as_lp import export as lp_lines
from excover.formats.exports.as_mps import export as mps_lines
from excover.matrix.capabilities import linear_model
from excover.matrix.matrix import Matrix
from excover.search.engine_table import ENGINES

WRITERS = {"lp": lp_lines, "mps": mps_lines}


@given(random_matrices(most=4))
def test_the_rows_have_one_solution_for_each_cover(matrix: Matrix) -> None:
    model = linear_model(matrix, ENGINES["highs"])
    found = []
    for number in range(2**model.variables):
        values = [number >> k & 1 for k in range(model.variables)]
        totals = [sum(factor * values[variable] for factor, variable in row.terms) for row in model.rows]
        if all(
            (row.lower is None or row.lower <= total) and (row.upper is None or total <= row.upper)
            for row, total in zip(model.rows, totals, strict=True)
        ):
            found.append(tuple(k for k in range(model.options) if values[k]))
    assert sorted(found) == sorted(covers(matrix))


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("goal", ["minimize", "maximize", ""])
def test_highs_finds_the_best_of_the_definition(form: str, goal: str, tmp_path: Path) -> None:
    highspy = module_or_skip("highspy")
    random, file = Random(5), tmp_path / f"problem.{form}"
    for _ in range(examples(40)):
        matrix = random_costly(random)
        costs = [cost % 1000 - 300 for cost in matrix.prices()]
        matrix = priced(matrix, costs)
        file.write_text("\n".join(WRITERS[form](matrix, "a title", goal)) + "\n")
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        assert highs.readModel(str(file)) == highspy.HighsStatus.kOk
        assert highs.getNumCol() == max(
            linear_model(matrix, ENGINES["highs"]).variables, highs.getNumCol() == 1
        )
        highs.run()
        totals = [sum(costs[option] for option in cover) for cover in covers(matrix)]
        best = (max if goal == "maximize" else min)(totals, default=None)
        solved = highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
        assert (round(highs.getObjectiveValue()) if solved else None) == best


@pytest.mark.parametrize("form", WRITERS)
def test_lines_are_short_and_names_are_legal(form: str) -> None:
    """Whatever the description calls its options, and however many there are."""
    long = excover.parse(
        """
        item a, b["x: y", "> 3 \\\\ End"]
        option f(t in {"Subject To", "*", "e12"}, k in 1..40) covers a, b["x: y"] cost 2^62
        option g() covers b["> 3 \\\\ End"]
        """.replace("2^62", str(2**40))
        .replace('b["x: y", "> 3', 'b[{"x: y", "> 3')
        .replace('End"]\n        option f', 'End"}]\n        option f')
    )
    lines = list(WRITERS[form](long.matrix, "a\nEnd"))
    assert all(len(line) < 255 and line.isprintable() for line in lines)
    assert [line for line in lines if line.startswith(("End", "ENDATA"))] == lines[-1:]
    words = " ".join(line for line in lines if line[0] not in "\\*").split()
    assert all(re.fullmatch(r"x\d+|[a-zA-Z']+\d*:?|[-+]?\d+|[<>]?=|[-+]", word) for word in words)


@pytest.mark.parametrize("form", WRITERS)
def test_a_problem_without_options_is_a_file(form: str) -> None:
    lines = list(WRITERS[form](exact(1, [])))
    assert lines[-1] in ("End", "ENDATA")


@pytest.mark.parametrize("form", WRITERS)
def test_the_command_writes_it(form: str, run: commands.Run) -> None:
    ran = run(f"expand queens -p n=4 --to {form}")
    assert ran.status == 0
    assert "x2 queen(1, 2)" in ran.out
