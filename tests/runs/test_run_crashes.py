"""Runs that are killed, and files that are torn: a resumed run is exact."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from commands import Run as RunCommand
from effort import HANGS, examples
from extras import module_or_skip
from fuzz.killed_runs import KINDS
from fuzz.kills import SHORT, is_exact, short, workers_of
from slow_values import with_slow
from test_runs import COIN, all_solutions, new_journal, solutions_in

import excover
from excover.base.errors import CannotWrite
from excover.language.source_files import find
from excover.runs import journal_file
from excover.runs.campaign import RunCoordinator
from excover.runs.journal import Journal, PartReport
from excover.runs.journal_file import DamagedJournal, JournalPart
from excover.runs.run_description import SearchedPart
from excover.runs.shares import merge, write_shard
from excover.runs.worker_pool import PartDone, PoolNews, WorkerDied, WorkerFailed, WorkerPool
from excover.search.part_search import GuidingPath
from excover.search.run import Run

# Faults


def test_a_second_report_changes_nothing(tmp_path: Path) -> None:
    with Journal(new_journal(tmp_path / "j")) as journal:
        (part,) = journal.open_parts()
        rests = journal.record([PartReport(part.number, "1", 1, 1, 0.5, (GuidingPath((0,), 0.5),))])
        assert journal.record([PartReport(part.number, "2", 7, 1, 0.5, (GuidingPath((0,), 0.5),) * 3)]) == []
        assert [part.rest.path for part in rests] == [(0,)]
        assert journal.tally().count == 1
        assert len(journal.open_parts()) == 1


@pytest.mark.slow
def test_files_that_belong_to_no_part_go(run: RunCommand, tmp_path: Path) -> None:
    """As after a crash between a file and its transaction."""
    path = new_journal(tmp_path / "j", COIN, "found")
    folder = tmp_path / "found"
    write_shard(folder, 1, b"left over\n", "jsonl")
    (folder / ".excover-0123456789abcdef").write_text("not finished")
    (folder / "notes.txt").write_text("mine")
    assert run("resume", str(path)).out == "2\n"
    assert sorted(map(sorted, solutions_in(folder))) == [["heads()"], ["tails()"]]
    assert (folder / "notes.txt").exists()
    assert len(list(folder.iterdir())) == 2


def test_a_torn_end_of_the_log(tmp_path: Path) -> None:
    """The write-ahead log is cut anywhere, as when the power fails: whole transactions remain."""
    path = new_journal(tmp_path / "j")
    with Journal(path) as journal:
        for number in range(1, 9):
            journal.record([PartReport(number, "1", number, 1, 0.1, (GuidingPath((number,), 0.5),))])
        content, log = path.read_bytes(), Path(f"{path}-wal").read_bytes()
    rng, seen = random.Random(1), set()
    for _ in range(40):
        path.write_bytes(content)
        cut = Path(f"{path}-wal")
        cut.write_bytes(log[: rng.randrange(len(log))])
        with Journal(path) as journal:
            tally, parts = journal.tally(), journal.open_parts()
            assert journal.rows("pragma integrity_check") == [("ok",)]
        done = tally.parts - 1
        assert tally.count == done * (done + 1) // 2
        assert [part.number for part in parts] == [done + 1]
        seen.add(done)
    assert len(seen) > 3


def test_a_damaged_journal_is_refused(run: RunCommand, tmp_path: Path) -> None:
    path = new_journal(tmp_path / "j")
    content = bytearray(path.read_bytes())
    rng = random.Random(2)
    for place in range(100, len(content)):
        content[place] = rng.randrange(256)
    path.write_bytes(content)
    ran = run("resume", str(path))
    assert ran.status == 2
    assert "damaged" in ran.err or "not the journal" in ran.err


def test_a_full_disk(tmp_path: Path) -> None:
    """SQLite may not grow the file: the report fails as a whole, and works once there is room."""
    path = new_journal(tmp_path / "j")
    rests = tuple(GuidingPath((number,), 0.0001) for number in range(3000))
    with Journal(path) as journal:
        journal.rows("pragma max_page_count = 6")
        with pytest.raises(CannotWrite, match="full"):
            journal.record([PartReport(1, "1", 5, 1, 0.1, rests)])
        assert journal.tally().count == 0
        assert [part.number for part in journal.open_parts()] == [1]
        journal.rows("pragma max_page_count = 100000")
        assert len(journal.record([PartReport(1, "1", 5, 1, 0.1, rests)])) == 3000


def test_a_journal_that_cannot_be_written(tmp_path: Path) -> None:
    """As on a file system that became read-only: the report fails as a whole, and works later."""
    with Journal(new_journal(tmp_path / "j")) as journal:
        journal.rows("pragma query_only = 1")
        with pytest.raises(CannotWrite, match="readonly"):
            journal.record([PartReport(1, "1", 5, 1, 0.1, (GuidingPath((0,), 0.5),))])
        assert (journal.tally().count, journal.tally().open) == (0, 1)
        journal.rows("pragma query_only = 0")
        assert len(journal.record([PartReport(1, "1", 5, 1, 0.1, (GuidingPath((0,), 0.5),))])) == 1


@pytest.mark.slow
def test_a_disk_that_is_full_of_solutions(tmp_path: Path) -> None:
    """No file may be larger than 2 kB, so that a shard fails: in words, and it leaves no file."""
    path = new_journal(tmp_path / "j", find("scott"), "found")
    script = (
        "import resource, signal, sys\n"
        "from pathlib import Path\n"
        "from excover.base.errors import CannotWrite\n"
        "from excover.runs.shares import write_shard\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\n"
        "try:\n"
        "    write_shard(Path('found'), 1, b'x' * 5000, 'jsonl')\n"
        "except CannotWrite as wrong:\n"
        "    print(wrong)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=True,
    )
    assert "File too large" in ran.stdout
    assert not list((tmp_path / "found").glob("*.jsonl"))
    assert excover.Campaign(path).finish(workers=1).count == 520
    assert len(solutions_in(tmp_path / "found")) == 520


@pytest.mark.slow
def test_a_journal_that_may_not_grow(tmp_path: Path) -> None:
    """Files of at most 40 kB, which the log of the journal reaches: a clear end, and an exact resume."""
    arguments = ["run", "langford", "-p", "n=12", "--count", "--journal", "j", "--time-limit", "0"]
    short(0, *arguments, cwd=tmp_path).communicate(timeout=HANGS)
    limit = "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))\n"
    script = f"{limit}runpy.run_path({str(SHORT)!r}, run_name='__main__')"
    command = [sys.executable, "-c", script, "0", "resume", "j", "--workers", "2"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=HANGS, check=False)
    assert ran.returncode == 3, ran.stderr
    assert "cannot write `j`: SQLite: disk I/O error" in ran.stderr
    assert "`excover resume j` tries again" in ran.stderr
    out, err = short(0, "resume", "j", cwd=tmp_path).communicate(timeout=HANGS)
    assert out == "216288\n", err


def test_a_disk_without_room_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite may call it an error of the disk."""
    with Journal(new_journal(tmp_path / "j")) as journal:
        monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=12_345))
        journal.rows("pragma query_only = 1")
        with pytest.raises(CannotWrite, match="readonly database; the disk has 12,345 bytes left"):
            journal.record([PartReport(1, "1", 5, 1, 0.1)])


def flushed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, set[str]]]:
    """What was flushed to the disk, and which files with solutions the folder had then."""
    seen: list[tuple[str, set[str]]] = []

    def fsync(descriptor: int) -> None:
        there = {file.name for file in folder.glob("part-*")}
        seen.append((Path(os.readlink(f"/proc/self/fd/{descriptor}")).name, there))

    monkeypatch.setattr(os, "fsync", fsync)
    return seen


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc/self/fd, which Linux has")
def test_a_file_is_durable_before_its_name_and_its_name_before_its_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power may fail between any two of these steps."""
    path, folder = new_journal(tmp_path / "j", COIN, "found"), tmp_path / "found"
    seen = flushed(folder, monkeypatch)
    record = Journal.record

    def recorded(journal: Journal, reports: list[PartReport]) -> list[JournalPart]:
        seen.append(("record", {report.shard[0] for report in reports if report.shard}))
        return record(journal, reports)

    monkeypatch.setattr(Journal, "record", recorded)
    assert excover.Campaign(path).finish(workers=1).count == 2
    (file,) = (each.name for each in folder.iterdir())
    content, name, part = [(what, there) for what, there in seen if what != "j"][-3:]
    assert content[0].startswith(".excover-")
    assert content[1] == set()
    assert name == ("found", {file})
    assert part == ("record", {file})


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc/self/fd, which Linux has")
def test_files_are_durable_before_the_journal_that_merges_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / str(share) for share in (1, 2)]
    for share, path in enumerate(paths, 1):
        folder = tmp_path / f"found{share}"
        excover.Campaign.begin(COIN, path, folder, share=f"{share}/2").finish(workers=1)
    whole, folder = tmp_path / "whole", tmp_path / "found"
    folder.mkdir()
    seen = flushed(folder, monkeypatch)
    link = os.link

    def linked(source: Path, target: Path) -> None:
        seen.append((target.name, set()))
        link(source, target)

    monkeypatch.setattr(os, "link", linked)
    merge(paths, whole, folder)
    files = {file.name for file in folder.iterdir()}
    assert files
    assert seen.index(("found", files)) < seen.index(("whole", set()))


@pytest.mark.slow
def test_a_folder_that_is_gone(run: RunCommand, tmp_path: Path) -> None:
    path = new_journal(tmp_path / "j", COIN, "found")
    (tmp_path / "found").rmdir()
    ran = run("resume", str(path))
    assert ran.status == 3
    assert "cannot write" in ran.err
    assert f"`excover resume {path}` tries again" in ran.err
    (tmp_path / "found").mkdir()
    assert run("resume", str(path)).out == "2\n"


@pytest.mark.slow
def test_parts_are_few_bytes(tmp_path: Path) -> None:
    """1 MB for 10,000 parts."""
    path = new_journal(tmp_path / "j")
    rng = random.Random(3)
    with Journal(path) as journal:
        numbers = [1]
        for _ in range(1000):
            rests = tuple(
                GuidingPath(
                    tuple(rng.randrange(2000) for _ in range(rng.randrange(1, 9))), rng.random() / 1000
                )
                for _ in range(10)
            )
            made = journal.record([PartReport(numbers.pop(), "12", 1234, 600_000, 1.234, rests)])
            numbers += [part.number for part in made]
    assert path.stat().st_size < 1.1e6


# Processes that are killed


@pytest.mark.slow
@pytest.mark.parametrize("die_at", with_slow([1, 2, 3, 4], slow=[1, 3, 4]))
def test_a_coordinator_that_is_killed_at_a_transaction(die_at: int, tmp_path: Path) -> None:
    arguments = ["run", "pentominoes", "--all", "-o", "found", "--journal", "j", "--workers", "2"]
    process = short(die_at, *arguments, cwd=tmp_path)
    process.communicate(timeout=HANGS)
    assert process.returncode == -signal.SIGKILL
    resumed = short(0, "resume", "j", cwd=tmp_path)
    out, err = resumed.communicate(timeout=HANGS)
    assert out == "9356\n", err
    assert len(solutions_in(tmp_path / "found")) == 9356
    assert set(solutions_in(tmp_path / "found")) == all_solutions("pentominoes")


def test_a_worker_that_is_killed_is_replaced(tmp_path: Path) -> None:
    process = short(0, "run", "langford", "-p", "n=12", "--count", "--journal", "j", cwd=tmp_path)
    killed = 0
    while process.poll() is None and killed < 2:
        time.sleep(0.2)
        for worker in workers_of(process)[:1]:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
                killed += 1
    out, err = process.communicate(timeout=HANGS)
    assert out == "216288\n", err


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_random_kills(kind: str, tmp_path: Path) -> None:
    """Coordinator, worker or the whole process group, at random moments and at transactions."""
    if kind == "parquet":
        module_or_skip("pyarrow")
    for trial in range(examples(8)):
        folder = tmp_path / str(trial)
        folder.mkdir()
        is_exact(folder, random.Random(f"4 {trial}"), kind)


def test_ctrl_c_loses_nothing(tmp_path: Path) -> None:
    """The workers report what they have found."""
    process = short(0, "run", "langford", "-p", "n=16", "--count", "--journal", "j", cwd=tmp_path)
    while not _has_begun(tmp_path / "j"):
        assert process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=HANGS)
    assert process.returncode == 130, err
    assert "excover resume j" in err
    with Journal(tmp_path / "j", read_only=True) as journal:
        sizes = "select (select sum(size) from part where state = 'open') < 1, count(*) from part"
        assert journal.rows(sizes)[0][0] == 1


def test_a_signal_while_a_journal_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the handler raises comes out as it is, and nothing is recorded."""
    digest = journal_file._digest

    def interrupted(*row: object) -> int:
        signal.raise_signal(signal.SIGINT)
        return digest(*row)

    with Journal(new_journal(tmp_path / "j")) as journal:
        monkeypatch.setattr(journal_file, "_digest", interrupted)
        with pytest.raises(KeyboardInterrupt):
            journal.record([PartReport(1, "1", 1, 1, 0.5)])
        with pytest.raises(KeyboardInterrupt):
            new_journal(tmp_path / "k")
        monkeypatch.undo()
        assert journal.tally().count == 0
        journal.record([PartReport(1, "1", 2, 1, 0.5)])
    assert [path.name for path in tmp_path.iterdir()] == ["j"]
    with Journal(tmp_path / "j", read_only=True) as journal:
        assert journal.tally().count == 2


def test_sqlite_is_told_by_its_code_whatever_it_says(tmp_path: Path) -> None:
    """A column may have the name of another error."""
    with Journal(new_journal(tmp_path / "j"), read_only=True) as journal:
        for column in ("full", "locked", "[not a database]"):
            with pytest.raises(DamagedJournal):
                journal.rows(f"select {column} from part as locked_full")


def _has_begun(path: Path) -> bool:
    """Whether a part is done."""
    if not path.exists():
        return False
    with Journal(path, read_only=True) as journal:
        return journal.tally().done > 0


# Workers that cannot go on


def test_what_others_have_found_is_not_lost_with_a_worker() -> None:
    """Two messages in one look: a finished part, and a failure."""
    pool = WorkerPool("nonsense", 1)
    with pool:
        (worker,) = pool.workers
        worker.is_ready = True
        found = SearchedPart(7, 9, 0.1, (), b"")
        messages = [WorkerFailed("no more"), PartDone(1, found)]
        news = PoolNews()
        for message in messages:
            pool._take(worker, message, news)
    assert [done.found.count for _, done in news.done] == [7]
    assert "no more" in str(news.failure)


def test_a_run_that_fails_records_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(new_journal(tmp_path / "j", COIN)) as journal:
        coordinator = RunCoordinator(journal, 1, Run())
        done = "1", PartDone(1, SearchedPart(2, 3, 0.1, (), b""))
        failed = PoolNews(failure=WorkerDied("no more"))
        monkeypatch.setattr(WorkerPool, "__enter__", lambda pool: pool)
        monkeypatch.setattr(WorkerPool, "receive", lambda *_: failed)
        monkeypatch.setattr(WorkerPool, "shut_down", lambda _: PoolNews([done]))
        with pytest.raises(WorkerDied, match="no more"):
            coordinator.finish()
        assert journal.tally().count == 2
