"""All covers straight from the definition, for tests: every set of options is looked at.

It shares nothing with the package but the Matrix it reads, and knows no primary or secondary items.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from excover.matrix.matrix import Matrix


def covers(matrix: Matrix) -> Iterator[tuple[int, ...]]:
    """Every solution, as ascending option numbers."""
    yield from _extend(matrix, (), 0)


def _extend(matrix: Matrix, chosen: tuple[int, ...], option: int) -> Iterator[tuple[int, ...]]:
    if not is_within(matrix, chosen, final=False):
        return
    if option < len(matrix.options):
        yield from _extend(matrix, (*chosen, option), option + 1)
        yield from _extend(matrix, chosen, option + 1)
    elif is_within(matrix, chosen, final=True):
        yield chosen


def is_within(matrix: Matrix, chosen: tuple[int, ...], final: bool) -> bool:
    """Are the options together as often as the bounds allow and, if ``final``, as often as they demand?"""
    tally: Counter[int] = Counter()
    colors: dict[int, set[int]] = {}
    for option in chosen:
        for entry in range(matrix.starts[option], matrix.starts[option + 1]):
            tally[matrix.entries[entry]] += 1
            colors.setdefault(matrix.entries[entry], set()).add(matrix.colors[entry])
    for item in range(len(matrix.items)):
        if matrix.colored[item]:
            if len(colors.get(item, ())) > 1:
                return False
        elif tally[item] > matrix.upper[item] or (final and tally[item] < matrix.lower[item]):
            return False
    return True
