from __future__ import annotations

import signal
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from commands import Ran, Run
from effort import examples
from hypothesis import HealthCheck, settings

from excover.cli import main

settings.register_profile(
    "no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=examples(100)
)
settings.load_profile("no clock")


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell ignores Ctrl-C for what it starts in the background, and commands that tests start inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command, a line or its words, in a folder of its own, where texts given by name are files."""
    monkeypatch.chdir(tmp_path)

    def command(*words: str, stdin: str | bytes = "", **files: str) -> Ran:
        for name, text in files.items():
            Path(f"{name}.xc").write_text(text, "utf-8")
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))
        status = main(words[0].split() if len(words) == 1 else words)
        return Ran(status, *capsys.readouterr())

    return command
