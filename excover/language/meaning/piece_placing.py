"""`place`: which pieces lie on which board, how often, and how they may be moved."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import SpecError
from excover.base.source import Span
from excover.language.expressions.check import check
from excover.language.meaning.items import bounds_of_pieces
from excover.language.meaning.options import look_for_twins
from excover.language.meaning.puzzle import Board, Piece, Placing, Shapes
from excover.language.meaning.references import named
from excover.language.meaning.requirements import apart_of
from excover.language.meaning.state import State
from excover.language.meaning.tile_placing import place_tiles
from excover.language.messages.about_boards import UnknownLabel
from excover.language.messages.about_constraints import RequirementTooEarly
from excover.language.messages.about_lattices import LatticesDiffer
from excover.language.messages.about_pieces import LettersTwice, OnlyForTiles, PieceInParts
from excover.language.messages.about_placements import (
    CoveringAtLeastNothing,
    DifferentPieceCounts,
    MirroredInSpace,
    PieceTooDeepForBoard,
    PlacedTwice,
)
from excover.language.messages.edits import has_lines
from excover.language.syntax import ast
from excover.lattices import LATTICE_NAMES, default_lattice


def place(state: State, statement: ast.PlaceStatement) -> None:
    shapes = named(state, statement.shapes, state.shapes, "drawing of pieces")
    board = named(state, statement.board, state.boards, "board")
    if shapes.rim:
        _refuse_other_lattice(state, statement.span, shapes, board)
        place_tiles(state, statement, shapes, board)
        _use_each(state, statement)
        return
    if statement.border is not None:
        raise SpecError(OnlyForTiles(statement.border.span, shapes.name))
    earlier = state.placings.get((shapes.name, board.name))
    if earlier:
        raise SpecError(PlacedTwice(statement.span, shapes.name, board.name, earlier.span))
    if required := state.required.get(apart_of(shapes.name)):
        raise SpecError(RequirementTooEarly(required, shapes.name))
    at_least = 1
    if statement.at_least is not None:
        at_least = state.constant(statement.at_least)
        if type(at_least) is not int or at_least < 1:
            raise SpecError(CoveringAtLeastNothing(statement.at_least.span, at_least))
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
                raise SpecError(UnknownLabel(text.span, text.value, owner.name, sorted(known)))
    return {
        label: frozenset(match.board.value for match in matches if match.piece.value == label)
        for label in labels
    }


def _use_each(state: State, statement: ast.PlaceStatement) -> None:
    """How often each piece is used, which must be the same wherever the pieces are placed."""
    name, bounds = statement.shapes.id, bounds_of_pieces(state, statement.each)
    earlier, span = state.piece_bounds.setdefault(name, (bounds, statement.span))
    if earlier != bounds:
        raise SpecError(DifferentPieceCounts(statement.span, name, span))
    family = state.family(name)
    state.scope.redeclare(family.replaced(bounds=[bounds] * len(family.keys)))


def _look_at(state: State, placing: Placing) -> None:
    """Warns of what is valid but rarely intended, and refuses pieces that can never lie on the board."""
    board, pieces = placing.board, placing.shapes.pieces
    _refuse_other_lattice(state, placing.span, placing.shapes, board)
    if board.planar:
        for piece in pieces:
            if any(cell[0] for cell in piece.cells):
                raise SpecError(PieceTooDeepForBoard(piece.span, piece.letter, board.name, board.span))
    elif placing.group == "free" and not all(board.lattice.turns_over(piece.cells) for piece in pieces):
        state.found.append(MirroredInSpace(placing.span))


def _look_of(piece: Piece, placing: Placing) -> tuple[object, ...]:
    """The same for pieces that have the same placements."""
    labels = [piece.labels.get(cell, "") for cell in piece.cells]
    images = placing.board.lattice.images(piece.cells, placing.group)
    return tuple(min(sorted(zip(image, labels, strict=True)) for image in images))


def _look_for_equal_letters(state: State, placing: Placing) -> None:
    """Warns of letters that are pieces of two sets on one board."""
    pieces = {piece.letter: piece for piece in placing.shapes.pieces}
    for other in state.placings.values():
        both = [piece.letter for piece in other.shapes.pieces if piece.letter in pieces]
        if both and other.board is placing.board:
            name, are_drawn = placing.shapes.name, all(pieces[letter].is_drawn for letter in both)
            state.found.append(
                LettersTwice(placing.span, name, both, other.shapes.name, other.span, are_drawn)
            )


def _refuse_other_lattice(state: State, span: Span, shapes: Shapes, board: Board) -> None:
    """Raises SpecError. That pieces are in parts, on the lattice that was not meant, is not reported then."""
    if shapes.suits(board.lattice):
        return
    drawn = (shapes.lattice or default_lattice(solid=False)).name
    names = {drawn, board.lattice.name}
    is_imported = shapes.span.source is not span.source
    places = {piece.span for piece in shapes.pieces}
    parts = [each for each in state.found if isinstance(each, PieceInParts) and each.span in places]
    state.found[:] = [each for each in state.found if each not in parts]
    raise SpecError(
        LatticesDiffer(
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
