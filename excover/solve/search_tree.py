"""The tree that a search walks, for people to look at: Algorithm X, the item with fewest options first.

>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> matrix = Matrix.build(
...     items=[(ItemName("a"), 1, 1), (ItemName("b"), 1, 1)],
...     options=[(OptionName("x"), [0]), (OptionName("y"), [0, 1]), (OptionName("z"), [1])],
... )
>>> tree = grow(matrix)
>>> tree.nodes, tree.solutions, tree.dead_ends
(4, 2, 0)
>>> root = tree.root
>>> str(matrix.items[root.item]), [branch.option for branch in root.branches], root.branches[0].node.moves
('a', [0, 1], (Move(item=1, option=2),))

D. E. Knuth, The Art of Computer Programming 7.2.2.1. This is no engine: sets of Python, copied at every node.
It keeps the rules of the native search (`sparse_search.hpp`), so that nodes and solutions are the same:

- A node branches on the item with the fewest ways to go on, the first of several.
- Its options are tried in order. One that was tried is rejected for the rest of the node, and once an item
  cannot get the options it needs without it, the node is done.
- An item that needs no more options has a last branch, none of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from excover.cover.matrix import Matrix
from excover.solve.run import UNLIMITED, Run

MOST_NODES = 500
DEEPEST = 150
"""Nodes within nodes, forced moves apart; what lies deeper is not grown."""


@dataclass(frozen=True, slots=True)
class Move:
    """An item that has one way to go on, and the option that is; None if none is chosen."""

    item: int
    option: int | None


@dataclass(slots=True)
class Node:
    """A node after its forced ``moves``, and what comes then.

    ``end`` is `branches` of ``item``, a `solution`, a `dead end`, where ``item`` cannot get the options that
    it needs, or `cut`: not grown. Of a node that is cut, or grown in part, ``missing`` has the options of the
    branches that were not grown.
    """

    moves: tuple[Move, ...] = ()
    end: str = "cut"
    item: int | None = None
    branches: list[Branch] = field(default_factory=list)
    missing: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Branch:
    option: int | None
    node: Node


@dataclass(frozen=True, slots=True)
class Tree:
    """``nodes`` counts the root and every branch tried, forced ones too; all there are if ``exhausted``."""

    root: Node
    nodes: int
    solutions: int
    dead_ends: int
    exhausted: bool


def grow(matrix: Matrix, run: Run = UNLIMITED) -> Tree:
    """The tree of a matrix, depth first, until the run ends: by default after MOST_NODES."""
    grower = _Grower(matrix, run.started())
    root = grower.grown(_State.root(matrix), 0)
    return Tree(root, grower.nodes, grower.solutions, grower.dead_ends, grower.exhausted)


@dataclass(frozen=True, slots=True)
class _State:
    """The options alive, how many are chosen of each item, and the colors given."""

    matrix: Matrix
    users: tuple[frozenset[int], ...]
    alive: frozenset[int]
    chosen: tuple[int, ...]
    colors: tuple[int, ...]

    @classmethod
    def root(cls, matrix: Matrix) -> _State:
        users: list[set[int]] = [set() for _ in matrix.items]
        for option in range(len(matrix.options)):
            for item in matrix.option_items(option):
                users[item].add(option)
        zeros = (0,) * len(matrix.items)
        everything = frozenset(range(len(matrix.options)))
        barred = {option for item, of in enumerate(users) for option in of if not matrix.upper[item]}
        return cls(matrix, tuple(map(frozenset, users)), everything - barred, zeros, zeros)

    def options(self, item: int) -> list[int]:
        return sorted(self.users[item] & self.alive)

    def degree(self, item: int) -> int:
        """The ways to go on: its options, less those it cannot do without, and none of them if it can."""
        return len(self.users[item] & self.alive) + 1 - self.need(item)

    def need(self, item: int) -> int:
        return max(0, self.matrix.lower[item] - self.chosen[item])

    def starved(self) -> int | None:
        """An item that cannot get the options it needs."""
        starved = (item for item in range(len(self.users)) if self.need(item) and self._lacks(item))
        return next(starved, None)

    def _lacks(self, item: int) -> bool:
        return len(self.users[item] & self.alive) < self.need(item)

    def pick(self) -> int | None:
        """The item to branch on; None in a solution."""
        m = self.matrix
        items = (
            item
            for item in range(len(m.items))
            if m.is_primary(item) and self.chosen[item] < m.upper[item] and self.users[item] & self.alive
        )
        return min(items, key=lambda item: (self.degree(item), item), default=None)

    def rejecting(self, option: int) -> _State:
        return replace(self, alive=self.alive - {option})

    def choosing(self, option: int | None) -> _State:
        """Without all options that an option excludes; with None, nothing changes."""
        if option is None:
            return self
        m, alive = self.matrix, self.alive - {option}
        chosen, colors = list(self.chosen), list(self.colors)
        for entry in range(m.starts[option], m.starts[option + 1]):
            item = m.entries[entry]
            chosen[item] += 1
            if m.colored[item]:
                colors[item] = m.colors[entry]
                alive -= {other for other in self.users[item] if self._color(other, item) != colors[item]}
            elif chosen[item] == m.upper[item]:
                alive -= self.users[item]
        return replace(self, alive=alive, chosen=tuple(chosen), colors=tuple(colors))

    def _color(self, option: int, item: int) -> int:
        m = self.matrix
        entries = range(m.starts[option], m.starts[option + 1])
        return next(m.colors[entry] for entry in entries if m.entries[entry] == item)

    def ways(self, item: int) -> Iterator[tuple[int | None, _State]]:
        """The branches of a node: an option, or None for none of them, and the state it is chosen in."""
        state = self
        for option in self.options(item):
            yield option, state
            if state.degree(item) <= 1:
                return
            state = state.rejecting(option)
            if state.starved() is not None:
                return
        yield None, state


class _Grower:
    def __init__(self, matrix: Matrix, run: Run) -> None:
        self.matrix = matrix
        self.run = run
        self.most = MOST_NODES if run.budget.nodes is None else run.budget.nodes
        self.nodes = 1
        self.solutions = self.dead_ends = 0
        self.exhausted = True

    @property
    def ends(self) -> bool:
        return self.nodes >= self.most or self.run.stopped_by is not None

    def grown(self, state: _State, depth: int) -> Node:
        moves: list[Move] = []
        while True:
            starved, item = state.starved(), state.pick()
            if starved is not None:
                self.dead_ends += 1
                return Node(tuple(moves), "dead end", starved)
            if item is None:
                self.solutions += 1
                return Node(tuple(moves), "solution")
            ways = list(state.ways(item))
            if len(ways) > 1 or self.ends:
                return self._branched(Node(tuple(moves), "branches", item), ways, depth)
            ((option, state),) = ways
            moves.append(Move(item, option))
            self.nodes += 1
            state = state.choosing(option)

    def _branched(self, node: Node, ways: list[tuple[int | None, _State]], depth: int) -> Node:
        for k, (option, state) in enumerate(ways):
            if self.ends or depth >= DEEPEST:
                node.missing, self.exhausted = tuple(option for option, _ in ways[k:]), False
                node.end = "branches" if k else "cut"
                break
            self.nodes += 1
            node.branches.append(Branch(option, self.grown(state.choosing(option), depth + 1)))
        return node
