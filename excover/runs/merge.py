"""One journal from those of all shares of a run."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from excover.base.new_file import CannotWrite, NewFile
from excover.base.words import listed
from excover.runs.journal import Journal
from excover.runs.journal_file import create, refuse_existing, relative_folder, sync_folder
from excover.runs.run_description import JournalError
from excover.runs.shares import ShareNumber, make_folder, opened_shard, shard_name, share_number

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
