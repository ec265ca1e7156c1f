"""A solution as a picture: the layers of its boards beside each other, or as solids, whole or opened.

>>> import excover
>>> picture = solution_picture(excover.load("soma").solve(), "isometric")
>>> round(picture.width), round(picture.height)
(214, 246)
>>> page([picture] * 5, columns=2).width > 2 * picture.width
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, sqrt
from typing import Literal, Protocol, get_args

from excover.base.names import show
from excover.base.words import listed, plural
from excover.matrix.compiled import Canvas, Marking, Place
from excover.render.isometric import solid
from excover.render.layers import BallView, drawing, pile
from excover.render.scene import Scene, given_scenes, scenes
from excover.render.solids import cut, exploded, polyhedra
from excover.render.svg import CELL, Picture, captioned, grid, stack

View = Literal["layers", "balls", "isometric", "lifted", "exploded", "cut"]
VIEWS: tuple[View, ...] = get_args(View)


class Drawable(Protocol):
    """A solution, or anything else with markings on canvases."""

    @property
    def canvases(self) -> Sequence[Canvas]: ...

    @property
    def markings(self) -> Iterable[Iterable[Marking]]: ...

    @property
    def given(self) -> frozenset[Place]: ...


def solution_picture(what: Drawable, view: View = "layers") -> Picture:
    """The picture of a solution. Raises ValueError if there is no such view, or not for the lattice."""
    if view not in VIEWS:
        raise ValueError(f"there is no view {show(view)}, but {listed(VIEWS, 'and')}")
    shown = scenes(what.canvases, what.markings, what.given)
    if view == "layers":
        return drawing(shown)
    if misfit := next((canvas for canvas in what.canvases if not suits(view, canvas)), None):
        board = "tiles" if view == "balls" and misfit.tiles else f"lattice `{misfit.lattice.name}`"
        raise ValueError(f"a board of {board} has no view `{view}`")
    if view == "balls":
        return drawing(shown, BallView)
    return stack((_opened(scene, view) for scene in shown), gap=CELL)


def usual_view(canvases: Sequence[Canvas]) -> View:
    """Layers, but for cells whose form is seen only in space."""
    seen = any(canvas.lattice.schematic for canvas in canvases)
    return "isometric" if seen and all(suits("isometric", canvas) for canvas in canvases) else "layers"


def _opened(scene: Scene, view: View) -> Picture:
    """A flat board has no inside: it is shown as it lies."""
    if view == "exploded" and scene.canvas.lattice.solid and scene.marks:
        return _standing(exploded(scene))
    if view == "cut" and scene.canvas.lattice.solid:
        return _slices(scene)
    return _standing(scene, lifted=view == "lifted")


def _slices(scene: Scene) -> Picture:
    """The solid, and what is left of it without its upper layers, at most five side by side."""
    pictures = [
        captioned(_standing(part), f"without {plural(top, 'layer')}" if top else "whole")
        for top, part in enumerate(cut(scene))
    ]
    return grid(pictures, min(5, len(pictures)), gap=CELL)


def _standing(scene: Scene, *, lifted: bool = False) -> Picture:
    lattice = scene.canvas.lattice
    if lattice.cubes:
        return solid([scene], lifted=lifted)
    return (pile if lattice.balls else polyhedra)(scene, lifted=lifted)


def suits(view: View, canvas: Canvas) -> bool:
    """Whether its cells are squares, cubes or balls, but no tiles; for other views, whether they have a place
    in space.
    """
    lattice = canvas.lattice
    if view == "balls":
        return (lattice.plain or lattice.balls) and not canvas.tiles
    return lattice.cubes or lattice.point is not None


def puzzle_drawn(canvases: Sequence[Canvas], given: Sequence[Marking]) -> Picture | None:
    """The boards with the givens; None if there are none. Cells of the same mark are one piece."""
    if not canvases:
        return None
    return drawing(given_scenes(canvases, given))


def page(pictures: Sequence[Picture], columns: int | None = None) -> Picture:
    """Pictures on white paper, in that many columns, or a little wider than high."""
    if not columns:
        width, height = max(each.width for each in pictures), max(each.height for each in pictures)
        columns = ceil(sqrt(1.3 * len(pictures) * height / width))
    return grid(pictures, min(columns, len(pictures)), gap=CELL * 0.8).framed(CELL * 0.4)
