"""``forbid queen(r, r) for r in 1..n``: options that are removed; ``retain``: those that remain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeAlias

from excover.language.syntax import phrases
from excover.language.syntax.actions import Action, as_tuple, unpacked
from excover.language.syntax.nodes import Loop, OptionRef
from excover.language.syntax.statements.base import BaseStatement, Clause, StatementForm
from excover.language.syntax.yaml_forms import Phrase, Reader, YamlNode
from excover.language.syntax.yaml_sections import Entry, Many

_NAMED = Phrase("forbidden")


class RemovingStatement(BaseStatement):
    """Removes options by naming some, for every binding of a loop."""

    keyword: ClassVar[str]
    section: ClassVar[Many]

    option: OptionRef
    loop: Loop | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"{self.keyword} {self._named()}")

    def to_yaml(self) -> Entry:
        return self.section.entry(self._named())

    def _named(self) -> str:
        return phrases.option(self.option) + phrases.optional_loop(self.loop)


class Forbid(RemovingStatement):
    """Removes those that it names."""

    keyword = "forbid"


class Retain(RemovingStatement):
    """Removes those of the same family that it does not name."""

    keyword = "retain"


def _form(kind: type[RemovingStatement], description: str, meaning: str, **shared: Action) -> StatementForm:
    """``shared`` are the actions of rules that others have, too."""

    def from_yaml(reader: Reader, node: YamlNode) -> RemovingStatement:
        return kind(node.span, *_NAMED.read(reader, node))

    kind.section = Many(kind.keyword, description, from_yaml, _NAMED.schema)
    actions = {kind.keyword: unpacked(kind), **shared}
    return StatementForm(kind.section, actions, {kind.keyword: meaning}, names="option", takes_values=True)


Removing: TypeAlias = Forbid | Retain

FORM = _form(
    Forbid, "Options that are left out: `queen(r, r) for r in 1..n`.", "removes options", forbidden=as_tuple
)
RETAIN_FORM = _form(
    Retain,
    "The only options of their name that are left: `queen(r, c) for r, c in 1..n where r != c`.",
    "removes all options of a name but these",
)
