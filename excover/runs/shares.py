"""Shares of a run for machines that never meet.

Every machine begins with the same search, in slices of a fixed number of nodes, so that all have the same
parts, with the same numbers. They are dealt to the shares by their sizes. What is of another share is *away*.
"""

from __future__ import annotations

import re
from heapq import heapify, heappop, heappush, heapreplace
from typing import NamedTuple

from excover.runs.journal import Journal, PartReport
from excover.runs.journal_file import JournalPart
from excover.runs.run_description import JournalError
from excover.runs.run_search import SliceControl, run_search
from excover.runs.searched_part import RunSearch
from excover.runs.shards import write_shard
from excover.search.part_search import Slice
from excover.search.run import Run

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
