"""The meanings of names: declared ones and functions; and checks that all names of an expression have one.

>>> from excover.base.source import Source
>>> scope = Scope()
>>> scope.declare(Constant("n", Span(Source("x.xc", "let n = 8"), 4, 5), 8))
>>> scope["n"].value, "m" in scope
(8, False)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias, assert_never, cast

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.frozen import Changeable, Frozen, fresh
from excover.base.names import OrderedSet, Record, Symbol, Value
from excover.base.source import Span, TableRow
from excover.base.words import plural
from excover.language import messages
from excover.language.expressions.library import LIBRARY, PLACES, TRUTHS, Places, call_of, named_board
from excover.language.syntax import ast


class Constant(Frozen):
    """If it ``is_written_empty``, its value is written as `{}`: what runs through it does nothing."""

    name: str
    span: Span
    value: Value
    is_written_empty: bool = False


class Function(Frozen):
    """``weight`` is the number of operations of one call, ``depth`` the most nested ones, both including the
    calls within it. If it ``decides``, it depends on chosen options, and only rules can call it.
    """

    name: str
    span: Span
    parameters: tuple[str, ...]
    body: ast.Expr
    weight: int
    depth: int = 1
    decides: bool = False


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
        return self.colored or (self.upper == 1 and self.lower == 0)

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
    ``excess`` has an upper bound for each that may be exceeded, and the cost of each time or unit.
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
    excess: Sequence[tuple[int, int]] = ()

    @property
    def demands(self) -> list[tuple[Times | UnitBounds, int | None]]:
        """The bounds of each item, and what it costs to exceed them if they may be exceeded."""
        bounds: Sequence[Times | UnitBounds] = self.units or self.bounds
        if not self.excess:
            return [(each, None) for each in bounds]
        exceeded = zip(bounds, self.excess, strict=True)
        return [(each._replace(upper=most), cost) for each, (most, cost) in exceeded]

    @cached_property
    def value(self) -> OrderedSet:
        """The family as a set: of its indices, or of tuples of indices if there are several."""
        return OrderedSet(key[0] for key in self.keys) if self.arity == 1 else OrderedSet(self.keys)

    def unknown_text(self, index: tuple[Value, ...]) -> tuple[str, tuple[str, ...]]:
        """The first text of an index that no item has there, and the words that they have; empty without."""
        for at, text in enumerate(index):
            known = {key[at] for key in self.keys if len(key) == len(index)}
            if isinstance(text, str) and text not in known:
                words = (each.name if isinstance(each, Symbol) else each for each in known)
                return text, tuple(sorted(each for each in words if isinstance(each, str)))
        return "", ()

    @cached_property
    def places(self) -> frozenset[Value]:
        return frozenset(self.value)

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


class LabelValues(Frozen):
    """Labels with a name by their places, of which it is the set; ``written`` are the words of each place."""

    name: str
    span: Span
    labels: Mapping[Value, Value]
    written: Mapping[Value, Sequence[Span]]

    @cached_property
    def value(self) -> OrderedSet:
        return OrderedSet(self.labels)


Definition: TypeAlias = Constant | Function | TableValue | ItemFamily | LabelValues | Broken


class Scope(Changeable):
    """The names declared so far, in order. A name has one meaning in a description.

    ``upcoming`` are the places of all declarations, for a better message if one is used too early.
    ``incomplete``: an import failed, so that unknown names may be its declarations. ``options`` may be called
    as functions; only rules can do that. ``boards`` are those declared so far. ``broken_options`` are those
    whose statement has an error. ``symbols`` are those of all `enum` statements. ``merged`` are sets written
    by members, two of which were equal when they were evaluated, with the values of names there.
    """

    upcoming: dict[str, Span] = fresh(dict)
    incomplete: bool = False
    options: frozenset[str] = frozenset()
    boards: dict[str, Places] = fresh(dict)
    broken_options: set[str] = fresh(set)
    _names: dict[str, Definition] = fresh(dict)
    symbols: dict[str, Symbol] = fresh(dict)
    merged: dict[Span, str] = fresh(dict)

    def declare(self, definition: Definition) -> None:
        """Raises SpecError if the name already has a meaning."""
        earlier = self._names.get(definition.name)
        if earlier is not None and not isinstance(earlier, Broken):
            raise SpecError(messages.NameDeclaredTwice(definition.name, definition.span, earlier.span))
        self._names[definition.name] = definition
        if isinstance(definition, Constant) and isinstance(definition.value, Symbol):
            self.symbols[definition.name] = definition.value

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
        names, symbols, boards = dict(self._names), dict(self.symbols), dict(self.boards)
        upcoming, broken = dict(self.upcoming), set(self.broken_options)
        return Scope(upcoming, self.incomplete, self.options, boards, broken, names, symbols, self.merged)

    def of_rules(self, options: Collection[str]) -> Scope:
        """The same for an expression that may call these options as functions."""
        scope = self.copied()
        scope.options = frozenset(options)
        return scope

    def deciding(self) -> set[str]:
        """The functions that depend on chosen options."""
        return {name for name, each in self._names.items() if isinstance(each, Function) and each.decides}

    def families(self) -> list[str]:
        return [name for name, definition in self._names.items() if isinstance(definition, ItemFamily)]


# Checks of an expression before it is evaluated: that its names have a meaning, and its cost.
#
# Checking first reports an error even if no binding reaches the expression, and reports all errors of an
# expression at once.


class Silent(SpecError):
    """A dependency on a declaration whose error was already reported."""

    def __init__(self, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(diagnostics)


def check(expr: ast.Expr, scope: Scope, local: Collection[str] = ()) -> None:
    """Raises SpecError unless every name of the expression has a meaning; ``local`` are the bound names."""
    _raise(list(_expression(expr, scope, frozenset(local))))


def check_loop(loop: ast.Loop, scope: Scope, local: Collection[str] = ()) -> frozenset[str]:
    """Checks the binders and the condition of a loop; returns all names that are bound within it."""
    found: list[Diagnostic | Silent] = []
    names = _loop(loop, scope, frozenset(local), found)
    _raise(found)
    return names


def _raise(found: list[Diagnostic | Silent]) -> None:
    faults = [fault for fault in found if isinstance(fault, Diagnostic)]
    if faults:
        raise SpecError(faults)
    if found:
        raise Silent


def _loop(
    loop: ast.Loop, scope: Scope, local: frozenset[str], found: list[Diagnostic | Silent]
) -> frozenset[str]:
    bound: dict[str, Span] = {}
    for binder in loop.binders:
        found += _expression(binder.domain, scope, local | bound.keys())
        for name in (name for pattern in binder.patterns for name in pattern.names):
            if name.id in bound:
                found.append(messages.NameDeclaredTwice(name.id, name.span, bound[name.id]))
            bound[name.id] = name.span
    names = local | bound.keys()
    if loop.where:
        found += _expression(loop.where, scope, names)
    return names


def _expression(expr: ast.Expr, scope: Scope, local: frozenset[str]) -> Iterator[Diagnostic | Silent]:
    match expr:
        case ast.Name():
            yield from _name(expr, scope, local)
        case ast.Call(span, function, arguments):
            yield from _call(span, function, len(arguments), scope)
            if function.id in PLACES and function.id not in scope:
                yield from _board_of(span, named_board(function.id, arguments), scope)
            for argument in arguments:
                yield from _expression(argument, scope, local)
        case ast.Aggregate(_, function, value, loop):
            if function.id not in LIBRARY or not LIBRARY[function.id].many:
                aggregates = [name for name, builtin in LIBRARY.items() if builtin.many]
                yield messages.UnknownFunction(function.span, function.id, aggregates)
            yield from _each(value, loop, scope, local)
        case ast.Each(_, value, loop):
            yield from _each(value, loop, scope, local)
        case _ if isinstance(expr, ast.Structural):
            for child in children(expr):
                yield from _expression(child, scope, local)
        case _:
            assert_never(expr)


def _each(
    value: ast.Expr, loop: ast.Loop, scope: Scope, local: frozenset[str]
) -> Iterator[Diagnostic | Silent]:
    found: list[Diagnostic | Silent] = []
    names = _loop(loop, scope, local, found)
    yield from found
    yield from _expression(value, scope, names)


def _is_index(text: str, scope: Scope) -> bool:
    """Whether this is the index of an item, such as the letter of a piece, or a label of a board."""
    every = [scope[each] for each in scope]
    labels = any(isinstance(each, LabelValues) and text in each.labels.values() for each in every)
    return labels or any((text,) in each.keys for each in every if isinstance(each, ItemFamily))


def _name(name: ast.Name, scope: Scope, local: frozenset[str]) -> Iterator[Diagnostic | Silent]:
    if name.id in local or (name.id in TRUTHS and name.id not in scope):
        return
    definition = scope.get(name.id)
    match definition:
        case None | ItemFamily(labels={}) if name.id in scope.options and messages.indices_behind(name.span):
            yield messages.DecidedIndexed(name.span, name.id)
        case None if name.id in LIBRARY or name.id in scope.options:
            yield messages.NotAValue(
                name.span, name.id, "a function" if name.id in LIBRARY else "decided", None
            )
        case None if name.id in scope.upcoming:
            yield messages.DeclaredLater(name.span, name.id, scope.upcoming[name.id])
        case None if scope.incomplete:
            yield Silent()
        case None:
            is_text = _is_index(name.id, scope)
            yield messages.UnknownName(name.span, name.id, [*local, *scope], is_text=is_text)
        case Broken(_, _, untold):
            yield from untold or [Silent()]
        case Function(_, span):
            yield messages.NotAValue(name.span, name.id, "a function", span)
        case Constant() | TableValue() | ItemFamily() | LabelValues():
            pass
        case _:
            assert_never(definition)


def _call(span: Span, function: ast.Name, given: int, scope: Scope) -> Iterator[Diagnostic | Silent]:
    if function.id in scope.options:
        return
    match scope.get(function.id):
        case Function(name, decides=True) if not scope.options:
            yield messages.DependsOnOptions(span, name)
        case Function(name, _, parameters):
            if given != len(parameters):
                wanted, call = plural(len(parameters), "argument"), f"{name}({', '.join(parameters)})"
                yield messages.WrongArgumentCount(span, name, wanted, given, call)
        case Broken(_, _, untold):
            yield from untold or [Silent()]
        case None if function.id in LIBRARY:
            yield from _builtin(span, function.id, given)
        case _ if scope.incomplete or function.id in scope.broken_options:
            yield Silent()
        case LabelValues() | ItemFamily() as values:
            called = messages.LabelsCalled if isinstance(values, LabelValues) else messages.ItemsCalled
            yield called(span, function.id)
        case Constant() | TableValue() | None:
            functions = [name for name in scope if isinstance(scope[name], Function)]
            yield messages.UnknownFunction(function.span, function.id, [*functions, *LIBRARY, *scope.options])
        case never:
            assert_never(never)


def _board_of(span: Span, stated: Sequence[ast.Expr], scope: Scope) -> Iterator[Diagnostic | Silent]:
    """The board of a function of `PLACES` is its last argument, or the only one."""
    named = [each for each in stated if isinstance(each, ast.Name) and each.id in scope.boards]
    if stated and not named:
        if scope.incomplete:
            yield Silent()
        else:
            yield messages.WhichBoard(stated[0].span, tuple(scope.boards))
    elif not stated and not scope.boards and any(isinstance(scope[name], Broken) for name in scope):
        yield Silent()
    elif not stated and len(scope.boards) != 1:
        yield messages.WhichBoard(span, tuple(scope.boards))


def _builtin(span: Span, name: str, given: int) -> Iterator[Diagnostic]:
    builtin = LIBRARY[name]
    low, high = builtin.count
    if not (low <= given <= high or (builtin.many and given == 1)):
        several = f"a set, or {low} arguments and more" if builtin.many else f"{low} to {high} arguments"
        wanted = plural(low, "argument") if low == high else several
        yield messages.WrongArgumentCount(span, name, wanted, given, call_of(name))


def children(node: ast.Node) -> Iterator[ast.Expr]:
    """The expressions directly within a node, looking into loops."""
    return cast(Iterator[ast.Expr], node.expressions())


def _all_within(node: ast.Node) -> Iterator[tuple[ast.Node, int]]:
    """A node and all within it, each with its depth."""
    waiting: list[tuple[ast.Node, int]] = [(node, 0)]
    while waiting:
        part, depth = waiting.pop()
        yield part, depth
        waiting += ((child, depth + 1) for child in children(part))


def weight(expr: ast.Expr, scope: Scope) -> int:
    """The number of operations of one evaluation, counting each comprehension as one binding."""
    return sum(1 if called is None else called.weight for called, _ in _calls(expr, scope))


def depth(expr: ast.Expr, scope: Scope) -> int:
    """The depth of nested operations, including those of called functions."""
    return max(at + (0 if called is None else called.depth) for called, at in _calls(expr, scope)) + 1


def _calls(expr: ast.Expr, scope: Scope) -> Iterator[tuple[Function | None, int]]:
    """For every part of an expression, the function that it calls, if any, and its depth."""
    for part, at in _all_within(expr):
        called = scope.get(part.function.id) if isinstance(part, ast.Call) else None
        yield called if isinstance(called, Function) else None, at
