"""Checks the journal of a search for the best solution.

- The parts: a part that gave away others gave away every branch of its node in the matrix (`TreeWalk`), each
  once. So the parts that gave away none are a partition of the tree.
- The solutions: each is one, has the recorded cost, and is better than the one before.
- A sample: of random parts that are done, the covers that are better than the best solution are counted, by
  an engine that knows nothing of bounds on costs. There may be none.
"""

from __future__ import annotations

from collections import defaultdict

from excover.base.words import plural
from excover.language.meaning.puzzle import COST
from excover.matrix.sums import WeightedSum
from excover.matrix.verify import CoverError, verify
from excover.runs.audited_parts import JournalAudit
from excover.runs.cover_reader import CoverReader
from excover.runs.searched_part import is_better
from excover.runs.shard_forms import names_in
from excover.search.search import count
from excover.search.strategy import Strategy

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
