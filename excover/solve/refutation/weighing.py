"""Proofs that there is no solution, by weights that no choice of options can balance.

>>> from excover.names import ItemName, OptionName
>>> row = Matrix.build(  # three cells in a row, and the two dominoes on them
...     items=[(ItemName("cell", (k,)), 1, 1) for k in range(3)],
...     options=[(OptionName("domino", (k,)), [k, k + 1]) for k in range(2)],
... )
>>> black_and_white = Weighing({0: 1, 1: -1, 2: 1})
>>> all_cells = Weighing({0: 1, 1: 1, 2: 1}, modulus=2)
>>> black_and_white.refutes(row), all_cells.refutes(row), Weighing({}).refutes(row)
(True, True, False)

Give every item a weight, and every option the sum of the weights of its items. Then the options of a solution
weigh as much as the items, each counted as often as it is covered. Without a modulus this is Farkas' lemma;
colorings of a board, areas, and Hall's condition are special cases. All arithmetic uses integers.
"""

from __future__ import annotations

from collections.abc import Mapping

from excover.cover.matrix import Matrix
from excover.frozen import Frozen


class Weighing(Frozen):
    """Weights by item number; other items weigh nothing.

    Modulus 0: no option weighs more than 0, but what must be covered does. Otherwise: every option weighs a
    multiple of the modulus, but what must be covered does not. Options of items that must not be covered do
    not count, and an item may be covered at most as often as it has options.
    """

    weights: Mapping[int, int]
    modulus: int = 0

    def refutes(self, matrix: Matrix) -> bool:
        """Verifies the proof, option by option."""
        check = Verification(self, matrix)
        check.go_on(len(matrix.options))
        return check.holds

    def needed(self, matrix: Matrix) -> int:
        """The total weight of the items, each counted as often as it must be covered."""
        return sum(weight * matrix.lower[item] for item, weight in self.weights.items())


class Verification:
    """The verification of a proof in parts, since a matrix may be large."""

    def __init__(self, weighing: Weighing, matrix: Matrix) -> None:
        self.weighing, self._matrix = weighing, matrix
        self._barred = {
            item for item, most in enumerate(matrix.upper) if most == 0 and not matrix.colored[item]
        }
        self._covering = {item: 0 for item, weight in weighing.weights.items() if weight}
        self._weights_fit = not any(matrix.colored[item] for item in self._covering)
        self._next = 0

    @property
    def is_unfinished(self) -> bool:
        return self._weights_fit and self._next < len(self._matrix.options)

    @property
    def holds(self) -> bool:
        """Whether the proof is right; false before the end."""
        if self.is_unfinished or not self._weights_fit:
            return False
        if not self.weighing.modulus:
            return self._least > 0
        is_fixed = all(self._matrix.lower[item] >= self._most(item) for item in self._covering)
        return is_fixed and self.weighing.needed(self._matrix) % self.weighing.modulus != 0

    def go_on(self, options: int) -> int:
        """Weighs so many further options; returns the number of their entries."""
        begin, covering = self._next, self._covering
        end = self._next = min(begin + options, len(self._matrix.options))
        for option in range(begin, end):
            row = tuple(self._matrix.option_items(option))
            if not self._barred.isdisjoint(row):
                continue
            used = [item for item in row if item in covering]
            for item in used:
                covering[item] += 1
            weight = sum(map(self.weighing.weights.__getitem__, used))
            if weight % self.weighing.modulus != 0 if self.weighing.modulus else weight > 0:
                self._weights_fit = False
        return self._matrix.starts[end] - self._matrix.starts[begin]

    def _most(self, item: int) -> int:
        """How often an item may be covered."""
        return min(self._matrix.upper[item], self._covering[item])

    @property
    def _least(self) -> int:
        """The least total weight of the items, covered as often as they must or may be."""
        weights, lower = self.weighing.weights, self._matrix.lower
        return sum(
            weights[item] * (lower[item] if weights[item] > 0 else self._most(item))
            for item in self._covering
        )
