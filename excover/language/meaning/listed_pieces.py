"""Pieces that a statement lists one by one: each has a letter and a value, and a part may have a loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from excover.base.diagnostics import SpecError
from excover.base.names import Value, brief
from excover.language.expressions.check import check, check_loop
from excover.language.expressions.frame import UNIT
from excover.language.meaning.puzzle import Piece
from excover.language.meaning.state import State
from excover.language.messages.about_limits import TooManyShapes
from excover.language.messages.about_pieces import InvalidPieceName, NoPiecesLeft, PieceListedTwice
from excover.language.syntax import ast

ListedPart = TypeVar("ListedPart", ast.PieceCells, ast.TileColors)


def pieces_by_letter(
    state: State,
    statement: ast.ListedShapes | ast.ListedTiles,
    parts: Sequence[ListedPart],
    made: Callable[[ListedPart], Iterable[Piece]],
) -> dict[str, Piece]:
    """The pieces of all parts of a statement, in their order. Raises SpecError."""
    pieces: dict[str, Piece] = {}
    for part in parts:
        for piece in made(part):
            if piece.letter in pieces:
                raise SpecError(PieceListedTwice(part.letter.span, piece.letter, pieces[piece.letter].span))
            pieces[piece.letter] = piece
            if len(pieces) > state.limits.pieces:
                raise SpecError(TooManyShapes(statement.span, state.limits.pieces, "list fewer"))
    if not pieces:
        raise SpecError(NoPiecesLeft(statement.span, statement.name.id))
    return pieces


def letters_and_values(
    state: State, part: ast.PieceCells | ast.TileColors, value: ast.Expr
) -> Iterator[tuple[str, Value, str]]:
    """The letter and the value of each piece of a part, one for each binding of its loop, and that binding.

    Raises SpecError.
    """
    local = check_loop(part.loop, state.scope) if part.loop else frozenset[str]()
    check(part.letter, state.scope, local)
    check(value, state.scope, local)
    frame = state.evaluator.expand(part.loop)[0] if part.loop else UNIT
    letters, values = state.evaluator.column(part.letter, frame), state.evaluator.column(value, frame)
    for row, (letter, found) in enumerate(zip(letters, values, strict=True)):
        name, binding = brief(letter) if type(letter) is int else letter, frame.binding(row)
        if not (isinstance(name, str) and name.isascii() and name.isalnum()):
            raise SpecError(InvalidPieceName(part.letter.span, letter, binding))
        yield name, found, binding
