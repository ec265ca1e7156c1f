"""``also grid(r, c, v) covers diagonal[v] if r = c``: what options that exist already cover besides."""

from __future__ import annotations

from collections.abc import Iterator

from excover.language.syntax import phrases
from excover.language.syntax.actions import node
from excover.language.syntax.expr import Expr
from excover.language.syntax.parts import OptionRef
from excover.language.syntax.statements.base import BaseStatement, Clause, StatementForm
from excover.language.syntax.statements.option import COVERS, Covered, covered_text
from excover.language.syntax.yaml_data import Data, Inline, inline
from excover.language.syntax.yaml_forms import EXPRESSION, Key, KeyedForm, Phrase, Reader
from excover.language.syntax.yaml_sections import Entry, Many
from excover.language.syntax.yaml_tree import YamlNode


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
        return _SECTION.entry(Inline(self._fields()))

    def _fields(self) -> Iterator[tuple[str, Data]]:
        yield "option", phrases.option(self.option)
        if self.where:
            yield "where", phrases.expression(self.where)
        yield "covers", inline(map(covered_text, self.covers))


_OPTION = Key(
    "option",
    Phrase("option_ref"),
    "An option with names for its arguments: `grid(r, c, v)`.",
    needed=True,
)
_WHERE = Key("where", EXPRESSION, "A condition; only options that meet it cover more.")
_ALSO = KeyedForm("what options cover besides", "An option and items.", _OPTION, _WHERE, COVERS)


def _from_yaml(reader: Reader, yaml: YamlNode) -> Also:
    fields = _ALSO.read(reader, yaml)
    return Also(yaml.span, fields[_OPTION], fields.get(_WHERE), fields[COVERS])


_SECTION = Many(
    "also",
    "What options cover besides, those of `place` and `fill` too.",
    _from_yaml,
    _ALSO.schema,
)

FORM = StatementForm(_SECTION, {"also": node(Also)})
