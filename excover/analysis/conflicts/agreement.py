"""Which clues some solution agrees with: the oracle behind conflicts and needless clues.

>>> from excover.analysis.clue import clues_of
>>> from excover.problem import load
>>> start = load("queens", {"n": 4}, given=".Q..|...Q".replace("|", chr(10)))
>>> clues = clues_of(start.full, start.givens)
>>> agreement = Agreement(start.full.matrix, clues)
>>> agreement(0b01), agreement(0b11)
(3, 3)
>>> solution = agreement.cover(0b11)
>>> print(Agreement(start.full.matrix, clues, other_than=solution)(0b01))
None
"""

from __future__ import annotations

from collections.abc import Sequence

from excover.analysis.clue import Clue
from excover.analysis.conflicts.search import bits
from excover.analysis.infeasibility.reasons import is_refuted
from excover.cover.matrix import Matrix
from excover.names import ItemName
from excover.solve.outcome import Unfinished
from excover.solve.run import UNLIMITED, Run
from excover.solve.search import Cover, Search

PROBE = 100_000
"""Nodes of a search after which proofs are looked for that take none."""


class Agreement:
    """Asked with a set of clues, bit by bit; ``other_than`` is a cover that is no answer.

    ``matrix`` is the one without givens, which the numbers of the clues' options mean. Raises
    Unfinished where the run ended before the answer.
    """

    def __init__(
        self,
        matrix: Matrix,
        clues: Sequence[Clue],
        run: Run = UNLIMITED,
        other_than: Cover | None = None,
    ) -> None:
        self._matrix = matrix
        self._clues = clues
        self._run = run
        self._other_than = other_than

    def __call__(self, wanted: int) -> int | None:
        cover = self.cover(wanted)
        if cover is None:
            return None
        chosen = frozenset(cover)
        return sum(1 << k for k, clue in enumerate(self._clues) if clue.agrees(chosen))

    def cover(self, wanted: int) -> Cover | None:
        """A cover that agrees with these clues, if there is one; always the same one."""
        covers = self.covers(wanted, 1 if self._other_than is None else 2)
        return next((cover for cover in covers if cover != self._other_than), None)

    def covers(self, wanted: int, most: int) -> list[Cover]:
        """So many covers that agree with these clues, as far as there are so many."""
        keep, matrix = self.left(wanted)
        search = Search(matrix, self._run.aside(solutions=most, nodes=PROBE))
        covers = list(search)
        if not _is_answered(search, most) and is_refuted(matrix, self._run):
            return []
        if not _is_answered(search, most):
            search = Search(matrix, self._run.aside(solutions=most))
            covers = list(search)
        if not _is_answered(search, most):
            raise Unfinished(search.outcome)
        return [tuple(keep[option] for option in cover) for cover in covers]

    def left(self, wanted: int) -> tuple[list[int], Matrix]:
        """The options that go with the clues, and the matrix of these."""
        clues = [self._clues[k] for k in bits(wanted)]
        banned = set().union(*(clue.banned for clue in clues))
        keep = [option for option in range(len(self._matrix.options)) if option not in banned]
        loose = (clue for clue in clues if not clue.enforced)
        demands = [(_name(clue), clue.span, clue.options) for clue in loose]
        return keep, self._matrix.restricted(keep, demands)


def _is_answered(search: Search, most: int) -> bool:
    """Were as many covers found as were wanted, or all there are?"""
    return search.outcome.count == most or search.outcome.exhausted


def _name(clue: Clue) -> ItemName:
    """Of the item that stands for a clue: reasons may have to name it."""
    return ItemName(f"given {clue.text.replace('`', '')}")
