"""Names in letters of every script, wherever a name is read, checked or written."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from commands import Run as RunCommand
from hypothesis import given
from hypothesis import strategies as st

import excover
from excover.base.diagnostics import SpecError
from excover.base.names import is_name, name_at, normal
from excover.base.source import Source
from excover.formats.exports.as_dlx import export as lines
from excover.language.syntax.format import format_spec
from excover.language.syntax.grammar import keywords
from excover.language.syntax.parse import parse
from excover.language.syntax.yaml import yaml_of
from excover.problem.problem import compile_source

SHIFTS = """\
puzzle "Schichten"
param größe = 2
enum Tag = Mo, Mí
table 科目
  |名前 時間
  |数学 2
  |美術 1
item Größe[1..größe], दिन[Tag]
option ряд(r in 1..größe, т in Tag) covers Größe[r], दिन[т]
option предмет(k in 科目) where k.時間 = größe covers Größe[k.時間], दिन[Mí]
expect solutions = 3
expect options = 3 when größe = 1
"""


def problem(text: str, name: str = "spec.xc", **settings: object) -> excover.Problem:
    return compile_source(Source(name, text), settings)


def test_a_description_in_several_scripts() -> None:
    made = problem(SHIFTS)
    assert made.count() == 3
    assert {option.family for option in made.matrix.options} == {"ряд", "предмет"}
    assert [str(item) for item in made.matrix.items] == ["Größe[1]", "Größe[2]", "दिन[Mo]", "दिन[Mí]"]
    assert made.given(['предмет(科目["数学"])']).count() == 1
    assert len(problem(SHIFTS, größe=1).matrix.options) == 3


def test_all_forms_have_the_same_names() -> None:
    made = problem(SHIFTS)
    again = problem(yaml_of(parse(Source("spec.xc", SHIFTS))), "spec.yaml")
    assert list(again.matrix.options) == list(made.matrix.options)
    assert format_spec(parse(Source("spec.xc", SHIFTS))) == SHIFTS
    read = compile_source(Source("spec.dlx", "\n".join(lines(made.matrix))))
    assert read.count() == made.count()


def test_letters_composed_of_two_characters_are_the_same_names() -> None:
    apart = unicodedata.normalize("NFD", SHIFTS)
    assert apart != SHIFTS
    made, other = problem(SHIFTS), problem(apart)
    assert list(other.matrix.items) == list(made.matrix.items)
    assert len(other.with_parameters({unicodedata.normalize("NFD", "größe"): 1}).matrix.options) == 3
    cut = made.forbid(unicodedata.normalize("NFD", "ряд(1, Mí)"))
    assert cut.count() == made.forbid("ряд(1, Mí)").count() < made.count()


@pytest.mark.parametrize(
    ("text", "wrong"), [("item a² x", "²"), ("let a = 3 ≤ 4", "≤"), ("item ₂a", "₂"), ("let a = x→y", "→")]
)
def test_signs_end_a_name(text: str, wrong: str) -> None:
    with pytest.raises(SpecError) as refused:
        problem(text)
    assert refused.value.diagnostics[0].code == "E006"
    assert refused.value.diagnostics[0].labels[0].span.text == wrong


@given(st.text(max_size=8))
def test_a_name_is_what_python_takes_for_one(text: str) -> None:
    assert is_name(text) == text.isidentifier()
    assert 0 <= name_at(text, 0) <= len(text)


@given(st.text(st.characters(categories=["L", "M", "Nd"]), min_size=1, max_size=8).map(normal))
def test_every_name_is_declared_and_found(name: str) -> None:
    if is_name(name) and name not in keywords():
        assert problem(f"item {name}[1..2] option x(r in {name}) covers {name}[r]").count() == 1


def test_a_model_has_such_names() -> None:
    model = excover.Model()
    day = model.items("день", [1, 2])
    model.options("работа", день=[1, 2], covers=day[[1, 2]])
    made = model.problem()
    assert made.count() == 1
    assert excover.parse(model.to_xc()).count() == 1
    assert made.arguments["работа"] == ["день"]
    with pytest.raises(SpecError, match="E281"):
        model.items(unicodedata.normalize("NFD", "й"), [1])


def test_a_parameter_has_one_value_however_it_is_spelled(run: RunCommand, tmp_path: Path) -> None:
    text = "param größe = 1 item a[1..größe] option o(r in 1..größe) covers a[r]"
    apart = unicodedata.normalize("NFD", "größe")
    made = problem(text, größe=2)
    assert made.with_parameters({apart: 5}).puzzle.settings == {"größe": 5}
    assert problem(text, **{apart: 2}).with_parameters({}).puzzle.settings == {"größe": 2}
    for settings in ({apart: 5, "größe": 4}, {"größe": 4, apart: 5}):
        with pytest.raises(ValueError, match="größe"):
            excover.parse(text, settings=settings)
        with pytest.raises(ValueError, match="größe"):
            made.with_parameters(settings)
    (tmp_path / "spec.xc").write_text(text)
    asked = run("count", str(tmp_path / "spec.xc"), "-p", f"{apart}=5", "-p", "größe=4")
    assert asked.status == 2
    assert "-p sets `größe` twice" in asked.err


WRONG = (
    "size = 3",
    "board size hexagon 3x3",
    "shapes size hexagon |A",
    "param size = 2\nboard b sizex3\n  |..",
    "board size 2x2\nshapes s |A\nplace free s",
    "board b 2x2\nshapes size |A\nplace free size",
    "board size 2x2 shapes s |A\nplace free s",
    "let a = 3size",
    "board b 3size",
    "item size[1..2] size_a[1..2]\nitem b",
    "item a option o(size in 1..3) where size = 1 or 2 covers a",
    "table t\n  |name size\n  |ab a\nitem a[t] option o(k in t, j in k.size) covers a[k]",
)


@pytest.mark.parametrize("text", WRONG)
def test_help_is_the_same_in_every_script(text: str) -> None:
    def told(name: str) -> str:
        with pytest.raises(SpecError) as caught:
            problem(text.replace("size", name))
        shown = [(each.code, each.message, each.help) for each in caught.value.diagnostics]
        return str(shown).replace(name, "size")

    assert told("size") == told("ändr") == told("мера")


@pytest.mark.parametrize(("name", "offered"), [("²", "row"), ("x²", "x"), ("3 ä", "_3_ä"), ("!", "row")])
def test_a_name_that_is_offered_may_be_one(name: str, offered: str) -> None:
    with pytest.raises(SpecError, match=f'"{offered}"'):
        excover.Model().items(name, [1])
    excover.Model().items(offered, [1])


def test_no_pattern_has_names_of_one_script_only() -> None:
    package = Path(excover.__file__).parent
    assert [path.name for path in package.rglob("*.py") if "[A-Za-z_" in path.read_text()] == []
