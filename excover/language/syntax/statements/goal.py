"""``minimize``, ``maximize``: the best solution is wanted; ``cost at most 100``: a bound on the sum of all
costs; ``expect solutions = 92 when n = 8``: what must be true of the puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias, cast

from excover.base.frozen import Frozen
from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Action, Builder, as_tuple, node, only, spanned, unpacked
from excover.language.syntax.nodes import Expr, Loop, Name, Node, Ref
from excover.language.syntax.statements.base import (
    BaseStatement,
    Clause,
    Entry,
    Many,
    One,
    Pair,
    PhraseStatement,
    StatementForm,
)
from excover.language.syntax.yaml_forms import (
    EXPRESSION,
    Data,
    Inline,
    Phrase,
    Reader,
    Schema,
    Word,
    YamlNode,
    mapping,
    members,
    scalar,
)


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

GOAL_FORM = StatementForm(
    _SECTION,
    {
        **{"goal": _goal, "objectives": as_tuple, "later": _later, "the_cost": node(_Cost)},
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


# ``expect solutions = 92 when n = 8``: what must be true of the puzzle; `excover check` tests it.


Subject: TypeAlias = Literal["solutions", "options", "items", "cost", "units"]

UpTo: TypeAlias = Literal["rotations", "symmetry"]
"""The maps from solutions to solutions: motions of boards without reflections, or all of them. Both include
the `symmetry` statements of a description.
"""


class Setting(Node):
    name: Name
    value: Expr


class Expect(BaseStatement):
    """The subject is ``solutions``, ``options``, ``items`` or ``cost``, or the ``units`` of an ``item``,
    which is a goal, in the best solution. Only ``solutions`` have ``up_to``.
    """

    subject: Subject
    up_to: UpTo | None
    operator: str
    value: Expr
    settings: tuple[Setting, ...]
    item: Ref | Extreme | None = None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"expect {self._subject()} {self.operator} {phrases.number(self.value)}")
        yield Clause("when" if self.settings else "", list(map(_setting, self.settings)))

    def to_yaml(self) -> Entry:
        value = phrases.number(self.value)
        claim = {self._subject(): value if self.operator == "=" else f"{self.operator} {value}"}
        when = {"when": ", ".join(map(_setting, self.settings))} if self.settings else {}
        return _EXPECTATIONS.entry(Inline({**claim, **when}), self._subject())

    def _subject(self) -> str:
        if self.item:
            return f"best {sum_text(self.item)}"
        return f"{self.subject} up to {self.up_to}" if self.up_to else self.subject


def _setting(setting: Setting) -> str:
    return f"{setting.name.id} = {phrases.number(setting.value)}"


@spanned
def _expect(builder: Builder, span: Span, children: list[Any]) -> Expect:
    (subject, up_to, item), operator, value, settings = children
    return Expect(span, subject, up_to, builder.written(operator), value, settings, item)


def _subject(
    builder: Builder, _start: int, _end: int, children: list[Any]
) -> tuple[Subject, UpTo | None, Ref | Extreme | None]:
    subject, *up_to = children
    if isinstance(subject, Ref | Extreme):
        return "units", None, subject
    return cast(Subject, builder.written(subject)), up_to[0] if up_to else None, None


def _up_to(builder: Builder, _start: int, _end: int, children: list[Any]) -> UpTo | None:
    return cast(UpTo, builder.written(children[0])) if children else None


def _claim(builder: Builder, _start: int, _end: int, children: list[Any]) -> tuple[str, Expr]:
    """Equality is the default."""
    *operator, value = children
    return (builder.written(operator[0]) if operator else "="), value


class _Claim(Frozen):
    """A subject with its value and settings."""

    pair: Pair
    when: YamlNode | None


_SUBJECT = Phrase("subject")
_VALUE = Phrase("claim", EXPRESSION.schema)
_SETTINGS = Phrase("settings_")


def _expectation_from_yaml(reader: Reader, claim: _Claim) -> Expect:
    subject, up_to, item = _SUBJECT.read(reader, claim.pair.key)
    operator, value = _VALUE.read(reader, claim.pair.content)
    settings = _SETTINGS.read(reader, claim.when) if claim.when else ()
    return Expect(claim.pair.span, subject, up_to, operator, value, settings, item)


class _Expectations(Many):
    def split(self, node: YamlNode) -> list[_Claim]:
        found: list[_Claim] = []
        for member in members(node):
            entries = [Pair(*entry) for entry in mapping(member).entries]
            when = next((entry.value for entry in entries if entry.key.text == "when"), None)
            found += [_Claim(entry, when) for entry in entries if entry.key.text != "when"]
        return found

    def joined(self, entries: Sequence[Entry]) -> list[Data]:
        """One map, or a list of maps if a subject is repeated or has settings."""
        claims = [dict(entry.value) for entry in entries if isinstance(entry.value, Inline)]
        if len({entry.key for entry in entries}) == len(entries) == sum(map(len, claims)):
            return [Inline(item for claim in claims for item in claim.items())]
        return [[Inline(claim) for claim in claims]]


_BEST = r"best\s+[^\s\[(]+\s*(\[.*\]|\(.*\))?"

_CLAIMS: Schema = {
    "description": "Numbers of solutions, options or items, the cost, or the units of a goal: "
    "`solutions: 92`, `items: '>= 10'`.",
    "type": "object",
    "properties": {"when": {"description": "Values of parameters: `n = 8, m = 2`.", **_SETTINGS.schema}},
    "patternProperties": {
        rf"^\s*(solutions(\s+up\s+to\s+(symmetry|rotations))?|options|items|cost|{_BEST})\s*$": _VALUE.schema
    },
    "additionalProperties": False,
}

_EXPECTATIONS = _Expectations(
    "expect",
    "What must be true of this puzzle; `excover check` tests it.",
    _expectation_from_yaml,
    _CLAIMS,
)

EXPECT_FORM = StatementForm(
    _EXPECTATIONS,
    {
        **{"expect": _expect, "subject": _subject, "up_to": _up_to, "claim": _claim},
        **{"settings": as_tuple, "settings_": as_tuple, "setting": node(Setting)},
    },
    {"expect": "a test: `excover check` runs it, and Check of the playground"},
)
