"""Files that cannot be read: what is told of their bytes, and of files with similar names."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from commands import Run
from effort import examples
from goldens import Golden, plain
from hypothesis import example, given, settings
from hypothesis import strategies as st

import excover
from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.limits import Ceiling
from excover.language.messages.about_files import MissingFile, NotUtf8
from excover.language.texts import lines_in, read_text

pytestmark = pytest.mark.outer

TEXT = 'puzzle "M\u00fcller"\nitem a\noption x() covers a\n'
ROWS = "name,hours\nAda,3\nM\u00fcller,4\n"
FROM = 'table people from "people.csv"\nitem a[people]\noption x(p in people) covers a[p]\n'

FILES = {
    "description-in-latin-1": {"spec.xc": TEXT.encode("latin-1")},
    "description-in-utf-16": {"spec.xc": TEXT.encode("utf-16")},
    "description-with-a-stray-byte": {"spec.xc": TEXT.encode() + b"# M\xfcller\n"},
    "description-that-is-a-picture": {"spec.xc": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"},
    "table-in-windows-1252": {"spec.xc": FROM.encode(), "people.csv": ROWS.encode("cp1252") + b"\x80,5\n"},
    "table-in-utf-16": {"spec.xc": FROM.encode(), "people.csv": ROWS.encode("utf-16")},
    "table-in-utf-32": {"spec.xc": FROM.encode(), "people.csv": ROWS.encode("utf-32")},
    "table-that-is-a-spreadsheet": {
        "spec.xc": FROM.encode(),
        "people.csv": b"PK\x03\x04\x14\0\x06\0\x08\xff",
    },
    "table-in-another-encoding": {"spec.xc": FROM.encode(), "people.csv": b"name\n\x8d\x81\n"},
    "table-with-a-similar-name": {"spec.xc": FROM.encode(), "poeple.csv": ROWS.encode()},
    "table-of-another-suffix": {"spec.xc": FROM.encode(), "people.tsv": ROWS.encode()},
    "table-that-is-nowhere": {"spec.xc": FROM.encode(), "hours.csv": ROWS.encode()},
}


def written(files: dict[str, bytes]) -> None:
    for name, content in files.items():
        Path(name).write_bytes(content)


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refused(spec: str, tables: dict[str, str] | None = None) -> list[Diagnostic]:
    with pytest.raises(SpecError) as wrong:
        excover.load(spec, tables=tables)
    return list(wrong.value.diagnostics)


@pytest.mark.parametrize("name", FILES)
def test_what_is_told(name: str, golden: Golden) -> None:
    written(FILES[name])
    golden(f"files/{name}.txt", plain(refused("spec.xc")))


GIVEN = "table people\n  |name hours\n  |Ada 3\nitem a[people]\noption x(p in people) covers a[p]\n"


@pytest.mark.parametrize(
    ("name", "files", "table"),
    [
        ("given-table-that-is-nowhere", {}, "sub/people.csv"),
        ("given-table-with-a-similar-name", {"people.csv": b""}, "peopel.csv"),
        ("given-table-in-latin-1", {"people.csv": ROWS.encode("latin-1")}, "people.csv"),
        ("given-table-in-latin-1-as-json", {"people.json": b'[\n {"name": "M\xfcller"}]'}, "people.json"),
    ],
)
def test_what_is_told_of_given_tables(name: str, files: dict[str, bytes], table: str, golden: Golden) -> None:
    written(files | {"spec.xc": GIVEN.encode()})
    golden(f"files/{name}.txt", plain(refused("spec.xc", {"people": table})))


def test_an_import_lines_of_clues_and_standard_input(run: Run) -> None:
    written({"spec.xc": b'import "mine.xc"\n', "mine.xc": TEXT.encode("latin-1")})
    ran = run("count spec.xc")
    assert "spec.xc:1:8" in ran.err
    assert "mine.xc:1:10" in ran.err
    Path("clues").write_bytes(f"{'.' * 81}\n".encode() + b"\xfc\n")
    ran = run("solve sudoku --given-lines clues")
    assert "error[E013]: `clues` is not a text in UTF-8" in ran.err
    assert "clues:2:1" in ran.err
    assert "standard input:2:10" in run("solve -", stdin=b"item a\n" + TEXT.encode("latin-1")[:10]).err


def test_a_similar_file_is_an_edit() -> None:
    written({"spec.xc": FROM.encode(), "poeple.csv": ROWS.encode()})
    (wrong,) = refused("spec.xc")
    assert isinstance(wrong, MissingFile)
    edit = wrong.fix()
    assert edit
    assert edit.is_certain
    Path("spec.xc").write_text(edit.applied())
    assert excover.load("spec.xc").count() == 1


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("count mypuzle.xc", "did you mean `mypuzzle.xc`?"),
        ("count mypuzle", "did you mean `mypuzzle.xc`?"),
        ("count mypuzzle", "did you mean `mypuzzle.xc`?"),
        ("count mypuzzle.yaml", "did you mean `mypuzzle.xc`?"),
        ("count sub/mine", "did you mean `sub/mime.xc`?"),
        ("count quens", "did you mean `quens-7.xc` or `queens`?"),
        ("count sudoko", "did you mean `sudoku`?"),
        ("count sudoku --given grid-eazy.txt", "did you mean `grid-easy.txt`?"),
    ],
)
def test_a_mistyped_name_of_a_file(words: str, meant: str, run: Run) -> None:
    Path("sub").mkdir()
    written(dict.fromkeys(("mypuzzle.xc", "grid-easy.txt", "sub/mime.xc", "quens-7.xc"), b"item a\n"))
    assert f"help: {meant}\n" in run(words).err


CHUNK = 8192
ENDS = ["\n", "\r\n", "\r"]


def parts() -> st.SearchStrategy[list[str]]:
    short = st.text(st.sampled_from("ab\u00fc\u6570\U0001f9e9"), max_size=5)
    long = st.integers(CHUNK - 5, CHUNK + 5).map("a".__mul__)
    return st.lists(st.one_of(short, long, st.sampled_from(ENDS)), max_size=12)


def normalized(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


@given(parts(), st.sampled_from([b"\xff", b"\xfcller", b"\xc3"]), parts(), st.booleans())
@settings(max_examples=examples(150))
@example(["a" * (CHUNK - 1), "\r", "\n"], b"\xff", [], False)
@example(["a" * (CHUNK - 1), "\u00fc"], b"\xff", ["\n"], True)
def test_the_place_is_that_of_the_first_wrong_byte(
    before: list[str], wrong: bytes, behind: list[str], marked: bool
) -> None:
    head = "".join(before)
    content = b"\xef\xbb\xbf" * marked + head.encode() + wrong + b" " + "".join(behind).encode()
    lines = normalized(head).split("\n")
    for found in refusals(content):
        assert (found.line, found.column, found.byte) == (len(lines), len(lines[-1]) + 1, wrong[0])
        if found.place:
            assert found.place.source.text.startswith(lines[-1])
            assert (found.place.line, found.place.column) == (found.line, found.column)


def refusals(content: bytes) -> Iterator[NotUtf8]:
    ceiling = Ceiling("source", 1_000_000)
    for read in (
        lambda: read_text(BytesIO(content), "a.csv", ceiling),
        lambda: list(lines_in(BytesIO(content), "a.csv", ceiling)),
    ):
        with pytest.raises(SpecError) as refused:
            read()
        (found,) = refused.value.diagnostics
        assert isinstance(found, NotUtf8)
        yield found
