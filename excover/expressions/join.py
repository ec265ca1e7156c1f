"""A join: members of a set that a condition such as `a1 = x` looks up by values that are bound already.

Without it, `(k for (a1, k) in T where a1 = x)` tries every member of `T` for every `x`.

>>> matches({"a1": [1, 2, 1], "k": [5, 6, 7]}, {"x": [2, 1, 3]}, [("a1", "x")])
[[1], [0, 2], ()]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from excover.expressions.frame import Column
from excover.syntax import ast

LOOKED_UP = (int, str)
"""Values of these types are equal in the language if they are in Python."""


def join_names(
    conditions: Iterable[ast.Expr], members: Collection[str], bound: Collection[str]
) -> list[tuple[str, str]]:
    """The names that the first conditions compare, one of a member and one that is bound.

    ``bound`` has no name that the loop binds later, which may hide one of an outer loop.
    """
    found: list[tuple[str, str]] = []
    for condition in conditions:
        match condition:
            case ast.Comparison(first=ast.Name(id=one), rest=(("=", ast.Name(id=other)),)):
                names = (one, other) if one in members else (other, one)
                if names[0] not in members or names[1] not in bound:
                    return found
                found.append(names)
            case _:
                return found
    return found


def matches(
    members: Mapping[str, Column], bound: Mapping[str, Column], names: Sequence[tuple[str, str]]
) -> list[Sequence[int]] | None:
    """For each row that is bound, the members with the same values, in order. No list is copied: together
    they may be far longer than rows and members.

    None if the values are not all numbers, or all texts, for which equality could be an error.
    """
    for one, other in names:
        types = {*map(type, members[one]), *map(type, bound[other])}
        if len(types) != 1 or not types <= {*LOOKED_UP}:
            return None
    by_value: dict[tuple[object, ...], list[int]] = {}
    for at, values in enumerate(zip(*(members[one] for one, _ in names), strict=True)):
        by_value.setdefault(values, []).append(at)
    rows = zip(*(bound[other] for _, other in names), strict=True)
    return [by_value.get(values, ()) for values in rows]
