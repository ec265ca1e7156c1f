"""Pieces as meshes: closed, with the faces to the outside, and as large as their cells."""

from __future__ import annotations

import re
from collections import Counter
from math import pi
from pathlib import Path

import pytest
from commands import Run

import excover
from excover.lattices import LATTICES
from excover.render.stl import Triangle, is_printable, triangles
from excover.render.views import pieces_of

PRINTED = [name for name, lattice in LATTICES.items() if is_printable(lattice)]


def meshes(text: str) -> list[tuple[int, list[Triangle]]]:
    """The number of cells of each piece, and its mesh with cells that are 1 wide."""
    problem = excover.parse(text)
    return [
        (len(piece.marks), triangles(piece, 1)) for piece in pieces_of(problem.puzzle, problem.full.canvases)
    ]


def is_closed(mesh: list[Triangle]) -> bool:
    """Every side of a triangle is that of another one, the other way round."""
    sides = Counter((a, b) for p, q, r in mesh for a, b in ((p, q), (q, r), (r, p)))
    return all(sides[a, b] == sides[b, a] for a, b in sides)


def volume(mesh: list[Triangle]) -> float:
    """By the divergence theorem: positive if the faces look to the outside."""
    parts = (
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
        for (a, b, c), (d, e, f), (g, h, i) in mesh
    )
    return sum(parts) / 6


def test_which_lattices_are_printed() -> None:
    assert PRINTED == [
        "square",
        "hex",
        "triangle",
        "cube",
        "sphere",
        "prism",
        "hexprism",
        "rhombic",
        "tetraocta",
        "kite",
        "drafter",
        "tan",
    ]


@pytest.mark.parametrize("name", PRINTED)
def test_meshes_are_closed_and_as_large_as_their_cells(name: str) -> None:
    lattice = LATTICES[name]
    size, group = (4, "one-sided") if lattice.solid else (5, "free")
    layers = "2x" if lattice.solid else ""
    text = f"board b {name} {layers}3x3\nshapes s = all {group} 1..{size} of {name}\n"
    found = meshes(f"{text}place {group} s on b each at least 0 times")
    (_, one), *_ = found
    assert len(found) > 5
    for cells, mesh in found:
        assert is_closed(mesh)
        sizes = volume(mesh) / volume(one)
        if name == "tetraocta":  # a tetrahedron is as large as two eighths of an octahedron
            assert cells <= round(sizes) <= 2 * cells
            assert sizes == pytest.approx(round(sizes), rel=1e-4)
        else:
            assert sizes == pytest.approx(cells, rel=1e-4)
        assert min(at for three in mesh for point in three for at in point) == 0
    assert volume(one) > 0.1


@pytest.mark.parametrize(
    ("lattice", "area", "around"),
    [
        pytest.param(
            """  |A
  periods (1, 0) along (1, -1), (0, 1) along (2, 0)
  corners "A" = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))""",
            2,
            6,
            id="corners on straight sides",
        ),
        pytest.param(
            """  |A
  periods (1, 0) along (0, -2), (0, 1) along (2, 0)
  corners "A" = ((1, 1), (0, 2), (0, 0), (1, -1), (2, 0), (2, 2))""",
            4,
            4 + 4 * 2**0.5,
            id="dented",
        ),
        pytest.param(
            """  |AB
  periods (1, 0) along (2, -2), (0, 2) along (3, 0)
  corners "A" = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2), (0, 1)),
    "B" = ((2, 0), (3, 0), (3, 1), (3, 2), (2, 2), (1, 2), (1, 1), (2, 1))""",
            3,
            8,
            id="three straight sides in common",
        ),
    ],
)
def test_declared_polygons_of_any_form(lattice: str, area: float, around: float) -> None:
    """Cells are as wide, and as thick, as four times their area by the length of their sides."""
    found = meshes(
        f"lattice l\n{lattice}\nshapes s = all free 2 of l\nboard b on l 2x3\n"
        "place free s on b each at least 0 times"
    )
    for cells, mesh in found:
        assert volume(mesh) / cells == pytest.approx(around**2 / area / 16, rel=1e-5)
        assert is_closed(mesh)
        sides = Counter(frozenset(pair) for p, q, r in mesh for pair in ((p, q), (q, r), (r, p)))
        assert set(sides.values()) == {2}
        assert all(flat_area(three) > 0 for three in mesh)


def flat_area(three: Triangle) -> float:
    (a, b, c), (d, e, f), (g, h, i) = three
    u, v = (d - a, e - b, f - c), (g - a, h - b, i - c)
    across = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    return sum(each * each for each in across)


def test_a_ring_and_cubes_that_touch_at_an_edge() -> None:
    ring, edge = meshes(
        'board b 2x3x3\nshapes s\n  |AAA B.|... ..\n  |A.A ..|... .B\n  |AAA\nlegend "B" = detached\n'
        "place one-sided s on b each at least 0 times"
    )
    assert [cells for cells, _ in (ring, edge)] == [8, 2]
    for cells, mesh in (ring, edge):
        assert is_closed(mesh)
        assert volume(mesh) == pytest.approx(cells)


def test_the_command_writes_millimetres(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "soma.stl"
    done = run(f"pieces soma --cell 20 --stl {file}")
    assert (done.status, done.out) == (0, "")
    text = file.read_text()
    names = re.findall(r"^solid (\w)", text, re.M)
    assert len(names) == 7
    assert len(re.findall("^facet", text, re.M)) * 3 == len(re.findall("^vertex", text, re.M))
    numbers = {float(at) for line in re.findall("^vertex (.*)", text, re.M) for at in line.split()}
    assert all(at % 20 == 0 for at in numbers)
    assert max(numbers) <= 185


@pytest.mark.slow
def test_balls_of_a_piece_hold_together(run: Run, tmp_path: Path) -> None:
    """Two balls without the discs between them are as large as two; one is nearly as large as a ball."""
    (_, one), (_, two) = meshes("board b sphere 1x1x3\nshapes s sphere\n  |A BB\nplace free s on b")
    assert 2 * volume(one) == pytest.approx(volume(two))
    assert pi / 6 < volume(one) < 4 / 3 * pi * 0.53**3
    assert len(two) == 2 * (len(one) - 12)
    sides = {frozenset(pair) for p, q, r in two for pair in ((p, q), (q, r), (r, p))}
    assert len({p for three in two for p in three}) - len(sides) + len(two) == 2  # one solid without holes
    done = run(f"pieces kanoodle-pyramid --stl {tmp_path / 'balls.stl'}")
    assert done.status == 0


def test_a_solution_with_its_pieces_apart(tmp_path: Path, run: Run) -> None:
    """The pieces of the Soma cube, each closed, together as large as 27 cubes of 15 mm."""
    file = tmp_path / "soma.stl"
    done = run(f"solve soma --stl {file}")
    assert done.err.endswith("soma.stl: 7 pieces, cells 15 mm wide\n")
    solids = re.findall(r"^solid (\w)\n(.*?)^endsolid", file.read_text(), re.MULTILINE | re.DOTALL)
    assert sorted(name for name, _ in solids) == sorted("VLTZABP")
    total = 0.0
    for _, text in solids:
        points = [tuple(map(float, line.split()[1:])) for line in text.splitlines() if "vertex" in line]
        mesh = [(points[k], points[k + 1], points[k + 2]) for k in range(0, len(points), 3)]
        assert is_closed(mesh)  # type: ignore[arg-type]
        total += volume(mesh)  # type: ignore[arg-type]
    assert total == pytest.approx(27 * 15**3)


def test_only_solids_are_written_apart(tmp_path: Path, run: Run) -> None:
    for spec in ("kanoodle", "tetrasticks"):
        done = run(f"solve {spec} --stl {tmp_path / 'a.stl'}")
        assert done.status == 2
        assert "--stl is for one board of cubes, balls, prisms or divided cubes" in done.err


def test_an_empty_solution_is_not_written(tmp_path: Path, run: Run) -> None:
    spec = tmp_path / "empty.xc"
    spec.write_text("board b\n  |??|??\nshapes piece\n  |AA\nplace free piece on b each 0 times\n")
    done = run(f"solve {spec} --stl {tmp_path / 'a.stl'}")
    assert done.status == 0
    assert done.err.endswith("no picture written: no piece lies on the board\n")
    assert list(tmp_path.iterdir()) == [spec]


def test_no_view_of_solids_to_print(tmp_path: Path, run: Run) -> None:
    done = run(f"solve soma --stl {tmp_path / 'a.stl'} --view cut")
    assert done.status == 2
    assert "--stl writes the pieces apart" in done.err


def test_cells_without_a_form_are_not_written(tmp_path: Path, run: Run) -> None:
    spec = tmp_path / "pair.xc"
    spec.write_text(
        'lattice pair\n  |AB\n  neighbors "A" = {"B"}\n'
        "board b on pair\nshapes s on pair\n  |CC\nplace free s on b\n"
    )
    for described, cells in ((str(spec), "lattice `pair`"), ("tetrasticks", "edges")):
        done = run(f"pieces {described} --stl {tmp_path / 'a.stl'}")
        assert done.status == 2
        assert f"--stl writes pieces of solid cells or polygons, not of {cells}" in done.err
