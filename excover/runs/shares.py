r"""Shares of a run for machines that never meet, and one journal from those of all shares.

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
import os
import re
import shutil
from collections.abc import Container, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from heapq import heapify, heappop, heappush, heapreplace
from pathlib import Path
from typing import BinaryIO, NamedTuple

from excover.base.errors import CannotWrite
from excover.base.new_file import NewFile
from excover.base.words import listed
from excover.runs.journal import Journal, PartReport
from excover.runs.journal_file import JournalPart, create, refuse_existing, relative_folder, sync_folder
from excover.runs.run_description import FORM_NAMES, FormName, JournalError, RunSearch
from excover.runs.run_search import SliceControl, run_search
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


MEND = "put a copy of it back, or begin the run anew"


@contextmanager
def opened_shard(file: Path, digest: str) -> Iterator[BinaryIO]:
    """What was written into the file of a part, to be read. Raises JournalError if that cannot be read."""
    with ExitStack() as stack:
        try:
            content = stack.enter_context(file.open("rb"))
            found = hashlib.file_digest(content, "sha256").hexdigest()
            content.seek(0)
        except OSError as wrong:
            raise JournalError(f"`{file}` cannot be read: {wrong.strerror}; {MEND}") from None
        if found != digest:
            raise JournalError(
                f"`{file}` was changed since it was written: its digest is another one; {MEND}"
            )
        yield content


def check_shards(journal: Journal) -> None:
    """Raises JournalError if a file of the run is gone or was changed. Files of a run that is not complete
    are not read, for how far it is may be asked every second.
    """
    is_complete = journal.tally().is_complete
    for name, digest in journal.shards().items():
        file = (journal.folder or Path()) / name
        if is_complete or not file.is_file():
            with opened_shard(file, digest):
                pass


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


# One journal from those of all shares of a run.

COLUMNS = "parent, path, size, state, count, nodes, rests, seconds, {} || worker, ended, bound"
"""Of a part; what is before the name of its worker is left open: machines that never meet use the same."""


def merge(paths: Sequence[Path], into: Path, folder: Path | None) -> None:
    """Makes the journal ``into`` of the whole run from those of its shares, and copies their files of
    solutions, or certificates, into ``folder``.

    The journals may be incomplete: the new one can be resumed. Raises JournalError if they are not those of
    all shares of one run, each once, or a folder is missing or superfluous; CannotWrite.
    """
    with ExitStack() as stack:
        journals = [stack.enter_context(Journal(path, read_only=True)) for path in paths]
        journals = _of_one_run(journals)
        if (journals[0].folder is None) != (folder is None):
            raise JournalError(
                "-o DIR is for runs that write files, of solutions or certificates, and needed for them"
            )
        merging = _Merging(_check_alike(journals), folder)
        refuse_existing(into)
        beside = into.with_name(f".excover-{os.urandom(8).hex()}")
        try:
            if folder:
                make_folder(folder)
            create(beside, journals[0].description, relative_folder(folder, into) if folder else "")
            for journal in journals:
                merging.add(journal)
            merging.check()
            with Journal(beside) as merged:
                merged.fill(merging.parts.values(), merging.shards)
            if folder:
                sync_folder(folder)  # the files are durable before the journal that names them
            os.link(beside, into)
            merging.keep()
            sync_folder(into.parent)
        except OSError as wrong:
            named = wrong.filename or beside
            raise CannotWrite(
                wrong.errno, wrong.strerror, str(into if named == str(beside) else named)
            ) from None
        finally:
            merging.discard()
            with suppress(OSError):
                beside.unlink()


def _of_one_run(journals: Sequence[Journal]) -> list[Journal]:
    """The journals in the order of their shares."""
    first = journals[0]
    if first.description.question not in ("count", "all"):
        raise JournalError(f"`{first.path}` has no shares: only runs that count or list solutions do")
    for journal in journals[1:]:
        if difference := first.description.difference(journal.description):
            raise JournalError(
                f"`{first.path}` and `{journal.path}` are of different runs, which differ in: {difference}"
            )
    shares: dict[ShareNumber, Journal] = {}
    number = share_number(first.share).of
    for journal in journals:
        share = share_number(journal.share)
        if share.of != number:
            have = f"`{first.path}` has {_in_words(first)}, and `{journal.path}` {_in_words(journal)}"
            raise JournalError(f"{have}: give the shares of one division")
        if other := shares.get(share):
            raise JournalError(f"`{other.path}` and `{journal.path}` both have {_in_words(journal)}")
        shares[share] = journal
    wanted = (ShareNumber(k, number) for k in range(1, number + 1))
    if missing := [str(share) for share in wanted if share not in shares]:
        raise JournalError(f"no journal has {listed(missing, 'or')} of the shares: give all, complete or not")
    return [journal for _, journal in sorted(shares.items(), key=lambda pair: pair[0])]


def _in_words(journal: Journal) -> str:
    """What it has of its run."""
    return "the whole run" if journal.share == "1/1" else f"share {journal.share}"


def _check_alike(journals: Sequence[Journal]) -> int:
    """The last part of the division, if all journals have divided the tree alike."""
    for journal in journals:
        if journal.divided is None:
            raise JournalError(f"`{journal.path}` was not yet divided: `excover resume {journal.path}`")
    first = journals[0].divided
    assert first is not None
    query = f"select id, parent, path, size from part where id <= {first} order by id"
    for journal in journals[1:]:
        if journal.divided != first or journal.rows(query) != journals[0].rows(query):
            raise JournalError(f"`{journal.path}` has divided the tree in another way than the others")
    return first


class _Merging:
    """The rows of the new journal; those behind the division get new numbers."""

    def __init__(self, divided: int, folder: Path | None) -> None:
        self._divided, self._folder = divided, folder
        self._next = divided + 1
        self.parts: dict[int, tuple[object, ...]] = {}
        self.shards: list[tuple[object, ...]] = []
        self._copies: list[Path] = []

    def add(self, journal: Journal) -> None:
        """Raises JournalError if a file is not the recorded one, CannotWrite."""
        numbers: dict[int, int] = {}
        machine = "''" if journal.share == "1/1" else f"'{share_number(journal.share)}:'"
        columns = COLUMNS.format(machine)
        for row in journal.rows(f"select id, {columns} from part where state <> 'away' order by id"):
            number, parent = int(str(row[0])), int(str(row[1]))
            if number > self._divided:
                numbers[number], self._next = self._next, self._next + 1
            new = numbers.get(number, number)
            if new in self.parts:
                raise JournalError(f"`{journal.path}` has a part that another journal has, too: part {new}")
            self.parts[new] = (new, numbers.get(parent, parent), *row[2:])
        for row in journal.rows("select part, file, digest from shard order by part"):
            part, digest = int(str(row[0])), str(row[2])
            part = numbers.get(part, part)
            self.shards.append((part, self._copied(journal, str(row[1]), digest, part), digest))

    def check(self) -> None:
        """Raises JournalError if a part of the division is in none of the journals."""
        for number in range(1, self._divided + 1):
            if number not in self.parts:
                raise JournalError(f"none of these journals has part {number}: one of them was changed")

    def _copied(self, journal: Journal, name: str, digest: str, part: int) -> str:
        if journal.folder is None or self._folder is None:
            raise JournalError(f"`{journal.path}` is damaged: it has files, and no folder for them")
        copy = shard_name(part, digest, journal.description.form)
        with opened_shard(journal.folder / name, digest) as content:
            self._copies.append(self._folder / copy)
            with NewFile(self._copies[-1]) as new, new.opened() as stream:
                shutil.copyfileobj(content, stream)
        return copy

    def keep(self) -> None:
        """The copies belong to a journal now."""
        self._copies.clear()

    def discard(self) -> None:
        """Deletes the copies, which would be in the way of another try."""
        for copy in self._copies:
            with suppress(OSError):
                copy.unlink()
