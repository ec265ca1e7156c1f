"""The search tree as data to display: Algorithm X, the item with fewest options first.

>>> from excover.base.names import ItemName, OptionName
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

D. E. Knuth, The Art of Computer Programming 7.2.2.1. This is not an engine, and slow. It follows the rules of
the native search (`sparse_search.hpp`), so that nodes and solutions are the same where that knows no rules:

- A node branches on the item with the fewest choices, the first of several.
- Its options are tried in order. A tried option is rejected for the rest of the node; once an item cannot get
  the options that it needs without it, the node is done.
- An item that needs no more options has a last branch without any of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from excover.matrix.capabilities import OptionSets, bits
from excover.matrix.matrix import Matrix
from excover.matrix.verify import broken_rule
from excover.search.engine_table import TREE
from excover.search.run import UNLIMITED, Run

MOST_NODES = 500
DEEPEST = 150
"""Nested nodes, with forced moves kept separately; deeper nodes are not grown."""


@dataclass(frozen=True, slots=True)
class Move:
    """An item with only one choice, and the option that is chosen; None if no option is chosen."""

    item: int
    option: int | None


@dataclass(slots=True)
class TreeNode:
    """A node after its forced ``moves``, and how it ends.

    ``end`` is `branches` of ``item``, a `solution`, a `dead end`, if ``item`` cannot get the options that it
    needs, or `cut`: not grown. If a node is cut, or partly grown, ``missing`` has the options of the branches
    that were not grown. A dead end without an item covers all, and breaks a rule: its ``fault``.
    """

    moves: tuple[Move, ...] = ()
    end: str = "cut"
    item: int | None = None
    branches: list[Branch] = field(default_factory=list)
    missing: tuple[int | None, ...] = ()
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Branch:
    option: int | None
    node: TreeNode


@dataclass(frozen=True, slots=True)
class Tree:
    """``nodes`` counts the root and every branch tried, including forced ones; complete if ``exhausted``."""

    root: TreeNode
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
    """The options that may still be chosen, and those that are chosen, as bit sets."""

    matrix: Matrix
    sets: OptionSets
    alive: int
    chosen: int = 0

    @classmethod
    def root(cls, matrix: Matrix) -> _State:
        sets = OptionSets(matrix, TREE)
        return cls(matrix, sets, sets.everything & ~sets.unusable)

    def options(self, item: int) -> Iterator[int]:
        return bits(self.sets.of_item[item] & self.alive)

    def degree(self, item: int) -> int:
        """The number of choices: the options of the item, less the ones it needs beyond the first."""
        return self._alive(item) + 1 - self.need(item)

    def need(self, item: int) -> int:
        return max(0, self.matrix.lower[item] - self._chosen(item))

    def wiped_out(self) -> int | None:
        """An item that cannot get the options it needs."""
        items = range(len(self.matrix.items))
        return next((item for item in items if self._alive(item) < self.need(item)), None)

    def pick(self) -> int | None:
        """The item to branch on; None in a solution."""
        m = self.matrix
        items = (
            item
            for item in range(len(m.items))
            if m.is_primary(item) and self._chosen(item) < m.upper[item] and self._alive(item)
        )
        return min(items, key=lambda item: (self.degree(item), item), default=None)

    def rejecting(self, option: int) -> _State:
        return replace(self, alive=self.alive & ~(1 << option))

    def choosing(self, option: int | None) -> _State:
        """The state without all options that an option excludes; with None, nothing changes."""
        if option is None:
            return self
        chosen = self.chosen | 1 << option
        return replace(self, alive=self.sets.left(self.alive, chosen, option) & ~chosen, chosen=chosen)

    def _alive(self, item: int) -> int:
        return (self.sets.of_item[item] & self.alive).bit_count()

    def _chosen(self, item: int) -> int:
        return (self.sets.of_item[item] & self.chosen).bit_count()

    def ways(self, item: int) -> Iterator[tuple[int | None, _State]]:
        """The branches of a node: an option, or None for none of them, and the resulting state."""
        state = self
        for option in self.options(item):
            yield option, state
            if state.degree(item) <= 1:
                return
            state = state.rejecting(option)
            if state.wiped_out() is not None:
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

    def grown(self, state: _State, depth: int) -> TreeNode:
        moves: list[Move] = []
        while True:
            wiped_out, item = state.wiped_out(), state.pick()
            if wiped_out is not None:
                self.dead_ends += 1
                return TreeNode(tuple(moves), "dead end", wiped_out)
            if item is None:
                return self._leaf(tuple(moves), state)
            ways = self._ways(state, item)
            if len(ways) > 1 or self.ends:
                return self._branched(TreeNode(tuple(moves), "branches", item), ways, depth)
            ((option, state),) = ways
            moves.append(Move(item, option))
            self.nodes += 1
            state = state.choosing(option)

    def _leaf(self, moves: tuple[Move, ...], state: _State) -> TreeNode:
        """All items are covered: bounds on sums and global constraints are tested here, and prune nothing."""
        if fault := broken_rule(self.matrix.rules, [list(bits(state.chosen))]):
            self.dead_ends += 1
            return TreeNode(moves, "dead end", fault=fault)
        self.solutions += 1
        return TreeNode(moves, "solution")

    def _ways(self, state: _State, item: int) -> list[tuple[int | None, _State]]:
        """All branches, or those that were made before the run ended."""
        found: list[tuple[int | None, _State]] = []
        for way in state.ways(item):
            found.append(way)
            if self.run.stopped_by is not None:
                break
        return found

    def _branched(self, node: TreeNode, ways: list[tuple[int | None, _State]], depth: int) -> TreeNode:
        for k, (option, state) in enumerate(ways):
            if self.ends or depth >= DEEPEST:
                node.missing, self.exhausted = tuple(option for option, _ in ways[k:]), False
                node.end = "branches" if k else "cut"
                break
            self.nodes += 1
            node.branches.append(Branch(option, self.grown(state.choosing(option), depth + 1)))
        return node
