"""The kinds of values that an expression needs."""

from __future__ import annotations

from typing import Any

from excover.base.diagnostics import SpecError
from excover.base.names import OrderedSet, Record
from excover.base.source import Span
from excover.language.expressions.cells import cell_of
from excover.language.expressions.frame import Column, Frame
from excover.language.expressions.scope import Scope
from excover.language.messages.about_values import WrongKind

_SETS: set[Any] = {range, OrderedSet}
_KINDS: dict[str, tuple[set[Any], str]] = {
    "number": ({int}, "a number"),
    "condition": ({bool}, "a condition"),
    "set": (_SETS, "a set"),
    "collection": ({*_SETS, tuple, str}, "a set, a tuple or a text"),
    "sequence": ({tuple, str}, "a tuple or a text"),
    "record": ({Record}, "a record of a table"),
}


def require(
    scope: Scope, span: Span, column: Column, kind: str, frame: Frame, row: int | None = None
) -> None:
    """Raises SpecError unless all values are of the kind; ``row`` is the binding if they all belong to one.

    ``scope`` has the tables from which a wrong value may come.
    """
    types, wanted = _KINDS[kind]
    if not set(map(type, column)) <= types:
        at = next(i for i, value in enumerate(column) if type(value) not in types)
        bound = at if row is None else row
        cell = cell_of(column[at], scope, frame, bound)
        raise SpecError(WrongKind(span, column[at], wanted, frame.binding(bound), cell))
