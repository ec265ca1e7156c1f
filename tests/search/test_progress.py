"""The bar of a long search: on a terminal only, and gone before anything else is printed."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from collections import deque
from itertools import cycle
from pathlib import Path

import pytest
from effort import with_more_time
from matrices import langford

import excover
from excover.apps.cli import report
from excover.apps.cli.process import Stop
from excover.apps.cli.report import ProgressBar, ProgressLine
from excover.apps.cli.session import Session
from excover.search.engine import Engine
from excover.search.run import Progress, Run
from excover.search.search import Search, count
from excover.search.strategy import EngineName, Strategy

pytestmark = pytest.mark.outer

HARD = ["langford", "-p", "n=16"]


def on_terminal(
    arguments: list[str],
    status: int | None = None,
    signal_at: tuple[str, int] | None = None,
    program: tuple[str, str] = ("-m", "excover"),
) -> str:
    """What a terminal gets on its standard error; standard output goes nowhere.

    A signal is sent at a text that is shown.
    """
    ours, theirs = pty.openpty()
    command = [sys.executable, *program, *arguments]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs, env=environment) as process:
        os.close(theirs)
        shown = b""
        while part := read(ours):
            shown += part
            if signal_at and signal_at[0].encode() in shown:
                process.send_signal(signal_at[1])
                signal_at = None
        assert process.wait() == status or status is None
    os.close(ours)
    return shown.decode()


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # the other end is closed
        return b""


@pytest.mark.parametrize(
    ("command", "stage"),
    [
        (["count", "--engine", "lanes"], ""),
        (["count", "--engine", "lanes", "--up-to-symmetry"], "all solutions: "),
        (["solve", "--all", "--engine", "sparse"], ""),
    ],
)
def test_on_a_terminal(command: list[str], stage: str) -> None:
    shown = on_terminal([*command, *HARD], status=130, signal_at=("found, left", signal.SIGINT))
    assert "%" in shown
    assert stage in shown
    last = shown.rindex("found, left")
    assert "\x1b[2K" in shown[last:], "the bar is wiped away"
    assert "interrupted after" in shown[last:], "what is told comes after"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["generate", "sudoku", "-n", "100000", "--lines", "--seed", "1", "--clues", "22"], "attempts: "),
        (["estimate", "kanoodle", "--walks", "100000000"], "random walks: "),
    ],
)
def test_a_line_on_a_terminal(command: list[str], told: str) -> None:
    shown = on_terminal(command, status=130, signal_at=(told, signal.SIGINT))
    assert report.ERASE in shown[shown.rindex(told) :], "the line is wiped away"


@pytest.mark.slow
def test_a_forecast_is_on_a_line_of_its_own(tmp_path: Path) -> None:

    def shown_in(seconds: float) -> str:
        disk = ["--disk", str(tmp_path / str(seconds)), "--time-limit", str(seconds)]
        return on_terminal(["count", "queens", "-p", "n=16", *disk], status=3)

    shown = with_more_time(shown_in, lambda shown: "forecast: about" in shown, 3)
    assert not re.search("forecast: [0-9,]+forecast", shown)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["diagram", "starts --pieces 2"])
def test_a_diagram_is_built_until_a_signal_comes(command: str, number: signal.Signals) -> None:
    arguments = [*command.split(), "sudoku", "--memory", "8GB"]
    shown = on_terminal(arguments, status=128 + number, signal_at=("building the diagram", number))
    told = shown[shown.rindex(report.ERASE) :]
    assert "interrupted after " in told
    assert "before the diagram of all solutions was complete: " in told


AT_ONCE = """
import sys
from excover.apps.cli import main, report
report.DELAY = 0
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "told"),
    [("count langford -p n=11 --engine lanes", "found, left"), ("estimate queens", "random walks: ")],
)
def test_not_with_json(command: str, told: str) -> None:
    """Nothing is waited for here: without `--json`, there is something to see."""
    assert told in on_terminal(command.split(), 0, program=("-c", AT_ONCE))
    assert told not in on_terminal([*command.split(), "--json"], 0, program=("-c", AT_ONCE))


def test_not_in_a_pipe(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(report, "DELAY", 0)
    with ProgressBar(Session(Stop())) as bar, ProgressLine(Session(Stop())) as line:
        bar(Progress("search", 3, done=0.5))
        line(Progress("givens", 3))
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("engine", ["sparse", "lanes", "auto"])
def test_a_count_reports_its_progress(engine: EngineName) -> None:
    seen: list[Progress] = []
    outcome = count(langford(12), Run(strategy=Strategy(engine), progress=seen.append))
    assert seen[-1].count == outcome.count == 216288
    if engine != "auto":
        assert seen[-1].done == pytest.approx(1)


def test_progress_never_goes_back() -> None:
    """Over counts for each class of symmetries, the list that takes over, and a search by symmetries."""
    nominoes = "shapes piece = all one-sided {n} of square\nboard tray {n} by {n}\n"
    place = "place one-sided piece on tray each 0..{n} times"
    for n, up_to in ((4, "rotations"), (5, "rotations"), (5, None)):
        problem = excover.parse((nominoes + place).format(n=n))
        told: list[Progress] = []
        problem.count(Run(progress=told.append), up_to=up_to)
        done = [each.done for each in told if each.done is not None]
        assert done == sorted(done)
        assert all(each < 1 for each in done[:-1])


def test_what_an_engine_says_is_an_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that is at its end too soon, and begins again."""
    said = cycle([0.3, 1.0, 0.1, None, 0.99999])
    monkeypatch.setattr(Engine, "progress", property(lambda _: next(said)))
    told: list[Progress] = []
    for strategy in (Strategy("lanes"), Strategy()):
        told.clear()
        assert count(langford(11), Run(strategy=strategy, progress=told.append)).count == 35584
        done = [each.done for each in told if each.done is not None]
        assert done == sorted(done)
        assert all(each <= 0.999 for each in done[:-1])
        assert told[-1].done == 1
    told.clear()
    deque(Search(langford(11), Run(progress=told.append)), maxlen=0)
    assert max(each.done or 0 for each in told) <= 0.999
