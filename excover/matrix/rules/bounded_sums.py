"""Sums of options in a normal form: positive weights, no common divisor, no vacuous bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd
from typing import NamedTuple

from excover.matrix.rules.choices import Choices


class Bounded(NamedTuple):
    """The weights of the chosen options sum to a number within bounds; None is no bound."""

    weights: Mapping[int, int]
    lower: int | None
    upper: int | None

    @property
    def is_count(self) -> bool:
        return {*self.weights.values()} == {1}


def normal(found: Bounded, choices: Choices, decide: Callable[[int], int]) -> Bounded | bool:
    """The same, or whether it always or never holds. ``decide`` gives the decision of an option."""
    left, shift = positive(found.weights, choices, decide)
    most = largest(left, choices)
    lower = None if found.lower is None or found.lower <= shift else found.lower - shift
    upper = None if found.upper is None or found.upper - shift >= most else found.upper - shift
    if (lower is not None and lower > most) or (upper is not None and upper < 0):
        return False
    if lower is None and upper is None:
        return True
    return _divided(left, lower, upper)


def positive(
    weights: Mapping[int, int], choices: Choices, decide: Callable[[int], int]
) -> tuple[dict[int, int], int]:
    """Positive weights, and what their sum is less than that of the others.

    Exactly one option of each decision is chosen, so the least weight of its options is taken off.
    """
    left, shift = dict(weights), 0
    for option in weights:
        if left[option] < 0:
            shift += _less(left, choices.members(decide(option)))
    decisions = {choices.decision(option) for option in weights}
    shift += sum(_less(left, choices.members(each)) for each in decisions if each is not None)
    return {option: weight for option, weight in left.items() if weight}, shift


def _divided(weights: Mapping[int, int], lower: int | None, upper: int | None) -> Bounded | bool:
    """Without a common divisor; no weight exceeds what is needed."""
    if lower is not None and upper is None:
        weights = {option: min(weight, lower) for option, weight in weights.items()}
    divisor = gcd(*weights.values())
    lower = None if lower is None else -(-lower // divisor)
    upper = None if upper is None else upper // divisor
    if lower is not None and upper is not None and lower > upper:
        return False
    return Bounded({option: weight // divisor for option, weight in weights.items()}, lower, upper)


def _less(weights: dict[int, int], members: list[int]) -> int:
    """Takes the least weight of the options of a decision off."""
    least = min(weights.get(each, 0) for each in members)
    for each in members if least else ():
        weights[each] = weights.get(each, 0) - least
    return least


def largest(weights: Mapping[int, int], choices: Choices) -> int:
    """The largest sum that options with positive weights may have, one of each decision."""
    best: dict[int, int] = {}
    for option, weight in weights.items():
        decision = choices.decision(option)
        key = -option - 1 if decision is None else decision
        best[key] = max(best.get(key, 0), weight)
    return sum(best.values())


def freed(found: Bounded, unless: tuple[int, ...], choices: Choices) -> list[Bounded]:
    """The same, which need not hold if one of some options is chosen."""
    weights, lower, upper = found
    if not unless:
        return [found]
    made: list[Bounded] = []
    if lower is not None:
        made.append(Bounded(_with_weight(weights, unless, lower), lower, None))
    if upper is not None:
        slack = largest(weights, choices) - upper
        made.append(Bounded(_with_weight(weights, unless, -slack), None, upper))
    return made


def _with_weight(weights: Mapping[int, int], further: tuple[int, ...], weight: int) -> dict[int, int]:
    """Further options with a weight."""
    found = dict(weights)
    for option in further:
        found[option] = found.get(option, 0) + weight
    return found
