"""Checks the files with the solutions of a run.

Each file has its digest and as many solutions as its part; each solution is one, lies in its part and in none
that was given away, and is there once.
"""

from __future__ import annotations

from excover.base.words import plural
from excover.matrix.verify import CoverError, verify
from excover.runs.audited_parts import AuditedPart, JournalAudit
from excover.runs.cover_reader import CoverReader
from excover.runs.run_description import JournalError
from excover.runs.shard_forms import shard_form
from excover.runs.shards import read_shard


def check_listing(asked: JournalAudit) -> None:
    """Raises Unfinished if the run ends first."""
    _Listing(asked).check()


class _Listing:
    """The files with solutions."""

    def __init__(self, asked: JournalAudit) -> None:
        assert asked.journal.folder
        self._asked, self._folder = asked, asked.journal.folder
        self._given: dict[int, list[tuple[int, ...]]] = {}
        for part in asked.parts.values():
            self._given.setdefault(part.parent, []).append(part.path)
        self._reader = CoverReader(asked.problem.matrix)
        self._form = shard_form(asked.journal.description.form, asked.problem)

    def check(self) -> None:
        asked, listed = self._asked, 0
        rows = asked.journal.rows("select part, file, digest from shard order by part")
        with_files = set()
        for number, name, digest in rows:
            part = asked.parts[int(str(number))]
            with_files.add(part.number)
            covers = []
            try:
                for names in self._form.names(read_shard(self._folder / str(name), str(digest))):
                    asked.run.check()
                    asked.run.report("solutions", listed)
                    listed += 1
                    covers.append(self._cover(names, part, str(name)))
            except JournalError as wrong:
                asked.fault(str(wrong))
                continue
            except (KeyError, TypeError, ValueError) as wrong:
                asked.fault(f"`{name}` has a line that is no solution: {wrong}")
            if len(covers) != part.solutions or len(set(covers)) != part.solutions:
                asked.fault(f"`{name}` has not the {part.solutions:,} solutions of its part, each once")
        for part in asked.parts.values():
            if part.solutions and part.number not in with_files:
                asked.fault(f"part {part.number} has {plural(part.solutions, 'solution')}, but no file")
        asked.checked(f"{plural(listed, 'solution')} in {plural(len(rows), 'file')} are solutions")

    def _cover(self, names: list[str], part: AuditedPart, name: str) -> frozenset[int]:
        """The options of a solution, after it was checked."""
        try:
            chosen = self._reader.cover(names)
            verify(self._asked.problem.matrix, chosen)
        except (CoverError, KeyError, TypeError) as wrong:
            self._asked.fault(f"`{name}` has a line that is no solution: {wrong}")
            return frozenset()
        cover = frozenset(chosen)
        walk, given = self._asked.walk, self._given.get(part.number, [])
        if walk and (not walk.has(part.path, cover) or any(walk.has(path, cover) for path in given)):
            self._asked.fault(f"`{name}` has a solution of another part")
        return cover
