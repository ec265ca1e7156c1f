"""Expressions of rules: conditions, numbers and values that depend on which options are chosen.

An option is given by its number. What does not depend on any is a plain value, never one of these.

>>> some, other = Chosen(3), Chosen(5)
>>> both = every([some, True, other])
>>> in_cover(both, {3}), in_cover(both, {3, 5}), sorted(options_of(both))
(False, True, [(3,), (5,)])
>>> total = weighted([(some, 2), (other, 1), (4, 1)])
>>> total.constant, total.terms, in_cover(total, {5})
(4, ((3, 2), (5, 1)), 5)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from math import prod
from typing import Any, TypeAlias, cast

from excover.base.frozen import Frozen, kept
from excover.base.names import Value
from excover.language.expressions.frame import OPPOSITE, TURNED, comparison

Operand: TypeAlias = Any
"""A value, or a `Decided`."""

ChosenOptions: TypeAlias = Collection[int]
"""The chosen options."""


class Decided(Frozen):
    """What the chosen options decide."""

    _is_made_often = True

    def __hash__(self) -> int:
        """Kept: the parts of a large condition are looked up again and again."""
        kept = self.__dict__
        hashed: int | None = kept.get("_hashed")
        if hashed is None:
            hashed = kept["_hashed"] = self._hash()
        return hashed

    def _hash(self) -> int:
        return super().__hash__()


class Condition(Decided):
    """True or false."""


class Chosen(Condition):
    """Whether an option is chosen."""

    option: int


class Every(Condition):
    """All of several conditions."""

    conditions: tuple[Condition, ...]


class Leading(Every):
    """The first of some conditions: a shorter beginning, or its conditions, and the ones behind it."""

    def _hash(self) -> int:
        return hash((len(self.conditions), self.conditions[0], self.conditions[-1]))

    def continues(self, other: Leading | None) -> bool:
        """Whether the other one, which is shorter, holds wherever this one does."""
        if other is None:
            return False
        return self.conditions[0] == other or self.conditions[: len(other.conditions)] == other.conditions


class Some(Condition):
    """At least one of several conditions."""

    conditions: tuple[Condition, ...]


class Never(Condition):
    """Not a condition."""

    condition: Condition


class Compares(Condition):
    """``sign`` is that of the language."""

    left: Operand
    sign: str
    right: Operand


class Different(Condition):
    """No two of some operands are equal."""

    operands: tuple[Operand, ...]


class ValueOf(Decided):
    """The value of the one option that is chosen among some: each with its value."""

    cases: tuple[tuple[int, Value], ...]

    @kept
    def options(self) -> tuple[int, ...]:
        return tuple([option for option, _ in self.cases])

    @kept
    def value_of(self) -> Mapping[int, Value]:
        return dict(self.cases)

    @kept
    def kinds(self) -> tuple[tuple[type, Value], ...]:
        """The value of each option; 1 is not `true`."""
        return tuple([(type(value), value) for _, value in self.cases])

    @kept
    def is_number(self) -> bool:
        return all(kind is int for kind, _ in self.kinds)

    @kept
    def having(self) -> Mapping[tuple[type, Value], Sequence[int]]:
        """The options of each value."""
        found: dict[tuple[type, Value], list[int]] = {}
        for option, kind in zip(self.options, self.kinds, strict=True):
            found.setdefault(kind, []).append(option)
        return found


class Linear(Decided):
    """A constant and weighted terms: options by number, conditions (1 or 0), and computed numbers."""

    constant: int
    terms: tuple[tuple[int | Decided, int], ...]

    @kept
    def weights(self) -> dict[int, int] | None:
        """Those of its options; None if it has other terms."""
        return None if self.others else dict(cast("tuple[tuple[int, int], ...]", self.terms))

    @kept
    def options(self) -> Sequence[int]:
        return [term for term, _ in self.terms if type(term) is int]

    @kept
    def others(self) -> Sequence[Decided]:
        """The terms that are no options."""
        return [term for term, _ in self.terms if isinstance(term, Decided)]


class Computed(Decided):
    """A function of operands that is not a sum."""

    function: str
    operands: tuple[Operand, ...]


class Tupled(Decided):
    """A tuple with members that are not known."""

    members: tuple[Operand, ...]


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "*": lambda *factors: prod(factors),
    "div": operator.floordiv,
    "mod": operator.mod,
    "abs": abs,
    "min": min,
    "max": max,
    "if": lambda holds, then, otherwise: then if holds else otherwise,
}


def options_of(operand: Operand) -> Iterator[Sequence[int]]:
    """The options on which it depends, by parts, some more than once: often, the first few are enough."""
    parts = [operand]
    while parts:
        part = parts.pop()
        kind = type(part)
        if kind is Chosen:
            yield (part.option,)
        elif kind is ValueOf:
            yield part.options
        elif kind is Linear:
            yield part.options
            parts += part.others
        elif kind is Compares:
            parts += part.left, part.right
        elif kind is tuple:
            parts += part
        elif isinstance(part, Decided):
            parts += part.parts


# Their values


def in_covers(operand: Operand, covers: Sequence[ChosenOptions]) -> list[Any]:  # noqa: C901
    """The values in several covers of few options; of a `ValueOf` without a chosen option, None."""
    match operand:
        case Chosen(option):
            return [option in chosen for chosen in covers]
        case ValueOf():
            of = operand.value_of
            return [next(map(of.get, filter(of.__contains__, chosen)), None) for chosen in covers]
        case Compares(left, sign, right):
            return [*map(comparison(sign), in_covers(left, covers), in_covers(right, covers))]
        case Every(parts):
            return _by_cover(covers, parts, all)
        case Some(parts):
            return _by_cover(covers, parts, any)
        case Never(part):
            return [not holds for holds in in_covers(part, covers)]
        case Linear():
            return _sums(operand, covers)
        case Different(parts):
            return _by_cover(covers, parts, lambda found: len(set(found)) == len(found))
        case Computed(function, parts):
            return _by_cover(covers, parts, lambda found: FUNCTIONS[function](*found))
        case Tupled(parts):
            return _by_cover(covers, parts, tuple)
        case _:
            return [operand] * len(covers)


def _by_cover(
    covers: Sequence[ChosenOptions], parts: Sequence[Operand], value: Callable[[tuple[Any, ...]], Any]
) -> list[Any]:
    """What a function makes of the values of the parts, in each cover."""
    columns = [in_covers(part, covers) for part in parts]
    return list(map(value, zip(*columns, strict=True))) if columns else [value(())] * len(covers)


def _sums(linear: Linear, covers: Sequence[ChosenOptions]) -> list[int]:
    weights = dict(linear.terms)
    sums = [linear.constant + sum(map(weights.get, {*chosen}, repeat(0))) for chosen in covers]
    for term, weight in linear.terms:
        if not isinstance(term, int):
            sums = [*map(operator.add, sums, [weight * int(each) for each in in_covers(term, covers)])]
    return sums


def in_cover(operand: Operand, chosen: ChosenOptions) -> Any:
    """The value if these options are chosen."""
    return in_covers(operand, [chosen])[0]


# Making them


def compares(left: Operand, sign: str, right: Operand) -> Condition:
    """A comparison of operands that are not both known: a single option, where only one has the value."""
    one, other = type(left), type(right)
    if other is ValueOf and sign in ("=", "!=") and not isinstance(left, Decided):
        left, right, one, other = right, left, other, one
    if one is Linear and sign in ("=", "<", "<=") and isinstance(right, int):
        left = _as_far_as(left, right)
    elif one is ValueOf and sign in ("=", "!=") and not isinstance(right, Decided):
        options = left.having.get((other, right), ())
        if len(options) == 1:
            return Chosen(options[0]) if sign == "=" else Never(Chosen(options[0]))
    elif one is other and one in (Chosen, ValueOf) and sign in TURNED:
        first, second = next(options_of(left))[0], next(options_of(right))[0]
        if first > second:  # the same for both orders
            left, sign, right = right, TURNED[sign], left
    return Compares(left, sign, right)


def _as_far_as(total: Linear, most: int) -> Linear:
    """A sum that exceeds a number where the whole sum does, and is equal otherwise: without beginnings that
    hold only where those before them, with their weights in this sum, exceed it.
    """
    if not any(type(term) is Leading for term, _ in total.terms):
        return total
    if any(weight < 0 or not isinstance(term, int | Condition) for term, weight in total.terms):
        return total
    terms = list[tuple[int | Decided, int]]()
    begun: Leading | None = None
    single: tuple[Decided | None, int] = None, 0
    reached = 0
    for term, weight in total.terms:
        if isinstance(term, Leading):
            if not term.continues(begun):
                reached = single[1] if term.conditions[0] == single[0] else 0
            begun = term
            if reached > max(most - total.constant, 0):
                continue
            reached += weight
        else:
            single = (Chosen(term) if isinstance(term, int) else term), weight
        terms.append((term, weight))
    return Linear(total.constant, tuple(terms))


LONGEST_CHAIN = 60
"""How many beginnings of one list of conditions are within each other."""


def leading(conditions: Iterable[tuple[Condition | bool, Condition | bool]]) -> int | Linear:
    """How many conditions hold in front of the first that does not; the second of each pair says whether it
    is one of them at all.

    >>> one, two, three = map(Chosen, (1, 2, 3))
    >>> found = leading([(one, True), (True, True), (two, True), (False, True), (three, True)])
    >>> [in_cover(found, cover) for cover in ({2}, {1}, {1, 2}, {1, 2, 3})]
    [0, 2, 3, 3]
    """
    given, terms = [*conditions], list[tuple[Operand, int]]()
    step = len(given) // LONGEST_CHAIN + 1
    last: list[Condition] = []
    number = 0
    for met, is_one in given:
        needed = some([opposite(is_one), met])
        if needed is False:
            break
        if needed is not True:
            last, number = [*last, needed], number + 1
        begun: Condition | bool = last[0] if number == 1 else Leading(tuple(last)) if last else True
        terms.append((every([begun, is_one]) if is_one is not True else begun, 1))
        if number % step == 0 and last:
            last = [cast(Condition, begun)]
    return weighted((int(each) if isinstance(each, bool) else each, weight) for each, weight in terms)


def every(conditions: Iterable[Condition | bool]) -> Condition | bool:
    """All of them; what is known is left out."""
    left: list[Condition] = []
    for each in conditions:
        if each is False:
            return False
        left += each.conditions if isinstance(each, Every) else [] if each is True else [each]
    return True if not left else left[0] if len(left) == 1 else Every(tuple(left))


def some(conditions: Iterable[Condition | bool]) -> Condition | bool:
    """At least one of them; what is known is left out.

    >>> some([False, Chosen(1)]), some([True, Chosen(1)]), some([])
    (Chosen(option=1), True, False)
    """
    left: list[Condition] = []
    for each in conditions:
        if each is True:
            return True
        left += each.conditions if isinstance(each, Some) else [] if each is False else [each]
    return False if not left else left[0] if len(left) == 1 else Some(tuple(left))


def opposite(condition: Condition | bool) -> Condition | bool:
    """What holds where the condition does not, without `Never` around anything but an option, `Different` or
    `Leading`.

    >>> opposite(Every((Chosen(1), Never(Chosen(2)))))
    Some(conditions=(Never(condition=Chosen(option=1)), Chosen(option=2)))
    """
    match condition:
        case bool():
            return not condition
        case Never(inner):
            return inner
        case Leading():
            return Never(condition)
        case Every(parts):
            return Some(tuple(map(_opposite, parts)))
        case Some(parts):
            return Every(tuple(map(_opposite, parts)))
        case Compares(left, sign, right):
            return Compares(left, OPPOSITE[sign], right)
        case _:
            return Never(condition)


def _opposite(condition: Condition) -> Condition:
    found = opposite(condition)
    assert isinstance(found, Condition)
    return found


def weighted(parts: Iterable[tuple[Operand, int]]) -> int | Linear:
    """The sum of numbers and conditions, each times a weight; only whole numbers and decided operands."""
    constant, terms = 0, dict[int | Decided, int]()
    for operand, weight in parts:
        kind = type(operand)
        more: Iterable[tuple[int | Decided, int]]
        if kind is Chosen:
            more = ((operand.option, 1),)
        elif kind is Linear:
            constant += weight * operand.constant
            more = operand.terms
        elif kind is ValueOf:
            more = [(option, value) for option, value in operand.cases if isinstance(value, int)]
        elif isinstance(operand, Decided):
            more = ((operand, 1),)
        else:
            constant += weight * operand
            continue
        for term, times in more:
            terms[term] = terms.get(term, 0) + weight * times
    left = tuple((term, times) for term, times in terms.items() if times)
    return Linear(constant, left) if left else constant


def is_number(operand: Operand) -> bool:
    """Whether it can be a summand: a number, or a condition that is not known."""
    if isinstance(operand, ValueOf):
        return operand.is_number
    return type(operand) is int or (isinstance(operand, Decided) and not isinstance(operand, Tupled))


def called(function: str, operands: Sequence[Operand]) -> Operand:
    """A function of operands, of which some may be decided."""
    if not any(isinstance(each, Decided) for each in operands):
        return FUNCTIONS[function](*operands)
    if function == "*":
        return _multiplied(operands)
    return Computed(function, tuple(operands))


def _multiplied(operands: Iterable[Operand]) -> Operand:
    """A number times a product of at most one condition and of numbers, which are no products."""
    known, conditions, factors = 1, list[Condition](), list[Operand]()
    for each in operands:
        match each:
            case Condition():
                conditions.append(each)
            case Computed("*", inner):
                factors += inner
            case Linear(0, ((Computed("*", inner), weight),)):
                factors += inner
                known *= weight
            case Decided():
                factors.append(each)
            case _:
                known *= each
    if not known:
        return 0
    product = factors[0] if len(factors) == 1 else Computed("*", tuple(factors)) if factors else 1
    if not conditions:
        return product if known == 1 else weighted([(product, known)])
    holds = every(conditions)
    return weighted([(holds if product == 1 else Computed("if", (holds, product, 0)), known)])
