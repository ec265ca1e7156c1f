"""Exactly one solution, none, or several: the verdict, the two solutions, and what is told."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from cancelling import ending_when
from effort import steps

import excover
from excover import Run, Verdict, unique
from excover.apps.cli import main
from excover.authors.unique import different, emptied

CLUES = tomllib.loads((Path(__file__).parents[1] / "sudokus.toml").read_text())


@pytest.mark.parametrize("name", CLUES)
def test_published_sudokus(name: str) -> None:
    assert unique(excover.load("sudoku", given=CLUES[name]["clues"])).verdict is Verdict.UNIQUE


@pytest.mark.parametrize(
    ("spec", "given", "verdict"),
    [
        ("kanoodle-start", None, Verdict.UNIQUE),
        ("iq-fit-120", None, Verdict.UNIQUE),
        ("queens", "Q", Verdict.SEVERAL),
        ("queens", "Q.......\n..Q.....\n....Q...\n......Q.\n", Verdict.NONE),
    ],
)
def test_verdict(spec: str, given: str | None, verdict: Verdict) -> None:
    assert unique(excover.load(spec, given=given)).verdict is verdict


def test_verdict_is_that_of_the_count() -> None:
    verdicts = {0: Verdict.NONE, 1: Verdict.UNIQUE}
    for n in range(1, 9):
        queens = excover.load("queens", {"n": n})
        assert unique(queens).verdict is verdicts.get(queens.count(), Verdict.SEVERAL)


def test_two_solutions_differ_where_reported() -> None:
    found = unique(excover.load("kanoodle"))
    first, second = (solution.drawing for solution in found.solutions)
    differs = "".join(b if a != b else b if b == "\n" else "." for a, b in zip(first, second, strict=True))
    assert found.difference == differs
    assert set(differs) > {".", "\n"}


SHADED = """
board field 1x3, may stay empty
choose shaded(p in field)
require shaded(1, 1)
require not shaded(1, 3)
draw shaded(p) at p as "{}"
"""


@pytest.mark.parametrize(("mark", "empty"), [("*", "-"), ("-", "_")])
def test_cells_that_only_the_other_leaves_empty(mark: str, empty: str) -> None:
    found = unique(excover.parse(SHADED.format(mark)))
    assert sorted(str(solution) for solution in found.solutions) == sorted([f"{mark}..", f"{mark}{mark}."])
    first, second = found.solutions
    assert different(first, second) == f".{empty}."
    assert different(second, first) == f".{mark}."
    assert (emptied(first, second), emptied(second, first)) == (empty, "")
    assert found.difference == different(first, second)


def test_the_sign_of_an_empty_cell_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "shaded.xc").write_text(SHADED.format("-"))
    assert main(["unique", str(tmp_path / "shaded.xc")]) == 1
    shown = capsys.readouterr()
    assert shown.out == "--.\n\n._.\n"
    assert "where another differs, `_` where it is empty (" in shown.err


def test_options_that_are_drawn_alike_are_named() -> None:
    twins = excover.parse("item a option x() covers a option y() covers a")
    assert unique(twins).difference == "y()"


def test_solutions_of_many_options_are_compared_in_little_time() -> None:
    def work(items: int) -> int:
        sets = f"let s = {{{{k, 0}} for k in 1..{items}}} item a[s]"  # comparing sets is work that is counted
        found = unique(excover.parse(f"{sets} option x(k in s) covers a[k] option y(k in s) covers a[k]"))
        return steps(lambda: found.difference)

    assert work(400) - work(200) < 2.3 * (work(200) - work(100))


def test_a_spent_budget_is_no_verdict() -> None:
    found = unique(excover.load("kanoodle"), Run.within(nodes=3))
    assert found.verdict is Verdict.UNKNOWN
    assert not found.solutions


def test_stop_request() -> None:
    assert unique(excover.load("kanoodle"), ending_when(lambda: True)).verdict is Verdict.UNKNOWN


# The command


def test_unique_sudoku(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["unique", "sudoku", "--given", "sudoku-hard"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("162857493\n")
    assert err.startswith("exactly one solution")


def test_several(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["unique", "queens", "-p", "n=4"]) == 1
    out, err = capsys.readouterr()
    assert out == ".Q..\n...Q\nQ...\n..Q.\n\n.-Q.\nQ..-\n-..Q\n.Q-.\n"
    assert err.startswith("at least two solutions")


def test_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["unique", "queens", "-p", "n=3"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("no solution")


def test_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["unique", "kanoodle", "--node-limit", "3"]) == 3
    assert "stopped by --node-limit" in capsys.readouterr().err


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["unique", "queens", "-p", "n=4", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["verdict"] == "several"
    assert [len(solution["options"]) for solution in data["solutions"]] == [4, 4]
    assert data["difference"] == [".-Q.", "Q..-", "-..Q", ".Q-."]


def test_given_that_is_illegal_is_no_verdict(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "wrong.txt").write_text("55.......\n")
    assert main(["unique", "sudoku", "--given", str(tmp_path / "wrong.txt")]) == 2
    assert "error[E327]" in capsys.readouterr().err
