"""The sums of a matrix: amounts that options add to items in units, and costs where they are bounded."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from excover.base.diagnostics import SpecError
from excover.base.names import ItemName
from excover.base.source import Span
from excover.language.meaning.puzzle import COST, CostLimit
from excover.language.messages.about_goals import AmountTooLarge
from excover.language.messages.about_options import OptionCoversTwice
from excover.matrix.compiled import Block
from excover.matrix.matrix_room import FIRST_SUM, NumberedItems
from excover.matrix.sums import WeightedSum

Amounts: TypeAlias = tuple[tuple[int, int], ...]
"""The numbers of sums, each with what an option adds to it."""

MOST_TOGETHER = 2**62
"""The absolute amounts of all options together are less."""


def split(
    rows: Iterable[tuple[int, ...]],
    colors: Iterable[tuple[int, ...]],
    weights: Iterable[tuple[int, ...]],
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, int], ...]]]:
    """The items of each option with their colors, and the sums with what the option adds to them."""
    for row, hues, added in zip(rows, colors, weights, strict=True):
        plain = [(item, hue) for item, hue in zip(row, hues, strict=True) if item < FIRST_SUM]
        amounts = (
            (item - FIRST_SUM, weight) for item, weight in zip(row, added, strict=True) if item >= FIRST_SUM
        )
        yield tuple(item for item, _ in plain), tuple(hue for _, hue in plain), tuple(amounts)


def refuse_twice(block: Block, items: NumberedItems, place: Callable[[int], Span]) -> None:
    """Refuses options that name an item in units twice: one of the amounts may be a mistake."""
    wrong = [
        (option, number)
        for option, amounts in enumerate(block.amounts)
        for number in _repeated(number for number, _ in amounts)
    ]
    if wrong:
        (option, number), count = wrong[0], len({option for option, _ in wrong})
        name = items.sum_name(FIRST_SUM + number)
        raise SpecError(OptionCoversTwice(place(option), block.names[option], name, count))


def _repeated(numbers: Iterable[int]) -> Iterator[int]:
    seen: set[int] = set()
    for number in numbers:
        if number in seen:
            yield number
        seen.add(number)


def sums_of(
    items: NumberedItems, blocks: Sequence[Block], costs: Sequence[int], limits: Sequence[CostLimit]
) -> list[WeightedSum]:
    """All sums of the description. Raises SpecError if amounts are too large."""
    names = [ItemName(family.name, key) for family in items.resources for key in family.keys]
    options, weights = [array("I") for _ in names], [array("q") for _ in names]
    together = [0] * len(names)
    first = 0
    for block in blocks:
        for option, amounts in enumerate(block.amounts):
            for number, weight in amounts:
                together[number] += abs(weight)
                if together[number] >= MOST_TOGETHER:
                    raise SpecError(
                        AmountTooLarge(block.span, str(names[number]), block.names[option], weight)
                    )
                if weight:
                    options[number].append(first + option)
                    weights[number].append(weight)
        first += len(block.rows)
    found = []
    bounded = ((family, units) for family in items.resources for units in family.units or ())
    for number, (family, (low, high)) in enumerate(bounded):
        found.append(
            WeightedSum(str(names[number]), options[number], weights[number], low, high, family.span)
        )
    if limits:
        bounds = {limit.side: limit.number for limit in limits}
        found.append(WeightedSum.of(COST, costs, bounds.get("least"), bounds.get("most"), limits[0].span))
    return found
