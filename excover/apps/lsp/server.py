"""The server: the texts that are open and what is known of them, in the words of the protocol."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TypeVar, cast

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from excover import __version__
from excover.apps.editing.edited_text import (
    EditedText,
    Encoding,
    LineColumns,
    TextFacts,
    facts_of,
    pictures_of,
)
from excover.apps.editing.editor_process import EditorProcess, ProcessEnded, ProcessFault, SearchReport
from excover.base.diagnostics import Diagnostic, Edit, Label
from excover.base.source import Source, Span, begins_as_yaml, is_yaml
from excover.base.threads import start_thread
from excover.formats.matrix_files import form_of
from excover.language.syntax.statements.base import NameKind

# Spans, diagnostics and edits in the words of the protocol.

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


# Compiles the texts that are being written, the latest of each, in a process that can be ended.

COMPILE_SECONDS = 20.0
"""How long a text may take to compile before it is left unchecked."""

PATIENCE = 0.3
"""Seconds that the compilation of an older text may still take when there is a newer one."""

Result = TypeVar("Result")


async def in_thread(function: Callable[[], Result]) -> Result:
    """What a function returns that waits for another process; a server that ends does not wait for it."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, failed: BaseException | None) -> None:
        if future.done():
            return
        if failed:
            future.set_exception(failed)
        else:
            future.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, failed = None, None
        try:
            result = function()
        except BaseException as wrong:
            failed = wrong
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, failed)

    start_thread(threading.Thread(target=run, daemon=True))
    return await future


class Checker:
    """``report`` is called with a draft and its facts, or with the reason why there are none."""

    def __init__(self, report: Callable[[str, EditedText, TextFacts | str], None]) -> None:
        self._worker = EditorProcess()
        self._report = report
        self._waiting: dict[str, EditedText] = {}
        self._running: str | None = None
        self._task: asyncio.Task[None] | None = None

    def check(self, uri: str, draft: EditedText) -> None:
        """Checks a text soon. An older text of the same name is left unchecked."""
        self._waiting[uri] = draft
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._all())
        elif self._running == uri:
            asyncio.get_running_loop().call_later(PATIENCE, self._stop_older, uri, draft)

    def warm(self) -> None:
        """Starts the process before the first text comes."""
        self._worker.start()

    def forget(self, uri: str) -> None:
        self._waiting.pop(uri, None)

    def close(self) -> None:
        self._waiting.clear()
        self._worker.close()

    def _stop_older(self, uri: str, draft: EditedText) -> None:
        if self._running == uri and self._waiting.get(uri) is draft:
            self._worker.stop()

    async def _all(self) -> None:
        while self._waiting:
            self._running = uri = next(iter(self._waiting))
            draft = self._waiting.pop(uri)
            found: TextFacts | str
            try:
                found = await in_thread(
                    lambda draft=draft: self._worker.ask(facts_of, draft.source, seconds=COMPILE_SECONDS)  # type: ignore[misc]
                )
            except ProcessEnded:
                found = f"not checked: compiling takes more than {COMPILE_SECONDS:g} s or too much memory"
            except ProcessFault as fault:
                found = f"not checked, because of a bug in excover: {fault}"
            self._running = None
            if uri not in self._waiting:
                self._report(uri, draft, found)


RUN_SECONDS = 60.0
"""How long a search may take that is started from a text."""

_PICTURE_SECONDS = 20.0
_PICTURE_PATIENCE = 1.0
"""How long a hover waits for its picture."""


class ExcoverServer(LanguageServer):
    """Compiles in one process, searches in another, and draws in a third, each started when it is needed."""

    def __init__(self) -> None:
        super().__init__(
            "excover", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full, max_workers=2
        )
        self.drafts: dict[str, EditedText] = {}
        """Those that are open; the one that was opened or changed last is the last one."""
        self.checker = Checker(self._accept)
        self.runner = EditorProcess()
        self._running = asyncio.Lock()
        self.shows_reports = False
        """Whether the client shows the results of searches in its own way."""
        self.painter = EditorProcess()
        self._drawn_source: Source | None = None
        self._drawing: asyncio.Task[Mapping[str, str]] | None = None

    # Texts

    def change(self, uri: str, text: str) -> None:
        """Takes a new text; what was known of the old one stays until the new one is checked."""
        source = _source(uri, text)
        if form_of(source) or (is_yaml(source) and not begins_as_yaml(source)):
            self.forget(uri)
            return
        before = self.drafts.pop(uri, None)
        facts = before.facts.replaced(made=(), size=None, diagnostics=()) if before else TextFacts((), {})
        draft = self.drafts[uri] = EditedText.of(source, facts)
        self.checker.check(uri, draft)

    def forget(self, uri: str) -> None:
        self.checker.forget(uri)
        if self.drafts.pop(uri, None):
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def converter(self, uri: str) -> Converter | None:
        """For a text that is open and in the language; otherwise None."""
        draft = self.drafts.get(uri)
        return Converter(draft, uri, self.encoding) if draft else None

    @property
    def encoding(self) -> Encoding:
        chosen = self.workspace.position_encoding
        return cast(Encoding, chosen.value if isinstance(chosen, Enum) else chosen)

    @property
    def takes_snippets(self) -> bool:
        """Whether the client can fill in the places of a snippet."""
        able = self.client_capabilities.text_document
        item = able.completion.completion_item if able and able.completion else None
        return bool(item and item.snippet_support)

    @property
    def takes_markdown(self) -> bool:
        """Whether the client shows Markdown on hover; one that does not declare it may."""
        able = self.client_capabilities.text_document
        formats = able.hover.content_format if able and able.hover else None
        return not formats or types.MarkupKind.Markdown in formats

    def _accept(self, uri: str, draft: EditedText, found: TextFacts | str) -> None:
        """Takes what a compilation found, unless the text has changed since."""
        if self.drafts.get(uri) is not draft:
            return
        if isinstance(found, TextFacts):
            if found.size is None:  # it has errors: what options there were helps to write on
                found = found.replaced(arguments=draft.facts.arguments)
            self.drafts[uri] = checked = draft.replaced(facts=found)
            self._publish(uri, checked)
            self._refresh()
        else:
            facts = draft.facts.replaced(diagnostics=draft.errors)
            self._publish(uri, draft.replaced(facts=facts), found)

    def _publish(self, uri: str, draft: EditedText, remark: str = "") -> None:
        converter = Converter(draft, uri, self.encoding)
        version = self.workspace.get_text_document(uri).version
        found = [converter.diagnostic(each) for each in draft.facts.diagnostics]
        if remark:
            severity = types.DiagnosticSeverity.Information
            start = types.Range(types.Position(0, 0), types.Position(0, 0))
            found.append(types.Diagnostic(start, remark, severity, source="excover"))
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))

    def _refresh(self) -> None:
        """Has the editor ask again for what stands between the lines."""
        able = self.client_capabilities.workspace
        if able and able.inlay_hint and able.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)
        if able and able.code_lens and able.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    # Searches and pictures

    async def run(self, function: Callable[..., SearchReport], *arguments: object) -> SearchReport:
        """The report of a search. One that is running is ended."""
        if self._running.locked():
            self.runner.stop()
        async with self._running:
            ask = partial(self.runner.ask, function, *arguments, RUN_SECONDS, seconds=2 * RUN_SECONDS)
            try:
                return await in_thread(ask)
            except ProcessEnded:
                return SearchReport("stopped")
            except ProcessFault as fault:
                return SearchReport(f"a bug in excover: {fault}")

    def stop(self) -> None:
        """Ends the search that is running."""
        self.runner.stop()

    async def picture(self, draft: EditedText, name: str) -> str:
        """A board or pieces as SVG; empty if there is none, or it takes long: then it is there next time."""
        if self._drawn_source is not draft.source:
            self._drawn_source = draft.source
            self._drawing = asyncio.create_task(self._pictures(draft, self._drawing))
        drawing = self._drawing
        if drawing is None:
            return ""
        done, _ = await asyncio.wait({drawing}, timeout=_PICTURE_PATIENCE)
        return drawing.result().get(name, "") if done else ""

    async def _pictures(
        self, draft: EditedText, before: asyncio.Task[Mapping[str, str]] | None
    ) -> Mapping[str, str]:
        """All pictures of a text; those of the text before are given up."""
        if before and not before.done():
            self.painter.stop()
            await asyncio.wait({before})
        try:
            return await in_thread(
                partial(self.painter.ask, pictures_of, draft.source, seconds=_PICTURE_SECONDS)
            )
        except (ProcessEnded, ProcessFault):
            return {}

    def close(self) -> None:
        self.checker.close()
        self.runner.close()
        self.painter.close()


def _source(uri: str, text: str) -> Source:
    path = uris.to_fs_path(uri) if uri.startswith("file:") else None
    named = Source.of_text(Path(path).name if path else uri.rpartition("/")[2] or "untitled.xc", text)
    return Source(named.name, named.text, path or "")
