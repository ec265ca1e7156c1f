"""A solution as a picture: the layers of its boards beside each other, or as solids.

>>> import excover
>>> picture = drawn(excover.load("soma").solve(), "isometric")
>>> round(picture.width), round(picture.height)
(214, 246)
>>> page([picture] * 5, columns=2).width > 2 * picture.width
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, sqrt
from typing import Literal, Protocol, get_args

from excover.cover.compiled import Canvas, Ink, Place
from excover.lattices import Cell
from excover.render.board import drawing
from excover.render.isometric import solid
from excover.render.scene import scenes
from excover.render.svg import CELL, Picture, grid

View = Literal["layers", "isometric", "lifted"]
VIEWS: tuple[View, ...] = get_args(View)


class Drawable(Protocol):
    """A solution, or whatever else has ink on canvases."""

    @property
    def canvases(self) -> Sequence[Canvas]: ...

    @property
    def inks(self) -> Iterable[Iterable[Ink]]: ...

    @property
    def given(self) -> frozenset[Place]: ...


def drawn(what: Drawable, view: View = "layers") -> Picture:
    """The picture of a solution. Raises ValueError where the view does not suit the lattice."""
    shown = scenes(what.canvases, what.inks, what.given)
    if view == "layers":
        return drawing(shown)
    if misfit := next((c.lattice.name for c in what.canvases if not c.lattice.cubes), None):
        raise ValueError(f"a board of lattice `{misfit}` has no view `{view}`")
    return solid(shown, lifted=view == "lifted")


def puzzle_drawn(canvases: Sequence[Canvas], given: Sequence[Ink]) -> Picture | None:
    """The boards with what is given; None where there are none. Cells of the same mark are one piece."""
    if not canvases:
        return None
    together: dict[tuple[int, str], list[Cell]] = {}
    for ink in given:
        together.setdefault((ink.canvas, ink.mark), []).extend(ink.cells)
    inks = [[Ink(canvas, mark, tuple(cells))] for (canvas, mark), cells in together.items()]
    places = frozenset((ink.canvas, cell) for ink in given for cell in ink.cells)
    return drawing(scenes(canvases, inks, places))


def page(pictures: Sequence[Picture], columns: int | None = None) -> Picture:
    """Pictures on white paper, in so many columns, or a little wider than high."""
    if not columns:
        width, height = max(each.width for each in pictures), max(each.height for each in pictures)
        columns = ceil(sqrt(1.3 * len(pictures) * height / width))
    return grid(pictures, min(columns, len(pictures)), gap=CELL * 0.8).framed(CELL * 0.4)
