"""How often the items of a model are covered, or the bounds of their sums, from numbers or columns.

>>> times_of(2, {"at_most": [1, 3]})
[Times(lower=0, upper=1, colored=False), Times(lower=0, upper=3, colored=False)]
>>> units_of(2, {"units": True, "at_most": [40, 30]})
[UnitBounds(lower=None, upper=40), UnitBounds(lower=None, upper=30)]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from excover.expressions.scope import COLORED, ONCE, Times, UnitBounds
from excover.names import Value
from excover.puzzle.items import MOST_TIMES, MOST_UNITS
from excover.python_values import column_of, value_of


def stated_in(how_often: Mapping[str, Any]) -> dict[str, Any]:
    """What is stated of it. Raises TypeError for another key than those of `Model.items`."""
    stated = {name: bound for name, bound in how_often.items() if bound is not None and bound is not False}
    unknown = stated.keys() - {"times", "at_least", "at_most", "colored", "units"}
    if unknown:
        raise TypeError(f"an item has no `{min(unknown)}`: say times, at_least, at_most, units or colored")
    return stated


def times_of(count: int, how_often: Mapping[str, Any]) -> list[Times]:
    """The bounds of so many items. ``how_often`` has `times`, `at_least`, `at_most` or `colored`.

    Raises TypeError for another key or no number, ValueError for contradictions and other lengths.
    """
    stated = stated_in(how_often)
    if not stated:
        return [ONCE] * count
    if "colored" in stated or "times" in stated:
        _refuse_together(stated)
        if "colored" in stated:
            return [COLORED] * count
        return [_checked(times, times) for times in _column(stated["times"], count)]
    lower = _column(stated.get("at_least", 0), count)
    upper = _column(stated["at_most"], count) if "at_most" in stated else [None] * count
    return [_checked(low, high) for low, high in zip(lower, upper, strict=True)]


def units_of(count: int, how_often: Mapping[str, Any]) -> list[UnitBounds]:
    """The bounds of so many sums. ``units`` is True, with `at_least` and `at_most` or without, or exact.

    Raises TypeError for another key or no number, ValueError for contradictions and other lengths.
    """
    stated = stated_in(how_often)
    exact = stated.pop("units")
    if exact is not True:
        _refuse_together({"units": exact, **stated})
        return [_in_order(number, number) for number in _column(exact, count)]
    for other in ("times", "colored"):
        if other in stated:
            raise ValueError(f"units and {other} exclude each other")
    none = [None] * count
    lower = _column(stated["at_least"], count) if "at_least" in stated else none
    upper = _column(stated["at_most"], count) if "at_most" in stated else none
    return [_in_order(low, high) for low, high in zip(lower, upper, strict=True)]


def _refuse_together(stated: Mapping[str, Any]) -> None:
    if len(stated) > 1:
        raise ValueError(f"{' and '.join(stated)} exclude each other")


def _column(bound: Any, count: int) -> Sequence[Value]:
    what = "a bound of items"
    column = column_of(bound, what)
    if column is None:
        return [value_of(bound, what)] * count
    if len(column) != count:
        raise ValueError(f"{len(column):,} bounds for {count:,} items")
    return column


def _checked(lower: Value, upper: Value | None) -> Times:
    for bound in (lower, upper):
        if bound is not None and (type(bound) is not int or not 0 <= bound < MOST_TIMES):
            raise ValueError(f"an item is covered 0 to {MOST_TIMES - 1:,} times, not {bound!r}")
    assert isinstance(lower, int)
    high = upper if isinstance(upper, int) else None
    if high is not None and high < max(lower, 1):
        raise ValueError(f"an item cannot be covered at least {lower} and at most {high} times")
    return Times(lower, high)


def _in_order(lower: Value | None, upper: Value | None) -> UnitBounds:
    for bound in (lower, upper):
        if bound is not None and (type(bound) is not int or abs(bound) > MOST_UNITS):
            raise ValueError(f"a bound in units is a whole number of at most 2^62, not {bound!r}")
    low = lower if isinstance(lower, int) else None
    high = upper if isinstance(upper, int) else None
    if low is not None and high is not None and high < low:
        raise ValueError(f"no sum is at least {low:,} and at most {high:,}")
    return UnitBounds(low, high)
