"""The meanings of names, and the table of names that a description builds up statement by statement.

>>> from excover.base.source import Source, Span
>>> scope = Scope()
>>> scope.declare(Constant("n", Span(Source("x.xc", "let n = 8"), 4, 5), 8))
>>> scope["n"].value, "m" in scope
(8, False)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol, TypeAlias

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.frozen import Changeable, Frozen, fresh
from excover.base.names import OrderedSet, Record, Value
from excover.base.source import Span, TableRow
from excover.language.messages.about_names import NameDeclaredTwice
from excover.language.syntax import ast


class Constant(Frozen):
    name: str
    span: Span
    value: Value


class Function(Frozen):
    """``weight`` is the number of operations of one call, ``depth`` the most nested ones, both including the
    calls within it.
    """

    name: str
    span: Span
    parameters: tuple[str, ...]
    body: ast.Expr
    weight: int
    depth: int = 1


class TableValue(Frozen):
    """Records in order, also found by their keys.

    Keys are the first fields of the records. If several records share the first field ``repeated``, keys are
    numbers. ``lines`` are those from which the records were read, one for each; empty if they come from a
    program.
    """

    name: str
    span: Span
    columns: tuple[str, ...]
    records: Mapping[Value, Record]
    repeated: Value | None = None
    lines: Sequence[TableRow] = ()

    @property
    def value(self) -> OrderedSet:
        return OrderedSet(self.records.values())


class Times(NamedTuple):
    """How often an item is covered; an ``upper`` of None is any number of times."""

    lower: int
    upper: int | None
    colored: bool = False

    @property
    def is_secondary(self) -> bool:
        """Covered at most once, or colored: it need not be covered (Knuth)."""
        return self.colored or (self.lower, self.upper) == (0, 1)

    @property
    def exact(self) -> int | None:
        """The number of times, if there is only one."""
        return self.lower if self.lower == self.upper else None


class UnitBounds(NamedTuple):
    """Bounds on a sum of amounts; None is no bound."""

    lower: int | None
    upper: int | None

    @property
    def in_words(self) -> str:
        """As in a statement: `at most 40 units`."""
        low, high = self
        if low is None:
            return "in units" if high is None else f"at most {high:,} units"
        if high is None:
            return f"at least {low:,} units"
        return f"{low:,} units" if low == high else f"{low:,}..{high:,} units"


ONCE = Times(1, 1)
ANY_NUMBER = Times(0, None)
AT_MOST_ONCE = Times(0, 1)
COLORED = Times(0, None, colored=True)


class ItemFamily(Frozen):
    """Items ``name[key]``, each with its bounds.

    ``keys`` are tuples of ``arity`` indices, distinct and in order; ``shape`` describes them in words;
    ``labels`` are those of a board's drawing by key; ``of_unit``: `fill` made it. Items in units have bounds
    in ``units``, one for each: they are sums, to which options add amounts, without numbers in the matrix.
    """

    name: str
    span: Span
    arity: int
    keys: tuple[tuple[Value, ...], ...]
    bounds: Sequence[Times]
    shape: str
    labels: Mapping[tuple[Value, ...], str] = {}
    of_unit: bool = False
    units: Sequence[UnitBounds] | None = None

    @cached_property
    def value(self) -> OrderedSet:
        """The family as a set: of its indices, or of tuples of indices if there are several."""
        return OrderedSet(key[0] for key in self.keys) if self.arity == 1 else OrderedSet(self.keys)

    @cached_property
    def is_colored(self) -> bool:
        """Whether its items are covered by options with a color."""
        return any(bounds.colored for bounds in self.bounds)


class Broken(Frozen):
    """A name whose declaration has an error.

    ``untold`` is the error, to be reported where the name is used: definitions of an imported description
    need to make sense only if they are used. It is empty if the error was already reported.
    """

    name: str
    span: Span
    untold: tuple[Diagnostic, ...] = ()


Definition: TypeAlias = Constant | Function | TableValue | ItemFamily | Broken


class Places(Protocol):
    """What expressions ask of a board."""

    name: str

    def near(self, corners: bool, span: Span) -> Mapping[Value, OrderedSet]:
        """The cells that share a side with each cell, or a corner. Raises SpecError if there are none."""


class Scope(Changeable):
    """The names declared so far, in order. A name has one meaning in a description.

    ``upcoming`` are the places of all declarations, for a better message if one is used too early.
    ``incomplete``: an import failed, so that unknown names may be its declarations. ``options`` may be called
    as functions; only rules can do that. ``boards`` are those declared so far.
    """

    upcoming: dict[str, Span] = fresh(dict)
    incomplete: bool = False
    options: frozenset[str] = frozenset()
    boards: dict[str, Places] = fresh(dict)
    _names: dict[str, Definition] = fresh(dict)

    def declare(self, definition: Definition) -> None:
        """Raises SpecError if the name already has a meaning."""
        earlier = self._names.get(definition.name)
        if earlier is not None and not isinstance(earlier, Broken):
            raise SpecError(NameDeclaredTwice(definition.name, definition.span, earlier.span))
        self._names[definition.name] = definition

    def redeclare(self, family: ItemFamily) -> None:
        """Replaces what is known of a family by more exact knowledge."""
        self._names[family.name] = family

    def __getitem__(self, name: str) -> Definition:
        return self._names[name]

    def get(self, name: str) -> Definition | None:
        return self._names.get(name)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def copied(self) -> Scope:
        """A scope with the same names, to which others can be added."""
        return Scope(dict(self.upcoming), self.incomplete, self.options, dict(self.boards), dict(self._names))

    def families(self) -> list[str]:
        return [name for name, definition in self._names.items() if isinstance(definition, ItemFamily)]
