"""``param n = 8 in 1..64``: a constant that can be set when the puzzle is solved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, spanned
from excover.language.syntax.nodes import Expr
from excover.language.syntax.statements.base import Clause, NamedStatement, NameKind, StatementForm
from excover.language.syntax.yaml_forms import EXPRESSION, NAME, Inline, Key, KeyedForm, Reader, Scalar
from excover.language.syntax.yaml_sections import Entry, Named, Pair


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
            return _SECTION.entry(default, self.name.id)
        value = Inline({"default": default, "in": phrases.expression(self.domain)})
        return _SECTION.entry(value, self.name.id)


@spanned
def _param(_builder: Builder, span: Span, children: list[Any]) -> Param:
    name, value, *domain = (child for child in children if not isinstance(child, slice))
    return Param(span, name, value, *domain or [None])


_DEFAULT = Key("default", EXPRESSION, "The value if none is set.", needed=True)
_IN = Key("in", EXPRESSION, "The values it may have, such as `1..64`.")
_VALUE = KeyedForm("a parameter", "A value and the set it may be chosen from.", _DEFAULT, _IN)


def _from_yaml(reader: Reader, pair: Pair) -> Param:
    name = NAME.read(reader, pair.key)
    if isinstance(pair.content, Scalar):
        return Param(pair.span, name, EXPRESSION.read(reader, pair.content), None)
    fields = _VALUE.read(reader, pair.content)
    return Param(pair.span, name, fields[_DEFAULT], fields.get(_IN))


_SECTION = Named(
    "params",
    "Constants that can be set when the puzzle is solved.",
    _from_yaml,
    NAME.schema,
    {"anyOf": [EXPRESSION.schema, _VALUE.schema]},
    brief=True,
)

FORM = StatementForm(
    _SECTION,
    {"param": _param},
    {"param": "a value that can be set from outside: by `-p n=5`, or by a slider of the playground"},
    names="nothing",
)
