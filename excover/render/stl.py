r"""Pieces as a mesh for a 3D printer, in the text form of STL.

>>> import excover
>>> from excover.render.views import pieces_of
>>> tray = excover.parse("board tray 1x2 shapes bar\n  |AA\nplace free bar on tray")
>>> lines = list(stl_lines(pieces_of(tray.puzzle, tray.full.canvases), 10, 200))
>>> lines[:2], lines[-1], sum("facet normal" in line for line in lines)
(['solid A', 'facet normal 0 0 1'], 'endsolid A', 20)

A cell is a prism upon its polygon on paper, as high as the polygon is wide, or the polyhedron or ball that it
is in space (bodies.py, ball_mesh.py). A piece has the faces between its cells and the outside, divided into
triangles, with their corners counter-clockwise seen from there; units are millimetres. Each side of a
triangle is that of another one, the other way round: the mesh is closed.

A ball as a mesh, cut where it touches others, so that balls of a piece hold together when printed.

>>> from excover.lattices import SPHERE
>>> mesh = ball_mesh(SPHERE)
>>> len([way for way in mesh if way is not None]), len(mesh[0, 0, 1])
(12, 12)

A ball is a little wider than the distance to its neighbours, and what is nearer to a neighbour is cut off:
two balls meet in a disc. All corners of the mesh lie on the sphere, so that its triangles are the faces of
their convex hull; the middles of the discs then go back to the discs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import cos, pi, sin, sqrt

from excover.lattices import Cell, Lattice
from excover.lattices.lattice import Point3, plus, sides_around
from excover.lattices.point_groups import Vector
from excover.render.scene import MarkedCells, Scene
from excover.render.solids import body, cross, dot, exploded, minus

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


FlatCorner = tuple[int, int, int]
"""Where a corner of a flat cell is on paper, and the layer of the cell."""


def is_printable(lattice: Lattice) -> bool:
    """Whether its cells are solids, or have thickness if they are flat."""
    if lattice.solid:
        return lattice.point is not None
    return lattice.flush and not lattice.around


def stl_lines(pieces: Iterable[Scene], width: float, room: float) -> Iterator[str]:
    """A solid for each piece, with its letter as its name, beside each other in rows at most ``room`` wide
    (unless a piece is wider); cells are ``width`` wide.
    """
    x = y = deep = 0.0
    for piece in pieces:
        mesh = triangles(piece, width)
        wide, far = (max(p[axis] for three in mesh for p in three) for axis in (0, 1))
        if x and x + wide > room:
            x, y, deep = 0.0, y + deep + width, 0.0
        yield from _solid(piece.marks, [[(p[0] + x, p[1] + y, p[2]) for p in three] for three in mesh])
        x, deep = x + wide + width, max(deep, far)


def exploded_lines(scene: Scene, width: float) -> Iterator[str]:
    """A solid for each piece of a solution, with all pieces moved apart; cells are ``width`` wide."""
    apart = exploded(scene) if scene.canvas.lattice.solid else scene
    lattice = scene.canvas.lattice
    meshes = [_polyhedral(lattice, part, width) for part in apart.bodies]
    low = [min(p[axis] for mesh in meshes for three in mesh for p in three) for axis in range(3)]
    for part, mesh in zip(apart.bodies, meshes, strict=True):
        moved = [[(p[0] - low[0], p[1] - low[1], p[2] - low[2]) for p in three] for three in mesh]
        yield from _solid(part, moved)


def triangles(piece: Scene, width: float) -> list[Triangle]:
    """The mesh of a piece that stands on the ground, in the corner of the axes."""
    if not piece.canvas.lattice.solid:
        return _plate(piece, width)
    mesh = _polyhedral(piece.canvas.lattice, piece.marks, width)
    low = [min(p[axis] for three in mesh for p in three) for axis in range(3)]

    def moved(p: Point3) -> Point3:
        return round(p[0] - low[0], 6), round(p[1] - low[1], 6), round(p[2] - low[2], 6)

    return [(moved(p), moved(q), moved(r)) for p, q, r in mesh]


def _polyhedral(lattice: Lattice, cells: Collection[Cell], width: float) -> list[Triangle]:
    """The faces between cells and others, where they are in space, with the y axis to the back and z up."""

    def printed(p: Point3) -> Point3:
        return round(p[0] * width, 6), round(-p[1] * width, 6), round(-p[2] * width, 6)

    if lattice.balls:
        return [(printed(p), printed(q), printed(r)) for p, q, r in _balls(lattice, cells)]
    rings = (ring for cell in cells for other, ring in body(lattice, cell).items() if other not in cells)
    return [three for ring in rings for three in _fan(list(map(printed, ring)))]


def _balls(lattice: Lattice, cells: Collection[Cell]) -> Iterator[Triangle]:
    """All balls, without the discs at which they are joined."""
    assert lattice.point
    for cell in cells:
        x, y, z = lattice.point(cell)
        for way, mesh in ball_mesh(lattice).items():
            if way is None or plus(cell, way) not in cells:
                for p, q, r in mesh:
                    yield tuple((a + x, b + y, c + z) for a, b, c in (p, q, r))  # type: ignore[misc]


def _plate(piece: Scene, width: float) -> list[Triangle]:
    """The mesh of a flat piece."""
    lattice, cells = piece.canvas.lattice, sorted(piece.marks)
    polygons = lattice.polygons
    (across, down), unit = polygons.unit, width / polygons.width
    flat = {cell: [(x, y, cell[0]) for x, y in polygons.corners(*cell[1:])] for cell in cells}
    around = {(layer, a, b) for (layer, *_), ring in flat.items() for a, b in sides_around(ring)}
    corners = [corner for ring in flat.values() for corner in ring]
    left, (front, bottom) = min(x for x, _, _ in corners), (max(at[k] for at in corners) for k in (1, 2))

    def point(corner: FlatCorner, below: int) -> Point3:
        """With rounded coordinates, so that those of neighbours are the same."""
        x, y, layer = corner
        high = (bottom + 1 - layer - below) * width
        return round((x - left) * across * unit, 6), round((front - y) * down * unit, 6), round(high, 6)

    found: list[Triangle] = []
    for cell, ring in flat.items():
        layer, row, column = cell
        for a, b, c in _ears(ring):
            if (layer - 1, row, column) not in flat:
                found.append((point(c, 0), point(b, 0), point(a, 0)))
            if (layer + 1, row, column) not in flat:
                found.append((point(a, 1), point(b, 1), point(c, 1)))
        for a, b in sides_around(ring):
            if (layer, b, a) not in around:
                found += _fan([point(a, 0), point(b, 0), point(b, 1), point(a, 1)])
    return found


def _ears(ring: Sequence[FlatCorner]) -> Iterator[tuple[FlatCorner, FlatCorner, FlatCorner]]:
    """A polygon of any form as triangles, with all of its corners, also those on straight sides.

    Of those that are left, a corner is cut off whose triangle lies in the polygon and has no other
    corner (G. Meisters 1975).
    """
    left = list(ring)
    whole = sum(_turn((0, 0, 0), a, b) for a, b in sides_around(ring))
    while len(left) > 2:
        for at, b in enumerate(left):
            a, c = left[at - 1], left[(at + 1) % len(left)]
            if whole * _turn(a, b, c) > 0 and not any(
                min(whole * _turn(p, q, d) for p, q in sides_around((a, b, c))) >= 0
                for d in left
                if d not in (a, b, c)
            ):
                yield a, b, c
                del left[at]
                break
        else:
            raise AssertionError(f"no ear of {left}")


def _turn(a: FlatCorner, b: FlatCorner, c: FlatCorner) -> int:
    """Above 0 for a turn one way, below 0 for the other way, 0 for a straight line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _fan(ring: Sequence[Point3]) -> list[Triangle]:
    """A convex polygon as triangles with a common corner."""
    first, *others = ring
    return [(first, one, other) for one, other in pairwise(others)]


def _solid(marks: MarkedCells, mesh: Iterable[Sequence[Point3]]) -> Iterator[str]:
    """A part of the file, named by the piece."""
    name = next(iter(marks.values()))
    yield f"solid {name}"
    for three in mesh:
        yield from _facet(three)
    yield f"endsolid {name}"


def _facet(three: Sequence[Point3]) -> Iterator[str]:
    p, q, r = three
    (a, b, c), (d, e, f) = ([y - x for x, y in zip(p, end, strict=True)] for end in (q, r))
    normal = b * f - c * e, c * d - a * f, a * e - b * d
    length = sum(each * each for each in normal) ** 0.5
    yield f"facet normal {_numbers(each / length for each in normal)}"
    yield "outer loop"
    yield from (f"vertex {_numbers(corner)}" for corner in three)
    yield from ("endloop", "endfacet")


def _numbers(values: Iterable[float]) -> str:
    return " ".join(f"{round(value, 6) + 0.0:g}" for value in values)
