"""Checks the journal of a run: that its parts are a partition of the tree, and that their numbers are right.

The checks share no code with the search. They are in the order of their cost:

- The parts: each was given away by a part that is done; the parts that one part has given away lie in it, one
  inside the branch behind which the one before begins, so that no two overlap; and each path takes branches
  that its nodes have in the matrix (`TreeWalk`).
- The solutions, where they were listed: each file has its digest and as many solutions as its part; each
  solution is one, lies in its part and in none that was given away, and is there once.
- A random sample of parts, with all parts below them, counted again by another engine, in a matrix of their
  own; of those that took at most a fiftieth of the run, or a second.
"""

from __future__ import annotations

import random
from collections import Counter

from excover.cover.matrix import Matrix
from excover.problem import Problem
from excover.runs.audit_best import check_best
from excover.runs.audit_puzzles import check_puzzles
from excover.runs.audited_parts import Audit, AuditedPart, audited_parts, check_states
from excover.runs.cover_reader import CoverReader
from excover.runs.journal import Journal
from excover.runs.shard_forms import shard_form
from excover.runs.shards import digest_of
from excover.runs.tree_walk import TreeWalk, suits
from excover.solve.part_search import PartSearch
from excover.solve.run import Run
from excover.solve.search import count
from excover.solve.strategy import EngineName, Strategy
from excover.solve.verify import CoverError, verify
from excover.words import plural

LEAST_SECONDS, SAMPLED = 1.0, 0.02
"""What a part may have taken to be counted again: seconds, or this part of the whole run."""


def audit(journal: Journal, sample: int, seed: int, run: Run) -> Audit:
    """Checks a journal that is open. ``sample``: how many parts are counted again.

    Raises JournalError if the file or the description is damaged, Unfinished if the run ends first.
    """
    found, run = Audit(), run.started()
    for (answer,) in journal.rows("pragma integrity_check"):
        if answer != "ok":
            found.fault(f"SQLite finds the file damaged: {answer}")
    problem = journal.description.compiled()
    found.checked.append("the description gives the recorded matrix")
    if journal.description.question == "best":
        check_best(journal, problem, sample, seed, found, run)
        return found
    if journal.description.question == "puzzles":
        check_puzzles(journal, problem, sample, seed, found, run)
        return found
    walk = TreeWalk(problem.matrix) if suits(problem.matrix) else None
    parts = {part.number: part for part in audited_parts(journal)}
    check_states(parts, journal.share, found)
    _check_parts(parts, walk, found, run)
    if journal.folder:
        _Listing(journal, problem, parts, walk).check(found, run)
    if walk and not found.faults:
        _recount(journal, problem.matrix, parts, walk, sample, seed, found, run)
    return found


def _check_parts(parts: dict[int, AuditedPart], walk: TreeWalk | None, found: Audit, run: Run) -> None:
    roots = [part for part in parts.values() if not part.parent]
    if len(roots) != 1 or roots[0].path:
        found.fault("the parts do not begin with the whole tree")
    last: dict[int, tuple[int, ...]] = {}  # of each part, the path of the last one that it gave away
    for part in parts.values():
        run.check()
        run.report("parts", part.number, len(parts))
        if not part.parent:
            continue
        parent = parts.get(part.parent)
        if parent is None or parent.number >= part.number or parent.state == "open":
            found.fault(f"part {part.number} comes from part {part.parent}, which is not done")
        elif not _lies_in(part.path, parent.path):
            found.fault(f"part {part.number} is no part of part {part.parent}, which gave it away")
        elif (before := last.get(part.parent)) and not _is_behind(part.path, before):
            found.fault(f"part {part.number} overlaps another one that part {part.parent} gave away")
        elif walk and not walk.is_path(part.path):
            found.fault(f"the path of part {part.number} is none of the tree")
        last[part.parent] = part.path
    given = Counter(part.parent for part in parts.values())
    for part in parts.values():
        if given[part.number] != part.rests:
            there = given[part.number]
            found.fault(
                f"part {part.number} gave away {plural(part.rests, 'part')}, of which {there:,} are there"
            )
    done = sum(part.state == "done" for part in parts.values())
    how = "" if walk else ", but their paths were not followed, since items may be covered several times"
    found.checked.append(f"{plural(len(parts), 'part')} of which {done:,} are done do not overlap{how}")


def _lies_in(path: tuple[int, ...], outer: tuple[int, ...]) -> bool:
    """Whether the part of a path lies in that of another: it passes its node by a later branch."""
    if not outer:
        return True
    base = len(outer) - 1
    return len(path) > base and path[:base] == outer[:base] and path[base] > outer[base]


def _is_behind(path: tuple[int, ...], before: tuple[int, ...]) -> bool:
    """Whether the part of a path lies inside the branch behind which another one begins."""
    return len(path) > len(before) and path[: len(before)] == before


class _Listing:
    """The files with solutions."""

    def __init__(
        self, journal: Journal, problem: Problem, parts: dict[int, AuditedPart], walk: TreeWalk | None
    ) -> None:
        assert journal.folder
        self._folder, self._matrix, self._walk = journal.folder, problem.matrix, walk
        self._rows = journal.rows("select part, file, digest from shard order by part")
        self._parts = parts
        self._given: dict[int, list[tuple[int, ...]]] = {}
        for part in parts.values():
            self._given.setdefault(part.parent, []).append(part.path)
        self._reader = CoverReader(problem.matrix)
        self._form = shard_form(journal.description.form, problem)

    def check(self, found: Audit, run: Run) -> None:
        listed = 0
        with_files = set()
        for number, name, digest in self._rows:
            part = self._parts.get(int(str(number)))
            if part is None or part.state != "done":
                found.fault(f"`{name}` is of part {number}, which is not done")
                continue
            with_files.add(part.number)
            covers = []
            try:
                if digest_of(self._folder / str(name)) != digest:
                    found.fault(f"`{name}` was changed: its digest is another one")
                    continue
                for names in self._form.names(self._folder / str(name)):
                    run.check()
                    run.report("solutions", listed)
                    listed += 1
                    covers.append(self._cover(names, part, str(name), found))
            except OSError as wrong:
                found.fault(f"`{name}` cannot be read: {wrong.strerror}")
                continue
            except (KeyError, TypeError, ValueError) as wrong:
                found.fault(f"`{name}` has a line that is no solution: {wrong}")
            if len(covers) != part.solutions or len(set(covers)) != part.solutions:
                found.fault(f"`{name}` has not the {part.solutions:,} solutions of its part, each once")
        for part in self._parts.values():
            if part.solutions and part.number not in with_files:
                found.fault(f"part {part.number} has {plural(part.solutions, 'solution')}, but no file")
        found.checked.append(
            f"{plural(listed, 'solution')} in {plural(len(self._rows), 'file')} are solutions"
        )

    def _cover(self, names: list[str], part: AuditedPart, name: str, found: Audit) -> frozenset[int]:
        """The options of a solution, after it was checked."""
        try:
            chosen = self._reader.cover(names)
            verify(self._matrix, chosen)
        except (CoverError, KeyError, TypeError) as wrong:
            found.fault(f"`{name}` has a line that is no solution: {wrong}")
            return frozenset()
        cover = frozenset(chosen)
        if self._walk and (
            not self._walk.has(part.path, cover)
            or any(self._walk.has(path, cover) for path in self._given.get(part.number, []))
        ):
            found.fault(f"`{name}` has a solution of another part")
        return cover


def _recount(
    journal: Journal,
    matrix: Matrix,
    parts: dict[int, AuditedPart],
    walk: TreeWalk,
    sample: int,
    seed: int,
    found: Audit,
    run: Run,
) -> None:
    """Counts random parts again, each with all parts below it."""
    below = _sums(parts)
    most = max(LEAST_SECONDS, SAMPLED * sum(part.seconds for part in parts.values()))
    numbers = [number for number, (_, seconds) in sorted(below.items()) if seconds <= most]
    engine: EngineName = (
        "sparse" if PartSearch(matrix, journal.description.engine).engine == "lanes" else "lanes"
    )
    chosen: list[int] = []
    for number in random.Random(seed).sample(numbers, min(sample, len(numbers))):
        keep = walk.remaining(parts[number].path)
        again = count(matrix.restricted(keep), run.by(Strategy(engine)))
        if again.stopped_by:
            raise run.unfinished(again.stopped_by)
        found.recounted += 1
        chosen.append(number)
        if again.count != below[number][0]:
            found.fault(
                f"part {number} and those below it have {plural(again.count, 'solution')},"
                f" not {below[number][0]:,}"
            )
    found.checked.append(_recounted(parts, chosen, engine) if chosen else _nothing(sample, below, most))


def _recounted(parts: dict[int, AuditedPart], chosen: list[int], engine: str) -> str:
    """How much of the count was counted again; parts that lie in each other count once."""
    inside: set[int] = set()  # in ascending order, a parent comes before its parts
    total = 0
    for part in sorted(parts.values()):
        if part.number in chosen or part.parent in inside:
            inside.add(part.number)
            total += part.solutions
    whole = sum(part.solutions for part in parts.values())
    with_all = "with those below" if len(inside) > len(chosen) else "with none below"
    return (
        f"{plural(len(chosen), 'random part')} {with_all} counted again by `{engine}`:"
        f" {total:,} of {plural(whole, 'solution')}"
    )


def _nothing(sample: int, below: dict[int, tuple[int, float]], most: float) -> str:
    if not sample:
        why = "no sample was wanted"
    elif below:
        why = f"every part, with those below it, took more than {most:.1f} s"
    else:
        why = "no part is done with all those below it"
    return f"nothing was counted again: {why}"


def _sums(parts: dict[int, AuditedPart]) -> dict[int, tuple[int, float]]:
    """Solutions and seconds of each part with all below it, where all these are done."""
    sums = {part.number: (part.solutions, part.seconds) for part in parts.values() if part.state == "done"}
    for part in sorted(
        parts.values(), reverse=True
    ):  # the number of a part is greater than that of its parent
        if part.number not in sums:
            sums.pop(part.parent, None)
        elif part.parent in sums:
            solutions, seconds = sums[part.number]
            sums[part.parent] = (sums[part.parent][0] + solutions, sums[part.parent][1] + seconds)
    return sums
