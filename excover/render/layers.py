"""The boards of a solution one below the other, with their layers side by side.

>>> from excover.matrix.compiled import Canvas, Marking
>>> from excover.render.scene import scenes
>>> canvas = Canvas("", (1, 2, 2), (1, 1, 1), frozenset(), marks=("A", "B"), tiled=True)
>>> [scene] = scenes([canvas], [[Marking(0, "A", ((0, 0, 0), (0, 0, 1)))]])
>>> picture = board(scene)
>>> picture.width, len(picture.body[0])
(84.0, 7)
"""

from __future__ import annotations

from collections.abc import Iterable

from excover.render.balls import BallView
from excover.render.board import BoardView
from excover.render.scene import Scene
from excover.render.sticks import StickView
from excover.render.svg import CELL, Picture, stack

GAP = CELL / 2
"""The gap between two boards."""


def drawing(scenes: Iterable[Scene], look: type[BoardView] | None = None) -> Picture:
    """The scenes of a solution, one below the other."""
    return stack((board(scene, look) for scene in scenes), GAP)


def board(scene: Scene, look: type[BoardView] | None = None) -> Picture:
    """One scene, in the way of its lattice unless another ``look`` is asked for."""
    made = look(scene) if look else view_of(scene)
    return made.pen.picture([*made.under(), *made.drawn(scene.parts, made.decorations())])


def view_of(scene: Scene) -> BoardView:
    """Draws a scene in the way of its lattice."""
    lattice = scene.canvas.lattice
    return (BallView if lattice.balls else StickView if lattice.strokes else BoardView)(scene)
