"""``shapes pieces`` and a drawing: the pieces, one letter or digit each."""

from __future__ import annotations

from collections.abc import Iterator

from excover.syntax import phrases
from excover.syntax.actions import node
from excover.syntax.expr import Name
from excover.syntax.parts import Drawing, Meaning
from excover.syntax.statements.base import BaseStatement, Clause, StatementForm
from excover.syntax.yaml_data import Data, drawn, legend
from excover.syntax.yaml_forms import DRAWING, LATTICE, LEGEND, NAME, Key, KeyedForm, Reader
from excover.syntax.yaml_sections import Entry, Named, Pair


class ShapesStatement(BaseStatement):
    """``lattice`` is empty if omitted."""

    is_definition = True

    name: Name
    lattice: str
    drawing: Drawing
    legend: tuple[Meaning, ...]

    def declared(self) -> tuple[Name, ...]:
        return (self.name,)

    def clauses(self) -> Iterator[Clause | Drawing]:
        yield Clause(" ".join(filter(None, ["shapes", self.name.id, self.lattice])))
        yield self.drawing
        yield Clause("legend" if self.legend else "", list(map(phrases.meaning, self.legend)))

    def to_yaml(self) -> Entry:
        return _SECTION.entry(dict(self._fields()), self.name.id)

    def _fields(self) -> Iterator[tuple[str, Data]]:
        if self.lattice:
            yield "lattice", self.lattice
        yield "art", drawn(self.drawing)
        if self.legend:
            yield "legend", legend(self.legend)


_ART = Key("art", DRAWING, needed=True)
_ON = Key("lattice", LATTICE)
_LEGEND = Key("legend", LEGEND)
_SHAPES = KeyedForm("a set of shapes", "Pieces.", _ART, _ON, _LEGEND)


def _from_yaml(reader: Reader, pair: Pair) -> ShapesStatement:
    fields = _SHAPES.read(reader, pair.value)
    return ShapesStatement(
        pair.span,
        NAME.read(reader, pair.key),
        fields.get(_ON) or "",
        fields[_ART],
        fields.get(_LEGEND) or (),
    )


_SECTION = Named("shapes", "Drawn pieces, a letter or digit each.", _from_yaml, NAME.schema, _SHAPES.schema)

FORM = StatementForm(_SECTION, {"shapes": node(ShapesStatement)})
