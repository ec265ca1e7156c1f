"""``minimize``, ``maximize``: the best solution is wanted; ``cost at most 100``: a bound on the sum of all
costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Action, Builder, as_tuple, only, spanned, unpacked
from excover.language.syntax.nodes import Expr, Loop, Name, Node, Ref
from excover.language.syntax.statements.base import (
    BaseStatement,
    Clause,
    Entry,
    One,
    PhraseStatement,
    StatementForm,
)
from excover.language.syntax.yaml_forms import Phrase, Reader, Word, YamlNode, scalar


class Extreme(Node):
    """``max(load[m] for m in S)``: the greatest of several sums, or by another ``word`` the least. A ref
    without indices is the whole family; without refs, it is of the cost, which has no members.
    """

    word: Name
    refs: tuple[Ref, ...]
    loop: Loop | None

    def __str__(self) -> str:
        listed = ", ".join(map(phrases.item, self.refs)) or "cost"
        return f"{self.word.id}({listed}{phrases.optional_loop(self.loop)})"


class GoalTerm(Node):
    """The units of an ``item``, the extreme ones of several, or without any the cost, are to ``minimize`` or
    ``maximize``.
    """

    direction: str
    item: Ref | Extreme | None

    def __str__(self) -> str:
        return sum_text(self.item) if self.item else "cost"


def sum_text(item: Ref | Extreme) -> str:
    """A goal as it is written."""
    return phrases.item(item) if isinstance(item, Ref) else str(item)


class Goal(BaseStatement):
    """The first objective counts most; a later one decides among the best by those before it."""

    objectives: tuple[GoalTerm, ...]

    def clauses(self) -> Iterator[Clause]:
        yield Clause(self._words())

    def to_yaml(self) -> Entry:
        return _SECTION.entry(self._words())

    def _words(self) -> str:
        first, *later = self.objectives
        words, direction = first.direction, first.direction
        if first.item or later:
            words += f" {first}"
        for each in later:
            words += f" then {each}" if each.direction == direction else f" then {each.direction} {each}"
            direction = each.direction
        return words


@spanned
def _goal(builder: Builder, span: Span, children: list[Any]) -> Goal:
    word, listed = children
    direction = builder.written(word)
    if not listed:
        return Goal(span, (GoalTerm(span, direction, None),))
    first, *later = listed
    objectives = [GoalTerm(first.span, direction, _item(first))]
    for changed, each in later:
        direction = changed or direction
        objectives.append(GoalTerm(each.span, direction, _item(each)))
    return Goal(span, tuple(objectives))


class _Cost(Node):
    """The word `cost` in place of an item."""


def _item(named: Ref | Extreme | _Cost) -> Ref | Extreme | None:
    return None if isinstance(named, _Cost) else named


@spanned
def _extreme_sum(_builder: Builder, span: Span, children: list[Any]) -> Extreme:
    word, refs, *loop = children
    return Extreme(span, word, () if isinstance(refs, _Cost) else refs, loop[0] if loop else None)


@spanned
def _the_cost(_builder: Builder, span: Span, _children: list[Any]) -> _Cost:
    return _Cost(span)


def _later(
    builder: Builder, _start: int, _end: int, children: list[Any]
) -> tuple[str, Ref | Extreme | _Cost]:
    *direction, named = children
    return builder.written(direction[0]) if direction else "", named


_GOAL = Phrase("goal", {"type": "string", "pattern": "^\\s*(minimize|maximize)\\b"})


_DIRECTION = Word(("minimize", "maximize"))


def _from_yaml(reader: Reader, node: YamlNode) -> Goal:
    if len(scalar(node).text.split()) < 2:
        return Goal(node.span, (GoalTerm(node.span, _DIRECTION.read(reader, node), None),))
    goal: Goal = _GOAL.read(reader, node)
    return Goal(node.span, goal.objectives)


_SECTION = One(
    "goal",
    "The best solution is asked for: `minimize`, `maximize`, or `minimize delay then maximize profit`.",
    _from_yaml,
    _GOAL.schema,
)

FORM = StatementForm(
    _SECTION,
    {
        **{"goal": _goal, "objectives": as_tuple, "later": _later, "the_cost": _the_cost},
        **{"extreme_sum": _extreme_sum, "extreme_of": as_tuple},
    },
    {
        "minimize": "asks for the least total cost, or the least units of an item; `then` a further goal",
        "maximize": "asks for the greatest total cost, or the most units of an item; `then` a further goal",
    },
)


# ``cost at most 100``: a bound on the sum of all costs.


class CostBound(PhraseStatement):
    """The costs of a solution sum to at ``most`` the bound, or at ``least``."""

    keyword = "cost"

    side: str
    bound: Expr

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"cost at {self.side} {phrases.number(self.bound)}")


def _extreme(side: str) -> Action:
    def extreme(_builder: Builder, _start: int, _end: int, children: list[Any]) -> tuple[str, Expr]:
        return side, children[0]

    return extreme


COST_BOUND_FORM = StatementForm(
    CostBound.section_of(
        Phrase("cost_limit"), "A bound on the sum of all costs: `at most 100`, or `at least 10`."
    ),
    {
        **{"cost_bound": unpacked(CostBound), "cost_limit": only},
        **{"cost_most": _extreme("most"), "cost_least": _extreme("least")},
    },
    {},
)
