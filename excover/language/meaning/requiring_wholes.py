"""What `require` asks of all chosen options together: checks the names of the statement."""

from __future__ import annotations

from excover.base.diagnostics import SpecError
from excover.language.expressions.check import check
from excover.language.meaning.puzzle import Shapes
from excover.language.meaning.references import names_among, one_board, option_called, option_named
from excover.language.meaning.state import State
from excover.language.messages.about_constraints import (
    AlongWithoutPlaces,
    LoopAtPlaces,
    NearJoined,
    RequiredArgumentNotName,
)
from excover.language.syntax import ast


def require_whole(state: State, statement: ast.RequireConnected | ast.RequireLoop) -> None:
    """Raises SpecError."""
    local = _arguments(state, statement.option)
    parts = [statement.where, statement.place]
    if isinstance(statement, ast.RequireLoop):
        if statement.place is not None and not statement.joining:
            raise SpecError(LoopAtPlaces(statement.place.span))
    elif statement.joining and (statement.along is not None or statement.corners):
        raise SpecError(NearJoined(statement.span, statement.along.span if statement.along else None))
    else:
        parts.append(statement.per)
        if statement.along is not None:
            check(statement.along, state.scope)
            if statement.place is None:
                raise SpecError(AlongWithoutPlaces(statement.along.span))
        elif statement.place is not None and not statement.joining:
            one_board(state, statement.span)
    for expr in parts:
        if expr is not None:
            check(expr, state.scope, local)
    state.wholes.append(statement)


def _arguments(state: State, ref: ast.OptionRef) -> set[str]:
    """The names that represent the arguments of the options; of all pieces, `piece` is the letter."""
    if not ref.arguments:
        return {"piece"} if isinstance(option_named(state, ref.name), Shapes) else set()
    option_called(state, ref)
    return names_among(state, ref, RequiredArgumentNotName)
