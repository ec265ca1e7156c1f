"""Tetrahedra and octahedra that fill space, with the octahedra cut into eight parts.

A cube takes three layers, rows and columns of a drawing. In its middle is a tetrahedron with four of the
cube's corners; the other corners are eighths of octahedra. The octahedron around a grid point consists of
eighths of the cubes around it if the sum of the point's coordinates in cubes is even. These are the places of
BurrTools.

>>> octahedron = TETRAOCTA.orientations([(0, 0, 0)], "one-sided")
>>> len(octahedron), [len(TETRAOCTA.motions(group)) for group in ("fixed", "one-sided", "free")]
(8, [1, 24, 48])
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from excover.lattices import square
from excover.lattices.lattice import Cell, Lattice, Point3, translated
from excover.lattices.point_groups import Vector, cubic

_WIDE = 3
"""The width of a cube in places."""
_MIDDLE = (1, 1, 1)


def _straight(cell: Cell) -> Vector:
    """Twice the way from the middle of an octahedron."""
    return 2 * cell[0] + 1, 2 * cell[1] + 1, 2 * cell[2] + 1


def _cell(vector: Vector) -> Cell:
    return vector[0] // 2, vector[1] // 2, vector[2] // 2


def _cells(cube: Cell) -> list[Cell]:
    """The cells of a cube: the middle, and the corners at the middle of octahedra."""
    corners = (corner for corner in product((0, 1), repeat=3) if (sum(corner) + sum(cube)) % 2 == 0)
    places = [_MIDDLE, *((2 * a, 2 * b, 2 * c) for a, b, c in corners)]
    layer, row, column = cube
    return translated(places, (_WIDE * layer, _WIDE * row, _WIDE * column))


def _steps(kind: Cell) -> list[Vector]:
    """From the middle to four corners; from a corner to the middle, and through three sides of the cube."""
    a, b, c = (at % _WIDE - 1 for at in kind)
    if (a, b, c) != (0, 0, 0):
        return [(-a, -b, -c), (a, 0, 0), (0, b, 0), (0, 0, c)]
    middle = kind[0] - 1, kind[1] - 1, kind[2] - 1
    cube = middle[0] // _WIDE, middle[1] // _WIDE, middle[2] // _WIDE
    return translated((cell for cell in _cells(cube) if cell != kind), (-kind[0], -kind[1], -kind[2]))


def _cubes(layers: int, rows: int, columns: int) -> Iterable[Cell]:
    return (cell for cube in product(range(layers), range(rows), range(columns)) for cell in _cells(cube))


def _point(cell: Cell) -> Point3:
    layer, row, column = (at * 1.5 / _WIDE for at in cell)
    return column, row, layer


TETRAOCTA = Lattice(
    "tetraocta",
    ("cell", "cells"),
    cubic(),
    _straight,
    _cell,
    {kind: _steps(kind) for cube in ((0, 0, 0), (0, 0, 1)) for kind in _cells(cube)},
    square.POLYGONS,
    square.SCRIPT,
    square.NARROW,
    translations=((_WIDE, 0, _WIDE), (0, _WIDE, _WIDE), (0, 0, 2 * _WIDE)),
    sites="of three layers, rows and columns, cells stand in the middle and in four of the eight corners",
    solid=True,
    schematic=True,
    point=_point,
    box=_cubes,
)
