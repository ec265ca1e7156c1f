"""Index sets of a model from sets, ranges, columns and generators.

>>> index_sets("row", [range(1, 4), "ab"], most=100)
Traceback (most recent call last):
    ...
excover.base.diagnostics.SpecError: error[E282]: `row` needs a set of indices, not 'ab'
  help: give a range, a list or a column: `model.items("row", range(1, 9))`
  help: `model.item("row")` is one item without an index
>>> index_sets("row", [range(1, 4), ["a", "b", "a"]], most=100)
[[1, 2, 3], ['a', 'b']]

What items and options may be called: words of the language too, unless compilation itself uses them.

>>> check_declared("place")
>>> check_declared("given")  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
excover.base.diagnostics.SpecError: error[E791]: `given` is a word of the language, so it cannot be a name ...
  help: choose another name, such as `given_`

The costs and amounts of a model as whole numbers: multiples of the largest step that divides them all.

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
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import chain, islice
from math import prod
from typing import Any, SupportsIndex, TypeAlias

from excover.base.diagnostics import SpecError
from excover.base.names import GIVEN, HIDDEN, ItemName, OrderedSet, Value, brief, is_name, normal
from excover.base.source import Source, Span
from excover.base.stand_ins import StandIn, texts_in
from excover.base.words import as_seen
from excover.language import messages
from excover.language.expressions.reduce import number
from excover.language.expressions.scope import ItemFamily, UnitBounds
from excover.language.meaning.puzzle import COST, OptionSource, Puzzle
from excover.language.python_values import column_of, exact, value_of
from excover.language.syntax import ast
from excover.matrix.name_resolution import Originals, Scale


def check_spelling(name: object) -> None:
    """Raises SpecError if it is no name."""
    if not isinstance(name, str) or not is_name(name) or name != normal(name):
        raise SpecError(messages.NotAModelName(as_seen(name), name if isinstance(name, str) else ""))


_OF_COMPILATION = frozenset({COST, GIVEN, HIDDEN})
"""Families of what compilation adds to a problem."""


def check_declared(name: object) -> None:
    """Raises SpecError if items or options cannot have this name."""
    check_spelling(name)
    if name in _OF_COMPILATION:
        raise SpecError(messages.ReservedModelName(str(name)))


def index_sets(name: str, indices: Sequence[Any], most: int) -> list[list[Value]]:
    """The members of each set, repeated ones once.

    Raises SpecError if there are more items than ``most``, before they are listed, or for no set.
    """
    ranges = [_length(index) for index in indices if isinstance(index, range)]
    _refuse_many(name, [max(ranges, default=0)], most)
    sets = []
    for index in indices:
        listed = list(islice(index, most + 1)) if isinstance(index, Iterator) else index
        if listed is not index:
            _refuse_many(name, [len(listed)], most)
        sets.append(list(_index_set(listed, name)))
    _refuse_many(name, list(map(len, sets)), most)
    return sets


def repeated_index(indices: Sequence[Any], sets: Sequence[Sequence[Value]]) -> str:
    """An index that a column lists more than once, or nothing. The sets are those of `index_sets`.

    >>> repeated_index([["a", "b", "b"]], [["a", "b"]]), repeated_index([range(3)], [[0, 1, 2]])
    ('"b"', '')
    """
    for index, members in zip(indices, sets, strict=True):
        if hasattr(index, "__len__") and len(index) > len(members):
            counts = Counter(column_of(index, "an index"))
            return next(brief(member) for member, count in counts.items() if count > 1)
    return ""


def _refuse_many(name: str, sizes: list[int], most: int) -> None:
    if prod(sizes) > most:
        raise SpecError(messages.TooManyItems(call("model.items", f'"{name}"', ".."), sizes, most))


def call(method: str, *arguments: str) -> Span:
    """The place of a message about a call: it shows the call.

    >>> call("model.items", '"row"', as_python([1, 2, 3])).text
    'model.items("row", range(1, 4))'
    """
    text = f"{method}({', '.join(arguments)})"
    return Span(Source(messages.CALL, text), 0, len(text))


def _length(members: range) -> int:
    """Its length, which `len` only has for ranges that fit into memory."""
    return max(0, -((members.start - members.stop) // members.step))


def _index_set(index: Any, name: str) -> Iterable[Value]:
    what = f"an index of `{name}`"
    members = None if isinstance(index, set | frozenset | OrderedSet) else column_of(index, what)
    if members is not None:
        return dict.fromkeys(members)
    if not isinstance(index, set | frozenset | OrderedSet):
        raise SpecError(messages.NotASetOfIndices(name, as_seen(index)))
    value = value_of(index, what)
    assert isinstance(value, OrderedSet)
    return value


def as_python(members: Sequence[Value]) -> str:
    """A set as one writes it in Python, not in full if it is large."""
    made = compact(members)
    return repr(made) if isinstance(made, range) else brief(made)


def compact(members: Sequence[Value]) -> Value:
    """A set, as a range if its members are consecutive numbers."""
    first = members[0] if members else None
    if type(first) is int and len(members) > 1 and list(members) == list(range(first, first + len(members))):
        return range(first, first + len(members))
    return OrderedSet(members)


# The costs and amounts of a model as whole numbers: multiples of the largest step that divides them all.


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
            each.replaced(number=cost.whole(bounds.get(each.side, each.number), "a bound on the cost"))
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
