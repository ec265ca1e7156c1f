"""JSON: objects as lines, the types of all objects that excover writes, and their schema.

``outputs`` are whole objects, by the stream on which commands write them; ``objects`` are those within
others.

>>> line({"verdict": "several"})
'{"version": 1, "verdict": "several"}'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from excover.base.names import OrderedSet, Record, Symbol, Value
from excover.base.stand_ins import text_of

if TYPE_CHECKING:
    from excover.base.json.objects import Argument
    from excover.base.json.outputs import Note, Output

VERSION = 1
"""The version in every line. A new key does not change it; removing a key or changing its meaning does."""


def line(data: Output | Note) -> str:
    """An object of standard output or standard error; all lines begin with the version."""
    return dumped({"version": VERSION, **data})


def dumped(value: object) -> str:
    """A value of Python as JSON has it. ValueError for a number that it does not have."""
    import json  # which few commands need

    return json.dumps(value, allow_nan=False)


def json_number(value: Any) -> int | float:
    """A number of any kind as JSON has it: whole, or a float in place of a fraction or a decimal.

    >>> from fractions import Fraction
    >>> json_number(3), json_number(Fraction(1, 4)), json_number(Fraction(8, 4))
    (3, 0.25, 2)
    """
    return int(value) if value == int(value) and not isinstance(value, float) else float(value)


def argument(value: Value) -> Argument:
    """A value of the language as JSON has it: sets are lists, symbols and records their names."""
    match value:
        case tuple() | range() | OrderedSet():
            return list(map(argument, value))
        case Symbol():
            return value.name
        case Record():
            return argument(value.key)
        case bool() | int():
            return value
        case _:
            return text_of(value) or str(value)
