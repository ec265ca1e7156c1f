"""``item row[1..n], column[1..n]``: what must be covered, how often, and what it costs not to."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple

from excover.base.diagnostics import Edit, SpecError
from excover.base.frozen import Frozen
from excover.base.source import Span
from excover.language import messages
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, node, only, spanned
from excover.language.syntax.nodes import Binder, Comparison, Expr, Multiplicity, Name, Node, Pattern, Tuple
from excover.language.syntax.statements.base import (
    BaseStatement,
    Clause,
    Entry,
    Many,
    NameKind,
    Pair,
    StatementForm,
    pairs,
)
from excover.language.syntax.yaml_forms import Phrase, Reader, Scalar, Schema, YamlNode, members, one_or_more


class Family(Node):
    """``row[S, T]``: one item for every combination of the members of its index sets.

    ``row[r in S]`` has a name for the member, which the bound and the price may mention. Exactly once without
    ``multiplicity``; with a ``price``, each may stay uncovered at that cost; with one for ``over``, each may
    be covered more often, which costs that every time. The span is without these.
    """

    name: Name
    index: tuple[Expr, ...]
    multiplicity: Multiplicity | None = None
    over: Expr | None = None
    price: Expr | None = None

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
    """A bound belongs to one family. If one has a bound, each before it has one, be it `once`."""

    declares = NameKind.ITEM

    families: tuple[Family, ...]

    def declared(self) -> tuple[Name, ...]:
        return tuple([family.name for family in self.families])

    def clauses(self) -> Iterator[Clause]:
        if self._all_once:
            yield Clause("item", list(map(_named, self.families)))
        else:
            yield Clause("item", [f"{_named(family)} {_demand(family)}" for family in self.families])

    def to_yaml(self) -> Entry:
        if self._all_once:
            return _SECTION.entry(", ".join(map(_named, self.families)))
        demands = {_named(family): _demand(family) for family in self.families}
        if len(demands) < len(self.families):
            return _SECTION.entry([{_named(family): _demand(family)} for family in self.families])
        return _SECTION.entry(demands)

    @property
    def _all_once(self) -> bool:
        return not any(_demand(family) != "once" for family in self.families)


def _named(family: Family) -> str:
    return phrases.indexed(family.name, family.index)


def _demand(family: Family) -> str:
    over = f"{_OVER} {phrases.expression(family.over)}" if family.over else ""
    price = f"else cost {phrases.expression(family.price)}" if family.price else ""
    bounds = phrases.bounds(family.multiplicity) or ("once" if over and not price else "")
    return " ".join(filter(None, [bounds, price])) + over or "once"


_OVER = ", more at cost"


_FAMILIES = Phrase("families")
_DEMAND = Phrase("demand")


def _from_yaml(reader: Reader, parts: Sequence[Pair]) -> Items:
    """Texts without a value may name several families; a key names one."""
    found: list[Family] = []
    for pair in parts:
        named = _FAMILIES.read(reader, pair.key)
        if pair.value is None:
            found += named
        elif len(named) > 1:
            raise SpecError(_shared_key(pair, named))
        else:
            multiplicity, price, *over = _DEMAND.read(reader, pair.value)
            over = over[0].price if over else None
            found.append(named[0].replaced(multiplicity=multiplicity, price=price, over=over))
    return Items(parts[0].span.to(parts[-1].span), tuple(found))


def _shared_key(pair: Pair, named: Sequence[Family]) -> messages.SharedBound:
    """The key and its value, once for each family: in lines of their own, unless the map is in one line."""
    key, bound = pair.key, pair.content.span.text
    before = key.span.source.line_text(key.span.line)[: key.span.column - 1]
    between = ", " if before.strip(" -") else "\n" + " " * len(before)
    each = (f"{quote}{family.span.text}{quote}: {bound}" for family in named for quote in [key.style])
    in_one_line = "\n" not in pair.span.text and "?" not in before
    edit = Edit(pair.span, between.join(each)) if in_one_line else None
    return messages.SharedBound(
        key.span, [family.name.id for family in named[:-1]], named[-1].name.id, bound, edit
    )


class _ItemSection(Many):
    def split(self, node: YamlNode) -> Sequence[Sequence[Pair]]:
        """A text, a map or a list of maps for each statement."""
        parts = ([Pair(each, None)] if isinstance(each, Scalar) else pairs(each) for each in members(node))
        return [part for part in parts if part]


_ITEM: Schema = {
    "anyOf": [
        _FAMILIES.schema,
        one_or_more(
            {
                "description": "Item families, each with how often its items are covered: `once`, "
                "`at most once`, `2 times`, `1..3 times`, `at least k times`, `at most k times`, `colored`; "
                "the cost of covering one more often, `at most once, more at cost 5`, or of leaving one "
                "uncovered, `else cost 5`.",
                "type": "object",
                "additionalProperties": _DEMAND.schema,
            }
        ),
    ]
}

_SECTION = _ItemSection(
    "items",
    "What is to be covered: `row[1..n]`, exactly once each, or `row[1..n]: at most once`.",
    _from_yaml,
    _ITEM,
)


class _Member(NamedTuple):
    family: Family
    bound: str
    """As it is written; empty without one."""


def _member(builder: Builder, start: int, end: int, children: list[Any]) -> _Member:
    family, multiplicity, price = children
    bound = builder.span(start, end).text[len(family.span.text) :].strip()
    return _Member(family.replaced(multiplicity=multiplicity, price=price), bound)


class _Over(Frozen):
    """What it costs to cover the items before it once more."""

    span: Span
    price: Expr


def _over(builder: Builder, start: int, end: int, children: list[Any]) -> _Over:
    return _Over(builder.span(start, end), children[0])


def _priced(children: Sequence[_Member | _Over]) -> list[_Member]:
    """Each member with the price behind it. Raises SpecError for a second one."""
    found: list[_Member] = []
    for each in children:
        if isinstance(each, _Member):
            found.append(each)
            continue
        family, bound = found.pop()
        if family.over:
            raise SpecError(
                messages.SpecifiedTwice(
                    each.span, f"the cost of covering `{family.name.id}` more often", family.over.span
                )
            )
        found.append(_Member(family.replaced(over=each.price), f"{bound or 'once'}, {each.span.text}"))
    return found


@spanned
def _items(_builder: Builder, span: Span, children: list[_Member | _Over]) -> Items:
    unbound: list[Family] = []
    for family, bound in _priced(children):
        if not bound:
            unbound.append(family)
        elif unbound:
            raise SpecError(_shared(unbound, family, bound))
    return Items(span, tuple(member.family for member in _priced(children)))


def _shared(unbound: Sequence[Family], last: Family, bound: str) -> messages.SharedBound:
    """The bound behind each family before it, too; `once` if it mentions a member that the family has not."""
    mentioned = {
        name for part in (last.multiplicity, last.over, last.price) if part for name in part.mentioned
    }
    needed = mentioned & _members_of(last)
    whole = unbound[0].span.to(unbound[-1].span)
    text = whole.text
    for family in reversed(unbound):
        end = family.span.end - whole.start
        text = f"{text[:end]} {bound if needed <= _members_of(family) else 'once'}{text[end:]}"
    return messages.SharedBound(
        whole, [each.name.id for each in unbound], last.name.id, bound, Edit(whole, text)
    )


def _members_of(family: Family) -> set[str]:
    return {name.id for each in family.binders(()) for pattern in each.patterns for name in pattern.names}


ITEM_FORM = StatementForm(
    _SECTION,
    {
        **{"items": _items, "item_family": _member, "families": as_tuple, "family": node(Family)},
        **{"demand": as_tuple, "over": _over, "otherwise": only},
    },
    {"item": "what must be covered, exactly once unless it states how often"},
    names="nothing",
)
