"""The meaning of names: title, imports, parameters, values, symbols, tables and functions."""

from __future__ import annotations

from typing import Any

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import OrderedSet, Symbol, kind
from excover.language import messages
from excover.language.expressions.frame import UNIT, is_member
from excover.language.expressions.scope import Broken, Constant, Function, TableValue, check, depth, weight
from excover.language.meaning.probable_mistakes import texts_among_symbols
from excover.language.meaning.state import State
from excover.language.syntax import ast

# Renames everything that a description declares, for `import "pieces.xc" as p`: its names become `p_...`.


def prefixed(spec: ast.Spec, prefix: str) -> ast.Spec:
    """The same description with ``prefix`` before each name that its statements declare."""
    declared = {
        name.id
        for statement in spec.statements
        for name in (getattr(statement, "name", None), *getattr(statement, "symbols", ()))
        if isinstance(name, ast.Name)
    }
    renamed: ast.Spec = _renamed(spec, declared, prefix)
    return renamed


def _renamed(value: Any, declared: set[str], prefix: str) -> Any:
    match value:
        case ast.Name(span, name):
            return ast.Name(span, prefix + name) if name in declared else value
        case ast.Meaning():
            return value
        case ast.Node():
            return type(value)(*(_renamed(part, declared, prefix) for part in value.parts))
        case tuple():
            return tuple(_renamed(member, declared, prefix) for member in value)
        case _:
            return value


MOST_OPERATIONS = 10_000
"""The most operations that one call of a `def` may expand to; nested calls multiply."""


def title(state: State, puzzle: ast.PuzzleStatement) -> None:
    if state.titles:
        raise SpecError(messages.SpecifiedTwice(puzzle.span, "the title", state.titles[0].span))
    state.titles.append(puzzle)


def import_(state: State, statement: ast.Import) -> None:
    """Imports the definitions of another description: its values, functions, tables and pieces."""
    library = statement.library
    spec = state.load.spec(library)
    source = spec.span.source.path
    if any(source == outer for outer, _ in state.importing):
        name = library.id if isinstance(library, ast.Name) else library.value
        raise SpecError(messages.ImportCycle(library.span, name))
    if len(state.importing) > state.limits.nesting:
        raise SpecError(messages.ImportsTooDeep(library.span, state.limits.nesting))
    prefix = statement.prefix.id + "_" if statement.prefix else ""
    if (source, prefix) in state.read:
        return
    state.read.add((source, prefix))
    state.importing.append((source, prefix))
    try:
        _import_definitions(state, prefixed(spec, prefix) if prefix else spec)
    finally:
        state.importing.pop()


def _import_definitions(state: State, spec: ast.Spec) -> None:
    for definition in spec.statements:
        if isinstance(definition, ast.Param):
            _import_definition(state, ast.Let(definition.span, definition.name, definition.value))
        elif definition.is_definition:
            _import_definition(state, definition)
        state.imported.update(name.id for name in definition.declared())


def _import_definition(state: State, definition: ast.Statement) -> None:
    """Definitions that need boards and items, which are not imported, are errors only if they are used."""
    try:
        state.resolve(state, definition)
    except SpecError as wrong:
        names = definition.declared()
        if not names or any(name.id in state.scope for name in names):
            raise
        for name in names:
            state.scope.declare(Broken(name.id, name.span, wrong.diagnostics))


def param(state: State, param: ast.Param) -> None:
    name, default = param.name.id, state.constant(param.value)
    value = state.settings[name] = default  # even with an error, so that it is not reported as missing
    if name in state.wanted:
        from excover.language.python_values import parameter_value  # few set a parameter

        value = parameter_value(state.wanted[name], default, name)
    state.settings[name] = value
    if kind(value) != kind(default):
        raise SpecError(messages.ParameterOfOtherKind(param.name.span, name, value, default))
    if param.domain is not None:
        check(param.domain, state.scope)
        domain = state.evaluator.of_kind(param.domain, UNIT, "set")[0]
        if not is_member(value, domain):
            raise SpecError(messages.ParameterOutOfRange(param.name.span, name, value, domain))
    state.declare(Constant(name, param.name.span, value))


def let(state: State, let: ast.Let) -> None:
    is_empty = let.value == ast.Set(let.value.span, ())
    state.declare(Constant(let.name.id, let.name.span, state.constant(let.value), is_empty))


def enum(state: State, enum: ast.Enum) -> None:
    symbols = [Symbol(name.id, enum.name.id) for name in enum.symbols]
    for name, symbol in zip(enum.symbols, symbols, strict=True):
        state.declare(Constant(name.id, name.span, symbol))
    state.declare(Constant(enum.name.id, enum.name.span, OrderedSet(symbols)))


def table(state: State, table: ast.Table) -> None:
    if isinstance(known := state.tables.get(table.name.id), TableValue):
        state.declare(known)  # read before, with other parameters
        return
    read, warnings = _records(state, table)
    state.found += [*warnings, *texts_among_symbols(read, symbols_in(state).values())]
    state.declare(read)


def _records(state: State, table: ast.Table) -> tuple[TableValue, list[Diagnostic]]:
    """Those given from outside, drawn, or in a file, and warnings. Raises SpecError."""
    from excover.language.meaning.tables import COMMAS, drawn_lines, members_of, read_table  # few have tables

    lines = drawn_lines(table.origin.lines) if isinstance(table.origin, ast.Drawing) else []
    if table.name.id in state.tables:
        from excover.language.meaning.given_tables import table_from

        header = lines[0][1] if lines else []
        given = state.tables[table.name.id]
        return table_from(given, table.name, header, symbols_in(state), state.limits), []
    if isinstance(table.origin, ast.Drawing):
        return read_table(table.name, lines, symbols_in(state), members_of(lines))
    from excover.language.meaning.given_tables import csv_rows

    rows = csv_rows(state.load.table(table.origin))
    return read_table(table.name, rows, symbols_in(state), COMMAS)


def symbols_in(state: State) -> dict[str, Symbol]:
    """The symbols that a field of a table may name, including those of its own description without the
    prefix.
    """
    symbols = state.scope.symbols
    prefix = state.importing[-1][1] if state.importing else ""
    own = {name.removeprefix(prefix): value for name, value in symbols.items() if name.startswith(prefix)}
    return symbols | own


def def_(state: State, definition: ast.Def) -> None:
    name, span = definition.name.id, definition.name.span
    parameters = [parameter.id for parameter in definition.parameters]
    for i, parameter in enumerate(definition.parameters):
        if parameter.id in parameters[:i]:
            earlier = definition.parameters[parameters.index(parameter.id)].span
            raise SpecError(messages.NameDeclaredTwice(parameter.id, parameter.span, earlier))
    options = () if state.importing else state.options
    check(definition.body, state.scope.of_rules(options) if options else state.scope, parameters)
    decides = not definition.body.called.isdisjoint({*options, *state.scope.deciding()})
    operations = weight(definition.body, state.scope)
    if operations > MOST_OPERATIONS:
        raise SpecError(messages.CallTakesTooLong(span, name, MOST_OPERATIONS))
    deep, most = depth(definition.body, state.scope), 2 * state.limits.nesting
    if deep > most:
        raise SpecError(messages.CallNestsTooDeeply(span, name, most))
    state.declare(Function(name, span, tuple(parameters), definition.body, operations, deep, decides))
