"""Motions of cells of several kinds: a linear map of the translations, and where a cell of each kind goes.

>>> square = Periods.of([(0, 2, 0), (0, 0, 2)])
>>> square.translations, square.split((0, -1, 3))
(((1, 0, 0), (0, 2, 0), (0, 0, 2)), ((0, 1, 1), (0, -1, 1)))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from excover.lattices.lattice import Cell, plus
from excover.lattices.point_groups import Isometry, Vector, times

PeriodMatrix = tuple[Vector, Vector, Vector]
NO_PERIOD = 1_000_000
"""A translation that leads out of every drawing: that of lattices without periods."""


@dataclass(frozen=True)
class Periods:
    """A basis of translations, a triangular matrix: see `Lattice`."""

    translations: PeriodMatrix

    @classmethod
    def of(cls, vectors: Sequence[Vector]) -> Periods | None:
        """The translations that some vectors generate, and one to the next layer unless they do.

        None if they are not as many as the dimensions that they span.
        """
        rows = [*map(list, vectors), *([[1, 0, 0]] if len(vectors) == 2 else [])]
        found: list[Vector] = []
        for axis in range(3):
            rows.sort(key=lambda row: (not row[axis], abs(row[axis])))
            while len(rows) > 1 and rows[1][axis]:
                factor = rows[1][axis] // rows[0][axis]
                rows[1] = [b - factor * a for a, b in zip(rows[0], rows[1], strict=True)]
                rows.sort(key=lambda row: (not row[axis], abs(row[axis])))
            if not rows or not rows[0][axis]:
                return None
            a, b, c = rows.pop(0)
            found.append((a, b, c) if (a, b, c)[axis] > 0 else (-a, -b, -c))
        return cls((found[0], found[1], found[2]))

    def split(self, cell: Cell) -> tuple[Cell, Vector]:
        """Its kind, and how many times each translation leads to it from the cell of this kind."""
        layer, row, column = cell
        (a, b, c), (_, d, e), (_, _, f) = self.translations
        i, layer = divmod(layer, a)
        j, row = divmod(row - i * b, d)
        k, column = divmod(column - i * c - j * e, f)
        return (layer, row, column), (i, j, k)

    def vector(self, many: Vector) -> Vector:
        first, second, third = (times(n, by) for n, by in zip(many, self.translations, strict=True))
        return plus(plus(first, second), third)


class KindMotion(Isometry):
    """``rows`` map numbers of the translations; ``images`` are those of the ``kinds``.

    It stands for all motions that differ from it by a translation: the first kind goes to a kind.
    """

    periods: Periods
    kinds: tuple[Cell, ...]
    images: tuple[Cell, ...]

    @classmethod
    def of(
        cls, rows: PeriodMatrix, periods: Periods, kinds: Sequence[Cell], images: Sequence[Cell]
    ) -> KindMotion:
        kind = periods.split(images[0])[0]
        by = plus(kind, times(-1, images[0]))
        return cls(rows, periods, tuple(kinds), tuple(plus(image, by) for image in images))

    @cached_property
    def _to(self) -> dict[Cell, Cell]:
        return dict(zip(self.kinds, self.images, strict=True))

    def __call__(self, vector: Vector) -> Vector:
        kind, many = self.periods.split(vector)
        return plus(self._to[kind], self.periods.vector(Isometry(self.rows)(many)))

    def __matmul__(self, first: Isometry) -> KindMotion:
        assert isinstance(first, KindMotion)
        rows = (Isometry(self.rows) @ Isometry(first.rows)).rows
        return KindMotion.of(rows, self.periods, self.kinds, [self(image) for image in first.images])


IDENTITY: PeriodMatrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def generated(generators: Sequence[KindMotion], identity: KindMotion, most: int) -> list[KindMotion] | None:
    """The group that some motions generate modulo translations, the identity first; None if it has more
    than ``most`` members."""
    found = {identity: None}
    reached = [identity]
    for motion in reached:
        for generator in generators:
            if (image := generator @ motion) not in found:
                if len(found) == most:
                    return None
                found[image] = None
                reached.append(image)
    return reached


MOST_TURNS = 48
"""The most members of a group of matrices of integers with three rows, if it has finitely many."""


def has_finite_order(rows: PeriodMatrix) -> bool:
    """Whether a linear map of translations leads back to where it began, as an isometry does.

    Its order is at most 6, so that of an infinite group that several of them generate is found by
    `generated`.
    """
    one = Isometry(rows)
    power = one
    for _ in range(6):
        if power.rows == IDENTITY:
            return True
        power = power @ one
    return False
