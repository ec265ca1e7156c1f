"""``require piece apart``, ``require tray without crossroads``: what pieces must not do together.

``require paint connected``, ``require line as one loop``, ``require line as paths between number``: what
chosen options must do together.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import Any, TypeAlias

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, node, only, spanned, spread
from excover.language.syntax.nodes import Comparison, Expr, Loop, Name, OptionRef
from excover.language.syntax.statements.base import Clause, Many, PhraseStatement, StatementForm
from excover.language.syntax.yaml_forms import Phrase, Reader, YamlNode


class _Requirement(PhraseStatement):
    keyword = "require"


class RequireApart(_Requirement):
    """No two pieces share a side; if ``corners``, nor a corner. ``per``: only those with the same value."""

    shapes: Name
    corners: bool
    per: Expr | None

    @property
    def rule(self) -> str:
        corners = " at corners" if self.corners else ""
        return f"{self.shapes.id} apart{corners}{f' per {phrases.expression(self.per)}' if self.per else ''}"

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"require {self.rule}")


class RequireWithout(_Requirement):
    """``without`` are `crossroads` or `faults`, or both."""

    board: Name
    without: tuple[str, ...]

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"require {self.board.id} without {', '.join(self.without)}")


class _RequireOfOptions(_Requirement):
    """A rule for the chosen options of a family that meet a condition, or if ``absent``, for those that are
    not chosen. ``option`` has names for its arguments, or none; ``place`` is where each of them is, or None
    for the cells of boards that it covers. If ``joining``, it is the set of the two places that the option
    joins.
    """

    option: OptionRef
    where: Expr | None
    place: Expr | None
    joining: bool
    absent: bool

    @property
    def chosen(self) -> str:
        """What it is about, in words."""
        return f"{'not ' * self.absent}{self.option.name.id}"

    def clauses(self) -> Iterator[Clause]:
        ref = self.option
        is_listed = ref.arguments or self.where  # a condition stands only behind arguments, if none at all
        chosen = phrases.option(ref) if is_listed else ref.name.id
        yield Clause(f"require {'not ' * self.absent}{chosen}")
        yield Clause(f"where {phrases.expression(self.where)}" if self.where else "")
        word = "joining" if self.joining else "at"
        yield Clause(f"{word} {phrases.expression(self.place)}" if self.place else "")
        yield Clause(self._rule())

    @abstractmethod
    def _rule(self) -> str: ...


class RequireConnected(_RequireOfOptions):
    """The places are connected: along the pairs of a set ``along``, or as neighbors that share a side, if
    ``corners`` also a corner. ``per``: those with the same value are. If ``joining``, options that join
    places hang together where these are the same. If ``to_edge``, cells hang together with the edge of
    their board.
    """

    corners: bool
    along: Expr | None
    to_edge: bool
    per: Expr | None

    def _rule(self) -> str:
        near = f" along {phrases.expression(self.along)}" if self.along else " at corners" * self.corners
        near += " to the edge" * self.to_edge
        return f"connected{near}{f' per {phrases.expression(self.per)}' if self.per else ''}"


class RequireAreas(RequireConnected):
    """What hangs together with each chosen option has ``how_many`` places; if there is a ``start``, what
    hangs together with that, for all bindings of ``loop``.
    """

    how_many: Expr
    start: Expr | None
    loop: Loop | None

    def _rule(self) -> str:
        near = super()._rule().removeprefix("connected")
        start = f" from {phrases.expression(self.start)}" if self.start else ""
        loop = f" {phrases.loop(self.loop)}" if self.loop else ""
        return f"as areas of {phrases.expression(self.how_many)}{near}{start}{loop}"


class RequireLoop(_RequireOfOptions):
    """Each option goes from one place to another, and together they form a single closed loop."""

    to_edge = False

    def _rule(self) -> str:
        return "as one loop"


class RequirePaths(RequireLoop):
    """Together they form simple paths, each between two of the places ``between`` that have equal labels: the
    name of labels, or a set of places, each with its label.
    """

    between: Expr

    def _rule(self) -> str:
        return f"as paths between {phrases.expression(self.between)}"


class RequireThat(_Requirement):
    """A condition on the chosen options, for all bindings of a loop; with a ``price``, each binding for which
    it does not hold costs that; if ``each``, a comparison costs it for each unit that it is off.
    """

    condition: Expr
    loop: Loop | None
    price: Expr | None
    each: bool = False

    @property
    def is_measured(self) -> bool:
        """Whether it is a comparison that may be off by a number of units."""
        rest = self.condition.rest if isinstance(self.condition, Comparison) else ()
        return [sign in ("=", "<", "<=", ">", ">=") for sign, _ in rest] == [True]

    @cached_property
    def words(self) -> str:
        """In one line, without its loop."""
        return " ".join(filter(None, map(str, self.replaced(loop=None).clauses())))

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"require {phrases.expression(self.condition)}")
        yield Clause(phrases.loop(self.loop) if self.loop else "")
        each = " each" if self.each else ""
        yield Clause(f"else cost {phrases.expression(self.price)}{each}" if self.price else "")


Requiring: TypeAlias = (
    RequireApart | RequireWithout | RequireConnected | RequireAreas | RequireLoop | RequirePaths | RequireThat
)


@spanned
def _without(builder: Builder, span: Span, children: list[Any]) -> RequireWithout:
    board, *words = children
    return RequireWithout(span, board, tuple(map(builder.written, words)))


@spanned
def _connected(_builder: Builder, span: Span, children: list[Any]) -> RequireConnected:
    chosen, *near, per = children
    corners, along, to_edge = (False, near[0], False) if len(near) == 1 else (near[0], None, near[1])
    return RequireConnected(span, *(*chosen, corners, along, to_edge, per))


@spanned
def _areas(_builder: Builder, span: Span, children: list[Any]) -> RequireAreas:
    chosen, size, near, end = children
    corners, along = (near, None) if isinstance(near, bool) else (False, near)
    per, start, loop = (None, *end) if isinstance(end, tuple) else (end, None, None)
    return RequireAreas(span, *(*chosen, corners, along, False, per, size, start, loop))


@spanned
def _price_each(_builder: Builder, _span: Span, children: list[Any]) -> tuple[Expr, bool]:
    return children[0], True


@spanned
def _chosen(_builder: Builder, _span: Span, children: list[Any]) -> tuple[Any, ...]:
    """The option, the condition, the place, whether it is what the option joins, and that it is chosen."""
    ref, *condition, (place, joining) = children
    return ref, condition[0] if condition else None, place, joining, False


@spanned
def _unchosen(_builder: Builder, _span: Span, children: list[Any]) -> tuple[Any, ...]:
    ref, *condition, (place, joining) = children
    return ref, condition[0] if condition else None, place, joining, True


@spanned
def _placed_at(_builder: Builder, _span: Span, children: list[Any]) -> tuple[Expr | None, bool]:
    return (children[0] if children else None), False


@spanned
def _joined(_builder: Builder, _span: Span, children: list[Any]) -> tuple[Expr, bool]:
    return children[0], True


@spanned
def _every_option(_builder: Builder, span: Span, children: list[Any]) -> OptionRef:
    return OptionRef(span, children[0], ())


@spanned
def _require(_builder: Builder, span: Span, children: list[Any]) -> Requiring:
    (rule,) = children
    made: Requiring = type(rule)(span, *rule.parts[1:])
    return made


def _is_there(_builder: Builder, _start: int, _end: int, children: list[Any]) -> bool:
    return bool(children)


_RULE = Phrase("requirement")


def _from_yaml(reader: Reader, node: YamlNode) -> Requiring:
    rule: Requiring = _RULE.read(reader, node)
    return rule


_Requirement.section = Many(
    "require",
    "What pieces must not do together: `piece apart`, `piece apart at corners per piece`, "
    "`tray without crossroads, faults`; what options must: `paint connected`, `line as one loop`, "
    "`line as paths between number`, `paint as areas of 4`.",
    _from_yaml,
    _RULE.schema,
)

REQUIRE_FORM = StatementForm(
    _Requirement.section,
    {
        **{"require": _require, "requirement": only, "apart": node(RequireApart), "without_rule": _without},
        **{
            "at_corners": _is_there,
            "to_edge": _is_there,
            "per": only,
            "connected_rule": _connected,
            "loop_rule": spread(RequireLoop),
            "paths_rule": spread(RequirePaths),
        },
        **{"areas_rule": _areas, "begun_at": as_tuple, "area_begins": only},
        **{"condition_rule": spread(RequireThat), "price_each": _price_each},
        **{"chosen": _chosen, "unchosen": _unchosen, "every_option": _every_option, "placed_at": _placed_at},
        **{"joined": _joined, "joined_by": only},
    },
    {
        "require": "what pieces must not do together, such as touch, or options must: be connected, "
        "be one loop, be paths",
    },
)
