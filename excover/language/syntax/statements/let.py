"""``let half = n div 2``: a name for a value."""

from __future__ import annotations

from collections.abc import Iterator

from excover.language.syntax import phrases
from excover.language.syntax.actions import node
from excover.language.syntax.nodes import Expr
from excover.language.syntax.statements.base import Clause, NamedStatement, NameKind, StatementForm
from excover.language.syntax.yaml_forms import EXPRESSION, NAME, Reader
from excover.language.syntax.yaml_sections import Entry, Named, Pair


class Let(NamedStatement):
    declares = NameKind.VALUE

    value: Expr

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"let {self.name.id} = {phrases.expression(self.value)}")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(phrases.expression(self.value), self.name.id)


def _from_yaml(reader: Reader, pair: Pair) -> Let:
    return Let(pair.span, NAME.read(reader, pair.key), EXPRESSION.read(reader, pair.content))


_SECTION = Named(
    "let",
    "Names for values: numbers, texts, tuples, sets.",
    _from_yaml,
    NAME.schema,
    EXPRESSION.schema,
    brief=True,
)

FORM = StatementForm(_SECTION, {"let": node(Let)}, {"let": "a name for a value"}, names="nothing")
