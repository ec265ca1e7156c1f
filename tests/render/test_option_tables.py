"""Solutions of descriptions that draw nothing are tables, in pictures, in notebooks and on terminals."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

import excover
from excover.apps.cli import main
from excover.base.names import OptionName
from excover.render.views import table_picture, tables
from excover.solutions.decode import Solution

TIMETABLE = """\
hold  hall       attic
1     algebra    ethics
2     botany     fugues
3     chemistry  drama"""


def only_solution(name: str) -> Solution:
    found = excover.load(name).solve()
    assert found is not None
    return found


def lines(*options: OptionName) -> list[str]:
    return [line for table in tables(options) for line in table.lines()]


def test_who_is_where_and_when() -> None:
    assert lines(*only_solution("timetable").options) == TIMETABLE.split("\n")


def test_what_is_not_crossed_has_a_row_for_each_option() -> None:
    assert lines(*only_solution("australia").options)[:3] == ["paint", "WA   red", "NT   green"]
    triples = lines(*only_solution("steiner").options)  # three numbers of one kind: none is a row
    assert triples[:2] == ["triple", "1  2  3"]


def test_two_options_never_share_a_cell() -> None:
    shared = [("ada", 1, "hall"), ("ben", 1, "hall"), ("cem", 2, "attic"), ("dot", 2, "attic")]
    assert len(lines(*(OptionName("hold", each) for each in shared))) == 5


def test_names_without_arguments_are_one_table() -> None:
    assert lines(*only_solution("knuth-7x6").options) == ["a", "d", "e"]


def test_rows_are_in_order_where_values_have_one() -> None:
    late, early = date(2026, 3, 9), date(2026, 3, 2)
    held = [("ada", late, "hall"), ("ben", late, "attic"), ("cem", early, "hall"), ("dot", early, "attic")]
    (table,) = tables([OptionName("hold", each) for each in held])
    assert (table.heads, [row[1:] for row in table.rows]) == (
        ("hall", "attic"),
        [("cem", "dot"), ("ada", "ben")],
    )


def test_a_row_is_a_line_whatever_its_texts_have() -> None:
    names = ("two\nlines", "tab\there", "plain")
    assert lines(*(OptionName("sit", (name, seat)) for seat, name in enumerate(names))) == [
        "sit",
        "two\\x0alines  0",
        "tab\\x09here   1",
        "plain         2",
    ]


def test_the_picture_has_each_text_inside_its_cell() -> None:
    picture = table_picture(only_solution("timetable").options)
    texts = [each for each in fromstring(picture.svg()).iter() if each.tag.endswith("}text")]
    assert [each.text for each in texts] == TIMETABLE.split()
    assert len({(each.get("x"), each.get("y")) for each in texts}) == 12
    assert all(0 < float(each.get("x", 0)) < picture.width for each in texts)
    assert [each.text for each in texts if each.get("font-weight")] == [
        "hold",
        "hall",
        "attic",
        "1",
        "2",
        "3",
    ]


def test_a_text_is_no_markup() -> None:
    assert "<b>" not in table_picture([OptionName("say", ("<b>&",))]).svg()


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.svg"
    assert main(["solve", "timetable", "--svg", str(file)]) == 0
    assert capsys.readouterr().out.startswith('hold(lectures["algebra"], 1, "hall"), ')
    assert "chemistry" in file.read_text()
    assert main(["solve", "timetable", "--color", "always"]) == 0
    assert capsys.readouterr().out.rstrip() == TIMETABLE
