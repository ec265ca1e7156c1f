"""Cells on paper: polygons whose corners are on a grid of integers, so that neighbours share them exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

Corner = tuple[int, int]
"""To the right and down."""
Side = tuple[Corner, Corner]
"""From corner to corner, with the cell on the right; its neighbour has the same side reversed."""
Point = tuple[float, float]
Point3 = tuple[float, float, float]
Spot = tuple[int, int]
"""A line and a column of text."""


class Polygons(NamedTuple):
    """The corners of the cell at a row and column, clockwise; the units of the grid, in widths of a cell."""

    corners: Callable[[int, int], tuple[Corner, ...]]
    unit: Point
    radius: float
    """The radius of the inscribed circle of a cell, in the same widths."""
    width: float = 1
    """The width of a cell on paper, which is larger for triangles, so that a letter fits."""


class Script(NamedTuple):
    """How polygons are written on a terminal: the places and lengths of marks, and the characters of a side.

    ``step`` is how many characters a column of the grid takes; ``joint`` where a corner is, if it has a spot
    of its own, and ``crosses`` whether lines are joined there. A script that ``folds`` leaves out the lines
    of text between rows of marks where nothing is drawn.
    """

    seat: Callable[[tuple[Corner, ...]], Spot]
    room: int
    side: Callable[[Side], Iterator[tuple[Spot, str]]]
    step: int
    joint: Callable[[Corner], Spot] | None = None
    crosses: bool = False
    folds: bool = False
