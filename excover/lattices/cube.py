"""Cubes in layers, rows and columns; the layers of a board are side by side on paper, as squares.

>>> [len(CUBE.motions(group)) for group in ("fixed", "one-sided", "free")]
[1, 24, 48]
"""

from __future__ import annotations

from excover.lattices import square
from excover.lattices.lattice import ORIGIN, Cell, Lattice, as_drawn
from excover.lattices.point_groups import cubic
from excover.lattices.polygons import Point3


def _point(cell: Cell) -> Point3:
    layer, row, column = cell
    return column, row, layer


CUBE = Lattice(
    "cube",
    ("cube", "cubes"),
    cubic(),
    as_drawn,
    as_drawn,
    {ORIGIN: [*square.STEPS, (1, 0, 0), (-1, 0, 0)]},
    square.POLYGONS,
    square.SCRIPT,
    square.NARROW,
    solid=True,
    cubes=True,
    point=_point,
    libraries={(4, "one-sided"): "tetracubes", (5, "one-sided"): "pentacubes"},
)
