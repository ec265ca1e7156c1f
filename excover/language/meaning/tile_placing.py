"""Tiles on a board: `place` of shapes whose sides or corners have colors.

`place one-sided tile on tray` is

    item tray_sides[each (cell, number of a side)] colored
    option tile(cell in tray, sides in the ways in which some tile can lie)
      covers tile[its name], tray[cell], tray_sides[(cell, 1)] = sides[1], ..
    draw tile(cell, sides) at cell as sides

where a side that two cells share is one item, named by the first of them. With `border w`, the sides on the
border have no items: only tiles fit there that have this color.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from excover.base.diagnostics import SpecError
from excover.base.names import OrderedSet, Record, Symbol, Value
from excover.base.source import Span
from excover.language.expressions.check import check
from excover.language.expressions.frame import Frame
from excover.language.expressions.scope import COLORED, ItemFamily
from excover.language.meaning.listing import ListedNames, Listing
from excover.language.meaning.on_demand import FlatRows
from excover.language.meaning.options import look_for_twins
from excover.language.meaning.puzzle import Board, ItemKey, Shapes, TilesOnBoard
from excover.language.meaning.state import State
from excover.language.meaning.tiles import Colors, seen
from excover.language.messages.about_drawings import NotAColorValue
from excover.language.messages.about_limits import TooManyOptions
from excover.language.messages.about_pieces import NotForTiles, TilesOnSeveralBoards, TwoSetsOfTiles
from excover.language.syntax import ast
from excover.lattices import Cell
from excover.lattices.rims import Rim, RimPlace


class _Way(NamedTuple):
    """A tile on a cell of the board, and the colors around it."""

    letter: str
    cell: Cell
    colors: Colors


class Seats:
    """The items of the sides, or corners, of the cells of a board."""

    def __init__(self, tiled: TilesOnBoard) -> None:
        self.family = f"{tiled.board.name}_{tiled.rim}"
        self.rim = Rim(tiled.board.lattice, tiled.rim)
        self._board, self._bordered = tiled.board, tiled.is_bordered
        self._cells = set(tiled.board.cells)
        self._of = {cell: [self._key(place) for place in self.rim.of(cell)] for cell in tiled.board.cells}

    @property
    def keys(self) -> list[ItemKey]:
        return list(dict.fromkeys(key for keys in self._of.values() for key in keys if key))

    def of(self, cell: Cell) -> list[ItemKey]:
        """The item of each side; empty for those that must have the color of the border."""
        return self._of[cell]

    def _key(self, place: RimPlace) -> ItemKey:
        """The first cell of the board with this side, and its number there."""
        wrapped_cells = [(self._board.wrapped(cell), cell) for cell in place]
        here = [(at, self.rim.of(cell).index(place)) for at, cell in wrapped_cells if at in self._cells]
        if self._bordered and len(here) < len(place):
            return ()
        at, number = min(here)
        return ((self._board.position(at), number + 1),)


def place_tiles(state: State, statement: ast.PlaceStatement, shapes: Shapes, board: Board) -> None:
    """Declares the items of sides, and the options. Raises SpecError."""
    _refuse_unfit(state, statement, shapes)
    border = None if statement.border is None else state.constant(statement.border)
    if isinstance(border, bool | range | OrderedSet | Record):
        assert statement.border is not None
        raise SpecError(NotAColorValue(statement.border.span))
    tiled = TilesOnBoard(shapes.name, shapes.pieces, board, shapes.rim, border is not None)
    seats = Seats(tiled)
    group = str(statement.group)
    look_for_twins(
        state,
        statement,
        shapes,
        lambda piece: frozenset(seen(seats.rim, piece.cells[0], piece.colors, group)),
    )
    ways = _kept(state, statement, shapes, _ways(state, statement, shapes, board, seats, border))
    family = _declared(state, statement.span, seats.family, seats.keys)
    state.tiled.append(tiled)
    repeated = len({(way.cell, way.colors) for way in ways}) < len(ways)
    option = _option(statement, shapes, repeated)
    state.options[shapes.name] = option
    state.sources.append(_listing(state, option, shapes, board, family, seats, ways))
    state.covered |= {shapes.name, board.name}
    if all(map(_can_be_drawn, {color for piece in shapes.pieces for color in piece.colors})):
        *_, cell, colors = option.loop.names
        ref = ast.OptionRef(statement.span, option.name, tuple(option.loop.names))
        state.draws.append(ast.Draw(statement.span, ref, cell, colors, None))


def _refuse_unfit(state: State, statement: ast.PlaceStatement, shapes: Shapes) -> None:
    if earlier := state.options.get(shapes.name):
        raise SpecError(TilesOnSeveralBoards(statement.span, shapes.name, earlier.span))
    for other in state.tiled:
        if (other.board.name, other.rim) == (statement.board.id, shapes.rim):
            before = state.options[other.shapes].span
            raise SpecError(TwoSetsOfTiles(statement.span, statement.board.id, shapes.rim, before))
    for clause, stated in (("covering", statement.at_least), ("matching", statement.matching)):
        if stated is not None:
            raise SpecError(NotForTiles(statement.span, clause, shapes.name))


def _ways(
    state: State,
    statement: ast.PlaceStatement,
    shapes: Shapes,
    board: Board,
    seats: Seats,
    border: Value | None,
) -> list[_Way]:
    """All tiles on all cells, as far as they have the color of the border there. Raises SpecError."""
    found: list[_Way] = []
    for piece in shapes.pieces:
        turned = seen(seats.rim, piece.cells[0], piece.colors, str(statement.group))
        for cell in board.cells:
            at, keys = seats.rim.kind(cell), seats.of(cell)
            found += (
                _Way(piece.letter, cell, colors)
                for kind, colors in turned
                if kind == at and _agree(keys, colors, border)
            )
        if len(found) > state.limits.options:
            raise SpecError(TooManyOptions(statement.span, "options", len(found), state.limits.options))
    return found


def _agree(keys: list[ItemKey], colors: Colors, border: Value | None) -> bool:
    """Whether a tile has the color of the border there, and one color where the board meets itself."""
    chosen: dict[ItemKey, Value | None] = {(): border}
    return all(chosen.setdefault(key, color) == color for key, color in zip(keys, colors, strict=True))


def _kept(state: State, statement: ast.PlaceStatement, shapes: Shapes, ways: list[_Way]) -> list[_Way]:
    """Those that meet the condition on the names `piece`, `cell` and `sides` or `corners`."""
    if statement.where is None:
        return ways
    names = ("piece", "cell", shapes.rim)
    check(statement.where, state.scope, names)
    board = state.boards[statement.board.id]
    columns = [(way.letter, board.position(way.cell), way.colors) for way in ways]
    frame = Frame(len(ways), dict(zip(names, map(list, zip(*columns, strict=True)), strict=True)))
    keep = state.evaluator.of_kind(statement.where, frame, "condition") if ways else []
    return [way for way, kept in zip(ways, keep, strict=True) if kept]


def _declared(state: State, span: Span, name: str, keys: list[ItemKey]) -> ItemFamily:
    state.take_room(span, len(keys))
    family = ItemFamily(
        name, span, 1, tuple(keys), [COLORED] * len(keys), "cells and the numbers of their sides"
    )
    if keys:
        state.declare(family)
        state.covered.add(name)
    return family


def _option(statement: ast.PlaceStatement, shapes: Shapes, repeated: bool) -> ast.Option:
    """What stands for the options where a statement is asked for."""
    span = statement.span
    names = [*(["piece"] if repeated else []), "cell", shapes.rim]
    nothing = ast.Set(span, ())
    binders = tuple(
        ast.Binder(span, (ast.Pattern(span, (ast.Name(span, name),), is_tuple=False),), nothing)
        for name in names
    )
    return ast.Option(span, statement.shapes, ast.Loop(span, binders, None), (), None, False, False)


def _listing(
    state: State,
    option: ast.Option,
    shapes: Shapes,
    board: Board,
    family: ItemFamily,
    seats: Seats,
    ways: list[_Way],
) -> Listing:
    first, numbers = _numbered(state, shapes, board, family)
    entries, starts, colors = array("I"), array("I", [0]), list[Value | None]()
    for way in ways:
        pairs = {key: color for key, color in zip(seats.of(way.cell), way.colors, strict=True) if key}
        entries.append(numbers[shapes.name][way.letter,])
        entries.append(numbers[board.name][board.position(way.cell)])
        entries.extend(numbers[family.name][key] for key in pairs)
        colors += [None, None, *pairs.values()]
        starts.append(len(entries))
    columns: list[list[Value]] = [[board.position(way.cell) for way in ways], [way.colors for way in ways]]
    if len(option.loop.names) == 3:
        columns.insert(0, [way.letter for way in ways])
    names = ListedNames(shapes.name, [columns] if ways else [])
    return Listing(option, names, FlatRows(entries, starts), colors, None, first, None, (len(ways),))


def _numbered(
    state: State, shapes: Shapes, board: Board, family: ItemFamily
) -> tuple[dict[str, int], dict[str, dict[ItemKey, int]]]:
    """The first number of each family, and the numbers of its items."""
    first: dict[str, int] = {}
    numbers: dict[str, dict[ItemKey, int]] = {}
    total = 0
    for each in (state.family(shapes.name), state.family(board.name), family):
        first[each.name] = total
        numbers[each.name] = {key: total + at for at, key in enumerate(each.keys)}
        total += len(each.keys)
    return first, numbers


def _can_be_drawn(color: Value) -> bool:
    if isinstance(color, Symbol | int):
        return True
    return isinstance(color, str) and bool(color) and not set(color) & set("| \t.?#_")
