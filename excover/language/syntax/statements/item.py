"""``item row[1..n], column[1..n]``: what must be covered, how often, and what it costs not to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, node, only, spanned
from excover.language.syntax.expr import Expr, Name
from excover.language.syntax.node import Node
from excover.language.syntax.parts import Multiplicity
from excover.language.syntax.statements.base import BaseStatement, Clause, StatementForm
from excover.language.syntax.yaml_forms import Phrase, Reader, Schema, members
from excover.language.syntax.yaml_sections import Entry, Many, Pair, pairs
from excover.language.syntax.yaml_tree import Scalar, YamlNode


class Family(Node):
    """``row[S, T]``: one item for every combination of the members of its index sets."""

    name: Name
    index: tuple[Expr, ...]


class Items(BaseStatement):
    """Exactly once without ``multiplicity``; with a ``price``, each may stay uncovered at that cost."""

    families: tuple[Family, ...]
    multiplicity: Multiplicity | None
    price: Expr | None = None

    def declared(self) -> tuple[Name, ...]:
        return tuple([family.name for family in self.families])

    def clauses(self) -> Iterator[Clause]:
        yield Clause("item", self._families())
        yield Clause(phrases.bounds(self.multiplicity))
        yield Clause(self._otherwise())

    def to_yaml(self) -> Entry:
        families = ", ".join(self._families())
        demand = " ".join(filter(None, [phrases.bounds(self.multiplicity), self._otherwise()]))
        return _SECTION.entry({families: demand} if demand else families)

    def _otherwise(self) -> str:
        return f"else cost {phrases.expression(self.price)}" if self.price else ""

    def _families(self) -> list[str]:
        return [phrases.indexed(family.name, family.index) for family in self.families]


_FAMILIES = Phrase("families")
_DEMAND = Phrase("demand")


def _from_yaml(reader: Reader, pair: Pair) -> Items:
    families = _FAMILIES.read(reader, pair.key)
    return Items(pair.span, families, *(_DEMAND.read(reader, pair.value) if pair.value else (None, None)))


class _ItemSection(Many):
    def split(self, node: YamlNode) -> Sequence[Pair]:
        """Keys with and without values, in a map or a list."""
        found: list[Pair] = []
        for member in members(node):
            found += [Pair(member, None)] if isinstance(member, Scalar) else pairs(member)
        return found


_ITEM: Schema = {
    "anyOf": [
        _FAMILIES.schema,
        {
            "description": "Item families and how often each item is covered: `at most once`, `2 times`, "
            "`1..3 times`, `at least k times`, `at most k times`, `colored`; or the cost of leaving it "
            "uncovered, `else cost 5`.",
            "type": "object",
            "additionalProperties": _DEMAND.schema,
        },
    ]
}

_SECTION = _ItemSection(
    "items",
    "What is to be covered: `row[1..n]`, exactly once each, or `row[1..n]: at most once`.",
    _from_yaml,
    _ITEM,
)


@spanned
def _items(_builder: Builder, span: Span, children: list[Any]) -> Items:
    families, demand = children
    return Items(span, families, *demand)


FORM = StatementForm(
    _SECTION,
    {
        **{"items": _items, "families": as_tuple, "family": node(Family)},
        **{"demand": as_tuple, "otherwise": only},
    },
)
