"""Lattices that descriptions declare: published numbers, other programs, and a shipped lattice."""

from __future__ import annotations

import pickle
import re
from functools import cache
from pathlib import Path

import pytest

import excover
from excover.lattices import Lattice
from excover.lattices.polyforms import polyforms
from excover.render.geometry import Layout

SPECS = Path(__file__).parents[2] / "specs"
HEXAGONS = """
lattice tiling
  |A
  periods (1, 1) along (1, -2), (0, 2) along (1, 1)
  angle 60
  corners "A" = ((0, 0), (1, 0), (1, 1), (0, 2), (-1, 2), (-1, 1))
"""
OCTAGONS = """
lattice tiling
  |AB
  periods (1, 0) along (0, -1, -1, -1), (0, 2) along (1, 1, 0, -1)
  angle 45
  corners "A" = ((0, 0), (1, 0), (1, 1), (1, 1, 1), (1, 1, 1, 1), (0, 1, 1, 1), (0, 0, 1, 1), (0, 0, 0, 1)),
    "B" = ((1, 0), (1, 0, 0, -1), (1, 1, 0, -1), (1, 1))
"""


def lattice_of(declared: str) -> Lattice:
    board = "board b on tiling 1x1 shapes p = all free 1 of tiling place free p on b each at least 0 times"
    return excover.parse(f"{declared}\n{board}").puzzle.boards[0].lattice


def snub() -> str:
    text = (SPECS / "snub-square.xc").read_text()
    return text[text.index("lattice") : text.index("board")].replace("lattice snub", "lattice tiling")


def numbers(lattice: Lattice, most: int, group: str = "free") -> list[int]:
    return [len(polyforms(lattice, size, group)) for size in range(1, most + 1)]


def test_polyforms_of_tilings_are_as_many_as_published() -> None:
    assert numbers(lattice_of(snub()), 6) == [2, 2, 4, 10, 28, 79]  # OEIS A309159
    assert numbers(lattice_of(HEXAGONS), 6) == [1, 1, 3, 7, 22, 82]  # OEIS A000228
    assert numbers(lattice_of(OCTAGONS), 5) == [2, 2, 7, 22, 93]  # OEIS A343577


def test_motions_of_tilings() -> None:
    found = [len(lattice_of(text).all_motions) for text in (snub(), HEXAGONS, OCTAGONS)]
    assert found == [8, 12, 8]


def test_a_declared_lattice_survives_pickling_as_itself() -> None:
    lattice = lattice_of(HEXAGONS)
    assert pickle.loads(pickle.dumps(lattice)) is lattice


def test_tetrahedra_declared_are_those_that_are_shipped() -> None:
    declared = (SPECS / "rhombic-cube.xc").read_text()
    shipped = re.sub(r"lattice tetrahedra.*?(?=board)", "", declared, flags=re.S)
    shipped = shipped.replace("on tetrahedra", "rhombic").replace("of tetrahedra", "of rhombic")
    one, other = excover.parse(declared), excover.parse(shipped)
    assert one.count() == other.count() > 0
    assert one.count(up_to_symmetry=True) == other.count(up_to_symmetry=True)
    lattices = one.puzzle.boards[0].lattice, other.puzzle.boards[0].lattice
    assert lattices[0].name != lattices[1].name
    assert numbers(lattices[0], 5) == numbers(lattices[1], 5)


def test_pairs_of_rhombs_are_perfect_matchings() -> None:
    """Rhombs as pairs of points in five directions, and neighbors as those with two points in common."""
    rows = re.findall(r"^  \| (\d[\d ]+)$", (SPECS / "penrose.xc").read_text(), re.M)
    rhombs = []
    for row in rows:
        _, _, *at, i, j = map(int, row.split())
        corners = set()
        for s, t in ((0, 0), (1, 0), (1, 1), (0, 1)):
            point = [n + (s if k == i else 0) + (t if k == j else 0) for k, n in enumerate(at, 1)]
            corners.add(tuple(n - point[4] for n in point))  # the five directions add up to nothing
        rhombs.append(corners)
    near = [{b for b, other in enumerate(rhombs) if len(one & other) == 2} for one in rhombs]

    @cache
    def matchings(left: frozenset[int]) -> int:
        if not left:
            return 1
        first = min(left)
        return sum(matchings(left - {first, other}) for other in near[first] & left)

    assert excover.load("penrose").count() == matchings(frozenset(range(len(rhombs)))) == 22


GRAPH = """
lattice cube_faces
  |.U..
  |LFRB
  |.D..
  neighbors "U" = {"L", "F", "R", "B"}, "D" = {"L", "F", "R", "B"}, "F" = {"L", "R"}, "B" = {"L", "R"}
board whole on cube_faces
shapes piece on cube_faces
  |.P..
  |.P..
place free piece on whole each 3 times
"""


def test_a_graph_has_its_symmetries() -> None:
    """The faces of a cube in three pairs of neighbors: as many as perfect matchings of the octahedron."""
    problem = excover.parse(GRAPH)
    assert len(problem.puzzle.boards[0].lattice.all_motions) == 48
    assert (problem.count(), problem.count(up_to_symmetry=True)) == (8, 1)


@pytest.mark.parametrize("text", [GRAPH, (SPECS / "snub-square.xc").read_text()], ids=["graph", "tiling"])
def test_the_core_form_is_a_description(text: str, tmp_path: Path) -> None:
    from excover.language.syntax.format import format_spec
    from excover.matrix.core_form import core

    problem = excover.parse(text)
    written = format_spec(core(problem.puzzle, problem.compiled))
    assert excover.parse(written).count() == problem.count()


SQUARES = """
lattice tiling
  |A
  periods (1, 0) along (0, -1), (0, 1) along (1, 0)
  corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1))
"""
FOUR_SQUARES = """
lattice tiling
  |AB
  |CD
  periods (2, 0) along (0, -2), (0, 2) along (2, 0)
  corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1)), "B" = ((1, 0), (2, 0), (2, 1), (1, 1)),
    "C" = ((0, -1), (1, -1), (1, 0), (0, 0)), "D" = ((1, -1), (2, -1), (2, 0), (1, 0))
"""
TURNED_SQUARES = """
lattice tiling
  |A
  periods (1, 0), (0, 1)
  neighbors "A" = (1, 2)
  motions (r, c) -> (c, -r), (r, c) -> (r, -c)
"""
BRICKS = """
lattice tiling
  |A
  periods (1, 1) along (2, -1), (0, 2) along (1, 1)
  angle 60
  corners "A" = ((0, 0), (1, 0), (1, 1), (0, 2), (-1, 2), (-1, 1))
"""
TRIANGLES = """
lattice tiling
  |AB
  periods (1, 1) along (1, -1), (0, 2) along (1, 0)
  angle 60
  corners "A" = ((0, 0), (1, 0), (0, 1)), "B" = ((1, 0), (1, 1), (0, 1))
"""
NOTCHED = ("#...", "....", "...#")
COMB = (". . .", " . .", ". . .")
HILL = (".....", ".....")


@pytest.mark.parametrize("group", ["free", "one-sided", "fixed"])
@pytest.mark.parametrize(
    ("declared", "shipped", "lines"),
    [
        (SQUARES, "square", NOTCHED),
        (FOUR_SQUARES, "square", NOTCHED),
        (TURNED_SQUARES, "square", NOTCHED),
        (BRICKS, "hex", COMB),
        (TRIANGLES, "triangle", HILL),
    ],
    ids=["squares", "four squares", "turned squares", "bricks", "triangles"],
)
def test_a_declared_lattice_counts_like_the_shipped_one(
    declared: str, shipped: str, lines: tuple[str, ...], group: str
) -> None:
    drawn = "".join(f"  |{line}\n" for line in lines)

    def counts(declaration: str, name: str) -> list[int]:
        problem = excover.parse(
            f"{declaration}board b on {name}\n{drawn}shapes p = all {group} 1..3 of {name}\n"
            f"place {group} p on b each at most 2 times\n"
        )
        return [problem.count(), problem.count(up_to="symmetry"), problem.count(up_to="rotations")]

    expected = counts("", shipped)
    assert counts(declared, "tiling") == expected
    assert expected[0] > 1
    assert group != "free" or expected[0] > expected[1]


def test_a_stated_reflection_of_a_patch_turns_pieces_over() -> None:
    patch = """
lattice tiling
  |AB
  |C.
  corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1)), "B" = ((1, 0), (2, 0), (2, 1), (1, 1)),
    "C" = ((0, -1), (1, -1), (1, 0), (0, 0))
  motions (r, c) -> (c, r)
board b on tiling
"""
    lattice = (
        excover.parse(f"{patch}shapes p = all free 1 of tiling place free p on b").puzzle.boards[0].lattice
    )
    assert [len(polyforms(lattice, 2, group)) for group in ("free", "one-sided", "fixed")] == [1, 2, 2]


def test_a_patch_of_many_cells_has_its_symmetries() -> None:
    side = 12
    rows = f"  |{'*' * side}\n" * side
    problem = excover.parse(
        f"lattice patch\n{rows}"
        f"  corners (r, c) = ((c, -r), (c+1, -r), (c+1, 1-r), (c, 1-r)) for r in 1..{side}, c in 1..{side}\n"
        "board b on patch\nshapes p = all free 1 of patch\nplace free p on b each at least 0 times\n"
    )
    lattice = problem.puzzle.boards[0].lattice
    assert len(lattice.all_motions) == 8
    assert sum(map(len, lattice.steps.values())) == 4 * side * (side - 1)


APART = """\
lattice apart
  |A..B
periods (0, 2) along (2, 0), (1, 0) along (0, -1)
corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1)), "B" = ((3, 0), (4, 0), (4, 1), (3, 1))
board b on apart 2x2
shapes s = all free {size} of apart
place free s on b each at least 0 times
"""


def test_corners_of_a_cell_that_periods_take_to_another_place_of_the_drawing() -> None:
    """Squares, drawn further apart than a period is long: a box of 2 by 4 has five tilings with dominoes."""
    problem = excover.parse(APART.format(size=2))
    assert not problem.warnings
    assert problem.count() == 5
    assert len(polyforms(problem.puzzle.boards[0].lattice, 4, "free")) == 5


CHECKS = """\
lattice checks
  |A
  periods (1, 0) along (1, 1), (0, 1) along (1, -1)
  corners "A" = ((0, 0), (1, 0), (1, 1), (0, 1))
board b on checks 3x3, may stay empty
choose f(p in b)
"""


def test_cells_may_meet_at_corners_alone() -> None:
    """The black cells of a chessboard: turned by 45 degrees, they are a board whose sides are corners."""
    apart = excover.parse(f"{CHECKS}require not (f(p) and f(q)) for p in b, q in around(p)").count()
    board = "board b 3x3, may stay empty choose f(p in b)"
    assert (
        apart
        == excover.parse(f"{board} require not (f(p) and f(q)) for p in b, q in beside(p)").count()
        == 63
    )


def test_a_cell_without_corners_is_named_as_it_is_drawn() -> None:
    text = APART.format(size=2).replace(', "B" = ((3, 0), (4, 0), (4, 1), (3, 1))', "")
    with pytest.raises(excover.SpecError, match='the cell "B" has no polygon'):
        excover.parse(text)


CAIRO = """
lattice tiling
  |CB
  |DA
  periods (2, 0) along (0, -6), (0, 2) along (6, 0)
  corners "A" = ((0, 0), (2, 1), (4, -1), (3, -3), (1, -2)),
    "B" = ((0, 0), (-1, 2), (1, 4), (3, 3), (2, 1)),
    "C" = ((0, 0), (-2, -1), (-4, 1), (-3, 3), (-1, 2)),
    "D" = ((0, 0), (1, -2), (-1, -4), (-3, -3), (-2, -1))
"""
DENTED = {
    "one letter": (
        """  |A
  periods (1, 0) along (0, -2), (0, 1) along (2, 0)
  corners "A" = ((1, 1), (0, 2), (0, 0), (1, -1), (2, 0), (2, 2))""",
        3,
    ),
    "two letters": (
        """  |AB
  periods (1, 0) along (2, -2), (0, 2) along (3, 0)
  corners "A" = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2), (0, 1)),
    "B" = ((2, 0), (3, 0), (3, 1), (3, 2), (2, 2), (1, 2), (1, 1), (2, 1))""",
        6,
    ),
}


def test_pieces_of_the_cairo_tiling() -> None:
    assert numbers(lattice_of(CAIRO), 5) == [1, 2, 5, 17, 55]


@pytest.mark.parametrize("form", DENTED)
def test_cells_that_share_several_sides_have_pictures_with_letters_in_them(form: str) -> None:
    drawn, pieces = DENTED[form]
    problem = excover.parse(
        f"lattice l\n{drawn}\nboard b on l 2x3\nshapes s = all free 2 of l\n"
        "place free s on b each at least 0 times"
    )
    solution = problem.solve()
    assert solution is not None
    assert len(re.findall("<text", solution.svg())) == pieces
    for board in problem.full.canvases:
        layout = Layout.of(board)
        for cell in layout.cells:
            assert is_inside(layout.center(cell), [layout.point(corner) for corner in layout.corners[cell]])


def is_inside(at: tuple[float, float], ring: list[tuple[float, float]]) -> bool:
    """Whether a ray upwards crosses an odd number of sides."""
    (x, y), crossed = at, False
    for (a, b), (c, d) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (a > x) != (c > x) and b + (x - a) * (d - b) / (c - a) < y:
            crossed = not crossed
    return crossed


@pytest.mark.parametrize(
    "board",
    [
        "lattice ring\n  |AAAAAAAAA\n  neighbors (r, c) = {(1, c mod 9 + 1), (1, (c + 2) mod 9 + 1)}"
        " for r in 1..1, c in 1..9\nboard b on ring\nshapes s = all free 2 of ring\n",
        f"{SQUARES}board b on tiling 3x3\nshapes s = all free 2 of tiling\n",
        f"{SQUARES}board b on tiling 3x3, torus\nshapes s = all free 2 of tiling\n",
        "board b 3x3, torus\nshapes s = all free 2 of square\n",
    ],
    ids=["neighbors", "tiling", "torus of a tiling", "torus"],
)
def test_areas_are_compared_on_every_lattice(board: str) -> None:
    (warning,) = excover.parse(f"{board}place free s on b").warnings
    assert warning.code == "W303"
