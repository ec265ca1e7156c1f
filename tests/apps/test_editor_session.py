"""A puzzle is written from nothing, key by key, with completion, quick fixes, hover and rename.

Skipped where pygls is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from extras import way_out

pytest.importorskip("pygls", reason=way_out("pygls"))

from lsp_client import Client, edited

from excover.apps.editing import proposals

pytestmark = pytest.mark.outer


class Author:
    """Writes at the end of a text, and uses what the server offers."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.text = ""
        self.log: list[str] = []
        """What was used of the server."""
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
        self.log.append(f"completion: {label}")

    def fills_in(self, label: str, *filled: str) -> None:
        """Takes a snippet, and types instead of each of its places."""
        offered = {each["label"]: each for each in self.ask("completion")["items"]}
        assert offered[label]["insertTextFormat"] == 2
        edit = offered[label]["textEdit"]
        for number, text in enumerate(filled, 1):
            edit["newText"] = re.sub(rf"\$\{{{number}[:|][^}}]*\}}", text, edit["newText"])
        self.change([{**edit, "newText": proposals.filled(edit["newText"])}])
        self.log.append(f"completion: {label}")

    def fixes(self, title: str, word: str) -> None:
        self.client.diagnostics(self.uri)
        place = self.place(word)
        asked = {"range": {"start": place, "end": place}, "context": {"diagnostics": []}}
        found = self.client.ask("textDocument/codeAction", textDocument={"uri": self.uri}, **asked)
        (action,) = [each for each in found if each["title"] == title]
        self.change(action["edit"]["changes"][self.uri])
        self.log.append(f"quick fix: {title}")

    def written(self, old: str, new: str) -> list[dict[str, Any]]:
        """An edit by hand."""
        start = self.place(old)
        before = self.text[: self.text.index(old) + len(old)]
        end = {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}
        return [{"range": {"start": start, "end": end}, "newText": new}]

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


def test_from_an_empty_text_to_a_solution(tmp_path: Path) -> None:
    """A newcomer who types as other languages are, forgets, and takes what is offered."""
    with Client(tmp_path, snippets=True, showsReports=True) as client:
        author = Author(client)
        author.types("enum Person = Ada, Ben Cleo\n")
        author.fixes("insert `,`", "Cleo")
        author.types("it")
        author.fills_in("item task[1..3]", "job", "1..3")
        author.types("\nitem person[Person]\nopt")
        author.fills_in("option do(x in person) covers person[x]", "does", "p", "person")
        author.types(", jo")
        author.completes("job")
        author.types("[p, j]\n")
        assert [each["code"] for each in client.diagnostics(author.uri)] == [
            "E101"
        ]  # `j` runs through nothing
        author.change(author.written("(p in person)", "(p in person, j in jobs)"))
        author.fixes("replace `jobs` by `job`", "jobs")
        author.fixes("replace `job[p, j]` by `job[j]`", "job[p, j]")
        author.change(author.written("job[j]\n", "job[j] cost j * j if p == Ada else 5\n"))
        author.fixes("replace `==` by `=`", "== Ada else")
        author.fixes("insert `minimize`", "j * j")
        assert client.diagnostics(author.uri) == []
        lenses = client.ask("textDocument/codeLens", textDocument={"uri": author.uri})
        (solve,) = [each["command"] for each in lenses if each["command"]["title"] == "solve"]
        found = client.ask("workspace/executeCommand", command=solve["command"], arguments=solve["arguments"])
    assert author.text == (
        "enum Person = Ada, Ben, Cleo\nitem job[1..3]\nitem person[Person]\n"
        "option does(p in person, j in job) covers person[p], job[j] cost j * j if p = Ada else 5\nminimize\n"
    )
    assert "does(Ada, 1)" in found["text"]
    assert "cost 11 (minimum)" in found["text"]
    assert author.log == [
        "quick fix: insert `,`",
        "completion: item task[1..3]",
        "completion: option do(x in person) covers person[x]",
        "completion: job",
        "quick fix: replace `jobs` by `job`",
        "quick fix: replace `job[p, j]` by `job[j]`",
        "quick fix: replace `==` by `=`",
        "quick fix: insert `minimize`",
    ]


@pytest.fixture(scope="module")
def filling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """One that fills in snippets."""
    with Client(tmp_path_factory.mktemp("texts"), snippets=True) as client:
        yield client


@pytest.mark.parametrize(
    "statements",
    [
        [("it", "item task[1..3]"), ("op", "option do(x in task) covers task[x]")],
        [("boa", "board tray 3x4"), ("fi", "fill tray with 1..9, once per row, column")],
        [
            ("", "board tray |.... |..#."),
            ("sh", "shapes piece |AA BB |A.  B"),
            ("pl", "place free piece on tray"),
        ],
    ],
)
def test_snippets_fit_together(filling: Client, statements: list[tuple[str, str]]) -> None:
    author = Author(filling)
    for begun, label in statements:
        author.types(begun)
        author.fills_in(label)
        author.types("\n")
    assert [each for each in filling.diagnostics(author.uri) if each["severity"] == 1] == []


def test_snippets_only_where_the_client_fills_them_in(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        offered = Author(client).ask("completion")["items"]
    assert offered
    assert not [each for each in offered if each.get("insertTextFormat") == 2]


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
