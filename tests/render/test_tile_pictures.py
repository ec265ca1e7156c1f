"""Tiles are drawn with their colors where they touch others: the parts that meet look the same."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

import excover
from excover.base.css_colors import rgb
from excover.lattices.lattice import Point
from excover.problem.problem import Problem
from excover.render.board import BoardView, middle
from excover.render.scene import scenes
from excover.render.views import View
from excover.search.run import Run
from excover.search.strategy import Strategy
from excover.solutions.decode import Solution

LATTICES = ["square", "hex", "triangle", "kite", "drafter", "tan"]


def mixed(problem: Problem) -> Solution:
    """A solution with several colors."""
    solution = problem.solve(Run(strategy=Strategy(seed=4)))
    assert solution is not None
    return solution


def view_of(solution: Solution, board: int = 0) -> BoardView:
    return BoardView(scenes(solution.canvases, solution.markings)[board])


def parts_of(view: BoardView) -> list[tuple[str, list[Point]]]:
    """The color and the outline of each part of each tile."""
    found = [part for cell, mark in view.scene.marks.items() for part in view.tile(cell, mark)]
    return [(fill, [(round(x, 3), round(y, 3)) for x, y in loop]) for fill, (loop, *_) in found]


@pytest.mark.parametrize("lattice", LATTICES)
def test_sides_that_touch_have_one_color(lattice: str) -> None:
    problem = excover.parse(f"""
    board tray {lattice} 3x4
    shapes tile = all one-sided tiles of {lattice} with sides in 1..3
    place one-sided tile on tray each at least 0 times border 3
    """)
    view = view_of(mixed(problem))
    sides: dict[frozenset[Point], list[str]] = defaultdict(list)
    for fill, (_, *side) in parts_of(view):
        sides[frozenset(side)].append(fill)
    assert all(len(set(fills)) == 1 for fills in sides.values())
    assert {fills[0] for fills in sides.values() if len(fills) == 1} == {view.scene.fills["3"]}
    assert len({fills[0] for fills in sides.values() if len(fills) == 2}) > 1
    assert sum(map(len, sides.values())) == sum(map(len, view.layout.corners.values()))


@pytest.mark.parametrize("lattice", LATTICES)
def test_corners_that_touch_have_one_color(lattice: str) -> None:
    problem = excover.parse(f"""
    board tray {lattice} 2x3
    shapes tile = all one-sided tiles of {lattice} with corners in 1..3
    place one-sided tile on tray each at least 0 times
    """)
    corners: dict[Point, set[str]] = defaultdict(set)
    for fill, (_, _, corner, _) in parts_of(view_of(mixed(problem))):
        corners[corner].add(fill)
    assert all(len(fills) == 1 for fills in corners.values())
    assert len(set.union(*corners.values())) == 3


TILING = """
lattice bricks
  |A
  periods (1, 0) along (1, -1), (0, 1) along (2, 0)
  corners "A" = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))
shapes tile = all one-sided tiles of bricks with sides in 1..2
board wall on bricks 2x3
place one-sided tile on wall each at least 0 times
"""


def test_sides_on_a_declared_lattice() -> None:
    sides: dict[frozenset[Point], set[str]] = defaultdict(set)
    for fill, (_, *side) in parts_of(view_of(mixed(excover.parse(TILING)))):
        sides[frozenset(side)].add(fill)
    assert all(len(fills) == 1 for fills in sides.values())
    assert len(set.union(*sides.values())) == 2


def test_cubes_from_above_and_as_they_stand() -> None:
    """The order of a cube's sides is above, behind, right, in front, left, below."""
    solution = excover.parse("""
    board box cube 1x1x1
    shapes cube = "A" with sides ("red", "orange", "gold", "green", "blue", "violet") of cube
    place fixed cube on box
    """).solve()
    assert solution
    view = view_of(solution)
    fills = dict(view.tile((0, 0, 0), "red/orange/gold/green/blue/violet"))
    assert list(fills) == [rgb(name) for name in ("red", "orange", "gold", "green", "blue", "violet")]
    above, behind, right, front, left, below = (middle(loop) for loop, *_ in fills.values())
    assert above == below
    assert behind[1] < above[1] < front[1]
    assert left[0] < above[0] < right[0]
    assert len(fills[rgb("red") or ""]) == 2
    picture = solution.svg("isometric")
    assert str(rgb("red")) in picture
    assert str(rgb("violet")) not in picture
    assert "red/" not in picture


def test_colors_of_css_are_seen_and_others_written() -> None:
    spec = """
    board tray 1x1
    shapes tile = "A" with sides ("navy", "x", "x", "y")
    place fixed tile on tray
    draw as "y" color "gold"
    """
    solution = excover.parse(spec).solve()
    assert solution
    view = view_of(solution)
    assert (view.scene.fills["navy"], view.scene.fills["y"]) == (rgb("navy"), rgb("gold"))
    assert [each.text for each in view.drawn(view.scene.parts) if each.tag == "text"] == ["x", "x"]
    assert str(solution) == "navy/x/x/y"


@pytest.mark.parametrize("view", ["layers", "isometric"])
def test_names_of_the_same_color_are_written(view: View) -> None:
    """CSS has two names of gray; two colors of a puzzle may be drawn alike, too."""
    solution = excover.parse("""
    board box cube 1x1x1
    shapes cube = "A" with sides ("gray", "x", "y", "grey", "blue", "z") of cube
    place fixed cube on box
    draw as "x" color "red"
    draw as "y" color "red"
    draw as "z" color "gold"
    """).solve()
    assert solution
    words = set(re.findall("<text[^>]*>([^<]*)</text>", solution.svg(view)))
    assert words == ({"gray", "grey", "x", "y"} if view == "layers" else {"gray", "grey", "y"})


def test_sides_and_corners_with_the_same_marks_are_written() -> None:
    """A tile with corners is not drawn as one with sides."""
    solution = excover.parse("""
    board tray 1x2
    shapes edged = "A" with sides (1, 2, 1, 2)
    shapes cornered = "A" with corners (1, 2, 1, 2)
    place fixed edged on tray
    place fixed cornered on tray
    """).solve()
    assert solution
    assert str(solution) == "1212 1212"
    assert re.findall("<text[^>]*>([^<]*)</text>", solution.svg()) == ["1212", "1212"]


def test_tiles_beside_another_board() -> None:
    solution = excover.parse("""
    board left 1x2
    board right 2x2
    shapes bar
      |AA
    place free bar on left
    shapes tile = all one-sided tiles of square with sides in 1..2
    place one-sided tile on right each at most once
    """).solve()
    assert solution
    left, right = scenes(solution.canvases, solution.markings)
    assert set(left.marks.values()) == {"A"}
    assert [len(mark) for mark in right.marks.values()] == [4] * 4


@pytest.mark.parametrize(("colors", "letters"), [("", True), ('draw as "b" color "red"', True), (
    'draw as "a" color "#f00" draw as "b" color "red"', True), (
    'draw as "a" color "blue" draw as "b" color "red"', False)])  # fmt: skip
def test_colored_items_are_a_picture_if_all_have_colors(colors: str, letters: bool) -> None:
    solution = excover.parse(f"""
    item post[1..2]
    item cell[1..2] colored
    option put(i in 1..2) covers post[i], cell[i] = "a" if i = 1, cell[i] = "b" if i = 2
    draw cell[i] at (1, i)
    {colors}
    """).solve()
    assert solution
    assert ("<text" in solution.svg()) == letters
    assert str(solution) == "ab"


def test_tiles_are_no_balls() -> None:
    solution = excover.load("drive-ya-nuts").solve()
    assert solution
    with pytest.raises(ValueError, match="a board of tiles has no view `balls`"):
        solution.svg("balls")
