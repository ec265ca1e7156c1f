"""``minimize`` and ``maximize``: the cheapest or most expensive solution is wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.source import Span
from excover.syntax.actions import Builder, spanned
from excover.syntax.statements.base import BaseStatement, Clause, StatementForm
from excover.syntax.yaml_forms import Reader, Word
from excover.syntax.yaml_sections import Entry, One
from excover.syntax.yaml_tree import YamlNode


class Goal(BaseStatement):
    """``minimize`` or ``maximize`` the total cost."""

    direction: str

    def clauses(self) -> Iterator[Clause]:
        yield Clause(self.direction)

    def to_yaml(self) -> Entry:
        return _SECTION.entry(self.direction)


@spanned
def _goal(builder: Builder, span: Span, children: list[Any]) -> Goal:
    return Goal(span, builder.written(children[0]))


_DIRECTION = Word(("minimize", "maximize"))


def _from_yaml(reader: Reader, node: YamlNode) -> Goal:
    return Goal(node.span, _DIRECTION.read(reader, node))


_SECTION = One("goal", "The cheapest or the dearest solution is asked for.", _from_yaml, _DIRECTION.schema)

FORM = StatementForm(_SECTION, {"goal": _goal})
