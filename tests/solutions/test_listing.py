"""A listing: solutions whose options are put in words once are what each is alone; and its seconds."""

from __future__ import annotations

import csv
import pickle
from itertools import islice

import pytest

import excover
from excover.apps.cli import report
from excover.base.json import line
from excover.problem.problem import Problem
from excover.search.outcome import Outcome, Statistics, StoppedBy
from excover.solutions.decode import JsonLines, Solution
from excover.solutions.solution_texts import SolutionTable

SPECS = ("kanoodle", "queens", "sudoku", "iq-fit", "soma", "word-square", "matchings")
"""Pieces, single marks, solids, words, costs."""
SHOWN = 40


def listed(spec: str) -> tuple[Problem, list[Solution]]:
    problem = excover.load(spec)
    return problem, list(islice(problem.solutions(excover.Run.within(solutions=SHOWN)), SHOWN))


@pytest.mark.parametrize("spec", ["kanoodle", "queens", "sudoku", "scott"])
def test_drawings(spec: str) -> None:
    """Cell by cell from the markings of the solution, on a flat board of single marks."""
    _, solutions = listed(spec)
    for solution in solutions:
        canvas = solution.canvases[0]
        rows = [["."] * canvas.extent[2] for _ in range(canvas.extent[1])]
        marks = [
            (marking.mark, cell)
            for markings in solution.markings
            for marking in markings
            for cell in marking.cells
        ]
        for mark, (_, row, column) in [*(("#", hole) for hole in canvas.holes), *marks]:
            rows[row][column] = mark
        assert str(solution) == "\n".join(map("".join, rows))


@pytest.mark.parametrize("spec", SPECS)
def test_lines_of_json(spec: str) -> None:
    _, solutions = listed(spec)
    lines = JsonLines()
    for number, solution in enumerate(solutions, 1):
        assert lines.line(solution, number=number) == line({"number": number, **solution.as_data()})
        assert lines.line(solution) == line(solution.as_data())


@pytest.mark.parametrize("spec", SPECS)
def test_rows_of_a_table(spec: str) -> None:
    problem, solutions = listed(spec)
    table = SolutionTable(problem.matrix.options)
    for number, solution in enumerate(solutions, 1):
        rows = list(csv.reader(table.rows(number, solution.numbers)))
        assert [int(row[0]) for row in rows] == [number] * len(solution)
        assert [row[1] for row in rows] == list(map(str, solution))


def test_a_solution_is_pickled_with_its_own_options_alone() -> None:
    _, solutions = listed("kanoodle")
    packed = pickle.dumps(solutions[0])
    same = pickle.loads(packed)
    assert same == solutions[0]
    assert (str(same), same.as_data()) == (str(solutions[0]), solutions[0].as_data())
    assert len(packed) < 10_000


@pytest.mark.parametrize(
    ("passed", "found", "stopped_by", "told"),
    [
        (6.21, 371_020, None, "371,020 solutions in 6.21 s, of which 1.32 s searching"),
        (1.5, 3, None, "3 solutions in 1.50 s"),
        (
            2.0,
            3,
            StoppedBy.INTERRUPT,
            "at least 3 solutions: interrupted after 2.00 s, of which 1.32 s searching",
        ),
        (1.33, 0, StoppedBy.TIME, "stopped by --time-limit after 1.33 s, before a solution was found"),
    ],
)
def test_the_reported_seconds_have_passed(
    passed: float, found: int, stopped_by: StoppedBy | None, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Since the command was started."""
    monkeypatch.setattr(report, "perf_counter", lambda: 100.0 + passed)
    work = Statistics(nodes=1, updates=1, depth=1, seconds=1.32, engine="lanes")
    outcome = Outcome(found, exhausted=stopped_by is None, stopped_by=stopped_by, statistics=work)
    said = report.summary(outcome, report.Clock(100.0))
    assert said.removesuffix(": there may be one") == told
