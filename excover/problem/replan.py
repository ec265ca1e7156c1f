"""Searches that begin with a solution of a problem that was a little different, such as yesterday's plan."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from excover.base.diagnostics import SpecError
from excover.base.names import HIDDEN, ItemName, OptionName
from excover.base.source import Source
from excover.language.meaning.puzzle import Objective
from excover.language.messages.about_givens import ChangesCostNothing, NoSolutionInJson, StartUnknown
from excover.language.texts import lines_of
from excover.matrix.compiled import Compiled
from excover.matrix.constraints import WeightedSum
from excover.matrix.given import read_givens
from excover.matrix.name_resolution import each_name, named
from excover.problem.pipeline import Description
from excover.search.engine import Cover
from excover.search.portfolio.optimizer import Optimizer
from excover.search.run import Run
from excover.search.search import Search
from excover.solutions.decode import Solution

StartLike: TypeAlias = "Solution | Iterable[OptionName | str] | str | Source"
"""A solution, options by their names, names as texts, or a drawing."""

CHANGES = "changes"
COMPLETED, REPAIRED = 10_000, 2_000
"""Nodes in which a start is completed, or repaired."""


def known_options(compiled: Compiled, start: StartLike) -> list[OptionName]:
    """The options of a start that the problem has; others may be of another day. SpecError if it has none."""
    if isinstance(start, Solution):
        start = start.options
    if isinstance(start, str | Source):
        found = _drawn(compiled, start)
    else:
        known = compiled.matrix.option_numbers
        every = named(each_name(start), [*known, *compiled.aliases])
        listed = [compiled.aliases.get(name, name) for name, _ in every if name is not None]
        found = [name for name in listed if name in known]
    if not found:
        raise SpecError(StartUnknown(next(iter(compiled.matrix.options), None)))
    return found


def _drawn(compiled: Compiled, drawing: str | Source) -> list[OptionName]:
    """The options whose marks a drawing has, all of them."""
    marks = {(mark.canvas, mark.cell, mark.text) for mark in read_givens(drawing, compiled).marks}
    return [
        name
        for name, markings in zip(compiled.matrix.options, compiled.markings, strict=True)
        if markings
        and all((canvas, cell, mark) in marks for canvas, mark, cells, _ in markings for cell in cells)
    ]


def read_start(compiled: Compiled, source: Source) -> StartLike:
    """The start in a file: a solution as `solve --json` writes it, names of options, or a drawing."""
    lines = [line for line in source.text.splitlines() if line.strip()]
    if lines and lines[0].lstrip().startswith("{"):
        return _of_json(source)
    if lines and all(_NAMES.fullmatch(line) for line in lines):
        return [name[0] for line in lines for name in _NAME_OF_OPTION.finditer(line)]
    return source


def _of_json(source: Source) -> list[str]:
    """The names of the last solution. Raises SpecError for a line that is no object, or no such solution."""
    found: list[str] = []
    for line in lines_of(source):
        try:
            data = json.loads(line.text)
        except (ValueError, RecursionError):
            raise SpecError(NoSolutionInJson(line)) from None
        match data:
            case {"options": [*options]} if all(map(_has_name, options)):
                found = [option["name"] for option in options]
            case {"options": _}:
                raise SpecError(NoSolutionInJson(line))
            case _:
                pass  # what else `solve --json` tells
    return found


def _has_name(option: object) -> bool:
    return isinstance(option, dict) and isinstance(option.get("name"), str)


_NAME_OF_OPTION = re.compile(r'[^\W\d]\w*\((?:[^()"]|"(?:[^"\\]|\\.)*"|\([^()]*\))*\)(?: \d+ times)?')
_NAMES = re.compile(rf"\s*(?:{_NAME_OF_OPTION.pattern}[\s,]*)+")


def nearest_cover(compiled: Compiled, names: Sequence[OptionName], run: Run) -> Cover | None:
    """The cover with these options alone; where they are none, one with few others, if it is soon found."""
    matrix = compiled.matrix
    wanted = set(map(matrix.option_numbers.__getitem__, names))
    families = [name.family for name in matrix.options]
    keep = [number for number, family in enumerate(families) if number in wanted or family == HIDDEN]
    completion = Run.within(solutions=1, nodes=COMPLETED).replaced(cancellation=run.cancellation)
    alone = Search(compiled.kept(keep).matrix, completion)
    if (cover := next(alone, None)) is not None:
        return tuple(keep[number] for number in cover)
    costs = array("q", (number not in wanted and family != HIDDEN for number, family in enumerate(families)))
    repaired = Optimizer(matrix.altered(costs=costs), "minimize", run.aside(nodes=REPAIRED))
    return next(reversed([*repaired]), None)


def _changes(compiled: Compiled, names: Sequence[OptionName]) -> array[int]:
    """For each option, whether it is a change: not of the solution that was."""
    kept = set(names)
    options = compiled.matrix.options
    return array("q", (name not in kept and name.family != HIDDEN for name in options))


def with_priced_changes(description: Description, names: Sequence[OptionName], cost: object) -> Description:
    """Each change costs so much, besides what it costs anyway; to maximize, it takes away so much.

    Raises SpecError for no number, and where the cost is no goal.
    """
    for goal in description.puzzle.objectives:
        if goal.item is None:
            sign = -1 if goal.direction == "maximize" else 1
            return description.changed(_priced, names, cost, sign)
    raise SpecError(ChangesCostNothing())


def _priced(compiled: Compiled, names: Sequence[OptionName], cost: object, sign: int) -> Compiled:
    price = sign * compiled.originals.cost.whole(cost, "the cost of a change")
    changes = _changes(compiled, names)
    prices = compiled.matrix.prices()
    together = array("q", (own + price * is_change for own, is_change in zip(prices, changes, strict=True)))
    return compiled.replaced(matrix=compiled.matrix.altered(costs=together))


def with_sum_of_changes(compiled: Compiled, names: Sequence[OptionName], name: str) -> Compiled:
    """With the number of changes as a sum of this name."""
    kept = [each for each in compiled.matrix.sums if each.name != name]
    found = WeightedSum.of(name, _changes(compiled, names))
    return compiled.replaced(matrix=compiled.matrix.replaced(sums=[*kept, found]))


def with_changes(description: Description, names: Sequence[OptionName]) -> Description:
    """As few changes as possible are the first goal."""
    taken = {family.name for family in (*description.puzzle.families, *description.puzzle.resources)}
    name = CHANGES
    while name in taken:
        name += "_"
    changed = description.changed(with_sum_of_changes, names, name)
    goal = Objective("minimize", ItemName(name))
    others = [each for each in changed.puzzle.objectives if each != goal]
    return changed.replaced(puzzle=changed.puzzle.replaced(objectives=[goal, *others]))
