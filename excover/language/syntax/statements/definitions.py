"""What gives a name a meaning: values, functions, parameters, symbols and tables.

``let half = n div 2``: a name for a value; ``def f(x, y) = x + 2*y``: a function;
``param n = 8 in 1..64``: a constant that can be set when the puzzle is solved;
``enum Color = red, green``: new symbols, and the set of them;
``table Words from "words.csv"``: records from a drawing or a CSV file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, node, spanned
from excover.language.syntax.nodes import Drawing, Expr, Name, Text
from excover.language.syntax.statements.base import (
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
    Form,
    Key,
    KeyedForm,
    Phrase,
    ValueForm,
    inline,
    members,
    ref,
)
from excover.language.syntax.yaml_sections import Entry


class Let(NamedStatement):
    declares = NameKind.VALUE

    value: Expr

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"let {self.name.id} = {phrases.expression(self.value)}")


LET_FORM = StatementForm(
    named_maps(
        "let",
        "Names for values: numbers, texts, tuples, sets.",
        ValueForm(Let, Key("value", EXPRESSION, needed=True)),
        brief=True,
    ),
    {"let": node(Let)},
    {"let": "a name for a value"},
    names="nothing",
)


class Def(NamedStatement):
    declares = NameKind.FUNCTION

    parameters: tuple[Name, ...]
    body: Expr

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"def {self.yaml_key} = {phrases.expression(self.body)}")

    @property
    def yaml_key(self) -> str:
        return f"{self.name.id}({', '.join(parameter.id for parameter in self.parameters)})"


@spanned
def _def(_builder: Builder, span: Span, children: list[Any]) -> Def:
    (name, parameters), body = children
    return Def(span, name, parameters, body)


DEF_FORM = StatementForm(
    named_maps(
        "def",
        "Functions: `f(x, y): x + 2*y`.",
        ValueForm(Def, Key("body", EXPRESSION, needed=True)),
        head=Key("head", Phrase("signature", ref("head")), fields="name parameters"),
    ),
    {"def_": _def, "signature": as_tuple},
    {"def": "a function"},
    names="nothing",
)


class Param(NamedStatement):
    declares = NameKind.PARAM

    value: Expr
    domain: Expr | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"param {self.name.id} = {phrases.number(self.value)}")
        yield Clause(f"in {phrases.domain(self.domain)}" if self.domain else "")


@spanned
def _param(_builder: Builder, span: Span, children: list[Any]) -> Param:
    name, value, *domain = (child for child in children if not isinstance(child, slice))
    return Param(span, name, value, *domain or [None])


_DEFAULT = Key("default", EXPRESSION, "The value if none is set.", needed=True, fields="value")
_IN = Key("in", EXPRESSION, "The values it may have, such as `1..64`.", fields="domain")

PARAM_FORM = StatementForm(
    named_maps(
        "params",
        "Constants that can be set when the puzzle is solved.",
        ValueForm(Param, Key("value", EXPRESSION, needed=True), domain=None),
        KeyedForm(Param, "a parameter", "A value and the set it may be chosen from.", _DEFAULT, _IN),
        brief=True,
    ),
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


_SYMBOLS: Form[tuple[Name, ...]] = Form(
    lambda reader, node: tuple(NAME.read(reader, member) for member in members(node)),
    {"anyOf": [NAME.schema, {"type": "array", "items": NAME.schema, "minItems": 1}]},
    lambda symbols: inline(symbol.id for symbol in symbols),
)

ENUM_FORM = StatementForm(
    named_maps(
        "enums",
        "New symbols, and the set of them: `Colour: [red, green, blue]`.",
        ValueForm(Enum, Key("symbols", _SYMBOLS, needed=True)),
        brief=True,
    ),
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
