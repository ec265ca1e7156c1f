"""Processes that compute for this one: how they end."""

from __future__ import annotations

import signal
import subprocess
import sys
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from effort import HANGS

from excover.apps.editing.editor_process import EditorAnswer, EditorCall, EditorProcess, ProcessEnded
from excover.base.child_process import ChildEnded, ChildProcess
from excover.base.source import Source
from excover.runs.run_description import record


def editor_child() -> ChildProcess[EditorCall, EditorAnswer]:
    return ChildProcess("excover.apps.editing.editor_process")


def how_it_ended(child: ChildProcess[EditorCall, EditorAnswer]) -> str:
    with pytest.raises(ChildEnded) as ended:
        child.receive(HANGS)
    return str(ended.value)


def test_it_ends_with_its_parent_while_it_computes() -> None:
    """When the parent dies, the kernel closes the pipe."""
    child = editor_child()
    child.send((abs, (-1,), False))
    assert child.receive(HANGS) == ("returned", 1)
    child.send((sum, (range(10**12),), False))
    assert child.receive(0.1) is None
    assert child._process.stdin
    child._process.stdin.close()
    assert how_it_ended(child) == f"by signal {signal.SIGIO.value}"


def test_a_worker_ends_with_its_coordinator_while_it_compiles() -> None:
    huge = Source("big.xc", "item i[1..300]\noption x(a, b in 1..300) covers i[a], i[b] if a < b")
    child: ChildProcess[str, object] = ChildProcess("excover.runs.part_worker")
    child.send(record(huge, "count")[0].as_text())
    assert child._process.stdin
    child._process.stdin.close()
    with pytest.raises(ChildEnded, match=f"by signal {signal.SIGIO.value}|with status 1"):
        child.receive(HANGS)


NOISY = """
import os, sys
print("built anew" * 100_000, flush=True)
from excover.base.child_process import parent_connection
os.write(1, b"loaded")
parent = parent_connection()
print("serves", flush=True)
parent.send((sys.argv[1:], parent.recv()))
"""


def test_what_prints_in_the_process_disturbs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From its first line on, as an editable installation that is built anew."""
    (tmp_path / "noisy_child.py").write_text(NOISY)
    monkeypatch.syspath_prepend(tmp_path)
    child: ChildProcess[str, object] = ChildProcess("noisy_child", "own")
    child.send("sent")
    assert child.receive(HANGS) == (["own"], "sent")


CLOSED = """
import os
from excover.apps.editing.editor_process import EditorProcess
os.closerange(0, 3)
with EditorProcess() as worker:
    os._exit(worker.ask(abs, -7, seconds=3600))
"""


def test_it_works_where_the_standard_streams_are_closed() -> None:
    """As in a daemon: new files then get their numbers."""
    assert subprocess.run([sys.executable, "-c", CLOSED], timeout=HANGS).returncode == 7


def test_an_interrupted_message_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of it would be taken for the next message."""

    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    child = editor_child()
    child.send((abs, (-1,), False))
    monkeypatch.setattr(Connection, "recv", interrupted)
    with pytest.raises(KeyboardInterrupt):
        child.receive(HANGS)
    assert not child.is_alive


def test_a_process_that_dies_says_how() -> None:
    assert how_it_ended(ChildProcess("excover.no_such_module")) == "with status 1"
    child = editor_child()
    child.kill()
    assert how_it_ended(child) == "by signal 9"
    child.end()


def test_a_large_message_to_a_process_that_never_reads_does_not_wait() -> None:
    child = editor_child()
    child._process.send_signal(signal.SIGSTOP)
    child.send_later((len, (b"x" * 10**7,), False))
    assert child.receive(0.01) is None
    child.end()
    assert not child.is_alive


def test_a_stopped_editor_process_is_forgotten_at_once() -> None:
    """The next question does not meet the one that is dying."""
    with EditorProcess() as worker:
        for _ in range(3):
            assert worker.ask(abs, -1, seconds=HANGS) == 1
            worker.stop()
        worker.close()
        with pytest.raises(ProcessEnded):
            worker.start()
