"""How often the items of a model are covered, or the bounds of their sums, from numbers or columns.

>>> times_of(2, {"at_most": [1, 3]})
[Times(lower=0, upper=1, colored=False), Times(lower=0, upper=3, colored=False)]
>>> units_of(2, {"units": True, "at_most": [40, 30]})
[UnitBounds(lower=None, upper=40), UnitBounds(lower=None, upper=30)]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from excover.base.diagnostics import SpecError
from excover.base.words import as_seen, did_you_mean, listed
from excover.language.expressions.scope import COLORED, ONCE, Times, UnitBounds
from excover.language.meaning.items import MOST_TIMES, MOST_UNITS
from excover.language.messages.about_model_arguments import BoundsOfOtherLength, WrongBounds
from excover.language.python_values import column_of, is_single, value_of

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
            way_out = did_you_mean(name, _KEYS) or f"say {listed(_KEYS)}"
            raise SpecError(WrongBounds(f"an item has no `{name}`", way_out))
    if "colored" in stated and stated["colored"] is not True:
        wrong = f"`colored` is True or False, not {as_seen(stated['colored'])}"
        raise SpecError(
            WrongBounds(
                wrong, "each option says its color, `item[..].colored(color)`; items say `colored=True`"
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
            raise SpecError(WrongBounds(wrong, "exchange the two bounds", _row(row, stated)))
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
            raise SpecError(WrongBounds(wrong, "exchange the two bounds", _row(row, stated)))
    return [UnitBounds(low, high) for low, high in zip(lower, upper, strict=True)]


def _refuse_together(stated: Mapping[str, Any]) -> None:
    if len(stated) > 1:
        way_out = "say one of them, or declare two families"
        raise SpecError(WrongBounds(f"{listed([*stated], 'and')} exclude each other", way_out))


def _column(
    stated: Mapping[str, Any], name: str, count: int, allowed: range, repeated: str
) -> Sequence[int | None]:
    """A bound for each item, None where none is stated."""
    if name not in stated:
        return [None] * count
    what = f"the bound `{name}`"
    column = column_of(stated[name], what)
    if column is not None and len(column) != count:
        raise SpecError(BoundsOfOtherLength(name, [("bounds", len(column)), ("items", count)], repeated))
    bounds = [value_of(stated[name], what)] if column is None else column
    found: list[int] = []
    for row, bound in enumerate(bounds):
        if type(bound) is not int or bound not in allowed:
            wrong = f"{what} is {bound if isinstance(bound, int) else as_seen(bound)}"
            limits = f"{allowed[0]:,} to {allowed[-1]:,}"
            way_out = f"give a whole number from {limits}, or a column with one for each item"
            raise SpecError(WrongBounds(wrong, way_out, None if column is None else row))
        found.append(bound)
    return found * count if column is None else found


def _row(row: int, stated: Mapping[str, Any]) -> int | None:
    """The row that a message names, if bounds are columns."""
    return None if all(map(is_single, stated.values())) else row
