"""The statements `shapes`: pieces drawn, all of a size, some of others, or by their cells; and tiles with
colors.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import islice, product
from operator import itemgetter
from typing import TypeAlias, assert_never, cast

from excover.base.diagnostics import SpecError
from excover.base.names import OrderedSet, Record, Value, brief
from excover.base.source import Span
from excover.language import gallery, messages
from excover.language.expressions.frame import Frame
from excover.language.expressions.scope import ONCE, Constant, ItemFamily, check
from excover.language.meaning.boards import pieces_off
from excover.language.meaning.pieces import (
    drawn_shapes,
    in_order,
    letters_and_values,
    names_of,
    pieces_by_letter,
    refuse_long,
)
from excover.language.meaning.puzzle import Piece, Shapes
from excover.language.meaning.state import State, lattice_called, named
from excover.language.syntax import ast
from excover.lattices import Cell, Lattice, default_lattice, translated
from excover.lattices.polyforms import TooManyPolyforms, polyforms, polyforms_of_sizes
from excover.lattices.rims import Rim, has_rims

# Tiles: pieces of one cell with a color on each side, or at each corner.

Colors = tuple[Value, ...]


def seen(rim: Rim, cell: Cell, colors: Colors, group: str) -> list[tuple[Cell, Colors]]:
    """The different ways in which a tile can lie: the kind of cell, and the colors around it."""
    images = rim.images(cell, group)
    return list(dict.fromkeys((kind, tuple(map(colors.__getitem__, seats))) for kind, seats in images))


def _rim(state: State, lattice: Lattice, kind: str, span: Span) -> Rim:
    if not has_rims(lattice):
        raise SpecError(messages.NoRims(span, lattice.name))
    return Rim(lattice, kind)


# All tiles


def all_tiles(state: State, statement: ast.AllTiles) -> Shapes:
    """One tile of each kind, up to the motions of a group. Raises SpecError."""
    lattice = lattice_called(state, statement.lattice)
    assert lattice
    rim = _rim(state, lattice, statement.rim, statement.lattice.span)
    colors = state.constant(statement.colors)
    if not isinstance(colors, range | OrderedSet):
        raise SpecError(messages.NotAnIndexSet(statement.colors.span, colors))
    if isinstance(colors, OrderedSet):
        _refuse_odd(colors, statement.colors.span)
    if statement.where:
        check(statement.where, state.scope, (statement.rim,))
    made: list[tuple[Cell, Colors]] = []
    for (cell,) in polyforms(lattice, 1, statement.group):
        made += ((cell, each) for each in _classes(state, statement, rim, cell, colors))
        if len(made) > state.limits.pieces:
            raise SpecError(
                messages.TooManyShapes(
                    statement.span, state.limits.pieces, "take fewer colors, or restrict them by `where`"
                )
            )
    if not made:
        raise SpecError(messages.NoPiecesLeft(statement.span, statement.name.id))
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
        raise SpecError(messages.TooManyTiles(statement.span, len(chosen), around, state.limits.bindings))
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
            raise SpecError(messages.SidesAndCorners(part.span, part.rim, first.rim, first.span))
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
            raise SpecError(messages.ColorsOfATile(part.colors.span, name, part.rim, sides, colors, binding))
        _refuse_odd(colors, part.colors.span)
        yield Piece(name, (cell,), part.span, colors=colors)


def _refuse_odd(colors: Iterable[Value], span: Span) -> None:
    if any(isinstance(color, bool | range | OrderedSet | Record) for color in colors):
        raise SpecError(messages.NotAColorValue(span))


AnyShapes: TypeAlias = (
    ast.ShapesStatement | ast.AllShapes | ast.ChosenShapes | ast.ListedShapes | ast.AllTiles | ast.ListedTiles
)


def shapes(state: State, statement: AnyShapes) -> None:
    """Declares pieces, which are items. Raises SpecError."""
    match statement:
        case ast.ShapesStatement():
            made, warnings = drawn_shapes(statement, lattice_called(state, statement.lattice))
            state.found += pieces_off(made, statement.drawing, warnings)
        case ast.AllShapes():
            made = _all_of_a_size(state, statement)
        case ast.ChosenShapes():
            made = _chosen(state, statement)
        case ast.ListedShapes():
            made = _listed(state, statement)
        case ast.AllTiles():
            made = all_tiles(state, statement)
        case ast.ListedTiles():
            made = listed_tiles(state, statement)
        case _:
            assert_never(statement)
    state.take_room(made.span, len(made.pieces))
    keys = tuple((piece.letter,) for piece in made.pieces)
    shape = brief(tuple(piece.letter for piece in made.pieces))
    state.declare(ItemFamily(made.name, made.span, 1, keys, [ONCE] * len(keys), shape))
    state.shapes[made.name] = made


def _made(name: ast.Name, lattice: Lattice | None, pieces: Mapping[str, Piece]) -> Shapes:
    return Shapes(name.id, name.span, lattice, tuple(pieces.values()))


# All of a size


def _all_of_a_size(state: State, statement: ast.AllShapes) -> Shapes:
    sizes = state.constant(statement.sizes)
    lattice = lattice_called(state, statement.lattice)
    assert lattice
    pieces = _every_piece(state, statement, lattice, sizes)
    if statement.without:
        _refuse_unknown(state, pieces, statement.without, statement.name.id, ("holes",))
        pieces = _others(pieces, statement.without, statement.name.id, statement.span)
    return _made(statement.name, lattice, pieces)


def _every_piece(state: State, statement: ast.AllShapes, lattice: Lattice, sizes: Value) -> dict[str, Piece]:
    """All shapes of these numbers of cells. Raises SpecError."""
    numbers = sizes if isinstance(sizes, range) else (sizes,)
    if not numbers or type(numbers[0]) is not int or numbers[0] < 1:
        raise SpecError(messages.InvalidPieceSize(statement.sizes.span, sizes))
    if lattice.around and not statement.holes:
        raise SpecError(messages.EdgesHaveNoHoles(statement.span, lattice.cell_names[1]))
    most, group = state.limits.pieces, statement.group
    try:
        forms = polyforms_of_sizes(lattice, cast(Sequence[int], numbers), group, statement.holes, most)
    except TooManyPolyforms:
        raise SpecError(messages.TooManyShapes(statement.span, most, "take fewer cells")) from None
    letters = names_of(state, statement.span, lattice, group, forms)
    return {letter: Piece(letter, form, statement.span) for letter, form in zip(letters, forms, strict=True)}


# Some of other pieces


def _chosen(state: State, statement: ast.ChosenShapes) -> Shapes:
    source = named(state, statement.source, state.shapes, "drawing of pieces", gallery.libraries())
    state.chosen_from.add(source.name)
    pieces = {piece.letter: piece for piece in source.pieces}
    _refuse_unknown(state, pieces, statement.letters, source.name)
    if statement.kept:
        kept = {text.value: pieces[text.value] for text in statement.letters}
    else:
        kept = _others(pieces, statement.letters, source.name, statement.span)
    return _made(statement.name, source.lattice, kept).replaced(rim=source.rim)


def _others(
    pieces: Mapping[str, Piece], letters: Sequence[ast.Text], name: str, span: Span
) -> dict[str, Piece]:
    """The pieces without some. Raises SpecError."""
    without = {text.value for text in letters}
    kept = {letter: piece for letter, piece in pieces.items() if letter not in without}
    if not kept:
        raise SpecError(messages.NoPiecesLeft(span, name))
    return kept


def _refuse_unknown(
    state: State,
    known: Collection[str],
    letters: Sequence[ast.Text],
    name: str,
    words: Sequence[str] = (),
) -> None:
    """Raises SpecError unless the letters are different pieces; instead of one, there could be one of the
    ``words``.
    """
    seen: dict[str, Span] = {}
    for text in letters:
        if text.value not in known:
            is_value = isinstance(state.scope.get(text.value), Constant)
            raise SpecError(messages.UnknownPiece(text.span, text.value, name, list(known), words, is_value))
        if text.value in seen:
            raise SpecError(messages.PieceListedTwice(text.span, text.value, seen[text.value]))
        seen[text.value] = text.span


# By their cells


def _listed(state: State, statement: ast.ListedShapes) -> Shapes:
    lattice = lattice_called(state, statement.lattice)
    on = lattice or default_lattice(solid=True)
    pieces = pieces_by_letter(state, statement, statement.pieces, lambda part: _pieces_at(state, part, on))
    parts = [on.components(piece.cells) for piece in pieces.values()]
    if statement.detached and {*parts} == {1}:
        name = statement.name
        state.found.append(messages.InOnePart(name.span, f"all pieces of `{name.id}` are"))
    for piece, count in zip(pieces.values(), parts, strict=True):
        if count > 1 and not statement.detached:
            state.found.append(messages.PieceInParts(piece.span, piece.letter, count, in_layers=False))
    return _made(statement.name, lattice, pieces)


def _pieces_at(state: State, part: ast.PieceCells, lattice: Lattice) -> Iterator[Piece]:
    """The pieces of one part, one for each binding of its loop. Raises SpecError."""
    for name, value, binding in letters_and_values(state, part, part.cells):
        places = _places(value, lattice)
        if not places:
            raise SpecError(messages.PlacesOfAPiece(part.cells.span, name, value, binding))
        full = [(1,) * (lattice.axes - len(place)) + place for place in places]
        refuse_long(lattice, [max(axis) - min(axis) + 1 for axis in zip(*full, strict=True)], part.cells.span)
        cells = _cells(full, lattice)
        if lattice.strays(cells):
            raise SpecError(
                messages.PieceOffLattice(part.cells.span, name, lattice.cell_names[1], lattice.sites)
            )
        yield Piece(name, lattice.normalized(cells), part.cells.span)


def _places(value: Value, lattice: Lattice) -> list[tuple[int, ...]]:
    """The places of a set, which are counted from 1; none if it is not a set of places of one kind."""
    members = list(value) if isinstance(value, OrderedSet) else []
    lengths = {len(member) if isinstance(member, tuple) else 0 for member in members}
    if len(lengths) != 1 or not lengths <= {2, lattice.axes}:
        return []
    if any(type(number) is not int for member in members for number in cast(Iterable[Value], member)):
        return []
    return [cast(tuple[int, ...], member) for member in members]


def _cells(places: Sequence[tuple[int, ...]], lattice: Lattice) -> list[Cell]:
    if lattice.longest:  # where not all numbers are places, the first one of each axis is 1
        first = list(map(min, zip(*places, strict=True)))
        places = [tuple(a - b + 1 for a, b in zip(place, first, strict=True)) for place in places]
    return translated(filter(None, map(lattice.place, places)), (-1, -1, -1))
