"""Pieces, or tiles, that look the same: they may be meant as copies of one."""

from __future__ import annotations

from collections.abc import Callable

from excover.base.diagnostics import Diagnostic
from excover.language.meaning.items import bounds_of_pieces
from excover.language.meaning.puzzle import Piece, Shapes
from excover.language.meaning.state import State
from excover.language.messages.about_pieces import CongruentPieces
from excover.language.syntax import ast


def look_for_twins(
    state: State, statement: ast.PlaceStatement, shapes: Shapes, look_of: Callable[[Piece], object]
) -> None:
    """Warns of pieces that look the same, if they are used and no condition may distinguish them."""
    each = bounds_of_pieces(state, statement.each)
    if each.exact == 0 or (statement.where is not None and "piece" in statement.where.mentioned):
        return
    same: dict[object, list[Piece]] = {}
    for piece in shapes.pieces:
        same.setdefault(look_of(piece), []).append(piece)
    for twins in same.values():
        if len(twins) > 1:
            letters, first = [piece.letter for piece in twins], twins[0].span
            state.found.append(CongruentPieces(statement.span, letters, each.exact, first))


def tell_apart(state: State, forbid: ast.Forbid) -> None:
    """Without the warnings of pieces that `forbid` distinguishes from those that look the same."""
    shapes = state.shapes.get(forbid.option.name.id)
    if shapes is None or _is_about_all(forbid):
        return
    (first, *_) = forbid.option.arguments
    named = {first.value} if isinstance(first, ast.Text) else {piece.letter for piece in shapes.pieces}
    places = {piece.letter: piece.span for piece in shapes.pieces}
    kept: list[Diagnostic] = []
    for warning in state.found:
        if isinstance(warning, CongruentPieces) and warning.first in places.values():
            letters = [letter for letter in warning.letters if letter not in named]
            if len(letters) > 1:
                kept.append(warning.replaced(letters=tuple(letters), first=places[letters[0]]))
        else:
            kept.append(warning)
    state.found[:] = kept


def _is_about_all(forbid: ast.Forbid) -> bool:
    """Whether it forbids the same placements of all pieces: its first argument runs through them, and nothing
    else depends on it.
    """
    (piece, *others), loop = forbid.option.arguments, forbid.loop
    if not isinstance(piece, ast.Name) or loop is None:
        return False
    parts = [*others, *([loop.where] if loop.where else []), *(each.domain for each in loop.binders)]
    binders = [
        each for each in loop.binders if piece.id in {name.id for p in each.patterns for name in p.names}
    ]
    domain = binders[0].domain if len(binders) == 1 else None
    runs = isinstance(domain, ast.Name) and domain.id == forbid.option.name.id
    return runs and not any(piece.id in part.mentioned for part in parts)
