"""Counts random parts of a run again, each with all parts below it, by another engine.

Each is a matrix of its own. A part may have taken at most a fiftieth of the run, or a second. The engine is
the other one of those that walk trees; where certificates were written, it is "auto": as equal states were
written once, a part may have more solutions than any walk reaches. With conditions, only `sparse` walks the
tree: what it found in a part with few candidates is compared with those of `lanes` that keep to them, one by
one; the candidates of other parts may be more than anyone can look at, and `sparse` counts those parts again.
"""

from __future__ import annotations

from collections.abc import Iterable

from excover.base.words import plural
from excover.matrix.matrix import Matrix
from excover.runs.audited_parts import AuditedPart, JournalAudit
from excover.search.part_search import PartSearch
from excover.search.run import Run
from excover.search.search import count
from excover.search.strategy import EngineName, Strategy

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
        again = count(part, asked.run.by(Strategy(engine)))
        if again.stopped_by:
            raise asked.run.unfinished(again.stopped_by)
        asked.found.recounted += 1
        if again.count != below[number][0]:
            asked.fault(
                f"part {number} and those below it have {plural(again.count, 'solution')},"
                f" not {below[number][0]:,}"
            )
    asked.checked(_recounted(parts, chosen, engines) if chosen else _nothing(asked.sample, below, most))


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
