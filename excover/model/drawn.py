"""Boards and pieces from Python as statements of the language.

>>> print(board_text("tray", [(1, 1), (1, 2), (2, 2)], "", (), most=100))
board tray
  |..
  |#.
>>> print(board_text("tray", (6, 10), "", ["torus"], most=100))
board tray 6x10, torus
>>> print(shapes_text("s", {"I": [(0, 0), (0, 1)], "L": ["L.", "LL"]}, "", most=100))
shapes s
  |II
  |
  |L.
  |LL
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import prod
from operator import index
from typing import TypeAlias

CellsLike: TypeAlias = str | Sequence[str] | Iterable[tuple[int, ...]]
"""A drawing as a text or as lines, or cells: (row, column) or (layer, row, column)."""

_SIZE = re.compile(r"\d+(x\d+){1,2}")


def board_text(
    name: str, cells: CellsLike | tuple[int, ...], lattice: str, sides: Iterable[str], most: int
) -> str:
    """A `board` statement. Sizes are a tuple of numbers or a text; cells are counted from 1.

    Raises ValueError if cells are none, or their box has more than ``most`` cells.
    """
    head = " ".join(filter(None, ["board", name, lattice]))
    if isinstance(cells, tuple) and cells and all(isinstance(length, int) for length in cells):
        head += " " + "x".join(map(str, cells))
        lines: list[str] = []
    elif isinstance(cells, str) and _SIZE.fullmatch(cells):
        head, lines = f"{head} {cells}", []
    else:
        lines = _lines(cells, ".", "#", 1, most)
    return "\n".join([", ".join([head, *sides]), *(f"  |{line}" for line in lines)])


def shapes_text(
    name: str, pieces: str | Sequence[str] | Mapping[str, CellsLike], lattice: str, most: int
) -> str:
    """A `shapes` statement. Raises ValueError if the cells of a piece are none, or more than ``most``."""
    if isinstance(pieces, Mapping):
        drawn = [_lines(cells, letter, ".", None, most) for letter, cells in pieces.items()]
        lines = [line for shape in drawn for line in ("", *shape)][1:]
    else:
        lines = _lines(pieces, "", "", None, most)
    head = " ".join(filter(None, ["shapes", name, lattice]))
    return "\n".join([head, *(f"  |{line}" for line in lines)])


def _lines(
    cells: CellsLike | tuple[int, ...], mark: str, gap: str, origin: int | None, most: int
) -> list[str]:
    """The lines of a drawing; ``origin`` is the least coordinate, None for that of the cells."""
    if isinstance(cells, str):
        return cells.strip("\n").split("\n")
    listed = list(cells)
    if listed and all(isinstance(line, str) for line in listed):
        return [str(line) for line in listed]
    places = {_place(cell) for cell in listed}
    if not places:
        raise ValueError("a drawing without cells")
    ends = [(min(axis), max(axis)) for axis in zip(*places, strict=True)]
    least = [low if origin is None else origin for low, _ in ends]
    if any(low < begin for (low, _), begin in zip(ends, least, strict=True)):
        raise ValueError(f"the cells of a board are counted from 1, and one is {min(places)}")
    box = [high - low + 1 for low, (_, high) in zip(least, ends, strict=True)]
    if prod(box) > most:
        sizes = " × ".join(f"{length:,}" for length in box)
        raise ValueError(
            f"the cells are in a box of {sizes} cells; the limit is {most:,} (`Limits(cells=..)`)"
        )
    layers, rows, columns = (range(begin, high + 1) for begin, (_, high) in zip(least, ends, strict=True))
    return [
        "|".join(
            "".join(mark if (layer, row, column) in places else gap for column in columns) for layer in layers
        )
        for row in rows
    ]


def _place(cell: object) -> tuple[int, int, int]:
    """Layer, row and column; the layer is 1 if it is not given."""
    try:
        coordinates = [index(each) for each in cell] if isinstance(cell, Iterable) else []
    except TypeError:  # no whole number
        coordinates = []
    if len(coordinates) not in (2, 3):
        raise ValueError(f"a cell is (row, column) or (layer, row, column), whole numbers, not {cell!r}")
    layer, row, column = (1, *coordinates) if len(coordinates) == 2 else coordinates
    return layer, row, column
