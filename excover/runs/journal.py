"""The journal of a run: one SQLite file with the parts of the search tree and what was found in each.

>>> import tempfile
>>> from excover.runs.charter import record
>>> from excover.source import Source
>>> coin = Source("coin.xc", "item a  option heads() covers a  option tails() covers a")
>>> charter, _ = record(coin, "count")
>>> path = Path(tempfile.mkdtemp(), "coin.journal")
>>> create(path, charter)
>>> with Journal(path) as journal:
...     (part,) = journal.open_parts()
...     _ = journal.record([PartReport(part.number, "worker 1", 2, 3, 0.1)])
...     journal.tally().count, journal.tally().is_complete
(2, True)

docs/runs.md describes the tables. A part is *open* until one transaction makes it *done*, with its count,
and its rests into open parts. A part that is done already is left alone, so that a second report of it, by a
worker that was thought dead, changes nothing. SQLite's write-ahead log with ``synchronous=FULL`` makes a
transaction durable before it returns.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from excover.new_file import CannotWrite
from excover.runs.charter import Charter, JournalError
from excover.runs.file_lock import FileLock
from excover.solve.part_search import NO_OPTION, ROOT, Rest

FORMAT = 1
"""The version of the tables; SQLite's ``user_version``."""
APPLICATION = 0x78636A6C
"""SQLite's ``application_id``: `xcjl`."""

TABLES = """
create table run (
    charter text not null,     -- the description, its imports, settings and givens, the question; JSON
    folder text not null,      -- of the shards, relative to the folder of the journal; empty for a count
    share text not null,       -- which share of the tree this journal has: K/N, 1/1 for all of it
    divided integer,           -- the last part with which all shares begin; null until the tree is divided
    began real not null        -- seconds since 1970
) strict;
create table part (
    id integer primary key,
    parent integer not null,   -- the part that it was split from; 0 for the whole tree
    path text not null,        -- the options chosen from the root on, `-` for none; empty for the whole tree
    size real not null,        -- its share of the tree, as Knuth's progress reports have it
    state text not null,       -- open, done; or away: searched for the journal of another share
    count integer,             -- of the solutions found in it, its rests excepted
    nodes integer,             -- visited in it, its rests excepted
    rests integer,             -- how many parts it gave away
    seconds real,
    worker text,
    ended real                 -- seconds since 1970
) strict;
create index part_open on part (size) where state = 'open';
create table shard (
    part integer primary key,
    file text not null,        -- in the folder of the run
    digest text not null       -- SHA-256 of the file
) strict;
"""


class JournalPart(NamedTuple):
    """An open part, by its number in the journal."""

    number: int
    rest: Rest


@dataclass(frozen=True, slots=True)
class PartReport:
    """What a worker has found in a part, its ``rests`` excepted.

    ``shard``: the name and the digest of the file with the solutions, if there is one. ``is_away``: what was
    found belongs to another share, and only the rests are recorded.
    """

    number: int
    worker: str
    count: int
    nodes: int
    seconds: float
    rests: tuple[Rest, ...] = ()
    shard: tuple[str, str] | None = None
    is_away: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """What a journal knows. ``parts``: how many there are, ``open`` and ``searched`` ones among them.
    ``done``: the part of the tree that is done, from 0 to 1, of the share that the journal has. ``seconds``
    are those of all workers together.
    """

    count: int
    nodes: int
    seconds: float
    parts: int
    open: int
    searched: int
    done: float

    @property
    def is_complete(self) -> bool:
        return self.open == 0


def refuse_existing(path: Path) -> None:
    """Raises JournalError if there is a file of that name, since a journal is never overwritten, or it is no
    name of a file.
    """
    if str(path) in ("", ".", "-") or path.is_dir():
        raise JournalError(f"a journal cannot be `{path}`: give the name of a new file")
    if os.path.lexists(path):
        raise JournalError(f"there is a file `{path}` already; `excover resume {path}` continues a run")


def create(path: Path, charter: Charter, folder: str = "", share: str = "1/1") -> None:
    """A new journal, whole or not at all. Raises JournalError if there is such a file, CannotWrite if it
    cannot be written.
    """
    refuse_existing(path)
    beside = path.with_name(f".excover-{os.urandom(8).hex()}")
    try:
        with _database(beside) as database:
            database.executescript(
                f"pragma user_version={FORMAT}; pragma application_id={APPLICATION}; {TABLES}"
            )
            whole = 1 if share == "1/1" else None
            database.execute(
                "insert into run values (?, ?, ?, ?, ?)",
                (charter.as_text(), folder, share, whole, time.time()),
            )
            _add_parts(database, 0, [ROOT])
            database.commit()
        os.link(beside, path)  # a journal that is there already stays
        sync_folder(path.parent)
    except FileExistsError:
        refuse_existing(path)
        raise
    except OSError as wrong:
        raise CannotWrite(wrong.errno, wrong.strerror, str(path)) from None
    except sqlite3.Error as wrong:
        raise CannotWrite(0, str(wrong), str(path)) from None
    finally:
        beside.unlink(missing_ok=True)


def relative_folder(folder: Path, journal: Path) -> str:
    """The folder of the solutions, as a journal names it: where links lead to, for `..` behind a link is not
    the folder of the link.
    """
    return os.path.relpath(folder.resolve(), journal.parent.resolve())


def sync_folder(folder: Path) -> None:
    """Makes the names in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _database(path: Path, read_only: bool = False) -> Iterator[sqlite3.Connection]:
    mode = "ro" if read_only else "rwc"
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=30)
    try:
        yield database
    finally:
        database.close()


class Journal:
    """A context with an open journal. With ``read_only``, any number of processes may read it at any time,
    and what they read is the journal as it was when they opened it; otherwise it belongs to this process
    alone.

    Raises JournalError if it is none, is damaged, or another process has it; OSError if it cannot be read.
    Methods raise CannotWrite if the disk is full or the file system does not let them write: what was
    recorded before is safe.
    """

    def __init__(self, path: str | os.PathLike[str], read_only: bool = False) -> None:
        self.path = Path(path)
        self._read_only = read_only
        self._lock = FileLock(self.path)

    def __enter__(self) -> Journal:
        if stat.S_ISDIR(os.stat(self.path).st_mode):
            raise JournalError(f"`{self.path}` is a folder, not the journal of a run")
        try:
            if not self._read_only:
                self._lock.take()
            self._open()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _open(self) -> None:
        self._context = _database(self.path, self._read_only)
        with self._told():
            self._database = self._context.__enter__()
            self._check_format()
            if not self._read_only:
                self._database.execute("pragma journal_mode=wal")
                self._database.execute("pragma synchronous=full")
            else:
                self._copy()
            row = self._database.execute("select charter, folder, share, divided, began from run").fetchone()
        if row is None:
            raise JournalError(f"`{self.path}` is damaged: it does not say what the run is about")
        self.charter = Charter.from_text(row[0])
        beside = self.path.resolve() if self.path.is_symlink() else self.path
        self.folder = beside.parent / row[1] if row[1] else None
        self.share, self.began = str(row[2]), float(row[4])
        self.divided: int | None = row[3]

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
            raise JournalError(f"`{self.path}` has tables of version {version}; this excover reads {FORMAT}")

    def __exit__(self, *_exception: object) -> None:
        if hasattr(self, "_database"):
            with suppress(sqlite3.Error):
                if not self._read_only:  # a single file again, unless another process reads it now
                    self._database.execute("pragma busy_timeout=0")
                    self._database.execute("pragma journal_mode=delete")
            self._database.close()
        self._lock.release()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What SQLite raises, in words."""
        try:
            yield
        except sqlite3.OperationalError as wrong:
            if "unable to open" in str(wrong):
                raise CannotWrite(0, f"SQLite: {wrong}", str(self.path)) from None
            if any(word in str(wrong) for word in ("full", "readonly", "disk I/O", "locked")):
                raise CannotWrite(0, f"SQLite: {wrong}", str(self.path)) from None
            raise JournalError(f"`{self.path}` is damaged: {wrong}") from None
        except sqlite3.Error as wrong:
            if "not a database" in str(wrong):
                raise JournalError(f"`{self.path}` is not the journal of a run") from None
            raise JournalError(f"`{self.path}` is damaged: {wrong}") from None

    def open_parts(self) -> list[JournalPart]:
        """The parts that are still to be searched, the largest first."""
        with self._told():
            rows = self._database.execute(
                "select id, path, size from part where state = 'open' order by size desc, id"
            ).fetchall()
        return [JournalPart(number, Rest(part_path(path), size)) for number, path, size in rows]

    def record(self, reports: Iterable[PartReport]) -> list[JournalPart]:
        """Makes parts done, all of them or none, and returns their rests as open parts."""
        made: list[JournalPart] = []
        with self._told(), self._database:
            for report in reports:
                made += self._record(report)
        return made

    def _record(self, report: PartReport) -> list[JournalPart]:
        r, state = report, "away" if report.is_away else "done"
        seconds, now = round(r.seconds, 3), round(time.time(), 3)
        changed = self._database.execute(
            "update part set state = ?, count = ?, nodes = ?, rests = ?, seconds = ?, worker = ?, ended = ?"
            " where id = ? and state = 'open'",
            (state, r.count, r.nodes, len(r.rests), seconds, r.worker, now, r.number),
        )
        if changed.rowcount != 1:
            return []
        if r.shard:
            self._database.execute("insert into shard values (?, ?, ?)", (r.number, *r.shard))
        return _add_parts(self._database, r.number, r.rests)

    def divide(self, numbers: Iterable[int]) -> None:
        """Ends the division into shares: these open parts are those of other shares."""
        with self._told(), self._database:
            (self.divided,) = self._database.execute("select max(id) from part").fetchone()
            self._database.execute("update run set divided = ?", (self.divided,))
            self._database.executemany(
                "update part set state = 'away' where id = ? and state = 'open'", ((n,) for n in numbers)
            )

    def fill(self, parts: Iterable[tuple[object, ...]], shards: Iterable[tuple[object, ...]]) -> None:
        """Replaces the whole tables: the parts with all their columns, and the shards."""
        with self._told(), self._database:
            self._database.execute("delete from part")
            self._database.executemany(f"insert into part values ({', '.join('?' * 11)})", parts)
            self._database.executemany("insert into shard values (?, ?, ?)", shards)

    def tally(self) -> Tally:
        """What is known so far."""
        with self._told():
            counts = self._database.execute(
                "select sum(count), sum(nodes), total(seconds), count(*), sum(state = 'open'),"
                " sum(rests is not null), total(size) filter (where state = 'open'),"
                " total(size) filter (where state = 'away' and rests is null) from part"
            ).fetchone()
        count, nodes, seconds, parts, is_open, searched, left, away = counts
        done = max(0.0, 1 - left / max(1 - away, 1e-300)) if is_open else 1.0
        return Tally(count or 0, nodes or 0, seconds, parts, is_open or 0, searched or 0, done)

    def shards(self) -> dict[str, str]:
        """The files with solutions, and their digests."""
        with self._told():
            return dict(self._database.execute("select file, digest from shard"))

    def rows(self, query: str) -> list[tuple[object, ...]]:
        """What an SQL query finds."""
        with self._told():
            return self._database.execute(query).fetchall()


def part_path(text: str) -> tuple[int, ...]:
    """The path of a part, as its table has it. Raises JournalError."""
    try:
        return tuple(NO_OPTION if step == "-" else int(step) for step in text.split())
    except ValueError:
        raise JournalError(f"the journal is damaged: `{text}` is not a path") from None


def _add_parts(database: sqlite3.Connection, parent: int, rests: Iterable[Rest]) -> list[JournalPart]:
    made = []
    for rest in rests:
        path = " ".join("-" if option == NO_OPTION else str(option) for option in rest.path)
        number = database.execute(
            "insert into part (parent, path, size, state) values (?, ?, ?, 'open')",
            (parent, path, rest.share),
        ).lastrowid
        assert number is not None
        made.append(JournalPart(number, rest))
    return made
