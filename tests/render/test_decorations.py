"""Decorations: what belongs to a puzzle is drawn with its givens and with its solutions."""

from __future__ import annotations

from itertools import islice
from xml.etree.ElementTree import fromstring, tostring

import pytest

import excover
from excover.base.css_colors import rgb
from excover.base.diagnostics import SpecError
from excover.base.limits import Limits
from excover.language.syntax.statements.draw import LOOKS
from excover.problem.problem import Problem
from excover.render.chart import chart
from excover.render.html import Facts, gallery
from excover.render.layers import drawing
from excover.render.part_drawings import PartDrawings, PictureTemplate
from excover.render.scene import READABLE, contrast, scenes
from excover.render.svg import INK
from excover.solutions.decode import Solution

GRID = "board grid 4x4 fill grid with 1..4, once per row, column, block 2x2\n"
ALL = """
draw line at ((1, 1), (2, 2), (3, 2)) color "lightblue"
draw thermometer at {(4, 1), (4, 2)}
draw arrow at ((1, 4), (2, 3), (3, 3))
draw cage at {(2, 4), (3, 4), (3, 3)} as "9+"
draw outline at {(1, 2), (1, 3)}
draw wall at {(2, 1), (3, 1)}
draw shade at {(4, 3), (4, 4)}
draw circle at (1, 3)
draw box at {(r, 4) for r in 1..2}
draw dot at {(r, c) for r, c in 2..3} as 7 color "black"
draw text at {(3, 3), (4, 3)} as "X"
"""


def svg(puzzle: str) -> str:
    return excover.parse(puzzle).svg() or ""


def solved(problem: Problem) -> Solution:
    solution = problem.solve()
    assert solution is not None
    return solution


def elements(picture: str) -> list[str]:
    """Every element of a picture but text, which is of marks, too."""
    return [
        f"{each.tag.partition('}')[2]} {sorted(each.attrib.items())}"
        for each in fromstring(picture).iter()
        if not each.tag.endswith(("text", "title"))
    ]


def test_every_look(golden) -> None:  # type: ignore[no-untyped-def]
    assert all(f"draw {look} at" in ALL for look in LOOKS)
    golden("decorations.svg", svg(GRID + ALL).replace("><", ">\n<"))


@pytest.mark.parametrize("look", LOOKS)
def test_each_is_seen_in_the_puzzle_and_in_its_solutions(look: str) -> None:
    (statement,) = (line for line in ALL.splitlines() if line.startswith(f"draw {look} "))
    plain, decorated = excover.parse(GRID), excover.parse(GRID + statement)
    more = set(elements(decorated.svg() or "")) - set(elements(plain.svg() or ""))
    of_solution = set(elements(solved(decorated).svg())) - set(elements(solved(plain).svg()))
    assert more == of_solution != set()


@pytest.mark.parametrize(
    "board",
    [
        "board b hex 3x3",
        "board b triangle 3x4",
        "board b kite 4x12",
        "board b sphere 2x3x3",
        "board b cube 2x3x3",
        "board b square_edges 2x2",
    ],
)
def test_other_lattices_have_them_too(board: str) -> None:
    text = f"{board} option x(p in b) covers b[p] draw shade at {{p for p in b}}"
    problem = excover.parse(f"{text} draw circle at {{p for p in b}}")
    cells = len(problem.description.puzzle.boards[0].cells)
    assert solved(problem).svg().count("<circle") == cells


@pytest.mark.parametrize("board", ["b 2x2", "b square_edges 1x2", "b sphere 1x2x2", "b hex 2x2"])
@pytest.mark.parametrize("look", ["shade", "cage", "outline"])
def test_what_has_no_sides_around_it_is_shaded_and_surrounded_too(board: str, look: str) -> None:
    text = f"board {board} option x(p in b) covers b[p] draw {look} at b color "
    assert 'd=""' not in solved(excover.parse(text + '"plum"')).svg()
    assert '"#dda0dd"' in solved(excover.parse(text + '"plum"')).svg()


@pytest.mark.parametrize("what", ["cage at (2, 2)", "text at (2, 2)", "text at {(2, 2), (2, 3)}"])
def test_long_texts_stay_on_their_cells(what: str) -> None:
    picture = fromstring(svg(GRID + f'draw {what} as "a text of many, many letters"'))
    (text,) = (each for each in picture.iter() if each.text and each.text.startswith("a text"))
    assert float(text.attrib["font-size"]) * 0.6 * len(text.text or "") < 40
    boxes = [each for each in picture.iter() if each.tag.endswith("rect") and "x" in each.attrib]
    assert all(float(each.attrib["width"]) < 40 for each in boxes)


@pytest.mark.parametrize(
    ("written", "shown"), [('(24, "*")', "24*"), ("(7, 10)", "7/10"), ('("a", "b", 1)', "ab1")]
)
def test_a_tuple_is_written_without_blanks(written: str, shown: str) -> None:
    assert shown in [each.text for each in fromstring(svg(GRID + f"draw cage at (2, 2) as {written}")).iter()]


def test_pictures_of_many_solutions_are_the_same() -> None:
    """They are made by a template, and web pages from parts."""
    problem = excover.parse(GRID + ALL)
    [first, second] = islice(problem.solutions(), 2)
    markings = [tuple(marking) for marking in first.markings]
    template = PictureTemplate.of(first.canvases, markings, first.given)
    assert template
    picture = template.picture(range(len(markings)))
    assert picture
    assert picture.svg() == drawing(scenes(first.canvases, markings, first.given)).svg()
    page = gallery([first, second], Facts("", "", [], ""))
    assert 'stroke-dasharray="4 3"' in page


def test_they_lie_above_the_colors_of_pieces_and_below_letters() -> None:
    problem = excover.parse("board b 1x2 shapes p |AA\nplace free p on b draw dot at {(1, 1), (1, 2)}")
    body = [each.split(" ")[0] for each in elements(solved(problem).svg())]
    picture = solved(problem).svg()
    assert body.index("circle") > body.index("path")
    assert picture.index("<circle") > picture.rindex("<path")
    assert picture.index("<circle") < picture.index("<text")


def texts(picture: str) -> list[tuple[str, str]]:
    """Each text with its color, in the order of the picture; not the borders that hide what is below."""
    found = fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
    return [(each.text or "", each.get("fill", "")) for each in found if each.get("stroke") is None]


def test_a_clue_is_seen_on_the_color_of_a_mark() -> None:
    """Shading hides no number, and its letter says no more than its color."""
    board = """
        board b 1x3, may stay empty
        choose shaded(p in b)
        require shaded((1, 1)) and shaded((1, 2)) and not shaded((1, 3))
        draw text at (1, k) as "7" for k in {1, 3}
        draw as "s" color "black"
    """
    assert [text for text, _ in texts(solved(excover.parse(board)).svg())] == ["7", "7", "7"]
    assert texts(solved(excover.parse(board)).svg())[-1] == ("7", "#ffffff")
    without = board.replace('draw text at (1, k) as "7" for k in {1, 3}', "")
    assert texts(solved(excover.parse(without)).svg()) == []
    assert texts(solved(excover.load("instant-insanity")).svg())  # four colors


def test_a_mark_that_is_the_clue_is_drawn_once() -> None:
    """Over the clue, which is gray, so that both are one."""
    puzzle = 'board b 1x2 fill b with 1..2, once per row draw text at (1, 1) as "1" given b(1, 1, 1)'
    assert sorted(text for text, _ in texts(solved(excover.parse(puzzle)).svg())) == ["1", "1", "2"]


def test_the_border_of_a_clue_lies_below_it() -> None:
    """Programs that draw borders above letters, as CairoSVG does, would hide it otherwise."""
    board = 'board b 1x1 draw text at (1, 1) as "7" option s() covers b[1, 1] draw as "s" color "black"'
    drawn = fromstring(solved(excover.parse(board)).svg()).iter("{http://www.w3.org/2000/svg}text")
    assert [each.get("stroke") for each in drawn] == [None, "#000000", None]


@pytest.mark.parametrize("color", ["black", "navy", "gray", "white"])
@pytest.mark.parametrize("look", ["circle", "box"])
def test_letters_on_circles_are_readable(look: str, color: str) -> None:
    """Those of pieces, of clues on areas, and of marks that were given or found."""
    ground = rgb(color) or ""
    piece = "board b 1x2 shapes p |AA\nplace free p on b {}"
    marks = "board b 1x2 fill b with 1..2, once per row given b(1, 1, 1) {}"
    clue = "board b, may stay empty\nlabels n\n  |2 .\nchoose f(p in b) from {{2}} {}"
    clue += " require f(p, v) as areas of v per v"
    for puzzle in (piece, marks, clue):
        statement = f'draw {look} at {{(1, 1), (1, 2)}} color "{color}"'
        solution = solved(excover.parse(puzzle.format(statement)))
        parts = scenes(solution.canvases, solution.markings, solution.given)
        kit = PartDrawings(parts)
        page = "".join(tostring(kit.drawings[part], "unicode") for part in kit.parts_of(parts))
        for picture in (solution.svg(), f'<svg xmlns="http://www.w3.org/2000/svg">{page}</svg>'):
            found = texts(picture)
            assert found
            assert all(contrast(fill or INK, ground) >= READABLE for _, fill in found)
        if "shapes" in puzzle:
            assert page.index(f"<{'rect' if look == 'box' else look} ") < page.index("<text")


def test_terminals_show_long_clues() -> None:
    """In full on broader cells if there is room for these, of longer ones the beginning."""
    text = "board b, may stay empty\nlabels n*\n  | {} .\nchoose s(p in b) require not s(1, 1) and s(1, 2)\n"

    def row(clue: str, columns: int = 80) -> str:
        found = solved(excover.parse(text.format(clue) + 'draw s(p) at p color "black"'))
        return (chart(scenes(found.canvases, found.markings)[0], columns, None) or "").split("\n")[1]

    assert row("1") == "│1 *│"
    assert row("1,2") == "│1 2  * │"
    assert row("1,2,3") == "│1 …  * │"
    assert row("1,2", columns=7) == "│… *│"


def test_terminals_show_the_numbers_of_areas() -> None:
    found = solved(excover.load("fillomino"))
    [scene] = scenes(found.canvases, found.markings, found.given)
    assert set("1245") <= set(chart(scene, 80, None) or "")


def test_terminals_show_walls_outlines_and_shades() -> None:
    text = 'board b 2x2 option x(p in b) covers b[p] draw x(p) at p as "x"\n'

    def shown(more: str) -> str:
        found = solved(excover.parse(text + more))
        return chart(scenes(found.canvases, found.markings)[0], 80, "truecolor") or ""

    assert shown("") == "┌───┐\n│x x│\n│x x│\n└───┘"
    assert shown("draw wall at {(1, 1), (1, 2)}").split("\n")[1:3] == ["│x│x│", "│ ╵ │"]
    assert shown("draw outline at {(1, 1)}").split("\n")[1:3] == ["│x│x│", "├─┘ │"]
    assert "48;2;255;0;0" in shown('draw shade at (2, 2) color "red"')


def test_they_change_no_solution() -> None:
    assert excover.parse(GRID + ALL).count() == excover.parse(GRID).count() == 288


def test_options_and_items_may_have_their_names() -> None:
    problem = excover.parse(
        """
        item a[1..2]
        item dot[1..2] colored
        option line(i in 1..2) covers a[i], dot[i] = i
        draw line(i) at (1, i) as i
        draw dot[i] at (2, i)
        draw line at ((1, 1), (2, 2))
        """
    )
    assert str(solved(problem)) == "12\n12"


def test_without_a_board_they_lie_on_what_options_draw() -> None:
    text = "item a[1..2] option x(i in 1..2) covers a[i] draw x(i) at (1, i) draw dot at {(1, 1), (1, 2)}"
    assert "<circle" in solved(excover.parse(text)).svg()
    with pytest.raises(SpecError, match="has no cell"):
        excover.parse(text + " draw dot at (5, 5)")


def test_their_cells_are_limited() -> None:
    text = GRID + "draw shade at {(r, c) for r, c in 1..4} for i in 1..10"
    assert excover.parse(text, limits=Limits(cells=160))
    with pytest.raises(SpecError, match="a drawing of 160 cells"):
        excover.parse(text, limits=Limits(cells=159))
