"""Lines from cell to cell, and texts beside the board, in pictures and on terminals."""

from __future__ import annotations

import re
from itertools import islice
from xml.etree.ElementTree import fromstring, tostring

import pytest

import excover
from excover.base.diagnostics import SpecError
from excover.matrix.compiled import RimText
from excover.problem.problem import Problem
from excover.render.chart import chart
from excover.render.decorations import beside
from excover.render.layers import drawing
from excover.render.part_drawings import PartDrawings, PictureTemplate
from excover.render.scene import scenes
from excover.render.views import solution_pictures
from excover.solutions.decode import Solution

LOOP = """
board b 2x3, may stay empty
let steps = {(p, q) for p in b, q in beside(p) where p < q}
choose line((p, q) in steps)
require count(line(s) for s in steps where p in {s[1], s[2]}) = 2 for p in b
require line(p, q) joining {p, q} as one loop
draw line(p, q) joining {p, q}
"""
GRID = "board grid 2x2 fill grid with 1..2, once per row, column\n"


def solved(problem: Problem) -> Solution:
    solution = problem.solve()
    assert solution is not None
    return solution


def elements(picture: str, tag: str) -> list[dict[str, str]]:
    return [each.attrib for each in fromstring(picture).iter() if each.tag.endswith(f"}}{tag}")]


def words(picture: str) -> dict[str, tuple[float, float]]:
    """The middles of the texts of a picture."""
    found = (each for each in fromstring(picture).iter() if each.tag.endswith("}text"))
    return {each.text or "": (float(each.attrib["x"]), float(each.attrib["y"])) for each in found}


def charted(solution: Solution) -> str | None:
    [scene] = scenes(solution.canvases, solution.markings, solution.given)
    return chart(scene, 80, None)


CLUES = """
board grid 2x2, may stay empty
  labels clue
  | 1 .
  | . .
choose digit(p in grid) from 1..2
require digit(p) = clue[p] for p in clue
require digit(p) != digit(q) for p in grid, q in beside(p)
"""


def test_digits_of_the_puzzle_differ_from_those_that_were_found() -> None:
    solution = solved(excover.parse(CLUES))
    inks = [(each.get("fill"), each.get("x")) for each in elements(solution.svg(), "text")]
    assert [fill for fill, _ in inks] == [None, "#1f4e9e", "#1f4e9e", "#1f4e9e"]
    [scene] = scenes(solution.canvases, solution.markings, solution.given)
    colored = chart(scene, 80, "truecolor") or ""
    found = "\x1b[38;2;49;144;230m"
    assert colored.split("\n")[1:3] == [f"│1 {found}2\x1b[0m│", f"│{found}2\x1b[0m {found}1\x1b[0m│"]


def test_a_loop_is_a_line_through_the_middles_of_its_cells() -> None:
    solution = solved(excover.parse(LOOP))
    [line] = [each for each in elements(solution.svg(), "path") if each.get("stroke") == "#1f4e9e"]
    assert sorted(line["d"].split("M")[1:]) == [
        "100 20V60", "20 20H60", "20 20V60", "20 60H60", "60 20H100", "60 60H100"
    ]  # fmt: skip
    assert not words(solution.svg())
    assert charted(solution) == "┌─────┐\n│┏━━━┓│\n│┗━━━┛│\n└─────┘"


def test_its_drawing_is_read_back() -> None:
    problem = excover.parse(LOOP)
    text = str(solved(problem))
    assert text == ">+v   >   v\n  >   >   ."
    assert str(solved(problem.given(text))) == text


def test_given_lines_are_broader() -> None:
    [narrow, broad] = elements(solved(excover.parse(LOOP).given(".>.\n...")).svg(), "path")[-2:]
    assert float(narrow["stroke-width"]) < float(broad["stroke-width"])
    assert broad["d"] == "M60 20H100"


def test_pictures_of_many_solutions_are_the_same() -> None:
    """They are made by a template, in which lines share cells with other lines and with marks."""
    free = LOOP.replace("= 2 for", "< 3 for").replace("require line(p, q) joining {p, q} as one loop", "")
    problem = excover.parse(free + "choose dark(p in b)\ndraw text at (1, 2) as 5\ndraw circle at (1, 2)")
    for solution in islice(problem.solutions(), 50, 60):
        markings = [tuple(marking) for marking in solution.markings]
        template = PictureTemplate.of(solution.canvases, markings, solution.given)
        assert template
        picture = template.picture(range(len(markings)))
        assert picture
        assert picture.svg() == drawing(scenes(solution.canvases, markings, solution.given)).svg()


def test_circles_lie_below_lines_unless_they_have_numbers() -> None:
    picture = solved(excover.parse(LOOP + "draw circle at {(1, 1), (1, 2)} draw text at (1, 2) as 4")).svg()
    assert picture.index("<circle") < picture.index("#1f4e9e") < picture.index(">4</text>")
    node = solved(excover.parse(LOOP + "draw circle at (1, 2) draw text at (1, 2) as 4")).svg()
    assert node.index("#1f4e9e") < node.index("<circle") < node.index(">4</text>")


def test_several_lines_are_beside_each_other() -> None:
    text = """
        board b 1x3, may stay empty
        item joined
        option bridge(k in {2}) covers joined
        draw bridge(k) joining {(1, 3), (1, 1)} as k
    """
    solution = solved(excover.parse(text))
    assert str(solution).split() == [">>2", ".", "."]
    assert charted(solution) == "┌─────┐\n│╺═══╸│\n└─────┘"
    assert list(beside((0, 0), (9, 0), 2, 4)) == [[(0, -2), (9, -2)], [(0, 2), (9, 2)]]
    assert "M20 16.8H100M20 23.2H100" in solution.svg()


@pytest.mark.parametrize(
    ("drawn", "code"),
    [
        ("joining p", "E826"),
        ("joining {p}", "E826"),
        ("joining {p, q} as 4", "E363"),
        ('joining {p, q} as "x"', "E363"),
        ("joining {p, (3, 1)}", "E305"),
    ],
)
def test_what_is_no_line(drawn: str, code: str) -> None:
    with pytest.raises(SpecError) as wrong:
        excover.parse(LOOP.replace("draw line(p, q) joining {p, q}", f"draw line(p, q) {drawn}"))
    assert wrong.value.diagnostics[0].code == code


def test_nothing_else_has_the_mark_of_a_line() -> None:
    with pytest.raises(SpecError) as wrong:
        excover.parse(LOOP + 'choose x(p in b) draw x(p) at p as "v"')
    assert wrong.value.diagnostics[0].code == "E364"


def test_labels_beside_a_board_are_drawn_there() -> None:
    text = """
        board grid 2x2
          labels west* left
          | 7 8
          | 9
          labels north above
          | 4 .
          labels south below
          | . 5
          labels east right
          | .
          | 6
        fill grid with 1..2, once per row, column
    """
    solution = solved(excover.parse(text))
    [canvas] = solution.canvases
    assert set(canvas.beside) == {
        RimText(0, -2, "7"), RimText(0, -1, "8"), RimText(1, -1, "9"),
        RimText(-1, 0, "4"), RimText(2, 1, "5"), RimText(1, 2, "6"),
    }  # fmt: skip
    at = words(solution.svg())
    assert at["7"] < at["8"] < (0, 0) < (80, 0) < at["6"]
    assert at["4"][1] < 0
    assert at["5"][1] > 80
    assert at["8"][0] == at["9"][0]
    drawn = charted(solution)
    assert drawn == "     4\n    ┌───┐\n7 8 │1 2│\n  9 │2 1│ 6\n    └───┘\n       5"
    width, height = (float(elements(solution.svg(), "svg")[0][side]) for side in ("width", "height"))
    assert width >= 80 + 3 * 28
    assert height >= 80 + 2 * 28


def test_labels_at_corners_are_drawn_there() -> None:
    """Above what fills the cells, and with room for those on the rim."""
    text = """
        board grid 2x2, may stay empty
          labels clue corners
          | 0 . .
          | . 12 .
          | . 3 .
        choose slant(p in grid) from {"/", "\\"}
        require slant(p) = "/" for p in grid
        require clue[1, 1] + clue[2, 2] + clue[3, 2] = 15
    """
    solution = solved(excover.parse(text))
    at = words(solution.svg())
    assert (at["0"][0], at["12"][0], at["3"][0]) == (0, 40, 40)
    assert at["0"][1] < at["12"][1] - 30 < at["3"][1] - 70
    circles = [
        {each: float(circle[each]) for each in ("cx", "cy", "r")}
        for circle in elements(solution.svg(), "circle")
    ]
    assert [(each["cx"], each["cy"]) for each in circles] == [(0, 0), (40, 40), (40, 80)]
    width = float(elements(solution.svg(), "svg")[0]["width"])
    assert width >= 80 + 2 * circles[0]["r"]
    drawn = charted(solution)
    assert drawn == "0───┐\n│/ /│\n│/ /│\n└─3─┘"


def test_labels_that_only_options_draw_are_in_the_picture_of_the_puzzle() -> None:
    text = """
        board field 1x2
          labels number
          | 7 8
          labels other
          | . 9
        option keep(p in field) covers field[p]
        draw keep(p) at p as number[p]
        require other[1, 2] > 0
    """
    problem = excover.parse(text)
    assert words(problem.svg()).keys() == {"7·", "89"}
    assert words(solved(problem).svg()).keys() == {"7", "8"}


@pytest.mark.parametrize(
    ("drawn", "shown"),
    [
        ('choose f(p in b) draw f(p) at p as "x" draw as "x" color "black"', {"1 2", "3"}),
        ('choose f(p in b) draw f(p) at p as "q"', set()),
        ("lines line on b", {"1 2", "3"}),
    ],
)
def test_labels_stay_where_a_solution_has_shades_and_lines_alone(drawn: str, shown: set[str]) -> None:
    """Several numbers in a cell are no fraction."""
    text = f"board b 2x2, may stay empty\nlabels n*\n  | 1,2 .\n  | . 3\n{drawn}\nrequire len(n[2, 2]) = 1"
    solution = solved(excover.parse(text))
    assert {text for text in words(solution.svg()) if text not in "xq"} == shown


def test_boards_of_a_sheet_are_in_line() -> None:
    """Whatever stands beside each: all have the room that the largest of them needs."""
    places = ["(1, 0) as 12", "(0, 2) as 3", "(2, 3) as 4", "(3, 1) as 5"]
    shown = [solved(excover.parse(f"{GRID}draw text at {place}")) for place in places]
    pictures = solution_pictures([*shown, solved(excover.parse(GRID))])
    assert len({(each.width, each.height) for each in pictures}) == 1
    moves = {group.get("transform") for each in pictures for group in each.body[0].iter("g")}
    assert len(moves - {"translate(0 0)"}) == 1
    assert len({each.picture().width for each in shown}) > 1


def test_texts_may_stand_beside_a_board() -> None:
    solution = solved(excover.parse(GRID + 'draw text at (0, 3) as (9, "↙")'))
    assert solution.canvases[0].beside == (RimText(-1, 2, "9↙"),)
    x, y = words(solution.svg())["9↙"]
    assert x > 80
    assert y < 0
    with pytest.raises(SpecError) as wrong:
        excover.parse(GRID + "draw text at (12, 1) as 3")
    assert wrong.value.diagnostics[0].code == "E305"
    with pytest.raises(SpecError):
        excover.parse(GRID + "draw circle at (0, 1)")


def test_the_number_in_a_piece_is_shown_in_place_of_its_letter() -> None:
    text = "board b 1x4\nshapes s\n  |AA BB\nplace fixed s on b\ndraw text at (1, 2) as 7"
    solution = solved(excover.parse(text))
    assert sorted(words(solution.svg())) == ["7", "B"]


def test_only_chessmen_stand_on_a_chessboard() -> None:
    text = """
        item row[1..4], column[1..4]
        option put(r, c in 1..4) covers row[r], column[c]
        draw put(r, c) at (r, c) as "{}"
    """
    assert "#cbb692" in solved(excover.parse(text.format("R"))).svg()
    assert "#cbb692" not in solved(excover.parse(text.format("x"))).svg()


def test_stars_are_stars() -> None:
    text = 'board b 1x2\noption star(p in b) covers b[p]\ndraw star(p) at p as "*"'
    assert not words(solved(excover.parse(text)).svg())


AREAS = """
board b 1x6, may stay empty
choose area(q in b) from b
require area((1, c)) = (1, 2 * ((c + 1) div 2)) for c in 1..6
require area(q, p) at q connected per p
draw area(q, p) at q as p
"""


def test_areas_are_pieces_without_the_names_of_places() -> None:
    solution = solved(excover.parse(AREAS))
    [scene] = scenes(solution.canvases, solution.markings, solution.given)
    assert [sorted(cell[2] for cell in piece) for piece in scene.pieces] == [[0, 1], [2, 3], [4, 5]]
    assert not words(solution.svg())
    assert (
        charted(solution) == "┌───────┬───────┬───────┐\n│       │       │       │\n└───────┴───────┴───────┘"
    )
    assert str(solution) == "12 12 14 14 16 16"


def test_areas_have_their_own_numbers_and_what_the_puzzle_writes() -> None:
    fillomino, burokku = (solved(excover.load(name)) for name in ("fillomino", "burokku"))
    [scene] = scenes(fillomino.canvases, fillomino.markings, fillomino.given)
    assert sorted("".join({*piece.values()}) for piece in scene.pieces) == ["1", "2", "4", "5"]
    texts = [each.text for each in fromstring(fillomino.svg()).iter() if each.tag.endswith("}text")]
    assert "".join(text or "" for text in texts if text) == "".join(
        mark for piece in scene.pieces for mark in piece.values()
    )
    assert {*words(burokku.svg())} == {*"ABCDE"}
    puzzle = excover.load("fillomino").svg()
    assert not [each for each in elements(puzzle, "path") if each.get("fill") in scene.fills.values()]


def test_areas_hide_nothing_of_the_puzzle_in_pages() -> None:
    """Where parts lie above it: each area has what is within it, and its texts only once."""
    for name, look, number in (("galaxies", "<circle", 9), ("araf", "<text(?![^>]*stroke)", 14)):
        solution = solved(excover.load(name))
        parts = scenes(solution.canvases, solution.markings, solution.given)
        kit = PartDrawings(parts)
        drawn = "".join(tostring(kit.drawings[part], "unicode") for part in kit.parts_of(parts))
        assert len(re.findall(look, drawn)) == number


def test_dominoes_are_tiles() -> None:
    """In a color for each way that they lie; plain text says which halves belong together."""
    solution = solved(excover.load("tatami"))
    assert not words(solution.svg())
    assert "<>" in str(solution)
    [scene] = scenes(solution.canvases, solution.markings, solution.given)
    colors = {color for piece in scene.pieces for color in scene.grounds(piece).values()}
    assert colors == {scene.fills["<"], scene.fills["A"]}


@pytest.mark.parametrize(("marks", "drawn"), [("o", ""), ("ox", ""), ("oa", "ao"), ("oxa", "aox")])
def test_circles_and_crosses_are_drawn_where_they_are_no_letters(marks: str, drawn: str) -> None:
    size = len(marks)
    options = "".join(
        f'option {mark}() covers b[1, {at}]\ndraw {mark}() at (1, {at}) as "{mark}"\n'
        for at, mark in enumerate(marks, 1)
    )
    assert "".join(sorted(words(solved(excover.parse(f"board b 1x{size}\n{options}")).svg()))) == drawn
