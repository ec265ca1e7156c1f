"""How solutions come apart, as it is written into files of BurrTools: replayed cube by cube."""

from __future__ import annotations

import json
import signal
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from pathlib import Path

import pytest
from commands import Run
from xmpuzzles import problem, puzzle, voxel

from excover.authors.disassembly import Disassembly, disassemble
from excover.formats.burrtools_assemblies import turns_of
from excover.formats.burrtools_model import GRIDS

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
        ("convert soma --to xmpuzzle --time-limit 5", "--time-limit is only for `--solutions`"),
    ],
)
def test_refused(run: Run, command: str, told: str) -> None:
    done = run(command)
    assert (done.status, done.out) == (2, "")
    assert told in done.err


# Shown again


def shown(run: Run, path: Path) -> list[str]:
    return run("decode", str(path), "--saved").out.splitlines()


@pytest.mark.thorough
def test_saved_moves_are_shown_as_they_were_found(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "soma.xmpuzzle"
    path.write_text(run("convert soma --to xmpuzzle --solutions 3 --disassemble").out)
    decoded = run("decode", str(path), "--saved")
    assert decoded.err == "3 solutions, verified; 3 come apart as saved\n"
    assert "comes apart, level 1.1.1.1.1.1:" in decoded.out
    found = [json.loads(line) for line in run("disassemble", str(path), "--json").out.splitlines()]
    levels = {str(each["options"]): each["levels"] for each in found}
    again = [json.loads(line) for line in run("decode", str(path), "--saved", "--json").out.splitlines()]
    assert [each["levels"] for each in again] == [levels[str(each["options"])] for each in again]
    assert all(len(each["moves"]) == sum(each["levels"]) and not each["together"] for each in again)


def slot(run: Run, tmp_path: Path) -> Path:
    """The saved solution of a cube that leaves a block to the side and up."""
    (tmp_path / "slot.xmpuzzle").write_text(
        puzzle(
            [voxel(BLOCK, "B"), voxel(CUBE, "C"), voxel([*BLOCK, (1, 1, 1)])],
            [problem([(1, 1), (1, 1)])],
        )
    )
    written = run("convert slot.xmpuzzle --to xmpuzzle --solutions 1 --disassemble").out
    (tmp_path / "solved.xmpuzzle").write_text(written)
    return tmp_path / "solved.xmpuzzle"


def test_moves_in_words(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = shown(run, slot(run, tmp_path))
    assert lines[-3:] == ["comes apart, level 2:", "1. C right 1", "2. C up away"]


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("<dx>0 2</dx>", "<dx>0 1</dx>", "in move 1, pieces do not move together"),
        ("<dx>0 2</dx>", "<dx>0 0</dx>", "in move 1, C meets B"),
        (
            "<dx>0 2</dx><dy>0 1</dy><dz>0 1",
            "<dx>0 2</dx><dy>0 2</dy><dz>0 1",
            "move 1 is not along one axis",
        ),
        ("30001", "5", "the last move of a separation, and no other, takes pieces away"),
        ("<dx>0 2</dx>", "<dx>0 2.5</dx>", "something else where numbers must be"),
        ("<dx>0 2</dx>", "<dx>0</dx>", "a state has not a place for each of its pieces"),
        (">0 1</pieces>", ">0 2</pieces>", "a separation has other pieces than the solution"),
        ("<dx>0 1</dx>", "<dx>3 1</dx>", "does not begin where its pieces are"),
        (
            "</separation>",
            '<separation type="left"><pieces count="2">0 1</pieces></separation></separation>',
            "other pieces than the parts that it is about",
        ),
        (
            "<dx>0 2</dx><dy>0 1</dy><dz>0 30001</dz>",
            "<dx>0 2</dx><dy>0 1</dy><dz>30001 30002</dz>",
            "the last move of a separation takes all of its pieces away, and leaves none",
        ),
    ],
)
def test_moves_that_cannot_be_made(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str, after: str, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path = slot(run, tmp_path)
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))
    refused = run("decode", str(path), "--saved")
    assert (refused.status, refused.out) == (2, "")
    assert "error[E809]" in refused.err
    assert why in " ".join(refused.err.split())
    assert "<solution" in refused.err


def test_separations_without_moves_are_counted(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = slot(run, tmp_path)
    text = path.read_text()
    begin, end = text.index("<separation>"), text.rindex("</separation>")
    path.write_text(f"{text[:begin]}<separationInfo>1 2 0</separationInfo>{text[end + 13 :]}")
    decoded = run("decode", str(path), "--saved")
    assert decoded.err == "1 solution, verified; 1 comes apart by moves that are not shown\n"


# Stopped


def test_no_time_for_solutions(run: Run) -> None:
    written = run("convert soma --to xmpuzzle --solutions 3 --disassemble --time-limit 0")
    assert written.err == "stopped by --time-limit before a solution was found: none is saved\n"
    assert written.status == 3
    assert replayed(written.out) == []


def test_an_interruption_keeps_what_was_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the third solution is taken apart."""
    seen = list[int]()

    def counted(*arguments: object) -> Disassembly | None:
        seen.append(len(seen))
        if len(seen) == 3:
            signal.raise_signal(signal.SIGINT)
        return disassemble(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("excover.authors.disassembly.disassemble", counted)
    written = run("convert soma --to xmpuzzle --solutions 9 --disassemble")
    assert written.status == 130
    told = (
        "3 solutions saved, each in one of its rotations; 2 come apart, 1 was not decided; there may be more"
    )
    assert written.err == f"interrupted: {told}\n"
    assert replayed(written.out) == [[1] * 6] * 2 + [None]
