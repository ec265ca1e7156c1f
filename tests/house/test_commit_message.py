"""What `.pre-commit-config.yaml` asks of the message of a commit."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest
from loaded import loaded

TOOL = Path(__file__).parents[2] / "tools" / "commit_message.py"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Count what loops count\n\nIt was measured.\n# Please enter the commit message\n", []),
        ("x" * 73 + "\n\nwhy", ["the subject has 73 characters, 72 are allowed"]),
        ("x" * 72 + "\n\nwhy", []),
        ("# nothing but a comment\n", ["there is no subject", "there is no body"]),
        ("Merge branch 'loops'", []),
    ],
)
def test_messages(message: str, said: list[str], tmp_path: Path) -> None:
    file = tmp_path / "COMMIT_EDITMSG"
    file.write_text(message, "utf-8")
    ended = subprocess.run([sys.executable, TOOL, file], capture_output=True, text=True, check=False)
    assert ended.returncode == bool(said)
    shown = ended.stderr.splitlines()
    assert len(shown) == len(said)
    for line, fault in zip(shown, said, strict=True):
        assert fault in line


def test_the_module_shows_itself() -> None:
    assert doctest.testmod(loaded(TOOL)) == (0, 3)
