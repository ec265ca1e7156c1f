"""Motions of cells of several kinds: a linear map of the translations, and where a cell of each kind goes.

>>> square = Periods.of([(0, 2, 0), (0, 0, 2)])
>>> square.translations, square.split((0, -1, 3))
(((1, 0, 0), (0, 2, 0), (0, 0, 2)), ((0, 1, 1), (0, -1, 1)))

The automorphisms of a finite graph.

>>> len(automorphisms([[1, 3], [0, 2], [1, 3], [2, 0]], most=100))
8
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Self, TypeVar

from excover.lattices.lattice import Cell, plus
from excover.lattices.point_groups import Isometry, Vector, times

PeriodMatrix = tuple[Vector, Vector, Vector]
_Motion = TypeVar("_Motion", bound=Isometry)
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

    def moved(self, cell: Cell, many: Vector) -> Cell:
        """By so many of each translation."""
        return plus(cell, self.vector(many))

    @property
    def drawn(self) -> Periods:
        """Those by which a drawing is repeated."""
        return self


@dataclass(frozen=True)
class LeastPeriods:
    """All translations of a tiling, of which those of the ``drawn`` periods may be a part: only by these are
    cells moved alike in the drawing.

    ``within`` are the drawn periods, and ``places`` the cells that these repeat: each with its kind, and how
    many times each translation leads to it from there. Two squares side by side, drawn three columns apart:

    >>> drawn, within = Periods.of([(0, 1, 0), (0, 0, 6)]), Periods.of([(0, 1, 0), (0, 0, 2)])
    >>> places = ((0, 0, 0), ((0, 0, 0), (0, 0, 0))), ((0, 0, 3), ((0, 0, 0), (0, 0, 1)))
    >>> least = LeastPeriods(drawn, within, places)
    >>> least.moved((0, 0, 3), (0, 0, 1)), least.split((0, 1, 9))
    ((0, 0, 6), ((0, 0, 0), (0, 1, 3)))
    """

    drawn: Periods
    within: Periods
    places: tuple[tuple[Cell, tuple[Cell, Vector]], ...]

    @cached_property
    def _ways(self) -> dict[Cell, tuple[Cell, Vector]]:
        return dict(self.places)

    @cached_property
    def _cells(self) -> dict[tuple[Cell, Vector], Cell]:
        """The inverse, modulo the drawn periods."""
        found = {}
        for cell, (kind, many) in self.places:
            rest, often = self.within.split(many)
            found[kind, rest] = plus(cell, times(-1, self.drawn.vector(often)))
        return found

    def split(self, cell: Cell) -> tuple[Cell, Vector]:
        """As `Periods.split`."""
        drawn, often = self.drawn.split(cell)
        kind, many = self._ways[drawn]
        return kind, plus(many, self.within.vector(often))

    def moved(self, cell: Cell, many: Vector) -> Cell:
        """By so many of each translation."""
        kind, before = self.split(cell)
        rest, often = self.within.split(plus(before, many))
        return plus(self._cells[kind, rest], self.drawn.vector(often))


class KindMotion(Isometry):
    """``rows`` map numbers of the translations; ``images`` are those of the ``kinds``.

    Of all motions that differ by a drawn period, a lattice has the one that `of` makes: it takes the first
    kind into the first period.
    """

    periods: Periods | LeastPeriods
    kinds: tuple[Cell, ...]
    images: tuple[Cell, ...]

    @classmethod
    def of(
        cls,
        rows: PeriodMatrix,
        periods: Periods | LeastPeriods,
        kinds: Sequence[Cell],
        images: Sequence[Cell],
    ) -> Self:
        kind = periods.drawn.split(images[0])[0]
        return cls(rows, periods, tuple(kinds), tuple(images)).taking(images[0], kind)

    def taking(self, image: Cell, to: Cell) -> Self:
        by = plus(to, times(-1, image))
        return self.replaced(images=tuple(plus(image, by) for image in self.images))

    @cached_property
    def _to(self) -> dict[Cell, Cell]:
        return dict(zip(self.kinds, self.images, strict=True))

    def __call__(self, vector: Vector) -> Vector:
        kind, many = self.periods.split(vector)
        return self.periods.moved(self._to[kind], Isometry(self.rows)(many))

    def to_all(self, vectors: Iterable[Vector]) -> list[Vector]:
        return list(map(self, vectors))

    def __matmul__(self, first: Self) -> Self:
        rows = (Isometry(self.rows) @ Isometry(first.rows)).rows
        return self.of(rows, self.periods, self.kinds, [self(image) for image in first.images])


IDENTITY: PeriodMatrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def generated(generators: Sequence[KindMotion], identity: KindMotion, most: int) -> list[KindMotion] | None:
    """The group that some motions generate modulo translations, the identity first; None if it has more
    than ``most`` members."""
    found = list(islice(orbit([identity], generators), most + 1))
    return None if len(found) > most else found


def orbit(starts: Iterable[_Motion], generators: Sequence[_Motion]) -> Iterator[_Motion]:
    """All motions that begin with some others, or with the identity, and end with one of ``starts``.

    A motion stands for those that differ by a translation afterwards: so what it is applied to comes first.
    """
    waiting = deque(dict.fromkeys(starts))
    found = set(waiting)
    while waiting:
        motion = waiting.popleft()
        yield motion
        for image in (motion @ generator for generator in generators):
            if image not in found:
                found.add(image)
                waiting.append(image)


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


_PATIENCE = 100
"""Steps of the search for each automorphism that may be found."""


class TooManyAutomorphisms(Exception):
    """There are more than asked for, or they are too hard to find."""


def automorphisms(neighbors: Sequence[Sequence[int]], most: int) -> list[tuple[int, ...]]:
    """All permutations of the vertices that map neighbors to neighbors, the identity first.

    Raises TooManyAutomorphisms if there are more than ``most``, or after many steps. Vertices are mapped in
    an order in which each, if possible, has a neighbor before it; what they go to must have the same color.
    """
    joined = [frozenset(near) for near in neighbors]
    colors = _colors(joined)
    order = list(_reached(joined))
    found: list[tuple[int, ...]] = []
    steps = 0
    stack: list[tuple[dict[int, int], Iterator[int]]] = [({}, iter(_ways(joined, colors, order, {})))]
    while stack:
        image, ways = stack[-1]
        to = next(ways, None)
        steps += 1
        if to is None:
            stack.pop()
            continue
        extended = {**image, order[len(image)]: to}
        if len(extended) == len(order):
            found.append(tuple(extended[vertex] for vertex in range(len(order))))
        else:
            stack.append((extended, iter(_ways(joined, colors, order, extended))))
        if len(found) > most or steps > _PATIENCE * most:
            raise TooManyAutomorphisms
    return sorted(found, key=lambda image: image != tuple(range(len(order))))


def _ways(
    joined: Sequence[frozenset[int]], colors: Sequence[int], order: Sequence[int], image: dict[int, int]
) -> list[int]:
    """Where the next vertex can go."""
    vertex, used = order[len(image)], set(image.values())
    before = [other for other in image if other in joined[vertex]]
    candidates = joined[image[before[0]]] if before else range(len(order))
    wanted = {image[other] for other in before}
    return [
        to
        for to in sorted(candidates)
        if to not in used and colors[to] == colors[vertex] and joined[to] & used == wanted
    ]


def _colors(joined: Sequence[frozenset[int]]) -> list[int]:
    """Vertices of different colors are not mapped to each other: equal numbers of neighbors of each color."""
    colors = [0] * len(joined)
    while True:
        looks = [(colors[v], tuple(sorted(colors[near] for near in joined[v]))) for v in range(len(joined))]
        numbers = {look: number for number, look in enumerate(sorted(set(looks)))}
        refined = [numbers[look] for look in looks]
        if len(numbers) == len(set(colors)):
            return refined
        colors = refined


def _reached(joined: Sequence[frozenset[int]]) -> dict[int, None]:
    found: dict[int, None] = {}
    for start in range(len(joined)):
        waiting = [start]
        for vertex in waiting:
            if vertex not in found:
                found[vertex] = None
                waiting += sorted(joined[vertex])
    return found
