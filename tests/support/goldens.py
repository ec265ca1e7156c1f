"""Golden files: what a test must find, in a file that a person can read.

A test asks for the fixture `golden` and calls it with the name of a file and a text. `pytest --regenerate`
writes the files anew: read the difference before it is committed. A run of all tests reports the files that
no test has used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from excover.base.diagnostics import Diagnostic

GOLDEN = Path(__file__).parents[1] / "golden"

USED = pytest.StashKey[set[str]]()
"""The golden files that tests have asked for."""


class Golden:
    """Compares a text with a file, whose name is relative to `golden/`."""

    def __init__(self, config: pytest.Config) -> None:
        self.regenerate: bool = config.getoption("regenerate")
        self.used = config.stash[USED]

    def __call__(self, name: str | Path, text: str) -> None:
        file = GOLDEN / name
        self.used.add(str(file))
        if self.regenerate:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, "utf-8")
        assert text == file.read_text("utf-8"), f"{file} is another; `pytest --regenerate` writes it anew"


def plain(diagnostics: Iterable[Diagnostic]) -> str:
    """Messages as they are shown to people."""
    return "\n\n".join(diagnostic.plain() for diagnostic in diagnostics) + "\n"


def unused(config: pytest.Config) -> Iterator[Path]:
    return (file for file in sorted(GOLDEN.rglob("*.*")) if str(file) not in config.stash[USED])
