"""``puzzle "Queens"``: the title;
``import pentominoes``, ``import "pieces.xc" as p``: the names of another description.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from excover.language.syntax import phrases
from excover.language.syntax.actions import as_tuple, node, only, unpacked
from excover.language.syntax.nodes import Name, Text
from excover.language.syntax.statements.base import BaseStatement, Clause, Entry, Many, One, StatementForm
from excover.language.syntax.yaml_forms import (
    NAME,
    PATH,
    Data,
    Key,
    KeyedForm,
    Phrase,
    Raw,
    Reader,
    Scalar,
    Verbatim,
    YamlNode,
    line_schema,
)


class PuzzleStatement(BaseStatement):
    title: Text

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"puzzle {phrases.text(self.title)}")

    def to_yaml(self) -> Entry:
        return _PUZZLE.entry(Raw(self.title.value))


_TITLE = Verbatim("a title")


def _puzzle_from_yaml(reader: Reader, node: YamlNode) -> PuzzleStatement:
    return PuzzleStatement(node.span, _TITLE.read(reader, node))


_PUZZLE = One("puzzle", "", _puzzle_from_yaml, line_schema("The title, as it is shown."))

PUZZLE_FORM = StatementForm(_PUZZLE, {"puzzle": node(PuzzleStatement)}, {"puzzle": "the title"})


class Import(BaseStatement):
    """A shipped description by its name, or a file by its path; ``prefix`` goes before its names."""

    is_definition = True

    library: Name | Text
    prefix: Name | None

    def clauses(self) -> Iterator[Clause]:
        yield Clause(f"import {self._library()}")

    def to_yaml(self) -> Entry:
        if isinstance(self.library, Name):
            return self.section.entry(self._library())
        return super().to_yaml()

    def _library(self) -> str:
        name = self.library.id if isinstance(self.library, Name) else phrases.text(self.library)
        return f"{name} as {self.prefix.id}" if self.prefix else name


_LIBRARY = Phrase("library")
_FILE = Key("file", PATH, needed=True, fields="library")
_AS = Key("as", NAME, "What goes before its names.", fields="prefix")
_IMPORT = KeyedForm(Import, "an import", "A file in this file's folder, by its path.", _FILE, _AS)


def _import_from_yaml(reader: Reader, node: YamlNode) -> Import:
    if isinstance(node, Scalar):
        return Import(node.span, *_LIBRARY.read(reader, node))
    return cast(Import, _IMPORT.read(reader, node, node.span))


class _Imports(Many):
    def joined(self, entries: Sequence[Entry]) -> list[Data]:
        """A single import needs no list."""
        return [entries[0].value] if len(entries) == 1 else super().joined(entries)


Import.keyed = (_IMPORT,)
Import.section = _Imports(
    "import",
    "A shipped library by its name, `pentominoes` or `pentominoes as p`, or a file.",
    _import_from_yaml,
    {"anyOf": [_LIBRARY.schema, _IMPORT.schema]},
)

IMPORT_FORM = StatementForm(
    Import.section,
    {"import_": unpacked(Import), "library": as_tuple, "as_name": only},
    {"import": "definitions from a library or another file"},
    names="library",
)
