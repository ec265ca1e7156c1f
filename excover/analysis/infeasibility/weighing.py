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

Give every item a weight, and every option the sum of the weights of its items. Then the options of a
solution weigh as much as the items do, each counted as often as it is covered. Without a modulus this is
Farkas' lemma; colorings of a board, areas, and Hall's condition are its cases. All arithmetic is of integers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from excover.cover.matrix import UNBOUNDED, Matrix


@dataclass(frozen=True, slots=True)
class Weighing:
    """Weights by item number; other items weigh nothing.

    Modulus 0: no option weighs more than 0, but what must be covered does. Otherwise: every option weighs a
    multiple of the modulus, but what must be covered does not.
    """

    weights: Mapping[int, int]
    modulus: int = 0

    def refutes(self, matrix: Matrix) -> bool:
        """Is this a proof? Looks at every option."""
        weights = [self.weights.get(item, 0) for item in range(len(matrix.items))]
        used = [item for item, weight in enumerate(weights) if weight]
        if any(matrix.colored[item] for item in used):
            return False
        sums = (sum(weights[item] for item in matrix.option_items(o)) for o in range(len(matrix.options)))
        if not self.modulus:
            return self._least(matrix, used) > 0 and all(weight <= 0 for weight in sums)
        exact = all(matrix.lower[item] == matrix.upper[item] for item in used)
        total = sum(weights[item] * matrix.lower[item] for item in used)
        return exact and total % self.modulus != 0 and all(weight % self.modulus == 0 for weight in sums)

    def _least(self, matrix: Matrix, used: list[int]) -> int:
        """What the items weigh at least, covered as often as they must, or may."""
        if any(self.weights[item] < 0 and matrix.upper[item] == UNBOUNDED for item in used):
            return 0
        bounds = (matrix.lower[item] if self.weights[item] > 0 else matrix.upper[item] for item in used)
        return sum(self.weights[item] * bound for item, bound in zip(used, bounds, strict=True))
