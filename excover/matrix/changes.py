"""A compiled description with other options, bounds or costs, without compiling it again; bounds from Python
data.

>>> from excover.problem.problem import parse
>>> coin = parse("item a  option heads() covers a  option tails() covers a")
>>> [str(name) for name in without_options(coin.full, ["tails()"]).matrix.options]
['heads()']

How often the items of a model are covered, or the bounds of their sums, from numbers or columns.

>>> times_of(2, {"at_most": [1, 3]})
[Times(lower=0, upper=1, colored=False), Times(lower=0, upper=3, colored=False)]
>>> units_of(2, {"units": True, "at_most": [40, 30]})
[UnitBounds(lower=None, upper=40), UnitBounds(lower=None, upper=30)]
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import ItemName, OptionName, OptionTimes
from excover.base.source import Source, Span
from excover.base.words import as_seen, did_you_mean, listed
from excover.language import messages
from excover.language.expressions.scope import COLORED, ONCE, Times, UnitBounds
from excover.language.meaning.items import MOST_TIMES, MOST_UNITS
from excover.language.meaning.listing import without
from excover.language.meaning.puzzle import COST
from excover.language.python_values import checked, exact, is_single, listed_values, without_numpy
from excover.matrix.compiled import Compiled
from excover.matrix.goals import most_cost
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.matrix.name_resolution import MeantNames, Scale, each_name, named

_TIMES, _UNITS = range(MOST_TIMES), range(-MOST_UNITS, MOST_UNITS + 1)
_KEYS = ("times", "at_least", "at_most", "colored", "units")


def stated_in(how_often: Mapping[str, Any]) -> dict[str, Any]:
    """What is stated of it. Raises SpecError for another key than those of `Model.items`."""
    stated = {
        name: bound
        for name, bound in how_often.items()
        if bound is not None and not (bound is False and name in ("colored", "units"))
    }
    for name in stated:
        if name not in _KEYS:
            way_out = did_you_mean(name, _KEYS) or f"write {listed(_KEYS)}"
            raise SpecError(messages.WrongBounds(f"an item has no `{name}`", way_out))
    if "colored" in stated and stated["colored"] is not True:
        wrong = f"`colored` is True or False, not {as_seen(stated['colored'])}"
        raise SpecError(
            messages.WrongBounds(
                wrong, "each option gives its color, `item[..].colored(color)`; items have `colored=True`"
            )
        )
    return stated


def times_of(count: int, how_often: Mapping[str, Any], repeated: str = "") -> list[Times]:
    """The bounds of so many items. ``how_often`` has `times`, `at_least`, `at_most` or `colored`;
    ``repeated`` is an index that was listed twice, for messages.

    Raises SpecError for another key, no number, contradictions and other lengths.
    """
    stated = stated_in(how_often)
    if not stated:
        return [ONCE] * count
    if "colored" in stated or "times" in stated:
        _refuse_together(stated)
        if "colored" in stated:
            return [COLORED] * count
        lower = upper = _column(stated, "times", count, _TIMES, repeated)
    else:
        lower, upper = (_column(stated, name, count, _TIMES, repeated) for name in ("at_least", "at_most"))
    for row, (low, high) in enumerate(zip(lower, upper, strict=True)):
        if high is not None and high < (low or 0):
            wrong = f"an item cannot be covered at least {low or 0:,} and at most {high:,} times"
            raise SpecError(messages.WrongBounds(wrong, "exchange the two bounds", _row(row, stated)))
    return [Times(low or 0, high) for low, high in zip(lower, upper, strict=True)]


def units_of(count: int, how_often: Mapping[str, Any], repeated: str = "") -> list[UnitBounds]:
    """The bounds of so many sums. ``units`` is True, with `at_least` and `at_most` or without, or exact.

    Raises SpecError for another key, no number, contradictions and other lengths.
    """
    stated = stated_in(how_often)
    if stated["units"] is not True:
        _refuse_together(stated)
        return [UnitBounds(number, number) for number in _column(stated, "units", count, _UNITS, repeated)]
    for other in ("times", "colored"):
        if other in stated:
            _refuse_together({"units": True, other: stated[other]})
    lower, upper = (_column(stated, name, count, _UNITS, repeated) for name in ("at_least", "at_most"))
    for row, (low, high) in enumerate(zip(lower, upper, strict=True)):
        if low is not None and high is not None and high < low:
            wrong = f"no sum is at least {low:,} and at most {high:,}"
            raise SpecError(messages.WrongBounds(wrong, "exchange the two bounds", _row(row, stated)))
    return [UnitBounds(low, high) for low, high in zip(lower, upper, strict=True)]


def _refuse_together(stated: Mapping[str, Any]) -> None:
    if len(stated) > 1:
        way_out = "write one of them, or declare two families"
        raise SpecError(messages.WrongBounds(f"{listed([*stated], 'and')} exclude each other", way_out))


def _column(
    stated: Mapping[str, Any], name: str, count: int, allowed: range, repeated: str
) -> Sequence[int | None]:
    """A bound for each item, None where none is stated."""
    if name not in stated:
        return [None] * count
    what = f"the bound `{name}`"
    column = None if is_single(stated[name]) else _bounds_of(stated[name], what, allowed)
    if column is not None and len(column) != count:
        raise SpecError(
            messages.BoundsOfOtherLength(name, [("bounds", len(column)), ("items", count)], repeated)
        )
    bounds = _bounds_of([stated[name]], what, allowed) if column is None else column
    found: list[int] = []
    for row, bound in enumerate(bounds):
        if not _is_within(bound, allowed):
            wrong = f"{what} is {bound if isinstance(bound, int) else as_seen(bound)}"
            limits = f"{allowed[0]:,} to {allowed[-1]:,}"
            number = "number" if allowed is _UNITS else "whole number"
            way_out = f"give a {number} from {limits}, or a column with one for each item"
            raise SpecError(messages.WrongBounds(wrong, way_out, None if column is None else row))
        found.append(bound)
    return found * count if column is None else found


def _bounds_of(data: Any, what: str, allowed: range) -> Sequence[Any]:
    """A column; of bounds of sums, also with fractions."""
    if allowed is _UNITS:
        return list(map(without_numpy, listed_values(data, what)))
    return checked(listed_values(data, what), what)


def _is_within(bound: Any, allowed: range) -> bool:
    if allowed is _UNITS:
        number = exact(bound)
        return number is not None and allowed[0] <= number <= allowed[-1]
    return type(bound) is int and bound in allowed


def _row(row: int, stated: Mapping[str, Any]) -> int | None:
    """The row that a message names, if bounds are columns."""
    return None if all(map(is_single, stated.values())) else row


ANY_NUMBER = Times(0, None)


def without_options(compiled: Compiled, options: Iterable[OptionName | str]) -> Compiled:
    """Without these options. Raises SpecError if one does not exist."""
    return compiled.kept(without(set(option_numbers(compiled, options)), len(compiled.matrix.options)))


def with_stated_bounds(
    compiled: Compiled, items: Sequence[ItemName | str], how_often: Mapping[str, Any]
) -> Compiled:
    """With other bounds of these items, in units or not, which `item_bounds` explains."""
    if not are_sums(compiled, items):
        return with_bounds(compiled, items, times_of(len(items), how_often))
    exact = how_often["times"]
    stated = {**how_often, "units": True if exact is None else exact}
    del stated["times"]
    return with_units(compiled, items, units_of(len(items), stated))


def without_bounds(compiled: Compiled, items: Sequence[ItemName | str]) -> Compiled:
    """With any number of these items, in units or not."""
    if are_sums(compiled, items):
        return with_units(compiled, items, [UnitBounds(None, None)] * len(items))
    return with_bounds(compiled, items, [ANY_NUMBER] * len(items))


def with_bounds(compiled: Compiled, items: Sequence[ItemName | str], bounds: Sequence[Times]) -> Compiled:
    """With other bounds of these items.

    Raises SpecError if an item does not exist, or an option then has no item that must be covered; ValueError
    for a colored item, and for a greater bound where it limits how often an option may be chosen.
    """
    matrix = compiled.matrix
    numbers = item_numbers(matrix, items)
    lower, upper = matrix.lower[:], matrix.upper[:]
    for item, times in zip(numbers, bounds, strict=True):
        if matrix.colored[item]:
            raise ValueError(f"`{matrix.items[item]}` is colored: it is covered any number of times")
        if upper[item] != UNBOUNDED and (times.upper is None or times.upper > upper[item]):
            _refuse_several_times(matrix, item)
        lower[item] = times.lower
        upper[item] = UNBOUNDED if times.upper is None else times.upper
    changed = matrix.altered(lower=lower, upper=upper)
    _refuse_without_primary(changed, numbers)
    return compiled.replaced(matrix=changed)


def _refuse_several_times(matrix: Matrix, item: int) -> None:
    """An option that may be chosen several times was compiled for no more times than its items allow."""
    for option in matrix.columns[item]:
        if isinstance(name := matrix.options[option], OptionTimes):
            raise ValueError(
                f"`{matrix.items[item]}` limits how often `{name.family}` may be chosen: write a greater "
                "bound in the description"
            )


def are_sums(compiled: Compiled, items: Sequence[ItemName | str]) -> bool:
    """Whether these are items in units.

    Raises SpecError with all that do not exist, ValueError if some are in units and others not.
    """
    sums = {each.name for each in compiled.matrix.sums} - {COST}
    item_numbers(compiled.matrix, [item for item in items if str(item) not in sums])
    found = {str(item) in sums for item in items}
    if len(found) > 1:
        raise ValueError("items in units and others have bounds of two kinds: change them apart")
    return found == {True}


def with_units(compiled: Compiled, items: Sequence[ItemName | str], bounds: Sequence[UnitBounds]) -> Compiled:
    """With other bounds of these items in units."""
    steps, whole = compiled.originals.sums, Scale()
    wanted = {
        str(item): UnitBounds(
            *(
                None if number is None else steps.get(str(item), whole).whole(number, f"a bound of `{item}`")
                for number in each
            )
        )
        for item, each in zip(items, bounds, strict=True)
    }
    sums = [
        each.replaced(lower=wanted[each.name].lower, upper=wanted[each.name].upper)
        if each.name in wanted
        else each
        for each in compiled.matrix.sums
    ]
    return compiled.replaced(matrix=compiled.matrix.replaced(sums=sums))


def costs_of(costs: Any) -> dict[OptionName | str, Any]:
    """A dictionary of what names options with their costs. Raises SpecError if that is no mapping."""
    try:
        return dict(costs)
    except (TypeError, ValueError):
        raise SpecError(messages.NotACostForEach(costs)) from None


def with_costs(compiled: Compiled, costs: Mapping[OptionName | str, int]) -> Compiled:
    """With other costs of these options.

    Raises SpecError if an option does not exist or a cost is no whole number, ValueError if one is too large.
    """
    prices = array("q", compiled.matrix.prices())
    most = most_cost(len(prices))
    options = option_numbers(compiled, each_name(list(costs)))
    for option, (name, value) in zip(options, costs.items(), strict=True):
        cost = compiled.originals.cost.whole(value, f"the cost of `{name}`")
        if abs(cost) > most:
            raise ValueError(f"a cost of {cost:,} is too large: here it is at most {most:,}")
        prices[option] = cost
    return compiled.replaced(matrix=compiled.matrix.altered(costs=prices))


def option_numbers(compiled: Compiled, options: Iterable[OptionName | str]) -> list[int]:
    """The numbers of options by name, or by name as text. Raises SpecError with all that do not exist."""
    numbers = compiled.matrix.option_numbers
    aliases = compiled.aliases
    listed = named(options, chain(numbers, aliases))
    found = [numbers.get(aliases.get(name, name)) if name else None for name, _ in listed]
    if None in found:
        unknown = [wanted for (_, wanted), number in zip(listed, found, strict=True) if number is None]
        meant = MeantNames(chain(numbers, aliases))
        raise SpecError(
            [
                messages.UnknownGivenOption(_span(str(each)), each, meant.hint(each), meant.example)
                for each in unknown
            ]
        )
    return [number for number in found if number is not None]


def item_numbers(matrix: Matrix, items: Iterable[ItemName | str]) -> list[int]:
    """The numbers of items by name, or by name as text. Raises SpecError with all that do not exist."""
    numbers = matrix.item_numbers
    listed = named(items, numbers)
    unknown = [wanted for name, wanted in listed if name not in numbers]
    if unknown:
        meant = MeantNames(numbers)
        raise SpecError([_unknown_item(matrix, each, meant) for each in unknown])
    return [numbers[name] for name, _ in listed if name]


def _unknown_item(matrix: Matrix, wanted: ItemName | str, meant: MeantNames) -> Diagnostic:
    """What is wrong with a name that no item has: perhaps it is that of a family."""
    text = str(wanted)
    known = chain(map(str, matrix.items), (each.name for each in matrix.sums))
    member = next((item for item in known if item.startswith(f"{text}[")), None)
    if member:
        return messages.FamilyInsteadOfItems(_span(text), text, member)
    return messages.UnknownGivenItem(_span(text), ItemName(text), meant.hint(wanted))


def _span(text: str) -> Span:
    return Span(Source("<python>", text), 0, len(text))


def _refuse_without_primary(matrix: Matrix, items: Iterable[int]) -> None:
    """A search branches on primary items alone, so it would never choose such an option."""
    options = {option for item in items if not matrix.is_primary(item) for option in matrix.columns[item]}
    free = [
        option for option in sorted(options) if not any(map(matrix.is_primary, matrix.option_items(option)))
    ]
    if free:
        name = matrix.options[free[0]]
        raise SpecError(messages.OnlySecondaryItems(_span(str(name)), name, len(free), []))
