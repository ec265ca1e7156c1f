"""Cubes, each cut into 24 tetrahedra, from which rhombic dodecahedra and many other solids can be made.

The corners of a tetrahedron are the middle of a cube, the middle of a face, and the ends of an edge of that
face. A cube takes five layers, rows and columns of a drawing; from its middle, a cell is two places towards
its face, and one towards its edge. These are the places of BurrTools.

>>> face = [(0, 1, 2), (0, 2, 1), (0, 2, 3), (0, 3, 2)]
>>> RHOMBIC.components(face), (-1, 2, 1) in RHOMBIC.neighbours((0, 2, 1))
(1, True)
>>> [len(RHOMBIC.motions(group)) for group in ("fixed", "one-sided", "free")]
[1, 24, 48]
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from excover.lattices import square
from excover.lattices.lattice import Cell, Lattice, Point3, translated
from excover.lattices.point_groups import Vector, cubic

_WIDE = 5
"""The width of a cube in places."""


def _straight(cell: Cell) -> Vector:
    """Relative to the middle of the first cube."""
    return cell[0] - 2, cell[1] - 2, cell[2] - 2


def _cell(vector: Vector) -> Cell:
    return vector[0] + 2, vector[1] + 2, vector[2] + 2


_KINDS = [
    _cell((a, b, c))
    for a, b, c in product(range(-2, 3), repeat=3)
    if sorted((abs(a), abs(b), abs(c))) == [0, 1, 2]
]


def _steps(kind: Cell) -> list[Vector]:
    """To the cell beyond the face, to the one beyond the edge, and to the two beside it at the same face."""
    seen = _straight(kind)
    face, edge, rest = (next(axis for axis in range(3) if abs(seen[axis]) == far) for far in (2, 1, 0))
    out, along = seen[face] // 2, seen[edge]
    moves = [{face: out}, {face: -out, edge: along}, {edge: -along, rest: 1}, {edge: -along, rest: -1}]
    return [(move.get(0, 0), move.get(1, 0), move.get(2, 0)) for move in moves]


def _cubes(layers: int, rows: int, columns: int) -> Iterable[Cell]:
    for cube in product(range(layers), range(rows), range(columns)):
        layer, row, column = cube
        yield from translated(_KINDS, (_WIDE * layer, _WIDE * row, _WIDE * column))


def _point(cell: Cell) -> Point3:
    layer, row, column = (at * 2 / _WIDE for at in cell)
    return column, row, layer


RHOMBIC = Lattice(
    "rhombic",
    ("tetrahedron", "tetrahedra"),
    cubic(),
    _straight,
    _cell,
    {kind: _steps(kind) for kind in _KINDS},
    square.POLYGONS,
    square.SCRIPT,
    square.NARROW,
    translations=((_WIDE, 0, 0), (0, _WIDE, 0), (0, 0, _WIDE)),
    sites="of five layers, rows and columns, cells stand two off the middle one in one direction, and one "
    "in another",
    solid=True,
    point=_point,
    flush=False,
    schematic=True,
    box=_cubes,
)
