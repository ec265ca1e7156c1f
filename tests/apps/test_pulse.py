"""The sign of life of a long command where no terminal shows a bar."""

from __future__ import annotations

import json
import threading

import pytest
from commands import Ran, Run
from effort import with_more_time

from excover.apps.cli import app
from excover.apps.cli import report as listeners
from excover.apps.cli.app import report
from excover.apps.cli.process import Stop
from excover.apps.cli.report import ProgressBar, ProgressLine
from excover.apps.cli.session import Session
from excover.apps.play.page_server import PageServer
from excover.search.run import Progress


def test_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(Stop())
    report(session, 30.2)
    ProgressLine(session)(Progress("puzzles", 3, 8))
    report(session, 90.0)
    ProgressBar(session)(Progress("all solutions", 1234, done=0.125))
    report(session, 1500.0)
    assert capsys.readouterr().err.splitlines() == [
        "still working after 30 s",
        "still working after 90 s: puzzles: 3 of 8",
        "still working after 1,500 s: all solutions: 1,234, 12.5% of the work",
    ]
    session.json = True
    report(session, 30.25)
    work = {"stage": "all solutions", "count": 1234, "total": None, "done": 0.125, "note": ""}
    said = {"seconds": 30.2, **work}
    assert json.loads(capsys.readouterr().err) == {"version": 1, "progress": said}
    session.quiet = True
    report(session, 30.0)
    assert capsys.readouterr().err == ""


def test_no_line_is_overwritten_where_there_is_no_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines that are erased, and bars, are for terminals alone: a file may have the output, too."""
    monkeypatch.setattr(listeners, "DELAY", 0.0)
    for shown in (ProgressLine, ProgressBar):
        with shown(Session(Stop())) as listener:
            listener(Progress("puzzles", 3, 8))
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("options", ["", " --json"])
def test_a_long_command_says_that_it_works(run: Run, monkeypatch: pytest.MonkeyPatch, options: str) -> None:
    monkeypatch.setattr(app, "FIRST", 0.01)
    said = "progress" if options else "still working after"

    def ran_for(seconds: float) -> Ran:
        return run(f"count langford -p n=15 --engine lanes --time-limit {seconds}{options}")

    ran = with_more_time(ran_for, lambda ran: said in ran.err)
    assert said not in ran.out


def test_quiet_silences_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A beat, which may come before the options are read, asks the session each time."""
    sessions: list[Session] = []

    def entered(self: app.Pulse) -> app.Pulse:
        sessions.append(self._session)
        return self

    monkeypatch.setattr(app.Pulse, "__enter__", entered)
    assert run("count queens --quiet").out == "92\n"
    assert [session.quiet for session in sessions] == [True]


def test_the_server_of_the_playground_does_not_say_that_it_works(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions: list[Session] = []
    monkeypatch.setattr(app.Pulse, "__enter__", lambda self: sessions.append(self._session))
    monkeypatch.setattr(PageServer, "serve_forever", lambda *_arguments, **_more: None)
    assert run("play --no-browser").status == 0
    assert [session.quiet for session in sessions] == [True]


def test_a_short_command_says_nothing_and_leaves_no_thread(run: Run) -> None:
    before = set(threading.enumerate())
    assert "working" not in run("count queens").err
    assert set(threading.enumerate()) <= before


def test_without_room_for_a_thread_the_command_runs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail)
    assert run("count queens --engine lanes --threads 1").out == "92\n"
