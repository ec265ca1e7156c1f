"""What can be chosen: `option`, `place` and `fill`, and checks of all options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import factorial

from excover.diagnostics import SpecError
from excover.expressions.check import check, check_loop
from excover.expressions.frame import UNIT
from excover.expressions.scope import ItemFamily
from excover.lattices import default_lattice
from excover.messages.about_boards import FillNotFlat
from excover.messages.about_colored_items import ColorMissing, ColorUnexpected
from excover.messages.about_goals import InvalidCostBound, PriceWithBounds
from excover.messages.about_labels import UnknownLabel
from excover.messages.about_lattices import LatticesDiffer
from excover.messages.about_options import OptionDeclaredTwice
from excover.messages.about_pieces import CongruentPieces
from excover.messages.about_placements import (
    CoveringAtLeastNothing,
    DifferentPieceCounts,
    MirroredInSpace,
    PieceTooDeepForBoard,
    PlacedTwice,
)
from excover.messages.about_requirements import CoversRequired, RequirementTooEarly
from excover.messages.about_statements import (
    ExtendedArgumentNotName,
    MotionArgumentNotName,
    SpecifiedTwice,
    SymmetryOfPieces,
)
from excover.messages.about_tiles import OnlyForTiles
from excover.messages.about_units import AmountUnexpected
from excover.puzzle.filling import filling
from excover.puzzle.items import bounds_of, declare_board, declare_items
from excover.puzzle.puzzle import Aim, Board, CostLimit, Piece, Placing, Shapes
from excover.puzzle.references import argument_names, check_ref, named, names_among, option_called, sum_named
from excover.puzzle.requirements import apart_of
from excover.puzzle.showing import draw
from excover.puzzle.soft_items import empty_cell, holes_of, no_cover
from excover.puzzle.state import State
from excover.puzzle.tile_placing import place_tiles
from excover.source import Span
from excover.syntax import ast

SEVERAL_GOALS = "write one statement, `minimize a then b`: the first goal counts most"


def place(state: State, statement: ast.PlaceStatement) -> None:
    shapes = named(state, statement.shapes, state.shapes, "drawing of pieces")
    board = named(state, statement.board, state.boards, "board")
    if shapes.rim:
        _refuse_other_lattice(statement.span, shapes, board)
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
    name, bounds = statement.shapes.id, bounds_of(state, statement.each)
    earlier, span = state.piece_bounds.setdefault(name, (bounds, statement.span))
    if earlier != bounds:
        raise SpecError(DifferentPieceCounts(statement.span, name, span))
    family = state.family(name)
    state.scope.redeclare(replace(family, bounds=[bounds] * len(family.keys)))


def _look_at(state: State, placing: Placing) -> None:
    """Warns of what is valid but rarely intended, and refuses pieces that can never lie on the board."""
    board, pieces = placing.board, placing.shapes.pieces
    _refuse_other_lattice(placing.span, placing.shapes, board)
    if board.planar:
        for piece in pieces:
            if any(cell[0] for cell in piece.cells):
                raise SpecError(PieceTooDeepForBoard(piece.span, piece.letter, board.name, board.span))
    elif placing.group == "free":
        state.found.append(MirroredInSpace(placing.span))
    same: dict[object, list[Piece]] = {}
    for piece in pieces:
        labels = [piece.labels.get(cell, "") for cell in piece.cells]
        images = board.lattice.images(piece.cells, placing.group)
        shape = min(sorted(zip(image, labels, strict=True)) for image in images)
        same.setdefault(tuple(shape), []).append(piece)
    for twins in same.values():
        if len(twins) > 1:
            letters, first = [piece.letter for piece in twins], twins[0].span
            state.found.append(CongruentPieces(placing.span, letters, factorial(len(twins)), first))


def _refuse_other_lattice(span: Span, shapes: Shapes, board: Board) -> None:
    lattice = shapes.lattice
    if lattice is not board.lattice if lattice else not board.lattice.plain:
        drawn = (lattice or default_lattice(solid=False)).name
        raise SpecError(LatticesDiffer(span, shapes.name, drawn, board.name, board.lattice.name))


def option(state: State, option: ast.Option) -> None:
    _declare(state, option)
    state.covered.update(cover.ref.name.id for cover in _refs(option.covers))
    names = check_loop(option.loop, state.scope)
    _check_covers(state, option.covers, names)
    if option.cost is not None:
        check(option.cost, state.scope, names)
    state.sources.append(option)


def items(state: State, statement: ast.Items) -> None:
    """Declares items, and an option for each that may stay uncovered at a price. Only what must be covered
    once may.
    """
    declare_items(state, statement)
    if statement.price is None:
        return
    check(statement.price, state.scope)
    if statement.multiplicity is not None:
        raise SpecError(PriceWithBounds(statement.price.span, statement.multiplicity.span))
    state.evaluator.of_kind(statement.price, UNIT, "number")  # here, where no name of the option is known
    for family in statement.families:
        uncovered = no_cover(family, statement.price)
        _declare(state, uncovered)
        state.last_sources.append(uncovered)


def board(state: State, statement: ast.BoardStatement) -> None:
    """Declares a board, and an option for each of its cells if some may stay empty."""
    declare_board(state, statement)
    board = state.boards[statement.name.id]
    if board.has_holes:
        empty = empty_cell(board)
        _declare(state, empty)
        state.last_sources.append(empty)
        state.covered |= {board.name, holes_of(board.name)}


def also(state: State, statement: ast.Also) -> None:
    option_called(state, statement.option)
    names = names_among(statement.option.arguments, ExtendedArgumentNotName)
    if statement.where:
        check(statement.where, state.scope, names)
    state.covered.update(cover.ref.name.id for cover in _refs(statement.covers))
    _check_covers(state, statement.covers, frozenset(names))
    state.additions.append(statement)


def _declare(state: State, option: ast.Option) -> None:
    earlier = state.options.get(option.name.id)
    if earlier:
        raise SpecError(OptionDeclaredTwice(option.name.span, option.name.id, earlier.name.span))
    state.options[option.name.id] = option  # even with an error, so that it is not reported as missing


def _check_covers(state: State, covers: Iterable[ast.Covered], local: frozenset[str]) -> None:
    for covered in covers:
        if isinstance(covered, ast.CoverEach):
            _check_covers(state, covered.covers, check_loop(covered.loop, state.scope, local))
            continue
        if covered.condition is not None:
            check(covered.condition, state.scope, local)
        family = check_ref(state, covered.ref, local)
        if family.name in state.required:
            raise SpecError(CoversRequired(covered.ref.span, family.name, state.required[family.name]))
        _check_amount(state, covered, family, local)
        _check_color(state, covered, family, local)


def _check_amount(state: State, cover: ast.CoveredItem, family: ItemFamily, local: frozenset[str]) -> None:
    if cover.amount is None:
        return
    if family.units is None:
        raise SpecError(AmountUnexpected(cover.amount.span, family.name, family.span))
    check(cover.amount, state.scope, local)


def _check_color(state: State, cover: ast.CoveredItem, family: ItemFamily, local: frozenset[str]) -> None:
    colored = any(bounds.colored for bounds in family.bounds)
    if cover.color is None and colored:
        raise SpecError(ColorMissing(cover.span, family.name, family.span))
    if cover.color is not None and not colored:
        raise SpecError(ColorUnexpected(cover.color.span, family.name, family.span, family.units is not None))
    if cover.color is not None:
        check(cover.color, state.scope, local)


def fill(state: State, statement: ast.Fill) -> None:
    """A shorthand for items, an option for each cell and value, and their drawing: see `filling`."""
    board = named(state, statement.board, state.boards, "board")
    if not board.lattice.chequered:
        raise SpecError(FillNotFlat(statement.span, board.name))
    check(statement.values, state.scope)
    values = state.evaluator.of_kind(statement.values, UNIT, "set")[0]
    families, filled, drawing = filling(statement, board, values)
    for family in families:
        state.take_room(family.span, len(family.keys))
        state.declare(family)
    option(state, filled)
    draw(state, drawing)


def forbid(state: State, forbid: ast.Forbid) -> None:
    option_called(state, forbid.option)
    local = check_loop(forbid.loop, state.scope) if forbid.loop else frozenset()
    for argument in forbid.option.arguments:
        check(argument, state.scope, local)
    state.forbidden.append(forbid)


def symmetry(state: State, symmetry: ast.SymmetryStatement) -> None:
    for motion in symmetry.motions:
        local = argument_names(state, motion.source, MotionArgumentNotName, SymmetryOfPieces)
        option_called(state, motion.image)
        for argument in motion.image.arguments:
            check(argument, state.scope, local)
    state.symmetries.append(symmetry)


def goal(state: State, goal: ast.Goal) -> None:
    if state.goal:
        raise SpecError(SpecifiedTwice(goal.span, "the goal", state.goal.span, SEVERAL_GOALS))
    state.goal = goal
    seen: dict[str, Span] = {}
    for each in goal.objectives:
        aim = Aim(each.direction, None if each.item is None else sum_named(state, each.item))
        if aim.name in seen:
            raise SpecError(SpecifiedTwice(each.span, f"the goal `{aim.name}`", seen[aim.name]))
        seen[aim.name] = each.span
        state.aims.append(aim)


def cost_bound(state: State, statement: ast.CostBound) -> None:
    earlier = state.cost_bounds.get(statement.side)
    if earlier:
        raise SpecError(SpecifiedTwice(statement.span, f"`cost at {statement.side}`", earlier.span))
    bound = state.constant(statement.bound)
    if type(bound) is not int:
        raise SpecError(InvalidCostBound(statement.bound.span, bound))
    state.cost_bounds[statement.side] = CostLimit(statement.side, bound, statement.span)


def _refs(covers: Iterable[ast.Covered]) -> Iterator[ast.CoveredItem]:
    for covered in covers:
        if isinstance(covered, ast.CoverEach):
            yield from _refs(covered.covers)
        else:
            yield covered
