"""Tiles in pictures: a polygon is divided into a part for each side, or corner, which has its color.

>>> sectors([(0, 0), (2, 0), (2, 2), (0, 2)], "sides")[0]
[[(1.0, 1.0), (0, 0), (2, 0)]]
>>> sectors([(0, 0), (2, 0), (2, 2), (0, 2)], "corners")[1]
[[(1.0, 1.0), (1.0, 0.0), (2, 0), (2.0, 1.0)]]
"""

from __future__ import annotations

from collections.abc import Sequence

from excover.lattices.polygons import Point

INNER, INNERMOST = 0.5, 0.2
"""How wide the sides above and below are, where a cube is drawn from above, in widths of a cube."""
Loops = list[list[Point]]
"""A part of a tile: an outline, and perhaps that of a hole in it."""


def sectors(corners: Sequence[Point], kind: str) -> list[Loops]:
    """The parts of a polygon with these corners, which begin with that of the first side, or corner."""
    center = middle(corners)
    onward = [*corners[1:], corners[0]]
    if kind == "sides":
        return [[[center, start, end]] for start, end in zip(corners, onward, strict=True)]
    after = [middle(side) for side in zip(corners, onward, strict=True)]
    before = [after[-1], *after[:-1]]
    return [[[center, a, corner, b]] for a, corner, b in zip(before, corners, after, strict=True)]


def cube_sides(corners: Sequence[Point]) -> list[Loops]:
    """The six sides of a cube, drawn from above: around it the upright ones, within them the side above, and
    in the middle of that the one below.
    """
    inner, innermost = (_shrunk(corners, to) for to in (INNER, INNERMOST))
    outer = list(zip(corners, inner, strict=True))
    behind, right, front, left = (
        [[a, b, within_b, within_a]]
        for (a, within_a), (b, within_b) in zip(outer, [*outer[1:], outer[0]], strict=True)
    )
    return [[inner, innermost], behind, right, front, left, [innermost]]


def middle(points: Sequence[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _shrunk(corners: Sequence[Point], to: float) -> list[Point]:
    x, y = middle(corners)
    return [(x + (a - x) * to, y + (b - y) * to) for a, b in corners]
