"""The command line: wrong descriptions and wrong commands, and faults of excover itself."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from commands import Run
from described import QUEENS

import excover
from excover.apps.cli import main

pytestmark = pytest.mark.outer


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
        ("solve sudoku 9x9", "unexpected extra argument (9x9): sizes are parameters, as in `-p n=6`"),
        ("generate queens --clues-from top side", "between them, as in `--clues-from top,side`"),
        ("count queens n=6", "unexpected extra argument (n=6): write `-p n=6`"),
        ("count queens n=6 k=2", "write `-p n=6`"),
        ("count queens --engine cpsat", "'clingo'. Did you mean `cp-sat`?"),
        ("solve queens --up-to rotation", "Did you mean `rotations`?"),
        ("solve quens", "did you mean `queens.xc` or `queens`?"),
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


def test_a_slip_in_the_name_of_a_command_is_seen(run: Run) -> None:
    ran = run("slove queens")
    assert ran.status == 2
    assert ran.err.endswith("error: there is no command `slove`; did you mean `solve`?\n")


def test_help_imports_neither_the_compiler_nor_rich() -> None:
    script = "import sys; from excover.apps.cli import main; main(['--help']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    modules = set(ran.stdout.split())
    assert "excover.apps.cli.app" in modules
    assert not modules & {
        "rich",
        "lark",
        "excover.search._core",
        "excover.problem.pipeline",
        "excover.problem.problem",
    }


def test_a_given_without_end_is_refused(run: Run) -> None:
    ran = run("solve queens --given /dev/zero")
    assert (ran.status, "has more than 1,000,000 characters" in ran.err) == (2, True)


def test_allow_is_for_parameters_too(run: Run) -> None:
    deep = "n=" + "(" * 70 + "6" + ")" * 70
    assert run("count", "queens", "-p", deep).status == 2
    assert run("count", "queens", "-p", deep, "--allow", "nesting=70").out == "4\n"
    assert run("count", "queens", "--allow", "words=3", "-p", "n=2+2+2").status == 2


# Faults of excover itself


def broken(error: BaseException) -> Callable[..., Any]:
    def fails(*_: object, **__: object) -> None:
        raise error

    return fails


def test_an_internal_fault_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("excover.problem.problem.compile_source", broken(ValueError("oops")))
    ran = run("solve queens.xc", queens=QUEENS)
    assert (ran.status, ran.out) == (70, "")
    assert ran.err.startswith("internal error: ValueError: oops\n")
    assert "Please report it" in ran.err
    assert "Traceback" not in ran.err
    monkeypatch.setenv("EXCOVER_TRACEBACK", "1")
    assert "Traceback" in run("solve queens.xc").err


def test_running_out_of_memory_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("excover.problem.problem.compile_source", broken(MemoryError()))
    ran = run("count queens.xc", queens=QUEENS)
    assert (ran.status, ran.out) == (3, "")
    assert "out of memory" in ran.err
