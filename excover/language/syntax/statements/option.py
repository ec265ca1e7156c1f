"""``option queen(r, c in 1..n) covers row[r], column[c]``: what can be chosen and what it covers; and
``also``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, node, only, spanned
from excover.language.syntax.nodes import Expr, Loop, Name, Node, OptionRef, Ref
from excover.language.syntax.statements.base import BaseStatement, Clause, NameKind, StatementForm
from excover.language.syntax.yaml_forms import (
    EXPRESSION,
    FLAG,
    TRUE,
    Data,
    Form,
    Inline,
    Key,
    KeyedForm,
    Phrase,
    Reader,
    YamlNode,
    inline,
    members,
    one_or_more,
    ref,
)
from excover.language.syntax.yaml_sections import Entry, Many, Named, Pair


class CoveredItem(Node):
    """``ref = color if condition``, or ``ref by amount if condition`` of an item in units."""

    ref: Ref
    color: Expr | None
    condition: Expr | None
    amount: Expr | None = None


class CoverEach(Node):
    """``(row[r], column[c] for r, c in S where ..)``"""

    covers: tuple[Covered, ...]
    loop: Loop


Covered: TypeAlias = CoveredItem | CoverEach


class Option(BaseStatement):
    """``optional``: chosen or not if nothing requires it; ``distinct``: merged with options that cover the
    same; up to ``most`` times: its last argument then is how often. If ``hidden``, not drawn.
    """

    declares = NameKind.OPTION

    name: Name
    loop: Loop
    covers: tuple[Covered, ...]
    cost: Expr | None
    optional: bool
    distinct: bool
    most: Expr | None = None
    hidden: bool = False

    @property
    def arguments(self) -> list[Name]:
        """The names of the arguments."""
        names, last = self.loop.names, "often"
        while last in {each.id for each in names}:
            last += "_"
        return [*names, *([Name(self.most.span, last)] if self.most else [])]

    @property
    def is_decision(self) -> bool:
        """Whether it covers the item of its own name alone, or nothing: see `choose`."""
        return all(isinstance(each, CoveredItem) and each.ref.name.id == self.name.id for each in self.covers)

    def clauses(self) -> Iterator[Clause]:
        words = [*["hidden"] * self.hidden, *["optional"] * self.optional, "option", self._head()]
        yield Clause(" ".join(words))
        yield Clause(f"up to {phrases.number(self.most)} times" if self.most else "")
        yield Clause(f"where {phrases.expression(self.loop.where)}" if self.loop.where else "")
        yield Clause("distinct" if self.distinct else "")
        yield Clause("covers", list(map(covered_text, self.covers)))
        yield Clause(f"cost {phrases.expression(self.cost)}" if self.cost else "")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(dict(self._fields()), self._head())

    def _fields(self) -> Iterator[tuple[str, Data]]:
        if self.loop.where:
            yield "where", phrases.expression(self.loop.where)
        if self.most:
            yield "most", phrases.expression(self.most)
        if self.optional:
            yield "optional", TRUE
        if self.distinct:
            yield "distinct", TRUE
        if self.hidden:
            yield "hidden", TRUE
        yield "covers", inline(map(covered_text, self.covers))
        if self.cost:
            yield "cost", phrases.expression(self.cost)

    def _head(self) -> str:
        return f"{self.name.id}({phrases.binders(self.loop)})"


def covered_text(covered: Covered) -> str:
    if isinstance(covered, CoverEach):
        return f"({', '.join(map(covered_text, covered.covers))} {phrases.loop(covered.loop)})"
    color = f" = {phrases.number(covered.color)}" if covered.color else ""
    amount = f" by {phrases.number(covered.amount)}" if covered.amount else ""
    condition = f" if {phrases.condition(covered.condition)}" if covered.condition else ""
    return phrases.item(covered.ref) + color + amount + condition


@spanned
def _cover(_builder: Builder, span: Span, children: list[Any]) -> CoveredItem:
    item, color, amount, condition = children
    return CoveredItem(span, item, color, condition, amount)


@spanned
def _option(builder: Builder, span: Span, children: list[Any]) -> Option:
    words = {builder.written(child) for child in children if isinstance(child, slice)}
    head, most, where, covers, cost = (child for child in children if not isinstance(child, slice))
    flags = "optional" in words, "distinct" in words, most, "hidden" in words
    return _of_head(span, head, where, covers, cost, *flags)


def _of_head(span: Span, head: Any, where: Expr | None, *others: Any) -> Option:
    """Its loop follows its name."""
    name, binders = head
    return Option(span, name, Loop(Span(span.source, name.span.end, span.end), binders, where), *others)


_HEAD = Phrase("head", ref("head"))
_COVERED = Phrase("covers")


def _covers(reader: Reader, node: YamlNode) -> tuple[Covered, ...]:
    return tuple(covered for member in members(node) for covered in _COVERED.read(reader, member))


COVERS = Key(
    "covers",
    Form(_covers, one_or_more(_COVERED.schema)),
    "Items, `row[r]`; with a color, `edge[e] = red`; by an amount, `load[m] by 7`; under a condition, "
    "`a[x] if x > 1`; many at once, `(a[z] for z in Z)`.",
    needed=True,
)
_WHERE = Key("where", EXPRESSION, "A condition; only what meets it is made.")
_COST = Key("cost", EXPRESSION, "What choosing it adds to the total cost.")
_MOST = Key("most", EXPRESSION, "How often it may be chosen; otherwise once.")
_OPTIONAL = Key(
    "optional",
    FLAG,
    "Whether it may be chosen or not where it covers no item that must be covered.",
)
_DISTINCT = Key("distinct", FLAG, "Whether options that cover the same are one.")
_HIDDEN = Key("hidden", FLAG, "Whether it only helps, and is not drawn.")
_OPTION = KeyedForm(
    "an option",
    "What one option covers, for every binding of its arguments.",
    *(COVERS, _WHERE, _COST, _MOST, _OPTIONAL, _DISTINCT, _HIDDEN),
)


def _from_yaml(reader: Reader, pair: Pair) -> Option:
    fields = _OPTION.read(reader, pair.value)
    return _of_head(
        pair.span,
        _HEAD.read(reader, pair.key),
        fields.get(_WHERE),
        fields[COVERS],
        fields.get(_COST),
        fields.get(_OPTIONAL) or False,
        fields.get(_DISTINCT) or False,
        fields.get(_MOST),
        fields.get(_HIDDEN) or False,
    )


_SECTION = Named(
    "options",
    "What can be chosen: `queen(r, c in 1..n)` and what it covers.",
    _from_yaml,
    _HEAD.schema,
    _OPTION.schema,
)

FORM = StatementForm(
    _SECTION,
    {
        **{"option": _option, "head": as_tuple, "how_often": only, "cost": only},
        **{"covers": as_tuple, "cover": _cover, "cover_each": node(CoverEach)},
        **{"color": only, "amount": only, "condition": only},
    },
    {
        "option": "what can be chosen, and the items that it covers",
        "hidden": "what only helps, and is not drawn: an option, a decision or lines",
        "optional": "an option that may be left out though nothing else needs it",
    },
    names="nothing",
)


# ``also grid(r, c, v) covers diagonal[v] if r = c``: what options that exist already cover besides.


class Also(BaseStatement):
    """The arguments of ``option`` are names, which are bound to those of each option of its family."""

    option: OptionRef
    where: Expr | None
    covers: tuple[Covered, ...]

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"also {phrases.option(self.option)}")
        yield Clause(f"where {phrases.expression(self.where)}" if self.where else "")
        yield Clause("covers", list(map(covered_text, self.covers)))

    def to_yaml(self) -> Entry:
        return _ALSO_SECTION.entry(Inline(self._fields()))

    def _fields(self) -> Iterator[tuple[str, Data]]:
        yield "option", phrases.option(self.option)
        if self.where:
            yield "where", phrases.expression(self.where)
        yield "covers", inline(map(covered_text, self.covers))


_OF_OPTION = Key(
    "option",
    Phrase("option_ref"),
    "An option with names for its arguments: `grid(r, c, v)`.",
    needed=True,
)
_CONDITION = Key("where", EXPRESSION, "A condition; only options that meet it cover more.")
_ALSO = KeyedForm("what options cover besides", "An option and items.", _OF_OPTION, _CONDITION, COVERS)


def _also_from_yaml(reader: Reader, yaml: YamlNode) -> Also:
    fields = _ALSO.read(reader, yaml)
    return Also(yaml.span, fields[_OF_OPTION], fields.get(_CONDITION), fields[COVERS])


_ALSO_SECTION = Many(
    "also",
    "What options cover besides, those of `place` and `fill` too.",
    _also_from_yaml,
    _ALSO.schema,
)

ALSO_FORM = StatementForm(
    _ALSO_SECTION,
    {"also": node(Also)},
    {"also": "items that options cover besides, those of pieces and of filled boards too"},
    names="option",
)
