"""``lines loop on field``, ``lines way along roads``: which neighbors a line joins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, only, spanned
from excover.language.syntax.nodes import Expr, Name
from excover.language.syntax.statements.base import BaseStatement, Clause, NameKind, StatementForm
from excover.language.syntax.yaml_forms import Phrase, Reader, YamlNode
from excover.language.syntax.yaml_sections import Entry, Many


class Lines(BaseStatement):
    """A line between each two neighbors of a set of cells; if ``is_along``, between those of its pairs."""

    declares = NameKind.OPTION

    name: Name
    is_along: bool
    places: Expr

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"lines {self._rest()}")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(self._rest())

    def _rest(self) -> str:
        return f"{self.name.id} {'along' if self.is_along else 'on'} {phrases.expression(self.places)}"


@spanned
def _on(_builder: Builder, span: Span, children: list[Any]) -> Lines:
    return Lines(span, children[0], False, children[1])


@spanned
def _along(_builder: Builder, span: Span, children: list[Any]) -> Lines:
    return Lines(span, children[0], True, children[1])


@spanned
def _lines(_builder: Builder, span: Span, children: list[Any]) -> Lines:
    return Lines(span, *children[0].parts[1:])


_REST = Phrase("lines_rest")


def _from_yaml(reader: Reader, node: YamlNode) -> Lines:
    return Lines(node.span, *_REST.read(reader, node).parts[1:])


_SECTION = Many(
    "lines",
    "Decides which neighbors a line joins: `loop on field`, `way along roads`.",
    _from_yaml,
    _REST.schema,
)

FORM = StatementForm(
    _SECTION,
    {"lines": _lines, "lines_rest": only, "lines_on": _on, "lines_along": _along},
    {"lines": "decides which neighbors a line joins"},
    names="nothing",
)
