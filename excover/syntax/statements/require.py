"""``require piece apart``, ``require tray without crossroads``: what pieces must not do together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from excover.source import Span
from excover.syntax import phrases
from excover.syntax.actions import Builder, only, spanned
from excover.syntax.expr import Expr, Name
from excover.syntax.statements.base import BaseStatement, Clause, StatementForm
from excover.syntax.yaml_forms import Phrase, Reader
from excover.syntax.yaml_sections import Entry, Many
from excover.syntax.yaml_tree import YamlNode


class RequireApart(BaseStatement):
    """No two pieces share a side; if ``corners``, nor a corner. ``per``: only those with the same value."""

    shapes: Name
    corners: bool
    per: Expr | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"require {self._rule()}")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(self._rule())

    def _rule(self) -> str:
        corners = " at corners" if self.corners else ""
        return f"{self.shapes.id} apart{corners}{f' per {phrases.expression(self.per)}' if self.per else ''}"


class RequireWithout(BaseStatement):
    """``without`` are `crossroads` or `faults`, or both."""

    board: Name
    without: tuple[str, ...]

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"require {self._rule()}")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(self._rule())

    def _rule(self) -> str:
        return f"{self.board.id} without {', '.join(self.without)}"


@spanned
def _apart(_builder: Builder, span: Span, children: list[Any]) -> RequireApart:
    return RequireApart(span, *children)


@spanned
def _without(builder: Builder, span: Span, children: list[Any]) -> RequireWithout:
    board, *words = children
    return RequireWithout(span, board, tuple(map(builder.written, words)))


@spanned
def _require(_builder: Builder, span: Span, children: list[Any]) -> RequireApart | RequireWithout:
    (rule,) = children
    made: RequireApart | RequireWithout = type(rule)(span, *rule.parts[1:])
    return made


def _is_there(_builder: Builder, _start: int, _end: int, children: list[Any]) -> bool:
    return bool(children)


_RULE = Phrase("requirement")


def _from_yaml(reader: Reader, node: YamlNode) -> RequireApart | RequireWithout:
    rule: RequireApart | RequireWithout = _RULE.read(reader, node)
    return rule


_SECTION = Many(
    "require",
    "What pieces must not do together: `piece apart`, `piece apart at corners per piece`, "
    "`tray without crossroads, faults`.",
    _from_yaml,
    _RULE.schema,
)

FORM = StatementForm(
    _SECTION,
    {
        **{"require": _require, "requirement": only, "apart": _apart, "without_rule": _without},
        **{"at_corners": _is_there, "per": only},
    },
)
