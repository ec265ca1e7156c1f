r"""Shares of a run for machines that never meet.

Every machine begins with the same search, in slices of a fixed number of nodes, so that all have the same
parts, with the same numbers. They are dealt to the shares by their sizes. What is of another share is *away*.

The files with the solutions of a run, or its certificates, one for each part that has any.

>>> import tempfile
>>> folder = Path(tempfile.mkdtemp())
>>> name, digest = write_shard(folder, 7, b'{"options": []}\n', "jsonl")
>>> name, delete_orphans(folder, {}), list(folder.iterdir())
('part-00000007-0ea1840c237ddba4.jsonl', 1, [])

A file is written whole and made durable under a name that contains its part and its digest, before the part
is marked in the journal. After a crash between the two, the file belongs to no part, and `delete_orphans`
deletes it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container, Iterator
from contextlib import ExitStack, contextmanager
from heapq import heapify, heappop, heappush, heapreplace
from pathlib import Path
from typing import BinaryIO, NamedTuple

from excover.base.new_file import CannotWrite, NewFile
from excover.runs.journal import Journal, PartReport
from excover.runs.journal_file import JournalPart, sync_folder
from excover.runs.run_description import JournalError
from excover.runs.run_search import SliceControl, run_search
from excover.runs.shard_forms import FORM_NAMES, FormName, RunSearch
from excover.search.part_search import Slice
from excover.search.run import Run

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


@contextmanager
def opened_shard(file: Path, digest: str) -> Iterator[BinaryIO]:
    """What was written into the file of a part, to be read. Raises JournalError if that cannot be read."""
    with ExitStack() as stack:
        try:
            content = stack.enter_context(file.open("rb"))
            found = hashlib.file_digest(content, "sha256").hexdigest()
            content.seek(0)
        except OSError as wrong:
            raise JournalError(f"`{file}` cannot be read: {wrong.strerror}") from None
        if found != digest:
            raise JournalError(f"`{file}` was changed since it was written: its digest is another one")
        yield content


PARTS = 64
"""Of each share, at least: their sizes are guesses, so that a share should have many."""
NODES = 500
"""Of a slice."""
MOST_SHARES = 1000
"""Every machine makes all parts of the division, those of the other shares as well."""
ROUNDS = 100
"""Slices for a part of a share, at most: a tree may be thin."""


class ShareNumber(NamedTuple):
    """The share ``number``, from 1, of ``of``.

    >>> share_number("2/4")
    ShareNumber(number=2, of=4)
    >>> str(share_number("2/4"))
    '2/4'
    """

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


def share_number(text: str) -> ShareNumber:
    """Raises JournalError."""
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text, re.ASCII)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise JournalError(f"`{text}` is not a share: write K/N, such as 1/4 for the first of four")
    if int(found[2]) > MOST_SHARES:
        raise JournalError(f"`{text}`: a run has at most {MOST_SHARES:,} shares")
    return ShareNumber(int(found[1]), int(found[2]))


def take_share(journal: Journal, run: Run) -> bool:
    """Divides the tree of a journal, as all journals of the run do, and sends away what is not of its share.

    What is found on the way belongs to the first share. Returns false if the run ends first: a division that
    was interrupted goes on.
    """
    share = share_number(journal.share)
    search = run_search(journal.description)
    searched = journal.tally().searched
    parts = [(-part.rest.share, part.number, part) for part in journal.open_parts()]
    heapify(parts)
    while parts and len(parts) < PARTS * share.of and searched < ROUNDS * share.of:
        if run.stopped_by:
            return False
        for part in journal.record([_searched(journal, search, heappop(parts)[2], share)]):
            heappush(parts, (-part.rest.share, part.number, part))
        searched += 1
    loads = [(0.0, number) for number in range(1, share.of + 1)]
    away = []
    for _, number, part in sorted(parts):
        load, taker = loads[0]
        heapreplace(loads, (load + part.rest.share, taker))
        if taker != share.number:
            away.append(number)
    journal.divide(away)
    return True


def _searched(journal: Journal, search: RunSearch, part: JournalPart, share: ShareNumber) -> PartReport:
    found = search.search(part.rest, Slice(nodes=NODES), SliceControl())
    if share.number != 1:
        return PartReport(part.number, "1", 0, 0, 0.0, found.rests, is_away=True)
    shard = None
    if found.content and journal.folder:
        shard = write_shard(journal.folder, part.number, found.content, journal.description.form)
    return PartReport(part.number, "0", found.count, found.nodes, found.seconds, found.rests, shard)
