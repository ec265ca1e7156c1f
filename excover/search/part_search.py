"""The search of a part of the tree, which hands back what it has no time for.

>>> from excover.base.names import ItemName, OptionName
>>> items = [(ItemName("a"), 1, 1), (ItemName("b"), 1, 1)]
>>> matrix = Matrix.build(items, [(OptionName("x", (k,)), [k % 2]) for k in range(6)])
>>> search, rests, found = PartSearch(matrix, "sparse"), [ROOT], 0
>>> while rests:
...     result = search.search(rests.pop(), Slice(nodes=3))
...     rests += result.rests
...     found += result.count
>>> found, search.engine
(9, 'sparse')

A part is a *rest*: the branches of a node behind one of them. A search of a part goes on for a slice of time
or nodes. Then it gives away the rest nearest to the root, its largest piece as a rule, goes on for a
sixteenth of the slice, gives away the next one, and so on until nothing is left to it. So no node is searched
twice, and the number of rests is at most the depth of the tree.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import NamedTuple, TypeAlias

from excover.base.errors import Unsuitable
from excover.matrix.matrix import Matrix
from excover.matrix.verify import broken_rule
from excover.search._core import LaneSearch, SparseSearch, Stop, TreeSearch
from excover.search.engine import ENDLESS, Cover, VerificationError, choose
from excover.search.engine_table import ENGINES, EngineName, QuestionKind
from excover.search.native import RulesOfCore, native_problem
from excover.search.strategy import Strategy

NO_OPTION = 2**32 - 1
"""In a path: the branch that covers the item of its node with no further option."""

TICK = 0.05
"""Seconds between two looks at what else is going on."""

CLOSING = 16
"""Which part of a slice passes before the next rest is given away."""


class GuidingPath(NamedTuple):
    """A part of the tree: the branches of a node behind one of them; the whole tree if the path is empty.

    ``path``: the option chosen in each node from the root on, or `NO_OPTION`, up to the branch before the
    part. ``share``: its size if every node divides its share of the tree, 1, evenly among its branches.
    """

    path: tuple[int, ...]
    share: float


ROOT = GuidingPath((), 1.0)


class Slice(NamedTuple):
    """How long a part is searched before it is split: seconds, nodes, and covers that are kept."""

    seconds: float = 1e9
    nodes: int = ENDLESS
    covers: int = 20_000

    @property
    def closing(self) -> Slice:
        """What passes between two rests that are given away."""
        return Slice(
            self.seconds / CLOSING, min(ENDLESS, self.nodes // CLOSING + 1), self.covers // CLOSING + 1
        )


@dataclass(frozen=True, slots=True)
class PartResult:
    """What a search of a part has found, ``rests`` excepted, which are parts of their own."""

    count: int
    nodes: int
    seconds: float
    rests: tuple[GuidingPath, ...]
    covers: list[Cover] = field(default_factory=list)


IsEnough: TypeAlias = Callable[[], bool]
"""Called every few hundredths of a second: whether the slice is to end now. It may raise, too."""


class PartSearch:
    """Searches parts of the tree of a matrix, one after the other.

    ``engine``: "sparse" or "lanes", or "auto" for the faster one; Unsuitable if it is another one or does not
    suit the matrix. ValueError if the matrix is malformed.
    """

    def __init__(self, matrix: Matrix, engine: EngineName = "auto", keep_covers: bool = False) -> None:
        if engine not in ("auto", "sparse", "lanes"):
            raise Unsuitable(f"the engine `{engine}` does not search in parts; `sparse` and `lanes` do")
        self._problem = native_problem(matrix, ENGINES["sparse"])
        self._rules = matrix.rules
        question: QuestionKind = "all" if keep_covers else "count"
        self.engine = choose(matrix, self._problem, Strategy(engine), question).engine
        self._rules_of_core = RulesOfCore.of(matrix)
        self._keeps = keep_covers
        self._core = self._at_root()

    def search(self, part: GuidingPath, time: Slice, is_enough: IsEnough = lambda: False) -> PartResult:
        """Searches the part but for the rests that it returns. ValueError if the tree has no such part."""
        core = self._enter(part)
        before = (core.solutions, core.nodes) if part.path else (0, 0)
        rests: list[GuidingPath] = []
        covers: list[Cover] = []
        began = perf_counter()
        is_done = self._run(core, time, covers, is_enough)
        while not is_done:
            if given := core.split():
                rests.append(GuidingPath(*given))
            is_done = self._run(core, time.closing, covers, is_enough)
        passed = perf_counter() - began
        return PartResult(core.solutions - before[0], core.nodes - before[1], passed, tuple(rests), covers)

    def _run(self, core: TreeSearch, time: Slice, covers: list[Cover], is_enough: IsEnough) -> bool:
        """Whether nothing is left to the search at the end of the slice."""
        end, last_node, last_cover = (
            perf_counter() + time.seconds,
            core.nodes + time.nodes,
            len(covers) + time.covers,
        )
        while True:
            room = last_cover - len(covers) if self._keeps else ENDLESS
            left = min(TICK, max(0.0, end - perf_counter()))
            stop = core.run(room, min(ENDLESS, last_node - core.nodes), left)
            known = len(covers)
            fault = core.hand_over(covers) if self._keeps else None
            fault = fault or broken_rule(self._rules, covers[known:])
            if fault:
                raise VerificationError.of(fault)
            if stop is Stop.EXHAUSTED:
                return True
            if stop is not Stop.TIME or perf_counter() >= end or is_enough():
                return False

    def _enter(self, part: GuidingPath) -> TreeSearch:
        if part.path:
            self._core.enter(array("I", part.path), part.share)
        else:
            self._core = self._at_root()
        return self._core

    def _at_root(self) -> TreeSearch:
        if self.engine == "lanes":
            return LaneSearch(self._problem, self._keeps, "best")
        return SparseSearch(self._problem, self._keeps, False, None, *self._rules_of_core)
