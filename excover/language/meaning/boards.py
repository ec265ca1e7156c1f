"""Boards: cells as items, from drawings and sizes; and `fill`, which gives each cell a value.

Drawings that stand in other columns than was probably meant, on lattices whose cells alternate.

>>> from excover.lattices import TRIANGLE
>>> right, wrong = [(0, 0, 2), (0, 1, 2)], [(0, 0, 3), (0, 1, 3)]  # pointing up and down, and down and up
>>> columns_off(TRIANGLE, [right], 0), columns_off(TRIANGLE, [right, wrong], 0)
(0, 0)
>>> columns_off(TRIANGLE, [wrong], margin=0), columns_off(TRIANGLE, [wrong], margin=3)
(1, -1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import prod
from operator import itemgetter
from typing import Any, assert_never

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import OrderedSet, Value, show
from excover.base.source import Span, is_yaml
from excover.language import messages
from excover.language.expressions.frame import UNIT
from excover.language.expressions.scope import AT_MOST_ONCE, ONCE, ItemFamily, Times, check
from excover.language.meaning.cell_labels import declare_labels, sizes_of, with_drawings
from excover.language.meaning.drawing import FilledDrawing, box_of, draw, layers
from excover.language.meaning.items import MOST_TIMES, empty_cell, holes_of
from excover.language.meaning.options import declare_option, option
from excover.language.meaning.pieces import drawn_board, sized_board, whole_board
from excover.language.meaning.puzzle import Board, Shapes
from excover.language.meaning.requirements import pairs, refuse_unfit
from excover.language.meaning.state import State, lattice_called, named, unlike
from excover.language.messages.message import Hint
from excover.language.syntax import ast
from excover.language.syntax.statements.board import MAY_STAY_EMPTY
from excover.language.syntax.unbarred import comment_in_drawing, drawn_in_comments
from excover.lattices import Cell, Lattice, translated
from excover.lattices.lattice import DIMENSIONS

NEXT = (0, 0, 1)
"""The step to the next column."""


class CellsNear:
    """The cells near each cell of a board, made when they are asked for."""

    def __init__(self, board: Board) -> None:
        self.name, self.is_glued = board.name, bool(board.gluing)
        self._board = board
        ways = board.lattice.steps.values()
        self.has_rows = not ways or any(NEXT in each for each in ways)
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
            place = self._board.positions
            self._known[corners] = {
                place[cell]: OrderedSet(map(place.__getitem__, sorted(cells))) for cell, cells in near.items()
            }
        return self._known[corners]

    def home(self, place: tuple[Any, ...]) -> tuple[Any, ...]:
        """The cell that is the same where sides are glued together; else the place itself."""
        board = self._board
        if not board.gluing or len(place) != 2:
            return place
        cell = board.wrapped((0, place[0] - 1, place[1] - 1))
        return board.positions.get(cell, place)


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
    return [messages.ColumnsOff(drawing.lines, f"`{board.name}`", cells, now, then, by)]


def pieces_off(shapes: Shapes, drawing: ast.Drawing, warnings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The warnings about pieces in parts, or instead of them one that they are in fewer in other columns."""
    in_parts = {each.letter for each in warnings if isinstance(each, messages.PieceInParts)}
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
    off = messages.ColumnsOff(
        drawing.lines, f"`{shapes.name}`", lattice.cell_names[1], now, then, by, are_pieces=True
    )
    return [off, *(each for each in warnings if not isinstance(each, messages.PieceInParts))]


def board(state: State, statement: ast.BoardStatement) -> None:
    """Declares a board, and an option for each of its cells if some may stay empty."""
    statement = with_drawings(state, statement)
    board = _declared(state, statement)
    declare_labels(state, statement, board)
    if board.has_holes:
        empty = empty_cell(board)
        declare_option(state, empty)
        state.last_sources.append(empty)
        state.covered |= {board.name, holes_of(board.name)}


def _declared(state: State, statement: ast.BoardStatement) -> Board:
    origin, name, may_stay_empty = statement, statement.name, MAY_STAY_EMPTY in statement.flags
    statement = statement.replaced(flags=tuple(each for each in statement.flags if each != MAY_STAY_EMPTY))
    if statement.drawing and statement.sizes:
        raise SpecError(messages.BoardHasBoth(statement.sizes[0].span.to(statement.sizes[-1].span), name.id))
    lattice = lattice_called(state, statement.lattice)
    if statement.drawing:
        _refuse_large(state, name.span, box_of(statement.drawing.lines, lattice))
        board = drawn_board(statement, lattice, statement.drawing)
        _warn_of_comments(state, statement.drawing)
        _warn_of_layers(state, statement.drawing, lattice)
        state.found += board_off(board, statement.drawing)
    elif sizes := _sizes(state, statement, lattice):
        board = sized_board(statement, lattice, sizes, _shift(state, statement))
        if prod(board.sizes) > state.limits.cells:
            raise SpecError(messages.BoardBoxTooLarge(statement.span, board.extent[1:], state.limits.cells))
    elif lattice and lattice.whole:
        board = whole_board(statement, lattice)
        state.take_room(name.span, len(board.cells))
    elif any(each.head.at_corners and each.drawing for each in statement.named_labels):
        raise SpecError(messages.BoardNeedsSize(name.span, name.id, Hint(_OF_CORNERS)))
    elif missing := [each.head for each in statement.named_labels if not each.drawing]:
        raise SpecError(messages.LabelsNotDrawn(missing[0].span, missing[0].name.id, name.id))
    else:
        raise SpecError(messages.BoardNeedsSize(name.span, name.id, _drawn_below(statement)))
    board = board.replaced(origin=origin)
    if may_stay_empty:
        board = board.replaced(optional=frozenset(board.cells))
    if statement.holes is not None:
        board = _with_holes(state, board, statement.holes)
    state.declare(_cells(board, bool(statement.drawing or statement.labels)))
    state.boards[name.id] = board
    state.scope.boards[name.id] = CellsNear(board)
    return board


def _shift(state: State, statement: ast.BoardStatement) -> int:
    """By how many cells a torus is shifted. Raises SpecError."""
    if statement.shift is None:
        return 0
    check(statement.shift, state.scope)
    by: list[int] = state.evaluator.of_kind(statement.shift, UNIT, "number")
    return by[0]


_OF_CORNERS = "labels at corners have a row and a column more than the board: draw at least two of each"


def _drawn_below(statement: ast.BoardStatement) -> Hint:
    """What comments below a board in the text form look like."""
    source = statement.span.source
    return Hint() if is_yaml(source) else drawn_in_comments(source, statement.span.end)


def _warn_of_comments(state: State, drawing: ast.Drawing) -> None:
    """Comments in the drawing of a board that look like rows of it."""
    comment = None if is_yaml(drawing.span.source) else comment_in_drawing(drawing.lines)
    if comment:
        state.found.append(messages.DrawnLineIsComment(comment))


def _warn_of_layers(state: State, drawing: ast.Drawing, lattice: Lattice | None) -> None:
    """Lines with fewer layers than others: those of a pyramid may have lost the bars at their beginning."""
    if lattice and lattice.axes > DIMENSIONS:
        return
    drawn = [(len(layers(line, lattice)), line) for line in drawing.lines if line.text.strip()]
    most, other = max(drawn, key=itemgetter(0), default=(0, drawing.span))
    for number, line in drawn:
        if number < most:
            state.found.append(messages.LayersMissing(line, number, most, other, line.text))
            return


def _with_holes(state: State, board: Board, limit: ast.Expr) -> Board:
    """Declares the item that every hole covers."""
    most = state.constant(limit)
    if type(most) is not int or not 0 <= most < MOST_TIMES:
        raise SpecError(messages.InvalidHoleCount(limit.span, most))
    if board.optional.issuperset(board.cells):
        return board
    state.take_room(board.span, 1)
    state.declare(ItemFamily(holes_of(board.name), board.span, 0, ((),), [Times(0, most)], ""))
    return board.replaced(has_holes=True)


def _sizes(state: State, statement: ast.BoardStatement, lattice: Lattice | None) -> list[int]:
    """The stated sizes, or those of the labels; empty if nothing states them."""
    if not statement.sizes:
        drawn = sizes_of(statement)
        if drawn:
            _refuse_large(state, statement.name.span, drawn)
        return drawn
    if lattice and lattice.whole:
        stated = statement.sizes[0].span.to(statement.sizes[-1].span)
        raise SpecError(messages.LatticeWithoutPeriods(stated, lattice.name))
    axes = lattice.axes if lattice else DIMENSIONS
    if not 2 <= len(statement.sizes) <= axes:
        raise SpecError(messages.WrongDimensionCount(statement.span, len(statement.sizes), axes))
    sizes = []
    for expr in statement.sizes:
        size = state.constant(expr)
        if type(size) is not int or size < 1:
            raise SpecError(messages.InvalidBoardSize(expr.span, size))
        sizes.append(size)
    _refuse_large(state, statement.span, sizes)
    return sizes


def _refuse_large(state: State, span: Span, sizes: Sequence[int]) -> None:
    if prod(sizes) > state.limits.cells:
        raise SpecError(messages.BoardTooLarge(span, sizes, state.limits.cells))
    state.take_room(span, prod(sizes))


def _cells(board: Board, is_drawn: bool) -> ItemFamily:
    """A board's cells as items, those that may stay empty as secondary ones.

    Where they are drawn, each has a label, even if no letter is drawn: another drawing may have some.
    """
    bounds = [AT_MOST_ONCE if cell in board.optional else ONCE for cell in board.cells]
    shape = "x".join(map(str, board.sizes))
    keys = tuple(board.positions.values())
    labels: dict[tuple[Value, ...], str] = {}
    if is_drawn:
        labels = {place: board.labels.get(cell, ".") for cell, place in board.positions.items()}
    return ItemFamily(board.name, board.span, len(keys[0]), keys, bounds, shape, labels)


# The expansion of `fill`: items for its units, an option for each cell and value, and a drawing.
#
# `fill grid with 1..9, once per row, column, block 3x3` is
#
#     item grid_row[1..9, 1..9], grid_column[1..9, 1..9], grid_block[1..9, 1..9]
#     option grid((r, c) in grid, v in 1..9)
#       covers grid[r, c], grid_row[r, v], grid_column[c, v], grid_block[3*((r-1) div 3) + (c-1) div 3 + 1, v]
#     draw grid(r, c, v) at (r, c) as v
#
# `each of G`, for a set of sets of cells, is a family of items with these sets as indices, of which each cell
# covers `(grid_group[g, v] for g in G where (r, c) in g)`.
#
# A unit with fewer cells to fill than values has each value at most once. Cells that may stay empty do not
# count: they hold a value, or none.


def fill(state: State, statement: ast.Fill) -> None:
    """A shorthand for items, an option for each cell and value, and their drawing."""
    board = named(state, statement.board, state.boards, "board")
    if not board.lattice.chequered:
        raise SpecError(messages.FillNotFlat(statement.span, board.name))
    check(statement.values, state.scope)
    values = state.evaluator.of_kind(statement.values, UNIT, "set")[0]
    families, filled, drawing = _filling(state, statement, board, values)
    for family in families:
        state.take_room(family.span, len(family.keys))
        state.declare(family)
    option(state, filled)
    draw(state, drawing)


def _filling(
    state: State, fill: ast.Fill, board: Board, values: range | OrderedSet
) -> tuple[list[ItemFamily], ast.Option, FilledDrawing]:
    """The families, the option and the drawing of a `fill` statement. Raises SpecError."""
    span, name = fill.span, fill.board
    taken = {*fill.mentioned, name.id}
    row, column, value, group = (ast.Name(span, unlike(letter, taken)) for letter in "rcvg")
    families = list[ItemFamily]()
    covers: list[ast.Covered] = [ast.CoveredItem(span, ast.Ref(span, name, (row, column)), None, None)]
    for unit in fill.units:
        if isinstance(unit, ast.Groups):
            families.append(_grouped(state, unit, board, values, {each.name for each in families}))
            covers.append(_in_groups(unit, families[-1].name, (row, column), group, value))
            continue
        unit = unit.replaced(sizes=tuple(_size_of_block(state, unit, size) for size in unit.sizes))
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
    sizes = Counter({_unit_of(unit, board, cell): 0 for cell in board.cells})
    sizes.update(_unit_of(unit, board, cell) for cell in board.cells if cell not in board.optional)
    del sizes[None]
    if not sizes:
        raise SpecError(messages.BoardWithoutLabels(unit.span, board.name))
    keys, bounds = [], []
    for number, cells in sorted(sizes.items(), key=lambda item: str(item[0]).rjust(9)):
        if cells > len(values):
            raise SpecError(messages.UnitTooLarge(unit.span, f"{unit.kind} {number}", cells, len(values)))
        keys += [(number, value) for value in values]
        bounds += [ONCE if cells == len(values) else AT_MOST_ONCE] * len(values)
    shape = f"the {unit.kind}s of {board.name}, {show(values)}"
    return ItemFamily(f"{board.name}_{unit.kind}", unit.span, 2, tuple(keys), bounds, shape, of_unit=True)


def _grouped(
    state: State, unit: ast.Groups, board: Board, values: range | OrderedSet, names: Collection[str]
) -> ItemFamily:
    """The items of groups of cells: one for each group and value. Raises SpecError."""
    check(unit.sets, state.scope)
    span, groups = unit.sets.span, state.evaluator.of_kind(unit.sets, UNIT, "set")[0]
    cells: dict[Value, Cell] = {place: cell for cell, place in board.positions.items()}
    bounds = []
    for number, group in enumerate(groups, 1):
        if not isinstance(group, OrderedSet) or not all(place in cells for place in group):
            raise SpecError(messages.NotAGroup(span, group, board.name, groups))
        filled = sum(cells[place] not in board.optional for place in group)
        if filled > len(values):
            raise SpecError(messages.UnitTooLarge(span, f"group {number}", filled, len(values)))
        bounds += [ONCE if filled == len(values) else AT_MOST_ONCE] * len(values)
    keys = tuple((group, value) for group in groups for value in values)
    name = unlike(f"{board.name}_group", names)
    shape = f"groups of {board.name}, {show(values)}"
    return ItemFamily(name, unit.span, 2, keys, bounds, shape, of_unit=True)


def _in_groups(
    unit: ast.Groups, family: str, cell: tuple[ast.Name, ...], group: ast.Name, value: ast.Name
) -> ast.CoverEach:
    """What a cell covers: the value in each group that contains the cell."""
    span = unit.span
    item = ast.CoveredItem(span, ast.Ref(span, ast.Name(span, family), (group, value)), None, None)
    each = ast.Binder(span, (ast.Pattern(span, (group,), is_tuple=False),), unit.sets)
    within = ast.Comparison(span, ast.Tuple(span, cell), (("in", group),))
    return ast.CoverEach(span, (item,), ast.Loop(span, (each,), within))


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


def _size_of_block(state: State, unit: ast.Unit, size: ast.Expr) -> ast.Number:
    value = state.constant(size)
    if type(value) is not int or value < 1:
        raise SpecError(messages.BlockSizeMisplaced(unit.span))
    return ast.Number(size.span, value)


def _block(unit: ast.Unit) -> tuple[int, int]:
    sizes = [size.value for size in unit.sizes if isinstance(size, ast.Number)]
    if len(sizes) != 2:
        raise SpecError(messages.BlockSizeMisplaced(unit.span))
    return sizes[0], sizes[1]


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
