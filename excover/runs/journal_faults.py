"""What makes a journal unsound, so that none of its numbers may be believed.

The seal shows that anything befell a file; the other checks show what, and to which part. They are the cheap
half of `excover verify`, which besides follows the paths of the parts and searches some of them again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from excover.runs.journal_file import is_sealed
from excover.runs.run_description import JournalError

MOST_FAULTS = 20
"""How many are listed; a journal with more is no better known for it."""

FAULTS = {
    "it does not say what the run is about": "select 1 where (select count(*) from run) <> 1",
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
        super().__init__(f"`{path}` is damaged: {faults[0]}; go on with a copy of it, or begin the run anew")
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
