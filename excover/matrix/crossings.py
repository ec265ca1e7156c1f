"""Where pieces of sticks may not cross: items that the pieces that would cross there all cover.

>>> from excover.lattices import SQUARE_EDGES
>>> cross = [(0, 1, 2), (0, 2, 1), (0, 2, 3), (0, 3, 2)]
>>> crossings = Crossings(SQUARE_EDGES, cross)
>>> crossings.of((0, 3)), crossings.of((1, 2)), crossings.of((0, 1))
([0], [0], [])
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from excover.lattices import Cell, Lattice


class Crossings:
    """Those of a board with these cells, numbered.

    Two pieces cross at a joint where each has two edges with edges of the other on both sides. So for any
    four edges there, pieces with the first and the third of them, or with the two others, exclude each other:
    they cover the same item at most once. A piece with all four covers it once.
    """

    def __init__(self, lattice: Lattice, cells: Sequence[Cell]) -> None:
        number = {cell: at for at, cell in enumerate(cells)}
        self._at: dict[frozenset[int], list[int]] = {}
        for crossing, chords in enumerate(lattice.crossings(cells)):
            for chord in chords:
                self._at.setdefault(frozenset(map(number.__getitem__, chord)), []).append(crossing)

    @property
    def exist(self) -> bool:
        return bool(self._at)

    def of(self, way: Sequence[int]) -> list[int]:
        """The crossings that cells, by their numbers, pass."""
        if not self._at:
            return []
        found = (self._at.get(frozenset(pair), ()) for pair in combinations(way, 2))
        return sorted({crossing for each in found for crossing in each})
