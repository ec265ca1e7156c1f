"""Boards of prisms and of divided cubes from above, the front and the right: whole, or with layers lifted.

>>> from excover.matrix.compiled import Canvas, Marking
>>> from excover.lattices import PRISM
>>> from excover.render.scene import scenes
>>> canvas = Canvas("", (1, 1, 1), (1, 1, 1), frozenset(), lattice=PRISM, marks=("A",), tiled=True)
>>> [scene] = scenes([canvas], [[Marking(0, "A", ((0, 0, 0),))]])
>>> [each.tag for each in polyhedra(scene).body[0]]
['g', 'g', 'g']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from xml.etree.ElementTree import Element

from excover.base.words import clipped, text_width
from excover.lattices import Cell
from excover.lattices.lattice import Point, Point3, sides_around
from excover.render.board import GROUND
from excover.render.geometry import LONGEST, STYLE, THICK, THIN
from excover.render.isometric import ACROSS, DOWN, MARGIN
from excover.render.scene import Scene, ink_on, shaded
from excover.render.solids import body, cross, dot, minus
from excover.render.svg import CELL, INK, MUTED, Picture, element, number, path, shown

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
    fills = {cell: fill or GROUND for part in scene.parts for cell, fill in scene.grounds(part).items()}
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
    for part in scene.parts:
        open_faces = [
            (cell, ring, _normal(ring))
            for cell in part
            for other, ring in body(lattice, cell).items()
            if other not in marks or (lifted and other[0] != cell[0])
        ]
        keys = {
            (cell, edge): (frozenset(edge), _rounded(normal), lifted and cell[0])
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
    owner = {cell: n for n, part in enumerate(scene.parts) for cell in part}
    mixed = [len(set(part.values())) > 1 for part in scene.parts]
    found: dict[object, int] = {}
    for at, (face, ring) in enumerate(zip(faces, rings, strict=True)):
        middle = _middle(ring)
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


def _middle(ring: Sequence[Point]) -> Point:
    return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)


def _normal(ring: Sequence[Point3]) -> Point3:
    normal = cross(minus(ring[1], ring[0]), minus(ring[2], ring[1]))
    size = dot(normal, normal) ** 0.5
    return normal[0] / size, normal[1] / size, normal[2] / size


def _rounded(normal: Point3) -> Point3:
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
    (x, y), mark = _middle(ring), clipped(mark, LONGEST)
    size = 0.45 * _size(ring) ** 0.5 * min(1, 1.7 / max(1, text_width(shown(mark))))
    colored = {} if ink == INK else {"fill": ink}
    return element("text", text=mark, x=x, y=y + 0.36 * size, font_size=size, **colored)
