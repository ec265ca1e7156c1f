"""The command line: what stands where, and what every exit status means."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from commands import Run
from effort import HANGS, wait_for_handlers
from goldens import Golden

import excover
from excover.cli import main
from excover.cli.signals import Stop

pytestmark = pytest.mark.outer

QUEENS = """\
# N queens that do not attack each other.
puzzle "N queens"
param n = 6 in 1..32
item row[1..n], column[1..n]
item up[2..2*n], down[1-n..n-1] at most once
option queen(r, c in 1..n) covers row[r], column[c], up[r+c], down[r-c]
draw queen(r, c) at (r, c) as "Q"
"""
DOMINOES = """\
puzzle "Dominoes"
board box 2x3
shapes domino
  |AA BB CC
place free domino on box
"""


def timeless(text: str) -> str:
    return re.sub(r"\d+\.\d\d s(, of which \d+\.\d\d s searching)?", "0.00 s", text)


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


# check

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


# expand, info, gallery


def test_expand(run: Run, golden: Golden) -> None:
    ran = run("expand queens.xc --to dlx -p n=2", queens=QUEENS)
    assert ran.status == 0
    golden("cli/expand.dlx", ran.out)


def test_expand_applies_givens(run: Run) -> None:
    ran = run("expand queens.xc -p n=2", queens=QUEENS + "given queen(1, 2)")
    assert "queen(1, 2)" in ran.out
    assert "queen(1, 1)" not in ran.out


def test_info_of_pieces(run: Run, golden: Golden) -> None:
    ran = run("info dominoes.xc", dominoes=DOMINOES)
    assert ran.status == 0
    golden("cli/info-dominoes.txt", ran.out)


def test_info_with_parameters_and_givens(run: Run, golden: Golden) -> None:
    ran = run("info queens.xc -p n=12", queens=QUEENS + "given queen(1, 1)")
    golden("cli/info-queens.txt", ran.out)


def test_info_as_json(run: Run) -> None:
    facts = json.loads(run("info dominoes.xc --json", dominoes=DOMINOES).out)
    assert facts["size"] == {"items": 9, "primary": 9, "secondary": 0, "options": 21, "entries": 63}
    assert facts["boards"][0]["size"] == "2x3"
    assert [(row["piece"], row["orientations"], row["placements"]) for row in facts["pieces"]] == [
        ("A", 2, 7), ("B", 2, 7), ("C", 2, 7),
    ]  # fmt: skip


def test_the_gallery_has_a_line_for_every_shipped_puzzle(run: Run) -> None:
    ran = run("gallery")
    from excover import gallery

    listed = [line.split()[0] for line in ran.out.split("\n\n")[0].splitlines()]
    assert listed == gallery.names()
    assert "kanoodle" in listed
    assert all(len(line.split()) > 2 for line in ran.out.split("\n\n")[0].splitlines())


def test_the_gallery_shows_a_source_that_can_be_solved(run: Run) -> None:
    shown = run("gallery show queens").out
    assert run("solve - -p n=6", stdin=shown).out == run("solve queens -p n=6").out


def test_the_gallery_does_not_have_everything(run: Run) -> None:
    ran = run("gallery show quens")
    assert ran.status == 2
    assert "did you mean `queens`?" in ran.err


def test_a_shipped_puzzle_with_shipped_clues(run: Run) -> None:
    ran = run("solve sudoku --given sudoku-hard --all")
    assert ran.status == 0
    assert re.fullmatch(r"([1-9]{9}\n){9}", ran.out)


# Wrong descriptions and wrong commands


def test_a_wrong_description_is_shown_where_it_is_wrong(run: Run) -> None:
    ran = run("solve wrong.xc", wrong="item row[1..3]\noption x(i in 1..3) covers rwo[i]\n")
    assert (ran.status, ran.out) == (2, "")
    assert "--> wrong.xc:2:28" in ran.err
    assert "did you mean `row`?" in ran.err


def test_a_wrong_description_as_json(run: Run) -> None:
    ran = run("solve - --json", stdin="item row[1..3] option x(i in 1..3) covers rwo[i]")
    label = json.loads(ran.err)["diagnostic"]["labels"][0]
    assert (label["file"], label["line"], label["column"], label["end_column"]) == ("<stdin>", 1, 43, 46)


def test_warnings_are_shown_and_the_puzzle_is_solved(run: Run) -> None:
    ran = run("solve -", stdin="item a, b option x(i in 1..2) covers a, b")
    assert ran.err.startswith("warning[")
    assert (ran.status, ran.out) == (0, "x(1)\n")


def test_of_warnings_that_are_alike_a_few_are_shown(run: Run) -> None:
    pairs = "board row 1x12\nshapes s\n  |A B CC DD EEE FFF\nplace fixed s on row"
    ran = run("count pairs.xc", pairs=pairs)
    assert (ran.status, ran.out) == (0, "720\n")
    assert ran.err.count("warning[W205]") == 2
    assert "1 more warning W205; `excover check` shows all\n" in ran.err
    assert run("check pairs.xc").err.count("warning[W205]") == 3
    assert run("count pairs.xc --json").err.count("W205") == 3


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("solve", "Missing argument 'SPEC'"),
        ("solve queens.xc --all --limit 2", "--all and --limit exclude each other"),
        ("solve queens.xc --limit 0", "--limit"),
        ("solve queens.xc --limit many", "--limit"),
        ("solve queens.xc --time-limit nan", "is not a time"),
        ("solve queens.xc --time-limit -1", "is not a time"),
        ("solve queens.xc --time-limit soon", "`soon` is not a time: write seconds, such as 2.5, or 90s, 5m"),
        ("solve queens.xc --time-limit m", "`m` is not a time"),
        ("solve queens.xc --memory 1KB", "`1KB` is too little: the minimum is 1MB"),
        ("solve queens.xc --png x.SVG", "--png x.SVG: this file name is for --svg"),
        ("solve queens.xc --all --limit 2", "`--limit 2` alone gives the first 2"),
        ("solve queens.xc --depth 2", "--depth"),
        ("solve - --given -", "cannot both be read from standard input"),
        ("slove queens.xc", "slove"),
        ("check", "name one or more descriptions, or use --all"),
        ("check queens.xc --all", "name one or more descriptions, or use --all"),
        ("expand queens.xc --to pdf", "pdf"),
        ("solve .", "cannot read `.`: Is a directory"),
        ("solve queens.xc/x", "queens.xc/x"),
        ("solve binary", "`binary` is not a text in UTF-8"),
        ("solve queens.xc --given binary", "`binary` is not a text in UTF-8"),
        ("solve queens.xc --given nowhere", "there is no file of givens `nowhere`"),
        ("solve quens", "did you mean `queens`?"),
        ("", "Usage: excover"),
    ],
)
def test_a_wrong_command_is_status_2(run: Run, line: str, message: str) -> None:
    Path("binary").write_bytes(b"\xff\xfe\x00")
    ran = run(line, queens=QUEENS)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert "Traceback" not in ran.err


def test_a_time_limit_may_have_a_unit(run: Run) -> None:
    for limit in ("60", "60s", "1m", "0.5h", "1e2"):
        assert run(f"count queens.xc --time-limit {limit}", queens=QUEENS).status == 0
    assert run("count queens.xc --time-limit 0m", queens=QUEENS).status == 3


def test_standard_input_that_is_no_text(run: Run) -> None:
    ran = run("solve -", stdin=b"\xff\xfe")
    assert ran.status == 2
    assert "`standard input` is not a text in UTF-8" in ran.err


def test_a_file_without_end_is_refused(run: Run) -> None:
    ran = run("solve /dev/zero")
    assert ran.status == 2
    assert "has more than 20,000,000 characters" in ran.err


def test_the_version_is_that_of_the_package(run: Run) -> None:
    assert excover.__version__ == metadata.version("excover")
    assert run("--version").out == run("--version solve").out == f"excover {excover.__version__}\n"


@pytest.mark.parametrize("line", ["--help", "-h", "solve --help", "check -h", "gallery --help", "--version"])
def test_help_is_no_error(run: Run, line: str) -> None:
    ran = run(line)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out


ESCAPE = "\x1b]0;owned\x07\u202e"


def test_names_cannot_drive_the_terminal(run: Run) -> None:
    spec = f'puzzle "{ESCAPE}" item a["{ESCAPE}"] option x(i in {{"{ESCAPE}"}}) covers a[i]'
    Path("spec.xc").write_text(f'# {ESCAPE}\n{spec} expect solutions = 2 + count({{"{ESCAPE}"}})')
    for command in (["solve"], ["info"], ["expand"], ["check"], ["solve", "-p", f"n={ESCAPE}"]):
        assert_tame(run, [*command, "spec.xc"])
    assert_tame(run, ["solve", ESCAPE])
    assert_tame(run, [ESCAPE])
    drawn = f'item a option x() covers a draw x() at (1, 1) as "{ESCAPE}"'
    assert "\\x1b]0;" in run("solve -", stdin=drawn).out


def assert_tame(run: Run, arguments: list[str]) -> None:
    status, capsys = main(arguments), run("gallery show queens")
    assert status in (0, 1, 2)
    assert not set(capsys.out + capsys.err) & set("\x1b\x07\u202e")


# Faults of excover itself


def broken(error: BaseException) -> Callable[..., Any]:
    def fails(*_: object, **__: object) -> None:
        raise error

    return fails


def test_an_internal_fault_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("excover.problem.compile_source", broken(ValueError("oops")))
    ran = run("solve queens.xc", queens=QUEENS)
    assert (ran.status, ran.out) == (70, "")
    assert ran.err.startswith("internal error: ValueError: oops\n")
    assert "Please report it" in ran.err
    assert "Traceback" not in ran.err
    monkeypatch.setenv("EXCOVER_TRACEBACK", "1")
    assert "Traceback" in run("solve queens.xc").err


def test_running_out_of_memory_for_real(tmp_path: Path) -> None:
    """Little is left then: saying so must not need more."""
    spec = tmp_path / "large.xc"
    spec.write_text("item a[1..150000] option x(i in 1..150000) covers a[i]")
    ran = shell(f"ulimit -v 120000; excover count {spec}")
    assert (ran.returncode, ran.stdout) == (3, "")
    assert ran.stderr.startswith("error: out of memory")


def test_running_out_of_memory_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("excover.problem.compile_source", broken(MemoryError()))
    ran = run("count queens.xc", queens=QUEENS)
    assert (ran.status, ran.out) == (3, "")
    assert "out of memory" in ran.err


# Processes: signals, pipes, terminals


def start(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "excover", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


@pytest.fixture
def queens(tmp_path: Path) -> str:
    path = tmp_path / "queens.xc"
    path.write_text(QUEENS)
    return str(path)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_listing_and_nothing_found_is_lost(queens: str, number: signal.Signals) -> None:
    process = start("solve", queens, "-p", "n=20", "--all")
    assert process.stdout
    first = os.read(process.stdout.fileno(), 1).decode()
    process.send_signal(number)
    out, err = process.communicate()
    assert process.returncode == 128 + number
    drawings = (first + out).rstrip("\n").split("\n\n")
    assert err.startswith(f"at least {len(drawings):,} solution")
    assert ": interrupted after" in err
    assert all(drawing.count("Q") == 20 for drawing in drawings)


def test_a_signal_during_a_long_write_loses_nothing(queens: str) -> None:
    """Streams without a buffer, as in many containers, would leave out the rest of it."""
    process = start("solve", queens, "-p", "n=20", "--all", env={**os.environ, "PYTHONUNBUFFERED": "1"})
    assert process.stdout
    first = b""
    while len(first) < 5_000_000:  # so that many solutions are written at a time
        first += os.read(process.stdout.fileno(), 65536)
    time.sleep(0.3)  # until the pipe is full
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    drawings = (first.decode() + out).rstrip("\n").split("\n\n")
    assert err.startswith(f"at least {len(drawings):,} solutions")


def test_a_signal_ends_a_count(queens: str) -> None:
    process = start("count", queens, "-p", "n=32")
    wait_for_handlers(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err
    assert "interrupted" in err


def test_a_signal_outside_of_a_search(queens: str) -> None:
    process = start("solve", "-", "--quiet", stdin=subprocess.PIPE)
    wait_for_handlers(process)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=HANGS) == 143
    assert process.stderr
    assert process.stderr.read() == "interrupted\n"


def test_a_signal_that_python_drops_still_stands_and_is_not_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Dropping:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    stop = Stop()
    with stop.installed():
        Dropping()
        assert stop
    assert capsys.readouterr().err == ""


def shell(line: str) -> subprocess.CompletedProcess[str]:
    excover = f"{sys.executable} -m excover"
    script = f"set -o pipefail; {line.replace('excover', excover, 1)}"
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)


def test_a_closed_pipe_ends_quietly(queens: str) -> None:
    ran = shell(f"excover solve {queens} -p n=20 --all --quiet | head -1")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(ran.stdout) == 21


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_reported(queens: str) -> None:
    ran = shell(f"excover solve {queens} --quiet > /dev/full")
    assert ran.returncode == 2
    assert ran.stderr == "error: cannot write the output: No space left on device\n"


def test_closed_streams_do_no_harm(queens: str) -> None:
    assert shell(f"excover count {queens} <&- 2>&-").returncode == 0


def test_an_encoding_that_is_too_small(queens: str) -> None:
    ran = shell(f"PYTHONIOENCODING=ascii excover solve {queens}é")
    assert (ran.returncode, "queens.xc\\xe9" in ran.stderr) == (2, True)


def on_terminal(arguments: list[str], **environment: str) -> str:
    """What a command writes to standard error if that is a terminal."""
    import pty

    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm", **environment}
    subprocess.run([sys.executable, "-m", "excover", *arguments], stderr=theirs, env=env, check=False)
    os.close(theirs)
    text = os.read(ours, 100_000).decode()
    os.close(ours)
    return text


def test_diagnostics_are_colored_on_a_terminal_by_default() -> None:
    assert "\x1b[1;31merror[E011]\x1b[m" in on_terminal(["solve", "nowhere"], NO_COLOR="")
    assert "\x1b" not in on_terminal(["solve", "nowhere"], NO_COLOR="1")


def test_a_slip_in_the_name_of_a_command_is_seen(run: Run) -> None:
    ran = run("slove queens")
    assert ran.status == 2
    assert ran.err.endswith("error: there is no command `slove`; did you mean `solve`?\n")


def test_help_imports_neither_the_compiler_nor_rich() -> None:
    script = "import sys; from excover.cli import main; main(['--help']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    modules = set(ran.stdout.split())
    assert "excover.cli.app" in modules
    assert not modules & {"rich", "lark", "excover._core", "excover.pipeline", "excover.problem"}


def test_a_given_without_end_is_refused(run: Run) -> None:
    ran = run("solve queens --given /dev/zero")
    assert (ran.status, "has more than 1,000,000 characters" in ran.err) == (2, True)


def test_allow_is_for_parameters_too(run: Run) -> None:
    deep = "n=" + "(" * 70 + "6" + ")" * 70
    assert run("count", "queens", "-p", deep).status == 2
    assert run("count", "queens", "-p", deep, "--allow", "nesting=70").out == "4\n"
    assert run("count", "queens", "--allow", "words=3", "-p", "n=2+2+2").status == 2
