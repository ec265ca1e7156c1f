"""``def f(x, y) = x + 2*y``: a function."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, spanned
from excover.language.syntax.nodes import Expr, Name
from excover.language.syntax.statements.base import Clause, NamedStatement, NameKind, StatementForm
from excover.language.syntax.yaml_forms import EXPRESSION, Phrase, Reader, ref
from excover.language.syntax.yaml_sections import Entry, Named, Pair


class Def(NamedStatement):
    declares = NameKind.FUNCTION

    parameters: tuple[Name, ...]
    body: Expr

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"def {self._signature()} = {phrases.expression(self.body)}")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(phrases.expression(self.body), self._signature())

    def _signature(self) -> str:
        return f"{self.name.id}({', '.join(parameter.id for parameter in self.parameters)})"


@spanned
def _def(_builder: Builder, span: Span, children: list[Any]) -> Def:
    (name, parameters), body = children
    return Def(span, name, parameters, body)


_SIGNATURE = Phrase("signature", ref("head"))


def _from_yaml(reader: Reader, pair: Pair) -> Def:
    name, parameters = _SIGNATURE.read(reader, pair.key)
    return Def(pair.span, name, parameters, EXPRESSION.read(reader, pair.content))


_SECTION = Named("def", "Functions: `f(x, y): x + 2*y`.", _from_yaml, _SIGNATURE.schema, EXPRESSION.schema)

FORM = StatementForm(_SECTION, {"def_": _def, "signature": as_tuple}, {"def": "a function"}, names="nothing")
