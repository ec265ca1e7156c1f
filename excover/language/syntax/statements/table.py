"""``table Words from "words.csv"``: records from a drawing or a CSV file."""

from __future__ import annotations

from collections.abc import Iterator

from excover.base.diagnostics import SpecError
from excover.language.messages.about_syntax import MissingYamlKey
from excover.language.syntax import phrases
from excover.language.syntax.actions import node
from excover.language.syntax.nodes import Drawing, Text
from excover.language.syntax.statements.base import Clause, NamedStatement, NameKind, StatementForm
from excover.language.syntax.yaml_forms import DRAWING, NAME, PATH, Inline, Key, KeyedForm, Raw, Reader, drawn
from excover.language.syntax.yaml_sections import Entry, Named, Pair


class Table(NamedStatement):
    """Records from a drawing whose first line names the columns, or from a CSV file."""

    declares = NameKind.TABLE

    origin: Drawing | Text

    def clauses(self) -> Iterator[Clause | Drawing]:
        if isinstance(self.origin, Text):
            yield Clause(f"table {self.name.id} from {phrases.text(self.origin)}")
        else:
            yield Clause(f"table {self.name.id}")
            yield self.origin

    def to_yaml(self) -> Entry:
        if isinstance(self.origin, Text):
            return _SECTION.entry(Inline({"file": Raw(self.origin.value)}), self.name.id)
        return _SECTION.entry({"art": drawn(self.origin)}, self.name.id)


_ART = Key("art", DRAWING, needed=True)
_FILE = Key("file", PATH, "The path of a CSV file.", needed=True)
_DRAWN = KeyedForm("a table", "A table as it stands here.", _ART)
_IN_A_FILE = KeyedForm("a table", "A table in a CSV file.", _FILE)
_EITHER = KeyedForm("a table", "", Key("art", DRAWING), Key("file", PATH))


def _from_yaml(reader: Reader, pair: Pair) -> Table:
    fields = _EITHER.read(reader, pair.value)
    origin = fields.get(_FILE) or fields.get(_ART)
    if not origin or len(fields) > 1:
        raise SpecError(MissingYamlKey(pair.key.span, "art` or `file", "a table"))
    return Table(pair.span, NAME.read(reader, pair.key), origin)


_SECTION = Named(
    "tables",
    "Records, drawn or from a CSV file; the first line names the columns.",
    _from_yaml,
    NAME.schema,
    {"oneOf": [_DRAWN.schema, _IN_A_FILE.schema]},
    brief=True,
)

FORM = StatementForm(
    _SECTION,
    {"table": node(Table)},
    {"table": "records, drawn or from a CSV file; the first line names the columns"},
    names="nothing",
)
