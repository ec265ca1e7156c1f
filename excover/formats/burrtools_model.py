"""What a file of BurrTools says: shapes, problems and saved solutions; one of polycube says less."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from excover.base.source import Span
from excover.formats.burrtools_grids import GRIDS, Voxel, VoxelGrid

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

    ``numbers`` are its attributes; ``rest`` is the text of the elements that say how it comes apart.
    """

    span: Span = field(compare=False)
    numbers: Mapping[str, str] = field(default_factory=dict)
    assembly: str = ""
    rest: str = ""


@dataclass(slots=True)
class BurrProblem:
    """``allowed`` has pairs of colors: of a piece's cell, and of a cell of the result on which it may lie.

    ``state`` has the attributes that record what a search has found, ``search`` the text of the element that
    says where it stands. ``one_sided``: flat pieces cannot be
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
