"""Tiles: pieces of one cell with a color on each side, or at each corner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from itertools import islice, product
from operator import itemgetter

from excover.base.diagnostics import SpecError
from excover.base.names import OrderedSet, Record, Value
from excover.base.source import Span
from excover.language.expressions.check import check
from excover.language.expressions.frame import Frame
from excover.language.meaning.pieces import in_order, letters_and_values, pieces_by_letter
from excover.language.meaning.puzzle import Piece, Shapes
from excover.language.meaning.references import lattice_called
from excover.language.meaning.state import State
from excover.language.messages.about_drawings import NotAColorValue
from excover.language.messages.about_items import NotAnIndexSet
from excover.language.messages.about_limits import TooManyShapes
from excover.language.messages.about_pieces import (
    ColorsOfATile,
    NoPiecesLeft,
    NoRims,
    SidesAndCorners,
    TooManyTiles,
)
from excover.language.syntax import ast
from excover.lattices import Cell, Lattice, default_lattice
from excover.lattices.polyforms import polyforms
from excover.lattices.rims import Rim, has_rims

Colors = tuple[Value, ...]


def seen(rim: Rim, cell: Cell, colors: Colors, group: str) -> list[tuple[Cell, Colors]]:
    """The different ways in which a tile can lie: the kind of cell, and the colors around it."""
    images = rim.images(cell, group)
    return list(dict.fromkeys((kind, tuple(map(colors.__getitem__, seats))) for kind, seats in images))


def _rim(state: State, lattice: Lattice, kind: str, span: Span) -> Rim:
    if not has_rims(lattice):
        raise SpecError(NoRims(span, lattice.name))
    return Rim(lattice, kind)


# All tiles


def all_tiles(state: State, statement: ast.AllTiles) -> Shapes:
    """One tile of each kind, up to the motions of a group. Raises SpecError."""
    lattice = lattice_called(state, statement.lattice)
    assert lattice
    rim = _rim(state, lattice, statement.rim, statement.lattice.span)
    colors = state.constant(statement.colors)
    if not isinstance(colors, range | OrderedSet):
        raise SpecError(NotAnIndexSet(statement.colors.span, colors))
    if isinstance(colors, OrderedSet):
        _refuse_odd(colors, statement.colors.span)
    if statement.where:
        check(statement.where, state.scope, (statement.rim,))
    made: list[tuple[Cell, Colors]] = []
    for (cell,) in polyforms(lattice, 1, statement.group):
        made += ((cell, each) for each in _classes(state, statement, rim, cell, colors))
        if len(made) > state.limits.pieces:
            raise SpecError(
                TooManyShapes(
                    statement.span, state.limits.pieces, "take fewer colors, or restrict them by `where`"
                )
            )
    if not made:
        raise SpecError(NoPiecesLeft(statement.span, statement.name.id))
    names = in_order(len(made))
    pieces = [
        Piece(name, (cell,), statement.span, colors=colors)
        for name, (cell, colors) in zip(names, made, strict=True)
    ]
    return Shapes(statement.name.id, statement.name.span, lattice, tuple(pieces), statement.rim)


def _classes(
    state: State, statement: ast.AllTiles, rim: Rim, cell: Cell, chosen: range | OrderedSet
) -> list[Colors]:
    """The first of each class of equal tiles, in the order of the colors; if these are more than pieces may
    be, not all. Raises SpecError.
    """
    seats = [seats for kind, seats in rim.images(cell, statement.group) if kind == rim.kind(cell)]
    images = [itemgetter(*each) for each in seats]
    around = len(rim.of(cell))
    if len(chosen) ** around * len(images) > state.limits.bindings:
        raise SpecError(TooManyTiles(statement.span, len(chosen), around, state.limits.bindings))
    colors = list(chosen)
    found = (
        tuple(map(colors.__getitem__, numbers))
        for numbers in _numberings(len(colors), around, {each[0] for each in seats})
        if not any(image(numbers) < numbers for image in images)
    )
    if statement.where is None:
        return list(islice(found, state.limits.pieces + 1))
    tiles = list(found)
    frame = Frame(len(tiles), {statement.rim: list[Value](tiles)})
    keep = state.evaluator.of_kind(statement.where, frame, "condition")
    return [tile for tile, kept in zip(tiles, keep, strict=True) if kept]


def _numberings(colors: int, around: int, firsts: Set[int]) -> Iterator[tuple[int, ...]]:
    """The colors around a tile, in order, of which one may be the first of its class.

    ``firsts`` are the places whose color a motion takes to the first one: if they are all, no color is less
    than the first.

    >>> list(_numberings(2, 2, {0, 1})), list(_numberings(2, 2, {0}))
    ([(0, 0), (0, 1), (1, 1)], [(0, 0), (0, 1), (1, 0), (1, 1)])
    """
    if len(firsts) < around:
        yield from product(range(colors), repeat=around)
        return
    for first in range(colors):
        yield from product((first,), *[range(first, colors)] * (around - 1))


# Listed tiles


def listed_tiles(state: State, statement: ast.ListedTiles) -> Shapes:
    """Tiles by the colors around them. Raises SpecError."""
    lattice = lattice_called(state, statement.lattice) or default_lattice(solid=False)
    first, *others = statement.tiles
    for part in others:
        if part.rim != first.rim:
            raise SpecError(SidesAndCorners(part.span, part.rim, first.rim, first.span))
    rim = _rim(state, lattice, first.rim, (statement.lattice or statement.name).span)
    cell = min(lattice.steps)
    sides = len(rim.of(cell))
    pieces = pieces_by_letter(
        state, statement, statement.tiles, lambda part: _tiles_of(state, part, cell, sides)
    )
    return Shapes(statement.name.id, statement.name.span, lattice, tuple(pieces.values()), first.rim)


def _tiles_of(state: State, part: ast.TileColors, cell: Cell, sides: int) -> Iterator[Piece]:
    """The tiles of one part, one for each binding of its loop. Raises SpecError."""
    for name, colors, binding in letters_and_values(state, part, part.colors):
        if not isinstance(colors, tuple) or len(colors) != sides:
            raise SpecError(ColorsOfATile(part.colors.span, name, part.rim, sides, colors, binding))
        _refuse_odd(colors, part.colors.span)
        yield Piece(name, (cell,), part.span, colors=colors)


def _refuse_odd(colors: Iterable[Value], span: Span) -> None:
    if any(isinstance(color, bool | range | OrderedSet | Record) for color in colors):
        raise SpecError(NotAColorValue(span))
