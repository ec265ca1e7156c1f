"""Conditions that are rewritten before they are compiled.

>>> from excover.language.expressions.decided import Chosen, Compares, Computed, Linear
>>> least = Computed("min", (Linear(0, ((1, 5),)), Linear(1, ((2, 3),))))
>>> type(taken_apart(Compares(least, ">=", 2))).__name__, type(taken_apart(Compares(2, ">=", least))).__name__
('Every', 'Some')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from excover.language.expressions.decided import (
    Chosen,
    Compares,
    Computed,
    Condition,
    Decided,
    Every,
    Linear,
    Tupled,
    ValueOf,
    comparison_holds,
    every,
    opposite,
    some,
    weighted,
)


def compared(left: Any, sign: str, right: Any) -> Condition | bool:
    """A comparison of operands, which both may be known."""
    if isinstance(left, Decided) or isinstance(right, Decided):
        return Compares(left, sign, right)
    return comparison_holds(left, sign, right)


def shape(operand: Any, place: Mapping[int, Any]) -> Any:
    """The same for operands that differ in their options only."""
    match operand:
        case Chosen(option):
            return "chosen", place[option]
        case ValueOf(cases):
            return "value", tuple((place[option], type(value), value) for option, value in cases)
        case Linear(constant, terms):
            return constant, tuple(
                (shape(Chosen(t) if isinstance(t, int) else t, place), w) for t, w in terms
            )
        case Decided():
            return type(operand), tuple(shape(part, place) for part in operand.parts)
        case tuple():
            return tuple(shape(part, place) for part in operand)
        case _:
            return type(operand), operand


def taken_apart(condition: Compares) -> Condition | bool | None:
    """The same by simpler conditions; None if there is no such rule."""
    match condition:
        case Compares(Tupled(members), "=" | "!=" as sign, Tupled() | tuple() as other):
            others = other.members if isinstance(other, Tupled) else other
            if len(others) != len(members):
                return sign == "!="
            same = every(compared(a, "=", b) for a, b in zip(members, others, strict=True))
            return same if sign == "=" else opposite(same)
        case Compares(left, "in" | "not in" as sign, values) if (
            not isinstance(values, range) or len(values) <= 100
        ):
            among = some(compared(left, "=", value) for value in values)
            return among if sign == "in" else opposite(among)
        case Compares(Condition() as left, "=" | "!=" as sign, Condition() as right):
            same = every([some([opposite(left), right]), some([left, opposite(right)])])
            return same if sign == "=" else opposite(same)
        case Compares(Computed() as left, sign, right):
            return _of_computed(left, sign, right)
        case Compares(left, sign, Computed() as right):
            return _of_computed(right, _TURNED.get(sign, sign), left)
        case _:
            return None


_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def _of_computed(computed: Computed, sign: str, other: Any) -> Condition | bool | None:
    """A comparison of a minimum, a maximum, an absolute value or a choice of two numbers."""
    if sign in ("!=", "=") and computed.function in ("min", "max"):
        near = tuple(Compares(computed, each, other) for each in ("<=", ">="))
        return Every(near) if sign == "=" else opposite(Every(near))
    match computed:
        case Computed("if", (condition, then, otherwise)):
            return every(
                [
                    some([opposite(condition), compared(then, sign, other)]),
                    some([condition, compared(otherwise, sign, other)]),
                ]
            )
        case Computed("min" | "max" as function, parts):
            join = every if (function == "min") == (sign in (">", ">=")) else some
            return join(compared(part, sign, other) for part in parts)
        case Computed("abs", (inner,)):
            minus = weighted([(inner, -1)])
            if sign in ("=", "!="):
                same = every(
                    [
                        some([compared(inner, "=", other), compared(minus, "=", other)]),
                        compared(other, ">=", 0),
                    ]
                )
                return same if sign == "=" else opposite(same)
            join = every if sign in ("<", "<=") else some
            return join(compared(each, sign, other) for each in (inner, minus))
        case _:
            return None
