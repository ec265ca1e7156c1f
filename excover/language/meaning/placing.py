"""`place`: which pieces and tiles lie on which board, how often, and how they may be moved."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from excover.base.diagnostics import SpecError
from excover.base.names import OrderedSet, Record, Symbol, Value
from excover.base.source import Span
from excover.language import messages
from excover.language.expressions.frame import Frame
from excover.language.expressions.scope import COLORED, ItemFamily, check
from excover.language.meaning.items import bounds_of_pieces
from excover.language.meaning.listing import FlatRows, ListedNames, Listing
from excover.language.meaning.options import look_for_twins
from excover.language.meaning.puzzle import Board, ItemKey, Piece, Placing, Shapes, TilesOnBoard
from excover.language.meaning.requirements import apart_of
from excover.language.meaning.shaping import Colors, seen
from excover.language.meaning.state import State, named
from excover.language.messages.message import has_lines
from excover.language.syntax import ast
from excover.lattices import LATTICE_NAMES, Cell, default_lattice
from excover.lattices.rims import Rim, RimPlace

# Tiles on a board: `place` of shapes whose sides or corners have colors.
#
# `place one-sided tile on tray` is
#
#     item tray_sides[each (cell, number of a side)] colored
#     option tile(cell in tray, sides in the ways in which some tile can lie)
#       covers tile[its name], tray[cell], tray_sides[(cell, 1)] = sides[1], ..
#     draw tile(cell, sides) at cell as sides
#
# where a side that two cells share is one item, named by the first of them. With `border w`, the sides on the
# border have no items: only tiles fit there that have this color.


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
        raise SpecError(messages.NotAColorValue(statement.border.span))
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
        raise SpecError(messages.TilesOnSeveralBoards(statement.span, shapes.name, earlier.span))
    for other in state.tiled:
        if (other.board.name, other.rim) == (statement.board.id, shapes.rim):
            before = state.options[other.shapes].span
            raise SpecError(messages.TwoSetsOfTiles(statement.span, statement.board.id, shapes.rim, before))
    for clause, stated in (("covering", statement.at_least), ("matching", statement.matching)):
        if stated is not None:
            raise SpecError(messages.NotForTiles(statement.span, clause, shapes.name))


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
            raise SpecError(
                messages.TooManyOptions(statement.span, "options", len(found), state.limits.options)
            )
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


def place(state: State, statement: ast.PlaceStatement) -> None:
    shapes = named(state, statement.shapes, state.shapes, "drawing of pieces")
    board = named(state, statement.board, state.boards, "board")
    if shapes.rim:
        _refuse_other_lattice(state, statement.span, shapes, board)
        place_tiles(state, statement, shapes, board)
        _use_each(state, statement)
        return
    if statement.border is not None:
        raise SpecError(messages.OnlyForTiles(statement.border.span, shapes.name))
    earlier = state.placings.get((shapes.name, board.name))
    if earlier:
        raise SpecError(messages.PlacedTwice(statement.span, shapes.name, board.name, earlier.span))
    if required := state.required.get(apart_of(shapes.name)):
        raise SpecError(messages.RequirementTooEarly(required, shapes.name))
    at_least = 1
    if statement.at_least is not None:
        at_least = state.constant(statement.at_least)
        if type(at_least) is not int or at_least < 1:
            raise SpecError(messages.CoveringAtLeastNothing(statement.at_least.span, at_least))
    if statement.where:
        check(statement.where, state.scope, ("piece", "cells"))
    placing = Placing(
        shapes,
        board,
        str(statement.group),
        at_least,
        _matching(statement.matching, shapes, board),
        statement.where,
        statement.span,
        names_board=False,
    )
    _look_at(state, placing)
    look_for_twins(state, statement, shapes, lambda piece: _look_of(piece, placing))
    _look_for_equal_letters(state, placing)
    _use_each(state, statement)
    state.placings[shapes.name, board.name] = placing
    state.sources.append(placing)
    state.covered |= {shapes.name, board.name}


def _matching(
    matches: Sequence[ast.LabelMatch] | None, shapes: Shapes, board: Board
) -> dict[str, frozenset[str]]:
    """The labels of the board on which each label of the pieces may lie: those stated, or its own."""
    labels = {label for piece in shapes.pieces for label in piece.labels.values()}
    if matches is None:
        return {label: frozenset([label]) for label in labels}
    of_board = set(board.labels.values())
    for match in matches:
        for text, known, owner in ((match.piece, labels, shapes), (match.board, of_board, board)):
            if text.value not in known:
                raise SpecError(messages.UnknownLabel(text.span, text.value, owner.name, sorted(known)))
    return {
        label: frozenset(match.board.value for match in matches if match.piece.value == label)
        for label in labels
    }


def _use_each(state: State, statement: ast.PlaceStatement) -> None:
    """How often each piece is used, which must be the same wherever the pieces are placed."""
    name, bounds = statement.shapes.id, bounds_of_pieces(state, statement.each)
    earlier, span = state.piece_bounds.setdefault(name, (bounds, statement.span))
    if earlier != bounds:
        raise SpecError(messages.DifferentPieceCounts(statement.span, name, span))
    family = state.family(name)
    state.scope.redeclare(family.replaced(bounds=[bounds] * len(family.keys)))


def _look_at(state: State, placing: Placing) -> None:
    """Warns of what is valid but rarely intended, and refuses pieces that can never lie on the board."""
    board, pieces = placing.board, placing.shapes.pieces
    _refuse_other_lattice(state, placing.span, placing.shapes, board)
    if board.planar:
        for piece in pieces:
            if any(cell[0] for cell in piece.cells):
                raise SpecError(
                    messages.PieceTooDeepForBoard(piece.span, piece.letter, board.name, board.span)
                )
    elif placing.group == "free" and not all(board.lattice.turns_over(piece.cells) for piece in pieces):
        state.found.append(messages.MirroredInSpace(placing.span))


def _look_of(piece: Piece, placing: Placing) -> tuple[object, ...]:
    """The same for pieces that have the same placements."""
    labels = [piece.labels.get(cell, "") for cell in piece.cells]
    images = placing.board.lattice.images(piece.cells, placing.group)
    return tuple(min(sorted(zip(image, labels, strict=True)) for image in images))


def _look_for_equal_letters(state: State, placing: Placing) -> None:
    """Warns of letters that are pieces of two sets on one board."""
    pieces = {piece.letter: piece for piece in placing.shapes.pieces}
    for other in state.placings.values():
        if other.board is not placing.board:
            continue
        if both := [piece.letter for piece in other.shapes.pieces if piece.letter in pieces]:
            name, are_drawn = placing.shapes.name, all(pieces[letter].is_drawn for letter in both)
            state.found.append(
                messages.LettersTwice(placing.span, name, both, other.shapes.name, other.span, are_drawn)
            )


def _refuse_other_lattice(state: State, span: Span, shapes: Shapes, board: Board) -> None:
    """Raises SpecError. That pieces are in parts, on the lattice that was not meant, is not reported then."""
    if shapes.suits(board.lattice):
        return
    drawn = (shapes.lattice or default_lattice(solid=False)).name
    names = {drawn, board.lattice.name}
    is_imported = shapes.span.source is not span.source
    places = {piece.span for piece in shapes.pieces}
    parts = [each for each in state.found if isinstance(each, messages.PieceInParts) and each.span in places]
    state.found[:] = [each for each in state.found if each not in parts]
    raise SpecError(
        messages.LatticesDiffer(
            span,
            shapes.name,
            drawn,
            board.name,
            board.lattice.name,
            names - {*LATTICE_NAMES},
            is_imported,
            None if shapes.lattice or is_imported or not has_lines(span.source) else shapes.span,
            bool(parts),
        )
    )
