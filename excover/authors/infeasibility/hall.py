"""Items that compete: more items of one family than there are items of the other that each of them needs.

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build(
...     items=[(ItemName("hole", (k,)), 0, 1) for k in range(2)]
...     + [(ItemName("pigeon", (k,)), 1, 1) for k in range(3)],
...     options=[(OptionName("sits", (p, h)), [h, 2 + p]) for p in range(3) for h in range(2)],
... )
>>> hall_sets(matrix)
Competition(needing=(2, 3, 4), needed=(0, 1))

This is P. Hall's condition (*On representatives of subsets*, 1935); a violating set is what alternating paths
can reach from an item that a maximum matching leaves out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from excover.matrix.matrix import Matrix
from excover.search.run import UNLIMITED, Run
from excover.search.tuning import tuning


class Competition(NamedTuple):
    """Every option that covers one of ``needing`` covers one of ``needed``, which are fewer, or a closed
    item.
    """

    needing: tuple[int, ...]
    needed: tuple[int, ...]


def closed_items(matrix: Matrix) -> set[int]:
    """The items with the bound 0: no option that covers one can be chosen."""
    return {item for item, most in enumerate(matrix.upper) if most == 0 and not matrix.colored[item]}


def hall_sets(matrix: Matrix, run: Run = UNLIMITED) -> Competition | None:
    """A smallest one among those found, family by family; an item without any option also counts.

    Raises Unfinished.
    """
    if len(matrix.entries) > tuning.hall_entries:
        return None
    closed = closed_items(matrix)
    every = map(matrix.option_items, range(len(matrix.options)))
    rows = [row for row in every if closed.isdisjoint(row)]
    found = list(_idle(matrix, rows))
    families = _families(matrix)
    for needing, needed in permutations(dict.fromkeys(families), 2):
        run.check()
        if not found:
            found += _between(matrix, rows, families, needing, needed)
    return min(found, key=lambda each: len(each.needing), default=None)


def _families(matrix: Matrix) -> list[str]:
    """The families of all items; those without indices are one family."""
    return [name.family if name.indices else "" for name in matrix.items]


def _idle(matrix: Matrix, rows: Sequence[Sequence[int]]) -> Iterator[Competition]:
    covered = {item for row in rows for item in row}
    for item in range(len(matrix.items)):
        if matrix.lower[item] and item not in covered:
            yield Competition((item,), ())
            return


def _between(
    matrix: Matrix, rows: Sequence[Sequence[int]], family: Sequence[str], needing: str, needed: str
) -> Iterator[Competition]:
    """For two families: a conflict for each item that a maximum matching leaves out."""
    choices: dict[int, dict[int, None]] = {
        item: {} for item, name in enumerate(family) if name == needing and matrix.lower[item]
    }
    for row in rows:
        able = [item for item in row if family[item] == needed and matrix.upper[item] == 1]
        for item in row:
            if item in choices:
                if not able:
                    del choices[item]  # it does not need one
                else:
                    choices[item].update(dict.fromkeys(able))
    matching = _Matching(choices)
    for item in choices:
        if not matching.augment(item):
            yield matching.reached(item)


class _Matching:
    """Grows by augmenting paths (H. Kuhn, 1955)."""

    def __init__(self, choices: dict[int, dict[int, None]]) -> None:
        self._choices = choices
        self._owner: dict[int, int] = {}

    def augment(self, item: int) -> bool:
        """Gives the item one of its choices, moving others as necessary."""
        came_from: dict[int, int] = {}
        waiting = [item]
        for one in waiting:
            for choice in self._choices[one]:
                if choice in came_from:
                    continue
                came_from[choice] = one
                if choice not in self._owner:
                    self._shift(choice, came_from, item)
                    return True
                waiting.append(self._owner[choice])
        return False

    def _shift(self, choice: int, came_from: dict[int, int], item: int) -> None:
        previous = {owner: owned for owned, owner in self._owner.items()}
        while True:
            one = came_from[choice]
            self._owner[choice] = one
            if one == item:
                return
            choice = previous[one]

    def reached(self, item: int) -> Competition:
        """All that alternating paths reach from an unmatched item: items, and the fewer that they need."""
        items, needed = [item], dict[int, None]()
        for one in items:
            for choice in self._choices[one]:
                if choice not in needed:
                    needed[choice] = None
                    items.append(self._owner[choice])
        return Competition(tuple(sorted(items)), tuple(sorted(needed)))
