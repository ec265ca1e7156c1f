"""Changes of a journal that only a forger makes: its seal follows them, and other checks must find them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from excover.runs.journal_file import keep_seal, sealed


def forge(path: Path | str, *statements: str, values: tuple[object, ...] = ()) -> None:
    """Executes SQL statements on a journal."""
    with closing(sqlite3.connect(path)) as database:
        keep_seal(database)
        with sealed(database):
            for statement in statements:
                database.execute(statement, values)
