"""`excover pieces` of tiles: their names and the colors around them, and a sheet to cut out."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Run

import excover
from excover.render.scene import scenes
from excover.render.views import pieces_of


def test_names_and_colors_are_listed(run: Run) -> None:
    shown = run("pieces macmahon")
    assert shown.status == 0
    lines = shown.out.splitlines()
    assert lines[:3] == ["A: w w w w", "B: w w w g", "C: w w w b"]
    assert (len(lines), lines[-1]) == (24, "X: b b b b")


@pytest.mark.parametrize("name", ["macmahon", "macmahon-triangles", "macmahon-cubes"])
def test_listed_tiles_are_those_of_the_puzzle(run: Run, name: str) -> None:
    """Each once, and no two the same."""
    lines = run(f"pieces {name}").out.splitlines()
    problem = excover.load(name)
    names = {
        str(item.indices[0]) for item in problem.matrix.items if item.family == problem.puzzle.tiled[0].shapes
    }
    assert {line.split(":")[0] for line in lines} == names
    assert len({line.split(":")[1] for line in lines}) == len(lines)


def test_as_often_as_they_may_be_placed(run: Run) -> None:
    spec = """
enum Color = r, g
board tray 3x4
shapes tile = all one-sided tiles of square with sides in Color
place one-sided tile on tray each 2 times
"""
    assert run("pieces two.xc", two=spec).out == (
        "A: r r r r\nA: r r r r\nB: r r r g\nB: r r r g\nC: r r g g\nC: r r g g\n"
        "D: r g r g\nD: r g r g\nE: r g g g\nE: r g g g\nF: g g g g\nF: g g g g\n"
    )


@pytest.mark.parametrize(("name", "count", "parts"), [("macmahon", 24, 4), ("macmahon-cubes", 30, 6)])
def test_the_sheet_shows_every_side(run: Run, tmp_path: Path, name: str, count: int, parts: int) -> None:
    drawn = run(f"pieces {name} --svg sheet.svg")
    assert f"{count} pieces" in drawn.err
    picture = (tmp_path / "sheet.svg").read_text()
    assert picture.count("<path") + picture.count("<polygon") >= count * parts


def test_a_color_without_a_name_is_filled_alike_on_all_tiles_and_in_solutions() -> None:
    """A fill of its own for each canvas would show a number in another color on each tile."""
    problem = excover.load("drive-ya-nuts")
    solution = problem.solve()
    assert solution is not None
    (board,) = scenes(problem.full.canvases, solution.markings)
    sheet = pieces_of(problem.puzzle, problem.full.canvases)
    assert len(sheet) == 7
    for number in map(str, range(1, 7)):
        assert {tile.fills[number] for tile in sheet} == {board.fills[number]}
    assert len({board.fills[str(number)] for number in range(1, 7)}) == 6
