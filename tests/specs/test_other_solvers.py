"""Other solvers by files: clasp solves what `excover expand` writes, `excover decode` reads its answers."""

from __future__ import annotations

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from commands import Run
from effort import HANGS
from slow_values import with_slow

import excover
from excover.apps.cli.commands.decode import _checked_claim
from excover.base.source import Source
from excover.formats.answers import opb_answer, sat_answer
from excover.formats.exports.as_cnf import export as cnf_lines
from excover.formats.exports.as_opb import export as opb_lines
from excover.matrix.verify import verify
from excover.search.search import count

pytestmark = pytest.mark.outer


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


SPECS = ["australia", "steiner", "crew", "queens", "timetable", "word-square"]


@pytest.mark.parametrize("spec", with_slow(SPECS, slow=["word-square"]))
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
    monkeypatch.setattr("excover.apps.cli.commands.decode.NODES", 0)
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
    assert "CNF cannot express a goal, such as `minimize`" in ran.err
    assert "`--to lp`, `--to mps`, `--to opb`" in ran.err


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
    refused = run("expand", "queens", "--to", "matrix")
    assert (refused.status, refused.out) == (2, "")
    said = "error[E431]: rows of 0 and 1 cannot express items that may stay uncovered, such as `up[2]`\n"
    assert refused.err.startswith(said)
    (tmp_path / "m.txt").write_text("a b\na b\n")
    assert run("count", str(tmp_path / "m.txt"), "--from", "dlx")[1] == "1\n"
