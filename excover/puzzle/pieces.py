"""From drawings to boards and pieces."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from excover.diagnostics import Diagnostic, SpecError
from excover.puzzle import faults
from excover.puzzle.drawing import BLANK, Mark, bands, marks
from excover.puzzle.lattice import Cell, normalized, parts
from excover.puzzle.puzzle import Board, Piece, Shapes
from excover.source import Span
from excover.syntax import ast

TO_COVER, MAY_STAY_EMPTY, NO_CELL = ".", "?", ("#", BLANK)


def sized_board(name: ast.Name, sizes: Sequence[int], openings: frozenset[str]) -> Board:
    """A full rectangle or box; ``sizes`` are rows and columns, or layers, rows and columns."""
    layers, rows, columns = (1, *sizes) if len(sizes) == 2 else sizes
    cells = tuple(product(range(layers), range(rows), range(columns)))
    return Board(name.id, name.span, cells, (layers, rows, columns), openings)


def drawn_board(
    name: ast.Name, drawing: ast.Drawing, openings: frozenset[str]
) -> tuple[Board, frozenset[Cell]]:
    """The board of a drawing, and its cells that may stay empty. Raises SpecError."""
    shown = list(_checked_marks(drawing))
    wrong = [m for m in shown if m.text not in (TO_COVER, MAY_STAY_EMPTY, *NO_CELL)]
    if wrong:
        raise SpecError([faults.board_mark(mark.span) for mark in wrong[:1]])
    cells = tuple(sorted(mark.cell for mark in shown if mark.text not in NO_CELL))
    if not cells:
        raise SpecError(faults.board_without_cells(name.span, name.id))
    layers, rows, columns = zip(*(mark.cell for mark in shown), strict=True)
    extent = max(layers) + 1, max(rows) + 1, max(columns) + 1
    walls = sum(mark.text == "#" for mark in shown)
    empty = frozenset(mark.cell for mark in shown if mark.text == MAY_STAY_EMPTY)
    return Board(name.id, name.span, cells, extent, openings, walls), empty


def drawn_shapes(name: ast.Name, drawing: ast.Drawing) -> tuple[Shapes, list[Diagnostic]]:
    """The pieces of a drawing in the order of their first marks, and warnings. Raises SpecError."""
    pieces: dict[str, Piece] = {}
    warnings = []
    for band in bands(drawing.lines):
        for piece in _pieces_of(band, drawing.span):
            if piece.letter in pieces:
                earlier = pieces[piece.letter]
                raise SpecError(faults.piece_drawn_twice(piece.span, piece.letter, earlier.span))
            pieces[piece.letter] = piece
            if (count := parts(piece.cells)) > 1:
                warnings.append(faults.piece_in_parts(piece.span, piece.letter, count))
    if not pieces:
        raise SpecError(faults.no_pieces(name.span, name.id))
    return Shapes(name.id, name.span, tuple(pieces.values())), warnings


def _pieces_of(band: Sequence[Span], span: Span) -> list[Piece]:
    found: dict[str, list[Mark]] = {}
    for mark in _checked_marks(ast.Drawing(span, tuple(band))):
        if mark.text.isascii() and mark.text.isalnum():
            found.setdefault(mark.text, []).append(mark)
        elif mark.text not in (".", BLANK):
            raise SpecError(faults.shapes_mark(mark.span))
    return [
        Piece(letter, normalized(mark.cell for mark in shown), shown[0].span)
        for letter, shown in found.items()
    ]


def _checked_marks(drawing: ast.Drawing) -> list[Mark]:
    shown = list(marks(drawing.lines))
    tab = next((mark for mark in shown if mark.text == "\t"), None)
    if tab:
        raise SpecError(faults.tab_in_drawing(tab.span))
    return shown
