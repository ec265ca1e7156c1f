"""The best cover of a matrix with costs, by branch and bound.

>>> from array import array
>>> from dataclasses import replace
>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> priced = replace(matrix, costs=array("q", [5, 3]))
>>> list(Improvements(priced, "minimize")), list(Improvements(priced, "maximize"))
([(1,)], [(0,)])
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import replace

from excover.cover.matrix import Matrix
from excover.solve.engine import Cover
from excover.solve.outcome import Outcome
from excover.solve.run import UNLIMITED, Run
from excover.solve.search import Search


class Improvements(Iterator[Cover]):
    """Covers each of which is better than all before; when the outcome is exhausted, the last is the best.

    Options are tried by rising cost, so that a good cover comes early and the bound cuts most of the tree.
    ValueError if the costs together do not fit 62 bits.
    """

    def __init__(self, matrix: Matrix, goal: str, run: Run = UNLIMITED) -> None:
        sign = -1 if goal == "maximize" else 1
        costs = array("q", (sign * cost for cost in matrix.prices()))
        self._order = sorted(range(len(costs)), key=costs.__getitem__)
        priced = replace(matrix, costs=costs).restricted(self._order)
        self._search = Search(priced, run, by_cost=True)

    @property
    def outcome(self) -> Outcome:
        return self._search.outcome

    def __next__(self) -> Cover:
        return self._own(next(self._search))

    def drain(self) -> list[Cover]:
        """The covers that are found already and were not handed out; without searching on."""
        return list(map(self._own, self._search.drain()))

    def _own(self, cover: Cover) -> Cover:
        """In the numbers of the matrix that was given."""
        return tuple(sorted(map(self._order.__getitem__, cover)))
