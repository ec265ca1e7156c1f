"""Point groups: the motions that fix the origin, as matrices of integers.

>>> len(planar_square()), len(cubic()), len(hexagonal())
(8, 48, 12)
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product
from typing import Self

from excover.base.frozen import Frozen

Vector = tuple[int, int, int]

_UNIT: tuple[Vector, Vector, Vector] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
_BOTH = (1, -1)


class Isometry(Frozen):
    """A linear isometry: its matrix by rows, in the coordinates in which the lattice is straight."""

    rows: tuple[Vector, Vector, Vector]

    def __call__(self, vector: Vector) -> Vector:
        x, y, z = vector
        (a, b, c), (d, e, f), (g, h, i) = self.rows
        return a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z

    def to_all(self, vectors: Iterable[Vector]) -> list[Vector]:
        """The images of some vectors."""
        (a, b, c), (d, e, f), (g, h, i) = self.rows
        return [(a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z) for x, y, z in vectors]

    def __matmul__(self, first: Self) -> Self:
        """First the other motion, then this one."""
        columns = [self(column) for column in zip(*first.rows, strict=True)]
        return self.replaced(rows=tuple(zip(*columns, strict=True)))

    def taking(self, image: Vector, to: Vector) -> Self:
        """This motion moved by the translation that takes an image of a cell to another one. A linear one
        stands for all its translates."""
        return self

    @property
    def is_proper(self) -> bool:
        """Whether it is a rotation, without a reflection."""
        return determinant(*self.rows) > 0

    @property
    def keeps_axes(self) -> bool:
        """Whether it exchanges and reverses axes, so that a box stays a box with the same sides."""
        return all(sorted(map(abs, row)) == [0, 0, 1] for row in self.rows)


def signed_permutations(
    axes: Iterable[tuple[int, ...]], signs: Iterable[tuple[int, ...]] | None = None
) -> tuple[Isometry, ...]:
    """Motions that permute the axes in one of some orders, and reverse some; by default all signs."""
    found = []
    for order, sign in product(list(axes), list(signs or product(_BOTH, repeat=3))):
        (a, b, c), (i, j, k) = (_UNIT[axis] for axis in order), sign
        found.append(Isometry((times(i, a), times(j, b), times(k, c))))
    return tuple(found)


def determinant(x: Vector, y: Vector, z: Vector) -> int:
    """Zero if three vectors lie in one plane."""
    (a, b, c), (d, e, f), (g, h, i) = x, y, z
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def times(factor: int, vector: Vector) -> Vector:
    return factor * vector[0], factor * vector[1], factor * vector[2]


def planar_square() -> tuple[Isometry, ...]:
    """The eight isometries of the plane that preserve a square; the layer is fixed."""
    return signed_permutations([(0, 1, 2), (0, 2, 1)], product((1,), _BOTH, _BOTH))


def cubic() -> tuple[Isometry, ...]:
    """The 48 isometries of space that preserve a cube."""
    return signed_permutations(permutations(range(3)))


def hexagonal() -> tuple[Isometry, ...]:
    """The twelve isometries of the plane of two unit vectors 60 degrees apart."""
    turns = [(1, 0, 0, 1)]
    for _ in range(5):
        a, b, c, d = turns[-1]
        turns.append((-c, -d, a + c, b + d))
    planar = turns + [(c, d, a, b) for a, b, c, d in turns]
    return tuple(Isometry(((1, 0, 0), (0, a, b), (0, c, d))) for a, b, c, d in planar)


def turned_over(motions: Iterable[Isometry]) -> tuple[Isometry, ...]:
    """Motions that keep the layers, and each of them combined with a reflection of above and below."""
    kept = list(motions)
    mirror = Isometry(((-1, 0, 0), (0, 1, 0), (0, 0, 1)))
    return (*kept, *(motion @ mirror for motion in kept))
