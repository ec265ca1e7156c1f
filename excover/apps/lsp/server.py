"""The server: the texts that are open, and what is known of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from enum import Enum
from functools import partial
from pathlib import Path
from typing import cast

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from excover import __version__
from excover.apps.editing.drawn_names import pictures_of
from excover.apps.editing.edited_text import EditedText
from excover.apps.editing.editor_process import EditorProcess, ProcessEnded, ProcessFault
from excover.apps.editing.facts import TextFacts
from excover.apps.editing.positions import Encoding
from excover.apps.editing.searches import SearchReport
from excover.apps.lsp.checking import Checker, in_thread
from excover.apps.lsp.convert import Converter
from excover.base.source import Source, begins_as_yaml, is_yaml
from excover.formats.matrix_files import form_of

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
        """Whether the client shows Markdown on hover; one that says nothing of it may."""
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
