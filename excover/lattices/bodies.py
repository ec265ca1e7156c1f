"""The polyhedra that cells are: all that is nearer to the point of a cell than to those of its neighbours.

On every shipped lattice with layers, the plane of a face is halfway between the points of the cells on both
sides, so its cells are the Voronoi cells of these points. Therefore cells that are drawn in the order of
their points' distance from the eye, from the furthest, hide exactly what they should: if a cell is behind
another one on a line of sight, its point is further away.

>>> from excover.lattices import CUBE, RHOMBIC
>>> sorted(body(CUBE, (0, 0, 0))[0, 0, 1])
[(0.5, -0.5, -0.5), (0.5, -0.5, 0.5), (0.5, 0.5, -0.5), (0.5, 0.5, 0.5)]
>>> [len(ring) for ring in body(RHOMBIC, (0, 1, 2)).values()]
[3, 3, 3, 3]
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import atan2

from excover.lattices.lattice import Cell, Lattice
from excover.lattices.polygons import Point3

_NEAR = 1e-6
"""Points closer than this are the same: coordinates are a few units, with rounding errors of 1e-15."""
Body = dict[Cell, tuple[Point3, ...]]
"""For each neighbour, the corners of the face towards it, counter-clockwise as seen from there."""


def body(lattice: Lattice, cell: Cell) -> Body:
    """The faces of a cell. Raises ValueError if the lattice does not place cells in space."""
    if lattice.point is None:
        raise ValueError(f"cells of lattice `{lattice.name}` have no place in space")
    at = lattice.point(cell)
    near = lattice.neighbours(cell)
    ways = [minus(lattice.point(other), at) for other in near]
    corners = [corner for three in combinations(ways, 3) for corner in _meeting(three, ways)]
    return {other: _ring(way, corners, at) for other, way in zip(near, ways, strict=True)}


def _meeting(three: Sequence[Point3], ways: Sequence[Point3]) -> list[Point3]:
    """The point, if it is one and belongs to the cell, where the planes halfway to three neighbours meet."""
    a, b, c = three
    across = cross(b, c)
    volume = dot(a, across)
    if abs(volume) < _NEAR:
        return []
    parts = [(dot(a, a), across), (dot(b, b), cross(c, a)), (dot(c, c), cross(a, b))]
    x, y, z = (sum(half * normal[axis] for half, normal in parts) / 2 / volume for axis in range(3))
    inside = all(dot(way, (x, y, z)) < dot(way, way) / 2 + _NEAR for way in ways)
    return [(x, y, z)] if inside else []


def _ring(way: Point3, corners: Sequence[Point3], at: Point3) -> tuple[Point3, ...]:
    """The corners in the plane halfway along a way, in order around it; each once, and rounded."""
    on = [corner for corner in corners if abs(dot(way, corner) - dot(way, way) / 2) < _NEAR]
    first = minus(on[0], (way[0] / 2, way[1] / 2, way[2] / 2))
    beside = cross(way, first)
    size = dot(way, way) ** 0.5
    ring: dict[Point3, float] = {}
    for corner in on:
        angle = atan2(dot(corner, beside) / size, dot(corner, first))
        x, y, z = (round(a + b, 6) + 0.0 for a, b in zip(at, corner, strict=True))
        ring.setdefault((x, y, z), angle)
    return tuple(sorted(ring, key=ring.__getitem__))


def minus(a: Point3, b: Point3) -> Point3:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def dot(a: Point3, b: Point3) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Point3, b: Point3) -> Point3:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
