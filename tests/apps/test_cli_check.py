"""The command line: `excover check`, which tries expectations."""

from __future__ import annotations

import json

import pytest
from commands import Run
from described import QUEENS, timeless
from goldens import Golden

pytestmark = pytest.mark.outer


EXPECTATIONS = """
expect items = 34
expect options = 36
expect solutions = 4
expect solutions >= 1
expect solutions = 2 * n - 1 when n = 5
"""


def test_check_reports_every_expectation(run: Run, golden: Golden) -> None:
    ran = run("check queens.xc", queens=QUEENS + EXPECTATIONS)
    assert ran.status == 1
    golden("cli/check.txt", timeless(ran.out + ran.err))


def test_check_holds(run: Run) -> None:
    ran = run("check queens.xc", queens=QUEENS + "expect solutions = 10 when n = 5")
    assert ran.status == 0
    assert timeless(ran.out) == "ok      queens.xc: solutions = 10 when n = 5  0.00 s\n"


@pytest.mark.parametrize(
    ("comparison", "verdict"),
    [
        ("= 4", "ok"), ("= 3", "FAIL"), ("= 5", "FAIL"), ("!= 4", "FAIL"), ("!= 3", "ok"), ("!= 5", "ok"),
        ("< 5", "ok"), ("< 4", "FAIL"), ("<= 4", "ok"), ("<= 3", "FAIL"), ("> 3", "ok"), ("> 4", "FAIL"),
        (">= 4", "ok"), (">= 5", "FAIL"), ("= -1", "FAIL"), ("> -1", "ok"),
    ],
)  # fmt: skip
def test_check_compares(run: Run, comparison: str, verdict: str) -> None:
    ran = run("check queens.xc", queens=QUEENS + f"expect solutions {comparison}")
    assert ran.out.split()[0] == verdict
    assert ran.status == (verdict == "FAIL")


def test_check_stops_as_soon_as_an_expectation_is_decided(run: Run) -> None:
    """The 2,279,184 boards of 15 queens take seconds to count."""
    queens = QUEENS + "expect solutions > 20 when n = 15\nexpect solutions = 20 when n = 15"
    ran = run("check queens.xc", queens=queens)
    assert ran.out.splitlines()[0].startswith("ok")
    assert "FAIL" in ran.out
    assert "expected 20, found at least 21" in ran.out


def test_check_up_to_symmetry(run: Run) -> None:
    queens = QUEENS + "symmetry queen(r, c) -> queen(c, n+1-r) symmetry queen(r, c) -> queen(r, n+1-c)"
    ran = run(
        "check queens.xc",
        queens=queens
        + " expect solutions up to symmetry = 12 when n = 8 expect solutions up to symmetry = 2 when n = 5"
        + " expect solutions up to symmetry = 3 when n = 5 expect solutions up to symmetry = 1 when n = 5",
    )
    assert [line.split()[0] for line in ran.out.splitlines()] == ["ok", "ok", "FAIL", "FAIL"]
    assert "expected 3, found 2" in ran.out
    assert "expected 1, found at least 2" in ran.out


def test_check_up_to_rotations(run: Run) -> None:
    """Each of the two tilings is the mirror image of the other."""
    spec = "board b 2x3\nshapes p\n  |AA\n  |A.\nplace free p on b each 2 times\nexpect solutions = 2\n"
    ran = run(
        "check b.xc", b=spec + "expect solutions up to rotations = 2\nexpect solutions up to symmetry = 1\n"
    )
    assert [line.split()[0] for line in ran.out.splitlines()] == ["ok", "ok", "ok"]
    ran = run("check b.xc", b=spec + "expect options up to rotations = 2\n")
    assert (ran.status, "error[E" in ran.err) == (2, True)


@pytest.mark.parametrize(("goal", "cost"), [("minimize", 3), ("maximize", 7)])
def test_check_the_best_cost(run: Run, goal: str, cost: int) -> None:
    pairs = "item a, b option x() covers a cost 3 option y() covers b cost 4 option z() covers a, b cost 3"
    ran = run("check -", stdin=f"{goal} {pairs} expect cost = {cost} expect cost = 5")
    assert [line.split()[0] for line in ran.out.splitlines()] == ["ok", "FAIL"]
    assert f"expected 5, found {cost}" in ran.out


def test_check_without_time_is_unknown(run: Run) -> None:
    ran = run("check queens.xc --time-limit 0", queens=QUEENS + "expect solutions = 4 expect options = 36")
    assert ran.status == 3
    assert [line.split()[0] for line in ran.out.splitlines()] == ["unknown", "ok"]


def test_a_failure_outweighs_what_is_unknown(run: Run) -> None:
    ran = run("check queens.xc --time-limit 0", queens=QUEENS + "expect solutions = 4 expect options = 1")
    assert ran.status == 1


def test_check_counts_options_without_the_givens(run: Run) -> None:
    assert run("check -", stdin=QUEENS + "given queen(1, 2) expect options = 36").status == 0


def test_check_goes_on_behind_a_wrong_description(run: Run) -> None:
    good = QUEENS + "expect items = 34"
    ran = run("check bad.xc missing.xc . good.xc none.xc", bad="item a[", good=good, none=QUEENS)
    assert ran.status == 2
    assert [line.split()[0] for line in ran.out.splitlines()] == ["bad", "bad", "bad", "ok", "none"]
    assert "error[E007]" in ran.err
    assert "there is no file and no shipped puzzle `missing.xc`" in ran.err
    assert "3 descriptions failed to compile" in ran.err


def test_an_expectation_that_cannot_be_evaluated_fails_and_the_next_is_tried(run: Run) -> None:
    ran = run("check queens.xc", queens=QUEENS + "expect solutions = 4 when n = 99 expect options = 36")
    assert ran.status == 1
    assert [line.split()[0] for line in ran.out.splitlines()] == ["FAIL", "ok"]
    assert "parameter `n` cannot be 99" in ran.err


def test_check_as_json(run: Run) -> None:
    ran = run("check queens.xc --json", queens=QUEENS + "expect solutions = 5")
    found = json.loads(ran.out)
    assert (found["verdict"], found["expectation"]) == ("FAIL", "solutions = 5")
    assert found["remark"] == "expected 5, found 4"
