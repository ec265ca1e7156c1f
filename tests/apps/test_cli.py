"""The command line: what `solve` and `count` print, and what every exit status means."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from commands import Run
from described import QUEENS, timeless

from excover.apps.cli import main, process
from excover.apps.cli.files import SpecOptions
from excover.apps.cli.parameters import bytes_of
from excover.problem.problem import Problem

pytestmark = pytest.mark.outer


# solve


def test_solve_draws_the_first_solution_and_says_that_there_may_be_more(run: Run) -> None:
    ran = run("solve queens.xc", queens=QUEENS)
    assert ran.status == 0
    assert ran.out == ".Q....\n...Q..\n.....Q\nQ.....\n..Q...\n....Q.\n"
    assert timeless(ran.err) == "first solution in 0.00 s; use --all for all solutions\n"


def test_solve_all_puts_a_blank_line_between_drawings(run: Run) -> None:
    ran = run("solve queens.xc --all", queens=QUEENS)
    assert len(ran.solutions) == len(set(ran.solutions)) == 4
    assert all(drawing.count("Q") == 6 for drawing in ran.solutions)
    assert timeless(ran.err) == "4 solutions in 0.00 s\n"


def test_a_limit_that_is_reached_is_an_answer(run: Run) -> None:
    ran = run("solve queens.xc --limit 3", queens=QUEENS)
    assert (ran.status, len(ran.solutions)) == (0, 3)
    assert timeless(ran.err) == "at least 3 solutions: stopped by --limit after 0.00 s\n"


def test_a_limit_beyond_all_solutions_does_not_show(run: Run) -> None:
    ran = run("solve queens.xc --limit 5", queens=QUEENS)
    assert (ran.status, len(ran.solutions)) == (0, 4)
    assert timeless(ran.err) == "4 solutions in 0.00 s\n"


def test_solve_without_a_drawing_lists_options(run: Run) -> None:
    ran = run("solve -", stdin='item a, b option x(i in {"A", "B"}) covers a if i = "A", b if i = "B"')
    assert ran.out == 'x("A"), x("B")\n'


def test_json_is_a_line_a_solution_and_a_line_for_the_outcome(run: Run) -> None:
    ran = run("solve queens.xc --all --json", queens=QUEENS)
    found = list(map(json.loads, ran.out.splitlines()))
    assert [each["number"] for each in found] == [1, 2, 3, 4]
    assert found[0]["options"][0] == {"name": "queen(1, 2)", "family": "queen", "arguments": [1, 2]}
    assert found[0]["drawing"][0] == ".Q...."
    outcome = json.loads(ran.err)["outcome"]
    assert (outcome["status"], outcome["count"], outcome["exhausted"]) == ("solved", 4, True)


def test_no_solution_is_status_1_and_shows_the_givens(run: Run) -> None:
    Path("clues.txt").write_text("......\nQ.....\n......\n......\n......\n.....Q\n")
    ran = run("solve queens.xc --given clues.txt", queens=QUEENS)
    assert (ran.status, ran.out) == (1, "")
    assert timeless(ran.err).startswith("no solution in 0.00 s\nwith these givens:\n\n......\nQ.....\n")


def test_givens_by_name_are_shown_too(run: Run) -> None:
    ran = run("solve queens.xc", queens=QUEENS + "given queen(2, 1), queen(6, 6)")
    assert ran.status == 1
    assert "with these givens:\n\n......\nQ.....\n" in ran.err


def test_no_solution_without_givens_draws_nothing(run: Run) -> None:
    ran = run("solve queens.xc -p n=3", queens=QUEENS)
    assert (ran.status, ran.out, timeless(ran.err)) == (1, "", "no solution in 0.00 s\n")


@pytest.mark.parametrize("command", ["count", "solve", "unique", "sample", "estimate", "why", "rate"])
def test_a_time_limit_counts_from_the_start(run: Run, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading the description takes longer than there is time."""
    read = SpecOptions.problem

    def read_slowly(described: SpecOptions, **rest: Any) -> Problem:
        problem = read(described, **rest)
        monkeypatch.setattr("excover.search.run.perf_counter", lambda: perf_counter() + 1000)
        return problem

    monkeypatch.setattr(SpecOptions, "problem", read_slowly)
    ran = run(f"{command} queens.xc --time-limit 900", queens=QUEENS)
    assert (ran.status, "--time-limit" in ran.err) == (3, True)


@pytest.mark.parametrize("limit", ["--node-limit 1", "--time-limit 0"])
def test_a_limit_before_the_first_solution_never_says_no_solution(run: Run, limit: str) -> None:
    ran = run(f"solve queens.xc {limit}", queens=QUEENS)
    assert (ran.status, ran.out) == (3, "")
    option = limit.split()[0]
    assert f"stopped by {option} after" in ran.err
    assert "before a solution was found: there may be one" in ran.err
    assert "no solution" not in ran.err


def test_a_limit_before_the_last_solution_is_status_3(run: Run) -> None:
    ran = run("solve queens.xc --all --node-limit 60", queens=QUEENS)
    assert ran.status == 3
    assert timeless(ran.err).startswith(f"at least {len(ran.solutions)} solution")


def test_of_a_description_with_a_goal_the_best_is_shown(run: Run) -> None:
    text = "item a option x(i in 1..2) covers a cost 3 - i"
    ran = run("solve -", stdin=f"minimize {text}")
    assert (ran.status, ran.out) == (0, "x(2)\n")
    assert "cost 1: the best there is" in ran.err
    assert run("solve -", stdin=f"maximize {text}").out == "x(1)\n"
    assert run("solve - --all", stdin=f"maximize {text}").out == "x(1)\n\nx(2)\n"


def test_the_best_solution_may_be_empty(run: Run, tmp_path: Path) -> None:
    (tmp_path / "e.dlx").write_text("0:1|a\na |1\n")
    (tmp_path / "e.xc").write_text("minimize item a at most once optional option x() covers a cost 1")
    for path in sorted(tmp_path.iterdir()):
        ran = run(f"solve {path}")
        assert (ran.status, ran.out) == (0, "\n")
        assert timeless(ran.err) == "cost 0: the best there is, after 0.00 s; no option is chosen\n"


def test_solutions_are_counted_by_a_family(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pair.xc").write_text(
        "item a[1..2] option x(i in 1..2) covers a[i] option y() covers a[1], a[2]"
    )
    assert run(f"count {tmp_path}/pair.xc --by y").out == "1  none\n1  y()\n"
    assert json.loads(run(f"count {tmp_path}/pair.xc --by x --json").out) == {
        "version": 1,
        "count": 2,
        "groups": [{"names": [], "count": 1}, {"names": ["x(1)", "x(2)"], "count": 1}],
    }
    assert run(f"count {tmp_path}/pair.xc --by z").status == 2
    assert '`--by "tetrominoes[..]"` counts' in run("count tetrominoes --by tetrominoes").err
    assert run(f"count {tmp_path}/pair.xc --by x --limit 1").status == 2
    assert run(f"count {tmp_path}/pair.xc --by x --time-limit 0").status == 3
    none = run("count queens -p n=3 --by queen")
    assert (none.out, none.status) == ("", 1)


DATES = """
item day, spot[1..2]
option date(d in 1..2) covers day
item hat[1..2]
option put(p, q in 1..2) covers spot[p], hat[q]
"""


def test_solutions_that_are_distinct_by_a_family_are_shown(run: Run) -> None:
    ran = run("solve dates.xc --all --distinct-by date --csv", dates=DATES)
    assert (ran.status, timeless(ran.err)) == (0, "2 solutions in 0.00 s\n")
    assert len({line.split(",")[0] for line in ran.out.splitlines()[1:]}) == 2
    assert run("solve dates.xc --limit 1 --distinct-by date", dates=DATES).status == 0
    refused = run("solve dates.xc --distinct-by date", dates=DATES)
    assert (refused.status, "--distinct-by needs --all or --limit" in refused.err) == (2, True)
    assert "E330" in run("solve dates.xc --all --distinct-by dat", dates=DATES).err


def test_up_to_symmetry_one_solution_of_each_orbit_counts(run: Run) -> None:
    assert run("count scott --up-to-symmetry").out == "65\n"
    ran = run("solve scott --up-to-symmetry --limit 2 --json")
    assert (ran.status, len(ran.out.splitlines())) == (0, 2)


def test_solve_reads_its_own_drawing_as_given(run: Run) -> None:
    drawing = run("solve queens.xc", queens=QUEENS).out
    ran = run("solve queens.xc --given - --all", stdin=drawing)
    assert (ran.out, ran.status) == (drawing, 0)


# Parameters


@pytest.mark.parametrize("value", ["4", "2*2", "max({4, 1})"])
def test_a_parameter_is_an_expression(run: Run, value: str) -> None:
    Path("queens.xc").write_text(QUEENS)
    assert main(["solve", "queens.xc", "-p", f"n = {value}"]) == 0


def test_a_parameter_can_be_a_word(run: Run) -> None:
    text = 'param who = "Bob" item a option x(w in {who}) covers a'
    assert run("solve - -p who=Ada", stdin=text).out == 'x("Ada")\n'


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("-p n", "-p needs a name and a value"),
        ("-p n=", "-p needs a name and a value"),
        ("-p n=4 -p n=5", "-p sets `n` twice"),
        ("-p n=4,m=2", "write `-p n=4 -p m=2`"),
        ("-p n=4+", "error[E007]"),
        ("-p n=m+1", "`m`"),
        ("-p n=99", "parameter `n` cannot be 99"),
        ("-p n=many", 'parameter `n` cannot be "many"'),
        ("-p m=4", "there is no parameter `m`"),
    ],
)
def test_a_wrong_parameter_is_reported(run: Run, settings: str, message: str) -> None:
    ran = run(f"solve queens.xc {settings}", queens=QUEENS)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("error") == 1


# count


def test_count_prints_the_number_alone(run: Run) -> None:
    ran = run("count queens.xc", queens=QUEENS)
    assert (ran.status, ran.out) == (0, "4\n")
    assert re.fullmatch(r"[\d,]+ nodes, [\d,]+ updates, depth 6, \d+\.\d\d s, engine \w+\n", ran.err)


def test_counting_none_is_status_1(run: Run) -> None:
    ran = run("count queens.xc -p n=3", queens=QUEENS)
    assert (ran.status, ran.out) == (1, "0\n")


@pytest.mark.parametrize("limit", ["--limit 2", "--node-limit 60"])
def test_a_count_that_is_not_known_is_not_printed(run: Run, limit: str) -> None:
    ran = run(f"count queens.xc {limit}", queens=QUEENS)
    assert (ran.status, ran.out) == (3, "")
    assert re.match(r"at least \d solutions?: stopped by " + limit.split()[0], ran.err)


def test_count_as_json_shows_whether_it_is_complete(run: Run) -> None:
    Path("queens.xc").write_text(QUEENS)
    known, unknown = (json.loads(run(f"count queens.xc --json {more}").out) for more in ("", "--limit 2"))
    assert (known["count"], known["exhausted"], known["stopped_by"]) == (4, True, None)
    assert (unknown["count"], unknown["exhausted"], unknown["stopped_by"]) == (2, False, "limit")


LONG_LOOP = """
let pairs = {(x, y) for x, y in 1..900 where (x * y) mod 7 = 3 and (x + y) mod 5 = 2}
item a[1..2]
option f(i in 1..2, p in pairs) covers a[i]
"""


def test_the_time_limit_ends_the_reading_of_a_description(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.getsignal(signal.SIGALRM)
    monkeypatch.setattr(process, "LEAST_READING", 1e-3)
    ran = run("count long.xc --time-limit 0", long=LONG_LOOP)
    assert (ran.status, ran.out) == (3, "")
    assert ran.err == "stopped by --time-limit while the description was read\n"
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_a_description_that_is_read_is_not_ended_later(run: Run) -> None:
    ran = run("count queens.xc --time-limit 900", queens=QUEENS)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert ran.status == 0


@pytest.mark.parametrize("size", ["1500M", "1500MB", "1500 mb", "1.5G", "1.5GB", "1500000000"])
def test_sizes_of_memory(size: str) -> None:
    assert bytes_of(size) == 1_500_000_000
