"""A matrix as a picture for notebooks: a row for each option, a column for each item.

>>> from excover.problem.problem import parse
>>> matrix = parse("item a item s at most once option x() covers a, s option y() covers a").matrix
>>> matrix_svg(matrix).count("<path"), "M0 0h12v24h-12z" in matrix_svg(matrix)
(2, True)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from itertools import groupby
from typing import Protocol

from excover.base.words import plural

MOST_COLUMNS, MOST_ROWS = 240, 160
"""A larger matrix is drawn in so many squares: those of which some entry falls into."""
WIDEST, LARGEST = 720, 12
"""The width of the picture, and the side of a square, at the most."""
KINDS: Mapping[str, str] = {"primary": "#1a1a1a", "secondary": "#8a8f98", "colored": "#c2570c"}
"""The kinds of items, and their colors."""


class SparseRows(Protocol):
    """What is drawn of a `Matrix`."""

    @property
    def items(self) -> Sized: ...
    @property
    def options(self) -> Sized: ...
    @property
    def starts(self) -> array[int]: ...
    @property
    def entries(self) -> array[int]: ...
    @property
    def colored(self) -> Sequence[int]: ...
    def is_primary(self, item: int) -> bool: ...


def matrix_html(matrix: SparseRows) -> str:
    """The picture below a line with the numbers."""
    counts = [plural(len(matrix.items), "item"), plural(len(matrix.options), "option")]
    kinds = [kind for kind in KINDS if kind in set(_kinds(matrix))]
    legend = "; ".join(f'<span style="color:{KINDS[kind]}">&#9632;</span> {kind}' for kind in kinds)
    line = f"{', '.join(counts)}, {plural(len(matrix.entries), 'entry', 'entries')}; a row for each option"
    return f"<div><p>{line}; {legend}</p>{matrix_svg(matrix)}</div>"


def matrix_svg(matrix: SparseRows) -> str:
    """The picture alone; empty for a matrix without items or options."""
    items, options = len(matrix.items), len(matrix.options)
    if not items or not options:
        return ""
    columns, rows = min(items, MOST_COLUMNS), min(options, MOST_ROWS)
    side = max(2, min(LARGEST, WIDEST // columns))
    paths = "".join(
        f'<path fill="{KINDS[kind]}" d="{_squares(cells, side)}"/>'
        for kind, cells in _filled(matrix, columns, rows).items()
    )
    width, height = columns * side, rows * side
    box = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    paper = f'<rect width="{width}" height="{height}" fill="#f5f5f4"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{paper}{paths}</svg>'


def _kinds(matrix: SparseRows) -> Iterator[str]:
    for item in range(len(matrix.items)):
        if matrix.colored[item]:
            yield "colored"
        else:
            yield "primary" if matrix.is_primary(item) else "secondary"


def _filled(matrix: SparseRows, columns: int, rows: int) -> dict[str, set[tuple[int, int]]]:
    """The squares (column, row) with an entry, by the kind of the first item that fills them."""
    kinds, items, options = list(_kinds(matrix)), len(matrix.items), len(matrix.options)
    places = [item * columns // items for item in range(items)]
    kind_of: dict[tuple[int, int], str] = {}
    starts, entries = matrix.starts, matrix.entries
    for option in range(options):
        row = option * rows // options
        for item in entries[starts[option] : starts[option + 1]]:
            kind_of.setdefault((places[item], row), kinds[item])
    return {
        kind: cells for kind in KINDS if (cells := {cell for cell, found in kind_of.items() if found == kind})
    }


def _squares(cells: Iterable[tuple[int, int]], side: int) -> str:
    """The squares, those below each other as one rectangle."""
    ordered = sorted(cells)
    runs = groupby(enumerate(ordered), key=lambda placed: (placed[1][0], placed[1][1] - placed[0]))
    parts = []
    for _, members in runs:
        listed = [cell for _, cell in members]
        (x, y), high = listed[0], len(listed)
        parts.append(f"M{x * side} {y * side}h{side}v{high * side}h-{side}z")
    return "".join(parts)
