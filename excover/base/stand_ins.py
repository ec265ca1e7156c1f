"""Texts that stand for values of Python inside a problem: dates and times, members of an Enum, UUIDs.

>>> from datetime import date
>>> day = StandIn.of(date(2026, 5, 1))
>>> day, day.original, text_of((1, 2)), text_of(1.5)
('2026-05-01', datetime.date(2026, 5, 1), None, None)
>>> restored((1, "2026-05-01"), {"2026-05-01": day.original})
(1, datetime.date(2026, 5, 1))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

_OWN = frozenset({int, str, tuple})


class StandIn(str):
    """The text that a problem has in place of the ``original``, which its solutions have again."""

    original: Any

    @classmethod
    def of(cls, value: Any) -> StandIn | None:
        """None for a value for which no text stands."""
        text = text_of(value)
        if text is None:
            return None
        made = cls(text)
        made.original = value
        return made


def text_of(value: Any) -> str | None:
    """The text that stands for a value; None for others. Dates and times of numpy have that of Python's."""
    if type(value) in _OWN:
        return None
    if isinstance(value, Enum):
        if isinstance(value, int):
            return None  # a number
        return str.__str__(value) if isinstance(value, str) else f"{type(value).__name__}.{value.name}"
    import datetime  # few have such values

    if isinstance(value, datetime.timedelta) and not getattr(value, "nanoseconds", 0):  # pandas has those
        return str(datetime.timedelta(value.days, value.seconds, value.microseconds))
    moments = (datetime.date, datetime.time, datetime.timedelta)
    if isinstance(value, moments) or type(value).__name__ == "UUID":
        return str(value)
    if getattr(getattr(value, "dtype", None), "kind", "") in ("m", "M") and not getattr(value, "shape", ()):
        return _of_numpy(value)
    return None


def _of_numpy(value: Any) -> str:
    """That of Python's date, time or duration, if it is as exact."""
    unit = "D" if value.dtype.str.endswith("[D]") else "us"
    rounded = value.astype(f"{value.dtype.kind}8[{unit}]")
    return str(rounded.item() if rounded == value else value)


def texts_in(values: Iterable[Any]) -> Iterator[str]:
    """Those among values and in tuples and sets of them, whether or not they stand for others."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif not isinstance(value, int) and isinstance(value, Iterable):
            yield from texts_in(value)


def with_stand_ins(value: Any) -> Any:
    """The same with texts for values of Python."""
    if type(value) is tuple:
        return tuple(map(with_stand_ins, value))
    found = StandIn.of(value)
    return value if found is None else found


def restored(value: Any, originals: Mapping[str, Any]) -> Any:
    """The same with the originals of texts that stand for them."""
    if isinstance(value, str):
        return originals.get(value, value)
    return tuple(restored(part, originals) for part in value) if type(value) is tuple else value
