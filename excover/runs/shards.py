"""The files with the solutions of a run, or its certificates, one for each part that has any.

>>> import tempfile
>>> folder = Path(tempfile.mkdtemp())
>>> name, digest = write_shard(folder, 7, b'{"options": []}\\n', "jsonl")
>>> name, delete_orphans(folder, {}), list(folder.iterdir())
('part-00000007-0ea1840c237ddba4.jsonl', 1, [])

A file is written whole and made durable under a name that contains its part and its digest, before the part
is marked in the journal. After a crash between the two, the file belongs to no part, and `delete_orphans`
deletes it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container
from pathlib import Path

from excover.base.new_file import CannotWrite, NewFile
from excover.runs.journal_file import sync_folder
from excover.runs.run_description import JournalError
from excover.runs.shard_forms import FORM_NAMES, FormName

OWN = re.compile(rf"part-\d{{8,}}-[0-9a-f]{{16}}\.({'|'.join(FORM_NAMES)})|\.excover-[0-9a-f]{{16}}")
"""The names of shards, and of files that were not finished."""


def write_shard(folder: Path, part: int, content: bytes, form: FormName) -> tuple[str, str]:
    """Writes the file of a part; returns the name of the file and its digest. Raises CannotWrite."""
    digest = hashlib.sha256(content).hexdigest()
    name = shard_name(part, digest, form)
    with NewFile(folder / name) as file:
        file.write(content)
    sync_folder(folder)
    return name, digest


def shard_name(part: int, digest: str, form: FormName) -> str:
    """The name of the file of a part."""
    return f"part-{part:08d}-{digest[:16]}.{form}"


def make_folder(folder: Path) -> None:
    """Makes the folder if it is not there. Raises CannotWrite if it fails, or has shards of another run."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        sync_folder(folder.parent)
        there = [path.name for path in folder.iterdir() if OWN.fullmatch(path.name)]
    except OSError as wrong:
        raise CannotWrite(wrong.errno, wrong.strerror, str(folder)) from None
    if there:
        raise CannotWrite(0, f"it has files of a run, such as `{there[0]}`; name another folder", str(folder))


def delete_orphans(folder: Path, known: Container[str]) -> int:
    """Deletes the files that belong to no part, and returns how many they were. Raises CannotWrite."""
    try:
        orphans = [path for path in folder.iterdir() if OWN.fullmatch(path.name) and path.name not in known]
        for path in orphans:
            path.unlink()
    except OSError as wrong:
        raise CannotWrite(wrong.errno, wrong.strerror, str(folder)) from None
    return len(orphans)


def read_shard(file: Path, digest: str) -> bytes:
    """What was written into the file of a part. Raises JournalError if that cannot be read."""
    try:
        content = file.read_bytes()
    except OSError as wrong:
        raise JournalError(f"`{file}` cannot be read: {wrong.strerror}") from None
    if hashlib.sha256(content).hexdigest() != digest:
        raise JournalError(f"`{file}` was changed since it was written: its digest is another one")
    return content
