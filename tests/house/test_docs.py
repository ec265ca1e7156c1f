"""The examples of README.md and docs/: every command, every Python session, every description.

A block of descriptions or tables may have a file's name behind its language, `excover queens.xc`, for the
commands and descriptions of the same document. A comment `# W202 ..` in a description names a warning that it
is to give. In what a command prints, `...` stands for anything; times and the search's statistics may differ.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple

import effort
import pytest
from effort import HANGS
from slow_values import with_slow

import excover
from excover.apps.cli import main
from excover.formats.exports import EXPORTS
from excover.language import gallery
from excover.language.expressions.library import LIBRARY
from excover.lattices import LATTICE_NAMES

pytestmark = pytest.mark.outer

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted({ROOT / "README.md", *(ROOT / "docs").glob("*.md")} - {ROOT / "docs" / "errors.md"})
"""All but the pages of messages, whose examples are run by tests/language/test_explain.py."""
BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    document: Path
    line: int
    language: str
    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.document.stem}-{self.line}"


def blocks_of(path: Path) -> list[Block]:
    text = path.read_text()
    return [
        Block(path, text[: found.start()].count("\n") + 2, *found.groups()) for found in BLOCK.finditer(text)
    ]


ALL = [block for path in DOCUMENTS for block in blocks_of(path)]


def written_in(language: str) -> list[Block]:
    return [block for block in ALL if block.language == language]


def test_there_are_examples() -> None:
    assert {block.language for block in blocks_of(ROOT / "README.md")} == {
        "sh",
        "bash",
        "excover",
        "console",
        "python",
    }
    assert {block.language for block in ALL} <= {
        *("sh", "excover", "console", "python", "csv", "yaml", "dlx", "xml", "polycube", "text"),
        *("bash", "lua", "toml", "elisp"),
    }


# Descriptions


@pytest.mark.parametrize("block", written_in("excover"), ids=str)
def test_description(block: Block, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It compiles without a warning, or with those that its comments name, and holds what it promises."""
    write_files(block.document, tmp_path)
    file = tmp_path / (block.name or "example.xc")
    file.write_text(block.text)
    status = main(["check", str(file)])
    printed = capsys.readouterr()
    assert status == 0, printed.out + printed.err
    assert set(re.findall(r"^warning\[(W\d+)\]", printed.err, re.MULTILINE)) == set(
        re.findall(r"^# (W\d+) ", block.text, re.MULTILINE)
    )


def write_files(document: Path, folder: Path) -> None:
    """All blocks of a document that have a file's name."""
    for block in blocks_of(document):
        if block.name:
            (folder / block.name).write_text(block.text)


# Commands


def sessions(text: str) -> Iterator[tuple[str, str]]:
    """Commands, each with what it prints."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


@pytest.mark.parametrize("block", written_in("yaml"), ids=str)
def test_descriptions_in_yaml(block: Block) -> None:
    problem = excover.parse(block.text)
    assert not problem.warnings
    assert [expect.value.span.text for expect in problem.puzzle.expectations] == [str(problem.count())]


PLAIN = re.compile(r"excover (?P<words>[\w .,:=/'\"@+-]+)(?: (?P<number>2?)> (?P<file>\S+))?")


@pytest.mark.parametrize("block", written_in("console"), ids=str)
def test_commands(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(block.document, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    for command, output in sessions(block.text):
        run = in_this_process if PLAIN.fullmatch(command) else shell
        # A busy machine makes commands long, and long commands report that they go on.
        printed = re.sub(r"^still working after .*\n", "", run(command), flags=re.MULTILINE)
        assert re.fullmatch(pattern(output), printed), f"{command}\n{printed}"


def in_this_process(command: str) -> str:
    """What `shell` returns, sooner: of a command whose output goes at most into a file."""
    plain = PLAIN.fullmatch(command)
    assert plain
    shown = TextIOWrapper(BytesIO(), write_through=True)
    with ExitStack() as streams:
        patch = streams.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO()))
        patch.setattr(sys, "stdout", shown)
        patch.setattr(sys, "stderr", shown)
        if plain["file"]:
            stream = "stderr" if plain["number"] else "stdout"
            patch.setattr(sys, stream, streams.enter_context(open(plain["file"], "w")))
        main(shlex.split(plain["words"]))
    return shown.buffer.getvalue().decode()  # type: ignore[attr-defined]


def shell(command: str) -> str:
    """All that a terminal shows, in its order: whoever runs this may have Python not hold output back."""
    search = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    own = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    ran = subprocess.run(
        ["bash", "-c", command],
        env={**own, "PATH": search},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=HANGS,
        check=False,
    )
    return ran.stdout


def pattern(output: str) -> str:
    escaped = re.escape(output).replace(r"\.\.\.", "[\\s\\S]*")
    escaped = re.sub(r"(on\\ \S+\\ worker)s\b", r"\1s?", escaped)  # one, if there is one processor
    escaped = re.sub(r"\d+\\\.\d+\\ s\b", r"[0-9.]+\\ s(, of which [0-9.]+ s searching)?", escaped)
    return re.sub(r"[\d,]+\\ (nodes|updates)", r"[0-9,]+\\ \1", escaped)


# Python


@pytest.mark.parametrize(
    "path", with_slow(DOCUMENTS, slow=[ROOT / "docs" / "counting.md"]), ids=lambda path: path.stem
)
def test_python_sessions(path: Path) -> None:
    names: dict[str, object] = {}
    for block in blocks_of(path):
        if block.language == "python":
            session = doctest.DocTestParser().get_doctest(
                block.text, names, path.name, str(path), block.line - 1
            )
            runner = doctest.DocTestRunner()
            failed, tried = runner.run(session, clear_globs=False)
            names = session.globs
            assert tried
            assert not failed


def test_docstrings() -> None:
    """Modules open with themselves in use."""
    assert doctest.testmod(effort) == (0, 2)
    package = Path(excover.__file__).parent
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    for path in sorted(package.rglob("*.py")):
        module = ".".join(["excover", *path.relative_to(package).with_suffix("").parts]).removesuffix(
            ".__init__"
        )
        if ">>>" in path.read_text() and not path.stem.startswith("__main"):
            __import__(module)
            for each in finder.find(sys.modules[module]):
                if each.examples:  # the runner looks at all files that were read, for each that it runs
                    runner.run(each)
    assert runner.tries > 40
    assert not runner.failures


# What the documents say of the rest


def test_the_gallery_in_the_readme_is_there() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \|", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert len(rows) == 5
    assert set(rows) <= set(gallery.names())


def test_links_lead_somewhere() -> None:
    for path in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text()):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_links_within_a_document_lead_to_headings() -> None:
    for path in DOCUMENTS:
        text = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
        headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        anchors = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
        assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors, path.name


def test_the_reference_has_every_statement() -> None:
    text = (ROOT / "docs" / "language.md").read_text()
    rows = re.findall(r"^\| \[(.*?)\]\(#", text, re.MULTILINE)
    for keyword in statement_keywords():
        assert any(f"`{keyword}" in row or f"[optional] {keyword}" in row for row in rows), keyword
        assert re.search(rf"^(optional |  )?{keyword}\b", text, re.MULTILINE), f"no example of {keyword}"


def statement_keywords() -> set[str]:
    rules = dict(re.findall(r"^(\w+): +(?:OPTIONAL\? )?_?([A-Z]+)(?:_AT)?\b", grammar(), re.MULTILINE))
    statements = re.search(r"^_statement:((?:.*\n)+?)\n", grammar(), re.MULTILINE)
    assert statements
    named = set(re.findall(r"\w+", statements[1])) - {"goal"}
    return {rules[statement].lower() for statement in named} | {"minimize", "maximize", "legend"}


def grammar() -> str:
    return (ROOT / "grammars" / "excover.lark").read_text()


def test_the_reference_has_the_words_that_cannot_be_names() -> None:
    text = (ROOT / "docs" / "language.md").read_text()
    listed = " ".join(re.findall(r"^> (.*)$", text, re.MULTILINE)).split()
    reserved = re.search(r"^NAME: +/\(\?!\(([\w|]+)\)", grammar(), re.MULTILINE)
    assert reserved
    assert listed == sorted(reserved[1].split("|"))


def test_the_tables_have_every_lattice_and_output_format() -> None:
    for document, wanted in (("lattices.md", LATTICE_NAMES), ("formats.md", EXPORTS)):
        rows = re.findall(r"^\| (`.*?) \|", (ROOT / "docs" / document).read_text(), re.MULTILINE)
        assert set(wanted) <= set(re.findall(r"`(\w+)`", " ".join(rows))), document


def test_the_reference_has_the_functions_and_limits() -> None:
    text = (ROOT / "docs" / "language.md").read_text()
    for name in LIBRARY:
        assert f"`{name}" in text
    limits = re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", text, re.MULTILINE)
    assert {name: int(value.replace(",", "")) for name, value in limits} == asdict(excover.Limits())


def test_every_promise_names_its_test() -> None:
    pages = (ROOT / "docs" / "promises.md", ROOT / "SECURITY.md")
    promised = [
        found for page in pages for found in re.findall(r"`tests/([\w./]+)(?:::(\w+))?`", page.read_text())
    ]
    assert promised
    for file, name in promised:
        text = (ROOT / "tests" / file).read_text()
        assert not name or f"def {name}" in text, f"{file}::{name}"
