"""The parse tables: made when the package is built, and never those of another grammar."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from excover.language.syntax import grammar, make_tables
from excover.language.syntax.diagnosis import TERMINALS
from excover.language.syntax.grammar import Tables, tables

GRAMMAR = Path(__file__).parents[2] / "grammars" / "excover.lark"


def loaded() -> Tables:
    """The tables as a new process loads them."""
    return grammar.tables.__wrapped__()


def compare(one: Tables, other: Tables) -> None:
    assert one.replaced(jumps={}) == other.replaced(jumps={})


@pytest.mark.slow
def test_the_program_writes_what_is_loaded(tmp_path: Path) -> None:
    """Each time the same, whatever the order in which sets come."""
    written = []
    for seed in "12":
        output = tmp_path / f"{seed}.py"
        command = [sys.executable, "-P", str(make_tables.SOURCE), str(GRAMMAR), str(output)]
        subprocess.run(command, check=True, env=os.environ | {"PYTHONHASHSEED": seed})
        written.append(output.read_text())
    assert written[0] == written[1]
    module: dict[str, str] = {}
    exec(written[0], module)
    compare(grammar._read(module["TABLES"]), tables())


@pytest.mark.slow
def test_tables_of_another_grammar_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    text = GRAMMAR.read_text()
    monkeypatch.setattr(grammar, "grammar_text", lambda: text.replace("optional", "perhaps"))
    patterns = {terminal.name: terminal.pattern for terminal in loaded().terminals}
    assert patterns["OPTIONAL"] == r"perhaps\b"


@pytest.mark.slow
def test_tables_of_the_same_grammar_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a wheel has them: without Lark."""
    sources = GRAMMAR.read_text(), make_tables.SOURCE.read_text()
    built = make_tables.made(sources[0])
    monkeypatch.setattr(grammar, "_built", lambda: (sources, built))
    monkeypatch.setitem(sys.modules, "lark", None)
    compare(loaded(), tables())


@pytest.mark.slow
def test_a_checkout_that_was_never_built_has_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "excover.language.syntax._tables", None)
    monkeypatch.delattr("excover.language.syntax._tables", raising=False)
    assert grammar._built() is None
    compare(loaded(), tables())


def test_no_folder_is_written(tmp_path: Path) -> None:
    """Tables were kept in a cache once."""
    environment = os.environ | {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    subprocess.run(
        [sys.executable, "-m", "excover", "count", "queens"],
        check=True,
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    assert not list(tmp_path.iterdir())


def test_every_word_is_told_as_users_write_it() -> None:
    """What a message says is expected is no regular expression."""
    told = {terminal.name: terminal.written.removesuffix(r"\b") for terminal in tables().terminals}
    shown = {name: TERMINALS.get(name, text) for name, text in told.items() if "IGNORE" not in name}
    assert [text for text in shown.values() if len(text) > 1 and re.search(r"[|()\\?*]", text)] == []
