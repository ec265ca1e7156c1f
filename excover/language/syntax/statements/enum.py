"""``enum Color = red, green``: new symbols, and the set of them."""

from __future__ import annotations

from collections.abc import Iterator

from excover.language.syntax.actions import node
from excover.language.syntax.nodes import Name
from excover.language.syntax.statements.base import Clause, NamedStatement, NameKind, StatementForm
from excover.language.syntax.yaml_forms import NAME, Reader, inline, members
from excover.language.syntax.yaml_sections import Entry, Named, Pair


class Enum(NamedStatement):
    declares = NameKind.SYMBOL

    symbols: tuple[Name, ...]

    def declared(self) -> tuple[Name, ...]:
        return (self.name, *self.symbols)

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"enum {self.name.id} =", [symbol.id for symbol in self.symbols])

    def to_yaml(self) -> Entry:
        return _SECTION.entry(inline(symbol.id for symbol in self.symbols), self.name.id)


def _from_yaml(reader: Reader, pair: Pair) -> Enum:
    symbols = tuple(NAME.read(reader, member) for member in members(pair.content))
    return Enum(pair.span, NAME.read(reader, pair.key), symbols)


_SECTION = Named(
    "enums",
    "New symbols, and the set of them: `Colour: [red, green, blue]`.",
    _from_yaml,
    NAME.schema,
    {"anyOf": [NAME.schema, {"type": "array", "items": NAME.schema, "minItems": 1}]},
    brief=True,
)

FORM = StatementForm(
    _SECTION,
    {"enum": node(Enum)},
    {"enum": "symbols, and the set of them"},
    names="nothing",
)
