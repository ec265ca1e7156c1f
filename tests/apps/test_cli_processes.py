"""The command line as a process: signals, pipes, full disks, terminals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from described import QUEENS
from effort import HANGS, wait_for_handlers

from excover.apps.cli.process import Stop

pytestmark = pytest.mark.outer


def start(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "excover", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


@pytest.fixture
def queens(tmp_path: Path) -> str:
    path = tmp_path / "queens.xc"
    path.write_text(QUEENS)
    return str(path)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_listing_and_nothing_found_is_lost(queens: str, number: signal.Signals) -> None:
    process = start("solve", queens, "-p", "n=20", "--all")
    assert process.stdout
    first = os.read(process.stdout.fileno(), 1).decode()
    process.send_signal(number)
    out, err = process.communicate()
    assert process.returncode == 128 + number
    drawings = (first + out).rstrip("\n").split("\n\n")
    assert err.startswith(f"at least {len(drawings):,} solution")
    assert ": interrupted after" in err
    assert all(drawing.count("Q") == 20 for drawing in drawings)


def test_a_signal_during_a_long_write_loses_nothing(queens: str) -> None:
    """Streams without a buffer, as in many containers, would leave out the rest of it."""
    process = start("solve", queens, "-p", "n=20", "--all", env={**os.environ, "PYTHONUNBUFFERED": "1"})
    assert process.stdout
    first = b""
    while len(first) < 5_000_000:  # so that many solutions are written at a time
        first += os.read(process.stdout.fileno(), 65536)
    time.sleep(0.3)  # until the pipe is full
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    drawings = (first.decode() + out).rstrip("\n").split("\n\n")
    assert err.startswith(f"at least {len(drawings):,} solutions")


def test_a_signal_ends_a_count(queens: str) -> None:
    process = start("count", queens, "-p", "n=32")
    wait_for_handlers(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err
    assert "interrupted" in err


def test_a_signal_outside_of_a_search(queens: str) -> None:
    process = start("solve", "-", "--quiet", stdin=subprocess.PIPE)
    wait_for_handlers(process)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=HANGS) == 143
    assert process.stderr
    assert process.stderr.read() == "interrupted\n"


def test_a_signal_that_python_drops_still_stands_and_is_not_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Dropping:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    stop = Stop()
    with stop.installed():
        Dropping()
        assert stop
    assert capsys.readouterr().err == ""


def shell(line: str) -> subprocess.CompletedProcess[str]:
    excover = f"{sys.executable} -m excover"
    script = f"set -o pipefail; {line.replace('excover', excover, 1)}"
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)


def test_a_closed_pipe_ends_quietly(queens: str) -> None:
    ran = shell(f"excover solve {queens} -p n=20 --all --quiet | head -1")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(ran.stdout) == 21


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which Linux has")
def test_a_full_disk_is_reported(queens: str) -> None:
    ran = shell(f"excover solve {queens} --quiet > /dev/full")
    assert ran.returncode == 2
    assert ran.stderr == "error: cannot write the output: No space left on device\n"


def test_closed_streams_do_no_harm(queens: str) -> None:
    assert shell(f"excover count {queens} <&- 2>&-").returncode == 0


def test_an_encoding_that_is_too_small(queens: str) -> None:
    ran = shell(f"PYTHONIOENCODING=ascii excover solve {queens}é")
    assert (ran.returncode, "queens.xc\\xe9" in ran.stderr) == (2, True)


def on_terminal(arguments: list[str], **environment: str) -> str:
    """What a command writes to standard error if that is a terminal."""
    import pty

    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm", **environment}
    subprocess.run([sys.executable, "-m", "excover", *arguments], stderr=theirs, env=env, check=False)
    os.close(theirs)
    text = b""
    with suppress(OSError):  # the terminal is closed, and all of it was read
        while part := os.read(ours, 100_000):
            text += part
    os.close(ours)
    return text.decode()


def test_diagnostics_are_colored_on_a_terminal_by_default() -> None:
    assert "\x1b[1;31merror[E011]\x1b[m" in on_terminal(["solve", "nowhere"], NO_COLOR="")
    assert "\x1b" not in on_terminal(["solve", "nowhere"], NO_COLOR="1")


def test_running_out_of_memory_for_real(tmp_path: Path) -> None:
    """Little is left then: saying so must not need more."""
    spec = tmp_path / "large.xc"
    spec.write_text("item a[1..400000] option x(i in 1..400000) covers a[i]")
    ran = shell(f"ulimit -v 120000; excover count {spec}")
    assert (ran.returncode, ran.stdout) == (3, "")
    assert ran.stderr.startswith("error: out of memory")
