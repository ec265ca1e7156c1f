"""Which polygons of a tiling overlap: a pair of cells to show, where the areas show that some do.

>>> square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
>>> moved = ((0.5, 0.5), (1.5, 0.5), (1.5, 1.5), (0.5, 1.5))
>>> beside = ((1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0))
>>> overlap(square, moved), overlap(square, beside), overlap(square, square)
(True, False, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from excover.lattices.lattice import Cell, Point, plus, sides_around
from excover.lattices.tilings import Tiling

MOST_KINDS = 100
"""In larger tilings, no pair is looked for: every kind is compared with translates of every other."""
_NEAR = 1e-7
_AROUND = sorted(product(range(-2, 3), repeat=2), key=lambda way: sum(map(abs, way)))


def overlapping(tiling: Tiling) -> tuple[Cell, Cell] | None:
    """Two cells whose polygons overlap, found among those that are at most two periods apart."""
    if len(tiling.polygons) > MOST_KINDS:
        return None
    return next(
        (
            (one, other)
            for one, other in _pairs(tiling)
            if overlap(_shown(tiling, one), _shown(tiling, other))
        ),
        None,
    )


def _pairs(tiling: Tiling) -> Iterator[tuple[Cell, Cell]]:
    kinds = [kind for kind, _ in tiling.polygons]
    for down, along in _AROUND:
        by = tiling.periods.vector((0, down, along))
        for one, other in product(kinds, repeat=2):
            if one != plus(other, by):
                yield one, plus(other, by)


def _shown(tiling: Tiling, cell: Cell) -> Sequence[Point]:
    return [tiling.plane.shown(corner) for corner in tiling.polygon(cell)]


def overlap(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two polygons have points within both: their sides cross, or one reaches into the other."""
    if any(
        max(a[axis] for a in one) <= min(b[axis] for b in other) + _NEAR
        or max(b[axis] for b in other) <= min(a[axis] for a in one) + _NEAR
        for axis in (0, 1)
    ):
        return False
    crossing = any(_cross(*a, *b) for a in sides_around(one) for b in sides_around(other))
    return crossing or _reaches_into(one, other) or _reaches_into(other, one)


def crosses_itself(polygon: Sequence[Point]) -> bool:
    """Whether two of its sides cross.

    >>> crosses_itself([(0, 0), (1, 1), (1, 0), (0, 1)])
    True
    """
    return any(_cross(*one, *other) for one, other in combinations(sides_around(polygon), 2))


def touches_itself(polygon: Sequence[Point]) -> bool:
    """Whether a corner is on a side that does not end there.

    >>> touches_itself([(0, 0), (2, 0), (1, 0), (1, 1)])
    True
    """
    return any(
        corner not in side and _is_on(corner, *side) for corner in polygon for side in sides_around(polygon)
    )


def _left(a: Point, b: Point, c: Point) -> float:
    """Positive if c is on the left of the way from a to b; near zero on its line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments cross within both."""
    turns = _left(a, b, c), _left(a, b, d), _left(c, d, a), _left(c, d, b)
    return all(abs(turn) > _NEAR for turn in turns) and turns[0] * turns[1] < 0 > turns[2] * turns[3]


def _reaches_into(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether a corner, the middle of a side, or the middle of a diagonal of ``one`` is within both."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in product(one, repeat=2)]
    corners = any(_is_within(point, other) for point in one)
    return corners or any(_is_within(point, other) and _is_within(point, one) for point in middles)


def _is_on(point: Point, start: Point, end: Point) -> bool:
    """Whether it is on a segment."""
    return abs(_left(start, end, point)) <= _NEAR and all(
        min(a, b) - _NEAR <= at <= max(a, b) + _NEAR for a, b, at in zip(start, end, point, strict=True)
    )


def _is_within(point: Point, polygon: Sequence[Point]) -> bool:
    """Not on its border."""
    x, y = point
    inside = False
    for (a, b), (c, d) in sides_around(polygon):
        if _is_on(point, (a, b), (c, d)):
            return False
        if (b > y) != (d > y) and x < a + (y - b) * (c - a) / (d - b):
            inside = not inside
    return inside
