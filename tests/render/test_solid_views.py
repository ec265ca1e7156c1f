"""Solids seen from outside and opened: the polyhedra of cells, pieces apart, and cuts."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import pairwise
from typing import cast

import pytest

import excover
from excover.apps.cli.pictures import VIEWS as COMMAND_VIEWS
from excover.lattices import CUBE, LATTICES, Lattice
from excover.lattices.lattice import DIMENSIONS, Point3
from excover.matrix.compiled import Canvas, Marking
from excover.render.html import Facts, gallery
from excover.render.isometric import strip
from excover.render.scene import Scene, scenes
from excover.render.solids import body, cross, cut, dot, exploded
from excover.render.svg import Picture
from excover.render.views import VIEWS, View, cutouts, pieces_of, solution_picture, standing

SOLID = [lattice for lattice in LATTICES.values() if lattice.point]
VOLUMES = {
    "cube": 1,
    "sphere": 2**-0.5,  # a rhombic dodecahedron around a ball of width 1
    "prism": 3**0.5 / 4,
    "hexprism": 3**0.5 / 2,
    "rhombic": 2**3 / 24,
    "tetraocta": None,
}
PRISMS = """
board half prism
  | ... | ...
  |.....|.....
shapes piece prism
  |AAA B|... B
place one-sided piece on half each at least 0 times
"""


def test_lattices_with_layers_say_where_cells_are() -> None:
    """Those of space: in four dimensions, a cell has no place in it."""
    in_space = {name for name, each in LATTICES.items() if each.solid and each.axes == DIMENSIONS}
    assert {lattice.name for lattice in SOLID} == in_space


@pytest.mark.parametrize("lattice", SOLID, ids=lambda lattice: lattice.name)
def test_bodies_fill_space(lattice: Lattice) -> None:
    """Each is closed, its sides run once each way, and each of its faces is that of the neighbour."""
    for cell in lattice.steps:
        faces = body(lattice, cell)
        sides = Counter(side for ring in faces.values() for side in pairwise([*ring, ring[0]]))
        assert all(sides[b, a] == 1 == sides[a, b] for a, b in sides)
        for other, ring in faces.items():
            assert set(body(lattice, other)[cell]) == set(ring)
        volume = VOLUMES[lattice.name]
        assert volume is None or _volume(faces.values()) == pytest.approx(volume, abs=1e-5)


def test_a_cube_of_tetrahedra_and_octahedra() -> None:
    """A third of a cube is the tetrahedron, and a sixth is each corner."""
    lattice = LATTICES["tetraocta"]
    volumes = [_volume(body(lattice, cell).values()) for cell in lattice.box(1, 1, 1)]
    assert sorted(volumes) == pytest.approx([1.5**3 / 6] * 4 + [1.5**3 / 3], abs=1e-5)


def _volume(rings: Iterable[tuple[Point3, ...]]) -> float:
    return sum(dot(ring[0], cross(a, b)) / 6 for ring in rings for a, b in pairwise(ring[1:]))


def _scene(text: str) -> Scene:
    solution = (
        excover.load(text) if text.isidentifier() or "-" in text[:20] else excover.parse(text)
    ).solve()
    assert solution
    [scene] = scenes(solution.canvases, solution.markings)
    return scene


@pytest.mark.parametrize("name", ["soma", "solid-pentominoes", "kanoodle-pyramid", PRISMS])
def test_pieces_apart_do_not_touch(name: str) -> None:
    before = _scene(name)
    scene = exploded(before)
    lattice = scene.canvas.lattice
    assert [lattice.normalized(piece) for piece in scene.parts] == [
        lattice.normalized(piece) for piece in before.parts
    ]
    owner = {cell: number for number, piece in enumerate(scene.parts) for cell in piece}
    assert len(owner) == len(before.marks)
    for cell, number in owner.items():
        assert all(owner.get(near, number) == number for near in lattice.neighbours(cell))


@pytest.mark.parametrize("name", ["soma", "iq-fit"])
def test_pieces_apart_meet_not_even_at_corners(name: str) -> None:
    """An edge that two pieces share is one of four faces, which printers do not understand."""
    scene = exploded(_scene(name))
    corners = [
        {tuple(round(axis, 4) for axis in at) for cell in piece for at in _corners(scene, cell)}
        for piece in scene.parts
    ]
    assert len(set().union(*corners)) == sum(map(len, corners))


def _corners(scene: Scene, cell: tuple[int, int, int]) -> Iterator[Point3]:
    for ring in body(scene.canvas.lattice, cell).values():
        yield from ring


def test_a_core_stays_in_its_shell() -> None:
    shell = "board b 3x3x3\nshapes s\n  |SSS|SSS|SSS\n  |SSS|SCS|SSS\n  |SSS|SSS|SSS\nplace fixed s on b"
    scene = _scene(shell)
    assert exploded(scene).marks == scene.marks


def test_what_cannot_be_parted_throws_nothing_far_away() -> None:
    """The way of the shell is almost that of its core, because a corner of it is a piece of its own."""
    full = "SSSSS|SSSSS|SSSSS"
    rows = ["SSSSS|SSSSS|SSSST", full, "SSSSS|SSCSS|SSSSS", full, full]
    scene = _scene("board b 3x5x5\nshapes s\n  |" + "\n  |".join(rows) + "\nplace fixed s on b")
    apart = exploded(scene)
    assert [min(part) for part in apart.parts] == [(0, 1, 0), (1, 3, 2), (2, 0, 5)]
    assert apart.canvas.extent == (3, 6, 6)


def test_a_cut_goes_from_the_whole_to_the_bottom() -> None:
    scene = _scene("soma")
    whole, middle, bottom = cut(scene)
    assert whole.marks == scene.marks
    assert middle.marks == {cell: mark for cell, mark in scene.marks.items() if cell[0] > 0}
    assert {cell[0] for cell in bottom.marks} == {2}


@pytest.mark.parametrize("view", VIEWS)
def test_two_marks_on_one_cell(view: View) -> None:
    text = """
item a, b
option x() covers a
option y() covers b
draw x() at {(1, 1), (2, 1)} as "x"
draw y() at {(2, 1), (2, 2)} as "y"
"""
    for solid in (text, re.sub(r"\((\d)", r"(\1, 1", text)):  # on one layer, and on two
        solution = excover.parse(solid).solve()
        assert solution
        assert ">x+y<" in solution_picture(solution, view).svg("")


def views(name: str) -> Iterator[View]:
    """Those that boards of a lattice have: `--view balls` is for squares, cubes and balls."""
    lattice = LATTICES[name]
    for view in VIEWS:
        has_it = name in ("square", "cube", "sphere") if view == "balls" else lattice.point or lattice.cubes
        if view == "layers" or has_it:
            yield view


def test_a_view_that_does_not_exist() -> None:
    solution = excover.load("soma").solve()
    assert solution
    with pytest.raises(ValueError, match='there is no view "ball", but `layers`, `balls`, '):
        solution.svg(cast("View", "ball"))
    assert COMMAND_VIEWS == VIEWS


@pytest.mark.parametrize("lattice", ["cube", "prism", "sphere"])
@pytest.mark.parametrize("drawing", ["....|####", "####|....|####"])
def test_layers_without_cells_are_not_shown(lattice: str, drawing: str) -> None:
    """Neither below nor above the others: one layer is whole, and has no end."""
    text = f"board b {lattice}\n  |{drawing}\nshapes s {lattice}\n  |AA\nplace one-sided s on b each 2 times"
    scene = _scene(text)
    assert [part.marks for part in cut(scene)] == [scene.marks]
    pictures = {view: solution_picture(excover.parse(text).solve(), view).svg("") for view in views(lattice)}
    assert "whole" in pictures["cut"]
    assert "without" not in pictures["cut"]
    assert not {"top", "bottom"} & set(re.findall(r">(\w+)<", pictures["layers"]))


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("name", LATTICES)
def test_every_lattice_has_its_views(name: str, view: View) -> None:
    lattice = LATTICES[name]
    size = "1x2x2" if lattice.solid else "2x2"
    shapes = f"shapes s = all one-sided 1..2 of {name}"
    text = f"board b {name} {size}\n{shapes}\nplace one-sided s on b each at least 0 times"
    solution = excover.parse(text).solve()
    assert solution
    if view in views(name):
        picture = solution_picture(solution, view)
        assert picture.width > 0 < picture.height
    else:
        with pytest.raises(ValueError, match=f"lattice `{name}` has no view `{view}`"):
            solution_picture(solution, view)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("name", LATTICES)
def test_a_board_of_lines_has_its_views(name: str, view: View) -> None:
    """Solids show no lines."""
    size = "2x2x2" if LATTICES[name].solid else "2x2"
    text = f"board b {name} {size}, may stay empty\n"
    lines = excover.parse(f"{text}lines f on b\nrequire count(f(p, q) for p, q in b) >= 2\n").solve()
    nothing = excover.parse(f"{text}choose x()\n").solve()
    assert lines
    assert nothing
    if view in views(name):
        drawn, empty = (solution_picture(each, view).svg("") for each in (lines, nothing))
        assert (drawn == empty) is (view not in ("layers", "balls"))


def test_lines_are_not_turned_as_bodies() -> None:
    """A page turns what has a body: with lines alone nothing, and beside them only the marks."""
    text = "board b cube 2x2x2, may stay empty\nlines f on b\nrequire count(f(p, q) for p, q in b) >= 2\n"
    facts = Facts("lines", "", [], "")
    alone = excover.parse(text).solve()
    marked = excover.parse(
        f'{text}choose x(p in b)\nrequire count(x(p) for p in b) = 1\ndraw x(p) at p as "x"\n'
    ).solve()
    assert alone
    assert marked
    assert 'id="turning"' not in gallery([alone], facts)
    found = re.search('id="solid"[^>]*>([^<]*)<', gallery([marked], facts))
    assert found
    data = json.loads(unescape(found[1]))
    assert sum(map(len, data["parts"])) == 1 < len(data["parts"])
    assert len(data["cells"]) == 1


DIVIDED = "board b {0} 1x1x2\nshapes s = all one-sided 1..2 of {0}\nplace one-sided s on b each 0..99 times"


@pytest.mark.parametrize("name", ["rhombic", "tetraocta"])
def test_divided_cubes_are_solids_unless_layers_are_requested(name: str) -> None:
    """Their layers on paper only name the cells."""
    problem = excover.parse(DIVIDED.format(name))
    solution = problem.solve()
    assert solution
    assert solution.svg() == solution.svg("isometric") != solution.svg("layers")
    sheet = cutouts(pieces_of(problem.puzzle, problem.full.canvases)[:1], 12).svg()
    assert "<polygon" not in solution.svg("layers")
    assert len(set(re.findall('fill="#[0-9a-f]{6}"', sheet))) > 3  # faces to the light are brighter


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        (PRISMS, "isometric"),
        ("board b 2x1x2 shapes s | SS\nplace free s on b each 2 times", "isometric"),
        ("board b 2x1x2 shapes s | SS\nplace free s on b each 2 times draw shade at {(1, 1, 1)}", "layers"),
        ("board b 2x1x2 option x(p in b, v in 1..2) covers b[p] draw x(p, v) at p as v", "layers"),
        ("board b 2x2 shapes s | SS\nplace free s on b each 2 times", "layers"),
    ],
)
def test_pieces_with_layers_are_solids_unless_layers_are_requested(text: str, usual: View) -> None:
    """Inside of a solid, numbers would be hidden, and so would decorations."""
    solution = excover.parse(text).solve()
    assert solution
    assert solution.svg() == solution.svg(usual)


def test_captions_of_moves_are_as_large_as_their_pictures_require() -> None:
    def widths(length: int) -> tuple[float, list[float]]:
        bars = [Marking(0, mark, tuple((0, row, k) for k in range(length))) for row, mark in enumerate("AB")]
        canvas = Canvas("", (1, 2, length), (1, 1, 1), frozenset(), lattice=CUBE, tiled=True)
        drawn = strip(canvas, bars, [((0,), (0, -1, 0), None)], ["1. A away"], standing)
        sizes = re.findall(r'font-size="([0-9.]+)" fill="#1a1a1a">(?:assembled|1\.)', drawn.svg())
        return drawn.width, [float(size) for size in sizes]

    small, large = widths(2), widths(40)
    assert small[1] == [14, 14]
    assert len(large[1]) == 2
    assert all(size > large[0] / 50 for size in large[1])


def test_pieces_that_are_moved_have_the_colors_of_the_solution() -> None:
    """Whatever the order of the pieces: that of the marks of the puzzle counts."""
    bars = [Marking(0, mark, ((0, row, 0), (0, row, 1))) for row, mark in enumerate("ABC")]
    canvas = Canvas("", (1, 3, 2), (1, 1, 1), frozenset(), lattice=CUBE, marks=("C", "A", "B"), tiled=True)
    shown: list[Scene] = []

    def look(scene: Scene) -> Picture:
        shown.append(scene)
        return standing(scene)

    strip(canvas, bars, [((0,), (0, -1, 0), None)], ["1. A away"], look)
    (solution,) = scenes([canvas], [[bar] for bar in bars])
    assert len({*solution.fills.values()}) == 3
    assert [scene.fills for scene in shown] == [solution.fills] * 2
