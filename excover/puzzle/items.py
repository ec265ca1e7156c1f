"""What must be covered: item families, boards and pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any, assert_never

from excover.diagnostics import SpecError
from excover.expressions.scope import AT_MOST_ONCE, COLORED, ONCE, ItemFamily, Times, UnitBounds
from excover.lattices import DeclaredLattice
from excover.messages.about_boards import (
    BoardHasBoth,
    BoardNeedsSize,
    InvalidBoardSize,
    InvalidHoleCount,
    WrongDimensionCount,
)
from excover.messages.about_declared_lattices import LatticeWithoutPeriods
from excover.messages.about_items import EmptyDemand, EmptyItemFamily, InvalidDemand, NotAnIndexSet
from excover.messages.about_limits import BoardBoxTooLarge, BoardTooLarge, TooManyItems
from excover.messages.about_units import EmptyUnits, InvalidUnits
from excover.names import OrderedSet, Value, brief
from excover.puzzle.drawing import box_of
from excover.puzzle.pieces import drawn_board, sized_board, whole_board
from excover.puzzle.puzzle import Board
from excover.puzzle.references import lattice_called
from excover.puzzle.soft_items import holes_of
from excover.puzzle.state import State
from excover.source import Span
from excover.syntax import ast

MOST_TIMES = 1_000_000
MOST_UNITS = 2**62


def declare_items(state: State, items: ast.Items) -> None:
    stated = items.multiplicity
    units = units_of(state, stated) if isinstance(stated, ast.Units) else None
    bounds = bounds_of(state, None if isinstance(stated, ast.Units) else stated)
    for family in items.families:
        state.declare(_item_family(state, family, bounds, units))


def units_of(state: State, stated: ast.Units) -> UnitBounds:
    """Bounds on a sum. Raises SpecError if they are no numbers, or exclude everything."""
    low, high = (None if expr is None else _amount(state, expr) for expr in (stated.lower, stated.upper))
    if low is not None and high is not None and high < low:
        raise SpecError(EmptyUnits(stated.span, low, high))
    return UnitBounds(low, high)


def _amount(state: State, expr: ast.Expr) -> int:
    value = state.constant(expr)
    if type(value) is not int or abs(value) > MOST_UNITS:
        raise SpecError(InvalidUnits(expr.span, value))
    return value


def bounds_of(state: State, stated: ast.Bounds | ast.AtMostOnce | ast.Colored | None) -> Times:
    match stated:
        case None:
            return ONCE
        case ast.AtMostOnce():
            return AT_MOST_ONCE
        case ast.Colored():
            return COLORED
        case ast.Bounds(span, lower, upper):
            low = _times(state, lower)
            high = None if upper is None else _times(state, upper)
            if high is not None and high < low:
                raise SpecError(EmptyDemand(span, low, high))
            return Times(low, high)
        case _:
            assert_never(stated)


def _times(state: State, expr: ast.Expr) -> int:
    value = state.constant(expr)
    if type(value) is not int or not 0 <= value < MOST_TIMES:
        raise SpecError(InvalidDemand(expr.span, value))
    return value


def _item_family(state: State, family: ast.Family, bounds: Times, units: UnitBounds | None) -> ItemFamily:
    sets: list[Any] = []
    for expr in family.index:
        members = state.constant(expr)
        if not isinstance(members, range | OrderedSet):
            raise SpecError(NotAnIndexSet(expr.span, members))
        if not members:
            state.found.append(EmptyItemFamily(expr.span, family.name.id))
        sets.append(members)
    count = prod(map(len, sets))
    if count > state.limits.items:
        raise SpecError(TooManyItems(family.span, list(map(len, sets)), state.limits.items))
    state.take_room(family.name.span, count)
    shape = ", ".join(map(brief, sets))
    keys = tuple(product(*sets))
    sums = None if units is None else [units] * count
    return ItemFamily(family.name.id, family.name.span, len(sets), keys, [bounds] * count, shape, units=sums)


def declare_board(state: State, statement: ast.BoardStatement) -> None:
    name = statement.name
    if statement.drawing and statement.sizes:
        raise SpecError(BoardHasBoth(statement.sizes[0].span.to(statement.sizes[-1].span), name.id))
    lattice = lattice_called(state, statement.lattice)
    if statement.drawing:
        _refuse_large(state, name.span, box_of(statement.drawing.lines, lattice))
        board = drawn_board(statement, lattice, statement.drawing)
    elif statement.sizes:
        if isinstance(lattice, DeclaredLattice) and lattice.whole:
            raise SpecError(
                LatticeWithoutPeriods(statement.sizes[0].span.to(statement.sizes[-1].span), lattice.name)
            )
        board = sized_board(statement, lattice, _sizes(state, statement))
        if prod(board.extent) > state.limits.cells:
            raise SpecError(BoardBoxTooLarge(statement.span, board.extent[1:], state.limits.cells))
    elif isinstance(lattice, DeclaredLattice) and lattice.whole:
        board = whole_board(statement, lattice)
        state.take_room(name.span, len(board.cells))
    else:
        raise SpecError(BoardNeedsSize(name.span, name.id))
    if statement.holes is not None:
        board = _with_holes(state, board, statement.holes)
    state.declare(_cells(board))
    state.boards[name.id] = board


def _with_holes(state: State, board: Board, limit: ast.Expr) -> Board:
    """Declares the item that every hole covers."""
    most = state.constant(limit)
    if type(most) is not int or not 0 <= most < MOST_TIMES:
        raise SpecError(InvalidHoleCount(limit.span, most))
    if board.optional.issuperset(board.cells):
        return board
    state.take_room(board.span, 1)
    state.declare(ItemFamily(holes_of(board.name), board.span, 0, ((),), [Times(0, most)], ""))
    return replace(board, has_holes=True)


def _sizes(state: State, statement: ast.BoardStatement) -> list[int]:
    if len(statement.sizes) not in (2, 3):
        raise SpecError(WrongDimensionCount(statement.span, len(statement.sizes)))
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
    shape = "x".join(map(str, board.extent[board.flat :]))
    keys = tuple(map(board.position, board.cells))
    labels: dict[tuple[Value, ...], str] = {}
    if board.labels:
        labels = {board.position(cell): board.labels.get(cell, ".") for cell in board.cells}
    return ItemFamily(board.name, board.span, len(keys[0]), keys, bounds, shape, labels)
