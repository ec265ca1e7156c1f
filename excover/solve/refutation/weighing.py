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

from collections.abc import Iterator, Mapping

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
        used = [item for item, weight in self.weights.items() if weight]
        if any(matrix.colored[item] for item in used):
            return False
        usable = list(_usable(matrix))
        sums = (sum(self.weights.get(item, 0) for item in row) for row in usable)
        most = self._most(matrix, used, usable)
        if not self.modulus:
            return self._least(matrix, used, most) > 0 and all(weight <= 0 for weight in sums)
        fixed = all(matrix.lower[item] >= most[item] for item in used)
        return (
            fixed
            and self.needed(matrix) % self.modulus != 0
            and all(weight % self.modulus == 0 for weight in sums)
        )

    def needed(self, matrix: Matrix) -> int:
        """The total weight of the items, each counted as often as it must be covered."""
        return sum(weight * matrix.lower[item] for item, weight in self.weights.items())

    def _most(self, matrix: Matrix, used: list[int], usable: list[tuple[int, ...]]) -> dict[int, int]:
        """How often an item may be covered."""
        options = dict.fromkeys(used, 0)
        for item in (item for row in usable for item in row if item in options):
            options[item] += 1
        return {item: min(matrix.upper[item], number) for item, number in options.items()}

    def _least(self, matrix: Matrix, used: list[int], most: Mapping[int, int]) -> int:
        """The least total weight of the items, covered as often as they must or may be."""
        bounds = (matrix.lower[item] if self.weights[item] > 0 else most[item] for item in used)
        return sum(self.weights[item] * bound for item, bound in zip(used, bounds, strict=True))


def _usable(matrix: Matrix) -> Iterator[tuple[int, ...]]:
    """The items of each option without an item that must not be covered."""
    barred = {item for item, most in enumerate(matrix.upper) if most == 0 and not matrix.colored[item]}
    for option in range(len(matrix.options)):
        row = tuple(matrix.option_items(option))
        if barred.isdisjoint(row):
            yield row
