"""``option queen(r, c in 1..n) covers row[r], column[c]``: what can be chosen and what it covers;
``also``, ``symmetry``, ``choose`` and ``lines``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import (
    Action,
    Builder,
    as_tuple,
    node,
    only,
    spanned,
    unpacked,
    with_word,
)
from excover.language.syntax.nodes import Binder, Expr, Loop, Name, Node, OptionRef, Ref
from excover.language.syntax.statements.base import (
    BaseStatement,
    Clause,
    Many,
    NameKind,
    PhraseStatement,
    StatementForm,
    maps,
    named_maps,
)
from excover.language.syntax.yaml_forms import (
    EXPRESSION,
    FLAG,
    Form,
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
        words = [*["hidden"] * self.hidden, *["optional"] * self.optional, "option", self.yaml_key]
        yield Clause(" ".join(words))
        yield Clause(f"up to {phrases.number(self.most)} times" if self.most else "")
        yield Clause(f"where {phrases.expression(self.where)}" if self.where else "")
        yield Clause("distinct" if self.distinct else "")
        yield Clause("covers", list(map(covered_text, self.covers)))
        yield Clause(f"cost {phrases.expression(self.cost)}" if self.cost else "")

    @classmethod
    def of_keys(
        cls, span: Span, head: tuple[Name, tuple[Binder, ...]], where: Expr | None, **others: Any
    ) -> Option:
        """Its loop follows its name."""
        name, binders = head
        return cls(span, name, Loop(Span(span.source, name.span.end, span.end), binders, where), **others)

    @property
    def where(self) -> Expr | None:
        return self.loop.where

    @property
    def yaml_key(self) -> str:
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
    flags = {each: each in words for each in ("optional", "distinct", "hidden")}
    return Option.of_keys(span, head, where, covers=covers, cost=cost, most=most, **flags)


_HEAD = Phrase("head", ref("head"))
_COVERED = Phrase("covers")


def _covers(reader: Reader, node: YamlNode) -> tuple[Covered, ...]:
    return tuple(covered for member in members(node) for covered in _COVERED.read(reader, member))


COVERS = Key(
    "covers",
    Form(_covers, one_or_more(_COVERED.schema), lambda covers: inline(map(covered_text, covers))),
    "Items, `row[r]`; with a color, `edge[e] = red`; by an amount, `load[m] by 7`; under a condition, "
    "`a[x] if x > 1`; many at once, `(a[z] for z in Z)`.",
    needed=True,
)
_OPTION = KeyedForm(
    Option,
    "an option",
    "What one option covers, for every binding of its arguments.",
    Key("where", EXPRESSION, "A condition; only what meets it is made."),
    Key("most", EXPRESSION, "How often it may be chosen; otherwise once."),
    Key("optional", FLAG, "Whether it may be chosen or not where it covers no item that must be covered."),
    Key("distinct", FLAG, "Whether options that cover the same are one."),
    Key("hidden", FLAG, "Whether it only helps, and is not drawn."),
    COVERS,
    Key("cost", EXPRESSION, "What choosing it adds to the total cost."),
    layout=dict,
)

OPTION_FORM = StatementForm(
    named_maps(
        "options",
        "What can be chosen: `queen(r, c in 1..n)` and what it covers.",
        _OPTION,
        head=Key("head", _HEAD),
    ),
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


_ALSO = KeyedForm(
    Also,
    "what options cover besides",
    "An option and items.",
    Key(
        "option",
        Phrase("option_ref", write=phrases.option),
        "An option with names for its arguments: `grid(r, c, v)`.",
        needed=True,
    ),
    Key("where", EXPRESSION, "A condition; only options that meet it cover more."),
    COVERS,
)

ALSO_FORM = StatementForm(
    maps("also", "What options cover besides, those of `place` and `fill` too.", _ALSO),
    {"also": node(Also)},
    {"also": "items that options cover besides, those of pieces and of filled boards too"},
    names="option",
)


# ``symmetry queen(r, c) -> queen(c, r)``: a generator of the symmetry group.


class Motion(Node):
    """``queen(r, c) -> queen(c, r)``: the names on the left are bound to an option's arguments."""

    source: OptionRef
    image: OptionRef


class SymmetryStatement(PhraseStatement):
    """A generator of the symmetry group; options that no motion names stay in place."""

    keyword = "symmetry"

    motions: tuple[Motion, ...]

    def clauses(self) -> Iterator[Clause]:
        yield Clause("symmetry", list(map(_motion, self.motions)))


def _motion(motion: Motion) -> str:
    return f"{phrases.option(motion.source)} -> {phrases.option(motion.image)}"


_MOTIONS = Phrase("motions")


def _from_yaml(reader: Reader, node: YamlNode) -> SymmetryStatement:
    return SymmetryStatement(node.span, _MOTIONS.read(reader, node))


SymmetryStatement.section = Many(
    "symmetry",
    "Generators of the symmetry group: `queen(r, c) -> queen(c, r)`.",
    _from_yaml,
    _MOTIONS.schema,
)

SYMMETRY_FORM = StatementForm(
    SymmetryStatement.section,
    {"symmetry": node(SymmetryStatement), "motions": as_tuple, "motion": node(Motion)},
    {"symmetry": "a map from solutions to solutions"},
    names="option",
)


# ``choose level(t in tanks) from 0..6``, ``choose wet(r, c in 1..n)``: a value, or yes or no;
# ``lines loop on field``, ``lines way along roads``: which neighbors a line joins.


class Choose(PhraseStatement):
    """One of ``values`` for each binding of ``loop``; without them, yes or no. If ``hidden``, not drawn."""

    keyword = "choose"
    declares = NameKind.OPTION

    name: Name
    loop: Loop
    values: Expr | None
    hidden: bool = False

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"{'hidden ' if self.hidden else ''}choose {self.name.id}({phrases.binders(self.loop)})")
        yield Clause(f"where {phrases.expression(self.loop.where)}" if self.loop.where else "")
        yield Clause(f"from {phrases.expression(self.values)}" if self.values else "")


@spanned
def _choice(_builder: Builder, span: Span, children: list[Any]) -> tuple[Name, Loop, Expr | None]:
    (name, binders), where, values = children
    return name, Loop(Span(span.source, name.span.end, span.end), binders, where), values


CHOOSE_FORM = StatementForm(
    Choose.section_of(
        Phrase("choice_shown"),
        "What is decided besides: a value, `level(t in tanks) from 0..6`, or yes or no, `wet(r, c in 1..n)`.",
    ),
    {"choose": unpacked(Choose), "choice": _choice, "choice_shown": with_word, "chosen_from": only},
    {"choose": "decides a value for each of some indices, or yes or no"},
    names="nothing",
)


class Lines(PhraseStatement):
    """A line between each two neighbors of a set of cells; if ``is_along``, between those of its pairs. If
    ``hidden``, not drawn.
    """

    keyword = "lines"
    declares = NameKind.OPTION

    name: Name
    is_along: bool
    places: Expr
    hidden: bool = False

    def clauses(self) -> Iterator[Clause]:
        word = "along" if self.is_along else "on"
        begin = "hidden lines" if self.hidden else "lines"
        yield Clause(f"{begin} {self.name.id} {word} {phrases.expression(self.places)}")


def _joining(is_along: bool) -> Action:
    """The fields from a name and an expression."""

    def action(_builder: Builder, _start: int, _end: int, children: list[Any]) -> tuple[Name, bool, Expr]:
        return children[0], is_along, children[1]

    return action


LINES_FORM = StatementForm(
    Lines.section_of(
        Phrase("lines_shown"),
        "Decides which neighbors a line joins: `loop on field`, `way along roads`.",
    ),
    {
        **{"lines": unpacked(Lines), "lines_rest": only, "lines_shown": with_word},
        **{"lines_on": _joining(False), "lines_along": _joining(True)},
    },
    {"lines": "decides which neighbors a line joins"},
    names="nothing",
)
