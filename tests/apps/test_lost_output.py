"""An answer that cannot be written is an error, of every command: standard output that is closed, or full."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Run

import excover
from excover.apps.cli import main
from excover.apps.cli.app import COMMANDS

TRAY = "board tray 2x2\nshapes d\n  |AA BB\nplace free d on tray\ngiven\n  |AA\n  |BB\nexpect solutions = 1\n"
CUBES = "board box cube 1x1x2\nshapes c cube\n  |A B\nplace free c on box\n"
NONE = "board b\n  |.#\n  |#.\nshapes p\n  |AA\nplace free p on b\n"
MODEL = "s SATISFIABLE\nv -1 -2 3 4 0\n"
WRITES = {
    "check": "tray.xc",
    "clues": "tray.xc",
    "completion": "bash",
    "convert": "tray.xc --to yaml",
    "count": "tray.xc",
    "decode": "empty.xc --from-sat model.txt",
    "diagram": "tray.xc",
    "disassemble": "cubes.xc",
    "doctor": "",
    "estimate": "tray.xc --seed 1",
    "expand": "tray.xc",
    "explain": "E103",
    "fmt": "-",
    "gallery": "",
    "generate": "latin -p n=3 --seed 1",
    "heatmap": "tray.xc",
    "info": "tray.xc",
    "pieces": "tray.xc",
    "merge": "a.journal b.journal --journal ab.journal",
    "rate": "latin -p n=2 --given clues.txt",
    "resume": "all.journal",
    "run": "tray.xc --count --journal tray.journal --workers 1",
    "sample": "tray.xc --seed 1",
    "solve": "tray.xc",
    "starts": "free.xc --pieces 1",
    "status": "all.journal",
    "tree": "tray.xc",
    "unique": "tray.xc",
    "verify": "all.journal",
    "why": "none.xc",
    "--help": "",
    "--version": "",
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    (folder / "tray.xc").write_text(TRAY)
    (folder / "free.xc").write_text(TRAY.partition("given")[0])
    (folder / "none.xc").write_text(NONE)
    (folder / "cubes.xc").write_text(CUBES)
    (folder / "empty.xc").write_text("item a at most once\noptional option x(k in 1..2) covers a\n")
    (folder / "model.txt").write_text(MODEL)
    (folder / "clues.txt").write_text("1.\n..\n")
    for name, share in (("a", "1/2"), ("b", "2/2"), ("all", "1/1")):
        journal = folder / f"{name}.journal"
        excover.Campaign.begin(folder / "tray.xc", journal, share=share).finish(workers=1)
    return folder


@pytest.fixture
def folder(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One with these files, in which the command runs."""
    monkeypatch.chdir(shutil.copytree(files, tmp_path / "own"))
    return tmp_path / "own"


def test_every_command_takes_part() -> None:
    """All but the servers, whose output goes to an editor or a browser, and what asks questions."""
    assert set(COMMANDS) - {"lsp", "play", "new"} == {name for name in WRITES if not name.startswith("-")}


def words(name: str) -> list[str]:
    return [name, *WRITES[name].split()]


@pytest.mark.parametrize("name", WRITES)
@pytest.mark.parametrize("state", ["closed", "full"])
def test_a_lost_answer_is_an_error(
    name: str, state: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", open(folder / "tray.xc"))  # noqa: SIM115
    if state == "full" and not Path("/dev/full").exists():
        pytest.skip("needs /dev/full, which Linux has")
    monkeypatch.setattr(sys, "stdout", None if state == "closed" else open("/dev/full", "w"))  # noqa: SIM115
    status = main(words(name))
    *_, last = capsys.readouterr().err.splitlines()
    reason = "standard output is closed" if state == "closed" else "No space left on device"
    assert (status, last) == (2, f"error: cannot write the output: {reason}")


@pytest.mark.parametrize("streams", [">&-", "<&- >&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed_by_the_caller(streams: str) -> None:
    command = f"{sys.executable} -m excover count queens -p n=4 {streams}"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    told = "" if "2>" in streams else "error: cannot write the output: standard output is closed\n"
    assert (ran.returncode, ran.stderr) == (2, told)


def test_a_file_never_gets_the_number_of_a_closed_stream(folder: Path) -> None:
    """What is written to standard error must not end in a picture."""
    command = f"{sys.executable} -m excover solve tray.xc --svg tray.svg <&- 2>&- >/dev/null"
    assert subprocess.run(["bash", "-c", command], cwd=folder, check=False).returncode == 0
    assert (folder / "tray.svg").read_text().rstrip().endswith("</svg>")


READ = {
    "tray.xc": TRAY,
    "clues.txt": "AA\nBB\n",
    "jobs.csv": "job,hour\n1,2\n2,1\n",
    "jobs.xc": 'import "hours.xc"\nitem hour[1..most]\ntable jobs from "jobs.csv"\n'
    "option o(j in jobs) covers hour[j.hour]\n",
    "hours.xc": "let most = 2\n",
}


@pytest.mark.parametrize(
    "words",
    [
        "count tray.xc --proof tray.xc",
        "count tray.xc --given clues.txt --proof clues.txt",
        "diagram tray.xc --save tray.xc",
        "diagram tray.xc --dot link.xc",
        "generate tray.xc --solutions link.svg",
        "generate tray.xc --svg tray.xc",
        "heatmap tray.xc --svg ./tray.xc",
        "pieces tray.xc --svg tray.xc",
        "solve jobs.xc --svg hours.xc",
        "solve jobs.xc --svg jobs.csv",
        "solve jobs.xc --table jobs=jobs.csv --all --sqlite jobs.csv",
        "solve tray.xc --all --parquet tray.xc",
        "solve tray.xc --all --sqlite tray.xc",
        "solve tray.xc --given clues.txt --all --sqlite clues.txt",
        "solve tray.xc --given clues.txt --svg clues.txt",
        "solve tray.xc --html tray.xc",
        "tree tray.xc --svg tray.xc",
    ],
)
def test_what_is_read_is_not_written_over(words: str, run: Run, tmp_path: Path) -> None:
    for name, text in READ.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "link.xc").symlink_to("tray.xc")
    (tmp_path / "link.svg").symlink_to("tray.xc")
    refused = run(words)
    assert refused.status == 2, refused.err
    assert "is read, and would be written over" in refused.err
    for name, text in READ.items():
        assert (tmp_path / name).read_text("utf-8") == text
    assert len(list(tmp_path.iterdir())) == len(READ) + 2
    assert run("count tray.xc --proof new.proof").status == 0
