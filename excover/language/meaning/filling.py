"""The expansion of `fill`: items for its units, an option for each cell and value, and a drawing.

`fill grid with 1..9, once per row, column, block 3x3` is

    item grid_row[1..9, 1..9], grid_column[1..9, 1..9], grid_block[1..9, 1..9]
    option grid((r, c) in grid, v in 1..9)
      covers grid[r, c], grid_row[r, v], grid_column[c, v], grid_block[3*((r-1) div 3) + (c-1) div 3 + 1, v]
    draw grid(r, c, v) at (r, c) as v

A unit with fewer cells to fill than values has each value at most once. Cells that may stay empty do not
count: they hold a value, or none.
"""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from excover.base.diagnostics import SpecError
from excover.base.names import OrderedSet, Value, show
from excover.base.source import Span
from excover.language.expressions.check import check
from excover.language.expressions.frame import UNIT
from excover.language.expressions.scope import AT_MOST_ONCE, ONCE, ItemFamily
from excover.language.meaning.options import option
from excover.language.meaning.puzzle import Board
from excover.language.meaning.references import named, unlike
from excover.language.meaning.showing import draw
from excover.language.meaning.state import State
from excover.language.messages.about_boards import (
    BlockSizeMisplaced,
    BoardWithoutLabels,
    FillNotFlat,
    UnitTooLarge,
)
from excover.language.syntax import ast
from excover.lattices import Cell


class FilledDrawing(ast.Draw):
    """The drawing that a `fill` has by itself."""


def fill(state: State, statement: ast.Fill) -> None:
    """A shorthand for items, an option for each cell and value, and their drawing."""
    board = named(state, statement.board, state.boards, "board")
    if not board.lattice.chequered:
        raise SpecError(FillNotFlat(statement.span, board.name))
    check(statement.values, state.scope)
    values = state.evaluator.of_kind(statement.values, UNIT, "set")[0]
    families, filled, drawing = _filling(statement, board, values)
    for family in families:
        state.take_room(family.span, len(family.keys))
        state.declare(family)
    option(state, filled)
    draw(state, drawing)


def _filling(
    fill: ast.Fill, board: Board, values: range | OrderedSet
) -> tuple[list[ItemFamily], ast.Option, FilledDrawing]:
    """The families, the option and the drawing of a `fill` statement. Raises SpecError."""
    span, name = fill.span, fill.board
    taken = {*fill.values.mentioned, name.id}
    row, column, value = (ast.Name(span, unlike(letter, taken)) for letter in "rcv")
    families, covers = [], [ast.CoveredItem(span, ast.Ref(span, name, (row, column)), None, None)]
    for unit in fill.units:
        family = _family(unit, board, values)
        families.append(family)
        ref = ast.Ref(unit.span, ast.Name(unit.span, family.name), (_index(unit, board, row, column), value))
        covers.append(ast.CoveredItem(unit.span, ref, None, _condition(unit, name, row, column)))
    pairs = ast.Binder(span, (ast.Pattern(span, (row, column), is_tuple=True),), name)
    each = ast.Binder(span, (ast.Pattern(span, (value,), is_tuple=False),), fill.values)
    loop, optional = ast.Loop(span, (pairs, each), None), bool(board.optional)
    option = ast.Option(span, name, loop, tuple(covers), None, optional, False)
    drawn = ast.OptionRef(span, name, (row, column, value))
    return families, option, FilledDrawing(span, drawn, ast.Tuple(span, (row, column)), value, None)


def _family(unit: ast.Unit, board: Board, values: range | OrderedSet) -> ItemFamily:
    """The items of one kind of unit: one for each unit and value."""
    if unit.sizes and unit.kind != "block":
        raise SpecError(BlockSizeMisplaced(unit.span))
    sizes = Counter({_unit_of(unit, board, cell): 0 for cell in board.cells})
    sizes.update(_unit_of(unit, board, cell) for cell in board.cells if cell not in board.optional)
    del sizes[None]
    if not sizes:
        raise SpecError(BoardWithoutLabels(unit.span, board.name))
    keys, bounds = [], []
    for number, cells in sorted(sizes.items(), key=lambda item: str(item[0]).rjust(9)):
        if cells > len(values):
            raise SpecError(UnitTooLarge(unit.span, f"{unit.kind} {number}", cells, len(values)))
        keys += [(number, value) for value in values]
        bounds += [ONCE if cells == len(values) else AT_MOST_ONCE] * len(values)
    shape = f"the {unit.kind}s of {board.name}, {show(values)}"
    return ItemFamily(f"{board.name}_{unit.kind}", unit.span, 2, tuple(keys), bounds, shape, of_unit=True)


def _unit_of(unit: ast.Unit, board: Board, cell: Cell) -> Value:
    _, row, column = cell
    kind = unit.kind
    match kind:
        case "row":
            return row + 1
        case "column":
            return column + 1
        case "label":
            return board.labels.get(cell)
        case "block":
            rows, columns = _block(unit)
            return row // rows * _blocks_across(board, columns) + column // columns + 1
        case _:
            assert_never(kind)


def _block(unit: ast.Unit) -> tuple[int, int]:
    if len(unit.sizes) != 2 or 0 in unit.sizes:
        raise SpecError(BlockSizeMisplaced(unit.span))
    rows, columns = unit.sizes
    return rows, columns


def _blocks_across(board: Board, columns: int) -> int:
    return -(-board.extent[2] // columns)


def _index(unit: ast.Unit, board: Board, row: ast.Name, column: ast.Name) -> ast.Expr:
    """The expression that gives a cell's unit: the same as ``_unit_of``, in the language."""
    span = unit.span
    kind = unit.kind
    match kind:
        case "row":
            return row
        case "column":
            return column
        case "label":
            return ast.Index(span, ast.Name(span, board.name), (row, column))
        case "block":
            rows, columns = _block(unit)
            down, across = _steps(span, row, rows), _steps(span, column, columns)
            stride = ast.Number(span, _blocks_across(board, columns))
            first = ast.Binary(span, stride, "*", down)
            return ast.Binary(span, ast.Binary(span, first, "+", across), "+", ast.Number(span, 1))
        case _:
            assert_never(kind)


def _steps(span: Span, coordinate: ast.Name, size: int) -> ast.Expr:
    from_zero = ast.Binary(span, coordinate, "-", ast.Number(span, 1))
    return ast.Binary(span, from_zero, "div", ast.Number(span, size))


def _condition(unit: ast.Unit, board: ast.Name, row: ast.Name, column: ast.Name) -> ast.Expr | None:
    """Cells without a label belong to no unit of labels."""
    if unit.kind != "label":
        return None
    label = ast.Index(unit.span, board, (row, column))
    return ast.Comparison(unit.span, label, (("!=", ast.Text(unit.span, ".")),))
