"""Checks the journal of a run: that its parts are a partition of the tree, and that their numbers are right.

An open journal is sound (`journal_faults`): each part was given away by one that is done. The checks here
share no code with the search. They are in the order of their cost:

- The parts: those that one part has given away lie in it, and no two overlap; and each path takes branches
  that its nodes have in the matrix (`TreeWalk`).
- The files, where there are some: solutions, or certificates (`check_certificates` of `audited_parts`).
- A random sample of parts, counted again by another engine.

Of a search for the best solution, and of puzzles (`audited_parts`), other things are checked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import BinaryIO, TypeAlias

from excover.base.words import plural
from excover.language.meaning.puzzle import COST
from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix import Matrix
from excover.matrix.verify import CoverError, broken_rule, verify
from excover.runs.audited_parts import Audit, AuditedPart, JournalAudit, check_certificates, check_puzzles
from excover.runs.journal import Journal
from excover.runs.run_description import CoverReader, JournalError, is_better, names_in, shard_form
from excover.runs.shares import opened_shard
from excover.search.engine import keeps_to_rules
from excover.search.outcome import StoppedBy
from excover.search.part_search import PartSearch
from excover.search.run import Run
from excover.search.search import Search, count
from excover.search.strategy import EngineName, Strategy

# Checks the journal of a search for the best solution.
#
# - The parts: a part that gave away others gave away every branch of its node in the matrix (`TreeWalk`),
#   each once. So the parts that gave away none are a partition of the tree.
# - The solutions: each is one, has the recorded cost, and is better than the one before.
# - A sample: of random parts that are done, the covers that are better than the best solution are counted, by
#   an engine that knows nothing of bounds on costs. There may be none.

SAMPLED_NODES = 2_000_000
"""A part whose covers are not all seen after so many nodes is not counted."""


def check_best(asked: JournalAudit) -> None:
    """Raises Unfinished if the run ends first."""
    _check_branches(asked)
    best = _check_solutions(asked)
    if not asked.found.faults:
        _search_again(asked, best)


def _check_branches(asked: JournalAudit) -> None:
    parts, walk = asked.parts, asked.tree
    given: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for part in parts.values():
        if part.parent:
            given[part.parent].append(part.path)
    for number, paths in given.items():
        asked.run.check()
        above = parts[number].path
        if sorted(paths) != [(*above, branch) for branch in walk.branches(above)]:
            asked.fault(f"part {number} did not give away each branch of its node once")
    done = sum(part.state == "done" for part in parts.values())
    asked.checked(f"{plural(len(parts), 'part')} of which {done:,} are done are all branches of the tree")


def _check_solutions(asked: JournalAudit) -> int | None:
    """The cost of the last one."""
    matrix, goal = asked.problem.matrix, asked.journal.description.goal
    reader, prices = CoverReader(matrix), matrix.prices()
    best: int | None = None
    rows = asked.journal.rows("select cost, solution from incumbent order by rowid")
    for number, (cost, line) in enumerate(rows, 1):
        try:
            cover = reader.cover(names_in(str(line)))
            verify(matrix, cover)
        except (CoverError, KeyError, TypeError, ValueError) as wrong:
            asked.fault(f"solution {number} is none: {wrong}")
            continue
        if sum(map(prices.__getitem__, cover)) != cost:
            asked.fault(f"solution {number} does not cost {cost}")
        if best is not None and not is_better(goal, int(str(cost)), best):
            asked.fault(f"solution {number} is not better than the one before")
        best = int(str(cost))
    asked.checked(f"{plural(len(rows), 'solution')}, each better than the one before")
    return best


def _search_again(asked: JournalAudit, best: int | None) -> None:
    """``best``: the cost of the best solution."""
    chosen = asked.sampled([part for part in asked.parts.values() if part.state == "done" and not part.rests])
    whole, goal = asked.problem.matrix, asked.journal.description.goal
    if best is not None:
        least, most = (best + 1, None) if goal == "maximize" else (None, best - 1)
        whole = whole.replaced(sums=[*whole.sums, WeightedSum.of(COST, whole.prices(), least, most)])
    for part in chosen:
        matrix = whole.restricted(asked.tree.options_below(part.path))
        seen = count(matrix, asked.run.limited(nodes=SAMPLED_NODES).by(Strategy("sparse", threads=1)))
        if seen.count:
            asked.fault(f"part {part.number} has {plural(seen.count, 'better solution')}")
        if not seen.exhausted and not seen.count:
            asked.run.check()
            continue
        asked.found.recounted += 1
    text = f"{asked.found.recounted:,} of {plural(len(chosen), 'random part')} searched again by `sparse`"
    asked.checked(f"{text}: no better solution" if chosen else "nothing was searched again")


# Counts random parts of a run again, each with all parts below it, by another engine.
#
# Each is a matrix of its own. A part may have taken at most a fiftieth of the run, or a second. The engine is
# the other one of those that walk trees; where certificates were written, it is "auto": as equal states were
# written once, a part may have more solutions than any walk reaches. With conditions, only `sparse` walks the
# tree: what it found in a part with few candidates is compared with those of `lanes` that keep to them, one
# by one; the candidates of other parts may be more than anyone can look at, and `sparse` counts those parts
# again.

LEAST_SECONDS, SAMPLED = 1.0, 0.02
"""What a part may have taken to be counted again: seconds, or this part of the whole run."""

FEW, FEW_NODES = 100_000, 10_000_000
"""Candidates of a part with conditions that are looked at one by one, and nodes of the tree that has them."""


def count_again(asked: JournalAudit) -> None:
    """For items that are covered once or at most once. Raises Unfinished if the run ends first."""
    assert asked.walk
    parts, matrix, description = asked.parts, asked.problem.matrix, asked.journal.description
    below = _sums(parts)
    most = max(LEAST_SECONDS, SAMPLED * sum(part.seconds for part in parts.values()))
    chosen = asked.sampled([number for number, (_, seconds) in sorted(below.items()) if seconds <= most])
    kept = asked.walk.options_below if description.form == "proof" else asked.walk.remaining
    other, engines = _other_engine(asked), set[str]()
    for number in chosen:
        part = matrix.restricted(kept(parts[number].path))
        engine = other if has_few_candidates(part, asked.run.by(Strategy(other))) else "sparse"
        engines.add(engine)
        again, stopped_by = _counted(part, asked.run.by(Strategy(engine)))
        if stopped_by:
            raise asked.run.unfinished(stopped_by)
        asked.found.recounted += 1
        if again != below[number][0]:
            asked.fault(
                f"part {number} and those below it have {plural(again, 'solution')}, not {below[number][0]:,}"
            )
    asked.checked(_recounted(parts, chosen, engines) if chosen else _nothing(asked.sample, below, most))


def _counted(part: Matrix, run: Run) -> tuple[int, StoppedBy | None]:
    """The covers of a part; those of an engine that does not know its conditions are tested one by one."""
    if not part.rules or keeps_to_rules(run.strategy.engine):
        found = count(part, run)
        return found.count, found.stopped_by
    candidates = Search(part.relaxed(), run)
    kept = sum(not broken_rule(part.rules, [cover]) for cover in candidates)
    return kept, candidates.outcome.stopped_by


def has_few_candidates(part: Matrix, run: Run) -> bool:
    """Whether the run's engine, which does not know the conditions, can soon list what to compare with them:
    its tree may be large, and have no candidates at all.
    """
    if not (part.constraints or part.bounds):
        return True
    budget = run.budget.replaced(solutions=FEW, nodes=FEW_NODES)
    return count(part.relaxed(), run.replaced(budget=budget)).exhausted


def _other_engine(asked: JournalAudit) -> EngineName:
    description = asked.journal.description
    if description.form == "proof":
        return "auto"
    return "sparse" if PartSearch(asked.problem.matrix, description.engine).engine == "lanes" else "lanes"


def _recounted(parts: dict[int, AuditedPart], chosen: list[int], engines: Iterable[str]) -> str:
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
        f"{plural(len(chosen), 'random part')} {with_all} counted again by"
        f" {' and '.join(f'`{engine}`' for engine in sorted(engines))}:"
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


# Checks the files with the solutions of a run.
#
# Each file has its digest and as many solutions as its part; each solution is one, lies in its part and in
# none that was given away, and is there once.


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
                with opened_shard(self._folder / str(name), str(digest)) as content:
                    for names in self._form.names(content):
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


__all__ = ["Audit", "audit"]

PartPath: TypeAlias = tuple[int, ...]
LiesIn: TypeAlias = Callable[[PartPath, PartPath], bool]


def audit(journal: Journal, sample: int, seed: int, run: Run, certificate: BinaryIO | None = None) -> Audit:
    """Checks a journal that is open. ``sample``: how many parts are searched again. ``certificate``: where
    that of the whole run is written, which is one if no fault is found; `require_certificates` checks whether
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
