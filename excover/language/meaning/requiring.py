"""The statement `require`: checks it, and declares the items that pieces cover for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import assert_never

from excover.base.diagnostics import SpecError
from excover.base.names import Value
from excover.base.source import Span
from excover.language.expressions.check import Silent, check
from excover.language.expressions.frame import Frame
from excover.language.expressions.scope import ItemFamily
from excover.language.meaning.puzzle import Board, ItemKey, Shapes
from excover.language.meaning.references import named
from excover.language.meaning.requirements import Apart, CountedRequirement, Crossroads, Faults, apart_of
from excover.language.meaning.requiring_wholes import require_whole
from excover.language.meaning.state import State
from excover.language.messages.about_constraints import (
    NothingApart,
    RequirementOffBoard,
    RequirementTooEarly,
)
from excover.language.messages.about_pieces import NotForTiles
from excover.language.messages.about_statements import SpecifiedTwice
from excover.language.messages.about_values import ConditionAsMember
from excover.language.syntax import ast
from excover.lattices import DeclaredLattice


def require(
    state: State,
    statement: ast.RequireApart | ast.RequireWithout | ast.RequireConnected | ast.RequireLoop,
) -> None:
    """Raises SpecError."""
    match statement:
        case ast.RequireApart():
            _require_apart(state, statement)
        case ast.RequireWithout():
            _require_without(state, statement)
        case ast.RequireConnected() | ast.RequireLoop():
            require_whole(state, statement)
        case _:
            assert_never(statement)


def _require_without(state: State, statement: ast.RequireWithout) -> None:
    board = named(state, statement.board, state.boards, "board")
    for what in statement.without:
        refuse_unfit(statement.span, board, what)
        made = Crossroads if what == "crossroads" else Faults
        _declare(
            state, statement.span, f"`{board.name} without {what}`", [made(f"{board.name}_{what}", board)]
        )


def _require_apart(state: State, statement: ast.RequireApart) -> None:
    shapes = named(state, statement.shapes, state.shapes, "drawing of pieces")
    if shapes.rim:
        raise SpecError(NotForTiles(statement.span, "apart", shapes.name))
    boards = [state.boards[board] for name, board in state.placings if name == shapes.name]
    if not boards and shapes.name in state.broken_places:
        raise Silent
    if not boards:
        raise SpecError(RequirementTooEarly(statement.span, shapes.name))
    for board in boards if statement.corners else ():
        refuse_unfit(statement.span, board, "corners")
    classes = _classes(state, statement, shapes)
    if not classes:
        state.found.append(NothingApart(statement.span, shapes.name))
        return
    family = apart_of(shapes.name)
    made = [
        Apart(
            family, board, shapes.name, statement.corners, classes, (board.name,) if len(boards) > 1 else ()
        )
        for board in boards
    ]
    _declare(state, statement.span, f"`{shapes.name} apart`", made)


def _classes(state: State, statement: ast.RequireApart, shapes: Shapes) -> dict[str, ItemKey]:
    """The class of each piece, as the end of keys; without the classes that only one piece can have."""
    letters = [piece.letter for piece in shapes.pieces]
    classes: dict[str, ItemKey] = dict.fromkeys(letters, ())
    if statement.per is not None:
        check(statement.per, state.scope, ("piece",))
        frame = Frame(len(letters), {"piece": list[Value](letters)})
        values = state.evaluator.column(statement.per, frame)
        if any(isinstance(value, bool) for value in values):
            raise SpecError(ConditionAsMember(statement.per.span))
        classes = {letter: (value,) for letter, value in zip(letters, values, strict=True)}
    most = state.piece_bounds[shapes.name][0].upper
    members = Counter(classes.values())
    return {letter: end for letter, end in classes.items() if most != 1 or members[end] > 1}


def refuse_unfit(span: Span, board: Board, what: str) -> None:
    """Refuses what has no meaning on a board. Raises SpecError."""
    lattice = board.lattice
    if what == "faults":
        fits = lattice.plain and board.gluing is None
        needed = "a board of squares or cubes without glued sides"
    else:
        drawn = not isinstance(lattice, DeclaredLattice) or lattice.defined.tiling is not None
        fits = board.planar and not lattice.around and drawn
        needed = "a flat board of polygons"
    if not fits:
        raise SpecError(RequirementOffBoard(span, what, needed, board.name, board.span))


def _declare(state: State, span: Span, rule: str, made: Sequence[CountedRequirement]) -> None:
    """Declares the items of requirements of one family. Raises SpecError."""
    first = made[0]
    if first.family in state.required:
        raise SpecError(SpecifiedTwice(span, rule, state.required[first.family]))
    state.required[first.family] = span
    every = ((key,) for requirement in made for key in requirement.item_keys())
    keys = list(islice(every, state.limits.items + 1))  # one more than are allowed is refused
    if not keys:
        return
    state.take_room(span, len(keys))
    bounds = [first.bounds] * len(keys)
    state.declare(ItemFamily(first.family, span, 1, tuple(keys), bounds, f"what {rule} needs"))
    state.requirements += made
    state.covered.add(first.family)
