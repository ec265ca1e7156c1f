"""A plain client of the language server: JSON-RPC over the standard streams of a process."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Self

from effort import HANGS


class ServerError(Exception):
    """The answer to a request is an error."""


class Client:
    """Starts `excover lsp`. Messages that were not asked for are kept in ``heard``."""

    def __init__(
        self,
        folder: Path,
        encoding: str = "utf-16",
        *,
        snippets: bool = False,
        hover: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        command = [sys.executable, "-m", "excover", "lsp"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder
        )
        self.folder = folder
        self.heard: list[dict[str, Any]] = []
        self._messages: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._number = 0
        self._versions: dict[str, int] = {}
        self._last: tuple[str, dict[str, Any]] = "", {}
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._drain, daemon=True).start()
        self.errors = b""
        general = {"positionEncodings": [encoding]}
        able: dict[str, Any] = {"general": general, "workspace": {"codeLens": {"refreshSupport": False}}}
        able["textDocument"] = {"completion": {"completionItem": {"snippetSupport": snippets}}}
        if hover:
            able["textDocument"]["hover"] = hover
        self.can = self.ask(
            "initialize",
            processId=None,
            rootUri=folder.as_uri(),
            capabilities=able,
            initializationOptions=options or None,
        )["capabilities"]
        self.tell("initialized")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.ask("shutdown")
            self.tell("exit")
            assert self.process.wait(HANGS) == 0
        for stream in (self.process.stdin, self.process.stdout):
            assert stream
            stream.close()

    # Messages

    def ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        while True:
            message = self.next()
            if message.get("id") == self._number and "method" not in message:
                if "error" in message:
                    raise ServerError(message["error"]["message"])
                return message["result"]
            self.heard.append(message)

    def tell(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def next(self) -> dict[str, Any]:
        try:
            message = self._messages.get(timeout=HANGS)
        except Empty:
            raise TimeoutError(self.errors.decode()) from None
        if message is None:
            raise EOFError(self.errors.decode())
        return message

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        self.process.stdin.flush()

    def _listen(self) -> None:
        assert self.process.stdout
        while header := self.process.stdout.readline():
            length = int(header.split(b":")[1])
            while self.process.stdout.readline().strip():
                pass
            self._messages.put(json.loads(self.process.stdout.read(length)))
        self._messages.put(None)

    def _drain(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            self.errors += line

    # Texts

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def write(self, text: str, name: str = "spec.xc") -> str:
        """Opens or changes a text; returns its URI."""
        uri = self.uri(name)
        version = self._versions[uri] = self._versions.get(uri, 0) + 1
        if version == 1:
            document = {"uri": uri, "languageId": "excover", "version": version, "text": text}
            self.tell("textDocument/didOpen", textDocument=document)
        else:
            document = {"uri": uri, "version": version}
            self.tell("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])
        return uri

    def diagnostics(self, uri: str) -> list[dict[str, Any]]:
        """Those of the text as it was written last."""
        while True:
            for number, message in enumerate(self.heard):
                if _is_about(message, uri, self._versions[uri]):
                    del self.heard[number]
                    found: list[dict[str, Any]] = message["params"]["diagnostics"]
                    return found
            self.heard.append(self.next())

    def checked(self, text: str, name: str = "spec.xc") -> str:
        """Writes a text and waits until it has been compiled; returns its URI."""
        uri = self.write(text, name)
        self.diagnostics(uri)
        return uri

    def at(self, method: str, text: str, mark: str = "§", **more: Any) -> Any:
        """Asks about the place of a mark in a text, which is written without it."""
        before = text[: text.index(mark)]
        uri = self.checked(text.replace(mark, ""))
        column = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
        position = {"line": before.count("\n"), "character": column}
        self._last = f"textDocument/{method}", {"textDocument": {"uri": uri}, "position": position, **more}
        return self.again()

    def again(self) -> Any:
        """Asks the last question of `at` again."""
        method, params = self._last
        return self.ask(method, **params)


def _is_about(message: dict[str, Any], uri: str, version: int) -> bool:
    if message.get("method") != "textDocument/publishDiagnostics":
        return False
    return bool(message["params"]["uri"] == uri and message["params"].get("version") == version)


def edited(text: str, edits: list[dict[str, Any]]) -> str:
    """A text in ASCII with edits of the protocol."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:n]) for n in range(len(lines) + 1)]
    for edit in sorted(edits, key=lambda e: _start(e), reverse=True):
        start, end = (
            starts[edit["range"][side]["line"]] + edit["range"][side]["character"]
            for side in ("start", "end")
        )
        text = text[:start] + edit["newText"] + text[end:]
    return text


def _start(edit: dict[str, Any]) -> tuple[int, int]:
    return edit["range"]["start"]["line"], edit["range"]["start"]["character"]
