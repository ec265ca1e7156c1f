"""Cubes, hypercubes, balls, and cubes cut into other solids: lattices with the point group of the cube.

Hypercubes, which are cubes in a space of four dimensions, drawn as blocks of layers.

A cell has a block, a layer, a row and a column, and two neighbours along each of these axes. Blocks are
separated by a double bar. As all cells are triples, the first layer of each block is counted `BLOCK` layers
after that of the block before it; a cell of another block that seems to be further than half of that above or
below is one of the block next to it::

    |A.|..||AA|..      (0, 0, 0) and, in the next block, (64, 0, 0) and (64, 0, 1)

So boards and pieces are at most `LONGEST` cells long.

>>> [len(HYPERCUBE.motions(group)) for group in ("fixed", "one-sided", "free")]
[1, 192, 384]
>>> HYPERCUBE.coordinates((66, 1, 3)), HYPERCUBE.place((2, 2, 1, 3)), HYPERCUBE.sizes((66, 3, 3))
((2, 2, 1, 3), (66, 1, 3), (2, 2, 3, 3))

Cubes in layers, rows and columns; the layers of a board are side by side on paper, as squares.

>>> [len(CUBE.motions(group)) for group in ("fixed", "one-sided", "free")]
[1, 24, 48]

Cubes, each cut into 24 tetrahedra, from which rhombic dodecahedra and many other solids can be made.

The corners of a tetrahedron are the middle of a cube, the middle of a face, and the ends of an edge of that
face. A cube takes five layers, rows and columns of a drawing; from its middle, a cell is two places towards
its face, and one towards its edge. These are the places of BurrTools.

>>> face = [(0, 1, 2), (0, 2, 1), (0, 2, 3), (0, 3, 2)]
>>> RHOMBIC.components(face), (-1, 2, 1) in RHOMBIC.neighbours((0, 2, 1))
(1, True)
>>> [len(RHOMBIC.motions(group)) for group in ("fixed", "one-sided", "free")]
[1, 24, 48]

Tetrahedra and octahedra that fill space, with the octahedra cut into eight parts.

A cube takes three layers, rows and columns of a drawing. In its middle is a tetrahedron with four of the
cube's corners; the other corners are eighths of octahedra. The octahedron around a grid point consists of
eighths of the cubes around it if the sum of the point's coordinates in cubes is even. These are the places of
BurrTools.

>>> octahedron = TETRAOCTA.orientations([(0, 0, 0)], "one-sided")
>>> len(octahedron), [len(TETRAOCTA.motions(group)) for group in ("fixed", "one-sided", "free")]
(8, [1, 24, 48])

Balls in the densest packing: layers of squares, each ball on four of the layer below.

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

from collections.abc import Iterable, Sequence
from itertools import permutations, product
from math import sqrt

from excover.lattices import square
from excover.lattices.lattice import ORIGIN, Cell, Lattice, Point3, as_drawn, plus, translated
from excover.lattices.point_groups import Isometry, Vector, cubic, times

BLOCK = 64
LONGEST = BLOCK // 2
"""Two cells of a board or a piece are nearer to each other than half of a block, along every axis."""
_STEPS: tuple[Vector, ...] = ((BLOCK, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
"""To the next block, layer, row and column."""


_SQUARES = square.POLYGONS, square.SCRIPT, square.NARROW
"""How layers are drawn."""


class HyperMotion(Isometry):
    """``rows`` map steps along layers, rows and columns; ``block`` is the image of the step to the next
    block."""

    block: Vector
    proper: bool

    def __call__(self, vector: Vector) -> Vector:
        block, *within = _split(vector)
        return plus(super().__call__((within[0], within[1], within[2])), times(block, self.block))

    def to_all(self, vectors: Iterable[Vector]) -> list[Vector]:
        return list(map(self, vectors))

    def __matmul__(self, first: Isometry) -> HyperMotion:
        assert isinstance(first, HyperMotion)
        images = [self(column) for column in zip(*first.rows, strict=True)]
        return _motion([self(first.block), *images], self.proper == first.proper)

    @property
    def is_proper(self) -> bool:
        return self.proper

    @property
    def keeps_axes(self) -> bool:
        """Not those of a drawing, in which two of the four are one."""
        return False


def _split(vector: Vector) -> tuple[int, int, int, int]:
    """The steps to the next block, layer, row and column that a vector is the sum of."""
    block, layer = divmod(vector[0] + LONGEST, BLOCK)
    return block, layer - LONGEST, vector[1], vector[2]


def _motion(images: Sequence[Vector], proper: bool) -> HyperMotion:
    """``images`` are those of the steps along the axes."""
    block, *others = images
    layer, row, column = zip(*others, strict=True)
    return HyperMotion((layer, row, column), block, proper)


def _motions() -> tuple[HyperMotion, ...]:
    """The 384 isometries that preserve a hypercube: they permute the axes, and reverse some."""
    found = []
    for order, signs in product(permutations(range(4)), product((1, -1), repeat=4)):
        inversions = sum(order[a] > order[b] for b in range(4) for a in range(b))
        images = [times(sign, _STEPS[axis]) for axis, sign in zip(order, signs, strict=True)]
        found.append(_motion(images, (inversions + signs.count(-1)) % 2 == 0))
    return tuple(found)


class HypercubeLattice(Lattice):
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __reduce__(self) -> str:
        """It is pickled by its name, as other lattices are."""
        return "HYPERCUBE"

    def coordinates(self, place: Cell) -> tuple[int, ...]:
        layer, row, column = place
        block, layer = divmod(layer - 1, BLOCK)
        return block + 1, layer + 1, row, column

    def place(self, coordinates: Sequence[int]) -> Cell | None:
        if len(coordinates) != 4 or not 1 <= coordinates[1] <= LONGEST:
            return None
        block, layer, row, column = coordinates
        return (block - 1) * BLOCK + layer, row, column

    def extent(self, cells: Iterable[Cell]) -> Cell:
        blocks, layers, rows, columns = zip(*map(_split, cells), strict=True)
        return max(blocks) * BLOCK + max(layers) + 1, max(rows) + 1, max(columns) + 1

    def sizes(self, box: Cell) -> tuple[int, ...]:
        blocks, layers = divmod(box[0] - 1, BLOCK)
        return blocks + 1, layers + 1, box[1], box[2]

    def blocks(self, layers: int) -> list[range]:
        """Every block is as high as the last one."""
        blocks, last = divmod(layers - 1, BLOCK)
        return [range(first * BLOCK, first * BLOCK + last + 1) for first in range(blocks + 1)]

    def is_beyond(self, cell: Cell) -> bool:
        return cell[0] % BLOCK >= LONGEST

    def block(self, number: int) -> int:
        return number * BLOCK

    def turns_over(self, cells: Sequence[Cell]) -> bool:
        return len(self.orientations(cells, "free")) == len(self.orientations(cells, "one-sided"))

    def shift(self, cells: Iterable[Cell]) -> Vector:
        """The difference of two cells of a piece has a block and a layer, which those of one cell need not
        have once it was turned.
        """
        first, *others = cells
        away = [_split(plus(cell, times(-1, first))) for cell in (first, *others)]
        block, layer, row, column = map(min, zip(*away, strict=True))
        return times(-1, plus(first, (block * BLOCK + layer, row, column)))


def _as_placed(cell: Cell) -> Vector:
    """Motions are not linear in the drawing, unlike those of lattices that are `plain`."""
    return cell


def _box(*sizes: int) -> Iterable[Cell]:
    """``sizes`` are numbers of layers, rows and columns, and before them of blocks, if there are several."""
    blocks, layers, rows, columns = (1, *sizes) if len(sizes) == 3 else sizes
    for block in range(blocks):
        yield from product(range(block * BLOCK, block * BLOCK + layers), range(rows), range(columns))


HYPERCUBE = HypercubeLattice(
    "hypercube",
    ("hypercube", "hypercubes"),
    _motions(),
    _as_placed,
    _as_placed,
    {ORIGIN: [times(sign, step) for step in _STEPS for sign in (-1, 1)]},
    *_SQUARES,
    solid=True,
    box=_box,
    axes=4,
    longest=LONGEST,
)


def _cube_point(cell: Cell) -> Point3:
    layer, row, column = cell
    return column, row, layer


CUBE = Lattice(
    "cube",
    ("cube", "cubes"),
    cubic(),
    as_drawn,
    as_drawn,
    {ORIGIN: [*square.STEPS, (1, 0, 0), (-1, 0, 0)]},
    *_SQUARES,
    solid=True,
    cubes=True,
    point=_cube_point,
    slides=((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    libraries={(4, "one-sided"): "tetracubes", (5, "one-sided"): "pentacubes"},
)


_RHOMBIC_WIDTH = 5
"""The width of a cube in places."""


def _rhombic_straight(cell: Cell) -> Vector:
    """Relative to the middle of the first cube."""
    return cell[0] - 2, cell[1] - 2, cell[2] - 2


def _rhombic_cell(vector: Vector) -> Cell:
    return vector[0] + 2, vector[1] + 2, vector[2] + 2


_KINDS = [
    _rhombic_cell((a, b, c))
    for a, b, c in product(range(-2, 3), repeat=3)
    if sorted((abs(a), abs(b), abs(c))) == [0, 1, 2]
]


def _rhombic_steps(kind: Cell) -> list[Vector]:
    """To the cell beyond the face, to the one beyond the edge, and to the two beside it at the same face."""
    seen = _rhombic_straight(kind)
    face, edge, rest = (next(axis for axis in range(3) if abs(seen[axis]) == far) for far in (2, 1, 0))
    out, along = seen[face] // 2, seen[edge]
    moves = [{face: out}, {face: -out, edge: along}, {edge: -along, rest: 1}, {edge: -along, rest: -1}]
    return [(move.get(0, 0), move.get(1, 0), move.get(2, 0)) for move in moves]


def _rhombic_cubes(layers: int, rows: int, columns: int) -> Iterable[Cell]:
    for cube in product(range(layers), range(rows), range(columns)):
        layer, row, column = cube
        yield from translated(_KINDS, (_RHOMBIC_WIDTH * layer, _RHOMBIC_WIDTH * row, _RHOMBIC_WIDTH * column))


def _rhombic_point(cell: Cell) -> Point3:
    layer, row, column = (at * 2 / _RHOMBIC_WIDTH for at in cell)
    return column, row, layer


RHOMBIC = Lattice(
    "rhombic",
    ("tetrahedron", "tetrahedra"),
    cubic(),
    _rhombic_straight,
    _rhombic_cell,
    {kind: _rhombic_steps(kind) for kind in _KINDS},
    *_SQUARES,
    translations=((_RHOMBIC_WIDTH, 0, 0), (0, _RHOMBIC_WIDTH, 0), (0, 0, _RHOMBIC_WIDTH)),
    sites="of five layers, rows and columns, cells stand two off the middle one in one direction, and one "
    "in another",
    solid=True,
    point=_rhombic_point,
    flush=False,
    schematic=True,
    box=_rhombic_cubes,
)


_TETRAOCTA_WIDTH = 3
"""The width of a cube in places."""
_MIDDLE = (1, 1, 1)


def _tetraocta_straight(cell: Cell) -> Vector:
    """Twice the way from the middle of an octahedron."""
    return 2 * cell[0] + 1, 2 * cell[1] + 1, 2 * cell[2] + 1


def _tetraocta_cell(vector: Vector) -> Cell:
    return vector[0] // 2, vector[1] // 2, vector[2] // 2


def _cells(cube: Cell) -> list[Cell]:
    """The cells of a cube: the middle, and the corners at the middle of octahedra."""
    corners = (corner for corner in product((0, 1), repeat=3) if (sum(corner) + sum(cube)) % 2 == 0)
    places = [_MIDDLE, *((2 * a, 2 * b, 2 * c) for a, b, c in corners)]
    layer, row, column = cube
    return translated(places, (_TETRAOCTA_WIDTH * layer, _TETRAOCTA_WIDTH * row, _TETRAOCTA_WIDTH * column))


def _tetraocta_steps(kind: Cell) -> list[Vector]:
    """From the middle to four corners; from a corner to the middle, and through three sides of the cube."""
    a, b, c = (at % _TETRAOCTA_WIDTH - 1 for at in kind)
    if (a, b, c) != (0, 0, 0):
        return [(-a, -b, -c), (a, 0, 0), (0, b, 0), (0, 0, c)]
    middle = kind[0] - 1, kind[1] - 1, kind[2] - 1
    cube = middle[0] // _TETRAOCTA_WIDTH, middle[1] // _TETRAOCTA_WIDTH, middle[2] // _TETRAOCTA_WIDTH
    return translated((cell for cell in _cells(cube) if cell != kind), (-kind[0], -kind[1], -kind[2]))


def _tetraocta_cubes(layers: int, rows: int, columns: int) -> Iterable[Cell]:
    return (cell for cube in product(range(layers), range(rows), range(columns)) for cell in _cells(cube))


def _tetraocta_point(cell: Cell) -> Point3:
    layer, row, column = (at * 1.5 / _TETRAOCTA_WIDTH for at in cell)
    return column, row, layer


TETRAOCTA = Lattice(
    "tetraocta",
    ("cell", "cells"),
    cubic(),
    _tetraocta_straight,
    _tetraocta_cell,
    {kind: _tetraocta_steps(kind) for cube in ((0, 0, 0), (0, 0, 1)) for kind in _cells(cube)},
    *_SQUARES,
    translations=(
        (_TETRAOCTA_WIDTH, 0, _TETRAOCTA_WIDTH),
        (0, _TETRAOCTA_WIDTH, _TETRAOCTA_WIDTH),
        (0, 0, 2 * _TETRAOCTA_WIDTH),
    ),
    sites="of three layers, rows and columns, cells stand in the middle and in four of the eight corners",
    solid=True,
    schematic=True,
    point=_tetraocta_point,
    box=_tetraocta_cubes,
)


def _ball_straight(cell: Cell) -> Vector:
    """Cubic coordinates: a step along a row is (1, 1, 0), to the next row (1, -1, 0), down (-1, 0, -1)."""
    layer, row, column = cell
    return column + row - layer, column - row, -layer


def _ball_cell(vector: Vector) -> Cell:
    x, y, z = vector
    return -z, (x - z - y) // 2, (x - z + y) // 2


def _ball_point(cell: Cell) -> Point3:
    layer, row, column = cell
    return column - layer / 2, row - layer / 2, layer / sqrt(2)


_DOWN: list[Vector] = [(1, row, column) for row, column in product((0, 1), repeat=2)]

SPHERE = Lattice(
    "sphere",
    ("ball", "balls"),
    cubic(),
    _ball_straight,
    _ball_cell,
    {ORIGIN: [*square.STEPS, *_DOWN, *((-1, -row, -column) for _, row, column in _DOWN)]},
    *_SQUARES,
    solid=True,
    balls=True,
    point=_ball_point,
)
