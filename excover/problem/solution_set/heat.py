r"""How often each cell holds each mark, over all solutions.

>>> from excover.problem.problem import parse
>>> from excover.problem.solution_set.solution_set import SolutionSet
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
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from excover.base.diagnostics import SpecError
from excover.base.errors import imported
from excover.base.words import visible
from excover.language.messages.about_solution_sets import NoCellsForMarks
from excover.lattices import Cell
from excover.matrix.compiled import Compiled, Marking
from excover.matrix.matrix import Matrix
from excover.problem.solution_set.mark_map import MarkMap
from excover.search.diagrams.diagram import Diagram
from excover.search.run import Run
from excover.solutions.solution_rows import SolutionRows

if TYPE_CHECKING:
    import pandas

    from excover.base.json.objects import MarkData, MarksData
    from excover.render.svg import Picture


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
        from excover.problem.solution_set.heat_picture import heat_picture  # imported only for drawing

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
        raise SpecError(NoCellsForMarks(compiled.matrix.options[own[0]] if own else None))


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
