"""How often each cell holds each mark, over all solutions.

>>> from excover.problem import parse
>>> from excover.solution_set.solution_set import SolutionSet
>>> box = parse("board box 2x3 shapes d\\n  |AA BBB\\n  |.. B..\\nplace free d on box")
>>> heat = SolutionSet.of(box).heat()
>>> heat.solutions, heat.plates[0].held[0, 0, 0]
(4, 1)
>>> print(heat)
A
 25  50  25
 25  50  25
<BLANKLINE>
B
 75  50  75
 75  50  75
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from excover.cover.compiled import Canvas, Compiled, Ink
from excover.cover.matrix import Matrix
from excover.diagnostics import SpecError
from excover.lattices import Cell
from excover.messages.about_solution_sets import NoCellsForMarks
from excover.render.text import picture
from excover.solve.diagram import Diagram
from excover.words import visible


@dataclass(frozen=True, slots=True, eq=False)
class Plate:
    """One mark on one canvas: ``held`` says of each cell that ever holds it in how many solutions it does."""

    mark: str
    canvas: Canvas
    held: Mapping[Cell, int]

    def table(self, total: int) -> str:
        inks = [Ink(0, percent(count, total), (cell,)) for cell, count in self.held.items()]
        gaps = Ink(0, " ", tuple(self.canvas.gaps))
        return picture([replace(self.canvas, marks=(">99",))], [gaps, *inks])


@dataclass(frozen=True, slots=True, eq=False)
class HeatMap:
    """``solutions`` is the number of all; each mark has a plate on each canvas where it ever stands."""

    title: str
    solutions: int
    plates: Sequence[Plate]

    def __str__(self) -> str:
        return "\n\n".join(self.tables())

    def tables(self) -> list[str]:
        """Of each plate, percent of all solutions in the shape of the board; a point stands for never."""
        return [f"{visible(self.name(plate))}\n{plate.table(self.solutions)}" for plate in self.plates]

    def name(self, plate: Plate) -> str:
        """The mark, and the board where there are several."""
        several = len({each.canvas.name for each in self.plates}) > 1
        return f"{plate.mark} on {plate.canvas.name}" if several else plate.mark

    def svg(self) -> str:
        """A picture: a board for each plate, with the percent in each cell and a color that goes with it."""
        from excover.solution_set.heat_picture import heat_picture

        return heat_picture(self).svg(self.title)

    def _repr_svg_(self) -> str:
        """For Jupyter."""
        return self.svg()

    def as_data(self) -> dict[str, Any]:
        """For JSON; ``at`` has a cell's own coordinates, and cells that never hold the mark are left out."""
        plates = [
            {
                "mark": plate.mark,
                "board": plate.canvas.name,
                "cells": [
                    {"at": plate.canvas.position(cell), "count": count}
                    for cell, count in sorted(plate.held.items())
                ],
            }
            for plate in self.plates
        ]
        return {"title": self.title, "count": self.solutions, "marks": plates}


def percent(count: int, total: int) -> str:
    """Rounded, but for what is nearly none and nearly all.

    >>> [percent(count, 1000) for count in (0, 1, 5, 146, 994, 995, 1000)]
    ['.', '<1', '1', '15', '99', '>99', '100']
    """
    if count == 0:
        return "."
    if count == total:
        return "100"
    rounded = (200 * count + total) // (2 * total)
    return "<1" if rounded == 0 else ">99" if rounded == 100 else str(rounded)


def require_drawing(compiled: Compiled) -> None:
    """Raises SpecError where the description draws nothing."""
    if not any(compiled.inks):
        own = compiled.matrix.own_options()
        raise SpecError(NoCellsForMarks(compiled.matrix.options[own[0]] if own else None))


def heat_map(title: str, compiled: Compiled, diagram: Diagram) -> HeatMap:
    """Raises SpecError where the description draws nothing."""
    require_drawing(compiled)
    plates: dict[tuple[int, str], dict[Cell, int]] = {}
    for (canvas, mark, cell), count in _held(compiled, diagram):
        if count:
            plates.setdefault((canvas, mark), {})[cell] = count
    made = [Plate(mark, compiled.canvases[canvas], held) for (canvas, mark), held in plates.items()]
    return HeatMap(title, diagram.count, made)


Place = tuple[int, str, Cell]
"""A canvas, a mark, and a cell that may hold it."""


def _held(compiled: Compiled, diagram: Diagram) -> Iterator[tuple[Place, int]]:
    """Of every place, how many solutions choose at least one of the options that draw it."""
    marginals = diagram.marginals()
    for place, options in _drawers(compiled.inks).items():
        chosen = [option for option in options if marginals[option]]
        if exclude_each_other(compiled.matrix, chosen):
            yield place, sum(marginals[option] for option in chosen)
        else:  # words that cross draw the same letter
            yield place, diagram.count - diagram.count_with(banned=chosen)


def _drawers(inks: Sequence[Sequence[Ink]]) -> dict[Place, list[int]]:
    found: dict[Place, list[int]] = {}
    for option, ink in ((option, ink) for option, each in enumerate(inks) for ink in each):
        for cell in ink.cells:
            found.setdefault((ink.canvas, ink.mark, cell), []).append(option)
    return found


def exclude_each_other(matrix: Matrix, options: Sequence[int]) -> bool:
    """Whether they all cover an item that only one of them can cover."""
    if len(options) < 2:
        return True
    common = set.intersection(*(set(matrix.option_items(option)) for option in options))
    return any(matrix.upper[item] == 1 and not matrix.colored[item] for item in common)
