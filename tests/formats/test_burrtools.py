"""Files of BurrTools: what they say, and what of them cannot be read."""

from __future__ import annotations

import gzip
import io
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from xmpuzzles import Voxel, problem, puzzle, voxel

import excover
from excover.apps.cli import main
from excover.base.diagnostics import SpecError
from excover.base.limits import DEFAULT
from excover.base.source import Source
from excover.formats.burrtools import read_burrtools
from excover.language.meaning.puzzle import Placing
from excover.problem.problem import compile_source

BAR = [(0, 0, 0), (1, 0, 0)]
SQUARE = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
TRAY = puzzle([voxel(BAR), voxel(SQUARE)], [problem([(2, 2)])])


def compiled(text: str, **settings: int) -> excover.Problem:
    return compile_source(Source("puzzle.xmpuzzle", text), settings)


def codes(text: str, **settings: int) -> list[str]:
    try:
        return [warning.code for warning in compiled(text, **settings).warnings]
    except SpecError as wrong:
        return [diagnostic.code for diagnostic in wrong.diagnostics]


def converted(text: str, capsys: pytest.CaptureFixture[str], path: Path) -> str:
    path.write_text(text)
    assert main(["convert", str(path)]) == 0
    return capsys.readouterr().out


# What they say


def test_x_runs_fastest_and_z_slowest(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """From above: x to the right, y away, z up."""
    steps = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)]
    box = {cell: "+" if cell == (0, 0, 1) else "#" for cell in product(range(3), range(2), range(2))}
    text = puzzle(
        [voxel(steps, "Q"), voxel([*BAR, (2, 0, 0)], "bar"), voxel(box)], [problem([(1, 1), (0, 3)])]
    )
    assert converted(text, capsys, tmp_path / "steps.xmpuzzle") == (
        "# From a file of BurrTools.\n"
        "# Q is shape 1.\n"
        "# A is shape 2, bar.\n"
        'puzzle "steps"\n\n'
        "board result cube\n"
        "  |...|...\n"
        "  |?..|...\n\n"
        "shapes piece_0_3\n"
        "  |AAA\n\n"
        "place one-sided piece_0_3 on result each at most 3 times\n\n"
        "shapes piece_1\n"
        "  |.Q|.Q\n"
        "  |..|QQ\n\n"
        "place one-sided piece_1 on result\n"
    )


def xmpuzzle_of(spec: str) -> str:
    """A shipped puzzle of pieces as a file of BurrTools."""
    placings = [source for source in excover.load(spec).puzzle.sources if isinstance(source, Placing)]
    (placing,) = placings
    shapes = [*(piece.cells for piece in placing.shapes.pieces), placing.board.cells]
    return puzzle(map(voxel, map(_upright, shapes)), [problem([(1, 1)] * (len(shapes) - 1))])


def _upright(cells: tuple[Voxel, ...]) -> list[Voxel]:
    """From layers, rows and columns, which go down and to the viewer, to x, y and z."""
    bottom, front, _ = map(max, zip(*cells, strict=True))
    return [(column, front - row, bottom - layer) for layer, row, column in cells]


@pytest.mark.parametrize(
    ("spec", "count", "classes"),
    [
        ("soma", 11520, 240),
        ("scott", 520, 65),
        pytest.param("solid-pentominoes", 31520, 3940, marks=pytest.mark.thorough),
    ],
)
def test_published_counts(spec: str, count: int, classes: int) -> None:
    """As in `specs`: Conway and Guy 1961, Scott 1958, Bouwkamp 1967."""
    problem = compiled(xmpuzzle_of(spec))
    assert (problem.count(), problem.count(up_to_symmetry=True)) == (count, classes)


# Grids of cubes cut into cells, and of spheres


class CubicGrid(NamedTuple):
    """Where there are voxels; twice the place of a point around which the grid turns; by what it is moved."""

    exists: Callable[[Voxel], bool]
    center: Voxel
    moves: Callable[[Voxel], bool]


def in_threes(voxel: Voxel) -> bool:
    place = [at % 3 for at in voxel]
    at_corner = sum(at // 3 + (at % 3 == 2) for at in voxel) % 2 == 1
    return place == [1, 1, 1] or (1 not in place and at_corner)


CUBIC_GRIDS = {
    2: CubicGrid(lambda v: sum(v) % 2 == 0, (0, 0, 0), lambda by: sum(by) % 2 == 0),
    3: CubicGrid(
        lambda v: sorted(abs(at % 5 - 2) for at in v) == [0, 1, 2],
        (4, 4, 4),
        lambda by: not any(step % 5 for step in by),
    ),
    4: CubicGrid(
        in_threes, (5, -1, -1), lambda by: not any(step % 3 for step in by) and sum(by) // 3 % 2 == 0
    ),
}


def ways_on(grid: CubicGrid, shape: Sequence[Voxel], board: set[Voxel]) -> set[frozenset[Voxel]]:
    """All ways to lay a shape, by turning it around the center and moving its first voxel everywhere.

    Spheres in a plane can be turned to their mirror image.
    """
    found = set()
    turns = rotations()
    if grid is CUBIC_GRIDS[2] and is_planar(shape):
        turns = list(product(permutations(range(3)), product((1, -1), repeat=3)))
    for (order, signs), target in product(turns, board):
        turned = [
            tuple(
                (signs[k] * (2 * v[order[k]] - grid.center[order[k]]) + grid.center[k]) // 2 for k in range(3)
            )
            for v in shape
        ]
        by = tuple(b - a for a, b in zip(turned[0], target, strict=True))
        laid = {tuple(a + b for a, b in zip(v, by, strict=True)) for v in turned}
        if grid.moves(by) and laid <= board:  # type: ignore[arg-type]
            found.add(frozenset(laid))
    return found  # type: ignore[return-value]


@pytest.mark.parametrize("number", CUBIC_GRIDS)
def test_pieces_on_other_grids(number: int) -> None:
    """Random boards, cut into two pieces: as many solutions as by trying."""
    grid, random, ways = CUBIC_GRIDS[number], Random(number), 0
    for _ in range(20):
        places = [v for v in product(range(2, 8), range(1, 7), range(3, 9)) if grid.exists(v)]
        middle = random.choice(places)
        board = sorted(places, key=lambda v: (math.dist(v, middle), v))[: random.randint(4, 9)]
        pieces = board[:2], board[2:]
        one, other = (ways_on(grid, piece, set(board)) for piece in pieces)
        text = puzzle(map(voxel, (*pieces, board)), [problem([(1, 1), (1, 1)])], number)
        assert len(compiled(text).full.matrix.own_options()) == len(one) + len(other)
        count = sum(first | second == set(board) for first, second in product(one, other))
        assert compiled(text).count() == count > 0
        ways += len(one)
    assert ways > 45


def test_prisms_that_lie_flat_are_triangles(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The first of a row points up where x and y add up to an even number."""
    box = [(1, 1, 0), (2, 1, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0)]
    shapes = [voxel([(0, 0, 0), (1, 0, 0)]), voxel([(1, 0, 0), (2, 0, 0), (3, 0, 0)]), voxel(box)]
    text = converted(puzzle(shapes, [problem([(1, 1), (1, 1)])], 1), capsys, tmp_path / "trapezoid.xmpuzzle")
    assert text.splitlines()[5:] == [
        "board result triangle",
        "  |..",
        "  |...",
        "",
        "shapes piece triangle",
        "  |AA  .BBB",
        "",
        "place free piece on result",
    ]


def test_prisms_in_layers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    box = [(x, 0, z) for x in range(3) for z in range(2)]
    text = puzzle([voxel([(0, 0, 0), (0, 0, 1)]), voxel(box)], [problem([(3, 3)])], 1)
    assert converted(text, capsys, tmp_path / "prism.xmpuzzle").splitlines()[4:] == [
        "board result prism",
        "  |...|...",
        "",
        "shapes piece prism",
        "  |A|A",
        "",
        "place one-sided piece on result each 3 times",
    ]
    assert compiled(text).count() == 1


Turn = tuple[tuple[int, ...], tuple[int, ...]]


def rotations() -> list[Turn]:
    """An order of the axes, and their signs."""
    turns = product(permutations(range(3)), product((1, -1), repeat=3))
    return [(order, signs) for order, signs in turns if _parity(order) * signs[0] * signs[1] * signs[2] == 1]


def is_planar(shape: Sequence[Voxel]) -> bool:
    """Whether no four of them span a volume."""
    volumes = (
        sum(
            _parity(order) * math.prod(four[k + 1][order[k]] - four[0][order[k]] for k in range(3))
            for order in permutations(range(3))
        )
        for four in combinations(shape, 4)
    )
    return not any(volumes)


def _parity(order: tuple[int, ...]) -> int:
    return -1 if sum(a > b for i, a in enumerate(order) for b in order[i + 1 :]) % 2 else 1


def ways(shape: frozenset[Voxel], box: Mapping[Voxel, str]) -> set[frozenset[Voxel]]:
    """All ways to lay a shape into a box, by trying."""
    found = set()
    for (order, signs), by in product(rotations(), product(range(-1, 4), repeat=3)):
        turned = ([signs[k] * cell[order[k]] + by[k] for k in range(3)] for cell in shape)
        laid = frozenset((x, y, z) for x, y, z in turned)
        if laid <= box.keys():
            found.add(laid)
    return found


def fillings(
    box: Mapping[Voxel, str], laid: list[list[frozenset[Voxel]]], counts: list[tuple[int, int]]
) -> Iterator[tuple[frozenset[Voxel], ...]]:
    """All choices of ways that fill the box, and use each shape as often as is said."""
    if not laid:
        if all(mark == "+" for mark in box.values()):
            yield ()
        return
    (first, *rest), (low, high) = laid, counts[0]
    for chosen in _some(first, low, high, frozenset()):
        used = frozenset().union(*chosen)
        left = {cell: mark for cell, mark in box.items() if cell not in used}
        others = [[way for way in way_list if not way & used] for way_list in rest]
        for more in fillings(left, others, counts[1:]):
            yield (*chosen, *more)


def _some(
    options: list[frozenset[Voxel]], low: int, high: int, used: frozenset[Voxel]
) -> Iterator[tuple[frozenset[Voxel], ...]]:
    """Disjoint ones, so many."""
    if low <= 0:
        yield ()
    for k, option in enumerate(options if high else ()):
        if not option & used:
            for more in _some(options[k + 1 :], low - 1, high - 1, used | option):
                yield (option, *more)


CELLS = st.sets(st.tuples(*[st.integers(0, 1)] * 3), min_size=1, max_size=3).map(frozenset)
COUNTS = st.sampled_from([(1, 1), (1, 1), (2, 2), (0, 1), (0, 2), (1, 3)])


@settings(max_examples=examples(40))
@given(
    st.lists(st.tuples(CELLS, COUNTS), min_size=1, max_size=3),
    st.dictionaries(
        st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(0, 1)), st.sampled_from("##+"), min_size=1
    ),
)
def test_counts_are_those_of_trying(
    parts: list[tuple[frozenset[Voxel], tuple[int, int]]], box: dict[Voxel, str]
) -> None:
    counts = [count for _, count in parts]
    text = puzzle([*(voxel(shape) for shape, _ in parts), voxel(box)], [problem(counts)])
    laid = [sorted(ways(shape, box), key=sorted) for shape, _ in parts]
    assert compiled(text).count() == len(list(fillings(box, laid, counts)))


COLORED_BOX = st.dictionaries(
    st.tuples(*[st.integers(0, 1)] * 3),
    st.tuples(st.sampled_from("##+"), st.sampled_from(["", "1", "2"])),
    min_size=1,
)
COLORED = st.dictionaries(
    st.tuples(*[st.integers(0, 1)] * 3), st.sampled_from(["", "1", "2"]), min_size=1, max_size=3
)


@settings(max_examples=examples(40))
@given(st.lists(COLORED, min_size=1, max_size=3), COLORED_BOX, st.sets(st.tuples(*[st.integers(0, 1)] * 2)))
def test_colors_lie_where_they_are_allowed(
    pieces: list[dict[Voxel, str]], box: dict[Voxel, tuple[str, str]], pairs: set[tuple[int, int]]
) -> None:
    """A cell without a color lies on all, and all lie on one without: as many fillings as by trying."""
    shapes = [voxel({cell: f"#{color}" for cell, color in piece.items()}) for piece in pieces]
    result = voxel({cell: state + color for cell, (state, color) in box.items()})
    allowed = "".join(f'<pair piece="{piece}" result="{on}"/>' for piece, on in pairs)
    text = puzzle([*shapes, result], [problem([(0, 2)] * len(pieces), pairs=allowed)])

    def fits(color: str, cell: Voxel) -> bool:
        on = box[cell][1] if cell in box else ""
        return not color or not on or (int(color) - 1, int(on) - 1) in pairs

    laid = [
        sorted(
            {
                frozenset(way)
                for way in colored_ways(piece)
                if all(fits(way[cell], cell) for cell in way) and way.keys() <= box.keys()
            },
            key=sorted,
        )
        for piece in pieces
    ]
    states = {cell: state for cell, (state, _) in box.items()}
    assert compiled(text).count() == len(list(fillings(states, laid, [(0, 2)] * len(pieces))))


def colored_ways(shape: Mapping[Voxel, str]) -> Iterator[dict[Voxel, str]]:
    """The colors of the cells that a shape covers, for each way to lay it."""
    for (order, signs), by in product(rotations(), product(range(-1, 3), repeat=3)):
        yield {
            tuple(signs[k] * cell[order[k]] + by[k] for k in range(3)): color  # type: ignore[misc]
            for cell, color in shape.items()
        }


def test_a_flat_puzzle_is_a_flat_board() -> None:
    """Turning over in space is reflecting in the plane."""
    hook = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0)]
    text = puzzle(
        [voxel(hook), voxel((x, y, 0) for x in range(4) for y in range(2))], [problem([(2, 2)], "Two hooks")]
    )
    found = compiled(text)
    assert (found.title, str(found.solve())) == ("Two hooks", "A1 A1 A1 A4\nA1 A4 A4 A4")
    assert found.full.canvases[0].flat
    assert found.count() == 2


def test_many_pieces_stand_in_several_rows() -> None:
    """As wide as a page, and each letter once."""
    lengths = range(1, 41)
    bars = [voxel((x, 0, 0) for x in range(length)) for length in lengths]
    tray = voxel((x, y, 0) for x in range(41) for y in range(20))
    found = compiled(puzzle([*bars, tray], [problem([(1, 1)] * 40)]))
    assert [len(p.cells) for s in found.puzzle.sources for p in s.shapes.pieces] == [*lengths]  # type: ignore[union-attr]


# Which problem


TWO = puzzle([voxel(BAR), voxel(SQUARE)], [problem([(2, 2)], "full"), problem([(1, 1)], "half")])


def test_one_of_several_problems_is_chosen() -> None:
    assert [compiled(TWO, problem=k).title for k in (1, 2)] == ["full", "half"]
    assert compiled(TRAY, problem=1).count() == 2
    for chosen in ({}, {"problem": 0}, {"problem": 3}, {"problem": True}, {"problem": "1"}):
        with pytest.raises(SpecError, match=r"error\[E445\][^$]*1: full\n  = 2: half"):
            compiled(TWO, **chosen)  # type: ignore[arg-type]
    assert codes(TWO, n=2) == ["E402"]


def test_the_command_line_chooses_a_problem(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "two.xmpuzzle"
    path.write_text(TWO)
    assert main(["count", str(path)]) == 2
    assert "2: half" in capsys.readouterr().err
    assert main(["count", str(path), "-p", "problem=1"]) == 0
    assert capsys.readouterr().out == "2\n"
    assert main(["convert", str(path), "-p", "problem=2", "--to", "yaml"]) == 0
    assert "puzzle: half" in capsys.readouterr().out
    assert main(["convert", "soma", "-p", "problem=2"]) == 2
    assert main(["fmt", str(path)]) == 2


def test_what_is_converted_is_the_same_puzzle(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "scott.xmpuzzle"
    text = converted(xmpuzzle_of("scott"), capsys, path)
    assert main(["fmt", "-"]) != 1
    found = excover.parse(text)
    capsys.readouterr()
    assert found.count() == 520
    assert [warning.code for warning in found.warnings] == []


# How they come


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("packed", [False, True])
def test_files_are_packed_or_not(packed: bool, mark: bytes, ends: str, tmp_path: Path) -> None:
    content = mark + TRAY.replace("\n", ends).encode()
    (tmp_path / "tray.xmpuzzle").write_bytes(gzip.compress(content) if packed else content)
    assert excover.load(tmp_path / "tray.xmpuzzle").count() == 2


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_may_have_names_of_any_encoding(packed: bool, tmp_path: Path) -> None:
    content = puzzle([voxel(BAR, "W\u00fcrfel"), voxel(SQUARE)], [problem([(2, 2)])]).encode("latin-1")
    (tmp_path / "tray.xmpuzzle").write_bytes(gzip.compress(content) if packed else content)
    assert excover.load(tmp_path / "tray.xmpuzzle").count() == 2


@pytest.mark.parametrize("arguments", [["-"], ["--from", "burrtools", "-"]])
def test_standard_input(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(TRAY.encode()))))
    assert main(["count", *arguments]) == 0
    assert capsys.readouterr().out == "2\n"


@pytest.mark.parametrize("cut", [1, 11, 60, -1])
def test_a_packed_file_that_is_cut(cut: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tray.xmpuzzle"
    path.write_bytes(gzip.compress(TRAY.encode())[:cut])
    assert main(["count", str(path)]) == 2
    assert "whole" in capsys.readouterr().err or cut == 1


# What is refused


def test_colors_without_a_rule_are_passed_over() -> None:
    red = dict.fromkeys(BAR, "#1")
    mixed = {**dict.fromkeys(SQUARE, "#"), (0, 0, 0): "#2"}
    assert codes(puzzle([voxel(red), voxel(SQUARE)], [problem([(2, 2)])])) == []
    assert codes(puzzle([voxel(BAR), voxel(mixed)], [problem([(2, 2)])])) == []
    forbidden = compiled(puzzle([voxel(red), voxel(mixed)], [problem([(2, 2)])]))
    assert forbidden.count() == 0
    allowed = problem([(2, 2)], pairs='<pair piece="0" result="1"/>')
    assert codes(puzzle([voxel(red), voxel(mixed)], [allowed])) == []


def test_colors_that_only_distinguish_placements_are_a_warning() -> None:
    half = {(0, 0, 0): "#1", (1, 0, 0): "#"}
    assert codes(puzzle([voxel(half), voxel(SQUARE)], [problem([(2, 2)])])) == ["W403"]
    hook = {(0, 0, 0): "#1", (1, 0, 0): "#", (2, 0, 0): "#", (2, 1, 0): "#2"}
    assert codes(puzzle([voxel(hook), voxel(hook)], [problem([(1, 1)], pairs=PAIRS)])) == []


PAIRS = "".join(f'<pair piece="{a}" result="{b}"/>' for a in range(2) for b in range(2))


@pytest.mark.parametrize("holes", [0, 1, 2, 3, 4, 2**32 - 1])
@pytest.mark.parametrize("counts", [(1, 1), (0, 2), (2, 2)])
@pytest.mark.parametrize("marks", ["++++", "#+++", "####", "##++"])
def test_a_limit_of_holes(counts: tuple[int, int], holes: int, marks: str) -> None:
    """As many fillings as those, by trying, that leave no more variable voxels empty."""
    box = dict(zip(SQUARE, marks, strict=True))
    limited = problem([counts], holes=f' maxHoles="{holes}"')
    found = compiled(puzzle([voxel(BAR), voxel(box)], [limited]))
    laid = [sorted(ways(frozenset(BAR), box), key=sorted)]
    filled = (len(frozenset().union(*chosen)) for chosen in fillings(box, laid, [counts]))
    assert found.count() == sum(len(box) - cells <= holes for cells in filled)


EDITS = {
    "E440 declares a type": ("<puzzle ", "<!DOCTYPE puzzle><puzzle "),
    "E440 is cut": ("</puzzle>", ""),
    "E440 has a sign of its own": ("#", "&bomb;"),
    "E441 is another file": ("puzzle", "svg"),
    "E441 is of another version": ('version="2"', 'version="3"'),
    "E442 has no version": (' version="2"', ""),
    "E442 has no size": (' x="2"', ""),
    "E442 has a size below 0": ('x="2"', 'x="-2"'),
    "E442 has a count of a word": ('count="2"', 'count="two"'),
    "E442 has a count the wrong way": ('count="2"', 'min="3" max="2"'),
    "E443 is on a sixth grid": ('gridType type="0"', 'gridType type="5"'),
    "E443 is on what nobody knows": ('gridType type="0"', 'gridType type="77"'),
    "E444 has other voxels": ('z="1" type="0"', 'z="1" type="1"'),
    "E444 has too few voxels": (">####<", ">###<"),
    "E444 has too many voxels": (">####<", ">#####<"),
    "E444 has an odd voxel": (">####<", ">##x#<"),
    "E444 is on spheres, between them": ('gridType type="0"', 'gridType type="2"'),
    "E444 begins with a color": (">####<", ">1####<"),
    "E444 has no cells at all": ('x="2" y="2" z="1"', 'x="0" y="2" z="1"'),
    "E445 has no problem": (TRAY[TRAY.index("<problem ") : TRAY.index("</problems>")], ""),
    "E446 has no result": ('result id="1"', f'result id="{2**32 - 1}"'),
    "E446 has a result that is not there": ('result id="1"', 'result id="2"'),
    "E446 has a piece that is not there": ('shape id="0"', 'shape id="2"'),
    "E446 has no pieces": ('count="2"', 'count="0"'),
    "E446 has a piece twice": ("</shapes><result", '<shape id="0" count="1"/></shapes><result'),
    "E446 has an empty piece": (">##<", ">__<"),
    "E446 has an empty result": (">####<", ">____<"),
    "E446 has a piece of variable voxels": (">##<", ">#+<"),
    "E443 has its grid behind the shapes": ("<problems>", '<gridType type="2"/><problems>'),
    "E443 states its grid twice": ("<colors/>", '<gridType type="0"/><gridType type="0"/><colors/>'),
    "E504 is too large": ('x="2" y="2"', 'x="9999999" y="9999999"'),
}


@pytest.mark.parametrize("what", EDITS)
def test_a_file_that(what: str) -> None:
    old, new = EDITS[what]
    assert old in TRAY
    with pytest.raises(SpecError) as refused:
        compiled(TRAY.replace(old, new))
    (told,) = refused.value.diagnostics
    assert told.code == what.split()[0]
    assert told.labels


def test_more_pieces_than_letters() -> None:
    bars = [voxel((x, 0, 0) for x in range(length)) for length in range(1, 64)]
    text = puzzle([*bars, voxel(SQUARE)], [problem([(0, 1)] * 63)])
    assert codes(text) == ["E446"]


def test_what_is_unknown_is_passed_over() -> None:
    """Solutions, weights, groups, a comment; however deep."""
    deep = "<separation>" * 50_000 + "</separation>" * 50_000
    text = TRAY.replace("<bitmap>", f"<solutions><solution>{deep}</solution></solutions><bitmap>")
    text = text.replace('count="2"/>', 'count="2"><group group="1" count="2"/></shape>')
    text = text.replace("<comment/>", '<comment popup="">Try &lt;it&gt; &amp; see.</comment>')
    assert compiled(text.replace("<voxel ", '<voxel weight="3" hx="1" ')).count() == 2


@pytest.mark.parametrize("cut", range(0, len(TRAY), 7))
def test_a_file_that_is_cut_anywhere(cut: int) -> None:
    assert codes(TRAY[:cut] if cut else " ")[0] in ("E440", "E441") or not TRAY[cut:].strip()


@given(st.lists(st.tuples(st.integers(0, len(TWO) - 1), st.text(max_size=3)), min_size=1, max_size=4))
def test_no_file_is_too_odd(edits: list[tuple[int, str]]) -> None:
    text = TWO
    for at, new in edits:
        text = text[:at] + new + text[at + 1 :]
    codes(text, problem=1)


ENTITIES = "".join(f'<!ENTITY e{k + 1} "{f"&e{k};" * 10}">' for k in range(12))
BOMBS: dict[str, Callable[[], str]] = {
    "entities": lambda: TRAY.replace(
        "<puzzle ", f'<!DOCTYPE p [<!ENTITY e0 "a">{ENTITIES}]><puzzle a="&e12;" '
    ),
    "another file": lambda: TRAY.replace("<puzzle ", '<!DOCTYPE p SYSTEM "/etc/passwd"><puzzle '),
    "depth": lambda: "<puzzle>" * 1_000_000,
    "attributes": lambda: "<puzzle " + " ".join(f"a{k}=''" for k in range(100_000)),
    "shapes": lambda: TRAY.replace("<shapes>", "<shapes>" + voxel([(99, 99, 9)]) * 3),
    "text": lambda: TRAY.replace(">##<", f">{'#' * 1_000_000}<"),
    "length": lambda: TRAY + " " * DEFAULT.matrix,
}


@pytest.mark.parametrize("kind", BOMBS)
def test_bombs(kind: str) -> None:
    assert codes(BOMBS[kind]())[0] in ("E001", "E440", "E442", "E444", "E504")


def test_a_packed_bomb_is_not_unpacked(tmp_path: Path) -> None:
    """A hundred megabytes of blanks in a hundred kilobytes."""
    path = tmp_path / "bomb.xmpuzzle"
    with gzip.open(path, "wb") as file:
        for _ in range(100):
            file.write(b" " * 1_000_000)
    with pytest.raises(SpecError, match="more than 20,000,000 characters"):
        excover.load(path)


def test_places_are_those_of_the_file() -> None:
    """Counted in characters, not in bytes."""
    text = TRAY.replace("<colors/>", "<!-- \u65e5\u672c --><colors/>").replace('id="1"', 'id="x"')
    with pytest.raises(SpecError) as refused:
        read_burrtools(Source("a.xmpuzzle", text))
    span = refused.value.diagnostics[0].labels[0].span
    assert (span.text, span.start) == ("<result", text.index("<result"))
