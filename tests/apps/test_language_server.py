"""The language server by its protocol: every feature, on whole and on half-written texts.

Skipped where pygls is missing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from effort import HANGS
from extras import way_out

from excover.language import gallery
from excover.language.expressions.library import LIBRARY

pytest.importorskip("pygls", reason=way_out("pygls"))

from lsp_client import Client, ServerError, edited

pytestmark = pytest.mark.outer

TILING = """\
puzzle "Tray"
param copies = 1 in 1..3
board tray 2x2
shapes piece
  |AA BB
place free piece on tray each copies times
expect solutions = 4
expect solutions = 5
"""
TASKS = """\
enum Person = Ada, Ben
table task
  | name | hours
  | cook | 2
  | wash | 1
def late(h) = h + 1
item person[Person], job[task]
option does(p in Person, t in task) where late(t.hours) < 9 covers person[p], job[t]
"""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with Client(tmp_path_factory.mktemp("texts"), showsReports=True) as client:
        yield client


def labels(found: Any) -> list[str]:
    return [each["label"] for each in found["items"]]


def errors(client: Client, uri: str) -> list[dict[str, Any]]:
    return [each for each in client.diagnostics(uri) if each["severity"] == 1]


# Diagnostics


def test_errors_as_one_types(client: Client) -> None:
    uri = client.write(TILING.replace("on tray", "on trai"))
    (wrong,) = client.diagnostics(uri)
    assert wrong["code"] == "E218"
    assert wrong["range"]["start"] == {"line": 5, "character": 20}
    assert "did you mean `tray`" in wrong["message"]
    assert errors(client, client.write(TILING)) == []


def test_columns_count_utf_16(client: Client) -> None:
    (wrong,) = client.diagnostics(client.write('let a = ("😋", b)\nitem x option y() covers x\n'))
    assert wrong["range"]["start"] == {"line": 0, "character": 15}


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 17), ("utf-16", 15), ("utf-32", 14)])
def test_the_client_chooses_the_encoding(tmp_path: Path, encoding: str, column: int) -> None:
    with Client(tmp_path, encoding) as client:
        assert client.can["positionEncoding"] == encoding
        (wrong,) = client.diagnostics(client.write('let a = ("😋", b)\nitem x option y() covers x\n'))
        assert wrong["range"]["start"]["character"] == column


def test_line_ends_of_other_systems(client: Client) -> None:
    (wrong,) = client.diagnostics(client.write(TILING.replace("on tray", "on trai").replace("\n", "\r\n")))
    assert wrong["range"]["start"] == {"line": 5, "character": 20}


def test_errors_in_an_imported_file_are_shown_where_it_is_imported(client: Client) -> None:
    (client.folder / "parts.xc").write_text("let n = \n")
    (wrong,) = errors(client, client.write('let m = 1\nimport "parts.xc"\n' + TILING))
    assert wrong["range"]["start"]["line"] == 1
    (related,) = wrong["relatedInformation"]
    assert related["location"]["uri"] == client.uri("parts.xc")


def test_an_imported_file_is_read_again_when_it_is_saved(client: Client) -> None:
    (client.folder / "size.xc").write_text("let n = \n")
    text = 'import "size.xc"\nitem a[1..n] option x(i in a) covers a[i]\n'
    uri = client.write(text, "sized.xc")
    assert client.diagnostics(uri)
    (client.folder / "size.xc").write_text("let n = 2\n")
    client.tell("textDocument/didSave", textDocument={"uri": client.uri("size.xc")})
    assert client.diagnostics(uri) == []


def test_yaml(client: Client) -> None:
    text = "excover: 1\nitems: a\noptions:\n  x(): {covers: b}\n"
    (wrong,) = client.diagnostics(client.write(text, "spec.yaml"))
    assert wrong["range"]["start"]["line"] == 3
    uri = client.checked(
        "excover: 1\nlet: {n: 2}\nitems: a[1..n]\noptions:\n  x(i in a): {covers: 'a[i]'}\n", "a.yaml"
    )
    place = {"line": 2, "character": 13}
    found = client.ask("textDocument/definition", textDocument={"uri": uri}, position=place)
    assert found["range"]["start"] == {"line": 1, "character": 6}


def test_a_text_in_yaml_that_is_no_description_is_left_alone(client: Client) -> None:
    uri = client.write("version: 3\nservices: {}\n", "compose.yaml")
    place = {"line": 0, "character": 0}
    assert client.ask("textDocument/hover", textDocument={"uri": uri}, position=place) is None
    assert not [message for message in client.heard if message.get("params", {}).get("uri") == uri]


def test_a_closed_text_has_no_errors(client: Client) -> None:
    uri = client.write("let", "closed.xc")
    assert client.diagnostics(uri)
    client.tell("textDocument/didClose", textDocument={"uri": uri})
    while True:
        message = client.next()
        if message["params"]["uri"] == uri:
            assert message["params"]["diagnostics"] == []
            return


def test_a_newer_text_does_not_wait_for_a_long_compilation(client: Client) -> None:
    """The first text takes far longer than tests are patient."""
    rows = "item a option x(p, q, r, s in 1..40) where sum(p*i for i in 1..400) = q*r*s covers a\n"
    client.write(rows, "long.xc")
    uri = client.write("item a option x() covers b\n", "long.xc")
    assert [each["code"] for each in client.diagnostics(uri)]


# What a place means


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TILING.replace("each copies", "each cop§ies"), ["param copies = 1", "a number: `1`"]),
        (TILING.replace("on tray", "on tra§y"), ["a board", "4 cells", "![tray](data:image/svg+xml;base64,"]),
        (TILING.replace("free piece", "free §piece"), ["2 pieces", "![piece](data:image/svg+xml"]),
        (TILING.replace("place", "pl§ace"), ["places pieces on a board", "8 placements"]),
        (TASKS.replace("late(t", "la§te(t"), ["a function of `h`"]),
        (TASKS.replace("t in task", "t in t§ask"), ["a table", "columns: `name`, `hours`", "2 records"]),
        (TASKS.replace("t.hours", "t§.hours"), ["t in task", "local to"]),
        (TASKS.replace("option does", "option d§oes"), ["4 options"]),
        ("let n = 3 + 4\nitem a[1..§n]\noption x(", ["a number: `7`"]),
        ("import pentominoes\nboard b 6x10\nplace free pento§minoes on b\n", ["12 pieces", "from `pento"]),
    ],
)
def test_hover(client: Client, text: str, expected: list[str]) -> None:
    said = client.at("hover", text)["contents"]["value"]
    while any("data:image" in part for part in expected) and "data:image" not in said:
        said = client.again()["contents"]["value"]  # a picture that takes long is there next time
    for part in expected:
        assert part in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("item a\noption x() co§vers a\n", "the items that an option covers"),
        (TILING.replace("each", "ea§ch"), "how often each piece is used"),
        ("board b 2x2\nfill b with 1..2, on§ce per row\n", "exactly one time"),
        ("board b 2x2\nfill b with 1..2, once p§er row\n", "for each of these by itself"),
        ("board b 2x2\nfill b with 1..2, once per r§ow\n", "each value once"),
    ],
)
def test_hover_on_a_word_within_a_statement(client: Client, text: str, said: str) -> None:
    found = client.at("hover", text)
    assert said in (found["contents"]["value"] if found else "None")


def test_hover_of_an_editor_without_markdown(tmp_path: Path) -> None:
    with Client(tmp_path, hover={"contentFormat": ["plaintext"]}) as client:
        found = client.at("hover", TASKS.replace("t in task", "t in t§ask"))["contents"]
    assert found["kind"] == "plaintext"
    assert "`" not in found["value"]
    assert "columns: name, hours" in found["value"]


def test_nothing_is_said_of_nothing(client: Client) -> None:
    assert client.at("hover", "# a comm§ent\n" + TILING) is None


@pytest.mark.parametrize(
    ("text", "some", "none"),
    [
        ("§", ["puzzle", "item", "board"], ["covers", "torus"]),
        (TILING + "pl§", ["place"], ["piece", "board"]),
        ("place free p\ntab§", ["table"], ["place"]),
        ("item a[\npl§", ["place"], ["board"]),
        ("item a\noption x()\ncov§", ["covers"], ["item"]),
        (TILING + "place §", ["fixed", "free", "one-sided"], ["tray", "item"]),
        (TILING + "place free §", ["piece"], ["tray", "copies", "abs"]),
        (TILING + "place free piece on §", ["tray"], ["piece", "copies"]),
        (TILING + "place free piece on tray each co§", ["copies"], ["tray", "item"]),
        (TILING + "board b 3x3, to§", ["torus"], ["cylinder"]),
        (TILING + "expect §", ["solutions", "options", "items", "cost"], ["tray"]),
        (TILING + "expect solutions = 4 when §", ["copies"], ["tray", "piece"]),
        (TILING + "fill §", ["tray"], ["piece"]),
        ("import pento§", ["pentominoes"], ["soma"]),
        ("let abc = 1\nlet d = a§", ["abc", "abs", "all", "any"], ["d", "let"]),
        ("let abc = 1\nlet §", [], ["abc"]),
        (TASKS + "given does(§", ["Ada", "Ben"], []),
        (TASKS + 'given does(Ada, task["§', ['"cook"', '"wash"'], ["Ada"]),
        (TASKS + "forbid §", ["does"], ["person", "Ada"]),
        (TASKS + "option o(r in task) where r.§", ["name", "hours"], ["Ada", "r"]),
        (TASKS + "option o(r in task) covers §", ["person", "job"], ["Ada", "task", "late"]),
        (TASKS + "option o(r in task) covers job[§", ["r", "task", "Ada"], ["job_"]),
        (TASKS + "option o(r in task) covers (§", ["person", "job"], ["Ada"]),
        (TASKS + "let x = {§ for y in Person}", ["y", "Ada"], []),
        (TASKS + "draw does(who, what) at (§", ["who", "what"], ["does"]),
        (TASKS + "option o(§", [], ["Ada"]),
        (TASKS + "option o(r in task) covers person[Ada] cost r.§", ["hours"], ["r"]),
        (TASKS + "option o(r in task) covers person[Ada] co§", ["cost"], ["r"]),
        (TASKS + "cost at §", ["least", "most"], ["r"]),
        ("let n = 3 # §", [], ["n", "abs"]),
        ('puzzle "let §"', [], ["n", "abs"]),
        ('board b\n  |..§\nlegend "*" = cell\n', [], ["b"]),
        ('board b\n  |.*\nlegend "*" = §', ["cell", "wall"], ["b"]),
        ("board b h§", ["hex", "hexprism"], ["cube"]),
    ],
)
def test_completion(client: Client, text: str, some: list[str], none: list[str]) -> None:
    found = labels(client.at("completion", text))
    assert set(some) <= set(found)
    assert not set(none) & set(found)


def test_facts_of_the_text_before_an_error_stay(client: Client) -> None:
    client.checked(TASKS)
    found = labels(client.at("completion", TASKS + "given does(Ada, §"))
    assert 'task["cook"]' in found


def test_a_completion_replaces_the_word_before_it(client: Client) -> None:
    text = TILING + "place free piece on tr§"
    (found,) = client.at("completion", text)["items"]
    assert edited(text.replace("§", ""), [found["textEdit"]]).endswith("place free piece on tray")


@pytest.mark.parametrize(
    ("text", "label", "active"),
    [
        ("def f(x, y) = x\nlet a = f(1, §", "f(x, y)", 1),
        ("def f(x, y) = x\nlet a = f((1, 2), f(3, 4), §", "f(x, y)", 1),
        (TASKS + "given does(§", "does(p, t)", 0),
        ("let a = abs(§", "abs(number)", 0),
        ("let a = max(1, 2, §", "max(numbers, or a set)", 0),
        ("let a = subsets(1..3, §", "subsets(a set, number of members)", 1),
    ],
)
def test_signature_help(client: Client, text: str, label: str, active: int) -> None:
    found = client.at("signatureHelp", text)
    assert found["signatures"][0]["label"] == label
    assert found["activeParameter"] == active


def test_every_function_has_a_signature(client: Client) -> None:
    texts = (f"let a = {name}(§" for name in LIBRARY)
    assert all(client.at("signatureHelp", text) for text in texts)


def test_no_signature_outside_brackets(client: Client) -> None:
    assert client.at("signatureHelp", "def f(x) = x\nlet a = f(1) + §") is None


# Names


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        (TILING.replace("each copies", "each co§pies"), 1, 6),
        (TASKS.replace("person[p]", "person[§p]"), 7, 12),
        (TASKS.replace("covers person", "covers pe§rson"), 6, 5),
        (TASKS + "given do§es(Ada, x)\nlet", 7, 7),
        ("let n = 1\nitem a[1..n§]\noption x(", 0, 4),
        (TILING + "expect solutions = 1 when cop§ies = 2\n", 1, 6),
    ],
)
def test_definition(client: Client, text: str, line: int, column: int) -> None:
    found = client.at("definition", text)
    assert found["range"]["start"] == {"line": line, "character": column}


def test_definition_in_another_file(client: Client) -> None:
    (client.folder / "parts.xc").write_text("# 😋\nlet size = 3\n")
    found = client.at("definition", 'import "parts.xc" as p\nitem a[1..p_si§ze]\noption')
    assert found["uri"] == client.uri("parts.xc")
    assert found["range"]["start"] == {"line": 1, "character": 4}


def test_references_and_highlights(client: Client) -> None:
    text = TASKS.replace("t in task", "t in ta§sk")
    found = client.at("references", text, context={"includeDeclaration": True})
    assert [each["range"]["start"]["line"] for each in found] == [1, 6, 7]
    assert len(client.at("documentHighlight", text)) == 3


def test_rename(client: Client) -> None:
    text = TILING.replace("board tray", "board tr§ay")
    place = client.at("prepareRename", text)
    assert place["start"] == {"line": 2, "character": 6}
    (edits,) = client.at("rename", text, newName="box")["changes"].values()
    assert edited(TILING, edits) == TILING.replace("board tray", "board box").replace("on tray", "on box")


@pytest.mark.parametrize(
    ("text", "name", "why"),
    [
        (TILING.replace("board tray", "board tr§ay"), "piece", "already has a meaning"),
        (TILING.replace("board tray", "board tr§ay"), "place", "cannot be a name"),
        (TILING.replace("board tray", "board tr§ay"), "abs", "cannot be a name"),
        (TILING.replace("board tray", "board tr§ay"), "a b", "cannot be a name"),
        ("let n = 2\nlet s = {§n + m for m in 1..3}\n", "m", "already has a meaning"),
        ("let n = 2\nlet s = {n + §m for m in 1..3}\n", "n", "already has a meaning"),
        ("let §n = 2\nlet s =\n", "m", "syntax errors"),
        ("import pentominoes\nboard b 6x10\nplace free §pentominoes on b\n", "p", "declared in"),
        (TASKS.replace("Ada, Ben", "A§da, Ben"), "Zoe", "fields of tables"),
    ],
)
def test_a_rename_that_would_change_a_meaning_is_refused(
    client: Client, text: str, name: str, why: str
) -> None:
    with pytest.raises(ServerError, match=why):
        client.at("rename", text, newName=name)


# The whole text


def test_symbols_and_folding(client: Client) -> None:
    uri = client.checked("# one\n# two\n" + TILING + "option x(\n")
    document = {"uri": uri}
    names = [each["name"] for each in client.ask("textDocument/documentSymbol", textDocument=document)]
    assert names[:3] == ["copies", "tray", "piece"]
    assert "expect solutions = 4" in names
    folded = client.ask("textDocument/foldingRange", textDocument=document)
    assert [(fold["startLine"], fold["endLine"]) for fold in folded] == [(0, 1), (5, 6)]


def test_semantic_tokens(client: Client) -> None:
    """Also of names in a statement that is half-written."""
    text = TILING + "place free piece on tray where x = \n"
    uri = client.checked(text)
    data = client.ask("textDocument/semanticTokens/full", textDocument={"uri": uri})["data"]
    types = client.can["semanticTokensProvider"]["legend"]["tokenTypes"]
    line = column = 0
    found = []
    for at in range(0, len(data), 5):
        down, across, length, kind, modifiers = data[at : at + 5]
        line, column = line + down, across if down else column + across
        found.append((text.split("\n")[line][column : column + length], types[kind], modifiers))
    assert found[:3] == [("copies", "variable", 1), ("tray", "class", 1), ("piece", "class", 1)]
    assert found[-2:] == [("piece", "class", 0), ("tray", "class", 0)]


def test_formatting(client: Client) -> None:
    text = "item   a[ 1 .. 3 ]  # three\noption x( i in a )\n covers a[i]\n"
    options = {"tabSize": 2, "insertSpaces": True}
    edits = client.ask("textDocument/formatting", textDocument={"uri": client.checked(text)}, options=options)
    assert edited(text, edits) == "item a[1..3]  # three\noption x(i in a) covers a[i]\n"
    half = client.checked("item   a[")
    assert client.ask("textDocument/formatting", textDocument={"uri": half}, options=options) is None


def test_quick_fixes(client: Client) -> None:
    text = TILING.replace("on tray", "on trai")
    uri = client.checked(text)
    place = {"line": 5, "character": 22}
    asked = {"textDocument": {"uri": uri}, "range": {"start": place, "end": place}}
    (action,) = client.ask("textDocument/codeAction", **asked, context={"diagnostics": []})
    assert (action["kind"], action["title"]) == ("quickfix", "replace `trai` by `tray`")
    assert not action["isPreferred"]  # the board may be misspelt
    assert edited(text, action["edit"]["changes"][uri]) == TILING
    asked["range"] = {"start": {"line": 5, "character": 0}, "end": {"line": 5, "character": 0}}
    assert client.ask("textDocument/codeAction", **asked, context={"diagnostics": []}) == [action]
    asked["range"] = {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}
    assert client.ask("textDocument/codeAction", **asked, context={"diagnostics": []}) == []


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        (
            "item a\noption x() covers a cost 3\n",
            [("insert `minimize`", False), ("insert `maximize`", False)],
        ),
        (
            "board b 2x2\nshapes p\n  |AA\n",  # two messages offer the first
            [
                ("insert `place free p on b`", False),
                ("insert `fill b with 1..2, once per row, column`", False),
            ],
        ),
        ('puzzle "A"\npuzzle "B"\n', [('remove `puzzle "B"`', False), ('remove `puzzle "A"`', False)]),
        ("let n = 7%2\nitem a[1..n] option x(i in a) covers a[i]\n", [("replace `%` by `mod`", True)]),
    ],
)
def test_only_a_fix_that_is_certain_is_preferred(
    client: Client, text: str, offered: list[tuple[str, bool]]
) -> None:
    """Editors apply the preferred one unseen."""
    asked = {"textDocument": {"uri": client.checked(text)}, "context": {"diagnostics": []}}
    asked["range"] = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    actions = client.ask("textDocument/codeAction", **asked)
    assert [(each["title"], each["isPreferred"]) for each in actions] == offered


def test_a_fix_of_a_syntax_error(client: Client) -> None:
    text = TILING.replace("place", "plaec")
    uri = client.checked(text)
    everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    asked = {"textDocument": {"uri": uri}, "range": everywhere, "context": {"diagnostics": []}}
    (action,) = client.ask("textDocument/codeAction", **asked)
    assert edited(text, action["edit"]["changes"][uri]) == TILING


def test_inlay_hints(client: Client) -> None:
    everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    asked = {"textDocument": {"uri": client.checked(TILING)}, "range": everywhere}
    found = client.ask("textDocument/inlayHint", **asked)
    assert [(hint["position"]["line"], hint["label"]) for hint in found] == [
        (2, "4 cells"),
        (3, "2 pieces"),
        (5, "8 placements"),
    ]
    client.checked(TILING + "let")
    found = client.ask("textDocument/inlayHint", **asked)
    assert [hint["label"] for hint in found] == ["4 cells", "2 pieces"]  # what is still known


def test_code_lenses_run_searches(client: Client) -> None:
    lenses = client.ask("textDocument/codeLens", textDocument={"uri": client.checked(TILING)})
    reports = {
        (lens["range"]["start"]["line"], lens["command"]["title"]): client.ask(
            "workspace/executeCommand",
            command=lens["command"]["command"],
            arguments=lens["command"]["arguments"],
        )
        for lens in lenses
    }
    texts = {place: report["text"] for place, report in reports.items()}
    assert texts == {
        (0, "solve"): "AA\nBB",
        (0, "count"): "4 solutions",
        (6, "check"): "met: solutions = 4",
        (7, "check"): "not met: solutions = 5; found 4",
    }
    assert reports[0, "solve"]["svg"].startswith("<svg")


def test_an_endless_search_is_stopped_and_the_server_answers_meanwhile(client: Client) -> None:
    uri = client.checked("import pentominoes\nboard b 6x10\nplace free pentominoes on b each 0..9 times\n")
    client._number += 1
    search = client._number
    client._send(
        {
            "id": search,
            "method": "workspace/executeCommand",
            "params": {"command": "excover.count", "arguments": [uri]},
        }
    )
    assert client.ask("textDocument/documentSymbol", textDocument={"uri": uri})
    client.ask("workspace/executeCommand", command="excover.stop", arguments=[])
    answers = [m for m in client.heard if m.get("id") == search]
    while not answers:
        message = client.next()
        answers = [message] if message.get("id") == search else []
    assert answers[0]["result"]["text"] == "stopped"
    client.checked(TILING)
    count = client.ask("workspace/executeCommand", command="excover.count", arguments=[client.uri("spec.xc")])
    assert count["text"] == "4 solutions"


def test_a_client_that_shows_no_reports_gets_messages(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        uri = client.checked(TILING)
        client.ask("workspace/executeCommand", command="excover.count", arguments=[uri])
        client.checked("item a\n", "other.xc")
        client.checked(TILING.replace("2x2", "2x3"))
        client.ask("workspace/executeCommand", command="excover.count")  # of the text that was changed last
        shown = [m["params"]["message"] for m in client.heard if m.get("method") == "window/showMessage"]
    assert shown == ["4 solutions", "0 solutions"]


# All texts


REQUESTS = ["hover", "completion", "signatureHelp", "definition", "documentHighlight"]


@pytest.mark.parametrize("name", ["kanoodle", "sudoku", "queens", "word-square", "soma"])
def test_every_beginning_of_a_text(client: Client, name: str) -> None:
    """Whatever is half-written, each feature has an answer, and is right about what is before."""
    source = gallery.puzzle(name)
    assert source
    text = source.text
    for length in range(0, len(text) + 1, max(1, len(text) // 25)):
        uri = client.write(text[:length], source.path)
        line, column = text[:length].count("\n"), length - text.rfind("\n", 0, length) - 1
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}
        for method in REQUESTS:
            client.ask(f"textDocument/{method}", **place)
        for method in ("documentSymbol", "foldingRange", "semanticTokens/full", "codeLens"):
            client.ask(f"textDocument/{method}", textDocument={"uri": uri})
    assert errors(client, client.write(text, source.path)) == []


def test_the_gallery_has_no_errors(client: Client) -> None:
    for name in gallery.names():
        source = gallery.puzzle(name)
        assert source
        assert errors(client, client.write(source.text, source.path)) == [], name


# The process


def test_the_server_ends_with_its_client(tmp_path: Path) -> None:
    client = Client(tmp_path)
    client.checked(TILING)
    assert client.process.stdin
    client.process.stdin.close()
    assert client.process.wait(HANGS) == 0


def test_without_pygls_there_is_the_install_line(tmp_path: Path) -> None:
    (tmp_path / "pygls.py").write_text("raise ModuleNotFoundError('no', name='pygls')")
    run = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from excover.apps.cli import main; main(['lsp'])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", run], capture_output=True, text=True, timeout=HANGS, check=False
    )
    assert "pip install 'excover[lsp]'" in ran.stderr
    assert not ran.stdout


def test_messages_are_utf_8(client: Client) -> None:
    said = client.at("hover", 'let né = 1\nlet ma = "→"\nlet b = m§a\n')
    assert "→" in json.dumps(said, ensure_ascii=False)
