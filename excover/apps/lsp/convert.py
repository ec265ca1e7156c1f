"""Spans, diagnostics and edits in the words of the protocol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from lsprotocol import types
from pygls import uris

from excover.apps.editing.edited_text import EditedText, Encoding, LineColumns
from excover.apps.editing.name_table import NameKind
from excover.base.diagnostics import Diagnostic, Edit, Label
from excover.base.source import Source, Span

SYMBOLS: Mapping[NameKind | None, types.SymbolKind] = {
    NameKind.PARAM: types.SymbolKind.Constant,
    NameKind.VALUE: types.SymbolKind.Constant,
    NameKind.FUNCTION: types.SymbolKind.Function,
    NameKind.ENUM: types.SymbolKind.Enum,
    NameKind.SYMBOL: types.SymbolKind.EnumMember,
    NameKind.TABLE: types.SymbolKind.Struct,
    NameKind.ITEM: types.SymbolKind.Property,
    NameKind.OPTION: types.SymbolKind.Method,
    NameKind.BOARD: types.SymbolKind.Array,
    NameKind.SHAPES: types.SymbolKind.Class,
    None: types.SymbolKind.Event,
}

COMPLETIONS: Mapping[NameKind | str, types.CompletionItemKind] = {
    NameKind.PARAM: types.CompletionItemKind.Constant,
    NameKind.VALUE: types.CompletionItemKind.Constant,
    NameKind.FUNCTION: types.CompletionItemKind.Function,
    NameKind.ENUM: types.CompletionItemKind.Enum,
    NameKind.SYMBOL: types.CompletionItemKind.EnumMember,
    NameKind.TABLE: types.CompletionItemKind.Struct,
    NameKind.ITEM: types.CompletionItemKind.Property,
    NameKind.OPTION: types.CompletionItemKind.Method,
    NameKind.BOARD: types.CompletionItemKind.Field,
    NameKind.SHAPES: types.CompletionItemKind.Class,
    NameKind.LOCAL: types.CompletionItemKind.Variable,
    "keyword": types.CompletionItemKind.Keyword,
    "function": types.CompletionItemKind.Function,
    "column": types.CompletionItemKind.Field,
    "library": types.CompletionItemKind.Module,
    "literal": types.CompletionItemKind.Value,
}

TOKENS: Mapping[NameKind, str] = {
    NameKind.PARAM: "variable",
    NameKind.VALUE: "variable",
    NameKind.FUNCTION: "function",
    NameKind.ENUM: "enum",
    NameKind.SYMBOL: "enumMember",
    NameKind.TABLE: "struct",
    NameKind.ITEM: "property",
    NameKind.OPTION: "method",
    NameKind.BOARD: "class",
    NameKind.SHAPES: "class",
    NameKind.LOCAL: "parameter",
}
"""The standard types of semantic tokens, so that every theme has colors for them."""

LEGEND = types.SemanticTokensLegend(sorted(set(TOKENS.values())), ["declaration", "readonly"])


class Converter:
    """Converts for one text and the encoding that its client counts columns in."""

    def __init__(self, draft: EditedText, uri: str, encoding: Encoding) -> None:
        self.draft = draft
        self.uri = uri
        self.encoding = encoding
        self.positions = LineColumns(draft.source.text, encoding)

    def offset(self, position: types.Position) -> int:
        return self.positions.offset(position.line, position.character)

    def position(self, offset: int) -> types.Position:
        return types.Position(*self.positions.of(offset))

    def range(self, span: Span) -> types.Range:
        if self.draft.is_own(span.source):
            return types.Range(self.position(span.start), self.position(span.end))
        return types.Range(*(self._elsewhere(span.source, at) for at in (span.start, span.end)))

    def whole(self) -> types.Range:
        return types.Range(types.Position(0, 0), self.position(len(self.draft.source.text)))

    def location(self, span: Span) -> types.Location | None:
        """None for a text without a file that is not this one."""
        uri = self.uri if self.draft.is_own(span.source) else _uri(span.source)
        return types.Location(uri, self.range(span)) if uri else None

    def edit(self, edit: Edit) -> types.TextEdit:
        return types.TextEdit(self.range(edit.span), edit.replacement)

    def workspace_edit(self, *edits: Edit) -> types.WorkspaceEdit:
        return types.WorkspaceEdit(changes={self.uri: [self.edit(edit) for edit in edits]})

    def diagnostic(self, diagnostic: Diagnostic) -> types.Diagnostic:
        """An error in an imported text is shown where that is imported."""
        labels = sorted(diagnostic.labels, key=lambda label: not label.primary)
        first = self.draft.label_of(diagnostic)
        here = self.range(self.draft.place_of(diagnostic))
        remarks = [*diagnostic.notes, *(f"help: {line}" for line in diagnostic.help)]
        suffix = f": {first.text}" if first and first.text else ""
        return types.Diagnostic(
            here,
            "\n".join([diagnostic.message + suffix, *remarks]),
            types.DiagnosticSeverity.Error if diagnostic.is_error else types.DiagnosticSeverity.Warning,
            diagnostic.code,
            source="excover",
            related_information=list(self._related(labels, first)) or None,
        )

    def _related(
        self, labels: list[Label], first: Label | None
    ) -> Iterator[types.DiagnosticRelatedInformation]:
        for label in labels:
            location = None if label is first else self.location(label.span)
            if location:
                yield types.DiagnosticRelatedInformation(location, label.text or "here")

    def _elsewhere(self, source: Source, offset: int) -> types.Position:
        line, column = source.position(offset)
        before = source.line_text(line)[: column - 1]
        return types.Position(line - 1, LineColumns(before, self.encoding).of(len(before))[1])


def _uri(source: Source) -> str | None:
    return uris.from_fs_path(str(Path(source.path).absolute())) if source.path else None
