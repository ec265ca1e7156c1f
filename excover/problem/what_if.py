"""A problem with other clues, options, bounds, costs or parameters, which is another problem.

>>> from excover.problem.problem import parse
>>> coin = parse("item a  option heads() covers a cost 2  option tails() covers a cost 3  minimize")
>>> coin.forbid("heads()").best().cost, coin.with_costs({"tails()": 1}).best().cost
(3, 1)
>>> coin.near(["tails()"]).best().options, coin.near(["tails()"], cost=1).best().cost
((OptionName(family='tails', arguments=()),), 3)

A search may begin with a solution of a problem that was a little different, such as yesterday's plan.

Public functions of a problem refuse what is none, and show how to make one.

>>> from excover.problem.problem import Problem
>>> from excover.search.run import Run, takes_run
>>> @takes_run
... def facts(problem: Problem, run: Run = Run()) -> str:
...     return problem.title
>>> facts("queens")
Traceback (most recent call last):
    ...
TypeError: `problem` of `facts` is an excover.Problem, not 'queens': write `excover.load('queens')`
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from os import PathLike
from types import FunctionType
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, TypeAlias

from excover.base.diagnostics import SpecError
from excover.base.errors import not_as_wanted
from excover.base.frozen import KINDS, ArgumentKind, Frozen, with_methods
from excover.base.names import HIDDEN, ItemName, OptionName
from excover.base.source import Source
from excover.base.words import as_seen
from excover.language import messages
from excover.language.expressions.scope import ItemFamily
from excover.language.meaning.puzzle import Objective
from excover.language.texts import lines_of
from excover.matrix.compiled import Compiled
from excover.matrix.constraints import WeightedSum
from excover.matrix.givens.given import GivenLike, read_givens
from excover.matrix.name_resolution import NamesItems, each_name, named
from excover.problem.pipeline import Description, Settings, checked_settings
from excover.search.engine import Cover
from excover.search.run import Run, takes_runs
from excover.search.search import Search

if TYPE_CHECKING:
    from excover.problem.column_generation import CoveredLike
    from excover.problem.model_data import PriceLike
    from excover.solutions.decode import Solution


ItemsLike: TypeAlias = Iterable[ItemName | NamesItems | str] | ItemName | NamesItems | str
"""Items by names, by names as texts, and items of a model."""


def _of_a_problem(method: FunctionType) -> FunctionType:
    """Messages name the class that people know."""
    method.__qualname__ = f"Problem.{method.__name__}"
    return method


@takes_runs
@partial(with_methods, check=_of_a_problem)
class WhatIf(Frozen):
    """The methods that give another problem; no problem ever changes."""

    description: Description

    def given(self, given: GivenLike) -> Self:
        """The same problem with further givens: a drawing, or options, also as text such as `queen(1, 2)`.

        Raises SpecError if they cannot be met.
        """
        return self if given is None else self._of(self.description.given(given))

    def forbid(self, options: Iterable[OptionName | str] | OptionName | str) -> Self:
        """The same problem without these options: names, or names as text such as `queen(1, 2)`.

        This and the following methods compile nothing again. Raises SpecError if there is no such option.
        """
        from excover.matrix.changes import without_options

        return self._changed(without_options, each_name(options))

    def with_bounds(
        self,
        items: ItemsLike,
        *,
        times: Any = None,
        at_least: Any = None,
        at_most: Any = None,
    ) -> Self:
        """The same problem with other bounds of these items: numbers, or columns, as for `Model.items`.

        Bounds of items in units are those of their sums; ``times`` is exactly so many units. Raises SpecError
        if there is no such item, or an option then has no item that must be covered; ValueError for a colored
        item, one whose bound may be exceeded, and a greater bound of one that limits how often an option may
        be chosen.
        """
        from excover.matrix.changes import with_stated_bounds

        how_often = {"times": times, "at_least": at_least, "at_most": at_most}
        return self._changed(with_stated_bounds, self._with_hard_bounds(items), how_often)

    def without_items(self, items: ItemsLike) -> Self:
        """The same problem, in which these items may be covered any number of times, or not at all.

        Raises SpecError if there is no such item.
        """
        from excover.matrix.changes import without_bounds

        return self._changed(without_bounds, self._with_hard_bounds(items))

    def _with_hard_bounds(self, items: ItemsLike) -> list[ItemName | str]:
        """Raises ValueError for items whose bounds may be exceeded: hidden options count by how much."""
        names, scope = each_name(items), self.description.puzzle.scope
        families = [scope[name] for name in scope.families()]
        soft = {family.name for family in families if isinstance(family, ItemFamily) and family.excess}
        for name in names:
            if (family := str(name).split("[")[0].strip()) in soft:
                raise ValueError(f"bounds of `{family}` may be exceeded: write other ones in the description")
        return names

    def with_costs(self, costs: Mapping[Any, PriceLike]) -> Self:
        """The same problem with other costs of these options; the others keep theirs.

        Raises SpecError if there is no such option, a cost is no whole number, or this is no mapping.
        """
        from excover.matrix.changes import costs_of, with_costs

        return self._changed(with_costs, costs_of(costs))

    def with_option(
        self,
        name: str,
        /,
        *arguments: Any,
        covers: CoveredLike,
        cost: PriceLike = 0,
        most: SupportsIndex = 1,
        optional: bool = False,
    ) -> Self:
        """The same problem with one option more, as `Model.option` states it: a column of column generation.

        ``covers`` are items of the model, or names; those in units have amounts, `load[1].by(7)` or
        `{"load[1]": 7, "job[2]": None}`. Raises SpecError or ValueError if the option does not fit the
        problem, and ValueError where rules may be about its family.
        """
        from excover.problem.column_generation import NewOption, refuse_unless_alone, with_new_option

        refuse_unless_alone(self.description.puzzle, name)
        new = NewOption(OptionName(name, arguments), covers, cost, most, optional)
        return self._changed(with_new_option, new, self.description.limits)

    def near(self, start: StartLike, *, cost: PriceLike | None = None) -> Self:
        """The same problem, in which as few changes as possible from a solution are wanted first.

        A change is a chosen option that the ``start`` has not; how many there are is `totals["changes"]`.
        With a ``cost``, each change costs so much instead, or to maximize, takes away so much. Raises
        SpecError as `best` does for the start, and for a ``cost`` where the cost is no goal.
        """
        names = known_options(self.description.compiled, start)
        if cost is not None:
            return self._of(with_priced_changes(self.description, names, cost))
        return self._of(with_changes(self.description, names))

    def _changed(self, change: Callable[..., Compiled], *arguments: Any) -> Self:
        return self._of(self.description.changed(change, *arguments))

    def _of(self, description: Description) -> Self:
        return self.replaced(description=description)

    def with_parameters(self, settings: Settings | None = None, /, **named: Any) -> Self:
        """The same description with other values of parameters; the others keep what they were given.

        `problem.with_parameters(n=8)`. No text, file or table is read again; items and options are made
        again, because a parameter may change any of them. What was given, forbidden and changed since stays
        so. Raises SpecError for a wrong value, or if an earlier change then has no meaning; ValueError if the
        problem is not made from a text in the language.
        """
        return self._of(self.description.with_parameters({**checked_settings(settings), **named}))

    def without_givens(self) -> Self:
        """The same problem without any givens, not even those of the description."""
        return self._of(self.description.without_givens())


StartLike: TypeAlias = "Solution | Iterable[OptionName | str] | str | Source"
"""A solution, options by their names, names as texts, or a drawing."""

CHANGES = "changes"
COMPLETED, REPAIRED = 10_000, 2_000
"""Nodes in which a start is completed, or repaired."""


def known_options(compiled: Compiled, start: StartLike) -> list[OptionName]:
    """The options of a start that the problem has; others may be of another day. SpecError if it has none."""
    from excover.solutions.decode import Solution  # most changes know no solution

    if start is None:
        way_out = (
            "give a solution, names of options, or a drawing; `best()` is None where there is no solution"
        )
        raise SpecError(messages.NotAColumn("the start", "None, which is no plan", way_out))
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
        raise SpecError(messages.StartUnknown(next(iter(compiled.matrix.options), None)))
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
    if lines and all(re.fullmatch(_NAMES, line) for line in lines):
        return [name[0] for line in lines for name in re.finditer(_NAME_OF_OPTION, line)]
    return source


def _of_json(source: Source) -> list[str]:
    """The names of the last solution. Raises SpecError for a line that is no object, or no such solution."""
    import json  # few searches have such a start

    found: list[str] = []
    for line in lines_of(source):
        try:
            data = json.loads(line.text)
        except (ValueError, RecursionError):
            raise SpecError(messages.NoSolutionInJson(line)) from None
        match data:
            case {"options": [*options]} if all(map(_has_name, options)):
                found = [option["name"] for option in options]
            case {"options": _}:
                raise SpecError(messages.NoSolutionInJson(line))
            case _:
                pass  # what else `solve --json` writes
    return found


def _has_name(option: object) -> bool:
    return isinstance(option, dict) and isinstance(option.get("name"), str)


_NAME_OF_OPTION = r'[^\W\d]\w*\((?:[^()"]|"(?:[^"\\]|\\.)*"|\([^()]*\))*\)(?: \d+ times)?'
_NAMES = rf"\s*(?:{_NAME_OF_OPTION}[\s,]*)+"


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
    from excover.search.portfolio.until_proved import Optimizer  # few searches begin with a solution

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
    raise SpecError(messages.ChangesCostNothing())


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


def no_problem(wanted: str, value: object) -> TypeError:
    """The error for what is no problem; ``wanted`` is what belongs there."""
    return not_as_wanted(wanted, value, f"write {_as_problem(value)}")


def _as_problem(value: object) -> str:
    """How to write what was probably meant."""
    if isinstance(value, str) and "\n" in value:
        return "`excover.parse(text)`"
    if isinstance(value, str):
        return f"`excover.load({as_seen(value)})`"
    if isinstance(value, PathLike):
        return "`excover.load(path)`"
    if type(value).__module__ == "excover.problem.model":  # which imports problems
        return "`model.problem()`"
    if isinstance(getattr(value, "problem", None), WhatIf):
        return "its problem, `solution_set.problem`"
    return '`excover.load("queens")`, for example, or `excover.parse(text)`'


# No public call takes the `Problem` of the core.
KINDS["Problem"] = ArgumentKind(
    "an excover.Problem",
    lambda value: isinstance(value, WhatIf),
    lambda _name, value: f"write {_as_problem(value)}",
)
