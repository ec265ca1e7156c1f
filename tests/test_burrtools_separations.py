"""How solutions come apart, as it is written into files of BurrTools: replayed cube by cube."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from pathlib import Path

import pytest
from commands import Run
from xmpuzzles import problem, puzzle, voxel

from excover.formats.burrtools_grids import GRIDS
from excover.formats.burrtools_turns import turns_of

Voxel = tuple[int, int, int]
FAR, AWAY = 40, 10_000
"""Pieces that move so far without meeting anything are away; so BurrTools marks those that are."""


def replayed(file: str) -> list[list[int] | None]:
    """For each saved solution, the moves of its separations, the root first; None if there are none.

    Asserts that what a separation says can be done, and that it leaves single pieces only.
    """
    root = ET.fromstring(file)
    shapes = [_cells(each) for each in root.iterfind("shapes/voxel")]
    found: list[list[int] | None] = []
    for each in root.iterfind("problems/problem"):
        numbers = [
            int(part.get("id", ""))
            for part in each.iterfind("shapes/shape")
            for _ in range(int(part.get("max") or part.get("count") or 1))
        ]
        for solution in each.iterfind("solutions/solution"):
            placed = _placed(shapes, numbers, solution.findtext("assembly") or "")
            whole = solution.find("separation")
            if whole is None:
                found.append(None)
                continue
            assert _states(whole)[0] == {k: at for k, (at, _) in placed.items()}
            found.append(_replay(whole, placed))
    return found


def _cells(shape: ET.Element) -> tuple[list[Voxel], Voxel]:
    wide, deep, high = (int(shape.get(axis, "")) for axis in "xyz")
    marks = [mark for mark in shape.text or "" if mark in "_#+"]
    places = product(range(high), range(deep), range(wide))
    cells = [(x, y, z) for (z, y, x), mark in zip(places, marks, strict=True) if mark != "_"]
    hotspot = int(shape.get("hx", 0)), int(shape.get("hy", 0)), int(shape.get("hz", 0))
    return cells, hotspot


def _placed(
    shapes: Sequence[tuple[list[Voxel], Voxel]], numbers: Iterable[int], assembly: str
) -> dict[int, tuple[Voxel, frozenset[Voxel]]]:
    """By the number of the entry: the hotspot, and the cells."""
    words, placed = iter(assembly.split()), {}
    for k, number in enumerate(numbers):
        if (word := next(words)) != "x":
            at = int(word), int(next(words)), int(next(words))
            cells, hotspot = shapes[number]
            images = turns_of(GRIDS[0])[int(next(words))].images(cells, hotspot, at)
            assert images is not None
            placed[k] = at, frozenset(images)
    assert not list(words)
    return placed


def _states(separation: ET.Element) -> list[dict[int, Voxel]]:
    pieces = separation.find("pieces")
    assert pieces is not None
    names = [*map(int, (pieces.text or "").split())]
    assert int(pieces.get("count", "")) == len(names)
    return [
        dict(
            zip(
                names,
                zip(*(map(int, (state.findtext(d) or "").split()) for d in ("dx", "dy", "dz")), strict=True),
                strict=True,
            )
        )  # type: ignore[arg-type]
        for state in separation.iterfind("state")
    ]


def _replay(separation: ET.Element, part: dict[int, tuple[Voxel, frozenset[Voxel]]]) -> list[int]:
    """``part`` has where its pieces are, maybe elsewhere than in the first state, but all alike."""
    states = _states(separation)
    assert len({_minus(states[0][k], at) for k, (at, _) in part.items()}) == 1
    assert states[0].keys() == part.keys()
    for before, after in pairwise(states):
        steps = {k: _minus(after[k], at) for k, at in before.items()}
        ways = {step for step in steps.values() if any(step)}
        assert len(ways) == 1
        (way,) = ways
        assert sum(map(bool, way)) == 1
        far = max(map(abs, way))
        assert (far > AWAY) == (after is states[-1])
        unit = tuple(step // far for step in way)
        moving = [k for k, step in steps.items() if any(step)]
        still = frozenset().union(*(cells for k, (_, cells) in part.items() if k not in moving))
        for _ in range(min(far, FAR)):
            for k in moving:
                part[k] = _plus(part[k][0], unit), frozenset(_plus(cell, unit) for cell in part[k][1])
                assert not part[k][1] & still
    left = {k: part.pop(k) for k in list(part) if k not in moving}
    counts = [len(states) - 1]
    below = {each.get("type"): each for each in separation.iterfind("separation")}
    for kind, pieces in (("removed", part), ("left", left)):
        assert (kind in below) == (len(pieces) > 1)
        if kind in below:
            counts += _replay(below[kind], pieces)
    return counts


def _minus(one: Voxel, other: Voxel) -> Voxel:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _plus(one: Voxel, other: tuple[int, ...]) -> Voxel:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def box(size: int, *empty: Voxel) -> list[Voxel]:
    return [cell for cell in product(range(size), repeat=3) if cell not in empty]


CUBE, BAR = [(0, 0, 0)], [(0, 0, 0), (1, 0, 0)]
SLOT = [(1, 1, 1), (2, 1, 1), (2, 1, 2), (2, 1, 3)]
"""A way out: to the side, then up."""
BLOCK = [cell for cell in product(range(4), range(3), range(4)) if cell not in SLOT]


def test_soma_is_taken_apart(run: Run) -> None:
    written = run("convert soma --to xmpuzzle --solutions 6 --disassemble")
    assert "6 solutions saved, each in one of its rotations; 6 come apart" in written.err
    assert replayed(written.out) == [[1] * 6] * 6
    assert 'solutions="6"' not in written.out  # there may be more


def test_a_file_of_equal_pieces_that_are_used_in_part(run: Run, tmp_path: Path) -> None:
    """Entries without a piece come first or in between, and equal pieces must not be mixed up."""
    path = tmp_path / "bars.xmpuzzle"
    long, square = [(0, 0, z) for z in range(3)], [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
    path.write_text(
        puzzle(
            [voxel(square), voxel(long, "L"), voxel(BAR), voxel(box(3))],
            [problem([(0, 2), (3, 5), (0, 9)])],
        )
    )
    written = run("convert", str(path), "--to", "xmpuzzle", "--solutions", "20", "--disassemble")
    assert written.status == 0, written.err
    found = replayed(written.out)
    assert len(found) == 20
    assert sum(map(bool, found)) > 10
    (tmp_path / "again.xmpuzzle").write_text(written.out)
    again = run("convert", str(tmp_path / "again.xmpuzzle"), "--to", "xmpuzzle")
    assert again.out == written.out
    assert "20 solutions, verified" in run("decode", str(tmp_path / "again.xmpuzzle"), "--saved").err


def test_several_moves_until_a_piece_is_out(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "slot.xmpuzzle"
    path.write_text(
        puzzle([voxel(BLOCK), voxel(CUBE), voxel([*BLOCK, (1, 1, 1)])], [problem([(1, 1), (1, 1)])])
    )
    written = run("convert", str(path), "--to", "xmpuzzle", "--solutions", "1", "--disassemble")
    assert [each for each in replayed(written.out) if each] == [[2]]


def test_what_does_not_come_apart_is_saved_without(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "shut.xmpuzzle"
    path.write_text(
        puzzle([voxel(box(3, (1, 1, 1))), voxel(CUBE), voxel(box(3))], [problem([(1, 1), (1, 1)])])
    )
    written = run("convert", str(path), "--to", "xmpuzzle", "--solutions", "2", "--disassemble")
    assert 'assemblies="1" solutions="0"' in written.out
    assert "1 solution saved, each in one of its rotations; 0 come apart" in written.err
    assert replayed(written.out) == [None]


def test_pieces_of_a_group_stay_together(run: Run, tmp_path: Path) -> None:
    """A cube in a shell, and a lid that comes off: the lid is one separation, the rest none."""
    path = tmp_path / "shell.xmpuzzle"
    shell, lid = box(3, (1, 1, 1)), [(x, y, 0) for x in range(3) for y in range(3)]
    whole = [*box(3), *((x, y, 3) for x in range(3) for y in range(3))]
    text = puzzle([voxel(shell), voxel(CUBE), voxel(lid), voxel(whole)], [problem([(1, 1)] * 3)])
    for number in (0, 1):
        text = text.replace(
            f'<shape id="{number}" count="1"/>', f'<shape id="{number}" count="1" group="1"/>'
        )
    path.write_text(text)
    written = run("convert", str(path), "--to", "xmpuzzle", "--solutions", "1", "--disassemble")
    (separation,) = ET.fromstring(written.out).iter("separation")
    assert [sorted(state) for state in _states(separation)] == [[0, 1, 2]] * 2


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("convert soma --to xmpuzzle --disassemble", "only for `--solutions`"),
        ("convert pentominoes --to xmpuzzle --solutions 1 --disassemble", "is flat"),
    ],
)
def test_refused(run: Run, command: str, told: str) -> None:
    done = run(command)
    assert (done.status, done.out) == (2, "")
    assert told in done.err
