"""What messages tell people to write can be written: the statements that they show are read by the grammar.

`..` stands for what only the user knows, so a few words are tried in its place.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import excover
from excover.base.diagnostics import SpecError
from excover.base.source import Source
from excover.language.syntax.grammar import statement_words, words_of_the_grammar
from excover.language.syntax.parse import parse

pytestmark = pytest.mark.outer

HERE = Path(__file__).parents[1]
EXAMPLES = HERE / "golden" / "examples_of_pages.txt"
PACKAGE = Path(excover.__file__).parent
MEANT = ("x", "x()", "free", "x on b", "1, 2", "sides {1}", "free 3 of square", '"B" with sides {1}')
"""What may stand for `..`."""
BEHIND = ("", "\n  |A\n", " covers a")
"""How a statement may go on of which only the beginning is shown."""


def shown_help() -> Iterator[str]:
    """The help lines of all wrong descriptions, with the names of their users."""
    for path in [EXAMPLES, *sorted((HERE / "golden" / "errors").glob("*.txt"))]:
        yield from (line for line in path.read_text().splitlines() if line.lstrip().startswith("help:"))


def written_help() -> Iterator[str]:
    """The texts of messages and slips as they stand in the package, without those that take names."""
    for path in sorted((PACKAGE / "language").rglob("*.py")):
        tree = ast.parse(path.read_text())
        parts = {
            id(part) for each in ast.walk(tree) if isinstance(each, ast.JoinedStr) for part in ast.walk(each)
        }
        for each in ast.walk(tree):
            if isinstance(each, ast.Constant) and id(each) not in parts and isinstance(each.value, str):
                text = each.value.replace("{{", "{").replace("}}", "}")
                yield "" if "\n" in text or re.search(r"\\\d|\\g<|\{[a-z]\w+[}.:]", text) else text


def statements(texts: Iterator[str]) -> Iterator[str]:
    """What begins like a statement among the parts in backticks, and is neither Python nor cut."""
    for text in texts:
        for part in re.findall(r"`([^`]+)`", text):
            if part.split()[:1] and part.split()[0] in statement_words() and "..." not in part:
                yield part


def is_read(text: str) -> bool:
    if set(text.split()) <= words_of_the_grammar():
        return True  # words alone, such as `optional option`
    before, *rest = re.split(r"(?<![\w)\]])\.\.(?![\w(])", text)
    for meant, behind in product(product(MEANT, repeat=len(rest)), BEHIND):
        filled = before + "".join(f"{word}{part}" for word, part in zip(meant, rest, strict=True))
        try:
            parse(Source("advice.xc", filled + behind))
        except SpecError:
            continue
        return True
    return False


SHOWN = {*statements(shown_help())}
WRITTEN = {*statements(written_help())}


def test_there_is_advice() -> None:
    assert len(SHOWN) > 30
    assert len(WRITTEN) > 30


@pytest.mark.parametrize("text", sorted(SHOWN | WRITTEN))
def test_advice_can_be_written(text: str) -> None:
    assert is_read(text)
