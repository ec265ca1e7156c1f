"""The parts of a journal as a check of it reads them, and what the check has found."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeVar

from excover.base.errors import ExcoverError
from excover.base.words import plural
from excover.problem.problem import Problem
from excover.runs.journal import Journal
from excover.runs.journal_faults import MOST_FAULTS
from excover.runs.journal_file import cell_count, part_path
from excover.runs.run_description import JournalError
from excover.runs.shares import opened_shard
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


# Checks the journal of new puzzles: that each number is there once, and that a sample has one solution each.
#
# The ranges of numbers of the parts are compared with the files: a part has the first puzzles of its range,
# and gave away the others.


def check_puzzles(asked: JournalAudit) -> None:
    """Raises Unfinished if the run ends first, JournalError if the record is damaged."""
    order, folder = asked.journal.description.puzzles, asked.journal.folder
    if order is None or folder is None:
        raise JournalError("the journal does not say which puzzles are wanted")
    parts = asked.parts
    made: dict[int, str] = {}
    with_files: set[int] = set()
    for part_number, name, digest in asked.journal.rows("select part, file, digest from shard order by part"):
        asked.run.check()
        part = parts[int(str(part_number))]
        with_files.add(part.number)
        lines = _lines(folder / str(name), str(digest), asked)
        if lines is None:
            continue
        numbers = [number for number, _ in lines]
        first = part.path[0] if part.path else 1
        if part.solutions != len(lines):
            asked.fault(f"`{name}` has not the {plural(part.solutions, 'puzzle')} of its part")
        elif numbers != list(range(first, first + len(lines))) or made.keys() & set(numbers):
            asked.fault(f"`{name}` has not the puzzles from {first} on, each once")
        made.update(lines)
    for part in parts.values():
        if part.solutions and part.number not in with_files:
            asked.fault(f"part {part.number} has {plural(part.solutions, 'puzzle')}, but no file")
    still = [n for part in parts.values() if part.state == "open" for n in _range(part, order.number)]
    if sorted([*made, *still]) != list(range(1, order.number + 1)):
        asked.fault("the puzzles that are made and those of open parts are not all that are wanted")
    asked.checked(f"{plural(len(made), 'puzzle')}, each number once")
    chosen = asked.sampled(sorted(made))
    for number in chosen:
        _check_unique(asked, number, made[number])
    asked.found.recounted = len(chosen)
    asked.checked(f"{plural(len(chosen), 'random puzzle')} solved again: one solution each")


def _lines(file: Path, digest: str, asked: JournalAudit) -> list[tuple[int, str]] | None:
    """The lines of a file with the numbers of their puzzles; None if it is damaged."""
    try:
        with opened_shard(file, digest) as content:
            return [(int(json.loads(line)["number"]), line.decode().rstrip("\n")) for line in content]
    except JournalError as wrong:
        asked.fault(str(wrong))
    except (KeyError, TypeError, ValueError):
        asked.fault(f"`{file.name}` has a line that is no puzzle")
    return None


def _range(part: AuditedPart, number: int) -> range:
    return range(part.path[0], part.path[1] + 1) if len(part.path) == 2 else range(1, number + 1)


def _check_unique(asked: JournalAudit, number: int, line: str) -> None:
    try:
        data = json.loads(line)
        names = {option["name"] for option in data["solution"]["options"]}
        puzzle = asked.problem.without_givens().given("\n".join(data["drawing"]))
    except (ExcoverError, KeyError, TypeError, ValueError) as wrong:
        asked.fault(f"puzzle {number} cannot be read: {wrong}")
        return
    solutions = list(puzzle.solutions(asked.run.limited(2)))
    if len(solutions) != 1 or {str(name) for name in solutions[0].options} != names:
        asked.fault(f"puzzle {number} has not exactly the one solution that is recorded")
