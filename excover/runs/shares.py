"""Shares of a run for machines that never meet.

Every machine begins with the same search, in slices of a fixed number of nodes, so that all have the same
parts, with the same numbers. They are dealt to the shares by their sizes. What is of another share is *away*.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from excover.runs.charter import JournalError
from excover.runs.journal import Journal, JournalPart, PartReport
from excover.runs.shards import write_shard
from excover.runs.workbench import Workbench
from excover.solve.part_search import Slice

PARTS = 64
"""Of each share, at least: their sizes are guesses, so that a share should have many."""
NODES = 500
"""Of a slice."""
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
    return ShareNumber(int(found[1]), int(found[2]))


def take_share(journal: Journal) -> None:
    """Divides the tree of a journal, as all journals of the run do, and sends away what is not of its share.

    What is found on the way belongs to the first share. A division that was interrupted goes on.
    """
    share = share_number(journal.share)
    bench = Workbench(journal.charter)
    while True:
        parts, searched = journal.open_parts(), journal.tally().searched
        if not parts or len(parts) >= PARTS * share.of or searched >= ROUNDS * share.of:
            break
        journal.record([_searched(journal, bench, parts[0], share)])
    loads = [0.0] * share.of
    away = []
    for part in parts:
        taker = loads.index(min(loads))
        loads[taker] += part.rest.share
        if taker + 1 != share.number:
            away.append(part.number)
    journal.divide(away)


def _searched(journal: Journal, bench: Workbench, part: JournalPart, share: ShareNumber) -> PartReport:
    found = bench.work(part.rest, Slice(nodes=NODES))
    if share.number != 1:
        return PartReport(part.number, "1", 0, 0, 0.0, found.rests, is_away=True)
    shard = None
    if found.lines and journal.folder:
        shard = write_shard(journal.folder, part.number, found.lines)
    return PartReport(part.number, "0", found.count, found.nodes, found.seconds, found.rests, shard)
