"""A problem with other clues, options, bounds, costs or parameters, which is another problem.

>>> from excover.problem.problem import parse
>>> coin = parse("item a  option heads() covers a cost 2  option tails() covers a cost 3  minimize")
>>> coin.forbid("heads()").best().cost, coin.with_costs({"tails()": 1}).best().cost
(3, 1)
>>> coin.near(["tails()"]).best().options, coin.near(["tails()"], cost=1).best().cost
((OptionName(family='tails', arguments=()),), 3)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, TypeAlias

from excover.base.frozen import Frozen
from excover.base.kinds import with_methods
from excover.base.names import ItemName, OptionName
from excover.language.expressions.scope import ItemFamily
from excover.matrix.compiled import Compiled
from excover.matrix.given import GivenLike
from excover.matrix.name_resolution import NamesItems, each_name
from excover.problem.pipeline import Description, Settings, checked_settings
from excover.search.run import takes_runs

if TYPE_CHECKING:
    from excover.problem.column_generation import CoveredLike
    from excover.problem.model_steps import PriceLike
    from excover.problem.replan import StartLike

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
        from excover.problem.replan import known_options, with_changes, with_priced_changes

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
