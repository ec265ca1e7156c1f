"""Checks the journal of a run: that its parts are a partition of the tree, and that their numbers are right.

An open journal is sound (`journal_faults`): each part was given away by one that is done. The checks here
share no code with the search. They are in the order of their cost:

- The parts: those that one part has given away lie in it, and no two overlap; and each path takes branches
  that its nodes have in the matrix (`TreeWalk`).
- The files, where there are some: solutions (`audit_listing`), or certificates (`audit_proof`).
- A random sample of parts, counted again by another engine (`audit_counts`).

Of a search for the best solution, and of puzzles, `audit_best` and `audit_puzzles` check other things.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import BinaryIO, TypeAlias

from excover.base.words import plural
from excover.runs.audit_best import check_best
from excover.runs.audit_counts import count_again
from excover.runs.audit_listing import check_listing
from excover.runs.audit_proof import check_certificates
from excover.runs.audit_puzzles import check_puzzles
from excover.runs.audited_parts import Audit, AuditedPart, JournalAudit
from excover.runs.journal import Journal
from excover.search.run import Run

__all__ = ["Audit", "audit"]

PartPath: TypeAlias = tuple[int, ...]
LiesIn: TypeAlias = Callable[[PartPath, PartPath], bool]


def audit(journal: Journal, sample: int, seed: int, run: Run, certificate: BinaryIO | None = None) -> Audit:
    """Checks a journal that is open. ``sample``: how many parts are searched again. ``certificate``: where
    that of the whole run is written, which is one if no fault is found; `require_certificates` says whether
    there can be one.

    Raises JournalError if the file or the description is damaged, Unfinished if the run ends first.
    """
    asked = JournalAudit(journal, journal.description.compiled(), sample, seed, run.started(), certificate)
    asked.checked("the description gives the recorded matrix")
    if journal.description.question == "best":
        check_best(asked)
    elif journal.description.question == "puzzles":
        check_puzzles(asked)
    else:
        _check_count(asked)
    return asked.found


def _check_count(asked: JournalAudit) -> None:
    _check_parts(asked)
    if asked.journal.description.form == "proof":
        check_certificates(asked)
    elif asked.journal.folder:
        check_listing(asked)
    if asked.walk and not asked.found.faults:
        count_again(asked)


def _check_parts(asked: JournalAudit) -> None:
    parts = asked.parts
    has_trees = asked.journal.description.form == "proof"
    overlapping = _overlapping_trees if has_trees else _overlapping
    given: dict[int, list[AuditedPart]] = defaultdict(list)
    for part in parts.values():
        asked.run.check()
        asked.run.report("parts", part.number, len(parts))
        given[part.parent].append(part)
        if part.parent:
            _check_place(asked, part, _lies_below if has_trees else _lies_in)
    for part in parts.values():
        for rest in overlapping(given[part.number]):
            asked.fault(f"part {rest.number} overlaps another one that part {part.number} gave away")
    done = sum(part.state == "done" for part in parts.values())
    how = (
        "" if asked.walk else ", but their paths were not followed, since items may be covered several times"
    )
    asked.checked(f"{plural(len(parts), 'part')} of which {done:,} are done do not overlap{how}")


def _check_place(asked: JournalAudit, part: AuditedPart, lies_in: LiesIn) -> None:
    if not lies_in(part.path, asked.parts[part.parent].path):
        asked.fault(f"part {part.number} is no part of part {part.parent}, which gave it away")
    elif asked.walk and not asked.walk.is_path(part.path):
        asked.fault(f"the path of part {part.number} is none of the tree")


def _lies_in(path: PartPath, outer: PartPath) -> bool:
    """Whether the part of a path lies in that of another: it passes its node by a later branch."""
    if not outer:
        return True
    base = len(outer) - 1
    return len(path) > base and path[:base] == outer[:base] and path[base] > outer[base]


def _overlapping(rests: Sequence[AuditedPart]) -> Iterator[AuditedPart]:
    """Those that do not lie inside the branch behind which the one before begins."""
    for before, rest in pairwise(rests):
        if len(rest.path) <= len(before.path) or rest.path[: len(before.path)] != before.path:
            yield rest


def _lies_below(path: PartPath, outer: PartPath) -> bool:
    """Where parts are whole trees: whether one has the root of another in it, and is not the same."""
    return len(path) > len(outer) and path[: len(outer)] == outer


def _overlapping_trees(rests: Sequence[AuditedPart]) -> Iterator[AuditedPart]:
    """Where parts are whole trees: those that lie in another one, behind which they come in order."""
    for before, rest in pairwise(sorted(rests, key=lambda part: part.path)):
        if rest.path[: len(before.path)] == before.path:
            yield rest
