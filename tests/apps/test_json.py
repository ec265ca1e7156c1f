"""The objects that commands write with --json are those of the schema, which is made from the types."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any, get_args, is_typeddict

import click
import pytest
from jsonschema import Draft202012Validator

from excover.apps.cli import main
from excover.apps.cli.app import excover
from excover.authors.clue_lines import Rejection
from excover.authors.rate import Level
from excover.authors.unique import Verdict
from excover.authors.why import Extent
from excover.base.diagnostics import Severity
from excover.base.json import VERSION, line, objects, outputs
from excover.base.json.outputs import ANSWERS, Output
from excover.base.json.schema import keys, line_kinds, name, part_kinds, schema, schema_text, tables
from excover.search.outcome import Status, StoppedBy

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "formats.md"
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
EMPTY = "param n = 0 in 0..5\nitem a[1..n]\noption x(k in 1..n) covers a[k]\n"
TWO = """<puzzle version="2"><gridType type="0"/><shapes>
<voxel x="2" y="1" z="1" name="A" type="0">##</voxel><voxel x="2" y="2" z="1" type="0">####</voxel></shapes>
<problems><problem><shapes><shape id="0" count="2"/></shapes><result id="1"/><solutions><solution>
<assembly>0 0 0 0 0 1 0 0</assembly><separation><pieces count="2">0 1</pieces>
<state><dx>0 0</dx><dy>0 1</dy><dz>0 0</dz></state><state><dx>0 0</dx><dy>0 20000</dy><dz>0 0</dz></state>
</separation></solution></solutions></problem></problems></puzzle>
"""
FILES = {
    "tray.xc": TRAY,
    "none.xc": NONE,
    "costs.xc": COSTS,
    "empty.xc": EMPTY,
    "wrong.xc": "item",
    "two.xmpuzzle": TWO,
    "colors.dlx": "a | s\na s:red\na s:1\n",
    "sat.txt": "v 1 -2 0\n",
    "opb.txt": "s OPTIMUM FOUND\nv x1 -x2\n",
    "clue.txt": "....\nT...\nTT..\nT...\n",
    "small.txt": "1234\n34..\n....\n..21\n",
    "lines.txt": "12..34........21\n1234341221434321\n11..............\n123\n",
}

Ran = Callable[[str], tuple[list[Any], list[Any]]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ran:
    """The objects on standard output and on standard error."""
    monkeypatch.chdir(tmp_path)
    for path, text in FILES.items():
        (tmp_path / path).write_text(text)

    def run(command: str) -> tuple[list[Any], list[Any]]:
        main(command.split())
        out, err = capsys.readouterr()
        return list(map(json.loads, out.splitlines())), list(map(json.loads, err.splitlines()))

    return run


def faults(kind: type, data: Any) -> list[str]:
    """What the schema finds wrong with a line of this kind."""
    validator = Draft202012Validator({"$ref": f"#/$defs/{name(kind)}_output", "$defs": schema()["$defs"]})
    return [error.message for error in validator.iter_errors(data)]


COMMANDS = {
    "solve tray.xc --json --limit 2": "`solve`, `decode`",
    "solve costs.xc --json": "`solve`, `decode`",
    "solve colors.dlx --json --all": "`solve`, `decode`",
    "solve sudoku-4x4 --json --given-lines lines.txt --unique": "`solve --given-lines`",
    "rate sudoku-4x4 --json --given-lines lines.txt": "`rate --given-lines`",
    "decode costs.xc --json --from-sat sat.txt": "`solve`, `decode`",
    "count tray.xc --json": "`count`",
    "count tray.xc --json --proof tray.proof": "`count`",
    "count none.xc --json": "`count`",
    "count tray.xc --json --by piece": "`count --by`",
    "run tray.xc --count --journal tray.journal --json": "`run`, `resume`, `status`, `merge`",
    "merge tray.journal --journal merged.journal --json": "`run`, `resume`, `status`, `merge`",
    "verify tray.journal --json": "`verify`",
    "sample tray.xc --json -n 2": "`sample`",
    "sample costs.xc --json --best 2": "`sample`",
    "heatmap tray.xc --json": "`heatmap`",
    "heatmap none.xc --json": "`heatmap`",
    "starts tray.xc --pieces 1 --json": "`starts`",
    "diagram tray.xc --json": "`diagram`",
    "diagram none.xc --json": "`diagram`",
    "check tray.xc wrong.xc costs.xc --json": "`check`",
    "unique tray.xc --json": "`unique`",
    "unique tray.xc --json --node-limit 1": "`unique`",
    "why none.xc --json": "`why`",
    "why tray.xc --json": "`why`",
    "why empty.xc --json": "`why`",
    "disassemble soma --json --limit 1": "`disassemble`, `decode --saved`",
    "decode two.xmpuzzle --saved --json": "`disassemble`, `decode --saved`",
    "clues sudoku --given sudoku-easy --json": "`clues`",
    "clues sudoku-4x4 --given small.txt --json --all": "`clues --all`",
    "clues tray.xc --json": "`rate`, `clues`",
    "rate sudoku --given sudoku-easy --json": "`rate`",
    "rate sudoku --given sudoku-hard --json": "`rate`",
    "rate none.xc --json": "`rate`, `clues`",
    "generate sudoku-4x4 --seed 1 --json --difficulty easy": "`generate`",
    "generate sudoku-4x4 --seed 1 --json": "`generate`",
    "info tray.xc --json --given clue.txt": "`info`",
    "info tray.xc --json --symmetries": "`info`",
    "tree tray.xc --json --nodes 30": "`tree`",
    "tree none.xc --json": "`tree`",
    "estimate tray.xc --json --exact": "`estimate`",
    "estimate kanoodle --json --walks 2": "`estimate`",
    "expand tray.xc --to json": "`expand --to json`",
    "expand costs.xc --to json": "`expand --to json`",
    "expand colors.dlx --to json": "`expand --to json`",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_standard_output(command: str, run: Ran) -> None:
    if "tray.journal" in command and not command.startswith("run"):
        run("run tray.xc --count --journal tray.journal --json")
    objects, reports = run(command)
    assert objects
    for data in objects:
        assert next(iter(data)) == "version"
        assert not faults(ANSWERS[COMMANDS[command]], data)
    assert not [fault for data in reports for fault in Draft202012Validator(schema()).iter_errors(data)]


def test_every_answer_is_tried() -> None:
    assert set(COMMANDS.values()) == set(ANSWERS)


REPORTS = {
    "solve tray.xc --json --svg a.svg": "outcome picture",
    "solve none.xc --json --svg a.svg": "outcome picture",
    "solve sudoku-4x4 --json --given-lines lines.txt": "diagnostic lines",
    "solve wrong.xc --json": "diagnostic",
    "solve missing.xc --json": "diagnostic",
    "decode costs.xc --json --from-sat sat.txt": "outcome",
    "decode costs.xc --json --from-opb opb.txt": "outcome",
    "decode costs.xc --json --from-sat missing.txt": "error",
    "tree tray.xc --json --svg a.svg": "picture",
    "generate sudoku-4x4 --seed 1 --json --svg a.svg": "picture",
    "generate none.xc --json": "end",
    "sample tray.xc --json --seed 1": "outcome",
    "sample costs.xc --json --best 3": "outcome",
    "starts tray.xc --pieces 2 --json": "outcome",
    "diagram tray.xc --json": "",
    "diagram tray.xc --json --save no/such": "error",
    "sample none.xc --json": "outcome",
    "starts none.xc --pieces 1 --json": "outcome",
    "heatmap tray.xc --json --time-limit 0": "outcome",
    "rate sudoku-4x4 --json --time-limit 0": "end",
    "solve tray.xc --json --all --limit 2": "error",
}


@pytest.mark.parametrize("command", REPORTS)
def test_standard_error(command: str, run: Ran) -> None:
    _, reports = run(command)
    expected = [["version", key] for key in REPORTS[command].split()]
    # A busy machine may take so long that progress is reported, too.
    assert [list(data) for data in reports if "progress" not in data] == expected
    for data in reports:
        assert not faults(NOTE_OF[list(data)[1]], data)


NOTE_OF = {key: note for note in outputs.NOTES for key in keys(note)}


def test_every_command_with_json_is_documented() -> None:
    context = click.Context(excover)
    with_json = {
        command.name
        for word in excover.list_commands(context)
        if (command := excover.get_command(context, word))
        for option in command.params
        if option.name == "json"
    }
    assert with_json <= set(re.findall(r"`(\w+)", " ".join(ANSWERS)))


def test_the_schema_is_that_of_the_types() -> None:
    assert json.loads(schema_text()) == schema()
    Draft202012Validator.check_schema(schema())


def test_the_document_has_the_tables(request: pytest.FixtureRequest) -> None:
    text = DOCUMENT.read_text()
    start = text.index("\n\n", text.index("--regenerate tests/apps/test_json.py")) + 2
    end = text.index("\n## ", start)
    if request.config.getoption("regenerate"):
        DOCUMENT.write_text(text[:start] + tables() + text[end:])
    else:
        assert text[start:end] == tables(), (
            "`pytest --regenerate tests/apps/test_json.py` writes the tables anew"
        )


def test_the_schema_refuses_what_is_not_written() -> None:
    walk = {"guesses": 1, "dead_ends": 0, "depth": 1, "solutions": 1}
    right = {"version": 1, "level": "evil", "number": 8.5, "technique": "guesses", "rounds": {}, "walk": walk}
    assert not faults(objects.RatingData, right)
    assert not faults(objects.RatingData, {**right, "walk": None})
    wrong: list[tuple[dict[str, object], str]] = [
        ({"level": "harder"}, "is not one of"),
        ({"number": "8.5"}, "is not of type 'number'"),
        ({"rounds": {"pairs": "2"}}, "is not of type 'integer'"),
        ({"version": 2}, "1 was expected"),
        ({"more": 1}, "Additional properties"),
        ({"walk": {**walk, "more": 1}}, "is not valid under any"),
    ]
    for change, message in wrong:
        assert any(message in fault for fault in faults(objects.RatingData, {**right, **change}))
    for key in right:
        without = {other: value for other, value in right.items() if other != key}
        assert faults(objects.RatingData, without) == [f"{key!r} is a required property"]


ENUMS: list[tuple[object, list[type[Enum]]]] = [
    (objects.StatusText, [Status]),
    (objects.StopText, [StoppedBy]),
    (objects.VerdictText, [Verdict]),
    (keys(objects.RatingData)["level"][0], [Level]),
    (keys(outputs.LineResultData)["status"][0], [Status, Rejection]),
    (get_args(keys(outputs.WhyData)["extent"][0])[0], [Extent]),
    (keys(outputs.DiagnosticData)["severity"][0], [Severity]),
]


@pytest.mark.parametrize(("hint", "enums"), ENUMS)
def test_texts_are_the_values_of_enums(hint: object, enums: list[type[Enum]]) -> None:
    texts = [text for extra in get_args(hint)[1:] for text in extra]
    assert texts == [member.value for enum in enums for member in enum]


def test_all_types_are_used() -> None:
    assert set(get_args(Output)) == set(ANSWERS.values())
    for kinds in (line_kinds(), part_kinds()):
        assert len({name(kind) for kind in kinds}) == len(kinds)
    assert not list(unused())


def unused() -> Iterator[type]:
    """Types that neither are in the schema nor have all their keys in a type that is."""
    used = [keys(kind).keys() for kind in (*line_kinds(), *part_kinds())]
    for module in (objects, outputs, outputs):
        for kind in filter(is_typeddict, vars(module).values()):
            if not any(keys(kind).keys() <= each for each in used):
                yield kind


def test_numbers_that_json_does_not_have_are_refused() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        line({"end": float("nan")})  # type: ignore[typeddict-item]
    assert json.loads(line({"end": "x"})) == {"version": VERSION, "end": "x"}
