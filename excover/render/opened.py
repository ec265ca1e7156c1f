"""Solids opened, so that one sees their inside: with their pieces apart, or without their upper layers.

>>> from excover.matrix.compiled import Canvas, Marking
>>> from excover.lattices import CUBE
>>> from excover.render.scene import scenes
>>> canvas = Canvas("", (1, 1, 2), (1, 1, 1), frozenset(), lattice=CUBE, marks=("A", "B"), tiled=True)
>>> options = [[Marking(0, "A", ((0, 0, 0),))], [Marking(0, "B", ((0, 0, 1),))]]
>>> [scene] = scenes([canvas], options)
>>> exploded(scene).marks
{(0, 0, 0): 'A', (0, 0, 3): 'B'}
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import dist

from excover.lattices import Lattice, extent, translated
from excover.lattices.bodies import body, cross, dot, minus
from excover.lattices.lattice import plus
from excover.lattices.point_groups import Vector
from excover.lattices.polygons import Point3
from excover.render.scene import MarkedCells, Scene

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
    moved: Sequence[MarkedCells] = scene.parts
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
    moved = [_moved(part, step) for part, step in zip(scene.parts, by, strict=True)]
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
    return [minus(_middle([point(cell) for cell in part]), center) for part in scene.parts]


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
