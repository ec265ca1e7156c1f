"""A ball as a mesh, cut where it touches others, so that balls of a piece hold together when printed.

>>> from excover.lattices import SPHERE
>>> mesh = ball_mesh(SPHERE)
>>> len([way for way in mesh if way is not None]), len(mesh[0, 0, 1])
(12, 12)

A ball is a little wider than the distance to its neighbours, and what is nearer to a neighbour is cut off:
two balls meet in a disc. All corners of the mesh lie on the sphere, so that its triangles are the faces of
their convex hull; the middles of the discs then go back to the discs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import cos, pi, sin, sqrt

from excover.lattices import Lattice
from excover.lattices.bodies import cross, dot, minus
from excover.lattices.point_groups import Vector
from excover.lattices.polygons import Point3

RADIUS = 0.53
"""In widths of a cell: a disc is as wide as a third of a ball."""
HALF = 0.5
CORNERS = 12
"""The corners of a disc."""
SPREAD = 90
"""The points that are spread over the sphere, of which those beside the discs are kept."""
BESIDE = 0.9
"""The cosine of the least angle between the middle of a disc and a point beside it."""
Triangle = tuple[Point3, Point3, Point3]


def ball_mesh(lattice: Lattice) -> Mapping[Vector | None, Sequence[Triangle]]:
    """The triangles of a ball around the origin: of the disc towards each neighbour, and under None the rest.

    They are counter-clockwise seen from outside.
    """
    assert lattice.point
    (zero,) = lattice.steps
    origin = lattice.point(zero)
    ways: dict[Vector, Point3] = {}
    for step in lattice.steps[zero]:
        layer, row, column = (a + b for a, b in zip(zero, step, strict=True))
        ways[step] = minus(lattice.point((layer, row, column)), origin)
    return _mesh(tuple(ways.items()))


@cache
def _mesh(neighbours: tuple[tuple[Vector, Point3], ...]) -> Mapping[Vector | None, Sequence[Triangle]]:
    ways = dict(neighbours)
    points: list[Point3] = [_times(way, RADIUS) for way in ways.values()]
    for way in ways.values():
        points += _rim(way)
    points += (p for p in _spread() if max(dot(p, way) for way in ways.values()) < BESIDE * RADIUS)
    found: dict[Vector | None, list[Triangle]] = {None: [], **{step: [] for step in ways}}
    middles = dict(enumerate(ways))
    for face in _hull(points):
        step = next((middles[at] for at in face if at in middles), None)
        a, b, c = (_times(ways[middles[at]], HALF) if at in middles else points[at] for at in face)
        found[step].append((a, b, c))
    return found


def _rim(way: Point3) -> Iterator[Point3]:
    """The corners of a disc, the same for the opposite one, as seen from the other ball."""
    line = max(way, _times(way, -1))
    across = cross(line, (0.6, 0.0, 0.8) if abs(line[1]) > HALF else (0.0, 1.0, 0.0))
    across = _times(across, 1 / sqrt(dot(across, across)))
    up, radius, middle = cross(line, across), sqrt(RADIUS**2 - HALF**2), _times(way, HALF)
    for corner in range(CORNERS):
        turn = 2 * pi * (corner + 0.3) / CORNERS
        x, y = radius * cos(turn), radius * sin(turn)
        yield _plus(middle, _plus(_times(across, x), _times(up, y)))


def _spread() -> Iterator[Point3]:
    """Points on a spiral from pole to pole, each the golden angle further."""
    for number in range(SPREAD):
        z = 1 - (2 * number + 1) / SPREAD
        turn = number * pi * (3 - sqrt(5))
        wide = RADIUS * sqrt(1 - z * z)
        yield wide * cos(turn), wide * sin(turn), RADIUS * z


def _hull(points: Sequence[Point3]) -> list[tuple[int, int, int]]:
    """The faces of the convex hull of points on a sphere, which are its corners: each is added in turn, and
    faces that it sees are replaced by those between it and their outline.
    """
    faces = _tetrahedron(points)
    for at, point in enumerate(points):
        seen = [face for face in faces if _sees(points, face, point)]
        sides = {(face[k], face[(k + 1) % 3]) for face in seen for k in range(3)}
        faces = [face for face in faces if face not in seen]
        faces += [(a, b, at) for a, b in sides if (b, a) not in sides]
    return faces


def _tetrahedron(points: Sequence[Point3]) -> list[tuple[int, int, int]]:
    """Four points around the origin."""
    first = 0
    second = min(range(len(points)), key=lambda at: dot(points[at], points[first]))
    side = cross(points[first], (0.3, 0.5, 0.8))
    third = max(range(len(points)), key=lambda at: dot(points[at], side))
    normal = cross(minus(points[second], points[first]), minus(points[third], points[first]))
    fourth = max(range(len(points)), key=lambda at: abs(dot(minus(points[at], points[first]), normal)))
    if dot(minus(points[fourth], points[first]), normal) > 0:
        second, third = third, second
    return [
        (first, second, third),
        (first, third, fourth),
        (third, second, fourth),
        (second, first, fourth),
    ]


def _sees(points: Sequence[Point3], face: tuple[int, int, int], point: Point3) -> bool:
    a, b, c = (points[at] for at in face)
    return dot(cross(minus(b, a), minus(c, a)), minus(point, a)) > 1e-12


def _times(vector: Point3, factor: float) -> Point3:
    return vector[0] * factor, vector[1] * factor, vector[2] * factor


def _plus(vector: Point3, other: Point3) -> Point3:
    return vector[0] + other[0], vector[1] + other[1], vector[2] + other[2]
