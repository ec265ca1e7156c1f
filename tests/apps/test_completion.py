"""Completion in real shells, each started anew after `excover completion --install` in an empty home."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from commands import Run
from effort import HANGS
from extras import program_or_skip

SHELLS = {"bash": ["bash", "-i"], "zsh": ["zsh", "-i"]}


def environment(home: Path) -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ZDOTDIR"))}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**own, "HOME": str(home), "PATH": path, "TERM": "dumb", "PS1": "> "}


def typed(command: list[str], keys: str, wanted: str, folder: Path) -> str:
    """What a shell on a terminal shows after these keys, read until the wanted text appears or it ends."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=environment(folder), cwd=folder, close_fds=True
    )
    os.close(slave)
    os.write(master, keys.encode())
    shown = b""
    with suppress(OSError):  # of a terminal whose shell has ended
        while wanted.encode() not in shown and select.select([master], [], [], HANGS)[0]:
            shown += os.read(master, 4096)
    process.kill()
    process.wait()
    os.close(master)
    return shown.decode(errors="replace")


def installed(shell: str, home: Path) -> str:
    if not shutil.which("excover", path=environment(home)["PATH"]):
        pytest.skip("excover is not on the PATH: pip install -e .")
    ran = subprocess.run(
        [sys.executable, "-m", "excover", "completion", shell, "--install"],
        env=environment(home),
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("keys", "wanted"),
    [
        ("excover hea\t", "excover heatmap"),
        ("excover solve kanoodle-p\t", "kanoodle-pyramid"),
        ("excover solve queens --node\t", "--node-limit"),
        ("excover solve oth\t", "other.xc"),
    ],
)
def test_a_new_shell_completes(shell: str, keys: str, wanted: str, tmp_path: Path) -> None:
    program_or_skip(shell)
    (tmp_path / "other.xc").touch()
    installed(shell, tmp_path)
    assert wanted in typed(SHELLS[shell], keys, wanted, tmp_path)


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is missing: install it")
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("excover hea", {"heatmap"}),
        ("excover solve sudoku-", {"sudoku-4x4", "sudoku-jigsaw", "sudoku-x"}),
        ("excover solve oth", {"other.xc"}),
        ("excover explain E10", {f"E10{n}" for n in range(1, 10)}),
    ],
)
def test_a_new_fish_completes(line: str, wanted: set[str], tmp_path: Path) -> None:
    (tmp_path / "other.xc").touch()
    installed("fish", tmp_path)
    ran = subprocess.run(
        ["fish", "-c", f"complete -C '{line}'"],
        env=environment(tmp_path),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert {found.split("\t")[0] for found in ran.stdout.splitlines()} == wanted


@pytest.mark.parametrize("shell", SHELLS)
def test_installing_twice_adds_one_line(shell: str, tmp_path: Path) -> None:
    start = tmp_path / f".{shell}rc"
    start.write_text("alias first=true")
    assert str(start) in installed(shell, tmp_path)
    assert str(start) not in installed(shell, tmp_path)
    first, line = start.read_text().splitlines()
    assert first == "alias first=true"
    assert line.startswith(f"source '{tmp_path}/.local/share/excover/completion.{shell}'")


def completed(line: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("_EXCOVER_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
    ran = run("")
    assert (ran.status, ran.err) == (0, "")
    return [found.partition(",")[2] for found in ran.out.splitlines() if found.startswith("plain,")]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("excover gallery sh", ["show"]),
        ("excover gallery show sudoku-e", ["sudoku-easy"]),
        ("excover solve sudoku --given sudoku-h", ["sudoku-hard"]),
        ("excover solve queens --engine l", ["lanes", "learning"]),
        ("excover explain e10", [f"E10{n}" for n in range(1, 10)]),
        ("excover completion ", ["bash", "zsh", "fish"]),
        ("excover check queens kanoodle-p", ["kanoodle-pyramid"]),
        ("excover nothing ", []),
    ],
)
def test_values(line: str, wanted: list[str], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    found = completed(line, run, monkeypatch)
    assert [name for name in found if name in wanted] == wanted
    assert line.startswith("excover nothing") or found == wanted


def test_a_line_that_is_being_typed_writes_no_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed("excover solve queens --svg new.svg --node", run, monkeypatch) == ["--node-limit"]
    assert not Path("new.svg").exists()


def test_a_home_that_cannot_be_written_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    ran = run("completion bash --install")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"error: cannot write `{tmp_path}/file/excover`: ")


def test_an_unknown_shell_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    ran = run("completion")
    assert ran.status == 2
    assert "one of bash, zsh, fish" in ran.err


def test_the_own_shell_is_the_default(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert "complete --no-files --command excover" in run("completion").out
