"""How often the items of a model are covered, from numbers or columns.

>>> times_of(2, {"at_most": [1, 3]})
[Times(lower=0, upper=1, colored=False), Times(lower=0, upper=3, colored=False)]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from excover.expressions.scope import COLORED, ONCE, Times
from excover.names import Value
from excover.python_values import column_of, value_of

_MOST = 1_000_000


def times_of(count: int, how_often: Mapping[str, Any]) -> list[Times]:
    """The bounds of so many items. ``how_often`` has `times`, `at_least`, `at_most` or `colored`.

    Raises TypeError for another key or no number, ValueError for contradictions and other lengths.
    """
    stated = {name: bound for name, bound in how_often.items() if bound is not None and bound is not False}
    unknown = stated.keys() - {"times", "at_least", "at_most", "colored"}
    if unknown:
        raise TypeError(f"an item has no `{min(unknown)}`: say times, at_least, at_most or colored")
    if not stated:
        return [ONCE] * count
    if "colored" in stated or "times" in stated:
        if len(stated) > 1:
            raise ValueError(f"{' and '.join(stated)} exclude each other")
        if "colored" in stated:
            return [COLORED] * count
        return [_checked(times, times) for times in _column(stated["times"], count)]
    lower = _column(stated.get("at_least", 0), count)
    upper = _column(stated["at_most"], count) if "at_most" in stated else [None] * count
    return [_checked(low, high) for low, high in zip(lower, upper, strict=True)]


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
        if bound is not None and (type(bound) is not int or not 0 <= bound < _MOST):
            raise ValueError(f"an item is covered 0 to {_MOST - 1:,} times, not {bound!r}")
    assert isinstance(lower, int)
    high = upper if isinstance(upper, int) else None
    if high is not None and high < max(lower, 1):
        raise ValueError(f"an item cannot be covered at least {lower} and at most {high} times")
    return Times(lower, high)
