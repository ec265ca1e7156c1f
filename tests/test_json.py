"""The objects that commands write with --json are those that docs/formats.md tells."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from excover.cli import main
from excover.cli.app import excover

DOCUMENT = Path(__file__).parents[1] / "docs" / "formats.md"
ROW = re.compile(r"^\| (.+?) \| (.*?) \| .*\|$", re.MULTILINE)
TRAY = """\
board tray 4x4
shapes piece
  |PP. LLL TTT III
  |PPP L.. .T.
place free piece on tray
expect solutions = 16
"""
NONE = """\
board cut
|#...
|....
|....
|...#
shapes domino
|DD
place free domino on cut each at least 1 times
"""
COSTS = "item a\noption x(k in 1..2) covers a cost k\nminimize\n"


def documented() -> dict[str, tuple[set[str], set[str]]]:
    """Of each object, the keys that it always has, and those that it may have."""
    text = DOCUMENT.read_text().split("## JSON")[1].split("\n## ")[0]
    found = {}
    for names, keys in ROW.findall(text):
        optional = set(re.findall(r"\(`(\w+)`\)", keys))
        for name in names.replace("`", "").split(", "):
            found[name] = set(re.findall(r"`(\w+)`", keys)) - optional, optional
    return found


OBJECTS = documented()


def is_as_documented(data: dict[str, Any], name: str) -> bool:
    always, perhaps = OBJECTS[name]
    assert always <= data.keys() <= always | perhaps, name
    return True


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], tuple[list[Any], list[Any]]]:
    """The objects on standard output and on standard error."""
    monkeypatch.chdir(tmp_path)
    files = {"tray.xc": TRAY, "none.xc": NONE, "costs.xc": COSTS, "wrong.xc": "item", "sat.txt": "v 1 -2 0\n"}
    files |= {"clue.txt": "....\nT...\nTT..\nT...\n", "small.txt": "1234\n34..\n....\n..21\n"}
    files |= {"lines.txt": "12..34........21\n1234341221434321\n11..............\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)

    def run(command: str) -> tuple[list[Any], list[Any]]:
        main(command.split())
        out, err = capsys.readouterr()
        return [json.loads(line) for line in out.splitlines()], [
            json.loads(line) for line in err.splitlines()
        ]

    return run


COMMANDS = {
    "solve tray.xc --json --limit 2": "solve",
    "solve costs.xc --json": "solve",
    "solve sudoku-4x4 --json --given-lines lines.txt --unique": "solve --given-lines",
    "decode costs.xc --json --from-sat sat.txt": "decode",
    "count tray.xc --json": "count",
    "count tray.xc --json --reduce": "count",
    "count none.xc --json": "count",
    "sample tray.xc --json -n 2": "sample",
    "sample costs.xc --json --best 2": "sample",
    "heatmap tray.xc --json": "heatmap",
    "heatmap none.xc --json": "heatmap",
    "starts tray.xc --pieces 1 --json": "starts",
    "diagram tray.xc --json": "diagram",
    "diagram none.xc --json": "diagram",
    "check tray.xc wrong.xc costs.xc --json": "check",
    "unique tray.xc --json": "unique",
    "unique tray.xc --json --node-limit 1": "unique",
    "why none.xc --json": "why",
    "why tray.xc --json": "why",
    "clues sudoku --given sudoku-easy --json": "clues",
    "clues sudoku-4x4 --given small.txt --json --all": "clues --all",
    "rate sudoku --given sudoku-easy --json": "rate",
    "generate sudoku-4x4 --seed 1 --json --difficulty easy": "generate",
    "info tray.xc --json --given clue.txt": "info",
    "info tray.xc --json --symmetries": "info",
    "tree tray.xc --json --nodes 30": "tree",
    "estimate tray.xc --json --exact": "estimate",
    "estimate kanoodle --json --walks 2": "estimate",
    "expand tray.xc --to json": "expand --to json",
}


INSIDE = {
    "reason": "a reason",
    "walk": "a walk",
    "rating": "rate",
    "outcome": "count",
    "root": "a node",
    "exact": "the exact numbers",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_standard_output(command: str, run: Callable[[str], tuple[list[Any], list[Any]]]) -> None:
    objects, _ = run(command)
    assert objects
    assert all(is_as_documented(data, COMMANDS[command]) for data in objects)
    for name, data in inside(COMMANDS[command], objects[0]):
        assert is_as_documented(data, name)


def inside(name: str, data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects in an object that have their own line in the document."""
    for solution in filter(None, [data.get("solution"), *data.get("solutions", [])]):
        yield "a solution", solution
        yield "an option of a solution", solution["options"][0]
    yield from (
        (INSIDE[key], value) for key, value in data.items() if key in INSIDE and isinstance(value, dict)
    )
    for mark in data.get("marks", []):
        yield "a mark", mark
        yield "a cell", mark["cells"][0]
    if name == "clues":
        yield "clues --all", {"number": 1, **data["enough"]}
    if name == "tree":
        yield "a node", data["root"]["branches"][0]["node"]
    if name == "estimate":
        for each in (data["count"], data["nodes"], data["seconds"], *data["levels"]):
            yield "an estimate", each


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("solve tray.xc --json --svg a.svg", ["outcome", "picture"]),
        ("solve none.xc --json --svg a.svg", ["outcome", "picture"]),
        ("solve sudoku-4x4 --json --given-lines lines.txt", ["lines"]),
        ("solve wrong.xc --json", ["diagnostic"]),
        ("decode costs.xc --json --from-sat sat.txt", ["outcome"]),
        ("tree tray.xc --json --svg a.svg", ["picture"]),
        ("generate sudoku-4x4 --seed 1 --json --svg a.svg", ["picture"]),
        ("generate none.xc --json", ["end"]),
        ("sample tray.xc --json --seed 1", ["outcome of sample"]),
        ("sample costs.xc --json --best 3", ["outcome of sample"]),
        ("starts tray.xc --pieces 2 --json", ["outcome of starts"]),
        ("diagram tray.xc --json", []),
        ("sample none.xc --json", ["outcome of sample"]),
        ("starts none.xc --pieces 1 --json", ["outcome of starts"]),
        ("heatmap tray.xc --json --time-limit 0", ["outcome"]),
        ("rate sudoku-4x4 --json --time-limit 0", ["end"]),
    ],
)
def test_standard_error(
    command: str, expected: list[str], run: Callable[[str], tuple[list[Any], list[Any]]]
) -> None:
    _, told = run(command)
    assert [name for data in told for name in data] == [name.split()[0] for name in expected]
    for data, name in zip(told, expected, strict=True):
        for value in data.values():
            if name == "end":
                assert isinstance(value, str)
            elif name == "outcome" and not command.startswith("decode"):
                assert is_as_documented(value, "count")
            else:
                assert is_as_documented(value, name)


def test_every_command_with_json_is_documented() -> None:
    context = click.Context(excover)
    with_json = {
        name
        for name in excover.list_commands(context)
        if (command := excover.get_command(context, name))
        for option in command.params
        if option.name == "json"
    }
    assert with_json <= {name.split()[0] for name in OBJECTS}
