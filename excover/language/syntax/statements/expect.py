"""``expect solutions = 92 when n = 8``: what must be true of the puzzle; `excover check` tests it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias, cast

from excover.base.frozen import Frozen
from excover.base.source import Span
from excover.language.syntax import phrases
from excover.language.syntax.actions import Builder, as_tuple, node, spanned
from excover.language.syntax.nodes import Expr, Name, Node, Ref
from excover.language.syntax.statements.base import BaseStatement, Clause, Entry, Many, Pair, StatementForm
from excover.language.syntax.statements.goal import Extreme, sum_text
from excover.language.syntax.yaml_forms import (
    EXPRESSION,
    Data,
    Inline,
    Phrase,
    Reader,
    Schema,
    YamlNode,
    mapping,
    members,
)

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
        return _SECTION.entry(Inline({**claim, **when}), self._subject())

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


def _from_yaml(reader: Reader, claim: _Claim) -> Expect:
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

_SECTION = _Expectations(
    "expect",
    "What must be true of this puzzle; `excover check` tests it.",
    _from_yaml,
    _CLAIMS,
)

FORM = StatementForm(
    _SECTION,
    {
        **{"expect": _expect, "subject": _subject, "up_to": _up_to, "claim": _claim},
        **{"settings": as_tuple, "settings_": as_tuple, "setting": node(Setting)},
    },
    {"expect": "a test: `excover check` runs it, and Check of the playground"},
)
