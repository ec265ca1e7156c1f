"""What gives a name a meaning: values, functions, parameters, symbols and tables.

``let half = n div 2``: a name for a value; ``def f(x, y) = x + 2*y``: a function;
``param n = 8 in 1..64``: a constant that can be set when the puzzle is solved;
``enum Color = red, green``: new symbols, and the set of them;
``table Words from "words.csv"``: records from a drawing or a CSV file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, node, spanned
from excover.language.syntax.nodes import Drawing, Expr, Name, Text
from excover.language.syntax.statements.base import (
    NAMED,
    Clause,
    NamedStatement,
    NameKind,
    StatementForm,
    named_maps,
)
from excover.language.syntax.yaml_forms import (
    DRAWING,
    EXPRESSION,
    NAME,
    PATH,
    Key,
    KeyedForm,
    Phrase,
    Reader,
    Scalar,
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
        if self.domain:
            return super().to_yaml()
        return self.section.entry(phrases.expression(self.value), self.name.id)


@spanned
def _param(_builder: Builder, span: Span, children: list[Any]) -> Param:
    name, value, *domain = (child for child in children if not isinstance(child, slice))
    return Param(span, name, value, *domain or [None])


_VALUE = KeyedForm(
    Param,
    "a parameter",
    "A value and the set it may be chosen from.",
    Key("default", EXPRESSION, "The value if none is set.", needed=True, fields="value"),
    Key("in", EXPRESSION, "The values it may have, such as `1..64`.", fields="domain"),
)


def _param_from_yaml(reader: Reader, pair: Pair) -> Param:
    if isinstance(pair.content, Scalar):
        return Param(pair.span, NAME.read(reader, pair.key), EXPRESSION.read(reader, pair.content), None)
    return cast(Param, _VALUE.read(reader, pair.content, pair.span, NAMED.read(reader, pair.key)))


Param.keyed = (_VALUE,)
Param.section = Named(
    "params",
    "Constants that can be set when the puzzle is solved.",
    _param_from_yaml,
    NAME.schema,
    {"anyOf": [EXPRESSION.schema, _VALUE.schema]},
    brief=True,
)

PARAM_FORM = StatementForm(
    Param.section,
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
        form = _IN_A_FILE if isinstance(self.origin, Text) else _DRAWN
        return self.section.entry(form.written(self), self.name.id)


_ART = Key("art", DRAWING, needed=True, fields="origin")
_FILE = Key("file", PATH, "The path of a CSV file.", needed=True, fields="origin")
_DRAWN = KeyedForm(Table, "a table", "A table as it stands here.", _ART)
_IN_A_FILE = KeyedForm(Table, "a table", "A table in a CSV file.", _FILE)

TABLE_FORM = StatementForm(
    named_maps(
        "tables",
        "Records, drawn or from a CSV file; the first line names the columns.",
        *(_DRAWN, _IN_A_FILE),
        brief=True,
    ),
    {"table": node(Table)},
    {"table": "records, drawn or from a CSV file; the first line names the columns"},
    names="nothing",
)
