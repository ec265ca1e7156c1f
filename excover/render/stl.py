"""Pieces as a mesh for a 3D printer, in the text form of STL.

>>> import excover
>>> from excover.render.piece_sheet import pieces_of
>>> tray = excover.parse("board tray 1x2 shapes bar\\n  |AA\\nplace free bar on tray")
>>> lines = list(stl_lines(pieces_of(tray.puzzle, tray.full.canvases), 10, 200))
>>> lines[:2], lines[-1], sum("facet normal" in line for line in lines)
(['solid A', 'facet normal 0 0 1'], 'endsolid A', 20)

A cell is a prism upon its polygon on paper, as high as the polygon is wide. A piece has the faces between its
cells and the outside, divided into triangles, with their corners counter-clockwise seen from there; units are
millimetres. Each side of a triangle is that of another one, the other way round: the mesh is closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from excover.lattices import Lattice
from excover.lattices.polygons import Point3
from excover.render.scene import Scene

Triangle = tuple[Point3, Point3, Point3]


def is_printable(lattice: Lattice) -> bool:
    """Whether cells are prisms that share their sides on paper, and layers lie upon each other."""
    upright = not lattice.solid or lattice.is_translation((1, 0, 0))
    return upright and lattice.flush and not lattice.balls and not lattice.around


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
        name = next(iter(piece.marks.values()))
        yield f"solid {name}"
        for three in mesh:
            yield from _facet([(p[0] + x, p[1] + y, p[2]) for p in three])
        yield f"endsolid {name}"
        x, deep = x + wide + width, max(deep, far)


def triangles(piece: Scene, width: float) -> list[Triangle]:
    """The mesh of a piece that stands on the ground, in the corner of the axes."""
    lattice, cells = piece.canvas.lattice, sorted(piece.marks)
    polygons = lattice.polygons
    (across, down), unit = polygons.unit, width / polygons.width
    flat = {cell: [(x, y, cell[0]) for x, y in polygons.corners(*cell[1:])] for cell in cells}
    around = {(layer, a, b) for (layer, *_), ring in flat.items() for a, b in _sides(ring)}
    corners = [corner for ring in flat.values() for corner in ring]
    left, (front, bottom) = min(x for x, _, _ in corners), (max(at[k] for at in corners) for k in (1, 2))

    def point(corner: Sequence[int], below: int) -> Point3:
        """With rounded coordinates, so that those of neighbours are the same."""
        x, y, layer = corner
        high = (bottom + 1 - layer - below) * width
        return round((x - left) * across * unit, 6), round((front - y) * down * unit, 6), round(high, 6)

    found: list[Triangle] = []
    for cell, ring in flat.items():
        layer, row, column = cell
        if (layer - 1, row, column) not in flat:
            found += _fan([point(corner, 0) for corner in reversed(ring)])
        if (layer + 1, row, column) not in flat:
            found += _fan([point(corner, 1) for corner in ring])
        for a, b in _sides(ring):
            if (layer, b, a) not in around:
                found += _fan([point(a, 0), point(b, 0), point(b, 1), point(a, 1)])
    return found


def _sides(
    ring: Sequence[tuple[int, int, int]],
) -> Iterator[tuple[tuple[int, int, int], tuple[int, int, int]]]:
    return pairwise([*ring, ring[0]])


def _fan(ring: Sequence[Point3]) -> list[Triangle]:
    """A convex polygon as triangles with a common corner."""
    first, *others = ring
    return [(first, one, other) for one, other in pairwise(others)]


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
