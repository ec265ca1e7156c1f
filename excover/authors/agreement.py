"""Which clues some solution agrees with: the oracle for conflicts and needless clues.

>>> from excover.authors.clue import clues_of
>>> from excover.problem.problem import load
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

from excover.authors.clue import Clue
from excover.authors.infeasibility.reasons import is_refuted
from excover.base.bit_sets import bits
from excover.base.names import ItemName
from excover.matrix.matrix import Matrix
from excover.search.outcome import Unfinished
from excover.search.run import UNLIMITED, Run
from excover.search.search import Cover, Search
from excover.search.tuning import tuning


class Agreement:
    """Called with a set of clues as bits; the cover ``other_than`` is not accepted as an answer.

    ``matrix`` is the one without givens, to which the option numbers of the clues refer. Raises Unfinished if
    the run ended before the answer.
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
        """Up to that many covers that agree with these clues."""
        keep, matrix = self.left(wanted)
        search = Search(matrix, self._run.aside(solutions=most, nodes=tuning.conflict_probe))
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
        """The options that agree with the clues, and their matrix."""
        clues = [self._clues[k] for k in bits(wanted)]
        banned = set().union(*(clue.banned for clue in clues))
        keep = [option for option in range(len(self._matrix.options)) if option not in banned]
        loose = (clue for clue in clues if not clue.enforced)
        demands = [(_name(clue), clue.span, clue.options) for clue in loose]
        return keep, self._matrix.restricted(keep, demands)


def _is_answered(search: Search, most: int) -> bool:
    """Whether as many covers were found as requested, or all of them."""
    return search.outcome.count == most or search.outcome.exhausted


def _name(clue: Clue) -> ItemName:
    """The name of the item that represents a clue, in case a reason names it."""
    return ItemName(f"given {clue.text.replace('`', '')}")
