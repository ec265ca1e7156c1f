"""What gives a name a meaning: values, functions, parameters, symbols and tables.

``let half = n div 2``: a name for a value; ``def f(x, y) = x + 2*y``: a function;
``param n = 8 in 1..64``: a constant that can be set when the puzzle is solved;
``enum Color = red, green``: new symbols, and the set of them;
``table Words from "words.csv"``: records from a drawing or a CSV file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.diagnostics import SpecError
from excover.base.source import Span
from excover.language import messages
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, node, spanned
from excover.language.syntax.nodes import Drawing, Expr, Name, Text
from excover.language.syntax.statements.base import Clause, NamedStatement, NameKind, StatementForm
from excover.language.syntax.yaml_forms import (
    DRAWING,
    EXPRESSION,
    NAME,
    PATH,
    Inline,
    Key,
    KeyedForm,
    Phrase,
    Raw,
    Reader,
    Scalar,
    drawn,
    inline,
    members,
    ref,
)
from excover.language.syntax.yaml_sections import Entry, Named, Pair


class Let(NamedStatement):
    declares = NameKind.VALUE

    value: Expr

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"let {self.name.id} = {phrases.expression(self.value)}")

    def to_yaml(self) -> Entry:
        return _LET_SECTION.entry(phrases.expression(self.value), self.name.id)


def _let_from_yaml(reader: Reader, pair: Pair) -> Let:
    return Let(pair.span, NAME.read(reader, pair.key), EXPRESSION.read(reader, pair.content))


_LET_SECTION = Named(
    "let",
    "Names for values: numbers, texts, tuples, sets.",
    _let_from_yaml,
    NAME.schema,
    EXPRESSION.schema,
    brief=True,
)

LET_FORM = StatementForm(_LET_SECTION, {"let": node(Let)}, {"let": "a name for a value"}, names="nothing")


class Def(NamedStatement):
    declares = NameKind.FUNCTION

    parameters: tuple[Name, ...]
    body: Expr

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"def {self._signature()} = {phrases.expression(self.body)}")

    def to_yaml(self) -> Entry:
        return _DEF_SECTION.entry(phrases.expression(self.body), self._signature())

    def _signature(self) -> str:
        return f"{self.name.id}({', '.join(parameter.id for parameter in self.parameters)})"


@spanned
def _def(_builder: Builder, span: Span, children: list[Any]) -> Def:
    (name, parameters), body = children
    return Def(span, name, parameters, body)


_SIGNATURE = Phrase("signature", ref("head"))


def _def_from_yaml(reader: Reader, pair: Pair) -> Def:
    name, parameters = _SIGNATURE.read(reader, pair.key)
    return Def(pair.span, name, parameters, EXPRESSION.read(reader, pair.content))


_DEF_SECTION = Named(
    "def", "Functions: `f(x, y): x + 2*y`.", _def_from_yaml, _SIGNATURE.schema, EXPRESSION.schema
)

DEF_FORM = StatementForm(
    _DEF_SECTION, {"def_": _def, "signature": as_tuple}, {"def": "a function"}, names="nothing"
)


class Param(NamedStatement):
    declares = NameKind.PARAM

    value: Expr
    domain: Expr | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"param {self.name.id} = {phrases.number(self.value)}")
        yield Clause(f"in {phrases.domain(self.domain)}" if self.domain else "")

    def to_yaml(self) -> Entry:
        default = phrases.expression(self.value)
        if not self.domain:
            return _PARAM_SECTION.entry(default, self.name.id)
        value = Inline({"default": default, "in": phrases.expression(self.domain)})
        return _PARAM_SECTION.entry(value, self.name.id)


@spanned
def _param(_builder: Builder, span: Span, children: list[Any]) -> Param:
    name, value, *domain = (child for child in children if not isinstance(child, slice))
    return Param(span, name, value, *domain or [None])


_DEFAULT = Key("default", EXPRESSION, "The value if none is set.", needed=True)
_IN = Key("in", EXPRESSION, "The values it may have, such as `1..64`.")
_VALUE = KeyedForm("a parameter", "A value and the set it may be chosen from.", _DEFAULT, _IN)


def _param_from_yaml(reader: Reader, pair: Pair) -> Param:
    name = NAME.read(reader, pair.key)
    if isinstance(pair.content, Scalar):
        return Param(pair.span, name, EXPRESSION.read(reader, pair.content), None)
    fields = _VALUE.read(reader, pair.content)
    return Param(pair.span, name, fields[_DEFAULT], fields.get(_IN))


_PARAM_SECTION = Named(
    "params",
    "Constants that can be set when the puzzle is solved.",
    _param_from_yaml,
    NAME.schema,
    {"anyOf": [EXPRESSION.schema, _VALUE.schema]},
    brief=True,
)

PARAM_FORM = StatementForm(
    _PARAM_SECTION,
    {"param": _param},
    {"param": "a value that can be set from outside: by `-p n=5`, or by a slider of the playground"},
    names="nothing",
)


class Enum(NamedStatement):
    declares = NameKind.SYMBOL

    symbols: tuple[Name, ...]

    def declared(self) -> tuple[Name, ...]:
        return (self.name, *self.symbols)

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"enum {self.name.id} =", [symbol.id for symbol in self.symbols])

    def to_yaml(self) -> Entry:
        return _ENUM_SECTION.entry(inline(symbol.id for symbol in self.symbols), self.name.id)


def _enum_from_yaml(reader: Reader, pair: Pair) -> Enum:
    symbols = tuple(NAME.read(reader, member) for member in members(pair.content))
    return Enum(pair.span, NAME.read(reader, pair.key), symbols)


_ENUM_SECTION = Named(
    "enums",
    "New symbols, and the set of them: `Colour: [red, green, blue]`.",
    _enum_from_yaml,
    NAME.schema,
    {"anyOf": [NAME.schema, {"type": "array", "items": NAME.schema, "minItems": 1}]},
    brief=True,
)

ENUM_FORM = StatementForm(
    _ENUM_SECTION,
    {"enum": node(Enum)},
    {"enum": "symbols, and the set of them"},
    names="nothing",
)


class Table(NamedStatement):
    """Records from a drawing whose first line names the columns, or from a CSV file."""

    declares = NameKind.TABLE

    origin: Drawing | Text

    def clauses(self) -> Iterator[Clause | Drawing]:
        if isinstance(self.origin, Text):
            yield Clause(f"table {self.name.id} from {phrases.text(self.origin)}")
        else:
            yield Clause(f"table {self.name.id}")
            yield self.origin

    def to_yaml(self) -> Entry:
        if isinstance(self.origin, Text):
            return _TABLE_SECTION.entry(Inline({"file": Raw(self.origin.value)}), self.name.id)
        return _TABLE_SECTION.entry({"art": drawn(self.origin)}, self.name.id)


_TABLE_ART = Key("art", DRAWING, needed=True)
_TABLE_FILE = Key("file", PATH, "The path of a CSV file.", needed=True)
_DRAWN = KeyedForm("a table", "A table as it stands here.", _TABLE_ART)
_IN_A_FILE = KeyedForm("a table", "A table in a CSV file.", _TABLE_FILE)
_EITHER = KeyedForm("a table", "", Key("art", DRAWING), Key("file", PATH))


def _table_from_yaml(reader: Reader, pair: Pair) -> Table:
    fields = _EITHER.read(reader, pair.value)
    origin = fields.get(_TABLE_FILE) or fields.get(_TABLE_ART)
    if not origin or len(fields) > 1:
        raise SpecError(messages.MissingYamlKey(pair.key.span, "art` or `file", "a table"))
    return Table(pair.span, NAME.read(reader, pair.key), origin)


_TABLE_SECTION = Named(
    "tables",
    "Records, drawn or from a CSV file; the first line names the columns.",
    _table_from_yaml,
    NAME.schema,
    {"oneOf": [_DRAWN.schema, _IN_A_FILE.schema]},
    brief=True,
)

TABLE_FORM = StatementForm(
    _TABLE_SECTION,
    {"table": node(Table)},
    {"table": "records, drawn or from a CSV file; the first line names the columns"},
    names="nothing",
)
