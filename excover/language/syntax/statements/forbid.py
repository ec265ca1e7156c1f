"""``forbid queen(r, r) for r in 1..n``: options that are removed."""

from __future__ import annotations

from collections.abc import Iterator

from excover.language.syntax import phrases
from excover.language.syntax.actions import as_tuple, unpacked
from excover.language.syntax.nodes import Loop, OptionRef
from excover.language.syntax.statements.base import BaseStatement, Clause, StatementForm
from excover.language.syntax.yaml_forms import Phrase, Reader, YamlNode
from excover.language.syntax.yaml_sections import Entry, Many


class Forbid(BaseStatement):
    option: OptionRef
    loop: Loop | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"forbid {self._forbidden()}")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(self._forbidden())

    def _forbidden(self) -> str:
        return phrases.option(self.option) + phrases.optional_loop(self.loop)


_FORBIDDEN = Phrase("forbidden")


def _from_yaml(reader: Reader, node: YamlNode) -> Forbid:
    return Forbid(node.span, *_FORBIDDEN.read(reader, node))


_SECTION = Many(
    "forbid",
    "Options that are left out: `queen(r, r) for r in 1..n`.",
    _from_yaml,
    _FORBIDDEN.schema,
)

FORM = StatementForm(_SECTION, {"forbid": unpacked(Forbid), "forbidden": as_tuple})
