"""``puzzle "Queens"``: the title."""

from __future__ import annotations

from collections.abc import Iterator

from excover.language.syntax import phrases
from excover.language.syntax.actions import node
from excover.language.syntax.nodes import Text
from excover.language.syntax.statements.base import BaseStatement, Clause, StatementForm
from excover.language.syntax.yaml_forms import Raw, Reader, Verbatim, YamlNode, line_schema
from excover.language.syntax.yaml_sections import Entry, One


class PuzzleStatement(BaseStatement):
    title: Text

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"puzzle {phrases.text(self.title)}")

    def to_yaml(self) -> Entry:
        return _SECTION.entry(Raw(self.title.value))


_TITLE = Verbatim("a title")


def _from_yaml(reader: Reader, node: YamlNode) -> PuzzleStatement:
    return PuzzleStatement(node.span, _TITLE.read(reader, node))


_SECTION = One("puzzle", "", _from_yaml, line_schema("The title, as it is shown."))

FORM = StatementForm(_SECTION, {"puzzle": node(PuzzleStatement)}, {"puzzle": "the title"})
