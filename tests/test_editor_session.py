"""A puzzle is written from nothing, key by key, with completion, quick fixes, hover and rename.

Skipped where pygls is missing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls")

from lsp_client import Client, edited


class Author:
    """Writes at the end of a text, and uses what the server offers."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.text = ""
        self.uri = client.write("")

    def types(self, keys: str) -> None:
        """Each key is a change of the text, as an editor sends it; between two keys nobody waits."""
        for key in keys:
            self.text += key
            self.client.write(self.text)

    def place(self, word: str = "") -> dict[str, int]:
        """That of the first such word, or the end of the text."""
        before = self.text[: self.text.index(word)] if word else self.text
        return {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}

    def ask(self, method: str, word: str = "", **more: Any) -> Any:
        document = {"uri": self.uri}
        return self.client.ask(
            f"textDocument/{method}", textDocument=document, position=self.place(word), **more
        )

    def completes(self, label: str) -> None:
        """Takes one of the proposals, as Enter does."""
        offered = {each["label"]: each for each in self.ask("completion")["items"]}
        self.change([offered[label]["textEdit"]])

    def fixes(self, title: str, word: str) -> None:
        self.client.diagnostics(self.uri)
        place = self.place(word)
        asked = {"range": {"start": place, "end": place}, "context": {"diagnostics": []}}
        found = self.client.ask("textDocument/codeAction", textDocument={"uri": self.uri}, **asked)
        (action,) = [each for each in found if each["title"] == title]
        self.change(action["edit"]["changes"][self.uri])

    def change(self, edits: list[dict[str, Any]]) -> None:
        self.text = edited(self.text, edits)
        self.client.write(self.text)


def test_a_puzzle_of_ones_own(tmp_path: Path) -> None:
    with Client(tmp_path, showsReports=True) as client:
        author = Author(client)
        author.types('puzzle "Corners"\nbo')
        author.completes("board")
        author.types(" tray 3x4\nshapes corner\n  |X.\n  |XX\nplaec")
        author.fixes("replace `plaec` by `place`", "plaec")
        author.types(" fr")
        author.completes("free")
        author.types(" c")
        author.completes("corner")
        author.types(" on tary each 4 times\n")
        author.fixes("replace `tary` by `tray`", "tary")
        assert client.diagnostics(author.uri) == []
        assert "12 cells" in author.ask("hover", "tray")["contents"]["value"]
        (edits,) = author.ask("rename", "tray", newName="box")["changes"].values()
        author.change(edits)
        author.types("expect solutions = 3\n")
        assert client.diagnostics(author.uri) == []
        lenses = client.ask("textDocument/codeLens", textDocument={"uri": author.uri})
        titles = {each["command"]["title"]: each["command"] for each in lenses}
        counted = client.ask(
            "workspace/executeCommand", command="excover.count", arguments=titles["count"]["arguments"]
        )
        assert counted["text"].startswith("4 solutions")
    assert author.text == (
        'puzzle "Corners"\nboard box 3x4\nshapes corner\n  |X.\n  |XX\n'
        "place free corner on box each 4 times\nexpect solutions = 3\n"
    )


def test_nothing_that_is_asked_between_two_keys_is_an_error(tmp_path: Path) -> None:
    """An editor asks for all of these after each key."""
    text = (
        'board b 2x2\nshapes p\n  |AA\nplace free p on b each 2 times\ngiven\n  |A.\n  |..\nlet s = {"ä🧩"}\n'
    )
    with Client(tmp_path) as client:
        author = Author(client)
        for key in text:
            author.types(key)
            everywhere = {"start": {"line": 0, "character": 0}, "end": author.place()}
            for method in ("completion", "hover", "signatureHelp", "documentHighlight"):
                author.ask(method)
            for method, more in (
                ("codeAction", {"range": everywhere, "context": {"diagnostics": []}}),
                ("inlayHint", {"range": everywhere}),
                ("documentSymbol", {}),
                ("foldingRange", {}),
                ("semanticTokens/full", {}),
                ("codeLens", {}),
            ):
                client.ask(f"textDocument/{method}", textDocument={"uri": author.uri}, **more)
        assert [each for each in client.diagnostics(author.uri) if each["severity"] == 1] == []
        assert client.errors == b""
