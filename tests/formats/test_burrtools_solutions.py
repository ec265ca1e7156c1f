"""Solutions and groups in files of BurrTools: read, verified, and written back."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random

import pytest
from commands import Run
from xmpuzzles import problem, puzzle, voxel

import excover
from excover.base.source import Source
from excover.formats.burrtools import read_burrtools
from excover.formats.burrtools_assemblies import turns_of
from excover.formats.burrtools_model import GRIDS
from excover.formats.burrtools_writer import file_lines
from excover.lattices import LATTICES, Cell
from excover.lattices.point_groups import Vector, determinant

BAR = [(0, 0, 0), (1, 0, 0)]
SQUARE = [*BAR, (0, 1, 0), (1, 1, 0)]
CUBE = list(product(range(3), repeat=3))


def with_solutions(parts: str, *assemblies: str, result: int = 1) -> str:
    saved = "".join(f"<solution><assembly>{each}</assembly></solution>" for each in assemblies)
    return (
        f'<problem state="0"><shapes>{parts}</shapes><result id="{result}"/><bitmap/>'
        f"<solutions>{saved}</solutions></problem>"
    )


def tray(*assemblies: str) -> str:
    return puzzle(
        [voxel(BAR), voxel(SQUARE)], [with_solutions('<shape id="0" min="1" max="3"/>', *assemblies)]
    )


# Turns


@pytest.mark.parametrize(("grid", "count"), [(0, 24), (1, 12), (2, 120), (3, 24), (4, 24)])
def test_turns_are_rotations_and_differ(grid: int, count: int) -> None:
    turns = turns_of(GRIDS[grid])
    assert len({turn.rotation for turn in turns}) == len(turns) == count
    for turn in turns:
        rows = turn.rotation.rows
        assert determinant(*rows) == turn.scale**3
        if grid != 1:  # where lengths are not those of the coordinates
            products = [[sum(a * b for a, b in zip(one, two, strict=True)) for two in rows] for one in rows]
            assert products == [[turn.scale**2 * (k == n) for k in range(3)] for n in range(3)]


def test_turns_of_prisms_keep_distances() -> None:
    """In half sides and thirds of heights, a third of a square of the second is one of the first."""

    def length(way: Vector) -> int:
        return 3 * way[0] ** 2 + way[1] ** 2

    for turn, way in product(turns_of(GRIDS[1]), [(2, 0, 0), (1, 3, 0), (1, 1, 1), (0, 2, 0)]):
        turned = turn.rotation(way)
        assert length(turned) == 4 * length(way)
        assert abs(turned[2]) == 2 * abs(way[2])


def test_turns_of_spheres_beyond_those_of_a_cube_are_turns_of_a_hexagonal_layer() -> None:
    """Each is a rotation of the cube after a turn by 180 degrees around one of its diagonals."""
    turns = turns_of(GRIDS[2])
    cubic = {turn.rotation for turn in turns[:24]}
    expected = set()
    for signs, rotation in product([(1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1)], cubic):
        half = [[2 * a * b - 3 * (n == k) for k, b in enumerate(signs)] for n, a in enumerate(signs)]
        columns = [rotation(column) for column in zip(*half, strict=True)]
        expected.add(tuple(zip(*columns, strict=True)))
    assert {turn.rotation.rows for turn in turns[24:]} == expected


def test_the_first_turns_go_around_the_axes() -> None:
    """Turn 1 is a quarter around x, 4 around y, and 16 around z; others combine them."""
    steps = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}
    turns = turns_of(GRIDS[0])
    assert turns[1].rotation(steps["y"]) == steps["z"]
    assert turns[4].rotation(steps["x"]) == steps["z"]
    assert turns[16].rotation(steps["x"]) == steps["y"]
    for k, (number, base) in product(range(4), [(0, 0), (4, 4), (8, 8), (12, 12), (16, 16), (20, 20)]):
        assert turns[number + k].rotation == turns[base].rotation @ turns[k].rotation


# Reading


def test_saved_solutions_are_verified_and_drawn(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tray.xmpuzzle"
    path.write_text(tray("0 0 0 0 0 1 0 0 x", "0 0 0 16 1 0 0 16 x", "1 0 0 8 x 1 1 0 8"))
    result = run("decode", str(path), "--saved")
    assert (result.status, result.out) == (0, "A1 A1\nA1 A1\n\nA2 A2\nA2 A2\n\nA1 A1\nA1 A1\n")
    assert "3 solutions, verified" in result.err


def test_pieces_of_old_files_may_be_unplaced_by_a_number(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tray.xmpuzzle"
    path.write_text(tray("0 0 0 0 0 1 0 0 0 0 0 255"))
    assert run("decode", str(path), "--saved").status == 0


@pytest.mark.parametrize(
    ("assembly", "told"),
    [
        ("0 0 0 0 0 1 0 one x", "is not an assembly"),
        ("0 0 0 0 0 1 0", "is not an assembly"),
        ("0 0 0 0 0 1 0 0", "has 2 pieces, but the problem 3"),
        ("0 0 0 0 1 1 0 0 x", "piece A does not fit"),
        ("0 0 0 0 0 1 0 24 x", "piece A does not fit"),
        ("0 0 0 0 0 0 0 0 x", "not a solution"),
        ("0 0 0 0 x x", "not a solution"),
    ],
)
def test_wrong_solutions_are_refused(assembly: str, told: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tray.xmpuzzle"
    path.write_text(tray("0 0 0 0 0 1 0 0 x", assembly))
    result = run("decode", str(path), "--saved")
    assert (result.status, result.out) == (2, "")
    assert told in result.err
    assert run("count", str(path)).out == "2\n"  # they matter only where they are read


def test_files_without_solutions(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tray.xmpuzzle"
    path.write_text(puzzle([voxel(BAR), voxel(SQUARE)], [with_solutions('<shape id="0" count="2"/>')]))
    assert "no solutions are saved" in run("decode", str(path), "--saved").err
    assert "SPEC is none" in run("decode", "soma", "--saved").err
    assert run("decode", "soma").status == 2


# Writing


@pytest.mark.parametrize("name", ["square", "triangle", "cube", "prism", "sphere", "rhombic", "tetraocta"])
def test_solutions_are_written_and_read_on_every_grid(name: str, run: Run, tmp_path: Path) -> None:
    """Random pieces cut from a board; all turns and hotspots come from the written file."""
    own, random, written = LATTICES[name], Random(name), 0
    for _ in range(6):
        board = sorted(own.box(*((2, 2, 2) if own.solid else (1, 3, 3))))[:10]
        pieces: list[list[Cell]] = []
        left = set(board)
        while left:
            cells = {random.choice(sorted(left))}
            while near := sorted({c for cell in cells for c in own.neighbours(cell)} & left - cells):
                if len(cells) == 4:
                    break
                cells.add(random.choice(near))
            left -= cells
            pieces.append(list(own.normalized(cells)))
        group = "one-sided" if own.solid else "free"
        text = f"board b {name}\n{_drawn(dict.fromkeys(own.normalized(board), '.'), ' ')}"
        for k, piece in enumerate(pieces):
            text += f"shapes s{k} {name}\n{_drawn(dict.fromkeys(piece, 'ABCDEFGHIJ'[k]), '.')}"
            text += f"place {group} s{k} on b\n"
        spec, path = tmp_path / "spec.xc", tmp_path / "written.xmpuzzle"
        spec.write_text(text)
        result = run("convert", str(spec), "--to", "xmpuzzle", "--solutions", "20")
        assert result.status == 0, result.err
        path.write_text(result.out)
        read = run("decode", str(path), "--saved")
        assert read.status == 0, (text, result.out, read.err)
        count = min(20, excover.parse(text).count(up_to="rotations"))
        assert f"{count} solution" in read.err
        written += count
    assert written >= 6


def _drawn(marks: dict[tuple[int, int, int], str], nothing: str) -> str:
    layers, rows, columns = (max(cell[axis] for cell in marks) + 1 for axis in range(3))
    return "".join(
        "  |"
        + "|".join("".join(marks.get((n, r, c), nothing) for c in range(columns)) for n in range(layers))
        + "\n"
        for r in range(rows)
    )


def test_balls_in_a_plane_are_turned_over(run: Run, tmp_path: Path) -> None:
    """The flat pieces of the shipped tetrahedron need the turns of a hexagonal layer."""
    path = tmp_path / "balls.xmpuzzle"
    path.write_text(run("convert", "ball-tetrahedron", "--to", "xmpuzzle", "--solutions", "5").out)
    assert run("decode", str(path), "--saved").status == 0


ALL = puzzle(
    [
        '<voxel x="2" y="1" z="1" hx="1" hy="0" hz="0" name="A &amp; B" weight="2" type="0">#1+2</voxel>',
        voxel(SQUARE),
    ],
    [
        '<problem name="one" state="2" assemblies="7" solutions="1" time="3" maxHoles="2"><shapes>'
        '<shape id="0" count="2" group="1"/><shape id="1" min="0" max="4">'
        '<group group="1" count="2"/><group group="3" count="1"/></shape></shapes><result id="1"/>'
        '<bitmap><pair piece="0" result="1"/></bitmap><assembler version="1.4">-1 87 </assembler>'
        '<solutions><solution asmNum="4" solNum="2">'
        '<assembly>0 0 0 0 x 1 -1 0 3 x x</assembly><separation><pieces count="2">0 1</pieces>'
        "<state><dx>0 1</dx></state></separation></solution></solutions></problem>"
    ],
).replace("<colors/>", '<colors><color red="1" green="2" blue="3"/></colors>')


@pytest.mark.parametrize("popup", ["", ' popup=""'])
def test_all_of_a_file_is_written_back(popup: str) -> None:
    text = ALL.replace("<comment/>", f"<comment{popup}>1 &lt; 2</comment>")
    read = read_burrtools(Source("all.xmpuzzle", text))
    again = read_burrtools(Source("again.xmpuzzle", "\n".join(file_lines(read))))
    assert again == read
    assert read.shapes[0].hotspot == (1, 0, 0)
    assert (read.comment, read.pops_up) == ("1 < 2", bool(popup))
    assert [part.groups for part in read.problems[0].parts] == [{1: 2}, {1: 2, 3: 1}]
    assert ">-1 87 <" in read.problems[0].search
    assert "<dx>0 1</dx>" in read.problems[0].saved[0].rest


def test_a_file_keeps_its_other_problems_and_gets_new_solutions(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "two.xmpuzzle"
    problems = [with_solutions('<shape id="0" count="2"/>', "0 0 0 0 0 1 0 0")] * 2
    path.write_text(puzzle([voxel(BAR), voxel(SQUARE)], problems))
    assert run("convert", str(path), "--to", "xmpuzzle", "-p", "problem=2").status == 2
    result = run("convert", str(path), "--to", "xmpuzzle", "-p", "problem=2", "--solutions", "9")
    assert "1 solution saved" in result.err  # up to rotations
    one, two = read_burrtools(Source("again.xmpuzzle", result.out)).problems
    assert [saved.assembly for saved in one.saved] == ["0 0 0 0 0 1 0 0"]
    assert (len(two.saved), two.state["state"]) == (1, "2")
    assert run("convert", "soma", "--solutions", "1").status == 2


def test_a_solution_may_leave_out_a_piece_where_all_voxels_may_stay_empty(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tray.xmpuzzle"
    path.write_text(puzzle([voxel(BAR), voxel(dict.fromkeys(BAR, "+"))], [problem([(0, 1)])]))
    saved = run("convert", str(path), "--to", "xmpuzzle", "--solutions", "9")
    path.write_text(saved.out)
    assert run("decode", str(path), "--saved").out == "AA\n\n..\n"


# Balls in a plane: a row of three, and a ball beside one end, on the other side of which they also fit
HOOK = [(3, 0, 1), (4, 1, 1), (5, 1, 0), (5, 2, 1)]
TURNED = [(1, 0, 1), (2, 1, 1), (2, 2, 0), (3, 2, 1)]


def test_the_hotspot_of_balls_is_moved_onto_them_for_turns_within_their_plane(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "hook.xmpuzzle"
    one = problem([(1, 1)])
    path.write_text(puzzle([voxel(HOOK), voxel(TURNED)], [one], grid=2))
    saved = run("convert", str(path), "--to", "xmpuzzle", "--solutions", "9")
    assert '<voxel x="6" y="3" z="2" hx="5" hy="1" type="0">' in saved.out
    path.write_text(saved.out)
    assert run("decode", str(path), "--saved").status == 0


def test_a_hotspot_beside_cubes_stays(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "corner.xmpuzzle"
    corner = [(1, 0, 0), (0, 1, 0), (1, 1, 0)]
    path.write_text(puzzle([voxel(corner), voxel(corner)], [problem([(1, 1)])]))
    saved = run("convert", str(path), "--to", "xmpuzzle", "--solutions", "9").out
    assert saved.count('<voxel x="2" y="2" z="1" type="0">') == 2
    path.write_text(saved)
    assert run("decode", str(path), "--saved").status == 0


def test_a_hotspot_that_other_solutions_need_stays(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "hook.xmpuzzle"
    other = with_solutions('<shape id="0" count="1"/>', "0 0 0 0", result=1)
    path.write_text(puzzle([voxel(HOOK), voxel(TURNED)], [problem([(1, 1)]), other], grid=2))
    refused = run("convert", str(path), "--to", "xmpuzzle", "--solutions", "9", "-p", "problem=1")
    assert refused.status == 2
    assert "move the hotspot to a voxel of the shape" in refused.err


# Holes


@pytest.mark.parametrize(("holes", "count"), [(0, 2), (1, 2), (2, 6), (3, 6), (4, 7)])
def test_at_most_so_many_holes(holes: int, count: int, run: Run, tmp_path: Path) -> None:
    """Bars on four voxels that may stay empty: two pairs, four single ones, and none."""
    path = tmp_path / "tray.xmpuzzle"
    problem = with_solutions('<shape id="0" min="0" max="2"/>', "0 0 0 0 0 1 0 0")
    text = puzzle([voxel(BAR), voxel(dict.fromkeys(SQUARE, "+"))], [problem])
    path.write_text(text.replace('state="0"', f'state="0" maxHoles="{holes}"'))
    assert run("count", str(path)).out == f"{count}\n"
    assert run("decode", str(path), "--saved").status == 0


def test_holes_where_some_voxels_have_to_be_filled(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tray.xmpuzzle"
    marks = {**dict.fromkeys(SQUARE, "+"), (0, 0, 0): "#"}
    problem = with_solutions('<shape id="0" min="0" max="2"/>', "0 0 0 0 x")
    text = puzzle([voxel(BAR), voxel(marks)], [problem]).replace('state="0"', 'state="0" maxHoles="2"')
    path.write_text(text)
    assert run("count", str(path)).out == "4\n"
    assert run("decode", str(path), "--saved").out == " .  .\nA1 A1\n"


def test_holes_of_a_result_in_one_layer_of_balls(run: Run, tmp_path: Path) -> None:
    """Its cells have a row and a column, though its pieces have layers."""
    path = tmp_path / "balls.xmpuzzle"
    balls = {(1, 1, 0): "#", (0, 0, 0): "+", (2, 0, 0): "+", (0, 2, 0): "+", (2, 2, 0): "+"}
    shapes = [voxel([(0, 0, 0), (1, 1, 0)]), voxel(balls)]
    one = problem([(0, 2)], holes=' maxHoles="3"')
    path.write_text(puzzle(shapes, [one], grid=2))
    assert run("count", str(path)).out == "4\n"


# Groups


def shell(group: str) -> str:
    """A cube in a closed box, which does not come apart."""
    around = [cell for cell in CUBE if cell != (1, 1, 1)]
    parts = f'<shape id="0" count="1"{group}/><shape id="1" count="1"{group}/>'
    return puzzle([voxel(around), voxel([(0, 0, 0)]), voxel(CUBE)], [with_solutions(parts, result=2)])


def test_pieces_of_a_group_need_not_come_apart(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "shell.xmpuzzle"
    path.write_text(shell(""))
    assert run("disassemble", str(path)).status == 1
    assert run("disassemble", str(path), "--group", "AB").status == 0
    path.write_text(shell(' group="1"'))
    result = run("disassemble", str(path), "--json")
    assert json.loads(result.out)["together"] == [["A", "B"]]
    assert "A, B stay together" in run("disassemble", str(path)).out


def test_pieces_of_group_0_come_apart_from_each_other(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "shell.xmpuzzle"
    path.write_text(shell("").replace('count="1"/>', 'count="1"><group group="0" count="1"/></shape>'))
    assert run("disassemble", str(path)).status == 1


def test_groups_are_of_letters(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "shell.xmpuzzle"
    path.write_text(shell(""))
    assert run("disassemble", str(path), "--group", "A", "--group", "B").status == 1
    assert run("disassemble", str(path), "--group", "A", "--group", "BC").status == 2  # there is no C
