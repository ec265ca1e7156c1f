"""The file of a journal: its tables, its seal, how it is made, what may not be one, and what makes one
unsound.

docs/runs.md describes the tables.

The seal of a journal: the sum of the digests of all rows, which shows whether any was lost or changed.

>>> database = sqlite3.connect(":memory:")
>>> _ = database.executescript("create table part (n integer) strict; create table seal (sum text) strict")
>>> keep_seal(database)
>>> with sealed(database):
...     _ = database.executemany("insert into part values (?)", [(1,), (2,), (3,)])
>>> is_sealed(database)
True
>>> with sealed(database):
...     _ = database.execute("update part set n = 5 where n = 2")
>>> is_sealed(database)
True
>>> _ = database.execute("drop trigger part_delete")
>>> with sealed(database):
...     _ = database.execute("delete from part where n = 3")
>>> is_sealed(database)
False

Since it is a sum, a change of one row changes it without a look at the others. Triggers note the rows that
come and go, and the end of the transaction adds them up, so that whoever changes a row need not think of it.
They belong to the connection: another program that changes the file breaks the seal. They call no Python:
SQLite would make an error of its own of what a signal raises there.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from excover.base.errors import CannotWrite
from excover.runs.run_description import JournalError, RunDescription
from excover.search.part_search import NO_OPTION, ROOT, GuidingPath

MODULUS = 2**128


def keep_seal(database: sqlite3.Connection) -> None:
    """From now on, the seal follows what happens in `sealed`; begins it if there is none."""
    for table, columns in _tables(database).items():
        note = f"moved_{table}"
        database.execute(f"create temp table {note} as select 0 as sign, rowid, * from {table} where 0")
        gone, there = (
            f"insert into {note} values ({sign}, {', '.join(f'{row}.{c}' for c in ['rowid', *columns])});"
            for sign, row in ((-1, "old"), (1, "new"))
        )
        for event, notes in [("insert", there), ("delete", gone), ("update", gone + there)]:
            database.execute(
                f"create temp trigger {table}_{event} after {event} on main.{table} begin {notes} end"
            )
    if database.execute("select count(*) from seal").fetchone() == (0,):
        database.execute("insert into seal values ('0')")


@contextmanager
def sealed(database: sqlite3.Connection) -> Iterator[None]:
    """A transaction, at whose end the seal is that of the rows."""
    with database:
        yield
        moved = 0
        for table in _tables(database):
            for sign, *row in database.execute(f"select * from moved_{table}"):
                moved += sign * _digest(table, *row)
            database.execute(f"delete from moved_{table}")
        ((total,),) = database.execute("select sum from seal").fetchall()
        database.execute("update seal set sum = ?", (f"{(int(total, 16) + moved) % MODULUS:x}",))


def is_sealed(database: sqlite3.Connection) -> bool:
    """Whether the rows are those to which the seal belongs."""
    total = sum(
        _digest(table, *row)
        for table in _tables(database)
        for row in database.execute(f"select rowid, * from {table}")
    )
    return database.execute("select sum from seal").fetchall() == [(f"{total % MODULUS:x}",)]


def _tables(database: sqlite3.Connection) -> dict[str, list[str]]:
    """The columns of each table but that of the seal."""
    names = database.execute(
        "select name from sqlite_schema where type = 'table' and name <> 'seal' order by name"
    )
    return {
        name: [column for (column,) in database.execute("select name from pragma_table_info(?)", (name,))]
        for (name,) in names.fetchall()
    }


def _digest(*row: object) -> int:
    return int.from_bytes(sha256(repr(row).encode()).digest()[:16])


FORMAT = 5
"""The version of the tables; SQLite's ``user_version``."""
APPLICATION = 0x78636A6C
"""SQLite's ``application_id``: `xcjl`."""

SCARCE = 4 * 10**6
"""Bytes: the log of a journal may grow by as much before it is written into the file."""

TABLES = """
create table run (
    description text not null,     -- the description, its imports, settings and givens, the question; JSON
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
    count any,                 -- of the solutions found in it, its rests excepted; from 2^63 on a text, 0x...
    nodes integer,             -- visited in it, its rests excepted
    rests integer,             -- how many parts it gave away
    seconds real,
    worker text,
    ended real,                -- seconds since 1970
    bound integer              -- no solution in it or its rests costs less (to maximize: more)
) strict;
create table shard (
    part integer primary key,
    file text not null,        -- in the folder of the run
    digest text not null       -- SHA-256 of the file
) strict;
create table incumbent (       -- solutions each of which is better than all before
    cost integer not null,
    part integer not null,     -- in which it was found
    solution text not null,    -- JSON, as in the lines of shards
    found real not null        -- seconds since 1970
) strict;
create table seal (
    sum text not null          -- of the digests of all other rows (`journal_seal`)
) strict;
"""


class JournalPart(NamedTuple):
    """An open part, by its number in the journal."""

    number: int
    rest: GuidingPath
    bound: int | None = None


def refuse_existing(path: Path) -> None:
    """Raises JournalError if there is a file of that name, since a journal is never overwritten, or it is no
    name of a file.
    """
    if str(path) in ("", ".", "-") or path.is_dir():
        raise JournalError(f"a journal cannot be `{path}`: give the name of a new file")
    if os.path.lexists(path):
        raise JournalError(
            f"there is a file `{path}` already; `excover resume {path}` continues a run, with the description"
            " as it was when that began"
        )


def refuse_links(path: Path) -> None:
    """Raises JournalError if the file has a second name: SQLite's log and our lock belong to a name
    (https://www.sqlite.org/howtocorrupt.html, section 2.5). A name that `create` had no time to remove is
    removed.
    """
    status = os.stat(path)
    if status.st_nlink == 1:
        return
    left_over = [
        beside for beside in path.parent.glob(".excover-*") if os.path.samestat(status, os.lstat(beside))
    ]
    if status.st_nlink > 1 + len(left_over):
        raise JournalError(
            f"`{path}` has {status.st_nlink} names (hard links), by which two processes could work on it at"
            " once: remove the others, or copy the file"
        )
    for beside in left_over:
        beside.unlink(missing_ok=True)


def create(path: Path, description: RunDescription, folder: str = "", share: str = "1/1") -> None:
    """A new journal, whole or not at all. Raises JournalError if there is such a file, CannotWrite if it
    cannot be written.
    """
    refuse_existing(path)
    beside = path.with_name(f".excover-{os.urandom(8).hex()}")
    try:
        beside.touch(exist_ok=False)  # SQLite would not report why it cannot
        with closing(database_of(beside)) as database:
            database.executescript(
                f"pragma user_version={FORMAT}; pragma application_id={APPLICATION}; {TABLES}"
            )
            keep_seal(database)
            whole = 1 if share == "1/1" else None
            with sealed(database):
                database.execute(
                    "insert into run values (?, ?, ?, ?, ?)",
                    (description.as_text(), folder, share, whole, time.time()),
                )
                add_parts(database, 0, [ROOT])
        os.link(beside, path)  # a journal that is there already stays
        sync_folder(path.parent)
    except FileExistsError:
        refuse_existing(path)
        raise
    except OSError as wrong:
        raise CannotWrite(wrong.errno, wrong.strerror, str(path)) from None
    except sqlite3.Error as wrong:
        raise CannotWrite(0, f"SQLite: {wrong}{scarce_room(path)}", str(path)) from None
    finally:
        with suppress(OSError):  # where nothing can be written, nothing can be removed either
            beside.unlink()


def relative_folder(folder: Path, journal: Path) -> str:
    """The folder of the solutions, as a journal names it: where links lead to, for `..` behind a link is not
    the folder of the link.
    """
    return os.path.relpath(folder.resolve(), journal.parent.resolve())


def scarce_room(path: Path) -> str:
    """How many bytes are left on the disk of a file, as the end of a sentence; empty if there are enough.

    SQLite calls a full disk an error of the disk when its shared memory cannot grow.
    """
    with suppress(OSError):
        left = shutil.disk_usage(path.parent).free
        if left < SCARCE:
            return f"; the disk has {left:,} bytes left"
    return ""


def sync_folder(folder: Path) -> None:
    """Makes the names in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def database_of(path: Path, read_only: bool = False) -> sqlite3.Connection:
    """The open SQLite file. Whoever has it may pass it on to another thread, as a stream does."""
    mode = "ro" if read_only else "rwc"
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=30, check_same_thread=False
    )


def count_cell(count: int) -> int | str:
    """A number of solutions as the table of parts has it. Numbers of SQLite have 64 bits.

    >>> count_cell(520), count_cell(2**64)
    (520, '0x10000000000000000')
    """
    return count if count < 2**63 else hex(count)


def cell_count(cell: object) -> int:
    """The inverse of `count_cell`. Raises JournalError.

    >>> cell_count("0x10000000000000000") == 2**64
    True
    """
    try:
        return int(str(cell), 0)
    except ValueError:
        raise JournalError(f"the journal is damaged: `{cell}` is not a number of solutions") from None


def part_path(text: str) -> tuple[int, ...]:
    """The path of a part, as its table has it. Raises JournalError."""
    try:
        return tuple(NO_OPTION if step == "-" else int(step) for step in text.split())
    except ValueError:
        raise JournalError(f"the journal is damaged: `{text}` is not a path") from None


def add_parts(
    database: sqlite3.Connection, parent: int, rests: Iterable[GuidingPath], bound: int | None = None
) -> list[JournalPart]:
    """Adds open parts that another one has given away."""
    made = []
    for rest in rests:
        path = " ".join("-" if option == NO_OPTION else str(option) for option in rest.path)
        number = database.execute(
            "insert into part (parent, path, size, state, bound) values (?, ?, ?, 'open', ?)",
            (parent, path, rest.share, bound),
        ).lastrowid
        assert number is not None
        made.append(JournalPart(number, rest, bound))
    return made


# What makes a journal unsound, so that none of its numbers may be believed.
#
# The seal shows that anything befell a file; the other checks show what, and to which part. They are the
# cheap half of `excover verify`, which besides follows the paths of the parts and searches some of them
# again.

MOST_FAULTS = 20
"""How many are listed; a journal with more is no better known for it."""

FAULTS = {
    "it does not state what the run is about": "select 1 where (select count(*) from run) <> 1",
    "the parts do not begin with the whole tree": """
        select 1 where not exists (select 1 from part where id = 1 and parent = 0 and path = '')
    """,
    "part {} is `{}`, which no part of the share {} can be": """
        select id, part.state, share from part, run
        where state not in ('open', 'done') and (state <> 'away' or share = '1/1')
    """,
    "part {} is {}, but lacks some of its numbers, or has others": """
        select id, state from part
        where typeof(count) not in ('integer', 'text', 'null') or count < 0 or nodes < 0 or rests < 0
        or seconds < 0 or state = 'done' and (count is null or nodes is null or rests is null
            or seconds is null or worker is null or ended is null)
        or state = 'open' and coalesce(count, nodes, rests, seconds) is not null
        or state = 'away' and count <> 0
    """,
    "part {} comes from part {}, which is not done": """
        select rest.id, rest.parent from part as rest left join part on part.id = rest.parent
        where rest.id <> 1 and (part.id is null or part.id >= rest.id or part.state = 'open')
    """,
    "part {} gave away {}; in the journal: {}": """
        select part.id, coalesce(part.rests, 0) || iif(part.rests = 1, ' part', ' parts'), count(rest.id)
        from part left join part as rest on rest.parent = part.id
        group by part.id having count(rest.id) <> coalesce(part.rests, 0)
    """,
    "its parts are not those of the share {}": """
        select share from run, part where share <> '1/1' and divided is not null and id = 1
        and ((share like '1/%') = (state = 'away')
            or exists (select 1 from part as rest where rest.parent = 1 and rest.id > divided))
    """,
    "`{}` is no file of part {}": """
        select file, shard.part from shard left join part on part.id = shard.part
        where coalesce(state, '') <> 'done' or digest glob '*[^0-9a-f]*'
        or file not glob printf('part-%08d-%s.*', shard.part, substr(digest, 1, 16))
        or substr(file, instr(file, '.') + 1) not in ('jsonl', 'parquet', 'proof')
    """,
}
"""Queries that find nothing in a sound journal, and what their rows mean."""


class DamagedJournal(JournalError):
    """A journal that lost something, or was changed, with all that is wrong."""

    def __init__(self, path: Path, faults: Sequence[str]) -> None:
        super().__init__(
            f"`{path}` is damaged: {faults[0]}; put an earlier copy of it back, or begin the run anew"
        )
        self.path, self.faults = path, list(faults)

    def __reduce__(self) -> tuple[type[DamagedJournal], tuple[Path, list[str]]]:
        return DamagedJournal, (self.path, self.faults)


def journal_faults(database: sqlite3.Connection) -> Iterator[str]:
    """Raises sqlite3.Error if the file cannot be read."""
    for (answer,) in database.execute("pragma quick_check"):
        if answer != "ok":
            yield f"SQLite finds `{answer}`"
    for fault, query in FAULTS.items():
        yield from (fault.format(*row) for row in database.execute(query))
    if not is_sealed(database):
        yield "rows were lost or changed, for their digests are not those of its seal"
