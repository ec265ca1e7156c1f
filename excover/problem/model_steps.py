"""The costs and amounts of a model as whole numbers: multiples of the largest step that divides them all.

>>> amounts = Scaled()
>>> amounts.extend([1, 0.25, Decimal("1.5")])
>>> amounts.numbers.tolist(), amounts.step
([4, 1, 6], Scale(per_unit=4, kind=<class 'decimal.Decimal'>))
>>> amounts.extend([0.1])
>>> amounts.numbers.tolist(), amounts.step.per_unit
([20, 5, 30, 2], 20)
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import Any, SupportsIndex, TypeAlias

from excover.base.diagnostics import SpecError
from excover.base.names import ItemName
from excover.base.stand_ins import StandIn, texts_in
from excover.language import messages
from excover.language.expressions.reduce import number
from excover.language.expressions.scope import ItemFamily, UnitBounds
from excover.language.meaning.puzzle import OptionSource, Puzzle
from excover.language.python_values import exact
from excover.language.syntax import ast
from excover.matrix.name_resolution import Originals, Scale

PriceLike: TypeAlias = SupportsIndex | float | Decimal | Fraction
"""A cost or an amount: a whole number or a fraction, which is kept exactly."""


class Scaled:
    """Numbers as multiples of the largest step that divides them all."""

    def __init__(self, zeros: int = 0) -> None:
        self.numbers, self.step = array("q", bytes(8 * zeros)), Scale()

    def extend(self, values: Sequence[Any], what: str = "a cost") -> None:
        """Raises SpecError if the step gets too small, or a number too large; then nothing has changed."""
        step = self.step.of(values, what)
        more = in_steps(values, step, what)
        if step.per_unit != self.step.per_unit:
            self.numbers = self.in_steps(step)
        self.numbers.extend(more)
        self.step = step

    def in_steps(self, step: Scale) -> array[int]:
        """The numbers as multiples of a smaller step, which divides the own one."""
        factor = step.per_unit // self.step.per_unit
        return self.numbers if factor == 1 else in_steps(self.numbers.tolist(), Scale(factor), "a cost")


def in_steps(values: Sequence[Any], step: Scale, what: str) -> array[int]:
    """Numbers as multiples of a step. Raises SpecError for one that is none, or is too large."""
    if step.per_unit == 1 and isinstance(values, array):
        return values
    try:
        if set(map(type, values)) - {int, float}:
            return array("q", [step.whole(value, what) for value in values])
        known = {value: step.whole(value, what) for value in set(values)}
        return array("q", map(known.__getitem__, values))
    except OverflowError:
        raise SpecError(messages.TooFine(what, max(values, key=abs), step.per_unit)) from None


class StatedNumbers:
    """What a model has besides its options: prices of conditions, by their place, and bounds on the
    cost, by their side, where they are no whole numbers; and originals of texts.
    """

    def __init__(self) -> None:
        self.prices: dict[int, Any] = {}
        self.bounds: dict[str, Any] = {}
        self.texts: list[str] = []

    def remember(self, values: Iterable[Any]) -> None:
        """The texts among these values."""
        self.texts += texts_in(values)

    def price(self, conditions: int, last: int, price: Any) -> None:
        """The price of the ``last`` of so many conditions."""
        if type(price) is not int:
            self.prices.update(dict.fromkeys(range(conditions - last, conditions), price))

    def originals(
        self,
        puzzle: Puzzle,
        of_amounts: Sequence[Mapping[str, Scale]],
        of_costs: Iterable[Scale],
        texts: Iterable[str],
    ) -> tuple[Originals, dict[str, Scale]]:
        """What solutions have in place of texts and numbers, and the scales of families in units."""
        scales = sum_steps(puzzle, of_amounts)
        cost = Scale().of([*self.prices.values(), *self.bounds.values()], "a cost")
        exceeded = (family for family in (*puzzle.families, *puzzle.resources) if family.excess)
        cost = cost.joined([*of_costs, *(_scale_of_excess(each, scales) for each in exceeded)])
        values = originals_of(chain(self.texts, texts))
        of_items = {
            str(ItemName(each.name, key)): scales[each.name]
            for each in puzzle.resources
            if each.name in scales
            for key in each.keys
        }
        of_goals = {
            goal.name: scales[goal.items[0].family]
            for goal in puzzle.objectives
            if goal.items and goal.items[0].family in scales
        }
        return Originals(values, cost, of_items | of_goals), scales

    def whole(self, puzzle: Puzzle, cost: Scale, sums: Mapping[str, Scale]) -> Puzzle:
        """A puzzle with whole numbers in its statements."""
        prices, bounds = self.prices, self.bounds
        if cost.kind is int and not sums:
            return puzzle
        own: dict[int, ast.Requiring | ast.CostBound] = {}
        for place, condition in enumerate(puzzle.conditions):
            price = condition.price
            if price is not None and place in prices:
                price = number(cost.whole(prices[place], "the cost of a rule"))
            elif price is not None:
                price = _times(price, cost)
            own[id(condition)] = condition.replaced(price=price)
        limits = [
            each._replace(number=cost.whole(bounds.get(each.side, each.number), "a bound on the cost"))
            for each in puzzle.cost_limits
        ]
        for rule in puzzle.rules:
            if isinstance(rule, ast.CostBound):
                limit = next(each for each in limits if each.side == rule.side)
                own[id(rule)] = rule.replaced(bound=number(limit.number))
        return puzzle.replaced(
            families=[_in_steps(family, cost, sums) for family in puzzle.families],
            resources=[_in_steps(family, cost, sums) for family in puzzle.resources],
            sources=[_source(source, cost, sums) for source in puzzle.sources],
            additions=[also.replaced(covers=_covers(also.covers, sums)) for also in puzzle.additions],
            conditions=[own[id(each)] for each in puzzle.conditions],
            rules=[own.get(id(each), each) for each in puzzle.rules],
            cost_limits=limits,
        )


def originals_of(texts: Iterable[str]) -> dict[str, Any]:
    """By the texts that stand for them. Raises SpecError for a text that stands for several values."""
    found: dict[str, Any] = {}
    plain: set[str] = set()
    for text in texts:
        if type(text) is not StandIn:
            plain.add(text)
        elif (known := found.setdefault(str(text), text.original)) is not text.original:
            _refuse_unlike(text, known, text.original)
    for text in plain & found.keys():
        _refuse_unlike(text, found[text], text)
    return found


def _refuse_unlike(text: str, one: Any, other: Any) -> None:
    """Values that are equal, such as a date of numpy and one of Python, may have the same text."""
    if one != other:
        raise SpecError(messages.SameText(str(text), one, other))


def sum_steps(puzzle: Puzzle, listed: Sequence[Mapping[str, Scale]]) -> dict[str, Scale]:
    """The steps of the families of items in units, of those whose amounts or bounds are not all of type int,
    and of those that a goal compares with such.
    """
    found: dict[str, Scale] = {}
    for family in puzzle.resources:
        stated = [bound for bounds in family.units or () for bound in bounds if bound is not None]
        stated += [most for most, _ in family.excess]
        step = Scale().of(stated, f"a bound of `{family.name}`")
        step = step.joined([each[family.name] for each in listed if family.name in each])
        if step.kind is not int:
            found[family.name] = step
    for goal in puzzle.objectives:
        together = {item.family for item in goal.items}
        if joined := [found[name] for name in sorted(together) if name in found]:
            found |= dict.fromkeys(together, Scale().joined(joined))
    return found


def amounts_in_steps(
    values: Sequence[Any], entries: Sequence[int], first: Mapping[str, int], sums: Mapping[str, Scale]
) -> array[int]:
    """The amount of each entry, which is 1 where none is stated, in steps of its family."""
    names = sorted(first, key=first.__getitem__)
    begins = [first[name] for name in names]
    whole = Scale()
    found = array("q")
    for value, entry in zip(values, entries, strict=True):
        step = sums.get(names[bisect_right(begins, entry) - 1], whole)
        found.extend(in_steps([1 if value is None else value], step, "an amount"))
    return found


def _in_steps(family: ItemFamily, cost: Scale, sums: Mapping[str, Scale]) -> ItemFamily:
    scale, what = sums.get(family.name, Scale()), f"a bound of `{family.name}`"
    units = family.units and [
        UnitBounds(*(None if bound is None else scale.whole(bound, what) for bound in bounds))
        for bounds in family.units
    ]
    excess = [
        (scale.whole(most, what), cost.whole(_of_part(price, scale), "a cost"))
        for most, price in family.excess
    ]
    return family.replaced(units=units, excess=excess)


def _of_part(price: Any, scale: Scale) -> Fraction:
    """The price of a part of a unit."""
    return Fraction(exact(price) or 0) / scale.per_unit


def _scale_of_excess(family: ItemFamily, sums: Mapping[str, Scale]) -> Scale:
    """That of what it costs to exceed bounds by one part of a unit."""
    scale = sums.get(family.name, Scale())
    prices = [price for _, price in family.excess]
    return (
        Scale()
        .of(prices, "a cost")
        .joined(Scale(_of_part(price, scale).denominator, float) for price in prices if scale.per_unit > 1)
    )


def _source(source: OptionSource, cost: Scale, sums: Mapping[str, Scale]) -> OptionSource:
    if not isinstance(source, ast.Option):
        return source
    price = source.cost and _times(source.cost, cost)
    return source.replaced(cost=price, covers=_covers(source.covers, sums))


def _covers(covers: tuple[ast.Covered, ...], sums: Mapping[str, Scale]) -> tuple[ast.Covered, ...]:
    found: list[ast.Covered] = []
    for each in covers:
        if isinstance(each, ast.CoverEach):
            found.append(each.replaced(covers=_covers(each.covers, sums)))
        elif step := sums.get(each.ref.name.id):
            found.append(each.replaced(amount=_times(each.amount or number(1), step)))
        else:
            found.append(each)
    return tuple(found)


def _times(expr: ast.Expr, step: Scale) -> ast.Expr:
    return expr if step.per_unit == 1 else ast.Binary(expr.span, expr, "*", number(step.per_unit))
