"""Points of the plane in exact coordinates: sums of steps of length one in equally spaced directions.

With 90 degrees between directions, these are the points with whole coordinates; with 30 degrees, all corners
of tilings by regular triangles, squares, hexagons and dodecagons; with 36 or 72 degrees, those of Penrose's
rhombs. They are the integers of a cyclotomic field, so two points are the same only if their coordinates
modulo the cyclotomic polynomial are.

>>> plane = Plane(72)
>>> plane.point((1, 1, 1, 1, 1)) == plane.point(()), plane.point((0, 0, 0, 0, 1))
(True, (-1, -1, -1, -1))
>>> len(plane.turns), plane.turned((0, 1, 0, 0), (1, 1, False))
(20, (0, 0, 1, 0))

Polygons with corners as they are shown may overlap:

>>> square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
>>> moved = ((0.5, 0.5), (1.5, 0.5), (1.5, 1.5), (0.5, 1.5))
>>> beside = ((1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0))
>>> overlap(square, moved), overlap(square, beside), overlap(square, square)
(True, False, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, product
from math import cos, pi, sin
from typing import TypeAlias

from excover.lattices.lattice import Point, sides_around

PlanePoint: TypeAlias = tuple[int, ...]
Turn: TypeAlias = tuple[int, int, bool]
"""A sign, a number of directions to turn by, and whether the first direction is the axis of a reflection
before that."""

_NEAR = 1e-7
WIDEST = 120
"""Degrees between directions: with more, all points would lie on a line."""


class Plane:
    """``angle`` is the angle between directions in degrees, a divisor of 360; the first points to the right,
    the next ones counterclockwise."""

    def __init__(self, angle: int) -> None:
        self.directions = 360 // angle
        self._relation = _cyclotomic(self.directions)

    @cached_property
    def _powers(self) -> list[PlanePoint]:
        """The points at distance one in each direction."""
        *lower, _ = self._relation
        powers: list[PlanePoint] = [(1, *[0] * (len(lower) - 1))]
        while len(powers) < self.directions:
            *rest, last = powers[-1]
            powers.append(tuple(a - last * b for a, b in zip([0, *rest], lower, strict=True)))
        return powers

    def point(self, steps: Sequence[int]) -> PlanePoint:
        """The point that so many steps in each direction lead to."""
        return self._sum(list(enumerate(steps)))

    def _sum(self, steps: Sequence[tuple[int, int]]) -> PlanePoint:
        total = [0] * len(self._powers[0])
        for direction, times in steps:
            if times:
                power = self._powers[direction % self.directions]
                total = [a + times * b for a, b in zip(total, power, strict=True)]
        return tuple(total)

    @cached_property
    def turns(self) -> list[Turn]:
        """All rotations and reflections that fix the origin and map directions to directions or their
        opposites; the identity is the first."""
        signs = (1,) if self.directions % 2 == 0 else (1, -1)
        return [(sign, by, over) for over, sign, by in product((False, True), signs, range(self.directions))]

    def turned(self, point: PlanePoint, turn: Turn) -> PlanePoint:
        sign, by, over = turn
        way = -1 if over else 1
        return self._sum([(way * at + by, sign * times) for at, times in enumerate(point)])

    def shown(self, point: PlanePoint) -> tuple[float, float]:
        """To the right and up."""
        angles = [2 * pi * at / self.directions for at in range(len(point))]
        x = sum(times * cos(angle) for times, angle in zip(point, angles, strict=True))
        return x, sum(times * sin(angle) for times, angle in zip(point, angles, strict=True))


def _cyclotomic(order: int) -> list[int]:
    """The coefficients, lowest first, of the polynomial whose roots are the primitive roots of unity.

    >>> _cyclotomic(12)
    [1, 0, -1, 0, 1]
    """
    left = [-1, *[0] * (order - 1), 1]
    for divisor in range(1, order):
        if order % divisor == 0:
            left = _quotient(left, _cyclotomic(divisor))
    return left


def _quotient(dividend: list[int], divisor: list[int]) -> list[int]:
    """The divisor is monic, and leaves no remainder."""
    left, found = list(dividend), []
    while len(left) >= len(divisor):
        found.append(left[-1])
        start = len(left) - len(divisor)
        left = [a - found[-1] * b for a, b in zip(left, [0] * start + divisor, strict=True)][:-1]
    return found[::-1]


def added(point: PlanePoint, by: PlanePoint) -> PlanePoint:
    return tuple(a + b for a, b in zip(point, by, strict=True))


def subtracted(point: PlanePoint, by: PlanePoint) -> PlanePoint:
    return tuple(a - b for a, b in zip(point, by, strict=True))


def scaled(point: PlanePoint, times: int) -> PlanePoint:
    return tuple(times * a for a in point)


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
