"""Proofs that there is no solution, by weights that no choice of options can balance.

>>> from excover.base.names import ItemName, OptionName
>>> row = Matrix.build(  # three cells in a row, and the two dominoes on them
...     items=[(ItemName("cell", (k,)), 1, 1) for k in range(3)],
...     options=[(OptionName("domino", (k,)), [k, k + 1]) for k in range(2)],
... )
>>> black_and_white = Weighing({0: 1, 1: -1, 2: 1})
>>> all_cells = Weighing({0: 1, 1: 1, 2: 1}, modulus=2)
>>> black_and_white.refutes(row), all_cells.refutes(row), Weighing({}).refutes(row)
(True, True, False)
>>> with_holes = Matrix.build(  # six cells, two pieces of five, and up to three holes
...     items=[*((ItemName("cell", (k,)), 1, 1) for k in range(6)), (ItemName("holes"), 0, 3)],
...     options=[(OptionName("piece", (k,)), [*range(k, k + 5)]) for k in range(2)]
...     + [(OptionName("hole", (k,)), [k, 6]) for k in range(6)],
... )
>>> by_area = Weighing(dict.fromkeys(range(6), 1) | {6: 4}, modulus=5)
>>> sorted(by_area.remainders(with_holes)), by_area.refutes(with_holes)
([0, 1, 3, 4], False)

Give every item a weight, and every option the sum of the weights of its items. Then the options of a solution
weigh as much as the items, each counted as often as it is covered. Without a modulus this is Farkas' lemma;
colorings of a board, areas, and Hall's condition are special cases. All arithmetic uses integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from excover.base.frozen import Frozen
from excover.matrix.matrix import Matrix


class Weighing(Frozen):
    """Weights by item number; other items weigh nothing.

    Modulus 0: no option weighs more than 0, but what must be covered does. Otherwise: every option weighs a
    multiple of the modulus, but what is covered does not, however often each item is covered within its
    bounds. Options of items that must not be covered do not count, and an item may be covered at most as
    often as it has options.
    """

    weights: Mapping[int, int]
    modulus: int = 0

    def refutes(self, matrix: Matrix) -> bool:
        """Verifies the proof, option by option."""
        return self._verified(matrix).holds

    def remainders(self, matrix: Matrix) -> set[int]:
        """What all that is covered may leave when divided by the modulus, which is not 0."""
        return self._verified(matrix).remainders

    def least(self, matrix: Matrix, items: Iterable[int] | None = None) -> int:
        """The least total weight of all that is covered, or of these items, each as often as it must or may
        be.
        """
        return self._verified(matrix).least_of(self.weights if items is None else items)

    def _verified(self, matrix: Matrix) -> Verification:
        check = Verification(self, matrix)
        check.go_on(len(matrix.options))
        return check

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
        return 0 not in self.remainders if self.weighing.modulus else self.least_of(self._covering) > 0

    @property
    def remainders(self) -> set[int]:
        """See the method of a weighing; right at the end."""
        modulus, lower = self.weighing.modulus, self._matrix.lower
        reached = {self.weighing.needed(self._matrix) % modulus}
        for item in self._covering:
            slack = min(self._most(item) - lower[item], modulus - 1)
            if slack > 0:
                steps = [times * self.weighing.weights[item] for times in range(slack + 1)]
                reached = {(before + step) % modulus for before in reached for step in steps}
        return reached

    def go_on(self, options: int) -> int:
        """Weighs so many further options, up to the first that is too heavy; returns the number of their
        entries.
        """
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
                break
        return self._matrix.starts[end] - self._matrix.starts[begin]

    def _most(self, item: int) -> int:
        """How often an item may be covered."""
        return min(self._matrix.upper[item], self._covering[item])

    def least_of(self, items: Iterable[int]) -> int:
        """See `Weighing.least`; right at the end."""
        weights, lower = self.weighing.weights, self._matrix.lower
        return sum(
            weights[item] * (lower[item] if weights[item] > 0 else self._most(item))
            for item in self._covering.keys() & items
        )
