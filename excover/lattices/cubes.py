"""Cubes and hypercubes, which are cubes in a space of four dimensions, drawn as blocks of layers.

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
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations, product

from excover.lattices import square
from excover.lattices.lattice import ORIGIN, Cell, Lattice, Point3, as_drawn, plus
from excover.lattices.point_groups import Isometry, Vector, cubic, times

BLOCK = 64
LONGEST = BLOCK // 2
"""Two cells of a board or a piece are nearer to each other than half of a block, along every axis."""
_STEPS: tuple[Vector, ...] = ((BLOCK, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
"""To the next block, layer, row and column."""


class HyperMotion(Isometry):
    """``rows`` map steps along layers, rows and columns; ``block`` is the image of the step to the next
    block."""

    block: Vector
    proper: bool

    def __call__(self, vector: Vector) -> Vector:
        block, *within = _split(vector)
        return plus(super().__call__((within[0], within[1], within[2])), times(block, self.block))

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
    square.POLYGONS,
    square.SCRIPT,
    square.NARROW,
    solid=True,
    box=_box,
    axes=4,
    longest=LONGEST,
)


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
