"""The parts of a journal as a check of it reads them, what it has found, and their certificates put
together.
"""

from __future__ import annotations

import io
import json
import random
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeVar

from excover.base.errors import ExcoverError
from excover.base.words import plural
from excover.problem.problem import Problem
from excover.runs.journal import Journal
from excover.runs.journal_file import MOST_FAULTS, cell_count, part_path
from excover.runs.run_description import JournalError
from excover.runs.shares import opened_shard
from excover.runs.tree_walk import TreeWalk
from excover.search.native import slacks
from excover.search.proof import ProofFile, head_of
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
        raise JournalError("the journal does not name the puzzles that are wanted")
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


# Puts the certificates of the parts of a run together, and checks that they belong together.
#
# Each file has the lines of one part, which number its states from 0 on. States that no line expands are the
# first states of the parts that this one has given away, in the same order. So the lines of all parts, one
# part after the other and with other numbers, are the certificate of the whole: each part comes behind the
# one that gave it away, whose lines refer to its first state. Words of lines count from the newest state on,
# and stay.
#
# That the lines are right, `tools/check_proof.py` checks in the whole; nothing of this has to be trusted.

ENDLESS = 2**63


def require_certificates(journal: Journal) -> None:
    """Raises JournalError if a run writes none, or is not complete."""
    if journal.description.form != "proof":
        raise JournalError(
            f"the run of `{journal.path}` writes no certificates: `excover run --count --proof` does"
        )
    if not journal.tally().is_complete or journal.share != "1/1":
        raise JournalError(f"the run of `{journal.path}` is not complete, and has no certificate yet")


def check_certificates(asked: JournalAudit) -> None:
    """Writes the certificate of the whole as well, if it is wanted: it is one if no fault was found and all
    parts are done. Raises Unfinished if the run ends first, OSError.
    """
    into, matrix = asked.certificate, asked.problem.matrix
    file = None if into is None else ProofFile(into, head_of(matrix), ENDLESS)
    whole = _Whole(asked, file)
    whole.add_all()
    text = f"{plural(whole.states, 'state')} in certificates of {plural(whole.parts, 'part')}"
    if file:
        file.close()
        text += f", together {plural(file.size, 'byte')}"
    asked.checked(text)


class _Whole:
    """The certificate of all parts, which goes into a file if there is one."""

    def __init__(self, asked: JournalAudit, into: ProofFile | None) -> None:
        self._asked, self._into = asked, into
        self._next, self._last = 0, -1
        self._first: dict[int, int] = {}
        """Of each part whose parent was added: its first state."""
        self.states = self.parts = 0

    def add_all(self) -> None:
        """Adds the parts that are done in ascending order, parents first."""
        asked, given = self._asked, defaultdict[int, list[int]](list)
        rows = asked.journal.rows("select part, file, digest from shard")
        files = {int(str(part)): (str(name), str(digest)) for part, name, digest in rows}
        for part in asked.parts.values():
            given[part.parent].append(part.number)
        for part in asked.parts.values():
            asked.run.check()
            asked.run.report("certificates, parts", part.number, len(asked.parts))
            if part.state != "done":
                continue
            if part.number not in files:
                asked.fault(f"part {part.number} is done, but has no certificate")
                continue
            name, digest = files.pop(part.number)
            try:
                self._add(part, given[part.number], self._text(name, digest))
            except JournalError as wrong:
                asked.fault(str(wrong))
            except _Wrong as wrong:
                asked.fault(f"`{name}` {wrong}")

    def _text(self, name: str, digest: str) -> bytes:
        """The lines in a file. Raises JournalError, _Wrong."""
        folder = self._asked.journal.folder
        assert folder
        try:
            with opened_shard(folder / name, digest) as content:
                return zlib.decompress(content.read())
        except zlib.error:
            raise _Wrong("is no certificate of a part") from None

    def _add(self, part: AuditedPart, given: list[int], text: bytes) -> None:
        """Adds the lines of a part, and makes the first states of those that it gave away known."""
        first_line = text[: text.find(b"\n") + 1]
        is_whole = not part.parent
        if not first_line or (not is_whole and first_line != b"1\n"):
            raise _Wrong("does not begin with the first state of its part")
        found = _PartLines(text)
        if found.count != part.solutions:
            raise _Wrong(f"has {plural(found.count, 'solution')}, not the {part.solutions:,} of its part")
        if len(found.waiting) != len(given):
            there = plural(len(found.waiting), "state")
            raise _Wrong(f"leaves {there} to other parts, not the {len(given):,} that its part gave away")
        self.states += found.lines
        self.parts += 1
        if is_whole:
            self._put(first_line)
            first, base = 0, 0
        elif part.number not in self._first:
            return  # its parent is of another share, or what is wrong with it was reported
        else:
            first, base = self._first.pop(part.number), self._next - 1
        for state, rest in _expansions(text):
            number = base + state if state else first
            self._put(b"%d %s" % (number - self._last, rest))
            self._last = number
        for number, state in zip(given, found.waiting, strict=True):
            self._first[number] = base + state
        self._next = base + found.states

    def _put(self, line: bytes) -> None:
        if self._into:
            self._into.write(line)


class _Wrong(Exception):
    """What is wrong with a file, as the rest of a sentence."""


class _PartLines:
    """What the lines of a part come to: how many ``lines`` there are but the first one, how many ``states``
    they name, those ``waiting``, which no line expands, and the ``count`` of solutions. Raises _Wrong.

    There may be millions of lines: of each state, one number is kept.
    """

    def __init__(self, text: bytes) -> None:
        self.lines = self.count = 0
        self._ways: list[int] = []
        """In how many ways each state is reached; 0 after it was expanded."""
        try:
            self._lead(int(text[: text.index(b"\n")]), 1)
            for state, rest in _expansions(text):
                self._expand(state, rest)
        except (IndexError, ValueError):
            raise _Wrong("has a line that is none of a certificate") from None
        self.states = len(self._ways)
        self.waiting = [state for state, ways in enumerate(self._ways) if ways]
        if any(self._ways[state] != 1 for state in self.waiting):
            raise _Wrong("leads to a state of another part in several ways")

    def _expand(self, state: int, rest: bytes) -> None:
        item, *words = map(int, rest.split())
        if item <= 0 or not 0 <= state < len(self._ways) or not self._ways[state]:
            raise _Wrong(f"expands state {state}, which it may not")
        ways, self._ways[state] = self._ways[state], 0
        self.lines += 1
        for word in words:
            self._lead(word, ways)

    def _lead(self, word: int, ways: int) -> None:
        if word == 1:
            self._ways.append(ways)
        elif word > 1:
            state = len(self._ways) + 1 - word
            if state < 0 or not self._ways[state]:
                raise _Wrong(f"leads to state {state}, which it may not")
            self._ways[state] += ways
        elif word == 0:
            self.count += ways


def _expansions(text: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines of a part but the first one: the state that each expands, and what follows it. ValueError for
    a line that is none.
    """
    state, lines = -1, io.BytesIO(text)
    lines.readline()
    for line in lines:
        delta, rest = line.split(b" ", 1)
        if not rest.endswith(b"\n"):
            raise ValueError("the last line was cut")
        state += int(delta)
        yield state, rest
