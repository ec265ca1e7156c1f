"""Pieces, or tiles, that look the same: they may be meant as copies of one."""

from __future__ import annotations

from collections.abc import Callable

from excover.messages.about_pieces import CongruentPieces
from excover.puzzle.items import bounds_of
from excover.puzzle.puzzle import Piece, Shapes
from excover.puzzle.state import State
from excover.syntax import ast


def look_for_twins(
    state: State, statement: ast.PlaceStatement, shapes: Shapes, look_of: Callable[[Piece], object]
) -> None:
    """Warns of pieces that look the same, if they are used and no condition may distinguish them."""
    each = bounds_of(state, statement.each)
    if each.exact == 0 or (statement.where is not None and "piece" in statement.where.mentioned):
        return
    same: dict[object, list[Piece]] = {}
    for piece in shapes.pieces:
        same.setdefault(look_of(piece), []).append(piece)
    for twins in same.values():
        if len(twins) > 1:
            letters, first = [piece.letter for piece in twins], twins[0].span
            state.found.append(CongruentPieces(statement.span, letters, each.exact, first))
