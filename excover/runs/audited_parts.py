"""The parts of a journal as a check of it reads them, and what the check has found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from excover.runs.journal import Journal
from excover.runs.journal_file import part_path

MOST_FAULTS = 20
"""How many are listed; a journal with more is no better known for it."""


class AuditedPart(NamedTuple):
    """A row of the table of parts."""

    number: int
    parent: int
    path: tuple[int, ...]
    state: str
    solutions: int
    rests: int
    seconds: float
    is_whole: bool
    """Whether it has all numbers that a finished part has."""


@dataclass(slots=True)
class Audit:
    """What was checked, in words, and what is wrong."""

    checked: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    recounted: int = 0

    def fault(self, text: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(text)


def audited_parts(journal: Journal) -> Iterator[AuditedPart]:
    """All parts, in ascending order."""
    numbers = "coalesce(count, 0), coalesce(rests, 0), coalesce(seconds, 0.0)"
    whole = "count + nodes + rests + seconds + ended is not null and worker is not null"
    rows = journal.rows(f"select id, parent, path, state, {numbers}, {whole} from part order by id")
    for number, parent, path, state, solutions, rests, seconds, is_whole in rows:
        yield AuditedPart(
            int(str(number)),
            int(str(parent)),
            part_path(str(path)),
            str(state),
            int(str(solutions)),
            int(str(rests)),
            float(str(seconds)),
            bool(is_whole),
        )


def check_states(parts: dict[int, AuditedPart], share: str, found: Audit) -> None:
    """Finds parts in a state that they cannot have, and finished parts without all their numbers."""
    states = {"open", "done"} if share == "1/1" else {"open", "done", "away"}
    for part in parts.values():
        if part.state not in states:
            found.fault(f"part {part.number} is `{part.state}`, which no part of the share {share} can be")
        elif part.state == "done" and not part.is_whole:
            found.fault(f"part {part.number} is done, but lacks some of its numbers")
