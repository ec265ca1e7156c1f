"""Boards: cells as items, from drawings and sizes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from operator import itemgetter

from excover.base.diagnostics import SpecError
from excover.base.names import Value
from excover.base.source import Span, is_yaml
from excover.language.expressions.scope import AT_MOST_ONCE, ONCE, ItemFamily, Times
from excover.language.meaning.columns import board_off
from excover.language.meaning.drawing import box_of, layers
from excover.language.meaning.items import MOST_TIMES
from excover.language.meaning.options import declare_option
from excover.language.meaning.pieces import drawn_board, sized_board, whole_board
from excover.language.meaning.puzzle import Board
from excover.language.meaning.references import lattice_called
from excover.language.meaning.soft_items import empty_cell, holes_of
from excover.language.meaning.state import State
from excover.language.messages.about_boards import (
    BoardHasBoth,
    BoardNeedsSize,
    DrawnLineIsComment,
    InvalidBoardSize,
    InvalidHoleCount,
    LayersMissing,
    WrongDimensionCount,
)
from excover.language.messages.about_lattices import LatticeWithoutPeriods
from excover.language.messages.about_limits import BoardBoxTooLarge, BoardTooLarge
from excover.language.messages.edits import Hint
from excover.language.syntax import ast
from excover.language.syntax.unbarred import comment_in_drawing, drawn_in_comments
from excover.lattices import Lattice
from excover.lattices.lattice import DIMENSIONS


def board(state: State, statement: ast.BoardStatement) -> None:
    """Declares a board, and an option for each of its cells if some may stay empty."""
    board = _declared(state, statement)
    if board.has_holes:
        empty = empty_cell(board)
        declare_option(state, empty)
        state.last_sources.append(empty)
        state.covered |= {board.name, holes_of(board.name)}


def _declared(state: State, statement: ast.BoardStatement) -> Board:
    name = statement.name
    if statement.drawing and statement.sizes:
        raise SpecError(BoardHasBoth(statement.sizes[0].span.to(statement.sizes[-1].span), name.id))
    lattice = lattice_called(state, statement.lattice)
    if statement.drawing:
        _refuse_large(state, name.span, box_of(statement.drawing.lines, lattice))
        board = drawn_board(statement, lattice, statement.drawing)
        _warn_of_comments(state, statement.drawing)
        _warn_of_layers(state, statement.drawing, lattice)
        state.found += board_off(board, statement.drawing)
    elif statement.sizes:
        if lattice and lattice.whole:
            raise SpecError(
                LatticeWithoutPeriods(statement.sizes[0].span.to(statement.sizes[-1].span), lattice.name)
            )
        board = sized_board(statement, lattice, _sizes(state, statement, lattice))
        if prod(board.sizes) > state.limits.cells:
            raise SpecError(BoardBoxTooLarge(statement.span, board.extent[1:], state.limits.cells))
    elif lattice and lattice.whole:
        board = whole_board(statement, lattice)
        state.take_room(name.span, len(board.cells))
    else:
        raise SpecError(BoardNeedsSize(name.span, name.id, _drawn_below(statement)))
    if statement.holes is not None:
        board = _with_holes(state, board, statement.holes)
    state.declare(_cells(board))
    state.boards[name.id] = board
    return board


def _drawn_below(statement: ast.BoardStatement) -> Hint:
    """What comments below a board in the text form look like."""
    source = statement.span.source
    return Hint() if is_yaml(source) else drawn_in_comments(source, statement.span.end)


def _warn_of_comments(state: State, drawing: ast.Drawing) -> None:
    """Comments in the drawing of a board that look like rows of it."""
    comment = None if is_yaml(drawing.span.source) else comment_in_drawing(drawing.lines)
    if comment:
        state.found.append(DrawnLineIsComment(comment))


def _warn_of_layers(state: State, drawing: ast.Drawing, lattice: Lattice | None) -> None:
    """Lines with fewer layers than others: those of a pyramid may have lost the bars at their beginning."""
    if lattice and lattice.axes > DIMENSIONS:
        return
    drawn = [(len(layers(line, lattice)), line) for line in drawing.lines if line.text.strip()]
    most, other = max(drawn, key=itemgetter(0), default=(0, drawing.span))
    for number, line in drawn:
        if number < most:
            state.found.append(LayersMissing(line, number, most, other, line.text))
            return


def _with_holes(state: State, board: Board, limit: ast.Expr) -> Board:
    """Declares the item that every hole covers."""
    most = state.constant(limit)
    if type(most) is not int or not 0 <= most < MOST_TIMES:
        raise SpecError(InvalidHoleCount(limit.span, most))
    if board.optional.issuperset(board.cells):
        return board
    state.take_room(board.span, 1)
    state.declare(ItemFamily(holes_of(board.name), board.span, 0, ((),), [Times(0, most)], ""))
    return board.replaced(has_holes=True)


def _sizes(state: State, statement: ast.BoardStatement, lattice: Lattice | None) -> list[int]:
    axes = lattice.axes if lattice else DIMENSIONS
    if not 2 <= len(statement.sizes) <= axes:
        raise SpecError(WrongDimensionCount(statement.span, len(statement.sizes), axes))
    sizes = []
    for expr in statement.sizes:
        size = state.constant(expr)
        if type(size) is not int or size < 1:
            raise SpecError(InvalidBoardSize(expr.span, size))
        sizes.append(size)
    _refuse_large(state, statement.span, sizes)
    return sizes


def _refuse_large(state: State, span: Span, sizes: Sequence[int]) -> None:
    if prod(sizes) > state.limits.cells:
        raise SpecError(BoardTooLarge(span, sizes, state.limits.cells))
    state.take_room(span, prod(sizes))


def _cells(board: Board) -> ItemFamily:
    """A board's cells as items, those that may stay empty as secondary ones."""
    bounds = [AT_MOST_ONCE if cell in board.optional else ONCE for cell in board.cells]
    shape = "x".join(map(str, board.sizes))
    keys = tuple(map(board.position, board.cells))
    labels: dict[tuple[Value, ...], str] = {}
    if board.labels:
        labels = {board.position(cell): board.labels.get(cell, ".") for cell in board.cells}
    return ItemFamily(board.name, board.span, len(keys[0]), keys, bounds, shape, labels)
