"""The colors in which marks are seen: what a description says, and what the palette gives the others."""

from __future__ import annotations

import re
from math import dist
from pathlib import Path

import pytest

import excover
from excover.apps.cli import main
from excover.base.css_colors import names
from excover.matrix.compiled import Canvas
from excover.render.chart import Depth, chart
from excover.render.scene import NEAR, PALETTE, contrast, fills, ink_on, oklab, scenes
from excover.render.views import View

TRAY = """
board tray 2x4
shapes piece
  |AAA BB C
  |       CC
place free piece on tray
"""
COLORED = TRAY + 'draw as "A" color "navy" draw as p color "#FC0" for p in {"B", "Z"}'
NAVY, GOLD = "#000080", "#ffcc00"

MARKS = """
item cell[1..2, 1..2]
option put(r, c in 1..2, v in 1..2) where (r + c + v) mod 2 = 0 covers cell[r, c]
draw put(r, c, v) at (r, c) as v color "navy" if v = 1 else "white"
"""


def drawn(solution: excover.Solution | None, view: View = "layers") -> str:
    assert solution
    return solution.svg(view)


@pytest.mark.parametrize("view", ["layers", "isometric", "lifted"])
def test_pictures_have_the_chosen_colors(view: View) -> None:
    svg = drawn(excover.parse(COLORED).solve(), view)
    assert NAVY in svg
    assert GOLD in svg


def test_letters_are_written_so_that_they_can_be_read() -> None:
    svg = drawn(excover.parse(COLORED).solve())
    assert re.search(r'fill="#ffffff"[^>]*>A<', svg)
    assert re.search(r'font-size="23">B<', svg)


def test_marks_fill_their_cells() -> None:
    svg = drawn(excover.parse(MARKS).solve())
    assert f'fill="{NAVY}"' in svg
    assert re.search(r'fill="#ffffff"[^>]*>1<', svg)
    assert 'fill="#ffffff">2<' not in svg


def test_a_fill_chooses_its_values_by_a_condition() -> None:
    text = "param k = 0\nboard b 2x2\nfill b with 0..1 if k > 0 else 1..3, once per row, column"
    assert [excover.parse(text, {"k": k}).count() for k in (0, 1)] == [18, 2]


def test_marks_on_boards_keep_the_thick_lines() -> None:
    plain = "board b 4x4\nfill b with 1..4, once per row, column, block 2x2\n"
    colored = plain + 'draw as v color "gold" for v in 1..4'
    assert drawn(excover.parse(colored).solve()).count('stroke-width="3"') == 2


def test_a_given_piece_has_its_letter_on_white() -> None:
    svg = drawn(excover.parse(COLORED + "\ngiven\n  |AAA.\n  |....").solve())
    assert "circle" in svg
    assert not re.search(r'fill="#ffffff"[^>]*>A<', svg)


@pytest.mark.parametrize(
    ("depth", "said", "code"),
    [("truecolor", "#000080", "48;2;0;0;128"), ("256", "#010185", "48;5;18"), ("standard", "#810101", "41")],
)
def test_terminals_show_the_nearest_color(depth: Depth, said: str, code: str) -> None:
    solution = excover.parse(f'{TRAY} draw as "A" color "{said}"').solve()
    assert solution
    [scene] = scenes(solution.canvases, solution.markings)
    text = chart(scene, 80, depth)
    assert text
    assert re.search(rf"\x1b\[[0-9;]*\b{code}m *A", text)
    assert "\x1b" not in (chart(scene, 80, None) or "\x1b")


def test_marks_on_a_terminal_have_no_color_between_two() -> None:
    solution = excover.parse(MARKS).solve()
    assert solution
    [scene] = scenes(solution.canvases, solution.markings)
    text = chart(scene, 80, "truecolor")
    assert text
    assert re.search(r"48;2;0;0;128m1\x1b\[0m \x1b", text)


def test_no_color(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "tray.xc"
    file.write_text(COLORED)
    main(["solve", str(file), "--color", "never"])
    assert "\x1b" not in capsys.readouterr().out
    monkeypatch.setenv("COLORTERM", "truecolor")
    main(["solve", str(file), "--color", "always"])
    assert "48;2;255;204;0" in capsys.readouterr().out


def test_cut_out_pieces_have_them_too(tmp_path: Path) -> None:
    file, sheet = tmp_path / "tray.xc", tmp_path / "sheet.svg"
    file.write_text(COLORED)
    main(["pieces", str(file), "--svg", str(sheet)])
    assert NAVY in sheet.read_text()


def test_the_page_has_them(tmp_path: Path) -> None:
    file, page = tmp_path / "tray.xc", tmp_path / "page.html"
    file.write_text(COLORED)
    main(["solve", str(file), "--all", "--html", str(page)])
    assert f'fill="{GOLD}"' in page.read_text()


def test_one_color_on_all_boards() -> None:
    two = excover.parse(
        "board left 1x3 board right 1x3\nshapes rod\n  |AA B CCC\n"
        'place fixed rod on left where piece != "C" place fixed rod on right\ndraw as "C" color "navy"'
    ).solve()
    assert two
    left, right = scenes(two.canvases, two.markings)
    assert left.fills == right.fills
    assert left.fills["C"] == NAVY


def test_the_palette_avoids_chosen_colors() -> None:
    marks = tuple("ABCDEFGHIJKLMNOP")
    said = {"A": "#1adcae", "B": "#3191e6"}
    found = fills([Canvas("", (1, 1, 1), (1, 1, 1), frozenset(), marks=marks, colors=said)])
    assert found.items() >= said.items()
    rest = [found[mark] for mark in marks[2:]]
    assert len(set(rest)) == 14
    assert all(dist(oklab(fill), oklab(color)) >= NEAR for fill in rest for color in said.values())


def test_where_all_is_taken_the_palette_comes_again() -> None:
    said = {str(number): fill for number, fill in enumerate(PALETTE)}
    found = fills([Canvas("", (1, 1, 1), (1, 1, 1), frozenset(), marks=("x",), colors=said)])
    assert found["x"] == PALETTE[0]


def test_text_can_be_read_on_every_color() -> None:
    assert all(contrast(ink_on(color), color) >= 4.5 for color in (*names().values(), *PALETTE, "#777777"))


def test_colors_change_nothing_but_what_is_seen() -> None:
    plain, colored = excover.parse(TRAY), excover.parse(COLORED)
    assert [*map(str, plain.solutions())] == [*map(str, colored.solutions())]
    assert plain.matrix.options == colored.matrix.options
    assert plain.matrix.entries == colored.matrix.entries
    assert plain.count(up_to_symmetry=True) == colored.count(up_to_symmetry=True)


def test_the_core_form_keeps_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in (COLORED, MARKS):
        file = tmp_path / "spec.xc"
        file.write_text(text)
        main(["expand", str(file), "--to", "text"])
        again = excover.parse(capsys.readouterr().out)
        assert again.full.canvases[0].colors == excover.parse(text).full.canvases[0].colors


def test_several_boards_have_no_letters_in_the_core_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "spec.xc"
    file.write_text(
        TRAY + 'board lid 1x1\nplace free piece on lid covering at least 1\ndraw as "A" color "red"'
    )
    main(["expand", str(file), "--to", "text"])
    core = capsys.readouterr().out
    assert "draw as" not in core
    excover.parse(core)


def test_color_is_still_a_name() -> None:
    """The word is one only where it follows what is drawn."""
    spec = excover.parse(
        "param color = 2\nboard b color by color\nfill b with 1..color, once per row, column\n"
        'draw as color color "red" if color = 2 else "blue"'
    )
    assert spec.full.canvases[0].colors == {"2": "#ff0000"}
    assert spec.count() == 2
