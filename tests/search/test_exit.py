"""Python ends while a search runs in a daemon thread: the process ends quietly, whatever the search."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from exiting import KINDS

from excover.search import _core

HERE = Path(__file__).parents[1] / "support"
REPEATS = int(os.environ.get("EXITS", "1"))
"""`EXITS=50 python -m pytest tests/search/test_exit.py` looks further."""


@pytest.mark.parametrize("kind", KINDS)
def test_the_process_ends_quietly(kind: str, tmp_path: Path) -> None:
    for _ in range(REPEATS):
        ended = subprocess.run(
            [sys.executable, HERE / "exiting.py", kind],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "TMPDIR": str(tmp_path)},
        )
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_every_search_of_the_core_is_tried() -> None:
    bases = {"Engine", "TreeSearch"}
    assert {name for name, kind in vars(_core).items() if hasattr(kind, "run")} - bases <= set(KINDS)
