"""Boards, pieces and what is done with them, from Python as statements of the language.

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
>>> print(fill_text("grid", range(1, 10), ["row", "column", "block 3x3"]))
fill grid with 1..9, once per row, column, block 3x3
>>> print(place_text("s", "tray", "free", {"at_most": 2}, 0, {"a": ["x", "y"]}))
place free s on tray each 0..2 times matching "a" on "x", "a" on "y"
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import prod
from operator import index
from typing import Any, TypeAlias

from excover.cover.item_bounds import times_of
from excover.expressions.reduce import literal, set_of
from excover.lattices import LATTICES
from excover.names import Value
from excover.python_values import parameter_value
from excover.syntax import phrases

CellsLike: TypeAlias = str | Sequence[str] | Iterable[tuple[int, ...]]
"""A drawing as a text or as lines, or cells: (row, column) or (layer, row, column)."""

SIDES = ("torus", "cylinder", "open below", "open above", "crossing")
TURNS = ("free", "one-sided", "fixed")
_UNIT = re.compile(r"row|column|label|block \d+x\d+")
_LETTER = re.compile(r"[A-Za-z0-9]")
_SIZE = re.compile(r"\d+(x\d+){1,2}")


def board_text(
    name: str, cells: CellsLike | tuple[int, ...], lattice: str, sides: Iterable[str], most: int
) -> str:
    """A `board` statement. Sizes are a tuple of numbers or a text; cells are counted from 1.

    Raises ValueError if cells are none, or their box has more than ``most`` cells.
    """
    _one_of(lattice, "lattice", ("", *LATTICES))
    sides = [_one_of(side, "side of a board", SIDES) for side in sides]
    head = " ".join(filter(None, ["board", name, lattice]))
    if isinstance(cells, tuple) and cells and all(isinstance(length, int) for length in cells):
        if len(cells) not in (2, 3) or min(cells) < 1:
            raise ValueError(f"a board has 2 or 3 sizes from 1, not {cells}")
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
    _one_of(lattice, "lattice", ("", *LATTICES))
    if isinstance(pieces, Mapping):
        for letter in pieces:
            if not isinstance(letter, str) or not _LETTER.fullmatch(letter):
                raise ValueError(f"a piece is called by one letter or digit, not {letter!r}")
        drawn = [_lines(cells, letter, ".", None, most) for letter, cells in pieces.items()]
        lines = [line for shape in drawn for line in ("", *shape)][1:]
    else:
        lines = _lines(pieces, "", "", None, most)
    head = " ".join(filter(None, ["shapes", name, lattice]))
    return "\n".join([head, *(f"  |{line}" for line in lines)])


def place_text(
    shapes: str,
    board: str,
    turned: str,
    how_often: Mapping[str, Any],
    covering: int,
    matching: Mapping[str, str | Iterable[str]],
) -> str:
    """A `place` statement. Raises ValueError for other words, or bounds that are no numbers."""
    text = f"place {_one_of(turned, 'way to turn pieces', TURNS)} {shapes} on {board}"
    (each,) = times_of(1, how_often)
    if (each.lower, each.upper) != (1, 1):
        upper = f"{each.lower}..{each.upper}" if each.upper is not None else f"at least {each.lower}"
        text += f" each {upper} times"
    if covering:
        text += f" covering at least {index(covering)}"
    pairs = [
        f"{_text(piece)} on {_text(label)}"
        for piece, labels in matching.items()
        for label in ([labels] if isinstance(labels, str) else labels)
    ]
    return f"{text} matching {', '.join(pairs)}" if pairs else text


def fill_text(board: str, values: Any, once_per: Iterable[str]) -> str:
    """A `fill` statement. Raises SpecError if a value is none of the language."""
    members = values if isinstance(values, range) else parameter_value(values, set(), "values")
    if not isinstance(members, Iterable):
        raise TypeError(f"cells are filled with a set of values, such as range(1, 10), not {values!r}")
    units = [once_per] if isinstance(once_per, str) else list(once_per)
    for unit in units:
        if not _UNIT.fullmatch(unit):
            raise ValueError(f"values differ in each `row`, `column`, `label` or `block 3x3`, not {unit!r}")
    return f"fill {board} with {phrases.expression(set_of(members))}" + (
        f", once per {', '.join(units)}" if units else ""
    )


def _text(value: Value) -> str:
    return phrases.expression(literal(value))


def _one_of(word: str, what: str, known: Sequence[str]) -> str:
    if word not in known:
        raise ValueError(f"there is no {what} {word!r}: use {', '.join(filter(None, known))}")
    return word


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
