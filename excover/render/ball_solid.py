"""Boards of balls from above, the front and the right: whole, or with their layers lifted apart.

>>> from excover.matrix.compiled import Canvas, Marking
>>> from excover.lattices import SPHERE
>>> from excover.render.scene import scenes
>>> canvas = Canvas("", (2, 1, 1), (1, 1, 1), frozenset(), lattice=SPHERE, marks=("A",), tiled=True)
>>> [scene] = scenes([canvas], [[Marking(0, "A", ((0, 0, 0), (1, 0, 0)))]])
>>> [each.tag for each in pile(scene).body[0]]
['circle', 'circle', 'circle', 'circle', 'text']
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from xml.etree.ElementTree import Element

from excover.base.words import clipped, text_width
from excover.lattices import Cell
from excover.lattices.polygons import Point
from excover.render.board import GROUND
from excover.render.palette import ink_on
from excover.render.pen import LONGEST, STYLE, THIN
from excover.render.scene import Scene
from excover.render.svg import CELL, INK, MUTED, Picture, element, number, shown

ACROSS, DOWN = CELL * sqrt(3) / 2, CELL / 2
RADIUS = CELL / 2 * sqrt(3 / 2)
"""Lengths along the axes are shortened so far; a ball is not."""


def pile(scene: Scene, *, lifted: bool = False) -> Picture:
    """Balls from the back to the front, each covering what it hides, and rings where none lies."""
    _, rows, columns = scene.canvas.extent
    lift = (rows + columns) / 2 if lifted else 0  # so much that no layer hides another
    cells = sorted({*scene.marks, *_empty(scene)}, key=_depth)
    at = {cell: _place(cell, lift) for cell in cells}
    left, top = (min(axis) - RADIUS - 1 for axis in zip(*at.values(), strict=True))
    right, bottom = (max(axis) + RADIUS + 1 for axis in zip(*at.values(), strict=True))
    labels = {max(piece, key=_depth) for piece in scene.parts}
    grounds = {cell: fill or GROUND for part in scene.parts for cell, fill in scene.grounds(part).items()}
    drawn: list[Element] = []
    for cell in cells:
        drawn += _ball(at[cell], grounds.get(cell))
        if cell in labels:
            drawn.append(_label(at[cell], scene.marks[cell], grounds[cell]))
    move = f"translate({number(-left)} {number(-top)})"
    return Picture(right - left, bottom - top, [element("g", *drawn, **STYLE, transform=move)])


def _empty(scene: Scene) -> Iterator[Cell]:
    """Places of the board without a ball."""
    layers, rows, columns = map(range, scene.canvas.extent)
    missing = scene.canvas.holes | scene.canvas.gaps
    places = ((layer, row, column) for layer in layers for row in rows for column in columns)
    return (cell for cell in places if cell not in missing and cell not in scene.marks)


def _where(cell: Cell) -> tuple[float, float, float]:
    """To the right, to the front and down, in widths of a ball."""
    layer, row, column = cell
    return column - layer / 2, row - layer / 2, layer / sqrt(2)


def _depth(cell: Cell) -> float:
    """How near a ball is to the eye."""
    right, front, down = _where(cell)
    return round(right + front - down, 3)


def _place(cell: Cell, lift: float) -> Point:
    right, front, down = _where(cell)
    return (right - front) * ACROSS, (right + front + 2 * down + 2 * lift * cell[0]) * DOWN


def _ball(at: Point, fill: str | None) -> Iterator[Element]:
    x, y = at
    if fill is None:
        yield element("circle", cx=x, cy=y, r=RADIUS, fill="none", stroke=MUTED, stroke_width=THIN * CELL)
        return
    yield element("circle", cx=x, cy=y, r=RADIUS, fill=fill, stroke=INK, stroke_width=2 * THIN * CELL)
    light = {"fill": "#ffffff", "opacity": "0.45"}
    yield element("circle", cx=x - 0.35 * RADIUS, cy=y - 0.4 * RADIUS, r=0.22 * RADIUS, **light)


def _label(at: Point, mark: str, fill: str) -> Element:
    mark = clipped(mark, LONGEST)
    size = 0.6 * CELL * min(1, 1.7 / max(1, text_width(shown(mark))))
    ink = ink_on(fill)
    colored = {} if ink == INK else {"fill": ink}
    return element("text", text=mark, x=at[0], y=at[1] + 0.36 * size, font_size=size, **colored)
