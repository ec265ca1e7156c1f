"""`excover solve` of a description with a goal: improvements as they are found, a bound, and --gap."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Run

LONG = """
let n = 30
board box n by n
item tile
option pair((r, c) in box, s in 0..1) where (r + s, c + 1 - s) in box
  covers box[r, c], box[r + s, c + 1 - s] cost (r * 7919 + c * 104729 + s * 7) mod 1009
option bent((r, c) in box) where (r + 1, c) in box and (r, c + 1) in box
  covers box[r, c], box[r + 1, c], box[r, c + 1] cost (r * 3571 + c * 15485863) mod 1013
option bar((r, c) in box) where (r, c + 2) in box
  covers box[r, c], box[r, c + 1], box[r, c + 2] cost (r * 2741 + c * 32452843) mod 1019
option end() covers tile
minimize
"""
"""No search comes to its end."""

SHORT = "item a  option x(i in 1..9) covers a cost i * i  "


def test_what_was_printed_outlives_the_process() -> None:
    """Each improvement is written at once, also into a pipe: a process that is killed takes none along."""
    command = [sys.executable, "-m", "excover", "solve", "-", "--json", "--threads", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(LONG)
        process.stdin.close()
        found = [json.loads(process.stdout.readline()) for _ in range(2)]
        process.kill()
    assert [data["number"] for data in found] == [1, 2]
    assert found[0]["cost"] > found[1]["cost"]


def test_a_search_that_is_stopped_tells_a_bound(run: Run) -> None:
    ran = run("solve - --node-limit 500 --json", stdin=LONG)
    assert ran.status == 3
    last, outcome = json.loads(ran.out.splitlines()[-1]), json.loads(ran.err.splitlines()[-1])["outcome"]
    assert outcome["stopped_by"] == "nodes"
    assert outcome["bound"] < outcome["cost"] == last["cost"]
    assert outcome["gap"] == pytest.approx((outcome["cost"] - outcome["bound"]) / outcome["cost"], abs=1e-6)
    shown = run("solve - --node-limit 500", stdin=LONG).err
    assert (
        f"cost {outcome['cost']:,}: the best so far; the best cost is at least {outcome['bound']:,}" in shown
    )
    assert "stopped by --node-limit" in shown


def test_a_gap_is_an_answer(run: Run) -> None:
    ran = run("solve - --gap 99%", stdin=LONG)
    assert ran.status == 0
    assert "stopped by --gap" in ran.err


@pytest.mark.parametrize(("goal", "cost"), [("minimize", 1), ("maximize", 81)])
def test_the_best_is_proved(run: Run, goal: str, cost: int) -> None:
    ran = run("solve - --json --gap 0", stdin=SHORT + goal)
    outcome = json.loads(ran.err.splitlines()[-1])["outcome"]
    assert (ran.status, outcome["exhausted"]) == (0, True)
    assert (outcome["cost"], outcome["bound"], outcome["gap"]) == (cost, cost, 0)


def test_where_there_is_no_solution_there_is_no_bound(run: Run) -> None:
    odd = "item a[1..3]  option x(i, j in 1..3) where i < j covers a[i], a[j] cost i  minimize"
    ran = run("solve - --json", stdin=odd)
    assert ran.status == 1
    assert "bound" not in json.loads(ran.err.splitlines()[-1])["outcome"]


@pytest.mark.parametrize("text", ["x", "-1", "1%%", "nan", "inf", "", "1 %x"])
def test_what_is_no_gap_is_refused(run: Run, text: str) -> None:
    ran = run("solve", "-", f"--gap={text}", stdin=SHORT + "minimize")
    assert ran.status == 2
    assert "is not a part of a cost" in ran.err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("20", "write 20% for percent"),
        ("1", "write 1% for percent"),
        ("1.5", "write 1.5% for percent"),
        ("101%", "at most 100%"),
    ],
)
def test_a_gap_of_more_than_all_is_refused(run: Run, text: str, told: str) -> None:
    ran = run("solve", "-", f"--gap={text}", stdin=SHORT + "minimize")
    assert ran.status == 2
    assert told in ran.err


@pytest.mark.parametrize("words", ["", "--all", "--limit 3"])
def test_a_gap_without_a_goal_is_refused(run: Run, words: str) -> None:
    ran = run(f"solve - --gap 1% {words}", stdin=SHORT + ("minimize" if words else ""))
    assert ran.status == 2
    assert "--gap needs a description with `minimize` or `maximize`" in ran.err


@pytest.mark.parametrize("option", ["--engine lanes", "--up-to rotations", "--up-to symmetry"])
def test_options_without_effect_are_refused(run: Run, option: str) -> None:
    ran = run(f"solve - {option}", stdin=SHORT + "minimize")
    assert (ran.status, ran.out) == (2, "")
    assert f"{option} has no effect on the search for the best solution" in ran.err
    assert run(f"solve - --all {option}", stdin=SHORT + "minimize").status == 0


ROOKS = """
item row[1..4], column[1..4]
option rook(r, c in 1..4) covers row[r], column[c] cost r * c
draw rook(r, c) at (r, c) as "R"
minimize
"""


@pytest.mark.parametrize(
    "start",
    [
        '{"options": [{"name": "rook(1, 1)"}, {"name": "rook(2, 2)"}]}',
        "rook(1,1), rook(2,2)\nrook(3, 3)\n",
        "R...\n.R..",
    ],
)
def test_a_start_is_read_from_each_form(start: str, run: Run, tmp_path: Path) -> None:
    file, spec = tmp_path / "start", tmp_path / "rooks.xc"
    file.write_text(start)
    spec.write_text(ROOKS)
    near = run("solve", str(spec), "--start", str(file), "--near")
    assert near.status == 0
    assert near.out.endswith("R...\n.R..\n..R.\n...R\n") or "changes 2, cost 29" in near.err
    found = run("solve", str(spec), "--start", str(file))
    assert found.out.endswith("...R\n..R.\n.R..\nR...\n")


@pytest.mark.parametrize(
    "line",
    [
        '{"a": 1',
        '{"options": 3}',
        '{"options": ["rook(1, 1)"]}',
        '{"options": [{"name": 5}]}',
        '{"a": ' + "[" * 100_000,
    ],
)
def test_a_start_that_is_no_solution_in_json_is_refused(line: str, run: Run, tmp_path: Path) -> None:
    file, spec = tmp_path / "start", tmp_path / "rooks.xc"
    file.write_text('{"status": "solved"}\n' + line)
    spec.write_text(ROOKS)
    ran = run("solve", str(spec), "--start", str(file))
    assert (ran.status, ran.out) == (2, "")
    assert "E326" in ran.err
    assert "start:2:1" in ran.err


def test_a_start_needs_a_goal(run: Run, tmp_path: Path) -> None:
    spec = tmp_path / "rooks.xc"
    spec.write_text(ROOKS)
    assert "needs --start" in run("solve", str(spec), "--near").err
    assert "--start needs `minimize`" in run("solve", "queens", "--start", str(spec)).err


def test_a_plot_of_cost_and_bound(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    spec, plot = tmp_path / "rooks.xc", tmp_path / "gap.svg"
    spec.write_text(ROOKS)
    assert run("solve", str(spec), "--plot", str(plot)).status == 0
    assert "best solution" in plot.read_text()
    assert "end the name with" in run("solve", str(spec), "--plot", str(tmp_path / "gap.txt")).err


def test_no_solution_yet_has_a_status_of_its_own(run: Run) -> None:
    assert run("solve", "-", "--node-limit", "1", stdin=LONG).status in (3, 4)
    assert run("solve", "-", "--time-limit", "0", stdin=LONG).status == 4
    assert run("solve", "-", "--time-limit", "0", stdin=SHORT).status == 3
