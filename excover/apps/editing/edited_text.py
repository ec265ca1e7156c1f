r"""A text at one moment of its writing, with what a compilation found in it.

>>> draft = EditedText.of(Source("x.xc", "item row[1..3]\noption x(r in row) covers row[r], \n"))
>>> [each.name for each in draft.names.declarations], len(draft.errors)
(['row'], 1)

The words of a text, right or wrong: names, keywords, signs, comments, lines of drawings.

>>> [(word.kind, word.text) for word in words_of("board b 2x3  # two\n  |..#")]
[('keyword', 'board'), ('word', 'b'), ('number', '2x3'), ('comment', '# two'), ('drawing', '|..#')]

Lines and columns as editors count them: from 0, columns in code units of UTF-8, UTF-16 or UTF-32.

>>> positions = LineColumns('let a = "😋"\nlet b = a\n')
>>> positions.of(11), positions.offset(0, 12), positions.of(len(positions.text))
((0, 12), 11, (2, 0))

What editors show of a compiled text: its errors, its values, and how much its statements make.

>>> facts = facts_of(Source("x.xc", "let n = 2 + 1\nitem row[1..n]\noption x(r in row) covers row[r]\n"))
>>> facts.names["n"].value, facts.names["row"].count, facts.made
('3', 3, ((29, 3),))
>>> facts_of(Source("x.xc", "let n = 2 + 1\nitem row[1..n]\noption x(r in")).names["n"].value
'3'

A `TextFacts` has no values of the language, so that it can go from one process to another.

The boards and pieces of a text that is being written, as pictures.

>>> sorted(pictures_of(Source("x.xc", "board b 2x2\nshapes s\n  |AA\nplace free s on")))
['b', 's']
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from excover.apps.editing.name_table import Declaration, NameTable, name_table
from excover.base.diagnostics import Diagnostic, Label, SpecError
from excover.base.frozen import Frozen
from excover.base.limits import DEFAULT, Limits
from excover.base.names import OrderedSet, Value, kind, show
from excover.base.source import Source, Span, is_yaml
from excover.base.threads import no_collection
from excover.base.words import clipped
from excover.language.expressions.scope import Constant, Definition, Function, ItemFamily, Scope, TableValue
from excover.language.meaning.puzzle import Placing, argument_names
from excover.language.meaning.resolve import new_state, puzzle_of, resolve_into, scope_of
from excover.language.meaning.state import State
from excover.language.source_files import DescriptionLoader
from excover.language.syntax import ast
from excover.language.syntax.grammar import keywords, statement_start
from excover.language.syntax.parse import parse_partly
from excover.matrix.compiled import Compiled
from excover.problem.pipeline import Description, compile_description, compile_puzzle
from excover.render.views import cutouts, page, pieces_of, puzzle_drawn, unplaced

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


WordKind: TypeAlias = Literal["keyword", "word", "number", "text", "comment", "drawing", "sign"]

_WORD = re.compile(
    r"""(?P<comment>\#[^\n]*)
      | (?P<drawing>\|[^\n]*)
      | (?P<text>"[^"\n]*"?)
      | (?P<number>\d+(?:x\d+)*)
      | (?P<word>one-sided\b|[^\W\d]\w*)
      | (?P<sign>\.\.|->|[<>!]=|\S)""",
    re.VERBOSE,
)


"""What follows `cost` where it begins a statement."""


class TextWord(NamedTuple):
    """A ``keyword`` cannot be a name; other words with a meaning, such as ``row``, are of kind ``word``."""

    kind: WordKind
    text: str
    start: int
    begins_statement: bool = False

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def words_of(text: str) -> Iterator[TextWord]:
    """All words in order; a text without its closing quote ends with its line."""
    reserved, statement = keywords(), re.compile(statement_start())
    before = ""
    for found in _WORD.finditer(text):
        kind = found.lastgroup
        assert kind
        begins = kind == "word" and statement.match(text, found.start()) is not None
        if begins or (kind == "word" and found[0] in reserved):
            kind = "keyword"
        if before in ("hidden", "optional", "to"):
            begins = False  # `hidden choose`, `optional option`, `up to symmetry`
        yield TextWord(kind, found[0], found.start(), begins)  # type: ignore[arg-type]
        before = before if kind == "comment" else found[0]


_NOTHING = TextFacts((), {})


class EditedText(Frozen):
    """``errors`` are those of syntax; ``facts`` may be those of an earlier text, and are empty at first."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    source: Source
    spec: ast.Spec
    errors: tuple[Diagnostic, ...]
    names: NameTable
    words: tuple[TextWord, ...]
    facts: TextFacts = _NOTHING

    @staticmethod
    def of(source: Source, facts: TextFacts = _NOTHING, limits: Limits = DEFAULT) -> EditedText:
        """The words of a text in YAML are not those of the language, and are left out."""
        spec, errors = partial_tree(source, limits)
        words = () if is_yaml(source) else tuple(words_of(source.text))
        names = name_table(spec, DescriptionLoader(limits).spec)
        return EditedText(source, spec, errors, names, words, facts)

    def fact(self, declaration: Declaration) -> NameFact | None:
        return self.facts.names.get(declaration.name)

    def statement_at(self, offset: int) -> ast.Statement | None:
        """The statement around a place."""
        around = (each for each in self.spec.statements if each.span.start <= offset <= each.span.end)
        return next(around, None)

    def is_own(self, source: Source) -> bool:
        """Whether a source is this text, or its copy from another process."""
        own = self.source
        return source is own or (source.name, source.path, source.text) == (own.name, own.path, own.text)

    def label_of(self, diagnostic: Diagnostic) -> Label | None:
        """The first label within this text, primary ones before others."""
        labels = sorted(diagnostic.labels, key=lambda label: not label.primary)
        return next((label for label in labels if self.is_own(label.span.source)), None)

    def place_of(self, diagnostic: Diagnostic) -> Span:
        """Where it is shown in this text; an error in an imported text, where that is imported."""
        label = self.label_of(diagnostic)
        if label:
            return label.span
        imports = [s for s in self.spec.statements if isinstance(s, ast.Import | ast.Table)]
        files = {_stem(each.span.source.path or each.span.source.name) for each in diagnostic.labels}
        for statement in imports:
            name = statement.library if isinstance(statement, ast.Import) else statement.origin
            if _stem(name.span.text.strip('"')) in files:
                return statement.span
        return imports[0].span if imports and diagnostic.labels else Span(self.source, 0, 0)

    def words_before(self, offset: int) -> list[TextWord]:
        """The words of the statement that is being written at a place, up to there."""
        before = [word for word in self.words if word.end <= offset and word.kind != "comment"]
        begin = 0
        for number, word in enumerate(before):
            if word.begins_statement:
                begin = number
        return before[begin:]


def _stem(path: str) -> str:
    """The name of a file or a library, in which hyphens and underscores are the same."""
    return Path(path).stem.replace("_", "-")


Encoding: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]

_BYTES = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class LineColumns:
    """The places in a text whose lines end with ``\\n``, as ``Source.of_text`` makes them."""

    def __init__(self, text: str, encoding: Encoding = "utf-16") -> None:
        self.text = text
        self.codec, self.bytes = _BYTES[encoding]
        self.starts = [0, *(i + 1 for i, c in enumerate(text) if c == "\n")]

    def of(self, offset: int) -> tuple[int, int]:
        """Line and column of a character by its number."""
        line = bisect_right(self.starts, offset) - 1
        return line, self.units(self.text[self.starts[line] : offset])

    def offset(self, line: int, column: int) -> int:
        """The number of the character at a place; of the nearest one if the text has no such place."""
        if line >= len(self.starts):
            return len(self.text)
        start = self.starts[line]
        stop = self.starts[line + 1] - 1 if line + 1 < len(self.starts) else len(self.text)
        return start + self.characters(self.text[start:stop], column)

    def characters(self, text: str, units: int) -> int:
        """How many characters of a text that many code units are; all if it has fewer."""
        if text.isascii():
            return min(units, len(text))
        return len(self._encoded(text)[: units * self.bytes].decode(self.codec, "ignore"))

    def units(self, text: str) -> int:
        """The number of code units of a text."""
        return len(text) if text.isascii() else len(self._encoded(text)) // self.bytes

    def _encoded(self, text: str) -> bytes:
        return text.encode(self.codec, "surrogatepass")
