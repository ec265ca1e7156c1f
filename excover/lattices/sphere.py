"""Balls in the densest packing: layers of squares, each ball on four of the layer below.

A ball touches four balls in its layer, four above and four below. It lies on the ball that is drawn at the
same place of the next layer, and on those to the right of it, below it on paper, and both; so the layers of a
pyramid have one corner in common::

    |.|..|...
    | |..|...
    | |  |...

The balls form the face-centered cubic lattice. In its cubic coordinates, whose sum is even, its point group
is that of the cube: layers may be turned to hexagonal ones, and pieces can fill a three-sided pyramid.

>>> [len(SPHERE.motions(group)) for group in ("fixed", "one-sided", "free")]
[1, 24, 48]
>>> SPHERE.components([(0, 0, 0), (1, 1, 1)]), SPHERE.components([(0, 1, 1), (1, 0, 0)])
(1, 2)
"""

from __future__ import annotations

from itertools import product
from math import sqrt

from excover.lattices import square
from excover.lattices.lattice import ORIGIN, Cell, Lattice, Point3
from excover.lattices.point_groups import Vector, cubic


def _straight(cell: Cell) -> Vector:
    """Cubic coordinates: a step along a row is (1, 1, 0), to the next row (1, -1, 0), down (-1, 0, -1)."""
    layer, row, column = cell
    return column + row - layer, column - row, -layer


def _cell(vector: Vector) -> Cell:
    x, y, z = vector
    return -z, (x - z - y) // 2, (x - z + y) // 2


def _point(cell: Cell) -> Point3:
    layer, row, column = cell
    return column - layer / 2, row - layer / 2, layer / sqrt(2)


_DOWN: list[Vector] = [(1, row, column) for row, column in product((0, 1), repeat=2)]

SPHERE = Lattice(
    "sphere",
    ("ball", "balls"),
    cubic(),
    _straight,
    _cell,
    {ORIGIN: [*square.STEPS, *_DOWN, *((-1, -row, -column) for _, row, column in _DOWN)]},
    square.POLYGONS,
    square.SCRIPT,
    square.NARROW,
    solid=True,
    balls=True,
    point=_point,
)
