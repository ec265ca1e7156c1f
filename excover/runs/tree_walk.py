"""The nodes of the search tree, straight from its definition, for checks: no code is shared with the engines.

>>> from excover.base.names import ItemName, OptionName
>>> items = [(ItemName("a"), 1, 1), (ItemName("b"), 1, 1)]
>>> walk = TreeWalk(Matrix.build(items, [(OptionName("x", (k,)), [k % 2]) for k in range(5)]))
>>> walk.branches(()), walk.branches((1,)), walk.branches((1, 0))
([1, 3], [0, 2, 4], [])
>>> walk.is_path((1, 2)), walk.is_path((2, 1))
(True, False)
>>> walk.has((3,), {1, 4}), walk.has((1,), {3, 4}), walk.remaining((3, 2))
(False, True, [3, 4])

A node branches on the item with the fewest options left, the first of several, and takes them in ascending
order. This is for items that are covered once, at most once, or have colors. Of each bound on a sum there is
a slack, of which chosen options take something; an option that takes more than is left is no longer there.

>>> options = [(OptionName("x", (k,)), [k % 2]) for k in range(5)]
>>> walk = TreeWalk(Matrix.build(items, options), [(2, [(4, 3), (2, 2), (3, 1)])])
>>> walk.branches(()), walk.branches((0,)), walk.branches((2,))
([0, 2], [1, 3], [1])
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from operator import itemgetter
from typing import NamedTuple

from excover.matrix.capabilities import OptionSets, bit_set, bits, dense_bits
from excover.matrix.matrix import Matrix
from excover.search.engine_table import TREE
from excover.search.native import Slack

MOST_KNOWN = 10_000
"""Nodes that are kept for the next path."""


class WalkNode(NamedTuple):
    """The options that are left as a bit set, the items to be covered, and what is left of slacks."""

    alive: int
    open: tuple[int, ...]
    left: tuple[int, ...]


class TreeWalk:
    """Nodes are named by the options chosen from the root on. ``slacks``: those of bounds on sums. ValueError
    if an item may be covered several times.
    """

    def __init__(self, matrix: Matrix, slacks: Sequence[Slack] = ()) -> None:
        if not matrix.covers_once:
            raise ValueError("an item may be covered several times")
        self._matrix, self._sets = matrix, OptionSets(matrix, TREE)
        self._columns = self._sets.of_item
        still_open = tuple(item for item in range(len(matrix.items)) if matrix.lower[item])
        alive = self._sets.everything & ~self._sets.unusable
        self._slacks = [(dict(takers), _greediest(takers)) for _, takers in slacks]
        self._root = self._within(WalkNode(alive, still_open, tuple(slack for slack, _ in slacks)))
        self._known: dict[tuple[int, ...], WalkNode] = {}

    def _node(self, chosen: tuple[int, ...]) -> WalkNode:
        """Goes on from the nearest known node: a path may be longer than Python's stack."""
        known = len(chosen)
        while known and chosen[:known] not in self._known:
            known -= 1
        node = self._known[chosen[:known]] if known else self._root
        for end in range(known, len(chosen)):
            node = self._child(node, chosen[end])
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[chosen[: end + 1]] = node
        return node

    def _child(self, node: WalkNode, option: int) -> WalkNode:
        covered = self._matrix.option_items(option)
        return self._within(
            WalkNode(
                node.alive & ~self._sets.rivals(option) & ~(1 << option),
                tuple(item for item in node.open if item not in covered),
                tuple(
                    left - taken.get(option, 0)
                    for left, (taken, _) in zip(node.left, self._slacks, strict=True)
                ),
            )
        )

    def _within(self, node: WalkNode) -> WalkNode:
        """Without the options that take more of a slack than is left."""
        alive = node.alive
        for left, (_, greediest) in zip(node.left, self._slacks, strict=True):
            end = bisect_left(greediest, -left, key=itemgetter(0))
            alive &= ~bit_set(option for _, option in greediest[:end])
        return node._replace(alive=alive)

    def item(self, chosen: tuple[int, ...]) -> int | None:
        """The item that a node branches on; None if everything is covered."""
        node = self._node(chosen)
        return min(node.open, key=lambda item: (node.alive & self._columns[item]).bit_count(), default=None)

    def branches(self, chosen: tuple[int, ...]) -> list[int]:
        """The options of that item, ascending; none if an item has none, or everything is covered."""
        item = self.item(chosen)
        return [] if item is None else list(bits(self._node(chosen).alive & self._columns[item]))

    def is_path(self, path: tuple[int, ...]) -> bool:
        """Whether each step takes a branch of its node."""
        return all(step in self.branches(path[:k]) for k, step in enumerate(path))

    def has(self, path: tuple[int, ...], cover: AbstractSet[int]) -> bool:
        """Whether a cover lies in the part behind a path: it takes a later branch than the last one."""
        if not path:
            return True
        if any(option not in cover for option in path[:-1]):
            return False
        item = self.item(path[:-1])
        assert item is not None
        return any(option in cover and option > path[-1] for option in self._matrix.columns[item])

    def options_below(self, chosen: tuple[int, ...]) -> list[int]:
        """The options of which the covers below a node consist, those chosen included, ascending."""
        return dense_bits(self._node(chosen).alive | bit_set(chosen))

    def remaining(self, path: tuple[int, ...]) -> list[int]:
        """The options of which the covers in the part behind a path consist, those of the path included."""
        if not path:
            return dense_bits(self._root.alive)
        chosen = path[:-1]
        item = self.item(chosen)
        assert item is not None
        alive = self._node(chosen).alive & ~(self._columns[item] & ((2 << path[-1]) - 1))
        return dense_bits(alive | bit_set(chosen))


def _greediest(takers: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The opposite of what each option takes, ascending, and the option."""
    return sorted((-taken, option) for option, taken in takers)
