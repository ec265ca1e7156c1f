"""Tables from CSV: what an engineer's file says comes in unchanged, or is refused with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import excover
from excover.base.diagnostics import SpecError
from excover.language.expressions.scope import TableValue
from excover.problem.problem import Problem

SPEC = 'table T from "t.csv"\nitem a\noption x() covers a\n'


def load(folder: Path, content: str | bytes, spec: str = SPEC) -> Problem:
    (folder / "spec.xc").write_text(spec)
    (folder / "t.csv").write_bytes(content.encode() if isinstance(content, str) else content)
    return excover.load(folder / "spec.xc")


def records(folder: Path, content: str | bytes) -> list[dict[str, Any]]:
    table = load(folder, content).puzzle.scope["T"]
    assert isinstance(table, TableValue)
    return [
        {
            name: [*value] if isinstance(value, excover.OrderedSet) else value
            for name, value in r.fields.items()
        }
        for r in table.records.values()
    ]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("a,b\n1,x\n", [{"a": 1, "b": "x"}]),
        ("a;b\r\n1;x,y\r\n", [{"a": 1, "b": "x,y"}]),
        ("a\tb\n1\tx y\n", [{"a": 1, "b": "x y"}]),
        ("\ufeffa,b\n\n1,x\n\n", [{"a": 1, "b": "x"}]),
        ("sep=;\na\n1\n", [{"a": 1}]),
        ('a,b\n1," x;,""y"" "\n', [{"a": 1, "b": ' x;,"y" '}]),
        (
            'a,b\n"1","two\nlines, ""quoted"""\n2,x\n',
            [{"a": 1, "b": 'two\nlines, "quoted"'}, {"a": 2, "b": "x"}],
        ),
        ('a,b\n1,5" pipe\n', [{"a": 1, "b": '5" pipe'}]),
        ("a , b\n 1 , x \n", [{"a": 1, "b": "x"}]),
        ('"Shift length (h)";kg/m\n1;2\n', [{"Shift_length_h": 1, "kg_m": 2}]),
        ("_a,b_\n1,2\n", [{"_a": 1, "b_": 2}]),
        ("a,b\n007,1\n7,2\n", [{"a": "007", "b": 1}, {"a": "7", "b": 2}]),
        ("a,b\n+7,1\n-0,2\n", [{"a": "+7", "b": 1}, {"a": "-0", "b": 2}]),
        ("a\n9223372036854775807\n-9223372036854775808\n", [{"a": 2**63 - 1}, {"a": -(2**63)}]),
        ("a\n9223372036854775808\n1\n", [{"a": "9223372036854775808"}, {"a": "1"}]),
        ("a,b\n3,x\n3.5,y\n", [{"a": "3", "b": "x"}, {"a": "3.5", "b": "y"}]),
        ("a;b\n3,5;x\n", [{"a": "3,5", "b": "x"}]),
        ("a,b\n1,\n2,3\n", [{"a": 1, "b": ""}, {"a": 2, "b": 3}]),
        (
            'a,who*\n1,"night shift,day"\n2,Ada\n',
            [{"a": 1, "who": ["night shift", "day"]}, {"a": 2, "who": ["Ada"]}],
        ),
        ("a;who *\n1;3, 4\n2;\n", [{"a": 1, "who": [3, 4]}, {"a": 2, "who": []}]),
        ("a,who*\n1,x;y z\n", [{"a": 1, "who": ["x", "y z"]}]),
    ],
)
def test_what_comes_in(tmp_path: Path, content: str, expected: list[dict[str, Any]]) -> None:
    assert records(tmp_path, content) == expected


@pytest.mark.parametrize(
    ("content", "code", "line", "said"),
    [
        ("a,b;c\n1,2;3\n", "E258", 1, "the header has `,` and `;`"),
        ('a,b\n1,x\n2,"y\n3,z\n', "E258", 3, "not closed"),
        ('a,b\n1,"x" y\n', "E258", 2, "text after the closing quote"),
        ("a,b\n\n1,x\n2\n", "E246", 4, "a line of 1 field"),
        ('a,b\n1,"two\nlines"\n2\n', "E246", 4, "a line of 1 field"),
        ("a;;b\n1;2;3\n", "E245", 1, "column 2 has no name"),
        ("a b;a-b\n1;2\n", "E245", 1, "`a_b` cannot be"),
        ("2nd\n1\n", "E245", 1, "`2nd` cannot be"),
        ("größe m²\n1 2\n", "E245", 1, "`größe_m²` cannot be"),
        ("", "E244", 1, "no header"),
    ],
)
def test_what_is_refused(tmp_path: Path, content: str, code: str, line: int, said: str) -> None:
    with pytest.raises(SpecError) as refused:
        load(tmp_path, content)
    (fault,) = refused.value.diagnostics
    assert (fault.code, fault.labels[0].span.line) == (code, line)
    assert said in fault.message
    assert fault.help


def test_a_decimal_is_pointed_at(tmp_path: Path) -> None:
    (told,) = load(tmp_path, "a,b\n1,3\n2,3.5\n").warnings
    assert (told.code, told.labels[0].span.source.name, told.labels[0].span.line) == ("W208", "t.csv", 3)


JOBS = 'table T from "t.csv"\nitem job[T.name]\n'


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("name,hours\nsaw,3\nmill,1O\nweld,4\n", (3, 6)),
        ('name;hours\n"saw; ""big""" ; 1O\nmill;3\n', (2, 18)),
        ("name,hours,more\nsaw,1O,1O\nmill,2,3\n", (2, 5)),
        ('name,hours*\n\nsaw,"1,1O"\nweld,2\n', (3, 6)),
        ('name,hours\n"saw, then\nmill",1O\nweld,2\n', (2, 1)),  # a row of two lines: where it begins
    ],
)
@pytest.mark.parametrize(
    "used",
    [
        "item load in units\noption do(t in T) covers job[t.name], load by HOURS",
        "def twice(x) = x + x\noption do(t in T) covers job[t.name] cost twice(HOURS)\nminimize",
        "option do(t in T) covers job[t.name] cost HOURS\nminimize",
        "option do(t in T) where HOURS > 2 covers job[t.name]",
        "option do(t in T) where 2 > sum({HOURS for t in T}) covers job[t.name]",
    ],
)
def test_a_wrong_number_is_shown_in_its_file(
    tmp_path: Path, content: str, place: tuple[int, int], used: str
) -> None:
    hours = "max(t.hours)" if "*" in content else "t.hours"
    with pytest.raises(SpecError) as refused:
        load(tmp_path, content, JOBS + used.replace("HOURS", hours))
    (fault,) = refused.value.diagnostics
    assert fault.code in ("E108", "E109")
    ((span, text, _),) = [label.parts for label in fault.labels if not label.primary]
    assert (span.source.name, span.line, span.column) == ("t.csv", *place)
    assert span.text in ("1O", "1,1O", '"saw, then')
    assert text == "it comes from the column `T.hours`"


def test_of_equal_wrong_numbers_that_of_the_bound_record_is_shown(tmp_path: Path) -> None:
    used = 'option do(t in T) where t.name != "a" and t.hours > 2 covers job[t.name]'
    with pytest.raises(SpecError) as refused:
        load(tmp_path, "name,hours\na,ten\nb,3\nc,ten\n", JOBS + used)
    (fault,) = refused.value.diagnostics
    assert [label.span.line for label in fault.labels if not label.primary] == [4]


@pytest.mark.parametrize(("content", "index"), [("a\n7\n7\n", "7"), ("a\n7\n7\n", "2"), ("a\nx\nx\n", '"x"')])
def test_a_table_without_keys_says_so(tmp_path: Path, content: str, index: str) -> None:
    with pytest.raises(SpecError, match=r"error\[E118\]"):
        load(tmp_path, content, f"{SPEC}let r = T[{index}].a\n")


@pytest.mark.slow
def test_a_large_table_is_read_whole(tmp_path: Path) -> None:
    """Of more characters than a text may have, and of more words."""
    rows = 120_000
    content = "name,next\n" + "".join(f"n{n},n{n + 1}\n" for n in range(rows))
    assert len(content) > excover.Limits().source
    table = load(tmp_path, content).puzzle.scope["T"]
    assert isinstance(table, TableValue)
    assert len(table.records) == rows
    assert table.records[f"n{rows - 1}"].fields["next"] == f"n{rows}"


PEOPLE = "table people\n  | name | skill | also*\n  | Ada | wood | wood, wiring\n"


@pytest.mark.parametrize(
    ("rows", "condition", "found"),
    [
        ("  | Ben | wiring | wod\n", '"wood" in p.also', []),
        ("  | Ben | wiring | wood\n", '"wod" in p.also', []),  # too short to be sure
        ("  | Ben | wiring | wood\n", '"wirng" in p.also', [("W814", "wirng")]),
        ("  | Ben | wiring | wood\n", 'p.skill = "Wood"', [("W814", "Wood")]),
        ("  | Ben | wiring | wood\n", 'p.skill in {"wiring", "Wood"}', [("W814", "Wood")]),
        ("  | Ben | wirng | wood\n", 'p.skill in {"wiring"}', [("W814", "wiring")]),
        (
            "  | Ben | wirng | wood\n",
            "any(q.also = p.also and p.skill in q.also for q in people)",
            [("W814", "wirng")],
        ),
        ("  | Ben | wirng | wood\n", "any(p.skill = s for s in skills)", [("W814", "wirng")]),
        ("  | Hanna | wood | wood\n  | Anna | wood | wood\n", 'p.name = "Hanna"', []),
        ("  | Hanna | wood | wood\n  | Anna | wood | wood\n", 'p.name != "Hannah"', [("W814", "Hannah")]),
        (
            "  | Ben | shift_a | shift_a\n  | Cid | shift_b | wood\n",
            "any(p.skill in q.also for q in people)",
            [],
        ),
        ("  | Ben | wirng | wood\n", "p.skill = p.skill", []),
        (
            "  | Ben | wood | wood\n",
            'p.skill = "Wood" or any(p = "Wod" for p in skills)',
            [],
        ),  # two meanings of `p`
    ],
)
def test_a_text_that_is_probably_misspelled_is_shown(
    rows: str, condition: str, found: list[tuple[str, str]]
) -> None:
    text = f'{PEOPLE}{rows}let skills = {{"wood", "wiring"}}\nitem a\noption x() covers a\n'
    text += f"optional option y(p in people) where {condition} or 1 = 1 covers a\n"
    warnings = [each for each in excover.parse(text).warnings if each.code in ("W813", "W814")]
    assert [(each.code, each.labels[0].span.text.strip('"')) for each in warnings] == found


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        (["wood", "wiring", "wod"], ["wod"]),
        (["wood", "wiring", "-", "?", "7"], []),
        (["wood", "oak", "beech"], []),  # a column of texts of which one is also a symbol
        (["wood", "wiring, wod"], ["wod"]),
    ],
)
def test_a_text_among_symbols_is_shown(fields: list[str], found: list[str]) -> None:
    rows = "".join(f"  | {number} | {field}\n" for number, field in enumerate(fields))
    text = f"enum Skill = wood, wiring\ntable T\n  | n | skill*\n{rows}item a option x() covers a\n"
    warnings = [each for each in excover.parse(text).warnings if each.code == "W813"]
    assert [each.labels[0].span.text for each in warnings] == found


def test_records_from_a_program_are_compared_with_symbols_too() -> None:
    text = "enum Skill = wood, wiring\ntable T\n  | skill\n  | wood\nitem a option x() covers a\n"
    (warning,) = excover.parse(text, tables={"T": [{"skill": "wood"}, {"skill": "wod"}]}).warnings
    assert (warning.code, warning.labels[0].span.text) == ("W813", "T")
