r"""What editors show of a compiled text: its errors, its values, and how much its statements make.

>>> from excover.base.source import Source
>>> facts = facts_of(Source("x.xc", "let n = 2 + 1\nitem row[1..n]\noption x(r in row) covers row[r]\n"))
>>> facts.names["n"].value, facts.names["row"].count, facts.made
('3', 3, ((29, 3),))
>>> facts_of(Source("x.xc", "let n = 2 + 1\nitem row[1..n]\noption x(r in")).names["n"].value
'3'

A `TextFacts` has no values of the language, so that it can go from one process to another.

The boards and pieces of a text that is being written, as pictures.

>>> from excover.base.source import Source
>>> sorted(pictures_of(Source("x.xc", "board b 2x2\nshapes s\n  |AA\nplace free s on")))
['b', 's']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import islice

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.frozen import Frozen
from excover.base.limits import DEFAULT, Limits
from excover.base.names import OrderedSet, Value, kind, show
from excover.base.source import Source, is_yaml
from excover.base.threads import no_collection
from excover.base.words import clipped
from excover.language.expressions.scope import Constant, Definition, Function, ItemFamily, Scope, TableValue
from excover.language.meaning.puzzle import Placing, argument_names
from excover.language.meaning.resolve import new_state, puzzle_of, resolve_into, scope_of
from excover.language.meaning.state import State
from excover.language.source_files import DescriptionLoader
from excover.language.syntax import ast
from excover.language.syntax.parse import parse_partly
from excover.matrix.compiled import Compiled
from excover.problem.pipeline import Description, compile_description, compile_puzzle
from excover.render.piece_sheet import cutouts, pieces_of, unplaced
from excover.render.views import page, puzzle_drawn

MOST_SHOWN = 200
"""The most values that are suggested at a place."""

LONGEST = 300
"""The longest value that is shown, in characters."""


class NameFact(Frozen):
    """``kind`` in words, ``value`` in the language (empty for functions), ``count`` of the members of a set.

    ``columns`` are those of a table, ``parameters`` those of a function.
    """

    kind: str
    value: str
    count: int | None
    columns: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()


class TextFacts(Frozen):
    """``diagnostics`` with all errors; ``names`` as far as they have a meaning.

    ``made`` are the numbers of options that statements make, by the places where these begin, and
    ``arguments`` the values of each argument of an option, both empty if there are errors; ``keys`` those
    of tables. ``size`` are the numbers of items and options.
    """

    diagnostics: tuple[Diagnostic, ...]
    names: Mapping[str, NameFact]
    made: tuple[tuple[int, int], ...] = ()
    arguments: Mapping[str, tuple[tuple[str, ...], ...]] = {}
    keys: Mapping[str, tuple[str, ...]] = {}
    size: tuple[int, int] | None = None


def partial_tree(source: Source, limits: Limits = DEFAULT) -> tuple[ast.Spec, tuple[Diagnostic, ...]]:
    """The statements that can be read, and the syntax errors."""
    if not is_yaml(source):
        return parse_partly(source, limits)
    from excover.language.syntax.yaml import (
        parse_yaml_partly,  # YAML takes 20 ms to import, and is rarely needed
    )

    return parse_yaml_partly(source, limits)


@no_collection()
def facts_of(source: Source, limits: Limits = DEFAULT) -> TextFacts:
    """Never raises for what stands in the text."""
    spec, errors = partial_tree(source, limits)
    if not errors:
        try:
            return facts_of_compiled(compile_description(source, limits=limits, spec=spec))
        except SpecError as wrong:
            errors = wrong.diagnostics
    names: Mapping[str, NameFact] = {}
    keys: Mapping[str, tuple[str, ...]] = {}
    with suppress(SpecError, RecursionError):
        scope = scope_of(spec, DescriptionLoader(limits), limits)
        names, keys = _names(scope), _keys(scope)
    return TextFacts(errors, names, (), {}, keys)


def facts_of_compiled(description: Description) -> TextFacts:
    """Those of a text without errors."""
    puzzle, full = description.puzzle, description.full
    matrix = full.matrix
    return TextFacts(
        tuple(description.compiled.warnings),
        _names(puzzle.scope),
        tuple(_made(description)),
        _arguments(full),
        _keys(puzzle.scope),
        (len(matrix.own_items()), len(matrix.own_options())),
    )


def _made(description: Description) -> Iterable[tuple[int, int]]:
    """The number of options of each statement that makes some, and where it begins."""
    options = description.full.matrix.own_options()
    names = [description.full.matrix.options[option] for option in options]
    families = Counter(name.family for name in names)
    boards = Counter((name.family, name.arguments[1]) for name in names if len(name.arguments) > 1)
    for source in description.puzzle.sources:
        if isinstance(source, Placing):
            of_board = boards[source.shapes.name, source.board.name]
            yield source.span.start, of_board if source.names_board else families[source.shapes.name]
        else:
            yield source.span.start, families[argument_names(source)[0]]


def _arguments(full: Compiled) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """The values of the arguments of each family of options, in order; of many, the first ones."""
    values: dict[str, list[dict[Value, None]]] = {}
    for name in (full.matrix.options[option] for option in full.matrix.own_options()):
        known = values.setdefault(name.family, [{} for _ in name.arguments])
        for argument, found in zip(name.arguments, known, strict=False):
            if len(found) < MOST_SHOWN:
                found.setdefault(argument)
    return {
        family: tuple(tuple(_short(value) for value in found) for found in known)
        for family, known in values.items()
    }


def _keys(scope: Scope) -> Mapping[str, tuple[str, ...]]:
    tables = ((name, definition) for name in scope if isinstance(definition := scope[name], TableValue))
    return {name: tuple(show(key) for key in islice(table.records, MOST_SHOWN)) for name, table in tables}


def _names(scope: Scope) -> Mapping[str, NameFact]:
    facts = ((name, _fact(scope[name])) for name in scope)
    return {name: fact for name, fact in facts if fact}


def _fact(definition: Definition) -> NameFact | None:
    match definition:
        case Constant(_, _, value):
            return NameFact(kind(value), _short(value), _count(value))
        case Function(_, _, parameters):
            return NameFact("a function", "", None, (), parameters)
        case TableValue(_, _, columns, records):
            return NameFact("a table", "", len(records), columns)
        case ItemFamily(shape=shape, keys=keys):
            return NameFact(f"items, by {shape}" if shape else "an item", _short(definition.value), len(keys))
        case _:
            return None


def _count(value: Value) -> int | None:
    return len(value) if isinstance(value, OrderedSet | range) else None


def _short(value: Value) -> str:
    """A value in the language; of a long set, its beginning, without writing all of it."""
    if isinstance(value, OrderedSet) and len(value) > MOST_SHOWN:
        return clipped("{" + ", ".join(show(each) for each in islice(value, MOST_SHOWN)), LONGEST - 3) + "..."
    return clipped(show(value), LONGEST)


_DECLARING = (
    *(ast.Import, ast.Param, ast.Let, ast.Enum, ast.Table, ast.Def, ast.LatticeStatement),
    *(ast.BoardStatement, ast.ShapesStatement, ast.AllShapes, ast.ChosenShapes, ast.ListedShapes),
)
"""What boards and pieces may need."""


def pictures_of(source: Source, limits: Limits = DEFAULT) -> Mapping[str, str]:
    """The boards and pieces of a text as SVG, by name; of a text with errors, those that can be read."""
    state, description = drafted(source, limits)
    with suppress(SpecError):
        description = compile_description(source, limits=limits)
    return {**pieces_drawn(state, description), **_of_placed(description)} if description else {}


def drafted(source: Source, limits: Limits = DEFAULT) -> tuple[State, Description | None]:
    """What is `declared` in a text, alone; None if its boards and pieces are refused."""
    state = declared(source, limits)
    try:
        return state, compile_puzzle(puzzle_of(state), limits)
    except SpecError:
        return state, None


def declared(source: Source, limits: Limits = DEFAULT) -> State:
    """The boards and pieces of a text, as far as they have a meaning, and nothing else."""
    spec, _ = partial_tree(source, limits)
    kept = tuple(each for each in spec.statements if isinstance(each, _DECLARING))
    state = new_state(DescriptionLoader(limits), {}, limits)
    resolve_into(state, spec.replaced(statements=kept))
    state.found.clear()
    return state


def _of_placed(description: Description) -> Mapping[str, str]:
    canvases = [canvas for canvas in description.full.canvases if canvas.name]
    drawn = {canvas.name: puzzle_drawn([canvas], ()) for canvas in canvases}
    found = {name: page([picture]).svg(name) for name, picture in drawn.items() if picture}
    for placing in description.puzzle.sources:
        if isinstance(placing, Placing) and placing.shapes.name not in found:
            alone = description.puzzle.replaced(sources=(placing,), tiled=())
            pieces = pieces_of(alone, description.full.canvases)
            found[placing.shapes.name] = cutouts(pieces, 24).svg(placing.shapes.name)
    return found


def pieces_drawn(state: State, description: Description) -> Mapping[str, str]:
    """Pieces as SVG, by name, also of those that are not placed; tiles are drawn where they lie."""
    return {
        name: cutouts(unplaced(shapes, description.full.canvases), 24).svg(name)
        for name, shapes in state.shapes.items()
        if not shapes.rim
    }
