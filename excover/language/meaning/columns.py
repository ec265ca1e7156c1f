"""Drawings that stand in other columns than was probably meant, on lattices whose cells alternate.

>>> from excover.lattices import TRIANGLE
>>> right, wrong = [(0, 0, 2), (0, 1, 2)], [(0, 0, 3), (0, 1, 3)]  # pointing up and down, and down and up
>>> columns_off(TRIANGLE, [right], 0), columns_off(TRIANGLE, [right, wrong], 0)
(0, 0)
>>> columns_off(TRIANGLE, [wrong], margin=0), columns_off(TRIANGLE, [wrong], margin=3)
(1, -1)
"""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic
from excover.language.meaning.puzzle import Board, Shapes
from excover.language.messages.about_drawings import ColumnsOff
from excover.language.messages.about_pieces import PieceInParts
from excover.language.syntax import ast
from excover.lattices import Cell, Lattice, translated


def columns_off(lattice: Lattice, groups: Sequence[Sequence[Cell]], margin: int) -> int:
    """How many columns to the right groups of cells have to stand to be in fewer parts; negative: to the
    left, but not further than the ``margin``; 0 if that does not help.
    """
    parts = _parts(lattice, groups)
    if len(lattice.steps) == 1 or parts == len(groups):
        return 0
    wide = lattice.translations[2][2]
    able: list[tuple[int, int, int]] = []
    for by in range(max(-margin, 1 - wide), wide):
        moved = [translated(cells, (0, 0, by)) for cells in groups]
        if not any(map(lattice.strays, moved)) and (left := _parts(lattice, moved)) < parts:
            able.append((left, abs(by), by))
    return min(able)[2] if able else 0


def _margin(drawing: ast.Drawing) -> int:
    """How many blanks all lines begin with."""
    texts = [line.text for line in drawing.lines if line.text.strip()]
    return min(len(text) - len(text.lstrip(" ")) for text in texts)


def _parts(lattice: Lattice, groups: Sequence[Sequence[Cell]]) -> int:
    return sum(map(lattice.components, groups))


def board_off(board: Board, drawing: ast.Drawing) -> list[Diagnostic]:
    """A warning about a board that is in fewer parts in other columns."""
    by = columns_off(board.lattice, [board.cells], _margin(drawing))
    if not by:
        return []
    now, then = (_parts(board.lattice, [translated(board.cells, (0, 0, each))]) for each in (0, by))
    cells = board.lattice.cell_names[1]
    return [ColumnsOff(drawing.lines, f"`{board.name}`", cells, now, then, by)]


def pieces_off(shapes: Shapes, drawing: ast.Drawing, warnings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The warnings about pieces in parts, or instead of them one that they are in fewer in other columns."""
    told = {each.letter for each in warnings if isinstance(each, PieceInParts)}
    lattice = shapes.lattice
    if not told or lattice is None:
        return list(warnings)
    groups = [
        piece.cells
        for piece in shapes.pieces
        if piece.letter in told or lattice.components(piece.cells) == 1  # others are meant to be in parts
    ]
    if not (by := columns_off(lattice, groups, _margin(drawing))):
        return list(warnings)
    moved = [translated(cells, (0, 0, by)) for cells in groups]
    now, then = (sum(lattice.components(cells) > 1 for cells in each) for each in (groups, moved))
    off = ColumnsOff(drawing.lines, f"`{shapes.name}`", lattice.cell_names[1], now, then, by, are_pieces=True)
    return [off, *(each for each in warnings if not isinstance(each, PieceInParts))]
