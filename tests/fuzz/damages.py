"""Random damages of the files that excover writes: what they answer afterwards is right, or an error.

    .venv/bin/python tests/fuzz/damages.py --trials 10000 --seed 1 [--kind journal]

Bytes are changed, cut, put in, zeroed and repeated, blocks exchanged, within a file and between files; files
are deleted, emptied and exchanged; of a journal, rows are deleted, repeated and edited, values exchanged, and
tables dropped. The first wrong answer, and the first exception that is no error of excover's, ends it.
"""

from __future__ import annotations

import argparse
import shutil
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

import fuzz.places  # noqa: F401

# isort: split
from excover.base.errors import ExcoverError
from fuzz.damaged_files import KINDS, DamagedFiles

BLOCKS = 16, 64, 512, 4096
"""The sizes of what is exchanged; a page of SQLite is among them."""


def damage(folder: Path, rng: Random) -> str:
    """Damages one of the files in a folder, and says how."""
    file = rng.choice(sorted(path for path in folder.rglob("*") if path.is_file()))
    with closing(sqlite3.connect(file)) as database:
        is_journal = database_has_tables(database)
    if is_journal and rng.random() < 0.5:
        how = rng.choice(ROWS)
        with closing(sqlite3.connect(file, isolation_level=None)) as database:
            for _ in range(rng.choice([1, 1, 1, 2])):
                with suppress(sqlite3.IntegrityError):  # a value that no column of this type takes
                    how(database, rng)
        return f"{how.__name__} of {file.name}"
    if rng.random() < 0.1:
        change = rng.choice(FILES)
        change(file, rng)
    else:
        change = rng.choice(BYTES)
        file.write_bytes(change(file.read_bytes(), rng))
    return f"{change.__name__} of {file.name}"


def database_has_tables(database: sqlite3.Connection) -> bool:
    with suppress(sqlite3.DatabaseError, UnicodeDecodeError):
        return bool(tables(database))
    return False


# Bytes


def span(data: bytes, rng: Random) -> slice:
    at = rng.randrange(len(data) + 1)
    return slice(at, at + rng.choice([1, 2, 8, *BLOCKS]))


def bytes_changed(data: bytes, rng: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 8]) if data else 0):
        at = rng.randrange(len(data))
        changed[at] = rng.choice([changed[at] ^ 1 << rng.randrange(8), rng.randrange(256), 0, 255])
    return bytes(changed)


def digits_changed(data: bytes, rng: Random) -> bytes:
    """As what is a text, and stays one."""
    places = [at for at, byte in enumerate(data) if 48 <= byte < 58]
    changed = bytearray(data)
    for at in rng.sample(places, min(len(places), rng.randint(1, 3))):
        changed[at] = 48 + rng.randrange(10)
    return bytes(changed)


def bytes_cut(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def bytes_lost(data: bytes, rng: Random) -> bytes:
    lost = span(data, rng)
    return data[: lost.start] + data[lost.stop :]


def bytes_put_in(data: bytes, rng: Random) -> bytes:
    at = rng.choice([len(data), rng.randrange(len(data) + 1)])
    return data[:at] + rng.choice([rng.randbytes(rng.randint(1, 99)), data[span(data, rng)]]) + data[at:]


def bytes_zeroed(data: bytes, rng: Random) -> bytes:
    zeroed = span(data, rng)
    return data[: zeroed.start] + bytes(len(data[zeroed])) + data[zeroed.stop :]


def blocks_exchanged(data: bytes, rng: Random) -> bytes:
    size = rng.choice(BLOCKS)
    blocks = [data[at : at + size] for at in range(0, len(data), size)]
    if len(blocks) > 1:
        first, second = rng.sample(range(len(blocks)), 2)
        blocks[first], blocks[second] = blocks[second], blocks[first]
    return b"".join(blocks)


def block_copied(data: bytes, rng: Random) -> bytes:
    """Over another one."""
    size = rng.choice(BLOCKS)
    blocks = [data[at : at + size] for at in range(0, len(data), size)]
    if blocks:
        blocks[rng.randrange(len(blocks))] = rng.choice(blocks)
    return b"".join(blocks)


BYTES = [
    bytes_changed,
    bytes_changed,
    digits_changed,
    bytes_cut,
    bytes_lost,
    bytes_put_in,
    bytes_zeroed,
    blocks_exchanged,
    block_copied,
]


# Files


def file_deleted(file: Path, _rng: Random) -> None:
    file.unlink()


def file_emptied(file: Path, _rng: Random) -> None:
    file.write_bytes(b"")


def file_exchanged(file: Path, rng: Random) -> None:
    """With one beside it."""
    other = rng.choice(sorted(file.parent.iterdir()))
    if other.is_file():
        content, others = file.read_bytes(), other.read_bytes()
        file.write_bytes(others)
        other.write_bytes(content)


def block_from_another_file(file: Path, rng: Random) -> None:
    other = rng.choice([path for path in sorted(file.parent.iterdir()) if path.is_file()]).read_bytes()
    size = rng.choice(BLOCKS)
    data, at = file.read_bytes(), size * rng.randrange(len(other) // size + 1)
    file.write_bytes(data[:at] + other[at : at + size] + data[at + size :])


FILES = [file_deleted, file_emptied, file_exchanged, block_from_another_file]


# Rows


def tables(database: sqlite3.Connection) -> list[str]:
    rows = database.execute("select name from sqlite_schema where type = 'table' order by name")
    return [name for (name,) in rows]


def filled(database: sqlite3.Connection, rng: Random) -> tuple[str, list[str], list[int]]:
    """A table that has rows, its columns, and the numbers of the rows; mostly that of the parts."""
    numbers = {
        table: [number for (number,) in database.execute(f"select rowid from {table}")]
        for table in tables(database)
    }
    some = [table for table, rows in numbers.items() if rows]
    if not some:
        return "run", ["share"], [1]
    table = "part" if "part" in some and rng.random() < 0.6 else rng.choice(some)
    columns = [name for (name,) in database.execute("select name from pragma_table_info(?)", (table,))]
    return table, columns, numbers[table]


def rows_deleted(database: sqlite3.Connection, rng: Random) -> None:
    table, _, numbers = filled(database, rng)
    lost = rng.sample(numbers, rng.choice([1, 1, 1, len(numbers)]))
    database.executemany(f"delete from {table} where rowid = ?", ((number,) for number in lost))


def row_repeated(database: sqlite3.Connection, rng: Random) -> None:
    table, columns, numbers = filled(database, rng)
    others = ", ".join(name for name in columns if (table, name) not in {("part", "id"), ("shard", "part")})
    database.execute(
        f"insert into {table} ({others}) select {others} from {table} where rowid = ?", (rng.choice(numbers),)
    )


def value_edited(database: sqlite3.Connection, rng: Random) -> None:
    table, columns, numbers = filled(database, rng)
    column, number = rng.choice(columns), rng.choice(numbers)
    ((old,),) = database.execute(f"select {column} from {table} where rowid = ?", (number,)).fetchall() or [
        (0,)
    ]
    values: list[object] = [None, 0, 1, -1, 2**63 - 1, 0.5, "", "x", "1/2", "open", "done", "away", "0x10"]
    if isinstance(old, int | float):
        values += [old + 1, old - 1, -old, 2 * old] * 4
    if isinstance(old, str):
        values += [old[:-1], old + "0", f"../{old}", digits_changed(old.encode(), rng).decode()] * 4
    with suppress(OverflowError):
        database.execute(f"update {table} set {column} = ? where rowid = ?", (rng.choice(values), number))


def values_exchanged(database: sqlite3.Connection, rng: Random) -> None:
    """Of two rows."""
    table, columns, numbers = filled(database, rng)
    column = rng.choice([name for name in columns if name != "id"] or columns)
    first, second = rng.choice(numbers), rng.choice(numbers)
    database.execute(
        f"update {table} set {column} = (select {column} from {table} where rowid = ?1 + ?2 - {table}.rowid)"
        " where rowid in (?1, ?2)",
        (first, second),
    )


def columns_exchanged(database: sqlite3.Connection, rng: Random) -> None:
    table, columns, numbers = filled(database, rng)
    first, second = rng.choice(columns), rng.choice(columns)
    database.execute(
        f"update {table} set {first} = {second}, {second} = {first} where rowid = ?", (rng.choice(numbers),)
    )


def table_dropped(database: sqlite3.Connection, rng: Random) -> None:
    if there := tables(database):
        database.execute(f"drop table {rng.choice(there)}")


ROWS = [
    rows_deleted,
    row_repeated,
    value_edited,
    value_edited,
    value_edited,
    values_exchanged,
    columns_exchanged,
    table_dropped,
]


# Trials


class WrongAnswer(AssertionError):
    """Damaged files answered, and not what they should."""


def trials(kind: str, number: int, seed: int) -> Counter[str]:
    """Damages files of a kind so many times, and each time asks a question; says how often they answered, and
    how often they said what is wrong.
    """
    told: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="excover-damages-") as folder:
        files = KINDS[kind](Path(folder))
        for question, _ in zip(files.questions, copies(files, folder, len(files.questions)), strict=True):
            files.check(question(files.folder), "undamaged")
        for k, _ in enumerate(copies(files, folder, number)):
            rng = Random(f"{kind} {seed} {k}")
            how = f"{kind}, trial {k} of seed {seed}: {damage(files.folder, rng)}"
            told[asked(files, rng.choice(files.questions), how)] += 1
    return told


def copies(files: DamagedFiles, folder: str, number: int) -> Iterator[None]:
    """The files as they were, again and again."""
    kept = shutil.copytree(files.folder, Path(folder) / "kept")
    for _ in range(number):
        shutil.rmtree(files.folder)
        shutil.copytree(kept, files.folder)
        yield
    shutil.rmtree(files.folder)
    kept.rename(files.folder)


def asked(files: DamagedFiles, question: Callable[[Path], object], how: str) -> str:
    try:
        answer = question(files.folder)
    except (ExcoverError, OSError):
        return "refused"
    except Exception as fault:
        raise WrongAnswer(f"{how}: {type(fault).__name__}: {fault}") from fault
    files.check(answer, how)
    return "answered"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--trials", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, action="append")
    wanted = parser.parse_args()
    for kind in wanted.kind or KINDS:
        print(f"{kind}: {dict(trials(kind, wanted.trials, wanted.seed))}", flush=True)


if __name__ == "__main__":
    main()
