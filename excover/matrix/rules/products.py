"""Products of many values: one factor after the other, each step with the products that are possible so far.

>>> from excover.problem.problem import parse
>>> text = "choose f(k in 1..12) from 1..4 require product(f(k) for k in 1..12) < 5"
>>> parse(text).count()
103
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from excover.language.expressions.decided import Compares, Computed, Decided, ValueOf, is_number
from excover.language.expressions.scope import ONCE
from excover.matrix.rules.additions import Additions

MOST_PAIRS = 20_000
"""Of how many products and factors together a step is made."""


class Products:
    """Hidden decisions whose values are products. ``as_value`` makes a value of what depends on one decision;
    None of what depends on several.
    """

    def __init__(self, made: Additions, as_value: Callable[[Decided], ValueOf | None]) -> None:
        self._made, self._as_value = made, as_value
        self._known: dict[tuple[ValueOf, ValueOf, int | None], ValueOf | None] = {}

    def stepwise(self, condition: Compares) -> Compares | None:
        """The comparison of a hidden decision in place of a product; None if there is no product, or one of
        too many values.
        """
        left, sign, right = condition.left, condition.sign, condition.right
        if isinstance(left, Computed) and left.function == "*":
            product = self._product(left.operands, right)
            return None if product is None else Compares(product, sign, right)
        if isinstance(right, Computed) and right.function == "*":
            product = self._product(right.operands, left)
            return None if product is None else Compares(left, sign, product)
        return None

    def _product(self, factors: tuple[Decided, ...], other: object) -> ValueOf | None:
        values = [self._as_value(each) for each in factors]
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
