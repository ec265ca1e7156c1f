"""The seal of a journal: the sum of the digests of all rows, which tells whether any was lost or changed.

>>> database = sqlite3.connect(":memory:")
>>> _ = database.executescript("create table part (n integer) strict; create table seal (sum text) strict")
>>> keep_seal(database)
>>> _ = database.executemany("insert into part values (?)", [(1,), (2,), (3,)])
>>> is_sealed(database)
True
>>> with database:
...     _ = database.execute("update part set n = 5 where n = 2")
>>> is_sealed(database)
True
>>> _ = database.execute("drop trigger part_delete")
>>> _ = database.execute("delete from part where n = 3")
>>> is_sealed(database)
False

Since it is a sum, a change of one row changes it without a look at the others. Triggers do that, within the
transaction of the change, so that whoever changes a row need not think of it. They belong to the connection:
another program that changes the file breaks the seal.
"""

from __future__ import annotations

import sqlite3
from hashlib import sha256

MODULUS = 2**128


def keep_seal(database: sqlite3.Connection) -> None:
    """From now on, the seal follows every change by this connection; begins it if there is none."""
    database.create_function("moved", -1, _moved, deterministic=True)
    if database.execute("select count(*) from seal").fetchone() == (0,):
        database.execute("insert into seal values ('0')")
    for table, columns in _tables(database).items():
        gone, there = (
            f"'{table}', {row}.rowid, {', '.join(f'{row}.{column}' for column in columns)}"
            for row in ("old", "new")
        )
        for event, sum_ in [
            ("insert", f"moved(sum, 1, {there})"),
            ("delete", f"moved(sum, -1, {gone})"),
            ("update", f"moved(moved(sum, -1, {gone}), 1, {there})"),
        ]:
            database.execute(
                f"create temp trigger {table}_{event} after {event} on main.{table}"
                f" begin update seal set sum = {sum_}; end"
            )


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


def _moved(seal: str, sign: int, *row: object) -> str:
    """The seal after a row came or, with the sign -1, went."""
    return f"{(int(seal, 16) + sign * _digest(*row)) % MODULUS:x}"


def _digest(*row: object) -> int:
    return int.from_bytes(sha256(repr(row).encode()).digest()[:16])
