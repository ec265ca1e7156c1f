"""The content of a file of BurrTools: shapes, problems and saved solutions; one of polycube has less.

The grids of BurrTools, as lattices.

>>> spheres = GRIDS[2]
>>> [spheres.place(voxel) for voxel in ((0, 0, 0), (1, 1, 0), (1, 0, 1))]
[(0, 0, 0), (0, 0, 1), (-1, 0, 0)]
>>> spheres.has((0, 0, 1)), spheres.has((0, 1, 1))
(False, True)

Seen from above, x goes to the right, y away from you and z up. Rows and layers go in the opposite directions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from excover.base.source import Span
from excover.lattices import CUBE, PRISM, RHOMBIC, SPHERE, SQUARE, TETRAOCTA, TRIANGLE, Cell, Lattice

Voxel = tuple[int, int, int]
"""x, y and z, counted from 0."""


class VoxelGrid(NamedTuple):
    """``place`` gives the cell of a voxel, and ``voxel`` that of a cell; ``flat`` is the lattice of a puzzle
    with one layer. Shifts along all axes by ``period`` map the grid to itself.

    ``exists`` tests whether there is a voxel, unless the lattice does.
    """

    lattice: Lattice
    flat: Lattice
    place: Callable[[Voxel], Cell]
    voxel: Callable[[Cell], Voxel]
    period: int
    exists: Callable[[Voxel], bool] = lambda voxel: True

    def has(self, voxel: Voxel) -> bool:
        """Whether the grid has a cell there."""
        return self.exists(voxel) and not self.lattice.strays([self.place(voxel)])


def _upright(voxel: Voxel) -> Cell:
    x, y, z = voxel
    return -z, -y, x


def _from_above(cell: Cell) -> Voxel:
    layer, row, column = cell
    return column, -row, -layer


def _sphere(voxel: Voxel) -> Cell:
    """Cubic coordinates are those of the lattice, whose rows are diagonals here."""
    return SPHERE.cell(voxel)


def _in_fives(voxel: Voxel) -> Cell:
    """A cube has the places 0 to 4 of each axis, from either end."""
    x, y, z = voxel
    return 4 - z, 4 - y, x


def _out_of_fives(cell: Cell) -> Voxel:
    layer, row, column = cell
    return column, 4 - row, 4 - layer


def _in_threes(voxel: Voxel) -> Cell:
    """In BurrTools, octahedra are around points an odd number of cubes away from the origin; here, an even
    number.
    """
    x, y, z = voxel
    return 2 - z, 2 - y, x + 3


def _out_of_threes(cell: Cell) -> Voxel:
    layer, row, column = cell
    return column - 3, 2 - row, 2 - layer


GRIDS = (
    VoxelGrid(CUBE, SQUARE, _upright, _from_above, 1),
    VoxelGrid(PRISM, TRIANGLE, _upright, _from_above, 2),
    VoxelGrid(SPHERE, SPHERE, _sphere, SPHERE.straight, 2, lambda voxel: sum(voxel) % 2 == 0),
    VoxelGrid(RHOMBIC, RHOMBIC, _in_fives, _out_of_fives, 5),
    VoxelGrid(TETRAOCTA, TETRAOCTA, _in_threes, _out_of_threes, 6),
)
"""By the number of the grid's type."""


NOTHING = 2**32 - 1
"""The number of the result shape if none is chosen."""


@dataclass(slots=True)
class Shape:
    """``cells`` has the cells that are not empty, ``colors`` those with a color.

    ``hotspot`` is the voxel that saved solutions place, and around which they turn the shape.
    """

    span: Span = field(compare=False)
    name: str
    size: Voxel
    hotspot: Voxel = (0, 0, 0)
    weight: int = 1
    cells: dict[Voxel, str] = field(default_factory=dict)
    colors: dict[Voxel, int] = field(default_factory=dict)


@dataclass(slots=True)
class Part:
    """A shape, by its number, and how often it is used.

    ``groups`` has for each group of pieces, which need not come apart from each other, how many may be in it.
    """

    span: Span = field(compare=False)
    shape: int
    least: int
    most: int
    groups: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class Saved:
    """A saved solution: its ``assembly`` is read by `burrtools_assemblies`.

    ``numbers`` are its attributes; ``rest`` is the text of the elements of its separation.
    """

    span: Span = field(compare=False)
    numbers: Mapping[str, str] = field(default_factory=dict)
    assembly: str = ""
    rest: str = ""


@dataclass(slots=True)
class BurrProblem:
    """``allowed`` has pairs of colors: of a piece's cell, and of a cell of the result on which it may lie.

    ``state`` has the attributes that record what a search has found, ``search`` the text of the element that
    is where it stands. ``one_sided``: flat pieces cannot be
    turned over.
    """

    span: Span = field(compare=False)
    name: str
    holes: int | None = None
    state: Mapping[str, str] = field(default_factory=dict)
    search: str = ""
    parts: list[Part] = field(default_factory=list)
    result: int = NOTHING
    allowed: set[tuple[int, int]] = field(default_factory=set)
    saved: list[Saved] = field(default_factory=list)
    one_sided: bool = False


@dataclass(slots=True)
class BurrPuzzle:
    """``colors`` are red, green and blue, by the number of a color less 1; ``program`` has the file.

    ``pops_up``: BurrTools shows the comment when it opens the file.
    """

    span: Span = field(compare=False)
    grid: VoxelGrid = GRIDS[0]
    colors: list[tuple[int, int, int]] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    problems: list[BurrProblem] = field(default_factory=list)
    comment: str = ""
    pops_up: bool = False
    program: str = "BurrTools"
