"""What it costs that a sum is more than it should be, for each unit: of items and of rules.

A count is written in unary: of so many options and as many hidden ones together, exactly that many cover an
item, and these are ordered, so that those left out give the count. Items ensure that, so every engine keeps
to it. Of another sum, a hidden option stands for each combination of its decisions, if these are few,
or for each of its values above the bound.

>>> from excover.problem.problem import parse
>>> text = "item x at most once, more at cost 5 optional option f(k in 1..3) covers x"
>>> sorted(solution.cost for solution in parse(text).solutions())
[0, 0, 0, 0, 5, 5, 5, 10]

Sums of options in a normal form: positive weights, no common divisor, no vacuous bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product, repeat
from math import gcd, prod
from typing import NamedTuple

from excover.base.diagnostics import SpecError
from excover.language import messages
from excover.language.expressions.scope import AT_MOST_ONCE, ONCE, Times
from excover.matrix.rules.additions import Additions
from excover.matrix.rules.choices import Choices

Terms = tuple[int, dict[int, int]]
"""A constant, and weights of options."""

MOST_COMBINATIONS = 1000
"""Of how many combinations of decisions each has an option, with its cost, which any engine takes."""

MOST_VALUES = 20_000
"""Of how many values a sum may be that costs something for each unit."""


def price_difference(
    choices: Choices, made: Additions, terms: Terms, sign: str, cost: int, binding: str
) -> None:
    """Adds a cost for each unit by which a sum is not so compared with 0; see `price_excess`."""
    constant, weights = terms
    if sign in ("=", "<", "<="):
        price_excess(choices, made, weights, -constant - (sign == "<"), cost, binding)
    if sign in ("=", ">", ">="):
        less = {option: -weight for option, weight in weights.items()}
        price_excess(choices, made, less, constant - (sign == ">"), cost, binding)


def price_excess(
    choices: Choices, made: Additions, weights: Mapping[int, int], most: int, cost: int, binding: str = ""
) -> None:
    """Adds a cost for each unit by which the weights of the chosen options sum to more than ``most``.

    Raises SpecError for a sum of too many values.
    """
    left, shift = positive(weights, choices, made.decision)
    most -= shift
    if most < 0:
        made.option([made.item(ONCE)], cost=-most * cost)
        most = 0
    highest = largest(left, choices)
    if highest <= most:
        return
    if set(left.values()) == {1}:
        _price_count(made, list(left), most, highest, cost)
    else:
        _price_values(choices, made, left, most, cost, binding)


def _price_count(made: Additions, options: Sequence[int], most: int, highest: int, cost: int) -> None:
    """``highest`` is the largest count."""
    total = made.item(Times(highest, highest))
    made.cover(options, total)
    below: int | None = None
    for number in range(1, highest + 1):
        decision = made.item(ONCE)
        reached = made.option([decision], cost=cost if number > most else 0)
        if below is not None:
            made.cover([below, reached], made.item(AT_MOST_ONCE))
        below = made.option([decision, total])


def _price_values(
    choices: Choices, made: Additions, weights: Mapping[int, int], most: int, cost: int, binding: str
) -> None:
    own: dict[int, dict[int, int]] = {}  # of a decision; an option may be a member of several
    for option, weight in weights.items():
        own.setdefault(made.decision(option), {})[option] = weight
    decisions = sorted(own)
    members = [choices.members(each) for each in decisions]
    if prod(map(len, members)) <= MOST_COMBINATIONS:
        every = list(product(*members))
        totals = [
            sum(own[d].get(option, 0) for d, option in zip(decisions, each, strict=True)) for each in every
        ]
        made.tuples(every, members, [cost * max(0, total - most) for total in totals])
        return
    sums = _sums(choices, made, weights, binding)
    decision = made.item(ONCE)
    made.option([decision])
    over = {
        made.option([decision], cost=cost * (value - most)): value for value in sorted(sums) if value > most
    }
    made.row({**weights, **{option: most - value for option, value in over.items()}}, None, most)
    made.row({**weights, **{option: -value for option, value in over.items()}}, 0, None)


def _sums(choices: Choices, made: Additions, weights: Mapping[int, int], binding: str) -> set[int]:
    """All values that the sum may have, or more."""
    parts: dict[int, set[int]] = {}
    for option, weight in weights.items():
        decision = choices.decision(option)
        if decision is None:
            parts[-option - 1] = {0, weight}
        elif decision not in parts:
            parts[decision] = {weights.get(each, 0) for each in choices.members(decision)}
    sums = {0}
    for values in parts.values():
        sums = {one + other for one in sums for other in values}
        if len(sums) > MOST_VALUES:
            sizes = list(map(len, parts.values()))
            raise SpecError(messages.RuleTooLarge(made.span, sizes, MOST_VALUES, binding))
    return sums


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
    for option in weights if min(weights.values(), default=0) < 0 else ():
        if left[option] < 0:
            shift += _less(left, choices.members(decide(option)))
    decisions = set(choices.decisions_of(weights))
    members = [choices.members(each) for each in decisions if each is not None]
    if len(decisions) == len(left):  # one option of each: the others have no weight
        members = [each for each in members if len(each) == 1]
    shift += sum([_less(left, each) for each in members])
    return {option: weight for option, weight in left.items() if weight}, shift


def _divided(weights: Mapping[int, int], lower: int | None, upper: int | None) -> Bounded | bool:
    """Without a common divisor; no weight exceeds what is needed."""
    if lower is not None and upper is None and max(weights.values()) > lower:
        weights = {option: min(weight, lower) for option, weight in weights.items()}
    divisor = gcd(*weights.values())
    lower = None if lower is None else -(-lower // divisor)
    upper = None if upper is None else upper // divisor
    if lower is not None and upper is not None and lower > upper:
        return False
    if divisor > 1:
        weights = {option: weight // divisor for option, weight in weights.items()}
    return Bounded(weights, lower, upper)


def _less(weights: dict[int, int], members: list[int]) -> int:
    """Takes the least weight of the options of a decision off."""
    least = min(map(weights.get, members, repeat(0)))
    for each in members if least else ():
        weights[each] = weights.get(each, 0) - least
    return least


def largest(weights: Mapping[int, int], choices: Choices) -> int:
    """The largest sum that options with positive weights may have, one of each decision."""
    decisions = choices.decisions_of(weights)
    if len(set(decisions)) == len(decisions):
        return sum(weights.values())
    free, best = 0, dict[int, int]()
    for decision, weight in zip(decisions, weights.values(), strict=True):
        if decision is None:
            free += weight
        elif weight > best.get(decision, 0):
            best[decision] = weight
    return free + sum(best.values())


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
