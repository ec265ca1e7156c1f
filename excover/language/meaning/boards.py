"""Boards: cells as items, from drawings and sizes.

Drawings that stand in other columns than was probably meant, on lattices whose cells alternate.

>>> from excover.lattices import TRIANGLE
>>> right, wrong = [(0, 0, 2), (0, 1, 2)], [(0, 0, 3), (0, 1, 3)]  # pointing up and down, and down and up
>>> columns_off(TRIANGLE, [right], 0), columns_off(TRIANGLE, [right, wrong], 0)
(0, 0)
>>> columns_off(TRIANGLE, [wrong], margin=0), columns_off(TRIANGLE, [wrong], margin=3)
(1, -1)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from operator import itemgetter

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import OrderedSet, Value
from excover.base.source import Span, is_yaml
from excover.language.expressions.scope import AT_MOST_ONCE, ONCE, ItemFamily, Times
from excover.language.meaning.drawing import box_of, layers
from excover.language.meaning.items import MOST_TIMES, empty_cell, holes_of
from excover.language.meaning.options import declare_option
from excover.language.meaning.pieces import drawn_board, sized_board, whole_board
from excover.language.meaning.puzzle import Board, Shapes
from excover.language.meaning.references import lattice_called
from excover.language.meaning.requirements import pairs, refuse_unfit
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
from excover.language.messages.about_drawings import ColumnsOff
from excover.language.messages.about_lattices import LatticeWithoutPeriods
from excover.language.messages.about_limits import BoardBoxTooLarge, BoardTooLarge
from excover.language.messages.about_pieces import PieceInParts
from excover.language.messages.edits import Hint
from excover.language.syntax import ast
from excover.language.syntax.statements.board import MAY_STAY_EMPTY
from excover.language.syntax.unbarred import comment_in_drawing, drawn_in_comments
from excover.lattices import Cell, Lattice, translated
from excover.lattices.lattice import DIMENSIONS


class CellsNear:
    """The cells near each cell of a board, made when they are asked for."""

    def __init__(self, board: Board) -> None:
        self.name = board.name
        self._board = board
        self._known: dict[bool, dict[Value, OrderedSet]] = {}

    def near(self, corners: bool, span: Span) -> Mapping[Value, OrderedSet]:
        """Those that share a side, or if ``corners``, a side or a corner. Raises SpecError."""
        if corners not in self._known:
            if corners:
                refuse_unfit(span, self._board, "corners")
            near: dict[Cell, list[Cell]] = {cell: [] for cell in self._board.cells}
            for one, other in pairs(self._board, corners):
                near[one].append(other)
                near[other].append(one)
            place = self._board.position
            self._known[corners] = {
                place(cell): OrderedSet(map(place, sorted(cells))) for cell, cells in near.items()
            }
        return self._known[corners]


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
    in_parts = {each.letter for each in warnings if isinstance(each, PieceInParts)}
    lattice = shapes.lattice
    if not in_parts or lattice is None:
        return list(warnings)
    groups = [
        piece.cells
        for piece in shapes.pieces
        if piece.letter in in_parts or lattice.components(piece.cells) == 1  # others are meant to be in parts
    ]
    if not (by := columns_off(lattice, groups, _margin(drawing))):
        return list(warnings)
    moved = [translated(cells, (0, 0, by)) for cells in groups]
    now, then = (sum(lattice.components(cells) > 1 for cells in each) for each in (groups, moved))
    off = ColumnsOff(drawing.lines, f"`{shapes.name}`", lattice.cell_names[1], now, then, by, are_pieces=True)
    return [off, *(each for each in warnings if not isinstance(each, PieceInParts))]


def board(state: State, statement: ast.BoardStatement) -> None:
    """Declares a board, and an option for each of its cells if some may stay empty."""
    board = _declared(state, statement)
    if board.has_holes:
        empty = empty_cell(board)
        declare_option(state, empty)
        state.last_sources.append(empty)
        state.covered |= {board.name, holes_of(board.name)}


def _declared(state: State, statement: ast.BoardStatement) -> Board:
    name, may_stay_empty = statement.name, MAY_STAY_EMPTY in statement.flags
    statement = statement.replaced(flags=tuple(each for each in statement.flags if each != MAY_STAY_EMPTY))
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
    if may_stay_empty:
        board = board.replaced(optional=frozenset(board.cells))
    if statement.holes is not None:
        board = _with_holes(state, board, statement.holes)
    state.declare(_cells(board))
    state.boards[name.id] = board
    state.scope.boards[name.id] = CellsNear(board)
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
