"""The sides and the corners of single cells, for tiles whose sides or corners have colors.

Each is the set of the cells of the whole lattice that have it: a side belongs to two cells. So motions of
cells take sides to sides and corners to corners, without coordinates of their own.

>>> from excover.lattices import LATTICES
>>> square = Rim(LATTICES["square"], "sides")
>>> [sorted({*side} - {(0, 0, 0)}) for side in square.of((0, 0, 0))]
[[(0, -1, 0)], [(0, 0, 1)], [(0, 1, 0)], [(0, 0, -1)]]
>>> [seats for _, seats in square.images((0, 0, 0), "one-sided")]
[(0, 1, 2, 3), (2, 3, 0, 1), (3, 0, 1, 2), (1, 2, 3, 0)]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from excover.lattices.declared import DeclaredLattice
from excover.lattices.lattice import ORIGIN, Cell, Corner, Lattice, plus, sides_around, translated
from excover.lattices.point_groups import Isometry

RimPlace: TypeAlias = frozenset[Cell]
"""A side or a corner: all cells that have it."""

_ROUND: tuple[tuple[int, int], ...] = ((-1, -1), (-1, 1), (1, 1), (1, -1))
"""The corners of a square: down and to the right, clockwise."""
_BESIDE: tuple[Cell, ...] = ((-1, 0, 0), (0, -1, 0), (0, 0, 1), (0, 1, 0), (0, 0, -1), (1, 0, 0))
"""The neighbors of a cube: above, then around it, clockwise from above, then below."""


def has_rims(lattice: Lattice) -> bool:
    """Whether the sides and corners of cells are known: on flat lattices of polygons, and of cubes."""
    if isinstance(lattice, DeclaredLattice):
        return lattice.defined.tiling is not None and not lattice.whole
    return not lattice.around and (not lattice.solid or lattice.plain)


class Rim:
    """The ``sides`` or the ``corners`` of the cells of a lattice that `has_rims`.

    Those of a polygon are in order clockwise from the topmost one, of several from the leftmost; those of a
    cube from the top down, in each layer clockwise as seen from above, from the back or the left of it.
    """

    def __init__(self, lattice: Lattice, kind: str) -> None:
        self.lattice = lattice
        self._kind = kind
        self._known: dict[Cell, tuple[RimPlace, ...]] = {}
        self._images: dict[tuple[Cell, str], list[tuple[Cell, tuple[int, ...]]]] = {}

    def of(self, cell: Cell) -> tuple[RimPlace, ...]:
        """The sides, or the corners, of a cell."""
        if cell not in self._known:
            find = self._of_cube if self.lattice.solid else self._of_polygon
            self._known[cell] = tuple(find(cell))
        return self._known[cell]

    def images(self, cell: Cell, group: str) -> list[tuple[Cell, tuple[int, ...]]]:
        """The kind of cell to which each motion of a group takes a cell, and where its sides come: for each
        side of the image in order, the number of the side of the cell.
        """
        if (cell, group) not in self._images:
            self._images[cell, group] = list(self._imaged(cell, group))
        return self._images[cell, group]

    def _imaged(self, cell: Cell, group: str) -> Iterator[tuple[Cell, tuple[int, ...]]]:
        places = self.of(cell)
        around = sorted({each for place in places for each in place} - {cell})
        for moved in self.lattice.images([cell, *around], group):
            to = dict(zip([cell, *around], moved, strict=True))
            comes = {frozenset(map(to.__getitem__, place)): seat for seat, place in enumerate(places)}
            yield self.kind(moved[0]), tuple(comes[place] for place in self.of(moved[0]))

    def turned(self, cell: Cell, motion: Isometry) -> list[int]:
        """Where a motion takes the sides of a cell: the number of each among those of the image."""
        places = self.of(cell)
        around = [cell, *sorted({each for place in places for each in place} - {cell})]
        moved = self.lattice.moved(motion, around)
        moved = translated(moved, self.lattice.shift(moved))
        to, there = dict(zip(around, moved, strict=True)), self.of(moved[0])
        return [there.index(frozenset(map(to.__getitem__, place))) for place in places]

    def kind(self, cell: Cell) -> Cell:
        """Equal for cells that a translation takes to each other."""
        return ORIGIN if len(self.lattice.steps) == 1 else self.lattice.kind(cell)

    def _of_cube(self, cell: Cell) -> Iterator[RimPlace]:
        if self._kind == "sides":
            yield from (frozenset((cell, plus(cell, step))) for step in _BESIDE)
            return
        for layer, (row, column) in product((-1, 1), _ROUND):
            yield frozenset(translated(product((0, layer), (0, row), (0, column)), cell))

    def _of_polygon(self, cell: Cell) -> Sequence[RimPlace]:
        corners = self.lattice.polygons.corners(*cell[1:])
        return [self._at(cell, {*ends}) for ends in in_order(corners, self._kind)]

    def _at(self, cell: Cell, corners: set[Corner]) -> RimPlace:
        """The cells with all these corners, which are neighbors of each other around them."""
        found, waiting = {cell}, [cell]
        while waiting:
            for near in self.lattice.neighbours(waiting.pop()):
                if near not in found and corners.issubset(self.lattice.polygons.corners(*near[1:])):
                    found.add(near)
                    waiting.append(near)
        return frozenset(found)


def in_order(corners: Sequence[Corner], kind: str) -> list[tuple[Corner, Corner]]:
    """The ends of the sides of a polygon, or each corner twice, clockwise from the topmost one."""
    ends = list(sides_around(corners))
    if kind == "corners":
        ends = [(corner, corner) for corner in corners]
    first = min(range(len(ends)), key=lambda at: _height(*ends[at]))
    return ends[first:] + ends[:first]


def _height(start: Corner, end: Corner) -> tuple[int, int]:
    """Least for the side that is topmost, of several the leftmost."""
    return start[1] + end[1], start[0] + end[0]
