"""Solids: the polyhedra that cells are; solids opened; and boards of them from above, the front and the
right.

>>> from excover.matrix.compiled import Canvas, Marking
>>> from excover.lattices import CUBE
>>> from excover.render.scene import scenes
>>> canvas = Canvas("", (1, 1, 2), (1, 1, 1), frozenset(), lattice=CUBE, marks=("A", "B"), tiled=True)
>>> options = [[Marking(0, "A", ((0, 0, 0),))], [Marking(0, "B", ((0, 0, 1),))]]
>>> [scene] = scenes([canvas], options)
>>> exploded(scene).marks
{(0, 0, 0): 'A', (0, 0, 3): 'B'}

The polyhedra that cells are: all that is nearer to the point of a cell than to those of its neighbours.

On every shipped lattice with layers, the plane of a face is halfway between the points of the cells on both
sides, so its cells are the Voronoi cells of these points. Therefore cells that are drawn in the order of
their points' distance from the eye, from the furthest, hide exactly what they should: if a cell is behind
another one on a line of sight, its point is further away.

>>> from excover.lattices import RHOMBIC
>>> sorted(body(CUBE, (0, 0, 0))[0, 0, 1])
[(0.5, -0.5, -0.5), (0.5, -0.5, 0.5), (0.5, 0.5, -0.5), (0.5, 0.5, 0.5)]
>>> [len(ring) for ring in body(RHOMBIC, (0, 1, 2)).values()]
[3, 3, 3, 3]

Boards of prisms and of divided cubes from above, the front and the right: whole, or with layers lifted.

>>> from excover.lattices import PRISM
>>> canvas = Canvas("", (1, 1, 1), (1, 1, 1), frozenset(), lattice=PRISM, marks=("A",), tiled=True)
>>> [scene] = scenes([canvas], [[Marking(0, "A", ((0, 0, 0),))]])
>>> [each.tag for each in polyhedra(scene).body[0]]
['g', 'g', 'g']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import atan2, dist
from xml.etree.ElementTree import Element

from excover.base.words import clipped, text_width
from excover.lattices.lattice import Cell, Lattice, Point, Point3, extent, plus, sides_around, translated
from excover.lattices.point_groups import Vector
from excover.render.board import GROUND
from excover.render.geometry import LONGEST, STYLE, THICK, THIN
from excover.render.isometric import ACROSS, DOWN, MARGIN
from excover.render.scene import MarkedCells, Scene, ink_on, shaded
from excover.render.svg import CELL, INK, MUTED, Picture, element, number, path, shown

_NEAR = 1e-6
"""Points closer than this are the same: coordinates are a few units, with rounding errors of 1e-15."""
Body = dict[Cell, tuple[Point3, ...]]
"""For each neighbour, the corners of the face towards it, counter-clockwise as seen from there."""


def in_space(lattice: Lattice, cell: Cell) -> Point3:
    """The middle of a cell. Raises ValueError if the lattice does not place cells in space."""
    if lattice.point is None:
        raise ValueError(f"cells of lattice `{lattice.name}` have no place in space")
    return lattice.point(cell)


def body(lattice: Lattice, cell: Cell) -> Body:
    """The faces of a cell. Raises ValueError if the lattice does not place cells in space."""
    at = in_space(lattice, cell)
    near = lattice.neighbours(cell)
    ways = [minus(in_space(lattice, other), at) for other in near]
    corners = [corner for three in combinations(ways, 3) for corner in _meeting(three, ways)]
    return {other: _ring(way, corners, at) for other, way in zip(near, ways, strict=True)}


def _meeting(three: Sequence[Point3], ways: Sequence[Point3]) -> list[Point3]:
    """The point, if it is one and belongs to the cell, where the planes halfway to three neighbours meet."""
    a, b, c = three
    across = cross(b, c)
    volume = dot(a, across)
    if abs(volume) < _NEAR:
        return []
    parts = [(dot(a, a), across), (dot(b, b), cross(c, a)), (dot(c, c), cross(a, b))]
    x, y, z = (sum(half * normal[axis] for half, normal in parts) / 2 / volume for axis in range(3))
    inside = all(dot(way, (x, y, z)) < dot(way, way) / 2 + _NEAR for way in ways)
    return [(x, y, z)] if inside else []


def _ring(way: Point3, corners: Sequence[Point3], at: Point3) -> tuple[Point3, ...]:
    """The corners in the plane halfway along a way, in order around it; each once, and rounded."""
    on = [corner for corner in corners if abs(dot(way, corner) - dot(way, way) / 2) < _NEAR]
    first = minus(on[0], (way[0] / 2, way[1] / 2, way[2] / 2))
    beside = cross(way, first)
    size = dot(way, way) ** 0.5
    ring: dict[Point3, float] = {}
    for corner in on:
        angle = atan2(dot(corner, beside) / size, dot(corner, first))
        x, y, z = (round(a + b, 6) + 0.0 for a, b in zip(at, corner, strict=True))
        ring.setdefault((x, y, z), angle)
    return tuple(sorted(ring, key=ring.__getitem__))


def minus(a: Point3, b: Point3) -> Point3:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def dot(a: Point3, b: Point3) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Point3, b: Point3) -> Point3:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


NEAR = 1e-6
FURTHEST = 8
"""The most times the way from the middle of all to that of a piece by which the piece is moved."""


def exploded(scene: Scene) -> Scene:
    """The pieces moved away from the middle, by translations of the lattice, until none touches another.

    Each goes the same multiple of its way from the middle, rounded, so that everything stays on the lattice:
    the least multiple with the fewest pairs that touch, or up to one more, if none meets another even at a
    corner there. Pieces with the same way, or nearly, stay together.
    """
    lattice, ways = scene.canvas.lattice, _ways(scene)
    moved: Sequence[MarkedCells] = scene.bodies
    least, best = _touching(lattice, moved, ways), 0
    for halves in range(1, 2 * FURTHEST + 1):
        tried = _apart(scene, ways, halves / 2)
        pairs = _touching(lattice, tried, ways) if tried else least
        if pairs < least:
            moved, least, best = tried, pairs, halves
        if not least:
            break
    if not least and _meet(lattice, moved):
        further = (_apart(scene, ways, halves / 2) for halves in (best + 1, best + 2))
        alone = (each for each in further if each and not _meet(lattice, each))
        moved = next(alone, moved)
    return _alone(scene, moved)


def _apart(scene: Scene, ways: Sequence[Point3], times: float) -> list[MarkedCells]:
    """The pieces moved by a multiple of their ways; none if two would be at one place."""
    by = [_translation(scene.canvas.lattice, way, times) for way in ways]
    moved = [_moved(part, step) for part, step in zip(scene.bodies, by, strict=True)]
    return moved if len(set().union(*moved)) == len(scene.marks) else []


def cut(scene: Scene) -> Iterator[Scene]:
    """The whole, then without its top layer, and so on down to the bottom layer, of the layers with cells."""
    layers, rows, columns = map(range, scene.canvas.extent)
    missing = scene.canvas.holes | scene.canvas.gaps
    for top in sorted({cell[0] for cell in product(layers, rows, columns) if cell not in missing}):
        above = frozenset(product(range(top), rows, columns))
        canvas = scene.canvas.replaced(holes=scene.canvas.holes | above)
        marks = {cell: mark for cell, mark in scene.marks.items() if cell[0] >= top}
        left = [{cell: mark for cell, mark in piece.items() if cell[0] >= top} for piece in scene.pieces]
        yield replace(scene, canvas=canvas, marks=marks, pieces=[piece for piece in left if piece])


def _ways(scene: Scene) -> list[Point3]:
    """From the middle of everything to that of each piece."""
    point = scene.canvas.lattice.point
    assert point
    center = _middle([point(cell) for cell in scene.marks])
    return [minus(_middle([point(cell) for cell in part]), center) for part in scene.bodies]


def _middle(points: Sequence[Point3]) -> Point3:
    x, y, z = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return x, y, z


def _translation(lattice: Lattice, way: Point3, times: float) -> Vector:
    """The translation nearest to a multiple of a way, in the lattice's basis (Cramer's rule)."""
    point = lattice.point
    assert point
    zero = next(iter(lattice.steps))
    a, b, c = (minus(point(plus(zero, step)), point(zero)) for step in lattice.translations)
    volume = dot(a, cross(b, c))
    parts = (dot(way, cross(b, c)), dot(way, cross(c, a)), dot(way, cross(a, b)))
    layer = row = column = 0
    for part, (z, y, x) in zip(parts, lattice.translations, strict=True):
        steps = round(times * part / volume)
        layer, row, column = layer + steps * z, row + steps * y, column + steps * x
    return layer, row, column


def _moved(part: MarkedCells, by: Vector) -> MarkedCells:
    return {plus(cell, by): mark for cell, mark in part.items()}


def _touching(lattice: Lattice, parts: Sequence[MarkedCells], ways: Sequence[Point3]) -> int:
    """How many pairs of pieces touch that have different ways, each counted twice."""
    owner = {cell: number for number, part in enumerate(parts) for cell in part}
    meeting = {
        (at, owner[near]) for cell, at in owner.items() for near in lattice.neighbours(cell) if near in owner
    }
    return sum(dist(ways[one], ways[other]) > NEAR for one, other in meeting)


def _meet(lattice: Lattice, parts: Sequence[MarkedCells]) -> bool:
    """Whether two pieces have a corner in common; balls have none."""
    if lattice.balls:
        return False
    seen = set[Point3]()
    for part in parts:
        corners = {_rounded(at) for cell in part for ring in body(lattice, cell).values() for at in ring}
        if not seen.isdisjoint(corners):
            return True
        seen |= corners
    return False


def _rounded(at: Point3) -> Point3:
    x, y, z = at
    return round(x, 4), round(y, 4), round(z, 4)


def _alone(scene: Scene, parts: Sequence[MarkedCells]) -> Scene:
    """Pieces in a box that just holds them, without places for others."""
    cells = [cell for part in parts for cell in part]
    shift = scene.canvas.lattice.shift(cells)
    placed = [_moved(part, shift) for part in parts]
    marks = {cell: mark for part in placed for cell, mark in part.items()}
    layers, rows, columns = size = extent(translated(cells, shift))
    missing = frozenset(product(range(layers), range(rows), range(columns))).difference(marks)
    canvas = scene.canvas.replaced(extent=size, origin=(1, 1, 1), holes=missing, gaps=frozenset())
    pieces = placed if scene.pieces else []
    return replace(scene, canvas=canvas, marks=marks, pieces=pieces, given=frozenset())


EYE: Point3 = (1, 1, -1)
LIGHT: Point3 = (-0.05, 0.42, -0.9)
"""The way to the light: tops are bright, and sides to the right dark."""
Edge = tuple[Point3, Point3]


@dataclass(frozen=True, slots=True)
class _Face:
    """A face seen from outside, with its sides between cells of one piece, and its other sides."""

    cell: Cell
    ring: tuple[Point3, ...]
    normal: Point3
    inner: list[Edge]
    outer: list[Edge]


def polyhedra(scene: Scene, *, lifted: bool = False) -> Picture:
    """Cells from the back to the front, each covering what it hides; the places of empty cells as lines."""
    lift = (scene.canvas.extent[1] + scene.canvas.extent[2]) / 2 if lifted else 0.0
    faces = sorted(_faces(scene, lifted), key=lambda face: _depth(scene, face.cell))
    rings = [[_at(corner, lift * face.cell[0]) for corner in face.ring] for face in faces]
    ground = [[_at(corner, lift * cell[0]) for corner in ring] for cell, ring in _floor(scene)]
    left, top = (min(axis) - MARGIN for axis in zip(*(p for r in [*rings, *ground] for p in r), strict=True))
    right, bottom = (
        max(axis) + MARGIN for axis in zip(*(p for r in [*rings, *ground] for p in r), strict=True)
    )
    fills = {cell: fill or GROUND for part in scene.bodies for cell, fill in scene.grounds(part).items()}
    labelled = set(_labelled(scene, faces, rings, lifted))
    drawn = [_outline(ring) for ring in ground]
    for at, face in enumerate(faces):
        fill = shaded(fills[face.cell], _brightness(face.normal))
        drawn.append(_drawn(face, rings[at], lift * face.cell[0], fill))
        if at in labelled:
            drawn[-1].append(_label(rings[at], scene.marks[face.cell], ink_on(fill)))
    move = f"translate({number(-left)} {number(-top)})"
    return Picture(right - left, bottom - top, [element("g", *drawn, **STYLE, transform=move)])


def _faces(scene: Scene, lifted: bool) -> Iterator[_Face]:
    """The faces towards the eye before which no cell is."""
    lattice, marks = scene.canvas.lattice, scene.marks
    for part in scene.bodies:
        open_faces = [
            (cell, ring, _normal(ring))
            for cell in part
            for other, ring in body(lattice, cell).items()
            if other not in marks or (lifted and other[0] != cell[0])
        ]
        keys = {
            (cell, edge): (frozenset(edge), _direction(normal), lifted and cell[0])
            for cell, ring, normal in open_faces
            for edge in sides_around(ring)
        }
        flat = Counter(keys.values())
        for cell, ring, normal in open_faces:
            if dot(normal, EYE) > 1e-6:
                sides: tuple[list[Edge], list[Edge]] = ([], [])
                for edge in sides_around(ring):
                    sides[flat[keys[cell, edge]] == 1].append(edge)
                yield _Face(cell, ring, normal, *sides)


def _floor(scene: Scene) -> Iterator[tuple[Cell, tuple[Point3, ...]]]:
    """The faces towards the eye at the far side of what is empty."""
    canvas = scene.canvas
    missing = canvas.holes | canvas.gaps | scene.marks.keys()
    layers, rows, columns = map(range, canvas.extent)
    empty = set(product(layers, rows, columns)).difference(missing)
    for cell in empty:
        for other, ring in body(canvas.lattice, cell).items():
            if other not in empty and dot(_normal(ring), EYE) < -1e-6:
                yield cell, ring


def _depth(scene: Scene, cell: Cell) -> float:
    point = scene.canvas.lattice.point
    assert point
    return round(dot(point(cell), EYE), 6)


def _labelled(
    scene: Scene, faces: Sequence[_Face], rings: Sequence[Sequence[Point]], lifted: bool
) -> Iterator[int]:
    """For each piece, the brightest of the faces whose middle is seen; in each layer, if lifted apart.

    A piece of several marks shows each of them.
    """
    owner = {cell: n for n, part in enumerate(scene.bodies) for cell in part}
    mixed = [len(set(part.values())) > 1 for part in scene.bodies]
    found: dict[object, int] = {}
    for at, (face, ring) in enumerate(zip(faces, rings, strict=True)):
        middle = _center(ring)
        seen = not any(_contains(other, middle) for other in rings[at + 1 :])
        key = owner[face.cell], lifted and face.cell[0], mixed[owner[face.cell]] and face.cell
        before = found.get(key)
        if seen and (before is None or _size(ring) > _size(rings[before]) - 1e-6):
            found[key] = at
    yield from found.values()


def _contains(ring: Sequence[Point], at: Point) -> bool:
    """Whether a point is within a convex polygon, whichever way round that is."""
    (x, y) = at
    turns = [(c - a) * (y - b) - (d - b) * (x - a) for (a, b), (c, d) in sides_around(ring)]
    return min(turns) > 0 or max(turns) < 0


def _size(ring: Sequence[Point]) -> float:
    return abs(sum(a * d - b * c for (a, b), (c, d) in sides_around(ring)))


def _center(ring: Sequence[Point]) -> Point:
    return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)


def _normal(ring: Sequence[Point3]) -> Point3:
    normal = cross(minus(ring[1], ring[0]), minus(ring[2], ring[1]))
    size = dot(normal, normal) ** 0.5
    return normal[0] / size, normal[1] / size, normal[2] / size


def _direction(normal: Point3) -> Point3:
    return round(normal[0], 3) + 0.0, round(normal[1], 3) + 0.0, round(normal[2], 3) + 0.0


def _brightness(normal: Point3) -> float:
    return round(0.72 + 0.28 * max(0.0, dot(normal, LIGHT)), 3)


def _at(corner: Point3, lift: float) -> Point:
    right, front, down = corner
    return (right - front) * ACROSS, (right + front + 2 * (down + lift)) * DOWN


def _drawn(face: _Face, ring: Sequence[Point], lift: float, fill: str) -> Element:
    made = element("g", element("path", d=path([ring], closed=True), fill=fill))
    for edges, width, color in ((face.inner, THIN, MUTED), (face.outer, THICK, INK)):
        if edges:
            data = path(((_at(a, lift), _at(b, lift)) for a, b in edges), closed=False)
            made.append(element("path", d=data, stroke=color, stroke_width=width * CELL, fill="none"))
    return made


def _outline(ring: Sequence[Point]) -> Element:
    data = path([ring], closed=True)
    return element("path", d=data, fill=GROUND, stroke=MUTED, stroke_width=THIN * CELL)


def _label(ring: Sequence[Point], mark: str, ink: str) -> Element:
    (x, y), mark = _center(ring), clipped(mark, LONGEST)
    size = 0.45 * _size(ring) ** 0.5 * min(1, 1.7 / max(1, text_width(shown(mark))))
    colored = {} if ink == INK else {"fill": ink}
    return element("text", text=mark, x=x, y=y + 0.36 * size, font_size=size, **colored)
