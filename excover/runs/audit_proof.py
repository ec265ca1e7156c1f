"""Puts the certificates of the parts of a run together, and checks that they belong together.

Each file has the lines of one part, which number its states from 0 on. States that no line expands are the
first states of the parts that this one has given away, in the same order. So the lines of all parts, one part
after the other and with other numbers, are the certificate of the whole: each part comes behind the one that
gave it away, whose lines refer to its first state. Words of lines count from the newest state on, and stay.

That the lines are right, `tools/check_proof.py` checks in the whole; nothing of this has to be trusted.
"""

from __future__ import annotations

import io
import zlib
from collections import defaultdict
from collections.abc import Iterator

from excover.base.words import plural
from excover.runs.audited_parts import AuditedPart, JournalAudit
from excover.runs.journal import Journal
from excover.runs.run_description import JournalError
from excover.runs.shares import opened_shard
from excover.search.refutation.proof import ProofFile

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
    file = None if into is None else ProofFile(into, matrix, ENDLESS)
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
