"""The parts of a journal as a check of it reads them, and what the check has found."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import BinaryIO, NamedTuple, TypeVar

from excover.problem.problem import Problem
from excover.runs.journal import Journal
from excover.runs.journal_faults import MOST_FAULTS
from excover.runs.journal_file import cell_count, part_path
from excover.runs.tree_walk import TreeWalk
from excover.search.native import slacks
from excover.search.run import Run

T = TypeVar("T")


class AuditedPart(NamedTuple):
    """A row of the table of parts."""

    number: int
    parent: int
    path: tuple[int, ...]
    state: str
    solutions: int
    rests: int
    seconds: float


@dataclass(slots=True)
class Audit:
    """What was checked, in words, and what is wrong."""

    checked: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    recounted: int = 0

    def fault(self, text: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(text)


@dataclass(frozen=True)
class JournalAudit:
    """A check at work: the journal, with its description compiled; how many random parts are to be searched
    again, and the seed that chooses them; the run, which may end; where the certificate of the whole goes, if
    it is wanted; and what was found so far.
    """

    journal: Journal
    problem: Problem
    sample: int
    seed: int
    run: Run
    certificate: BinaryIO | None = None
    found: Audit = field(default_factory=Audit)

    @cached_property
    def parts(self) -> dict[int, AuditedPart]:
        """By their numbers, in ascending order."""
        return {part.number: part for part in _parts(self.journal)}

    @cached_property
    def tree(self) -> TreeWalk:
        """That of a search for the best solution. ValueError if items may be covered several times."""
        return TreeWalk(self.problem.matrix)

    @cached_property
    def walk(self) -> TreeWalk | None:
        """That of a count or a list; None if items may be covered several times."""
        matrix = self.problem.matrix
        return TreeWalk(matrix, slacks(matrix)) if matrix.covers_once else None

    def fault(self, text: str) -> None:
        self.found.fault(text)

    def checked(self, text: str) -> None:
        self.found.checked.append(text)

    def sampled(self, candidates: Sequence[T]) -> list[T]:
        """Some of them, at random."""
        return random.Random(self.seed).sample(candidates, min(self.sample, len(candidates)))


def _parts(journal: Journal) -> Iterator[AuditedPart]:
    numbers = "coalesce(count, 0), coalesce(rests, 0), coalesce(seconds, 0.0)"
    rows = journal.rows(f"select id, parent, path, state, {numbers} from part order by id")
    for number, parent, path, state, solutions, rests, seconds in rows:
        yield AuditedPart(
            int(str(number)),
            int(str(parent)),
            part_path(str(path)),
            str(state),
            cell_count(solutions),
            int(str(rests)),
            float(str(seconds)),
        )
