r"""How often each cell holds each mark, over all solutions: as numbers, tables, and pictures.

>>> from excover.problem.problem import parse
>>> from excover.problem.solution_set import SolutionSet
>>> box = parse("board box 2x3 shapes d\n  |AA BBB\n  |.. B..\nplace free d on box")
>>> heat = SolutionSet.of(box).heat()
>>> heat.solutions, heat.maps[0].held[0, 0, 0]
(4, 1)
>>> print(heat)
A
 25  50  25
 25  50  25
<BLANKLINE>
B
 75  50  75
 75  50  75

Where one mark occurs, over all solutions.

>>> row = MarkMap("A", Canvas("", (1, 1, 3), (0, 1, 1), frozenset()), {(0, 0, 0): 1, (0, 0, 2): 2})
>>> print(row.table(2))
 50   . 100

A heat map as a picture: a board for each mark, whose cells are darker the more often they hold it.

>>> box = parse("board box 2x3 shapes d\n  |AA BBB\n  |.. B..\nplace free d on box")
>>> heat = SolutionSet.of(box).heat()
>>> heat_color(0), heat_color(1), heat.svg()[:4]
('#ffffd9', '#081d58', '<svg')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import sqrt
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

from excover.base.diagnostics import SpecError
from excover.base.errors import imported
from excover.base.words import clipped, plural, visible
from excover.language import messages
from excover.lattices import Cell
from excover.matrix.compiled import Canvas, Compiled, Marking
from excover.matrix.matrix import Matrix
from excover.render.geometry import THICK, Layout, Pen, outline
from excover.render.scene import ink_on
from excover.render.svg import (
    CELL,
    FONT,
    INK,
    LONGEST,
    MUTED,
    PAPER,
    Picture,
    captioned,
    element,
    grid,
    stack,
)
from excover.render.text import drawing_text
from excover.search.diagram import Diagram
from excover.search.run import Run
from excover.solutions.solution_rows import SolutionRows

if TYPE_CHECKING:
    import pandas

    from excover.base.json.objects import MarkData, MarksData


@dataclass(frozen=True, slots=True, eq=False)
class MarkMap:
    """One mark on one canvas; ``held`` maps each cell that ever holds it to the number of solutions in which
    it does.
    """

    mark: str
    canvas: Canvas
    held: Mapping[Cell, int]

    def table(self, total: int) -> str:
        markings = [Marking(0, percent(count, total), (cell,)) for cell, count in self.held.items()]
        shown = frozenset(chain.from_iterable(self.canvas.blocks))
        empty = self.canvas.gaps.difference(self.held)
        gaps = Marking(0, " ", tuple(cell for cell in empty if cell[0] in shown))
        return drawing_text([self.canvas.replaced(marks=(">99",))], [gaps, *markings])


def percent(count: int, total: int) -> str:
    """Rounded, except for almost none and almost all.

    >>> [percent(count, 1000) for count in (0, 1, 5, 146, 994, 995, 1000)]
    ['.', '<1', '1', '15', '99', '>99', '100']
    """
    if count == 0:
        return "."
    if count == total:
        return "100"
    rounded = (200 * count + total) // (2 * total)
    return "<1" if rounded == 0 else ">99" if rounded == 100 else str(rounded)


@dataclass(frozen=True, slots=True, eq=False)
class HeatMap:
    """``solutions`` is the number of all solutions; each mark has a map of each canvas on which it occurs."""

    title: str
    solutions: int
    maps: Sequence[MarkMap]

    def __str__(self) -> str:
        return "\n\n".join(self.tables())

    def tables(self) -> list[str]:
        """Each map as percentages of all solutions, in the shape of the board; a point means never."""
        return [f"{visible(self.name(mark_map))}\n{mark_map.table(self.solutions)}" for mark_map in self.maps]

    def name(self, mark_map: MarkMap) -> str:
        """The mark, and the board if there are several."""
        several = len({each.canvas.name for each in self.maps}) > 1
        return f"{mark_map.mark} on {mark_map.canvas.name}" if several else mark_map.mark

    def picture(self) -> Picture:
        """A board for each map, with the percentage in each cell and a corresponding color."""
        titled = [(self.name(each), each) for each in self.maps]
        return heat_picture(self.title, self.solutions, titled)

    def svg(self) -> str:
        return self.picture().svg(self.title)

    def _repr_svg_(self) -> str:
        """For Jupyter."""
        return self.svg()

    def to_frame(self) -> pandas.DataFrame:
        """A row for each mark and cell that ever holds it.

        ``mark``, ``board``, ``layer``, ``row`` and ``column`` (of hypercubes also ``block``) identify it;
        ``solutions`` is the number of solutions in which it does, ``share`` their part of all. Raises
        MissingExtra without pandas.
        """
        frame: pandas.DataFrame = heat_frame(self.maps, self.solutions)
        return frame

    def as_data(self) -> MarksData:
        """For JSON; ``at`` has the coordinates of a cell, and cells that never hold the mark are omitted."""
        marks: list[MarkData] = [
            {
                "mark": mark_map.mark,
                "board": mark_map.canvas.name,
                "cells": [
                    {"at": list(mark_map.canvas.position(cell)), "count": count}
                    for cell, count in sorted(mark_map.held.items())
                ],
            }
            for mark_map in self.maps
        ]
        return {"title": self.title, "count": self.solutions, "marks": marks}


def require_drawing(compiled: Compiled) -> None:
    """Raises SpecError if the description draws nothing."""
    if not any(compiled.markings):
        own = compiled.matrix.own_options()
        raise SpecError(messages.NoCellsForMarks(compiled.matrix.options[own[0]] if own else None))


def heat_map(title: str, compiled: Compiled, diagram: Diagram, run: Run) -> HeatMap:
    """Raises SpecError if the description draws nothing, and Unfinished."""
    require_drawing(compiled)
    held: dict[tuple[int, str], dict[Cell, int]] = {}
    for (canvas, mark, cell), count in _held(compiled, diagram, run):
        if count:
            held.setdefault((canvas, mark), {})[cell] = count
    maps = [MarkMap(mark, compiled.canvases[canvas], held[canvas, mark]) for canvas, mark in _in_order(held)]
    return HeatMap(title, diagram.count, maps)


def _in_order(marks: Iterable[tuple[int, str]]) -> Sequence[tuple[int, str]]:
    """Numbers by their size: clues would have others first."""
    found = list(marks)
    if not all(mark.isdecimal() for _, mark in found):
        return found
    return sorted(found, key=lambda each: (each[0], int(each[1])))


_MarkedCell = tuple[int, str, Cell]
"""A canvas, a mark, and a cell that may hold it."""


def _held(compiled: Compiled, diagram: Diagram, run: Run) -> Iterator[tuple[_MarkedCell, int]]:
    """For every place, the number of solutions that choose at least one of the options that draw it."""
    marginals = diagram.marginals(run)
    for place, options in _drawers(compiled.markings).items():
        chosen = [option for option in options if marginals[option]]
        if exclude_each_other(compiled.matrix, chosen):
            yield place, sum(marginals[option] for option in chosen)
        else:  # crossing words draw the same letter
            yield place, diagram.count - diagram.count_with(banned=chosen, run=run)


def _drawers(markings: Sequence[Sequence[Marking]]) -> dict[_MarkedCell, list[int]]:
    found: dict[_MarkedCell, list[int]] = {}
    for option, marking in ((option, marking) for option, each in enumerate(markings) for marking in each):
        for cell in marking.cells:
            found.setdefault((marking.canvas, marking.mark, cell), []).append(option)
    return found


def exclude_each_other(matrix: Matrix, options: Sequence[int]) -> bool:
    """Whether they all cover an item that only one of them can cover."""
    return len(options) < 2 or bool(matrix.shared_once(options))


# What all solutions have in common, as frames of pandas: how often options and marks occur in them.

LARGEST = 2**63 - 1
"""The largest number of a column of integers; larger ones are Python's own, in a column of objects."""


def uses_frame(rows: SolutionRows, options: Sequence[int], uses: Sequence[int], total: int) -> Any:
    """A row for each of the options, whose numbers are given, with the solutions that choose it."""
    pandas = imported("pandas", "data", "a data frame")
    frame = rows.options_frame().iloc[list(options)].reset_index(drop=True)
    return frame.assign(uses=_column(pandas, uses), share=_shares(pandas, uses, total))


def heat_frame(maps: Sequence[MarkMap], total: int) -> Any:
    """A row for each mark and each cell that ever holds it."""
    pandas = imported("pandas", "data", "a data frame")
    cells = [(each, cell, count) for each in maps for cell, count in sorted(each.held.items())]
    places = [each.canvas.position(cell) for each, cell, _ in cells]
    counts = [count for *_, count in cells]
    blocks = [place[-4] if len(place) == 4 else None for place in places]
    layers = [place[-3] if len(place) > 2 else None for place in places]
    return pandas.DataFrame(
        {
            "mark": [each.mark for each, *_ in cells],
            "board": [each.canvas.name for each, *_ in cells],
            **({"block": pandas.Series(blocks, dtype="Int64")} if any(blocks) else {}),
            "layer": pandas.Series(layers, dtype="Int64"),
            "row": pandas.Series([place[-2] for place in places], dtype="int64"),
            "column": pandas.Series([place[-1] for place in places], dtype="int64"),
            "solutions": _column(pandas, counts),
            "share": _shares(pandas, counts, total),
        }
    )


def _column(pandas: Any, counts: Sequence[int]) -> Any:
    return pandas.Series(counts, dtype="int64" if max(counts, default=0) <= LARGEST else "object")


def _shares(pandas: Any, counts: Sequence[int], total: int) -> Any:
    return pandas.Series([count / total if total else 0.0 for count in counts], dtype="float64")


STOPS = ("#ffffd9", "#edf8b1", "#c7e9b4", "#7fcdbb", "#41b6c4", "#1d91c0", "#225ea8", "#253494", "#081d58")
"""From rare to frequent: the sequential scheme YlGnBu, which color-blind people can distinguish (C. Brewer,
2002).
"""
WIDE = 1.5
"""The ratio of width to height of a sheet, approximately."""
GAP = 0.75 * CELL


def heat_picture(title: str, solutions: int, maps: Sequence[tuple[str, MarkMap]]) -> Picture:
    """A sheet of all maps, each with its title, and a legend.

    Colors range from never to the share of the cell that is held most often.
    """
    most = max((count for _, mark_map in maps for count in mark_map.held.values()), default=0)
    pictures = [captioned(_drawn(mark_map, solutions, most), name) for name, mark_map in maps]
    what = f": percent of {plural(solutions, 'solution')}"
    legend = captioned(_legend(most, solutions), clipped(title or "Heat map", LONGEST - len(what)) + what)
    return stack([grid(pictures, _columns(pictures), GAP), legend] if pictures else [legend], GAP).framed(GAP)


def heat_color(share: float) -> str:
    """The color of a share relative to the greatest, from 0 to 1."""
    at = min(int(share * (len(STOPS) - 1)), len(STOPS) - 2)
    low, high = map(_channels, STOPS[at : at + 2])
    part = share * (len(STOPS) - 1) - at
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(low, high, strict=True))


def _channels(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color[1:]))


def _drawn(mark_map: MarkMap, total: int, most: int) -> Picture:
    pen = Pen(Layout.of(mark_map.canvas))
    return pen.picture(_elements(mark_map, pen, total, most))


def _elements(mark_map: MarkMap, pen: Pen, total: int, most: int) -> Iterator[Element]:
    cells = pen.layout.cells
    yield pen.area(cells, PAPER)
    colors = {cell: heat_color(count / most) for cell, count in mark_map.held.items()}
    yield from (pen.area([cell], color) for cell, color in colors.items())
    yield pen.inner(cells)
    yield pen.line(outline(pen.layout.sides(cells)), THICK, INK)
    for cell, count in mark_map.held.items():
        yield pen.text(cell, percent(count, total), 3, fill=ink_on(colors[cell]))


def _columns(pictures: list[Picture]) -> int:
    width, height = pictures[0].width + GAP, pictures[0].height + GAP
    return min(len(pictures), max(1, round(sqrt(WIDE * len(pictures) * height / width))))


def _legend(most: int, total: int) -> Picture:
    """A bar of the colors, with the percentages at both ends."""
    parts, width, height = 64, 6 * CELL, CELL / 3
    bar = [_stripe(width * k / parts, width, height, heat_color(k / (parts - 1))) for k in range(parts)]
    frame = element("rect", x=0, y=0, width=width, height=height, fill="none", stroke=MUTED, stroke_width=1)
    low = _label("0", 0, height, "start")
    high = _label(percent(most, total), width, height, "end")
    return Picture(width + 1, height + 22, [*bar, frame, low, high])


def _stripe(x: float, width: float, height: float, color: str) -> Element:
    """It extends to the right end, which the next one covers, so that no gap shows between them."""
    return element("rect", x=x, y=0, width=width - x, height=height, fill=color)


def _label(text: str, x: float, y: float, anchor: str) -> Element:
    return element(
        "text", text=text, x=x, y=y + 18, font_family=FONT, font_size=14, fill=INK, text_anchor=anchor
    )
