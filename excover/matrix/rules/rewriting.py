"""Conditions that are rewritten before they are compiled.

>>> least = Computed("min", (Linear(0, ((1, 5),)), Linear(1, ((2, 3),))))
>>> type(taken_apart(Compares(least, ">=", 2))).__name__, type(taken_apart(Compares(2, ">=", least))).__name__
('Every', 'Some')

Products of many values: one factor after the other, each step with the products that are possible so far.

>>> from excover.problem.problem import parse
>>> text = "choose f(k in 1..12) from 1..4 require product(f(k) for k in 1..12) < 5"
>>> parse(text).count()
103
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from math import gcd
from typing import Any, TypeAlias, cast

from excover.language.expressions.decided import (
    Chosen,
    Compares,
    Computed,
    Condition,
    Decided,
    Every,
    Leading,
    Linear,
    Never,
    Operand,
    Tupled,
    ValueOf,
    compares,
    every,
    is_number,
    opposite,
    some,
    weighted,
)
from excover.language.expressions.frame import TURNED, comparison
from excover.language.expressions.scope import ONCE
from excover.matrix.rules.additions import Additions, Relation, in_pairs


def compared(left: Any, sign: str, right: Any) -> Condition | bool:
    """A comparison of operands, which both may be known."""
    if isinstance(left, Decided) or isinstance(right, Decided):
        return compares(left, sign, right)
    return comparison(sign)(left, right)


def shape(operand: Any, place: Mapping[int, Any]) -> Any:
    """The same for operands that differ in their options only."""
    match operand:
        case Chosen(option):
            return "chosen", place[option]
        case Compares(left, sign, right):
            return sign, shape(left, place), shape(right, place)
        case ValueOf():
            return "value", tuple(map(place.__getitem__, operand.options)), operand.kinds
        case Linear(constant, terms):
            return constant, tuple([(place[t] if type(t) is int else shape(t, place), w) for t, w in terms])
        case Decided():
            return type(operand), tuple([shape(part, place) for part in operand.parts])
        case tuple():
            return tuple([shape(part, place) for part in operand])
        case _:
            return type(operand), operand


class Relations:
    """What two decisions have to do with each other by conditions that differ in options only: made once."""

    def __init__(self) -> None:
        self._known: dict[object, Relation] = {}
        self._told: set[object] = set()

    def of(
        self, condition: Condition, one: Sequence[int], other: Sequence[int], tell: bool = False
    ) -> Relation:
        """Which options of one and of the other go together; ``tell`` lets `told` know of it from now on."""
        key = self._key(condition, one, other)
        if key not in self._known:
            self._known[key] = Relation(in_pairs(condition, one, other))
        if tell:
            self._told.add(key)
        return self._known[key]

    def told(self, condition: Compares, one: Sequence[int], other: Sequence[int]) -> Relation | None:
        """That of a comparison without conditions in it; None if none of its form was told before."""
        if not (is_plain(condition.left) and is_plain(condition.right)):
            return None
        key = self._key(condition, one, other)
        return self._known[key] if key in self._told else None

    @staticmethod
    def _key(condition: Condition, one: Sequence[int], other: Sequence[int]) -> object:
        both = [*one, *other]
        place = dict(zip(both, range(len(both)), strict=True))
        apart = () if len(place) == len(both) else tuple(both)
        return shape(condition, place), len(one), len(other), apart


def is_plain(operand: Operand) -> bool:
    """Whether it is a value, or computed of some, without conditions."""
    match operand:
        case Linear(_, terms):
            return len(terms) > 2 and all(type(term) is int or is_plain(term) for term, _ in terms)
        case Computed(function, operands):
            return function != "if" and all(map(is_plain, operands))
        case _:
            return not isinstance(operand, Decided) or isinstance(operand, ValueOf)


def taken_apart(condition: Compares) -> Condition | bool | None:
    """The same by simpler conditions; None if there is no such rule."""
    match condition:
        case Compares(left, "=" | "!=" as sign, right) if _are_unlike(left, right):
            return sign == "!="
        case Compares(Tupled(members), "=" | "!=" as sign, Tupled() | tuple() as other):
            others = other.members if isinstance(other, Tupled) else other
            if len(others) != len(members):
                return sign == "!="
            same = every(compared(a, "=", b) for a, b in zip(members, others, strict=True))
            return same if sign == "=" else opposite(same)
        case Compares(left, "in" | "not in" as sign, values) if (
            not isinstance(values, range) or len(values) <= 100
        ):
            among = some(compared(left, "=", value) for value in values)
            return among if sign == "in" else opposite(among)
        case Compares(Condition() as left, "=" | "!=" as sign, Condition() as right):
            same = every([some([opposite(left), right]), some([left, opposite(right)])])
            return same if sign == "=" else opposite(same)
        case Compares(Linear(constant, ((Computed() as inner, weight),)), "=" | "!=" as sign, int() as right):
            quotient, rest = divmod(right - constant, weight)
            return sign == "!=" if rest else compared(inner, sign, quotient)
        case Compares(Computed() as left, sign, right):
            return _of_computed(left, sign, right)
        case Compares(left, sign, Computed() as right):
            return _of_computed(right, TURNED[sign], left)
        case _:
            return None


def _are_unlike(left: Operand, right: Operand) -> bool:
    """Whether one is a computed number, and the other a text, a tuple, or something else that is none."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Linear | Computed):
            kinds = [kind for kind, _ in other.kinds] if isinstance(other, ValueOf) else []
            return not is_number(other) and int not in kinds
    return False


def multiplied(condition: Compares, as_value: Callable[[Decided], ValueOf | None]) -> Condition | bool | None:
    """A product that is or is not a number, by sums of exponents; None if it is another condition, or if
    ``as_value`` finds a factor that depends on several decisions.
    """
    match condition:
        case Compares(Computed("*", factors), "=" | "!=" as sign, int() | ValueOf() as wanted):
            pass
        case Compares(int() | ValueOf() as wanted, "=" | "!=" as sign, Computed("*", factors)):
            pass
        case _:
            return None
    values = [value for each in factors if (value := as_value(each))]
    if len(values) < len(factors) or not is_number(wanted):
        return None
    if isinstance(wanted, ValueOf):
        same = every(
            some([Never(Chosen(option)), _product_is(values, number)]) for option, number in _numbers(wanted)
        )
    else:
        same = _product_is(values, wanted)
    return same if sign == "=" else opposite(same)


def _product_is(factors: Sequence[ValueOf], wanted: int) -> Condition | bool:
    """Whether a product is a number: for each of its coprime divisors, the exponents add up to its own."""
    if not wanted:
        return some(compared(each, "=", 0) for each in factors)
    fitting = [
        [(option, value) for option, value in _numbers(each) if value and not wanted % value]
        for each in factors
    ]
    divide = [
        some(Chosen(option) for option, _ in kept)
        for kept, each in zip(fitting, factors, strict=True)
        if len(kept) < len(each.cases)
    ]
    cases = [case for kept in fitting for case in kept]
    sums = [
        compared(weighted((Chosen(option), _exponent(value, base)) for option, value in cases), "=", power)
        for base in coprime_base([wanted, *(value for _, value in cases)])
        for power in [_exponent(wanted, base)]
    ]
    negative = [Chosen(option) for option, value in cases if value < 0]
    signs = range(int(wanted < 0), len(factors) + 1, 2)
    sign = some(compared(weighted((each, 1) for each in negative), "=", number) for number in signs)
    return every([*divide, *sums, sign])


def _numbers(operand: ValueOf) -> list[tuple[int, int]]:
    return [(option, cast(int, value)) for option, value in operand.cases]


def coprime_base(numbers: Iterable[int]) -> list[int]:
    """Numbers above 1, without common divisors, of which all others are products, but for their signs.

    >>> sorted(coprime_base([24, 6, -2])), coprime_base([1, 12, 144])
    ([2, 3], [12])
    """
    waiting, base = [abs(each) for each in numbers if abs(each) > 1], list[int]()
    while waiting:
        number = waiting.pop()
        for at, other in enumerate(base):
            if (common := gcd(number, other)) > 1:
                if number != other:
                    del base[at]
                    waiting += [part for part in (number // common, other // common, common) if part > 1]
                break
        else:
            base.append(number)
    return base


def _exponent(number: int, base: int) -> int:
    found = 0
    while not number % base:
        number, found = number // base, found + 1
    return found


def _of_computed(computed: Computed, sign: str, other: Any) -> Condition | bool | None:
    """A comparison of a minimum, a maximum, an absolute value or a choice of two numbers."""
    if isinstance(other, ValueOf) and not other.is_number:  # some of its values are numbers
        same = some(every([Chosen(each), compared(computed, "=", value)]) for each, value in other.cases)
        return same if sign == "=" else opposite(same)
    if sign in ("!=", "=") and computed.function in ("min", "max"):
        near = tuple(Compares(computed, each, other) for each in ("<=", ">="))
        return Every(near) if sign == "=" else opposite(Every(near))
    match computed:
        case Computed("if", (condition, then, otherwise)):
            return every(
                [
                    some([opposite(condition), compared(then, sign, other)]),
                    some([condition, compared(otherwise, sign, other)]),
                ]
            )
        case Computed("min" | "max" as function, parts):
            join = every if (function == "min") == (sign in (">", ">=")) else some
            return join(compared(part, sign, other) for part in parts)
        case Computed("abs", (inner,)):
            minus = weighted([(inner, -1)])
            if sign in ("=", "!="):
                same = every(
                    [
                        some([compared(inner, "=", other), compared(minus, "=", other)]),
                        compared(other, ">=", 0),
                    ]
                )
                return same if sign == "=" else opposite(same)
            join = every if sign in ("<", "<=") else some
            return join(compared(each, sign, other) for each in (inner, minus))
        case _:
            return None


MOST_PAIRS = 20_000
"""Of how many products and factors together a step is made."""


class Products:
    """Hidden decisions whose values are products."""

    def __init__(self, made: Additions) -> None:
        self._made = made
        self._known: dict[tuple[ValueOf, ValueOf, int | None], ValueOf | None] = {}

    def stepwise(self, condition: Compares, as_value: Callable[[Decided], ValueOf | None]) -> Compares | None:
        """The comparison of a hidden decision in place of a product; None if there is no product, or one of
        too many values. ``as_value`` makes a value of what depends on one decision; None of what depends on
        several.
        """
        left, sign, right = condition.left, condition.sign, condition.right
        if isinstance(left, Computed) and left.function == "*":
            product = self._product(map(as_value, left.operands), right)
            return None if product is None else Compares(product, sign, right)
        if isinstance(right, Computed) and right.function == "*":
            product = self._product(map(as_value, right.operands), left)
            return None if product is None else Compares(left, sign, product)
        return None

    def _product(self, factors: Iterable[ValueOf | None], other: object) -> ValueOf | None:
        values = [*factors]
        if None in values or not is_number(other):
            return None
        known = [each for each in values if each is not None]
        are_positive = all(cast(int, number) >= 0 for each in known for _, number in each.cases)
        most = max(0, other) + 1 if isinstance(other, int) and are_positive else None

        product: ValueOf | None = known[0]
        for each in known[1:]:
            product = None if product is None else self._times(product, each, most)
        return product

    def _times(self, one: ValueOf, by: ValueOf, most: int | None) -> ValueOf | None:
        """The product, where ``most`` stands for all that are more. None if there are too many."""
        key = one, by, most
        if key not in self._known:
            are_few = len(one.cases) * len(by.cases) <= MOST_PAIRS
            self._known[key] = self._made_of(one, by, most) if are_few else None
        return self._known[key]

    def _made_of(self, one: ValueOf, by: ValueOf, most: int | None) -> ValueOf:
        pairs: dict[int, list[tuple[int, int]]] = {}
        for first, left in one.cases:
            for second, right in by.cases:
                value = cast(int, left) * cast(int, right)
                pairs.setdefault(value if most is None else min(value, most), []).append((first, second))
        decision = self._made.item(ONCE)
        cases = tuple((self._made.option([decision]), value) for value in pairs)
        members = [[option for option, _ in each] for each in (one.cases, by.cases, cases)]
        self._made.tuples(
            [(*pair, option) for option, value in cases for pair in pairs[value]],
            members,
        )
        return ValueOf(cases)


LONGEST_RUN = 20
"""A run of so many conditions is one decision: its options have half the square of entries."""


OptionsOf: TypeAlias = Callable[[Condition], Sequence[int] | None]


class Runs:
    """Sums of beginnings of conditions: how many hold before the first that does not, as one decision."""

    def __init__(self, made: Additions) -> None:
        self._made = made
        self._known: dict[tuple[Condition, ...], Sequence[int]] = {}

    def as_decisions(self, total: Linear, meaning: OptionsOf) -> Linear:
        """The same sum, with the options of these decisions for the beginnings. ``meaning`` gives the options
        with which a condition holds, or None if there are none yet.
        """
        terms: list[tuple[int | Decided, int]] = []
        for run in _runs(total.terms):
            conditions = tuple([condition for condition, _, _ in run])
            options = self._options(conditions, meaning) if 1 < len(run) <= LONGEST_RUN else ()
            if options:
                terms += zip(options[1:], accumulate(weight for _, _, weight in run), strict=True)
            else:
                terms += [(term, weight) for _, term, weight in run]
        return Linear(total.constant, tuple(terms))

    def _options(self, conditions: tuple[Condition, ...], meaning: OptionsOf) -> Sequence[int]:
        """An option for none, one .. all; nothing if something else has to be made first."""
        if conditions not in self._known:
            parts: list[tuple[Sequence[int], Sequence[int]]] = []
            for each in conditions:
                met, unmet = meaning(each), meaning(cast(Condition, opposite(each)))
                if met is None or unmet is None:
                    return ()
                parts.append((met, unmet))
            self._known[conditions] = self._made.run(parts)
        return self._known[conditions]


def _runs(
    terms: Iterable[tuple[int | Decided, int]],
) -> list[list[tuple[Condition, int | Decided, int]]]:
    """Terms whose conditions begin each other: each with what it adds to the one before, and its weight."""
    found: list[list[tuple[Condition, int | Decided, int]]] = []
    last: Decided | None = None
    for term, weight in terms:
        if isinstance(term, Leading) and len(term.conditions) == 2 and term.conditions[0] == last:
            found[-1].append((term.conditions[1], term, weight))
            last = term
        else:
            last = Chosen(term) if isinstance(term, int) else term
            found.append([(cast(Condition, last), term, weight)])
    return found
