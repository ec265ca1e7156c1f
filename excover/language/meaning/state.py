"""The state while statements are resolved: the only thing that resolving changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, Protocol

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.frozen import Changeable, fresh
from excover.base.limits import Limits
from excover.base.names import Value
from excover.base.source import Source, Span
from excover.language.expressions.check import check
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.functions import LIBRARY
from excover.language.expressions.scope import Definition, ItemFamily, Scope, Times
from excover.language.meaning.puzzle import (
    Aim,
    Board,
    CostLimit,
    OptionSource,
    Placing,
    Requirement,
    Shapes,
    TilesOnBoard,
)
from excover.language.messages.about_limits import TooManyItemsTogether
from excover.language.messages.about_names import NameOfFunction
from excover.language.syntax import ast

if TYPE_CHECKING:
    from excover.lattices import DeclaredLattice


class Loader(Protocol):
    """Access to other descriptions and files. Both functions raise SpecError if there is no such thing."""

    def spec(self, library: ast.Name | ast.Text) -> ast.Spec:
        """The syntax tree of a shipped description, or of a file beside this one."""

    def table(self, path: ast.Text) -> Iterator[Source]:
        """The lines of a file beside this description, with their numbers, read on demand."""


TablesLike = Mapping[str, Any]
"""A table for each name: see `excover.language.meaning.given_tables`."""
NO_TABLES: TablesLike = {}


class State(Changeable):
    """``wanted`` are the parameters' values from outside, ``tables`` the records of tables;
    ``resolve`` resolves a statement into this state, or raises SpecError.

    ``covered`` are the item families that something can cover; ``chosen_from`` the pieces of which others
    are a choice; ``imported`` the names from other
    descriptions, ``importing`` the files of those descriptions, the innermost last, and ``read`` all that
    were read, each with the prefix of its names. ``broken_places`` are the names of options whose `place` or
    `fill` has an error; ``required`` are the families of ``requirements``, with their statements.
    """

    load: Loader
    wanted: dict[str, Value]
    limits: Limits
    scope: Scope
    evaluator: Evaluator
    resolve: Callable[[ast.Statement], None]
    tables: TablesLike = fresh(dict)
    found: list[Diagnostic] = fresh(list)
    titles: list[ast.PuzzleStatement] = fresh(list)
    settings: dict[str, Value] = fresh(dict)
    lattices: dict[str, DeclaredLattice] = fresh(dict)
    boards: dict[str, Board] = fresh(dict)
    shapes: dict[str, Shapes] = fresh(dict)
    importing: list[tuple[str, str]] = fresh(list)
    imported: set[str] = fresh(set)
    read: set[tuple[str, str]] = fresh(set)
    covered: set[str] = fresh(set)
    chosen_from: set[str] = fresh(set)
    broken_places: set[str] = fresh(set)
    items: int = 0
    options: dict[str, ast.Option] = fresh(dict)
    placings: dict[tuple[str, str], Placing] = fresh(dict)
    sources: list[OptionSource] = fresh(list)
    last_sources: list[OptionSource] = fresh(list)
    additions: list[ast.Also] = fresh(list)
    piece_bounds: dict[str, tuple[Times, Span]] = fresh(dict)
    goal: ast.Goal | None = None
    aims: list[Aim] = fresh(list)
    cost_bounds: dict[str, CostLimit] = fresh(dict)
    draws: list[ast.Draw | ast.DrawItem] = fresh(list)
    mark_colors: list[ast.DrawMark] = fresh(list)
    decorations: list[ast.Decorate] = fresh(list)
    givens: list[ast.GivenOptions | ast.GivenDrawing | ast.GivenColor] = fresh(list)
    requirements: list[Requirement] = fresh(list)
    global_constraints: list[ast.RequireConnected | ast.RequireLoop] = fresh(list)
    conditions: list[ast.RequireThat] = fresh(list)
    rules: list[ast.Requiring | ast.CostBound] = fresh(list)
    tiled: list[TilesOnBoard] = fresh(list)
    required: dict[str, Span] = fresh(dict)
    forbidden: list[ast.Forbid] = fresh(list)
    symmetries: list[ast.SymmetryStatement] = fresh(list)
    expectations: list[ast.Expect] = fresh(list)

    def copied(self, resolve: Callable[[State, ast.Statement], None]) -> State:
        """The same state, which later statements change without changing this one."""
        scope = self.scope.copied()
        others: dict[str, Any] = {name: copy(getattr(self, name)) for name in self.__match_args__}
        others.update(load=self.load, scope=scope, evaluator=Evaluator(scope, self.limits))
        made: State = State(**{**others, "resolve": lambda statement: resolve(made, statement)})
        return made

    def constant(self, expr: ast.Expr) -> Any:
        """The value of an expression outside all loops. Raises SpecError."""
        check(expr, self.scope)
        return self.evaluator.constant(expr)

    def take_room(self, span: Span, items: int) -> None:
        """Counts items before they are made. Raises SpecError if there are too many in all."""
        self.items += items
        if self.items > self.limits.items:
            raise SpecError(TooManyItemsTogether(span, self.items, self.limits.items))

    def declare(self, definition: Definition) -> None:
        """Gives a name its meaning. Raises SpecError if it already has one."""
        if definition.name in LIBRARY and not LIBRARY[definition.name].is_new:
            raise SpecError(NameOfFunction(definition.span, definition.name))
        self.scope.declare(definition)

    def family(self, name: str) -> ItemFamily:
        family = self.scope[name]
        assert isinstance(family, ItemFamily)
        return family
