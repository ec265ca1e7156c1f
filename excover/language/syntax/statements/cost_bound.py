"""``cost at most 100``: a bound on the sum of all costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Action, Builder, only, spanned
from excover.language.syntax.expr import Expr
from excover.language.syntax.statements.base import BaseStatement, Clause, StatementForm
from excover.language.syntax.yaml_forms import Phrase, Reader
from excover.language.syntax.yaml_sections import Entry, Many
from excover.language.syntax.yaml_tree import YamlNode


class CostBound(BaseStatement):
    """The costs of a solution sum to at ``most`` the bound, or at ``least``."""

    side: str
    bound: Expr

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"cost {self._limit()}")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(self._limit())

    def _limit(self) -> str:
        return f"at {self.side} {phrases.number(self.bound)}"


def _extreme(side: str) -> Action:
    def extreme(_builder: Builder, _start: int, _end: int, children: list[Any]) -> tuple[str, Expr]:
        return side, children[0]

    return extreme


@spanned
def _cost_bound(_builder: Builder, span: Span, children: list[Any]) -> CostBound:
    return CostBound(span, *children[0])


_LIMIT = Phrase("cost_limit")


def _from_yaml(reader: Reader, node: YamlNode) -> CostBound:
    return CostBound(node.span, *_LIMIT.read(reader, node))


_SECTION = Many(
    "cost",
    "A bound on the sum of all costs: `at most 100`, or `at least 10`.",
    _from_yaml,
    _LIMIT.schema,
)

FORM = StatementForm(
    _SECTION,
    {
        **{"cost_bound": _cost_bound, "cost_limit": only},
        **{"cost_most": _extreme("most"), "cost_least": _extreme("least")},
    },
)
