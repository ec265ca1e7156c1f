"""``choose level(t in tanks) from 0..6``, ``choose wet(r, c in 1..n)``: a value, or yes or no."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, only, spanned
from excover.language.syntax.nodes import Expr, Loop, Name
from excover.language.syntax.statements.base import BaseStatement, Clause, NameKind, StatementForm
from excover.language.syntax.yaml_forms import Phrase, Reader, YamlNode
from excover.language.syntax.yaml_sections import Entry, Many


class Choose(BaseStatement):
    """One of ``values`` for each binding of ``loop``; without them, yes or no."""

    declares = NameKind.OPTION

    name: Name
    loop: Loop
    values: Expr | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"choose {self._head()}")
        yield Clause(f"where {phrases.expression(self.loop.where)}" if self.loop.where else "")
        yield Clause(f"from {phrases.expression(self.values)}" if self.values else "")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(" ".join(filter(None, map(str, self.clauses()))).removeprefix("choose "))

    def _head(self) -> str:
        return f"{self.name.id}({phrases.binders(self.loop)})"


@spanned
def _choice(_builder: Builder, span: Span, children: list[Any]) -> Choose:
    (name, binders), where, values = children
    return Choose(span, name, Loop(Span(span.source, name.span.end, span.end), binders, where), values)


@spanned
def _choose(_builder: Builder, span: Span, children: list[Any]) -> Choose:
    return Choose(span, *children[0].parts[1:])


_CHOICE = Phrase("choice")


def _from_yaml(reader: Reader, node: YamlNode) -> Choose:
    return Choose(node.span, *_CHOICE.read(reader, node).parts[1:])


_SECTION = Many(
    "choose",
    "What is decided besides: a value, `level(t in tanks) from 0..6`, or yes or no, `wet(r, c in 1..n)`.",
    _from_yaml,
    _CHOICE.schema,
)

FORM = StatementForm(
    _SECTION,
    {"choose": _choose, "choice": _choice, "chosen_from": only},
    {"choose": "decides a value for each of some indices, or yes or no"},
    names="nothing",
)
