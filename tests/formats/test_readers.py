"""Every reader takes its ceiling from the caller, reads a text of that size, and refuses a longer one."""

from __future__ import annotations

import errno
import gzip
import sys
from collections.abc import Callable
from io import BufferedReader, RawIOBase, TextIOWrapper
from pathlib import Path

import pytest
from commands import Run

import excover
from excover.apps.cli import main
from excover.base.diagnostics import SpecError
from excover.base.limits import Limits
from excover.base.source import Source
from excover.language.source_files import find_given
from excover.problem.problem import compile_source
from excover.search.diagram import Diagram
from excover.search.diagram_file import MAGIC, DiagramFileError
from excover.search.engine import TooLarge

SIZE = 600
SMALL = Limits(source=SIZE, matrix=SIZE, table=SIZE)
QUEENS = 'item r[1..4], c[1..4]\noption q(i, j in 1..4) covers r[i], c[j]\ndraw q(i, j) at (i, j) as "Q"\n'
BURR = (
    '<puzzle version="2"><gridType type="0"/><shapes><voxel x="1" y="1" z="1" type="0">#</voxel>'
    '<voxel x="1" y="1" z="1" type="0">#</voxel></shapes><problems><problem><shapes><shape id="1" count="1"/>'
    '</shapes><result id="0"/></problem></problems></puzzle>'
)


def padded(text: str, size: int, filling: str) -> str:
    """The text, filled up to a size where filling stands in it."""
    before, after = text.split("@")
    return before + filling * (size - len(before) - len(after)) + after


def load(path: Path) -> None:
    excover.load(path, limits=SMALL)


def load_table(path: Path) -> None:
    spec = path.with_name("spec.xc")
    spec.write_text(f'table T from "{path.name}"\nitem a[T.name]\noption x(t in T) covers a[t.name]\n')
    problem = excover.load(spec, limits=SMALL)
    assert problem.count() == 1


def import_file(path: Path) -> None:
    spec = path.with_name("spec.xc")
    spec.write_text(f'import "{path.name}"\nitem a\noption x() covers a\n')
    excover.load(spec, limits=SMALL)


def give(path: Path) -> None:
    excover.parse(QUEENS, None, find_given(path, SMALL), SMALL)


Read = Callable[[Path], None]
READERS: dict[str, tuple[Read, str, str, str]] = {
    "text": (load, "a.xc", "item a option x() covers a #@", "."),
    "YAML": (load, "a.yaml", "excover: 1\nitems: [a]\noptions: {x(): {covers: a}}\n#@", "."),
    "DLX": (load, "a.dlx", "| @\na b\na b\n", "."),
    "rows of 0 and 1": (load, "a.01", "1 0\n0 1\n@", "\n"),
    "BurrTools": (load, "a.xmpuzzle", f"{BURR}<!--@-->", "."),
    "table": (load_table, "a.csv", "name,size\nA,1\nB,2\nC,@\n", "3"),
    "table without quotes": (load_table, "a.csv", 'name,size\nA,1\nB,2\n"C",@\n', " "),
    "import": (import_file, "b.xc", "let a1 = 1 #@", "."),
    "givens": (give, "a.txt", "@\n.Q..\n", "\n"),
}


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("packed", [False, True])
def test_a_file_of_the_ceiling_is_read_and_a_longer_one_refused(
    kind: str, packed: bool, tmp_path: Path
) -> None:
    read, name, text, filling = READERS[kind]
    path = tmp_path / name
    write = (lambda text: gzip.compress(text.encode())) if packed else str.encode
    path.write_bytes(write(padded(text, SIZE, filling)))
    read(path)
    path.write_bytes(write(padded(text, SIZE + 1, filling)))
    with pytest.raises(SpecError, match=rf"has more than {SIZE} characters(.|\n)*Limits\(\w+=N\)"):
        read(path)


@pytest.mark.parametrize("kind", ["text", "YAML", "DLX", "rows of 0 and 1", "BurrTools"])
def test_a_text_in_a_program_has_the_same_ceiling(kind: str) -> None:
    _, name, text, filling = READERS[kind]
    source = lambda size: Source(name, padded(text, size, filling))  # noqa: E731
    compile_source(source(SIZE), limits=SMALL)
    with pytest.raises(SpecError, match=f"has more than {SIZE} characters"):
        compile_source(source(SIZE + 1), limits=SMALL)


@pytest.mark.parametrize(
    ("command", "text", "limit"),
    [
        ("count -", "item a option x() covers a #@", "source"),
        ("count spec.xc --given -", "@\nQ...\n", "source"),
        ("solve spec.xc --given-lines -", "#@\n", "source"),
        ("decode spec.xc --from-sat -", "c @\ns UNSATISFIABLE\n", "matrix"),
        ("decode spec.xc --from-dlx -", "@\n r[1] c[1]\n r[2] c[2]\n r[3] c[3]\n r[4] c[4]\n", "matrix"),
        ("fmt -", "item a option x() covers a #@", "source"),
        ("convert -", "item a option x() covers a #@", "source"),
        ("check -", "item a option x() covers a #@", "source"),
    ],
)
def test_the_command_line_takes_the_ceiling(run: Run, command: str, text: str, limit: str) -> None:
    filling = "\n" if text.startswith("@") else "."
    allow = f"{command} --allow source=500 --allow matrix=500 --allow {limit}={SIZE}"
    size = SIZE + (text.startswith("#@"))  # a line is counted without its end
    ran = run(allow, stdin=padded(text, size, filling), spec=QUEENS)
    assert "characters" not in ran.err
    ran = run(allow, stdin=padded(text, size + 1, filling), spec=QUEENS)
    assert f"has more than {SIZE} characters" in ran.err
    assert f"--allow {limit}=N" in ran.err
    assert (ran.status, ran.out.startswith("{}")) == (2, False)


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("tables=3", "there is no limit `tables`; did you mean `table`?"),
        ("table", "is not a limit and a number"),
        ("table=-1", "is not a limit and a number"),
        ("table=1.5M", "is not a limit and a number"),
    ],
)
def test_a_limit_that_cannot_be_set(run: Run, setting: str, said: str) -> None:
    ran = run(f"count queens --allow {setting}")
    assert ran.status == 2
    assert said in ran.err


def test_every_limit_can_be_set(run: Run) -> None:
    ran = run("count queens --allow options=63")
    assert (ran.status, "the limit is 63" in ran.err) == (2, True)
    assert run("count queens --allow options=64").out == "92\n"
    assert run("count queens --allow options=1k").out == "92\n"


class Endless(RawIOBase):
    """A file without an end, which counts what is read of it."""

    taken = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        buffer[:] = b"." * len(buffer)
        self.taken += len(buffer)
        return len(buffer)


@pytest.mark.parametrize(
    "command",
    ["count -", "count queens --given -", "solve queens --given-lines -", "decode queens --from-sat -"],
)
def test_of_an_endless_file_no_more_is_read_than_its_ceiling(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    endless = Endless()
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BufferedReader(endless)))
    assert main([*command.split(), "--allow", "source=10k", "--allow", "matrix=20k"]) == 2
    assert "has more than" in capsys.readouterr().err
    assert endless.taken <= 2**20  # lines of clues come in pieces of that size


def test_a_saved_diagram_has_the_ceiling_of_its_memory(tmp_path: Path) -> None:
    path, matrix, memory = tmp_path / "queens.xcd", excover.parse(QUEENS).matrix, 10**6
    path.write_bytes(MAGIC.ljust(memory, b"\0"))
    with pytest.raises(DiagramFileError, match="version 0"):  # it is read
        Diagram.load(path, matrix, memory)
    path.write_bytes(MAGIC.ljust(memory + 1, b"\0"))
    with pytest.raises(TooLarge, match="is larger than"):
        Diagram.load(path, matrix, memory)


def test_a_file_that_does_not_begin_as_a_diagram_is_read_no_further() -> None:
    with pytest.raises(DiagramFileError, match="does not begin as a diagram"):
        Diagram.load("/dev/zero", excover.parse(QUEENS).matrix)


def test_a_limit_may_be_larger_than_any_text(tmp_path: Path) -> None:
    spec = tmp_path / "queens.xc"
    spec.write_text(QUEENS)
    nines = "9" * 20
    assert main(["check", str(spec), "--allow", f"source={nines}", "--allow", f"matrix={nines}"]) == 0


# What cannot be read


class Unreadable(RawIOBase):
    """A device that fails."""

    def readable(self) -> bool:
        return True

    def readinto(self, _into: object) -> int:
        raise OSError(errno.EIO, "Input/output error")


@pytest.mark.parametrize(
    "words",
    [
        "count -",
        "count queens --given -",
        "fmt -",
        "solve sudoku --given-lines -",
        "decode queens --from-sat -",
    ],
)
def test_standard_input_that_fails(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BufferedReader(Unreadable())))
    assert main(words.split()) == 2
    error = capsys.readouterr().err
    assert "error: cannot read " in error
    assert "Input/output error" in error
    assert "write" not in error


def test_a_file_that_fails_is_named(run: Run) -> None:
    """Reading /proc/self/mem at its beginning fails, although it can be opened."""
    if not Path("/proc/self/mem").exists():
        pytest.skip("needs /proc, which Linux has")
    for words in ("count", "solve sudoku --given-lines", "decode queens --from-sat"):
        ran = run(f"{words} /proc/self/mem")
        assert (ran.status, ran.out) == (2, "")
        assert "cannot read `/proc/self/mem`: Input/output error" in ran.err


@pytest.mark.parametrize("name", ["a\0b", "\udc80\ud800"])
def test_a_name_that_no_file_can_have(name: str) -> None:
    with pytest.raises(SpecError, match="E011"):
        excover.load(name)
    with pytest.raises(SpecError, match="E012"):
        find_given(name)
