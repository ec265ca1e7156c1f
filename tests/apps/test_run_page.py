"""The live page of a run: workers, rates and what is left; on a terminal only."""

from __future__ import annotations

import io
import signal
from pathlib import Path

import pytest
from rich.console import Console
from test_progress import on_terminal

import excover
from excover.apps.cli.journals import page
from excover.runs.campaign import RunCoordinator
from excover.runs.journal import Journal, Tally
from excover.runs.run_report import RunProgress, TimeLeft, WorkerLog, run_progress
from excover.search.run import Progress, Run


def shown(progress: RunProgress, height: int = 24, width: int = 80) -> list[str]:
    text = io.StringIO()
    console = Console(file=text, width=width, height=height)
    console.print(page(progress, height))
    return [line.rstrip() for line in text.getvalue().splitlines()]


def busy(workers: int, **known: int) -> RunProgress:
    log = WorkerLog()
    for number in range(workers):
        log.note(f"w{number}", nodes=1000, seconds=0.5)
    tally = Tally(3, 4000, 5.0, 60, 7, 53, 0.25, **known)
    return run_progress(tally, TimeLeft(7200.0, 3600.0, 10800.0), 2, log.states({"w0": 59, "w1": None}))


def test_the_page_tells_what_is_known() -> None:
    bar, *lines = shown(busy(workers=1))
    assert bar.endswith("25.00% of the tree")
    assert lines == [
        "about 1 h 0 min left (30 min 0 s to 1 h 30 min)",
        "3 solutions, 2,000 nodes a second",
        "4,000 nodes, 7 of 60 parts open",
        "worker  part  parts done  nodes  nodes a second",
        "w0        59           1  1,000           2,000",
        "w1                     0      0               0",
    ]


def test_of_the_best_solution_it_tells_the_bound() -> None:
    assert "best 16, bound 12, 2,000 nodes a second" in shown(busy(workers=1, cost=16, bound=12))


@pytest.mark.parametrize("width", [30, 80])
def test_it_fits_the_terminal(width: int) -> None:
    log = WorkerLog()
    tally = Tally(10**12, 10**15, 5.0, 60, 7, 53, 0.25)
    many = run_progress(tally, None, 2, log.states(dict.fromkeys(map(str, range(1000)), 7)))
    lines = shown(many, height=12, width=width)
    assert len(lines) < 12
    assert max(map(len, lines)) <= width
    assert lines[-1] == "and 995 workers more"


@pytest.mark.slow
def test_a_coordinator_tells_who_is_at_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the workers have done comes to what the journal has, however seldom it is looked at."""
    monkeypatch.setattr(RunCoordinator, "_look", lambda coordinator: None)
    reports: list[Progress] = []
    excover.Campaign.begin("soma", tmp_path / "journal")
    with Journal(tmp_path / "journal") as journal:
        RunCoordinator(journal, 2, Run(progress=reports.append)).finish()
        nodes = journal.tally().nodes
    last = reports[-1]
    assert isinstance(last, RunProgress)
    assert {worker.name for worker in last.workers} == {"1", "2"}
    assert sum(worker.nodes for worker in last.workers) == nodes
    data = last.as_data(1.0)
    assert [worker["worker"] for worker in data["workers"]] == ["1", "2"]
    assert data["open"] == 0


@pytest.mark.outer
def test_on_a_terminal_it_is_gone_at_the_end(tmp_path: Path) -> None:
    journal = str(tmp_path / "journal")
    command = ["run", "langford", "-p", "n=16", "--count", "--journal", journal, "--workers", "1"]
    text = on_terminal(command, status=130, signal_at=("nodes a second", signal.SIGINT))
    end = text[text.rindex("nodes a second") :]
    assert "\x1b[2K" in end, "the page is wiped away"
    assert "interrupted: `excover resume" in end, "what is told comes after"
