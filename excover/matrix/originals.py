"""What a program has in place of what a matrix has: dates for texts, and fractions for whole numbers.

>>> from decimal import Decimal
>>> Scale(100, Decimal).own(150), Scale(4, float).own(6), Scale().own(6)
(Decimal('1.50'), 1.5, 6)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import lcm
from typing import Any

from excover.base.diagnostics import SpecError
from excover.base.frozen import Frozen
from excover.base.names import OptionName
from excover.base.stand_ins import restored
from excover.language.meaning.listing import OnDemand
from excover.language.messages.about_model_arguments import NotAWholeNumber, TooFine

FINEST = 10**9
"""The most parts of which one is kept exactly."""


class Scale(Frozen):
    """A matrix has whole numbers of parts, so many ``per_unit``; the program's own numbers are of a ``kind``:
    float, Decimal or Fraction.
    """

    per_unit: int = 1
    kind: type = int

    def own(self, number: int) -> Any:
        """The number of the program."""
        if self.per_unit == 1:
            return number
        if self.kind is float:
            return number / self.per_unit
        from decimal import Decimal  # few have fractions
        from fractions import Fraction

        found = Fraction(number, self.per_unit)
        if self.kind is Fraction:
            return found
        digits = next((d for d in range(10) if 10**d % self.per_unit == 0), None)
        if digits is None:
            return Decimal(number) / self.per_unit
        return Decimal(number * 10**digits // self.per_unit).scaleb(-digits)

    def joined(self, others: Iterable[Scale]) -> Scale:
        """The largest step that divides the own one and all others."""
        steps = [self, *others]
        kinds = {step.kind.__name__: step.kind for step in steps}
        kind = kinds.get("Fraction") or kinds.get("Decimal") or kinds.get("float") or int
        return Scale(lcm(*(step.per_unit for step in steps)), kind)

    def whole(self, number: Any, what: str) -> int:
        """That of the matrix. Raises SpecError for what is finer, and for what is no number."""
        from excover.language.python_values import exact, without_numpy  # few problems have fractions

        found = exact(without_numpy(number))
        if found is None:
            raise SpecError(NotAWholeNumber(what, number, None))
        found *= self.per_unit
        if found.denominator != 1:
            raise SpecError(TooFine(what, number, self.per_unit, as_compiled=True))
        return int(found)

    def of(self, values: Iterable[Any], what: str) -> Scale:
        """The largest step that divides the own one and all values. Raises SpecError if it is too small."""
        fractions = {value for value in values if type(value) is not int}
        if not fractions:
            return self
        finest = max(fractions, key=_denominator)
        step = self.joined(
            Scale(_denominator(value), float if isinstance(value, float) else type(value))
            for value in fractions
        )
        if step.per_unit > FINEST:
            raise SpecError(TooFine(what, finest, FINEST))
        return step


def _denominator(value: Any) -> int:
    from excover.language.python_values import exact

    found = exact(value)
    return found.denominator if found is not None else 1


class Originals(Frozen):
    """``values`` by the texts that stand for them, the ``cost`` and the ``sums`` by their names."""

    values: Mapping[str, Any] = {}
    cost: Scale = Scale()
    sums: Mapping[str, Scale] = {}

    def option(self, name: OptionName) -> OptionName:
        """A name with the program's own arguments."""
        return type(name)(name.family, tuple([restored(each, self.values) for each in name.arguments]))

    def options(self, names: Sequence[OptionName]) -> Sequence[OptionName]:
        """Names with the program's own arguments."""
        return _Own(names, self) if self.values else names

    def total(self, name: str, number: int) -> Any:
        """The value of a sum of this name, or of the cost."""
        step = self.cost if name == "cost" else self.sums.get(name)
        return number if step is None else step.own(number)

    def totals(self, sums: Iterable[tuple[str, int]]) -> dict[str, Any]:
        """The values of sums."""
        return {name: self.total(name, number) for name, number in sums}


class _Own(OnDemand[OptionName]):
    def __init__(self, names: Sequence[OptionName], originals: Originals) -> None:
        self._names, self._originals = names, originals

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[OptionName]:
        return map(self._originals.option, self._names)

    def _made(self, number: int) -> OptionName:
        return self._originals.option(self._names[number])


AS_THEY_ARE = Originals()
"""Nothing is different in the matrix."""
