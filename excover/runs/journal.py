"""The journal of a run: one SQLite file with the parts of the search tree and what was found in each.

>>> import tempfile
>>> from excover.runs.journal_file import create
>>> from excover.runs.run_description import record
>>> from excover.base.source import Source
>>> coin = Source("coin.xc", "item a  option heads() covers a  option tails() covers a")
>>> description, _ = record(coin, "count")
>>> path = Path(tempfile.mkdtemp(), "coin.journal")
>>> create(path, description)
>>> with Journal(path) as journal:
...     (part,) = journal.open_parts()
...     _ = journal.record([PartReport(part.number, "worker 1", 2, 3, 0.1)])
...     journal.tally().count, journal.tally().is_complete
(2, True)

docs/runs.md describes the tables. A part is *open* until one transaction makes it *done*, with its count,
and its rests into open parts. A part that is done already is left alone, so that a second report of it, by a
worker that was thought dead, changes nothing. SQLite's write-ahead log with ``synchronous=FULL`` makes a
transaction durable before it returns.

The lock of a journal: only one process at a time works on it.

>>> import tempfile
>>> path = Path(tempfile.mkdtemp(), "a.journal")
>>> first, second = FileLock(path), FileLock(path)
>>> first.take()
>>> second.take()  # doctest: +ELLIPSIS
Traceback (most recent call last):
  ...
excover.runs.run_description.JournalError: another process is working on `...a.journal`
>>> first.release()
>>> list(path.parent.iterdir())
[]

The lock is on a file of its own, `FILE-lock`: to close any descriptor of a database that SQLite has open in
the same process would drop SQLite's locks on it (https://www.sqlite.org/howtocorrupt.html, section 2.2). The
kernel releases it when its process ends, however it ends; the file that may then be left means nothing.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from excover.base.errors import CannotWrite
from excover.runs.journal_file import (
    APPLICATION,
    FORMAT,
    MOST_FAULTS,
    DamagedJournal,
    JournalPart,
    add_parts,
    cell_count,
    count_cell,
    database_of,
    journal_faults,
    keep_seal,
    part_path,
    refuse_links,
    scarce_room,
    sealed,
)
from excover.runs.run_description import Incumbent, JournalError, RunDescription, is_better
from excover.search.part_search import GuidingPath

CANNOT_WRITE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
}
"""Errors of SQLite that do not concern the content of a file."""


class FileLock:
    """Not taken at first."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._beside = Path(f"{path.resolve()}-lock")  # the same for all links to the file
        self._descriptor = -1

    def take(self) -> None:
        """Raises JournalError if another one has it, CannotWrite if there can be no such file."""
        while self._descriptor < 0:
            try:
                descriptor = os.open(self._beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            except OSError as wrong:
                raise CannotWrite(wrong.errno, wrong.strerror, str(self._beside)) from None
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(descriptor)
                raise JournalError(f"another process is working on `{self._path}`") from None
            if self._is_there(descriptor):
                self._descriptor = descriptor
            else:  # the one who had it has just deleted the file
                os.close(descriptor)

    def _is_there(self, descriptor: int) -> bool:
        try:
            return os.path.samestat(os.fstat(descriptor), os.stat(self._beside))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Gives it back, if it was taken, and deletes the file."""
        if self._descriptor >= 0:
            with suppress(OSError):
                self._beside.unlink()
            os.close(self._descriptor)
            self._descriptor = -1


@dataclass(frozen=True, slots=True)
class PartReport:
    """What a worker has found in a part, its ``rests`` excepted.

    ``shard``: the name and the digest of its file, if there is one. ``is_away``: what was
    found belongs to another share, and only the rests are recorded.
    """

    number: int
    worker: str
    count: int
    nodes: int
    seconds: float
    rests: tuple[GuidingPath, ...] = ()
    shard: tuple[str, str] | None = None
    is_away: bool = False
    bound: int | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """What a journal knows. ``parts``: how many there are, ``open`` and ``searched`` ones among them.
    ``done``: the part of the tree that is done, from 0 to 1, of the share that the journal has. ``seconds``
    are those of all workers together. ``cost``: of the best solution so far, if the best is wanted, and
    ``bound``: no solution is better than this; None if nothing is known.
    """

    count: int
    nodes: int
    seconds: float
    parts: int
    open: int
    searched: int
    done: float
    cost: int | None = None
    bound: int | None = None

    @property
    def is_complete(self) -> bool:
        return self.open == 0


class Journal:
    """A context with an open journal. With ``read_only``, any number of processes may read it at any time,
    and what they read is the journal as it was when they opened it; otherwise it belongs to this process
    alone.

    Raises JournalError if it is none, or another process has it; DamagedJournal if it is unsound, so that it
    gives no wrong number; OSError if it cannot be read.
    Methods raise CannotWrite if the disk is full or the file system does not let them write: what was
    recorded before is safe.
    """

    def __init__(self, path: str | os.PathLike[str], read_only: bool = False) -> None:
        self.path = Path(path)
        self._read_only, self._has_log = read_only, False
        self._lock = FileLock(self.path)

    def __enter__(self) -> Journal:
        if stat.S_ISDIR(os.stat(self.path).st_mode):
            raise JournalError(f"`{self.path}` is a folder, not the journal of a run")
        refuse_links(self.path.resolve())
        try:
            if not self._read_only:
                self._lock.take()
            self._open()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _open(self) -> None:
        with self._sqlite_errors():
            self._database = database_of(self.path, self._read_only)
            self._check_format()
            if self._read_only:
                self._copy()
            if faults := [*islice(journal_faults(self._database), MOST_FAULTS)]:
                raise DamagedJournal(self.path, faults)
            if not self._read_only:
                self._has_log = True
                self._database.execute("pragma journal_mode=wal")
                self._database.execute("pragma synchronous=full")
                keep_seal(self._database)
            row = self._database.execute(
                "select description, folder, share, divided, began from run"
            ).fetchone()
        self.description = RunDescription.from_text(row[0])
        beside = self.path.resolve() if self.path.is_symlink() else self.path
        self.folder = beside.parent / row[1] if row[1] else None
        self.share, self.began = str(row[2]), float(row[4])
        self.divided: int | None = row[3]
        found = self.rows("select cost from incumbent order by rowid desc limit 1")
        self.best_cost: int | None = int(str(found[0][0])) if found else None

    def _copy(self) -> None:
        """Reads on from a copy in memory: two queries see the same moment, and no lock is kept that would let
        a writer wait.
        """
        copy = sqlite3.connect(":memory:")
        try:
            self._database.backup(copy)
        except BaseException:
            copy.close()
            raise
        self._database.close()
        self._database = copy

    def _check_format(self) -> None:
        (application,) = self._database.execute("pragma application_id").fetchone()
        (version,) = self._database.execute("pragma user_version").fetchone()
        if application != APPLICATION:
            raise JournalError(f"`{self.path}` is not the journal of a run")
        if version != FORMAT:
            raise JournalError(
                f"`{self.path}` was begun with another excover: its tables are of version {version}, and this"
                f" one reads version {FORMAT}. Finish the run with that excover, or begin it anew"
            )

    def __exit__(self, *_exception: object) -> None:
        if hasattr(self, "_database"):
            with suppress(sqlite3.Error):
                if self._has_log:  # a single file again, unless another process reads it now
                    self._database.execute("pragma busy_timeout=0")
                    self._database.execute("pragma journal_mode=delete")
            self._database.close()
        self._lock.release()

    @contextmanager
    def _sqlite_errors(self) -> Iterator[None]:
        """What SQLite raises, in words."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as wrong:  # the latter for names of columns
            code = getattr(wrong, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            if code in CANNOT_WRITE:
                raise CannotWrite(0, f"SQLite: {wrong}{scarce_room(self.path)}", str(self.path)) from None
            if code == sqlite3.SQLITE_NOTADB:
                raise JournalError(f"`{self.path}` is not the journal of a run") from None
            raise DamagedJournal(self.path, [str(wrong)]) from None

    def open_parts(self) -> list[JournalPart]:
        """The parts that are still to be searched, the largest first."""
        with self._sqlite_errors():
            rows = self._database.execute(
                "select id, path, size, bound from part where state = 'open' order by size desc, id"
            ).fetchall()
        return [
            JournalPart(number, GuidingPath(part_path(path), size), bound)
            for number, path, size, bound in rows
        ]

    def record(self, reports: Iterable[PartReport]) -> list[JournalPart]:
        """Makes parts done, all of them or none, and returns their rests as open parts."""
        made: list[JournalPart] = []
        with self._sqlite_errors(), sealed(self._database):
            for report in reports:
                made += self._record(report)
        return made

    def _record(self, report: PartReport) -> list[JournalPart]:
        r, state = report, "away" if report.is_away else "done"
        seconds, now = round(r.seconds, 3), round(time.time(), 3)
        changed = self._database.execute(
            "update part set state = ?, count = ?, nodes = ?, rests = ?, seconds = ?, worker = ?, ended = ?,"
            " bound = ? where id = ? and state = 'open'",
            (state, count_cell(r.count), r.nodes, len(r.rests), seconds, r.worker, now, r.bound, r.number),
        )
        if changed.rowcount != 1:
            return []
        if r.shard:
            self._database.execute("insert into shard values (?, ?, ?)", (r.number, *r.shard))
        return add_parts(self._database, r.number, r.rests, r.bound)

    def improve(self, part: int, incumbent: Incumbent) -> bool:
        """Records a solution that was found in a part; returns false if one as good is known already."""
        goal, best = self.description.goal, self.best_cost
        if best is not None and not is_better(goal, incumbent.cost, best):
            return False
        with self._sqlite_errors(), sealed(self._database):
            self._database.execute(
                "insert into incumbent values (?, ?, ?, ?)",
                (incumbent.cost, part, incumbent.line, time.time()),
            )
        self.best_cost = incumbent.cost
        return True

    def best(self) -> Incumbent | None:
        """The best solution so far."""
        with self._sqlite_errors():
            row = self._database.execute(
                "select cost, solution from incumbent order by rowid desc limit 1"
            ).fetchone()
        return row and Incumbent(*row)

    def divide(self, numbers: Iterable[int]) -> None:
        """Ends the division into shares: these open parts are those of other shares."""
        with self._sqlite_errors(), sealed(self._database):
            (self.divided,) = self._database.execute("select max(id) from part").fetchone()
            self._database.execute("update run set divided = ?", (self.divided,))
            self._database.executemany(
                "update part set state = 'away' where id = ? and state = 'open'", ((n,) for n in numbers)
            )

    def fill(self, parts: Iterable[tuple[object, ...]], shards: Iterable[tuple[object, ...]]) -> None:
        """Replaces the whole tables: the parts with all their columns, and the shards."""
        with self._sqlite_errors(), sealed(self._database):
            self._database.execute("delete from part")
            self._database.executemany(f"insert into part values ({', '.join('?' * 12)})", parts)
            self._database.executemany("insert into shard values (?, ?, ?)", shards)

    def tally(self) -> Tally:
        """What is known so far."""
        with self._sqlite_errors():
            counts = self._database.execute(
                "select sum(count >> 32) filter (where typeof(count) = 'integer'),"
                " sum(count & 4294967295) filter (where typeof(count) = 'integer'),"
                " group_concat(count, ' ') filter (where typeof(count) = 'text'),"
                " sum(nodes), total(seconds), count(*), sum(state = 'open'),"
                " sum(rests is not null), total(size) filter (where state = 'open'),"
                " total(size) filter (where state = 'away' and rests is null) from part"
            ).fetchone()
        high, low, large, nodes, seconds, parts, is_open, searched, left, away = counts
        count = ((high or 0) << 32) + (low or 0) + sum(map(cell_count, (large or "").split()))
        done = max(0.0, 1 - left / max(1 - away, 1e-300)) if is_open else 1.0
        bound = self._bound(is_open or 0)
        return Tally(
            count, nodes or 0, seconds, parts, is_open or 0, searched or 0, done, self.best_cost, bound
        )

    def _bound(self, open_parts: int) -> int | None:
        """No solution is better; None if an open part has no bound."""
        goal, best = self.description.goal, self.best_cost
        if not goal or not open_parts:
            return best
        function = "max" if goal == "maximize" else "min"
        query = f"select {function}(bound), count(bound) from part where state = 'open'"
        ((bound, known),) = self.rows(query)
        if known != open_parts:
            return None
        bound = int(str(bound))
        return best if best is not None and is_better(goal, best, bound) else bound

    def shards(self) -> dict[str, str]:
        """The files of the parts, and their digests."""
        with self._sqlite_errors():
            return dict(self._database.execute("select file, digest from shard"))

    def rows(self, query: str) -> list[tuple[object, ...]]:
        """What an SQL query finds."""
        with self._sqlite_errors():
            return self._database.execute(query).fetchall()
