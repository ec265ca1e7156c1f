"""What turn.js needs to show solids from any side: points and faces of cells, and where each part lies.

>>> from excover.matrix.compiled import Canvas
>>> from excover.lattices import CUBE
>>> from excover.render.scene import scenes
>>> canvas = Canvas("", (1, 1, 2), (1, 1, 1), frozenset(), lattice=CUBE, marks=("A",), tiled=True)
>>> [scene] = scenes([canvas], [])
>>> data = solid_data(scene, [{(0, 0, 0): "A", (0, 0, 1): "A"}])
>>> data["cells"], data["parts"], sorted(other for other, _ in data["faces"][0]), len(data["rings"])
([(0, 0, 0), (1, 0, 0)], [[0, 1]], [-1, -1, -1, -1, -1, 1], 12)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from excover.lattices.bodies import body
from excover.lattices.polygons import Point3
from excover.matrix.compiled import Canvas
from excover.render.board import GROUND
from excover.render.scene import MarkedCells, Scene
from excover.render.svg import shown


class SolidData(TypedDict):
    """Cells are numbered in the order of ``cells``, corners in that of ``rings``.

    ``faces`` has for each cell the neighbours, -1 if none is ever drawn, and the corners of the face towards
    each, counter-clockwise from there; nothing for ``balls``. ``layers`` has the layer of each cell.
    ``parts`` are the cells of each part of a solution, ``labels`` and ``fills`` its marks and its color.
    """

    cells: list[Point3]
    rings: list[Point3]
    faces: list[list[tuple[int, list[int]]]]
    balls: bool
    layers: list[int]
    parts: list[list[int]]
    labels: list[str]
    fills: list[str]


def turns(canvases: Sequence[Canvas]) -> bool:
    """Whether a page can show the solids: there is one board, and it is known where its cells are."""
    return len(canvases) == 1 and canvases[0].lattice.point is not None


def solid_data(scene: Scene, parts: Sequence[MarkedCells]) -> SolidData:
    """``parts`` are all that occur in any solution of the page."""
    lattice = scene.canvas.lattice
    assert lattice.point
    numbers = {cell: number for number, cell in enumerate(sorted(set().union(*parts)))}
    corners: dict[Point3, int] = {}
    faces = [
        [
            (numbers.get(other, -1), [corners.setdefault(corner, len(corners)) for corner in ring])
            for other, ring in body(lattice, cell).items()
        ]
        for cell in (() if lattice.balls else numbers)
    ]
    return {
        "cells": [lattice.point(cell) for cell in numbers],
        "rings": list(corners),
        "faces": faces,
        "balls": lattice.balls,
        "layers": [cell[0] for cell in numbers],
        "parts": [[numbers[cell] for cell in part] for part in parts],
        "labels": [shown("".join(dict.fromkeys(part.values()))) for part in parts],
        "fills": [next(iter(scene.grounds(part).values())) or GROUND for part in parts],
    }
