"""The state while statements are resolved, the only thing that resolving changes; and what names in it refer
to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, assert_never

from excover.base.diagnostics import Diagnostic, Edit, SpecError
from excover.base.frozen import Changeable, fresh
from excover.base.limits import Limits
from excover.base.names import OrderedSet, Symbol, Value
from excover.base.source import Source, Span
from excover.base.words import clipped
from excover.language import messages
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.library import LIBRARY
from excover.language.expressions.scope import (
    Broken,
    Constant,
    Definition,
    Function,
    ItemFamily,
    LabelValues,
    Scope,
    Silent,
    TableValue,
    Times,
    check,
)
from excover.language.meaning.puzzle import (
    Board,
    CostLimit,
    Objective,
    OptionSource,
    Placing,
    Requirement,
    Shapes,
    TilesOnBoard,
)
from excover.language.syntax import ast
from excover.language.syntax.nodes import nodes_within
from excover.lattices import LATTICES, Lattice

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
    ``resolve`` resolves a statement into a state, or raises SpecError.

    ``covered`` are the item families that something can cover; ``chosen_from`` the pieces of which others
    are a choice; ``imported`` the names from other
    descriptions, ``importing`` the files of those descriptions, the innermost last, and ``read`` all that
    were read, each with the prefix of its names. ``broken_places`` are the names of options whose `place` or
    `fill` has an error; ``required`` are the families of ``requirements``, with their statements;
    ``on_cells`` the decisions about cells of the only board, with how many of their arguments are the cell;
    ``compared`` the labels of which one is compared with another.
    """

    load: Loader
    wanted: dict[str, Value]
    limits: Limits
    scope: Scope
    evaluator: Evaluator
    resolve: Callable[[State, ast.Statement], None]
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
    lines: set[str] = fresh(set)
    on_cells: dict[str, int] = fresh(dict)
    compared: set[str] = fresh(set)
    placings: dict[tuple[str, str], Placing] = fresh(dict)
    sources: list[OptionSource] = fresh(list)
    last_sources: list[OptionSource] = fresh(list)
    additions: list[ast.Also] = fresh(list)
    piece_bounds: dict[str, tuple[Times, Span]] = fresh(dict)
    goal: ast.Goal | None = None
    objectives: list[Objective] = fresh(list)
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
    removing: list[ast.Removing] = fresh(list)
    symmetries: list[ast.SymmetryStatement] = fresh(list)
    expectations: list[ast.Expect] = fresh(list)

    def copied(self) -> State:
        """The same state, which later statements change without changing this one."""
        scope = self.scope.copied()
        others: dict[str, Any] = {name: copy(getattr(self, name)) for name in self.__match_args__}
        others.update(load=self.load, scope=scope, evaluator=Evaluator(scope, self.limits))
        return State(**others)

    def constant(self, expr: ast.Expr) -> Any:
        """The value of an expression outside all loops. Raises SpecError."""
        check(expr, self.scope)
        return self.evaluator.constant(expr)

    def take_room(self, span: Span, items: int) -> None:
        """Counts items before they are made. Raises SpecError if there are too many in all."""
        self.items += items
        if self.items > self.limits.items:
            raise SpecError(messages.TooManyItemsTogether(span, self.items, self.limits.items))

    def declare(self, definition: Definition) -> None:
        """Gives a name its meaning. Raises SpecError if it already has one."""
        if definition.name in LIBRARY and not LIBRARY[definition.name].is_new:
            raise SpecError(messages.NameOfFunction(definition.span, definition.name))
        self.scope.declare(definition)

    def family(self, name: str) -> ItemFamily:
        family = self.scope[name]
        assert isinstance(family, ItemFamily)
        return family


# The meaning of the name of a board, an option or an item in a statement.

Defined = TypeVar("Defined")


def named(
    state: State, name: ast.Name, known: Mapping[str, Defined], wanted: str, libraries: Collection[str] = ()
) -> Defined:
    if name.id in known:
        return known[name.id]
    if isinstance(state.scope.get(name.id), Broken) or _may_be_imported(state, name):
        raise Silent
    raise SpecError(messages.NotOfKind(name.span, name.id, wanted, known, name.id in libraries))


def lattice_called(state: State, name: ast.Name | None) -> Lattice | None:
    """The lattice that a statement names, shipped or declared. Raises SpecError."""
    if name and name.id in LATTICES:  # the others need not be loaded
        return LATTICES[name.id]
    return named(state, name, {**LATTICES, **state.lattices}, "lattice") if name else None


def _may_be_imported(state: State, name: ast.Name) -> bool:
    """Whether it could be declared by an import that failed."""
    return state.scope.incomplete and name.id not in state.scope


def option_named(state: State, name: ast.Name) -> ast.Option | Shapes:
    placed = {shapes: state.shapes[shapes] for shapes, _ in state.placings}
    options: dict[str, ast.Option | Shapes] = {**state.options, **placed}
    is_unknown = name.id not in options
    is_broken = name.id in state.scope.broken_options or _may_be_imported(state, name)
    if name.id in state.broken_places or (is_unknown and is_broken):
        raise Silent
    if is_unknown:
        raise SpecError(messages.UnknownOption(name.span, name.id, options, name.id in state.boards))
    return options[name.id]


def option_called(state: State, ref: ast.OptionRef, are_values: bool = False) -> ast.Option | Shapes:
    """The option that a reference names, with as many arguments as it has: new names, or values."""
    option = option_named(state, ref.name)
    if isinstance(option, ast.Option):
        wanted = [argument.id for argument in option.arguments]
        if len(ref.arguments) != len(wanted):
            apart = _taken_apart(state, option, len(ref.arguments))
            values = _regrouped(ref.arguments, len(wanted)) if are_values and apart else ()
            raise SpecError(
                messages.OtherArguments(ref.span, ref.name.id, wanted, option.name.span, apart, values)
            )
    return option


def _regrouped(arguments: Sequence[ast.Expr], wanted: int) -> Sequence[str]:
    """A pair as two arguments, or two arguments as a pair; empty if that is not possible."""
    if wanted == 1:
        return [f"({', '.join(each.span.text for each in arguments)})"]
    match arguments:
        case [ast.Tuple(members=parts)] if len(parts) == wanted:
            return [each.span.text for each in parts]
        case [ast.Name(id=name)]:
            return [f"{name}[{k}]" for k in range(1, wanted + 1)]
        case _:
            return ()


def _taken_apart(state: State, option: ast.Option, got: int) -> str:
    """The set of an option whose members are one argument in its declaration and several in a reference, or
    the other way round; empty if that is not what is meant.
    """
    for binder in option.loop.binders:
        is_board = isinstance(binder.domain, ast.Name) and binder.domain.id in state.boards
        is_tuple = any(pattern.is_tuple for pattern in binder.patterns)
        if (got == 1 and is_tuple) or (got > 1 and is_board and not is_tuple):
            return binder.domain.span.text
    return ""


def check_chosen(state: State, ref: ast.OptionRef, loop: ast.Loop | None, local: Collection[str]) -> None:
    """Checks an option that `given` or `forbid` names, for every binding of a loop."""
    option_called(state, ref, are_values=True)
    wrong: list[Diagnostic] = []
    for argument in ref.arguments:
        try:
            check(argument, state.scope, local)
        except Silent:
            raise
        except SpecError as found:
            wrong += found.diagnostics
    if wrong:
        raise SpecError([each if loop else _with_loop(each, ref) for each in wrong])


def check_labels(state: State, places: ast.Expr) -> None:
    """Checks that what paths are between is a value, and not a family of options."""
    if (name := places.span.text) in state.options:
        raise SpecError(messages.OptionsAsLabels(places.span, name))
    check(places, state.scope)


def _with_loop(wrong: Diagnostic, ref: ast.OptionRef) -> Diagnostic:
    if not isinstance(wrong, messages.UnknownName):
        return wrong
    loop = f"{clipped(ref.span.text)} for {clipped(wrong.name)} in 1..3"
    return wrong.replaced(way=f"state for which values, in a loop behind the options: `{loop}`")


def with_loop_of_options(state: State, statement: ast.RequireThat, wrong: Diagnostic) -> Diagnostic:
    """An unknown name that is the argument of an option, with the loop that was probably forgotten."""
    if not isinstance(wrong, messages.UnknownName):
        return wrong
    nodes = nodes_within((statement.condition, statement.loop))
    calls = [each for each in nodes if isinstance(each, ast.Call)]
    for call in calls:
        source = state.options.get(call.function.id)
        loop = _loop_for(source, call, wrong.name) if isinstance(source, ast.Option) else ""
        if not loop:
            continue
        around = [each for each in calls if each.function.id in _LOOPED and each.arguments == (call,)]
        if statement.loop and not around:
            first = statement.loop.binders[0].span
            edit, shown = Edit(first.part(0, 0), f"{loop}, "), f"for {loop}, {first.text}"
        else:
            end = call.span if around else statement.condition.span
            edit = Edit(Span(end.source, end.end, end.end), f" for {loop}")
            shown = (
                f"{around[0].function.id}({call.span.text} for {loop})"
                if around
                else f"require .. for {loop}"
            )
        return wrong.replaced(way=f"write a loop: `{clipped(shown)}`", meant=edit)
    return wrong


_LOOPED = frozenset(("all", "any", "count", "different", "max", "min", "sum"))


def _loop_for(source: ast.Option, call: ast.Call, name: str) -> str:
    """The loop in which a name is an argument of an option, as that declares it; empty if it is none."""
    written = [each.id for each in call.arguments if isinstance(each, ast.Name)]
    binders, at = source.loop.binders, 0
    if name not in written or len(written) < len(call.arguments):
        return ""
    if len(written) > len(source.loop.names) == 1:  # coordinates of a place
        return f"({', '.join(written)}) in {binders[0].domain.span.text}"
    for binder in binders:
        for pattern in binder.patterns:
            names, at = written[at : at + len(pattern.names)], at + len(pattern.names)
            if name in names:
                left = f"({', '.join(names)})" if pattern.is_tuple else name
                return f"{left} in {binder.domain.span.text}"
    return ""


def _length(value: Value) -> int:
    return len(value) if isinstance(value, tuple) else 1


def check_ref(
    state: State,
    ref: ast.Ref,
    local: Collection[str],
    others: Iterable[str] = (),
    loop: ast.Loop | None = None,
) -> ItemFamily:
    """The family of an item. ``others`` are names that it may be a misspelling of, besides families; ``loop``
    is that of the option.
    """
    for expr in ref.index:
        check(expr, state.scope, local)
    definition = state.scope.get(ref.name.id)
    match definition:
        case ItemFamily() as family:
            as_tuple = len(ref.index) == 1 < family.arity
            if len(ref.index) != family.arity and not as_tuple:
                got = len(ref.index)
                in_tuples = family.arity == 1 and bool(family.keys) and _length(family.keys[0][0]) == got
                unused = sorted(set(local) - ref.mentioned)
                surplus = _surplus(state, ref, family, loop) if loop and got == family.arity + 1 else None
                raise SpecError(
                    messages.WrongIndexCount(
                        ref.span, family.name, family.arity, got, in_tuples, family.span, unused, surplus
                    )
                )
            return family
        case Broken():
            raise Silent
        case None if state.scope.incomplete and ref.name.id not in state.scope.upcoming:
            raise Silent
        case None if ref.name.id in state.scope.upcoming:
            later = state.scope.upcoming[ref.name.id]
            raise SpecError(messages.DeclaredLater(ref.name.span, ref.name.id, later))
        case Constant() | Function() | TableValue() | LabelValues() | None:
            raise SpecError(
                messages.UnknownItemFamily(ref.name.span, ref.name.id, [*state.scope.families(), *others])
            )
        case _:
            assert_never(definition)


def _surplus(state: State, ref: ast.Ref, family: ItemFamily, loop: ast.Loop) -> int:
    """The index without which most of the others are names that run through the sets of the family; of
    several, the last.
    """
    domains: dict[str, range | OrderedSet] = {}
    for binder in loop.binders:
        with suppress(SpecError):
            members = state.constant(binder.domain)
            if isinstance(members, range | OrderedSet):
                names = (pattern.names for pattern in binder.patterns if not pattern.is_tuple)
                domains |= {name.id: members for (name,) in names}
    wanted = [set(column) for column in zip(*family.keys, strict=True)]

    def fitting(left_out: int) -> int:
        rest = [each for at, each in enumerate(ref.index) if at != left_out]
        found = [domains.get(each.id, range(0)) if isinstance(each, ast.Name) else range(0) for each in rest]
        return sum(len(a) == len(b) and set(a) == b for a, b in zip(found, wanted, strict=False))

    return max(reversed(range(len(ref.index))), key=fitting)


def check_colored(state: State, ref: ast.Ref, local: Collection[str]) -> None:
    if not check_ref(state, ref, local).is_colored:
        raise SpecError(messages.NotColoredItem(ref.span, ref.name.id))


def argument_names(
    state: State,
    ref: ast.OptionRef,
    fault: Callable[[Span, str, str], Diagnostic],
    placing_fault: Callable[[Span, str], Diagnostic],
) -> set[str]:
    """The names that represent the arguments of an option.

    ``fault`` reports that they are not names, ``placing_fault`` that pieces have no such statement.
    """
    if isinstance(option_called(state, ref), Shapes):
        raise SpecError(placing_fault(ref.span, ref.name.id))
    return names_among(state, ref, fault)


def names_among(
    state: State, ref: ast.OptionRef | ast.Ref, fault: Callable[[Span, str, str], Diagnostic]
) -> set[str]:
    """The names that are arguments; ``fault`` reports that one is not a name, or is repeated, with how all of
    them are written as names, and the name of this one; the module of its message is loaded only then.
    """
    names: set[str] = set()
    for at, argument in enumerate(ref.index if isinstance(ref, ast.Ref) else ref.arguments):
        if not isinstance(argument, ast.Name) or argument.id in names:
            meant = _argument_names(state, ref)
            first, last = "[]" if isinstance(ref, ast.Ref) else "()"
            raise SpecError(fault(argument.span, f"{ref.name.id}{first}{', '.join(meant)}{last}", meant[at]))
        known = state.scope.get(argument.id)
        if isinstance(known, Constant) and isinstance(known.value, Symbol):
            raise SpecError(messages.SymbolAsArgument(argument.span, argument.id, known.span))
        names.add(argument.id)
    return names


def _argument_names(state: State, ref: ast.OptionRef | ast.Ref) -> list[str]:
    """A name for each argument: of an option, those of its declaration."""
    if isinstance(ref, ast.Ref):
        return [f"x{n}" for n in range(1, len(ref.index) + 1)]
    option = option_called(state, ref)
    if isinstance(option, ast.Option):
        return [name.id for name in option.arguments]
    return [f"x{n}" for n in range(1, len(ref.arguments) + 1)]


def one_board(state: State, span: Span) -> None:
    if len(state.boards) > 1:
        raise SpecError(messages.SeveralBoards(span, state.boards))


def cell_named(span: Span, names: Sequence[ast.Expr]) -> ast.Expr:
    """The cell of these coordinates, or of the only name."""
    return names[0] if len(names) == 1 else ast.Tuple(span, tuple(names))


def unlike(name: str, taken: Collection[str]) -> str:
    """A name that no expression of the statement uses."""
    while name in taken:
        name += "_"
    return name
