"""``item row[1..n], column[1..n]``: what must be covered, how often, and what it costs not to."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import count
from typing import Any

from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, node, only
from excover.language.syntax.nodes import Binder, Comparison, Expr, Multiplicity, Name, Node, Pattern, Tuple
from excover.language.syntax.statements.base import BaseStatement, Clause, StatementForm
from excover.language.syntax.yaml_forms import Phrase, Reader, Scalar, Schema, YamlNode, members
from excover.language.syntax.yaml_sections import Entry, Many, Pair, pairs


class Family(Node):
    """``row[S, T]``: one item for every combination of the members of its index sets.

    ``row[r in S]`` has a name for the member, which bounds and costs may mention.
    """

    name: Name
    index: tuple[Expr, ...]

    def binders(self, known: Container[str]) -> Iterator[Binder]:
        """One for each index. Names before one with `in` share its set, unless they are ``known``."""
        waiting: list[Name] = []
        for number, expr in enumerate(self.index, 1):
            match expr:
                case Comparison(span, first, (("in", domain),)) if pattern := _pattern(first):
                    yield from (Binder(name.span, (_one(name),), domain) for name in waiting)
                    yield Binder(span, (pattern,), domain)
                    waiting = []
                case Name(id=name) if name not in known:
                    waiting.append(expr)
                case _:
                    yield from map(self._unnamed, waiting, count(number - len(waiting)))
                    yield self._unnamed(expr, number)
                    waiting = []
        yield from map(self._unnamed, waiting, count(len(self.index) - len(waiting) + 1))

    def _unnamed(self, domain: Expr, number: int) -> Binder:
        taken = frozenset().union(*(each.mentioned for each in self.index))
        name = f"i{number}"
        while name in taken:
            name += "_"
        return Binder(domain.span, (_one(Name(self.name.span, name)),), domain)


def _one(name: Name) -> Pattern:
    return Pattern(name.span, (name,), is_tuple=False)


def _pattern(expr: Expr) -> Pattern | None:
    """The names that a member of an index gets."""
    match expr:
        case Name():
            return _one(expr)
        case Tuple(span, members):
            names = tuple(each for each in members if isinstance(each, Name))
            return Pattern(span, names, is_tuple=True) if len(names) == len(members) else None
        case _:
            return None


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


def _items(builder: Builder, start: int, end: int, children: list[Any]) -> tuple[Items, ...]:
    """A statement for each bound, which holds for the families before it that have none."""
    found: list[Items] = []
    families: list[Family] = []
    for family, demand in children:
        families.append(family)
        if any(demand) or family is children[-1][0]:
            found.append(Items(family.span, tuple(families), *demand))
            families = []
    begins = [start, *(each.families[0].span.start - builder.span(0, 0).start for each in found[1:]), end]
    spans = map(builder.span, begins, begins[1:])
    return tuple(each.replaced(span=span) for each, span in zip(found, spans, strict=True))


FORM = StatementForm(
    _SECTION,
    {
        **{"items": _items, "item_family": as_tuple, "families": as_tuple, "family": node(Family)},
        **{"demand": as_tuple, "otherwise": only},
    },
)
