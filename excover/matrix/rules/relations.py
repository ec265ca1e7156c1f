"""The shapes of relations between two decisions, from which the smallest form in items is chosen.

A relation is a table of which values of one decision go with which of another.

>>> less = tuple(tuple(a < b for b in range(4)) for a in range(4))
>>> classes(less), len(bicliques(less))
(None, 4)
>>> classes(tuple(tuple(a % 2 == b % 2 for b in range(4)) for a in range(4)))
([0, 1, 0, 1], [0, 1, 0, 1])
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

Compatible = tuple[tuple[bool, ...], ...]

Biclique = tuple[frozenset[int], frozenset[int]]
"""Rows and columns of a table that are all forbidden together."""


def classes(table: Compatible) -> tuple[list[int], list[int]] | None:
    """A class for each row and each column, so that those of equal class go together; None if there is none.

    Every row and every column has something that goes with it.
    """
    rows = [frozenset(at for at, allowed in enumerate(row) if allowed) for row in table]
    numbers = {row: at for at, row in enumerate(dict.fromkeys(rows))}
    of_column: dict[int, int] = {}
    for row, number in numbers.items():
        for column in row:
            if of_column.setdefault(column, number) != number:
                return None
    return [numbers[row] for row in rows], [of_column[column] for column in range(len(table[0]))]


@lru_cache(maxsize=1000)
def bicliques(table: Compatible) -> Sequence[Biclique]:
    """Bicliques that cover all that is forbidden: greedily, those that cover most of what is left. Conditions
    for many cells have few tables.

    Edge covers by bicliques (Fishburn and Hammer 1996): a chain of nested rows, such as of `<`, needs one for
    each step. Candidates are the sets of columns that some row forbids, and what two of them have in common.
    """
    forbidden = [frozenset(at for at, allowed in enumerate(row) if not allowed) for row in table]
    sets = list(dict.fromkeys(filter(None, forbidden)))
    candidates = dict.fromkeys(sets)
    if len(sets) <= _MOST_CROSSED:
        candidates |= dict.fromkeys(filter(None, (one & other for one in sets for other in sets)))
    found = [
        (frozenset(row for row, columns in enumerate(forbidden) if columns >= each), each)
        for each in candidates
    ]
    masks = [sum(1 << column for column in columns) for _, columns in found]
    left = [sum(1 << column for column in columns) for columns in forbidden]
    made: list[Biclique] = []
    while any(left):
        gains = [
            sum([(left[row] & mask).bit_count() for row in rows])
            for (rows, _), mask in zip(found, masks, strict=True)
        ]
        best = gains.index(max(gains))
        made.append(found[best])
        for row in found[best][0]:
            left[row] &= ~masks[best]
    return made


_MOST_CROSSED = 12
"""With more sets than these, no two are intersected: that is quadratic."""


def cliques(
    edges: Iterable[tuple[int, int]], excludes: Callable[[int, int], bool] = lambda _one, _other: False
) -> Iterator[list[int]]:
    """Cliques that cover all edges of a graph, each edge once or more, greedily (Kellerman 1973).

    Pairs that exclude each other anyway are edges that need not be covered.

    >>> [*cliques([(1, 2), (2, 3), (1, 3), (3, 4)])]
    [[1, 2, 3], [3, 4]]
    >>> [*cliques([(1, 2), (2, 3)], lambda one, other: {one, other} == {1, 3})]
    [[1, 2, 3]]
    """
    near: dict[int, set[int]] = {}
    for one, other in edges:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    left = {one: set(others) for one, others in near.items()}
    for one in sorted(left):
        while left[one]:
            clique = _grown(one, near, left, excludes)
            for each in clique:
                left[each].difference_update(clique)
            yield sorted(clique)


def _grown(
    first: int,
    near: Mapping[int, set[int]],
    left: Mapping[int, Collection[int]],
    excludes: Callable[[int, int], bool],
) -> list[int]:
    """A clique of which each further member covers most of what is left, and something."""
    clique, able = [first], set(near[first])
    while able:
        gain = {each: sum(each in left[other] for other in clique) for each in able}
        member = min(able, key=lambda each: (-gain[each], each))
        if not gain[member]:
            break
        clique.append(member)
        able = {
            each
            for each in able | near[member]
            if each not in clique and all(each in near[other] or excludes(each, other) for other in clique)
        }
    return clique
