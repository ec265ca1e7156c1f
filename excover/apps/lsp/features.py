"""The features of the protocol, each a few words around a function of `excover.apps.editing`."""

from __future__ import annotations

import base64
import os
import sys
from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from excover.apps.editing.editor_process import SearchReport, counted, solved, tried
from excover.apps.editing.hints import (
    CannotRename,
    fix_title,
    folds,
    hints,
    hover,
    name_tokens,
    outline,
    renameable,
    renamed,
    signature_at,
)
from excover.apps.editing.proposals import completions, snippets
from excover.apps.lsp.server import COMPLETIONS, LEGEND, SYMBOLS, TOKENS, Converter, ExcoverServer
from excover.base.diagnostics import SpecError
from excover.base.source import is_yaml
from excover.language.syntax import ast
from excover.language.syntax.format import formatted

_LARGEST_PICTURE = 100_000
"""The most characters of a picture in a hover."""


class Features:
    """One method for each request."""

    def __init__(self, server: ExcoverServer) -> None:
        self.server = server

    def initialized(self, params: types.InitializeParams) -> None:
        """A client that shows the reports of searches itself declares it: ``{"showsReports": true}``."""
        options = params.initialization_options
        self.server.shows_reports = bool(isinstance(options, dict) and options.get("showsReports"))
        self.server.checker.warm()

    # Texts

    async def opened(self, params: types.DidOpenTextDocumentParams) -> None:
        self.server.change(params.text_document.uri, params.text_document.text)

    async def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        document = self.server.workspace.get_text_document(params.text_document.uri)
        self.server.change(document.uri, document.source)

    async def saved(self, params: types.DidSaveTextDocumentParams) -> None:
        """Other texts may import what was saved."""
        for uri, draft in list(self.server.drafts.items()):
            self.server.change(uri, draft.source.text)

    async def closed(self, params: types.DidCloseTextDocumentParams) -> None:
        self.server.forget(params.text_document.uri)

    # What a place means

    async def hover(self, params: types.HoverParams) -> types.Hover | None:
        converter = self.server.converter(params.text_document.uri)
        found = hover(converter.draft, converter.offset(params.position)) if converter else None
        if converter is None or found is None:
            return None
        if not self.server.takes_markdown:
            content = types.MarkupContent(types.MarkupKind.PlainText, found.plain)
            return types.Hover(content, converter.range(found.span))
        text = found.text
        if found.pictured:
            svg = await self.server.picture(converter.draft, found.pictured)
            if 0 < len(svg) < _LARGEST_PICTURE:
                data = base64.b64encode(svg.encode()).decode()
                text += f"\n\n![{found.pictured}](data:image/svg+xml;base64,{data})"
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content, converter.range(found.span))

    def complete(self, params: types.CompletionParams) -> types.CompletionList | None:
        converter = self.server.converter(params.text_document.uri)
        if converter is None:
            return None
        offset = converter.offset(params.position)
        found = [
            types.CompletionItem(
                each.text,
                kind=COMPLETIONS[each.kind],
                detail=each.detail or None,
                sort_text=f"{number:04}",
                filter_text=each.text,
                text_edit=types.TextEdit(
                    types.Range(converter.position(each.start), converter.position(offset)), each.text
                ),
            )
            for number, each in enumerate(completions(converter.draft, offset))
        ]
        if self.server.takes_snippets:
            found += self._snippets(converter, offset)
        return types.CompletionList(is_incomplete=False, items=found)

    def _snippets(self, converter: Converter, offset: int) -> list[types.CompletionItem]:
        """Whole statements, behind the words."""
        position = converter.position(offset)
        return [
            types.CompletionItem(
                each.label,
                kind=types.CompletionItemKind.Snippet,
                detail="with places to fill in",
                sort_text=f"~{number:04}",
                filter_text=each.label,
                insert_text_format=types.InsertTextFormat.Snippet,
                text_edit=types.TextEdit(types.Range(converter.position(each.start), position), each.text),
            )
            for number, each in enumerate(snippets(converter.draft, offset))
        ]

    def signature(self, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        converter = self.server.converter(params.text_document.uri)
        found = signature_at(converter.draft, converter.offset(params.position)) if converter else None
        if found is None:
            return None
        parameters = [types.ParameterInformation(each) for each in found.parameters]
        label = f"{found.name}({', '.join(found.parameters)})"
        active = min(found.active, max(0, len(parameters) - 1))
        information = types.SignatureInformation(label, parameters=parameters, active_parameter=active)
        return types.SignatureHelp([information], active_signature=0, active_parameter=active)

    # Names

    def definition(self, params: types.DefinitionParams) -> types.Location | None:
        converter = self.server.converter(params.text_document.uri)
        use = converter.draft.names.at(converter.offset(params.position)) if converter else None
        return converter.location(use.declaration.span) if converter and use else None

    def references(self, params: types.ReferenceParams) -> list[types.Location]:
        converter = self.server.converter(params.text_document.uri)
        use = converter.draft.names.at(converter.offset(params.position)) if converter else None
        if converter is None or use is None:
            return []
        spans = [each.span for each in converter.draft.names.uses_of(use.declaration)]
        if params.context.include_declaration:
            spans.insert(0, use.declaration.span)
        return [location for span in spans if (location := converter.location(span))]

    def highlight(self, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        converter = self.server.converter(params.text_document.uri)
        use = converter.draft.names.at(converter.offset(params.position)) if converter else None
        if converter is None or use is None:
            return []
        same = (each for each in converter.draft.names.occurrences if each.declaration is use.declaration)
        return [types.DocumentHighlight(converter.range(each.span)) for each in same]

    def prepare_rename(self, params: types.PrepareRenameParams) -> types.Range | None:
        converter = self.server.converter(params.text_document.uri)
        if converter is None:
            return None
        try:
            span = renameable(converter.draft, converter.offset(params.position))
        except CannotRename as why:
            raise JsonRpcInvalidParams(str(why)) from None
        return converter.range(span) if span else None

    def rename(self, params: types.RenameParams) -> types.WorkspaceEdit | None:
        converter = self.server.converter(params.text_document.uri)
        if converter is None:
            return None
        try:
            edits = renamed(converter.draft, converter.offset(params.position), params.new_name)
        except CannotRename as why:
            raise JsonRpcInvalidParams(str(why)) from None
        return converter.workspace_edit(*edits) if edits else None

    # The whole text

    def symbols(self, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        converter = self.server.converter(params.text_document.uri)
        if converter is None:
            return []
        return [
            types.DocumentSymbol(
                each.name, SYMBOLS[each.kind], converter.range(each.whole), converter.range(each.span)
            )
            for each in outline(converter.draft)
        ]

    def folds(self, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        converter = self.server.converter(params.text_document.uri)
        if converter is None:
            return []
        kinds = {"region": types.FoldingRangeKind.Region, "comment": types.FoldingRangeKind.Comment}
        return [
            types.FoldingRange(
                converter.positions.of(fold.start)[0],
                converter.positions.of(fold.end)[0],
                kind=kinds[fold.kind],
            )
            for fold in folds(converter.draft)
        ]

    def tokens(self, params: types.SemanticTokensParams) -> types.SemanticTokens:
        """Five numbers a name: lines and columns from the one before, its length, type and modifiers."""
        converter = self.server.converter(params.text_document.uri)
        data: list[int] = []
        before = (0, 0)
        for token in name_tokens(converter.draft) if converter else ():
            assert converter
            line, column = converter.positions.of(token.span.start)
            length = converter.positions.of(token.span.end)[1] - column
            kind = LEGEND.token_types.index(TOKENS[token.kind])
            after = column - before[1] if line == before[0] else column
            data += [line - before[0], after, length, kind, int(token.is_declaration)]
            before = line, column
        return types.SemanticTokens(data)

    def format(self, params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        """None for a text with errors, and for YAML, whose comments would be lost."""
        converter = self.server.converter(params.text_document.uri)
        if converter is None or is_yaml(converter.draft.source):
            return None
        try:
            text = formatted(converter.draft.source)
        except SpecError:
            return None
        return [types.TextEdit(converter.whole(), text)] if text != converter.draft.source.text else []

    def actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """The edits that messages within the range offer, or otherwise those on its lines; one that two of
        them offer, once.
        """
        converter = self.server.converter(params.text_document.uri)
        if converter is None:
            return []
        reported = [
            (converter.diagnostic(each), each)
            for each in converter.draft.facts.diagnostics or converter.draft.errors
        ]
        start, end = params.range.start, params.range.end
        within = [each for each in reported if each[0].range.end >= start and end >= each[0].range.start]
        if not within:
            lines = range(start.line, end.line + 1)
            within = [each for each in reported if each[0].range.start.line in lines]
        found: dict[tuple[int, int, str], types.CodeAction] = {}
        for shown, each in within:
            edits = each.fixes()
            for edit in edits:
                if converter.draft.is_own(edit.span.source):
                    action = types.CodeAction(
                        fix_title(each, edit),
                        kind=types.CodeActionKind.QuickFix,
                        diagnostics=[shown],
                        is_preferred=edit.is_certain and len(edits) == 1,
                        edit=converter.workspace_edit(edit),
                    )
                    found.setdefault((edit.span.start, edit.span.end, edit.replacement), action)
        return list(found.values())

    def hints(self, params: types.InlayHintParams) -> list[types.InlayHint]:
        converter = self.server.converter(params.text_document.uri)
        if converter is None:
            return []
        found = [
            types.InlayHint(converter.position(each.offset), each.text, padding_left=True)
            for each in hints(converter.draft)
        ]
        return [each for each in found if params.range.start <= each.position <= params.range.end]

    # Searches

    def lenses(self, params: types.CodeLensParams) -> list[types.CodeLens]:
        converter = self.server.converter(params.text_document.uri)
        if converter is None or converter.draft.errors or not converter.draft.spec.statements:
            return []
        uri, statements = params.text_document.uri, converter.draft.spec.statements
        top = converter.range(statements[0].span)
        found = [
            types.CodeLens(top, types.Command(title, f"excover.{title}", arguments=[uri]))
            for title in ("solve", "count")
        ]
        for statement in statements:
            if isinstance(statement, ast.Expect):
                command = types.Command("check", "excover.expect", arguments=[uri, statement.span.start])
                found.append(types.CodeLens(converter.range(statement.span), command))
        return found

    async def solve(self, uri: str = "") -> dict[str, str]:
        return await self._report(uri, solved)

    async def count(self, uri: str = "") -> dict[str, str]:
        return await self._report(uri, counted)

    async def expect(self, uri: str, offset: int) -> dict[str, str]:
        return await self._report(uri, tried, offset)

    async def stop(self) -> None:
        self.server.stop()

    async def _report(self, uri: str, function: Any, *arguments: object) -> dict[str, str]:
        """The report, which is also shown as a message unless the client shows it in its own way.

        Without a URI, of the text that was opened or changed last.
        """
        draft = self.server.drafts.get(uri or next(reversed(self.server.drafts), ""))
        if draft is None:
            report = SearchReport("this text is not open")
        else:
            report = await self.server.run(function, draft.source, *arguments)
        if not self.server.shows_reports:
            shown = types.ShowMessageParams(types.MessageType.Info, report.text)
            self.server.window_show_message(shown)
        return {"text": report.text, "svg": report.svg}


def serve() -> None:
    """Serves one editor on standard input and output, until it ends."""
    server = ExcoverServer()
    register(server, Features(server))
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")  # pygls closes what it writes to
    try:
        server.start_io(stdout=output)
    finally:
        server.close()


def register(server: ExcoverServer, features: Features) -> None:
    triggers = types.CompletionOptions(trigger_characters=[".", "[", "(", '"'])
    for name, method, options in (
        (types.INITIALIZE, features.initialized, None),
        (types.TEXT_DOCUMENT_DID_OPEN, features.opened, None),
        (types.TEXT_DOCUMENT_DID_CHANGE, features.changed, None),
        (types.TEXT_DOCUMENT_DID_SAVE, features.saved, None),
        (types.TEXT_DOCUMENT_DID_CLOSE, features.closed, None),
        (types.TEXT_DOCUMENT_HOVER, features.hover, None),
        (types.TEXT_DOCUMENT_COMPLETION, features.complete, triggers),
        (types.TEXT_DOCUMENT_SIGNATURE_HELP, features.signature, types.SignatureHelpOptions(["(", ","])),
        (types.TEXT_DOCUMENT_DEFINITION, features.definition, None),
        (types.TEXT_DOCUMENT_REFERENCES, features.references, None),
        (types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, features.highlight, None),
        (types.TEXT_DOCUMENT_PREPARE_RENAME, features.prepare_rename, None),
        (types.TEXT_DOCUMENT_RENAME, features.rename, types.RenameOptions(prepare_provider=True)),
        (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, features.symbols, None),
        (types.TEXT_DOCUMENT_FOLDING_RANGE, features.folds, None),
        (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, features.tokens, LEGEND),
        (types.TEXT_DOCUMENT_FORMATTING, features.format, None),
        (types.TEXT_DOCUMENT_CODE_ACTION, features.actions, _FIXES),
        (types.TEXT_DOCUMENT_INLAY_HINT, features.hints, None),
        (types.TEXT_DOCUMENT_CODE_LENS, features.lenses, None),
    ):
        server.feature(name, options)(_function(method))
    for command in ("solve", "count", "expect", "stop"):
        server.command(f"excover.{command}")(_function(getattr(features, command)))


def _function(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method as a function: pygls sets attributes of what is registered."""
    if iscoroutinefunction(method):

        async def answer_later(*arguments: Any) -> Any:
            return await method(*arguments)

        return answer_later

    def answer(*arguments: Any) -> Any:
        return method(*arguments)

    return answer


_FIXES = types.CodeActionOptions([types.CodeActionKind.QuickFix])
