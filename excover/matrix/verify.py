"""Checks a solution directly by the definition, with the names of the matrix.

>>> from excover.base.names import ItemName
>>> matrix = Matrix.build(
...     items=[(ItemName("a"), 1, 1), (ItemName("b", (1,)), 1, 1)],
...     options=[(OptionName("x"), [0]), (OptionName("y"), [0, 1])],
... )
>>> verify(matrix, [1])
>>> verify(matrix, [0, 1])
Traceback (most recent call last):
excover.matrix.verify.CoverError: a is covered 2 times, by x(), y(); it may be covered 1..1 times
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from excover.base.errors import ExcoverError, not_as_wanted
from excover.base.names import HIDDEN, OptionName, written
from excover.base.stand_ins import with_stand_ins
from excover.matrix.constraints import GlobalConstraint, WeightedSum
from excover.matrix.matrix import UNBOUNDED, Matrix

MOST_NAMED = 5
"""How often options cover one item."""


class CoverError(ExcoverError, ValueError):
    """An option set is not a solution; the message names the wrong item or option."""


NamedCover: TypeAlias = Iterable[int | str | OptionName]
"""Options by their numbers in the matrix, by their names, or by their names as text."""


def numbered(matrix: Matrix, cover: NamedCover) -> list[int]:
    """The numbers of the options, ascending, with the hidden ones that stand for an option left out.

    CoverError if there is no such option, or several options have the name.

    >>> from excover.base.names import ItemName
    >>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x", (k,)), [0]) for k in (7, 8)])
    >>> numbered(matrix, ["x(8)", OptionName("x", (7,)), 1])
    [0, 1, 1]
    """
    if isinstance(cover, str) or not isinstance(cover, Iterable):
        raise not_as_wanted("a cover is a solution, or several options", cover, "write `[0, 3]`, for example")
    options = list(cover)
    by_name: dict[str | OptionName, int | None] = {}
    if any(not isinstance(option, int) for option in options):
        for number, name in enumerate(matrix.options):
            keys: tuple[str | OptionName, ...] = (name, *written(name))
            for key in keys:
                by_name[key] = None if key in by_name else number
    found = [_number(option, by_name) for option in options]
    inside = [number for number in found if 0 <= number < len(matrix.options)]
    covered = {item for number in inside for item in matrix.option_items(number)}
    skips = (number for number, name in enumerate(matrix.options) if name.family == HIDDEN)
    return sorted([*found, *(skip for skip in skips if covered.isdisjoint(matrix.option_items(skip)))])


def _number(option: int | str | OptionName, by_name: dict[str | OptionName, int | None]) -> int:
    if isinstance(option, int):
        return option
    if not isinstance(option, str | OptionName):
        raise not_as_wanted("an option is its number, its name or a text", option, "write `0`, for example")
    if isinstance(option, OptionName):
        option = OptionName(option.family, with_stand_ins(option.arguments))
    if option not in by_name:
        raise CoverError(f"there is no option {option}")
    number = by_name[option]
    if number is None:
        raise CoverError(f"several options are named {option}: give its number")
    return number


def verify(matrix: Matrix, cover: Iterable[int]) -> None:
    """Returns if the options are a solution; otherwise raises CoverError.

    The time is proportional to items and entries.
    """
    chosen = sorted(cover)
    for k, option in enumerate(chosen):
        if not 0 <= option < len(matrix.options):
            raise CoverError(f"there is no option number {option}")
        if k and chosen[k - 1] == option:
            raise CoverError(f"{matrix.options[option]} is chosen twice")
    users: list[list[int]] = [[] for _ in matrix.items]
    colors: list[set[int]] = [set() for _ in matrix.items]
    for option in chosen:
        for entry in range(matrix.starts[option], matrix.starts[option + 1]):
            users[matrix.entries[entry]].append(option)
            colors[matrix.entries[entry]].add(matrix.colors[entry])
    for item in range(len(matrix.items)):
        _verify_item(matrix, item, users[item], colors[item])
    if fault := broken_rule(matrix.rules, [chosen]):
        raise CoverError(fault)


CoverRules: TypeAlias = Sequence[WeightedSum | GlobalConstraint]


def broken_rule(rules: CoverRules, covers: Iterable[Sequence[int]]) -> str:
    """What is wrong with the first cover that breaks a rule, in words; empty if none does."""
    faults = (rule.fault(cover) for cover in map(frozenset, covers) for rule in rules)
    return next(filter(None, faults), "")


def _verify_item(matrix: Matrix, item: int, users: list[int], colors: set[int]) -> None:
    low, high = matrix.lower[item], matrix.upper[item]
    more = [f"{len(users) - MOST_NAMED:,} more"] if len(users) > MOST_NAMED else []
    by = ", by " + ", ".join([*(str(matrix.options[o]) for o in users[:MOST_NAMED]), *more]) if users else ""
    if matrix.colored[item]:
        if len(colors) > 1:
            raise CoverError(f"{matrix.items[item]} gets {len(colors)} colors{by}")
    elif not low <= len(users) <= high:
        bounds = f"{low}..{high}" if high != UNBOUNDED else f"at least {low}"
        raise CoverError(
            f"{matrix.items[item]} is covered {len(users)} times{by}; it may be covered {bounds} times"
        )
