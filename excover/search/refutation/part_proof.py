"""Certificates of counts in parts: the lines for a state and what follows from it, but for states given away.

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> items = [(ItemName("a"), 1, 1), (ItemName("b"), 1, 1)]
>>> matrix = Matrix.build(items, [(OptionName("x", (k,)), [k % 2]) for k in range(4)])
>>> search = PartProofs(matrix, 10**6)
>>> search.search(ROOT, Slice()).lines.splitlines()
[b'1', b'1 1 1 2', b'1 2 0 0']
>>> found = search.search(ROOT, Slice(nodes=1))
>>> found.lines.splitlines(), [rest.path for rest in found.rests]
([b'1', b'1 1 1 1'], [(0,), (2,)])

A part is a state of the tree in which every state branches on an item with fewest branches, named by the way
to it from the root. The two searches of `proof.prove` take turns at it. If neither has written all when the
slice of time ends, or no memory is left, what the one has written that follows the tree stays, and it gives
away the states nearest to the root that it has not expanded, goes on for a moment, gives away the next ones,
and so on. What the other one has written then is lost.

In the lines, the states of the part have numbers of their own, from 0 for the first. Those that no line
expands are the parts given away, in the same order. docs/proof-format.md describes the lines.
"""

from __future__ import annotations

from array import array
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter

from excover.matrix.matrix import Matrix
from excover.search._core import ProofSearch, Stop, TooLarge
from excover.search.consumers import CERTIFICATE
from excover.search.native import native_problem
from excover.search.part_search import ROOT, TICK, GuidingPath, IsEnough, Slice
from excover.search.refutation.proof import NoRoomForProof, item_numbers
from excover.search.tuning import tuning

__all__ = ["ROOT", "PartProof", "PartProofs", "Slice"]

MOST_TEXT = 32_000_000
"""Bytes of the lines of a slice; these are in memory."""


@dataclass(frozen=True, slots=True)
class PartProof:
    """The lines for a part, and what they come to, ``rests`` excepted, which are parts of their own.
    ``states``: how many were expanded.
    """

    count: int
    states: int
    seconds: float
    rests: tuple[GuidingPath, ...]
    lines: bytes


class PartProofs:
    """``memory``: bytes that the waiting states of a search may take; where that is not enough, it gives away
    some of them. ValueError for a wrong matrix.
    """

    def __init__(self, matrix: Matrix, memory: int) -> None:
        self._problem, self._memory = native_problem(matrix, CERTIFICATE), memory
        self._numbers = array("I", [number + 1 for number in item_numbers(matrix)])

    def search(self, part: GuidingPath, time: Slice, is_enough: IsEnough = lambda: False) -> PartProof:
        """Writes the lines for the part but for the rests that it returns. ValueError if the tree has no such
        part, NoRoomForProof if the branches of a single state exceed the memory.
        """
        began = perf_counter()
        drafts: list[_PartDraft] = []
        with suppress(TooLarge):
            drafts.append(_PartDraft(self._new(part, sharing=True), time, is_enough))
        try:
            tree = _PartDraft(self._new(part, sharing=False), time, is_enough)
        except TooLarge:
            raise NoRoomForProof(self._too_large()) from None
        rests: list[tuple[int, GuidingPath]] = []
        done = _first_done([*drafts, tree])
        if done is None:
            done = tree
            drafts.clear()  # and with them, their memory
            while not tree.is_done:
                states = tree.search.split()
                if tree.is_full and not states:
                    raise NoRoomForProof(self._too_large())
                rests += [(number, GuidingPath(path, part.share * share)) for number, path, share in states]
                tree.begin(time.closing)
                while tree.advance():
                    pass
        count = sum(limb << 64 * k for k, limb in enumerate(done.search.limbs))
        passed = perf_counter() - began
        given = tuple(rest for _, rest in sorted(rests))
        return PartProof(count, done.search.nodes, passed, given, bytes(done.lines))

    def _too_large(self) -> str:
        return (
            f"the branches of one state take more than the {self._memory // 10**6:,} MB that a part may have;"
            " `excover count --proof --memory` sets another limit, and a run without `--proof` has none"
        )

    def _new(self, part: GuidingPath, sharing: bool) -> ProofSearch:
        path = array("I", part.path)
        return ProofSearch(self._problem, self._numbers, self._memory, sharing, path)


class _PartDraft:
    """A search at work, and its lines so far."""

    def __init__(self, search: ProofSearch, time: Slice, is_enough: IsEnough) -> None:
        self.search, self._is_enough = search, is_enough
        self.lines, self.is_done = bytearray(search.take()), False
        self.is_full = False
        """Whether the next state needs more memory than there is."""
        self.begin(time)

    def begin(self, time: Slice) -> None:
        """A slice."""
        self._end = perf_counter() + time.seconds
        self._last_state = self.search.nodes + time.nodes

    def advance(self) -> bool:
        """Goes on for a turn of the same number of states always; false when all is written or the slice
        ends, or it is full. It goes on a little in any case.
        """
        self.is_full = False
        turn = min(self.search.nodes + tuning.proof_turn, self._last_state)
        while True:
            try:
                stop = self.search.run(turn - self.search.nodes, TICK)
            except TooLarge:
                self.is_full = True
                return False
            finally:
                self.lines += self.search.take()
            if stop is Stop.EXHAUSTED:
                self.is_done = True
                return False
            if self._is_over():
                return False
            if stop is Stop.NODES:
                return True

    def _is_over(self) -> bool:
        is_full = self.search.nodes >= self._last_state or len(self.lines) >= MOST_TEXT
        return is_full or perf_counter() >= self._end or self._is_enough()


def _first_done(drafts: list[_PartDraft]) -> _PartDraft | None:
    """The first search to write all, in turns; None if the slices of all end before, or they are full."""
    while drafts:
        for draft in list(drafts):
            if draft.advance():
                continue
            if draft.is_done:
                return draft
            drafts.remove(draft)
    return None
