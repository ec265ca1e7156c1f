"""Checks a solution directly by the definition, with the names of the matrix.

>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> matrix = Matrix.build(
...     items=[(ItemName("a"), 1, 1), (ItemName("b", (1,)), 1, 1)],
...     options=[(OptionName("x"), [0]), (OptionName("y"), [0, 1])],
... )
>>> verify(matrix, [1])
>>> verify(matrix, [0, 1])
Traceback (most recent call last):
excover.solve.verify.CoverError: a is covered 2 times, by x(), y(); it may be covered 1..1 times
"""

from __future__ import annotations

from collections.abc import Iterable

from excover.cover.matrix import UNBOUNDED, Matrix
from excover.errors import ExcoverError

MOST_NAMED = 5
"""How often options cover one item."""


class CoverError(ExcoverError, ValueError):
    """An option set is not a solution; the message names the wrong item or option."""


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
