"""What all solutions have in common, as frames of pandas: how often options and marks occur in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from excover.base.errors import imported
from excover.problem.solution_set.mark_map import MarkMap
from excover.solutions.solution_rows import SolutionRows

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
